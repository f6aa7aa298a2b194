//! Statements of RDF that make a taxonomy: SKOS, RDF Schema, OWL and what YAGO uses.
//!
//! Whether something is a class, a thing of a class, or of no use may be said after all else about it, so relations and
//! types wait until everything was read.

use std::collections::BTreeMap;

use super::LoadError;
use super::intake::{Intake, StatedName, language_of_tag, without_parenthesis};
use crate::taxonomy::{DraftId, NameKind, Place};

/// The object of a statement.
#[derive(Clone, Copy)]
pub(super) enum Object<'a> {
    /// A thing, by its IRI.
    Thing(&'a str),
    /// A text, with the tag of its language if it has one.
    Text(&'a str, Option<&'a str>),
}

/// The meaning of a predicate to a taxonomy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Parent,
    Child,
    Type,
    Name(NameKind),
    Deprecated,
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema";
const OWL: &str = "http://www.w3.org/2002/07/owl";
const SKOS: &str = "http://www.w3.org/2004/02/skos/core";
const OBO: &str = "http://www.geneontology.org/formats/oboInOwl";
const SHACL: &str = "http://www.w3.org/ns/shacl";

/// The vocabularies whose own classes say nothing about the world.
const ABOUT_DATA: [&str; 5] = [RDF, RDFS, OWL, SKOS, SHACL];

/// The name of a term in a vocabulary. Some files leave the mark between the two out.
fn term<'i>(iri: &'i str, vocabulary: &str) -> Option<&'i str> {
    iri.strip_prefix(vocabulary).map(|name| name.strip_prefix('#').unwrap_or(name))
}

fn meaning(predicate: &str) -> Option<Meaning> {
    let schema = || predicate.strip_prefix("http").map(|rest| rest.trim_start_matches('s'));
    match () {
        () if term(predicate, RDF) == Some("type") => Some(Meaning::Type),
        () if term(predicate, OWL) == Some("deprecated") => Some(Meaning::Deprecated),
        () if schema() == Some("://schema.org/name") => Some(Meaning::Name(NameKind::Preferred)),
        () if schema() == Some("://schema.org/alternateName") => Some(Meaning::Name(NameKind::Synonym)),
        () => match (term(predicate, RDFS), term(predicate, SKOS), term(predicate, OBO)) {
            (Some("subClassOf"), ..) | (_, Some("broader"), _) => Some(Meaning::Parent),
            (_, Some("narrower"), _) => Some(Meaning::Child),
            (Some("label"), ..) | (_, Some("prefLabel"), _) => Some(Meaning::Name(NameKind::Preferred)),
            (_, Some("altLabel"), _) | (.., Some("hasExactSynonym")) => Some(Meaning::Name(NameKind::Synonym)),
            (_, Some("hiddenLabel"), _) | (.., Some("hasRelatedSynonym" | "hasBroadSynonym" | "hasNarrowSynonym")) => {
                Some(Meaning::Name(NameKind::Related))
            }
            _ => None,
        },
    }
}

/// Something that is a class, or no longer is.
struct ClassStatements {
    place: Place,
    is_deprecated: bool,
    is_class: bool,
}

/// The statements so far.
#[derive(Default)]
pub(super) struct Graph {
    classes: BTreeMap<DraftId, ClassStatements>,
    relations: Vec<(DraftId, DraftId, Place)>,
    types: Vec<(DraftId, DraftId, Place)>,
}

impl Graph {
    /// Adds a statement about something that has an IRI.
    pub(super) fn state(
        &mut self,
        subject: &str,
        predicate: &str,
        object: Object<'_>,
        line: u32,
        intake: &mut Intake<'_>,
    ) -> Result<(), LoadError> {
        match (meaning(predicate), object) {
            (Some(Meaning::Parent), Object::Thing(parent)) => self.relate(subject, parent, line, intake),
            (Some(Meaning::Child), Object::Thing(child)) => self.relate(child, subject, line, intake),
            (Some(Meaning::Type), Object::Thing(class)) => self.classify(subject, class, line, intake),
            (Some(Meaning::Deprecated), Object::Text("true" | "1", _)) => {
                if let Some(concept) = intake.concept(subject, line)? {
                    self.class(concept, intake.place(line)).is_deprecated = true;
                }
                Ok(())
            }
            (Some(Meaning::Name(kind)), Object::Text(text, tag)) => {
                let language = tag.map_or(Some(intake.language), language_of_tag);
                let Some(language) = language else { return Ok(()) };
                let Some(concept) = intake.concept(subject, line)? else { return Ok(()) };
                intake.name(concept, StatedName::new(text, language, kind), intake.place(line))
            }
            _ => Ok(()),
        }
    }

    fn class(&mut self, concept: DraftId, place: Place) -> &mut ClassStatements {
        self.classes.entry(concept).or_insert(ClassStatements { place, is_deprecated: false, is_class: false })
    }

    fn relate(&mut self, child: &str, parent: &str, line: u32, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let (Some(child), Some(parent)) = (intake.concept(child, line)?, intake.concept(parent, line)?) else {
            return Ok(());
        };
        let place = intake.place(line);
        // Both ends of such a relation are classes, whatever else is said of them.
        for concept in [child, parent] {
            self.class(concept, place.clone()).is_class = true;
        }
        // Many vocabularies say of each class that it is one of itself.
        if child != parent {
            self.relations.push((child, parent, place));
        }
        Ok(())
    }

    fn classify(&mut self, subject: &str, class: &str, line: u32, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        let is_class = matches!(
            (term(class, RDFS), term(class, OWL), term(class, SKOS)),
            (Some("Class"), ..) | (_, Some("Class"), _) | (.., Some("Concept"))
        );
        let is_about_data = ABOUT_DATA.iter().any(|vocabulary| term(class, vocabulary).is_some());
        if is_about_data && !is_class {
            return Ok(());
        }
        let Some(subject) = intake.concept(subject, line)? else { return Ok(()) };
        let place = intake.place(line);
        if is_class {
            self.class(subject, place).is_class = true;
        } else if let Some(class) = intake.concept(class, line)? {
            self.types.push((subject, class, place));
        }
        Ok(())
    }

    /// Hands over what was stated.
    pub(super) fn settle(self, intake: &mut Intake<'_>) -> Result<(), LoadError> {
        for (concept, class) in &self.classes {
            match (class.is_deprecated, class.is_class) {
                (true, _) => intake.retired += 1,
                (false, true) => {
                    intake.state(*concept, class.place.clone());
                }
                (false, false) => {}
            }
        }
        let is_deprecated = |concept| self.classes.get(concept).is_some_and(|class| class.is_deprecated);
        let mut things = Vec::new();
        for (thing, class, place) in self.types {
            // A thing of a class that nobody speaks of otherwise belongs to another world: a file, a licence.
            let is_of_use = intake.is_stated(class) && !self.classes.contains_key(&thing);
            if is_of_use {
                intake.state(thing, place.clone());
                intake.individual(thing);
                intake.parent(thing, class, place.clone())?;
                things.push((thing, place));
            }
        }
        for (child, parent, place) in &self.relations {
            if is_deprecated(child) || is_deprecated(parent) {
                intake.retired += 1;
            } else {
                intake.parent(*child, *parent, place.clone())?;
            }
        }
        let classes = self.classes.iter().map(|(concept, class)| (*concept, class.place.clone()));
        for (concept, place) in classes.chain(things) {
            if intake.is_stated(concept) && !intake.has_name(concept) {
                name_by_id(concept, place, intake)?;
            }
        }
        Ok(())
    }
}

/// Names something without labels by its IRI, if that is made of words.
fn name_by_id(concept: DraftId, place: Place, intake: &mut Intake<'_>) -> Result<(), LoadError> {
    let is_individual = intake.is_individual(concept);
    match intake.id(concept).and_then(|iri| name_of(iri, is_individual)) {
        Some(name) => intake.name(concept, StatedName::new(&name, intake.language, NameKind::Preferred), place),
        None => Ok(()),
    }
}

/// The name that an IRI gives something: `http://schema.org/TVSeries` a "TV series".
fn name_of(iri: &str, is_individual: bool) -> Option<String> {
    let local = iri.trim_end_matches('/').rsplit(['#', '/', ':']).next()?;
    let local = unescaped(local);
    let words = if local.contains('_') {
        let all: Vec<&str> = local.split('_').filter(|word| !word.is_empty()).collect();
        without_numbers(&all).iter().map(|word| (*word).to_owned()).collect()
    } else {
        camel_words(&local)
    };
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = |word: &String| word.len() > 1 && word.chars().any(|c| c.is_ascii_digit()) && !is_number(word);
    let has_word = words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    let is_numbered = words.len() == 2
        && words.last().is_some_and(is_number)
        && words.first().is_some_and(|word| word.chars().all(char::is_uppercase));
    if !has_word || is_numbered || (words.len() == 1 && words.first().is_some_and(is_code)) {
        return None;
    }
    let name = words.join(" ");
    let name = without_parenthesis(&name);
    Some(if is_individual { name.to_owned() } else { in_small_letters(name) })
}

/// Without the numbers of WordNet and Wikidata that YAGO puts around the words.
fn without_numbers<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let is_number = |word: &str, digits: usize| word.len() >= digits && word.bytes().all(|byte| byte.is_ascii_digit());
    match words {
        ["wordnet", inside @ .., last] if is_number(last, 9) && !inside.is_empty() => inside,
        ["wikicat" | "wikicategory", inside @ ..] if !inside.is_empty() => inside,
        [inside @ .., last] if last.strip_prefix('Q').is_some_and(|number| is_number(number, 1)) => inside,
        all => all,
    }
}

/// Percent signs with two digits stand for bytes, and in YAGO `_u0028_` for a letter.
fn unescaped(local: &str) -> String {
    let mut bytes = Vec::with_capacity(local.len());
    let mut rest = local.as_bytes();
    let code = |digits: &[u8]| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    while let [first, behind @ ..] = rest {
        let escape = match rest {
            [b'%', a, b, behind @ ..] => code(&[*a, *b]).map(|byte| (vec![byte as u8], behind)),
            [b'_', b'u', a, b, c, d, b'_', behind @ ..] => {
                code(&[*a, *b, *c, *d]).and_then(char::from_u32).map(|letter| (letter.to_string().into_bytes(), behind))
            }
            _ => None,
        };
        let (letters, behind) = escape.unwrap_or((vec![*first], behind));
        bytes.extend(letters);
        rest = behind;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| local.to_owned())
}

/// The words of `TVSeriesEpisode` or `body-of-water`.
fn camel_words(local: &str) -> Vec<String> {
    let letters: Vec<char> = local.chars().collect();
    let mut words = vec![String::new()];
    for (at, c) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| letters.get(before)).copied().unwrap_or(' ');
        let after = letters.get(at + 1).copied().unwrap_or(' ');
        let starts = c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && after.is_lowercase()));
        let divides = matches!(c, '-' | ' ' | '.' | '+');
        if starts || divides {
            words.push(String::new());
        }
        if let (false, Some(word)) = (divides, words.last_mut()) {
            word.push(*c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Words with one capital at their start are written small; abbreviations are not.
fn in_small_letters(name: &str) -> String {
    let small = |word: &str| match word.chars().skip(1).any(char::is_uppercase) {
        true => word.to_owned(),
        false => word.to_lowercase(),
    };
    name.split(' ').map(small).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iris_tell_names() {
        let class = |iri| name_of(iri, false);
        assert_eq!(class("http://schema.org/Person").as_deref(), Some("person"));
        assert_eq!(class("http://schema.org/TVSeries").as_deref(), Some("TV series"));
        assert_eq!(class("http://schema.org/BodyOfWater").as_deref(), Some("body of water"));
        assert_eq!(
            class("http://yago-knowledge.org/resource/Human_settlement_Q486972").as_deref(),
            Some("human settlement")
        );
        assert_eq!(class("wordnet_stunt_man_110668666").as_deref(), Some("stunt man"));
        assert_eq!(class("yago:Bridge__u0028_game_u0029_").as_deref(), Some("bridge"));
        assert_eq!(name_of("yago:Ann_Lee", true).as_deref(), Some("Ann Lee"));
    }

    #[test]
    fn codes_are_no_names() {
        for iri in ["http://x.org/Q12345", "http://x.org/DOID_0001816", "http://x.org/C0018923", "urn:x:123", "a#"] {
            assert_eq!(name_of(iri, false), None, "{iri}");
        }
    }
}
