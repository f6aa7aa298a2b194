//! Compiles the numbering plans of a phone number library into one automaton: every valid number, country code first.
//!
//! The library itself needs some 70 ms to load its tables and a tenth of a millisecond for a number; the automaton
//! needs nothing and some nanoseconds. A test holds the two against each other.

use std::path::Path;

use phonenumber::metadata::{DATABASE, Descriptor};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A number is valid if it fits the plan of its country as a whole and that of some kind of line.
    let mut general: Vec<String> = Vec::new();
    let mut plans: Vec<String> = Vec::new();
    // `\d` is any digit; folded text has only ten.
    let written = |code: u16, plan: &Descriptor| {
        let national: String = plan.national_number().as_str().split_whitespace().collect();
        format!("{code}(?:{})", national.replace(r"\d", "[0-9]"))
    };
    for country in DATABASE.iter() {
        let all = country.descriptors();
        let kinds = [
            all.fixed_line(),
            all.mobile(),
            all.toll_free(),
            all.premium_rate(),
            all.shared_cost(),
            all.personal_number(),
            all.voip(),
            all.pager(),
            all.uan(),
            all.voicemail(),
        ];
        general.push(written(country.country_code(), all.general()));
        plans.extend(kinds.into_iter().flatten().map(|plan| written(country.country_code(), plan)));
    }
    general.sort();
    plans.sort();
    let automata = sfumato_automaton::compile_together(&[&general.join("|"), &plans.join("|")]);
    let automaton = automata.expect("the numbering plans compile");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("phones.sfa"), automaton.as_bytes()).expect("OUT_DIR is writable");
}
