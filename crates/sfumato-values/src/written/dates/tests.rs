use proptest::prelude::*;
use sfumato_words::Language;
use sfumato_words::Language::{English, Spanish};

use super::*;
use crate::figures::to_roman;
use crate::written::numerals;
use crate::written::tokens::{LetterCase, ValueTokens};
use crate::{Day, NameLength, words};

fn way() -> DateHabits {
    DateHabits { pivot: 2026, midst: Day::clipped(2018, 6, 15), zero: ZeroPadding::Padded, naming: NameLength::Full }
}

fn shift_in(text: &str, language: Language, order: DayMonthOrder, offset: &str) -> Option<String> {
    let written = read_dates(text, language, order)?;
    let offset = offset.parse().ok()?;
    let places: Vec<MomentPlace> = written.moments.iter().map(|moment| written.moved(moment, offset, &way())).collect();
    let mut out = String::new();
    written.write(&places, &way(), &mut out)?;
    Some(out)
}

fn shift(text: &str, language: Language, offset: &str) -> String {
    let order = if language == Spanish { DayMonthOrder::DayFirst } else { DayMonthOrder::MonthFirst };
    shift_in(text, language, order, offset).unwrap_or_else(|| "(no date)".to_owned())
}

#[test]
fn dates_keep_their_form_in_spanish() {
    for (from, to) in [
        ("04/03/2021", "14/03/2021"),
        ("4/3/2021", "14/3/2021"),
        ("25/03 /2021", "04/04 /2021"),
        ("21/10//2013", "31/10//2013"),
        ("24/010/1991", "03/011/1991"),
        ("31-12-22", "10-01-23"),
        ("2021-03-04T10:20:30Z", "2021-03-14T10:20:30Z"),
        ("20210304", "20210314"),
        ("202103041020", "202103141020"),
        ("20251003093000+0500", "20251013093000+0500"),
        ("12/03/2018 - 15/03/2018", "22/03/2018 - 25/03/2018"),
        ("el 5, 7 y 9 de enero y el 3 de febrero de 2011", "el 15, 17 y 19 de enero y el 13 de febrero de 2011"),
        ("7 de\n julio de\u{a0}1998", "17 de\n julio de\u{a0}1998"),
        ("lunes 3 y martes 4 de mayo de 2010", "jueves 13 y viernes 14 de mayo de 2010"),
        ("23-VII-1960", "2-VIII-1960"),
        ("4 de marzo de 2021", "14 de marzo de 2021"),
        ("28 de Febrero del 2021", "10 de Marzo del 2021"),
        ("25 DE DICIEMBRE DE 2020", "4 DE ENERO DE 2021"),
        ("4-mar-2021", "14-mar-2021"),
        ("15/ene/2017", "25/ene/2017"),
        ("6-abril-2004", "16-abril-2004"),
        ("25-MAR-21", "04-ABR-21"),
        ("1º de mayo", "11º de mayo"),
        ("lunes, 4 de marzo", "jueves, 14 de marzo"),
        ("LUNES 30 de diciembre de 2019", "JUEVES 9 de enero de 2020"),
        ("nueve de mayo de mil novecientos setenta y cuatro", "diecinueve de mayo de mil novecientos setenta y cuatro"),
        ("Veintiuno de diciembre de dos mil", "Treinta y uno de diciembre de dos mil"),
        ("3 al 5 de mayo de 2020", "13 al 15 de mayo de 2020"),
        ("del 20 al 25 de mayo", "del 30 de mayo al 4 de junio"),
        ("3, 5 y 9 de mayo", "13, 15 y 19 de mayo"),
        ("28 y 30 de diciembre de 2019", "7 y 9 de enero de 2020"),
        ("20 y 30 de diciembre de 2019", "30 de diciembre de 2019 y 9 de enero de 2020"),
        ("12-15/03/2020", "22-25/03/2020"),
        ("3 de mayo de 2.020", "13 de mayo de 2.020"),
        ("12/03/2018 a las 14:30 h", "22/03/2018 a las 14:30 h"),
        ("4 de marzo del '21", "14 de marzo del '21"),
        ("martes 13", "viernes 23"),
        ("día 4", "día 14"),
    ] {
        assert_eq!(shift(from, Spanish, "d10"), to, "{from}");
    }
    for (from, to) in [
        ("marzo de 2021", "enero de 2020"),
        ("Marzo del año 2021", "Enero del año 2020"),
        ("mar-21", "ene-20"),
        ("Agosto 99", "Junio 98"),
        ("noviembre 06", "septiembre 05"),
        ("03/2019", "01/2018"),
        ("2021", "2020"),
        ("año 1978", "año 1977"),
        ("2010-2015", "2009-2014"),
        ("2003 a 2009", "2002 a 2008"),
        ("2019/20", "2018/19"),
        ("enero-marzo 2012", "noviembre 2010-enero 2011"),
        ("marzo-mayo de 2012", "enero-marzo de 2011"),
        ("primavera de 2019", "invierno de 2018"),
        ("primer trimestre de 2010", "cuarto trimestre de 2008"),
        ("1er trimestre de 2010", "4º trimestre de 2008"),
        ("10/2009-03/2010", "08/2008-01/2009"),
        ("marzo", "enero"),
        ("mil novecientos noventa", "mil novecientos ochenta y nueve"),
        ("Navidad de 2019", "Navidad de 2018"),
    ] {
        assert_eq!(shift(from, Spanish, "d-425"), to, "{from}");
    }
    for (from, to) in [
        ("años 80", "años 70"),
        ("década de los noventa", "década de los ochenta"),
        ("década de 1990", "década de 1980"),
    ] {
        assert_eq!(shift(from, Spanish, "y-9m0d0"), to, "{from}");
    }
}

#[test]
fn dates_keep_their_form_in_english() {
    for (from, to) in [
        ("03/04/2021", "03/14/2021"),
        ("3/4/21", "3/14/21"),
        ("03/25/2021", "04/04/2021"),
        ("25/03/2021", "04/04/2021"),
        ("2/22", "3/4"),
        ("Sunday 2/22", "Wednesday 3/4"),
        ("4 March 2021", "14 March 2021"),
        ("March 24th, 2021", "April 3rd, 2021"),
        ("the 22nd of March", "the 1st of April"),
        ("MARCH 11TH, 2021", "MARCH 21ST, 2021"),
        ("04MAR2021", "14MAR2021"),
        ("28-MAR-06", "07-APR-06"),
        ("28 Apr. 2006", "8 May 2006"),
        ("Mar. 2, 2021", "Mar. 12, 2021"),
        ("Sept 17, 2005", "Sep 27, 2005"),
        ("may 28th, 2014", "june 7th, 2014"),
        ("3 to 5 May 2020", "13 to 15 May 2020"),
        ("May 3-5, 2020", "May 13-15, 2020"),
        ("May 20-25, 2020", "May 30-June 4, 2020"),
        ("December 20-25, 2020", "December 30, 2020-January 4, 2021"),
        ("11-13 May 1994", "21-23 May 1994"),
        ("25 April and 19 October 2007", "5 May and 29 October 2007"),
        ("11 May, on 8 July and on 27 September 1995", "21 May, on 18 July and on 7 October 1995"),
        ("30 September/1 October 2003", "10 October/11 October 2003"),
        ("Between 13 March 1995 and 5 March 1997", "Between 23 March 1995 and 15 March 1997"),
        ("twenty-third of May, 1999", "second of June, 1999"),
        ("May the third, nineteen ninety-nine", "May the thirteenth, nineteen ninety-nine"),
        ("Saturday, September 30th, 2017", "Tuesday, October 10th, 2017"),
        ("Friday", "Monday"),
        ("friday the 8th", "monday the 18th"),
        ("Tue May 1", "Fri May 11"),
        ("Tue May 26", "Fri Jun 5"),
        ("25 May 2010", "4 June 2010"),
        ("New Year's Day 2020", "New Year's Day 2020"),
        ("2021 March 4", "2021 March 14"),
        ("2021-03-04", "2021-03-14"),
        ("1922/06/21", "1922/07/01"),
        ("29 February 2020", "10 March 2020"),
        ("2021-03-04 10:20", "2021-03-14 10:20"),
    ] {
        assert_eq!(shift(from, English, "d10"), to, "{from}");
    }
    for (from, to) in [
        ("Mar-21", "Jan-20"),
        ("Nov '04", "Sep '03"),
        ("Jun 1999", "Apr 1998"),
        ("July of 1992", "May of 1991"),
        ("06/1998", "04/1997"),
        ("1998", "1997"),
        ("1994, 1995 and 1997", "1993, 1994 and 1996"),
        ("between 1980 and 1981", "between 1979 and 1980"),
        ("late 1970s", "late 1970s"),
        ("spring of 1986", "winter of 1985"),
        ("fall 1993", "summer 1992"),
        ("summer and autumn of 1988", "spring and summer of 1987"),
        ("first half of 1993", "first half of 1992"),
        ("Q1 2010", "Q4 2008"),
        ("February and March 2001", "December 1999 and January 2000"),
        ("Christmas 2019", "Halloween 2018"),
        ("in March", "in January"),
    ] {
        assert_eq!(shift(from, English, "d-425"), to, "{from}");
    }
    for (from, to) in [
        ("mid-1990s", "mid-1980s"),
        ("'80s", "'70s"),
        ("nineteen eighties", "nineteen seventies"),
        ("EARLY 1990S", "EARLY 1980S"),
    ] {
        assert_eq!(shift(from, English, "d-3200"), to, "{from}");
    }
}

#[test]
fn months_and_years_move_in_calendar_terms() {
    for (from, offset, to) in [
        ("31/01/2021", "y0m1d0", "28/02/2021"),
        ("29/02/2020", "y1m0d0", "28/02/2021"),
        ("29/02/2020", "y-4m0d0", "29/02/2016"),
        ("15/06/2020", "y-3m2d5", "20/08/2017"),
    ] {
        assert_eq!(shift(from, Spanish, offset), to);
    }
}

#[test]
fn what_is_no_date_is_not_read() {
    for text in [
        "31/02/2010",
        "45/13/2001",
        "10930/2016",
        "5 December 20040",
        "30 de febrero de 2010",
        "Colombia",
        "963 123 400",
    ] {
        assert!(read_dates(text, Spanish, DayMonthOrder::DayFirst).is_none(), "{text}");
    }
}

/// A form of full dates, made of a day.
fn full(form: usize, day: Day) -> (String, Language) {
    let Day { year, month, day: d } = day;
    let date = day;
    let spanish = words::month(month, NameLength::Full, Spanish);
    let english = words::month(month, NameLength::Full, English);
    let mut name = String::new();
    LetterCase::Title.write(english, &mut name);
    let mut weekday = String::new();
    LetterCase::Title.write(words::weekday(date.weekday(), NameLength::Full, English), &mut weekday);
    let mut day_words = String::new();
    let style = numerals::read(&ValueTokens::new("dos"), 0, Spanish).expect("a number").spelled;
    numerals::write(d, style, &mut day_words);
    let mut year_words = String::new();
    numerals::write(year as u32, style, &mut year_words);
    match form {
        0 => (format!("{d:02}/{month:02}/{year}"), Spanish),
        1 => (format!("{d}-{month}-{year}"), Spanish),
        2 => (format!("{year}-{month:02}-{d:02}T10:00:00Z"), English),
        3 => (format!("{year}{month:02}{d:02}"), English),
        4 => (format!("{d} de {spanish} de {year}"), Spanish),
        5 => (format!("{weekday}, {name} {d}, {year}"), English),
        6 => (format!("{d:02}.{month:02}.{:02}", year % 100), Spanish),
        7 => (format!("{day_words} de {spanish} de {year_words}"), Spanish),
        8 => (format!("{d}/{}/{year}", to_roman(month)), Spanish),
        _ => (format!("{d} {} {year}", name.to_uppercase()), English),
    }
}

fn is_same_form(one: &WrittenDates<'_>, other: &WrittenDates<'_>) -> bool {
    let ((fields, between), (others, there)) = (one.form(), other.form());
    let is_same = |((part, style), (other, there)): (&(DatePart, String), &(DatePart, String))| {
        part == other && (style == there || style.is_empty() || there.is_empty())
    };
    between == there && fields.len() == others.len() && fields.iter().zip(&others).all(is_same)
}

proptest! {
    #[test]
    fn moved_dates_are_read_again_and_move_back(
        form in 0..10usize, number in 705_000i64..739_000, days in -4000i64..4000,
    ) {
        let day = Day::from_number(number);
        let (text, language) = full(form, day);
        // Digits that could be read either way keep the zeros they show, and short years their century.
        let offset = format!("d{days}");
        let there = shift_in(&text, language, DayMonthOrder::DayFirst, &offset).expect("a date");
        let to = read_dates(&there, language, DayMonthOrder::DayFirst).expect("a date again");
        let expected = Day::from_number(number + days);
        prop_assert_eq!(to.day(&to.moments[0], &DateHabits { pivot: expected.year + 40, ..way() }), expected, "{} {}", text, there);
        let from = read_dates(&text, language, DayMonthOrder::DayFirst).expect("a date");
        let known = |text: &str| text.chars().all(|c| !c.is_ascii_digit()) || form != 1;
        if known(&text) {
            prop_assert!(is_same_form(&from, &to), "{} {}", text, there);
            let back = shift_in(&there, language, DayMonthOrder::DayFirst, &format!("d{}", -days));
            if form != 6 {
                prop_assert_eq!(back, Some(text));
            }
        }
    }

    #[test]
    fn anything_is_shifted_without_a_panic(text in "[0-9/.\\- ']{0,12}|[0-9a-z/.,:ºº'\\- ]{0,30}|(([0-9]{1,4}|de|marzo|May|3rd|lunes|mil|twenty|Q|a|y|,|-|/| ){1}){0,12}", days in -4000i64..4000) {
        for language in [Spanish, English] {
            let _ = shift_in(&text, language, DayMonthOrder::DayFirst, &format!("d{days}"));
        }
    }
}
