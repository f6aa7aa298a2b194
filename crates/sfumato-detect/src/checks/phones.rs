//! Phone numbers by the numbering plans of all countries.

use std::sync::LazyLock;

use sfumato_automaton::Automaton;

use super::Check;

/// The checks of this file, by the names that recognisers use.
pub(super) const CHECKS: &[(&str, Check)] =
    &[("phone-any", any), ("phone-es", spanish), ("phone-us", american), ("phone-uk", british)];

static PLANS: LazyLock<Automaton> = LazyLock::new(|| {
    let bytes: &'static [u8] = include_bytes!("../../../../assets/compiled/phones.bin");
    Automaton::from_static(bytes).expect("the table is whole, which a test holds")
});

/// The longest number with its country code, and some room for what will be stripped.
const MOST_DIGITS: usize = 20;

/// International notation: `+` or `00`, country code, number; a `(0)` in between is left out.
fn any(value: &str) -> bool {
    let value = value.trim_start_matches('(');
    let Some(number) = value.strip_prefix('+').or_else(|| value.strip_prefix("00")) else { return false };
    PhoneDigits::of(&number.replacen("(0)", "", 1)).is_some_and(|digits| digits.is_valid())
}

fn spanish(value: &str) -> bool {
    national(value, "34", "")
}

fn american(value: &str) -> bool {
    national(value, "1", "1")
}

fn british(value: &str) -> bool {
    national(value, "44", "0")
}

/// A number as it is dialled inside its country, with the prefix that is dropped from abroad.
fn national(value: &str, country: &str, trunk: &str) -> bool {
    let Some(digits) = PhoneDigits::of(value) else { return false };
    let number = digits.as_str();
    let number = number.strip_prefix(trunk).unwrap_or(number);
    PhoneDigits::of(country).is_some_and(|mut whole| whole.append(number) && whole.is_valid())
}

/// The digits of a number, up to the first letter (where an extension starts).
struct PhoneDigits {
    digits: [u8; MOST_DIGITS],
    count: usize,
}

impl PhoneDigits {
    fn of(value: &str) -> Option<Self> {
        let mut digits = Self { digits: [0; MOST_DIGITS], count: 0 };
        let number = value.split(|c: char| c.is_alphabetic() || c == '#' || c == ',').next().unwrap_or_default();
        digits.append(number).then_some(digits)
    }

    /// Adds the digits of `more`; false if they are too many.
    fn append(&mut self, more: &str) -> bool {
        for digit in more.bytes().filter(u8::is_ascii_digit) {
            if self.count == MOST_DIGITS {
                return false;
            }
            self.digits[self.count] = digit;
            self.count += 1;
        }
        true
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.digits[..self.count]).expect("only ASCII digits were added")
    }

    /// True for a number that fits both its country's plan and that of a kind of line.
    fn is_valid(&self) -> bool {
        PLANS.run().whole(&self.digits[..self.count]).count() == 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use phonenumber::country::Id;

    #[test]
    fn notations_are_told_apart() {
        assert!(any("+34 912 345 678") && any("0034 912 345 678") && any("+44 (0)20 7946 0018"));
        assert!(!any("912 345 678") && !any("+99 912 345 678") && !any("+34 112 345 678"));
        assert!(spanish("912 345 678") && !spanish("112 345 678"));
        assert!(american("(202) 555-0143") && american("1-202-555-0143 ext. 12") && !american("123-456-7890"));
        assert!(british("020 7946 0018") && !british("000 7946 0018"));
        assert!(!any("+") && !spanish("") && !any(&"+1".repeat(60)));
    }

    /// The library and our table must agree on numbers spread over the plans; the library alone accepts a few whose
    /// first digits fit a plan and whose rest is too long for it.
    #[test]
    fn the_library_agrees() {
        let mut number = 1u64;
        let (mut valid, mut stricter) = (0, 0);
        for (country, code, digits) in [
            (Id::ES, "34", 9),
            (Id::US, "1", 10),
            (Id::GB, "44", 10),
            (Id::DE, "49", 10),
            (Id::IT, "39", 10),
            (Id::MX, "52", 10),
        ] {
            for _ in 0..400 {
                number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let national = (number >> 20) % 10u64.pow(digits);
                let written = format!("+{code} {national:0width$}", width = digits as usize);
                // A leading zero is a trunk prefix to the library; ours is given what stands after it.
                if national < 10u64.pow(digits - 1) {
                    continue;
                }
                let theirs = phonenumber::parse(Some(country), &written).is_ok_and(|n| phonenumber::is_valid(&n));
                assert!(theirs || !any(&written), "only ours accepts {written}");
                valid += usize::from(theirs);
                stricter += usize::from(theirs != any(&written));
            }
        }
        assert!(valid > 300, "the numbers drawn must test both answers: {valid}");
        assert!(stricter * 50 < valid, "{stricter} of {valid} differ");
    }
}
