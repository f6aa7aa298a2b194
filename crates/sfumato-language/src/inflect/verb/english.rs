//! English verbs.

use sfumato_words::{WordTable, words};

use super::super::ends;

/// Verbs whose forms no rule makes: the past and the participle.
static IRREGULAR: WordTable<3> = words!("en/inflection", "irregular verbs");
/// They have one form for the past, the participle and the infinitive.
static SAME: WordTable = words!("en/inflection", "verbs of one form");
/// The stress on the last syllable doubles the consonant after it.
static DOUBLED: WordTable = words!("en/inflection", "doubled consonants");

pub(super) fn form(verb: &str, detail: &str) -> Option<String> {
    if !verb.bytes().all(|byte| byte.is_ascii_lowercase()) || verb.len() < 2 {
        return None;
    }
    let irregular = IRREGULAR.get(verb);
    Some(match detail {
        "VB" => verb.to_owned(),
        "VBP" if verb == "be" => "are".to_owned(),
        "VBP" => verb.to_owned(),
        "VBZ" => third(verb),
        "VBD" => irregular.map_or_else(|| past(verb), |[_, past, _]| (*past).to_owned()),
        "VBN" => irregular.map_or_else(|| past(verb), |[_, _, participle]| (*participle).to_owned()),
        "VBG" => gerund(verb),
        _ => return None,
    })
}

fn third(verb: &str) -> String {
    match verb {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        _ => {}
    }
    if let Some(stem) = verb.strip_suffix('y').filter(|stem| !ends_in_vowel(stem)) {
        return format!("{stem}ies");
    }
    let hisses = verb.ends_with(['s', 'x', 'z', 'o']) || ends(&["sh", "ch"], verb);
    format!("{verb}{}", if hisses { "es" } else { "s" })
}

fn past(verb: &str) -> String {
    if SAME.has(verb) {
        return verb.to_owned();
    }
    if let Some(stem) = verb.strip_suffix('y').filter(|stem| !ends_in_vowel(stem)) {
        return format!("{stem}ied");
    }
    if verb.ends_with('e') { format!("{verb}d") } else { format!("{}ed", doubled(verb)) }
}

fn gerund(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    let keeps = verb == "be" || ends(&["ee", "oe", "ye"], verb);
    let stem = verb.strip_suffix('e').filter(|_| !keeps);
    stem.map_or_else(|| format!("{}ing", doubled(verb)), |stem| format!("{stem}ing"))
}

fn ends_in_vowel(stem: &str) -> bool {
    stem.ends_with(['a', 'e', 'i', 'o', 'u'])
}

/// A verb whose last consonant is doubled before an ending: "stop".
fn doubled(verb: &str) -> String {
    let bytes = verb.as_bytes();
    let is_vowel =
        |at: usize| bytes.len().checked_sub(at).and_then(|at| bytes.get(at)).is_some_and(|b| b"aeiou".contains(b));
    let vowels = bytes.iter().filter(|byte| b"aeiouy".contains(byte)).count();
    let is_short = vowels == 1 && !is_vowel(1) && is_vowel(2) && !verb.ends_with(['w', 'x', 'y']);
    match verb.chars().next_back() {
        Some(last) if is_short || DOUBLED.has(verb) => format!("{verb}{last}"),
        _ => verb.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::verb;
    use crate::Language::English;

    #[test]
    fn verbs_have_the_form_of_others() {
        for (label, detail, expected) in [
            ("travel", "VBD", "travelled"),
            ("move", "VBD", "moved"),
            ("change", "VBG", "changing"),
            ("be", "VBZ", "is"),
            ("carry", "VBZ", "carries"),
            ("stop", "VBN", "stopped"),
            ("give up", "VBN", "given up"),
            ("put", "VBD", "put"),
            ("die", "VBG", "dying"),
            ("teach", "VBZ", "teaches"),
            ("perceive", "VBN", "perceived"),
            ("treat", "VBD", "treated"),
            ("work", "VB", "work"),
            ("stay", "VBD", "stayed"),
        ] {
            assert_eq!(verb(label, detail, English).as_deref(), Some(expected));
        }
        assert_eq!(verb("work", "NN", English), None);
        assert_eq!(verb("", "VBD", English), None);
    }
}
