//! Checks of what is written in words: dates, names of persons, names of institutions.

mod addresses;
mod dates;
mod institutions;
mod names;
mod senders;
mod words;

use super::Check;
pub(crate) use senders::sender_name;

/// The checks of this folder, by the names that recognisers use.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("address-line", addresses::address_line),
    ("date-compact", dates::compact),
    ("date-day-month", dates::day_month),
    ("date-numeric", dates::numeric),
    ("date-written", dates::written),
    ("hospital-name", institutions::hospital_name),
    ("person-case-name", names::case_name),
    ("person-greeted", names::greeted_name),
    ("person-name", names::person_name),
    ("person-name-es", names::person_name_es),
    ("county-name", institutions::county_name),
    ("login-name", senders::login_name),
    ("organisation-name", institutions::organisation_name),
    ("sender-name", senders::sender_name),
    ("place-name", institutions::place_name),
    ("street-name", addresses::street_name),
];
