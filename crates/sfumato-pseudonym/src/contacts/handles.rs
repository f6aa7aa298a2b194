//! User names, and the part of a mail address before the sign.

use std::collections::BTreeMap;

use crate::numbers::random::FastRandom;
use crate::{SubstituteContext, SubstituteKind, SubstituteTable, names};

/// The number of handles that are drawn before it is given up.
const TRIES: usize = 300;
/// The longest run of letters that is made up.
const LONGEST: usize = 14;

/// Under what a handle is known: in small letters, without the sign before it.
pub(super) fn key(handle: &str) -> String {
    handle.trim().trim_start_matches('@').to_lowercase()
}

/// Decides what stands for handles, given by key with how often they were rolled again.
pub(super) fn assign(handles: &BTreeMap<String, u32>, context: &SubstituteContext<'_>, chosen: &mut SubstituteTable) {
    for (key, roll) in handles {
        if key.is_empty() || chosen.get(SubstituteKind::Handle, key).is_some() {
            continue;
        }
        let free = |made: &str, chosen: &SubstituteTable| {
            made != key
                && !handles.contains_key(made)
                && !chosen.is_used(SubstituteKind::Handle, made)
                && !context.originals.hold(made)
        };
        let mut random =
            FastRandom::new(&mut context.seed.draw(&[SubstituteKind::Handle.name(), key, &roll.to_string()]));
        let named = names::in_handle(key, context, chosen).filter(|made| !made.is_empty());
        let drawn = (0..TRIES).map(|nth| match (&named, nth) {
            (Some(named), 0) => named.clone(),
            // Namesakes are told apart by a number, as they do themselves.
            (Some(named), ..100) => format!("{named}{}", random.between(2, 99)),
            _ => alike(key, &mut random, context),
        });
        let mut drawn = drawn.into_iter();
        if let Some(made) = drawn.find(|made| free(made, chosen)) {
            chosen.set(SubstituteKind::Handle, key, &made);
        }
    }
}

/// A handle in the letter case of this one.
pub(super) fn write(handle: &str, chosen: &SubstituteTable) -> Option<String> {
    let made = chosen.get(SubstituteKind::Handle, &key(handle))?;
    Some(in_case(handle, made))
}

/// A text in capitals, or with one at its start, if another is so.
pub(super) fn in_case(like: &str, text: &str) -> String {
    let mut letters = like.chars().filter(|c| c.is_alphabetic());
    let first = letters.next().is_some_and(char::is_uppercase);
    let others = letters.next().is_none_or(char::is_uppercase) && letters.all(char::is_uppercase);
    let mut chars = text.chars();
    match (first, others, chars.next()) {
        (true, true, _) => text.to_uppercase(),
        (true, false, Some(start)) => start.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// A text with made-up words for its words and other digits for its digits, its marks kept.
pub(super) fn alike(text: &str, random: &mut FastRandom, context: &SubstituteContext<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let class = |c: char| (c.is_alphabetic(), c.is_numeric());
        let length = rest.find(|c| class(c) != class(first)).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        match class(first) {
            (true, _) => {
                let count = run.chars().count();
                let mut word = made_up(count, random);
                for _ in 0..20 {
                    if count < 3 || !context.originals.hold_word(&word) {
                        break;
                    }
                    word = made_up(count, random);
                }
                out.push_str(&in_case(run, &word));
            }
            (_, true) => out.extend(run.chars().map(|_| char::from(random.digit()))),
            _ => out.push_str(run),
        }
        rest = after;
    }
    out
}

/// A word that can be spoken: consonants and vowels in turn.
pub(super) fn made_up(length: usize, random: &mut FastRandom) -> String {
    let letter = |place: usize| if place.is_multiple_of(2) { random.of(b"bcdfglmnprstv") } else { random.of(b"aeiou") };
    (0..length.min(LONGEST)).map(letter).map(char::from).collect()
}

/// Another letter of the same case.
pub(super) fn letter_like(c: char, random: &mut FastRandom) -> char {
    let letter = char::from(random.of(b"bcdfghjklmnprstvwxyz"));
    if c.is_uppercase() { letter.to_ascii_uppercase() } else { letter }
}
