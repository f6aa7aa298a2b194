//! What a review comes to: the text as it will be, and the file.

use std::collections::HashMap;

use serde::Serialize;
use sfumato::document::{OffsetConverter, OffsetUnit, Span};
use sfumato::mask::Choice;
use sfumato::{Anonymiser, MaskedDocument, Report, ReportOptions};

use super::changes::folded;
use super::document::ReviewedDocument;
use super::open::Review;
use super::state::{MentionId, ReviewView};
use crate::engine::{Engine, MaskedUpload};
use crate::problem::Problem;

/// The text of a document as it will be, and where each part of it comes from.
#[derive(Serialize)]
pub struct ResultText {
    document: usize,
    revision: u64,
    length: usize,
    from: usize,
    to: usize,
    text: String,
    map: Vec<ResultEdit>,
}

/// A place that becomes another.
#[derive(Serialize)]
struct ResultEdit {
    mention: Option<MentionId>,
    start: usize,
    end: usize,
    new_start: usize,
    new_end: usize,
}

/// Does something with each document, as it becomes in a view.
fn each_masked<T>(
    review: &mut Review,
    engine: &Engine,
    view: Option<ReviewView>,
    mut take: impl FnMut(&ReviewedDocument, &MaskedDocument) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    let other = other_anonymiser(review, engine, view)?;
    let Review { documents, choices, .. } = review;
    let mut all = Vec::with_capacity(documents.len());
    for document in documents {
        all.push(match &other {
            None => take(document, &document.masked)?,
            Some(anonymiser) => {
                let (masked, _) = document.decided(choices, anonymiser)?;
                take(document, &masked)?
            }
        });
    }
    Ok(all)
}

/// The anonymiser of another view than that of the settings.
fn other_anonymiser(
    review: &Review,
    engine: &Engine,
    view: Option<ReviewView>,
) -> Result<Option<std::sync::Arc<Anonymiser<'static>>>, Problem> {
    let Some(view) = view.filter(|view| *view != review.choices.settings.view) else { return Ok(None) };
    let mut choices = review.choices.clone();
    choices.settings.view = view;
    Ok(Some(engine.review_anonymisers(&review.options.deciding, &choices, review.today)?.own))
}

impl Review {
    /// The file as it becomes, read again and searched for what was masked.
    pub fn result(&mut self, engine: &Engine, view: Option<ReviewView>) -> Result<MaskedUpload, Problem> {
        let mut counts = std::collections::BTreeMap::new();
        let mut above_limit = 0;
        let number = self.documents.len();
        let mut parts = Vec::with_capacity(number);
        let upload = std::sync::Arc::clone(&self.upload);
        each_masked(self, engine, view, |document, masked| {
            check_replacements(document, masked).map_err(|problem| problem.at(document.name.clone()))?;
            let written = masked.write(upload.format(), &document.document).map_err(|error| {
                let problem = Problem::from(error);
                if number > 1 { problem.at(document.name.clone()) } else { problem }
            })?;
            parts.push(Some(written));
            for (category, count) in masked.counts() {
                *counts.entry(category).or_default() += count;
            }
            above_limit += masked.plan.account().map_or(0, |account| account.above_limit());
            Ok(())
        })?;
        let bytes = self.upload.file().assemble(&parts);
        let (counts, format) = (counts.into_iter().collect(), self.upload.format().name());
        Ok(MaskedUpload { bytes, reports: Vec::new(), counts, above_limit, format })
    }

    /// The report of each document.
    pub fn reports(&mut self, engine: &Engine, show_text: bool) -> Result<Vec<Report>, Problem> {
        let options = ReportOptions { unit: OffsetUnit::Utf16, show_text, all_terms: false };
        let name = |document: &ReviewedDocument| document.name.clone();
        each_masked(self, engine, None, |document, masked| {
            Ok(Report::new(masked, &document.document, &name(document), &options))
        })
    }

    /// The text of a document as it will be.
    pub fn result_text(
        &mut self,
        engine: &Engine,
        number: usize,
        view: Option<ReviewView>,
        (from, to): (Option<usize>, Option<usize>),
    ) -> Result<ResultText, Problem> {
        self.document(number)?;
        let other = other_anonymiser(self, engine, view)?;
        let revision = self.revision;
        let Self { documents, choices, .. } = self;
        let document = &mut documents[number];
        match other {
            None => text_of(document, &document.masked, revision, (from, to)),
            Some(anonymiser) => {
                let (masked, _) = document.decided(choices, &anonymiser)?;
                text_of(document, &masked, revision, (from, to))
            }
        }
    }
}

/// An error if something that a person wrote holds what it stands for, or what must not stand anywhere.
fn check_replacements(document: &ReviewedDocument, masked: &MaskedDocument) -> Result<(), Problem> {
    let edited = document.mentions.values().filter_map(|mention| match &mention.choice {
        Some(Choice::Write(text)) => Some((mention.span, format!(" {} ", folded(text.expose())))),
        _ => None,
    });
    let edited: Vec<(Span, String)> = edited.collect();
    if edited.is_empty() {
        return Ok(());
    }
    let text = |span: Span| format!(" {} ", folded(document.document.slice(span)));
    let nowhere: Vec<String> =
        masked.plan.sought().iter().filter(|value| value.everywhere).map(|value| text(value.span)).collect();
    let holds = |(span, written): &(Span, String)| {
        let own = text(*span);
        (own.trim().len() > 1 && written.contains(&own)) || nowhere.iter().any(|value| written.contains(value.as_str()))
    };
    match edited.iter().any(holds) {
        true => {
            let detail =
                "a replacement that a person wrote holds what was masked; write another, or keep what stands there";
            Err(Problem::content("not-verified", detail))
        }
        false => Ok(()),
    }
}

fn text_of(
    document: &ReviewedDocument,
    masked: &MaskedDocument,
    revision: u64,
    (from, to): (Option<usize>, Option<usize>),
) -> Result<ResultText, Problem> {
    let after = masked.edits.apply(&document.document);
    let text = after.expose().as_str();
    let old = OffsetConverter::new(document.document.text(), OffsetUnit::Utf16);
    let new = OffsetConverter::new(text, OffsetUnit::Utf16);
    let length = new.from_byte(text.len());
    let (from, to) = (from.unwrap_or(0).min(length), to.unwrap_or(length).min(length));
    if from > to {
        return Err(Problem::request("range", "`from` is not before `to`").at("from"));
    }
    let before = new.to_byte(from).or_else(|| new.to_byte(from - 1)).unwrap_or_default();
    let until = new.to_byte(to).or_else(|| new.to_byte(to + 1)).unwrap_or(text.len());
    let mentions: HashMap<usize, MentionId> = document
        .shown
        .iter()
        .filter(|it| it.replacement.is_some())
        .filter_map(|it| Some((it.span?.end(), it.id)))
        .collect();
    let mut map = Vec::with_capacity(masked.edits.len());
    let mut shift = 0_isize;
    for edit in masked.edits.iter() {
        let span: Span = edit.span();
        let start = span.start().saturating_add_signed(shift);
        let end = start + edit.replacement().len();
        shift += edit.replacement().len() as isize - span.len() as isize;
        if end >= before && start <= until {
            map.push(ResultEdit {
                // What stands there may stand for an article before the mention too.
                mention: mentions.get(&span.end()).copied(),
                start: old.from_byte(span.start()),
                end: old.from_byte(span.end()),
                new_start: new.from_byte(start),
                new_end: new.from_byte(end),
            });
        }
    }
    Ok(ResultText {
        document: document.number,
        revision,
        length,
        from: new.from_byte(before),
        to: new.from_byte(until),
        text: text.get(before..until).unwrap_or_default().to_owned(),
        map,
    })
}
