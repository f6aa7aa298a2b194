//! `sfumato knowledge coverage`: of how many noun phrases something more general is known.

use std::fmt::Write as _;

use sfumato::language::{Analysis, Languages};
use sfumato::risk::World;
use sfumato::{Anonymiser, BroughtKnowledge, Bundle};
use sfumato_eval::coverage::{self, PhraseAnswer, PhraseCoverage};

use crate::args::{KnowledgeCoverage, TaxonomyOptions};
use crate::failure::Failure;
use crate::inputs::{self, InputFile};
use crate::jobs;
use crate::taxonomies::TaxonomyFiles;
use crate::{Completeness, print};

/// The phrases counted in an input, and as lines, if they are asked for.
#[derive(Default)]
struct CountedPhrases {
    coverage: PhraseCoverage,
    lines: Vec<String>,
}

/// Counts, and prints what was counted.
pub fn run(asked: &KnowledgeCoverage) -> Result<Completeness, Failure> {
    if asked.rules.spans.is_some() {
        return Err(Failure::call("--spans is for mask, detect, assess and plan"));
    }
    let anonymiser = jobs::anonymiser(&asked.rules)?;
    let policy = asked.rules.policy.as_deref().unwrap_or(sfumato::DEFAULT_POLICY).to_owned();
    let taxonomies = TaxonomyOptions { policy, knowledge: asked.rules.references.knowledge.clone() };
    let files = TaxonomyFiles::read(&taxonomies)?;
    let own = BroughtKnowledge::default().taxonomies(files.own()?);
    let world = Bundle::world_of(&files.policy.knowledge, &own)
        .map_err(|error| Failure::at(format!("policy {}", taxonomies.policy), error))?;
    let inputs = inputs::collect(&asked.source.inputs, None)?;
    let (counted, completeness) =
        jobs::each(&inputs, &asked.run, |input, _| cover_file(input, asked, &anonymiser, &world))?;
    let mut total = PhraseCoverage::default();
    let mut lines = Vec::new();
    for counted in counted.into_iter().flatten() {
        total.add(&counted.coverage);
        lines.extend(counted.lines);
    }
    let mut out = String::new();
    if let Some(sample) = asked.sample {
        let mut numbered: Vec<(u64, String)> = lines
            .into_iter()
            .zip(0..)
            .map(|(line, nth)| (drawn(nth, asked.rules.drawing.seed.unwrap_or(1)), line))
            .collect();
        numbered.sort_unstable();
        let lines = numbered.into_iter().take(sample).map(|(_, line)| line);
        lines.for_each(|line| out.extend([line.as_str(), "\n"]));
    }
    let share = |part: usize| 100.0 * part as f64 / total.phrases.max(1) as f64;
    let _ = writeln!(out, "noun phrases {:>8}", total.phrases);
    let _ = writeln!(out, "covered      {:>8}  {:.2} %", total.covered, share(total.covered));
    for (source, count) in &total.by {
        let _ = writeln!(out, "  {source:<12} {count:>6}  {:.2} %", share(*count));
    }
    print(&out)?;
    Ok(completeness)
}

/// A number for the nth phrase that looks like chance.
fn drawn(nth: u64, seed: u64) -> u64 {
    let mixed = (nth ^ seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

fn cover_file(
    input: &InputFile,
    asked: &KnowledgeCoverage,
    anonymiser: &Anonymiser,
    world: &World<'_>,
) -> Result<CountedPhrases, Failure> {
    let models = Bundle::models().map_err(|error| Failure::at("embedded models", error))?;
    let opened = jobs::open(input, &asked.source)?;
    let place = input.place();
    let mut all = CountedPhrases::default();
    let each = |record: usize| -> Result<CountedPhrases, Failure> {
        let document = jobs::document(&opened, &place, record)?;
        jobs::panic_if_forced(&asked.run, &document);
        let masked = anonymiser.mask_document(&document).map_err(|error| Failure::at(input.name(), error))?;
        let analysis = match anonymiser.policy().language {
            Some(language) => Analysis::in_languages(&document, Languages::only(language)),
            None => Analysis::new(&document),
        };
        let analysis = analysis.with_models(models);
        let answers = coverage::phrase_answers(world, &analysis, &masked.entities);
        let lines = if asked.sample.is_some() {
            answers.iter().map(|answer| line(world, answer)).collect()
        } else {
            Vec::new()
        };
        Ok(CountedPhrases { coverage: coverage::coverage(world, &answers), lines })
    };
    for counted in jobs::each_record(&opened, each)? {
        all.coverage.add(&counted.coverage);
        all.lines.extend(counted.lines);
    }
    Ok(all)
}

/// A phrase with its answer: the phrase, its category, the first telling generalisation, its source, and all.
fn line(world: &World<'_>, answer: &PhraseAnswer<'_>) -> String {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let telling = answer.telling.and_then(|at| answer.generalisations.get(at));
    let taxonomy = telling.and_then(|general| world.knowledge.taxonomies().get(general.concept?.0));
    let source = match (telling, taxonomy) {
        (None, _) => "-",
        (Some(_), None) => "computed",
        (Some(_), Some(taxonomy)) => taxonomy.name(),
    };
    let all: Vec<String> = answer.generalisations.iter().map(|general| flat(&general.text)).collect();
    let category = answer.ask.category.unwrap_or("-");
    let telling = telling.map_or_else(|| "-".to_owned(), |general| flat(&general.text));
    format!("{}\t{category}\t{telling}\t{source}\t{}", flat(answer.ask.phrase), all.join(" > "))
}
