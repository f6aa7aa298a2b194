//! Reads a mention of ages: its numbers, what they count, and how they are written.

use sfumato_language::Language;

use crate::dates::decade_named;
use crate::dates::numerals::{self, One, Spelled};
use crate::dates::tokens::{Case, Lexeme, Tokens};

/// Mentions longer than this many tokens are no ages.
const MOST_TOKENS: usize = 64;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Years of life.
    Years,
    /// Months, weeks, days or hours.
    Less,
    /// Ten years at once: in her fifties.
    Decade,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// In digits, as many at least.
    Digits(usize),
    /// In words.
    Words(Spelled),
    /// By the English word for a decade.
    Decade(Case),
    /// By a word whose start tells the decade: octogenarian. Which family of such words, and its case.
    Stem(usize, Case),
}

/// A number of a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Where it starts, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its value.
    pub value: u32,
    /// What it counts.
    pub unit: Unit,
    /// How it is written.
    pub style: Style,
}

/// Words that tell a decade by how they start, in families: each stem with its decade.
pub const STEMS: [&[(&str, u32)]; 4] = [
    &[
        ("cuadragenari", 40),
        ("quincuagenari", 50),
        ("sexagenari", 60),
        ("septuagenari", 70),
        ("octogenari", 80),
        ("nonagenari", 90),
        ("centenari", 100),
    ],
    &[
        ("quinquagenarian", 50),
        ("sexagenarian", 60),
        ("septuagenarian", 70),
        ("octogenarian", 80),
        ("nonagenarian", 90),
        ("centenarian", 100),
    ],
    &[("treintañer", 30), ("cuarentañer", 40), ("cincuentañer", 50), ("sesentañer", 60), ("veinteañer", 20)],
    &[("treinton", 30), ("cuarenton", 40), ("cincuenton", 50), ("sesenton", 60), ("setenton", 70), ("ochenton", 80)],
];

/// Reads a mention; nothing if it holds a number that is no age, or a word with a capital that ages do not have.
pub fn read(text: &str, language: Language) -> Option<Vec<Field>> {
    let tokens = Tokens::new(text);
    if tokens.len() > MOST_TOKENS {
        return None;
    }
    let mut fields: Vec<Field> = Vec::with_capacity(2);
    // The first of the numbers whose unit is still to come.
    let mut open = 0;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.lexeme {
            Lexeme::Number => {
                let (digits, value) = tokens.number(at)?;
                let is_half =
                    value == 1 && tokens.is_mark(at + 1, '/') && tokens.number(at + 2).is_some_and(|(_, n)| n < 9);
                if is_half {
                    at += 3;
                    continue;
                }
                (digits.len() <= 3 && value <= 150).then_some(())?;
                let width = if digits.starts_with('0') { digits.len() } else { 1 };
                let mut field =
                    Field { start: token.start, end: token.end, value, unit: Unit::Years, style: Style::Digits(width) };
                at += 1;
                if value >= 10 && value.is_multiple_of(10) && is_plural(&tokens, at) {
                    field.unit = Unit::Decade;
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
            Lexeme::Word => {
                if let Some(numeral) = numerals::read(&tokens, at, language) {
                    let end = tokens.get(numeral.end.checked_sub(1)?)?.end;
                    let style = Style::Words(numeral.spelled);
                    fields.push(Field { start: token.start, end, value: numeral.value, unit: Unit::Years, style });
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
                    let is_known = matches!(word.len(), 1 | 2) || KNOWN.contains(&word);
                    (is_known || !is_capital).then_some(())?;
                }
                at += 1;
            }
            Lexeme::Blank | Lexeme::Mark(_) => at += 1,
        }
    }
    fields.sort_by_key(|field| field.start);
    Some(fields)
}

/// Spanish numbers agree with what they count.
fn suit(field: &mut Field, unit: &str) {
    if let Style::Words(spelled) = &mut field.style {
        let is_feminine = matches!(unit, "semana" | "semanas" | "hora" | "horas");
        spelled.one = if is_feminine { One::Feminine } else { One::Masculine };
    }
}

fn is_plural(tokens: &Tokens<'_>, at: usize) -> bool {
    let at = at + usize::from(tokens.is_mark(at, '\''));
    tokens.word(at).is_some_and(|word| word.as_str() == "s")
}

fn unit(tokens: &Tokens<'_>, at: usize, word: &str, language: Language) -> Option<Unit> {
    Some(match word {
        "ano" | "anos" | "year" | "years" | "yr" | "yrs" | "yo" | "yrold" => Unit::Years,
        "y" if language == Language::English => Unit::Years,
        "a" => {
            // "25 a los 33 años" and "25 a 33" are ranges.
            let next = tokens.after_blank(at + 1);
            let is_range =
                tokens.number(next).is_some() || tokens.word(next).is_some_and(|word| word.as_str() == "los");
            (!is_range && at > 0).then_some(Unit::Years)?
        }
        "mes" | "meses" | "month" | "months" | "mo" | "mos" | "mth" | "mths" | "m" | "semana" | "semanas" | "week"
        | "weeks" | "wk" | "wks" | "dia" | "dias" | "day" | "days" | "d" | "hora" | "horas" | "hour" | "hours" => {
            Unit::Less
        }
        _ => return None,
    })
}

fn decade(tokens: &Tokens<'_>, at: usize, word: &str) -> Option<Field> {
    let token = tokens.get(at)?;
    let case = Case::of(tokens.of(at));
    if let Some(value) = decade_named(word) {
        return Some(Field {
            start: token.start,
            end: token.end,
            value,
            unit: Unit::Decade,
            style: Style::Decade(case),
        });
    }
    let lower = tokens.of(at).to_lowercase();
    let plain = lower.replace('ó', "o");
    for (family, stems) in STEMS.iter().enumerate() {
        if let Some((stem, value)) = stems.iter().find(|(stem, _)| plain.starts_with(stem)) {
            let mut ends = lower.char_indices().skip(written_stem(stem).chars().count()).map(|(at, _)| at);
            let end = token.start + ends.next().unwrap_or(lower.len());
            let style = Style::Stem(family, case);
            return Some(Field { start: token.start, end, value: *value, unit: Unit::Decade, style });
        }
    }
    None
}

/// The part of a stem that is written anew: the ending -ón keeps its accent or does without.
pub fn written_stem(stem: &str) -> &str {
    stem.strip_suffix("on").unwrap_or(stem)
}

/// Words with a capital that ages have.
const KNOWN: [&str; 56] = [
    "edad",
    "edades",
    "age",
    "aged",
    "ages",
    "old",
    "olds",
    "los",
    "las",
    "medio",
    "media",
    "half",
    "and",
    "entre",
    "between",
    "desde",
    "hasta",
    "unos",
    "unas",
    "about",
    "approximately",
    "aproximadamente",
    "early",
    "late",
    "mid",
    "the",
    "con",
    "mas",
    "menos",
    "recien",
    "nacido",
    "nacida",
    "adolescente",
    "lactante",
    "neonato",
    "neonata",
    "joven",
    "adulto",
    "adulta",
    "anciano",
    "anciana",
    "nino",
    "nina",
    "infant",
    "newborn",
    "neonate",
    "elderly",
    "teenager",
    "adult",
    "child",
    "baby",
    "toddler",
    "menor",
    "mayor",
    "vida",
    "gestacion",
];
