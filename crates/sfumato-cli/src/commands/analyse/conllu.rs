//! The analysis in the CoNLL-U format, as treebanks have it.
//!
//! Terms are comments of the sentence, `# term = FIRST-LAST HEAD KIND MARKS KEY`, in numbers of words.

use std::fmt::Write as _;

use sfumato::document::Span;
use sfumato::language::{Language, Token};

use super::{AnalysedDocument, AnalysedSentence, AnalysedWord, kind, marks, one_line};

/// All sentences.
pub fn conllu(shown: &AnalysedDocument<'_>) -> String {
    let mut out = format!("# newdoc id = {}\n", shown.id);
    let mut block: Option<Span> = None;
    for (nth, sentence) in shown.sentences().iter().enumerate() {
        let own = shown.document().block_at(sentence.span.start()).map(|block| block.span);
        if nth == 0 || own != block {
            out += "# newpar\n";
            block = own;
        }
        let text = one_line(shown.document().slice(sentence.span));
        let language = sentence.language.code();
        let _ = write!(out, "# sent_id = {}-{}\n# text = {text}\n# lang = {language}\n", shown.id, nth + 1);
        terms(shown, sentence, &mut out);
        words(shown, sentence, &mut out);
        out.push('\n');
    }
    out
}

fn terms(shown: &AnalysedDocument<'_>, sentence: &AnalysedSentence<'_>, out: &mut String) {
    let number = |token: u32| token.saturating_sub(sentence.tokens.start) + 1;
    for term in sentence.terms {
        let marks = marks(term).collect::<Vec<_>>().join(",");
        let marks = if marks.is_empty() { "_" } else { &marks };
        let (first, last) = (number(term.tokens.start), number(term.tokens.end.saturating_sub(1)));
        let _ =
            writeln!(out, "# term = {first}-{last} {} {} {marks} {}", number(term.head), kind(term), shown.key(term));
    }
}

fn words(shown: &AnalysedDocument<'_>, sentence: &AnalysedSentence<'_>, out: &mut String) {
    let words = shown.words(sentence);
    let mut first = 0;
    for token in words.chunk_by(|_, next| next.token.is_glued) {
        let space = space_after(shown, sentence, first + token.len());
        if let [start, .., end] = token {
            let span = start.token.span.cover(end.token.span);
            let misc = misc(&["", space, &range(shown, span)]);
            let surface = shown.document().slice(span);
            let _ = writeln!(out, "{}-{}\t{surface}\t_\t_\t_\t_\t_\t_\t_\t{misc}", first + 1, first + token.len());
        }
        // Whether a blank follows is said of the token, be it one word or several.
        let space = if token.len() > 1 { "" } else { space };
        for (nth, word) in token.iter().enumerate() {
            let chunk = format!("Chunk={}", word.chunk);
            let misc = misc(&[&chunk, space, &range(shown, word.token.span)]);
            let _ = writeln!(out, "{}\t{}\t_\t_\t_\t{misc}", first + nth + 1, columns(word, sentence.language));
        }
        first += token.len();
    }
}

/// Form, lemma, part of speech, and the finer tag in the column it belongs in.
fn columns(word: &AnalysedWord<'_>, language: Language) -> String {
    let (tag, features) = match language {
        Language::English => (word.detail, ""),
        Language::Spanish => ("", word.detail),
    };
    let filled = |value: &str| if value.is_empty() { "_".to_owned() } else { value.to_owned() };
    [word.form.as_str(), word.lemma, word.upos.name(), tag, features].map(filled).join("\t")
}

/// `SpaceAfter=No` if the token before the `next` of the sentence touches what follows it.
fn space_after(shown: &AnalysedDocument<'_>, sentence: &AnalysedSentence<'_>, next: usize) -> &'static str {
    let next = sentence.tokens.start as usize + next;
    let token = |nth: usize| -> Option<&Token> { shown.analysis.tokens().get(nth) };
    match (next.checked_sub(1).and_then(token), token(next)) {
        (Some(this), Some(next)) if this.span.end() == next.span.start() => "SpaceAfter=No",
        _ => "",
    }
}

fn range(shown: &AnalysedDocument<'_>, span: Span) -> String {
    let (start, end) = shown.place(span);
    format!("TokenRange={start}:{end}")
}

/// The last column.
fn misc(items: &[&str]) -> String {
    items.iter().filter(|item| !item.is_empty()).copied().collect::<Vec<_>>().join("|")
}
