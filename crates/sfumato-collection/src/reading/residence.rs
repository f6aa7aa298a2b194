//! Where somebody lives and was born.

use std::ops::Range;

use super::fields::is_place;
use super::{MentionGround, PersonRecord, Reading};
use crate::places::{PlaceKind, PlaceNames};
use crate::{Attribute, ValueNode};

/// So many places stand in a row at most.
const MOST: usize = 3;

/// Small words within names of places.
const WITHIN: [&str; 14] = ["de", "del", "la", "las", "los", "el", "y", "of", "the", "upon", "on", "le", "da", "do"];

impl Reading<'_> {
    /// The names in a row from a word on: runs of capitalised words, apart by a comma, a slash or a bracket.
    fn places_at(&self, start: usize, end: usize) -> Vec<Range<usize>> {
        let mut names: Vec<Range<usize>> = Vec::new();
        let mut at = start;
        while at < end && names.len() < MOST {
            let gap = self.words.gap_before(at).trim();
            let is_next = names.is_empty() || matches!(gap, "," | "/" | "(" | "-" | "–" | ", (");
            if !is_next || !self.words.words[at].is_capital {
                break;
            }
            let from = at;
            at += 1;
            while at < end {
                let gap = self.words.gap_before(at);
                let is_near = matches!(gap, " " | "-" | "'" | "’");
                let is_within = WITHIN.contains(&self.words.word(at))
                    && self
                        .words
                        .words
                        .get(at + 1)
                        .is_some_and(|next| next.is_capital || WITHIN.contains(&next.folded.as_str()));
                if !is_near || !(self.words.words[at].is_capital || is_within) {
                    break;
                }
                at += 1;
            }
            names.push(from..at);
        }
        names
    }

    /// Reads a row of places, the first of which is of an attribute.
    pub(super) fn read_places(&mut self, first: Attribute, start: usize, end: usize, ground: MentionGround) {
        let names = self.places_at(start, end);
        // "From March on", "from Dr Moss": nobody lives there.
        let known = PlaceNames::get();
        let texts: Vec<&str> = names.iter().map(|name| self.words.slice(self.words.range(name.clone()))).collect();
        let knows_any = texts.iter().any(|text| known.knows(text, self.language));
        if names.is_empty() || (ground == MentionGround::Cue && !knows_any && !self.is_found_place(&names[0])) {
            return;
        }
        let nodes = known.resolve(&texts, self.language, first == Attribute::City);
        if first == Attribute::BirthPlace {
            // The whole row is one place, and is written as one.
            self.note(first, names[0].start..names[names.len() - 1].end, nodes[0].clone(), ground);
            return;
        }
        let mut last: Option<Attribute> = None;
        for (nth, (name, node)) in names.into_iter().zip(nodes).enumerate() {
            let by_kind = match known.kind(&node) {
                Some(PlaceKind::Country) => Some(Attribute::Country),
                Some(PlaceKind::Region) => Some(Attribute::Region),
                Some(PlaceKind::Town) => Some(Attribute::City),
                _ => None,
            };
            let attribute = match (nth, by_kind) {
                (0, Some(kind)) if first == Attribute::City => kind,
                (0, _) => first,
                (_, Some(kind)) if last.is_none_or(|last| last < kind) => kind,
                (_, _) if last == Some(Attribute::City) => Attribute::Region,
                _ => Attribute::Country,
            };
            if last.is_some_and(|last| last >= attribute) {
                break;
            }
            last = Some(attribute);
            self.note(attribute, name, node, ground);
        }
    }

    /// True if a place is part of the name of something else: the hospital of a town.
    fn is_part_of_name(&self, span: sfumato::document::Span) -> bool {
        let is_name =
            |path: &str| ["organisation", "person", "contact", "work"].iter().any(|other| path.starts_with(other));
        self.entities.mentions.iter().any(|mention| is_name(mention.category.path()) && mention.span.overlaps(span))
    }

    fn is_found_place(&self, name: &Range<usize>) -> bool {
        let range = self.words.range(name.clone());
        let here = self.document.span(range.start, range.end);
        let is_place = |mention: &sfumato::detect::Mention| mention.category.path().starts_with("place");
        here.is_some_and(|here| {
            self.entities.mentions.iter().any(|mention| is_place(mention) && mention.span.overlaps(here))
        })
    }

    /// Reads the other places of the document that name where the person lives.
    pub(super) fn read_other_places(&mut self) {
        let own: Vec<(Attribute, String, ValueNode)> = self
            .mentions
            .iter()
            .filter(|mention| is_place(mention.attribute) && mention.counts() && mention.ground >= MentionGround::Cue)
            .map(|mention| (mention.attribute, self.document.slice(mention.span).to_owned(), mention.node.clone()))
            .collect();
        let text = self.document.text();
        for (attribute, name, node) in own {
            for (at, _) in text.match_indices(&name) {
                let end = at + name.len();
                let is_within = text.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric))
                    || text.get(end..).is_some_and(|after| after.starts_with(char::is_alphanumeric));
                if let Some(span) = self.document.span(at, end).filter(|_| !is_within)
                    && !self.mentions.iter().any(|mention| mention.span.overlaps(span))
                    && !self.is_part_of_name(span)
                {
                    self.note_span(attribute, span, node.clone(), MentionGround::Words, false);
                }
            }
        }
    }
}

impl PersonRecord {
    /// What follows from what is said: the province of a town, the country of a province, the days of a stay.
    pub(super) fn derive(&mut self) {
        let known = PlaceNames::get();
        let town = self.value(Attribute::City).cloned();
        if self.value(Attribute::Region).is_none()
            && let Some(region) = town.as_ref().and_then(|town| known.region(town))
        {
            self.values.insert(Attribute::Region, [region].into());
        }
        let lowest = town.or_else(|| self.value(Attribute::Region).cloned());
        if self.value(Attribute::Country).is_none()
            && let Some(country) = lowest.as_ref().and_then(|place| known.country(place))
        {
            self.values.insert(Attribute::Country, [country].into());
        }
        let day = |attribute| self.value(attribute).and_then(ValueNode::days).filter(|(from, to)| to - from == 1);
        if let (Some((from, _)), Some((to, _))) = (day(Attribute::AdmissionDate), day(Attribute::DischargeDate))
            && from <= to
        {
            self.values.insert(Attribute::Stay, [ValueNode::new((to - from).to_string())].into());
        }
    }
}
