//! Words that decide where terms begin, end and join, and the part each may play.
//!
//! Every token is looked up once, in a table that is laid out when somebody first asks. One word may play several parts:
//! the Spanish "de" is a stop word and joins names.

use std::sync::LazyLock;

use sfumato_words::{ByLanguage, WordTable, words_by_language};

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

/// A phrase and what it does, in lower case.
pub(crate) type CuePhrase = (&'static str, Cue);

/// The lists of words, each with the part that its words may play.
static LISTS: [(ByLanguage<WordTable>, Roles); 33] = [
    (words_by_language!("terms", "pronouns"), Roles::STOP),
    (words_by_language!("terms", "determiners"), Roles::STOP),
    (words_by_language!("terms", "prepositions"), Roles::STOP),
    (words_by_language!("terms", "conjunctions"), Roles::STOP),
    (words_by_language!("terms", "auxiliaries"), Roles::STOP),
    (words_by_language!("terms", "adverbs"), Roles::STOP),
    (words_by_language!("terms", "articles"), Roles::ARTICLE),
    (words_by_language!("terms", "of"), Roles::OF),
    (words_by_language!("terms", "for"), Roles::FOR),
    (words_by_language!("terms", "and"), Roles::AND),
    (words_by_language!("terms", "particles"), Roles::PARTICLE),
    (words_by_language!("terms", "institutions"), Roles::INSTITUTION),
    (words_by_language!("terms", "bodies"), Roles::BODY),
    (words_by_language!("terms", "named with of"), Roles::OF_NAME),
    (words_by_language!("terms", "ways"), Roles::WAY),
    (words_by_language!("terms", "given names"), Roles::GIVEN),
    (words_by_language!("terms", "honorifics"), Roles::HONORIFIC),
    (words_by_language!("terms", "months"), Roles::MONTH),
    (words_by_language!("terms", "quantifiers"), Roles::QUANTIFIER),
    (words_by_language!("terms", "eponyms"), Roles::EPONYM),
    (words_by_language!("terms", "speech"), Roles::SPEECH),
    (words_by_language!("terms", "title links"), Roles::TITLE_LINK),
    (words_by_language!("terms", "proforms"), Roles::PROFORM),
    (words_by_language!("terms", "relatives"), Roles::RELATIVE),
    (words_by_language!("terms", "persons"), Roles::PERSON),
    (words_by_language!("terms", "weekdays"), Roles::WEEKDAY),
    (words_by_language!("terms", "adjuncts"), Roles::ADJUNCT),
    (words_by_language!("terms", "complements"), Roles::COMPLEMENT),
    (words_by_language!("terms", "with"), Roles::WITH),
    (words_by_language!("terms", "states"), Roles::STATE),
    (words_by_language!("terms", "anatomy"), Roles::ANATOMY),
    (words_by_language!("terms", "evidence"), Roles::EVIDENCE),
    (words_by_language!("terms", "or"), Roles::OR),
];

/// The cues of negation, those with the same first word together, each with what it does.
static CUES: ByLanguage<WordTable<2>> = words_by_language!("negation", "cues");

/// The number of slots that lead to the words of a language: enough that most words of a text, which are not in the lists,
/// meet an empty one.
const SLOTS: usize = 4096;

/// No word of the lists is longer, in bytes.
pub(crate) const LONGEST: usize = 24;

#[derive(Clone, Copy)]
struct LexiconEntry {
    word: &'static str,
    roles: Roles,
    /// The first cue that starts with this word.
    cue: u16,
}

/// The words of a language.
pub(crate) struct StopwordLexicon {
    entries: Vec<LexiconEntry>,
    /// The number of an entry plus one, or nothing.
    slots: Box<[u16]>,
    cues: Vec<CuePhrase>,
}

impl StopwordLexicon {
    /// That of a language.
    pub fn of(language: Language) -> &'static Self {
        static LEXICONS: LazyLock<ByLanguage<StopwordLexicon>> =
            LazyLock::new(|| ByLanguage::new(Language::ALL.map(StopwordLexicon::new)));
        LEXICONS.of(language)
    }

    fn new(language: Language) -> Self {
        let cues: Vec<CuePhrase> =
            CUES.of(language).rows().iter().filter_map(|[phrase, cue]| Some((*phrase, Cue::named(cue)?))).collect();
        let mut lexicon = Self { entries: Vec::new(), slots: vec![0; SLOTS].into(), cues };
        for (list, roles) in &LISTS {
            list.of(language).words().iter().for_each(|word| lexicon.add(word, *roles, 0));
        }
        // Backwards, so that the first phrase of a word is what stays.
        for (nth, (phrase, _)) in lexicon.cues.clone().into_iter().enumerate().rev() {
            lexicon.add(phrase.split(' ').next().unwrap_or_default(), Roles::CUE, nth as u16);
        }
        lexicon
    }

    fn add(&mut self, word: &'static str, roles: Roles, cue: u16) {
        let at = self.slot(word);
        let Some(slot) = self.slots.get_mut(at) else { return };
        if *slot == 0 {
            self.entries.push(LexiconEntry { word, roles: Roles::default(), cue });
            *slot = self.entries.len() as u16;
        }
        if let Some(entry) = self.entries.get_mut(usize::from(*slot) - 1) {
            *entry = LexiconEntry { word, roles: entry.roles.and(roles), cue };
        }
    }

    /// The slot of a word, or the one that is free for it.
    fn slot(&self, word: &str) -> usize {
        let mut at = hash(word.as_bytes());
        loop {
            at %= SLOTS;
            match self.slots.get(at).and_then(|slot| self.entries.get(usize::from(*slot).checked_sub(1)?)) {
                Some(entry) if entry.word != word => at += 1,
                _ => return at,
            }
        }
    }

    fn find(&self, word: &str) -> Option<&LexiconEntry> {
        self.entries.get(usize::from(*self.slots.get(self.slot(word))?).checked_sub(1)?)
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

impl Cue {
    /// The cue that the lists call so.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "before" => Self::Before,
            "after" => Self::After,
            "around" => Self::Around,
            "sign" => Self::Sign,
            "pseudo" => Self::Pseudo,
            "doubt" => Self::Doubt,
            "end" => Self::End,
            "end of list" => Self::EndOfList,
            _ => return None,
        })
    }
}

/// The hash of Fowler, Noll and Vo. Only what the program brings along is in the table, so it needs no secret.
fn hash(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 15)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_play_all_their_parts() {
        let english = StopwordLexicon::of(Language::English);
        assert!(english.roles("of").any(Roles::STOP) && english.roles("of").any(Roles::OF));
        assert!(english.roles("hospital").any(Roles::INSTITUTION) && !english.roles("hospital").any(Roles::STOP));
        assert_eq!(english.roles("pancreas"), Roles::default());
        assert_eq!(english.roles(""), Roles::default());
        let spanish = StopwordLexicon::of(Language::Spanish);
        assert!(spanish.roles("él").any(Roles::STOP) && !spanish.roles("of").any(Roles::OF));
    }

    #[test]
    fn cues_are_found_by_their_first_word() {
        for language in [Language::English, Language::Spanish] {
            let lexicon = StopwordLexicon::of(language);
            assert_eq!(lexicon.cues.len(), CUES.of(language).rows().len(), "a cue that does nothing known");
            for (phrase, _) in &lexicon.cues {
                let first = phrase.split(' ').next().unwrap_or_default();
                let rest = phrase.strip_prefix(first).unwrap_or_default().trim_start();
                assert!(lexicon.cues(first).any(|(found, _)| found == rest), "{phrase}");
            }
            assert_eq!(lexicon.cues("pancreas").count(), 0);
        }
    }

    #[test]
    fn no_word_is_longer_than_what_is_looked_up() {
        for language in Language::ALL {
            let entries = &StopwordLexicon::of(language).entries;
            assert!(entries.iter().all(|entry| (1..=LONGEST).contains(&entry.word.len())));
        }
    }

    #[test]
    fn most_slots_are_empty() {
        for language in [Language::English, Language::Spanish] {
            let used = StopwordLexicon::of(language).entries.len();
            assert!(used * 3 < SLOTS, "{used}");
        }
    }
}
