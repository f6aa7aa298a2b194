//! Quantities: ranges on the scale 1, 2, 5, 10, their order of magnitude, what they measure.

mod reading;
mod scale;

use sfumato_words::{ByLanguage, Language, WordTable, words_by_language};

pub(super) use reading::read;

use super::numerals::DecimalNumber;
use super::units::WrittenUnit;
use super::{ValueInterval, ValueKind, ValueStep, in_language};
use scale::ScaleBound;

/// The bits between the order of magnitude of a quantity and knowing only what it measures: a thousandfold.
const UNBOUNDED: f64 = 10.0;

/// Quantities from this power of ten on have no name for their order of magnitude.
const LARGEST: i32 = 15;

const LEVEL_ORDER: u8 = 2;
const LEVEL_RANGE: u8 = 3;
const LEVEL_VALUE: u8 = 4;

/// A quantity, or a range of them.
#[derive(Clone)]
pub(super) struct QuantityRange {
    low: DecimalNumber,
    high: DecimalNumber,
    is_negative: bool,
    /// "Million": the power of ten the numbers are of.
    power: Option<PowerWord>,
    unit: Option<WrittenUnit>,
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
struct PowerWord {
    exponent: i32,
    /// The word after a number of many.
    many: &'static str,
    /// The link between the word and what is counted.
    link: &'static str,
}

impl QuantityRange {
    pub fn kind(&self) -> ValueKind {
        match &self.unit {
            _ if self.is_ordinal => ValueKind::Ordinal,
            Some(unit) => unit.kind(),
            None => ValueKind::Number,
        }
    }

    pub fn level(&self) -> u8 {
        LEVEL_VALUE
    }

    fn scale(&self) -> f64 {
        10f64.powi(self.power.map_or(0, |power| power.exponent))
    }

    pub fn interval(&self) -> ValueInterval {
        self.signed(self.low.value(), self.high.value())
    }

    /// From one number to another, in the quantity's power of ten and with its sign.
    fn signed(&self, low: f64, high: f64) -> ValueInterval {
        let (from, to) = (low * self.scale(), high * self.scale());
        if self.is_negative { ValueInterval { from: -to, to: -from } } else { ValueInterval { from, to } }
    }

    pub fn chain(&self, language: Language) -> Vec<ValueStep> {
        match self.kind() {
            ValueKind::Ordinal => self.ordinal_chain(language),
            ValueKind::Percentage if self.high.value() <= 100.0 && !self.is_negative && self.power.is_none() => {
                self.percentage_chain(language)
            }
            _ => self.magnitude_chain(language),
        }
    }

    /// The bits of the numbers as fine as this one that lie in an interval.
    pub fn bits(&self, interval: ValueInterval) -> f64 {
        let step = self.low.resolution().min(self.high.resolution()) * self.scale();
        ((interval.to - interval.from) / step + 1.0).log2()
    }

    fn magnitude_chain(&self, language: Language) -> Vec<ValueStep> {
        let mut steps: Vec<ValueStep> = Vec::new();
        let mut push =
            |text, level, interval| steps.push(ValueStep { text, level, bits: self.bits(interval), interval });
        let low = ScaleBound::below(self.low);
        let high = if self.low == self.high { low.next() } else { ScaleBound::above(self.high) };
        let range = self.signed(low.value(), high.value());
        if low != ScaleBound::ZERO && range != self.interval() {
            push(self.between(low, high, language), LEVEL_RANGE, range);
        }
        if let Some((text, order)) = self.order(low, high, language).filter(|(_, order)| *order != range) {
            push(text, LEVEL_ORDER, order);
        }
        let bits = steps.last().map_or_else(|| self.bits(self.interval()), |step| step.bits) + UNBOUNDED;
        steps.push(ValueStep {
            text: self.any(language).to_owned(),
            level: 1,
            bits,
            interval: ValueInterval::EVERYTHING,
        });
        steps
    }

    /// The order of magnitude of a range, if it has one.
    fn order(&self, low: ScaleBound, high: ScaleBound, language: Language) -> Option<(String, ValueInterval)> {
        let exponent = low.exponent + self.power.map_or(0, |power| power.exponent);
        let top = if high.lead == 1 { high.exponent - 1 } else { high.exponent };
        if self.is_negative || self.is_hyphened || low == ScaleBound::ZERO || top != low.exponent || exponent >= LARGEST
        {
            return None;
        }
        let ten = |exponent: i32| ScaleBound { lead: 1, exponent };
        // Below ten there is no word for it.
        let (least, most) = if exponent < 1 {
            (ScaleBound::ZERO, ten((exponent + 1).max(0)))
        } else {
            (ten(exponent), ten(exponent + 1))
        };
        let interval = ValueInterval { from: least.value(), to: most.value() };
        let whole = Self { power: None, ..self.clone() };
        let text = if exponent < 1 {
            let less = in_language(language, "less than", "menos de");
            format!("{less} {}", whole.with_unit(most, most.lead == 1 && most.exponent == 0, language))
        } else if let Some(unit) = self.unit.as_ref().filter(|unit| unit.symbol() != Some("")) {
            let words = order_of_magnitude(exponent, language);
            let of = in_language(language, "of", "de");
            format!("{words} {of} {}", unit.plural(language))
        } else {
            whole.between(least, most, language)
        };
        Some((text, interval))
    }

    fn between(&self, low: ScaleBound, high: ScaleBound, language: Language) -> String {
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

    fn with_unit(&self, bound: ScaleBound, is_one: bool, language: Language) -> String {
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

    fn percentage_chain(&self, language: Language) -> Vec<ValueStep> {
        let mut steps: Vec<ValueStep> = Vec::new();
        let mut push =
            |text, level, interval| steps.push(ValueStep { text, level, bits: self.bits(interval), interval });
        let (low, high) = (self.low.value(), self.high.value());
        let sign = match self.unit.as_ref().and_then(WrittenUnit::symbol) {
            Some("%") => in_language(language, "%", " %"),
            _ => in_language(language, " per cent", " por ciento"),
        };
        let el = if self.has_article { "el " } else { "" };
        // A hundred is in the last ten.
        let from = (low / 10.0).floor().min(9.0) * 10.0;
        let to = if low < high { (high / 10.0).ceil() * 10.0 } else { from + 10.0 };
        let tens = ValueInterval { from, to };
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
            push(text, LEVEL_ORDER, ValueInterval { from: 0.0, to: 50.0 });
        } else if from >= 50.0 {
            let text = in_language(language, format!("at least 50{sign}"), format!("{el}50{sign} o más"));
            push(text, LEVEL_ORDER, ValueInterval { from: 50.0, to: 100.0 });
        }
        let all = ValueInterval { from: 0.0, to: 100.0 };
        push(self.any(language).to_owned(), 1, all);
        steps
    }

    fn ordinal_chain(&self, language: Language) -> Vec<ValueStep> {
        let mut steps: Vec<ValueStep> = Vec::new();
        let mut push =
            |text, level, interval| steps.push(ValueStep { text, level, bits: self.bits(interval), interval });
        let (english, spanish, last) = match self.low.digits {
            1..=10 => ("one of the first ten", "uno de los diez primeros", 10.0),
            11..=100 => ("one of the first hundred", "uno de los cien primeros", 100.0),
            _ => ("", "", 0.0),
        };
        if last > 0.0 {
            push(
                in_language(language, english, spanish).to_owned(),
                LEVEL_ORDER,
                ValueInterval { from: 1.0, to: last },
            );
        }
        let bits = steps.last().map_or_else(|| self.bits(self.interval()), |step| step.bits) + UNBOUNDED;
        steps.push(ValueStep {
            text: self.any(language).to_owned(),
            level: 1,
            bits,
            interval: ValueInterval::EVERYTHING,
        });
        steps
    }

    /// The words for any quantity of its kind.
    fn any(&self, language: Language) -> &'static str {
        let (english, spanish) = match self.kind() {
            ValueKind::Money => ("an amount of money", "una cantidad de dinero"),
            ValueKind::Duration => ("some time", "algún tiempo"),
            ValueKind::Length => ("a length", "una longitud"),
            ValueKind::Area => ("an area", "una superficie"),
            ValueKind::Volume => ("a volume", "un volumen"),
            ValueKind::Weight => ("a weight", "un peso"),
            ValueKind::Dose => ("a dose", "una dosis"),
            ValueKind::Measurement => ("a measured value", "un valor medido"),
            ValueKind::Pressure => ("a pressure", "una presión"),
            ValueKind::Temperature => ("a temperature", "una temperatura"),
            ValueKind::Rate => ("a rate", "una frecuencia"),
            ValueKind::Speed => ("a speed", "una velocidad"),
            ValueKind::Percentage => ("a percentage", "un porcentaje"),
            ValueKind::Ordinal => ("a place in an order", "un lugar en un orden"),
            ValueKind::Number
            | ValueKind::Date
            | ValueKind::DayOfYear
            | ValueKind::Weekday
            | ValueKind::TimeOfDay
            | ValueKind::Age => ("a number", "un número"),
        };
        in_language(language, english, spanish)
    }
}

/// The words for the powers of ten from the first on, below [`LARGEST`].
static ORDERS: ByLanguage<WordTable> = words_by_language!("values", "orders of magnitude");

fn order_of_magnitude(exponent: i32, language: Language) -> &'static str {
    let words = ORDERS.of(language).words();
    let at = (exponent.max(1) as usize - 1).min(words.len() - 1);
    words.get(at).copied().unwrap_or_default()
}
