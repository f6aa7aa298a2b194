//! Numbers in words, in both languages, read and written.

use sfumato_language::{Language, plain};

use super::tokens::{Case, Tokens};

/// How a number is written in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelled {
    /// In which language.
    pub language: Language,
    /// Whether it tells a place in a row: third.
    pub is_ordinal: bool,
    /// Whether twenty-one has its hyphen.
    pub has_hyphen: bool,
    /// Whether there is an "and" in two thousand and ten.
    pub has_and: bool,
    /// Whether a year is two numbers: nineteen ninety.
    pub in_pairs: bool,
    /// How the Spanish one ends.
    pub one: One,
    /// How its letters are cased.
    pub case: Case,
}

/// How the Spanish number one ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum One {
    /// veintiuno.
    Alone,
    /// veintiún años.
    Masculine,
    /// veintiuna semanas.
    Feminine,
}

/// A number in words, as read.
pub struct Numeral {
    /// Its value.
    pub value: u32,
    /// The token after it.
    pub end: usize,
    /// How it is written.
    pub spelled: Spelled,
}

const SPANISH: [&str; 30] = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const TENS_SPANISH: [&str; 10] =
    ["", "diez", "veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const HUNDREDS_SPANISH: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
const ENGLISH: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const ORDINALS_ENGLISH: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];
const TENS_ENGLISH: [&str; 10] =
    ["", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// A word of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Unit(u32),
    Teen(u32),
    Tens(u32),
    Hundreds(u32),
    Thousand,
}

/// The place of a folded word among names.
fn place(names: &[&str], word: &str) -> Option<u32> {
    let is_same = |name: &&str| name.chars().filter_map(plain).eq(word.chars());
    names.iter().position(is_same).map(|at| at as u32)
}

fn spanish_rank(word: &str) -> Option<(Rank, One)> {
    let plain = |rank| Some((rank, One::Alone));
    // Most words of dates are none of these: their starts tell.
    if !matches!(word.as_bytes().first(), Some(b'u' | b'd' | b't' | b'c' | b's' | b'o' | b'n' | b'q' | b'v' | b'm')) {
        return None;
    }
    match word {
        "un" => return Some((Rank::Unit(1), One::Masculine)),
        "una" => return Some((Rank::Unit(1), One::Feminine)),
        "veintiun" => return Some((Rank::Teen(21), One::Masculine)),
        "veintiuna" => return Some((Rank::Teen(21), One::Feminine)),
        "mil" => return plain(Rank::Thousand),
        "cien" => return plain(Rank::Hundreds(100)),
        _ => {}
    }
    if let Some(value) = place(&SPANISH, word).filter(|value| *value > 0) {
        return plain(if value < 10 { Rank::Unit(value) } else { Rank::Teen(value) });
    }
    if let Some(tens) = place(TENS_SPANISH.get(3..).unwrap_or_default(), word) {
        return plain(Rank::Tens((tens + 3) * 10));
    }
    let hundreds = place(HUNDREDS_SPANISH.get(1..).unwrap_or_default(), word)?;
    plain(Rank::Hundreds((hundreds + 1) * 100))
}

/// Reads a number in words at a token.
pub fn read(tokens: &Tokens<'_>, at: usize, language: Language) -> Option<Numeral> {
    let mut numeral = match language {
        Language::Spanish => read_spanish(tokens, at),
        Language::English => read_english(tokens, at),
    }?;
    let (start, end) = (tokens.get(at)?.start, tokens.get(numeral.end.checked_sub(1)?)?.end);
    numeral.spelled.case = Case::of(tokens.slice(start..end));
    Some(numeral)
}

fn spelled(language: Language) -> Spelled {
    Spelled {
        language,
        is_ordinal: false,
        has_hyphen: language == Language::English,
        has_and: false,
        in_pairs: false,
        one: One::Alone,
        case: Case::Lower,
    }
}

fn read_spanish(tokens: &Tokens<'_>, at: usize) -> Option<Numeral> {
    let mut spelled = spelled(Language::Spanish);
    if tokens.word(at).is_some_and(|word| matches!(word.as_str(), "primero" | "primer")) {
        spelled.is_ordinal = true;
        return Some(Numeral { value: 1, end: at + 1, spelled });
    }
    let (mut total, mut current, mut end, mut next) = (0, 0, at, at);
    let mut last: Option<Rank> = None;
    while let Some((rank, one)) = tokens.word(next).and_then(|word| spanish_rank(word.as_str())) {
        let had_and = next > end + 1;
        match (rank, last) {
            (Rank::Unit(value), Some(Rank::Tens(_))) if had_and => current += value,
            (Rank::Unit(value) | Rank::Teen(value) | Rank::Tens(value), None | Some(Rank::Thousand)) => {
                current += value
            }
            (Rank::Unit(value) | Rank::Teen(value) | Rank::Tens(value), Some(Rank::Hundreds(_))) if !had_and => {
                current += value;
            }
            (Rank::Hundreds(value), None | Some(Rank::Thousand)) if !had_and => current += value,
            (Rank::Thousand, None | Some(Rank::Unit(_))) if total == 0 => {
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
        if matches!(rank, Rank::Tens(_) | Rank::Thousand) && tokens.word(next).is_some_and(|word| word.as_str() == "y")
        {
            next = tokens.after_blank(next + 1);
        }
    }
    last.map(|_| Numeral { value: total + current, end, spelled })
}

/// A number below a hundred at a token: value, whether it is an ordinal, whether it has a hyphen, and its end.
fn small_english(tokens: &Tokens<'_>, at: usize) -> Option<(u32, bool, Option<bool>, usize)> {
    let word = tokens.word(at)?;
    let word = word.as_str();
    if let Some(value) = place(&ENGLISH, word).filter(|value| *value > 0) {
        return Some((value, false, None, at + 1));
    }
    if let Some(value) = place(&ORDINALS_ENGLISH, word).filter(|value| *value > 0) {
        return Some((value, true, None, at + 1));
    }
    match word {
        "twentieth" => return Some((20, true, None, at + 1)),
        "thirtieth" => return Some((30, true, None, at + 1)),
        _ => {}
    }
    let tens = place(TENS_ENGLISH.get(2..).unwrap_or_default(), word)? * 10 + 20;
    let is_hyphen = tokens.is_mark(at + 1, '-');
    let next = if is_hyphen { at + 2 } else { tokens.after_blank(at + 1) };
    if next > at + 1
        && let Some(unit) = tokens.word(next)
    {
        let unit = unit.as_str();
        let one_to_nine = |value: &u32| (1..10).contains(value);
        if let Some(value) = place(&ENGLISH, unit).filter(one_to_nine) {
            return Some((tens + value, false, Some(is_hyphen), next + 1));
        }
        if let Some(value) = place(&ORDINALS_ENGLISH, unit).filter(one_to_nine) {
            return Some((tens + value, true, Some(is_hyphen), next + 1));
        }
    }
    Some((tens, false, None, at + 1))
}

fn read_english(tokens: &Tokens<'_>, at: usize) -> Option<Numeral> {
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
            return Some(Numeral { value, end, spelled });
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
    Some(Numeral { value, end, spelled })
}

/// Writes a number below 3000 in words.
pub fn write(value: u32, spelled: Spelled, out: &mut String) {
    let mut words = String::with_capacity(40);
    match spelled.language {
        Language::Spanish if spelled.is_ordinal && value == 1 => words.push_str("primero"),
        Language::Spanish => spanish(value, spelled.one, &mut words),
        Language::English => english(value, spelled, &mut words),
    }
    spelled.case.write(&words, out);
}

fn spanish(value: u32, one: One, out: &mut String) {
    let mut rest = value;
    if rest >= 1000 {
        if rest >= 2000 {
            out.push_str(SPANISH.get((rest / 1000) as usize).copied().unwrap_or_default());
            out.push(' ');
        }
        out.push_str("mil");
        rest %= 1000;
        if rest == 0 {
            return;
        }
        out.push(' ');
    }
    if rest == 100 {
        out.push_str("cien");
        return;
    }
    if rest > 100 {
        out.push_str(HUNDREDS_SPANISH.get((rest / 100) as usize).copied().unwrap_or_default());
        rest %= 100;
        if rest == 0 {
            return;
        }
        out.push(' ');
    }
    let unit = if rest >= 30 {
        out.push_str(TENS_SPANISH.get((rest / 10) as usize).copied().unwrap_or_default());
        if rest.is_multiple_of(10) {
            return;
        }
        out.push_str(" y ");
        rest % 10
    } else {
        rest
    };
    out.push_str(match (unit, one) {
        (1, One::Masculine) => "un",
        (1, One::Feminine) => "una",
        (21, One::Masculine) => "veintiún",
        (21, One::Feminine) => "veintiuna",
        _ => SPANISH.get(unit as usize).copied().unwrap_or_default(),
    });
}

fn english(value: u32, spelled: Spelled, out: &mut String) {
    let (high, low) = (value / 100, value % 100);
    if value >= 100 {
        let in_pairs = (1100..2000).contains(&value) || value >= 2010 && spelled.in_pairs;
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
                out.push_str(if spelled.has_and { " and " } else { " " });
            }
        }
        if low == 0 {
            return;
        }
    }
    below_hundred(low, spelled.is_ordinal, spelled.has_hyphen, out);
}

fn below_hundred(value: u32, is_ordinal: bool, has_hyphen: bool, out: &mut String) {
    let names = if is_ordinal { &ORDINALS_ENGLISH } else { &ENGLISH };
    if let Some(name) = names.get(value as usize) {
        out.push_str(name);
        return;
    }
    match (value, is_ordinal) {
        (20, true) => out.push_str("twentieth"),
        (30, true) => out.push_str("thirtieth"),
        _ => {
            out.push_str(TENS_ENGLISH.get((value / 10) as usize).copied().unwrap_or_default());
            if !value.is_multiple_of(10) {
                out.push(if has_hyphen { '-' } else { ' ' });
                out.push_str(names.get((value % 10) as usize).copied().unwrap_or_default());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, language: Language) -> Option<(u32, bool)> {
        let tokens = Tokens::new(text);
        read(&tokens, 0, language).map(|numeral| (numeral.value, numeral.end == tokens.len()))
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
                    let style = Spelled { in_pairs, has_and, is_ordinal, ..spelled(language) };
                    let mut out = String::new();
                    write(number, style, &mut out);
                    assert_eq!(value(&out, language), Some((number, true)), "{out}");
                }
            }
        }
    }
}
