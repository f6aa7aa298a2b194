//! Names inside user names and addresses: `juan.garcia`, `jgarcia77`, `GarciaJ`, `juangarcia`.

use super::words::{NameCase, key};
use super::{NAMES, dress, letter_for, other_digits};
use crate::{SubstituteContext, SubstituteKind, SubstituteTable};

/// Letters of a handle that are read, at most; longer ones are no names.
const LONGEST: usize = 64;
/// Letters that stand for names in one run, at most.
const INITIALS: usize = 2;
/// The shortest name that is looked for inside a run.
const SHORTEST: usize = 3;

/// A user name, or the part of an address before the sign, with the names in it replaced by their substitutes and its
/// digits by others. Nothing if no name of the table is in it.
pub fn in_handle(handle: &str, context: &SubstituteContext<'_>, chosen: &SubstituteTable) -> Option<String> {
    let mut out = String::with_capacity(handle.len() + 8);
    let mut known = false;
    let mut rest = handle;
    while let Some(first) = rest.chars().next() {
        let class = HandleClass::of(first);
        let end = rest.find(|c| HandleClass::of(c) != class).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(end)?;
        match class {
            HandleClass::Mark => out.push_str(run),
            HandleClass::Digit => out.push_str(&other_digits(run, context)),
            HandleClass::Letter => known |= write_run(run, context, chosen, &mut out),
        }
        rest = after;
    }
    known.then_some(out)
}

#[derive(PartialEq, Eq)]
enum HandleClass {
    Letter,
    Digit,
    Mark,
}

impl HandleClass {
    fn of(c: char) -> Self {
        if c.is_alphabetic() {
            Self::Letter
        } else if c.is_numeric() {
            Self::Digit
        } else {
            Self::Mark
        }
    }
}

/// A piece of a run of letters.
#[derive(Clone, Copy)]
enum HandlePiece<'l> {
    Name(&'l str),
    Initial(char),
}

/// Writes a run of letters; says whether names were in it.
fn write_run(run: &str, context: &SubstituteContext<'_>, chosen: &SubstituteTable, out: &mut String) -> bool {
    let folded = key(run);
    let letters: Vec<char> = run.chars().collect();
    // Each letter of the run must be one of the folded: otherwise pieces have no place in it.
    let pieces = (folded.is_ascii() && folded.len() == letters.len() && folded.len() <= LONGEST)
        .then(|| pieces(&folded, 0, INITIALS, chosen))
        .flatten();
    match pieces {
        Some(pieces) => {
            let mut at = 0;
            for (length, piece) in pieces {
                let original: String = letters.iter().skip(at).take(length).collect();
                write_piece(piece, &original, context, chosen, out);
                at += length;
            }
            true
        }
        None => {
            unknown_run(run, &folded, context, chosen, out);
            false
        }
    }
}

/// The names and letters that a run is made of from a place on: names as long as possible, few letters.
fn pieces<'l>(
    run: &str,
    from: usize,
    initials: usize,
    chosen: &'l SubstituteTable,
) -> Option<Vec<(usize, HandlePiece<'l>)>> {
    let rest = run.get(from..).filter(|rest| !rest.is_empty())?;
    let shortest = if from == 0 { rest.len().min(SHORTEST) } else { SHORTEST };
    for length in (shortest..=rest.len()).rev() {
        let Some(name) = rest.get(..length).and_then(|part| substitute(part, chosen)) else { continue };
        let mut found = vec![(length, HandlePiece::Name(name))];
        if length == rest.len() {
            return Some(found);
        }
        if let Some(more) = pieces(run, from + length, initials, chosen) {
            found.extend(more);
            return Some(found);
        }
        // Letters at the end: `garciaj`.
        let end = rest.get(length..).unwrap_or_default();
        if end.len() <= initials {
            found.extend(end.chars().map(|letter| (1, HandlePiece::Initial(letter))));
            return Some(found);
        }
    }
    // Letters at the start: `jgarcia`.
    let letter = rest.chars().next().filter(|_| initials > 0)?;
    let mut found = vec![(1, HandlePiece::Initial(letter))];
    found.extend(pieces(run, from + 1, initials - 1, chosen)?);
    Some(found)
}

fn substitute<'l>(token: &str, chosen: &'l SubstituteTable) -> Option<&'l str> {
    NAMES.iter().find_map(|kind| chosen.get(*kind, token))
}

fn write_piece(
    piece: HandlePiece<'_>,
    original: &str,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
    out: &mut String,
) {
    match piece {
        HandlePiece::Name(name) => {
            let plain: String = name.chars().filter(|c| c.is_alphabetic()).collect();
            dress(&plain, NameCase::of(original), true, out);
        }
        HandlePiece::Initial(letter) => {
            // The given name it stands for is one of those that begin with it, if there is only one.
            let mut given = chosen
                .entries()
                .take_while(|(kind, ..)| *kind < SubstituteKind::Surname)
                .filter(|(_, token, _)| token.starts_with(letter))
                .map(|(_, _, name)| name);
            let other = match (given.next(), given.next()) {
                (Some(name), None) => key(name).chars().next(),
                _ => None,
            };
            let other = other.unwrap_or_else(|| letter_for(letter, context, chosen));
            let capital = original.chars().any(char::is_uppercase);
            out.push(if capital { other.to_ascii_uppercase() } else { other });
        }
    }
}

/// Letters that are no name of the table may still be somebody's: a surname stands for them, or a letter for one.
fn unknown_run(run: &str, folded: &str, context: &SubstituteContext<'_>, chosen: &SubstituteTable, out: &mut String) {
    if matches!(folded, "dr" | "dra" | "info" | "mail" | "email" | "contact" | "contacto" | "user" | "med" | "md") {
        return out.push_str(run);
    }
    let mut draw = context.seed.draw(&[SubstituteKind::Handle.name(), folded]);
    if run.chars().nth(1).is_none() {
        let letter = folded.chars().next().unwrap_or('a');
        return write_piece(HandlePiece::Initial(letter), run, context, chosen, out);
    }
    let names = context.lists.group("en-surname");
    let start = draw.below(names.len());
    let free = (0..names.len()).filter_map(|step| names.get((start + step) % names.len()));
    if let Some(name) = free.into_iter().find(|name| !context.originals.share_a_word(name)) {
        dress(name, NameCase::of(run), true, out);
    }
}
