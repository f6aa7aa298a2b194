//! Encrypts what identifies, and brings it back with the key.

#![allow(clippy::print_stdout)]

use std::error::Error;

use sfumato::mask::{Keys, Policy};
use sfumato::{Anonymiser, FileHint};

fn main() -> Result<(), Box<dyn Error>> {
    let keys = Keys::from_secret(b"a secret of at least thirty-two bytes, kept elsewhere")?;
    let policy = Policy::parse("encrypt", "version = 1\n[mask]\ndefault = \"encrypt\"\n")?;
    let anonymiser = Anonymiser::builder().policy(policy).keys(keys).build()?;

    let letter = b"Dear Dr. Ann Lee, write to ann.lee@example.org.".to_vec();
    let masked = anonymiser.mask(letter.clone(), &FileHint::default())?;
    println!("{}", String::from_utf8_lossy(&masked.bytes));
    assert!(!String::from_utf8_lossy(&masked.bytes).contains("Lee"));

    let restored = anonymiser.unmask(masked.bytes, &FileHint::default())?;
    assert_eq!(restored.bytes, letter, "byte for byte as it was");
    println!("{} values brought back", restored.values);
    Ok(())
}
