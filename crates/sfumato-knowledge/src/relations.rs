//! What betrays what: a medicine the illness that it is given for, a rosary a religion.
//!
//! Relations are written by hand, in files of sections. A section says what its phrases betray, how they are related to
//! it, and in what share of documents that say such a phrase of somebody the thing is true of them:
//!
//! ```text
//! [HIV infection | HIV ; treats ; 0.9]
//! efavirenz, Truvada, -navir
//! en: sober for #
//! ```
//!
//! The first name is the most exact; the others are names under which somebody may want it hidden. A line holds phrases
//! of both languages unless it begins with the code of one; a phrase that begins with a hyphen is the end of a word, and
//! `#` stands for any number. Nothing is copied: what is read are slices of the file.

use sfumato_language::Language;

/// The relation of phrases that are listed so that nothing is read into them, nor into the words they hold.
const EXCEPTS: &str = "excepts";

/// A section: phrases, and what they betray.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation<'k> {
    /// The names of what is betrayed, the most exact first.
    pub targets: Vec<&'k str>,
    /// The relation in words: `treats`, `symptom of`.
    pub kind: &'k str,
    /// The share of documents with one of the phrases, said of somebody, that are about that.
    pub share: f64,
    /// The phrases, each with its language; of both if it has none.
    pub phrases: Vec<(Option<Language>, &'k str)>,
}

impl Relation<'_> {
    /// True if its phrases betray nothing and are only listed to be left alone.
    pub fn is_exception(&self) -> bool {
        self.kind == EXCEPTS
    }

    /// True if its phrases are names of things that doctors order, which people write in any case.
    pub fn is_of_medicine(&self) -> bool {
        matches!(self.kind, "treats" | "prevents" | "given in")
    }
}

/// Why a file of relations cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RelationsError {
    /// The line, from one.
    pub line: usize,
    /// The fault.
    pub what: &'static str,
}

/// Reads a file of relations.
pub fn relations(file: &str) -> Result<Vec<Relation<'_>>, RelationsError> {
    let mut all: Vec<Relation<'_>> = Vec::new();
    for (line, text) in (1..).zip(file.lines()) {
        let wrong = |what| RelationsError { line, what };
        let text = text.trim();
        if text.is_empty() || text.starts_with("# ") || text == "#" {
            continue;
        }
        if let Some(heading) = text.strip_prefix('[') {
            let heading = heading.strip_suffix(']').ok_or_else(|| wrong("a heading ends with a bracket"))?;
            all.push(section(heading).ok_or_else(|| wrong("a heading is `names ; relation ; share`"))?);
            continue;
        }
        let relation = all.last_mut().ok_or_else(|| wrong("a phrase before the first heading"))?;
        let (language, phrases) = match (text.strip_prefix("en: "), text.strip_prefix("es: ")) {
            (Some(phrases), _) => (Some(Language::English), phrases),
            (_, Some(phrases)) => (Some(Language::Spanish), phrases),
            _ => (None, text),
        };
        let phrases = phrases.split(", ").map(|phrase| phrase.trim_matches([' ', ',']));
        relation.phrases.extend(phrases.filter(|phrase| !phrase.is_empty()).map(|phrase| (language, phrase)));
    }
    Ok(all)
}

fn section(heading: &str) -> Option<Relation<'_>> {
    let mut parts = heading.split(';').map(str::trim);
    let targets = parts.next()?.split('|').map(str::trim).filter(|name| !name.is_empty()).collect();
    let kind = parts.next()?;
    let share: f64 = parts.next()?.parse().ok()?;
    let is_share = (0.0..=1.0).contains(&share) && (share > 0.0 || kind == EXCEPTS);
    (is_share && parts.next().is_none()).then(|| Relation { targets, kind, share, phrases: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_sections_of_phrases() {
        let file = "# About.\n[HIV infection | HIV ; treats ; 0.9]\nefavirenz, -navir,\nes: carga viral\n";
        let read = relations(file).expect("well formed");
        assert_eq!(read.len(), 1);
        assert_eq!(
            (read[0].targets.as_slice(), read[0].kind, read[0].share),
            (&["HIV infection", "HIV"][..], "treats", 0.9)
        );
        let spanish = Some(Language::Spanish);
        assert_eq!(read[0].phrases, [(None, "efavirenz"), (None, "-navir"), (spanish, "carga viral")]);
    }

    #[test]
    fn a_faulty_line_is_named() {
        let fault = |file| relations(file).expect_err("refused").to_string();
        assert_eq!(fault("aspirin"), "line 1: a phrase before the first heading");
        assert_eq!(fault("# x\n[pain ; treats]"), "line 2: a heading is `names ; relation ; share`");
        assert_eq!(fault("[pain ; treats ; 0]"), "line 1: a heading is `names ; relation ; share`");
        assert_eq!(fault("[pain ; treats ; 1"), "line 1: a heading ends with a bracket");
    }
}
