//! The analysis as a table for people.

use std::fmt::Write as _;

use super::{AnalysedDocument, kind, marks};

/// A line for each token; behind each sentence its terms.
pub fn table(shown: &AnalysedDocument<'_>) -> String {
    let language = shown.language().unwrap_or("unknown");
    let mut out = format!("{}: {} tokens, language {language}\n", shown.id, shown.analysis.tokens().len());
    for sentence in shown.sentences() {
        out.push('\n');
        for word in shown.words(&sentence) {
            let (start, end) = shown.place(word.token.span);
            let place = format!("{start}-{end}");
            // What is glued to the token before it is marked.
            let form = if word.token.is_glued { format!("+{}", word.form) } else { word.form };
            let _ = writeln!(
                out,
                "  {place:<14} {form:<20} {:<20} {:<6} {:<5} {}",
                word.lemma,
                word.upos.name(),
                word.chunk,
                word.detail
            );
        }
        for term in sentence.terms {
            let (start, end) = shown.place(term.span);
            let place = format!("{start}-{end}");
            let marks: String = marks(term).map(|mark| format!(", {mark}")).collect();
            let _ = writeln!(out, "  {place:<14} = {} ({}{marks})", shown.key(term), kind(term));
        }
    }
    out
}
