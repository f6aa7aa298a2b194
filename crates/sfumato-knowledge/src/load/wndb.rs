//! The database files of WordNet: nouns and verbs with what they are kinds of, how often each sense was met, and
//! irregular forms. Definitions are not read.

use std::collections::HashMap;

use super::intake::{Intake, StatedName, lines};
use super::tell::file_name;
use super::{Fault, Input, LoadError};
use crate::taxonomy::{DraftId, Flaw, NameKind};

/// A part of speech that has a taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum WndbPart {
    Noun,
    Verb,
}

impl WndbPart {
    fn letter(self) -> char {
        match self {
            Self::Noun => 'n',
            Self::Verb => 'v',
        }
    }

    /// Its number in the keys of senses.
    fn number(self) -> u8 {
        match self {
            Self::Noun => 1,
            Self::Verb => 2,
        }
    }

    fn of_letter(letter: &str) -> Option<Self> {
        [Self::Noun, Self::Verb].into_iter().find(|part| letter.chars().eq([part.letter()]))
    }
}

/// The subject of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WndbContent {
    /// Senses with how often they were met; the column of the count.
    Counts(usize),
    Irregular(WndbPart),
    Synsets(WndbPart),
}

fn content(name: &str) -> Option<WndbContent> {
    match file_name(name) {
        "cntlist.rev" => Some(WndbContent::Counts(2)),
        "index.sense" => Some(WndbContent::Counts(3)),
        "noun.exc" => Some(WndbContent::Irregular(WndbPart::Noun)),
        "verb.exc" => Some(WndbContent::Irregular(WndbPart::Verb)),
        "data.noun" => Some(WndbContent::Synsets(WndbPart::Noun)),
        "data.verb" => Some(WndbContent::Synsets(WndbPart::Verb)),
        _ => None,
    }
}

/// True if a file has a name of this format, of use or not.
pub(super) fn is_known(name: &str) -> bool {
    let others = [
        "data.adj",
        "data.adv",
        "index.noun",
        "index.verb",
        "index.adj",
        "index.adv",
        "adj.exc",
        "adv.exc",
        "cntlist",
        "sentidx.vrb",
        "sents.vrb",
        "frames.vrb",
        "verb.Framestext",
        "log.grind.3.0",
        "log.grind.3.1",
    ];
    content(name).is_some() || others.contains(&name)
}

/// The rank in which a file is read; none if it is of no use.
pub(super) fn rank(name: &str) -> Option<u8> {
    content(name).map(|content| u8::from(matches!(content, WndbContent::Synsets(_))))
}

/// The tables that were read before the synsets.
#[derive(Default)]
pub(super) struct WordNet {
    /// The times that senses were met, by their keys.
    counts: HashMap<String, u16>,
    /// Irregular forms by the words they are forms of.
    irregular: HashMap<(WndbPart, String), Vec<String>>,
}

impl WordNet {
    pub(super) fn read(&mut self, input: Input<'_>, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let Some(content) = content(input.name) else { return Ok(()) };
        let mut has_any = false;
        for (number, line) in lines(input.bytes) {
            // The licence stands before all else, each of its lines behind blanks.
            if line.is_empty() || line.starts_with(b"  ") {
                continue;
            }
            let Some(text) = intake.text(number, line)? else { continue };
            let understood = match content {
                WndbContent::Counts(column) => self.count(text, column),
                WndbContent::Irregular(part) => self.form(text, part),
                WndbContent::Synsets(part) => match WndbSynset::of(text, part) {
                    Some(synset) => Some(self.add(&synset, number, intake)?),
                    None => None,
                },
            };
            has_any |= understood.is_some();
            if understood.is_none() {
                intake.drop(number, Flaw::Broken)?;
            }
        }
        match has_any {
            true => Ok(()),
            false => Err(intake.error(0, Fault::Format("no line of a WordNet database"))),
        }
    }

    /// `entity%1:03:00:: 1 11`
    fn count(&mut self, line: &str, column: usize) -> Option<()> {
        let mut cells = line.split_ascii_whitespace();
        let key = cells.next()?;
        let (_, numbers) = key.rsplit_once('%')?;
        let count: u32 = cells.nth(column - 1)?.parse().ok()?;
        if count > 0 && (numbers.starts_with("1:") || numbers.starts_with("2:")) {
            self.counts.insert(key.to_owned(), u16::try_from(count).unwrap_or(u16::MAX));
        }
        Some(())
    }

    /// `children child`
    fn form(&mut self, line: &str, part: WndbPart) -> Option<()> {
        let mut words = line.split_ascii_whitespace();
        let form = words.next()?;
        let mut has_word = false;
        for word in words {
            has_word = true;
            self.irregular.entry((part, word.to_owned())).or_default().push(form.to_owned());
        }
        has_word.then_some(())
    }

    fn add(&self, synset: &WndbSynset<'_>, line: u32, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let Some(concept) = intake.concept(&id(synset.offset, synset.part), line)? else { return Ok(()) };
        if !intake.state(concept, intake.place(line)) {
            return intake.drop(line, Flaw::Duplicate);
        }
        if synset.part == WndbPart::Verb {
            intake.action(concept);
        }
        for (nth, word) in synset.words.iter().enumerate() {
            let kind = if nth == 0 { NameKind::Preferred } else { NameKind::Synonym };
            self.name(concept, synset, word, kind, line, intake)?;
        }
        for (offset, part, is_instance) in &synset.above {
            if let Some(above) = intake.concept(&id(offset, *part), line)? {
                intake.parent(concept, above, intake.place(line))?;
                if *is_instance {
                    intake.individual(concept);
                }
            }
        }
        Ok(())
    }

    fn name(
        &self,
        concept: DraftId,
        synset: &WndbSynset<'_>,
        word: &WndbWord<'_>,
        kind: NameKind,
        line: u32,
        intake: &mut Intake<'_>,
    ) -> Result<(), LoadError> {
        let small = word.text.to_lowercase();
        let key = format!("{small}%{}:{:02}:{:02}::", synset.part.number(), synset.topic, word.number);
        let frequency = self.counts.get(&key).copied().unwrap_or(0);
        let forms = self.irregular.get(&(synset.part, small)).into_iter().flatten();
        let forms = forms.map(|form| (form.as_str(), NameKind::Related));
        for (text, kind) in [(word.text, kind)].into_iter().chain(forms) {
            let text = text.replace('_', " ");
            let name = StatedName { text: &text, language: intake.language, kind, frequency };
            intake.name(concept, name, intake.place(line))?;
        }
        Ok(())
    }
}

fn id(offset: &str, part: WndbPart) -> String {
    format!("{offset}-{}", part.letter())
}

/// A word of a synset, and its number among the senses of its topic.
struct WndbWord<'l> {
    text: &'l str,
    number: u8,
}

/// A line of the database.
struct WndbSynset<'l> {
    offset: &'l str,
    part: WndbPart,
    topic: u8,
    words: Vec<WndbWord<'l>>,
    /// The offsets of what it is a kind of, or, if so marked, one of.
    above: Vec<(&'l str, WndbPart, bool)>,
}

impl<'l> WndbSynset<'l> {
    /// `00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 … | that which is …`
    fn of(line: &'l str, part: WndbPart) -> Option<Self> {
        let data = line.split(" | ").next()?;
        let mut cells = data.split_ascii_whitespace();
        let place = offset(cells.next()?)?;
        let topic = cells.next()?.parse().ok()?;
        if WndbPart::of_letter(cells.next()?)? != part {
            return None;
        }
        let count = usize::from_str_radix(cells.next()?, 16).ok().filter(|count| (1..=255).contains(count))?;
        let mut words = Vec::with_capacity(count);
        for _ in 0..count {
            words.push(WndbWord { text: cells.next()?, number: u8::from_str_radix(cells.next()?, 16).ok()? });
        }
        let pointers: u16 = cells.next()?.parse().ok()?;
        let mut above = Vec::new();
        for _ in 0..pointers {
            let (symbol, target, letter) = (cells.next()?, offset(cells.next()?)?, cells.next()?);
            cells.next()?;
            if let ("@" | "@i", Some(part)) = (symbol, WndbPart::of_letter(letter)) {
                above.push((target, part, symbol == "@i"));
            }
        }
        Some(Self { offset: place, part, topic, words, above })
    }
}

/// A place in the file, by which synsets go.
fn offset(cell: &str) -> Option<&str> {
    (cell.len() == 8 && cell.bytes().all(|byte| byte.is_ascii_digit())).then_some(cell)
}
