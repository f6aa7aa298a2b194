//! Writes a mention with its dates moved.

use std::fmt::Write as _;

use sfumato_language::Language;

use super::names::{self, Naming};
use super::numerals;
use super::shift::{Place, Way};
use super::tokens::Case;
use super::written::{Field, Moment, Part, Style, Written, Zero};

/// A text that is put in at a place of the mention.
type Addition = (usize, String);

impl Written<'_> {
    /// Writes the mention with its moments at other places, one each. Tells whether some that shared a month or a year
    /// had to be given one each; nothing if that cannot be written.
    pub fn write(&self, places: &[Place], way: &Way, out: &mut String) -> Option<bool> {
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

    /// What is put in where a month or a year that several share is no longer the same for all: "3-5 May" becomes
    /// "30 April-2 May".
    fn additions(&self, places: &[Place], way: &Way) -> Option<Vec<Addition>> {
        let mut added: Vec<Addition> = Vec::new();
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

    /// Where the fields of a moment but its year end.
    fn end(&self, moment: &Moment) -> Option<usize> {
        let fields = [moment.day, moment.month, moment.period, moment.weekday];
        fields.into_iter().filter_map(|field| self.field(field)).map(|field| field.end).max().or(Some(0))
    }

    fn spell(&self, field: &Field, place: &Place, way: &Way, out: &mut String) {
        let value = match field.part {
            Part::Day => place.day.day,
            Part::Month => place.day.month,
            Part::Year => place.year.max(0) as u32,
            Part::Weekday => place.weekday,
            Part::Season | Part::Share(_) | Part::Feast(_) | Part::Decade => place.period.max(0) as u32,
        };
        // Writing to a string does not fail.
        let _ = match field.style {
            Style::Digits(width, Zero::Padded) => write!(out, "{value:0width$}"),
            Style::Digits(_, Zero::Plain) => write!(out, "{value}"),
            Style::Digits(_, Zero::Unknown) => match self.zero(field, way) {
                Zero::Plain => write!(out, "{value}"),
                _ => write!(out, "{value:02}"),
            },
            Style::English(width, case) => {
                let width =
                    if self.text.get(field.start..).is_some_and(|text| text.starts_with('0')) { width } else { 1 };
                let _ = write!(out, "{value:0width$}");
                case.write(suffix(value), out);
                Ok(())
            }
            Style::Spanish if value == field.value as u32 => {
                out.push_str(self.text.get(field.start..field.end).unwrap_or_default());
                Ok(())
            }
            Style::Spanish => write!(out, "{value}º"),
            Style::Year => write!(out, "{value:04}"),
            Style::ShortYear => write!(out, "{:02}", value % 100),
            Style::DottedYear => write!(out, "{}.{:03}", value / 1000, value % 1000),
            Style::Words(spelled) if field.part == Part::Decade => {
                let tens = value % 100;
                let value = if tens == 0 { 2000 } else { tens };
                numerals::write(value, spelled, out);
                Ok(())
            }
            Style::Words(spelled) => {
                numerals::write(value, spelled, out);
                Ok(())
            }
            Style::Name(naming, language, case) => {
                self.name(field, value, (naming, language, case), way, out);
                Ok(())
            }
            Style::Dotted(language, case) => {
                self.name(field, value, (Naming::Short, language, case), way, out);
                // The English May is whole.
                if !(field.part == Part::Month && value == 5 && language == Language::English) {
                    out.push('.');
                }
                Ok(())
            }
            Style::Roman(case) => {
                case.write(names::roman(value), out);
                Ok(())
            }
            Style::Rank(language, case, is_feminine) => {
                case.write(names::rank(value, language, is_feminine), out);
                Ok(())
            }
        };
    }

    fn name(
        &self,
        field: &Field,
        value: u32,
        (naming, language, case): (Naming, Language, Case),
        way: &Way,
        out: &mut String,
    ) {
        let mut decade = String::new();
        let name = match field.part {
            Part::Month if naming == Naming::Either => names::month(value, self.naming(way), language),
            Part::Month => names::month(value, naming, language),
            Part::Weekday => names::weekday(value, naming, language),
            Part::Season => names::season(value, language, naming == Naming::Short),
            Part::Feast(_) => {
                let feasts = names::feasts(language);
                feasts.get(value as usize).map_or("", |(_, name)| name)
            }
            _ => {
                if field.value >= 100 {
                    let century = if value < 2000 { "nineteen " } else { "twenty " };
                    decade.push_str(century);
                }
                decade.push_str(names::decade(value % 100));
                &decade
            }
        };
        // A feast of one word is cased like a name, so that each word of another is, too.
        let case = match (field.part, case) {
            (Part::Feast(_), Case::Title) if language == Language::English => Case::Titles,
            (_, case) => case,
        };
        case.write(name, out);
    }

    /// How the month would be named that is called May: as the weekdays and months beside it, or as the document does.
    fn naming(&self, way: &Way) -> Naming {
        let shown = self.fields.iter().find_map(|field| match field.style {
            Style::Name(naming @ (Naming::Full | Naming::Short), ..)
                if matches!(field.part, Part::Month | Part::Weekday) =>
            {
                Some(naming)
            }
            Style::Dotted(..) => Some(Naming::Short),
            _ => None,
        });
        shown.unwrap_or(way.naming)
    }

    /// Whether a number of two digits would have a zero if it were below ten.
    fn zero(&self, field: &Field, way: &Way) -> Zero {
        let known = self.fields.iter().find_map(|other| match other.style {
            Style::Digits(_, zero @ (Zero::Padded | Zero::Plain)) if other.part != Part::Year => Some(zero),
            _ => None,
        });
        if let Some(zero) = known {
            return zero;
        }
        let moment = self.moments.iter().find(|moment| moment.day.and_then(|at| self.fields.get(at)) == Some(field));
        let month = moment.and_then(|moment| self.field(moment.month)).filter(|month| month.start != field.start);
        match month.map(|month| month.style) {
            Some(Style::Digits(..)) | None => way.zero,
            // Short names are set between numbers of two digits: 04-MAR-21, 04MAR2021.
            Some(Style::Name(Naming::Short, ..)) if self.is_tied(month) => Zero::Padded,
            Some(_) => Zero::Plain,
        }
    }

    pub(super) fn is_tied(&self, field: Option<&Field>) -> bool {
        let before = field.and_then(|field| self.text.get(..field.start)).and_then(|text| text.chars().next_back());
        before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '/'))
    }
}

/// The suffix of an English ordinal.
fn suffix(value: u32) -> &'static str {
    match (value % 10, value % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}
