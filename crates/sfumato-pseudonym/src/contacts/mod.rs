//! How people and machines are reached: telephones, mail, the web, networks, and points on the map.
//!
//! Substitutes come from what standards and regulators keep for examples, so that nobody is reached by them.

mod geo;
mod handles;
mod hosts;
mod mail;
mod net;
mod phones;
mod plans;
pub(crate) mod web;

use std::collections::BTreeMap;

use sfumato_detect::{Category, KnownCategory};

use crate::{Context, Ledger, Subject};

/// What a contact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Phone,
    Mail,
    Url,
    User,
    Net,
    Point,
}

fn what(category: &Category, form: &str) -> What {
    match category {
        c if c.is(KnownCategory::Coordinates) => What::Point,
        c if c.is(KnownCategory::Email) => What::Mail,
        c if c.is(KnownCategory::Url) => What::Url,
        c if c.is(KnownCategory::Username) => What::User,
        c if c.is(KnownCategory::Phone) || c.is(KnownCategory::Fax) => What::Phone,
        _ if net::key(form).is_some() => What::Net,
        _ if form.contains('@') => What::Mail,
        _ if form.contains("://") || form.contains("www.") => What::Url,
        _ if form.chars().any(char::is_alphabetic) => What::User,
        _ => What::Phone,
    }
}

/// Decides what stands for the contacts of a scope; names are decided before them.
pub fn assign(subjects: &[(usize, &Subject<'_>)], context: &Context<'_>, ledger: &mut Ledger) {
    let (mut users, mut machines) = (BTreeMap::new(), BTreeMap::new());
    let (mut urls, mut addresses, mut points) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut numbers: Vec<&Subject<'_>> = Vec::new();
    for (_, subject) in subjects {
        for form in subject.forms.iter().map(|form| form.trim()) {
            let roll = subject.roll;
            match what(&subject.category, form) {
                What::Phone if numbers.last().is_none_or(|last| !std::ptr::eq(*last, *subject)) => {
                    numbers.push(subject)
                }
                What::Phone => {}
                What::Mail => mail::collect(form, roll, &mut users, &mut machines),
                What::Url => {
                    web::collect(form, roll, &mut users, &mut machines);
                    urls.insert(form, roll);
                }
                What::User => drop(users.insert(handles::key(form), roll)),
                What::Net => drop(net::key(form).map(|key| addresses.insert(key, roll))),
                What::Point => drop(geo::key(form).map(|key| points.insert(key, (form, roll)))),
            }
        }
    }
    phones::assign(&numbers, context, ledger);
    handles::assign(&users, context, ledger);
    hosts::assign(&machines, context, ledger);
    net::assign(&addresses, context, ledger);
    web::assign(&urls, context, ledger);
    geo::assign(&points, context, ledger);
}

/// The substitute in the form of a mention.
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let (before, inner, after) = trimmed(form);
    let made = match what(&subject.category, inner) {
        What::Phone => phones::write(inner, subject, context, ledger),
        What::Mail => mail::write(inner, context, ledger),
        What::Url => web::write_url(inner, ledger),
        What::User => {
            let sign = if inner.starts_with('@') { "@" } else { "" };
            handles::write(inner, ledger).map(|made| format!("{sign}{made}"))
        }
        What::Net => net::write(inner, ledger),
        What::Point => geo::write(inner, ledger),
    }?;
    (made != inner).then(|| format!("{before}{made}{after}"))
}

/// A mention without the blanks around it.
fn trimmed(form: &str) -> (&str, &str, &str) {
    let inner = form.trim();
    let start = form.len() - form.trim_start().len();
    (form.get(..start).unwrap_or_default(), inner, form.get(start + inner.len()..).unwrap_or_default())
}

#[cfg(test)]
mod tests;
