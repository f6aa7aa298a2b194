//! Base64 in lines, as mails and certificates have it.

use std::ops::Range;

use super::{is_letter, padding};
use crate::formats::base64;

/// A run and the lines below it that go on with it, as mails and certificates have them.
pub(super) fn with_lines(text: &str, Range { start, mut end }: Range<usize>) -> Range<usize> {
    const SHORTEST_LINE: usize = 40;
    let bytes = text.as_bytes();
    let is_line_start = start == 0 || matches!(bytes.get(start - 1), Some(b'\n' | b'\r'));
    if !is_line_start || end - start < SHORTEST_LINE || bytes.get(end - 1) == Some(&b'=') {
        return start..end;
    }
    let width = end - start;
    loop {
        let breaks = bytes.get(end..).unwrap_or_default().iter().take_while(|b| matches!(b, b'\n' | b'\r')).count();
        if !(1..=2).contains(&breaks) {
            return start..end;
        }
        let line = end + breaks;
        let length = bytes.get(line..).unwrap_or_default().iter().take_while(|b| is_letter(**b)).count();
        let next = line + length + padding(bytes, line + length);
        let ends = matches!(bytes.get(next), None | Some(b'\n' | b'\r'));
        if length == 0 || length > width || !ends {
            // Something else may have run into the last line.
            let own = words_at_start(bytes.get(line..line + length).unwrap_or_default());
            return start..if own == 0 { end } else { line + own };
        }
        end = next;
        if next - line < width || bytes.get(next - 1) == Some(&b'=') {
            return start..end;
        }
    }
}

/// The length of the letters that some begin with and that are words in base64; 0 if there are few.
fn words_at_start(letters: &[u8]) -> usize {
    const FEWEST_GROUPS: usize = 2;
    let is_words = |group: &&[u8; 4]| {
        let inside = std::str::from_utf8(*group).ok().and_then(base64::decode);
        inside.is_some_and(|inside| inside.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()))
    };
    let groups = letters.as_chunks::<4>().0.iter().take_while(is_words).count();
    if groups < FEWEST_GROUPS { 0 } else { 4 * groups }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ran_into_the_last_line_is_left_out() {
        let whole = base64::encode(b"name,email\r\nJane Okonkwo,jane.okonkwo@mail.example and some more");
        let (first, last) = whole.split_at(76);
        let text = format!("{first}\n{last}Content-Type: x");
        let range = with_lines(&text, 0..first.len());
        let inside = base64::decode(text.get(range).expect("characters")).expect("letters");
        assert!(inside.starts_with(b"name,email\r\nJane Okonkwo,jane.okonkwo@mail.example and"));
        let text = format!("{first}\nThen nothing more.");
        assert_eq!(with_lines(&text, 0..first.len()), 0..first.len());
    }
}
