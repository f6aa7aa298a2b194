//! Gives people substitutes, the same for all mentions of one in a document; dates keep their distances. A seed always
//! draws the same ones, and they are kept nowhere.

#![allow(clippy::print_stdout)]

use std::error::Error;

use sfumato::pseudonym::PseudonymSeed;
use sfumato::{Anonymiser, Bundle, FileHint};

fn main() -> Result<(), Box<dyn Error>> {
    let policy = Bundle::policy("pseudonymise").ok_or("a built-in policy")??;
    let letter = "Dear Dr. Pym, I saw Mrs. Eleanor Whitcombe on 3 March 2021.\n\
                  Mrs. Whitcombe came again on 17 March 2021 and asked for Dr. Pym.\n";

    let drawn = |seed| -> Result<String, Box<dyn Error>> {
        let anonymiser = Anonymiser::builder().policy(policy.clone()).seed(PseudonymSeed::new(seed)).build()?;
        Ok(String::from_utf8(anonymiser.mask(letter.as_bytes().to_vec(), &FileHint::default())?.bytes)?)
    };
    let masked = drawn(1)?;
    println!("{masked}");
    assert!(!masked.contains("Whitcombe") && !masked.contains("Pym"), "nothing of the names is left");
    assert_eq!(masked, drawn(1)?, "a seed draws the same again");
    assert_ne!(masked, drawn(2)?, "another draws others");
    Ok(())
}
