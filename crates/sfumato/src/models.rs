//! The learned recognisers of a policy.

use sfumato_detect::learned::neural::{Reader, Wanted};
use sfumato_detect::learned::{Learned, Package, Quality};
use sfumato_detect::{Category, Fault, Finding, Findings, Recogniser, is_prose};
use sfumato_language::{Analysis, Language};
use sfumato_mask::{Recognise, nearest};

use crate::{Bundle, ConfigError};

/// A learned recogniser that reports what the policy lets it.
pub(crate) struct Model {
    kind: Kind,
    only: Vec<Category>,
}

enum Kind {
    Learned(Box<Learned<'static>>),
    Reader(Box<Reader<'static>>),
}

/// The recognisers that a policy names, and those given beside it, which may report anything.
///
/// The fast network reads for all of them. Where the policy wants more, a better one stands for those it has a head for, and
/// the fast one looks for what that head was not taught.
pub(crate) fn build(recognise: &Recognise, more: &[(String, Package<'static>)]) -> Result<Vec<Model>, ConfigError> {
    // What is named twice finds nothing twice.
    let is_given = |name: &str| more.iter().any(|(_, package)| package.id() == name);
    let named: Vec<&str> = recognise.models.iter().map(String::as_str).filter(|name| !is_given(name)).collect();
    let mut readers: Vec<Reader<'static>> = Vec::new();
    if recognise.quality > Quality::Fast && !named.is_empty() {
        readers.push(reader(recognise.quality, recognise, &named, &[])?);
    }
    if !named.is_empty() {
        readers.push(reader(Quality::Fast, recognise, &named, &readers)?);
    }
    readers.retain(|reader| reader.answers_for().next().is_some());
    let model = |reader| Model { kind: Kind::Reader(Box::new(reader)), only: recognise.only.clone() };
    let mut models: Vec<Model> = readers.into_iter().map(model).collect();
    for (name, package) in more {
        let around = Bundle::surroundings(package.language())?;
        let learned = Learned::new(package.clone(), around, recognise.sensitivity);
        let learned = learned.map_err(|error| ConfigError::Model { name: name.clone(), error })?;
        models.push(Model { kind: Kind::Learned(Box::new(learned)), only: Vec::new() });
    }
    Ok(models)
}

/// The network of a quality, for what better ones among those that a policy names leave to it.
fn reader(
    quality: Quality,
    recognise: &Recognise,
    named: &[&str],
    better: &[Reader<'static>],
) -> Result<Reader<'static>, ConfigError> {
    let wrong = |error| ConfigError::Model { name: quality.name().to_owned(), error };
    let (encoder, vocabulary) = (Bundle::encoder(quality).map_err(wrong)?, Bundle::vocabulary().map_err(wrong)?);
    let mut wanted = Vec::new();
    for name in named {
        let Some(language) = encoder.language_of(name) else {
            if quality == Quality::Fast {
                return Err(ConfigError::NoModel { name: (*name).to_owned() });
            }
            continue;
        };
        let gazetteer = Bundle::gazetteer(language).map_err(wrong)?;
        let answered = better.iter().flat_map(|reader| reader.answers_of(name));
        let except = answered.map(|(_, category)| category.clone()).collect();
        wanted.push(Wanted { id: (*name).to_owned(), gazetteer, except });
    }
    Ok(Reader::new(encoder.clone(), vocabulary, &wanted, recognise.sensitivity))
}

impl Model {
    /// What it looks for, and in which language.
    pub fn answers_for(&self) -> impl Iterator<Item = (Language, Category)> {
        let (learned, reader) = match &self.kind {
            Kind::Learned(learned) => (Some(&**learned), None),
            Kind::Reader(reader) => (None, Some(&**reader)),
        };
        let of_learned = learned.into_iter().flat_map(|learned| {
            let language = learned.package().language();
            learned.categories().iter().map(move |category| (language, category))
        });
        let all = of_learned.chain(reader.into_iter().flat_map(Reader::answers_for));
        all.filter(|(_, category)| self.may(category)).map(|(language, category)| (language, category.clone()))
    }

    fn may(&self, category: &Category) -> bool {
        let is_any = |among: &[Category]| among.iter().any(|known| category.is_within(known.path()));
        self.only.is_empty() || is_any(&self.only)
    }
}

impl Recogniser for Model {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), Fault> {
        let mut found = Findings::default();
        match &self.kind {
            Kind::Learned(learned) => learned.recognise(analysis, &mut found)?,
            Kind::Reader(reader) => reader.recognise(analysis, &mut found)?,
        }
        let document = analysis.document();
        let may = |finding: &Finding| self.may(&finding.category) && is_prose(document, finding.span);
        found.into_sorted().into_iter().filter(may).for_each(|finding| findings.push(finding));
        Ok(())
    }
}

/// What to do if there is no model of this name.
pub(crate) fn hint(name: &str) -> String {
    let known: Vec<&str> = Bundle::learned().collect();
    match nearest(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sfumato_document::formats::{Format as _, Text};
    use sfumato_mask::Policy;

    fn recognise(section: &str) -> Recognise {
        Policy::parse("p", &format!("version = 1\n[recognise]\n{section}\n")).expect("well formed").recognise
    }

    fn found(models: &[Model]) -> Vec<(Language, Category)> {
        models.iter().flat_map(Model::answers_for).collect()
    }

    #[test]
    fn models_report_what_the_policy_lets_them() {
        let all = build(&recognise("models = [\"es/clinical\"]"), &[]).expect("buildable");
        assert!(found(&all).iter().any(|(_, category)| category.is_within("place")));
        let some = recognise("models = [\"es/clinical\"]\nonly = [\"person\"]");
        let people = found(&build(&some, &[]).expect("buildable"));
        assert!(!people.is_empty());
        assert!(people.iter().all(|(language, it)| *language == Language::Spanish && it.is_within("person")));
        // One that is given beside the policy takes the place of the same one, and may report anything.
        let package = Bundle::package("es/clinical").expect("it is there").expect("sound").clone();
        let given = build(&some, &[("x".to_owned(), package)]).expect("buildable");
        assert_eq!((given.len(), found(&given).len()), (1, found(&all).len()));
    }

    #[test]
    fn a_network_stands_for_what_it_was_taught() {
        let of = |models: &str, quality: &str| {
            build(&recognise(&format!("models = [{models}]\nquality = \"{quality}\"")), &[]).expect("buildable")
        };
        let sorted = |models: &[Model]| {
            let mut all = found(models);
            all.sort_by_key(|(language, category)| (language.code(), category.path().to_owned()));
            all.dedup();
            all
        };
        for quality in ["balanced", "best"] {
            // All of it, or with the fast network for the rest.
            let whole = of("\"es/clinical\"", quality);
            assert_eq!(whole.len(), 1);
            assert_eq!(sorted(&whole), sorted(&of("\"es/clinical\"", "fast")));
            let part = of("\"en/general\"", quality);
            assert_eq!(part.len(), 2);
            assert_eq!(found(&part).len(), sorted(&part).len(), "nothing is looked for twice");
            assert_eq!(sorted(&part), sorted(&of("\"en/general\"", "fast")));
            assert_eq!(of("\"en/clinical\"", quality).len(), 1, "there is no head for it");
        }
        let all: Vec<String> = Bundle::learned().map(|name| format!("\"{name}\"")).collect();
        assert_eq!(of(&all.join(", "), "fast").len(), 1, "one reading for all of them");
        assert_eq!(of(&all.join(", "), "best").len(), 2);
    }

    #[test]
    fn a_network_reads_long_documents_in_windows() {
        let models = build(&recognise("models = [\"es/clinical\"]\nquality = \"balanced\""), &[]).expect("buildable");
        let note = "Nombre: Aurelia Quiñones Bravo.\nFecha de ingreso: 12/03/2019.\n\
                    Médico: Dra. Remedios Zapatero Luengo.\nPaciente de 54 años que acude por dolor.\n\n";
        let text = note.repeat(200);
        let document = Text.read(text.clone().into_bytes()).expect("text");
        let analysis = Analysis::new(&document);
        let mut findings = Findings::default();
        models[0].recognise(&analysis, &mut findings).expect("it reads");
        let findings = findings.into_sorted();
        let names = findings.iter().filter(|finding| finding.category.is_within("person/patient"));
        let mut starts: Vec<usize> = names.map(|finding| finding.span.start() % note.len()).collect();
        assert_eq!(starts.len(), 200, "each is found once");
        starts.dedup();
        assert_eq!(starts, [note.find("Aurelia").expect("it is there")]);
        let staff = findings.iter().find(|finding| finding.category.is_within("person/staff")).expect("found");
        assert_eq!(document.slice(staff.span), "Remedios Zapatero Luengo", "a title is no part of a name");
        assert_eq!(&*staff.evidence.rule, "balanced");
        assert!(findings.iter().all(|finding| (0.0..=1.0).contains(&finding.score)));
    }

    #[test]
    fn a_model_that_is_not_there_is_refused_with_a_way_out() {
        let told = |name: &str| {
            let recognise = Recognise { models: vec![name.to_owned()], ..Recognise::default() };
            build(&recognise, &[]).err().expect("refused").to_string()
        };
        assert_eq!(told("es/genral"), "there is no model `es/genral`; did you mean `es/general`?");
        assert!(told("nothing").starts_with("there is no model `nothing`; there are en/clinical, en/disease, "));
    }
}
