//! Names that the policy fixes: word by word, so that every form of them follows.

use super::person::{FullestName, NameReading};
use super::words::{NameWord, NameWordRole};
use crate::{PseudonymSubject, SubstituteContext, SubstituteKind, SubstituteTable};

/// Lets the words of a name stand for those of a subject: given names for given names and surnames for surnames, and
/// simply in order if one has what the other lacks. Words that are left over go with the last.
pub fn fix(
    original: &str,
    substitute: &str,
    subject: &PseudonymSubject<'_>,
    context: &SubstituteContext<'_>,
    chosen: &mut SubstituteTable,
) {
    let read =
        |form: &str| FullestName::new(&PseudonymSubject { forms: vec![form], ..subject.clone() }, context).reading;
    let (old, new) = (read(original), read(substitute));
    let of = |reading: &NameReading, is_surname: bool| -> Vec<(NameWord, SubstituteKind)> {
        let names = reading.iter().filter(|(word, _)| word.tag == NameWordRole::Name);
        let names = names.filter_map(|(word, kind)| Some((word.clone(), (*kind)?)));
        names.filter(|(_, kind)| (*kind == SubstituteKind::Surname) == is_surname).collect()
    };
    let halves = [false, true].map(|is_surname| (of(&old, is_surname), of(&new, is_surname)));
    let agree = halves.iter().all(|(old, new)| old.is_empty() == new.is_empty());
    let [given, surnames] = halves;
    let pairs = match agree {
        true => vec![given, surnames],
        false => vec![([given.0, surnames.0].concat(), [given.1, surnames.1].concat())],
    };
    for (old, new) in pairs {
        for (nth, (word, kind)) in old.iter().enumerate() {
            let is_last = nth + 1 == old.len();
            let rest = new.get(nth..).unwrap_or_default();
            let words = rest.iter().take(if is_last { rest.len() } else { 1 });
            let words: Vec<&str> = words.filter_map(|(word, _)| substitute.get(word.at.clone())).collect();
            if !words.is_empty() {
                chosen.set(*kind, &word.key, &words.join(" "));
            }
        }
    }
}
