//! Numbers of houses, floors and doors: others of the same length, each its own.

use sfumato_words::{WordTable, words};

use super::parse::is_ordinal;
use crate::{PseudonymSeed, fold};

/// Endings that may stand behind the digits of a number: it is read out so.
static ENDINGS: WordTable = words!("shared/addresses", "number endings");

/// A number or a door of a street, in the same notation. Different ones of a street stay different.
pub(super) fn changed(written: &str, street: &str, house: bool, roll: u32, seed: &PseudonymSeed) -> String {
    let mut out = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let digit = first.is_ascii_digit();
        let length = rest.find(|c: char| c.is_ascii_digit() != digit).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = after;
        if digit {
            out.push_str(&digits(run, street, house, roll, seed));
        } else if is_ordinal(&fold(written)) {
            let ending = ending_of(&out);
            out.push_str(&if run.chars().all(char::is_uppercase) { ending.to_uppercase() } else { ending.to_owned() });
        } else {
            letters(run, street, roll, seed, &mut out);
        }
    }
    out
}

fn ending_of(number: &str) -> &'static str {
    match number.as_bytes() {
        [.., b'1', _] => "th",
        [.., b'1'] => "st",
        [.., b'2'] => "nd",
        [.., b'3'] => "rd",
        _ => "th",
    }
}

/// The numbers that a number may change with: of as many digits, and floors and doors with what can be one.
fn block(number: u64, count: usize, house: bool) -> (u64, u64) {
    match (number, house) {
        (1..=4, false) => (1, 4),
        (5..=9, false) => (5, 9),
        (10..=19, false) => (10, 19),
        _ => {
            let most = 10u64.saturating_pow(count as u32) - 1;
            ((most / 10 + 1).min(number), most)
        }
    }
}

fn digits(run: &str, street: &str, house: bool, roll: u32, seed: &PseudonymSeed) -> String {
    // Longer ones are no numbers of houses; every digit changes by itself.
    let Some(number) = run.parse::<u64>().ok().filter(|_| run.len() < 10) else {
        return run.bytes().map(|b| char::from(b'0' + (b.wrapping_sub(b'0') + 3) % 10)).collect();
    };
    let (least, most) = block(number, run.len(), house);
    let moved = turned(number, least, most, &[street, &least.to_string(), &roll.to_string()], seed);
    let width = run.len();
    format!("{moved:0width$}")
}

/// A number of a range, moved round in it by a drawn step, never onto itself.
fn turned(number: u64, least: u64, most: u64, parts: &[&str], seed: &PseudonymSeed) -> u64 {
    let count = most - least + 1;
    let mut all = vec!["street-number"];
    all.extend(parts);
    let step = 1 + seed.draw(&all).below(count.saturating_sub(1) as usize) as u64;
    if count < 2 { number } else { least + (number - least + step) % count }
}

fn letters(run: &str, street: &str, roll: u32, seed: &PseudonymSeed, out: &mut String) {
    let behind = !out.is_empty();
    let folded = fold(run);
    let signs = run.chars().filter(|c| c.is_alphabetic()).count();
    let small = run.chars().any(char::is_lowercase);
    if behind && small && ENDINGS.has(&folded) && !matches!((run, signs), ("a" | "b", 1) if street.is_empty()) {
        return out.push_str(run);
    }
    for c in run.chars() {
        let (first, last) = match c {
            'A'..='F' => ('A', 'F'),
            'G'..='Z' => ('G', 'Z'),
            'a'..='f' => ('a', 'f'),
            'g'..='z' => ('g', 'z'),
            _ => {
                out.push(c);
                continue;
            }
        };
        // The letters of a floor that is read out, such as "o" in "6oA", stay.
        if behind && small && signs > 1 && c.is_lowercase() {
            out.push(c);
            continue;
        }
        let moved = turned(c as u64, first as u64, last as u64, &[street, "letter", &roll.to_string()], seed);
        out.push(char::from_u32(moved as u32).unwrap_or(c));
    }
}
