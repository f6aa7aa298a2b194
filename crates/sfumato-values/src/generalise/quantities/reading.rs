//! Reading quantities.

use sfumato_words::Language;

use super::super::ValueKind;
use super::super::numerals::{DecimalNumber, number, ordinal};
use super::super::tokens::PhraseCursor;
use super::super::units::{self, WrittenUnit};
use super::{PowerWord, QuantityRange};

/// More numbers than this are a list, not a quantity.
const MOST_AMOUNTS: usize = 4;

/// Words that leave a number a little open.
const ABOUT: &[&str] = &[
    "about",
    "around",
    "approximately",
    "approx",
    "some",
    "roughly",
    "almost",
    "nearly",
    "unos",
    "unas",
    "cerca de",
    "aproximadamente",
    "alrededor de",
    "casi",
];

/// A number with what stands around it.
#[derive(Clone, Copy)]
struct QuantityAmount {
    number: DecimalNumber,
    is_negative: bool,
    power: Option<PowerWord>,
    before: Option<WrittenUnit>,
    after: Option<WrittenUnit>,
    /// It is no more than an article: "a", "un".
    is_article: bool,
    /// A hyphen stands before the unit.
    is_hyphened: bool,
}

impl QuantityAmount {
    fn of(number: DecimalNumber) -> Self {
        Self {
            number,
            is_negative: false,
            power: None,
            before: None,
            after: None,
            is_article: false,
            is_hyphened: false,
        }
    }
}

/// The relation of two numbers of one quantity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AmountJoin {
    /// From the one to the other.
    To,
    /// Both of them: "15 x 10 mm", "50% and 79%".
    Both,
    /// As blood pressures are written: "120/80 mmHg".
    Slash,
}

/// Reads a phrase that is a quantity.
pub(in super::super) fn read(cursor: PhraseCursor, language: Language) -> Option<QuantityRange> {
    cursor.whole(|cursor| quantity(cursor, language)).or_else(|| cursor.whole(|cursor| place(cursor, language)))
}

/// A place in an order.
fn place(cursor: &mut PhraseCursor, language: Language) -> Option<QuantityRange> {
    let number = DecimalNumber::whole(ordinal(cursor, language)?);
    Some(QuantityRange { is_ordinal: true, ..QuantityRange::of(QuantityAmount::of(number)) })
}

fn quantity(cursor: &mut PhraseCursor, language: Language) -> Option<QuantityRange> {
    cursor.mark('(');
    let article = cursor.attempt(|cursor| {
        let is_article = language == Language::Spanish && cursor.phrase(&["el", "un"]);
        (is_article && { *cursor }.digits().is_some()).then_some(())
    });
    let is_about = cursor.phrase(ABOUT);
    let is_less = cursor.phrase(&["less than", "menos de", "menos del"]);
    let amounts = amounts(cursor, language)?;
    let quantity = QuantityRange { has_article: article.is_some(), ..joined(&amounts)? };
    if quantity.kind() == ValueKind::Money {
        // "5 zlotys [approx. 1 euro]": the same again.
        cursor.skip_brackets();
    }
    if quantity.has_article && quantity.kind() != ValueKind::Percentage {
        return None;
    }
    match (is_less, is_about) {
        (false, false) => Some(quantity),
        _ if quantity.is_negative => None,
        (true, _) => (amounts.len() == 1).then_some(QuantityRange { low: DecimalNumber::whole(0), ..quantity }),
        (false, true) => quantity.widened(),
    }
}

/// The numbers of a quantity. All have what the last has after it.
fn amounts(cursor: &mut PhraseCursor, language: Language) -> Option<Vec<QuantityAmount>> {
    let is_between = cursor.phrase(&["between", "entre el", "entre"]);
    if !is_between {
        cursor.phrase(&["from", "de"]);
    }
    let mut amounts = vec![amount(cursor, language)?];
    let mut joins = Vec::new();
    while let Some((join, amount)) = cursor.attempt(|cursor| Some((join(cursor)?, amount(cursor, language)?))) {
        joins.push(join);
        amounts.push(amount);
    }
    let last = *amounts.last()?;
    for amount in &mut amounts {
        amount.power = amount.power.or(last.power);
        amount.after = amount.after.or(last.after);
        amount.before = amount.before.or(last.before);
    }
    let is_pressure = last.after.is_some_and(|unit| unit.kind() == ValueKind::Pressure);
    let is_rising = amounts.is_sorted_by(|a, b| a.number.value() < b.number.value());
    let fits = match joins.as_slice() {
        [] => !is_between,
        [AmountJoin::To] => is_rising && !is_between,
        [AmountJoin::Both] if is_between => is_rising,
        [AmountJoin::Slash] => is_pressure,
        joins => !is_between && amounts.len() <= MOST_AMOUNTS && joins.iter().all(|join| *join == AmountJoin::Both),
    };
    fits.then_some(amounts)
}

fn join(cursor: &mut PhraseCursor) -> Option<AmountJoin> {
    if cursor.mark('-') || cursor.phrase(&["to", "a"]) {
        Some(AmountJoin::To)
    } else if cursor.phrase(&["and", "y el", "y", "x", "por"]) || cursor.mark('×') || cursor.mark('*') {
        Some(AmountJoin::Both)
    } else {
        cursor.mark('/').then_some(AmountJoin::Slash)
    }
}

/// The quantity that several amounts span.
fn joined(amounts: &[QuantityAmount]) -> Option<QuantityRange> {
    let (first, others) = amounts.split_first()?;
    let quantity = QuantityRange::of(*first);
    let counts_something = quantity.unit.is_some() || quantity.power.is_some();
    if others.is_empty() {
        return (!first.is_article || counts_something).then_some(quantity);
    }
    let alike = |other: &QuantityAmount| {
        other.power == first.power && other.after == first.after && other.before == first.before
    };
    let plain = |amount: &QuantityAmount| !amount.is_negative && !amount.is_article && alike(amount);
    let by_value = |a: &DecimalNumber, b: &DecimalNumber| a.value().total_cmp(&b.value());
    let numbers = || amounts.iter().map(|amount| amount.number);
    let (low, high) = (numbers().min_by(by_value)?, numbers().max_by(by_value)?);
    amounts.iter().all(plain).then_some(QuantityRange { low, high, ..quantity })
}

fn amount(cursor: &mut PhraseCursor, language: Language) -> Option<QuantityAmount> {
    let is_negative = cursor.mark('-') || cursor.phrase(&["minus", "menos"]);
    let before = cursor.attempt(units::before_number);
    let has_article = cursor.phrase(&["a", "an", "un", "una", "uno"]);
    let number = cursor.attempt(|cursor| number(cursor, language));
    let is_article = has_article && number.is_none();
    let mut number = if is_article { DecimalNumber::whole(1) } else { number? };
    number = and_a_half(cursor, number)?;
    let power = power(cursor, language, before.is_some());
    let hyphen = cursor.attempt(|cursor| (cursor.mark('-') && unit_follows(cursor)).then_some(()));
    if power.is_some() {
        cursor.attempt(|cursor| (cursor.phrase(&["de"]) && unit_follows(cursor)).then_some(()));
    }
    let after = cursor.attempt(units::after_number);
    if let Some(unit) = after {
        let more = cursor.attempt(|cursor| more_time(cursor, language, number, unit));
        number = and_a_half(cursor, more.unwrap_or(number))?;
        // "Seven years' imprisonment", "a year's".
        if cursor.glued_mark('\'') {
            cursor.phrase(&["s"]);
        }
    }
    let is_once = before.is_none() || after.is_none();
    let is_hyphened = hyphen.is_some();
    is_once.then_some(QuantityAmount { number, is_negative, power, before, after, is_article, is_hyphened })
}

/// A whole number and what "and a half" after it makes of it.
fn and_a_half(cursor: &mut PhraseCursor, number: DecimalNumber) -> Option<DecimalNumber> {
    if number.decimals > 0 || !cursor.phrase(&["and a half", "y medio", "y media"]) {
        return Some(number);
    }
    Some(DecimalNumber { digits: number.digits.checked_mul(10)?.checked_add(5)?, decimals: 1 })
}

/// A duration that goes on in a smaller unit, in tenths of the larger.
fn more_time(
    cursor: &mut PhraseCursor,
    language: Language,
    whole: DecimalNumber,
    unit: WrittenUnit,
) -> Option<DecimalNumber> {
    let _ = cursor.mark(',') || cursor.phrase(&["and", "y"]);
    let (whole, more) = (whole.integer()?, number(cursor, language)?.integer()?);
    let in_larger = units::after_number(cursor)?.count_in(unit)?;
    let tenths = more.checked_mul(10)? / in_larger;
    (more < in_larger).then_some(DecimalNumber { digits: whole.checked_mul(10)?.checked_add(tenths)?, decimals: 1 })
}

fn unit_follows(cursor: &PhraseCursor) -> bool {
    units::after_number(&mut { *cursor }).is_some()
}

fn power(cursor: &mut PhraseCursor, language: Language, is_money: bool) -> Option<PowerWord> {
    let found = |exponent, many, link| Some(PowerWord { exponent, many, link });
    match language {
        Language::English => match () {
            () if cursor.phrase(&["thousand"]) => found(3, "thousand", " "),
            () if cursor.phrase(&["million", "millions", "mn"]) => found(6, "million", " "),
            () if cursor.phrase(&["billion", "billions", "bn"]) => found(9, "billion", " "),
            () if cursor.phrase(&["trillion", "trillions"]) => found(12, "trillion", " "),
            () if is_money && cursor.phrase(&["k"]) => found(3, "thousand", " "),
            () if is_money && cursor.phrase(&["m"]) => found(6, "million", " "),
            () => None,
        },
        Language::Spanish => match () {
            () if cursor.phrase(&["mil millones"]) => found(9, "mil millones", " de "),
            () if cursor.phrase(&["mil"]) => found(3, "mil", " "),
            () if cursor.phrase(&["millon", "millones", "mill"]) => found(6, "millones", " de "),
            () if cursor.phrase(&["billon", "billones"]) => found(12, "billones", " de "),
            () => None,
        },
    }
}

impl QuantityRange {
    fn of(amount: QuantityAmount) -> Self {
        Self {
            low: amount.number,
            high: amount.number,
            is_negative: amount.is_negative && amount.number.digits != 0,
            power: amount.power,
            unit: amount.before.or(amount.after),
            is_before: amount.before.is_some(),
            is_ordinal: false,
            is_hyphened: amount.is_hyphened,
            has_article: false,
        }
    }

    /// The range that "about" leaves open: a tenth on both sides.
    fn widened(self) -> Option<Self> {
        let times = |number: DecimalNumber, tenths: u64| {
            Some(DecimalNumber { digits: number.digits.checked_mul(tenths)?, decimals: number.decimals + 1 })
        };
        Some(Self { low: times(self.low, 9)?, high: times(self.high, 11)?, ..self })
    }
}
