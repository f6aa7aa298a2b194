//! English nouns.

use super::phrase::Phrase;
use super::{Gender, Inflected, Number, Words, ends};
use crate::Language;

pub(super) fn inflect(phrase: &Phrase<'_>, wanted: Number) -> Inflected {
    let is_countable = is_countable(phrase.head());
    let own = number(phrase.head());
    let becomes_plural = wanted == Number::Plural && own == Number::Singular && is_countable;
    let text = if becomes_plural {
        let is_item = items(phrase);
        phrase.map(|nth, word| (nth == phrase.head_at() || is_item(nth)).then(|| plural(word)))
    } else {
        phrase.words.join(" ")
    };
    let number = if becomes_plural { Number::Plural } else { own };
    Inflected { text, language: Language::English, number, gender: Gender::Masculine, is_countable }
}

const ADJECTIVAL: &[&str] =
    &["al", "ic", "ive", "ous", "ary", "ory", "ed", "ful", "less", "ar", "able", "ible", "ical", "ent", "ant"];
const AGENTS: &[&str] = &["er", "or", "ist", "ian", "ee", "yst"];

/// The test for words beside the head that are nouns of a list: "nurse" in "nurse or midwife", but none in "social or
/// cultural worker".
fn items(phrase: &Phrase<'_>) -> impl Fn(usize) -> bool {
    let joint = phrase.joins_at();
    let words = phrase.words.get(phrase.core.clone()).unwrap_or_default();
    // If all items are of one word, as the last one is, they are of one kind.
    let alike = joint.is_some_and(|joint| joint + 2 == phrase.core.end);
    let bare = |nth: usize| words.get(nth).copied().unwrap_or_default().trim_end_matches(',');
    let is_noun = |nth: usize| {
        let word = bare(nth);
        let ends_item = Some(nth + 1) == joint || words.get(nth).is_some_and(|word| word.ends_with(','));
        ends_item && (ends(AGENTS, word) || (alike && !ends(ADJECTIVAL, word))) && number(word) == Number::Singular
    };
    let nouns: Vec<usize> = (0..joint.unwrap_or(0)).filter(|nth| is_noun(*nth)).collect();
    move |nth| nouns.contains(&nth)
}

/// Words whose plural no rule makes, also as the end of longer ones: "policeman".
const IRREGULAR: &[(&str, &str)] = &[
    ("person", "people"),
    ("woman", "women"),
    ("man", "men"),
    ("child", "children"),
    ("tooth", "teeth"),
    ("foot", "feet"),
    ("mouse", "mice"),
    ("wife", "wives"),
    ("life", "lives"),
    ("knife", "knives"),
    ("half", "halves"),
    ("leaf", "leaves"),
    ("shelf", "shelves"),
    ("wolf", "wolves"),
    ("thief", "thieves"),
    ("calf", "calves"),
    ("loaf", "loaves"),
    ("bacterium", "bacteria"),
    ("criterion", "criteria"),
    ("phenomenon", "phenomena"),
    ("vertebra", "vertebrae"),
    ("larva", "larvae"),
    ("alga", "algae"),
    ("nucleus", "nuclei"),
    ("bacillus", "bacilli"),
    ("fungus", "fungi"),
    ("alumnus", "alumni"),
    ("stimulus", "stimuli"),
    ("thrombus", "thrombi"),
    ("matrix", "matrices"),
    ("appendix", "appendices"),
    ("vertex", "vertices"),
    ("mother-in-law", "mothers-in-law"),
    ("father-in-law", "fathers-in-law"),
    ("son-in-law", "sons-in-law"),
    ("daughter-in-law", "daughters-in-law"),
    ("brother-in-law", "brothers-in-law"),
    ("sister-in-law", "sisters-in-law"),
    ("passer-by", "passers-by"),
    ("quiz", "quizzes"),
];
/// The same as whole words only.
const WHOLE: &[(&str, &str)] = &[("goose", "geese"), ("louse", "lice"), ("ox", "oxen"), ("self", "selves")];
/// They end like "man" and are none.
static NO_MEN: Words = Words::new("human german roman norman talisman shaman ottoman brahman caiman");
/// They end like "men" or "mice" and are none.
static NO_PLURALS: Words = Words::new("specimen abdomen omen regimen semen acumen stamen pumice");
/// One form for one and several.
static SAME: Words = Words::new(
    "sheep deer moose swine series species aircraft spacecraft watercraft offspring means \
    headquarters salmon trout bison",
);
static POTATOES: Words = Words::new("hero potato tomato echo torpedo veto embargo mosquito volcano");

/// The plural of a noun.
fn plural(word: &str) -> String {
    let lower = word.to_lowercase();
    if is_acronym(word) {
        return format!("{word}s");
    }
    if is_invariable(word) || ends(&["ese"], &lower) || !word.ends_with(char::is_alphabetic) {
        return word.to_owned();
    }
    let whole = WHOLE.iter().find(|(one, _)| *one == lower);
    let irregular = || IRREGULAR.iter().filter(|_| !NO_MEN.has(&lower)).find(|(one, _)| lower.ends_with(one));
    if let Some((one, several)) = whole.or_else(irregular) {
        let stem = word.get(..word.len().saturating_sub(one.len())).unwrap_or_default();
        // "Person" keeps its capital.
        let tail = word.get(stem.len()..).unwrap_or_default();
        let casing = if tail.starts_with(char::is_uppercase) { super::Casing::Initial } else { super::Casing::Own };
        return format!("{stem}{}", super::cased(several, casing));
    }
    if let Some(stem) = word.strip_suffix("sis").or_else(|| word.strip_suffix("xis")) {
        let last = if word.ends_with("sis") { 's' } else { 'x' };
        return format!("{stem}{last}es");
    }
    if let Some(stem) = word.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    let hisses =
        lower.ends_with(['s', 'x', 'z']) || lower.ends_with("sh") || (lower.ends_with("ch") && !HARD.has(&lower));
    let ending = if hisses || POTATOES.has(&lower) { "es" } else { "s" };
    format!("{word}{ending}")
}

/// True if a word is made of capitals: "MRI".
fn is_acronym(word: &str) -> bool {
    word.chars().nth(1).is_some() && word.chars().all(char::is_uppercase)
}

static HARD: Words = Words::new("stomach monarch patriarch matriarch epoch eunuch oligarch loch tech");

/// They end like a plural and are none.
static SINGULAR: Words = Words::new(
    "diabetes herpes measles mumps rabies scabies caries news lens series species gas atlas \
    canvas pancreas bias alias chaos cosmos bus means ascites biceps triceps forceps rickets shingles lactobacillus \
    christmas texas kansas headquarters",
);
static FIELDS: Words = Words::new(
    "physics politics mathematics ethics economics genetics obstetrics paediatrics pediatrics \
    athletics gymnastics linguistics electronics logistics acoustics optics genomics orthopaedics orthopedics \
    geriatrics robotics aeronautics",
);
/// They are plural without ending like one.
static PLURAL: Words = Words::new("police cattle clergy media bacteria criteria phenomena data people");

/// The number of a noun.
pub(super) fn number(word: &str) -> Number {
    let lower = word.to_lowercase();
    let is_irregular = || {
        WHOLE.iter().any(|(_, several)| *several == lower)
            || IRREGULAR.iter().any(|(_, several)| lower.ends_with(several)) && !NO_PLURALS.has(&lower)
    };
    let ends_so = lower.ends_with('s')
        && !ends(&["ss", "us", "is"], &lower)
        && !FIELDS.has(&lower)
        && !SINGULAR.has(&lower)
        && lower.len() > 2;
    let is_plural = !is_acronym(word) && (ends_so || PLURAL.has(&lower) || is_irregular());
    if is_plural { Number::Plural } else { Number::Singular }
}

/// True if a noun is the same in both numbers, so that its form tells nothing.
pub(super) fn is_invariable(word: &str) -> bool {
    let lower = word.to_lowercase();
    SAME.has(&lower) || lower.ends_with("fish")
}

static MASS: Words = Words::new(
    "information equipment furniture knowledge research advice evidence software hardware money water \
    blood food air music health luck weather homework traffic luggage baggage transport transportation education \
    love work surgery care cancer pain fever asthma depression anxiety pneumonia hypertension hypotension \
    schizophrenia dementia epilepsy obesity malaria flu influenza tuberculosis sepsis diabetes herpes measles mumps \
    rabies scabies caries ascites rickets shingles news gold silver steel iron oil coal wood rice wheat bread meat \
    milk beer wine coffee tea alcohol tobacco cocaine heroin cannabis marijuana morphine paper clothing clothes \
    machinery jewellery jewelry electricity energy security publicity hospitality mortality morbidity damage \
    progress behaviour behavior violence justice poverty wealth art literature poetry agriculture industry commerce \
    trade finance law medicine nursing staff personnel leadership employment unemployment treatment chemotherapy \
    radiotherapy nutrition vision sleep stress matter stuff christianity judaism islam buddhism hinduism death \
    communication sexuality approval acclaim attention recognition popularity fame intoxication abuse",
);
const MASS_ENDINGS: &[&str] = &[
    "itis",
    "aemia",
    "emia",
    "algia",
    "uria",
    "plegia",
    "penia",
    "phobia",
    "philia",
    "rrhoea",
    "rrhea",
    "pnoea",
    "pnea",
    "pathy",
    "atrophy",
    "dystrophy",
    "therapy",
    "logy",
    "nomy",
    "sophy",
    "osis",
    "iasis",
    "ness",
    "ism",
    "hood",
    "ance",
    "ence",
];
static COUNTED: Words = Words::new(
    "diagnosis prognosis metamorphosis hypnosis illness weakness business witness harness \
    wilderness likeness organism mechanism prism microorganism apology trilogy anthology eulogy analogy \
    neighbourhood neighborhood economy psychopathy sickness eyewitness technology therapy metropolis substance \
    appliance ambulance science conference sentence audience residence instance performance disturbance allowance \
    entrance dance balance alliance circumstance appearance reference sequence difference fence licence influence \
    occurrence experience preference consequence correspondence essence province distance fragrance nuisance romance \
    utterance ordinance",
);
/// Gerunds cannot be counted, these can.
static COUNTED_GERUNDS: Words = Words::new(
    "building meeting drawing wedding ceiling being feeling setting thing ring king string \
    spring wing swelling finding opening dwelling offspring sibling recording hearing ruling warning beginning \
    reading crossing landing blessing saying gathering evening morning earring killing ordering bearing covering \
    clearing offering lining seedling duckling sapling icing filling cutting outbuilding viking painting writing",
);

/// True if a noun can be counted.
fn is_countable(word: &str) -> bool {
    let lower = word.to_lowercase();
    if COUNTED.has(&lower) {
        return true;
    }
    let is_gerund = ends(&["ing"], &lower) && !COUNTED_GERUNDS.has(&lower);
    !(is_gerund || MASS.has(&lower) || FIELDS.has(&lower) || ends(MASS_ENDINGS, &lower))
}

#[cfg(test)]
mod tests {
    use super::super::{Article, article, inflect};
    use super::*;

    fn several(phrase: &str) -> String {
        inflect(phrase, Language::English, Number::Plural, None).text
    }

    fn one(phrase: &str) -> String {
        let inflected = inflect(phrase, Language::English, Number::Singular, None);
        format!("{} {}", article(Article::Indefinite, &inflected), inflected.text)
    }

    #[test]
    fn the_head_becomes_plural() {
        for (singular, plural) in [
            ("doctor", "doctors"),
            ("disease of metabolism", "diseases of metabolism"),
            ("person", "people"),
            ("city in California", "cities in California"),
            ("nurse or midwife", "nurses or midwives"),
            ("legal, social or cultural professional", "legal, social or cultural professionals"),
            ("doctor, dentist or pharmacist", "doctors, dentists or pharmacists"),
            ("medical doctor or dental surgeon", "medical doctors or dental surgeons"),
            ("attorney general", "attorneys general"),
            ("member of the armed forces", "members of the armed forces"),
            ("policeman", "policemen"),
            ("human", "humans"),
            ("diagnosis", "diagnoses"),
            ("virus", "viruses"),
            ("church", "churches"),
            ("monarch", "monarchs"),
            ("day", "days"),
            ("hero", "heroes"),
            ("MRI", "MRIs"),
            ("Christian", "Christians"),
            ("daughter-in-law", "daughters-in-law"),
            ("mass (of some sort)", "masses (of some sort)"),
            ("religious person", "religious people"),
            ("salesperson", "salespeople"),
            ("life", "lives"),
            ("box", "boxes"),
        ] {
            assert_eq!(several(singular), plural);
        }
    }

    #[test]
    fn what_cannot_be_counted_or_is_plural_stays() {
        for phrase in [
            "information",
            "equipment",
            "arthritis",
            "ill health",
            "people",
            "diseases",
            "armed forces",
            "aircraft",
            "diabetes mellitus, type 2",
            "series",
        ] {
            assert_eq!(several(phrase), phrase);
        }
        assert_eq!(one("information"), " information");
        assert_eq!(one("armed forces"), " armed forces");
        assert_eq!(one("diagnosis"), "a diagnosis");
        assert_eq!(one("illness"), "an illness");
        assert_eq!(one("organism"), "an organism");
        assert_eq!(one("specialist doctor"), "a specialist doctor");
    }
}
