//! Quantities: ranges on the scale 1, 2, 5, 10, their order of magnitude, what they measure.

mod reading;
mod scale;

use sfumato_language::Language;

pub(super) use reading::read;

use super::numerals::Number;
use super::units::Written;
use super::{Interval, Kind, Step, in_language};
use scale::Bound;

/// How many bits lie between the order of magnitude of a quantity and knowing only what it measures: a thousandfold.
const UNBOUNDED: f64 = 10.0;

/// Quantities from this power of ten on have no name for their order of magnitude.
const LARGEST: i32 = 15;

const LEVEL_ORDER: u8 = 2;
const LEVEL_RANGE: u8 = 3;
const LEVEL_VALUE: u8 = 4;

/// A quantity, or a range of them.
#[derive(Clone)]
pub(super) struct Quantity {
    low: Number,
    high: Number,
    is_negative: bool,
    /// "Million": the power of ten the numbers are of.
    power: Option<Power>,
    unit: Option<Written>,
    /// The unit stands before the number.
    is_before: bool,
    is_ordinal: bool,
    /// It stands before what it measures: "a six-month period".
    is_hyphened: bool,
    /// A Spanish percentage had its article with it: "el 37 %".
    has_article: bool,
}

/// A word for a power of ten.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Power {
    exponent: i32,
    /// The word after a number of many.
    many: &'static str,
    /// What stands between the word and what is counted.
    link: &'static str,
}

impl Quantity {
    pub fn kind(&self) -> Kind {
        match &self.unit {
            _ if self.is_ordinal => Kind::Ordinal,
            Some(unit) => unit.kind(),
            None => Kind::Number,
        }
    }

    pub fn level(&self) -> u8 {
        LEVEL_VALUE
    }

    fn scale(&self) -> f64 {
        10f64.powi(self.power.map_or(0, |power| power.exponent))
    }

    pub fn interval(&self) -> Interval {
        self.signed(self.low.value(), self.high.value())
    }

    /// From one number to another, in the quantity's power of ten and with its sign.
    fn signed(&self, low: f64, high: f64) -> Interval {
        let (from, to) = (low * self.scale(), high * self.scale());
        if self.is_negative { Interval { from: -to, to: -from } } else { Interval { from, to } }
    }

    pub fn chain(&self, language: Language) -> Vec<Step> {
        match self.kind() {
            Kind::Ordinal => self.ordinal_chain(language),
            Kind::Percentage if self.high.value() <= 100.0 && !self.is_negative && self.power.is_none() => {
                self.percentage_chain(language)
            }
            _ => self.magnitude_chain(language),
        }
    }

    /// How many numbers as fine as this one lie in an interval, as bits.
    pub fn bits(&self, interval: Interval) -> f64 {
        let step = self.low.resolution().min(self.high.resolution()) * self.scale();
        ((interval.to - interval.from) / step + 1.0).log2()
    }

    fn magnitude_chain(&self, language: Language) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut push = |text, level, interval| steps.push(Step { text, level, bits: self.bits(interval), interval });
        let low = Bound::below(self.low);
        let high = if self.low == self.high { low.next() } else { Bound::above(self.high) };
        let range = self.signed(low.value(), high.value());
        if low != Bound::ZERO && range != self.interval() {
            push(self.between(low, high, language), LEVEL_RANGE, range);
        }
        if let Some((text, order)) = self.order(low, high, language).filter(|(_, order)| *order != range) {
            push(text, LEVEL_ORDER, order);
        }
        let bits = steps.last().map_or_else(|| self.bits(self.interval()), |step| step.bits) + UNBOUNDED;
        steps.push(Step { text: self.any(language).to_owned(), level: 1, bits, interval: Interval::EVERYTHING });
        steps
    }

    /// The order of magnitude of a range, if it has one.
    fn order(&self, low: Bound, high: Bound, language: Language) -> Option<(String, Interval)> {
        let exponent = low.exponent + self.power.map_or(0, |power| power.exponent);
        let top = if high.lead == 1 { high.exponent - 1 } else { high.exponent };
        if self.is_negative || self.is_hyphened || low == Bound::ZERO || top != low.exponent || exponent >= LARGEST {
            return None;
        }
        let ten = |exponent: i32| Bound { lead: 1, exponent };
        // Below ten there is no word for it.
        let (least, most) =
            if exponent < 1 { (Bound::ZERO, ten((exponent + 1).max(0))) } else { (ten(exponent), ten(exponent + 1)) };
        let interval = Interval { from: least.value(), to: most.value() };
        let whole = Self { power: None, ..self.clone() };
        let text = if exponent < 1 {
            let less = in_language(language, "less than", "menos de");
            format!("{less} {}", whole.with_unit(most, most.lead == 1 && most.exponent == 0, language))
        } else if let Some(unit) = self.unit.as_ref().filter(|unit| unit.symbol() != Some("")) {
            let words = in_language(language, english_order(exponent), spanish_order(exponent));
            let of = in_language(language, "of", "de");
            format!("{words} {of} {}", unit.plural(language))
        } else {
            whole.between(least, most, language)
        };
        Some((text, interval))
    }

    fn between(&self, low: Bound, high: Bound, language: Language) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        let (low, high) = if self.is_negative { (high, low) } else { (low, high) };
        let (between, and) = in_language(language, ("between", "and"), ("entre", "y"));
        if let Some(unit) = self.unit.filter(|_| self.is_hyphened && language == Language::English) {
            return format!("{}-to-{}-{}", low.text(language), high.text(language), unit.text(language, true));
        }
        if self.is_before {
            let (low, high) = (self.with_unit(low, false, language), self.with_unit(high, false, language));
            return format!("{between} {sign}{low} {and} {sign}{high}");
        }
        format!("{between} {sign}{} {and} {sign}{}", low.text(language), self.with_unit(high, false, language))
    }

    fn with_unit(&self, bound: Bound, is_one: bool, language: Language) -> String {
        let number = bound.text(language);
        let power = self.power.map_or(String::new(), |power| format!(" {}", power.many));
        let Some(unit) = &self.unit else { return format!("{number}{power}") };
        let text = unit.text(language, is_one);
        if self.is_before {
            // "$5", but "EUR 5".
            let blank = if text.ends_with(char::is_alphanumeric) { " " } else { "" };
            return format!("{text}{blank}{number}{power}");
        }
        let link = match (self.power, unit.symbol()) {
            (Some(power), _) => power.link,
            (None, Some("%")) if language == Language::English => "",
            // A power's mark, and what is counted by volume.
            (None, Some("°" | "º" | "")) => "",
            _ => " ",
        };
        format!("{number}{power}{link}{text}")
    }

    fn percentage_chain(&self, language: Language) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut push = |text, level, interval| steps.push(Step { text, level, bits: self.bits(interval), interval });
        let (low, high) = (self.low.value(), self.high.value());
        let sign = match self.unit.as_ref().and_then(Written::symbol) {
            Some("%") => in_language(language, "%", " %"),
            _ => in_language(language, " per cent", " por ciento"),
        };
        let el = if self.has_article { "el " } else { "" };
        // A hundred is in the last ten.
        let from = (low / 10.0).floor().min(9.0) * 10.0;
        let to = if low < high { (high / 10.0).ceil() * 10.0 } else { from + 10.0 };
        let tens = Interval { from, to };
        if tens != self.interval() {
            let text = match language {
                Language::English => format!("between {from}{sign} and {to}{sign}"),
                Language::Spanish if self.has_article => format!("entre el {from}{sign} y el {to}{sign}"),
                // What stands before it is an article.
                Language::Spanish => format!("{from}-{to}{sign}"),
            };
            push(text, LEVEL_RANGE, tens);
        }
        if to <= 50.0 {
            let text = in_language(language, format!("no more than 50{sign}"), format!("{el}50{sign} o menos"));
            push(text, LEVEL_ORDER, Interval { from: 0.0, to: 50.0 });
        } else if from >= 50.0 {
            let text = in_language(language, format!("at least 50{sign}"), format!("{el}50{sign} o más"));
            push(text, LEVEL_ORDER, Interval { from: 50.0, to: 100.0 });
        }
        let all = Interval { from: 0.0, to: 100.0 };
        push(self.any(language).to_owned(), 1, all);
        steps
    }

    fn ordinal_chain(&self, language: Language) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut push = |text, level, interval| steps.push(Step { text, level, bits: self.bits(interval), interval });
        let (english, spanish, last) = match self.low.digits {
            1..=10 => ("one of the first ten", "uno de los diez primeros", 10.0),
            11..=100 => ("one of the first hundred", "uno de los cien primeros", 100.0),
            _ => ("", "", 0.0),
        };
        if last > 0.0 {
            push(in_language(language, english, spanish).to_owned(), LEVEL_ORDER, Interval { from: 1.0, to: last });
        }
        let bits = steps.last().map_or_else(|| self.bits(self.interval()), |step| step.bits) + UNBOUNDED;
        steps.push(Step { text: self.any(language).to_owned(), level: 1, bits, interval: Interval::EVERYTHING });
        steps
    }

    /// What it measures.
    fn any(&self, language: Language) -> &'static str {
        let (english, spanish) = match self.kind() {
            Kind::Money => ("an amount of money", "una cantidad de dinero"),
            Kind::Duration => ("some time", "algún tiempo"),
            Kind::Length => ("a length", "una longitud"),
            Kind::Area => ("an area", "una superficie"),
            Kind::Volume => ("a volume", "un volumen"),
            Kind::Weight => ("a weight", "un peso"),
            Kind::Dose => ("a dose", "una dosis"),
            Kind::Measurement => ("a measured value", "un valor medido"),
            Kind::Pressure => ("a pressure", "una presión"),
            Kind::Temperature => ("a temperature", "una temperatura"),
            Kind::Rate => ("a rate", "una frecuencia"),
            Kind::Speed => ("a speed", "una velocidad"),
            Kind::Percentage => ("a percentage", "un porcentaje"),
            Kind::Ordinal => ("a place in an order", "un lugar en un orden"),
            Kind::Number | Kind::Date | Kind::DayOfYear | Kind::Weekday | Kind::TimeOfDay | Kind::Age => {
                ("a number", "un número")
            }
        };
        in_language(language, english, spanish)
    }
}

/// The words for a power of ten below [`LARGEST`].
fn english_order(exponent: i32) -> &'static str {
    match exponent {
        ..=1 => "tens",
        2 => "hundreds",
        3 => "thousands",
        4 => "tens of thousands",
        5 => "hundreds of thousands",
        6 => "millions",
        7 => "tens of millions",
        8 => "hundreds of millions",
        9 => "billions",
        10 => "tens of billions",
        11 => "hundreds of billions",
        12 => "trillions",
        13 => "tens of trillions",
        _ => "hundreds of trillions",
    }
}

/// The words for a power of ten below [`LARGEST`].
fn spanish_order(exponent: i32) -> &'static str {
    match exponent {
        ..=1 => "decenas",
        2 => "cientos",
        3 => "miles",
        4 => "decenas de miles",
        5 => "cientos de miles",
        6 => "millones",
        7 => "decenas de millones",
        8 => "cientos de millones",
        9 => "miles de millones",
        10 => "decenas de miles de millones",
        11 => "cientos de miles de millones",
        12 => "billones",
        13 => "decenas de billones",
        _ => "cientos de billones",
    }
}
