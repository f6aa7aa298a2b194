//! The data dictionary: what the columns are, and what makes people unique.

use std::collections::HashMap;
use std::fmt::Write as _;

use sfumato::microdata::Microdata;

use super::columns::PeopleTable;
use crate::failure::Failure;
use crate::inputs::InputFile;

/// So many pairs of columns are listed.
const PAIRS: usize = 5;

/// The columns of a table with their counts; `quasi` are those that tell who somebody is, all if none is named.
pub fn described(table: &PeopleTable, quasi: &[String], input: &InputFile) -> Result<String, Failure> {
    let microdata = table.microdata();
    let records = microdata.records();
    let wide = microdata.columns().iter().map(|column| column.name().chars().count()).max().unwrap_or(0).max(6);
    let mut out = format!("{records} rows\n{:<wide$}  values  empty   alone  of\n", "column");
    for (at, column) in microdata.columns().iter().enumerate() {
        let alone = alone(microdata, &[at]);
        let _ = writeln!(
            out,
            "{:<wide$}  {:>6}  {:>5}  {:>4.1} %  {}",
            column.name(),
            column.dictionary().len(),
            column.missing(),
            share(alone, records),
            table.natures()[at]
        );
    }
    let mut chosen = Vec::new();
    for name in quasi {
        let names: Vec<&str> = microdata.columns().iter().map(|column| column.name()).collect();
        let known = || format!("there is no column `{name}`; {}", sfumato::mask::suggestion(name, &names));
        chosen.push(microdata.position(name).ok_or_else(|| Failure::at(input.name(), known()))?);
    }
    if chosen.is_empty() {
        // What differs in every row is a number of the row, and says nothing beside others.
        chosen = (0..microdata.columns().len())
            .filter(|at| microdata.column(*at).dictionary().len() < records.max(2))
            .collect();
    }
    let names = |columns: &[usize]| -> String {
        columns.iter().map(|at| microdata.column(*at).name()).collect::<Vec<_>>().join(", ")
    };
    let all = alone(microdata, &chosen);
    let _ = writeln!(out, "\n{all} rows ({:.1} %) are alone by {}", share(all, records), names(&chosen));
    let mut pairs: Vec<(usize, [usize; 2])> = Vec::new();
    for (nth, one) in chosen.iter().enumerate() {
        pairs.extend(chosen[nth + 1..].iter().map(|other| (alone(microdata, &[*one, *other]), [*one, *other])));
    }
    pairs.sort_by_key(|(alone, pair)| (std::cmp::Reverse(*alone), *pair));
    for (alone, pair) in pairs.iter().take(PAIRS).filter(|(alone, _)| *alone > 0) {
        let _ = writeln!(out, "{alone} rows ({:.1} %) by {}", share(*alone, records), names(pair));
    }
    let without = |left: usize| chosen.iter().copied().filter(|at| *at != left).collect::<Vec<_>>();
    let mut saved: Vec<(usize, usize)> =
        chosen.iter().map(|at| (all - alone(microdata, &without(*at)).min(all), *at)).collect();
    saved.sort_by_key(|(saved, at)| (std::cmp::Reverse(*saved), *at));
    if chosen.len() > 1 {
        for (saved, at) in saved.iter().filter(|(saved, _)| *saved > 0) {
            let name = microdata.column(*at).name();
            let _ = writeln!(out, "without {name}, {saved} of them would not be");
        }
    }
    Ok(out)
}

fn share(part: usize, all: usize) -> f64 {
    part as f64 * 100.0 / all.max(1) as f64
}

/// The rows whose values in some columns no other row has.
fn alone(table: &Microdata, columns: &[usize]) -> usize {
    let mut counts: HashMap<Vec<Option<u32>>, usize> = HashMap::new();
    for record in 0..table.records() {
        let look = columns.iter().map(|at| table.column(*at).code(record)).collect();
        *counts.entry(look).or_default() += 1;
    }
    counts.values().filter(|count| **count == 1).count()
}
