//! Quality of replacements: nothing of the original is left, each thing has one substitute and each substitute one
//! thing, dates keep their distances and their form, and the result looks like the original.
//!
//! Dates are read here by a way of its own, so that a mistake in moving them is not made again in measuring it.

mod days;

use std::collections::{BTreeMap, HashMap, HashSet};

use sfumato::detect::{Category, FindingReason, KnownCategory, Mention, SubstituteDomain};
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::document::{Document, Span};
use sfumato::mask::{Decision, Operator};
use sfumato::pseudonym::fold;
use sfumato::{Anonymiser, MaskedDocument, RunError};

use days::{Orders, nearest, same_form};

/// A number of things, and of those that are not as they should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RightShare {
    /// The number of things.
    pub all: usize,
    /// The number of those that are not as they should be.
    pub wrong: usize,
}

impl RightShare {
    fn add(&mut self, is_right: bool) {
        self.all += 1;
        self.wrong += usize::from(!is_right);
    }
}

/// The measures of replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReplacementMeasure {
    /// Values that were found and must not stand anywhere in the result.
    Gone,
    /// Values that were written the same, and got the same substitute.
    OneEach,
    /// Substitutes of names, numbers and addresses that stand for one thing only.
    NoneShared,
    /// Days between one full date and the next.
    Intervals,
    /// Dates that are written in the form of the original.
    Form,
    /// Values with right check digits whose substitutes have right ones too.
    CheckDigits,
    /// Mentions at whose place something of the same category is found again.
    FoundAgain,
    /// Mentions at whose place something of the same kind is found again: a person, whoever it is to the patient.
    SameKind,
    /// Mentions that got a substitute, and not a label for want of one.
    Substituted,
    /// Documents that come out the same when they are masked again.
    Repeated,
}

impl ReplacementMeasure {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Gone,
        Self::OneEach,
        Self::NoneShared,
        Self::Intervals,
        Self::Form,
        Self::CheckDigits,
        Self::FoundAgain,
        Self::SameKind,
        Self::Substituted,
        Self::Repeated,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::OneEach => "one each",
            Self::NoneShared => "none shared",
            Self::Intervals => "intervals",
            Self::Form => "form of dates",
            Self::CheckDigits => "check digits",
            Self::FoundAgain => "found again",
            Self::SameKind => "same kind",
            Self::Substituted => "substituted",
            Self::Repeated => "repeated",
        }
    }
}

/// Something that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacementFlaw {
    /// In which respect.
    pub measure: ReplacementMeasure,
    /// The place in the original.
    pub span: Span,
    /// Its category.
    pub category: Category,
    /// The place of its substitute in the result, in bytes.
    pub new: (usize, usize),
    /// The category found there in the result, if anything is.
    pub found: Option<Category>,
}

/// The result for documents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplacementTally {
    counts: BTreeMap<ReplacementMeasure, RightShare>,
    /// Categories, with how many mentions of each are there, and how many are not found again.
    pub by_category: BTreeMap<String, RightShare>,
    /// Ages that stay because they follow from dates whose distances stay, or because they are those of children.
    pub ages_kept: usize,
    /// The replacements that are not as they should be.
    pub flaws: Vec<ReplacementFlaw>,
}

impl ReplacementTally {
    /// The result of a measure.
    pub fn of(&self, measure: ReplacementMeasure) -> RightShare {
        self.counts.get(&measure).copied().unwrap_or_default()
    }

    /// Adds what came of another document.
    pub fn merge(&mut self, other: Self) {
        for (measure, of) in other.counts {
            let own = self.counts.entry(measure).or_default();
            (own.all, own.wrong) = (own.all + of.all, own.wrong + of.wrong);
        }
        for (category, of) in other.by_category {
            let own = self.by_category.entry(category).or_default();
            (own.all, own.wrong) = (own.all + of.all, own.wrong + of.wrong);
        }
        self.ages_kept += other.ages_kept;
        self.flaws.extend(other.flaws);
    }
}

/// Masks a document twice and looks at what came of it.
pub fn evaluate(anonymiser: &Anonymiser, document: &Document) -> Result<ReplacementTally, RunError> {
    let masked = anonymiser.mask_document(document)?;
    let text = masked.edits.apply(document).expose().clone();
    let again = anonymiser.mask_document(document)?;
    let is_same = again.edits.apply(document).expose() == &text;
    let mut look = ReplacementCheck {
        document,
        masked: &masked,
        replacements: replacements(document, &masked),
        found: ReplacementTally::default(),
    };
    let after = TextFile.read(text.clone().into_bytes());
    if let Ok(after) = &after {
        let found = anonymiser.mask_document(after)?;
        look.found_again(after, &found);
    }
    look.gone(&text);
    look.one_each();
    look.none_shared();
    look.dates();
    look.kept();
    look.found.counts.entry(ReplacementMeasure::Repeated).or_default().add(is_same);
    Ok(look.found)
}

/// A mention and what stands for it.
struct ReplacedMention<'a> {
    mention: &'a Mention,
    category: &'a Category,
    operator: &'a Operator,
    form: &'a str,
    text: &'a str,
    new: (usize, usize),
}

fn replacements<'a>(document: &'a Document, masked: &'a MaskedDocument) -> Vec<ReplacedMention<'a>> {
    let map = masked.edits.offset_map();
    let edits: HashMap<Span, &str> = masked.edits.iter().map(|edit| (edit.span(), edit.replacement())).collect();
    let replaced = |decision: &'a Decision| {
        let mention = &masked.entities.mentions[decision.mention];
        let text = edits.get(&mention.span)?;
        let start = map.to_new(mention.span.start());
        Some(ReplacedMention {
            mention,
            category: &masked.entities.entity_of(mention).category,
            operator: &decision.operator,
            form: document.slice(mention.span),
            text,
            new: (start, start + text.len()),
        })
    };
    masked.plan.decisions().iter().filter_map(replaced).collect()
}

struct ReplacementCheck<'a> {
    document: &'a Document,
    masked: &'a MaskedDocument,
    replacements: Vec<ReplacedMention<'a>>,
    found: ReplacementTally,
}

impl ReplacementCheck<'_> {
    fn note(&mut self, measure: ReplacementMeasure, number: usize, is_right: bool) {
        self.note_found(measure, number, is_right, None);
    }

    fn note_found(&mut self, measure: ReplacementMeasure, number: usize, is_right: bool, found: Option<Category>) {
        self.found.counts.entry(measure).or_default().add(is_right);
        if !is_right && let Some(replaced) = self.replacements.get(number) {
            let flaw = ReplacementFlaw {
                measure,
                span: replaced.mention.span,
                category: replaced.category.clone(),
                new: replaced.new,
                found,
            };
            self.found.flaws.push(flaw);
        }
    }

    /// Counts the replaced values that stand nowhere in the result, but where the policy keeps them.
    fn gone(&mut self, text: &str) {
        let kept: HashSet<&str> = self
            .masked
            .plan
            .decisions()
            .iter()
            .filter(|decision| *decision.operator == Operator::Keep)
            .map(|decision| self.document.slice(self.masked.entities.mentions[decision.mention].span))
            .collect();
        let mut seen = HashSet::new();
        for number in 0..self.replacements.len() {
            let form = self.replacements[number].form;
            // Two or three letters or digits stand in other places by chance.
            let is_short = form.chars().filter(|c| c.is_alphanumeric()).count() < 4;
            if !is_short && seen.insert(form) && !kept.contains(form) {
                let is_left = stands_in(text, form);
                self.note(ReplacementMeasure::Gone, number, !is_left);
            }
        }
    }

    /// Counts the values that are replaced by the same wherever they are written the same.
    fn one_each(&mut self) {
        let mut known: HashMap<(String, String), String> = HashMap::new();
        for number in 0..self.replacements.len() {
            let replaced = &self.replacements[number];
            let key = (replaced.category.root().to_owned(), fold(replaced.form));
            let text = fold(replaced.text);
            let is_right = *known.entry(key).or_insert_with(|| text.clone()) == text;
            self.note(ReplacementMeasure::OneEach, number, is_right);
        }
    }

    /// Counts the substitutes of names, numbers and addresses that stand for one thing.
    fn none_shared(&mut self) {
        let mut known: HashMap<(SubstituteDomain, String), String> = HashMap::new();
        for number in 0..self.replacements.len() {
            let replaced = &self.replacements[number];
            let domain = replaced.category.substitute();
            let counts = [
                SubstituteDomain::Names,
                SubstituteDomain::Numbers,
                SubstituteDomain::Contacts,
                SubstituteDomain::Places,
                SubstituteDomain::Streets,
                SubstituteDomain::Institutions,
            ];
            let Some(domain) = domain.filter(|domain| counts.contains(domain)) else { continue };
            if *replaced.operator == Operator::Pseudonymise {
                let form = fold(replaced.form).replace(' ', "");
                let text = fold(replaced.text).replace(' ', "");
                let is_right = *known.entry((domain, text)).or_insert_with(|| form.clone()) == form;
                self.note(ReplacementMeasure::NoneShared, number, is_right);
            }
        }
    }

    /// Counts the dates that keep their form, and the full ones that keep their distances.
    fn dates(&mut self) {
        let is_date = |replaced: &ReplacedMention<'_>| {
            replaced.category.substitute() == Some(SubstituteDomain::Dates)
                && *replaced.operator == Operator::Pseudonymise
        };
        let texts = self.replacements.iter().filter(|replaced| is_date(replaced));
        let told = self.masked.report(self.document, "").date_order;
        let month_first = told.is_some_and(|told| told.order == "month-first");
        let orders = Orders::of(texts.flat_map(|replaced| [replaced.form, replaced.text]), month_first);
        let mut last: Option<(i64, i64)> = None;
        for number in 0..self.replacements.len() {
            let replaced = &self.replacements[number];
            if !is_date(replaced) {
                continue;
            }
            let (form, text) = (replaced.form, replaced.text);
            self.note(ReplacementMeasure::Form, number, same_form(form, text));
            let Some(before) = orders.day(form) else { continue };
            // A year of two digits may be of either century: dates move by less than fifty years.
            let after = orders.day(text).map(|after| nearest(after, before, text));
            let moved = (before, after.unwrap_or(i64::MIN));
            if let Some(last) = last {
                self.note(ReplacementMeasure::Intervals, number, moved.0 - last.0 == moved.1.wrapping_sub(last.1));
            }
            last = Some(moved);
        }
    }

    /// Counts the replaced places at which recognisers find the same again.
    fn found_again(&mut self, after: &Document, found: &MaskedDocument) {
        for number in 0..self.replacements.len() {
            let replaced = &self.replacements[number];
            // What has nothing of its kind to become is labelled on purpose.
            if replaced.category.substitute().is_none() {
                continue;
            }
            self.found
                .counts
                .entry(ReplacementMeasure::Substituted)
                .or_default()
                .add(*replaced.operator == Operator::Pseudonymise);
            let (start, end) = replaced.new;
            let mentions = &found.entities.mentions;
            let first = mentions.partition_point(|mention| mention.span.end() <= start);
            let there = mentions.iter().skip(first).take_while(|mention| mention.span.start() < end);
            let there: Vec<&Mention> = there.collect();
            let same = |mention: &&&Mention| {
                let category = &found.entities.entity_of(mention).category;
                category.is_within(replaced.category.path()) || replaced.category.is_within(category.path())
            };
            let again: Vec<&Mention> = there.iter().filter(same).copied().collect();
            let covers = |mentions: &[&Mention]| {
                let inside = |mention: &&Mention| mention.span.end().min(end) - mention.span.start().max(start);
                let covered: usize = mentions.iter().map(inside).sum();
                after.span(start, end).is_some_and(|span| covered * 2 > span.len())
            };
            let is_found = covers(&again);
            let root =
                |mention: &&&Mention| found.entities.entity_of(mention).category.root() == replaced.category.root();
            let is_kind = covers(&there.iter().filter(root).copied().collect::<Vec<_>>());
            let is_checked = |mention: &Mention| {
                let mut evidence = mention.findings().iter().map(|finding| finding.evidence.why);
                evidence.any(|why| matches!(why, FindingReason::Checked | FindingReason::CheckedInContext))
            };
            let of_category = self.found.by_category.entry(replaced.category.to_string()).or_default();
            of_category.add(is_found);
            let has_check = matches!(replaced.category.substitute(), Some(SubstituteDomain::Numbers))
                && is_checked(replaced.mention);
            let checks = has_check.then(|| again.iter().any(|mention| is_checked(mention)));
            let other = there.first().map(|mention| found.entities.entity_of(mention).category.clone());
            self.found.counts.entry(ReplacementMeasure::SameKind).or_default().add(is_kind);
            self.note_found(ReplacementMeasure::FoundAgain, number, is_found, other);
            if let Some(is_right) = checks {
                self.note(ReplacementMeasure::CheckDigits, number, is_right);
            }
        }
    }

    fn kept(&mut self) {
        let decisions = self.masked.plan.decisions().iter().filter(|decision| *decision.operator == Operator::Keep);
        let categories = decisions.map(|decision| {
            let mention = &self.masked.entities.mentions[decision.mention];
            &self.masked.entities.entity_of(mention).category
        });
        self.found.ages_kept = categories.filter(|category| category.is(KnownCategory::Age)).count();
    }
}

/// True if a value stands in a text, not as a part of a longer word or number.
fn stands_in(text: &str, value: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(value).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + value.len()..).and_then(|after| after.chars().next());
        let starts = value.starts_with(char::is_alphanumeric) && is_part(before);
        let ends = value.ends_with(char::is_alphanumeric) && is_part(after);
        !starts && !ends
    })
}
