//! Findings from outside: places that are handed in with a document.

use std::sync::Arc;

use sfumato_document::{Sensitive, Span};
use sfumato_language::Analysis;

use crate::labels::LabelSet;
use crate::{Category, Finding, FindingEvidence, FindingReason, Findings, KnownCategory, Recogniser, RecogniserFault};

/// The id of the recogniser.
const ID: &str = "given";

/// The sets in which a label is looked for that is no category of ours.
const SETS: [LabelSet; 6] =
    [LabelSet::Presidio, LabelSet::Meddocan, LabelSet::Tab, LabelSet::I2b2, LabelSet::Hipaa, LabelSet::Conll];

/// A place that somebody else found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenPlace {
    /// Where it is.
    pub span: Span,
    /// What is there.
    pub category: Category,
    /// The text that is to stand there, if whoever found it says; else the policy decides.
    pub replacement: Option<Sensitive<String>>,
}

impl GivenPlace {
    /// A place that is dealt with as the policy says.
    pub fn new(span: Span, category: Category) -> Self {
        Self { span, category, replacement: None }
    }
}

/// Places that are known beforehand.
#[derive(Debug, Clone, Copy)]
pub struct GivenPlaces<'g>(pub &'g [GivenPlace]);

impl GivenPlaces<'_> {
    /// The category that a label means: one of ours, or one that other tools and corpora call so.
    ///
    /// ```
    /// # use sfumato_detect::GivenPlaces;
    /// assert_eq!(GivenPlaces::category(Some("person/staff")).path(), "person/staff");
    /// assert_eq!(GivenPlaces::category(Some("EMAIL_ADDRESS")).path(), "contact/email");
    /// assert_eq!(GivenPlaces::category(Some("Planet X")).path(), "other");
    /// assert_eq!(GivenPlaces::category(None).path(), "other");
    /// ```
    pub fn category(label: Option<&str>) -> Category {
        let named = label.and_then(|label| {
            let own = LabelSet::Sfumato.category(label);
            own.or_else(|| SETS.into_iter().find_map(|set| set.category(label)))
        });
        named.unwrap_or_else(|| KnownCategory::Other.into())
    }
}

impl Recogniser for GivenPlaces<'_> {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        let document = analysis.document();
        let evidence = Arc::new(FindingEvidence { recogniser: ID.into(), rule: ID.into(), why: FindingReason::Given });
        for GivenPlace { span, category, .. } in self.0 {
            // A place may come from another document.
            if document.span(span.start(), span.end()).is_none() {
                return Err(RecogniserFault {
                    recogniser: ID.into(),
                    why: "a place that was handed in is none of the text",
                });
            }
            let (category, evidence) = (category.clone(), evidence.clone());
            findings.push(Finding { span: *span, category, score: 1.0, evidence });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat as _, TextFile};

    use super::*;
    use crate::{DetectionSettings, detect};

    #[test]
    fn what_is_handed_in_is_found_there_and_elsewhere() {
        let document = TextFile.read(b"the red kite and a Red Kite".to_vec()).expect("readable");
        let span = document.span(4, 12).expect("a span");
        let given = [GivenPlace::new(span, GivenPlaces::category(None))];
        let found =
            detect(&Analysis::new(&document), &[&GivenPlaces(&given)], &DetectionSettings::default()).expect("found");
        let shown: Vec<_> = found.mentions.iter().map(|mention| document.slice(mention.span)).collect();
        assert_eq!(shown, ["red kite", "Red Kite"]);
        assert_eq!(found.mentions[0].findings()[0].evidence.why, FindingReason::Given);
    }

    #[test]
    fn a_place_of_another_document_is_a_fault() {
        let (document, other) = (b"short".to_vec(), b"somewhat longer".to_vec());
        let (document, other) = (TextFile.read(document).expect("readable"), TextFile.read(other).expect("readable"));
        let given = [GivenPlace::new(other.span(3, 12).expect("a span"), GivenPlaces::category(None))];
        assert!(detect(&Analysis::new(&document), &[&GivenPlaces(&given)], &DetectionSettings::default()).is_err());
    }
}
