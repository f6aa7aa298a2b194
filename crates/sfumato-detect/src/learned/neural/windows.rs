//! A long text in windows that overlap, each as long as what the network learnt from.

use std::ops::Range;

use super::tokens::{NetworkToken, NetworkTokens};

/// The most that windows overlap by, on either side.
const MOST_MARGIN: usize = 128;
/// The margin of windows where a network looks no farther than at the next tokens.
const LEAST_MARGIN: usize = 16;

/// A window of a text: its tokens, and which of them are its own; every token is some window's own.
pub(super) struct Cut {
    pub tokens: Vec<NetworkToken>,
    pub own: Range<usize>,
}

/// The windows of some stretches of a text, read as if they stood one after the other, made as they are asked for.
pub(super) struct Windows<'t> {
    tokens: StretchTokens<'t>,
    length: usize,
    /// The margin: where two windows overlap, each token is read by the one in which it has so many neighbours on
    /// either side.
    margin: usize,
    window: Vec<NetworkToken>,
    /// True if the text has been read to its end.
    is_done: bool,
    is_first: bool,
}

impl<'t> Windows<'t> {
    /// Windows of so many tokens, for a network that looks so far to either side.
    pub fn new(text: &'t str, stretches: Vec<Range<usize>>, length: usize, far: usize) -> Self {
        let margin = far.clamp(LEAST_MARGIN, MOST_MARGIN);
        let length = length.max(4 * margin);
        let tokens = StretchTokens { text, stretches: stretches.into_iter(), start: 0, tokens: NetworkTokens::new("") };
        Self { tokens, length, margin, window: Vec::new(), is_done: false, is_first: true }
    }
}

/// The tokens of some stretches of a text.
struct StretchTokens<'t> {
    text: &'t str,
    stretches: std::vec::IntoIter<Range<usize>>,
    /// The start of the stretch that is being read.
    start: usize,
    tokens: NetworkTokens<'t>,
}

impl Iterator for StretchTokens<'_> {
    type Item = NetworkToken;

    fn next(&mut self) -> Option<NetworkToken> {
        loop {
            if let Some(token) = self.tokens.next() {
                return Some(NetworkToken { start: self.start + token.start, end: self.start + token.end, ..token });
            }
            let stretch = self.stretches.next()?;
            self.start = stretch.start;
            self.tokens = NetworkTokens::new(self.text.get(stretch).unwrap_or_default());
        }
    }
}

impl Iterator for Windows<'_> {
    type Item = Cut;

    fn next(&mut self) -> Option<Cut> {
        if self.is_done {
            return None;
        }
        let is_first = std::mem::replace(&mut self.is_first, false);
        if !is_first {
            // The window's last margin is the next one's first own part, with a margin before it.
            self.window.drain(..self.length - 2 * self.margin);
        }
        while self.window.len() <= self.length {
            match self.tokens.next() {
                Some(token) => self.window.push(token),
                None => {
                    self.is_done = true;
                    break;
                }
            }
        }
        // One token more than the window holds tells that there is another window; it stays for that one.
        let shown = self.window.len().min(self.length);
        let first = if is_first { 0 } else { self.margin };
        let last = if self.is_done { shown } else { shown - self.margin };
        match shown {
            0 => None,
            _ => Some(Cut { tokens: self.window[..shown].to_vec(), own: first..last }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_is_read_once_with_its_neighbours() {
        let counts = [0, 1, 511, 512, 513, 767, 768, 769, 5000];
        for (count, margin) in counts.into_iter().flat_map(|count| [(count, 128), (count, 16)]) {
            let text = "a ".repeat(count);
            let middle = text.len() / 4 * 2;
            let windows = Windows::new(&text, vec![0..middle, middle..text.len()], 512, margin);
            let mut read = Vec::new();
            for Cut { tokens, own } in windows {
                assert!(tokens.len() <= 512);
                let is_start = tokens[0].start == 0;
                let is_end = tokens[tokens.len() - 1].start + 2 == text.len();
                assert!(is_start || own.start >= margin, "{count}");
                assert!(is_end || tokens.len() - own.end >= margin, "{count}");
                read.extend(tokens[own].iter().map(|token| token.start));
            }
            assert!(read.into_iter().eq((0..count).map(|nth| nth * 2)), "{count}");
        }
    }
}
