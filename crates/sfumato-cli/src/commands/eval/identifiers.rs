//! `sfumato eval tab`: how many direct and quasi identifiers a policy masks, and what it masks besides.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use serde::Deserialize;
use sfumato::document::{OffsetConverter, OffsetUnit};
use sfumato::knowledge::Ask;
use sfumato::language::{Analysis, Language, Models};
use sfumato::risk::World;
use sfumato::{Anonymiser, Bundle};
use sfumato_eval::disclosure::changed;
use sfumato_eval::identifiers::{
    IdentifierKind, IdentifierMeasure, IdentifierMention, ProtectionShares, WeightedShare, protection,
};

use super::printed::{cell, many, percent};
use super::records;
use crate::args::{self, EvalForm};
use crate::failure::Failure;
use crate::inputs;
use crate::{Completeness, jobs, print};

/// The policy where none is named.
const POLICY: &str = "legal";

/// A record: a text, and what identifies the person it is about.
#[derive(Deserialize)]
struct BenchmarkRecord {
    id: serde_json::Value,
    text: String,
    spans: Vec<BenchmarkMention>,
}

#[derive(Deserialize)]
struct BenchmarkMention {
    start: usize,
    end: usize,
    #[serde(alias = "identifier_type")]
    identifier: String,
    #[serde(alias = "entity_id")]
    entity: String,
}

/// The result for a document.
struct IdentifierResult {
    name: String,
    protection: ProtectionShares,
}

/// The anonymiser and the counts that documents are judged with.
struct IdentifierJudge {
    anonymiser: Anonymiser<'static>,
    models: &'static Models<'static>,
    world: World<'static>,
    /// The information content of the words that were asked about.
    bits: Mutex<HashMap<(Language, String), f64>>,
}

/// Measures on annotated court files.
pub fn run(eval: &args::EvalArguments) -> Result<Completeness, Failure> {
    let anonymiser = jobs::built(jobs::builder_or(&eval.rules, POLICY)?)?;
    let policy = anonymiser.policy();
    let wrong = |error| Failure::at(format!("policy {}", policy.name), error);
    let world = Bundle::world_of(&policy.knowledge, anonymiser.knowledge()).map_err(wrong)?;
    let judge = IdentifierJudge {
        anonymiser,
        models: Bundle::models().map_err(|error| Failure::at("embedded models", error))?,
        world,
        bits: Mutex::default(),
    };
    let inputs = inputs::collect(eval.gold(), None)?;
    super::check_rows(eval, &inputs)?;
    let mut outcomes: Vec<IdentifierResult> = Vec::new();
    for input in &inputs {
        outcomes.extend(records::each(input, &input.read()?, |_, line| judge.of_record(line))?);
    }
    let mut all = ProtectionShares::default();
    outcomes.iter().for_each(|outcome| all.merge(&outcome.protection));
    super::write_rows(eval, &rows(&outcomes))?;
    let policy = judge.anonymiser.policy().name.as_str();
    print(&match eval.form {
        EvalForm::Table => table(policy, outcomes.len(), &all),
        EvalForm::Csv => csv(&all),
        EvalForm::Json => json(policy, outcomes.len(), &all),
    })?;
    Ok(Completeness::Complete)
}

impl IdentifierJudge {
    fn of_record(&self, line: &[u8]) -> Result<IdentifierResult, String> {
        // What the parser says may quote the record.
        let record: BenchmarkRecord = serde_json::from_slice(line).map_err(|_| {
            "a record with id, text and spans was expected, each with start, end, identifier and entity".to_owned()
        })?;
        let document = records::document(&record.text, None)?;
        let offsets = OffsetConverter::new(document.text(), OffsetUnit::CodePoints);
        let mention = |span| -> Result<IdentifierMention<'_>, String> {
            let BenchmarkMention { start, end, identifier, entity }: &BenchmarkMention = span;
            let byte = |offset| offsets.to_byte(offset).ok_or_else(|| format!("offset {offset} lies outside the text"));
            let identifier =
                IdentifierKind::from_name(identifier).ok_or("an identifier is DIRECT, QUASI or NO_MASK")?;
            Ok(IdentifierMention { place: byte(*start)?..byte(*end)?, identifier, entity })
        };
        let mentions: Vec<IdentifierMention<'_>> = record.spans.iter().map(mention).collect::<Result<_, _>>()?;
        let masked = self.anonymiser.mask_document(&document).map_err(|error| error.to_string())?;
        let language = masked.languages.main().unwrap_or(Language::English);
        let analysis = Analysis::in_languages(&document, masked.languages).with_models(self.models);
        let bits = |word: &str| self.bits(word, language);
        let protection = protection(&analysis, &mentions, &changed(&masked), bits);
        Ok(IdentifierResult { name: records::name(record.id), protection })
    }

    /// The information content of a word; the highest possible if the reference fails.
    fn bits(&self, word: &str, language: Language) -> f64 {
        let key = (language, word.to_lowercase());
        if let Some(bits) = self.bits.lock().ok().and_then(|known| known.get(&key).copied()) {
            return bits;
        }
        let most = || self.world.counts.total(language).max(1.0).log2();
        let bits = self.world.own_bits(&Ask::new(&key.1, language)).unwrap_or_else(|_| most());
        if let Ok(mut known) = self.bits.lock() {
            known.insert(key, bits);
        }
        bits
    }
}

fn share(weighed: WeightedShare) -> String {
    weighed.share().map_or_else(String::new, percent)
}

fn table(policy: &str, documents: usize, all: &ProtectionShares) -> String {
    let mut out = format!("identifiers in {}, policy {policy}\n", many(documents, "document"));
    let _ = writeln!(out, "  {:<28} {:>9} {:>9} {:>9}", "measure", "n", "right", "share");
    for measure in IdentifierMeasure::ALL {
        let weighed = all.of(measure);
        let shown = weighed.share().map_or_else(|| "-".to_owned(), percent);
        let _ = writeln!(out, "  {:<28} {:>9.0} {:>9.0} {shown:>9}", measure.name(), weighed.all, weighed.right);
    }
    out + "  weighted: by how telling each token is, in bits\n"
}

fn csv(all: &ProtectionShares) -> String {
    let mut out = "measure,n,right,share\n".to_owned();
    for measure in IdentifierMeasure::ALL {
        let weighed = all.of(measure);
        let _ = writeln!(out, "{},{:.1},{:.1},{}", measure.name(), weighed.all, weighed.right, share(weighed));
    }
    out
}

fn json(policy: &str, documents: usize, all: &ProtectionShares) -> String {
    let measure = |measure: IdentifierMeasure| {
        let weighed = all.of(measure);
        let shown = serde_json::json!({ "n": weighed.all, "right": weighed.right, "share": weighed.share() });
        (measure.name().to_owned(), shown)
    };
    let measures: serde_json::Map<String, serde_json::Value> =
        IdentifierMeasure::ALL.into_iter().map(measure).collect();
    let outcome = serde_json::json!({
        "task": "tab",
        "policy": policy,
        "documents": documents,
        "measures": measures,
    });
    outcome.to_string() + "\n"
}

/// One line for each document and measure.
fn rows(outcomes: &[IdentifierResult]) -> String {
    let mut out = "document,measure,n,right,share\n".to_owned();
    for IdentifierResult { name, protection } in outcomes {
        for measure in IdentifierMeasure::ALL {
            let weighed = protection.of(measure);
            let (name, n, right) = (cell(name), weighed.all, weighed.right);
            let _ = writeln!(out, "{name},{},{n:.1},{right:.1},{}", measure.name(), share(weighed));
        }
    }
    out
}
