//! Lists what would be masked, where, why and how surely, without writing anything.

#![allow(clippy::print_stdout)]

use std::error::Error;

use sfumato::document::OffsetUnit;
use sfumato::{Anonymiser, FileHint, ReportOptions};

fn main() -> Result<(), Box<dyn Error>> {
    // Offsets in code points, as Python counts them; text is quoted only because it is asked for.
    let options = ReportOptions { unit: OffsetUnit::CodePoints, show_text: true, all_terms: false };
    let anonymiser = Anonymiser::builder().reporting(options).build()?;
    let text = "Señora Rosa Quiñones, DNI 12345678Z, avda. de la Constitución 4, tel. 611 23 45 67.";
    let reports = anonymiser.detect(text.as_bytes().to_vec(), &FileHint::default())?;

    let found = &reports[0].mentions;
    for mention in found {
        let why = &mention.evidence[0];
        let quoted = mention.text.as_deref().unwrap_or_default();
        println!(
            "{:>3}-{:<3} {:<18} {:.2}  {}: {}  | {quoted}",
            mention.start, mention.end, mention.category, mention.score, why.recogniser, why.why
        );
    }
    assert!(found.iter().any(|mention| mention.category == "id/national"), "a DNI is told by its letter");
    Ok(())
}
