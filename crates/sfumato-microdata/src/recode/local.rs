//! Local recoding: splits from above, clusters from below, and moves between classes.

use rayon::prelude::*;

use super::attribute::QuasiAttribute;
use super::groups::{ClassTests, RecordGroup};
use super::{Recoding, RecodingOptions, clusters, moves, splits};
use crate::error::MicrodataError;
use crate::table::Microdata;

/// Blocks of at most so many records are clustered, everything compared with everything.
const BLOCK: usize = 1500;

/// Recodes a table by classes.
pub(super) fn recode(
    table: &Microdata,
    columns: &[usize],
    mut tests: ClassTests,
    options: &RecodingOptions,
) -> Result<Recoding, MicrodataError> {
    let attributes = columns.iter().map(|at| QuasiAttribute::new(table.column(*at), options.missing));
    let attributes: Vec<QuasiAttribute> = attributes.collect::<Result<_, _>>()?;
    let all: Vec<u32> = (0..table.records() as u32).collect();
    if !all.is_empty()
        && let Some(model) = tests.failing(&all)
    {
        return Err(MicrodataError::Unreachable { model });
    }
    let (mut classes, mut is_complete) = self::classes(&attributes, &tests, all.clone(), options);
    // Classes of at least that size have at most that risk; often smaller ones will do.
    for least in tests.average_risk.into_iter().flat_map(|most| [0.6, 0.8, 1.0].map(|share| share / most - 1e-9)) {
        let least = (least.ceil() as usize).min(all.len());
        if tests.average_risk.is_some_and(|most| classes.len() as f64 > most * all.len() as f64) && least > tests.least
        {
            tests.least = least;
            (classes, is_complete) = self::classes(&attributes, &tests, all.clone(), options);
        }
    }
    if tests.average_risk.is_some_and(|most| classes.len() as f64 > most * all.len() as f64) {
        return Err(MicrodataError::Unreachable { model: "the average risk".to_owned() });
    }
    Ok(finish(&attributes, columns, table.records(), &classes, is_complete))
}

/// Classes of which the models hold; false if the time was over before they were as good as can be.
fn classes(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    all: Vec<u32>,
    options: &RecodingOptions,
) -> (Vec<RecordGroup>, bool) {
    if all.is_empty() {
        return (Vec::new(), true);
    }
    let block = BLOCK.max(2 * tests.least);
    let split = splits::split(attributes, tests, all, block);
    let mut classes: Vec<RecordGroup> = split
        .blocks
        .into_par_iter()
        .flat_map_iter(|block| {
            if options.is_over() { vec![block] } else { clusters::cluster(attributes, tests, &block.records) }
        })
        .collect();
    moves::place(attributes, tests, &mut classes, split.residue);
    let is_complete = moves::improve(attributes, tests, &mut classes, options);
    (classes, is_complete)
}

/// Writes down what every record has now.
fn finish(
    attributes: &[QuasiAttribute],
    columns: &[usize],
    records: usize,
    classes: &[RecordGroup],
    is_complete: bool,
) -> Recoding {
    let mut recoding = Recoding::untouched(records);
    recoding.columns = columns.to_vec();
    recoding.is_complete = is_complete;
    recoding.nodes = vec![vec![None; records]; columns.len()];
    for (number, class) in classes.iter().enumerate() {
        for (at, attribute) in attributes.iter().enumerate() {
            let node = attribute.hierarchy_node(class.nodes[at]);
            for record in &class.records {
                let is_missing = attribute.codes[*record as usize] == super::attribute::WILDCARD;
                recoding.nodes[at][*record as usize] = if is_missing { None } else { node };
            }
        }
        for record in &class.records {
            recoding.classes[*record as usize] = number as u32;
        }
    }
    recoding
}
