//! Masks a file of any kind and says what was replaced: `cargo run --example mask_file -- letter.docx`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::PathBuf;

use sfumato::{Anonymiser, Bundle, FileHint};

fn main() -> Result<(), Box<dyn Error>> {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/letter-en.txt");
    let path = std::env::args_os().nth(1).map_or_else(|| PathBuf::from(sample), PathBuf::from);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();

    let policy = Bundle::policy("hipaa").ok_or("a built-in policy")??;
    let anonymiser = Anonymiser::builder().policy(policy).build()?;
    let masked = anonymiser.mask(std::fs::read(&path)?, &FileHint::named(name))?;

    for report in &masked.reports {
        println!("{}: {} replaced, {} kept", report.document, report.masked, report.kept);
        for (category, count) in &report.counts {
            println!("  {category:<20} {count}");
        }
        assert_eq!(report.masked, report.counts.values().sum::<usize>(), "every change is accounted for");
    }
    println!("{} bytes, read again and searched for everything that was masked", masked.bytes.len());
    Ok(())
}
