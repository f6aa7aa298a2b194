//! Operators that work character by character.

use sfumato_document::CharacterEncoding;

/// A block for every character, blanks kept so that lines break where they did.
pub(crate) fn black_out(text: &str, encoding: CharacterEncoding) -> String {
    let block = if encoding.holds("█") { '█' } else { 'X' };
    text.chars().map(|c| if c.is_whitespace() { c } else { block }).collect()
}

/// A mark for every letter and digit but the first and last few; at least one is always marked.
pub(super) fn mark(text: &str, mark: char, keep_first: usize, keep_last: usize) -> String {
    let count = text.chars().filter(|c| c.is_alphanumeric()).count();
    // Settings that would keep everything keep nothing.
    let (first, last) = if keep_first + keep_last < count { (keep_first, keep_last) } else { (0, 0) };
    let mut seen = 0;
    text.chars()
        .map(|c| {
            if !c.is_alphanumeric() {
                return c;
            }
            seen += 1;
            if seen <= first || seen > count - last { c } else { mark }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_length_and_blanks() {
        assert_eq!(black_out("Ana\nLópez", CharacterEncoding::Utf8), "███\n█████");
        assert_eq!(black_out("Ana", CharacterEncoding::Latin1), "XXX");
    }

    #[test]
    fn marks_keep_layout_and_what_was_asked_for() {
        assert_eq!(mark("4111-1111-1111-1234", '*', 0, 4), "****-****-****-1234");
        assert_eq!(mark("SW1A 1AA", '*', 2, 0), "SW** ***");
        assert_eq!(mark("Ana", '*', 2, 2), "***", "what would keep everything keeps nothing");
    }
}
