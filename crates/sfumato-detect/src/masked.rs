//! Marks of earlier runs: labels and tokens of ours that stand in the text already.
//!
//! `[AGE 3]` is no age. Masking what was masked changes no label; but for models, which see other words around them than
//! before, it changes nothing at all.

use memchr::memchr2_iter;
use sfumato_document::Span;
use sfumato_language::Aligned;

use crate::Finding;

/// The longest label.
const LONGEST: usize = 80;

/// The labels and tokens of an earlier run in a text.
pub(crate) struct EarlierLabels(Vec<Span>);

impl EarlierLabels {
    /// Those of a text.
    pub fn of(view: &Aligned) -> Self {
        Self(places(view.bytes()).map(|(start, end)| view.span(start, end)).collect())
    }

    /// True for a finding that touches one of them, and so is none.
    pub fn touch(&self, finding: &Finding) -> bool {
        let before = self.0.partition_point(|span| span.start() < finding.span.end());
        self.0[..before].last().is_some_and(|span| span.overlaps(finding.span) && !strictly_holds(finding, *span))
    }
}

/// True for a finding that goes on beyond the label on both sides: a path or address that happens to hold one. A
/// model that says so took a label for a word.
fn strictly_holds(finding: &Finding, label: Span) -> bool {
    let (span, why) = (finding.span, finding.evidence.why);
    !why.is_learnt() && span.start() < label.start() && span.end() > label.end()
}

/// The labels and tokens of a folded text, in order.
pub(crate) fn places(folded: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    memchr2_iter(b'[', b'{', folded).filter_map(|start| {
        let rest = &folded[start + 1..];
        let length = if folded[start] == b'[' { label(&rest[..rest.len().min(LONGEST)]) } else { token(rest) }?;
        Some((start, start + 1 + length))
    })
}

/// The length of `PERSON 1]` or `PERSON #0a1b]`.
fn label(rest: &[u8]) -> Option<usize> {
    let end = rest.iter().position(|b| *b == b']')?;
    let (name, number) = rest[..end].split_at(rest[..end].iter().rposition(|b| *b == b' ')?);
    let number = number.get(1..)?;
    let is_name = !name.is_empty() && name.iter().all(|b| b.is_ascii_uppercase() || *b == b' ');
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    let is_hash = number.first() == Some(&b'#') && number.len() > 8 && number[1..].iter().all(u8::is_ascii_hexdigit);
    (is_name && (is_number || is_hash)).then_some(end + 1)
}

/// The length of `sfumato:person:...}`.
fn token(rest: &[u8]) -> Option<usize> {
    if !rest.starts_with(b"sfumato:") {
        return None;
    }
    rest.iter().position(|b| *b == b'}').map(|end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_tokens_are_seen() {
        let text = b"a [AGE 3] b [NATIONAL ID #0a1b2c3d4e] {sfumato:person:abc} [see 3] [X] {y}";
        let shown: Vec<&[u8]> = places(text).map(|(start, end)| &text[start..end]).collect();
        assert_eq!(shown, [&b"[AGE 3]"[..], b"[NATIONAL ID #0a1b2c3d4e]", b"{sfumato:person:abc}"]);
    }
}
