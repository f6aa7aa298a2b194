//! A review written down: the plan of each document, with what is needed to open the review again where it was left.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sfumato::detect::{Category, Finding, FindingEvidence, FindingReason};
use sfumato::document::{Document, OffsetConverter, OffsetUnit, Span};
use sfumato::language::AnalysisMemory;
use sfumato::mask::{Action, digest};
use sfumato::{PlanFile, PlanFileError, PlanOptions};

use super::document::FreeNumbers;
use super::open::{OpenedReview, Review};
use super::operation::{NotedLine, Operation, OperationScope};
use super::state::{MentionId, MentionState, Mentions, ReviewMention, ThingId};
use crate::engine::{Engine, OpenedUpload};
use crate::options::RequestOptions;
use crate::problem::Problem;

/// The version of the form of records.
const VERSION: u32 = 1;

/// Everything that a review needs to be opened again.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRecord {
    version: u32,
    /// The options, by their names.
    pub options: Value,
    /// The text of a policy that came with the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    policy_text: Option<String>,
    /// The moment at which it was made, in seconds since 1970.
    created: u64,
    /// The evidence of what was found: recogniser, rule and reason.
    evidence: Vec<(String, String, String)>,
    /// The findings of each document.
    documents: Vec<RecordedDocument>,
    /// The first number that was free for a thing.
    things: ThingId,
    /// Everything that people did.
    pub log: Vec<NotedLine>,
}

/// The findings of a document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedDocument {
    /// The digest of its text.
    digest: String,
    mentions: Vec<RecordedMention>,
}

/// The findings of a place, in bytes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedMention {
    id: MentionId,
    start: usize,
    end: usize,
    category: String,
    score: f32,
    thing: ThingId,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    near: bool,
    /// Its findings: start, end, category, score, and the number of the evidence.
    findings: Vec<(usize, usize, String, f32, usize)>,
}

fn broken() -> Problem {
    Problem::content("bad-plan", "what the plan holds of a review is not as this program writes it").at("review")
}

impl Review {
    /// The record of it.
    pub fn record(&self) -> ReviewRecord {
        let mut evidence: Vec<(String, String, String)> = Vec::new();
        let mut numbers: BTreeMap<(String, String, String), usize> = BTreeMap::new();
        let mut number = |known: &FindingEvidence| {
            let key = (known.recogniser.to_string(), known.rule.to_string(), known.why.words().to_owned());
            *numbers.entry(key).or_insert_with_key(|key| {
                evidence.push(key.clone());
                evidence.len() - 1
            })
        };
        let mut recorded = |(id, mention): (&MentionId, &ReviewMention)| RecordedMention {
            id: *id,
            start: mention.span.start(),
            end: mention.span.end(),
            category: mention.category.to_string(),
            score: mention.score,
            thing: mention.thing,
            near: !mention.counts(),
            findings: mention
                .found
                .iter()
                .map(|it| {
                    let number = number(&it.evidence);
                    (it.span.start(), it.span.end(), it.category.to_string(), it.score, number)
                })
                .collect(),
        };
        let documents = self.documents.iter().map(|document| RecordedDocument {
            digest: digest(document.document.text()),
            mentions: document.found.iter().map(&mut recorded).collect(),
        });
        let documents = documents.collect();
        ReviewRecord {
            version: VERSION,
            options: self.options.named(),
            policy_text: self.options.deciding.policy_text.clone(),
            created: self.created,
            evidence,
            documents,
            things: self.first_free.thing,
            log: self.log.clone(),
        }
    }

    /// The plan of a document as it stands, with who decided what; the first of a file has the record of the review.
    pub fn plan(&self, number: usize) -> Result<PlanFile, Problem> {
        let document = self.document(number)?;
        let options = PlanOptions { unit: OffsetUnit::Utf16, show_text: false };
        let mut plan = self.anonymisers.own.plan_file(&document.document, &document.masked, &options);
        let decided = document.shown.iter().filter(|mention| mention.settled);
        let decided: BTreeMap<usize, _> = decided.map(|mention| (mention.end, mention)).collect();
        for change in &mut plan.changes {
            // A change may take an article before the mention with it.
            if let Some(mention) = decided.get(&change.end).filter(|mention| mention.start >= change.start) {
                (change.decided_by, change.decided_at) = (mention.decided_by.clone(), mention.decided_at.clone());
            }
        }
        if number == 0 {
            plan.review = Some(serde_json::to_value(self.record()).map_err(|_| broken())?);
        }
        Ok(plan)
    }

    /// Opens a file with a plan: as its review was left, or with what the plan changes as the decisions of a person.
    pub fn with_plan(
        engine: &Engine,
        upload: OpenedUpload,
        options: RequestOptions,
        plan: &str,
        (person, watch): (&str, &Arc<crate::work::WorkWatch>),
    ) -> Result<Self, Problem> {
        let plan = PlanFile::parse(first_line(plan))?;
        if upload.file().len() == 1 && plan.digest != digest(upload.file().document(0)?.text()) {
            return Err(PlanFileError::OtherDocument.into());
        }
        match plan.review.clone() {
            Some(record) => {
                let record: ReviewRecord = serde_json::from_value(record).map_err(|_| broken())?;
                Self::recorded(engine, upload, options, record)
            }
            None => {
                let mut review = Self::new(engine, upload, options, watch)?;
                let operations = review.by_plan(&plan)?;
                if !operations.is_empty() {
                    review.operate(engine, person, operations)?;
                }
                Ok(review)
            }
        }
    }

    /// Opens a file as its review was left.
    pub fn recorded(
        engine: &Engine,
        upload: OpenedUpload,
        given: RequestOptions,
        record: ReviewRecord,
    ) -> Result<Self, Problem> {
        if record.version != VERSION {
            return Err(Problem::content("bad-plan", "the review was left by another version of this program"));
        }
        if record.documents.len() != upload.file().len() {
            return Err(PlanFileError::OtherDocument.into());
        }
        let mut options = RequestOptions::default();
        options.read_json(&record.options)?;
        options.deciding.policy_text = record.policy_text;
        // How the file is read was decided before it came here.
        options.reading = given.reading;
        let evidence: Option<Vec<Arc<FindingEvidence>>> = record
            .evidence
            .into_iter()
            .map(|(recogniser, rule, why)| {
                let why = FindingReason::told(&why)?;
                Some(Arc::new(FindingEvidence { recogniser: recogniser.into(), rule: rule.into(), why }))
            })
            .collect();
        let evidence = evidence.ok_or_else(broken)?;
        let mut opened = OpenedReview::of(engine, upload, options, record.created)?;
        let mut free = FreeNumbers { thing: record.things, ..FreeNumbers::default() };
        for (number, recorded) in record.documents.into_iter().enumerate() {
            let document = opened.upload.file().document(number)?;
            if recorded.digest != digest(document.text()) {
                return Err(PlanFileError::OtherDocument.into());
            }
            let mut mentions = Mentions::new();
            for mention in recorded.mentions {
                let id = mention.id;
                free.mention = free.mention.max(id.saturating_add(1));
                mentions.insert(id, read_mention(&document, mention, &evidence).ok_or_else(broken)?);
            }
            opened.add(number, document, mentions, AnalysisMemory::default())?;
        }
        let mut review = opened.finish(free)?;
        review.replay(engine, record.log)?;
        Ok(review)
    }

    /// The operations that make of what was found what a plan has.
    fn by_plan(&self, plan: &PlanFile) -> Result<Vec<Operation>, Problem> {
        let document = self.document(0)?;
        // Checked as it is when it is carried out, before anything is read from it.
        plan.clone().carry_out(&document.document)?;
        let unit = match plan.offsets.as_str() {
            "bytes" => OffsetUnit::Bytes,
            "codepoints" => OffsetUnit::CodePoints,
            _ => OffsetUnit::Utf16,
        };
        let theirs = OffsetConverter::new(document.document.text(), unit);
        let ours = OffsetConverter::new(document.document.text(), OffsetUnit::Utf16);
        let ours = |offset: usize| theirs.to_byte(offset).map(|byte| ours.from_byte(byte)).ok_or_else(broken);
        let mut operations = Vec::new();
        let mut told = std::collections::HashSet::new();
        let mut next = self.first_free.mention.max(document.mentions.keys().last().map_or(1, |id| id + 1));
        let scope = OperationScope::Place;
        for change in &plan.changes {
            let (start, end) = (ours(change.start)?, ours(change.end)?);
            let known = document.shown.iter().find(|it| it.end == end && it.start >= start && !it.near);
            let id = match known {
                Some(known) => {
                    told.insert(known.id);
                    known.id
                }
                None if change.action == Action::Keep.name() => continue,
                None => {
                    let category = change.category.clone().filter(|it| Category::new(it).is_ok());
                    let category = category.unwrap_or_else(|| "other".to_owned());
                    operations.push(Operation::Add { document: 0, start, end, category, scope });
                    next += 1;
                    next - 1
                }
            };
            let stands = known.and_then(|known| known.replacement.clone());
            if change.action == Action::Keep.name() {
                if stands.is_some() {
                    operations.push(Operation::Keep { mention: id, scope });
                }
            } else if stands != change.replacement {
                operations.push(Operation::Replace { mention: id, replacement: change.replacement.clone(), scope });
            }
        }
        // Exactly its changes are made.
        let others = document.shown.iter().filter(|it| it.replacement.is_some() && !told.contains(&it.id));
        operations.extend(others.map(|it| Operation::Keep { mention: it.id, scope }));
        Ok(operations)
    }
}

/// The first of several plans, one a line; the only one of a file that is one plan.
fn first_line(plans: &str) -> &str {
    let first = plans.lines().next().unwrap_or_default();
    // A plan that goes over several lines is one.
    if plans.lines().nth(1).is_some() && serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok() {
        first
    } else {
        plans
    }
}

fn read_mention(
    document: &Document,
    mention: RecordedMention,
    evidence: &[Arc<FindingEvidence>],
) -> Option<ReviewMention> {
    let span: Span = document.span(mention.start, mention.end).filter(|span| !span.is_empty())?;
    let finding = |(start, end, category, score, number): (usize, usize, String, f32, usize)| {
        Some(Finding {
            span: document.span(start, end)?,
            category: Category::new(&category).ok()?,
            score,
            evidence: evidence.get(number)?.clone(),
        })
    };
    let found: Option<Vec<Finding>> = mention.findings.into_iter().map(finding).collect();
    Some(ReviewMention {
        span,
        category: Category::new(&mention.category).ok()?,
        score: mention.score,
        state: if mention.near { MentionState::Near } else { MentionState::Found },
        thing: mention.thing,
        found: found.filter(|found| !found.is_empty())?.into(),
        marked: None,
        choice: None,
        decided: None,
        is_accepted: false,
        is_listed: false,
    })
}

/// The plans of a review, one a line if its file is a collection.
pub fn plans(review: &Review, number: Option<usize>) -> Result<String, Problem> {
    let written =
        |number: usize| -> Result<Value, Problem> { serde_json::to_value(review.plan(number)?).map_err(|_| broken()) };
    if number.is_none() && review.upload.file().is_collection() {
        let lines = (0..review.documents.len()).map(|number| Ok(format!("{}\n", written(number)?)));
        return lines.collect();
    }
    let plan = review.plan(number.unwrap_or_default())?;
    Ok(serde_json::to_string_pretty(&plan).map_err(|_| broken())? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_several_plans_is_told_from_a_plan_of_several_lines() {
        assert_eq!(first_line("{\"a\": 1}\n{\"b\": 2}\n"), "{\"a\": 1}");
        assert_eq!(first_line("{\n\"a\": 1\n}\n"), "{\n\"a\": 1\n}\n");
    }
}
