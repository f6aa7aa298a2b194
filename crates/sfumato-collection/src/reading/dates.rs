//! Days: of birth, of visits, of discharges.

use sfumato::language::Language;
use sfumato::values::Day;
use sfumato::values::generalise::{self, DayOrder, ValueKind, ValueOptions};

use super::{MentionGround, Reading};
use crate::lists::TextWords;
use crate::{Attribute, ValueNode};

/// So many words a date has at most.
const LONGEST: usize = 8;

/// The order of day and month in the dates of a document that are written in digits: told by a number above twelve, or
/// else as the language has it; in English nobody knows.
pub(super) fn day_order(words: &TextWords<'_>, language: Language) -> DayOrder {
    let number = |at: usize| words.word(at).parse::<u32>().ok().filter(|_| words.word(at).len() <= 2);
    let is_mark = |at: usize| matches!(words.gap_before(at), "/" | "-" | ".");
    let (mut day_first, mut month_first) = (0, 0);
    for at in 0..words.len().saturating_sub(2) {
        let is_year =
            matches!(words.word(at + 2).len(), 2 | 4) && words.word(at + 2).bytes().all(|byte| byte.is_ascii_digit());
        if let (Some(first), Some(second)) = (number(at), number(at + 1))
            && is_mark(at + 1)
            && is_mark(at + 2)
            && is_year
        {
            day_first += usize::from((13..=31).contains(&first) && second <= 12);
            month_first += usize::from(first <= 12 && (13..=31).contains(&second));
        }
    }
    match day_first.cmp(&month_first) {
        std::cmp::Ordering::Greater => DayOrder::DayFirst,
        std::cmp::Ordering::Less => DayOrder::MonthFirst,
        std::cmp::Ordering::Equal if language == Language::Spanish => DayOrder::DayFirst,
        std::cmp::Ordering::Equal => DayOrder::ByLanguage,
    }
}

/// The node of a stretch of days.
fn node(from: i64, to: i64) -> Option<ValueNode> {
    let (first, last) = (Day::from_number(from), Day::from_number(to - 1));
    let (year, month) = (first.year, first.month);
    if !(1000..3000).contains(&year) {
        return None;
    }
    Some(ValueNode::new(match () {
        () if to - from == 1 => format!("{year:04}-{month:02}-{:02}", first.day),
        () if (year, month) == (last.year, last.month) => format!("{year:04}-{month:02}"),
        () if year == last.year => format!("{year:04}"),
        () if year - year % 10 == last.year - last.year % 10 => format!("{}s", year - year % 10),
        () => return None,
    }))
}

impl Reading<'_> {
    /// What a phrase says, if it is a date.
    fn date_of(&self, phrase: &str) -> Option<ValueNode> {
        let value = generalise::read(phrase, self.language).filter(|value| value.kind() == ValueKind::Date)?;
        let options = ValueOptions { day_order: self.day_order, ..ValueOptions::default() };
        let interval = value.interval(&options);
        node(interval.from as i64, interval.to as i64)
    }

    /// The longest date that starts at a word.
    pub(super) fn date_at(&self, start: usize, end: usize) -> Option<(usize, ValueNode)> {
        let last = (start + LONGEST).min(end).min(self.words.len());
        (start + 1..=last).rev().find_map(|after| {
            let range = self.words.range(start..after);
            Some((after, self.date_of(self.words.slice(range))?))
        })
    }

    pub(super) fn read_date(&mut self, attribute: Attribute, start: usize, end: usize, ground: MentionGround) {
        // "Nacida el viernes 12 de marzo": the weekday may come first.
        for from in start..(start + 3).min(end) {
            if let Some((after, node)) = self.date_at(from, end) {
                self.note(attribute, from..after, node, ground);
                return;
            }
        }
    }

    /// Reads birthdays that a recogniser found, and dates that say again what was read already.
    pub(super) fn read_found_dates(&mut self) {
        let known: Vec<(Attribute, ValueNode)> = self
            .mentions
            .iter()
            .filter(|mention| is_date(mention.attribute) && mention.counts())
            .map(|mention| (mention.attribute, mention.node.clone()))
            .collect();
        for mention in &self.entities.mentions {
            if !mention.category.path().starts_with("date") {
                continue;
            }
            let Some(node) = self.date_of(self.document.slice(mention.span)) else { continue };
            let is_birth = mention.category.path() == "date/birth";
            let same = known.iter().find(|(_, other)| *other == node).map(|(attribute, _)| *attribute);
            let Some(attribute) = same.or(is_birth.then_some(Attribute::BirthDate)) else { continue };
            let is_taken =
                self.mentions.iter().any(|other| is_date(other.attribute) && other.span.overlaps(mention.span));
            if !is_taken {
                let is_of_other = self.is_of_other(self.words_of(mention.span).start);
                self.note_span(attribute, mention.span, node, MentionGround::Words, is_of_other);
            }
        }
    }
}

fn is_date(attribute: Attribute) -> bool {
    matches!(attribute, Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate)
}
