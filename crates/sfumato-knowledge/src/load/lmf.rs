//! Wordnets in the Lexical Markup Framework.
//!
//! Entries have senses, which point to synsets, which point to what they are kinds of; any of these may come first in
//! the file, so a lexicon is handed over at its end. A synset goes by the number that wordnets of all languages share,
//! if it has one, so that lexicons of several languages meet. Only nouns and verbs have taxonomies; others are passed
//! over, and so are definitions.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use sfumato_language::Language;

use super::intake::{Intake, StatedName, language_of_tag};
use super::xml::{self, LineCounter};
use super::{Fault, LoadError};
use crate::taxonomy::{DraftId, Flaw, NameKind};

/// A word or form in a sense.
struct LmfWord {
    text: String,
    synset: String,
    /// The ids of its entry and its sense; a synset may say by either which of its words comes first.
    entry: String,
    sense: String,
    is_form: bool,
    frequency: u16,
    line: u32,
}

/// A sense while its entry is read.
struct LmfSense {
    id: String,
    synset: String,
    frequency: u16,
    line: u32,
}

/// A synset as it is written.
#[derive(Default)]
struct LmfSynset {
    id: String,
    shared: Option<String>,
    is_action: bool,
    first: Option<String>,
    /// The ids of what it is a kind of, or, if so marked, one of.
    above: Vec<(String, bool, u32)>,
    line: u32,
}

/// An entry while it is read.
#[derive(Default)]
struct LmfEntry {
    id: String,
    lemma: String,
    forms: Vec<String>,
    senses: Vec<LmfSense>,
}

/// A lexicon while it is read.
struct LmfLexicon {
    language: Language,
    words: Vec<LmfWord>,
    synsets: Vec<LmfSynset>,
    entry: LmfEntry,
    synset: Option<LmfSynset>,
    /// True if the text that follows says how often the last sense was met.
    is_counting: bool,
}

pub(super) fn read(bytes: &[u8], intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let mut lines = LineCounter::new(bytes);
    if let Err((at, what)) = xml::check(bytes) {
        return Err(intake.error(lines.line(at), Fault::Format(what)));
    }
    let mut reader = Reader::from_reader(bytes);
    let mut lexicon: Option<LmfLexicon> = None;
    let mut has_lexicon = false;
    loop {
        let event = reader.read_event();
        let line = lines.line(usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX));
        let Ok(event) = event else { return Err(intake.error(line, Fault::Format("not well-formed XML"))) };
        match event {
            Event::Start(tag) | Event::Empty(tag) if tag.name().as_ref() == b"Lexicon" => {
                has_lexicon = true;
                let language = attribute(&tag, "language").and_then(|tag| language_of_tag(&tag));
                lexicon = language.map(LmfLexicon::new);
            }
            Event::End(tag) if tag.name().as_ref() == b"Lexicon" => {
                if let Some(lexicon) = lexicon.take() {
                    lexicon.settle(intake)?;
                }
            }
            Event::Eof => break,
            event => {
                let understood = lexicon.as_mut().map_or(Some(()), |lexicon| lexicon.event(&event, line));
                if understood.is_none() {
                    intake.drop(line, Flaw::Broken)?;
                }
            }
        }
    }
    match has_lexicon {
        true => Ok(()),
        false => Err(intake.error(0, Fault::Format("no Lexicon in it, as files of this format have"))),
    }
}

/// An attribute of a tag. Entities other than those of XML itself are not resolved, and leave nothing.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = tag.attributes();
    let found = attributes.with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name.as_bytes())?;
    Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

impl LmfLexicon {
    fn new(language: Language) -> Self {
        let (words, synsets, entry) = (Vec::new(), Vec::new(), LmfEntry::default());
        Self { language, words, synsets, entry, synset: None, is_counting: false }
    }

    /// Reads something inside; nothing if it is broken.
    fn event(&mut self, event: &Event<'_>, line: u32) -> Option<()> {
        match event {
            Event::Start(tag) => self.open(tag, line),
            Event::Empty(tag) => {
                let understood = self.open(tag, line);
                self.close(tag.name().as_ref());
                understood
            }
            Event::End(tag) => {
                self.close(tag.name().as_ref());
                Some(())
            }
            Event::Text(text) if self.is_counting => {
                let count: u32 = text.decode().ok()?.trim().parse().ok()?;
                let sense = self.entry.senses.last_mut()?;
                sense.frequency = sense.frequency.saturating_add(u16::try_from(count).unwrap_or(u16::MAX));
                Some(())
            }
            _ => Some(()),
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>, line: u32) -> Option<()> {
        match tag.name().as_ref() {
            b"LexicalEntry" => {
                self.entry = LmfEntry { id: attribute(tag, "id").unwrap_or_default(), ..LmfEntry::default() }
            }
            b"Lemma" => self.entry.lemma = attribute(tag, "writtenForm")?,
            b"Form" => self.entry.forms.push(attribute(tag, "writtenForm")?),
            b"Sense" => {
                let (id, synset) = (attribute(tag, "id").unwrap_or_default(), attribute(tag, "synset")?);
                self.entry.senses.push(LmfSense { id, synset, frequency: 0, line });
            }
            b"Count" => self.is_counting = true,
            b"Synset" => self.synset = synset(tag, line)?,
            b"SynsetRelation" => {
                if let Some(synset) = &mut self.synset {
                    let kind = attribute(tag, "relType")?;
                    let is_instance = kind == "instance_hypernym";
                    if is_instance || kind == "hypernym" {
                        synset.above.push((attribute(tag, "target")?, is_instance, line));
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    fn close(&mut self, tag: &[u8]) {
        match tag {
            b"LexicalEntry" => self.end_entry(),
            b"Synset" => self.synsets.extend(self.synset.take()),
            b"Count" => self.is_counting = false,
            _ => {}
        }
    }

    fn end_entry(&mut self) {
        let entry = std::mem::take(&mut self.entry);
        for sense in &entry.senses {
            let word = |(nth, text): (usize, &String)| LmfWord {
                text: text.clone(),
                synset: sense.synset.clone(),
                entry: entry.id.clone(),
                sense: sense.id.clone(),
                is_form: nth > 0,
                frequency: sense.frequency,
                line: sense.line,
            };
            self.words.extend([&entry.lemma].into_iter().chain(&entry.forms).enumerate().map(word));
        }
    }

    /// Hands the lexicon over.
    fn settle(self, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let mut concepts: HashMap<&str, (DraftId, Option<&str>)> = HashMap::with_capacity(self.synsets.len());
        for synset in &self.synsets {
            let id = synset.shared.as_deref().unwrap_or(&synset.id);
            let Some(concept) = intake.concept(id, synset.line)? else { continue };
            if !intake.state(concept, intake.place(synset.line)) {
                intake.drop(synset.line, Flaw::Duplicate)?;
                continue;
            }
            if synset.is_action {
                intake.action(concept);
            }
            concepts.insert(&synset.id, (concept, synset.first.as_deref()));
        }
        for synset in &self.synsets {
            let Some((concept, _)) = concepts.get(synset.id.as_str()) else { continue };
            for (target, is_instance, line) in &synset.above {
                let above = match concepts.get(target.as_str()) {
                    Some((above, _)) => Some(*above),
                    None => intake.concept(target, *line)?,
                };
                if let Some(above) = above {
                    intake.parent(*concept, above, intake.place(*line))?;
                }
                if *is_instance {
                    intake.individual(*concept);
                }
            }
        }
        self.name(&concepts, intake)
    }

    /// Names synsets: first the word that stands for each, then the others, then other forms.
    fn name(
        &self,
        concepts: &HashMap<&str, (DraftId, Option<&str>)>,
        intake: &mut Intake<'_>,
    ) -> Result<(), LoadError> {
        let is_first =
            |word: &LmfWord, first: Option<&str>| first.is_some_and(|id| id == word.entry || id == word.sense);
        for turn in [NameKind::Preferred, NameKind::Synonym, NameKind::Related] {
            for word in &self.words {
                let Some((concept, first)) = concepts.get(word.synset.as_str()) else { continue };
                let kind = match () {
                    () if word.is_form => NameKind::Related,
                    () if is_first(word, *first) => NameKind::Preferred,
                    () => NameKind::Synonym,
                };
                if kind != turn {
                    continue;
                }
                // Where no synset says which word comes first, it is the first in the file.
                let is_preferred = kind == NameKind::Synonym && !intake.has_preferred(*concept, self.language);
                let kind = if is_preferred { NameKind::Preferred } else { kind };
                let name = StatedName { text: &word.text, language: self.language, kind, frequency: word.frequency };
                intake.name(*concept, name, intake.place(word.line))?;
            }
        }
        Ok(())
    }
}

/// A synset; nothing inside if it is neither of nouns nor of verbs.
fn synset(tag: &BytesStart<'_>, line: u32) -> Option<Option<LmfSynset>> {
    let id = attribute(tag, "id")?;
    let part = attribute(tag, "partOfSpeech").unwrap_or_else(|| "n".to_owned());
    if part != "n" && part != "v" {
        return Some(None);
    }
    // Some have `in` there, for numbers that are to come.
    let is_number = |shared: &String| {
        shared.strip_prefix('i').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    Some(Some(LmfSynset {
        id,
        shared: attribute(tag, "ili").filter(is_number),
        is_action: part == "v",
        first: attribute(tag, "members").and_then(|all| all.split_whitespace().next().map(str::to_owned)),
        above: Vec::new(),
        line,
    }))
}
