//! Strings that look like dates and are none: 31/02/2010, 45/13/2001. Digits and names become others; the layout
//! stays.

use sfumato_values::written::{DateOffset, LetterCase, ValueLexeme, ValueTokens};
use sfumato_values::{Day, NameLength, words};

use crate::{PseudonymSubject, SeededDraws, SubstituteContext, SubstituteKind};

/// The number of tries not to hit another value of the scope.
const MOST_TRIES: u32 = 20;

/// The mention with other digits, months and weekdays; nothing if it holds none but words with capitals.
pub(super) fn write(
    form: &str,
    subject: &PseudonymSubject<'_>,
    offset: DateOffset,
    context: &SubstituteContext<'_>,
) -> Option<String> {
    let tokens = ValueTokens::new(form);
    let roll = subject.roll.to_string();
    let mut out = String::new();
    for attempt in 0..MOST_TRIES {
        let mut draw =
            context.seed.draw(&[SubstituteKind::Offset.name(), "no date", form, &roll, &attempt.to_string()]);
        out.clear();
        let mut has_changed = false;
        for at in 0..tokens.count() {
            has_changed |= token(&tokens, at, subject, offset, &mut draw, &mut out)?;
        }
        if !has_changed || out != form && !context.originals.hold(&out) {
            break;
        }
    }
    // Words alone, none of them of dates: somebody took them for one.
    let is_known = |at: usize| tokens.word(at).is_none_or(|word| words::is_beside_dates(word.as_str()));
    (out != form || (0..tokens.count()).all(is_known)).then_some(out)
}

/// Writes a token anew; whether it is another one then. Nothing if it is a word that no date has.
fn token(
    tokens: &ValueTokens<'_>,
    at: usize,
    subject: &PseudonymSubject<'_>,
    offset: DateOffset,
    draw: &mut SeededDraws,
    out: &mut String,
) -> Option<bool> {
    let text = tokens.of(at);
    let token = tokens.get(at)?;
    match token.lexeme {
        ValueLexeme::Number => {
            number(text, offset, draw, out);
            Some(true)
        }
        ValueLexeme::Word => {
            let folded = tokens.word(at)?;
            let word = folded.as_str();
            let case = LetterCase::of(text);
            if let Some((month, naming, language)) = words::month_named(word, subject.language) {
                let other = (month + draw.below(11) as u32) % 12 + 1;
                let naming = if naming == NameLength::Either { NameLength::Full } else { naming };
                case.write(words::month(other, naming, language), out);
                return Some(true);
            }
            if let Some((weekday, naming, language)) = words::weekday_named(word) {
                case.write(words::weekday((weekday + 1 + draw.below(6) as u32) % 7, naming, language), out);
                return Some(true);
            }
            out.push_str(text);
            let is_capital = text.chars().next().is_some_and(char::is_uppercase);
            let is_strange = is_capital && text.chars().count() > 2 && !words::is_beside_dates(word);
            (!is_strange).then_some(false)
        }
        ValueLexeme::Blank | ValueLexeme::Mark(_) => {
            out.push_str(text);
            Some(false)
        }
    }
}

fn number(digits: &str, offset: DateOffset, draw: &mut SeededDraws, out: &mut String) {
    use std::fmt::Write as _;
    let value = digits.parse::<i32>().unwrap_or(-1);
    // Writing to a string does not fail.
    let _ = match (digits.len(), value) {
        (4, 1800..2100) => write!(out, "{:04}", offset.apply(Day::clipped(value, 7, 2)).year),
        (1, _) => write!(out, "{}", (value + draw.below(8) as i32) % 9 + 1),
        (2, _) => write!(out, "{:02}", (value + draw.below(11) as i32) % 12 + 1),
        _ => {
            for (at, digit) in digits.bytes().enumerate() {
                let least = u64::from(at == 0 && digit != b'0');
                let drawn = least + draw.number() % (10 - least);
                let _ = write!(out, "{drawn}");
            }
            Ok(())
        }
    };
}
