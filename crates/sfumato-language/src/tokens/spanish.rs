//! The words that Spanish writes together: `del`, `al`, and pronouns after a verb: `irse`, `dárselo`, `habiéndose`,
//! `dígame`.

use super::chars::LONGEST;
use super::{Cuts, lowered};

/// Pronouns that follow a verb, longer ones before those they end in.
const PRONOUNS: [&str; 10] = ["nos", "los", "las", "les", "me", "te", "se", "lo", "la", "le"];

/// Pronouns another one may follow.
const FIRST_PRONOUNS: [&str; 4] = ["nos", "me", "te", "se"];

/// Words that end like an infinitive and a pronoun and are none; sorted.
const WHOLE: &[&str] = &[
    "acierte",
    "adarme",
    "adverse",
    "afirme",
    "alarme",
    "alerte",
    "alternos",
    "aparte",
    "averno",
    "avernos",
    "baluarte",
    "bonaparte",
    "burla",
    "burlas",
    "carla",
    "carlo",
    "carlos",
    "charla",
    "charlas",
    "charlo",
    "charme",
    "chirla",
    "chirlas",
    "coarte",
    "comparte",
    "confirme",
    "contraparte",
    "cuadernos",
    "departe",
    "desarme",
    "descarte",
    "deserte",
    "diverse",
    "duarte",
    "encarte",
    "enferme",
    "ensarte",
    "esquirla",
    "esquirlas",
    "estandarte",
    "eternos",
    "externos",
    "firme",
    "fraternos",
    "garla",
    "gendarme",
    "imparte",
    "inerme",
    "inerte",
    "infarte",
    "inserte",
    "internos",
    "inverse",
    "marla",
    "maternos",
    "merla",
    "merlas",
    "merle",
    "merlo",
    "mirla",
    "mirlo",
    "mirlos",
    "modernos",
    "oferte",
    "parla",
    "parlas",
    "parte",
    "paternos",
    "perla",
    "perlas",
    "perles",
    "pernos",
    "posmodernos",
    "postmodernos",
    "reafirme",
    "reparte",
    "reverse",
    "subalternos",
    "traverse",
    "universe",
    "yernos",
];

/// Commands to a person, with the accent they have before a pronoun; sorted. Pronouns other than `se`, `me` and `te` are
/// cut off these alone: too many nouns look the same (`escándalo`, `amígdala`).
const COMMANDS: &[&str] = &[
    "acompáñe",
    "adminístre",
    "búsca",
    "búsque",
    "consúlte",
    "cuénta",
    "cuénte",
    "cámbie",
    "diríja",
    "déja",
    "déje",
    "díga",
    "explíca",
    "explíque",
    "guárda",
    "guárde",
    "hága",
    "infórme",
    "lláma",
    "lláme",
    "lléva",
    "lléve",
    "léa",
    "manténga",
    "mánda",
    "mánde",
    "míra",
    "míre",
    "permíta",
    "pregúnte",
    "pída",
    "pónga",
    "quíta",
    "quíte",
    "recuérda",
    "recuérde",
    "repíta",
    "ténga",
    "tóma",
    "tóme",
    "véa",
    "ábra",
    "ábre",
    "óiga",
    "úsa",
    "úse",
];

/// Short commands with their pronoun; sorted.
const SHORT: &[&str] = &[
    "dale", "dales", "dame", "danos", "dile", "diles", "dime", "dinos", "hazla", "hazle", "hazlo", "hazme", "hazte",
    "ponla", "ponle", "ponlo", "ponme", "ponte", "vete",
];

/// The places where a Spanish word is cut. A word with a capital in front is cut only if it `starts` a sentence: inside
/// one it is a name. `Al` and `Del` are names before another capital even there.
pub(super) fn cuts(word: &str, starts: bool, is_before_small: impl Fn() -> bool) -> Cuts {
    // Nothing else ends like that: most words are done with here.
    if !matches!(word.as_bytes().last(), Some(b'l' | b'L' | b'e' | b'E' | b'o' | b'O' | b'a' | b'A' | b's' | b'S')) {
        return Cuts::NONE;
    }
    let mut buffer = [0; LONGEST];
    let Some(lower) = lowered(word, &mut buffer) else { return Cuts::NONE };
    let is_capitalised = word.starts_with(char::is_uppercase);
    let is_upper = word.len() > 1 && is_capitalised && !word.chars().any(char::is_lowercase);
    match lower {
        "del" | "al" if is_upper || !is_capitalised || (starts && is_before_small()) => Cuts::one(lower.len() - 1),
        _ if is_capitalised && !is_upper && !starts => Cuts::NONE,
        _ if lower.len() < 4 => Cuts::NONE,
        _ => pronouns(lower),
    }
}

/// The places where the pronouns after a verb start.
fn pronouns(word: &str) -> Cuts {
    if SHORT.binary_search(&word).is_ok() {
        return Cuts::one(word.len() - if word.ends_with('s') { 3 } else { 2 });
    }
    let Some((verb, last)) = PRONOUNS.iter().find_map(|pronoun| Some((word.strip_suffix(pronoun)?, *pronoun))) else {
        return Cuts::NONE;
    };
    let two = FIRST_PRONOUNS.iter().find_map(|pronoun| Some((verb.strip_suffix(pronoun)?, *pronoun)));
    let is_two = |bare: &str, first: &str| is_verb(bare, first, true) || is_command_of_two(bare, first, last);
    if let Some((bare, _)) = two.filter(|(bare, first)| last != "se" && is_two(bare, first)) {
        return Cuts::two(bare.len(), verb.len());
    }
    if is_verb(verb, last, false) && WHOLE.binary_search(&word).is_err() { Cuts::one(verb.len()) } else { Cuts::NONE }
}

/// True if what is left without its pronouns is an infinitive, a gerund or a command.
fn is_verb(verb: &str, pronoun: &str, has_two: bool) -> bool {
    is_infinitive(verb, pronoun, has_two) || is_gerund(verb) || is_command(verb, pronoun, has_two)
}

fn is_infinitive(verb: &str, pronoun: &str, has_two: bool) -> bool {
    let plain = ["ar", "er", "ir"].iter().find_map(|ending| verb.strip_suffix(ending));
    let plain = plain.filter(|_| !has_two || pronoun == "se");
    // The accent comes with a second pronoun: "dárselo"; "oír" and "reír" have one of their own.
    let accented = ["ár", "ér", "ír"].iter().find_map(|ending| verb.strip_suffix(ending));
    let accented = accented.filter(|stem| has_two || (verb.ends_with("ír") && stem.ends_with(['o', 'e'])));
    let Some(stem) = plain.or(accented) else { return false };
    // "muerte", "convierte", "duerme", "gobiernos": a diphthong is not found in infinitives.
    let is_noun = matches!(pronoun, "te" | "me" | "nos") && verb.ends_with("er") && stem.ends_with(['i', 'u']);
    let is_short = stem.is_empty() && verb != "ir";
    !is_noun && !is_short
}

fn is_gerund(verb: &str) -> bool {
    verb.ends_with("ándo") || verb.ends_with("éndo")
}

/// "véase", "dígame", "levántate", "sentémonos", and from the list "consúltelo".
fn is_command(verb: &str, pronoun: &str, has_two: bool) -> bool {
    let has_accent = verb.contains(['á', 'é', 'í', 'ó', 'ú']);
    let is_open = ["a", "e", "an", "en"].iter().any(|ending| verb.ends_with(ending));
    let is_free = match pronoun {
        "se" => is_open && !verb.ends_with("ment"),
        "me" => is_open && verb != "pésa",
        "te" => verb.ends_with('a') && !verb.ends_with("ía"),
        "nos" => verb.ends_with("émo") || verb.ends_with("ámo"),
        _ => false,
    };
    let listed = verb.strip_suffix('n').unwrap_or(verb);
    has_accent && ((is_free && !has_two) || COMMANDS.binary_search(&listed).is_ok())
}

/// "díselo", "cómetelo", "digámoselo": hardly a noun ends in two pronouns with an accent before them, but for those in
/// "-teles" and "-menos" ("cócteles", "fenómenos").
fn is_command_of_two(verb: &str, first: &str, last: &str) -> bool {
    let is_pair = match last {
        "lo" | "la" | "los" | "las" => true,
        "le" | "les" => first == "se",
        _ => false,
    };
    let is_stem = verb.ends_with(['a', 'e', 'á', 'é', 'í', 'n', 'd', 'z']) || verb.ends_with("ámo");
    is_pair && is_stem && verb.contains(['á', 'é', 'í', 'ó', 'ú'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(word: &str, starts: bool) -> String {
        let Cuts([first, second]) = cuts(word, starts, || true);
        let mut parts = word.to_owned();
        for cut in [second, first] {
            if cut > 0 {
                parts.insert(usize::from(cut), '|');
            }
        }
        parts
    }

    #[test]
    fn pronouns_are_cut_off_verbs() {
        for expected in [
            "ir|se",
            "dar|le",
            "decir|nos",
            "oír|lo",
            "hacer|las",
            "dár|se|lo",
            "impedír|se|lo",
            "llevar|se|lo",
            "habiéndo|se",
            "ocultándo|se|lo",
            "véa|se",
            "díga|me",
            "únan|se",
            "levánta|te",
            "sentémo|nos",
            "consúlte|lo",
            "haz|lo",
            "RELAJAR|SE",
            "someter|nos",
            "ver|te",
            "dí|se|lo",
            "dá|me|lo",
            "cóme|te|lo",
            "pón|te|las",
            "dígan|nos|lo",
            "digámo|se|lo",
        ] {
            assert_eq!(shown(&expected.replace('|', ""), false), expected);
        }
    }

    #[test]
    fn nouns_that_look_alike_are_left() {
        for word in [
            "parte",
            "arte",
            "muerte",
            "convierte",
            "duerme",
            "gobiernos",
            "internos",
            "perlas",
            "escándalo",
            "amígdala",
            "intérprete",
            "rápidamente",
            "síndrome",
            "órganos",
            "pésame",
            "masas",
            "cócteles",
            "fenómenos",
            "aristóteles",
            "caramelo",
            "clase",
            "base",
            "le",
            "se",
            "arse",
            "informe",
        ] {
            assert_eq!(shown(word, false), word);
        }
    }

    #[test]
    fn capitals_inside_a_sentence_are_names() {
        assert_eq!(shown("Carlos", true), "Carlos");
        assert_eq!(shown("Verse", false), "Verse");
        assert_eq!(shown("Basándose", true), "Basándo|se");
        assert_eq!(shown("del", false), "de|l");
        assert_eq!(shown("DEL", false), "DE|L");
        assert_eq!(shown("Al", true), "A|l");
        assert_eq!(shown("Del", false), "Del");
        assert_eq!(cuts("Al", true, || false), Cuts::NONE);
    }

    #[test]
    fn lists_are_in_order() {
        for list in [WHOLE, COMMANDS, SHORT] {
            let wrong: Vec<_> = list.windows(2).filter(|pair| pair[0] >= pair[1]).collect();
            assert!(wrong.is_empty(), "{wrong:?}");
        }
    }
}
