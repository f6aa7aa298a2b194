//! Readings of phrases, and their generalisations.

use proptest::prelude::*;
use sfumato_words::Language::{self, English, Spanish};

use super::{DayOrder, Hemisphere, PartOfYear, ValueKind, ValueOptions, ValueStep, read, read_age};

fn texts(steps: &[ValueStep]) -> String {
    steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" > ")
}

fn chain_with(phrase: &str, language: Language, options: &ValueOptions) -> String {
    read(phrase, language).map_or_else(|| "nothing".to_owned(), |value| texts(&value.chain(options)))
}

fn english(phrase: &str) -> String {
    chain_with(phrase, English, &ValueOptions::default())
}

fn spanish(phrase: &str) -> String {
    chain_with(phrase, Spanish, &ValueOptions::default())
}

fn kind(phrase: &str, language: Language) -> Option<ValueKind> {
    read(phrase, language).map(|value| value.kind())
}

#[test]
fn a_day_is_in_a_month_a_quarter_a_year_half_a_decade_a_decade_and_a_century() {
    let chain =
        "March 2019 > the first quarter of 2019 > 2019 > the late 2010s > the 2010s > the 21st century > a date";
    for phrase in [
        "2019-03-12",
        "12-III-2019",
        "12 March 2019",
        "12th March, 2019",
        "the 12th of March 2019",
        "March 12th, 2019",
        "Mar 12, 2019",
        "13/03/2019",
        "03/13/2019",
        "13.03.19",
        "20190312",
        "Tuesday, 12 March 2019",
        "12-mar-2019",
    ] {
        assert_eq!(english(phrase), chain, "{phrase}");
    }
    let chain = "marzo de 2019 > el primer trimestre de 2019 > 2019 > la segunda mitad de la década de 2010 > la década \
                 de 2010 > el siglo XXI > una fecha";
    for phrase in [
        "12/03/2019",
        "12-03-19",
        "12 de marzo de 2019",
        "12 de marzo del 2019",
        "12-marzo-2019",
        "doce de marzo de 2019",
        "martes 12 de marzo del año 2019",
        "12 MARZO 2019",
        "3 al 5 de marzo de 2019",
    ] {
        let read = spanish(phrase);
        assert_eq!(read.replace("algún periodo", "una fecha"), chain, "{phrase}");
    }
}

#[test]
fn what_stood_before_a_date_stands_before_its_generalisations() {
    assert!(english("on 12 March 2019").starts_with("in March 2019 > in the first quarter of 2019 > in 2019"));
    assert!(spanish("el 12 de marzo de 2019").starts_with("en marzo de 2019 > en el primer trimestre de 2019"));
    assert_eq!(english("1990s"), "20th century > some period");
    assert_eq!(english("the 1990s"), "the 20th century > some period");
    assert_eq!(spanish("los años noventa"), "el siglo XX > algún periodo");
}

#[test]
fn coarser_dates_start_higher() {
    assert!(english("Mar 2019").starts_with("the first quarter of 2019 > 2019"));
    assert!(spanish("Agosto 06").starts_with("el tercer trimestre de 2006 > 2006"));
    for year in ["1998", "in 1998", "the year 1998"] {
        assert!(english(year).replace("> in ", "> ").contains("the late 1990s > the 1990s > "), "{year}");
    }
    for decade in ["años noventa", "la década de 1990", "década de los noventa", "los años 90", "los 90"] {
        assert!(spanish(decade).contains("siglo XX > algún periodo"), "{decade}");
    }
    assert_eq!(
        spanish("en 1990"),
        "en la primera mitad de la década de 1990 > en la década de 1990 > en el siglo XX > en algún año"
    );
    assert_eq!(spanish("siglo XIX"), "algún periodo");
    assert!(spanish("primer trimestre de 2019").starts_with("2019 > "));
    assert!(spanish("primavera de 2019").starts_with("2019 > "));
}

#[test]
fn several_dates_are_the_span_they_cover() {
    assert_eq!(
        english("2009–2011"),
        "between the late 2000s and the early 2010s > between the 2000s and the 2010s > the 21st century > some period"
    );
    assert_eq!(english("1998-99"), "the late 1990s > the 1990s > the 20th century > some period");
    assert!(english("1992–1997").starts_with("the 1990s > "));
    assert!(
        english("between 5 March 1993 and 6 December 1994")
            .starts_with("between March 1993 and December 1994 > between 1993 and 1994 > the early 1990s")
    );
    assert!(english("13 and 26 July 1998").starts_with("July 1998 > "));
    assert!(english("11 May, on 8 July and on 27 September 1995").starts_with("between May and September 1995 > "));
    assert!(english("March 12-15, 2019").starts_with("March 2019 > "));
    assert!(
        spanish("febrero y abril de 2004")
            .starts_with("entre el primer trimestre y el segundo trimestre de 2004 > 2004")
    );
}

#[test]
fn dates_without_a_year_are_days_of_any() {
    assert_eq!(english("August 23"), "August > the third quarter of the year > some day of the year");
    assert_eq!(spanish("23 de agosto"), "agosto > el tercer trimestre del año > algún día del año");
    let seasons = ValueOptions { part_of_year: PartOfYear::Season, ..ValueOptions::default() };
    assert_eq!(chain_with("January 3", English, &seasons), "January > winter > some day of the year");
    let south = ValueOptions { hemisphere: Hemisphere::South, ..seasons };
    assert_eq!(chain_with("3 de enero", Spanish, &south), "enero > el verano > algún día del año");
    assert_eq!(english("Friday"), "a weekday > a day of the week");
    assert_eq!(spanish("sábado"), "un día de fin de semana > un día de la semana");
}

#[test]
fn parts_of_the_year_can_be_chosen() {
    let with = |part_of_year| ValueOptions { part_of_year, ..ValueOptions::default() };
    let chain = |phrase, part| chain_with(phrase, English, &with(part));
    assert!(chain("12 April 2019", PartOfYear::Season).starts_with("April 2019 > the spring of 2019 > 2019"));
    assert!(chain("12 January 2019", PartOfYear::Season).starts_with("January 2019 > 2019"));
    assert!(chain("12 April 2019", PartOfYear::Third).starts_with("April 2019 > early 2019 > 2019"));
    let spanish = chain_with("el 12 de mayo de 2019", Spanish, &with(PartOfYear::Third));
    assert!(spanish.starts_with("en mayo de 2019 > a mediados de 2019 > en 2019"));
}

#[test]
fn where_day_and_month_could_be_either_only_what_is_certain_is_said() {
    let with = |day_order| chain_with("03/04/2019", English, &ValueOptions { day_order, ..ValueOptions::default() });
    assert!(with(DayOrder::ByLanguage).starts_with("2019 > "));
    assert!(with(DayOrder::DayFirst).starts_with("April 2019 > "));
    assert!(with(DayOrder::MonthFirst).starts_with("March 2019 > "));
    assert!(spanish("03/04/2019").starts_with("abril de 2019 > "));
    assert!(english("03/03/2019").starts_with("March 2019 > "));
}

#[test]
fn times_are_in_an_hour_and_a_part_of_the_day() {
    assert_eq!(english("14:35"), "between 14:00 and 15:00 > the afternoon > a time of day");
    assert_eq!(english("at 2:35 p.m."), "between 2 pm and 3 pm > in the afternoon > at some time of day");
    assert_eq!(spanish("a las 14:35 h"), "entre las 14:00 y las 15:00 > por la tarde > a alguna hora del día");
    assert_eq!(spanish("0:30"), "entre las 00:00 y la 01:00 > la madrugada > una hora del día");
    assert_eq!(spanish("3 de la tarde"), "la tarde > una hora del día");
    assert_eq!(english("25:00"), "nothing");
    assert!(spanish("12/03/2019 14:35").starts_with("12 de marzo de 2019 > marzo de 2019"));
}

#[test]
fn ages_are_in_bands_that_end_at_eighteen() {
    assert_eq!(
        english("forty-seven years old"),
        "between 45 and 49 years old > between 40 and 49 years old > 18 or older > of some age"
    );
    assert_eq!(english("47-year-old"), "45-to-49-year-old > 40-to-49-year-old > adult > of some age");
    assert_eq!(english("aged 17"), "aged between 15 and 17 > aged between 10 and 17 > aged under 18 > of some age");
    assert_eq!(spanish("47 años"), "entre 45 y 49 años > entre 40 y 49 años > 18 o más años > alguna edad");
    assert_eq!(
        spanish("de cuarenta y siete años"),
        "de entre 45 y 49 años > de entre 40 y 49 años > mayor de edad > de alguna edad"
    );
    assert!(spanish("8 meses").starts_with("menos de 1 año > menos de 5 años > menos de 10 años"));
    assert!(spanish("5 años y 7 meses").starts_with("5 años > entre 5 y 9 años > menos de 10 años"));
    assert!(english("three days old").starts_with("less than 1 month old > less than 1 year old"));
    assert_eq!(english("93 years old"), "90 or older > 18 or older > of some age");
    assert_eq!(kind("150 años", Spanish), Some(ValueKind::Duration));
}

#[test]
fn a_number_known_to_be_an_age_is_one() {
    let chain = read_age("47", Spanish).map(|value| texts(&value.chain(&ValueOptions::default())));
    assert_eq!(chain.as_deref(), Some("entre 45 y 49 > entre 40 y 49 > 18 o más > alguna edad"));
    assert_eq!(kind("47", Spanish), Some(ValueKind::Number));
    assert!(read_age("banana", Spanish).is_none());
}

#[test]
fn quantities_are_in_ranges_and_have_an_order_of_magnitude() {
    for (phrase, chain) in [
        ("10 mg", "between 10 and 20 mg > tens of milligrams > a dose"),
        ("$11.6 million", "between $10 million and $20 million > tens of millions of dollars > an amount of money"),
        ("EUR 5,332.60", "between EUR 5,000 and EUR 10,000 > thousands of euros > an amount of money"),
        ("5,788.31 euros (EUR)", "between 5,000 and 10,000 euros > thousands of euros > an amount of money"),
        ("81.7%", "between 80% and 90% > at least 50% > a percentage"),
        ("three", "between 2 and 5 > less than 10 > a number"),
        ("about 10", "between 5 and 20 > a number"),
        ("-5 °C", "between -10 and -5 °C > a temperature"),
        ("0.05 mg", "between 0.05 and 0.1 mg > less than 1 mg > a dose"),
        ("15 x 10 mm", "between 10 and 20 mm > tens of millimetres > a length"),
        ("two and a half years", "between 2 and 5 years > less than 10 years > some time"),
        ("one year and four months", "between 1 and 2 years > less than 10 years > some time"),
        ("six-month", "5-to-10-month > some time"),
        ("third", "one of the first ten > a place in an order"),
    ] {
        assert_eq!(english(phrase), chain, "{phrase}");
    }
    for (phrase, chain) in [
        ("3.500 €", "entre 2000 y 5000 € > miles de euros > una cantidad de dinero"),
        (
            "11,6 millones de dólares",
            "entre 10 y 20 millones de dólares > decenas de millones de dólares > una cantidad de dinero",
        ),
        ("20 mil euros", "entre 20 y 50 mil euros > decenas de miles de euros > una cantidad de dinero"),
        ("0,5 mg/kg/día", "entre 0,5 y 1 mg/kg/día > menos de 1 mg/kg/día > una dosis"),
        ("126 mg/dl", "entre 100 y 200 mg/dl > cientos de mg/dl > un valor medido"),
        ("120/80 mmHg", "entre 50 y 200 mmHg > una presión"),
        ("el 37 %", "entre el 30 % y el 40 % > el 50 % o menos > un porcentaje"),
        ("37 %", "30-40 % > 50 % o menos > un porcentaje"),
        ("unos cuarenta", "entre 20 y 50 > entre 10 y 100 > un número"),
        ("tercera", "uno de los diez primeros > un lugar en un orden"),
    ] {
        assert_eq!(spanish(phrase), chain, "{phrase}");
    }
}

#[test]
fn what_is_no_value_is_not_read() {
    for phrase in [
        "",
        " ",
        ",",
        "-",
        "the patient",
        "a",
        "an",
        "00/00/0000",
        "2019-13-01",
        "31/02/2019",
        "may",
        "mar",
        "24/7",
        "5/48",
        "99999-12-31",
        "12/03/99999",
        "47 patients",
        "three brothers",
        "Calle Mayor 12",
        "1.2.3.4",
        "$",
        "20 and",
        "between 5",
        "between 5 and 3 mg",
        "10 mg of",
        "2019 2020",
    ] {
        assert_eq!(english(phrase), "nothing", "{phrase}");
    }
    for phrase in ["un", "una", "el", "de", "mañana", "y", "13:75", "30 de febrero", "entre", "el 5 euros", "calle 5"]
    {
        assert_eq!(spanish(phrase), "nothing", "{phrase}");
    }
    assert_eq!(english(&"7".repeat(10_000)), "nothing");
    assert_eq!(english(&"1 - ".repeat(10_000)), "nothing");
}

#[test]
fn what_is_shown_of_values_tells_nothing() {
    let value = read("12 March 2019", English);
    let steps = value.as_ref().map(|value| value.chain(&ValueOptions::default()));
    let shown =
        format!("{value:?} {steps:?} {:?}", value.as_ref().map(|value| value.interval(&ValueOptions::default())));
    assert!(!shown.contains("2019") && !shown.contains("March") && shown.contains("Date"), "{shown}");
}

/// Phrases that are values, in their language.
fn phrases() -> impl Strategy<Value = (String, Language)> {
    let day = (1000..3000i32, 1..13u32, 1..29u32);
    let dates = (day.clone(), day, 0..14u8).prop_map(|((y, m, d), (y2, m2, d2), form)| {
        let english_month = super::calendar::month_name(m, English);
        let spanish_month = super::calendar::month_name(m, Spanish);
        match form {
            0 => (format!("{d:02}/{m:02}/{y}"), English),
            1 => (format!("{y}-{m:02}-{d:02}"), English),
            2 => (format!("{d} {english_month} {y}"), English),
            3 => (format!("on {english_month} {d}, {y}"), English),
            4 => (format!("{english_month} {d}"), English),
            5 => (format!("{english_month} {y}"), English),
            6 => (format!("in {y}"), English),
            7 => (format!("from {y}-{m:02}-{d:02} to {y2}-{m2:02}-{d2:02}"), English),
            8 => (format!("{d}.{m}.{y}"), Spanish),
            9 => (format!("el {d} de {spanish_month} de {y}"), Spanish),
            10 => (format!("{d} de {spanish_month}"), Spanish),
            11 => (format!("la década de {}", y - y % 10), Spanish),
            12 => (format!("entre el {d} de {spanish_month} y el {d2} de diciembre de {y2}"), Spanish),
            _ => (format!("{d:02}/{m:02}"), English),
        }
    });
    let times = (0..24u32, 0..60u32, any::<bool>())
        .prop_map(|(hour, minute, english)| (format!("{hour}:{minute:02}"), if english { English } else { Spanish }));
    let ages = (0..121u32, 0..31u32, 0..9u8).prop_map(|(years, few, form)| match form {
        0 => (format!("{years} years old"), English),
        1 => (format!("{years}-year-old"), English),
        2 => (format!("aged {years}"), English),
        3 => (format!("{few} days old"), English),
        4 => (format!("{years} años"), Spanish),
        5 => (format!("{few} meses"), Spanish),
        6 => (format!("entre {few} y {years} años"), Spanish),
        7 => (format!("{few} semanas de vida"), Spanish),
        _ => (format!("de {years} años y {} meses", few % 12), Spanish),
    });
    let units = prop::sample::select(vec!["", " mg", " %", " €", " km/h", " mmHg", " kg"]);
    let numbers = (0..2_000_000_000u64, 0..4u32, units, 0..5u8);
    let quantities = numbers.prop_map(|(digits, decimals, unit, form)| {
        let (whole, part) = (digits / 10u64.pow(decimals), digits % 10u64.pow(decimals));
        let number = |mark: char| match decimals {
            0 => whole.to_string(),
            _ => format!("{whole}{mark}{part:0width$}", width = decimals as usize),
        };
        match form {
            0 => (format!("{}{unit}", number('.')), English),
            1 => (format!("{}{unit}", number(',')), Spanish),
            2 => (format!("about {}{unit}", number('.')), English),
            3 => (format!("${} million", number('.')), English),
            _ => (format!("entre {whole} y {}{unit}", number(',')), Spanish),
        }
    });
    prop_oneof![dates, times, ages, quantities]
}

fn options() -> impl Strategy<Value = ValueOptions> {
    let part = prop::sample::select(vec![PartOfYear::Quarter, PartOfYear::Season, PartOfYear::Third]);
    let hemisphere = prop::sample::select(vec![Hemisphere::North, Hemisphere::South]);
    let order =
        prop::sample::select(vec![DayOrder::ByLanguage, DayOrder::DayFirst, DayOrder::MonthFirst, DayOrder::Either]);
    (part, hemisphere, order).prop_map(|(part_of_year, hemisphere, day_order)| ValueOptions {
        part_of_year,
        hemisphere,
        day_order,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_step_is_more_general_than_the_one_before((phrase, language) in phrases(), options in options()) {
        let Some(value) = read(&phrase, language) else { return Ok(()) };
        let mut last = (value.interval(&options), value.level(), value.bits(&options));
        let steps = value.chain(&options);
        for step in &steps {
            prop_assert!(step.interval.contains(&last.0), "{phrase}: {}", texts(&steps));
            prop_assert!(step.level < last.1, "{phrase}: {}", texts(&steps));
            prop_assert!(step.bits >= last.2, "{phrase}: {}", texts(&steps));
            last = (step.interval, step.level, step.bits);
        }
        prop_assert_eq!(last.1, 1);
    }

    #[test]
    fn what_a_step_says_is_true_of_the_value((phrase, language) in phrases(), options in options()) {
        let Some(value) = read(&phrase, language) else { return Ok(()) };
        for step in value.chain(&options) {
            let Some(said) = read(&step.text, language).filter(|said| said.kind() == value.kind()) else { continue };
            let covers = said.interval(&options).contains(&value.interval(&options));
            prop_assert!(covers, "{phrase} is not {}", step.text);
        }
    }

    #[test]
    fn nothing_is_too_strange_to_be_refused(phrase in "\\PC{0,60}", words in prop::collection::vec(prop::sample::select(vec![
        "1", "00", "31", "12", "2019", "99999", "999999999999999", "-", "/", ".", ",", "'", ":", "%", "$", "(", "a", "to", "and", "y",
        "de", "entre", "between", "march", "años", "years", "old", "half", "medio", "mil", "millones", "mg", "kg", "s", "siglo", "xx",
        "th", "quarter", "early", "less than", "menos de", "about", "pm", "h", "x", "hundred", "forty", "cuarenta", "o más", "T",
    ]), 0..14), spaced in any::<bool>()) {
        for phrase in [phrase, words.join(if spaced { " " } else { "" })] {
            for language in [English, Spanish] {
                for value in [read(&phrase, language), read_age(&phrase, language)].into_iter().flatten() {
                    let steps = value.chain(&ValueOptions::default());
                    prop_assert!(steps.iter().all(|step| step.bits.is_finite() && !step.text.is_empty()), "{phrase}");
                    let mut interval = value.interval(&ValueOptions::default());
                    for step in &steps {
                        prop_assert!(step.interval.contains(&interval), "{phrase}: {}", texts(&steps));
                        interval = step.interval;
                    }
                }
            }
        }
    }
}
