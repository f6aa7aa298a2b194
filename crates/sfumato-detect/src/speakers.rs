//! Speakers: names at the starts of the lines of a conversation.
//!
//! One line that starts with a word and a colon may be anything; a text most of whose lines do, with the same few words
//! again and again, is a conversation, and the words are whoever speaks. A role ("Agent", "Juez") names nobody.

use std::collections::HashMap;
use std::sync::Arc;

use sfumato_language::Analysis;

use crate::checks::sender_name;
use crate::{Category, Finding, FindingEvidence, FindingReason, Findings, KnownCategory, Recogniser, RecogniserFault};

/// The most letters in the name of a speaker.
const LONGEST: usize = 32;
/// Whoever speaks speaks so often, and at least so many do.
const LEAST_LINES: usize = 2;
const LEAST_SPEAKERS: usize = 2;
/// One of so many lines starts with a speaker.
const ONE_OF: usize = 3;
/// How surely a speaker is a person.
const SCORE: f32 = 0.8;

/// Finds the speakers of conversations.
pub struct Speakers {
    evidence: Arc<FindingEvidence>,
}

impl Default for Speakers {
    fn default() -> Self {
        let evidence = FindingEvidence {
            recogniser: "person/speaker".into(),
            rule: "starts lines of a conversation".into(),
            why: FindingReason::Context,
        };
        Self { evidence: evidence.into() }
    }
}

/// The name before the colon that a line starts with: some words with a capital, or letters for one.
fn speaker(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let is_name = |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '\'' | '\u{2019}');
    let is_short = name.chars().count() <= LONGEST && name.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let is_meant = name.starts_with(char::is_uppercase) && name.chars().all(is_name) && sender_name(name);
    (is_short && is_meant && !name.ends_with(' ')).then_some(name)
}

impl Recogniser for Speakers {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        let document = analysis.document();
        let (mut lines, mut said) = (0, 0);
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut start = 0;
        for line in document.text().split_inclusive('\n') {
            let inside = line.trim_start();
            if let Some(name) = speaker(inside) {
                places.entry(name).or_default().push(start + line.len() - inside.len());
                said += 1;
            }
            lines += usize::from(!inside.is_empty());
            start += line.len();
        }
        let often = places.values().filter(|places| places.len() >= LEAST_LINES).count();
        if often < LEAST_SPEAKERS || said * ONE_OF < lines {
            return Ok(());
        }
        for (name, starts) in places.into_iter().filter(|(_, starts)| starts.len() >= LEAST_LINES) {
            let spans = starts.into_iter().filter_map(|start| document.span(start, start + name.len()));
            for span in spans.filter(|span| document.is_prose(*span)) {
                let category = Category::from(KnownCategory::Person);
                findings.push(Finding { span, category, score: SCORE, evidence: self.evidence.clone() });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{DocumentFormat as _, TextFile};

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let mut findings = Findings::default();
        Speakers::default().recognise(&Analysis::new(&document), &mut findings).expect("it never fails");
        findings.into_sorted().iter().map(|finding| document.slice(finding.span).to_owned()).collect()
    }

    #[test]
    fn whoever_speaks_again_and_again_is_found() {
        let text = "RC: You were telling me.\nSA: Yes.\nRC: And then?\nSA: The order came.\nAgent: Good morning.\n";
        assert_eq!(found(text), ["RC", "SA", "RC", "SA"]);
        assert_eq!(found("Ana: hola\n\u{c1}ngel: s\u{ed}\nAna: vale\n\u{c1}ngel: adi\u{f3}s\n").len(), 4);
    }

    #[test]
    fn forms_and_roles_have_no_speakers() {
        assert!(found("Name: Ann\nTown: Bath\nName: Bob\n").is_empty());
        assert!(found("Agent: hello\nCaller: hi\nAgent: who is it\nCaller: me\n").is_empty());
        assert!(found("").is_empty());
    }
}
