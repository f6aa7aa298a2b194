//! Repeats: what was found in one place is looked for in all others.
//!
//! A record number found behind its label stands bare in a later line; a person named in full is "Lee" on the next
//! page. Values are looked for as whole words in any case; parts of names only where they are capitalised.

use std::collections::HashMap;

use sfumato_automaton::is_word;
use sfumato_language::Analysis;

use crate::lists::{Heads, is_capital, key_at, lower_byte, lower_into, words};
use crate::{Category, Evidence, Finding, Mention, NamedEntities, Why};

/// How much a repeat is worth of what was found first.
const REPEAT: f32 = 0.95;
/// How sure a part of a name that stands alone is.
const PART: f32 = 0.75;
/// Values shorter than this many characters say too little to be looked for.
const SHORTEST_VALUE: usize = 4;
/// Longer ones (keys, links) are found wherever they stand, by what they look like.
const LONGEST_VALUE: usize = 200;
/// What a model is less sure of is not looked for in other places: at the usual threshold its repeats would not count.
const SURE: f32 = 0.5 / REPEAT;
const SHORTEST_PART: usize = 3;
const LONG_NAME: usize = 12;

/// Words that are never a name on their own: what connects the words of a name, and what a name that was found too
/// wide may hold.
const NEVER_ALONE: [&[u8]; 119] = [
    b"abogada",
    b"abogado",
    b"al",
    b"all",
    b"and",
    b"are",
    b"avenida",
    b"bin",
    b"calle",
    b"can",
    b"captain",
    b"case",
    b"center",
    b"centre",
    b"centro",
    b"city",
    b"clinic",
    b"company",
    b"con",
    b"constable",
    b"court",
    b"da",
    b"dame",
    b"das",
    b"de",
    b"del",
    b"della",
    b"den",
    b"departamento",
    b"department",
    b"der",
    b"detective",
    b"di",
    b"do",
    b"doctor",
    b"doctora",
    b"don",
    b"dona",
    b"dos",
    b"du",
    b"e",
    b"el",
    b"fiscal",
    b"for",
    b"from",
    b"general",
    b"group",
    b"her",
    b"his",
    b"hospital",
    b"house",
    b"inspector",
    b"international",
    b"its",
    b"judge",
    b"juez",
    b"jueza",
    b"justice",
    b"kingdom",
    b"la",
    b"lady",
    b"las",
    b"le",
    b"letrada",
    b"letrado",
    b"lord",
    b"los",
    b"magistrada",
    b"magistrado",
    b"may",
    b"medical",
    b"miss",
    b"mrs",
    b"must",
    b"national",
    b"not",
    b"nurse",
    b"of",
    b"officer",
    b"our",
    b"para",
    b"plaza",
    b"por",
    b"procurador",
    b"procuradora",
    b"professor",
    b"republic",
    b"road",
    b"saint",
    b"san",
    b"santa",
    b"school",
    b"senor",
    b"senora",
    b"sergeant",
    b"service",
    b"services",
    b"servicio",
    b"should",
    b"sir",
    b"state",
    b"street",
    b"sus",
    b"that",
    b"the",
    b"this",
    b"una",
    b"united",
    b"universidad",
    b"university",
    b"uno",
    b"van",
    b"von",
    b"was",
    b"will",
    b"with",
    b"would",
    b"y",
    b"your",
];

/// A value to be looked for.
struct Wanted {
    category: Category,
    score: f32,
    evidence: Evidence,
    form: Form,
}

impl Wanted {
    /// The same value for another reason: the surer one names it, and it is taken in every form that either takes.
    fn join(&mut self, other: Self) {
        let form = self.form.min(other.form);
        if other.score > self.score {
            *self = other;
        }
        self.form = form;
    }
}

/// How a value must stand to be taken, the widest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// Anyhow.
    Any,
    /// With a capital.
    Capitalised,
    /// With a capital that no sentence starts with: the same word stands in small letters elsewhere.
    CapitalisedInside,
}

/// Whether every other place where this value stands was masked too: an identifier, looked for as it is.
/// Names are looked for in some forms only, and dates mean something else in every place.
pub fn stands_nowhere_else(mention: &Mention, threshold: f32) -> bool {
    spread(mention, false) == Some(Spread::Anyhow)
        && mention.score * REPEAT >= threshold
        && (SHORTEST_VALUE..=LONGEST_VALUE).contains(&mention.span.len())
}

/// Whether a value says who or what is meant, so that finding it in what was written is a leak. What somebody is
/// ("madre", "nurse", "French") is a word like others, and so is what a model is not sure of.
pub fn identifies(mention: &Mention) -> bool {
    !describes(&mention.category) && !is_doubtful(mention)
}

/// In which forms a value is looked for in other places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// As it is, in any case.
    Anyhow,
    /// With a capital, and so are its parts.
    AsPerson,
    /// With a capital.
    AsName,
}

/// How a mention is looked for in other places; nothing if it is not.
///
/// What only a model found is a matter of the words around it, so that doubt is not spread, and a name is one where it
/// stands with a capital.
fn spread(mention: &Mention, words_too: bool) -> Option<Spread> {
    match &mention.category {
        category if words_too && is_telling_word(category) => Some(Spread::Anyhow),
        category if !is_repeatable(category) || is_doubtful(mention) => None,
        category if is_named(category) => Some(Spread::AsPerson),
        category if is_only_learnt(mention) && !is_code(category) => Some(Spread::AsName),
        _ => Some(Spread::Anyhow),
    }
}

/// Whether only models speak for a mention, and they are not sure.
fn is_doubtful(mention: &Mention) -> bool {
    is_only_learnt(mention) && mention.score < SURE
}

/// Whether nothing but models speaks for a mention. A repeat speaks for nothing by itself.
fn is_only_learnt(mention: &Mention) -> bool {
    let is_own = |why: Why| !matches!(why, Why::Learnt | Why::Repeat | Why::PartOfName);
    !mention.findings().iter().any(|finding| is_own(finding.evidence.why))
}

/// Findings for the other places where values and parts of names stand.
///
/// With `words_too`, dates and words for relatives are looked for as well: where they are replaced by others of their kind,
/// one that stays would stand beside what it became.
pub(crate) fn repeats(analysis: &Analysis, mentions: &[Mention], words_too: bool) -> Vec<Finding> {
    let view = analysis.aligned();
    let mut wanted: HashMap<Vec<u8>, Wanted> = HashMap::new();
    for (mention, spread) in mentions.iter().filter_map(|mention| Some((mention, spread(mention, words_too)?))) {
        let key = key_at(view, mention.span);
        let best = &mention.findings()[0];
        let evidence = |why| Evidence { why, ..best.evidence.clone() };
        if spread == Spread::AsPerson {
            for part in parts(&key) {
                wanted.entry(part).or_insert_with(|| Wanted {
                    category: mention.category.clone(),
                    score: PART,
                    evidence: evidence(Why::PartOfName),
                    form: Form::Capitalised,
                });
            }
        }
        // The town behind a postcode stands alone elsewhere.
        if words_too && mention.category.is_within("place") {
            let town: &[u8] = key.trim_ascii_start();
            let digits = town.iter().take_while(|b| b.is_ascii_digit()).count();
            let town = town[digits..].trim_ascii_start();
            if digits > 3 && town.len() >= SHORTEST_VALUE && town.iter().all(|b| !b.is_ascii_digit()) {
                let found = Wanted {
                    category: mention.category.clone(),
                    score: PART,
                    evidence: evidence(Why::Repeat),
                    form: Form::Capitalised,
                };
                wanted.entry(town.to_vec()).or_insert(found);
            }
        }
        let is_word_of_names = spread == Spread::AsName && NEVER_ALONE.binary_search(&key.as_slice()).is_ok();
        if (SHORTEST_VALUE..=LONGEST_VALUE).contains(&key.len()) && tells(&key) && !is_word_of_names {
            let is_anyhow = spread == Spread::Anyhow || (spread == Spread::AsPerson && is_long_name(&key));
            let whole = Wanted {
                category: mention.category.clone(),
                score: mention.score * REPEAT,
                evidence: evidence(Why::Repeat),
                form: if is_anyhow { Form::Any } else { Form::Capitalised },
            };
            match wanted.get_mut(&key) {
                Some(known) => known.join(whole),
                None => drop(wanted.insert(key, whole)),
            }
        }
    }
    demote_ordinary_words(view.bytes(), &mut wanted);
    find(analysis, wanted)
}

/// Parts of names that the document also uses as ordinary words are taken only inside a sentence.
fn demote_ordinary_words(folded: &[u8], wanted: &mut HashMap<Vec<u8>, Wanted>) {
    if wanted.values().all(|what| what.form == Form::Any) {
        return;
    }
    let stands_free = |range: &std::ops::Range<usize>| {
        let before = range.start.checked_sub(1).map_or(b' ', |at| folded[at]);
        let after = folded.get(range.end).copied().unwrap_or(b' ');
        matches!(before, b' ' | b'\n' | b'\t' | b'(' | b'"')
            && matches!(after, b' ' | b'\n' | b'\t' | b',' | b';' | b'.' | b')' | b'"' | b'?' | b'!')
    };
    // Nearly no word of a text is as long as a part of a name and starts like it.
    let mut lengths = [0u64; 256];
    for (key, _) in wanted.iter().filter(|(_, what)| what.form == Form::Capitalised) {
        lengths[usize::from(key[0])] |= 1 << key.len().min(63);
    }
    let mut word = Vec::new();
    // Parts of mail and web addresses are no ordinary words.
    for range in words(folded).filter(|range| !is_capital(folded[range.start])) {
        let first = usize::from(lower_byte(folded[range.start]));
        if lengths[first] & (1 << range.len().min(63)) == 0 || !stands_free(&range) {
            continue;
        }
        lower_into(&folded[range], &mut word);
        if let Some(what) = wanted.get_mut(word.as_slice()).filter(|what| what.form == Form::Capitalised) {
            what.form = Form::CapitalisedInside;
        }
    }
}

/// Whether the word before a place, on the same line, is in small letters.
fn follows_small_letters(folded: &[u8], start: usize) -> bool {
    let before = folded[..start].trim_ascii_end();
    let gap = &folded[before.len()..start];
    let ends_small =
        before.last().is_some_and(|b| *b == b',' || (is_word(*b) && !is_capital(*b) && !b.is_ascii_digit()));
    !gap.is_empty() && !gap.contains(&b'\n') && ends_small
}

fn find(analysis: &Analysis, wanted: HashMap<Vec<u8>, Wanted>) -> Vec<Finding> {
    let mut wanted: Vec<(Vec<u8>, Wanted)> = wanted.into_iter().collect();
    // The order of a hash map must not show.
    wanted.sort_by(|a, b| a.0.cmp(&b.0));
    let keys: Vec<&[u8]> = wanted.iter().map(|(key, _)| key.as_slice()).collect();
    let view = analysis.aligned();
    let mut findings = Vec::new();
    if keys.is_empty() {
        return findings;
    }
    for (number, start, end) in Heads::new(&keys).find(view.bytes()) {
        let what = &wanted[number].1;
        let stands = match what.form {
            Form::Any => true,
            Form::Capitalised => is_capital(view.bytes()[start]),
            Form::CapitalisedInside => is_capital(view.bytes()[start]) && follows_small_letters(view.bytes(), start),
        };
        if !stands {
            continue;
        }
        let span = view.span(start, end);
        let (category, evidence) = (what.category.clone(), what.evidence.clone());
        findings.push(Finding { span, category, score: what.score, evidence });
    }
    findings
}

/// The words of a name that may stand for it alone: none for a name of one word.
fn parts(key: &[u8]) -> Vec<Vec<u8>> {
    let all: Vec<&[u8]> = words(key).map(|range| &key[range]).collect();
    let alone = |word: &&&[u8]| {
        word.len() >= SHORTEST_PART
            && NEVER_ALONE.binary_search(word).is_err()
            && word.iter().all(|b| !b.is_ascii_digit())
    };
    if all.len() < 2 { Vec::new() } else { all.iter().filter(alone).map(|word| word.to_vec()).collect() }
}

/// Whether a value says enough to be looked for: letters, or digits enough to be no quantity.
fn tells(key: &[u8]) -> bool {
    key.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80) || key.iter().filter(|b| b.is_ascii_digit()).count() >= 5
}

/// Whether a name is so long that it means the person in small letters too, as in `jane-okonkwo-notes`.
fn is_long_name(key: &[u8]) -> bool {
    key.len() >= LONG_NAME && words(key).count() >= 2
}

fn is_named(category: &Category) -> bool {
    category.is_within("person") || category.is_within(NamedEntities::CATEGORY)
}

/// Dates, ages and times mean something else in every place, and what somebody is is said of others too; what names a
/// thing means it everywhere.
fn is_repeatable(category: &Category) -> bool {
    !matches!(category.root(), "date" | "age" | "time") && !describes(category)
}

/// What is said in ordinary words and still means the same in all of a document.
fn is_telling_word(category: &Category) -> bool {
    category.is_within("kinship") || category.is_within("date")
}

/// What says how somebody or something is, in ordinary words.
fn describes(category: &Category) -> bool {
    matches!(category.root(), "sex" | "kinship" | "profession" | "demographic" | "health" | "quantity" | "topic")
}

/// Numbers and addresses, which are the same in any case.
fn is_code(category: &Category) -> bool {
    matches!(category.root(), "id" | "contact" | "finance" | "net" | "secret")
}

#[cfg(test)]
mod tests {
    use sfumato_document::formats::{Format as _, Text};

    use super::*;

    #[test]
    fn the_list_of_words_is_sorted() {
        assert!(NEVER_ALONE.is_sorted());
    }

    #[test]
    fn ordinary_words_are_parts_of_names_only_inside_sentences() {
        assert!(follows_small_letters(b"asked Real", 6) && follows_small_letters(b"Ann, Real", 5));
        assert!(
            !follows_small_letters(b"x. Real", 3)
                && !follows_small_letters(b"so\nReal", 3)
                && !follows_small_letters(b"Real", 0)
        );
    }

    /// What is looked for in other places if something of this category, score and evidence stands in the first words.
    fn check(text: &str, first: usize, category: &str, score: f32, why: Why, expected: &[&str]) {
        let document = Text.read(text.as_bytes().to_vec()).expect("readable");
        let evidence = Evidence { recogniser: "x".into(), rule: "x".into(), why };
        let span = document.span(0, first).expect("a span");
        let category = Category::new(category).expect("a category");
        let mention = Mention::new(vec![Finding { span, category, score, evidence }]).expect("a mention");
        let found = repeats(&Analysis::new(&document), std::slice::from_ref(&mention), false);
        let shown: Vec<&str> = found.iter().map(|finding| document.slice(finding.span)).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn what_describes_somebody_is_not_spread() {
        for category in ["kinship", "sex", "profession", "demographic", "health/disease", "quantity", "age", "date"] {
            check("Madre de Ana. La Madre vino.", 5, category, 0.99, Why::Learnt, &[]);
        }
    }

    #[test]
    fn doubts_of_a_model_are_not_spread() {
        check("Soria dijo. Vino de Soria.", 5, "person", 0.4, Why::Learnt, &[]);
        check("Soria dijo. Vino de Soria.", 5, "person", 0.9, Why::Learnt, &["Soria", "Soria"]);
        check("AB1234 y ab1234.", 6, "id", 0.4, Why::Learnt, &[]);
    }

    #[test]
    fn what_only_a_model_takes_for_a_name_is_one_where_it_has_a_capital() {
        check("Vega Baja. La vega baja.", 9, "place", 0.9, Why::Learnt, &["Vega Baja"]);
        check("Vega Baja. La vega baja.", 9, "place", 0.9, Why::Field, &["Vega Baja", "vega baja"]);
        check("Hospital. El Hospital.", 8, "organisation/hospital", 0.9, Why::Learnt, &[]);
        check("AB1234 y ab1234.", 6, "id", 0.9, Why::Learnt, &["AB1234", "ab1234"]);
    }

    #[test]
    fn a_value_that_is_part_of_a_name_too_is_taken_in_any_form() {
        let document = Text.read(b"Real Vega and Vega; the vega.".to_vec()).expect("readable");
        let mention = |from, to, category, score| {
            let evidence = Evidence { recogniser: "x".into(), rule: "x".into(), why: Why::Field };
            let span = document.span(from, to).expect("a span");
            let category = Category::new(category).expect("a category");
            Mention::new(vec![Finding { span, category, score, evidence }]).expect("a mention")
        };
        for score in [0.6, 0.99] {
            let mentions = [mention(0, 9, "person", 0.99), mention(14, 18, "organisation", score)];
            let found = repeats(&Analysis::new(&document), &mentions, false);
            assert!(found.iter().any(|finding| document.slice(finding.span) == "vega"));
        }
    }

    /// Whether a value is looked for in the output at all, and whether it must stand nowhere in it.
    fn check_searched(category: &str, score: f32, why: &[Why], expected: (bool, bool)) {
        let document = Text.read(b"Soria 1234".to_vec()).expect("readable");
        let finding = |why: &Why| Finding {
            span: document.span(0, 5).expect("a span"),
            category: Category::new(category).expect("a category"),
            score,
            evidence: Evidence { recogniser: "x".into(), rule: "x".into(), why: *why },
        };
        let mention = Mention::new(why.iter().map(finding).collect()).expect("a mention");
        assert_eq!((identifies(&mention), stands_nowhere_else(&mention, 0.5)), expected, "{category} {score} {why:?}");
    }

    #[test]
    fn the_output_is_searched_for_what_identifies() {
        check_searched("place", 0.9, &[Why::Shape], (true, true));
        check_searched("place", 0.9, &[Why::Learnt], (true, false));
        check_searched("place", 0.9, &[Why::Repeat], (true, false));
        check_searched("place", 0.9, &[Why::Learnt, Why::Field], (true, true));
        check_searched("place", 0.4, &[Why::Learnt], (false, false));
        check_searched("id", 0.9, &[Why::Learnt], (true, true));
        check_searched("id", 0.4, &[Why::Learnt], (false, false));
        check_searched("kinship", 0.9, &[Why::Field], (false, false));
        check_searched("date", 0.9, &[Why::Shape], (true, false));
    }

    #[test]
    fn parts_of_names_leave_out_particles_and_initials() {
        assert_eq!(parts(b"maria de la cruz lopez"), [b"maria".to_vec(), b"cruz".to_vec(), b"lopez".to_vec()]);
        assert_eq!(parts(b"j. r. lee"), [b"lee".to_vec()]);
        assert!(parts(b"lee").is_empty());
    }
}
