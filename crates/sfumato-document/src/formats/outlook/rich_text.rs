//! The rich text of messages, which is packed in a way of its own (MS-OXRTFCP).

/// The text with which the window of the packing starts.
const START: &[u8] = b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \
\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \
\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const WINDOW: usize = 4096;
const PACKED: &[u8] = b"LZFu";
const STORED: &[u8] = b"MELA";
const HEADER: usize = 16;

/// The rich text; nothing if it is damaged. What comes out is at most nine times as long as what goes in.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let number = |at: usize| bytes.get(at..).and_then(<[u8]>::first_chunk).map(|four| u32::from_le_bytes(*four));
    // The first number leaves itself out.
    let end = (number(0)? as usize).checked_add(4)?.min(bytes.len());
    let packed = bytes.get(HEADER..end)?;
    let kind = bytes.get(8..12)?;
    if kind == STORED {
        return Some(packed.to_vec());
    }
    if kind != PACKED {
        return None;
    }
    let mut window = [b' '; WINDOW];
    window.get_mut(..START.len())?.copy_from_slice(START);
    let mut at = START.len();
    let mut out = Vec::new();
    let mut rest = packed;
    'all: while let Some((flags, behind)) = rest.split_first() {
        rest = behind;
        for bit in 0..8 {
            if flags & (1 << bit) == 0 {
                let Some((letter, behind)) = rest.split_first() else { break 'all };
                rest = behind;
                out.push(*letter);
                window[at] = *letter;
                at = (at + 1) % WINDOW;
                continue;
            }
            let Some((pair, behind)) = rest.split_first_chunk::<2>() else { break 'all };
            rest = behind;
            let pair = u16::from_be_bytes(*pair);
            let from = usize::from(pair >> 4);
            if from == at {
                break 'all;
            }
            for nth in 0..usize::from(pair & 15) + 2 {
                let letter = window[(from + nth) % WINDOW];
                out.push(letter);
                window[at] = letter;
                at = (at + 1) % WINDOW;
            }
        }
    }
    // Whatever length is told, a reader may show all of it.
    Some(out)
}

/// Rich text as it is stored without packing.
pub(crate) fn stored(text: &[u8]) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let mut out = length.saturating_add(12).to_le_bytes().to_vec();
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(STORED);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(text);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification_are_unpacked() {
        let packed = b"\x2d\0\0\0\x2b\0\0\0LZFu\xf1\xc5\xc7\xa7\x03\0\x0a\0rcpg125\x42\x32\x0a\xf3\x20hel\x09\0\x20bw\
            \x05\xb0ld}\x0a\x80\x0f\xa0";
        let text = b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
        assert_eq!(unpacked(packed).as_deref(), Some(&text[..]));
    }

    #[test]
    fn what_is_stored_comes_back() {
        let text = b"{\\rtf1 Ann}";
        assert_eq!(unpacked(&stored(text)).as_deref(), Some(&text[..]));
        for wrong in [&b""[..], b"LZFu", &[0; 16]] {
            assert_eq!(unpacked(wrong), None);
        }
    }
}
