//! One stage at a time, once, over the samples of both languages, for counting its instructions with callgrind.
//! `bench/instructions` does the counting: it has callgrind collect nothing but what happens inside `counted`.

use std::collections::HashSet;
use std::hint::black_box;
use std::path::Path;

use sfumato::detect::learned::neural::{HeadRequest, NetworkReader};
use sfumato::detect::learned::{NetworkQuality, Sensitivity};
use sfumato::detect::{DetectionSettings, Findings, Recogniser, detect};
use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::language::Analysis;
use sfumato::mask::{Accounting, Planner, Policy, RiskReference};
use sfumato::{Anonymiser, BroughtKnowledge, Bundle};

/// The samples, and a small text of each language before them, so that nothing is prepared while it is counted.
const TEXTS: [&str; 6] =
    ["letter-en.txt", "letter-es.txt", "court-en.txt", "sentencia-es.txt", "prose-en.txt", "prose-es.txt"];
const FIRST: [&str; 2] = ["The letter went to Mr Lee in March.", "La carta se envió al señor López en marzo."];

/// The stages in their order; each needs what those before it made, which is not counted.
pub const STAGES: [&str; 10] =
    ["read", "fold", "tokens", "sentences", "tags", "terms", "patterns", "learned", "risk", "write"];

/// The inputs of the stages.
struct StageInputs {
    learned: NetworkReader<'static>,
    anonymiser: Anonymiser<'static>,
    policy: Policy,
}

/// Runs a stage over all texts and prints how many bytes they have.
pub fn run(samples: &Path, stage: &str) {
    let policy = Bundle::policy("informative").expect("built in").expect("well formed");
    let builder = Anonymiser::builder().policy(policy.clone());
    let tools = StageInputs {
        learned: learned(&["en/general", "es/general"]),
        anonymiser: builder.build().expect("it needs no key"),
        policy,
    };
    for text in FIRST {
        tools.stage(stage, text.as_bytes().to_vec(), |work| work());
    }
    let mut bytes = 0;
    for name in TEXTS {
        let text = std::fs::read(samples.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        bytes += text.len();
        tools.stage(stage, text, counted);
    }
    println!("{bytes}");
}

/// The function that callgrind collects: it is told this name.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
    black_box(());
}

/// The fast network, for some of its heads.
fn learned(names: &[&str]) -> NetworkReader<'static> {
    let encoder = Bundle::encoder(NetworkQuality::Fast).expect("embedded");
    let wanted = names.iter().map(|name| HeadRequest {
        id: (*name).to_owned(),
        gazetteer: Bundle::gazetteer(encoder.language_of(name).expect("it has a head")).expect("embedded"),
        only: Vec::new(),
        except: Vec::new(),
        trust: None,
    });
    let vocabulary = Bundle::vocabulary().expect("embedded");
    NetworkReader::new(encoder.clone(), vocabulary, &wanted.collect::<Vec<_>>(), Sensitivity::default())
}

impl StageInputs {
    /// One stage on one text; all that it needs is made before.
    fn stage(&self, stage: &str, text: Vec<u8>, count: impl Fn(&mut dyn FnMut())) {
        if stage == "read" {
            let mut text = Some(text);
            count(&mut || drop(black_box(TextFile.read(text.take().unwrap_or_default()))));
            return;
        }
        let document = TextFile.read(text).expect("samples are text");
        let analysis = Analysis::new(&document).with_models(Bundle::models().expect("embedded"));
        let parts: [(&str, &dyn Fn() -> usize); 5] = [
            ("fold", &|| analysis.aligned().bytes().len()),
            ("tokens", &|| analysis.tokens().len()),
            ("sentences", &|| analysis.sentences().len()),
            ("tags", &|| analysis.tags().len()),
            ("terms", &|| analysis.terms().len()),
        ];
        for (name, part) in parts {
            if name == stage {
                count(&mut || {
                    black_box(part());
                });
                return;
            }
            black_box(part());
        }
        match stage {
            "patterns" => self.recognise(&[Bundle::bank().expect("embedded")], &analysis, count),
            "learned" => self.recognise(&[&self.learned], &analysis, count),
            "risk" => self.plan(&document, count),
            "write" => self.write(&document, count),
            _ => panic!("there are {}", STAGES.join(", ")),
        }
    }

    fn recognise(&self, recognisers: &[&dyn Recogniser], analysis: &Analysis, count: impl Fn(&mut dyn FnMut())) {
        let mut findings = Findings::default();
        count(&mut || {
            recognisers.iter().for_each(|it| it.recognise(analysis, &mut findings).expect("nothing fails"));
        });
        black_box(findings);
    }

    /// Planning, by the limits of a policy.
    fn plan(&self, document: &Document, count: impl Fn(&mut dyn FnMut())) {
        let recognisers: [&dyn Recogniser; 2] = [Bundle::bank().expect("embedded"), &self.learned];
        let settings = DetectionSettings { threshold: self.policy.threshold, ..DetectionSettings::default() };
        let models = Bundle::models().expect("embedded");
        let entities = detect(&Analysis::new(document).with_models(models), &recognisers, &settings);
        let entities = entities.expect("nothing fails");
        let analysis = Analysis::new(document).with_models(models);
        black_box(analysis.terms());
        let brought = BroughtKnowledge::default();
        let world = Bundle::world_of(&self.policy.knowledge, &brought).expect("embedded");
        let (listed, left_alone) = (HashSet::new(), HashSet::new());
        let reference = RiskReference {
            world: &world,
            listed: &listed,
            least_listed: [None; 2],
            left_alone: &left_alone,
            accounting: Accounting::Full,
            inferred: None,
        };
        let planner = Planner { policy: &self.policy, keys: None, pseudonyms: None, risk: Some(reference) };
        count(&mut || drop(black_box(planner.plan(&analysis, &entities))));
    }

    /// Writing, reading again and searching.
    fn write(&self, document: &Document, count: impl Fn(&mut dyn FnMut())) {
        let masked = self.anonymiser.mask_document(document).expect("it can be masked");
        count(&mut || drop(black_box(masked.write(&TextFile, document))));
    }
}
