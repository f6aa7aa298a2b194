//! Ages: near by, or what follows from dates; those of children stay, and the very old become others of the very old.

mod decide;

#[cfg(test)]
mod tests;

pub use decide::assign;
use sfumato_values::written::{AgeField, AgeUnit, read_ages};

use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable};

/// The substitute of an age in a scope, and true if it follows from dates; `None` if it was not decided.
pub fn decided(age: u32, chosen: &SubstituteTable) -> Option<(u32, bool)> {
    let other = chosen.get(SubstituteKind::Age, &age.to_string())?.parse().ok()?;
    Some((other, chosen.get(SubstituteKind::Age, &format!("{age} follows")).is_some()))
}

/// A mention with its ages changed, in the form it has. Ages below the limit of the policy, stages of life and all that
/// is counted in months or less stay; nothing if there are words in it that may tell something else.
pub fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let fields = read_ages(form, subject.language)?;
    let mut out = String::with_capacity(form.len() + 8);
    let mut at = 0;
    for field in &fields {
        out.push_str(form.get(at..field.start)?);
        let value = substitute(field, subject, context, chosen);
        if value == field.value {
            out.push_str(form.get(field.start..field.end)?);
        } else {
            field.write(value, &mut out);
        }
        at = field.end;
    }
    out.push_str(form.get(at..)?);
    Some(out)
}

fn substitute(
    field: &AgeField,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> u32 {
    let stored = |key: &str| chosen.get(SubstituteKind::Age, key).and_then(|other| other.parse().ok());
    match field.unit {
        AgeUnit::Less => field.value,
        AgeUnit::Years if field.value < context.settings.ages.from => field.value,
        AgeUnit::Years => stored(&field.value.to_string())
            .unwrap_or_else(|| decide::alone(field.value, subject.language, context, chosen)),
        AgeUnit::Decade => {
            stored(&decide::decade_key(field.value)).unwrap_or_else(|| decide::decade_alone(field.value, context))
        }
    }
}
