//! Words that decide where terms begin, end and join, and the part each may play.
//!
//! Every token is looked up once, in a table laid out when the program is compiled. One word may play several parts:
//! the Spanish "de" is a stop word and joins names.

mod english;
mod spanish;

use crate::Language;

/// The parts a token may play, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Roles(u32);

impl Roles {
    /// Says nothing by itself: dropped at the borders of a term.
    pub const STOP: Self = Self(1);
    /// An article, which may follow a preposition inside a name: "of the", "de la".
    pub const ARTICLE: Self = Self(1 << 1);
    /// The preposition that belongs to names: "of", "de".
    pub const OF: Self = Self(1 << 2);
    /// The preposition of what a body is there for: "Institute for".
    pub const FOR: Self = Self(1 << 3);
    /// A conjunction that may stand inside a name: "and", "y", "&".
    pub const AND: Self = Self(1 << 4);
    /// A particle of personal names of any language: "van", "bin".
    pub const PARTICLE: Self = Self(1 << 5);
    /// An institution, whose name starts with this word.
    pub const INSTITUTION: Self = Self(1 << 6);
    /// A part of an administration or a learned body, named after one or several fields.
    pub const BODY: Self = Self(1 << 7);
    /// A rank, a kind of place or of deed that is named with "of".
    pub const OF_NAME: Self = Self(1 << 8);
    /// A way or a place in a town, which may be named after an institution.
    pub const WAY: Self = Self(1 << 9);
    /// A given name.
    pub const GIVEN: Self = Self(1 << 10);
    /// A form of address before a name.
    pub const HONORIFIC: Self = Self(1 << 11);
    /// A month.
    pub const MONTH: Self = Self(1 << 12);
    /// A noun that only counts when "of" follows: "a lot of", "la mayoría de".
    pub const QUANTIFIER: Self = Self(1 << 13);
    /// A physician whose name stands for a disease: "Crohn's disease".
    pub const EPONYM: Self = Self(1 << 14);
    /// A verb that introduces what somebody says.
    pub const SPEECH: Self = Self(1 << 15);
    /// A word that is written small inside a capitalised title.
    pub const TITLE_LINK: Self = Self(1 << 16);
    /// A pronoun that starts a relative clause.
    pub const RELATIVE: Self = Self(1 << 17);
    /// The first word of a cue of negation.
    pub const CUE: Self = Self(1 << 18);
    /// Stands for a noun, whatever it is tagged as: "ones", "otros".
    pub const PROFORM: Self = Self(1 << 22);
    /// A person by kin or part, who may be named right after: "wife Maureen".
    pub const PERSON: Self = Self(1 << 23);
    /// A day of the week.
    pub const WEEKDAY: Self = Self(1 << 24);
    /// A preposition that says when, where or from whom.
    pub const ADJUNCT: Self = Self(1 << 25);
    /// One of those that a verb may ask for as well: "suffers from".
    pub const COMPLEMENT: Self = Self(1 << 26);
    /// The preposition of what somebody or something has: "with", "con".
    pub const WITH: Self = Self(1 << 27);
    /// Says of a finding whether it is there, or of a part of the body how it is: "present", "normal".
    pub const STATE: Self = Self(1 << 28);
    /// A part of the body or of its examination, which is no finding.
    pub const ANATOMY: Self = Self(1 << 29);
    /// Words that findings are told from: "evidence", "signos".
    pub const EVIDENCE: Self = Self(1 << 30);
    /// A conjunction between the items of a negated list: "or", "ni".
    pub const OR: Self = Self(1 << 31);
    /// Starts with a capital; told from the token, not from the list.
    pub const CAPITAL: Self = Self(1 << 19);
    /// Is written right after the token before it; told from the token.
    pub const TOUCHES: Self = Self(1 << 20);
    /// Is a verb of a clause; told from tag and chunk.
    pub const VERBAL: Self = Self(1 << 21);

    /// True if it plays any of those parts.
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    /// Both sets together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The effect of the first word or words of a cue to the scope of negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cue {
    /// Negates what follows.
    Before,
    /// Negates what precedes.
    After,
    /// Negates what follows if that is a noun phrase, else what precedes: "ruled out".
    Around,
    /// A sign of a form: negates the noun it stands after, else what follows: "fever (-)", "(-) fever".
    Sign,
    /// Looks like a negation and is none: "not only".
    Pseudo,
    /// Under a negation it leaves the matter open, alone it negates nothing: "cannot rule out".
    Doubt,
    /// Ends a scope: "but".
    End,
    /// Ends a scope at the start of an item of a list: "without fever, with cough".
    EndOfList,
}

/// True if a word and the one before it, in lower case, connect sentences and tell nothing: "sin embargo", "of course".
pub(crate) fn is_connector(language: Language, before: &str, word: &str) -> bool {
    match language {
        Language::English => matches!(
            (before, word),
            ("of", "course") | ("for", "example" | "instance") | ("in", "spite" | "fact") | ("as", "well")
        ),
        Language::Spanish => matches!(
            (before, word),
            ("sin", "embargo") | ("no", "obstante") | ("por", "ejemplo") | ("es", "decir") | ("a", "pesar")
        ),
    }
}

/// A list of words, separated by blanks, and their part.
type Words = (&'static str, Roles);

/// A phrase and what it does, in lower case.
pub(crate) type CuePhrase = (&'static str, Cue);

/// The most words of a language here.
const ENTRIES: usize = 1280;

/// The number of slots that lead to them: enough that most words of a text, which are not in the lists, meet an empty
/// one.
const SLOTS: usize = 4096;

/// No word of the lists is longer, in bytes.
pub(crate) const LONGEST: usize = 24;

#[derive(Clone, Copy)]
struct Entry {
    word: &'static [u8],
    roles: Roles,
    /// The first cue that starts with this word.
    cue: u16,
}

/// The words of a language.
pub(crate) struct Lexicon {
    entries: [Entry; ENTRIES],
    used: u16,
    /// The number of an entry plus one, or nothing.
    slots: [u16; SLOTS],
    cues: &'static [CuePhrase],
}

static ENGLISH: Lexicon = Lexicon::new(english::WORDS, crate::negation::ENGLISH_CUES);
static SPANISH: Lexicon = Lexicon::new(spanish::WORDS, crate::negation::SPANISH_CUES);

impl Lexicon {
    /// That of a language.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Spanish => &SPANISH,
        }
    }

    const fn new(lists: &'static [Words], cues: &'static [CuePhrase]) -> Self {
        let empty = Entry { word: &[], roles: Roles(0), cue: 0 };
        let mut lexicon = Self { entries: [empty; ENTRIES], used: 0, slots: [0; SLOTS], cues };
        let mut list = 0;
        while list < lists.len() {
            let (words, roles) = lists[list];
            let mut rest = words.as_bytes();
            while !rest.is_empty() {
                let (word, after) = split_word(rest);
                lexicon.add(word, roles, 0);
                rest = after;
            }
            list += 1;
        }
        // Backwards, so that the first phrase of a word is what stays.
        let mut cue = cues.len();
        while cue > 0 {
            cue -= 1;
            lexicon.add(split_word(cues[cue].0.as_bytes()).0, Roles::CUE, cue as u16);
        }
        lexicon
    }

    const fn add(&mut self, word: &'static [u8], roles: Roles, cue: u16) {
        assert!(!word.is_empty() && word.len() <= LONGEST);
        let mut at = slot(word);
        while self.slots[at] > 0 && !same(self.entries[self.slots[at] as usize - 1].word, word) {
            at = (at + 1) % SLOTS;
        }
        if self.slots[at] == 0 {
            self.used += 1;
            self.slots[at] = self.used;
        }
        let entry = &mut self.entries[self.slots[at] as usize - 1];
        *entry = Entry { word, roles: entry.roles.and(roles), cue };
    }

    fn find(&self, word: &str) -> Option<&Entry> {
        let word = word.as_bytes();
        let mut at = slot(word);
        loop {
            let entry = self.entries.get(usize::from(*self.slots.get(at)?).checked_sub(1)?)?;
            if entry.word == word {
                return Some(entry);
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// The parts a word in lower case may play.
    pub fn roles(&self, word: &str) -> Roles {
        self.find(word).map_or(Roles::default(), |entry| entry.roles)
    }

    /// The words that follow a word in lower case in each of the cues that start with it.
    pub fn cues(&self, word: &str) -> impl Iterator<Item = CuePhrase> {
        let first = self.find(word).filter(|entry| entry.roles.any(Roles::CUE)).map(|entry| usize::from(entry.cue));
        let cues = first.and_then(|first| self.cues.get(first..)).unwrap_or_default();
        cues.iter().map_while(move |(phrase, cue)| {
            let rest = phrase.strip_prefix(word)?;
            if rest.is_empty() { Some(("", *cue)) } else { Some((rest.strip_prefix(' ')?, *cue)) }
        })
    }
}

/// The first word of a text without blanks at its start, and the rest without the blank between.
const fn split_word(text: &'static [u8]) -> (&'static [u8], &'static [u8]) {
    let mut end = 0;
    while end < text.len() && text[end] != b' ' {
        end += 1;
    }
    let (word, rest) = text.split_at(end);
    (word, if rest.is_empty() { rest } else { rest.split_at(1).1 })
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The slot of a word in the table: the hash of Fowler, Noll and Vo.
const fn slot(word: &[u8]) -> usize {
    let mut hash = 0x811c_9dc5u32;
    let mut at = 0;
    while at < word.len() {
        hash = (hash ^ word[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash ^ (hash >> 15)) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_play_all_their_parts() {
        let english = Lexicon::of(Language::English);
        assert!(english.roles("of").any(Roles::STOP) && english.roles("of").any(Roles::OF));
        assert!(english.roles("hospital").any(Roles::INSTITUTION) && !english.roles("hospital").any(Roles::STOP));
        assert_eq!(english.roles("pancreas"), Roles::default());
        assert_eq!(english.roles(""), Roles::default());
        let spanish = Lexicon::of(Language::Spanish);
        assert!(spanish.roles("él").any(Roles::STOP) && !spanish.roles("of").any(Roles::OF));
    }

    #[test]
    fn cues_are_found_by_their_first_word() {
        for language in [Language::English, Language::Spanish] {
            let lexicon = Lexicon::of(language);
            for (phrase, _) in lexicon.cues {
                let first = phrase.split(' ').next().unwrap_or_default();
                let rest = phrase.strip_prefix(first).unwrap_or_default().trim_start();
                assert!(lexicon.cues(first).any(|(found, _)| found == rest), "{phrase}");
            }
            assert_eq!(lexicon.cues("pancreas").count(), 0);
        }
    }

    #[test]
    fn most_slots_are_empty() {
        for language in [Language::English, Language::Spanish] {
            let used = Lexicon::of(language).used;
            assert!(usize::from(used) * 3 < SLOTS, "{used}");
        }
    }
}
