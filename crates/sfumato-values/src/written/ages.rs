//! Reads a mention of ages: its numbers, what they count, and how they are written.

use std::fmt::Write as _;

use sfumato_words::{ByLanguage, Language, WordTable, words_by_language};

use super::numerals::{self, NumeralStyle, SpanishOne};
use super::tokens::{LetterCase, ValueLexeme, ValueTokens};
use crate::words::{self, decade_named};

/// Mentions longer than this many tokens are no ages.
const MOST_TOKENS: usize = 64;

/// The unit that an age is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeUnit {
    /// Years of life.
    Years,
    /// Months, weeks, days or hours.
    Less,
    /// Ten years at once: in her fifties.
    Decade,
}

/// The spelling of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeStyle {
    /// In digits, as many at least.
    Digits(usize),
    /// In words.
    Words(NumeralStyle),
    /// By the English word for a decade.
    Decade(LetterCase),
    /// By a word whose start tells the decade, such as octogenarian: the family of such words, and its case.
    Stem(&'static str, LetterCase),
}

/// A number of a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgeField {
    /// The start, in bytes.
    pub start: usize,
    /// The end.
    pub end: usize,
    /// Its value.
    pub value: u32,
    /// The unit it is counted in.
    pub unit: AgeUnit,
    /// Its spelling.
    pub style: AgeStyle,
}

impl AgeField {
    /// Writes another value in its style.
    pub fn write(&self, value: u32, out: &mut String) {
        match self.style {
            AgeStyle::Digits(width) => {
                // Writing to a string does not fail.
                let _ = write!(out, "{value:0width$}");
            }
            AgeStyle::Words(style) => numerals::write(value, style, out),
            AgeStyle::Decade(case) => case.write(words::decade(value), out),
            AgeStyle::Stem(family, case) => {
                let stems = || stems().filter(|(_, other, _)| *other == family);
                // A family that lacks the decade has another one near it.
                let other = || {
                    let others = stems().filter(|(.., decade)| *decade != self.value);
                    others.min_by_key(|(.., decade)| decade.abs_diff(value))
                };
                let stem = stems().find(|(.., decade)| *decade == value).or_else(other);
                case.write(stem.map_or("", |(stem, ..)| written_stem(stem)), out);
            }
        }
    }
}

/// Words that tell a decade by how they start: each stem with its family and its decade.
static STEMS: ByLanguage<WordTable<3>> = words_by_language!("values", "age stems");

/// The stems of all languages, the Spanish first: an English stem may start with a Spanish one.
fn stems() -> impl Iterator<Item = (&'static str, &'static str, u32)> {
    let tables = [Language::Spanish, Language::English].into_iter().map(|language| STEMS.of(language));
    tables
        .flat_map(|table| table.rows())
        .map(|[stem, family, decade]| (*stem, *family, decade.parse().expect("a number")))
}

/// Reads a mention; nothing if it holds a number that is no age, or a word with a capital that ages do not have.
pub fn read_ages(text: &str, language: Language) -> Option<Vec<AgeField>> {
    let tokens = ValueTokens::new(text);
    if tokens.count() > MOST_TOKENS {
        return None;
    }
    let mut fields: Vec<AgeField> = Vec::with_capacity(2);
    // The first of the numbers whose unit is still to come.
    let mut open = 0;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.lexeme {
            ValueLexeme::Number => {
                let (digits, value) = tokens.number(at)?;
                let is_half =
                    value == 1 && tokens.is_mark(at + 1, '/') && tokens.number(at + 2).is_some_and(|(_, n)| n < 9);
                if is_half {
                    at += 3;
                    continue;
                }
                (digits.len() <= 3 && value <= 150).then_some(())?;
                let width = if digits.starts_with('0') { digits.len() } else { 1 };
                let mut field = AgeField {
                    start: token.start,
                    end: token.end,
                    value,
                    unit: AgeUnit::Years,
                    style: AgeStyle::Digits(width),
                };
                at += 1;
                if value >= 10 && value.is_multiple_of(10) && is_plural(&tokens, at) {
                    field.unit = AgeUnit::Decade;
                    fields.insert(open, field);
                    open += 1;
                    continue;
                }
                fields.push(field);
                // The decimals of an age stay what they are.
                let has_decimals = (tokens.is_mark(at, '.') || tokens.is_mark(at, ','))
                    && tokens.number(at + 1).is_some_and(|(digits, _)| digits.len() == 1);
                at += if has_decimals { 2 } else { 0 };
            }
            ValueLexeme::Word => {
                if let Some(numeral) = numerals::read(&tokens, at, language) {
                    let end = tokens.get(numeral.end.checked_sub(1)?)?.end;
                    let style = AgeStyle::Words(numeral.spelled);
                    fields.push(AgeField {
                        start: token.start,
                        end,
                        value: numeral.value,
                        unit: AgeUnit::Years,
                        style,
                    });
                    at = numeral.end;
                    continue;
                }
                let word = tokens.word(at)?;
                let word = word.as_str();
                if let Some(unit) = unit(&tokens, at, word, language) {
                    for field in fields.iter_mut().skip(open) {
                        field.unit = unit;
                        suit(field, word);
                    }
                    open = fields.len();
                } else if let Some(field) = decade(&tokens, at, word) {
                    fields.insert(open, field);
                    open += 1;
                } else {
                    let is_capital = tokens.of(at).chars().next().is_some_and(char::is_uppercase);
                    let is_known = matches!(word.len(), 1 | 2) || words::is_beside_ages(word);
                    (is_known || !is_capital).then_some(())?;
                }
                at += 1;
            }
            ValueLexeme::Blank | ValueLexeme::Mark(_) => at += 1,
        }
    }
    fields.sort_by_key(|field| field.start);
    Some(fields)
}

/// Spanish numbers agree with what they count.
fn suit(field: &mut AgeField, unit: &str) {
    if let AgeStyle::Words(spelled) = &mut field.style {
        let is_feminine = matches!(unit, "semana" | "semanas" | "hora" | "horas");
        spelled.one = if is_feminine { SpanishOne::Feminine } else { SpanishOne::Masculine };
    }
}

fn is_plural(tokens: &ValueTokens<'_>, at: usize) -> bool {
    let at = at + usize::from(tokens.is_mark(at, '\''));
    tokens.word(at).is_some_and(|word| word.as_str() == "s")
}

fn unit(tokens: &ValueTokens<'_>, at: usize, word: &str, language: Language) -> Option<AgeUnit> {
    Some(match word {
        "ano" | "anos" | "year" | "years" | "yr" | "yrs" | "yo" | "yrold" => AgeUnit::Years,
        "y" if language == Language::English => AgeUnit::Years,
        "a" => {
            // "25 a los 33 años" and "25 a 33" are ranges.
            let next = tokens.after_blank(at + 1);
            let is_range =
                tokens.number(next).is_some() || tokens.word(next).is_some_and(|word| word.as_str() == "los");
            (!is_range && at > 0).then_some(AgeUnit::Years)?
        }
        "mes" | "meses" | "month" | "months" | "mo" | "mos" | "mth" | "mths" | "m" | "semana" | "semanas" | "week"
        | "weeks" | "wk" | "wks" | "dia" | "dias" | "day" | "days" | "d" | "hora" | "horas" | "hour" | "hours" => {
            AgeUnit::Less
        }
        _ => return None,
    })
}

fn decade(tokens: &ValueTokens<'_>, at: usize, word: &str) -> Option<AgeField> {
    let token = tokens.get(at)?;
    let case = LetterCase::of(tokens.of(at));
    if let Some(value) = decade_named(word) {
        return Some(AgeField {
            start: token.start,
            end: token.end,
            value,
            unit: AgeUnit::Decade,
            style: AgeStyle::Decade(case),
        });
    }
    let lower = tokens.of(at).to_lowercase();
    let plain = lower.replace('ó', "o");
    let (stem, family, value) = stems().find(|(stem, ..)| plain.starts_with(stem))?;
    let mut ends = lower.char_indices().skip(written_stem(stem).chars().count()).map(|(at, _)| at);
    let end = token.start + ends.next().unwrap_or(lower.len());
    let style = AgeStyle::Stem(family, case);
    Some(AgeField { start: token.start, end, value, unit: AgeUnit::Decade, style })
}

/// The part of a stem that is written anew: the ending -ón keeps its accent or does without.
fn written_stem(stem: &str) -> &str {
    stem.strip_suffix("on").unwrap_or(stem)
}
