//! Ages: near by, or what follows from dates; those of children stay, and the very old become others of the very old.

mod decide;
mod read;

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

pub use decide::assign;
use read::{Field, STEMS, Style, Unit};

use crate::dates::{decade_name, numerals};
use crate::{Context, Kind, Ledger, Subject};

/// What becomes of an age in a scope, with whether that follows from its dates; nothing if it was not decided.
pub fn decided(age: u32, ledger: &Ledger) -> Option<(u32, bool)> {
    let other = ledger.get(Kind::Age, &age.to_string())?.parse().ok()?;
    Some((other, ledger.get(Kind::Age, &format!("{age} follows")).is_some()))
}

/// A mention with its ages changed, in the form it has. Ages below the limit of the policy, stages of life and all that
/// is counted in months or less stay; nothing if there are words in it that may tell something else.
pub fn write(form: &str, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> Option<String> {
    let fields = read::read(form, subject.language)?;
    let mut out = String::with_capacity(form.len() + 8);
    let mut at = 0;
    for field in &fields {
        out.push_str(form.get(at..field.start)?);
        let value = substitute(field, subject, context, ledger);
        if value == field.value {
            out.push_str(form.get(field.start..field.end)?);
        } else {
            spell(field, value, &mut out);
        }
        at = field.end;
    }
    out.push_str(form.get(at..)?);
    Some(out)
}

fn substitute(field: &Field, subject: &Subject<'_>, context: &Context<'_>, ledger: &Ledger) -> u32 {
    let stored = |key: &str| ledger.get(Kind::Age, key).and_then(|other| other.parse().ok());
    match field.unit {
        Unit::Less => field.value,
        Unit::Years if field.value < context.settings.ages.from => field.value,
        Unit::Years => stored(&field.value.to_string())
            .unwrap_or_else(|| decide::alone(field.value, subject.language, context, ledger)),
        Unit::Decade => {
            stored(&decide::decade_key(field.value)).unwrap_or_else(|| decide::decade_alone(field.value, context))
        }
    }
}

fn spell(field: &Field, value: u32, out: &mut String) {
    match field.style {
        Style::Digits(width) => {
            // Writing to a string does not fail.
            let _ = write!(out, "{value:0width$}");
        }
        Style::Words(spelled) => numerals::write(value, spelled, out),
        Style::Decade(case) => case.write(decade_name(value), out),
        Style::Stem(family, case) => {
            let stems = STEMS.get(family).copied().unwrap_or_default();
            let stem = stems.iter().find(|(_, decade)| *decade == value);
            // A family that lacks the decade has another one near it.
            let other = || {
                stems
                    .iter()
                    .filter(|(_, decade)| *decade != field.value)
                    .min_by_key(|(_, decade)| decade.abs_diff(value))
            };
            case.write(stem.or_else(other).map_or("", |(stem, _)| read::written_stem(stem)), out);
        }
    }
}
