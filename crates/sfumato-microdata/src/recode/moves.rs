//! What splits and clusters leave: records that stayed behind, and classes that could be better.

use super::attribute::QuasiAttribute;
use super::groups::{ClassTests, RecordGroup};
use super::{RecodingOptions, clusters};

/// Puts records that stayed behind into classes of their own, or where they cost least.
pub(super) fn place(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    classes: &mut Vec<RecordGroup>,
    residue: Vec<u32>,
) {
    if residue.is_empty() {
        return;
    }
    for group in clusters::cluster(attributes, tests, &residue) {
        if tests.hold(&group.records) {
            classes.push(group);
        } else {
            place_group(attributes, tests, classes, group);
        }
    }
}

/// Joins a group with the class that makes it cost least and of which the models still hold.
fn place_group(attributes: &[QuasiAttribute], _tests: &ClassTests, classes: &mut Vec<RecordGroup>, group: RecordGroup) {
    let price = |class: &RecordGroup| {
        let both = (class.records.len() + group.records.len()) as f64;
        class.loss_with(attributes, &group.nodes) * both - class.loss(attributes)
    };
    let prices = classes.iter().map(price).enumerate();
    match prices.min_by(|one, other| one.1.total_cmp(&other.1)) {
        Some((at, _)) => classes[at].join(attributes, group),
        None => classes.push(group),
    }
}

/// Makes classes better until nothing is gained any more; false if the time was over before that.
pub(super) fn improve(
    attributes: &[QuasiAttribute],
    tests: &ClassTests,
    classes: &mut Vec<RecordGroup>,
    options: &RecodingOptions,
) -> bool {
    // A group that was placed may have broken a class, and a block that could not be clustered may be one.
    if classes.iter().any(|class| !tests.hold(&class.records)) {
        *classes = clusters::join(attributes, tests, std::mem::take(classes));
    }
    !options.is_over()
}
