//! Lengthening a match beyond what a pattern sees.

use memchr::memmem;

use super::definition::MatchExtension;

/// The longest PEM block that is looked for.
const MOST_PEM: usize = 64 * 1024;
/// The longest web address or token.
const MOST_RUN: usize = 64 * 1024;

/// The true end of a match that ends at `end` by its pattern.
pub(super) fn extend(rule: MatchExtension, text: &[u8], start: usize, end: usize) -> usize {
    match rule {
        MatchExtension::NonSpace => end + run(text, end, |b| b > b' '),
        MatchExtension::Url => {
            let end = end
                + run(text, end, |b| {
                    b > b' '
                        && !matches!(b, b'<' | b'>' | b'"' | b'\\' | b'^' | b'`' | b'{' | b'}' | b'|' | 0xab | 0xbb)
                });
            // In Markdown, the text of a link ends before its address starts.
            let end = start + memmem::find(&text[start..end], b"](").unwrap_or(end - start);
            trim_url(text, start, end)
        }
        MatchExtension::Pem => {
            let window = &text[end..text.len().min(end + MOST_PEM)];
            let Some(at) = memmem::find(window, b"-----END ") else { return end };
            let rest = &window[at + 9..];
            let close = memmem::find(&rest[..rest.len().min(64)], b"-----").map_or(0, |n| n + 5);
            end + at + 9 + close
        }
    }
}

fn run(text: &[u8], from: usize, inside: impl Fn(u8) -> bool) -> usize {
    text[from..text.len().min(from + MOST_RUN)].iter().take_while(|b| inside(**b)).count()
}

/// Punctuation that closes a sentence, and a bracket that was not opened inside, are not part of the address.
fn trim_url(text: &[u8], start: usize, mut end: usize) -> usize {
    while end > start {
        let open = |bracket: u8| text[start..end].iter().filter(|b| **b == bracket).count();
        match text[end - 1] {
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'*' | b'_' => end -= 1,
            b')' if open(b'(') < open(b')') => end -= 1,
            b']' if open(b'[') < open(b']') => end -= 1,
            _ => break,
        }
    }
    end
}
