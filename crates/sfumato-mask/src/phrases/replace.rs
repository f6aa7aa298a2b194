//! What stands in the document for what the planner decided.

use sfumato_document::{Sensitive, Span};
use sfumato_knowledge::Way;
use sfumato_language::inflect::{self, Number};
use sfumato_language::{Analysis, Language};
use sfumato_risk::is_number;

use super::account::Outcome;
use super::ladder::Ladder;
use super::planning::PlanningContext;
use super::{PhraseDecision, PhrasePlanner};
use crate::fit::{Label, fit};
use crate::plan::{Replacement, ReplacementOrigin};
use crate::policy::Otherwise;
use crate::{Operator, operators};

/// What becomes of a phrase whose ladder stands somewhere.
pub(super) fn outcome(otherwise: Otherwise, ladder: &Ladder<'_>, label: &str) -> Outcome {
    match ladder.rung() {
        Some(rung) => Outcome::Replaced { text: Sensitive::new(rung.said.text.to_string()), way: Some(rung.way) },
        None => Outcome::Replaced { text: Sensitive::new(last_resort(otherwise, label)), way: None },
    }
}

/// Nothing stands there.
pub(super) fn removed() -> Outcome {
    Outcome::Replaced { text: Sensitive::new(String::new()), way: None }
}

/// What stands where nothing more general may be said.
fn last_resort(otherwise: Otherwise, label: &str) -> String {
    match otherwise {
        Otherwise::Remove => String::new(),
        // What it is a kind of was tried before; a label says less than any word, and no nonsense.
        Otherwise::Root | Otherwise::Label => format!("[{}]", label.to_uppercase()),
    }
}

/// What is left of names of somebody protected when what is masked of them is gone: "James Eugene" of "James Eugene
/// Carrey". It goes too, with the blank between.
pub(super) fn rests_of_names(analysis: &Analysis<'_>, masked: &[Span], names: &[Span]) -> Vec<Span> {
    let document = analysis.document();
    let mut rests = Vec::new();
    for name in names {
        let first = masked.partition_point(|span| span.end() <= name.start());
        let within = || masked.iter().skip(first).take_while(|span| span.start() < name.end());
        if within().next().is_none() {
            continue;
        }
        let mut at = name.start();
        for span in within() {
            rests.extend(document.span(at, span.start().max(at)).filter(|rest| !rest.is_empty()));
            at = span.end();
        }
        rests.extend(document.span(at.min(name.end()), name.end()).filter(|rest| !rest.is_empty()));
    }
    rests.sort();
    rests.dedup();
    rests
}

/// All replacements of a plan, disjoint, in order.
pub(super) fn replacements(
    planner: &PhrasePlanner<'_, '_>,
    analysis: &Analysis<'_>,
    planning: &PlanningContext<'_, '_>,
    fates: &[PhraseDecision<'_>],
    rests: &[Span],
) -> Vec<Replacement> {
    let mut texts = placed_texts(planner, analysis, planning, fates);
    texts.extend(rests.iter().map(|span| PlacedText {
        span: *span,
        text: String::new(),
        agrees_as: None,
        origin: ReplacementOrigin::RestOfName,
    }));
    texts.sort_by_key(|placed| placed.span);
    let texts = joined(analysis, texts);
    let mut masked: Vec<Span> = planning.secrets.iter().flat_map(|secret| secret.spans.iter().copied()).collect();
    masked.sort();
    let mut all: Vec<Replacement> = Vec::with_capacity(texts.len());
    for placed in texts {
        let last = all.last().map_or(0, |last: &Replacement| last.span.end());
        // Names within names: what is gone already is not replaced again.
        if placed.span.start() < last {
            continue;
        }
        let before = masked.partition_point(|span| span.end() <= placed.span.start());
        let free_from = before.checked_sub(1).and_then(|at| masked.get(at)).map_or(last, |span| span.end().max(last));
        all.push(placed.written(analysis, free_from));
    }
    all
}

/// So many things at most stay counted: a larger number says more than that there are some.
const MOST_COUNTED: u32 = 12;

/// The numbers of things of one kind that are put together, in words.
const NUMBERS: [[&str; 2]; 4] = [["two", "dos"], ["three", "tres"], ["four", "cuatro"], ["five", "cinco"]];

/// Texts with those together that say the same of what the text only joins: "efavirenz and tenofovir" are two medicines.
fn joined(analysis: &Analysis<'_>, texts: Vec<PlacedText>) -> Vec<PlacedText> {
    let document = analysis.document();
    let is_joint = |one: Span, next: Span| {
        let between = document.text().get(one.end()..next.start());
        matches!(between, Some(" and " | " y " | " e " | ", " | ", and " | " & " | " / " | "/" | " + " | "+"))
    };
    let mut all: Vec<PlacedText> = Vec::with_capacity(texts.len());
    let mut rest = texts.into_iter().peekable();
    while let Some(first) = rest.next() {
        let is_phrase = |placed: &PlacedText| {
            placed.origin == ReplacementOrigin::Phrase && matches!(placed.agrees_as, Some((_, false)))
        };
        let (mut last, mut count) = (first.span, 1);
        while let Some(next) = rest.next_if(|next| {
            is_phrase(&first) && is_phrase(next) && next.text == first.text && is_joint(last, next.span)
        }) {
            (last, count) = (next.span, count + 1);
        }
        let language = first.agrees_as.map_or(Language::English, |(language, _)| language);
        let number = NUMBERS.get(count - 2usize.min(count)).filter(|_| count > 1).map(|words| words[language as usize]);
        match number {
            Some(number) => {
                let plural = inflect::inflect(&first.text, language, Number::Plural, None).text;
                let text = format!("{number} {plural}");
                all.push(PlacedText { span: first.span.cover(last), text, agrees_as: None, ..first });
            }
            // So many of one kind are not counted.
            None if count > 1 => {
                let some = if language == Language::English { "several" } else { "diversos tipos de" };
                let plural = inflect::inflect(&first.text, language, Number::Plural, None).text;
                let text = format!("{some} {plural}");
                all.push(PlacedText { span: first.span.cover(last), text, agrees_as: None, ..first });
            }
            None => all.push(first),
        }
    }
    all
}

/// Something that is to stand somewhere.
struct PlacedText {
    span: Span,
    text: String,
    /// Its language, and whether it is a name, if it has to agree with the words around it.
    agrees_as: Option<(Language, bool)>,
    origin: ReplacementOrigin,
}

fn placed_texts(
    planner: &PhrasePlanner<'_, '_>,
    analysis: &Analysis<'_>,
    planning: &PlanningContext<'_, '_>,
    fates: &[PhraseDecision<'_>],
) -> Vec<PlacedText> {
    let otherwise = planner.policy.otherwise;
    let mut texts = Vec::new();
    for secret in &planning.secrets {
        let Some(ladder) = &secret.ladder else { continue };
        let label = secret.category.placeholder();
        let new = |(span, mention): (&Span, &usize)| {
            let origin = ReplacementOrigin::Mention(*mention);
            PlacedText::climbed(*span, ladder, otherwise, secret.said.language, &label, origin)
        };
        texts.extend(secret.spans.iter().zip(&secret.mentions).map(new));
    }
    let document = analysis.document();
    for fate in fates {
        let Some(ladder) = &fate.ladder else { continue };
        for span in fate.unit.places.iter().map(|place| place.span) {
            let fixed = |text: String| PlacedText { span, text, agrees_as: None, origin: ReplacementOrigin::Phrase };
            texts.push(match &**planner.policy.operator_for_terms() {
                Operator::Suppress => fixed(String::new()),
                Operator::Label => fixed("[TERM]".to_owned()),
                Operator::BlackOut => fixed(operators::black_out(document.slice(span), document.encoding())),
                _ => {
                    let language = fate.said.language;
                    let placed =
                        PlacedText::climbed(span, ladder, otherwise, language, "term", ReplacementOrigin::Phrase);
                    match ladder.rung().filter(|rung| matches!(rung.way, Way::Taxonomy | Way::Class) && !rung.is_name) {
                        Some(_) => placed.counted(document.slice(span)),
                        None => placed,
                    }
                }
            });
        }
    }
    texts
}

impl PlacedText {
    fn climbed(
        span: Span,
        ladder: &Ladder<'_>,
        otherwise: Otherwise,
        language: Language,
        label: &str,
        origin: ReplacementOrigin,
    ) -> Self {
        let (text, is_noun) = match ladder.rung() {
            Some(rung) => (rung.text.clone(), true),
            None => (last_resort(otherwise, label), false),
        };
        let is_name = ladder.rung().is_some_and(|rung| rung.is_name);
        Self { span, text, agrees_as: is_noun.then_some((language, is_name)), origin }
    }

    /// The same with the number that a phrase begins with: "two photographs" are two pictures.
    fn counted(self, phrase: &str) -> Self {
        let Some((language, _)) = self.agrees_as else { return self };
        let Some((number, _)) = phrase.split_once(' ') else { return self };
        let is_small = number.parse::<u32>().is_ok_and(|number| (2..=MOST_COUNTED).contains(&number));
        let is_one = matches!(number.to_lowercase().as_str(), "one" | "un" | "una" | "uno" | "zero" | "cero");
        let is_word = !number.contains(|c: char| c.is_ascii_digit()) && is_number(&number.to_lowercase(), language);
        if !(is_small || is_word && !is_one) {
            return self;
        }
        let plural = inflect::inflect(&self.text, language, Number::Plural, None).text;
        Self { text: format!("{number} {plural}"), agrees_as: None, ..self }
    }

    fn written(self, analysis: &Analysis<'_>, free_from: usize) -> Replacement {
        let Self { span, text, agrees_as, origin } = self;
        let Some((language, is_name)) = agrees_as else {
            let span = if text.is_empty() { with_blank(analysis, span, free_from) } else { span };
            return Replacement { span, text: Sensitive::new(text), origin };
        };
        let fitted = fit(analysis, span, &Label { text: &text, language, is_name, is_verb: false }, free_from);
        Replacement { span: fitted.span, text: Sensitive::new(fitted.text), origin }
    }
}

/// What is removed takes one of the two blanks around it along.
fn with_blank(analysis: &Analysis<'_>, span: Span, free_from: usize) -> Span {
    let document = analysis.document();
    let bytes = document.text().as_bytes();
    let before = span.start().checked_sub(1).filter(|at| *at >= free_from && bytes.get(*at) == Some(&b' '));
    let is_end = !bytes.get(span.end()).is_some_and(u8::is_ascii_alphanumeric);
    before.filter(|_| is_end).and_then(|at| document.span(at, span.end())).unwrap_or(span)
}
