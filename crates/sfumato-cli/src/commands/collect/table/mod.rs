//! Tables: a file of people, a row each, written so that nobody stands out.

mod columns;
mod describe;
mod kinds;
mod page;
mod report;
mod write;

use std::sync::Arc;
use std::time::{Duration, Instant};

use sfumato::document::formats::DelimitedTable;
use sfumato::microdata::loss::LossMeasure;
use sfumato::microdata::{
    Diversity, GroundDistance, MicrodataError, MissingValues, PrivacyModel, RecodingMethod, RecodingOptions, recode,
};

use crate::args::{CollectArguments, DistanceName, DiversityName, LossName, MethodName, MissingName};
use crate::failure::{self, Failure};
use crate::inputs::{self, InputFile};
use crate::output::{self, OutputTarget, StagingArea};
use crate::{Completeness, jobs, print};
use columns::PeopleTable;
use report::TableReport;

/// True if the inputs are one table, and not documents.
pub fn is_asked_for(collect: &CollectArguments) -> bool {
    let is_table = |ending: &str| ["csv", "tsv"].iter().any(|table| ending.eq_ignore_ascii_case(table));
    let ending = |path: &std::path::Path| path.extension().is_some_and(|ending| is_table(&ending.to_string_lossy()));
    !collect.tables.quasi.is_empty()
        || matches!(collect.source.inputs.as_slice(), [only] if !only.is_dir() && ending(only))
}

/// Describes a table, or writes it so that the models hold.
pub fn run(collect: &CollectArguments) -> Result<Completeness, Failure> {
    let input = only_input(collect)?;
    let source = DelimitedTable::read(input.read()?, None).map_err(|error| Failure::read(&input.place(), &error))?;
    if collect.tables.describe || collect.dictionary {
        let table = PeopleTable::whole(&input, &source)?;
        print(&describe::described(&table, &collect.tables.quasi, &input)?)?;
        return Ok(Completeness::Complete);
    }
    let options = recoding_options(collect)?;
    let targets = output::targets(std::slice::from_ref(&input), collect.output.as_deref(), "collected")?;
    let Some(target) = targets.first() else { return Err(Failure::call("there is nothing to write to")) };
    if let Some(report) = &collect.report {
        output::check_file(report, input.path.iter().map(std::path::PathBuf::as_path))?;
        report::check_ending(report)?;
    }
    let masker = write::TextMasker::of(collect)?;
    let table = PeopleTable::chosen(&input, &source, collect)?;
    let told = |error: MicrodataError| Failure::at(input.name(), said(&error, collect));
    let recoding = recode(table.microdata(), &options).map_err(told)?;
    let released = recoding.released(table.microdata()).map_err(told)?;
    let report = TableReport::new(&table, &recoding, &released, &options, collect).map_err(told)?;
    // Whatever was meant to hold is looked at once more, in what is about to be written.
    if let Some(model) = report.failing() {
        return Err(Failure::at(input.name(), format!("{model} does not hold of the result; nothing is written")));
    }
    let bytes = masker.mask(write::written(&source, &table, &recoding)?, &input, source.delimiter())?;
    let staging = StagingArea::default();
    staging.add(target, &bytes, input.path.as_deref())?;
    if let Some(path) = &collect.report {
        let text = report.written(path, &input)?;
        staging.add(&OutputTarget::File(path.clone()), text.as_bytes(), input.path.as_deref())?;
    }
    staging.publish()?;
    if !collect.run.quiet {
        failure::say(&report.summary(&input.name(), target));
    }
    Ok(if recoding.is_complete() { Completeness::Complete } else { Completeness::Incomplete })
}

/// The one table that is to be read.
fn only_input(collect: &CollectArguments) -> Result<InputFile, Failure> {
    jobs::use_threads(&collect.run);
    let mut inputs = inputs::collect(&collect.source.inputs, None)?;
    match (inputs.pop(), inputs.is_empty()) {
        (Some(input), true) => Ok(input),
        _ => Err(Failure::call("--quasi is for one table; give its file, as CSV")),
    }
}

/// What is asked of the recoding.
fn recoding_options(collect: &CollectArguments) -> Result<RecodingOptions, Failure> {
    let tables = &collect.tables;
    let mut models: Vec<PrivacyModel> = collect.k.map(|k| PrivacyModel::KAnonymity { k }).into_iter().collect();
    if (collect.l.is_some() || collect.t.is_some()) && tables.sensitive.is_empty() {
        return Err(Failure::call("--l and --t are about sensitive columns; name them with --sensitive"));
    }
    for column in &tables.sensitive {
        if let Some(l) = collect.l {
            let diversity = match tables.diversity {
                DiversityName::Distinct => Diversity::Distinct { l },
                DiversityName::Entropy => Diversity::Entropy { l: l as f64 },
                DiversityName::Recursive => Diversity::Recursive { c: tables.c, l },
            };
            models.push(PrivacyModel::LDiversity { column: column.clone(), diversity });
        }
        if let Some(t) = collect.t {
            let distance = match tables.distance {
                DistanceName::Equal => GroundDistance::Equal,
                DistanceName::Ordered => GroundDistance::Ordered,
                DistanceName::Hierarchical => GroundDistance::Hierarchical,
            };
            models.push(PrivacyModel::TCloseness { column: column.clone(), t, distance });
        }
    }
    models.extend(tables.highest_risk.map(|at_most| PrivacyModel::HighestRisk { at_most }));
    models.extend(tables.average_risk.map(|at_most| PrivacyModel::AverageRisk { at_most }));
    if models.is_empty() {
        return Err(Failure::call("nothing is asked for; give --k, --l, --t, --highest-risk or --average-risk"));
    }
    if tables.quasi.is_empty() {
        return Err(Failure::call(
            "name the columns that tell who somebody is with --quasi; --describe lists them all",
        ));
    }
    if tables.method == MethodName::Local && collect.suppress > 0.0 {
        return Err(Failure::call(
            "local recoding leaves nobody out, since that would only lose more; --suppress is for --method full-domain",
        ));
    }
    let mut options = RecodingOptions::new(models);
    options.suppression = collect.suppress;
    options.method = match tables.method {
        MethodName::Local => RecodingMethod::Local,
        MethodName::FullDomain => RecodingMethod::FullDomain,
    };
    options.loss = match tables.loss {
        LossName::Ncp => LossMeasure::CertaintyPenalty,
        LossName::Discernibility => LossMeasure::Discernibility,
        LossName::AverageClassSize => LossMeasure::AverageClassSize,
        LossName::Entropy => LossMeasure::NonUniformEntropy,
        LossName::Precision => LossMeasure::Precision,
    };
    options.missing = match tables.missing {
        MissingName::Own => MissingValues::OwnValue,
        MissingName::Match => MissingValues::MatchAll,
        MissingName::Impute => MissingValues::Impute,
    };
    if let Some(seconds) = tables.time_limit {
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::call("--time-limit is a number of seconds, not below 0"))?;
        let start = Instant::now();
        options.stop = Some(Arc::new(move || start.elapsed() > limit));
    }
    Ok(options)
}

/// What went wrong, with the option that helps.
fn said(error: &MicrodataError, collect: &CollectArguments) -> String {
    match error {
        MicrodataError::TooFewRecords { k, records } => {
            format!("--k {k} is asked for, but the table has {records} rows")
        }
        MicrodataError::Unreachable { .. }
            if collect.suppress == 0.0 && collect.tables.method == MethodName::FullDomain =>
        {
            format!("{error}, as with --suppress 5%")
        }
        _ => error.to_string(),
    }
}
