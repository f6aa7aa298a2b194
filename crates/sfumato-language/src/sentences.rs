//! Sentences, from tokens.
//!
//! A sentence ends with its mark, with its block, at a blank line, and at the end of a line that is a heading, an item
//! or a field of a form ("Name: ...") rather than a line of running text.

use sfumato_document::{Document, Span};

use crate::{Languages, Token, TokenKind, abbreviations};

/// The sentences of a document in order.
pub(crate) fn split(document: &Document, tokens: &[Token], languages: Languages) -> Vec<Span> {
    let mut sentences: Vec<Span> = Vec::new();
    let mut open: Option<Span> = None;
    for (nth, token) in tokens.iter().enumerate() {
        open = Some(open.map_or(token.span, |span| span.cover(token.span)));
        if ends(document, tokens, nth, languages) {
            sentences.extend(open.take());
        }
    }
    sentences.extend(open);
    sentences
}

fn ends(document: &Document, tokens: &[Token], nth: usize, languages: Languages) -> bool {
    let token = tokens[nth];
    let Some(next) = tokens.get(nth + 1) else { return true };
    let between = document.text().get(token.span.end()..next.span.start()).unwrap_or_default();
    if document.block_at(token.span.start()).map(|b| b.span) != document.block_at(next.span.start()).map(|b| b.span) {
        return true;
    }
    let text = document.slice(token.span);
    let next_text = document.slice(next.span);
    // A closing quote or bracket right after the mark belongs to the sentence.
    if is_closing(next_text) && between.is_empty() {
        return false;
    }
    let marked = match text {
        "." | "!" | "?" | "…" => true,
        _ if is_closing(text) => nth > 0 && matches!(document.slice(tokens[nth - 1].span), "." | "!" | "?" | "…"),
        _ => false,
    };
    let starts = starts_a_sentence(next_text);
    if marked {
        return starts && !between.is_empty() && !(text == "." && nth > 0 && is_item_number(document, tokens, nth - 1));
    }
    // An abbreviation may end a sentence too: "at 5 p.m. The patient", but "Dr. Lee" does not.
    if token.kind == TokenKind::Word && text.ends_with('.') {
        let bare = text.trim_end_matches('.');
        return starts && between.contains('\n') && !abbreviations::is_abbreviation(bare, languages);
    }
    between.contains(['\n', '\r']) && breaks_at_line(document, tokens, nth)
}

fn is_closing(text: &str) -> bool {
    matches!(text, ")" | "]" | "\"" | "\u{201d}" | "\u{2019}" | "»" | "'")
}

fn starts_a_sentence(text: &str) -> bool {
    text.chars().next().is_some_and(|c| {
        c.is_uppercase()
            || c.is_numeric()
            || matches!(c, '¿' | '¡' | '"' | '\u{201c}' | '«' | '(' | '[' | '-' | '—' | '–' | '•' | '*')
    })
}

/// Whether the token is the number of an item at the start of its line: "1." or "a)".
fn is_item_number(document: &Document, tokens: &[Token], nth: usize) -> bool {
    let text = document.slice(tokens[nth].span);
    let short = text.len() <= 3 && (tokens[nth].kind == TokenKind::Number || text.chars().count() == 1);
    short && line_start(document, tokens[nth].span.start())
}

fn line_start(document: &Document, at: usize) -> bool {
    let before = document.text().get(..at).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|c| matches!(c, '\n' | '\r'))
}

/// Whether the line that ends after this token is complete in itself: the line after it is a field or an item, or this
/// one is a short heading or a field and the next starts afresh.
fn breaks_at_line(document: &Document, tokens: &[Token], nth: usize) -> bool {
    let next = tokens[nth + 1];
    let line_of = |at: usize| {
        let text = document.text();
        let start = text.get(..at).and_then(|t| t.rfind(['\n', '\r'])).map_or(0, |n| n + 1);
        let end = text.get(at..).and_then(|t| t.find(['\n', '\r'])).map_or(text.len(), |n| at + n);
        // Only the head of a line tells what it is; long lines are running text anyway.
        (start, end)
    };
    let (start, end) = line_of(next.span.start());
    let next_line = clip(document, start, end);
    if is_field(next_line) || is_item(next_line) {
        return true;
    }
    let (start, end) = line_of(tokens[nth].span.start());
    let line = clip(document, start, end);
    starts_a_sentence(document.slice(next.span))
        && (is_field(line) || end - start < 60 || line.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase))
}

fn clip(document: &Document, start: usize, end: usize) -> &str {
    let text = document.text();
    let mut end = end.min(start + 200);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(start..end).unwrap_or_default()
}

/// "Fecha de nacimiento: ...": at most five words and a colon.
fn is_field(line: &str) -> bool {
    line.split_once(':').is_some_and(|(label, _)| {
        label.len() <= 40
            && label.split_whitespace().count() <= 5
            && label.trim().chars().next().is_some_and(char::is_uppercase)
    })
}

/// "- ...", "1. ...", "a) ...".
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let head = line.split_whitespace().next().unwrap_or_default();
    matches!(head, "-" | "*" | "•" | "–" | "—")
        || (head.len() <= 4
            && head.ends_with(['.', ')'])
            && head.trim_end_matches(['.', ')']).chars().all(|c| c.is_ascii_digit() || head.len() == 2))
}

#[cfg(test)]
mod tests {
    use crate::{Analysis, Language, Languages};
    use sfumato_document::formats::{Format, Text};

    fn check(text: &str, language: Language, expected: &[&str]) {
        let document = Text.read(text.as_bytes().to_vec()).expect("readable");
        let analysis = Analysis::in_languages(&document, Languages::only(language));
        let found: Vec<&str> = analysis.sentences().iter().map(|span| document.slice(*span)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn sentences_end_with_their_marks() {
        check(
            "It rained. \"Why?\" she said. We left (late).",
            Language::English,
            &["It rained.", "\"Why?\" she said.", "We left (late)."],
        );
        check("Vino ayer. ¿Por qué? Nadie lo sabe…", Language::Spanish, &["Vino ayer.", "¿Por qué?", "Nadie lo sabe…"]);
    }

    #[test]
    fn abbreviations_and_numbers_do_not_end_them() {
        check(
            "Seen by Dr. J. Lee at St. Mary. BP was 12.5 kPa.",
            Language::English,
            &["Seen by Dr. J. Lee at St. Mary.", "BP was 12.5 kPa."],
        );
        check(
            "El Hosp. Gral. lo derivó. La Dra. Ruiz firmó el art. 5 de la L.O. vigente.",
            Language::Spanish,
            &["El Hosp. Gral. lo derivó.", "La Dra. Ruiz firmó el art. 5 de la L.O. vigente."],
        );
    }

    #[test]
    fn fields_headings_and_items_are_sentences() {
        check(
            "DATOS DEL PACIENTE\nNombre: Ana\nEdad: 54 años\nIngresa por dolor\ntorácico.",
            Language::Spanish,
            &["DATOS DEL PACIENTE", "Nombre: Ana", "Edad: 54 años", "Ingresa por dolor\ntorácico."],
        );
        check("Plan\n1. Rest.\n2. Fluids.", Language::English, &["Plan", "1. Rest.", "2. Fluids."]);
    }
}
