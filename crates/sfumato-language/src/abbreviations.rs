//! Words that end in a full stop without ending a sentence, in letters and titles, clinics and courts.

use crate::{Language, Languages};

/// Whether `word`, without its last full stop, is a known abbreviation.
pub(crate) fn is_abbreviation(word: &str, languages: Languages) -> bool {
    let lower = word.to_lowercase();
    let known = |list: &[&str]| list.binary_search(&lower.as_str()).is_ok();
    known(COMMON)
        || (languages.includes(Language::English) && known(ENGLISH))
        || (languages.includes(Language::Spanish) && known(SPANISH))
        || is_dotted(word)
}

/// Initials and letters with stops between them: `J`, `U.S`, `EE.UU`, `N.H.C`.
fn is_dotted(word: &str) -> bool {
    let mut parts = word.split('.');
    let upper_single = |part: &str| part.chars().count() == 1 && part.chars().all(char::is_uppercase);
    if !word.contains('.') {
        return upper_single(word);
    }
    parts.all(|part| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic))
}

/// The same in both languages; sorted.
const COMMON: &[&str] = &[
    "al", "approx", "art", "cf", "dr", "e.g", "etc", "fig", "i.e", "ibid", "op", "p", "pp", "prof", "tel", "vol", "vs",
];

/// Letters, titles, addresses; clinics (how often, how given, what was done); courts (cases, reporters, parties). Sorted.
const ENGLISH: &[&str] = &[
    "abd", "adm", "app", "apr", "apt", "arb", "arts", "assn", "aug", "ave", "b.i.d", "bilat", "blvd", "bros", "bx",
    "cap", "capt", "cert", "cir", "cl", "co", "col", "corp", "ct", "dec", "def", "dept", "det", "div", "drs", "dx",
    "ed", "est", "et al", "ex", "exam", "ext", "f.2d", "f.3d", "f.supp", "feb", "fl", "ft", "gen", "gov", "hon",
    "hosp", "hr", "hrs", "hx", "i.m", "i.v", "id", "inc", "inj", "j", "jan", "jj", "jr", "jul", "jun", "l.j", "lab",
    "labs", "lt", "ltd", "maj", "mar", "max", "meds", "messrs", "mg", "min", "ml", "mr", "mrs", "ms", "mt", "n.b",
    "neg", "no", "nos", "nov", "oct", "p.o", "p.r.n", "para", "paras", "ph.d", "pl", "pos", "pt", "pts", "q.c", "q.d",
    "q.i.d", "r", "rd", "reg", "regs", "rep", "resp", "rev", "rptr", "rx", "s", "sch", "sec", "sen", "sep", "sept",
    "sess", "sgt", "sr", "ss", "st", "stat", "ste", "supp", "sx", "t.i.d", "tab", "tabs", "temp", "tx", "u.s.c", "v",
    "viz", "wt", "yr", "yrs",
];

/// Letters, titles, addresses; clinics; courts. Sorted.
const SPANISH: &[&str] = &[
    "abd", "admón", "amb", "anal", "antec", "apdo", "aprox", "arts", "aud", "avda", "aª", "bco", "bioq", "bol", "c",
    "cel", "cl", "col", "comp", "cta", "ctra", "cts", "cía", "d", "da", "dcha", "dcho", "diag", "disp", "dpto", "dra",
    "dras", "dres", "dto", "dx", "dª", "dña", "e.c", "ed", "ef", "ej", "entlo", "esc", "etc", "excma", "excmo", "exp",
    "f.j", "fam", "fdo", "ff.jj", "fto", "gral", "h", "h.u", "hab", "hnos", "hosp", "hptal", "hª", "i.m", "i.v",
    "ilma", "ilmo", "inf", "ing", "int", "iny", "izda", "izq", "izqda", "izqdo", "juzg", "l.e.c", "l.e.cr", "l.o",
    "lab", "lcda", "lcdo", "lic", "ltda", "mag", "max", "med", "min", "mª", "máx", "mín", "n", "ncol", "neg", "nº",
    "núm", "núms", "obs", "pac", "pag", "pers", "pl", "pos", "pral", "proc", "prov", "pta", "pza", "pzo", "pág",
    "págs", "párr", "r.d", "rec", "reg", "res", "rte", "rx", "s.a", "s.c", "s.l", "s.s", "seg", "sent", "serv", "sr",
    "sra", "sras", "sres", "srta", "ss", "sta", "stc", "sto", "sts", "sup", "temp", "tfno", "tlf", "trib", "tto", "tx",
    "ud", "uds", "urb", "v.o", "vd", "vda", "vds",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_and_dotted_letters_are_abbreviations() {
        for word in ["J", "U.S", "EE.UU", "N.H.C", "p.o"] {
            assert!(is_abbreviation(word, Languages::unknown()), "{word}");
        }
        for word in ["end", "a", "x9", "noche"] {
            assert!(!is_abbreviation(word, Languages::unknown()), "{word}");
        }
    }

    #[test]
    fn abbreviations_belong_to_their_language() {
        assert!(is_abbreviation("Avda", Languages::only(Language::Spanish)));
        assert!(!is_abbreviation("avda", Languages::only(Language::English)));
        assert!(is_abbreviation("Mrs", Languages::only(Language::English)));
        assert!(is_abbreviation("Dr", Languages::only(Language::English)));
    }

    #[test]
    fn the_lists_are_found_by_bisection() {
        for list in [COMMON, ENGLISH, SPANISH] {
            let lost: Vec<_> = list.iter().filter(|word| list.binary_search(word).is_err()).collect();
            assert!(lost.is_empty(), "not in order: {lost:?}");
        }
    }
}
