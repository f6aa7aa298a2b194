//! The numbering plans of a phone number library as one automaton: every valid number, country code first.
//!
//! The library itself needs some 70 ms to load its tables and a tenth of a millisecond for a number; the automaton
//! needs nothing and some nanoseconds. A test of `checks/phones.rs` holds the two against each other.

use phonenumber::metadata::{DATABASE, Descriptor};

#[path = "support/assets.rs"]
mod assets;

/// `UPDATE=1 cargo test -p sfumato-detect --test numbering` makes the table anew.
#[test]
fn the_compiled_numbering_plans_are_those_of_the_library() {
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
    assets::hold("phones.bin", automaton.as_bytes());
}
