//! Numbers in words, in both languages, read and written.

use sfumato_words::Language;

use super::tokens::{LetterCase, ValueTokens};
use crate::words::{self, NumberForm};

/// The style of a number in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumeralStyle {
    /// In which language.
    pub language: Language,
    /// It tells a place in a row: third.
    pub is_ordinal: bool,
    /// Twenty-one has its hyphen.
    pub has_hyphen: bool,
    /// There is an "and" in two thousand and ten.
    pub has_and: bool,
    /// A year is two numbers: nineteen ninety.
    pub in_pairs: bool,
    /// The ending of the Spanish one.
    pub one: SpanishOne,
    /// The case of its letters.
    pub case: LetterCase,
}

/// The endings of the Spanish number one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanishOne {
    /// veintiuno.
    Alone,
    /// veintiún años.
    Masculine,
    /// veintiuna semanas.
    Feminine,
}

/// A number in words, as read.
pub struct SpelledNumeral {
    /// Its value.
    pub value: u32,
    /// The token after it.
    pub end: usize,
    /// Its style.
    pub spelled: NumeralStyle,
}

/// A word of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumeralRank {
    Unit(u32),
    Teen(u32),
    Tens(u32),
    Hundreds(u32),
    Thousand,
}

fn spanish_rank(word: &str) -> Option<(NumeralRank, SpanishOne)> {
    let (value, form) = words::cardinal(word, Language::Spanish)?;
    let rank = match value {
        1..10 => NumeralRank::Unit(value),
        10..30 => NumeralRank::Teen(value),
        30..100 => NumeralRank::Tens(value),
        // The hundreds of dates and ages count what is masculine.
        100 => NumeralRank::Hundreds(value),
        200..1000 if form == NumberForm::Plain => NumeralRank::Hundreds(value),
        1000 => NumeralRank::Thousand,
        _ => return None,
    };
    let one = match form {
        NumberForm::Masculine => SpanishOne::Masculine,
        NumberForm::Feminine => SpanishOne::Feminine,
        _ => SpanishOne::Alone,
    };
    Some((rank, one))
}

/// Reads a number in words at a token.
pub fn read(tokens: &ValueTokens<'_>, at: usize, language: Language) -> Option<SpelledNumeral> {
    let mut numeral = match language {
        Language::Spanish => read_spanish(tokens, at),
        Language::English => read_english(tokens, at),
    }?;
    let (start, end) = (tokens.get(at)?.start, tokens.get(numeral.end.checked_sub(1)?)?.end);
    numeral.spelled.case = LetterCase::of(tokens.slice(start..end));
    Some(numeral)
}

fn spelled(language: Language) -> NumeralStyle {
    NumeralStyle {
        language,
        is_ordinal: false,
        has_hyphen: language == Language::English,
        has_and: false,
        in_pairs: false,
        one: SpanishOne::Alone,
        case: LetterCase::Lower,
    }
}

fn read_spanish(tokens: &ValueTokens<'_>, at: usize) -> Option<SpelledNumeral> {
    let mut spelled = spelled(Language::Spanish);
    if tokens.word(at).is_some_and(|word| matches!(word.as_str(), "primero" | "primer")) {
        spelled.is_ordinal = true;
        return Some(SpelledNumeral { value: 1, end: at + 1, spelled });
    }
    let (mut total, mut current, mut end, mut next) = (0, 0, at, at);
    let mut last: Option<NumeralRank> = None;
    while let Some((rank, one)) = tokens.word(next).and_then(|word| spanish_rank(word.as_str())) {
        let had_and = next > end + 1;
        match (rank, last) {
            (NumeralRank::Unit(value), Some(NumeralRank::Tens(_))) if had_and => current += value,
            (
                NumeralRank::Unit(value) | NumeralRank::Teen(value) | NumeralRank::Tens(value),
                None | Some(NumeralRank::Thousand),
            ) => current += value,
            (
                NumeralRank::Unit(value) | NumeralRank::Teen(value) | NumeralRank::Tens(value),
                Some(NumeralRank::Hundreds(_)),
            ) if !had_and => {
                current += value;
            }
            (NumeralRank::Hundreds(value), None | Some(NumeralRank::Thousand)) if !had_and => current += value,
            (NumeralRank::Thousand, None | Some(NumeralRank::Unit(_))) if total == 0 => {
                total = 1000 * current.max(1);
                current = 0;
            }
            _ => break,
        }
        spelled.one = one;
        last = Some(rank);
        end = next + 1;
        next = tokens.after_blank(end);
        if next == end {
            break;
        }
        if matches!(rank, NumeralRank::Tens(_) | NumeralRank::Thousand)
            && tokens.word(next).is_some_and(|word| word.as_str() == "y")
        {
            next = tokens.after_blank(next + 1);
        }
    }
    last.map(|_| SpelledNumeral { value: total + current, end, spelled })
}

/// A number below a hundred at a token: value, whether it is an ordinal, whether it has a hyphen, and its end.
fn small_english(tokens: &ValueTokens<'_>, at: usize) -> Option<(u32, bool, Option<bool>, usize)> {
    let word = tokens.word(at)?;
    let word = word.as_str();
    // No day of a month is fortieth.
    if let Some((value, _)) = words::ordinal(word, Language::English).filter(|(value, _)| *value <= 30) {
        return Some((value, true, None, at + 1));
    }
    let (tens, _) = words::cardinal(word, Language::English).filter(|(value, _)| (1..100).contains(value))?;
    if tens < 20 {
        return Some((tens, false, None, at + 1));
    }
    let is_hyphen = tokens.is_mark(at + 1, '-');
    let next = if is_hyphen { at + 2 } else { tokens.after_blank(at + 1) };
    if next > at + 1
        && let Some(unit) = tokens.word(next)
    {
        let unit = unit.as_str();
        let one_to_nine = |(value, _): &(u32, NumberForm)| (1..10).contains(value);
        if let Some((value, _)) = words::cardinal(unit, Language::English).filter(one_to_nine) {
            return Some((tens + value, false, Some(is_hyphen), next + 1));
        }
        if let Some((value, _)) = words::ordinal(unit, Language::English).filter(one_to_nine) {
            return Some((tens + value, true, Some(is_hyphen), next + 1));
        }
    }
    Some((tens, false, None, at + 1))
}

fn read_english(tokens: &ValueTokens<'_>, at: usize) -> Option<SpelledNumeral> {
    let mut spelled = spelled(Language::English);
    // What stands after a hyphen or blanks, and a comma before them.
    let step = |end: usize| {
        let end = end + usize::from(tokens.is_mark(end, ','));
        if tokens.is_mark(end, '-') { end + 1 } else { tokens.after_blank(end) }
    };
    let is = |at: usize, wanted: &str| tokens.word(at).is_some_and(|word| word.as_str() == wanted);
    let (first, mut end) = if is(at, "a") && is(tokens.after_blank(at + 1), "hundred") {
        (1, at + 1)
    } else {
        let (value, is_ordinal, hyphen, end) = small_english(tokens, at)?;
        spelled.has_hyphen = hyphen.unwrap_or(true);
        if is_ordinal {
            spelled.is_ordinal = true;
            return Some(SpelledNumeral { value, end, spelled });
        }
        (value, end)
    };
    let mut value = first;
    let next = step(end);
    let scale = if is(next, "hundred") {
        100
    } else if is(next, "thousand") {
        1000
    } else {
        1
    };
    if scale > 1 {
        value = first.saturating_mul(scale);
        end = next + 1;
        let mut rest = step(end);
        if is(rest, "and") {
            spelled.has_and = true;
            rest = step(rest + 1);
        }
        if rest > end
            && let Some((more, false, hyphen, after)) = small_english(tokens, rest)
        {
            value += more;
            end = after;
            spelled.has_hyphen = hyphen.unwrap_or(spelled.has_hyphen);
        }
    } else if (18..=20).contains(&first) && next > end {
        let zero = is(next, "oh");
        let next = if zero { step(next + 1) } else { next };
        if let Some((more, false, hyphen, after)) = small_english(tokens, next)
            && (more >= 10 || zero)
        {
            value = first * 100 + more;
            end = after;
            spelled.in_pairs = true;
            spelled.has_hyphen = hyphen.unwrap_or(spelled.has_hyphen);
        }
    }
    Some(SpelledNumeral { value, end, spelled })
}

/// Writes a number below 3000 in words.
pub fn write(value: u32, spelled: NumeralStyle, out: &mut String) {
    let mut words = String::with_capacity(40);
    match spelled.language {
        Language::Spanish if spelled.is_ordinal && value == 1 => words.push_str("primero"),
        Language::Spanish => spanish(value, spelled.one, &mut words),
        Language::English => english(value, spelled, &mut words),
    }
    spelled.case.write(&words, out);
}

fn spanish(value: u32, one: SpanishOne, out: &mut String) {
    let word = |number| words::cardinal_word(number, NumberForm::Plain, Language::Spanish);
    let mut rest = value;
    if rest >= 1000 {
        if rest >= 2000 {
            out.push_str(word(rest / 1000));
            out.push(' ');
        }
        out.push_str(word(1000));
        rest %= 1000;
        if rest == 0 {
            return;
        }
        out.push(' ');
    }
    if rest == 100 {
        out.push_str(words::cardinal_word(rest, NumberForm::Alone, Language::Spanish));
        return;
    }
    if rest > 100 {
        out.push_str(word(rest - rest % 100));
        rest %= 100;
        if rest == 0 {
            return;
        }
        out.push(' ');
    }
    let unit = if rest >= 30 {
        out.push_str(word(rest - rest % 10));
        if rest.is_multiple_of(10) {
            return;
        }
        out.push_str(" y ");
        rest % 10
    } else {
        rest
    };
    let form = match one {
        SpanishOne::Alone => NumberForm::Plain,
        SpanishOne::Masculine => NumberForm::Masculine,
        SpanishOne::Feminine => NumberForm::Feminine,
    };
    out.push_str(words::cardinal_word(unit, form, Language::Spanish));
}

fn english(value: u32, style: NumeralStyle, out: &mut String) {
    let (high, low) = (value / 100, value % 100);
    if value >= 100 {
        let in_pairs = (1100..2000).contains(&value) || value >= 2010 && style.in_pairs;
        if in_pairs {
            below_hundred(high, false, true, out);
            match low {
                0 => out.push_str(" hundred"),
                1..10 => out.push_str(" oh "),
                _ => out.push(' '),
            }
        } else {
            let (count, scale) = if value >= 1000 { (value / 1000, " thousand") } else { (high, " hundred") };
            below_hundred(count, false, true, out);
            out.push_str(scale);
            if low > 0 {
                out.push_str(if style.has_and { " and " } else { " " });
            }
        }
        if low == 0 {
            return;
        }
    }
    below_hundred(low, style.is_ordinal, style.has_hyphen, out);
}

fn below_hundred(value: u32, is_ordinal: bool, has_hyphen: bool, out: &mut String) {
    let cardinal = |value| words::cardinal_word(value, NumberForm::Plain, Language::English);
    let last = |value| if is_ordinal { words::ordinal_word(value, Language::English) } else { cardinal(value) };
    if value <= 20 || value.is_multiple_of(10) && !(is_ordinal && value > 30) {
        out.push_str(last(value));
        return;
    }
    out.push_str(cardinal(value - value % 10));
    if !value.is_multiple_of(10) {
        out.push(if has_hyphen { '-' } else { ' ' });
        out.push_str(last(value % 10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, language: Language) -> Option<(u32, bool)> {
        let tokens = ValueTokens::new(text);
        read(&tokens, 0, language).map(|numeral| (numeral.value, numeral.end == tokens.count()))
    }

    #[test]
    fn words_are_numbers() {
        for (text, expected) in [
            ("dos", 2),
            ("veintitrés", 23),
            ("treinta y uno", 31),
            ("mil novecientos sesenta y tres", 1963),
            ("dos mil", 2000),
            ("dos mil veinte", 2020),
            ("Dos Mil y Cinco", 2005),
            ("noventa", 90),
            ("ciento dos", 102),
        ] {
            assert_eq!(value(text, Language::Spanish), Some((expected, true)), "{text}");
        }
        for (text, expected) in [
            ("twenty-third", 23),
            ("thirty first", 31),
            ("fifty-four", 54),
            ("nineteen ninety-nine", 1999),
            ("nineteen oh five", 1905),
            ("nineteen hundred and five", 1905),
            ("two thousand and ten", 2010),
            ("twenty twenty-one", 2021),
            ("a hundred and two", 102),
        ] {
            assert_eq!(value(text, Language::English), Some((expected, true)), "{text}");
        }
        assert_eq!(value("uno y dos", Language::Spanish), Some((1, false)));
        assert_eq!(value("marzo", Language::Spanish), None);
    }

    #[test]
    fn every_number_is_read_as_written() {
        for language in [Language::Spanish, Language::English] {
            for number in (1..=130).chain(1900..2060) {
                for (in_pairs, has_and, is_ordinal) in [(false, false, false), (true, true, false), (false, true, true)]
                {
                    let is_ordinal = is_ordinal && number < 32;
                    let style = NumeralStyle { in_pairs, has_and, is_ordinal, ..spelled(language) };
                    let mut out = String::new();
                    write(number, style, &mut out);
                    assert_eq!(value(&out, language), Some((number, true)), "{out}");
                }
            }
        }
    }
}
