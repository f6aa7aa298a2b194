//! Roman figures, and the endings of ordinals in digits.

/// The number of a Roman figure below forty in small letters, as months and centuries have.
pub(crate) fn roman(word: &str) -> Option<u32> {
    let (mut sum, mut last) = (0u32, 0u32);
    for letter in word.bytes().rev() {
        let value = match letter {
            b'i' => 1,
            b'v' => 5,
            b'x' => 10,
            _ => return None,
        };
        sum = if value < last { sum.checked_sub(value)? } else { sum.checked_add(value)? };
        last = last.max(value);
    }
    ((1..40).contains(&sum) && to_roman(sum).eq_ignore_ascii_case(word)).then_some(sum)
}

/// The Roman figure of a number; that of 39 for larger ones.
pub(crate) fn to_roman(number: u32) -> String {
    const PARTS: [(u32, &str); 5] = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut left = number.min(39);
    let mut written = String::new();
    for (value, letters) in PARTS {
        while left >= value {
            written.push_str(letters);
            left -= value;
        }
    }
    written
}

/// The ending that makes an English ordinal of a number in digits.
pub(crate) fn english_ending(number: u64) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_figures_are_well_formed_or_nothing() {
        assert!((1..40).all(|number| roman(&to_roman(number).to_lowercase()) == Some(number)));
        for word in ["iiii", "iix", "", "xl"] {
            assert_eq!(roman(word), None, "{word}");
        }
    }
}
