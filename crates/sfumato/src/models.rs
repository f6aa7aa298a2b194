//! The learned recognisers of a policy.

use std::collections::HashSet;

use sfumato_detect::learned::neural::{Encoder, HeadRequest, HeadTrust, NetworkReader};
use sfumato_detect::learned::{LearnedRecogniser, ModelError, NetworkQuality, RecogniserPackage};
use sfumato_detect::{Category, Finding, Findings, Recogniser, RecogniserFault};
use sfumato_document::SpareThreads;
use sfumato_language::{Analysis, Language};
use sfumato_mask::{Recognise, suggestion};

use crate::{BuildError, Bundle, belief};

/// A learned recogniser, or some, given beside those that a policy names.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum AddedModel<'w> {
    /// One that the program has, by its name; it may report whatever it finds.
    Named(String),
    /// One that somebody trained, in the place of the one with its id; it may report whatever it finds.
    Trained {
        /// What it is called in errors.
        name: String,
        /// As read.
        package: RecogniserPackage<'w>,
    },
    /// A network in the place of those in the program, for the recognisers among the named ones that it has heads for.
    Network(Encoder<'w>),
}

impl<'w> AddedModel<'w> {
    /// A file: a trained recogniser, or a network. It is read in place, so that its bytes must stay as long as whatever is
    /// built with it.
    pub fn from_bytes(name: &str, bytes: &'w [u8]) -> Result<Self, ModelError> {
        match Encoder::from_bytes(bytes, Bundle::vocabulary()?) {
            Err(ModelError::Alien) => {
                let package = RecogniserPackage::from_bytes(bytes)?;
                package.check()?;
                Ok(Self::Trained { name: name.to_owned(), package })
            }
            read => {
                let encoder = read?;
                encoder.check()?;
                Ok(Self::Network(encoder))
            }
        }
    }
}

/// A learned recogniser, or several that one network reads for.
pub(crate) enum Model<'w> {
    Learned(Box<LearnedRecogniser<'w>>),
    Reader(Box<NetworkReader<'w>>),
}

/// The learned recognisers that a policy uses, and what they may report: as it says, or as the program chooses.
pub(crate) struct Chosen {
    pub models: Vec<String>,
    pub only: Vec<Category>,
    /// How far each is believed, if the program chooses.
    trusts: Vec<(HeadTrust, Vec<Category>)>,
}

impl Chosen {
    pub fn by(recognise: &Recognise) -> Self {
        let Recognise { models, only, .. } = recognise;
        match models {
            Some(models) => Self { models: models.clone(), only: only.clone(), trusts: Vec::new() },
            None => {
                let only = if only.is_empty() { Bundle::default_policy().recognise.only } else { only.clone() };
                let beliefs = belief::all();
                let models = beliefs.iter().map(|belief| belief.head.clone()).collect();
                Self { models, trusts: beliefs.iter().map(|belief| belief.trust(&only)).collect(), only }
            }
        }
    }

    /// The learned recognisers: what each may report, and how far it is believed.
    fn heads(&self) -> impl Iterator<Item = (&str, &[Category], Option<&HeadTrust>)> {
        self.models.iter().enumerate().map(|(nth, name)| match self.trusts.get(nth) {
            Some((trust, only)) => (name.as_str(), only.as_slice(), Some(trust)),
            None => (name.as_str(), self.only.as_slice(), None),
        })
    }
}

/// What is asked of a learned recogniser: its name, what it may report, and how far it is believed.
type NamedHead<'a> = (&'a str, &'a [Category], Option<&'a HeadTrust>);

/// The recognisers that a policy names, and those given beside it.
pub(crate) fn build<'w>(
    recognise: &Recognise,
    more: &[AddedModel<'w>],
    spare: &SpareThreads,
) -> Result<Vec<Model<'w>>, BuildError> {
    let (mut named, mut trained, mut networks) = (Vec::new(), Vec::new(), Vec::new());
    for added in more {
        match added {
            AddedModel::Named(name) => named.push((name.as_str(), &[][..], None)),
            AddedModel::Trained { name, package } => trained.push((name, package)),
            AddedModel::Network(encoder) => networks.push(encoder),
        }
    }
    let chosen = Chosen::by(recognise);
    // A category of nothing is asked of nobody.
    named.extend(chosen.heads().filter(|(_, only, trust)| trust.is_none() || !only.is_empty()));
    // What is named twice finds nothing twice.
    let mut seen = HashSet::new();
    named.retain(|(name, ..)| seen.insert(*name) && trained.iter().all(|(_, package)| package.id() != *name));
    let readers = if named.is_empty() { Vec::new() } else { readers(recognise, &named, networks)? };
    let mut models: Vec<Model<'w>> =
        readers.into_iter().map(|reader| Model::Reader(Box::new(reader.on_threads(spare.clone())))).collect();
    for (name, package) in trained {
        let around = Bundle::surroundings(package.language())?;
        let learned = LearnedRecogniser::new(package.clone(), around, recognise.sensitivity);
        let learned = learned.map_err(|error| BuildError::Model { name: name.clone(), error })?;
        models.push(Model::Learned(Box::new(learned)));
    }
    Ok(models)
}

/// The networks that read for what is named: those given, then that of the policy's quality, then those below it. Each
/// looks for what those before it were not taught.
fn readers<'w>(
    recognise: &Recognise,
    named: &[NamedHead<'_>],
    mut networks: Vec<&Encoder<'w>>,
) -> Result<Vec<NetworkReader<'w>>, BuildError> {
    for quality in NetworkQuality::ALL.into_iter().rev().filter(|quality| *quality <= recognise.quality) {
        let wrong = |error| BuildError::Model { name: quality.name().to_owned(), error };
        networks.push(Bundle::encoder(quality).map_err(wrong)?);
    }
    let is_known = |name: &str| networks.iter().any(|encoder| encoder.language_of(name).is_some());
    if let Some((name, ..)) = named.iter().find(|(name, ..)| !is_known(name)) {
        return Err(BuildError::NoModel { name: (*name).to_owned() });
    }
    let mut readers: Vec<NetworkReader<'w>> = Vec::new();
    for encoder in networks {
        let wrong = |error| BuildError::Model { name: encoder.name().to_owned(), error };
        let mut wanted = Vec::new();
        for (name, only, trust) in named {
            let Some(language) = encoder.language_of(name) else { continue };
            let gazetteer = Bundle::gazetteer(language).map_err(wrong)?;
            let answered = readers.iter().flat_map(|reader| reader.answers_of(name));
            let except = answered.map(|(_, category)| category.clone()).collect();
            let trust = trust.cloned();
            wanted.push(HeadRequest { id: (*name).to_owned(), gazetteer, only: only.to_vec(), except, trust });
        }
        let vocabulary = Bundle::vocabulary().map_err(wrong)?;
        let reader = NetworkReader::new(encoder.clone(), vocabulary, &wanted, recognise.sensitivity);
        if reader.answers_for().next().is_some() {
            readers.push(reader);
        }
    }
    Ok(readers)
}

impl Model<'_> {
    /// What it looks for, and in which language.
    pub fn answers_for(&self) -> impl Iterator<Item = (Language, Category)> {
        let (learned, reader) = match self {
            Self::Learned(learned) => (Some(&**learned), None),
            Self::Reader(reader) => (None, Some(&**reader)),
        };
        let of_learned = learned.into_iter().flat_map(|learned| {
            let language = learned.package().language();
            learned.categories().iter().map(move |category| (language, category))
        });
        let all = of_learned.chain(reader.into_iter().flat_map(NetworkReader::answers_for));
        all.map(|(language, category)| (language, category.clone()))
    }
}

impl Recogniser for Model<'_> {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), RecogniserFault> {
        self.recognise_besides(analysis, &[], findings)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn recognise_besides(
        &self,
        analysis: &Analysis,
        known: &[Finding],
        findings: &mut Findings,
    ) -> Result<(), RecogniserFault> {
        let mut found = Findings::default();
        match self {
            Self::Learned(learned) => learned.recognise(analysis, &mut found)?,
            Self::Reader(reader) => reader.recognise_besides(analysis, known, &mut found)?,
        }
        let document = analysis.document();
        let may = |finding: &Finding| document.is_prose(finding.span);
        found.into_sorted().into_iter().filter(may).for_each(|finding| findings.push(finding));
        Ok(())
    }
}

/// What to do if there is no model of this name.
pub(crate) fn hint(name: &str) -> String {
    let known: Vec<&str> = Bundle::learned().collect();
    suggestion(name, &known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sfumato_document::formats::{DocumentFormat as _, TextFile};
    use sfumato_mask::Policy;

    fn build<'w>(recognise: &Recognise, more: &[AddedModel<'w>]) -> Result<Vec<Model<'w>>, BuildError> {
        super::build(recognise, more, &SpareThreads::default())
    }

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
        // One that is named beside the policy takes the place of the same one, and may report anything.
        let given = build(&some, &[AddedModel::Named("es/clinical".to_owned())]).expect("buildable");
        assert_eq!((given.len(), found(&given).len()), (1, found(&all).len()));
        let other = found(&build(&some, &[AddedModel::Named("en/disease".to_owned())]).expect("buildable"));
        assert_eq!(other.len(), people.len() + Bundle::encoder(NetworkQuality::Fast).map_or(0, diseases));
    }

    #[test]
    fn the_program_chooses_models_where_a_policy_does_not() {
        let names = |section: &str| {
            let found = found(&build(&recognise(section), &[]).expect("buildable"));
            found.into_iter().map(|(language, category)| (language, category.to_string())).collect::<Vec<_>>()
        };
        let policy = |toml: &str| build(&Policy::parse("p", toml).expect("well formed").recognise, &[]);
        assert!(!policy("version = 1").expect("buildable").is_empty(), "no section is no choice");
        assert_eq!(names(""), names("models = \"auto\""));
        assert!(names("").iter().any(|(language, path)| *language == Language::Spanish && path == "person"));
        assert!(names("only = [\"place\"]").iter().all(|(_, path)| path.starts_with("place")));
        assert_eq!(names("models = []"), []);
    }

    fn diseases(encoder: &Encoder<'_>) -> usize {
        encoder.categories_of("en/disease").count()
    }

    #[test]
    fn a_network_that_is_given_reads_in_the_place_of_those_in_the_program() {
        let named = recognise("models = [\"es/clinical\", \"en/clinical\"]\nonly = [\"person\"]");
        let best = Bundle::encoder(NetworkQuality::Best).expect("sound");
        let models = build(&named, &[AddedModel::Network(best.clone())]).expect("buildable");
        let language = |model: &Model| model.answers_for().map(|(language, _)| language).next();
        // It has no head for English notes.
        assert_eq!(models.iter().map(language).collect::<Vec<_>>(), [Some(Language::Spanish), Some(Language::English)]);
        let told: Vec<_> = found(&models);
        assert!(told.iter().all(|(_, category)| category.is_within("person")), "the policy says what is reported");
        assert_eq!(told.len(), found(&build(&named, &[]).expect("buildable")).len());
        assert!(build(&recognise("models = []"), &[AddedModel::Network(best.clone())]).expect("buildable").is_empty());
    }

    #[test]
    fn files_that_are_no_models_are_refused() {
        assert!(matches!(AddedModel::from_bytes("x", b"nothing of the kind"), Err(ModelError::Alien)));
        assert!(AddedModel::from_bytes("x", b"SFHEADS1").is_err());
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
        // All of it, or with the network below for the rest.
        for (quality, networks) in [("balanced", 1), ("best", 2)] {
            let whole = of("\"es/clinical\"", quality);
            assert_eq!(whole.len(), 1);
            assert_eq!(sorted(&whole), sorted(&of("\"es/clinical\"", "fast")));
            let part = of("\"en/general\"", quality);
            assert_eq!(part.len(), networks);
            assert_eq!(found(&part).len(), sorted(&part).len(), "nothing is looked for twice");
            assert_eq!(sorted(&part), sorted(&of("\"en/general\"", "fast")));
        }
        let notes = of("\"en/clinical\"", "best");
        let document = TextFile.read(b"Patient: Eleanor Whitcombe\nSeen by Dr Harold Pym.\n".to_vec()).expect("text");
        let mut findings = Findings::default();
        notes[0].recognise(&Analysis::new(&document), &mut findings).expect("it reads");
        let rules: Vec<_> = findings.into_sorted().into_iter().map(|finding| finding.evidence.rule.clone()).collect();
        assert!(!rules.is_empty() && rules.iter().all(|rule| &**rule == "balanced"), "the best has no head for notes");
        let all: Vec<String> = Bundle::learned().map(|name| format!("\"{name}\"")).collect();
        let networks = ["fast", "balanced", "best"].map(|quality| of(&all.join(", "), quality).len());
        assert_eq!(networks, [1, 1, 2], "one reading for all of them, or two");
    }

    #[test]
    fn a_network_reads_long_documents_in_windows() {
        let models = build(&recognise("models = [\"es/clinical\"]\nquality = \"balanced\""), &[]).expect("buildable");
        let note = "Nombre: Aurelia Quiñones Bravo.\nFecha de ingreso: 12/03/2019.\n\
                    Médico: Dra. Remedios Zapatero Luengo.\nPaciente de 54 años que acude por dolor.\n\n";
        let text = note.repeat(200);
        let document = TextFile.read(text.clone().into_bytes()).expect("text");
        let analysis = Analysis::new(&document);
        let mut findings = Findings::default();
        models[0].recognise(&analysis, &mut findings).expect("it reads");
        let findings = findings.into_sorted();
        let name = note.find("Aurelia").expect("it is there");
        let people = findings.iter().filter(|finding| finding.category.is_within("person"));
        let starts = people.map(|finding| finding.span.start() % note.len());
        assert_eq!(starts.filter(|start| *start == name).count(), 200, "each is found once");
        let named = |finding: &&Finding| document.slice(finding.span).contains("Remedios");
        let staff = findings.iter().find(named).expect("found");
        assert!(staff.category.is_within("person/staff"));
        assert_eq!(document.slice(staff.span), "Remedios Zapatero Luengo", "a title is no part of a name");
        assert_eq!(&*staff.evidence.rule, "balanced");
        assert!(findings.iter().all(|finding| (0.0..=1.0).contains(&finding.score)));
    }

    #[test]
    fn a_model_that_is_not_there_is_refused_with_a_way_out() {
        let told = |name: &str| {
            let recognise = Recognise { models: Some(vec![name.to_owned()]), ..Recognise::default() };
            build(&recognise, &[]).err().expect("refused").to_string()
        };
        assert_eq!(told("es/genral"), "there is no model `es/genral`; did you mean `es/general`?");
        assert!(told("nothing").starts_with("there is no model `nothing`; there are en/clinical, en/disease, "));
    }
}
