//! Where the names of topics stand in a text.

use std::ops::Range;

use sfumato_knowledge::key;
use sfumato_language::{Analysis, Language, Upos};

use super::names::{Doubt, Entry, Names, index};
use super::resolve::LANGUAGES;

/// A name in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Where, in bytes.
    pub place: Range<usize>,
    /// A token of it.
    pub token: u32,
    /// The language of the name, not of the text.
    pub language: Language,
    pub topic: u16,
    pub doubt: Doubt,
}

/// A word of a sentence.
struct Word {
    place: Range<usize>,
    /// What it adds to a key, by language; nothing if it says nothing by itself.
    telling: [Option<u64>; LANGUAGES.len()],
}

/// A name that fits some words.
struct Fit<'n> {
    /// One past the last of them.
    end: usize,
    /// Where that ends in the text.
    place_end: usize,
    language: Language,
    entry: &'n Entry,
    is_single: bool,
}

/// All names in the order of the text, disjoint; the longest that begins first. Those that are excepted are left out.
pub(super) fn find(names: &Names, analysis: &Analysis) -> Vec<Found> {
    let document = analysis.document();
    let languages = analysis.languages();
    let mut found = Vec::new();
    let mut words = Vec::new();
    for (tokens, language) in analysis.tagged_sentences() {
        let Some(inside) = analysis.tokens().get(tokens.start as usize..tokens.end as usize) else { continue };
        let (Some(first), Some(last)) = (inside.first(), inside.last()) else { continue };
        let sentence = first.span.cover(last.span);
        split(document.slice(sentence), sentence.start(), &mut words);
        let mut at = 0;
        let mut token = 0;
        while let Some(word) = words.get(at) {
            let Some(fit) = longest(names, &words, at, language, |place| text_of(analysis, place)) else {
                at += 1;
                continue;
            };
            let place = word.place.start..fit.place_end;
            at = fit.end;
            token += inside.get(token..).unwrap_or_default().partition_point(|token| token.span.end() <= place.start);
            let Some((doubt, topic)) = fit.entry.belongs else { continue };
            let token = tokens.start + token as u32;
            // A word of the other language may be an ordinary one of this, and a verb is no name.
            let is_plain = fit.is_single && !fit.entry.is_given;
            let is_foreign = fit.language != language && !languages.includes(fit.language);
            let doubt = match if is_plain { role(analysis, token) } else { Role::Name } {
                Role::Small => continue,
                Role::Verb => Doubt::Lonely,
                Role::Name if is_plain && is_foreign && !fit.entry.casing.is_acronym() => Doubt::Lonely,
                Role::Name => doubt,
            };
            found.push(Found { place, token, language: fit.language, topic, doubt });
        }
    }
    found
}

/// What a word may be in its sentence.
#[derive(PartialEq, Eq)]
enum Role {
    /// A noun, an adjective, or whatever there are no models to tell from.
    Name,
    Verb,
    /// One of those that hold a sentence together.
    Small,
}

fn role(analysis: &Analysis, token: u32) -> Role {
    use Upos::{Adp, Aux, Cconj, Det, Part, Pron, Sconj, Verb};
    match analysis.tags().get(token as usize) {
        Some(Adp | Aux | Cconj | Det | Part | Pron | Sconj) => Role::Small,
        Some(Verb) => Role::Verb,
        _ => Role::Name,
    }
}

fn text_of<'a>(analysis: &Analysis<'a>, place: Range<usize>) -> &'a str {
    let document = analysis.document();
    document.span(place.start, place.end).map_or("", |span| document.slice(span))
}

/// The words of a sentence that begins at an offset.
fn split(sentence: &str, offset: usize, words: &mut Vec<Word>) {
    words.clear();
    key::placed_words(sentence, |place, word| {
        let telling = LANGUAGES.map(|language| key::telling(word, language));
        words.push(Word { place: offset + place.start..offset + place.end, telling });
    });
}

/// The longest name that begins with a word, in the language of the text if the other has none that is longer.
fn longest<'n, 't>(
    names: &'n Names,
    words: &[Word],
    at: usize,
    language: Language,
    text: impl Fn(Range<usize>) -> &'t str,
) -> Option<Fit<'n>> {
    let own = index(language);
    let others = (0..LANGUAGES.len()).filter(|nth| *nth != own);
    let other = others.filter_map(|nth| longest_in(names, words, at, nth, &text)).max_by_key(|fit| fit.end);
    let own = longest_in(names, words, at, own, &text);
    match (own, other) {
        (Some(own), Some(other)) => Some(if other.end > own.end { other } else { own }),
        (own, other) => own.or(other),
    }
}

fn longest_in<'n, 't>(
    names: &'n Names,
    words: &[Word],
    at: usize,
    nth: usize,
    text: &impl Fn(Range<usize>) -> &'t str,
) -> Option<Fit<'n>> {
    let language = *LANGUAGES.get(nth)?;
    let telling = |word: &Word| word.telling.get(nth).copied().flatten();
    let first = words.get(at)?;
    let most = names.longest(language, telling(first)?)?;
    let (mut hash, mut count, mut best) = (key::form_hash([]), 0, None);
    for (end, word) in words.iter().enumerate().skip(at) {
        let Some(telling) = telling(word) else { continue };
        hash = key::longer(hash, telling);
        count += 1;
        let entry = names.entry(language, hash);
        if let Some(entry) = entry.filter(|entry| entry.casing.allows(text(first.place.start..word.place.end))) {
            best = Some(Fit { end: end + 1, place_end: word.place.end, language, entry, is_single: count == 1 });
        }
        if count >= most {
            break;
        }
    }
    best
}
