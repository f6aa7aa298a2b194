//! Spanish verbs, in the third person and in the forms without one. Where a verb is irregular and not listed, there is
//! no form.

use sfumato_words::{WordTable, words};

use super::super::ends;

/// Verbs that change their stem or more in the present.
static PRESENT: WordTable = words!("es/inflection", "irregular present");
/// Verbs whose past is not regular.
static PAST: WordTable = words!("es/inflection", "irregular past");
static PARTICIPLES: WordTable<2> = words!("es/inflection", "irregular participles");
/// The same for verbs that end so: "describir", "devolver", "exponer".
static PARTICIPLE_ENDINGS: WordTable<2> = words!("es/inflection", "endings of irregular participles");

pub(super) fn form(verb: &str, detail: &str) -> Option<String> {
    let has_feature = |feature: &str| detail.split('|').any(|part| part == feature);
    let is_plural = has_feature("Number=Plur");
    if has_feature("VerbForm=Inf") {
        return Some(verb.to_owned());
    }
    let stem = verb.get(..verb.len().checked_sub(2)?).filter(|stem| stem.len() > 1)?;
    let is_first = verb.ends_with("ar");
    if !is_first && !ends(&["er", "ir"], verb) {
        return None;
    }
    if has_feature("VerbForm=Part") {
        let gender = if has_feature("Gender=Fem") { 'a' } else { 'o' };
        let form = participle(verb, stem, is_first);
        let plural = if is_plural { "s" } else { "" };
        return Some(format!("{}{gender}{plural}", form.strip_suffix('o')?));
    }
    if has_feature("VerbForm=Ger") {
        let ending = if is_first { "ando" } else { "iendo" };
        return (!PAST.has(verb)).then(|| format!("{stem}{ending}"));
    }
    if !has_feature("Mood=Ind") || !has_feature("Person=3") {
        return None;
    }
    let number = usize::from(is_plural);
    let is_third = verb.ends_with("ir");
    let ending = match detail.split('|').find_map(|part| part.strip_prefix("Tense="))? {
        "Pres" if !PRESENT.has(verb) && !ends(&["uir"], verb) => {
            if is_first {
                ["a", "an"]
            } else {
                ["e", "en"]
            }
        }
        "Past" if !PAST.has(verb) && !ends(&["uir"], verb) => {
            if is_first {
                ["ó", "aron"]
            } else {
                ["ió", "ieron"]
            }
        }
        "Imp" if !matches!(verb, "ser" | "ir" | "ver") => {
            if is_first {
                ["aba", "aban"]
            } else {
                ["ía", "ían"]
            }
        }
        "Fut" if !PAST.has(verb) && !matches!(verb, "salir" | "valer") => match (is_first, is_third) {
            (true, _) => ["ará", "arán"],
            (_, true) => ["irá", "irán"],
            _ => ["erá", "erán"],
        },
        _ => return None,
    };
    ending.get(number).map(|ending| format!("{stem}{ending}"))
}

fn participle(verb: &str, stem: &str, is_first: bool) -> String {
    if let Some([_, form]) = PARTICIPLES.get(verb) {
        return (*form).to_owned();
    }
    let by_ending =
        PARTICIPLE_ENDINGS.rows().iter().find_map(|[end, form]| Some(format!("{}{form}", verb.strip_suffix(end)?)));
    let is_hiatus = !is_first && stem.ends_with(['a', 'e', 'o']);
    let regular = if is_first {
        "ado"
    } else if is_hiatus {
        "ído"
    } else {
        "ido"
    };
    by_ending.unwrap_or_else(|| format!("{stem}{regular}"))
}

#[cfg(test)]
mod tests {
    use super::super::verb;
    use crate::Language::Spanish;

    #[test]
    fn verbs_have_the_form_of_others() {
        let past = "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin";
        let present = "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin";
        for (label, detail, expected) in [
            ("viajar", past, "viajó"),
            ("recibir", past, "recibió"),
            ("cambiar de lugar", present, "cambian de lugar"),
            ("vender", present, "venden"),
            ("describir", "Gender=Fem|Number=Plur|VerbForm=Part", "descritas"),
            ("tratar", "Gender=Masc|Number=Sing|VerbForm=Part", "tratado"),
            ("comunicar", "VerbForm=Ger", "comunicando"),
            ("mover", "VerbForm=Inf", "mover"),
            ("mover", "Mood=Ind|Number=Sing|Person=3|Tense=Imp|VerbForm=Fin", "movía"),
        ] {
            assert_eq!(verb(label, detail, Spanish).as_deref(), Some(expected));
        }
        for (label, detail) in [("tener", past), ("mover", present), ("convertirse", past), ("", past), ("ir", past)] {
            assert_eq!(verb(label, detail, Spanish), None);
        }
    }
}
