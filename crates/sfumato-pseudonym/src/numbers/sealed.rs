//! Numbers encrypted into numbers that pass the same checks, and the way back.
//!
//! FF1 permutes all numbers of one length; walking on from a number until one comes that passes the checks the first
//! passed permutes those that pass them, and walking back finds the first again. So a card number becomes a card number,
//! and whoever looks for such numbers finds it again.

use sfumato_detect::Category;

use super::{ff1, form, manner, rules};
pub use ff1::TooShortForCipher;

/// After so many steps without a number that passes, there is none: most checks are passed by one number in ten or a
/// hundred.
const MOST_STEPS: usize = 20_000;

/// Encrypts the number in a mention, with labels and marks kept. Equal numbers of different kinds become different.
pub fn encrypt(mention: &str, category: &Category, key: &[u8; 32]) -> Result<String, TooShortForCipher> {
    walk(mention, category, |number| ff1::encrypt(number, key, category.root().as_bytes()))
}

/// Decrypts what [`encrypt`] made.
pub fn decrypt(mention: &str, category: &Category, key: &[u8; 32]) -> Result<String, TooShortForCipher> {
    walk(mention, category, |number| ff1::decrypt(number, key, category.root().as_bytes()))
}

fn walk(
    mention: &str,
    category: &Category,
    step: impl Fn(&str) -> Result<String, TooShortForCipher>,
) -> Result<String, TooShortForCipher> {
    let (_, style) = manner(category);
    let number = form::core(mention, &form::stretches(mention, style));
    let (before, after) = mention.split_once(number).filter(|_| !number.is_empty()).ok_or(TooShortForCipher)?;
    let passed =
        |number: &str| -> Vec<&str> { rules::passed(number, category).into_iter().map(|(name, _)| name).collect() };
    let wanted = passed(number);
    let mut at = step(number)?;
    for _ in 0..MOST_STEPS {
        if passed(&at) == wanted {
            return Ok([before, &at, after].concat());
        }
        at = step(&at)?;
    }
    Err(TooShortForCipher)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_pass_the_checks_they_passed_and_come_back() {
        let key = std::array::from_fn(|nth| nth as u8);
        for (category, mention) in [
            ("id/health", "943 476 5919"),
            ("finance/card", "4111-1111-1111-1111"),
            ("id/national", "DNI: 12345678Z"),
            ("finance/iban", "ES91 2100 0418 4502 0005 1332"),
            ("id/record", "NHC 3658027"),
            ("id/case", "C-2019/004417"),
        ] {
            let category = Category::new(category).expect("a category");
            let sealed = encrypt(mention, &category, &key).expect("long enough");
            assert_ne!(sealed, mention);
            assert_eq!(sealed.len(), mention.len());
            let names = |text: &str| rules::passed(text, &category).iter().map(|(name, _)| *name).collect::<Vec<_>>();
            assert_eq!(names(&sealed), names(mention), "{mention}");
            assert_eq!(decrypt(&sealed, &category, &key).as_deref(), Ok(mention));
            assert_ne!(decrypt(&sealed, &category, &[9; 32]).as_deref(), Ok(mention));
        }
        assert_eq!(encrypt("1234", &Category::new("id").expect("a category"), &key), Err(TooShortForCipher));
    }
}
