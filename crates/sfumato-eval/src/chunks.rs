//! Phrases out of labels, by the rules of the chunking task of 2000.

/// A phrase: its kind, its first word and the word after its last.
pub type ChunkPhrase<'l> = (&'l str, usize, usize);

/// The phrases that labels (`B-NP`, `I-NP`, `O`) spell, in order.
///
/// A phrase goes on with an `I` of its own kind and ends otherwise; an `I` of another kind, or behind an `O`, starts a
/// phrase like a `B`. That is what the task's own scorer does, so a label that makes no sense costs what it costs there.
pub fn phrases<'l>(labels: impl IntoIterator<Item = &'l str>) -> Vec<ChunkPhrase<'l>> {
    let mut found: Vec<ChunkPhrase<'l>> = Vec::new();
    for (at, label) in labels.into_iter().enumerate() {
        let Some((place, kind)) = label.split_once('-') else { continue };
        match found.last_mut() {
            Some((open, _, end)) if place == "I" && *end == at && *open == kind => *end = at + 1,
            _ => found.push((kind, at, at + 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(labels: &str, expected: &[ChunkPhrase<'_>]) {
        assert_eq!(phrases(labels.split_whitespace()), expected, "{labels}");
    }

    #[test]
    fn a_b_starts_a_phrase_even_beside_its_like() {
        check("B-NP I-NP B-NP O", &[("NP", 0, 2), ("NP", 2, 3)]);
    }

    #[test]
    fn an_i_without_a_start_is_one() {
        check("O I-NP I-NP", &[("NP", 1, 3)]);
        check("I-NP", &[("NP", 0, 1)]);
        check("B-NP O I-NP", &[("NP", 0, 1), ("NP", 2, 3)]);
    }

    #[test]
    fn another_kind_ends_the_phrase() {
        check("B-NP I-VP I-VP I-NP", &[("NP", 0, 1), ("VP", 1, 3), ("NP", 3, 4)]);
    }

    #[test]
    fn nothing_is_no_phrase() {
        check("", &[]);
        check("O O O", &[]);
    }
}
