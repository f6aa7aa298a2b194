//! `sfumato attack`: whom masked documents are about, as adversaries guess it from what the public may know.

mod printed;
mod texts;

use std::collections::HashMap;

use rayon::prelude::*;
use sfumato::Bundle;
use sfumato::detect::learned::NetworkQuality;
use sfumato::knowledge::vectors::Vectors;
use sfumato::language::Language;
use sfumato_eval::attack::{
    AttackAids, AttackMethod, AttackSummary, AttackedText, Attacker, CandidateStanding, LabelWords, TellingWord,
    enough, main_language, tellings,
};

use crate::args::{self, AttackerChoice};
use crate::commands::eval::write_files;
use crate::failure::{self, Failure};
use crate::output;
use crate::{Completeness, jobs, print};
use texts::NamedText;

/// A document whose candidate is known.
struct AttackedDocument {
    name: String,
    /// The number of its candidate.
    truth: usize,
    reading: AttackedText,
}

/// Documents that are attacked together.
struct AttackedRelease {
    name: &'static str,
    documents: Vec<AttackedDocument>,
}

/// The result of an attacker on a release.
struct AttackerResult {
    release: &'static str,
    method: AttackMethod,
    standings: Vec<CandidateStanding>,
    summary: AttackSummary,
}

/// Everything there is to tell.
struct AttackResults {
    candidates: Vec<String>,
    releases: Vec<AttackedRelease>,
    outcomes: Vec<AttackerResult>,
    random: AttackSummary,
    /// The attacker that recognised most of the masked documents.
    strongest: AttackMethod,
    /// The records without text, and the documents without a candidate.
    left_out: SkippedDocuments,
    explained: Vec<ExplainedDocument>,
}

/// Documents that were not attacked, as the user allowed.
#[derive(Clone, Copy)]
struct SkippedDocuments {
    textless: usize,
    unknown: usize,
}

/// The words that gave a document away to the strongest attacker.
struct ExplainedDocument {
    /// Its number in the release.
    document: usize,
    standing: CandidateStanding,
    /// The best other candidate.
    rival: usize,
    /// The words that told most, at most as many as were asked for.
    tellings: Vec<TellingWord>,
    /// The number of words that would have to go.
    enough: Option<usize>,
}

/// Attacks masked documents.
pub fn run(attack: &args::AttackArguments) -> Result<Completeness, Failure> {
    if attack.run.allow_incomplete {
        return Err(Failure::call("--allow-incomplete is not for attack: what is left out is not protected"));
    }
    if let Some(rows) = &attack.rows {
        let inputs = [Some(&attack.masked), Some(&attack.background), attack.original.as_ref(), attack.truth.as_ref()];
        output::check_file(rows, inputs.into_iter().flatten().map(|path| path.as_path()))?;
    }
    let attacked = attacked(attack)?;
    print(&printed::printed(&attacked, attack))?;
    write_files(&[(&attack.rows, &|| printed::rows(&attacked))])?;
    Ok(gate(&attacked, attack))
}

/// `AboveLimit` if too many documents were recognised.
fn gate(attacked: &AttackResults, attack: &args::AttackArguments) -> Completeness {
    let strongest = attacked.strongest();
    let Some(most) = attack.fail_above.filter(|most| strongest.summary.at_1 > *most) else {
        return Completeness::Complete;
    };
    if !attack.run.quiet {
        failure::say(&format!(
            "{} recognises {:.2} % of {} documents, more than the {:.2} % that --fail-above allows",
            strongest.method.name(),
            100.0 * strongest.summary.at_1,
            strongest.summary.documents,
            100.0 * most
        ));
    }
    Completeness::AboveLimit
}

impl AttackResults {
    /// The result of the strongest attacker on the masked documents.
    fn strongest(&self) -> &AttackerResult {
        let found = self.outcomes.iter().find(|outcome| outcome.release == MASKED && outcome.method == self.strongest);
        found.unwrap_or_else(|| unreachable!("the strongest is one of them"))
    }
}

const MASKED: &str = "masked";
const ORIGINAL: &str = "original";
const SUPPRESSED: &str = "suppressed";

fn attacked(attack: &args::AttackArguments) -> Result<AttackResults, Failure> {
    jobs::use_threads(&attack.run);
    let background = texts::read(&attack.background, &attack.background_field, attack)?;
    let (candidates, background) = candidates(background, &attack.background.display().to_string())?;
    let (releases, left_out) = releases(attack, &candidates)?;
    let vectors = vectors(&background)?;
    let methods = methods(&attack.attackers, vectors.is_some())?;
    let wrong = |error| Failure::at("embedded network", error);
    let network = Some((Bundle::encoder(NetworkQuality::Best).map_err(wrong)?, Bundle::vocabulary().map_err(wrong)?));
    let aids = AttackAids { vectors, network };
    let read: Vec<(AttackMethod, Box<dyn Attacker>)> =
        methods.par_iter().filter_map(|method| Some((*method, method.read(&background, &aids)?))).collect();
    let outcomes: Vec<AttackerResult> = read
        .iter()
        .flat_map(|(method, attacker)| releases.iter().map(move |release| (method, attacker, release)))
        .map(|(method, attacker, release)| outcome(*method, attacker.as_ref(), release))
        .collect::<Result<_, _>>()?;
    let masked = outcomes.iter().filter(|outcome| outcome.release == MASKED);
    // Of those that recognise as many, the one that ranks best; of those that rank alike, the first.
    let by_strength = |outcome: &&AttackerResult| (outcome.summary.at_1, outcome.summary.reciprocal);
    let strongest =
        masked.rev().max_by(|a, b| by_strength(a).partial_cmp(&by_strength(b)).unwrap_or(std::cmp::Ordering::Equal));
    let nothing = || Failure::call("there is no attacker");
    let strongest = strongest.ok_or_else(nothing)?.method;
    let (_, attacker) = read.iter().find(|(method, _)| *method == strongest).ok_or_else(nothing)?;
    let explained = match (attack.explain, releases.first()) {
        (Some(most), Some(release)) => explained(attacker.as_ref(), release, most),
        _ => Vec::new(),
    };
    let documents = releases.first().map_or(0, |release| release.documents.len());
    let random = AttackSummary::random(documents, candidates.len()).ok_or_else(nothing)?;
    Ok(AttackResults { candidates, releases, outcomes, random, strongest, left_out, explained })
}

/// Reads the background, which has a text for each of several candidates.
fn candidates(texts: texts::NamedTexts, place: &str) -> Result<(Vec<String>, Vec<AttackedText>), Failure> {
    if texts.named.len() < 2 {
        return Err(Failure::at(place, "there is nobody to choose from; candidates are needed, at least two"));
    }
    if texts.textless > 0 {
        return Err(Failure::at(place, format!("{} records have no text", texts.textless)));
    }
    let one = |NamedText { name, text }: NamedText| {
        let reading =
            AttackedText::background(&text).map_err(|error| Failure::at(format!("{place}: {name}"), error))?;
        match reading.is_empty() {
            true => Err(Failure::at(format!("{place}: {name}"), "there is no word in it")),
            false => Ok((name, reading)),
        }
    };
    let mut read: Vec<(String, AttackedText)> = texts.named.into_par_iter().map(one).collect::<Result<_, _>>()?;
    // What is learnt from the background depends on its order, and is to be the same for folders and records.
    read.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(read.into_iter().unzip())
}

/// The masked documents, and what they are compared with.
fn releases(
    attack: &args::AttackArguments,
    candidates: &[String],
) -> Result<(Vec<AttackedRelease>, SkippedDocuments), Failure> {
    let truth = CandidateTruth::of(attack, candidates)?;
    let (masked, left_out) = release(MASKED, &attack.masked, &attack.text_field, attack, &truth)?;
    let mut releases = vec![masked];
    if let Some(path) = &attack.original {
        let (mut original, _) = release(ORIGINAL, path, &attack.original_field, attack, &truth)?;
        let masked = releases.first().map(|release| release.documents.as_slice()).unwrap_or_default();
        let mut by_name: HashMap<String, AttackedDocument> =
            original.documents.drain(..).map(|document| (document.name.clone(), document)).collect();
        let mut suppressed = AttackedRelease { name: SUPPRESSED, documents: Vec::new() };
        for document in masked {
            let whole = by_name.remove(&document.name).ok_or_else(|| {
                Failure::at(path.display().to_string(), format!("there is no document {} in it", document.name))
            })?;
            let reading = document.reading.without_new_words(&whole.reading);
            suppressed.documents.push(AttackedDocument { name: document.name.clone(), truth: document.truth, reading });
            original.documents.push(whole);
        }
        releases.extend([original, suppressed]);
    }
    Ok((releases, left_out))
}

fn release(
    name: &'static str,
    path: &std::path::Path,
    field: &str,
    attack: &args::AttackArguments,
    truth: &CandidateTruth,
) -> Result<(AttackedRelease, SkippedDocuments), Failure> {
    let place = path.display().to_string();
    let labels = LabelWords::with(attack.labels.iter().cloned());
    let texts::NamedTexts { named, textless } = texts::read(path, field, attack)?;
    let all = named.len();
    let mut known = Vec::new();
    for one in named {
        match truth.candidate(&one.name) {
            Some(candidate) => known.push((one, candidate)),
            None if attack.allow_unknown => {}
            None => {
                let what =
                    "there is no candidate of this name; --truth names candidates, --allow-unknown leaves it out";
                return Err(Failure::at(format!("{place}: {}", one.name), what));
            }
        }
    }
    if known.is_empty() {
        return Err(Failure::at(place, "there is no document in it to attack"));
    }
    let left_out = SkippedDocuments { textless, unknown: all - known.len() };
    let one = |(NamedText { name, text }, truth): (NamedText, usize)| {
        let reading =
            AttackedText::released(&text, &labels).map_err(|error| Failure::at(format!("{place}: {name}"), error))?;
        Ok(AttackedDocument { name, truth, reading })
    };
    let documents = known.into_par_iter().map(one).collect::<Result<_, _>>()?;
    Ok((AttackedRelease { name, documents }, left_out))
}

/// The candidate that each document is about.
struct CandidateTruth {
    candidates: HashMap<String, usize>,
    /// The user's own list; `None` if the names of documents decide.
    named: Option<HashMap<String, String>>,
}

impl CandidateTruth {
    fn of(attack: &args::AttackArguments, candidates: &[String]) -> Result<Self, Failure> {
        let named = attack.truth.as_deref().map(texts::truth).transpose()?;
        Ok(Self { candidates: candidates.iter().cloned().zip(0..).collect(), named })
    }

    fn candidate(&self, document: &str) -> Option<usize> {
        let name = match &self.named {
            Some(named) => named.get(document)?,
            None => document,
        };
        self.candidates.get(name).copied()
    }
}

/// The embedded vectors of the language most of the background is in.
fn vectors(background: &[AttackedText]) -> Result<Option<(Language, &'static dyn Vectors)>, Failure> {
    let Some(language) = main_language(background) else { return Ok(None) };
    let table = Bundle::vectors(language).transpose().map_err(|error| Failure::at("embedded vectors", error))?;
    Ok(table.map(|table| (language, table as &dyn Vectors)))
}

/// The attackers that are asked for, once each; vectors are needed only by one that is asked for by name.
fn methods(asked: &[AttackerChoice], has_vectors: bool) -> Result<Vec<AttackMethod>, Failure> {
    let is_asked = |method: &AttackMethod| {
        asked.iter().any(|asked| *asked == AttackerChoice::One(*method) || *asked == AttackerChoice::All)
    };
    let needs_vectors = asked.contains(&AttackerChoice::One(AttackMethod::Embedding));
    if needs_vectors && !has_vectors {
        return Err(Failure::call("embedding has no vectors for the language of the background"));
    }
    let can = |method: &AttackMethod| *method != AttackMethod::Embedding || has_vectors;
    Ok(AttackMethod::ALL.into_iter().filter(is_asked).filter(can).collect())
}

fn outcome(
    method: AttackMethod,
    attacker: &dyn Attacker,
    release: &AttackedRelease,
) -> Result<AttackerResult, Failure> {
    let one = |document: &AttackedDocument| CandidateStanding::of(&attacker.scores(&document.reading), document.truth);
    let standings: Option<Vec<CandidateStanding>> = release.documents.par_iter().map(one).collect();
    let standings = standings.unwrap_or_default();
    let summary = AttackSummary::of(&standings).ok_or_else(|| Failure::call("there is no document to attack"))?;
    Ok(AttackerResult { release: release.name, method, standings, summary })
}

fn explained(attacker: &dyn Attacker, release: &AttackedRelease, most: usize) -> Vec<ExplainedDocument> {
    let one = |(nth, document): (usize, &AttackedDocument)| {
        let scores = attacker.scores(&document.reading);
        let standing = CandidateStanding::of(&scores, document.truth)?;
        let (rival, mut tellings) = tellings(attacker, &document.reading, &scores, document.truth)?;
        let lead = attacker.evidence(&document.reading, document.truth, rival).iter().map(|found| found.weight).sum();
        let enough = enough(&tellings, lead).filter(|_| standing.better == 0);
        tellings.truncate(most);
        Some(ExplainedDocument { document: nth, standing, rival, tellings, enough })
    };
    release.documents.par_iter().enumerate().filter_map(one).collect()
}
