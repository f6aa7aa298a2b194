//! Runs of letters, which stand for words that were never met.

use sfumato_model::hash_bytes;

/// Runs have so many letters at least; the borders of the word count as letters.
const SHORTEST: usize = 3;
/// Runs have so many letters at most.
const LONGEST: usize = 6;
/// Letters of a word that are looked at; what is longer is no word.
const MOST: usize = 64;

/// Calls `each` with the rows of the runs of letters of a word, of so many rows that all runs share.
pub(super) fn runs(word: &str, buckets: u32, mut each: impl FnMut(u32)) {
    // The borders are marked, so that a beginning differs from the same letters elsewhere.
    let mut bytes = [b'<'; MOST * 4 + 2];
    let mut ends = [0usize; MOST + 3];
    let (mut length, mut letters) = (1, 1);
    ends[1] = 1;
    for letter in word.chars().take(MOST) {
        let Some(place) = bytes.get_mut(length..length + letter.len_utf8()) else { break };
        length += letter.encode_utf8(place).len();
        letters += 1;
        ends[letters] = length;
    }
    bytes[length] = b'>';
    letters += 1;
    ends[letters] = length + 1;
    for start in 0..letters {
        for end in start + SHORTEST..=(start + LONGEST).min(letters) {
            let run = bytes.get(ends[start]..ends[end]).unwrap_or_default();
            // The upper half of the hash is the better mixed one.
            let hash = hash_bytes(run).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            each(((hash * u64::from(buckets)) >> 32) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(word: &str) -> Vec<u32> {
        let mut rows = Vec::new();
        runs(word, 1000, |row| rows.push(row));
        rows
    }

    #[test]
    fn words_that_are_spelt_alike_share_runs() {
        assert_eq!(all("hepatitis").len(), 9 + 8 + 7 + 6);
        assert_eq!(all("a").len(), 1);
        let (a, b) = (all("hepatitis"), all("pancreatitis"));
        assert!(b.iter().filter(|row| a.contains(row)).count() >= 10);
    }

    #[test]
    fn any_word_is_taken() {
        assert!(!all(&"ñ".repeat(500)).is_empty());
        assert!(!all(&"𝄞".repeat(500)).is_empty());
        assert_eq!(all(""), [0u32; 0]);
    }
}
