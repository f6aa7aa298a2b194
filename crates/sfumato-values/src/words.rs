//! The words of dates, ages and numbers in all languages, from `assets/languages/*/values.txt`.
//!
//! What is looked up is folded: in small letters without accents.

use std::collections::HashMap;
use std::sync::LazyLock;

use sfumato_language::plain;
use sfumato_words::{ByLanguage, Language, WordTable, words, words_by_language};

use crate::FeastDay;

/// The length of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameLength {
    /// The whole name.
    Full,
    /// The start of the name.
    Short,
    /// Both at once: the English May.
    Either,
}
use NameLength::{Either, Full, Short};

/// The form of a number in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NumberForm {
    /// As it is counted: uno, ciento, primero.
    Plain,
    /// Before what is masculine: un, veintiún.
    Masculine,
    /// Before what is feminine: una, doscientas, primera.
    Feminine,
    /// Without a number behind it: cien.
    Alone,
    /// Before a noun: primer.
    BeforeNoun,
}

static MONTHS: ByLanguage<WordTable<2>> = words_by_language!("values", "months");
static FURTHER_MONTHS: ByLanguage<WordTable<3>> = words_by_language!("values", "further months");
static WEEKDAYS: ByLanguage<WordTable<2>> = words_by_language!("values", "weekdays");
static FURTHER_WEEKDAYS: ByLanguage<WordTable<3>> = words_by_language!("values", "further weekdays");
static SEASONS: ByLanguage<WordTable<2>> = words_by_language!("values", "seasons");
static PARTS_OF_YEAR: ByLanguage<WordTable<2>> = words_by_language!("values", "parts of the year");
static LAST: ByLanguage<WordTable> = words_by_language!("values", "last");
static FEASTS: ByLanguage<WordTable<2>> = words_by_language!("values", "feasts");
static WRITTEN_FEASTS: ByLanguage<WordTable<2>> = words_by_language!("values", "written feasts");
static CARDINALS: ByLanguage<WordTable<3>> = words_by_language!("values", "cardinals");
static ORDINALS: ByLanguage<WordTable<3>> = words_by_language!("values", "ordinals");
static DECADES: WordTable<2> = words!("en/values", "decades");
static JOINING: ByLanguage<WordTable> = words_by_language!("values", "joining");
static ORDINAL_ENDINGS: ByLanguage<WordTable> = words_by_language!("values", "ordinal endings");
static TIME_UNITS: ByLanguage<WordTable> = words_by_language!("values", "time units");
static BESIDE_DATES: ByLanguage<WordTable> = words_by_language!("values", "beside dates");
static BESIDE_AGES: ByLanguage<WordTable> = words_by_language!("values", "beside ages");

/// A number as a list has it.
fn value(number: &str) -> u32 {
    number.parse().expect("a number")
}

fn folded(word: &str) -> String {
    word.chars().filter_map(plain).collect()
}

/// Months or days of the week by the words that name them.
struct NumberedNames(HashMap<String, [Option<(u32, NameLength)>; Language::ALL.len()]>);

impl NumberedNames {
    fn new(names: &ByLanguage<WordTable<2>>, further: &ByLanguage<WordTable<3>>, first: u32) -> Self {
        let mut read: HashMap<String, [Option<(u32, NameLength)>; Language::ALL.len()]> = HashMap::new();
        for language in Language::ALL {
            let names = names.of(language).rows().iter().zip(first..);
            let names = names.flat_map(|([full, short], number)| [(*full, number, Full), (*short, number, Short)]);
            let further = further.of(language).rows().iter();
            let further = further
                .map(|[word, number, length]| (*word, value(number), if *length == "full" { Full } else { Short }));
            for (word, number, length) in names.chain(further) {
                let meaning = &mut read.entry(folded(word)).or_default()[language as usize];
                *meaning = Some((number, if meaning.is_some() { Either } else { length }));
            }
        }
        Self(read)
    }

    /// The number of a word: as the language of the text has it, or else another one.
    fn read(&self, word: &str, language: Language) -> Option<(u32, NameLength, Language)> {
        let meanings = self.0.get(word)?;
        let of = |language: Language| meanings[language as usize].map(|(number, length)| (number, length, language));
        of(language).or_else(|| Language::ALL.into_iter().find_map(of))
    }
}

fn written(names: &ByLanguage<WordTable<2>>, at: usize, length: NameLength, language: Language) -> &'static str {
    let row = names.of(language).rows().get(at);
    row.map_or("", |[full, short]| if length == Short { short } else { full })
}

/// The name of a month, from 1, in small letters; empty if there is no such month.
pub fn month(month: u32, length: NameLength, language: Language) -> &'static str {
    written(&MONTHS, (month as usize).wrapping_sub(1), length, language)
}

/// The name of a day of the week, Monday being 0, in small letters; empty if there is no such day.
pub fn weekday(weekday: u32, length: NameLength, language: Language) -> &'static str {
    written(&WEEKDAYS, weekday as usize, length, language)
}

/// True if a folded word is the usual whole name of a month in a language.
pub fn is_month(word: &str, language: Language) -> bool {
    MONTHS.of(language).rows().iter().any(|[full, _]| full.chars().filter_map(plain).eq(word.chars()))
}

/// The month a folded word names, the length of the name, and its language: that of the text if both have it.
pub fn month_named(word: &str, language: Language) -> Option<(u32, NameLength, Language)> {
    static NAMES: LazyLock<NumberedNames> = LazyLock::new(|| NumberedNames::new(&MONTHS, &FURTHER_MONTHS, 1));
    NAMES.read(word, language)
}

/// The day of the week a folded word names, Monday being 0, the length of the name, and its language.
pub fn weekday_named(word: &str) -> Option<(u32, NameLength, Language)> {
    static NAMES: LazyLock<NumberedNames> = LazyLock::new(|| NumberedNames::new(&WEEKDAYS, &FURTHER_WEEKDAYS, 0));
    NAMES.read(word, Language::English)
}

/// The month whose name, in any language, starts with the first three letters of a word, in whatever case.
pub fn month_started(word: &str) -> Option<u32> {
    let mut letters = word.chars().map(|c| c.to_ascii_lowercase());
    let start = [letters.next()?, letters.next()?, letters.next()?];
    let starts = |name: &str| name.chars().take(3).eq(start);
    let full = Language::ALL.into_iter().find_map(|language| {
        let rows = MONTHS.of(language).rows();
        rows.iter().position(|[full, _]| starts(full)).map(|at| at as u32 + 1)
    });
    let further = || FURTHER_MONTHS.rows().find(|[name, _, length]| *length == "full" && starts(name));
    full.or_else(|| further().map(|[_, number, _]| value(number)))
}

/// The season a folded word names: winter 0, spring 1, summer 2, autumn 3.
pub fn season_named(word: &str) -> Option<(u32, Language)> {
    SEASONS.iter().find_map(|(language, table)| {
        let row = table.rows().iter().find(|[name, _]| name.chars().filter_map(plain).eq(word.chars()))?;
        Some((value(row[1]), language))
    })
}

/// The name of a season: the usual one, or the last one that the language has.
pub(crate) fn season(season: u32, language: Language, is_usual: bool) -> &'static str {
    let mut names = SEASONS.of(language).rows().iter().filter(|row| value(row[1]) == season.min(3));
    if is_usual { names.next() } else { names.next_back() }.map_or("", |row| row[0])
}

/// Into how many parts a folded word cuts the year.
pub(crate) fn parts_named(word: &str) -> Option<u32> {
    PARTS_OF_YEAR.get(word).map(|row| value(row[1]))
}

/// The place in a row of up to four that a folded word names, and its language; the last is 0.
pub(crate) fn rank_named(word: &str) -> Option<(u32, Language)> {
    Language::ALL.into_iter().find_map(|language| {
        let rank = || ordinal(word, language).map(|(rank, _)| rank).filter(|rank| (1..=4).contains(rank));
        let rank = if LAST.of(language).has(word) { Some(0) } else { rank() };
        rank.map(|rank| (rank, language))
    })
}

/// The word for a place in a row of up to four, before a noun.
pub(crate) fn rank(rank: u32, language: Language, is_feminine: bool) -> &'static str {
    let rank = if (1..4).contains(&rank) { rank } else { 4 };
    let form = if is_feminine { NumberForm::Feminine } else { NumberForm::BeforeNoun };
    NumberWords::of(language).1.written(rank, form)
}

/// The feast that up to three folded words name, and how many of them it takes.
pub(crate) fn feast_named(word: &str, next: &str, third: &str) -> Option<(FeastDay, usize, Language)> {
    FEASTS.iter().find_map(|(language, table)| {
        let is_named = |name: &str| name.split(' ').zip([word, next, third]).all(|(name, word)| name == word);
        let [name, feast] = table.rows().iter().find(|[name, _]| is_named(name))?;
        Some((FeastDay::named(feast)?, name.split(' ').count(), language))
    })
}

/// The feasts that may stand for another, with their names.
pub(crate) fn feasts(language: Language) -> impl ExactSizeIterator<Item = (FeastDay, &'static str)> {
    let feast = |[name, feast]: &[&'static str; 2]| (FeastDay::named(feast).expect("a feast"), *name);
    WRITTEN_FEASTS.of(language).rows().iter().map(feast)
}

/// The decade a folded English word names: 10 to 90.
pub(crate) fn decade_named(word: &str) -> Option<u32> {
    DECADES.get(word).map(|row| value(row[1])).filter(|decade| *decade > 0)
}

/// The English word for a decade; the nineties if it is none.
pub fn decade(tens: u32) -> &'static str {
    let tens = if tens.is_multiple_of(10) && tens < 100 { tens } else { 90 };
    DECADES.rows().iter().find(|row| value(row[1]) == tens).map_or("", |row| row[0])
}

/// True if a folded word may stand between the parts of one date or a row of them.
pub(crate) fn joins(word: &str) -> bool {
    JOINING.has(word)
}

/// True if a folded word is a suffix that makes a number an ordinal.
pub(crate) fn is_suffix(word: &str) -> bool {
    ORDINAL_ENDINGS.has(word)
}

/// True if a folded word counts time, so that the number before it is no day.
pub(crate) fn counts_time(word: &str) -> bool {
    TIME_UNITS.has(word)
}

/// True if a folded word is one that dates have though it tells nothing.
pub fn is_beside_dates(word: &str) -> bool {
    joins(word) || BESIDE_DATES.has(word)
}

/// True if a folded word is one that ages have though it tells nothing.
pub(crate) fn is_beside_ages(word: &str) -> bool {
    BESIDE_AGES.has(word)
}

/// The words of numbers of one kind in one language.
struct NumberWords {
    read: HashMap<String, (u32, NumberForm)>,
    written: HashMap<(u32, NumberForm), &'static str>,
}

impl NumberWords {
    fn new(table: &WordTable<3>) -> Self {
        let mut words = Self { read: HashMap::new(), written: HashMap::new() };
        for [word, number, form] in table.rows() {
            let form = match *form {
                "masculine" => NumberForm::Masculine,
                "feminine" => NumberForm::Feminine,
                "alone" => NumberForm::Alone,
                "before a noun" => NumberForm::BeforeNoun,
                _ => NumberForm::Plain,
            };
            words.read.insert(folded(word), (value(number), form));
            words.written.insert((value(number), form), word);
        }
        words
    }

    /// The cardinal and the ordinal numbers of a language.
    fn of(language: Language) -> &'static (Self, Self) {
        static ALL: LazyLock<ByLanguage<(NumberWords, NumberWords)>> = LazyLock::new(|| {
            let of = |language| (NumberWords::new(CARDINALS.of(language)), NumberWords::new(ORDINALS.of(language)));
            ByLanguage::new(Language::ALL.map(of))
        });
        ALL.of(language)
    }

    /// The word for a number, in its plain form if it has no other; empty if there is no word.
    fn written(&self, number: u32, form: NumberForm) -> &'static str {
        let word = |form| self.written.get(&(number, form)).copied();
        word(form).or_else(|| word(NumberForm::Plain)).unwrap_or_default()
    }
}

/// The value and the form of a folded word for a cardinal number: up to 20, tens, hundreds, a thousand.
pub(crate) fn cardinal(word: &str, language: Language) -> Option<(u32, NumberForm)> {
    NumberWords::of(language).0.read.get(word).copied()
}

/// True for the word of a cardinal number, folded.
pub fn is_cardinal(word: &str, language: Language) -> bool {
    cardinal(word, language).is_some()
}

/// The word for a cardinal number that has one of its own.
pub(crate) fn cardinal_word(number: u32, form: NumberForm, language: Language) -> &'static str {
    NumberWords::of(language).0.written(number, form)
}

/// The value and the form of a folded word for an ordinal number above zero.
pub(crate) fn ordinal(word: &str, language: Language) -> Option<(u32, NumberForm)> {
    NumberWords::of(language).1.read.get(word).copied().filter(|(number, _)| *number > 0)
}

/// The word for an ordinal number that has one of its own.
pub(crate) fn ordinal_word(number: u32, language: Language) -> &'static str {
    NumberWords::of(language).1.written(number, NumberForm::Plain)
}
