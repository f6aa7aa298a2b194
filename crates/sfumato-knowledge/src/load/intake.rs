//! The draft as loaders fill it, with the limits that hold for all formats.

use std::borrow::Cow;

use sfumato_language::Language;

use super::{Fault, LoadError};
use crate::taxonomy::{Draft, DraftId, Flaw, NameKind, Place};

/// The longest name in bytes: longer ones are sentences.
const LONGEST_NAME: usize = 400;
/// The longest id in bytes.
const LONGEST_ID: usize = 1024;
/// The longest line in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// The most concepts of a taxonomy.
const MOST_CONCEPTS: usize = 20_000_000;
/// The most flaws that are worth reporting.
const MOST_FLAWS: usize = 1_000_000;
/// The most names, and the most parents, of one concept; a draft looks through them all for each that is added.
const MOST_OF_ONE: usize = 4096;

/// A name as a format states it.
#[derive(Clone, Copy)]
pub(super) struct StatedName<'a> {
    pub text: &'a str,
    pub language: Language,
    pub kind: NameKind,
    pub frequency: u16,
}

impl<'a> StatedName<'a> {
    pub(super) fn new(text: &'a str, language: Language, kind: NameKind) -> Self {
        Self { text, language, kind, frequency: 0 }
    }
}

/// A draft as one file adds to it.
pub(super) struct Intake<'d> {
    draft: &'d mut Draft,
    file: u16,
    /// The language of names that say none.
    pub language: Language,
    /// The number of statements that the source itself says no longer hold.
    pub retired: u64,
}

impl<'d> Intake<'d> {
    pub(super) fn new(draft: &'d mut Draft, file: u16, language: Language) -> Self {
        Self { draft, file, language, retired: 0 }
    }

    pub(super) fn place(&self, line: u32) -> Place {
        Place { file: self.file, line }
    }

    pub(super) fn error(&self, line: u32, what: Fault) -> LoadError {
        let file = self.draft.files.get(usize::from(self.file)).map_or("", String::as_str);
        LoadError { file: file.into(), line, what }
    }

    /// Reports something that is left out.
    pub(super) fn drop(&mut self, line: u32, what: Flaw) -> Result<(), LoadError> {
        self.drop_at(self.place(line), what)
    }

    /// Reports something in a file that was read before.
    pub(super) fn drop_at(&mut self, place: Place, what: Flaw) -> Result<(), LoadError> {
        if self.draft.dropped.len() >= MOST_FLAWS {
            return Err(self.error(place.line, Fault::TooManyFlaws));
        }
        self.draft.drop(place, what);
        Ok(())
    }

    /// The text of a line; a line that has none is reported.
    pub(super) fn text<'b>(&mut self, line: u32, bytes: &'b [u8]) -> Result<Option<&'b str>, LoadError> {
        let flaw = match std::str::from_utf8(bytes) {
            _ if bytes.len() > LONGEST_LINE => Flaw::Broken,
            Err(_) => Flaw::Encoding,
            Ok(text) => return Ok(Some(text)),
        };
        self.drop(line, flaw)?;
        Ok(None)
    }

    /// The concept of an id, which need not be stated yet; an id that cannot be one is reported.
    pub(super) fn concept(&mut self, id: &str, line: u32) -> Result<Option<DraftId>, LoadError> {
        if id.is_empty() || id.len() > LONGEST_ID {
            self.drop(line, Flaw::Broken)?;
            return Ok(None);
        }
        let concept = self.draft.concept(id);
        if self.draft.len() > MOST_CONCEPTS {
            return Err(self.error(line, Fault::TooManyConcepts));
        }
        Ok(Some(concept))
    }

    /// The concept of an id, if it is stated.
    pub(super) fn find(&self, id: &str) -> Option<DraftId> {
        self.draft.find(id).filter(|concept| self.is_stated(*concept))
    }

    pub(super) fn id(&self, concept: DraftId) -> Option<&str> {
        self.draft.concepts.get(concept.0 as usize).map(|concept| &*concept.id)
    }

    pub(super) fn is_stated(&self, concept: DraftId) -> bool {
        self.draft.concepts.get(concept.0 as usize).is_some_and(|concept| concept.is_stated)
    }

    /// States a concept; whether this file did not do so before.
    pub(super) fn state(&mut self, concept: DraftId, place: Place) -> bool {
        let stated_here =
            self.draft.concepts.get(concept.0 as usize).is_some_and(|known| {
                known.is_stated && known.place.as_ref().is_some_and(|known| known.file == place.file)
            });
        self.draft.state(concept, place);
        !stated_here
    }

    /// Gives a concept a name; what cannot be one is reported.
    pub(super) fn name(&mut self, concept: DraftId, name: StatedName<'_>, place: Place) -> Result<(), LoadError> {
        let text = on_one_line(name.text);
        if text.len() > LONGEST_NAME {
            return self.drop_at(place, Flaw::TooLong);
        }
        let count = self.draft.concepts.get(concept.0 as usize).map_or(0, |concept| concept.names.len());
        if count >= MOST_OF_ONE {
            return self.drop_at(place, Flaw::TooMany);
        }
        self.draft.name(concept, name.language, &text, name.kind, name.frequency);
        Ok(())
    }

    /// True if a concept has a name in any language.
    pub(super) fn has_name(&self, concept: DraftId) -> bool {
        self.draft.concepts.get(concept.0 as usize).is_some_and(|concept| !concept.names.is_empty())
    }

    /// True if a concept has a name of this language that stands for it.
    pub(super) fn has_preferred(&self, concept: DraftId, language: Language) -> bool {
        self.draft.concepts.get(concept.0 as usize).is_some_and(|concept| {
            concept.names.iter().any(|name| name.language == language && name.kind == NameKind::Preferred)
        })
    }

    pub(super) fn has_parent(&self, child: DraftId, parent: DraftId) -> bool {
        let concept = self.draft.concepts.get(child.0 as usize);
        concept.is_some_and(|concept| concept.parents.iter().any(|(known, _)| *known == parent.0))
    }

    /// States that a concept is a kind of another.
    pub(super) fn parent(&mut self, child: DraftId, parent: DraftId, place: Place) -> Result<(), LoadError> {
        let count = self.draft.concepts.get(child.0 as usize).map_or(0, |concept| concept.parents.len());
        if count >= MOST_OF_ONE {
            return self.drop_at(place, Flaw::TooMany);
        }
        self.draft.parent(child, parent, place);
        Ok(())
    }

    pub(super) fn individual(&mut self, concept: DraftId) {
        self.draft.individual(concept);
    }

    pub(super) fn is_individual(&self, concept: DraftId) -> bool {
        self.draft.concepts.get(concept.0 as usize).is_some_and(|concept| concept.is_individual)
    }

    pub(super) fn action(&mut self, concept: DraftId) {
        self.draft.action(concept);
    }

    pub(super) fn size(&mut self, concept: DraftId, size: u32) {
        self.draft.size(concept, size);
    }
}

/// A name with single blanks between its words and no other space.
fn on_one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let is_plain = !text.contains(|c: char| c.is_control() || (c.is_whitespace() && c != ' ')) && !text.contains("  ");
    if is_plain {
        return Cow::Borrowed(text);
    }
    let words = text.split(|c: char| c.is_control() || c.is_whitespace()).filter(|word| !word.is_empty());
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

/// A name without the words in parentheses at its end, which tell what kind of thing it is: "Blue thumb (disorder)".
pub(super) fn without_parenthesis(name: &str) -> &str {
    let name = name.trim();
    let before = name.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')).map(|(before, _)| before.trim_end());
    before.filter(|before| !before.is_empty()).unwrap_or(name)
}

/// The language of a tag (`en`, `en-GB`, `spa`), if it is one of ours.
pub(super) fn language_of_tag(tag: &str) -> Option<Language> {
    let main = tag.split(['-', '_']).next().unwrap_or_default();
    let is = |code: &str| main.eq_ignore_ascii_case(code);
    match () {
        () if is("en") || is("eng") => Some(Language::English),
        () if is("es") || is("spa") => Some(Language::Spanish),
        () => None,
    }
}

/// The lines of a file with their numbers from one, without their ends and without the mark that some files start with.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let without_return = |line: &'_ [u8]| line.len() - usize::from(line.last() == Some(&b'\r'));
    (1..).zip(bytes.split(|byte| *byte == b'\n')).map(move |(number, line)| {
        let length = without_return(line);
        (number, line.get(..length).unwrap_or(line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_no_ends() {
        let all: Vec<(u32, &[u8])> = lines(b"\xef\xbb\xbfone\r\n\ntwo\n").collect();
        assert_eq!(all, [(1, &b"one"[..]), (2, b""), (3, b"two")]);
    }

    #[test]
    fn names_stand_on_one_line() {
        assert_eq!(on_one_line("  fish\n  and\tchips "), "fish and chips");
        assert!(matches!(on_one_line("fish and chips"), Cow::Borrowed(_)));
    }

    #[test]
    fn parentheses_go() {
        assert_eq!(without_parenthesis("Blue thumb (disorder)"), "Blue thumb");
        assert_eq!(without_parenthesis("Thumb (left) (body structure)"), "Thumb (left)");
        assert_eq!(without_parenthesis("(finding)"), "(finding)");
        assert_eq!(without_parenthesis("Thumb"), "Thumb");
    }

    #[test]
    fn tags_tell_languages() {
        assert_eq!(language_of_tag("en-GB"), Some(Language::English));
        assert_eq!(language_of_tag("ES"), Some(Language::Spanish));
        assert_eq!(language_of_tag("est"), None);
    }
}
