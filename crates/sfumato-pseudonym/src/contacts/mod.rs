//! Contacts of people and machines: telephones, mail, the web, networks, and points on the map.
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

use crate::{PseudonymSubject, SubstituteContext, SubstituteTable};

/// The kind of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContactKind {
    Phone,
    Mail,
    Url,
    User,
    Net,
    Point,
}

fn what(category: &Category, form: &str) -> ContactKind {
    match category {
        c if c.is(KnownCategory::Coordinates) => ContactKind::Point,
        c if c.is(KnownCategory::Email) => ContactKind::Mail,
        c if c.is(KnownCategory::Url) => ContactKind::Url,
        c if c.is(KnownCategory::Username) => ContactKind::User,
        c if c.is(KnownCategory::Phone) || c.is(KnownCategory::Fax) => ContactKind::Phone,
        _ if net::key(form).is_some() => ContactKind::Net,
        _ if form.contains('@') => ContactKind::Mail,
        _ if form.contains("://") || form.contains("www.") => ContactKind::Url,
        _ if form.chars().any(char::is_alphabetic) => ContactKind::User,
        _ => ContactKind::Phone,
    }
}

/// Decides what stands for the contacts of a scope; names are decided before them.
pub fn assign(
    subjects: &[(usize, &PseudonymSubject<'_>)],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let (mut users, mut machines) = (BTreeMap::new(), BTreeMap::new());
    let (mut urls, mut addresses, mut points) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut numbers: Vec<&PseudonymSubject<'_>> = Vec::new();
    for (_, subject) in subjects {
        for form in subject.forms.iter().map(|form| form.trim()) {
            let roll = subject.roll;
            match what(&subject.category, form) {
                ContactKind::Phone if numbers.last().is_none_or(|last| !std::ptr::eq(*last, *subject)) => {
                    numbers.push(subject)
                }
                ContactKind::Phone => {}
                ContactKind::Mail => mail::collect(form, roll, &mut users, &mut machines),
                ContactKind::Url => {
                    web::collect(form, roll, &mut users, &mut machines);
                    urls.insert(form, roll);
                }
                ContactKind::User => drop(users.insert(handles::key(form), roll)),
                ContactKind::Net => drop(net::key(form).map(|key| addresses.insert(key, roll))),
                ContactKind::Point => drop(geo::key(form).map(|key| points.insert(key, (form, roll)))),
            }
        }
    }
    phones::assign(&numbers, context, chosen);
    handles::assign(&users, context, chosen);
    hosts::assign(&machines, context, chosen);
    net::assign(&addresses, context, chosen);
    web::assign(&urls, context, chosen);
    geo::assign(&points, context, chosen);
}

/// The substitute in the form of a mention.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let (before, inner, after) = trimmed(form);
    let made = match what(&subject.category, inner) {
        ContactKind::Phone => phones::write(inner, subject, context, chosen),
        ContactKind::Mail => mail::write(inner, context, chosen),
        ContactKind::Url => web::write_url(inner, chosen),
        ContactKind::User => {
            let sign = if inner.starts_with('@') { "@" } else { "" };
            handles::write(inner, chosen).map(|made| format!("{sign}{made}"))
        }
        ContactKind::Net => net::write(inner, chosen),
        ContactKind::Point => geo::write(inner, chosen),
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
