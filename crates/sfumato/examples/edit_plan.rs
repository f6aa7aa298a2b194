//! Makes a plan, changes it as a reviewer would, and carries it out: nothing else is decided then.

#![allow(clippy::print_stdout)]

use std::error::Error;

use sfumato::document::OffsetUnit;
use sfumato::{Anonymiser, FileHint, PlanOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let anonymiser = Anonymiser::builder().build()?;
    let text = b"Ann Lee of Leeds phoned on 12 May 2022; her number is 07700 900123.".to_vec();
    let options = PlanOptions { unit: OffsetUnit::Bytes, show_text: true };
    let mut plan = anonymiser.plan(text.clone(), &FileHint::default(), &options)?;

    for change in &mut plan.changes {
        println!("{}-{} {} {:?}", change.start, change.end, change.action, change.category);
        if change.category.as_deref().is_some_and(|category| category.starts_with("person")) {
            change.replacement = Some("a caller".to_owned());
        }
    }

    let masked = anonymiser.apply(plan, text, &FileHint::default())?;
    let text = String::from_utf8(masked.bytes)?;
    println!("{text}");
    assert!(text.starts_with("a caller of "), "the reviewer's words stand there");
    assert_eq!(masked.reports[0].decided_by.as_deref(), Some("plan"));
    Ok(())
}
