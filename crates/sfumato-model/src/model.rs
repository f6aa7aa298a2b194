//! The file of a model: a head of text, and tables that are read in place.
//!
//! ```text
//! SFMODEL1 <length of the head: u32> <head> <steps> <slots> <pool>
//! ```
//! The head says what the model is: `name value` lines, then its labels and templates.
//! A feature is looked up by its hash among slots of eight bytes, probed in order until one is empty: a mark of 16 bits
//! that tells it from its neighbours, and up to three pairs of label and weight; or, after a label that none is, where
//! in the pool the number of its pairs stands with these after it.
//! A weight is a byte that stands for a whole number of units, fine near zero and coarse far from it ([`WORTH`]); what a
//! unit is worth stands in the head.

use crate::bytes::slot;
use crate::hash::hash_bytes;
use crate::templates::FeatureTemplates;

/// The first bytes of a model.
pub(crate) const MAGIC: &[u8; 8] = b"SFMODEL1";

/// The most labels a model can have.
pub(crate) const MOST_LABELS: usize = 255;

/// The units that the bytes of weights stand for: small weights are many and need to be told apart, large ones are
/// few.
pub(crate) const WORTH: [i16; 256] = {
    let mut worth = [0; 256];
    let mut code = 0;
    while code < 256 {
        let signed = code as u8 as i8 as i16;
        worth[code] = signed * signed.abs() / 32;
        code += 1;
    }
    worth
};

/// Bytes are no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// These are not the bytes of a model.
    #[error("this is no model of sfumato's, or one of another version")]
    Alien,
    /// The head or the tables are not what they should be.
    #[error("the model is damaged: {0}")]
    Damaged(&'static str),
    /// It was made for something else.
    #[error("the model is for {found}, not for {wanted}")]
    Other {
        /// The task it is for.
        found: Box<str>,
        /// The task that was asked for.
        wanted: Box<str>,
    },
}

/// A model, read in place.
#[derive(Clone)]
pub struct SequenceModel<'m> {
    task: Box<str>,
    labels: Vec<Box<str>>,
    pub(crate) templates: FeatureTemplates,
    pub(crate) word_columns: usize,
    /// The worth of one unit of a weight.
    pub(crate) unit: f32,
    pub(crate) steps: Vec<i16>,
    slots: &'m [[u8; 8]],
    pool: &'m [u8],
    stated_hash: u64,
    body: &'m [u8],
}

impl std::fmt::Debug for SequenceModel<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Model({}, {} labels, {} slots)", self.task, self.labels.len(), self.slots.len())
    }
}

impl<'m> SequenceModel<'m> {
    /// Reads the head of a model. The tables are not looked at, which [`SequenceModel::check`] does.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, ModelError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ModelError::Alien)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(ModelError::Damaged("it ends early"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, body) = rest.split_at_checked(length).ok_or(ModelError::Damaged("it ends early"))?;
        let head = std::str::from_utf8(head).map_err(|_| ModelError::Damaged("its head is no text"))?;
        ModelHead::parse(head)?.model(body)
    }

    /// The task of the model, such as `tags/en`.
    pub fn task(&self) -> &str {
        &self.task
    }

    /// An error unless the model is for this.
    pub fn for_task(self, wanted: &str) -> Result<Self, ModelError> {
        if *self.task == *wanted {
            Ok(self)
        } else {
            Err(ModelError::Other { found: self.task, wanted: wanted.into() })
        }
    }

    /// The names of the labels.
    pub fn labels(&self) -> &[Box<str>] {
        &self.labels
    }

    /// The templates.
    pub fn templates(&self) -> &FeatureTemplates {
        &self.templates
    }

    /// The number of the columns that belong to the word.
    pub fn word_columns(&self) -> usize {
        self.word_columns
    }

    /// Compares the tables with the hash that the head states.
    pub fn check(&self) -> Result<(), ModelError> {
        if hash_bytes(self.body) == self.stated_hash {
            Ok(())
        } else {
            Err(ModelError::Damaged("its tables are not those it was written with"))
        }
    }

    /// The slot in which a feature is looked for first.
    #[inline]
    pub(crate) fn home(&self, feature: u64) -> usize {
        slot(feature, self.slots.len())
    }

    /// The slot of a number.
    #[inline]
    pub(crate) fn slot(&self, at: usize) -> FeatureSlot {
        FeatureSlot(u64::from_le_bytes(self.slots.get(at).copied().unwrap_or_default()))
    }

    /// The marks that can be found from each slot on.
    pub(crate) fn reach(&self) -> FeatureReach {
        let mut marks = vec![0; self.slots.len()];
        let mut ahead = 0;
        for (at, found) in marks.iter_mut().enumerate().rev() {
            ahead = FeatureReach::through(self.slot(at), ahead);
            *found = ahead;
        }
        // The last slots lead on to the first.
        for (at, found) in marks.iter_mut().enumerate().rev() {
            ahead = FeatureReach::through(self.slot(at), ahead);
            *found = ahead;
            if ahead == 0 {
                break;
            }
        }
        FeatureReach(marks)
    }

    /// The weights of a feature, the slot where it is looked for first having been read.
    #[inline]
    pub(crate) fn said(&self, feature: u64, mut slot: FeatureSlot) -> FeatureWeights {
        let wanted = mark(feature);
        if slot.mark() == wanted {
            return slot.said();
        }
        let mut at = self.home(feature);
        // A table has room to spare, so that a damaged one without any is the only one walked through.
        for _ in 0..self.slots.len() {
            if slot.mark() == 0 {
                break;
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
            slot = self.slot(at);
            if slot.mark() == wanted {
                return slot.said();
            }
        }
        FeatureWeights::NOTHING
    }

    /// Adds what a feature says to the scores of labels.
    #[inline]
    pub(crate) fn add(&self, said: FeatureWeights, row: &mut [i16]) {
        let mut add = |[label, weight]: [u8; 2]| {
            if let Some(score) = row.get_mut(usize::from(label)) {
                *score = score.wrapping_add(WORTH[usize::from(weight)]);
            }
        };
        if said == FeatureWeights::NOTHING {
            return;
        }
        match said.start() {
            // Adding nothing to the first label three times over is faster than asking whether there is something.
            None => said.pairs().into_iter().for_each(add),
            Some(start) => {
                let count = self.pool.get(start).copied().map_or(0, usize::from);
                let pairs = self.pool.get(start + 1..start + 1 + 2 * count).unwrap_or_default();
                pairs.as_chunks().0.iter().for_each(|pair| add(*pair));
            }
        }
    }
}

/// For each slot, which marks are met from there on up to the next that is empty: a bit for each by its last five.
///
/// Most features of a text are none of the model's. Here one look tells that of nearly all of them, where the slots
/// would have to be walked through.
pub(crate) struct FeatureReach(Vec<u32>);

impl FeatureReach {
    /// True if a feature may be found that is looked for at this slot first.
    #[inline]
    pub fn may_hold(&self, feature: u64, home: usize) -> bool {
        self.0.get(home).copied().unwrap_or(0) & Self::bit(mark(feature)) != 0
    }

    #[inline]
    fn bit(mark: u16) -> u32 {
        1 << (mark & 31)
    }

    /// The marks that are met from a slot on, given those behind it.
    fn through(slot: FeatureSlot, ahead: u32) -> u32 {
        if slot.mark() == 0 { 0 } else { ahead | Self::bit(slot.mark()) }
    }
}

/// A slot of the table: a mark, and what the feature says that it belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FeatureSlot(pub u64);

impl FeatureSlot {
    #[cfg(feature = "train")]
    pub fn new(mark: u16, said: FeatureWeights) -> Self {
        Self(u64::from(mark) | said.0 << 16)
    }

    #[inline]
    pub fn mark(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    fn said(self) -> FeatureWeights {
        FeatureWeights(self.0 >> 16)
    }
}

/// The weights of a feature, in six bytes: three pairs of label and weight, or where in the pool more of them stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FeatureWeights(u64);

/// The number of pairs that need no pool.
pub(crate) const FEW: usize = 3;

impl FeatureWeights {
    pub const NOTHING: Self = Self(0);
    /// No label has this number.
    const IN_POOL: u64 = u8::MAX as u64;

    /// These pairs of label and weight, at most [`FEW`].
    #[cfg(feature = "train")]
    pub fn few(pairs: &[u8]) -> Self {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(pairs.iter().take(2 * FEW)).for_each(|(byte, given)| *byte = *given);
        Self(u64::from_le_bytes(bytes))
    }

    /// Those that start here in the pool.
    #[cfg(feature = "train")]
    pub fn many(start: u32) -> Self {
        Self(Self::IN_POOL | u64::from(start) << 16)
    }

    #[inline]
    fn start(self) -> Option<usize> {
        (self.0 & 0xff == Self::IN_POOL).then_some((self.0 >> 16) as usize)
    }

    #[inline]
    fn pairs(self) -> [[u8; 2]; FEW] {
        let [a, b, c, d, e, f, ..] = self.0.to_le_bytes();
        [[a, b], [c, d], [e, f]]
    }
}

/// The mark that tells features apart that are looked for at the same place.
#[inline]
pub(crate) fn mark(feature: u64) -> u16 {
    (feature as u16).max(1)
}

/// The head of the file of a model.
#[derive(Default)]
pub(crate) struct ModelHead {
    pub task: String,
    pub unit: f32,
    pub word_columns: usize,
    pub slots: usize,
    pub pool: usize,
    pub hash: u64,
    pub columns: Vec<String>,
    pub labels: Vec<String>,
    pub templates: String,
}

impl ModelHead {
    #[cfg(feature = "train")]
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "task {}\nunit {:?}\nword-columns {}\nslots {}\npool {}\nhash {:016x}\n",
            self.task, self.unit, self.word_columns, self.slots, self.pool, self.hash
        );
        for column in &self.columns {
            text += &format!("column {column}\n");
        }
        for label in &self.labels {
            text += &format!("label {label}\n");
        }
        for template in self.templates.lines() {
            text += &format!("template {template}\n");
        }
        text
    }

    fn parse(text: &str) -> Result<Self, ModelError> {
        const WRONG: ModelError = ModelError::Damaged("a line of its head makes no sense");
        let mut head = Self::default();
        for line in text.lines() {
            let (name, value) = line.split_once(' ').ok_or(WRONG)?;
            let number = || value.parse::<usize>().map_err(|_| WRONG);
            match name {
                "task" => value.clone_into(&mut head.task),
                "unit" => head.unit = value.parse().map_err(|_| WRONG)?,
                "word-columns" => head.word_columns = number()?,
                "slots" => head.slots = number()?,
                "pool" => head.pool = number()?,
                "hash" => head.hash = u64::from_str_radix(value, 16).map_err(|_| WRONG)?,
                "column" => head.columns.push(value.to_owned()),
                "label" => head.labels.push(value.to_owned()),
                "template" => head.templates += &format!("{value}\n"),
                _ => return Err(WRONG),
            }
        }
        Ok(head)
    }

    fn model(self, body: &[u8]) -> Result<SequenceModel<'_>, ModelError> {
        const SIZE: ModelError = ModelError::Damaged("its tables have another size than its head says");
        let templates = FeatureTemplates::parse(&self.columns, &self.templates)
            .map_err(|_| ModelError::Damaged("its templates make no sense"))?;
        if self.labels.is_empty() || self.labels.len() > MOST_LABELS {
            return Err(ModelError::Damaged("it has no labels, or too many"));
        }
        if self.slots == 0 {
            return Err(ModelError::Damaged("its tables are empty"));
        }
        if !self.unit.is_finite() || self.unit <= 0.0 || self.word_columns > self.columns.len() {
            return Err(ModelError::Damaged("its head contradicts itself"));
        }
        let steps = self.labels.len() * self.labels.len();
        let (steps, rest) = body.split_at_checked(steps * 2).ok_or(SIZE)?;
        let (slots, pool) = self.slots.checked_mul(8).and_then(|n| rest.split_at_checked(n)).ok_or(SIZE)?;
        if pool.len() != self.pool {
            return Err(SIZE);
        }
        Ok(SequenceModel {
            task: self.task.into(),
            labels: self.labels.into_iter().map(Into::into).collect(),
            templates,
            word_columns: self.word_columns,
            unit: self.unit,
            steps: steps.as_chunks().0.iter().map(|step| i16::from_le_bytes(*step)).collect(),
            slots: slots.as_chunks().0,
            pool,
            stated_hash: self.hash,
            body,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(change: impl FnOnce(&mut ModelHead)) -> Vec<u8> {
        // Two labels: four steps; one free slot; nothing in the pool.
        let body = [0; 4 * 2 + 8];
        let mut head = ModelHead {
            task: "test".to_owned(),
            unit: 0.5,
            word_columns: 1,
            slots: 1,
            pool: 0,
            hash: hash_bytes(&body),
            columns: vec!["word".to_owned()],
            labels: vec!["A".to_owned(), String::new()],
            templates: "word[0]\nword[-1] word[0]\n".to_owned(),
        };
        change(&mut head);
        let head = head.to_text();
        [MAGIC, &(head.len() as u32).to_le_bytes()[..], head.as_bytes(), &body].concat()
    }

    fn found(model: &SequenceModel<'_>, feature: u64) -> FeatureWeights {
        model.said(feature, model.slot(model.home(feature)))
    }

    fn error(change: impl FnOnce(&mut ModelHead)) -> String {
        SequenceModel::from_bytes(&bytes(change)).expect_err("damaged").to_string()
    }

    #[test]
    fn what_the_head_says_is_read() {
        let bytes = bytes(|_| {});
        let model = SequenceModel::from_bytes(&bytes).expect("sound");
        assert_eq!((model.task(), model.word_columns(), model.unit), ("test", 1, 0.5));
        assert_eq!(model.labels(), ["A".into(), "".into()]);
        assert_eq!(model.templates().to_text(), "word[0]\nword[-1] word[0]\n");
        assert_eq!(model.check(), Ok(()));
        assert_eq!(found(&model, 7), FeatureWeights::NOTHING);
        assert_eq!(format!("{model:?}"), "Model(test, 2 labels, 1 slots)");
    }

    #[test]
    fn a_head_that_makes_no_sense_is_refused() {
        let none = "the model is damaged: it has no labels, or too many";
        assert_eq!(error(|head| head.labels.clear()), none);
        assert_eq!(error(|head| head.labels = vec![String::new(); 256]), none);
        let contradicts = "the model is damaged: its head contradicts itself";
        assert_eq!(error(|head| head.unit = f32::NAN), contradicts);
        assert_eq!(error(|head| head.unit = -1.0), contradicts);
        assert_eq!(error(|head| head.word_columns = 2), contradicts);
        let size = "the model is damaged: its tables have another size than its head says";
        assert_eq!(error(|head| head.slots = 2), size);
        assert_eq!(error(|head| head.slots = usize::MAX), size);
        assert_eq!(error(|head| head.pool = 1), size);
        assert_eq!(error(|head| head.labels.push("B".to_owned())), size);
        assert_eq!(
            error(|head| head.templates = "lemma[0]".to_owned()),
            "the model is damaged: its templates make no sense"
        );
        assert_eq!(error(|head| head.task += "\nhue"), "the model is damaged: a line of its head makes no sense");
        assert_eq!(error(|head| head.slots = 0), "the model is damaged: its tables are empty");
    }

    #[test]
    fn a_table_without_room_is_walked_through_once() {
        let mut bytes = bytes(|_| {});
        let mark = bytes.len() - 8;
        bytes[mark] = 9;
        let model = SequenceModel::from_bytes(&bytes).expect("the head is sound");
        assert_eq!(found(&model, 8), FeatureWeights::NOTHING);
        // It says nothing.
        assert_eq!(found(&model, 9), FeatureWeights::NOTHING);
        assert!(model.check().is_err());
    }

    #[test]
    fn all_that_is_in_the_table_is_within_reach() {
        let bytes = bytes(|_| ());
        let said = FeatureWeights::few(&[0, 5]);
        // Two slots are taken, from the last on to the first.
        let slots = [FeatureSlot::new(9, said), FeatureSlot(0), FeatureSlot(0), FeatureSlot::new(7, said)]
            .map(|slot| slot.0.to_le_bytes());
        let model = SequenceModel { slots: &slots, ..SequenceModel::from_bytes(&bytes).expect("sound") };
        let feature = |home: u64, mark: u64| home << 62 | mark;
        let reach = model.reach();
        let may_hold = |home, mark| reach.may_hold(feature(home, mark), model.home(feature(home, mark)));
        assert!(may_hold(3, 7) && may_hold(3, 9) && may_hold(0, 9));
        assert!(!may_hold(0, 7) && !may_hold(1, 9) && !may_hold(2, 7) && !may_hold(3, 8));
        assert_eq!(found(&model, feature(3, 9)), said);
        assert_eq!(found(&model, feature(3, 8)), FeatureWeights::NOTHING);
    }
}
