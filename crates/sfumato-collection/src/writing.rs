//! The table written back into the documents it came from.
//!
//! The plan that the policy makes of a document is the beginning: names, numbers and whatever else it masks. Every
//! mention of a quasi-identifier then becomes what its record has in the table, whatever the policy says of it, every
//! mention of an identifier goes, and the plan is carried out, written and verified as any other.

use std::collections::BTreeMap;
use std::ops::Range;

use sfumato::document::{Document, DocumentFormat, OffsetMap, OffsetUnit};
use sfumato::{Anonymiser, Change, FileFault, MaskedDocument, PlanOptions};

use crate::lists::TextWords;
use crate::node::path;
use crate::phrases::{PhraseSite, in_decade, phrase};
use crate::solution::node_of;
use crate::table::RESIDENCE;
use crate::{Attribute, AttributeClass, AttributeClasses, AttributeMention, PersonRecord, ValueNode, covers};

/// The nodes of a record by attribute.
pub(crate) type RecordNodes = BTreeMap<Attribute, ValueNode>;

/// A document as it was written.
pub struct WrittenDocument {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was done.
    pub masked: MaskedDocument,
    /// Where everything went.
    pub(crate) map: OffsetMap,
}

/// What becomes of a stretch of a document.
struct PlaceChange {
    range: Range<usize>,
    /// Nothing if it stays.
    text: Option<String>,
    attribute: Attribute,
}

/// The rule that plans name for what the table says.
const RULE: &str = "collection";

/// Writes a document: what the policy masks, and of each of its people what the table has.
pub(crate) fn write(
    anonymiser: &Anonymiser<'_>,
    format: &dyn DocumentFormat,
    document: &Document,
    people: &[(&PersonRecord, &RecordNodes)],
    classes: &AttributeClasses,
) -> Result<WrittenDocument, FileFault> {
    let masked = anonymiser.mask_document(document)?;
    let options = PlanOptions { unit: OffsetUnit::Bytes, show_text: false };
    let mut plan = anonymiser.plan_file(document, &masked, &options);
    let words = TextWords::new(document.text());
    let masks = plan.changes.iter().filter(|change| change.action == "mask");
    let gone: Vec<Range<usize>> = masks.map(|change| change.start..change.end).collect();
    let mut places: Vec<PlaceChange> = Vec::new();
    for (record, nodes) in people {
        let writer = RecordWriter { words: &words, record, nodes, classes, gone: &gone };
        for mention in &record.mentions {
            let Some(place) = writer.change(mention) else { continue };
            let cue = mention.cue.map(|cue| cue.start()..cue.end().min(place.range.start));
            places.extend(cue.map(|range| PlaceChange { range, text: None, attribute: mention.attribute }));
            places.push(place);
        }
    }
    // What reaches further comes first, and what overlaps it is left out.
    places.sort_by_key(|place| (place.range.start, std::cmp::Reverse(place.range.end)));
    let mut end = 0;
    places.retain(|place| {
        let is_free = place.range.start >= end && !place.range.is_empty();
        end = if is_free { place.range.end } else { end };
        is_free
    });
    let written: String =
        places.iter().filter_map(|place| place.text.as_deref()).collect::<Vec<_>>().join("\n").to_lowercase();
    let mut changes: Vec<Change> = Vec::with_capacity(plan.changes.len() + places.len());
    for change in plan.changes.drain(..) {
        for mut part in without(change, &places, &words) {
            // What a phrase says may be the name of something else that goes.
            let value = words.slice(part.start..part.end).trim().to_lowercase();
            if part.verify.as_deref() == Some("everywhere") && !value.is_empty() && written.contains(&value) {
                part.verify = Some("no".to_owned());
            }
            changes.push(part);
        }
    }
    changes.extend(places.into_iter().map(table_change));
    changes.sort_by_key(|change| change.start);
    plan.changes = changes;
    let masked = plan.carry_out(document)?;
    let map = masked.edits.offset_map();
    let bytes = masked.write(format, document)?;
    Ok(WrittenDocument { bytes, masked, map })
}

/// A change of a plan that says what the table does.
fn table_change(place: PlaceChange) -> Change {
    Change {
        start: place.range.start,
        end: place.range.end,
        action: if place.text.is_some() { "mask" } else { "keep" }.to_owned(),
        replacement: place.text,
        category: Some(category(place.attribute).to_owned()),
        rule: Some(RULE.to_owned()),
        why: Some(format!("{RULE}: {}", place.attribute.name())),
        model: None,
        bits_before: None,
        bits_after: None,
        verify: Some("no".to_owned()),
        value: None,
        decided_at: None,
        decided_by: None,
        text: None,
    }
}

/// The category that a mention of an attribute is of.
fn category(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Name => "person",
        Attribute::Number => "id",
        Attribute::Contact => "contact",
        Attribute::Address => "place/street",
        Attribute::Age => "age",
        Attribute::BirthDate => "date/birth",
        Attribute::AdmissionDate | Attribute::DischargeDate => "date",
        Attribute::Sex => "sex",
        Attribute::City => "place/city",
        Attribute::Region => "place/region",
        Attribute::Country => "place/country",
        Attribute::BirthPlace => "place",
        Attribute::Profession => "profession",
        Attribute::Kin | Attribute::Children => "kinship",
        Attribute::Institution => "organisation",
        Attribute::Diagnosis | Attribute::Diseases => "health/disease",
        Attribute::Procedures | Attribute::Medicines => "health",
        _ => "demographic",
    }
}

/// What is left of a change of the policy beside the places that the table decides about.
fn without(change: Change, places: &[PlaceChange], words: &TextWords<'_>) -> Vec<Change> {
    let overlapping: Vec<&PlaceChange> =
        places.iter().filter(|place| place.range.start < change.end && change.start < place.range.end).collect();
    if overlapping.is_empty() {
        return vec![change];
    }
    if change.action != "mask" {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut at = change.start;
    let ends = overlapping.iter().map(|place| (place.range.start, place.range.end)).chain([(change.end, change.end)]);
    for (start, end) in ends {
        let says = |range: &Range<usize>| words.slice(range.clone()).chars().any(char::is_alphanumeric);
        let rest = at..start.max(at);
        if let Some(rest) = Some(rest).filter(says) {
            // Blanks and marks at its borders belong to what stands beside it.
            let text = words.slice(rest.clone());
            let lead = text.len() - text.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
            let tail = text.len() - text.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
            parts.push(Change {
                start: rest.start + lead,
                end: rest.end - tail,
                value: None,
                verify: Some("no".to_owned()),
                ..change.clone()
            });
        }
        at = end;
    }
    parts
}

/// Writes what a record has in the table.
struct RecordWriter<'a> {
    words: &'a TextWords<'a>,
    record: &'a PersonRecord,
    nodes: &'a RecordNodes,
    classes: &'a AttributeClasses,
    /// What the policy masks.
    gone: &'a [Range<usize>],
}

impl RecordWriter<'_> {
    /// What becomes of a mention; nothing if the policy alone decides.
    fn change(&self, mention: &AttributeMention) -> Option<PlaceChange> {
        let (attribute, range) = (mention.attribute, mention.span.start()..mention.span.end());
        match self.classes.of(attribute) {
            AttributeClass::Quasi if mention.counts() => self.general(mention, range),
            AttributeClass::Identifier if mention.counts() => {
                let is_gone = self.gone.iter().any(|gone| gone.start < range.end && range.start < gone.end);
                (!is_gone).then(|| PlaceChange { range, text: Some(attribute.label()), attribute })
            }
            _ => None,
        }
    }

    fn general(&self, mention: &AttributeMention, range: Range<usize>) -> Option<PlaceChange> {
        let attribute = mention.attribute;
        let node = node_of(self.nodes, attribute);
        let is_place = RESIDENCE.contains(&attribute);
        let tells_no_more = match is_place {
            true => path(Attribute::City, &node).contains(&mention.node) && !node.is_root(),
            false => covers(attribute, &mention.node, &node) && !node.is_root(),
        };
        if tells_no_more {
            return Some(PlaceChange { range, text: None, attribute });
        }
        // Pronouns, titles and endings have no more general form; where the table does not tell the sex they must not.
        if attribute == Attribute::Sex && mention.ground == crate::MentionGround::Hint {
            return node.is_root().then(|| PlaceChange { range, text: Some(attribute.label()), attribute });
        }
        let is_true = if is_place {
            covers(Attribute::City, &node, &mention.node)
        } else {
            covers(attribute, &node, &mention.node)
        };
        let text = is_true.then(|| self.written(attribute, &node, &range)).flatten();
        let (range, text) = match text {
            Some(text) => self.fitted(attribute, &node, range, text),
            None => (range, attribute.label()),
        };
        Some(PlaceChange { range, text: Some(text), attribute })
    }

    fn is_woman(&self) -> bool {
        self.record.value(Attribute::Sex).is_some_and(|sex| sex.as_str() == "female")
    }

    fn written(&self, attribute: Attribute, node: &ValueNode, range: &Range<usize>) -> Option<String> {
        let at = self.words.at_byte(range.start);
        let is_near = self.words.gap_before(at).trim().is_empty();
        let before = at.checked_sub(1).filter(|_| is_near).map_or("", |before| self.words.word(before));
        let site = PhraseSite {
            said: self.words.slice(range.clone()),
            before,
            language: self.record.language,
            is_woman: self.is_woman(),
        };
        phrase(attribute, node, site)
    }

    /// A phrase with the words around it that have to change with it: "el 3 de mayo" becomes "en mayo", "an" before
    /// a consonant "a", and "a 47-year-old man" "a man in his forties".
    fn fitted(
        &self,
        attribute: Attribute,
        node: &ValueNode,
        range: Range<usize>,
        text: String,
    ) -> (Range<usize>, String) {
        let at = self.words.at_byte(range.start);
        let after = self.words.at_byte(range.end);
        let before =
            at.checked_sub(1).filter(|_| self.words.gap_before(at) == " ").map(|before| &self.words.words[before]);
        let word = before.map_or("", |word| word.folded.as_str());
        let from = before.map_or(range.start, |word| word.start);
        let is_spanish = self.record.language == sfumato::language::Language::Spanish;
        match attribute {
            Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate
                if matches!(word, "el" | "on") =>
            {
                return (from..range.end, format!("{} {text}", if is_spanish { "en" } else { "in" }));
            }
            Attribute::Age if !is_spanish && text.ends_with("-year-old") && self.words.gap_before(after) == " " => {
                let noun = &self.words.word(after);
                if matches!(*noun, "man" | "woman" | "lady" | "gentleman" | "patient")
                    && let Some(decade) = in_decade(node, noun, self.is_woman())
                {
                    let range = range.start..self.words.range(after..after + 1).end;
                    return self.with_article(word, from, range, decade);
                }
            }
            _ => {}
        }
        if is_spanish { (range, text) } else { self.with_article(word, from, range, text) }
    }

    /// A phrase in English with the article before it that its sound asks for.
    fn with_article(&self, word: &str, from: usize, range: Range<usize>, text: String) -> (Range<usize>, String) {
        let starts = |starts: &[&str]| starts.iter().any(|start| text.to_lowercase().starts_with(start));
        let is_vowel = starts(&["a", "e", "i", "o", "u", "8", "11-", "18-"]);
        match (word, is_vowel) {
            // "From a town in Texas" has an article of its own.
            ("a" | "an", _) if starts(&["a ", "the ", "some "]) => (from..range.end, text),
            ("a", true) => (from..range.end, format!("an {text}")),
            ("an", false) => (from..range.end, format!("a {text}")),
            _ => (range, text),
        }
    }
}
