//! Addresses of electronic mail, also where the sign is spelt out.

use std::collections::BTreeMap;

use super::handles;
use super::hosts;
use crate::numbers::random::FastRandom;
use crate::words::text::words_in_mention;
use crate::{SubstituteContext, SubstituteTable};

/// Words for the sign and for the dot, where they are spelt out.
const AT: [&str; 2] = ["at", "arroba"];
const DOT: [&str; 2] = ["dot", "punto"];

/// An address taken apart: what stands before it, its parts, what stands between and behind them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MailAddress<'f> {
    before: &'f str,
    pub(super) local: &'f str,
    sign: &'f str,
    labels: Vec<&'f str>,
    dot: &'f str,
    after: &'f str,
}

impl MailAddress<'_> {
    /// The name of its host.
    pub(super) fn host(&self) -> String {
        self.labels.join(".")
    }
}

/// The addresses of a mention, one after the other.
pub(super) fn read(form: &str) -> Vec<MailAddress<'_>> {
    if form.matches('@').count() < 2 {
        return one(form).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut rest = form;
    while let Some(at) = rest.find('@') {
        // Up to the blank or comma behind the host.
        let behind =
            rest.get(at..).and_then(|tail| tail.find([' ', '\n', '\t', ',', ';', '>', ')'])).map(|end| at + end);
        let (part, after) = rest.split_at_checked(behind.unwrap_or(rest.len())).unwrap_or((rest, ""));
        found.extend(one(part));
        rest = after;
    }
    if let (Some(last), false) = (found.last_mut(), rest.is_empty())
        && last.after.is_empty()
    {
        last.after = rest;
    }
    found
}

fn one(form: &str) -> Option<MailAddress<'_>> {
    let (sign_start, sign_end) = sign(form)?;
    let head = form.get(..sign_start)?;
    let start = head
        .rfind(|c: char| c.is_whitespace() || matches!(c, '<' | '(' | ':' | ',' | ';'))
        .map_or(0, |at| at + head.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let domain = form.get(sign_end..)?;
    let (labels, dot, length) = labels(domain);
    Some(MailAddress {
        before: form.get(..start)?,
        local: head.get(start..)?,
        sign: form.get(sign_start..sign_end)?,
        labels,
        dot,
        after: domain.get(length..)?,
    })
}

/// The place of the sign, with the blanks and brackets around it.
fn sign(form: &str) -> Option<(usize, usize)> {
    let spelt = || {
        let words = words(form).into_iter();
        let mut spelt = words.filter(|(start, end)| form.get(*start..*end).is_some_and(|word| is(word, &AT)));
        spelt.find(|(start, end)| {
            let open = form.get(..*start).is_some_and(|head| head.ends_with([' ', '(', '[', '{', '<']));
            open && form.get(*end..).is_some_and(|tail| tail.starts_with([' ', ')', ']', '}', '>']))
        })
    };
    let (start, end) = form.find('@').map(|at| (at, at + 1)).or_else(spelt)?;
    let marks = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>');
    let start = form.get(..start)?.trim_end_matches(marks).len();
    let end = end + form.get(end..)?.len() - form.get(end..)?.trim_start_matches(marks).len();
    (start > 0).then_some((start, end))
}

fn is(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The places of the words of a text: letters, digits and hyphens.
fn words(text: &str) -> Vec<(usize, usize)> {
    let is_inside = |c: char| c.is_alphanumeric() || c == '-';
    words_in_mention(text, is_inside, is_inside).map(|word| (word.at.start, word.at.end)).collect()
}

/// The labels of a host, what stands between the first two, and where it ends.
fn labels(domain: &str) -> (Vec<&str>, &str, usize) {
    let mut labels = Vec::new();
    let (mut dot, mut end, mut spelt) = (".", 0, false);
    let words = words(domain);
    for (start, stop) in &words {
        let between = domain.get(end..*start).unwrap_or_default();
        let word = domain.get(*start..*stop).unwrap_or_default();
        if !labels.is_empty() && is(word, &DOT) && between != "." {
            spelt = true;
            continue;
        }
        let joined =
            between == "." || spelt || between.trim_matches([' ', '(', ')', '[', ']', '{', '}', '<', '>']) == ".";
        match labels.len() {
            0 if between.is_empty() => {}
            0 => break,
            _ if !joined => break,
            1 => dot = between,
            _ => {}
        }
        labels.push(word);
        end = *stop;
        spelt = false;
    }
    (labels, dot, end)
}

/// Collects the handles and hosts of a mention.
pub(super) fn collect(form: &str, roll: u32, handles: &mut BTreeMap<String, u32>, hosts: &mut BTreeMap<String, u32>) {
    let addresses = read(form);
    if addresses.is_empty() {
        let known = handles.entry(handles::key(form)).or_default();
        *known = (*known).max(roll);
    }
    for address in addresses {
        let known = handles.entry(handles::key(address.local)).or_default();
        *known = (*known).max(roll);
        let known = hosts.entry(hosts::key(&address.host()).0).or_default();
        *known = (*known).max(roll);
    }
}

/// The substitute in the form of a mention.
pub(super) fn write(form: &str, context: &SubstituteContext<'_>, chosen: &SubstituteTable) -> Option<String> {
    let addresses = read(form);
    if addresses.is_empty() {
        return handles::write(form, chosen);
    }
    let mut out = String::with_capacity(form.len() + 16);
    for address in addresses {
        let mut random = FastRandom::new(&mut context.seed.draw(&["beside", form]));
        out.push_str(&beside(address.before, &mut random, context));
        out.push_str(&handles::write(address.local, chosen)?);
        out.push_str(address.sign);
        let host = address.host();
        if !host.is_empty() {
            let made = handles::in_case(&host, &hosts::get(&host, chosen)?);
            let made = if host.starts_with(char::is_uppercase)
                && made.starts_with(char::is_uppercase)
                && !host.contains(char::is_lowercase)
            {
                made
            } else {
                made.to_lowercase()
            };
            out.push_str(&made.replace('.', address.dot));
        }
        out.push_str(&beside(address.after, &mut random, context));
    }
    Some(out)
}

/// Text that was caught with an address: a label is kept, anything else may be a name.
fn beside(text: &str, random: &mut FastRandom, context: &SubstituteContext<'_>) -> String {
    let kept = text.trim_end().ends_with(':') || text.chars().all(|c| !c.is_alphanumeric());
    if kept { text.to_owned() } else { handles::alike(text, random, context) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(form: &str) -> Vec<(&str, String)> {
        read(form).into_iter().map(|address| (address.local, address.host())).collect()
    }

    #[test]
    fn addresses_are_taken_apart_in_any_spelling() {
        let expected = [("ana.prado", "mail.example.es".to_owned())];
        for form in [
            "ana.prado@mail.example.es",
            "ana.prado @ mail.example.es",
            "ana.prado (at) mail.example.es",
            "ana.prado [at] mail [dot] example [dot] es",
            "ana.prado arroba mail punto example punto es",
            "autor: ana.prado@mail.example.es",
            "<ana.prado@mail.example.es>",
        ] {
            assert_eq!(parts(form), expected, "{form}");
        }
        let two = [("ana", "x.es".to_owned()), ("eva", "y.org".to_owned())];
        assert_eq!(parts("ana@x.es eva@y.org"), two);
        assert_eq!(parts("ana@x.es, eva@y.org;"), two);
        assert!(parts("ana").is_empty() && parts("@").is_empty() && parts("").is_empty());
    }
}
