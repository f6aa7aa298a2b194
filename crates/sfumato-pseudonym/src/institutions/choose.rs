//! Choosing the substitute of a name.

use sfumato_language::Language;

use super::parse::InstitutionStyle;
use crate::{SubstituteContext, SubstituteKind, SubstituteTable, fold};

/// Letters that everybody reads as something.
const WELL_KNOWN: &str = "USA USB UE ONU OTAN UN NATO BBC CBS NBC CNN FBI CIA IRA ETA SS PSOE PP PNV CIU IU UGT SEPE SIDA VIH ADN \
    ARN IMSS ISSSTE IBM BP BMW RTVE TVE UNED CSIC FIFA UEFA OMS NASA NSA TAC PET EPOC";

/// Words behind a coined name that say that it is a company.
const COMPANIES: [&str; 5] = ["Group", "Stores", "Foods", "Systems", "Holdings"];

/// A name that needs a substitute.
#[derive(Clone, Copy)]
pub(super) struct InstitutionNameNeed {
    pub style: InstitutionStyle,
    pub language: Language,
    pub roll: u32,
}

/// An invented name: nothing of the scope, and nothing that stands for another.
pub(super) fn name(
    key: &str,
    wanted: InstitutionNameNeed,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let group = match (wanted.style, wanted.language) {
        (InstitutionStyle::Virgin, _) => "institution-virgin",
        (InstitutionStyle::Saint("saint-m"), _) => "institution-saint-m",
        (InstitutionStyle::Saint("saint-f"), _) => "institution-saint-f",
        (InstitutionStyle::Saint("saint-o"), _) => "institution-saint-o",
        (InstitutionStyle::Saint(_), _) => "institution-saint",
        (InstitutionStyle::Noun("noun-ms"), _) => "institution-noun-ms",
        (InstitutionStyle::Noun("noun-fs"), _) => "institution-noun-fs",
        (InstitutionStyle::Noun("noun-mp"), _) => "institution-noun-mp",
        (InstitutionStyle::Noun(_), _) => "institution-noun-fp",
        (InstitutionStyle::Brand, _) => "institution-brand",
        (InstitutionStyle::Plain, Language::Spanish) => "institution-name-es",
        (InstitutionStyle::Plain, Language::English) => "institution-name-en",
    };
    let more = match wanted.language {
        Language::Spanish => "institution-name-es",
        Language::English => "institution-name-en",
    };
    let is_free = |name: &str| {
        !chosen.is_used(SubstituteKind::Organisation, name)
            && !name.split(' ').any(|word| word.len() > 3 && context.originals.hold_word(word))
            && fold(name) != key
    };
    let mut draw = context.seed.draw(&[SubstituteKind::Organisation.name(), key]);
    let names = context.lists.group(group);
    let start = draw.below(names.len()) + wanted.roll as usize;
    let around = (0..names.len()).filter_map(|step| names.get((start + step) % names.len()));
    if let Some(name) = around.into_iter().find(|name| is_free(name)) {
        return Some(match (wanted.style, wanted.language) {
            // A coined word by itself is read as anything.
            (InstitutionStyle::Brand, Language::English) => format!("{name} {}", draw.pick(&COMPANIES)?),
            (InstitutionStyle::Brand, Language::Spanish) => format!("Grupo {name}"),
            _ => (*name).to_owned(),
        });
    }
    // All are in use: a name of two parts.
    (0..1000).find_map(|_| {
        let (first, second) = (draw.pick(names)?, draw.pick(context.lists.group(more))?);
        let name = match wanted.language {
            Language::Spanish => format!("{first} de {second}"),
            Language::English => format!("{first} {second}"),
        };
        is_free(&name).then_some(name)
    })
}

/// Another word of a group of words that can be changed for one another, such that the whole is new.
pub(super) fn generic(
    key: &str,
    group: &str,
    language: Language,
    roll: u32,
    whole: impl Fn(&str) -> String,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    let ending = if language == Language::Spanish { "es" } else { "en" };
    let names = context.lists.group(&format!("institution-{group}-{ending}"));
    let start =
        context.seed.draw(&[SubstituteKind::Organisation.name(), key, "generic"]).below(names.len()) + roll as usize;
    (0..names.len()).filter_map(|step| names.get((start + step) % names.len())).map(|word| whole(word)).find(|text| {
        let folded = fold(text);
        folded != key && !context.originals.hold(text) && !chosen.is_used(SubstituteKind::Organisation, text)
    })
}

/// Other letters of the same make: vowels for vowels, digits for digits. A first H, C or U of a hospital may stay.
pub(super) fn acronym(
    key: &str,
    keeps_first: bool,
    roll: u32,
    context: &SubstituteContext<'_>,
    chosen: &SubstituteTable,
) -> Option<String> {
    const VOWELS: &[u8] = b"AEIOU";
    const CONSONANTS: &[u8] = b"BCDFGLMNPRSTV";
    let mut draw = context.seed.draw(&[SubstituteKind::Organisation.name(), key, &roll.to_string()]);
    let keeps_first = keeps_first && key.len() > 2 && key.starts_with(['h', 'c', 'u']);
    (0..200).find_map(|_| {
        let other = |(at, c): (usize, char)| {
            let from = match c {
                c if at == 0 && keeps_first => return c.to_ascii_uppercase(),
                '0'..='9' => b"123456789".as_slice(),
                'a' | 'e' | 'i' | 'o' | 'u' => VOWELS,
                _ => CONSONANTS,
            };
            draw.pick(from).map_or('X', |b| char::from(*b))
        };
        let name: String = key.chars().enumerate().map(other).collect();
        let is_free = !WELL_KNOWN.split(' ').any(|known| known == name)
            && !chosen.is_used(SubstituteKind::Organisation, &name)
            && !context.originals.hold_word(&name);
        (is_free && fold(&name) != key).then_some(name)
    })
}
