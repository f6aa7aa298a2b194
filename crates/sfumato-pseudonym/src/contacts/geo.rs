//! Points on the map, moved by more than a degree and so by 50 kilometres at the least.

use std::collections::BTreeMap;

use crate::numbers::random::FastRandom;
use crate::{SubstituteContext, SubstituteKind, SubstituteTable};

const TRIES: usize = 50;

/// The meaning of a number in a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CoordinatePart {
    Degrees,
    Minutes,
}

/// The places of the numbers of a mention, with their decimals, and their meanings.
fn numbers(form: &str) -> Vec<(usize, usize, CoordinatePart)> {
    let bytes = form.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !is_digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        while is_digit(at) {
            at += 1;
        }
        if matches!(bytes.get(at), Some(b'.' | b',')) && is_digit(at + 1) {
            at += 1;
            while is_digit(at) {
                at += 1;
            }
        }
        let after = form.get(at..).unwrap_or_default().trim_start();
        let part = if after.starts_with(['\'', '"', '′', '″', '’', '”']) {
            CoordinatePart::Minutes
        } else {
            CoordinatePart::Degrees
        };
        found.push((start, at, part));
    }
    found
}

/// Under what a point is known.
pub(super) fn key(form: &str) -> Option<String> {
    let numbers = numbers(form);
    let texts: Vec<&str> = numbers.iter().filter_map(|(start, end, _)| form.get(*start..*end)).collect();
    (!texts.is_empty()).then(|| format!("point {}", texts.join(" ")))
}

/// Decides what stands for points, given by key with a mention and how often they were rolled again.
pub(super) fn assign(
    points: &BTreeMap<String, (&str, u32)>,
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    for (key, (form, roll)) in points {
        if chosen.get(SubstituteKind::Net, key).is_some() {
            continue;
        }
        let mut random = FastRandom::new(&mut context.seed.draw(&["point", key, &roll.to_string()]));
        let mut made = (0..TRIES).map(|_| moved(form, &mut random));
        if let Some(made) = made.find(|made| !chosen.is_used(SubstituteKind::Net, made) && !points.contains_key(made)) {
            chosen.set(SubstituteKind::Net, key, &made);
        }
    }
}

/// The numbers of a point somewhere else.
fn moved(form: &str, random: &mut FastRandom) -> String {
    let numbers = numbers(form);
    let degrees = numbers.iter().filter(|(.., part)| *part == CoordinatePart::Degrees).count();
    let mut out = String::from("point");
    let mut nth = 0;
    for (start, end, part) in numbers {
        let text = form.get(start..end).unwrap_or_default();
        let whole = text.split(['.', ',']).next().unwrap_or_default();
        let value: u64 = whole.parse().unwrap_or(0);
        let value = match part {
            CoordinatePart::Minutes => random.below(60),
            CoordinatePart::Degrees => {
                nth += 1;
                let longitude = nth == 2 || degrees == 1 && value > 86;
                let most = if longitude { 179 } else { 89 };
                let step = random.between(2, 3);
                // The sign or the letter before it stays, so small numbers only grow.
                let back = value + step >= most || value > 8 && random.below(2) == 0;
                if back { value.saturating_sub(step) } else { value + step }
            }
        };
        let decimals =
            text.chars().skip(whole.len()).map(|c| if c.is_ascii_digit() { char::from(random.digit()) } else { c });
        let width = if whole.starts_with('0') || part == CoordinatePart::Minutes { whole.len() } else { 1 };
        out.push_str(&format!(" {value:0width$}"));
        out.extend(decimals);
    }
    out
}

/// The substitute in the form of a mention.
pub(super) fn write(form: &str, chosen: &SubstituteTable) -> Option<String> {
    let mut made = chosen.get(SubstituteKind::Net, &key(form)?)?.split(' ').skip(1);
    let mut out = String::with_capacity(form.len() + 4);
    let mut at = 0;
    for (start, end, _) in numbers(form) {
        out.push_str(form.get(at..start)?);
        out.push_str(made.next()?);
        at = end;
    }
    out.push_str(form.get(at..)?);
    Some(out)
}
