//! What finds things, and the stage that runs it.

use std::sync::Arc;

use sfumato_language::Analysis;

use crate::{AllowList, Entities, Finding, Findings, link, masked, repeat, settle};

/// Why a recogniser could not do its work. The run fails: what was not looked at is not clean.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("recogniser {recogniser}: {why}")]
pub struct Fault {
    /// Which recogniser.
    pub recogniser: Arc<str>,
    /// What went wrong, without any text of the document.
    pub why: &'static str,
}

/// Finds things in an analysed text. Pure, and blind to what others found.
pub trait Recogniser: Send + Sync {
    /// Adds what it finds.
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), Fault>;
}

/// How findings are taken.
#[derive(Debug, Default)]
pub struct Settings {
    /// The score from which a finding counts.
    pub threshold: f32,
    /// Values that are never taken.
    pub allow: AllowList,
}

/// Recognise, add repeats, settle overlaps, link mentions.
pub fn detect(analysis: &Analysis, recognisers: &[&dyn Recogniser], settings: &Settings) -> Result<Entities, Fault> {
    let mut findings = Findings::default();
    for recogniser in recognisers {
        recogniser.recognise(analysis, &mut findings)?;
    }
    let mut findings = findings.into_sorted();
    settings.allow.remove_from(analysis, &mut findings);
    masked::remove_masked(analysis.aligned(), &mut findings);
    let (counted, below): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|finding| finding.score >= settings.threshold);
    let settled = settle::settle(counted);
    let mut repeats = repeat::repeats(analysis, &settled);
    settings.allow.remove_from(analysis, &mut repeats);
    repeats.retain(|finding| finding.score >= settings.threshold);
    let settled = settle::settle_again(settled, repeats);
    let inside = |finding: &Finding| {
        let before = settled.partition_point(|mention| mention.span.start() <= finding.span.start());
        settled[..before].last().is_some_and(|mention| mention.span.contains(finding.span))
    };
    let below = below.into_iter().filter(|finding| !inside(finding)).collect();
    Ok(link::link(analysis, settled, below))
}
