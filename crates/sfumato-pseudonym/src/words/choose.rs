//! Choosing the substitute of a word.

use std::collections::BTreeMap;

use super::known::{is_shared, kind_of};
use super::text::takes_an;
use crate::{SubstituteContext, SubstituteKind, SubstituteTable, fold};

/// A word that needs a substitute.
pub(crate) struct WordNeed {
    /// The group its substitute comes from.
    pub group: String,
    /// It tells not whether it is a man or a woman.
    pub is_either: bool,
    /// The number of times that another was asked for.
    pub roll: u32,
}

/// Words that need substitutes, by what they are and the key of their first form.
pub(crate) type WordNeeds = BTreeMap<(SubstituteKind, String), WordNeed>;

/// Notes that a word needs a substitute. Where mentions differ, what any of them needs is kept.
pub(crate) fn want(wants: &mut WordNeeds, group: &str, key: &str, is_either: bool, roll: u32) {
    let wanted = wants.entry((kind_of(group), key.to_owned())).or_insert_with(|| WordNeed {
        group: group.to_owned(),
        is_either,
        roll,
    });
    wanted.is_either |= is_either;
    wanted.roll = wanted.roll.max(roll);
    if group < wanted.group.as_str() {
        group.clone_into(&mut wanted.group);
    }
}

/// Decides for all of them, in the order of their keys.
pub(crate) fn choose(wants: &WordNeeds, context: &SubstituteContext<'_>, chosen: &mut SubstituteTable) {
    for ((kind, key), wanted) in wants {
        if chosen.get(*kind, key).is_none()
            && let Some(row) = pick(*kind, key, wanted, context, chosen)
        {
            chosen.set(*kind, key, row);
        }
    }
}

fn rows<'a>(group: &str, key: &str, context: &SubstituteContext<'a>) -> &'a [&'a str] {
    let rows = context.lists.group(group);
    if !rows.is_empty() {
        return rows;
    }
    let sound = if takes_an(key) { "v" } else { "c" };
    context.lists.group(&format!("{group}-{sound}"))
}

/// A row of the group: if possible one that is nothing of the scope and stands for nothing else.
fn pick<'a>(
    kind: SubstituteKind,
    key: &str,
    wanted: &WordNeed,
    context: &SubstituteContext<'a>,
    chosen: &SubstituteTable,
) -> Option<&'a str> {
    let rows = rows(&wanted.group, key, context);
    let start = context.seed.draw(&[kind.name(), key]).below(rows.len());
    // The next of the list for every time another was asked for, so that it is another.
    let around =
        || (0..rows.len()).filter_map(|step| rows.get((start + step + wanted.roll as usize) % rows.len()).copied());
    let fits = |row: &str| !wanted.is_either || is_shared(row);
    let is_other = |row: &str| !row.split('|').any(|form| fold(form) == key);
    let is_new = |row: &str| !row.split('|').any(|form| is_of_scope(form, context));
    around()
        .find(|row| fits(row) && is_other(row) && is_new(row) && !chosen.is_used(kind, row))
        .or_else(|| around().find(|row| fits(row) && is_other(row) && !chosen.is_used(kind, row)))
        .or_else(|| around().find(|row| is_other(row) && is_new(row)))
        .or_else(|| around().find(|row| is_other(row)))
}

/// True if a word is a value of the scope or, but for articles and the like, a word of one.
fn is_of_scope(form: &str, context: &SubstituteContext<'_>) -> bool {
    form.split(' ').any(|word| word.len() > 3 && context.originals.hold_word(word)) || context.originals.hold(form)
}
