//! Groups of records on their way to become classes.

use crate::error::MicrodataError;
use crate::privacy::{ClassTest, PrivacyModel};
use crate::table::Microdata;

use super::attribute::{QuasiAttribute, WILDCARD};

/// The models that are asked of single classes, made ready for one table.
pub(crate) struct ClassTests {
    /// The least size of a class that all models together ask for.
    pub(super) least: usize,
    tests: Vec<ClassTest>,
    names: Vec<String>,
    /// The greatest average risk.
    pub(super) average_risk: Option<f64>,
}

impl ClassTests {
    pub(super) fn new(models: &[PrivacyModel], table: &Microdata) -> Result<Self, MicrodataError> {
        let mut tests = Self { least: 1, tests: Vec::new(), names: Vec::new(), average_risk: None };
        for model in models {
            match model {
                PrivacyModel::KAnonymity { k } => tests.least = tests.least.max(*k),
                // Just above, so that 0.2 asks for five and not for six.
                PrivacyModel::HighestRisk { at_most } => {
                    tests.least = tests.least.max((1.0 / at_most - 1e-9).ceil() as usize);
                }
                PrivacyModel::AverageRisk { at_most } => {
                    tests.average_risk = Some(tests.average_risk.map_or(*at_most, |risk: f64| risk.min(*at_most)));
                }
                PrivacyModel::KmAnonymity { .. } => {}
                PrivacyModel::LDiversity { .. }
                | PrivacyModel::TCloseness { .. }
                | PrivacyModel::DeltaPresence { .. } => {
                    tests.tests.push(ClassTest::of(model, table)?);
                    tests.names.push(model.name());
                }
            }
        }
        Ok(tests)
    }

    /// True if size is all that counts.
    pub(super) fn is_size_only(&self) -> bool {
        self.tests.is_empty()
    }

    /// True if all models hold of a class.
    pub(super) fn hold(&self, class: &[u32]) -> bool {
        class.len() >= self.least && self.tests.iter().all(|test| test.holds(class))
    }

    /// Takes records out of a class that can spare them, for another of which the models do not hold yet; none if the
    /// models would not hold of what is left.
    pub(super) fn lend(&self, lender: &mut Vec<u32>, borrower: &[u32], need: usize) -> Vec<u32> {
        if self.tests.is_empty() {
            return lender.split_off(lender.len() - need);
        }
        // What differs most from what the borrower has comes last, and is taken first.
        let before = lender.clone();
        for test in &self.tests {
            test.put_differing_last(lender, borrower);
        }
        let lent = lender.split_off(lender.len() - need);
        if self.hold(lender) {
            return lent;
        }
        *lender = before;
        Vec::new()
    }

    /// The first model that does not hold of a class.
    pub(super) fn failing(&self, class: &[u32]) -> Option<String> {
        if class.len() < self.least {
            return Some(format!("{}-anonymity", self.least));
        }
        let failing = self.tests.iter().position(|test| !test.holds(class))?;
        Some(self.names[failing].clone())
    }
}

/// Records that are to look alike, and what covers them in each column.
#[derive(Debug, Clone)]
pub(super) struct RecordGroup {
    pub(super) records: Vec<u32>,
    pub(super) nodes: Vec<u32>,
}

impl RecordGroup {
    /// The group of records, with the most special nodes that cover them.
    pub(super) fn of(attributes: &[QuasiAttribute], records: Vec<u32>) -> Self {
        let nodes = attributes.iter().map(|attribute| cover(attribute, &records)).collect();
        Self { records, nodes }
    }

    /// What a record of the group loses.
    pub(super) fn loss_of_one(&self, attributes: &[QuasiAttribute]) -> f64 {
        attributes.iter().zip(&self.nodes).map(|(attribute, node)| attribute.loss(*node)).sum()
    }

    /// What all its records lose.
    pub(super) fn loss(&self, attributes: &[QuasiAttribute]) -> f64 {
        self.loss_of_one(attributes) * self.records.len() as f64
    }

    /// What a record would lose if this group and a cover were one.
    #[inline]
    pub(super) fn loss_with(&self, attributes: &[QuasiAttribute], nodes: &[u32]) -> f64 {
        loss_of_both(attributes, &self.nodes, nodes)
    }

    /// Takes in the records of another.
    pub(super) fn join(&mut self, attributes: &[QuasiAttribute], other: RecordGroup) {
        for ((attribute, node), add) in attributes.iter().zip(&mut self.nodes).zip(&other.nodes) {
            *node = attribute.common(*node, *add);
        }
        self.records.extend(other.records);
    }
}

/// What a record loses that is covered by what covers both.
#[inline]
pub(super) fn loss_of_both(attributes: &[QuasiAttribute], one: &[u32], other: &[u32]) -> f64 {
    let mut loss = 0.0;
    for ((attribute, one), other) in attributes.iter().zip(one).zip(other) {
        loss += attribute.joint_loss(*one, *other);
    }
    loss
}

/// The most special node that covers all records in a column.
pub(super) fn cover(attribute: &QuasiAttribute, records: &[u32]) -> u32 {
    let mut node = WILDCARD;
    for record in records {
        node = attribute.common(node, attribute.codes[*record as usize]);
    }
    node
}
