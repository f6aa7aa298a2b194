//! The account of a table: what holds, what was lost, and how likely people are found, before and after.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use sfumato::microdata::loss::{self, LossMeasure};
use sfumato::microdata::population;
use sfumato::microdata::{
    AttributeRole, EquivalenceClasses, Microdata, MicrodataError, PrivacyModel, Recoding, RecodingMethod,
    RecodingOptions, recode,
};

use super::columns::PeopleTable;
use super::page;
use crate::args::CollectArguments;
use crate::failure::Failure;
use crate::inputs::InputFile;
use crate::output::OutputTarget;

/// Larger tables are not recoded again and again to draw a curve.
const MOST_CURVE_ROWS: usize = 50_000;

/// The sizes of classes of which a curve shows what they cost.
const CURVE: [usize; 7] = [2, 3, 5, 10, 20, 50, 100];

/// The report, as it is written in JSON.
#[derive(Debug, Serialize)]
pub struct TableReport {
    pub version: u32,
    pub rows: usize,
    /// The rows that are left out.
    pub suppressed: usize,
    pub method: &'static str,
    /// False if the time was over before the search was.
    pub complete: bool,
    pub models: Vec<ModelLine>,
    pub columns: Vec<ColumnLine>,
    pub loss: LossLine,
    pub before: RiskLine,
    pub after: RiskLine,
    /// Ways to recode, each with what it costs and how likely people are found then.
    pub ways: Vec<WayLine>,
}

/// A model, before and after.
#[derive(Debug, Serialize)]
pub struct ModelLine {
    pub model: String,
    pub holds: bool,
    /// The least favourable value before; none if nothing can be told.
    pub before: Option<f64>,
    pub after: Option<f64>,
    /// The rows in classes of which it did not hold before.
    pub rows_before: usize,
}

/// A column, before and after.
#[derive(Debug, Serialize)]
pub struct ColumnLine {
    pub column: String,
    pub role: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hierarchy: String,
    pub values_before: usize,
    pub values_after: usize,
    /// The level, where there is one for all rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// The mean certainty penalty of its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
}

/// All measures of loss.
#[derive(Debug, Serialize)]
pub struct LossLine {
    pub certainty_penalty: f64,
    pub discernibility: f64,
    pub average_class_size: f64,
    pub non_uniform_entropy: f64,
    pub precision: f64,
}

/// How likely people are found.
#[derive(Debug, Serialize)]
pub struct RiskLine {
    pub highest: f64,
    pub average: f64,
    /// The share of rows that are alone.
    pub alone: f64,
    /// The share of the population that is unique, as three models estimate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationLine>,
    /// Sizes of classes, and the number of classes of each.
    pub classes: Vec<(usize, usize)>,
}

/// Estimates of the share of the population that is unique in it.
#[derive(Debug, Serialize)]
pub struct PopulationLine {
    pub zayatz: f64,
    pub pitman: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snb: Option<f64>,
}

/// A way to recode.
#[derive(Debug, Serialize)]
pub struct WayLine {
    pub name: String,
    /// What it costs, by the loss that was chosen; none if more rows would be left out than may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    pub average_risk: f64,
    pub suppressed: usize,
    pub chosen: bool,
}

impl TableReport {
    /// The report of a recoding.
    pub fn new(
        table: &PeopleTable,
        recoding: &Recoding,
        released: &Microdata,
        options: &RecodingOptions,
        collect: &CollectArguments,
    ) -> Result<Self, MicrodataError> {
        let microdata = table.microdata();
        let k = least_size(options);
        let measure = |which| loss::measure(which, microdata, recoding, k);
        let mut models = Vec::new();
        for model in &options.models {
            let (before, after) = (model.verify(microdata, options.missing)?, model.verify(released, options.missing)?);
            models.push(ModelLine {
                model: model.name(),
                holds: after.holds,
                before: Some(before.worst).filter(|worst| worst.is_finite()),
                after: Some(after.worst).filter(|worst| worst.is_finite()),
                rows_before: before.records,
            });
        }
        Ok(Self {
            version: 1,
            rows: microdata.records(),
            suppressed: recoding.suppressed(),
            method: if options.method == RecodingMethod::Local { "local" } else { "full-domain" },
            complete: recoding.is_complete(),
            models,
            columns: columns(table, recoding, released),
            loss: LossLine {
                certainty_penalty: measure(LossMeasure::CertaintyPenalty),
                discernibility: measure(LossMeasure::Discernibility),
                average_class_size: measure(LossMeasure::AverageClassSize),
                non_uniform_entropy: measure(LossMeasure::NonUniformEntropy),
                precision: measure(LossMeasure::Precision),
            },
            before: risk(microdata, options, collect.tables.population),
            after: risk(released, options, collect.tables.population),
            // Other sizes of classes are tried only where somebody looks at the picture.
            ways: match &collect.report {
                Some(path) if recoding.levels().is_some() || is_page(path) => ways(microdata, recoding, options)?,
                _ => Vec::new(),
            },
        })
    }

    /// The first model that does not hold of the result.
    pub fn failing(&self) -> Option<&str> {
        self.models.iter().find(|model| !model.holds).map(|model| model.model.as_str())
    }

    /// One or two lines for people.
    pub fn summary(&self, name: &str, target: &OutputTarget) -> String {
        let kept = self.rows - self.suppressed;
        let models: Vec<&str> = self.models.iter().map(|model| model.model.as_str()).collect();
        let classes: usize = self.after.classes.iter().map(|(_, classes)| classes).sum();
        let mut text = format!(
            "{name}: {kept} of {} rows in {classes} classes, {}; certainty penalty {:.4}, {:.1} % were alone",
            self.rows,
            models.join(", "),
            self.loss.certainty_penalty,
            self.before.alone * 100.0
        );
        if let Some(path) = target.path() {
            let _ = write!(text, "; written to {}", path.display());
        }
        if !self.complete {
            text.push_str("\nthe time was over: there may be a better result");
        }
        text
    }

    /// The report as a file of that ending.
    pub fn written(&self, path: &Path, input: &InputFile) -> Result<String, Failure> {
        if is_page(path) {
            return Ok(page::page(self, &input.name()));
        }
        let broken = |_| Failure::call("the report cannot be written as JSON");
        Ok(serde_json::to_string_pretty(self).map_err(broken)? + "\n")
    }
}

/// Refuses a report of another kind.
pub fn check_ending(path: &Path) -> Result<(), Failure> {
    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    if is_json || is_page(path) {
        return Ok(());
    }
    Err(Failure::at(path.display().to_string(), "a report of a table ends in .json or .html"))
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html") || ending.eq_ignore_ascii_case("htm"))
}

/// The k that the models ask for.
fn least_size(options: &RecodingOptions) -> usize {
    let sizes = options.models.iter().map(|model| match model {
        PrivacyModel::KAnonymity { k } => *k,
        PrivacyModel::HighestRisk { at_most } => (1.0 / at_most - 1e-9).ceil() as usize,
        _ => 1,
    });
    sizes.max().unwrap_or(1)
}

fn columns(table: &PeopleTable, recoding: &Recoding, released: &Microdata) -> Vec<ColumnLine> {
    let microdata = table.microdata();
    let lost = |at: usize| {
        let tree = microdata.column(at).hierarchy()?;
        let column = microdata.column(at);
        let cost = |record: usize| match recoding.node(record, at) {
            _ if recoding.is_suppressed(record) => 1.0,
            Some(node) if column.code(record).and_then(|code| column.node(code)) != Some(node) => {
                tree.certainty_penalty(node)
            }
            _ => 0.0,
        };
        let sum: f64 = (0..microdata.records()).map(cost).sum();
        recoding.columns().contains(&at).then_some(sum / microdata.records().max(1) as f64)
    };
    let line = |(at, nature): (usize, &String)| {
        let column = microdata.column(at);
        let place = recoding.columns().iter().position(|other| *other == at);
        let after = released.position(column.name()).map_or(0, |at| released.column(at).dictionary().len());
        ColumnLine {
            column: column.name().to_owned(),
            role: role(column.role()),
            hierarchy: nature.clone(),
            values_before: column.dictionary().len(),
            values_after: after,
            level: place.and_then(|place| recoding.levels().map(|levels| levels[place])),
            lost: lost(at),
        }
    };
    table.natures().iter().enumerate().map(line).collect()
}

fn role(role: AttributeRole) -> &'static str {
    match role {
        AttributeRole::Identifier => "identifier",
        AttributeRole::QuasiIdentifier => "quasi-identifier",
        AttributeRole::Sensitive => "sensitive",
        AttributeRole::Insensitive => "kept",
    }
}

fn risk(table: &Microdata, options: &RecodingOptions, people: Option<usize>) -> RiskLine {
    let classes = EquivalenceClasses::of(table, options.missing).sizes();
    let risks = population::risks(&classes);
    let fraction = people.map(|people| table.records() as f64 / people.max(table.records()).max(1) as f64);
    RiskLine {
        highest: risks.highest,
        average: risks.average,
        alone: risks.unique,
        population: fraction.filter(|fraction| *fraction > 0.0).map(|fraction| PopulationLine {
            zayatz: population::zayatz(&classes, fraction),
            pitman: population::pitman(&classes, fraction),
            snb: population::snb(&classes, fraction),
        }),
        classes,
    }
}

/// The lattice as far as it was looked at, or what other sizes of classes would cost.
fn ways(table: &Microdata, recoding: &Recoding, options: &RecodingOptions) -> Result<Vec<WayLine>, MicrodataError> {
    if let Some(levels) = recoding.levels() {
        let line = |point: &sfumato::microdata::LatticePoint| {
            let names: Vec<String> = point.levels.iter().map(usize::to_string).collect();
            WayLine {
                name: names.join(" "),
                loss: point.loss,
                average_risk: point.average_risk,
                suppressed: point.suppressed,
                chosen: point.levels == levels,
            }
        };
        return Ok(recoding.lattice().iter().map(line).collect());
    }
    let wanted = least_size(options);
    let mut sizes: Vec<usize> = CURVE.into_iter().filter(|k| *k <= table.records()).collect();
    if table.records() > MOST_CURVE_ROWS {
        sizes.clear();
    }
    sizes.push(wanted);
    sizes.sort_unstable();
    sizes.dedup();
    let mut ways = Vec::new();
    for k in sizes {
        let other;
        let shown = if k == wanted {
            recoding
        } else {
            let mut options = options.clone();
            options.models.retain(|model| !matches!(model, PrivacyModel::HighestRisk { .. }));
            options.models.retain(|model| !matches!(model, PrivacyModel::KAnonymity { .. }));
            options.models.push(PrivacyModel::KAnonymity { k });
            other = recode(table, &options)?;
            &other
        };
        let classes = EquivalenceClasses::of(&shown.released(table)?, options.missing);
        ways.push(WayLine {
            name: format!("k = {k}"),
            loss: Some(loss::measure(LossMeasure::CertaintyPenalty, table, shown, k)),
            average_risk: classes.average_risk(),
            suppressed: 0,
            chosen: k == wanted,
        });
    }
    Ok(ways)
}
