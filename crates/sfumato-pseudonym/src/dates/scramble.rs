//! What looks like a date and is none: 31/02/2010, 45/13/2001. Its digits and names become others; its layout stays.

use super::names::{self, Naming};
use super::offset::Offset;
use super::tokens::{Case, Lexeme, Tokens};
use crate::{Context, Draw, Kind, Subject};
use sfumato_language::calendar::Day;

/// How often it is tried not to hit another value of the scope.
const MOST_TRIES: u32 = 20;

/// The mention with other digits, months and weekdays; nothing if it holds none but words with capitals.
pub(super) fn write(form: &str, subject: &Subject<'_>, offset: Offset, context: &Context<'_>) -> Option<String> {
    let tokens = Tokens::new(form);
    let roll = subject.roll.to_string();
    let mut out = String::new();
    for attempt in 0..MOST_TRIES {
        let mut draw = context.seed.draw(&[Kind::Offset.name(), "no date", form, &roll, &attempt.to_string()]);
        out.clear();
        let mut has_changed = false;
        for at in 0..tokens.len() {
            has_changed |= token(&tokens, at, subject, offset, &mut draw, &mut out)?;
        }
        if !has_changed || out != form && !context.originals.hold(&out) {
            break;
        }
    }
    // Words alone, none of them of dates: somebody took them for one.
    let is_known = |at: usize| tokens.word(at).is_none_or(|word| names::is_known(word.as_str()));
    (out != form || (0..tokens.len()).all(is_known)).then_some(out)
}

/// Writes a token anew; whether it is another one then. Nothing if it is a word that no date has.
fn token(
    tokens: &Tokens<'_>,
    at: usize,
    subject: &Subject<'_>,
    offset: Offset,
    draw: &mut Draw,
    out: &mut String,
) -> Option<bool> {
    let text = tokens.of(at);
    let token = tokens.get(at)?;
    match token.lexeme {
        Lexeme::Number => {
            number(text, offset, draw, out);
            Some(true)
        }
        Lexeme::Word => {
            let folded = tokens.word(at)?;
            let word = folded.as_str();
            let case = Case::of(text);
            if let Some((month, naming, language)) = names::month_named(word, subject.language) {
                let other = (month + draw.below(11) as u32) % 12 + 1;
                let naming = if naming == Naming::Either { Naming::Full } else { naming };
                case.write(names::month(other, naming, language), out);
                return Some(true);
            }
            if let Some((weekday, naming, language)) = names::weekday_named(word) {
                case.write(names::weekday((weekday + 1 + draw.below(6) as u32) % 7, naming, language), out);
                return Some(true);
            }
            out.push_str(text);
            let is_capital = text.chars().next().is_some_and(char::is_uppercase);
            let is_strange = is_capital && text.chars().count() > 2 && !names::is_known(word);
            (!is_strange).then_some(false)
        }
        Lexeme::Blank | Lexeme::Mark(_) => {
            out.push_str(text);
            Some(false)
        }
    }
}

fn number(digits: &str, offset: Offset, draw: &mut Draw, out: &mut String) {
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
