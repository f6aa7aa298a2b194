//! The scale of quantities: 1, 2 and 5 times the powers of ten.

use sfumato_words::Language;

use super::super::in_language;
use super::super::numerals::DecimalNumber;

/// A number of the scale: 1, 2 or 5 times a power of ten, or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ScaleBound {
    pub lead: u64,
    pub exponent: i32,
}

impl ScaleBound {
    pub const ZERO: Self = Self { lead: 0, exponent: 0 };

    /// The largest one that is not above a number.
    pub fn below(number: DecimalNumber) -> Self {
        let Some(exponent) = number.digits.checked_ilog10() else { return Self::ZERO };
        let first = number.digits / 10u64.pow(exponent);
        let lead = match first {
            0..2 => 1,
            2..5 => 2,
            _ => 5,
        };
        Self { lead, exponent: exponent as i32 - number.decimals as i32 }
    }

    pub fn next(self) -> Self {
        match self.lead {
            1 => Self { lead: 2, ..self },
            2 => Self { lead: 5, ..self },
            _ => Self { lead: 1, exponent: self.exponent + 1 },
        }
    }

    /// The smallest one that is not below a number.
    pub fn above(number: DecimalNumber) -> Self {
        let below = Self::below(number);
        if below.equals(number) { below } else { below.next() }
    }

    fn equals(self, number: DecimalNumber) -> bool {
        let exponent = u32::try_from(self.exponent + number.decimals as i32).ok();
        let digits = exponent.and_then(|exponent| 10u64.checked_pow(exponent)?.checked_mul(self.lead));
        self == Self::ZERO && number.digits == 0 || digits == Some(number.digits)
    }

    pub fn value(self) -> f64 {
        // Dividing by a power of ten is exact where multiplying by its inverse is not.
        let lead = self.lead as f64;
        if self.exponent < 0 { lead / 10f64.powi(-self.exponent) } else { lead * 10f64.powi(self.exponent) }
    }

    /// The number as the language writes it.
    pub fn text(self, language: Language) -> String {
        let mark = in_language(language, '.', ',');
        let Ok(zeros) = usize::try_from(self.exponent) else {
            let zeros = "0".repeat(self.exponent.unsigned_abs() as usize - 1);
            return format!("0{mark}{zeros}{}", self.lead);
        };
        let digits = format!("{}{}", self.lead, "0".repeat(zeros));
        // Spanish parts thousands only in numbers of more than four digits.
        let (least, mark) = in_language(language, (4, ','), (5, '.'));
        if digits.len() < least {
            return digits;
        }
        let mut text = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(mark);
            }
            text.push(digit);
        }
        text
    }
}
