//! Words that end in a full stop without ending a sentence, in letters and titles, clinics and courts.

use crate::tokens::{LONGEST, lowered};
use crate::{Language, Languages};

/// The relation of an abbreviation to what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Abbreviation {
    /// It needs what follows, so it ends no sentence: `Dr.`, `vs.`, `art.` before a figure.
    Leading,
    /// It may end one: `Inc.`, `etc.`
    Closing,
    /// Letters with stops, which may end one: `J.`, `U.S.`
    Initials,
}

/// The lists of one language, each sorted.
struct Lists {
    /// Titles, places and the like, before a name or a clause.
    leading: &'static [&'static str],
    /// Abbreviations only before a figure: elsewhere ordinary words, or too short to tell.
    figures: &'static [&'static str],
    /// After a name.
    closing: &'static [&'static str],
    /// Clinical shorthand and the like: the stop is theirs only inside a sentence. Symbols of units are not here: they
    /// have no stop, so one that follows them ends a sentence.
    inner: &'static [&'static str],
}

/// The kind of an abbreviation, given without its last stop; nothing if the word is none.
pub(crate) fn abbreviation(word: &str, languages: Languages) -> Option<Abbreviation> {
    if let Some((_, found)) = listed(word, languages) {
        return Some(found);
    }
    let is_pronoun = word == "I" && languages.includes(Language::English);
    (!is_pronoun && is_dotted(word)).then_some(Abbreviation::Initials)
}

/// True if the stop after `word` belongs to it; `next` is what follows the stop.
pub(crate) fn takes_stop(word: &str, next: &str, languages: Languages) -> bool {
    match listed(word, languages) {
        Some((Scope::Any, _)) => true,
        Some((Scope::Figures, _)) => is_figure(next) || is_pair(word, next),
        Some((Scope::Inside, _)) => is_inside(next),
        None => abbreviation(word, languages).is_some() || is_pair(word, next),
    }
}

/// The condition on which the stop after a listed word belongs to it.
#[derive(Debug, Clone, Copy)]
enum Scope {
    Any,
    Figures,
    Inside,
}

fn listed(word: &str, languages: Languages) -> Option<(Scope, Abbreviation)> {
    // One capital is an initial, whatever it is short for in small letters.
    if is_initial(word) {
        return None;
    }
    let mut buffer = [0; LONGEST];
    let lower = lowered(word, &mut buffer)?;
    let lists = [
        (true, &COMMON),
        (languages.includes(Language::English), &ENGLISH),
        (languages.includes(Language::Spanish), &SPANISH),
    ];
    let is_in = |list: &[&str]| list.binary_search(&lower).is_ok();
    lists.into_iter().filter(|(applies, _)| *applies).find_map(|(_, lists)| {
        if is_in(lists.leading) {
            Some((Scope::Any, Abbreviation::Leading))
        } else if is_in(lists.figures) {
            Some((Scope::Figures, Abbreviation::Leading))
        } else if is_in(lists.closing) {
            Some((Scope::Any, Abbreviation::Closing))
        } else {
            is_in(lists.inner).then_some((Scope::Inside, Abbreviation::Closing))
        }
    })
}

/// True if a figure follows, in digits or Roman.
fn is_figure(next: &str) -> bool {
    let next = next.strip_prefix([' ', '\u{a0}']).unwrap_or(next);
    let is_roman = |b: u8| matches!(b, b'I' | b'V' | b'X' | b'L');
    let roman = next.bytes().take(8).take_while(|b| is_roman(*b)).count();
    let is_roman = roman > 0 && !next.as_bytes().get(roman).is_some_and(u8::is_ascii_alphanumeric);
    next.starts_with(|c: char| c.is_numeric() || matches!(c, 'º' | '°' | 'ª')) || is_roman
}

/// Letters that are written apart: "a. C.", "p. ej.", "i. v."
fn is_pair(word: &str, next: &str) -> bool {
    let mut second = next.strip_prefix(' ').unwrap_or_default().chars().take(3).skip_while(|c| c.is_alphabetic());
    let is_apart = next.starts_with(' ') && !next.starts_with(" .");
    word.chars().count() == 1 && is_apart && second.next() == Some('.')
}

/// True if the sentence goes on: with a small letter, a figure or a mark inside it.
fn is_inside(next: &str) -> bool {
    let after_blank = next.strip_prefix([' ', '\u{a0}']);
    match after_blank {
        Some(after) => {
            after.starts_with(|c: char| c.is_lowercase() || c.is_numeric() || matches!(c, '(' | '/' | '+' | '='))
        }
        None => next.starts_with([',', ';', ':', ')', '/', '-', ']']),
    }
}

/// Initials and letters with stops between them: `J`, `U.S`, `EE.UU`, `N.H.C`.
fn is_dotted(word: &str) -> bool {
    if !word.contains('.') {
        return is_initial(word);
    }
    let is_short = |part: &str| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic);
    word.len() <= LONGEST && word.split('.').all(is_short)
}

fn is_initial(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

/// The same in both languages.
const COMMON: Lists = Lists {
    leading: &["approx", "cf", "dr", "e.g", "i.e", "prof", "tel", "vs"],
    figures: &["art", "arts", "cap", "fig", "figs", "no", "p", "pp", "vol"],
    closing: &["al", "ibid", "inc", "jr"],
    inner: &["etc", "max", "min", "rx"],
};

/// Letters, titles, addresses; clinics (how often, how given, what was done); courts (cases, reporters, parties).
const ENGLISH: Lists = Lists {
    leading: &[
        "adm", "apr", "attn", "aug", "capt", "dec", "det", "drs", "eg", "esp", "ext", "f.2d", "f.3d", "f.supp", "feb",
        "fri", "ft", "gen", "gov", "hon", "ie", "jan", "jul", "jun", "lt", "maj", "mar", "messrs", "mr", "mrs", "ms",
        "mt", "n.b", "nov", "oct", "p.s", "pvt", "rep", "reps", "rev", "sen", "sens", "sep", "sept", "sgt", "st",
        "ste", "thu", "thur", "thurs", "tue", "tues", "v", "viz",
    ],
    figures: &[
        "app", "ch", "cl", "ed", "nos", "para", "paras", "ph", "pl", "r", "reg", "regs", "rm", "s", "sc", "sch", "sec",
        "sess", "ss",
    ],
    closing: &["bros", "co", "corp", "ltd", "sr"],
    inner: &[
        "abd", "apt", "assn", "ave", "bilat", "blvd", "bx", "cert", "cir", "col", "ct", "def", "dept", "div", "dx",
        "est", "ex", "exam", "hosp", "hr", "hrs", "hx", "id", "info", "inj", "jj", "lab", "labs", "lb", "lbs", "meds",
        "mins", "neg", "oz", "pos", "pt", "pts", "rd", "resp", "rptr", "stat", "supp", "sx", "tab", "tabs", "temp",
        "tx", "wt", "yr", "yrs",
    ],
};

/// Letters, titles, addresses; clinics; courts.
const SPANISH: Lists = Lists {
    leading: &[
        "ac", "admón", "ag", "apdo", "avda", "aª", "ctra", "dra", "dras", "dres", "dª", "dña", "ee", "ej", "excma",
        "excmo", "fdo", "gral", "hnos", "hosp", "hptal", "hª", "ilma", "ilmo", "ing", "juzg", "lcda", "lcdo", "lic",
        "mª", "nº", "pral", "proc", "prov", "pza", "sr", "sra", "sras", "sres", "srta", "st", "sta", "sto", "tfno",
        "tlf", "trib", "ud", "uds", "urb", "vd", "vda", "vds",
    ],
    figures: &[
        "ap", "ca", "cl", "ed", "esc", "exp", "f", "h", "n", "ncol", "núm", "núms", "pag", "pl", "pta", "pzo", "pág",
        "págs", "párr", "rec", "res", "sent", "stc", "sts", "v",
    ],
    closing: &["bros", "cía", "ltda", "uu"],
    inner: &[
        "abd", "amb", "anal", "antec", "aprox", "aud", "bco", "bioq", "bol", "cel", "col", "comp", "cta", "cts",
        "dcha", "dcho", "diag", "disp", "dpto", "dto", "dx", "ef", "entlo", "fam", "fto", "hab", "hrs", "inf", "int",
        "iny", "izda", "izq", "izqda", "izqdo", "lab", "mag", "med", "máx", "mín", "neg", "obs", "pac", "pers", "pos",
        "reg", "rte", "seg", "serv", "spp", "sup", "temp", "tto", "tx",
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_and_dotted_letters_are_abbreviations() {
        for word in ["J", "U.S", "EE.UU", "N.H.C", "p.o"] {
            assert_eq!(abbreviation(word, Languages::unknown()), Some(Abbreviation::Initials), "{word}");
        }
        for word in ["end", "a", "x9", "noche", "I"] {
            assert_eq!(abbreviation(word, Languages::unknown()), None, "{word}");
        }
    }

    #[test]
    fn abbreviations_belong_to_their_language() {
        let (english, spanish) = (Languages::only(Language::English), Languages::only(Language::Spanish));
        assert_eq!(abbreviation("Avda", spanish), Some(Abbreviation::Leading));
        assert_eq!(abbreviation("avda", english), None);
        assert_eq!(abbreviation("Mrs", english), Some(Abbreviation::Leading));
        assert_eq!(abbreviation("Corp", english), Some(Abbreviation::Closing));
    }

    #[test]
    fn a_stop_belongs_to_them_by_what_follows() {
        let english = Languages::only(Language::English);
        for (word, next, takes) in [
            ("Dr", " Lee", true),
            ("no", " 5", true),
            ("no", " He left", false),
            ("art", " IV of", true),
            ("art", " It", false),
            ("etc", ", and", true),
            ("etc", " The", false),
            ("etc", "", false),
            ("p.m", " The", true),
            ("a", " C. and", true),
            ("p", " ej. the", true),
            ("a", " The", false),
        ] {
            assert_eq!(takes_stop(word, next, english), takes, "{word}.{next}");
        }
    }

    #[test]
    fn the_lists_are_found_by_bisection() {
        for lists in [COMMON, ENGLISH, SPANISH] {
            for list in [lists.leading, lists.figures, lists.closing, lists.inner] {
                let wrong: Vec<_> = list.windows(2).filter(|pair| pair[0] >= pair[1]).collect();
                assert!(wrong.is_empty(), "not in order: {wrong:?}");
            }
        }
    }
}
