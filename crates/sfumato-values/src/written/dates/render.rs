//! Writes a mention with its dates moved.

use std::fmt::Write as _;

use sfumato_words::Language;

use super::shift::{DateHabits, MomentPlace};
use super::written::{DateField, DateFieldStyle, DateMoment, DatePart, WrittenDates, ZeroPadding};
use crate::NameLength;
use crate::figures::{english_ending, to_roman};
use crate::words;
use crate::written::numerals;
use crate::written::tokens::LetterCase;

/// A text that is put in at a place of the mention.
type DateAddition = (usize, String);

impl WrittenDates<'_> {
    /// Writes the mention with its moments at other places, one each. Tells whether some that shared a month or a year
    /// had to be given one each; nothing if that cannot be written.
    pub fn write(&self, places: &[MomentPlace], way: &DateHabits, out: &mut String) -> Option<bool> {
        let added = if self.moments.len() > 1 { self.additions(places, way)? } else { Vec::new() };
        let mut rest = added.iter().peekable();
        let mut at = 0;
        for field in &self.fields {
            while let Some((place, text)) = rest.next_if(|(place, _)| *place <= field.start) {
                out.push_str(self.text.get(at..*place)?);
                out.push_str(text);
                at = *place;
            }
            out.push_str(self.text.get(at..field.start)?);
            self.spell(field, places.get(field.owner)?, way, out);
            at = field.end;
        }
        for (place, text) in rest {
            out.push_str(self.text.get(at..*place)?);
            out.push_str(text);
            at = *place;
        }
        out.push_str(self.text.get(at..)?);
        Some(!added.is_empty())
    }

    /// The additions where a month or a year that several share is no longer the same for all: "3-5 May" becomes
    /// "30 April-2 May".
    fn additions(&self, places: &[MomentPlace], way: &DateHabits) -> Option<Vec<DateAddition>> {
        let mut added: Vec<DateAddition> = Vec::new();
        for (at, moment) in self.moments.iter().enumerate() {
            let place = places.get(at)?;
            let other = |field: Option<usize>| {
                let field = self.field(field).filter(|field| field.owner != at)?;
                Some((field, self.moments.get(field.owner)?, places.get(field.owner)?))
            };
            let month = other(moment.month).filter(|(_, _, there)| there.day.month != place.day.month);
            let year = other(moment.year).filter(|(_, _, there)| there.year != place.year);
            let mut tail = String::new();
            let mut end = self.end(moment)?;
            if let Some((field, owner, _)) = month {
                let (own, theirs) = (self.field(moment.day)?, self.field(owner.day)?);
                let mut name = String::new();
                self.spell(field, place, way, &mut name);
                if field.end <= theirs.start {
                    name.push_str(self.text.get(field.end..theirs.start)?);
                    added.push((own.start, name));
                } else {
                    tail.push_str(self.text.get(theirs.end..field.start)?);
                    tail.push_str(&name);
                }
                end = own.end;
            }
            if let Some((field, owner, _)) = year {
                tail.push_str(self.text.get(self.end(owner)?..field.start)?);
                self.spell(field, place, way, &mut tail);
            }
            if !tail.is_empty() {
                added.push((end, tail));
            }
        }
        added.sort_by_key(|(place, _)| *place);
        Some(added)
    }

    /// The end of the fields of a moment without its year.
    fn end(&self, moment: &DateMoment) -> Option<usize> {
        let fields = [moment.day, moment.month, moment.period, moment.weekday];
        fields.into_iter().filter_map(|field| self.field(field)).map(|field| field.end).max().or(Some(0))
    }

    fn spell(&self, field: &DateField, place: &MomentPlace, way: &DateHabits, out: &mut String) {
        let value = match field.part {
            DatePart::Day => place.day.day,
            DatePart::Month => place.day.month,
            DatePart::Year => place.year.max(0) as u32,
            DatePart::Weekday => place.weekday,
            DatePart::Season | DatePart::Share(_) | DatePart::Feast(_) | DatePart::Decade => place.period.max(0) as u32,
        };
        // Writing to a string does not fail.
        let _ = match field.style {
            DateFieldStyle::Digits(width, ZeroPadding::Padded) => write!(out, "{value:0width$}"),
            DateFieldStyle::Digits(_, ZeroPadding::Plain) => write!(out, "{value}"),
            DateFieldStyle::Digits(_, ZeroPadding::Unknown) => match self.zero(field, way) {
                ZeroPadding::Plain => write!(out, "{value}"),
                _ => write!(out, "{value:02}"),
            },
            DateFieldStyle::English(width, case) => {
                let width =
                    if self.text.get(field.start..).is_some_and(|text| text.starts_with('0')) { width } else { 1 };
                let _ = write!(out, "{value:0width$}");
                case.write(english_ending(u64::from(value)), out);
                Ok(())
            }
            DateFieldStyle::Spanish if value == field.value as u32 => {
                out.push_str(self.text.get(field.start..field.end).unwrap_or_default());
                Ok(())
            }
            DateFieldStyle::Spanish => write!(out, "{value}º"),
            DateFieldStyle::Year => write!(out, "{value:04}"),
            DateFieldStyle::ShortYear => write!(out, "{:02}", value % 100),
            DateFieldStyle::DottedYear => write!(out, "{}.{:03}", value / 1000, value % 1000),
            DateFieldStyle::Words(spelled) if field.part == DatePart::Decade => {
                let tens = value % 100;
                let value = if tens == 0 { 2000 } else { tens };
                numerals::write(value, spelled, out);
                Ok(())
            }
            DateFieldStyle::Words(spelled) => {
                numerals::write(value, spelled, out);
                Ok(())
            }
            DateFieldStyle::Name(naming, language, case) => {
                self.name(field, value, (naming, language, case), way, out);
                Ok(())
            }
            DateFieldStyle::Dotted(language, case) => {
                self.name(field, value, (NameLength::Short, language, case), way, out);
                // The English May is whole.
                if !(field.part == DatePart::Month && value == 5 && language == Language::English) {
                    out.push('.');
                }
                Ok(())
            }
            DateFieldStyle::Roman(case) => {
                case.write(&to_roman(value).to_lowercase(), out);
                Ok(())
            }
            DateFieldStyle::Rank(language, case, is_feminine) => {
                case.write(words::rank(value, language, is_feminine), out);
                Ok(())
            }
        };
    }

    fn name(
        &self,
        field: &DateField,
        value: u32,
        (naming, language, case): (NameLength, Language, LetterCase),
        way: &DateHabits,
        out: &mut String,
    ) {
        let mut decade = String::new();
        let name = match field.part {
            DatePart::Month if naming == NameLength::Either => words::month(value, self.naming(way), language),
            DatePart::Month => words::month(value, naming, language),
            DatePart::Weekday => words::weekday(value, naming, language),
            DatePart::Season => words::season(value, language, naming != NameLength::Short),
            DatePart::Feast(_) => words::feasts(language).nth(value as usize).map_or("", |(_, name)| name),
            _ => {
                if field.value >= 100 {
                    let century = if value < 2000 { "nineteen " } else { "twenty " };
                    decade.push_str(century);
                }
                decade.push_str(words::decade(value % 100));
                &decade
            }
        };
        // A feast of one word is cased like a name, so that each word of another is, too.
        let case = match (field.part, case) {
            (DatePart::Feast(_), LetterCase::Title) if language == Language::English => LetterCase::Titles,
            (_, case) => case,
        };
        case.write(name, out);
    }

    /// The naming of the month that is called May: as the weekdays and months beside it, or as the document does.
    fn naming(&self, way: &DateHabits) -> NameLength {
        let shown = self.fields.iter().find_map(|field| match field.style {
            DateFieldStyle::Name(naming @ (NameLength::Full | NameLength::Short), ..)
                if matches!(field.part, DatePart::Month | DatePart::Weekday) =>
            {
                Some(naming)
            }
            DateFieldStyle::Dotted(..) => Some(NameLength::Short),
            _ => None,
        });
        shown.unwrap_or(way.naming)
    }

    /// True if a number of two digits would have a zero if it were below ten.
    fn zero(&self, field: &DateField, way: &DateHabits) -> ZeroPadding {
        let known = self.fields.iter().find_map(|other| match other.style {
            DateFieldStyle::Digits(_, zero @ (ZeroPadding::Padded | ZeroPadding::Plain))
                if other.part != DatePart::Year =>
            {
                Some(zero)
            }
            _ => None,
        });
        if let Some(zero) = known {
            return zero;
        }
        let moment = self.moments.iter().find(|moment| moment.day.and_then(|at| self.fields.get(at)) == Some(field));
        let month = moment.and_then(|moment| self.field(moment.month)).filter(|month| month.start != field.start);
        match month.map(|month| month.style) {
            Some(DateFieldStyle::Digits(..)) | None => way.zero,
            // Short names are set between numbers of two digits: 04-MAR-21, 04MAR2021.
            Some(DateFieldStyle::Name(NameLength::Short, ..)) if self.is_tied(month) => ZeroPadding::Padded,
            Some(_) => ZeroPadding::Plain,
        }
    }

    /// True if a hyphen, a slash or a digit stands right before a field.
    pub fn is_tied(&self, field: Option<&DateField>) -> bool {
        let before = field.and_then(|field| self.text.get(..field.start)).and_then(|text| text.chars().next_back());
        before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '/'))
    }
}
