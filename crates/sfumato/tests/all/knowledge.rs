//! What is embedded knows the world as anyone does.

use sfumato::Bundle;
use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::knowledge::{Ask, Generalisation, Way};
use sfumato::language::Language::{self, English, Spanish};
use sfumato::language::{Analysis, Convention, Languages, Parser};
use sfumato::risk::World;

fn world() -> World<'static> {
    Bundle::world().expect("embedded")
}

/// What is more general than a phrase, with how telling each is.
fn chain(ask: &Ask<'static>) -> Vec<(String, f64)> {
    let world = world();
    let general = world.knowledge.generalisations(ask, None);
    let (own, bits) = world.bits(ask, &general).expect("counted");
    let texts = general.iter().map(|general| general.text.clone().into_owned());
    let found: Vec<(String, f64)> = texts.zip(bits).collect();
    assert!(found.iter().all(|(_, bits)| *bits <= own), "nothing more general tells more");
    found
}

/// Whether these stand in the chain of a phrase, in this order, each telling no more than the one before.
#[track_caller]
fn climbs(phrase: &'static str, language: Language, expected: &[&str]) {
    let chain = chain(&Ask::new(phrase, language));
    let mut last = (0, f64::INFINITY);
    for wanted in expected {
        let at = chain.iter().position(|(text, _)| text == wanted);
        let at = at.unwrap_or_else(|| panic!("{phrase}: {wanted} is not in {chain:?}"));
        assert!(at >= last.0 && chain[at].1 <= last.1, "{phrase}: {wanted} in {chain:?}");
        last = (at, chain[at].1);
    }
}

#[test]
fn every_taxonomy_is_sound_and_says_where_it_comes_from() {
    for name in Bundle::taxonomies() {
        let taxonomy = Bundle::taxonomy(name).expect("it is listed").expect("it can be read");
        assert_eq!(taxonomy.check(), Ok(()));
        assert_eq!(taxonomy.name(), name);
        let about = Bundle::about_taxonomy(name).expect("it is listed");
        assert!(about.contains("licence") && about.contains("source"), "{name}");
    }
    assert_eq!(Bundle::taxonomies().count(), 8);
}

#[test]
fn information_falls_on_the_way_up_everywhere() {
    for name in Bundle::taxonomies() {
        let taxonomy = Bundle::taxonomy(name).expect("listed").expect("sound");
        for language in [English, Spanish] {
            for concept in taxonomy.concepts() {
                let hits = taxonomy.hits(concept, language).unwrap_or(0.0);
                for parent in taxonomy.parents(concept) {
                    let above = taxonomy.hits(parent, language).unwrap_or(0.0);
                    assert!(above >= hits, "{name}: {} {}", taxonomy.id(concept), taxonomy.id(parent));
                }
            }
        }
    }
}

#[test]
fn chains_are_those_that_anyone_would_expect() {
    climbs("pancreatic cancer", English, &["cancer", "disease"]);
    climbs("cáncer de páncreas", Spanish, &["cáncer", "enfermedad"]);
    climbs("Tarragona", English, &["province of Tarragona", "Catalonia", "Spain", "Southern Europe", "Europe"]);
    climbs("Tarragona", English, &["city in Catalonia", "city in Spain"]);
    climbs("oncologist", English, &["specialist doctor", "doctor", "health professional"]);
    climbs("curable breast cancer", English, &["breast cancer", "cancer", "disease"]);
    climbs("12 March 2019", English, &["March 2019", "2019", "the 2010s"]);
    climbs("47 años", Spanish, &["entre 45 y 49 años", "entre 40 y 49 años"]);
}

#[test]
fn a_name_that_nobody_knows_is_what_its_category_is() {
    let ask = Ask { category: Some("organisation/hospital"), ..Ask::new("Marram Bay", English) };
    let world = world();
    let general = world.knowledge.generalisations(&ask, None);
    let class = general.iter().find(|general| general.way == Way::Class).expect("hospitals are known");
    assert_eq!(class.text, "hospital");
}

#[test]
fn the_rest_of_a_document_tells_senses_apart() {
    let world = world();
    let first = |beside: [&'static str; 2]| {
        let asks: Vec<Ask<'_>> = ["bank"].into_iter().chain(beside).map(|phrase| Ask::new(phrase, English)).collect();
        let company = world.company(&asks);
        let wordnet = world.knowledge.taxonomies().iter().position(|taxonomy| taxonomy.name() == "wordnet");
        let senses = world.knowledge.senses(&asks[0], Some(&company));
        senses.into_iter().find(|sense| Some(sense.taxonomy) == wordnet).expect("a word").concept
    };
    assert_ne!(first(["money", "loan"]), first(["river", "water"]));
}

#[test]
fn what_is_asked_for_first_is_what_comes_first() {
    let world = world();
    let asks = ["oncologist", "curable breast cancer", "bank", "12 March 2019", "two old banks", "zxq"]
        .map(|phrase| Ask { category: Some("profession"), ..Ask::new(phrase, English) });
    let company = world.company(&asks);
    let source = |general: &Generalisation<'_>| (general.way == Way::Class, general.concept.map(|(at, _)| at));
    for ask in &asks {
        let all = world.knowledge.generalisations(ask, Some(&company));
        let first = world.knowledge.first_generalisations(ask, Some(&company), usize::MAX);
        assert!(all.starts_with(&first) && first.is_empty() == all.is_empty(), "{}", ask.phrase);
        // Nothing of what comes last among them is left out.
        let next = all.get(first.len()).map(source);
        assert_ne!(next, Some(first.last().map_or((false, None), source)), "{}", ask.phrase);
        // What is left out of less tells no more than what is in it.
        let less = world.knowledge.first_generalisations(ask, Some(&company), 2);
        assert!(first.starts_with(&less) && less.is_empty() == first.is_empty(), "{}", ask.phrase);
        let (_, bits) = world.bits(ask, &first).expect("counted");
        let (kept, left) = bits.split_at(less.len());
        assert!(left.iter().all(|left| kept.iter().all(|kept| kept >= left)), "{}", ask.phrase);
        assert_eq!(left.is_empty(), ask.phrase != "oncologist", "{}", ask.phrase);
    }
}

#[test]
fn the_finer_tag_of_a_word_is_the_one_it_has_in_its_whole_sentence() {
    let models = Bundle::models().expect("embedded");
    let quiet = ["The", "old", "patients", "of", "both", "wards", "had", "been", "seen", "by", "John", "'s", "doctors"];
    let loud = quiet.map(str::to_uppercase);
    for words in [quiet, loud.each_ref().map(String::as_str)] {
        let document = TextFile.read(words.join(" ").into_bytes()).expect("text");
        let analysis = Analysis::in_languages(&document, Languages::only(English)).with_models(models);
        let parsed = Parser::new(&models.english, Convention::MAIN).parse(&words);
        let details: Vec<&str> = (0..words.len() as u32).map(|nth| analysis.detail(nth)).collect();
        assert_eq!((analysis.tokens().len(), analysis.tags()), (words.len(), &*parsed.upos));
        assert_eq!(details, parsed.details);
        assert!(details.contains(&"NNS"), "{details:?}");
    }
}

#[test]
fn what_is_known_of_words_from_one_text_changes_nothing_in_the_next() {
    let models = Bundle::models().expect("embedded");
    let text = |text: &str| TextFile.read(text.as_bytes().to_vec()).expect("text");
    let read = |document: &Document| {
        let analysis = Analysis::in_languages(document, Languages::only(English)).with_models(models);
        let details: Vec<String> = (0..analysis.tokens().len() as u32).map(|nth| analysis.detail(nth).into()).collect();
        (analysis.tags().to_vec(), analysis.chunks().to_vec(), details)
    };
    let (one, other) = (text("The old man runs a fish farm."), text("Old fish run. The farm runs the man."));
    let first = read(&one);
    read(&other);
    assert_eq!(read(&one), first);
}
