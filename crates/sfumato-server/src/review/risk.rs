//! How much a document tells, and how much would be left of it by another limit.

use serde::Serialize;
use sfumato::document::{OffsetConverter, OffsetUnit};
use sfumato::mask::Outcome;
use sfumato::{CurveReport, RiskReport};

use super::open::{MeasuredReview, Review};
use super::state::MentionId;
use crate::engine::Engine;
use crate::problem::Problem;

/// The limit that is looked at if nobody says another: about what a first name tells.
const LIMIT: f64 = 15.0;

/// The measure of a document.
#[derive(Serialize)]
pub struct ReviewRisk {
    document: usize,
    revision: u64,
    limit: f64,
    exposure: f64,
    utility: f64,
    words: usize,
    words_changed: usize,
    /// Phrases that tell too much, besides what is hidden, and those that still do.
    objected: usize,
    above: usize,
    phrases: Vec<ReviewPhrase>,
    curve: Vec<CurvePoint>,
    /// The success of attackers: nothing is known of it without a background.
    attackers: Option<()>,
}

/// A phrase at one of its places, and its measure.
#[derive(Serialize)]
struct ReviewPhrase {
    start: usize,
    end: usize,
    bits: f64,
    after: f64,
    hidden: bool,
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<String>,
    /// The hidden things that it tells of.
    betrays: Vec<MentionId>,
}

/// The share that a limit lets stay.
#[derive(Serialize)]
struct CurvePoint {
    limit: f64,
    utility: f64,
    /// Phrases that would be objected to.
    objected: usize,
}

/// Measures a document by a limit in bits: the one given, that of the settings, or the usual one.
pub fn risk(engine: &Engine, review: &mut Review, number: usize, limit: Option<f64>) -> Result<ReviewRisk, Problem> {
    review.document(number)?;
    let mut choices = review.choices.clone();
    let limit = limit.or(choices.settings.bits).unwrap_or(LIMIT);
    choices.settings.bits = Some(limit);
    let anonymiser = engine.review_anonymisers(&review.options.deciding, &choices, review.today)?.own;
    let revision = review.revision;
    let is_only = review.documents.len() == 1;
    let document = &mut review.documents[number];
    let (masked, _) = document.decided(&choices, &anonymiser)?;
    let unmeasured = || Problem::content("not-measured", "nothing could be measured");
    let account = masked.plan.account().ok_or_else(unmeasured)?;
    let report = RiskReport::new(account);
    let offsets = OffsetConverter::new(document.document.text(), OffsetUnit::Utf16);
    let mention_at = |span: &sfumato::document::Span| {
        let at = document.shown.partition_point(|it| it.span.is_some_and(|known| known.end() <= span.start()));
        document.shown.get(at).filter(|it| it.span.is_some_and(|known| known.overlaps(*span))).map(|it| it.id)
    };
    let mut phrases = Vec::new();
    for verdict in account.verdicts.iter().filter(|verdict| verdict.bits_before.is_finite()) {
        let betrayed = verdict.before.iter().filter(|risk| risk.is_too_much()).filter_map(|risk| risk.about);
        let mut betrays: Vec<MentionId> =
            betrayed.filter_map(|hidden| account.hidden.get(hidden).and_then(mention_at)).collect();
        betrays.sort_unstable();
        betrays.dedup();
        let replacement = match &verdict.outcome {
            Outcome::Replaced { text, .. } => Some(text.expose().clone()),
            _ => None,
        };
        phrases.extend(verdict.spans.iter().map(|span| ReviewPhrase {
            start: offsets.from_byte(span.start()),
            end: offsets.from_byte(span.end()),
            bits: tenth(verdict.bits_before),
            after: tenth(verdict.bits_after),
            hidden: verdict.is_hidden,
            outcome: verdict.outcome.name().to_owned(),
            replacement: replacement.clone(),
            betrays: betrays.clone(),
        }));
    }
    phrases.sort_by_key(|phrase| (phrase.start, phrase.end));
    let measures = account.verdicts.iter().filter(|verdict| !verdict.is_hidden);
    let measures: Vec<f64> = measures.filter_map(|verdict| Some(verdict.before.first()?.value)).collect();
    let point = |[limit, utility]: &[f64; 2]| CurvePoint {
        limit: *limit,
        utility: *utility,
        objected: measures.iter().filter(|value| **value >= *limit).count(),
    };
    let curve = report.curve.iter().flat_map(|CurveReport { points, .. }| points.iter().map(point)).collect();
    if is_only {
        review.measured = Some(MeasuredReview { exposure: report.exposure, utility: report.utility });
    }
    Ok(ReviewRisk {
        document: number,
        revision,
        limit,
        exposure: report.exposure,
        utility: report.utility,
        words: report.words,
        words_changed: report.words_changed,
        objected: report.objected,
        above: report.above,
        phrases,
        curve,
        attackers: None,
    })
}

fn tenth(bits: f64) -> f64 {
    (bits * 10.0).round() / 10.0
}
