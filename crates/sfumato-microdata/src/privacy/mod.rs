//! Privacy models: what must hold of a table before it is released.
//!
//! A model is verified on a table as it is, whoever made it: classes are the records whose quasi-identifiers read the
//! same. Recoding uses the same tests of one class, so that what it makes and what is verified cannot drift apart;
//! where values are missing, each side finds its classes in a way of its own.

mod classes;
mod closeness;
mod diversity;
mod itemsets;

use crate::error::MicrodataError;
use crate::recode::MissingValues;
use crate::table::{AttributeColumn, AttributeRole, Microdata};

pub use classes::EquivalenceClasses;
use closeness::ClosenessTest;
pub use closeness::GroundDistance;
pub use diversity::Diversity;
pub(crate) use itemsets::first_violation;

/// What must hold of every class of records that look alike, or of the table as a whole.
/// Columns are named, so that a model can be asked of the table before and after.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PrivacyModel {
    /// Everybody looks like at least `k - 1` others.
    KAnonymity {
        /// The least size of a class.
        k: usize,
    },
    /// Each class has well-represented different values in a sensitive column.
    LDiversity {
        /// The sensitive column.
        column: String,
        /// The meaning of well-represented.
        diversity: Diversity,
    },
    /// In each class a sensitive column is distributed nearly as in the whole table.
    TCloseness {
        /// The sensitive column.
        column: String,
        /// The greatest distance, 0 to 1.
        t: f64,
        /// The distance between two values.
        distance: GroundDistance,
    },
    /// Whoever knows that somebody is in the table of all people learns little about whether they are in the part
    /// that is released.
    DeltaPresence {
        /// The column that says of whom it is true.
        column: String,
        /// The value it says it with.
        member: String,
        /// The least share of members in a class.
        least: f64,
        /// The greatest share.
        most: f64,
    },
    /// Whoever knows up to `m` values of somebody's set finds `k` records that have them.
    KmAnonymity {
        /// The set-valued column.
        column: String,
        /// The least number of records.
        k: usize,
        /// The number of values known.
        m: usize,
    },
    /// Nobody is found with a greater probability by who knows that they are in the table.
    HighestRisk {
        /// The probability, above 0 and at most 1.
        at_most: f64,
    },
    /// People are found with no greater probability on average.
    AverageRisk {
        /// The probability, above 0 and at most 1.
        at_most: f64,
    },
}

/// What a verification found.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelVerdict {
    /// True if the model holds.
    pub holds: bool,
    /// The least favourable value found, in the unit of the model's parameter: the smallest class, the least l, the
    /// greatest t, the highest risk.
    pub worst: f64,
    /// The classes (of a set-valued column: the combinations) in which it does not hold.
    pub violations: usize,
    /// The records in them.
    pub records: usize,
}

impl PrivacyModel {
    /// The model's name with its parameters, as reports show it.
    pub fn name(&self) -> String {
        match self {
            Self::KAnonymity { k } => format!("{k}-anonymity"),
            Self::LDiversity { column, diversity } => format!("{} of {column}", diversity.name()),
            Self::TCloseness { column, t, .. } => format!("{t}-closeness of {column}"),
            Self::DeltaPresence { column, least, most, .. } => format!("({least}, {most})-presence of {column}"),
            Self::KmAnonymity { column, k, m } => format!("{k}^{m}-anonymity of {column}"),
            Self::HighestRisk { at_most } => format!("highest risk {at_most}"),
            Self::AverageRisk { at_most } => format!("average risk {at_most}"),
        }
    }

    /// True if what holds of two classes holds of them together too, so that generalising never breaks the model;
    /// so of all, which is what lets every search here stop early.
    pub fn is_monotone(&self) -> bool {
        true
    }

    /// Looks whether the model holds of a table as it stands, its classes being the records whose quasi-identifiers
    /// read the same.
    pub fn verify(&self, table: &Microdata, missing: MissingValues) -> Result<ModelVerdict, MicrodataError> {
        self.check_parameters()?;
        if let Self::KmAnonymity { column, k, m } = self {
            return itemsets::verify(sensitive(table, column, "k^m-anonymity")?, *k, *m);
        }
        let classes = EquivalenceClasses::of(table, missing);
        if let Self::AverageRisk { at_most } = self {
            let worst = classes.average_risk();
            let holds = worst <= at_most + 1e-12;
            let records = if holds { 0 } else { table.records() };
            return Ok(ModelVerdict { holds, worst, violations: usize::from(!holds), records });
        }
        let test = ClassTest::of(self, table)?;
        let mut verdict = ModelVerdict { holds: true, worst: test.best(), violations: 0, records: 0 };
        for (class, owners) in classes.iter() {
            let measure = test.measure(class);
            verdict.worst = test.worse(verdict.worst, measure);
            if !test.allows(measure) {
                verdict.holds = false;
                verdict.violations += 1;
                verdict.records += owners;
            }
        }
        Ok(verdict)
    }

    /// Refuses parameters out of their range.
    pub(crate) fn check_parameters(&self) -> Result<(), MicrodataError> {
        let bad = |wish, reason| Err(MicrodataError::BadParameter { wish, reason });
        match self {
            Self::KAnonymity { k: 0 } => bad("k-anonymity", "k must be at least 1"),
            Self::KmAnonymity { k: 0, .. } | Self::KmAnonymity { m: 0, .. } => {
                bad("k^m-anonymity", "k and m must be at least 1")
            }
            Self::LDiversity { diversity, .. } => diversity.check(),
            Self::TCloseness { t, .. } if !(0.0..=1.0).contains(t) => bad("t-closeness", "t must be between 0 and 1"),
            Self::DeltaPresence { least, most, .. } if !(0.0 <= *least && least <= most && *most <= 1.0) => {
                bad("delta-presence", "shares must be between 0 and 1, the least first")
            }
            Self::HighestRisk { at_most } | Self::AverageRisk { at_most } if !(*at_most > 0.0 && *at_most <= 1.0) => {
                bad("risk", "a risk must be above 0 and at most 1")
            }
            _ => Ok(()),
        }
    }
}

/// The column of that name.
fn sensitive<'t>(table: &'t Microdata, name: &str, wish: &'static str) -> Result<&'t AttributeColumn, MicrodataError> {
    let reason = "no column of that name";
    let column = table.position(name).map(|at| table.column(at));
    column.ok_or(MicrodataError::UnfitColumn { wish, reason })
}

/// A model made ready for one table, to be asked of one class after another.
pub(crate) enum ClassTest {
    Size { k: usize },
    Risk { at_most: f64 },
    Diversity { values: SensitiveValues, diversity: Diversity },
    Closeness { values: SensitiveValues, test: ClosenessTest, t: f64 },
    Presence { members: Vec<bool>, least: f64, most: f64 },
}

/// The sensitive value of each record as a number below `count`; a missing one is a value of its own, and of a
/// set-valued column each different set is.
pub(crate) struct SensitiveValues {
    pub(crate) codes: Vec<u32>,
    pub(crate) count: usize,
}

impl SensitiveValues {
    fn of(column: &AttributeColumn) -> Self {
        let mut known = std::collections::HashMap::new();
        let mut codes = Vec::with_capacity(column.records());
        for record in 0..column.records() {
            let next = known.len() as u32;
            codes.push(*known.entry(column.codes(record)).or_insert(next));
        }
        Self { count: known.len(), codes }
    }

    /// The records of a class by value.
    fn histogram(&self, class: &[u32]) -> Vec<u32> {
        let mut counts = vec![0; self.count];
        for record in class {
            counts[self.codes[*record as usize] as usize] += 1;
        }
        counts
    }
}

impl ClassTest {
    /// The test of a model that is asked of classes.
    pub(crate) fn of(model: &PrivacyModel, table: &Microdata) -> Result<Self, MicrodataError> {
        model.check_parameters()?;
        Ok(match model {
            PrivacyModel::KAnonymity { k } => Self::Size { k: *k },
            PrivacyModel::HighestRisk { at_most } => Self::Risk { at_most: *at_most },
            PrivacyModel::LDiversity { column, diversity } => Self::Diversity {
                values: SensitiveValues::of(sensitive(table, column, "l-diversity")?),
                diversity: *diversity,
            },
            PrivacyModel::TCloseness { column, t, distance } => {
                let column = sensitive(table, column, "t-closeness")?;
                let values = SensitiveValues::of(column);
                let test = ClosenessTest::new(column, &values, *distance)?;
                Self::Closeness { values, test, t: *t }
            }
            PrivacyModel::DeltaPresence { column, member, least, most } => {
                let column = sensitive(table, column, "delta-presence")?;
                let is_member = |record| column.codes(record).iter().any(|code| column.value(*code) == member);
                let members = (0..table.records()).map(is_member).collect();
                Self::Presence { members, least: *least, most: *most }
            }
            PrivacyModel::KmAnonymity { .. } | PrivacyModel::AverageRisk { .. } => Self::Size { k: 1 },
        })
    }

    /// The value a class gives the model's parameter.
    fn measure(&self, class: &[u32]) -> f64 {
        match self {
            Self::Size { .. } => class.len() as f64,
            Self::Risk { .. } => 1.0 / class.len().max(1) as f64,
            Self::Diversity { values, diversity } => diversity.measure(values.histogram(class)),
            Self::Closeness { values, test, .. } => test.distance(&values.histogram(class)),
            Self::Presence { members, .. } => {
                class.iter().filter(|record| members[**record as usize]).count() as f64 / class.len().max(1) as f64
            }
        }
    }

    /// True if a class may give that value.
    fn allows(&self, measure: f64) -> bool {
        const ROUNDING: f64 = 1e-12;
        match self {
            Self::Size { k } => measure >= *k as f64,
            Self::Risk { at_most } => measure <= at_most + ROUNDING,
            Self::Diversity { diversity, .. } => diversity.allows(measure),
            Self::Closeness { t, .. } => measure <= t + ROUNDING,
            Self::Presence { least, most, .. } => measure >= least - ROUNDING && measure <= most + ROUNDING,
        }
    }

    /// True if the model holds of a class.
    pub(crate) fn holds(&self, class: &[u32]) -> bool {
        match self {
            Self::Size { k } => class.len() >= *k,
            _ => self.allows(self.measure(class)),
        }
    }

    /// Puts those records last whose sensitive value is rarest in another class.
    pub(crate) fn put_differing_last(&self, records: &mut [u32], other: &[u32]) {
        if let Self::Diversity { values, .. } | Self::Closeness { values, .. } = self {
            let counts = values.histogram(other);
            records.sort_by_key(|record| std::cmp::Reverse(counts[values.codes[*record as usize] as usize]));
        }
    }

    /// The best value there is.
    fn best(&self) -> f64 {
        match self {
            Self::Size { .. } | Self::Diversity { .. } => f64::INFINITY,
            Self::Risk { .. } | Self::Closeness { .. } | Self::Presence { .. } => 0.0,
        }
    }

    /// The less favourable of two values.
    fn worse(&self, one: f64, other: f64) -> f64 {
        match self {
            Self::Size { .. } => one.min(other),
            Self::Diversity { diversity, .. } => diversity.worse(one, other),
            Self::Risk { .. } | Self::Closeness { .. } | Self::Presence { .. } => one.max(other),
        }
    }
}

/// The quasi-identifiers by which classes are told: set-valued ones are a matter of k^m-anonymity.
pub(crate) fn class_columns(table: &Microdata) -> Vec<usize> {
    let quasi = table.in_role(AttributeRole::QuasiIdentifier);
    quasi.into_iter().filter(|at| !table.column(*at).is_set_valued()).collect()
}
