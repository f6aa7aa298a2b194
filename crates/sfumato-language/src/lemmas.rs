//! Lemmas: the dictionary form of a word.
//!
//! A lemma is made of its form in two steps: which letters it has (letters off the end, others in their place), and
//! how they are written (in small letters, as the form is, in capitals). A word can have a rule of its own for both.
//! Where it has none, the ends of the word offer edits, the longest end first, and the first that leads to a known lemma
//! is taken: `making` is of `make`, since there is no `mak`. How it is written then follows from how its kind is.
//! Rules are for a part of speech, and some for a finer tag as well; where there is none for the tag, those for
//! the part of speech alone hold.
//! Rules and known lemmas are learnt ([`crate::train::lemmas`]) and lie in one table that is read in place.

pub(crate) mod casing;
pub(crate) mod keys;
mod list;
#[cfg(feature = "train")]
pub(crate) mod parts;
pub(crate) mod table;

pub(crate) use list::LemmaList;

use casing::{FormShape, LemmaCasing, lower, upper, write_number};
use keys::{Class, RuleSubject, WordTail};
use table::{LemmaEdit, LemmaTable};

use crate::Upos;

/// The most characters of the end of a word for which there is a rule.
pub(crate) const SUFFIX: usize = 8;
/// A longer form (an address, a string of code) is its own lemma. In bytes.
pub(crate) const LONGEST_FORM: usize = 128;

/// The reason why bytes are not a table of lemmas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LemmasError {
    /// They are something else, or a table of another version.
    Version,
    /// Its parts do not fit together.
    Damaged,
}

impl std::fmt::Display for LemmasError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Version => "not a table of lemmas of this version",
            Self::Damaged => "a damaged table of lemmas",
        })
    }
}

impl std::error::Error for LemmasError {}

/// A table of lemmas of one language.
#[derive(Clone, Copy)]
pub struct Lemmas<'m> {
    table: LemmaTable<'m>,
}

impl std::fmt::Debug for Lemmas<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lemmas({} slots)", self.table.slots())
    }
}

impl<'m> Lemmas<'m> {
    /// Reads a table where it lies.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, LemmasError> {
        Ok(Self { table: LemmaTable::from_bytes(bytes)? })
    }

    /// Puts the lemma of a form into `out`, in place of what that held.
    ///
    /// `detail` is the finer tag as the table was taught it, or empty.
    pub fn lemma(&self, form: &str, upos: Upos, detail: &str, out: &mut String) {
        out.clear();
        if form.len() > LONGEST_FORM {
            return out.push_str(form);
        }
        let (ends, shape) = (Ends::of(form), FormShape::of(form));
        let edit = self.edit(form, &ends, upos, detail);
        write(form, edit, shape, self.casing(&ends, shape, upos, detail), out);
    }

    /// The edit that makes the letters of the lemma of a form.
    pub(crate) fn edit(&self, form: &str, ends: &Ends, upos: Upos, detail: &str) -> LemmaEdit<'m> {
        let classes = classes(RuleSubject::Edit, upos, detail);
        if let Some(edit) = self.whole(ends, classes) {
            return self.table.edit(edit).unwrap_or_default();
        }
        let lists = self.longest_first(ends, classes);
        let mut edits = lists.flat_map(|list| self.table.list(list)).filter(|edit| fits(form, *edit));
        let known = Class::new(RuleSubject::Known, upos, "");
        let is_known = |edit: &LemmaEdit| self.table.knows(known.key(lemma_tail(form, *edit)));
        let Some(first) = edits.next() else { return LemmaEdit::default() };
        if is_known(&first) {
            return first;
        }
        let mut last = first;
        edits.find(|edit| std::mem::replace(&mut last, *edit) != *edit && is_known(edit)).unwrap_or(first)
    }

    /// The casing of the lemma of a form of this shape.
    pub(crate) fn casing(&self, ends: &Ends, shape: FormShape, upos: Upos, detail: &str) -> LemmaCasing {
        let classes = classes(RuleSubject::Casing(shape), upos, detail);
        let kind = || classes.into_iter().flatten().find_map(|class| self.table.rule(class.key(WordTail::default())));
        let code = self.whole(ends, classes).or_else(kind);
        code.and_then(LemmaCasing::from_code).unwrap_or(LemmaCasing::Keep)
    }

    fn whole(&self, ends: &Ends, classes: [Option<Class>; 2]) -> Option<u16> {
        classes.into_iter().flatten().find_map(|class| self.table.rule(class.key(ends.whole)))
    }

    /// The answers of the rules for the ends of a word.
    fn longest_first(&self, ends: &Ends, classes: [Option<Class>; 2]) -> impl Iterator<Item = u16> {
        let tails = move || ends.suffixes.iter().take(ends.count).rev();
        let keys = classes.into_iter().flatten().flat_map(move |class| tails().map(move |tail| class.key(*tail)));
        keys.filter_map(|key| self.table.rule(key))
    }
}

/// The classes of rules: with the finer tag, if there is one, and without.
fn classes(subject: RuleSubject, upos: Upos, detail: &str) -> [Option<Class>; 2] {
    let detailed = (!detail.is_empty()).then(|| Class::new(subject, upos, detail));
    [detailed, Some(Class::new(subject, upos, ""))]
}

/// True if a form has the end that goes, and more than that.
fn fits(form: &str, edit: LemmaEdit) -> bool {
    let mut letters = form.chars().rev().map(lower);
    edit.strip.chars().rev().all(|c| letters.next() == Some(c)) && letters.next().is_some()
}

/// The letters of the lemma that an edit makes of a form.
pub(crate) fn lemma_tail(form: &str, edit: LemmaEdit) -> WordTail {
    let kept = form.chars().rev().skip(edit.strip.chars().count()).map(lower);
    edit.append.chars().rev().chain(kept).fold(WordTail::default(), WordTail::extended).whole()
}

/// Writes a lemma.
pub(crate) fn write(form: &str, edit: LemmaEdit, shape: FormShape, casing: LemmaCasing, out: &mut String) {
    if let (FormShape::Lower, LemmaCasing::Lower, Some(kept)) = (shape, casing, form.strip_suffix(edit.strip)) {
        out.push_str(kept);
        return out.push_str(edit.append);
    }
    let kept = form.chars().count().saturating_sub(edit.strip.chars().count());
    let letters = form.chars().take(kept);
    match casing {
        LemmaCasing::WithoutCommas => write_number(form, b',', out),
        LemmaCasing::WithoutPoints => write_number(form, b'.', out),
        LemmaCasing::Lower => out.extend(letters.map(lower).chain(edit.append.chars())),
        LemmaCasing::Upper => out.extend(letters.chain(edit.append.chars()).map(upper)),
        LemmaCasing::Keep if shape == FormShape::Upper => out.extend(letters.chain(edit.append.chars().map(upper))),
        LemmaCasing::Keep if shape != FormShape::Title => out.extend(letters.chain(edit.append.chars())),
        // What replaces the whole of a capitalised form is capitalised as well.
        LemmaCasing::Keep | LemmaCasing::Title => {
            let mut all = letters.map(lower).chain(edit.append.chars());
            out.extend(all.next().map(upper));
            out.extend(all);
        }
    }
}

/// The ends of a word.
pub(crate) struct Ends {
    suffixes: [WordTail; SUFFIX + 1],
    count: usize,
    whole: WordTail,
}

impl Ends {
    pub(crate) fn of(form: &str) -> Self {
        let mut tail = WordTail::default();
        let mut ends = Self { suffixes: [tail; SUFFIX + 1], count: 1, whole: tail };
        for c in form.chars().rev() {
            tail = tail.extended(lower(c));
            if let Some(suffix) = ends.suffixes.get_mut(ends.count) {
                *suffix = tail;
                ends.count += 1;
            }
        }
        ends.whole = tail.whole();
        ends
    }
}

#[cfg(test)]
mod tests;
