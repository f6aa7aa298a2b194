//! Citations of laws: what a law is called stands in books, and moved it would tell by how much dates were moved.
//!
//! A citation is recognised whole, by one of the forms in [`FORMS`], or not at all: a word like "order" or "ley" near a
//! date says nothing. Where a form leaves doubt (an order of a day may be that of a court) it is not in the table.

use std::ops::Range;

use sfumato_pseudonym::fold;

/// How many bytes before and after a place a citation around it may reach.
const REACH: usize = 240;
/// The most words of a title, and of the bodies that passed a law.
const LONGEST: usize = 14;

/// A part of a form.
#[derive(Clone, Copy)]
enum Part {
    /// One of some words or marks, parted by blanks.
    Word(&'static str),
    /// The same with a capital at its start, as names of laws have it.
    Name(&'static str),
    /// Something that may be missing.
    May(&'static [Part]),
    /// A number with a stroke: `35/2015`, `95/46/CE`, `104-191`.
    Number,
    /// Letters and two numbers: `SND/297/2020`.
    Code,
    /// Digits alone.
    Digits,
    /// Four digits that are a year.
    Year,
    /// A day with its month, and perhaps its year.
    Day,
    /// Some words with capitals, at least so many, and small ones or brackets between them.
    Title(usize),
    /// Those who passed it: "del Parlamento Europeo y del Consejo,".
    Bodies,
}

use Part::{Bodies, Code, Day, Digits, May, Name, Number, Title, Word, Year};

/// A comma and a preposition before the day of a law.
const OF_DAY: &[Part] = &[May(&[Word(",")]), Word("de del of"), Day];
const OF_DAY_OR_YEAR: &[Part] = &[May(&[Word(",")]), Word("de del of"), May(&[Day]), May(&[Year])];
const NUMBERS: &[Part] = &[Number, May(&[Word("y e , and"), Number])];
const UNION: &[Part] =
    &[May(&[Word("("), Word("ue ce cee euratom eu ec eec"), May(&[Word(","), Word("euratom")]), Word(")")])];
const NO: &[Part] = &[May(&[Word("no nº n"), May(&[Word(".")]), May(&[Word("º ° o")])])];
const BODY: &[Part] = &[Bodies];
const ARTICLES: &[Part] = &[Digits, May(&[Word("y e and to"), Digits])];

/// The forms of citations, in both languages. A list inside a form is all parts of it, one behind the other.
const FORMS: &[&[&[Part]]] = &[
    // Ley Orgánica 35/2015, de 22 de septiembre
    &[&[Word("ley leyes"), May(&[Word("organica organicas foral general")])], NO, NUMBERS, &[May(OF_DAY)]],
    // Ley N.º 30292, Ley 1751 del 16 de febrero de 2015, Decreto 2591 de 1991
    &[&[Name("ley decreto"), May(&[Word("legislativo")])], NO, &[Digits, May(&[Word("."), Digits])], OF_DAY_OR_YEAR],
    &[&[Name("lo"), Number, May(OF_DAY)]],
    &[&[Name("l"), Word("."), Name("o"), Word("."), Number, May(OF_DAY)]],
    // Real Decreto-ley 463/2020, de 14 de marzo
    &[
        &[May(&[Name("real")]), Word("decreto decretos"), May(&[Word("-")]), May(&[Word("ley leyes legislativo")])],
        NUMBERS,
        &[May(OF_DAY)],
    ],
    &[&[Name("rd rdl rdleg"), Number, May(OF_DAY)]],
    &[&[
        Name("r"),
        Word("."),
        Name("d"),
        Word("."),
        May(&[Name("l"), Word(".")]),
        May(&[Word("ley legislativo")]),
        Number,
        May(OF_DAY),
    ]],
    // Orden SND/297/2020, de 27 de marzo: a ministry's, by its letters
    &[&[Name("orden"), Code, May(OF_DAY)]],
    // Ley de 20 de julio de 1957, Ley de Enjuiciamiento Civil de 7 de enero de 2000
    &[&[Name("ley"), Word("de"), Day]],
    &[
        &[Name("ley estatuto"), May(&[Word("organica")]), Word("de del"), May(&[Word("la las los")]), Title(1)],
        OF_DAY_OR_YEAR,
    ],
    &[&[Name("codigo"), Name("civil penal mercantil")], OF_DAY_OR_YEAR],
    &[&[Name("constitucion"), May(&[Name("espanola")])], OF_DAY_OR_YEAR],
    &[&[Name("constitution")], OF_DAY_OR_YEAR],
    &[&[Name("tratado convention treaty"), Word("de of"), May(&[Title(1)])], OF_DAY_OR_YEAR],
    // Directiva 95/46/CE del Parlamento Europeo y del Consejo, de 24 de octubre de 1995
    &[&[Name("directiva reglamento decision directive regulation")], UNION, NO, &[Number], BODY, &[May(OF_DAY)]],
    // artículo 1902 del Código Civil, Section 1983
    &[&[Word("articulo articulos art arts"), May(&[Word(".")])], ARTICLES],
    &[&[Name("article articles section sections")], ARTICLES],
    &[&[Word("§"), May(&[Word("§")])], ARTICLES],
    // the Human Rights Act 1998, s 31; the Housing (Scotland) Act 2001
    &[&[Title(1), Name("act"), May(&[Word(", of")]), Year]],
    &[&[Word("the"), Year, Name("act")]],
    &[&[Title(2), Name("regulations rules convention"), May(&[Word(",")]), Year]],
    &[&[Name("act"), May(&[Name("no"), May(&[Word(".")])]), Digits, Word("of"), Year]],
    &[&[Name("act"), Word("of"), Day]],
    // Pub. L. 104-191; SI 2006/1234; 42 U.S.C. § 1983; 45 CFR 1640
    &[&[Name("pub"), Word("."), Name("l"), Word("."), May(&[Name("no"), Word(".")]), Number]],
    &[&[Name("si"), May(&[Name("no"), May(&[Word(".")])]), Number]],
    &[&[Digits, Name("u"), Word("."), Name("s"), Word("."), Name("c"), Word("."), May(&[Word("§")]), Digits]],
    &[&[Digits, Name("usc cfr"), May(&[Word("§")]), Digits]],
];

/// Months as laws are dated by them.
const MONTHS: &str = "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre \
    january february march april may june july august september october november december \
    jan feb mar apr jun jul aug sept sep oct nov dec";
/// Words inside titles, in small letters.
const LINKS: &str = "of and the for to in on de del la las los el y e sobre a";
/// Words that begin sentences and are no title by themselves.
const NO_TITLE: &str = "the this that these those his her my our your their its an a under by in of";
/// Those who pass laws, and what stands between them.
const BODIES: &str = "del de la el los y e of the and parlamento europeo consejo comision european parliament council \
    commission ,";

/// A word, a run of digits or a mark.
struct Token {
    range: Range<usize>,
    /// In small letters without accents.
    key: String,
    is_capital: bool,
    /// Whether a blank stands before it.
    is_apart: bool,
}

impl Token {
    fn is_word(&self) -> bool {
        self.key.starts_with(char::is_alphabetic)
    }

    fn is_number(&self) -> bool {
        self.key.starts_with(|c: char| c.is_ascii_digit())
    }

    fn is_year(&self) -> bool {
        self.is_number() && self.key.len() == 4 && self.key.starts_with(['1', '2'])
    }

    fn is(&self, words: &str) -> bool {
        words.split_whitespace().any(|word| word == self.key)
    }
}

/// Whether a place lies inside the citation of a law.
pub(crate) fn is_cited(text: &str, place: Range<usize>) -> bool {
    let around = text.get(border(text, place.start.saturating_sub(REACH))..border(text, place.end + REACH));
    let start = border(text, place.start.saturating_sub(REACH));
    let tokens = tokens(around.unwrap_or_default(), start);
    let until = tokens.partition_point(|token| token.range.start <= place.start);
    let reaches = |at: usize| {
        let tokens = tokens.get(at..).unwrap_or_default();
        let ends = FORMS.iter().filter_map(|form| end_of(form, tokens));
        ends.filter_map(|count| tokens.get(count.checked_sub(1)?)).any(|last| last.range.end >= place.end)
    };
    (0..until).any(reaches)
}

/// The next border of a character.
fn border(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// The tokens of a text that starts at an offset; an empty line is a mark of its own.
fn tokens(text: &str, offset: usize) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text.char_indices().peekable();
    let mut is_apart = false;
    while let Some((start, c)) = rest.next() {
        if c.is_whitespace() {
            // Nothing is cited across an empty line.
            let is_gap = c == '\n' && text.get(start + 1..).is_some_and(|after| after.starts_with(['\n', '\r']));
            is_apart = true;
            if !is_gap {
                continue;
            }
        }
        let is_same = |other: char| match (c.is_alphabetic(), c.is_ascii_digit()) {
            (true, _) => other.is_alphabetic() && other != 'º' && other != 'ª',
            (_, true) => other.is_ascii_digit(),
            _ => false,
        };
        let mut end = start + c.len_utf8();
        while let Some((at, other)) = rest.next_if(|(_, other)| is_same(*other)) {
            end = at + other.len_utf8();
        }
        let own = text.get(start..end).unwrap_or_default();
        let key = if c.is_alphabetic() { fold(own) } else { own.to_owned() };
        let is_apart = std::mem::take(&mut is_apart);
        tokens.push(Token { range: offset + start..offset + end, key, is_capital: c.is_uppercase(), is_apart });
    }
    tokens
}

/// How many tokens a form takes from the first on; nothing if it does not stand there.
fn end_of(form: &[&[Part]], tokens: &[Token]) -> Option<usize> {
    let parts: Vec<Part> = form.iter().flat_map(|list| list.iter().copied()).collect();
    taken(&parts, tokens, 0)
}

/// How many tokens some parts take at most up to the last of them, from a token on.
fn taken(parts: &[Part], tokens: &[Token], at: usize) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else { return Some(at) };
    let token = tokens.get(at);
    let next = |fits: bool| if fits { taken(rest, tokens, at + 1) } else { None };
    match part {
        Word(words) => next(token?.is(words)),
        Name(words) => next(token?.is_capital && token?.is(words)),
        Digits => next(token?.is_number()),
        Year => next(token?.is_year()),
        May(some) => {
            let all: Vec<Part> = some.iter().chain(rest).copied().collect();
            taken(&all, tokens, at).max(taken(rest, tokens, at))
        }
        Number => taken(rest, tokens, number(tokens, at)?),
        Code => {
            let is_code = token?.is_capital && tokens.get(at + 1)?.is("/");
            taken(rest, tokens, number(tokens, at + 2).filter(|_| is_code)?)
        }
        Day => taken(rest, tokens, day(tokens, at)?),
        Title(least) => titles(tokens, at, *least).into_iter().filter_map(|end| taken(rest, tokens, end)).max(),
        Bodies => {
            let count = tokens.get(at..)?.iter().take(LONGEST).take_while(|token| token.is(BODIES)).count();
            // The last comma and preposition belong to the day behind them.
            (0..=count).filter_map(|count| taken(rest, tokens, at + count)).max()
        }
    }
}

/// The end of a number with a stroke or hyphen in it, written in one piece.
fn number(tokens: &[Token], at: usize) -> Option<usize> {
    let mut end = at;
    let is_joined =
        |nth: usize, fits: fn(&Token) -> bool| tokens.get(nth).is_some_and(|token| !token.is_apart && fits(token));
    tokens.get(at).filter(|token| token.is_number())?;
    while is_joined(end + 1, |token| token.is("/ -"))
        && is_joined(end + 2, |token| token.is_number() || (token.is_capital && token.key.len() < 8))
    {
        end += 2;
    }
    (end > at).then_some(end + 1)
}

/// The end of a day with its month, and of the year behind it.
fn day(tokens: &[Token], at: usize) -> Option<usize> {
    let is = |nth: usize, fits: &dyn Fn(&Token) -> bool| tokens.get(nth).is_some_and(fits);
    let is_day = |token: &Token| token.is_number() && token.key.len() < 3;
    let month = if is(at, &is_day) && is(at + 1, &|token| token.is(MONTHS)) {
        at + 1
    } else if is(at, &is_day) && is(at + 1, &|token| token.is("de")) && is(at + 2, &|token| token.is(MONTHS)) {
        at + 2
    } else if is(at, &|token| token.is(MONTHS)) && is(at + 1, &is_day) {
        at + 1
    } else {
        return None;
    };
    let year = month + 1 + usize::from(is(month + 1, &|token| token.is("de del ,")));
    Some(if is(year, &Token::is_year) { year + 1 } else { month + 1 })
}

/// Where a title of at least so many words with capitals may end.
fn titles(tokens: &[Token], at: usize, least: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut names, mut depth) = (0, 0);
    for (nth, token) in tokens.iter().enumerate().skip(at).take(LONGEST) {
        let is_name = token.is_word() && token.is_capital && !token.is(NO_TITLE);
        let is_more = token.is("( ) ' ’ , s") || token.is(LINKS);
        if !is_name && (nth == at || !is_more) {
            break;
        }
        depth = match token.key.as_str() {
            "(" => depth + 1,
            ")" => depth - 1,
            _ => depth,
        };
        names += usize::from(is_name);
        if names >= least && depth == 0 && (is_name || token.is(")")) {
            ends.push(nth + 1);
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what stands between « and » in a text.
    fn check(text: &str, expected: bool) {
        let (before, rest) = text.split_once('«').expect("a mark");
        let (date, after) = rest.split_once('»').expect("another");
        let plain = [before, date, after].concat();
        assert_eq!(is_cited(&plain, before.len()..before.len() + date.len()), expected, "{text}");
    }

    #[test]
    fn dates_inside_citations_of_laws_are_cited() {
        for text in [
            "según la Ley 35/2015, de «22 de septiembre», de reforma",
            "la Ley Orgánica 3/2018, de «5 de diciembre de 2018»",
            "Ley «1/2019», de 3 de mayo",
            "las Leyes 39/2015 y 40/2015, de «1 de octubre»",
            "el Real Decreto 463/2020, de «14 de marzo»,",
            "Real Decreto-ley 8/2020 de «17 de marzo»",
            "el RD 1720/2007, de «21 de diciembre»",
            "la Orden SND/297/2020, de «27 de marzo»",
            "la Directiva 95/46/CE del Parlamento Europeo y del Consejo, de «24 de octubre de 1995»",
            "el Reglamento (UE) 2016/679 del Parlamento Europeo y del\nConsejo, de «27 de abril de 2016»",
            "el artículo «1902» del Código Civil",
            "los artículos «1902» y 1903",
            "la Constitución Española de «1978»",
            "la Constitución de «1978»",
            "el Código Penal de «1995»",
            "la Ley de Enjuiciamiento Civil de «7 de enero de 2000»",
            "la Ley de «8 de junio de 1957»",
            "under the Human Rights Act «1998» he",
            "the Children Act «1989», s 31",
            "the Housing (Scotland) Act «2001»",
            "the Police and Criminal Evidence Act «1984»",
            "the Act of «3 May 1998»",
            "Regulation (EU) 2016/679 of «27 April 2016»",
            "Regulation (EU) 2016/679 of the European Parliament and of the Council of «27 April 2016»",
            "Directive 95/46/EC of «24 October 1995»",
            "42 U.S.C. § «1983»",
            "the Civil Procedure Rules «1998»",
            "Act No. 12 of «1998»",
            "el Decreto Legislativo 1377, de «24 de agosto de 2018»",
            "la Ley 1751 del «16 de febrero de 2015»",
            "el Decreto 2591 de «1991»",
            "por decreto 390/76 del «13 de mayo de 1976»",
            "(R. D. Legislativo 6/2015, de «30 de octubre»)",
            "the Trade Secrets Act of «2016»",
            "section 21 of the «1988» Act",
            "el Estatuto de los Trabajadores de «1980»",
            "the Treaty of Lisbon of «13 December 2007»",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn a_word_of_the_law_near_a_date_cites_nothing() {
        for text in [
            "a caesarean section on «9 June 2021»",
            "Section 8 housing on «3 May 2021»",
            "by order of «3 May 2021» he must",
            "By Order of «3 May 2021» he must",
            "an order dated «3 May 2021»",
            "the Court Order «2021»",
            "she acted on «9 June 2021»",
            "The Act passed. On «3 May 2021» she moved.",
            "in the third act «1998» was mentioned",
            "The Act «1998»",
            "la orden de alejamiento de «3 de mayo de 2021»",
            "la Orden de protección de «3 de mayo de 2021»",
            "Orden de «3 de mayo de 2021»",
            "por ley de vida murió en «1998»",
            "una ley aprobada el «3 de mayo de 2021»",
            "según la Ley 35/2015, nacida el «3 de mayo de 1998»",
            "under the Human Rights Act 1998, on «3 May 2021»",
            "Ley 35/2015,\n\nde «22 de septiembre»",
            "cumplió el reglamento el «3 de mayo»",
            "Constitución fuerte. «1978»",
            "the article of «3 May 2021»",
            "el artículo del «3 de mayo de 2021»",
            "born «9 June 2021»",
            "Section 8, «2021»",
            "la ley 12 de «1998»",
            "STS 1042/2004, de «28 de octubre»",
            "Tom's «2021» report",
            "el Protocolo de Urgencias de «2019»",
            "ca. «1998»",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn any_place_is_borne() {
        let text = "Ley 35/2015 ñ § Act (((((";
        for start in 0..text.len() + 3 {
            assert!(!is_cited(text, start..text.len() + 9));
        }
    }
}
