//! The words that English writes together: `don't`, `Ann's`, `cannot`, `gonna`.

use super::chars::{LONGEST, is_apostrophe};
use super::{Cuts, lowered};

/// Endings after an apostrophe that are words of their own; `n't` is one with the letter before it.
const ENDINGS: [&str; 7] = ["t", "s", "re", "ve", "ll", "d", "m"];

/// Words that are two without an apostrophe, and how long the first is; sorted.
const CONTRACTED: &[(&str, u8)] = &[
    ("aint", 2),
    ("arent", 3),
    ("cannot", 3),
    ("cant", 2),
    ("couldnt", 5),
    ("couldve", 5),
    ("didnt", 3),
    ("doesnt", 4),
    ("dont", 2),
    ("gimme", 3),
    ("gonna", 3),
    ("gotta", 3),
    ("hadnt", 3),
    ("hasnt", 3),
    ("havent", 4),
    ("heres", 4),
    ("hes", 2),
    ("im", 1),
    ("isnt", 2),
    ("ive", 1),
    ("lemme", 3),
    ("lets", 3),
    ("outta", 3),
    ("shes", 3),
    ("shouldnt", 6),
    ("shouldve", 6),
    ("sorta", 4),
    ("thats", 4),
    ("theres", 5),
    ("theyll", 4),
    ("theyre", 4),
    ("theyve", 4),
    ("wanna", 3),
    ("wasnt", 3),
    ("werent", 4),
    ("weve", 2),
    ("whats", 4),
    ("wont", 2),
    ("wouldnt", 5),
    ("wouldve", 5),
    ("youll", 3),
    ("youre", 3),
    ("youve", 3),
];

/// Short words that start with an apostrophe; sorted.
const CLIPPED: &[&str] = &["bout", "cause", "cuz", "em", "n", "round", "s", "til", "till", "tis", "twas"];

/// First parts that a hyphen does not part from the rest; sorted.
const PREFIXES: &[&str] = &[
    "anti", "arch", "bi", "bio", "co", "counter", "de", "e", "ex", "extra", "geo", "hyper", "infra", "inter", "intra",
    "macro", "mega", "micro", "mid", "mini", "mis", "mono", "multi", "neo", "neuro", "non", "over", "para", "poly",
    "post", "pre", "pro", "pseudo", "psycho", "quasi", "re", "semi", "socio", "sub", "super", "trans", "tri", "ultra",
    "un", "under", "uni",
];

/// The places where an English word is cut. `has_apostrophe` says whether it holds one, which spares a search.
pub(super) fn cuts(word: &str, has_apostrophe: bool) -> Cuts {
    if has_apostrophe {
        return at_apostrophes(word);
    }
    // In capitals two letters are initials: "IM" is how a drug is given.
    if word.len() == 2 && word.bytes().all(|b| b.is_ascii_uppercase()) {
        return Cuts::NONE;
    }
    if !has_contracted_end(word) {
        return Cuts::NONE;
    }
    let mut buffer = [0; LONGEST];
    let Some(word) = lowered(word, &mut buffer) else { return Cuts::NONE };
    if word == "dunno" {
        return Cuts::two(2, 3);
    }
    match CONTRACTED.binary_search_by_key(&word, |(contracted, _)| contracted) {
        Ok(nth) => CONTRACTED.get(nth).map_or(Cuts::NONE, |(_, first)| Cuts::one(usize::from(*first))),
        Err(_) => Cuts::NONE,
    }
}

/// True if a word is as short as those in the list and ends as they do, which few do.
fn has_contracted_end(word: &str) -> bool {
    let [.., first, second] = word.as_bytes() else { return false };
    let end = [first.to_ascii_lowercase(), second.to_ascii_lowercase()];
    word.len() <= 8
        && [b"nt", b"ot", b"na", b"ta", b"me", b"ve", b"re", b"es", b"ts", b"im", b"ll", b"no"].contains(&&end)
}

fn at_apostrophes(word: &str) -> Cuts {
    let Some(last) = ending(word) else { return Cuts::NONE };
    // "shouldn't've"
    match word.get(..last).and_then(ending) {
        Some(first) => Cuts::two(first, last),
        None => Cuts::one(last),
    }
}

/// The start of the last ending of a word.
fn ending(word: &str) -> Option<usize> {
    let (at, _) = word.char_indices().rev().take(3).find(|(_, c)| is_apostrophe(*c))?;
    let after = word.get(at..)?.trim_start_matches(is_apostrophe);
    ENDINGS.iter().find(|ending| ending.eq_ignore_ascii_case(after))?;
    let start =
        if after.eq_ignore_ascii_case("t") { word.get(..at)?.strip_suffix(['n', 'N']).map(str::len)? } else { at };
    (start > 0).then_some(start)
}

/// True if a word that an apostrophe starts belongs to it: `'em`, but not `'open'`.
pub(super) fn is_clipped(word: &str) -> bool {
    let mut buffer = [0; LONGEST];
    lowered(word, &mut buffer).is_some_and(|word| CLIPPED.binary_search(&word).is_ok())
}

/// True if a hyphen after `part` holds the word together.
pub(super) fn is_prefix(part: &str) -> bool {
    let mut buffer = [0; LONGEST];
    lowered(part, &mut buffer).is_some_and(|part| PREFIXES.binary_search(&part).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contractions_are_cut_before_their_ending() {
        for (word, first) in [("don't", 2), ("Ann's", 3), ("we\u{2019}ll", 2), ("WON'T", 2), ("I'm", 1), ("she'd", 3)] {
            assert_eq!(cuts(word, true), Cuts::one(first), "{word}");
        }
        for (word, first) in [("cannot", 3), ("Gonna", 3), ("dont", 2), ("im", 1), ("Im", 1)] {
            assert_eq!(cuts(word, false), Cuts::one(first), "{word}");
        }
        assert_eq!(cuts("shouldn't've", true), Cuts::two(6, 9));
        assert_eq!(cuts("dunno", false), Cuts::two(2, 3));
    }

    #[test]
    fn names_are_not_cut() {
        for word in ["O'Brien", "D'Arcy", "ma'am", "rock'n'roll"] {
            assert_eq!(cuts(word, true), Cuts::NONE, "{word}");
        }
        for word in ["IM", "its", "were", "Cantor"] {
            assert_eq!(cuts(word, false), Cuts::NONE, "{word}");
        }
    }

    #[test]
    fn lists_are_in_order() {
        assert!(CONTRACTED.is_sorted() && CLIPPED.is_sorted() && PREFIXES.is_sorted());
        assert!(CONTRACTED.iter().all(|(word, _)| has_contracted_end(word)));
    }
}
