//! What somebody has, what was done about it, and what is taken against it.

use sfumato::Bundle;
use sfumato::knowledge::taxonomy::NameKind;

use super::{MentionGround, Reading};
use crate::{Attribute, ValueNode, lists};

/// The taxonomies of what people have, in the order they are asked.
const CONDITIONS: [&str; 3] = ["disease", "phenotype", "icd"];
/// So many words the name of a medicine has at most.
const LONGEST_MEDICINE: usize = 2;
/// Shorter words are no medicines.
const SHORTEST_MEDICINE: usize = 5;
/// So many words a diagnosis has at most.
const LONGEST: usize = 8;

impl Reading<'_> {
    /// The concept that some of the taxonomies know a phrase by: one disease has one, whatever it is called.
    fn concept(&self, phrase: &str, taxonomies: &[&str]) -> Option<ValueNode> {
        taxonomies.iter().find_map(|name| {
            let taxonomy = Bundle::taxonomy(name)?.ok()?;
            let sense =
                taxonomy.senses(phrase, self.language).into_iter().find(|sense| sense.kind != NameKind::Related)?;
            Some(ValueNode::new(format!("{name}:{}", taxonomy.id(sense.concept))))
        })
    }

    fn condition(&self, phrase: &str) -> ValueNode {
        self.concept(phrase, &CONDITIONS).unwrap_or_else(|| ValueNode::words(&lists::fold(phrase)))
    }

    /// Reads a diagnosis behind its label or a cue: the longest name of a disease from there on.
    pub(super) fn read_diagnosis(&mut self, start: usize, end: usize, ground: MentionGround) {
        let mut last = start + 1;
        while last < end.min(start + LONGEST) && matches!(self.words.gap_before(last), " " | "-" | "/") {
            last += 1;
        }
        let found = self.entities.mentions.iter().find(|mention| {
            mention.category.path().starts_with("health/")
                && self.words_of(mention.span).start.saturating_sub(start) <= 3
                && mention.span.start() >= self.words.words[start].start
        });
        let known = (start + 1..=last).rev().find_map(|after| {
            let phrase = self.words.slice(self.words.range(start..after));
            Some((start..after, self.concept(phrase, &CONDITIONS)?))
        });
        let found =
            found.map(|mention| (self.words_of(mention.span), self.condition(self.document.slice(mention.span))));
        if let Some((words, node)) = known.or(found) {
            self.note(Attribute::Diagnosis, words, node, ground);
        }
    }

    /// Reads the diseases, procedures and medicines of the document.
    pub(super) fn read_conditions(&mut self) {
        for number in 0..self.entities.mentions.len() {
            let mention = &self.entities.mentions[number];
            let span = mention.span;
            let attribute = match mention.category.path() {
                "health/disease" | "health/tumour" => Attribute::Diseases,
                "health/procedure" => Attribute::Procedures,
                "topic" => Attribute::Topics,
                _ => continue,
            };
            let node = self.condition(self.document.slice(span));
            let words = self.words_of(span);
            let is_of_other = self.is_of_other(words.start);
            self.note_span(attribute, span, node.clone(), MentionGround::Words, is_of_other);
            if attribute == Attribute::Diseases {
                self.note_span(Attribute::Diagnosis, span, node, MentionGround::Words, is_of_other);
            }
        }
        for at in 0..self.words.len() {
            if self.words.word(at).len() < SHORTEST_MEDICINE {
                continue;
            }
            let last = (at + LONGEST_MEDICINE).min(self.words.len());
            let known = (at + 1..=last).rev().find_map(|after| {
                let is_one = after == at + 1 || self.words.gap_before(at + 1) == " ";
                let phrase = self.words.slice(self.words.range(at..after));
                Some((after, self.concept(phrase, &["medicines"]).filter(|_| is_one)?))
            });
            if let Some((after, node)) = known {
                self.note(Attribute::Medicines, at..after, node, MentionGround::Words);
            }
        }
    }
}
