//! `sfumato knowledge show`: what a phrase may mean, and what that is a kind of.

use std::fmt::Write as _;

use serde::Serialize;
use sfumato::knowledge::counts::CountsError;
use sfumato::knowledge::{Ask, Generalisation, Knowledge, Sense, Way};
use sfumato::language::Language;
use sfumato::risk::World;
use sfumato::{BroughtKnowledge, Bundle};

use crate::args::{AnyLanguage, KnowledgeForm, KnowledgeShow};
use crate::failure::Failure;
use crate::taxonomies::TaxonomyFiles;
use crate::{Completeness, print};

/// Of a concept with more below it, only so many are listed in a table.
const LISTED: usize = 40;

/// Prints what is known of a phrase.
pub fn run(show: &KnowledgeShow) -> Result<Completeness, Failure> {
    let files = TaxonomyFiles::read(&show.taxonomies)?;
    let own = BroughtKnowledge::default().taxonomies(files.own()?);
    let place = || format!("policy {}", show.taxonomies.policy);
    let world = Bundle::world_of(&files.policy.knowledge, &own).map_err(|error| Failure::at(place(), error))?;
    let language = language(show, &world.knowledge);
    let shown = PhraseKnowledge::new(show, &world, language).map_err(|error| Failure::at("counts", error))?;
    match show.form {
        KnowledgeForm::Table => print(&table(&shown))?,
        KnowledgeForm::Json => {
            let json = serde_json::to_string_pretty(&shown).map_err(|error| Failure::call(error.to_string()))?;
            print(&(json + "\n"))?;
        }
    }
    let is_known = !shown.senses.is_empty() || !shown.generalisations.is_empty();
    Ok(if is_known { Completeness::Complete } else { Completeness::Incomplete })
}

/// The language that was given, or else the first in which the phrase is known.
fn language(show: &KnowledgeShow, knowledge: &Knowledge<'_>) -> Language {
    let is_known = |language: &Language| !knowledge.senses(&Ask::new(&show.phrase, *language), None).is_empty();
    match show.language {
        AnyLanguage::En => Language::English,
        AnyLanguage::Es => Language::Spanish,
        AnyLanguage::Auto => {
            [Language::English, Language::Spanish].into_iter().find(is_known).unwrap_or(Language::English)
        }
    }
}

/// The knowledge of a phrase.
#[derive(Serialize)]
struct PhraseKnowledge<'s> {
    phrase: &'s str,
    language: &'static str,
    bits: f64,
    senses: Vec<ShownMeaning<'s>>,
    generalisations: Vec<ShownGeneralisation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    below: Option<ConceptsBelow<'s>>,
}

/// A concept as a taxonomy has it.
#[derive(Serialize)]
struct ShownMeaning<'s> {
    source: &'s str,
    id: &'s str,
    label: &'s str,
    is_likeliest: bool,
    intrinsic_bits: f64,
}

/// Something more general.
#[derive(Serialize)]
struct ShownGeneralisation {
    text: String,
    source: String,
    id: String,
    depth: Option<u8>,
    bits: f64,
}

/// The more special concepts, and the other names of the same one.
#[derive(Serialize)]
struct ConceptsBelow<'s> {
    names: Vec<&'s str>,
    concepts: Vec<&'s str>,
}

impl<'s> PhraseKnowledge<'s> {
    fn new(show: &'s KnowledgeShow, world: &World<'s>, language: Language) -> Result<Self, CountsError> {
        let knowledge = &world.knowledge;
        let ask = Ask { category: show.category.as_deref(), ..Ask::new(&show.phrase, language) };
        let beside = show.beside.iter().map(|phrase| Ask::new(phrase, language));
        let all: Vec<Ask<'_>> = std::iter::once(ask.clone()).chain(beside).collect();
        let company = world.company(&all);
        let company = (all.len() > 1).then_some(&company);
        let senses = knowledge.senses(&ask, company);
        let generalisations = knowledge.generalisations(&ask, company);
        let (own_bits, bits) = world.bits(&ask, &generalisations)?;
        let below = senses.first().filter(|_| show.below).map(|sense| below(knowledge, sense, language));
        Ok(Self {
            phrase: &show.phrase,
            language: language.code(),
            bits: own_bits,
            senses: senses
                .iter()
                .enumerate()
                .filter_map(|(nth, sense)| meaning(knowledge, nth, sense, language))
                .collect(),
            generalisations: generalisations
                .iter()
                .zip(bits)
                .map(|(general, bits)| step(knowledge, general, bits))
                .collect(),
            below,
        })
    }
}

fn meaning<'s>(knowledge: &Knowledge<'s>, nth: usize, sense: &Sense, language: Language) -> Option<ShownMeaning<'s>> {
    let taxonomy: &'s _ = *knowledge.taxonomies().get(sense.taxonomy)?;
    Some(ShownMeaning {
        source: taxonomy.name(),
        id: taxonomy.id(sense.concept),
        label: taxonomy.label(sense.concept, language).unwrap_or_default(),
        is_likeliest: nth == 0,
        intrinsic_bits: taxonomy.intrinsic_bits(sense.concept),
    })
}

fn step(knowledge: &Knowledge<'_>, general: &Generalisation<'_>, bits: f64) -> ShownGeneralisation {
    let of_taxonomy = general.concept.and_then(|(at, concept)| Some((knowledge.taxonomies().get(at)?, concept)));
    let source = match (general.way, &of_taxonomy) {
        (Way::Value, _) => "computed".to_owned(),
        (Way::Part, None) => "fewer words".to_owned(),
        (Way::Part, Some((taxonomy, _))) => format!("fewer words, {}", taxonomy.name()),
        (_, Some((taxonomy, _))) => taxonomy.name().to_owned(),
        (_, None) => String::new(),
    };
    let id = of_taxonomy.map_or_else(String::new, |(taxonomy, concept)| taxonomy.id(concept).to_owned());
    ShownGeneralisation { text: general.text.clone().into_owned(), source, id, depth: general.depth, bits }
}

fn below<'s>(knowledge: &Knowledge<'s>, sense: &Sense, language: Language) -> ConceptsBelow<'s> {
    let Some(taxonomy) = knowledge.taxonomies().get(sense.taxonomy) else {
        return ConceptsBelow { names: Vec::new(), concepts: Vec::new() };
    };
    let names = taxonomy.names(sense.concept).filter(|name| name.language == language).map(|name| name.text).collect();
    let concepts = taxonomy.specialisations(sense.concept);
    ConceptsBelow {
        names,
        concepts: concepts.iter().filter_map(|concept| taxonomy.label(*concept, language)).collect(),
    }
}

fn table(shown: &PhraseKnowledge<'_>) -> String {
    let mut out = format!("{}: {:.1} bits\n", shown.phrase, shown.bits);
    if shown.senses.is_empty() {
        let _ = writeln!(out, "no taxonomy knows the whole phrase ({})", shown.language);
    }
    for meaning in &shown.senses {
        let mark = if meaning.is_likeliest { "*" } else { " " };
        let _ = writeln!(
            out,
            "{mark} {:<12} {:<20} {}  ({:.1} bits intrinsic)",
            meaning.source, meaning.id, meaning.label, meaning.intrinsic_bits
        );
    }
    if !shown.generalisations.is_empty() {
        let _ = writeln!(out, "  {:<41} bits  depth  source", "more general, the most specific first");
    }
    for step in &shown.generalisations {
        let depth = step.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string());
        let _ = writeln!(out, "  {:<40} {:>5.1} {depth:>6}  {:<12} {}", step.text, step.bits, step.source, step.id);
    }
    if let Some(below) = &shown.below {
        let _ = writeln!(out, "other names: {}", below.names.join("; "));
        let listed = below.concepts.iter().take(LISTED).copied().collect::<Vec<_>>().join("; ");
        let _ = writeln!(out, "below it, {} in all: {listed}", below.concepts.len());
    }
    out
}
