//! The words and phrases of documents, gathered to learn from.

use std::collections::HashMap;

use crate::key;

/// The words and phrases of a document, in order. Sheets can be made in parallel and are then gathered in order.
#[derive(Clone, Default)]
pub struct Sheet {
    /// A word a line; a phrase is a line of several.
    lines: String,
}

// It holds the document.
impl std::fmt::Debug for Sheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sheet({} bytes)", self.lines.len())
    }
}

/// Longer phrases are sentences of their own kind (titles of laws, addresses) and are read as their words.
const LONGEST_PHRASE: usize = 6;

impl Sheet {
    /// Adds the words of a text, each by itself.
    pub fn words(&mut self, text: &str) {
        key::words(text, |word| {
            self.lines.push_str(word);
            self.lines.push('\n');
        });
    }

    /// Adds a phrase that may be one token.
    pub fn phrase(&mut self, text: &str) {
        let start = self.lines.len();
        let mut count = 0;
        key::words(text, |word| {
            if count > 0 {
                self.lines.push(' ');
            }
            self.lines.push_str(word);
            count += 1;
        });
        match count {
            0 => {}
            1..=LONGEST_PHRASE => self.lines.push('\n'),
            _ => {
                self.lines.truncate(start);
                self.words(text);
            }
        }
    }
}

/// Marks a phrase in the stream; the other numbers are words.
pub(super) const PHRASE: u32 = 1 << 31;
/// Ends a document in the stream.
pub(super) const END: u32 = u32::MAX;

/// The words and phrases of documents.
#[derive(Clone, Default)]
pub struct Gathering {
    pub(super) words: NumberedTexts,
    pub(super) phrases: NumberedTexts,
    /// The words of each phrase.
    pub(super) inside: Vec<Box<[u32]>>,
    /// Words, phrases (with [`PHRASE`]) and ends of documents, as they follow each other.
    pub(super) stream: Vec<u32>,
    documents: usize,
}

// It holds the documents.
impl std::fmt::Debug for Gathering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gathering({} documents)", self.documents)
    }
}

impl Gathering {
    /// Adds a document.
    pub fn add(&mut self, sheet: &Sheet) {
        for line in sheet.lines.lines() {
            if !line.contains(' ') {
                let word = self.words.meet(line);
                self.words.count(word);
                self.stream.push(word);
                continue;
            }
            let phrase = self.phrases.meet(line);
            if self.inside.len() <= phrase as usize {
                let inside = line.split(' ').map(|word| self.words.meet(word)).collect();
                self.inside.push(inside);
            }
            self.phrases.count(phrase);
            self.inside.get(phrase as usize).into_iter().flatten().for_each(|word| self.words.count(*word));
            self.stream.push(PHRASE | phrase);
        }
        self.stream.push(END);
        self.documents += 1;
    }

    /// The number of documents.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// The number of different words, and of different phrases of several words.
    pub fn vocabulary(&self) -> (usize, usize) {
        (self.words.counts.len(), self.phrases.counts.len())
    }
}

/// Numbers for texts, in the order in which they are met.
#[derive(Clone, Default)]
pub(super) struct NumberedTexts {
    numbers: HashMap<Box<str>, u32>,
    pub counts: Vec<u32>,
}

impl NumberedTexts {
    fn meet(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.counts.len() as u32;
        self.numbers.insert(text.into(), number);
        self.counts.push(0);
        number
    }

    fn count(&mut self, number: u32) {
        if let Some(count) = self.counts.get_mut(number as usize) {
            *count = count.saturating_add(1);
        }
    }

    /// Those met at least so often, commonest first: text, number, count.
    pub fn ranked(&self, minimum: u32) -> Vec<(&str, u32, u32)> {
        let mut ranked: Vec<(&str, u32, u32)> = self
            .numbers
            .iter()
            .filter_map(|(text, number)| Some((&**text, *number, *self.counts.get(*number as usize)?)))
            .filter(|(.., count)| *count >= minimum)
            .collect();
        ranked.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.cmp(b.0)));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_count_for_their_words_too() {
        let mut sheet = Sheet::default();
        sheet.words("It is a");
        sheet.phrase("Pancreatic Cancer");
        sheet.phrase("cancer");
        sheet.phrase("one two three four five six seven");
        let mut gathering = Gathering::default();
        gathering.add(&sheet);
        assert_eq!(gathering.vocabulary(), (3 + 2 + 7, 1));
        assert_eq!(gathering.words.ranked(2).first().map(|(text, _, count)| (*text, *count)), Some(("cancer", 2)));
        assert_eq!(gathering.phrases.ranked(1).len(), 1);
        assert_eq!(format!("{sheet:?}{gathering:?}"), "Sheet(67 bytes)Gathering(1 documents)");
    }
}
