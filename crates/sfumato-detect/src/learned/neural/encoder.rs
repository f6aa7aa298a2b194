//! The file of a network: what its numbers stand for, and the network itself.
//!
//! ```text
//! SFHEADS1 <length of the head: u32> <head> <network>
//! ```
//! The head is TOML: the vocabulary the network was made with, and which of its numbers are the labels of what.

use std::ops::Range;

use serde::Deserialize;
use sfumato_language::Language;
use sfumato_model::ModelError;
use sfumato_model::neural::Network;

use crate::Category;
use crate::labels::LabelSet;
use crate::learned::package::hex;
use crate::learned::tags::{LabelTags, OUTSIDE};

use super::Vocabulary;
use super::chain::Chain;

const MAGIC: &[u8; 8] = b"SFHEADS1";
/// The version of the head and the forms of words; a network that was made for others is refused.
const VERSION: u32 = 1;
const EARLY: ModelError = ModelError::Damaged("it ends early");
const SENSELESS: ModelError = ModelError::Damaged("its head makes no sense");

/// A network that reads a text once for several recognisers.
#[derive(Debug, Clone)]
pub struct Encoder<'m> {
    name: String,
    pub(super) network: Network<'m>,
    pub(super) heads: Vec<EncoderHead>,
}

/// The part of a network that belongs to one recogniser.
#[derive(Debug, Clone)]
pub(super) struct EncoderHead {
    /// Its id, such as `es/clinical`.
    pub id: String,
    pub language: Language,
    /// The scores of its labels among all that the network gives.
    pub columns: Range<usize>,
    pub tags: LabelTags,
    pub chain: Chain,
    /// Numbers of categories that are told apart and not reported.
    pub ignored: Vec<u8>,
    /// By how much in logarithms it is easier for something to be found with the balance that is called recall.
    pub recall: f32,
    /// The share of findings with a probability that are right: pairs of both, growing.
    pub calibration: Vec<(f32, f32)>,
}

impl EncoderHead {
    /// The categories it reports.
    pub fn categories(&self) -> impl Iterator<Item = &Category> {
        let told = self.tags.categories.iter().zip(0..).filter(|(_, number)| !self.ignored.contains(number));
        told.map(|(category, _)| category)
    }

    /// Has it report nothing of some categories.
    pub fn leave(&mut self, is_left: impl Fn(&Category) -> bool) {
        let numbers = self.tags.categories.iter().zip(0..).filter(|(category, _)| is_left(category));
        self.ignored.extend(numbers.map(|(_, number)| number));
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EncoderDescription {
    version: u32,
    name: String,
    vocabulary: String,
    head: Vec<HeadDescription>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadDescription {
    id: String,
    language: String,
    /// The network's name for it.
    name: String,
    /// The set its labels are from.
    set: String,
    /// Labels that are told apart and not reported.
    ignored: Vec<String>,
    recall: f32,
    calibration: Vec<(f32, f32)>,
    /// The likelihoods by which labels follow each other, in logarithms: a row for each label before.
    #[serde(default)]
    transitions: Vec<f32>,
}

impl<'m> Encoder<'m> {
    /// Reads the head; a network that was made with another vocabulary is refused. The weights are not looked at.
    pub fn from_bytes(bytes: &'m [u8], vocabulary: &Vocabulary<'_>) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(EARLY)?;
        let (head, network) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(EARLY)?;
        let head = std::str::from_utf8(head).map_err(|_| SENSELESS)?;
        let written: EncoderDescription = toml::from_str(head).map_err(|_| SENSELESS)?;
        if written.version != VERSION {
            return Err(ModelError::Damaged("it was made by another version of this program"));
        }
        if written.vocabulary != hex(vocabulary.hash()) {
            return Err(ModelError::Damaged("it was made with another vocabulary; train it anew"));
        }
        let network = Network::from_bytes(network)?;
        let heads = written.head.into_iter().map(|head| head.read(&network)).collect::<Option<Vec<_>>>();
        Ok(Self { name: written.name, network, heads: heads.ok_or(SENSELESS)? })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Compares the weights with the hash that their head states.
    pub fn check(&self) -> Result<(), ModelError> {
        self.network.check()
    }

    /// The language of a recogniser that it reads for.
    pub fn language_of(&self, id: &str) -> Option<Language> {
        self.heads.iter().find(|head| head.id == id).map(|head| head.language)
    }

    /// The categories that a recogniser that it reads for reports.
    pub fn categories_of(&self, id: &str) -> impl Iterator<Item = &Category> {
        self.heads.iter().filter(move |head| head.id == id).flat_map(EncoderHead::categories)
    }

    /// The recognisers it reads for.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.heads.iter().map(|head| head.id.as_str())
    }
}

impl HeadDescription {
    fn read(self, network: &Network<'_>) -> Option<EncoderHead> {
        let own = network.heads().iter().find(|head| *head.name == *self.name)?;
        let set = LabelSet::from_name(&self.set)?;
        let category = |label: &str| set.category(label);
        let translated = own.labels.iter().map(|label| match label.split_once('-') {
            Some((mark, label)) => Some(format!("{mark}-{}", category(label)?.path())),
            None => (**label == *OUTSIDE).then(|| OUTSIDE.to_owned()),
        });
        let tags = LabelTags::read(&translated.collect::<Option<Vec<_>>>()?).ok()?;
        let number = |label: &String| {
            let category = category(label)?;
            tags.categories.iter().position(|known| *known == category).map(|at| at as u8)
        };
        let ignored = self.ignored.iter().map(number).collect::<Option<Vec<_>>>()?;
        let share = |share: f32| (0.0..=1.0).contains(&share);
        let is_sound = self.calibration.iter().all(|(score, right)| share(*score) && share(*right))
            && self.calibration.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1)
            && self.recall.is_finite();
        is_sound.then_some(EncoderHead {
            id: self.id,
            language: Language::from_code(&self.language)?,
            columns: own.columns.clone(),
            chain: Chain::new(&tags, &self.transitions)?,
            tags,
            ignored,
            recall: self.recall,
            calibration: self.calibration,
        })
    }
}
