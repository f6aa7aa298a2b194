//! The interface of recognisers, and the stage that runs them.

use std::sync::Arc;

use sfumato_document::Document;
use sfumato_language::{Analysis, Language};

use crate::lists::AllowedPlaces;
use crate::masked::EarlierLabels;
use crate::{
    AllowList, Category, Entities, Finding, Findings, amounts, borders, columns, headers, link, refine, repeat, settle,
};

/// A recogniser could not do its work. The run fails: what was not looked at is not clean.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("recogniser {recogniser}: {why}")]
pub struct RecogniserFault {
    /// The recogniser.
    pub recogniser: Arc<str>,
    /// The reason, without any text of the document.
    pub why: &'static str,
}

/// Finds things in an analysed text. Pure, and blind to what others found.
pub trait Recogniser: Send + Sync {
    /// Adds what it finds.
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault>;

    /// True for one that takes so long that it leaves out cells which others have told whole.
    fn is_slow(&self) -> bool {
        false
    }

    /// Adds what it finds besides what is known, in order: findings of those that are not slow, which count.
    fn recognise_besides(
        &self,
        analysis: &Analysis,
        _known: &[Finding],
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        self.recognise(analysis, findings)
    }
}

/// The settings by which findings are taken.
#[derive(Debug, Default)]
pub struct DetectionSettings {
    /// The score from which what a pattern finds counts. A learned recogniser has its own balance, its sensitivity.
    pub threshold: f32,
    /// Values that are never taken.
    pub allow: AllowList,
    /// The categories on which learned recognisers have the last word, in text of their language: there, patterns
    /// only support them.
    pub learnt: Vec<(Language, Category)>,
    /// True if dates and words for relatives that were found are looked for in all other places too, as values are.
    pub spreads_words: bool,
}

impl DetectionSettings {
    fn counts(&self, finding: &Finding) -> bool {
        finding.evidence.why.is_learnt() || finding.score >= self.threshold
    }

    /// True if a learned recogniser looked for this where it was found, under this name or a wider or finer one.
    fn is_learnt(&self, analysis: &Analysis, finding: &Finding) -> bool {
        let related = |category: &Category| {
            finding.category.is_within(category.path()) || category.is_within(finding.category.path())
        };
        self.learnt.iter().any(|(language, category)| related(category) && is_in(analysis, finding, *language))
    }
}

/// True for a finding in text that learned recognisers of this language look at.
fn is_in(analysis: &Analysis, finding: &Finding, language: Language) -> bool {
    if !analysis.languages().includes(language) || !analysis.document().is_prose(finding.span) {
        return false;
    }
    analysis.language_at(finding.span.start()).is_none_or(|own| own == language)
}

/// The findings that are never taken: what the policy allows, what was masked before, the names of columns.
struct FindingFilter<'a> {
    document: &'a Document,
    allowed: AllowedPlaces,
    masked: EarlierLabels,
}

impl<'a> FindingFilter<'a> {
    fn new(analysis: &Analysis<'a>, settings: &DetectionSettings) -> Self {
        let (allowed, masked) = (settings.allow.places(analysis), EarlierLabels::of(analysis.aligned()));
        Self { document: analysis.document(), allowed, masked }
    }

    /// True unless the policy allows it or a label of an earlier run stands there.
    fn is_open(&self, finding: &Finding) -> bool {
        !self.allowed.hold(finding) && !self.masked.touch(finding)
    }

    /// The findings that are taken, none of which reaches across a border.
    fn sifted(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let mut findings = borders::cut(self.document, findings);
        findings.retain(|finding| self.is_open(finding));
        headers::leave_names(self.document, &mut findings);
        findings
    }
}

/// What all recognisers find, the slow ones after the others.
fn recognise(
    analysis: &Analysis,
    recognisers: &[&dyn Recogniser],
    settings: &DetectionSettings,
) -> Result<Findings, RecogniserFault> {
    let mut findings = Findings::default();
    for recogniser in recognisers.iter().filter(|recogniser| !recogniser.is_slow()) {
        recogniser.recognise(analysis, &mut findings)?;
    }
    if !recognisers.iter().any(|recogniser| recogniser.is_slow()) {
        return Ok(findings);
    }
    let found = findings.into_sorted();
    let is_known = |finding: &&Finding| settings.counts(finding) && !settings.is_learnt(analysis, finding);
    let known: Vec<Finding> = found.iter().filter(is_known).cloned().collect();
    let mut findings = Findings::default();
    found.into_iter().for_each(|finding| findings.push(finding));
    for recogniser in recognisers.iter().filter(|recogniser| recogniser.is_slow()) {
        recogniser.recognise_besides(analysis, &known, &mut findings)?;
    }
    Ok(findings)
}

/// Recognise, judge columns, add repeats, settle overlaps, link mentions.
pub fn detect(
    analysis: &Analysis,
    recognisers: &[&dyn Recogniser],
    settings: &DetectionSettings,
) -> Result<Entities, RecogniserFault> {
    let findings = recognise(analysis, recognisers, settings)?;
    let sieve = FindingFilter::new(analysis, settings);
    let mut findings = sieve.sifted(findings.into_sorted());
    refine::refine(analysis, &mut findings);
    amounts::leave_amounts(analysis.document(), settings.threshold, &mut findings);
    let (mut counted, below): (Vec<_>, Vec<_>) = findings.into_iter().partition(|finding| settings.counts(finding));
    if !settings.learnt.is_empty() {
        counted = settle::support(counted, |finding| settings.is_learnt(analysis, finding));
    }
    let settled = settle::settle(counted);
    let judged = columns::judged(analysis.document(), &settled, settings.threshold);
    let settled = settle::settle_again(settled, sieve.sifted(judged));
    let counts = |finding: &Finding| finding.score >= settings.threshold && sieve.is_open(finding);
    let repeats = repeat::repeats(analysis, &settled, settings.spreads_words, counts);
    let repeats = sieve.sifted(repeats);
    let settled = settle::settle_again(settled, repeats);
    let inside = |finding: &Finding| {
        let before = settled.partition_point(|mention| mention.span.start() <= finding.span.start());
        settled[..before].last().is_some_and(|mention| mention.span.contains(finding.span))
    };
    let below = below.into_iter().filter(|finding| !inside(finding)).collect();
    Ok(link::link(analysis, settled, below))
}
