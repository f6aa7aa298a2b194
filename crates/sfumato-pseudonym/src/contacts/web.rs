//! Addresses on the web, and of databases with a password inside.

use std::collections::BTreeMap;

use super::{handles, hosts, net};
use crate::numbers::random::FastRandom;
use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable};

const TRIES: usize = 100;
/// Ends of files that say of what kind they are and stay.
const FILES: &[&str] = &[
    "asp", "aspx", "bmp", "csv", "dcm", "doc", "docx", "gif", "git", "htm", "html", "jpeg", "jpg", "json", "jsp",
    "log", "mp4", "odt", "pdf", "php", "png", "pptx", "rtf", "svg", "tif", "tiff", "txt", "xls", "xlsx", "xml", "zip",
];

/// An address taken apart.
#[derive(Debug, PartialEq, Eq)]
struct WebAddress<'f> {
    scheme: &'f str,
    user: &'f str,
    password: &'f str,
    host: &'f str,
    port: &'f str,
    rest: &'f str,
}

fn read(form: &str) -> WebAddress<'_> {
    let scheme = form.find("://").map_or(0, |at| at + 3);
    let (scheme, after) = form.split_at_checked(scheme).unwrap_or(("", form));
    let end = after.find(['/', '?', '#']).unwrap_or(after.len());
    let (authority, rest) = after.split_at_checked(end).unwrap_or((after, ""));
    let (login, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    // An address of numbers stands in brackets, for its colons.
    let host = match place.find(']') {
        Some(close) => close + 1,
        None => place.find(':').unwrap_or(place.len()),
    };
    let (host, port) = place.split_at_checked(host).unwrap_or((place, ""));
    WebAddress { scheme, user, password, host, port, rest }
}

fn path_key(url: &WebAddress<'_>) -> String {
    format!("path {}{}", hosts::key(url.host).0, url.rest)
}

fn password_key(url: &WebAddress<'_>) -> String {
    format!("login {}:{}", url.user, url.password)
}

fn most(known: &mut BTreeMap<String, u32>, key: String, roll: u32) {
    let known = known.entry(key).or_default();
    *known = (*known).max(roll);
}

/// Collects the user names and hosts of a mention.
pub(super) fn collect(form: &str, roll: u32, handles: &mut BTreeMap<String, u32>, hosts: &mut BTreeMap<String, u32>) {
    let url = read(form);
    if !url.user.is_empty() {
        most(handles, handles::key(url.user), roll);
    }
    if net::key(url.host).is_none() {
        most(hosts, hosts::key(url.host).0, roll);
    }
}

/// Decides what stands for the paths and passwords of addresses; hosts and user names are decided already.
pub(super) fn assign(forms: &BTreeMap<&str, u32>, context: &SubstituteContext<'_>, chosen: &mut SubstituteTable) {
    for (form, roll) in forms {
        let url = read(form);
        net::assign(&BTreeMap::from_iter(net::key(url.host).map(|key| (key, *roll))), context, chosen);
        for (kind, key, text) in [
            (SubstituteKind::Web, path_key(&url), url.rest),
            (SubstituteKind::Secret, password_key(&url), url.password),
        ] {
            if !text.contains(char::is_alphanumeric) || chosen.get(kind, &key).is_some() {
                continue;
            }
            let mut random = FastRandom::new(&mut context.seed.draw(&[kind.name(), &key, &roll.to_string()]));
            let mut made = (0..TRIES).map(|_| match kind {
                SubstituteKind::Web => path_like(text, &mut random, context),
                _ => handles::alike(text, &mut random, context),
            });
            if let Some(made) = made.find(|made| made != text && !chosen.is_used(kind, made)) {
                chosen.set(kind, &key, &made);
            }
        }
    }
}

/// Decides about addresses that are secrets, all of them.
pub(crate) fn assign_urls(
    subjects: &[&PseudonymSubject<'_>],
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let (mut logins, mut machines, mut forms) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for subject in subjects {
        for form in &subject.forms {
            collect(form, subject.roll, &mut logins, &mut machines);
            forms.insert(*form, subject.roll);
        }
    }
    handles::assign(&logins, context, chosen);
    hosts::assign(&machines, context, chosen);
    assign(&forms, context, chosen);
}

/// The substitute in the form of a mention.
pub(crate) fn write_url(form: &str, chosen: &SubstituteTable) -> Option<String> {
    let url = read(form);
    let capitals = !form.contains(char::is_lowercase);
    let mut out = String::with_capacity(form.len() + 16);
    out.push_str(url.scheme);
    if !url.user.is_empty() {
        out.push_str(&handles::write(url.user, chosen)?);
    }
    if !url.password.is_empty() {
        out.push(':');
        out.push_str(chosen.get(SubstituteKind::Secret, &password_key(&url)).unwrap_or(url.password));
    }
    if !url.user.is_empty() || !url.password.is_empty() {
        out.push('@');
    }
    match net::key(url.host) {
        Some(_) => out.push_str(&net::write(url.host, chosen)?),
        None if url.host.is_empty() => {}
        None => {
            let host = hosts::get(url.host, chosen)?;
            out.push_str(&if capitals { host.to_uppercase() } else { host });
        }
    }
    out.push_str(url.port);
    match url.rest.contains(char::is_alphanumeric) {
        true => out.push_str(chosen.get(SubstituteKind::Web, &path_key(&url))?),
        false => out.push_str(url.rest),
    }
    Some(out)
}

/// A path with other words and digits; signs written by number, names in the query and the end of a file stay.
fn path_like(path: &str, random: &mut FastRandom, context: &SubstituteContext<'_>) -> String {
    let file = path.split(['?', '#']).next().unwrap_or_default();
    let ending = file.rsplit_once('.').map(|(start, ending)| (start.len() + 1, ending));
    let ending = ending.filter(|(_, ending)| FILES.contains(&ending.to_lowercase().as_str()));
    let mut out = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+' | '~');
        let inside = rest.starts_with(word);
        let length = rest.find(|c: char| word(c) != inside).unwrap_or(rest.len());
        let piece = rest.get(..length).unwrap_or(rest);
        let before = path.get(..at).unwrap_or_default();
        let named = before.contains('?')
            && before.ends_with(['?', '&'])
            && rest.get(length..).is_some_and(|rest| rest.starts_with('='));
        let escaped = if before.ends_with('%') { 2.min(length) } else { 0 };
        let (sign, word) = piece.split_at_checked(escaped).unwrap_or(("", piece));
        out.push_str(sign);
        let stem = ending.and_then(|(from, _)| word.split_at_checked(from.checked_sub(at + escaped)?));
        match stem {
            _ if !inside || named => out.push_str(word),
            Some((stem, ending)) if !ending.is_empty() => {
                out.push_str(&handles::alike(stem, random, context));
                out.push_str(ending);
            }
            _ => out.push_str(&handles::alike(word, random, context)),
        }
        at += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let url = read("postgres://bego:Zx9@db.example.org:5432/citas?x=1");
        let parts = [url.scheme, url.user, url.password, url.host, url.port, url.rest];
        assert_eq!(parts, ["postgres://", "bego", "Zx9", "db.example.org", ":5432", "/citas?x=1"]);
        let url = read("http://[2001:db8::1]:80/a");
        assert_eq!([url.host, url.port, url.rest], ["[2001:db8::1]", ":80", "/a"]);
        assert_eq!(read("example.org").host, "example.org");
        assert_eq!(read("").host, "");
    }
}
