//! Labelling with a model.
//!
//! Looking a feature up means going to a place in memory that nobody has been to, so lookups are made side by side: first all
//! features of a sequence are computed, then those are left out that the table cannot hold, as most are; then the places of
//! the others are read, and only then is anybody interested in what stands there. What a word says by itself is looked up once for all its places in a text; so is what the columns of
//! a place and its neighbours say together, since these take few values.

use std::ops::Range;
use std::sync::OnceLock;

use crate::chain::{ForwardBackward, LabelSteps, NEVER, PathSearch, add_row};
use crate::hash::{HashTable, hash_pair};
use crate::model::{FeatureReach, FeatureSlot, SequenceModel};
use crate::observations::{Observations, beyond_edge};

/// A model that labels sequences.
pub struct Labeller<'m> {
    model: SequenceModel<'m>,
    steps: LabelSteps,
    /// The features that can be found in the table at all; left until somebody looks there.
    reach: OnceLock<FeatureReach>,
    /// Offsets at which templates ask for one word alone, and these templates.
    alone: Vec<(i8, Vec<usize>)>,
    /// For each of those templates the number of its offset.
    alone_rows: Vec<usize>,
    /// Templates that ask for columns of places alone.
    placed: Vec<TemplateParts>,
    /// All that those ask for.
    window: Vec<(usize, i8)>,
    /// All other templates.
    others: Vec<TemplateParts>,
    /// The columns that the other templates ask for.
    gathered: Vec<usize>,
    /// The farthest distance of the other templates.
    margin: usize,
    /// The scores of the places beyond the ends, by offset: one row for each distance.
    edges: Vec<Vec<i16>>,
    /// The scores of a token of which nothing is known.
    blank: Vec<i16>,
    /// The scores that the first token of a sequence gets besides; empty if it gets nothing.
    head: Vec<i16>,
}

/// A template: where its hashes start, and which of the gathered columns it asks for at which offset.
type TemplateParts = (u64, Vec<(usize, i8)>);

impl std::fmt::Debug for Labeller<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Labeller({:?})", self.model)
    }
}

/// The scores of the words of a text by a model, and room to work in; for one text and one labeller.
#[derive(Default)]
pub struct LabellerMemo {
    /// By word: one more than where its rows start, which is zero if it was not met yet, and those of its columns that
    /// other templates ask for, so that all of it is near at hand.
    words: Vec<u64>,
    /// By word, one row for each offset.
    rows: Vec<i16>,
    /// The rows of the surroundings that were met, by their place in `surrounding_rows`.
    surroundings: HashTable<u32>,
    surrounding_rows: Vec<i16>,
    /// The columns of each of those surroundings, which tell them from others of the same hash.
    surrounding_columns: Vec<u64>,
    keys: Vec<u64>,
    /// The words of the sequence at hand by their place in `words`, and the starts of their rows.
    sequence: Vec<(u32, u32)>,
    states: Vec<i16>,
    columns: Vec<u64>,
    lookup: FeatureLookup,
    search: PathSearch,
    flow: ForwardBackward,
}

/// A memo with more numbers of words than that starts anew, so that no text asks for more memory.
const MOST_ROWS: usize = 1 << 24;
/// Surroundings of more columns than that are not remembered.
const WIDEST_WINDOW: usize = 8;
/// More surroundings than that are not remembered at once.
const MOST_SURROUNDINGS: usize = 1 << 16;

/// Features that are looked up side by side. Zero stands for none.
#[derive(Default)]
struct FeatureLookup {
    features: Vec<u64>,
    /// The numbers of those that the table may hold.
    kept: Vec<u32>,
    slots: Vec<FeatureSlot>,
}

impl FeatureLookup {
    /// Leaves out the features that the table cannot hold, and reads the places where the others are looked for first.
    fn read(&mut self, model: &SequenceModel<'_>, reach: &FeatureReach) {
        self.kept.clear();
        self.kept.resize(self.features.len(), 0);
        let mut count = 0;
        for (nth, feature) in self.features.iter().enumerate() {
            // Each is written down and most are written over: nobody can guess which, a processor neither.
            if let Some(place) = self.kept.get_mut(count) {
                *place = nth as u32;
            }
            count += usize::from((*feature != 0) & reach.may_hold(*feature, model.home(*feature)));
        }
        self.kept.truncate(count);
        self.slots.clear();
        let Self { features, kept, slots } = self;
        slots.extend(kept.iter().map(|nth| model.slot(model.home(features[*nth as usize]))));
    }

    /// Adds what the features say, each to the row that belongs to its number.
    #[inline]
    fn add(&self, model: &SequenceModel<'_>, stride: usize, mut row_of: impl FnMut(usize) -> usize, rows: &mut [i16]) {
        for (nth, slot) in self.kept.iter().zip(&self.slots) {
            let nth = *nth as usize;
            let said = model.said(self.features[nth], *slot);
            let first = row_of(nth) * stride;
            model.add(said, rows.get_mut(first..first + stride).unwrap_or_default());
        }
    }
}

impl<'m> Labeller<'m> {
    /// A labeller with this model.
    pub fn new(model: SequenceModel<'m>) -> Self {
        let steps = LabelSteps::new(&model.steps, model.labels().len(), model.unit);
        let mut blank = vec![0; steps.labels];
        blank.resize(steps.stride, NEVER);
        let mut labeller = Self {
            steps,
            blank,
            head: Vec::new(),
            reach: OnceLock::new(),
            alone: Vec::new(),
            alone_rows: Vec::new(),
            placed: Vec::new(),
            window: Vec::new(),
            others: Vec::new(),
            gathered: Vec::new(),
            margin: 0,
            edges: Vec::new(),
            model,
        };
        labeller.plan();
        labeller.edges = labeller.alone.iter().map(|(offset, numbers)| labeller.edge_rows(*offset, numbers)).collect();
        labeller
    }

    /// Parts the templates that ask for one word alone from the others.
    fn plan(&mut self) {
        for (number, template) in self.model.templates.list.iter().enumerate() {
            if let Some(offset) = template.word_offset(self.model.word_columns) {
                match self.alone.iter_mut().find(|(known, _)| *known == offset) {
                    Some((_, numbers)) => numbers.push(number),
                    None => self.alone.push((offset, vec![number])),
                }
                continue;
            }
            let mut parts = Vec::new();
            for (column, offset) in &template.parts {
                let column = usize::from(*column);
                let nth = self.gathered.iter().position(|known| *known == column).unwrap_or_else(|| {
                    self.gathered.push(column);
                    self.gathered.len() - 1
                });
                self.margin = self.margin.max(usize::from(offset.unsigned_abs()));
                parts.push((nth, *offset));
            }
            let is_placed = template.parts.iter().all(|(column, _)| usize::from(*column) >= self.model.word_columns);
            if is_placed {
                self.window.extend(&parts);
                self.placed.push((template.base(number), parts));
            } else {
                self.others.push((template.base(number), parts));
            }
        }
        let rows = self.alone.iter().enumerate();
        self.alone_rows = rows.flat_map(|(row, (_, numbers))| numbers.iter().map(move |_| row)).collect();
        self.window.sort_unstable();
        self.window.dedup();
        // Where many columns are asked for together, hardly any surroundings are met twice.
        if self.window.len() > WIDEST_WINDOW {
            self.window.clear();
            self.others.append(&mut self.placed);
        }
    }

    /// The same with every step from a label to some others made more worth by so much in logarithms, and a start with
    /// them as well, so that these are come to more often, but not stayed with longer. How probable labels are is not
    /// changed by that.
    #[must_use]
    pub fn favouring(mut self, from: u8, to: impl Fn(u8) -> bool, by: f32) -> Self {
        let worth = (by / self.model.unit).round().clamp(f32::from(NEVER), f32::from(i16::MAX / 2)) as i16;
        let labels = self.steps.labels;
        let mut steps = self.model.steps.clone();
        self.head = vec![0; self.steps.stride];
        for label in (0..labels).filter(|label| to(*label as u8)) {
            self.head[label] = worth;
            if let Some(step) = steps.get_mut(usize::from(from) * labels + label) {
                *step = step.saturating_add(worth);
            }
        }
        self.steps = LabelSteps::new(&steps, labels, self.model.unit).with_powers_of(&self.steps);
        self
    }

    /// The model.
    pub fn model(&self) -> &SequenceModel<'m> {
        &self.model
    }

    /// The farthest distance from a token at which templates look.
    pub fn farthest(&self) -> usize {
        let alone = self.alone.iter().map(|(offset, _)| usize::from(offset.unsigned_abs())).max();
        self.margin.max(alone.unwrap_or(0))
    }

    /// The number of a label.
    pub fn label(&self, name: &str) -> Option<u8> {
        let at = self.model.labels().iter().position(|label| **label == *name)?;
        u8::try_from(at).ok()
    }

    /// The rows of an offset beyond the end it leads to: one away, two away, and so on.
    fn edge_rows(&self, offset: i8, numbers: &[usize]) -> Vec<i16> {
        let mut rows = vec![0; usize::from(offset.unsigned_abs()) * self.steps.stride];
        for (row, away) in rows.chunks_exact_mut(self.steps.stride).zip(1i64..) {
            for number in numbers {
                let template = &self.model.templates.list[*number];
                if let Some(feature) = template.of_edge(*number, away * i64::from(offset.signum())) {
                    let slot = self.model.slot(self.model.home(feature));
                    self.model.add(self.model.said(feature, slot), row);
                }
            }
        }
        rows
    }

    /// The best labels of a sequence, added to `out`.
    pub fn best(&self, seen: &Observations, sequence: Range<usize>, memo: &mut LabellerMemo, out: &mut Vec<u8>) {
        self.states(seen, &sequence, memo);
        add_row(&mut memo.states, &self.head);
        memo.search.best(&memo.states, &self.steps, out);
    }

    /// The probability of each label of each token, added to `out`: for each token as many numbers as there are
    /// labels.
    pub fn marginals(&self, seen: &Observations, sequence: Range<usize>, memo: &mut LabellerMemo, out: &mut Vec<f32>) {
        self.states(seen, &sequence, memo);
        memo.flow.marginals(&memo.states, &self.steps, out);
    }

    /// Both the best labels of a sequence and how probable each label of each token is, unless all are the one that says
    /// nothing: then nobody asks.
    pub fn best_and_marginals(
        &self,
        seen: &Observations,
        sequence: Range<usize>,
        nothing: Option<u8>,
        memo: &mut LabellerMemo,
        (best, marginals): (&mut Vec<u8>, &mut Vec<f32>),
    ) {
        self.states(seen, &sequence, memo);
        let first = best.len();
        add_row(&mut memo.states, &self.head);
        memo.search.best(&memo.states, &self.steps, best);
        if best.iter().skip(first).any(|label| Some(*label) != nothing) {
            for (score, head) in memo.states.iter_mut().zip(&self.head) {
                *score = score.wrapping_sub(*head);
            }
            memo.flow.marginals(&memo.states, &self.steps, marginals);
        }
    }

    /// For each token the best label within a range of its own, whatever its neighbours get; 255 where it is empty.
    pub fn best_within(
        &self,
        seen: &Observations,
        sequence: Range<usize>,
        within: impl Fn(usize) -> Range<usize>,
        memo: &mut LabellerMemo,
        out: &mut Vec<u8>,
    ) {
        self.states(seen, &sequence, memo);
        for (token, row) in memo.states.chunks_exact(self.steps.stride).enumerate() {
            let mut allowed = within(token);
            allowed.end = allowed.end.min(self.steps.labels);
            let mut best = if allowed.is_empty() { usize::from(u8::MAX) } else { allowed.start };
            for label in allowed {
                if row[label] > row[best] {
                    best = label;
                }
            }
            out.push(best as u8);
        }
    }

    fn reach(&self) -> &FeatureReach {
        self.reach.get_or_init(|| self.model.reach())
    }

    /// The scores of the labels of each token.
    fn states(&self, seen: &Observations, sequence: &Range<usize>, memo: &mut LabellerMemo) {
        if memo.rows.len() > MOST_ROWS {
            memo.words.clear();
            memo.rows.clear();
        }
        memo.sequence.clear();
        for token in sequence.clone() {
            let place = self.word(seen, token, memo);
            memo.sequence.push(place);
        }
        self.fetch(memo);
        memo.states.clear();
        for token in 0..sequence.len() {
            memo.states.extend_from_slice(&self.blank);
            self.add_words(token, memo);
        }
        self.gather(seen, sequence, memo);
        self.add_placed(sequence.len(), memo);
        self.add_others(sequence.len(), memo);
    }

    /// Touches the rows of all words of a sequence, so that the memory they lie in is fetched side by side.
    fn fetch(&self, memo: &LabellerMemo) {
        /// Numbers in a line of the cache.
        const LINE: usize = 32;
        let length = self.alone.len() * self.steps.stride;
        let mut touched = 0;
        for (_, start) in &memo.sequence {
            let rows = memo.rows.get(*start as usize..*start as usize + length).unwrap_or_default();
            touched ^= rows.iter().step_by(LINE).fold(0, |all, number| all ^ number);
        }
        std::hint::black_box(touched);
    }

    /// Adds what the words around a token say, each by itself, to the last row of the states.
    #[inline]
    fn add_words(&self, token: usize, memo: &mut LabellerMemo) {
        let stride = self.steps.stride;
        let first = memo.states.len() - stride;
        let row = &mut memo.states[first..];
        for (nth, (offset, _)) in self.alone.iter().enumerate() {
            let at = token.wrapping_add_signed(isize::from(*offset));
            let said = match memo.sequence.get(at) {
                Some((_, start)) => {
                    let start = *start as usize + nth * stride;
                    memo.rows.get(start..start + stride)
                }
                None => {
                    let beyond = if *offset < 0 {
                        usize::from(offset.unsigned_abs()) - token
                    } else {
                        at + 1 - memo.sequence.len()
                    };
                    self.edges.get(nth).and_then(|rows| rows.get((beyond - 1) * stride..beyond * stride))
                }
            };
            add_row(row, said.unwrap_or_default());
        }
    }

    /// Adds what the columns of the places around each token say.
    fn add_placed(&self, count: usize, memo: &mut LabellerMemo) {
        if self.placed.is_empty() {
            return;
        }
        memo.keys.clear();
        memo.keys.resize(count, 0);
        for (column, offset) in &self.window {
            let values = self.column(&memo.columns, count, *column, *offset);
            for (key, value) in memo.keys.iter_mut().zip(values) {
                *key = hash_pair(*key, *value);
            }
        }
        let stride = self.steps.stride;
        for token in 0..count {
            let start = match memo.surroundings.get(&memo.keys[token]) {
                Some(start) if self.are_surroundings(*start as usize, token, count, memo) => *start as usize,
                _ => self.meet_surroundings(token, count, memo),
            };
            add_row(&mut memo.states[token * stride..], &memo.surrounding_rows[start..start + stride]);
        }
    }

    /// True if the surroundings whose row starts here are those of a token.
    #[inline]
    fn are_surroundings(&self, start: usize, token: usize, count: usize, memo: &LabellerMemo) -> bool {
        let first = start / self.steps.stride * self.window.len();
        let known = memo.surrounding_columns.iter().skip(first);
        let own =
            self.window.iter().map(|(column, offset)| &self.column(&memo.columns, count, *column, *offset)[token]);
        known.take(self.window.len()).eq(own)
    }

    /// Looks up what the surroundings of a token say.
    #[cold]
    fn meet_surroundings(&self, token: usize, count: usize, memo: &mut LabellerMemo) -> usize {
        if memo.surroundings.len() >= MOST_SURROUNDINGS {
            memo.surroundings.clear();
            memo.surrounding_rows.clear();
            memo.surrounding_columns.clear();
        }
        let start = memo.surrounding_rows.len();
        memo.surrounding_rows.resize(start + self.steps.stride, 0);
        memo.lookup.features.clear();
        for (base, parts) in &self.placed {
            let mut feature = *base;
            for (column, offset) in parts {
                let value = self.column(&memo.columns, count, *column, *offset)[token];
                feature = if value == 0 || feature == 0 { 0 } else { hash_pair(feature, value) };
            }
            memo.lookup.features.push(feature);
        }
        memo.lookup.read(&self.model, self.reach());
        memo.lookup.add(&self.model, self.steps.stride, |_| 0, &mut memo.surrounding_rows[start..]);
        let own = self.window.iter().map(|(column, offset)| self.column(&memo.columns, count, *column, *offset)[token]);
        memo.surrounding_columns.extend(own);
        memo.surroundings.insert(memo.keys[token], start as u32);
        start
    }

    /// The values of a gathered column at an offset from each of so many tokens.
    #[inline]
    fn column<'c>(&self, columns: &'c [u64], count: usize, column: usize, offset: i8) -> &'c [u64] {
        let start = column * (count + 2 * self.margin) + self.margin.wrapping_add_signed(isize::from(offset));
        &columns[start..start + count]
    }

    /// Adds what the other templates say of all tokens.
    fn add_others(&self, count: usize, memo: &mut LabellerMemo) {
        let LabellerMemo { states, columns, lookup, .. } = memo;
        lookup.features.clear();
        for (base, parts) in &self.others {
            let first = lookup.features.len();
            lookup.features.resize(first + count, *base);
            let features = &mut lookup.features[first..];
            for (column, offset) in parts {
                let values = self.column(columns, count, *column, *offset);
                for (feature, value) in features.iter_mut().zip(values) {
                    let longer = hash_pair(*feature, *value);
                    *feature = if *value == 0 || *feature == 0 { 0 } else { longer };
                }
            }
        }
        lookup.read(&self.model, self.reach());
        // Template by template, each through all tokens: the states of a sequence are few, and stay at hand.
        let mut first = 0;
        let token_of = |nth: usize| {
            while nth >= first + count {
                first += count;
            }
            nth - first
        };
        lookup.add(&self.model, self.steps.stride, token_of, states);
    }

    /// Brings the values of the columns that are asked for together, with what stands beyond the ends on either side.
    fn gather(&self, seen: &Observations, sequence: &Range<usize>, memo: &mut LabellerMemo) {
        let LabellerMemo { columns, words, sequence: at_hand, .. } = memo;
        columns.clear();
        for (nth, column) in self.gathered.iter().enumerate() {
            columns.extend((1..=self.margin as i64).rev().map(|away| beyond_edge(-away)));
            match column.checked_sub(self.model.word_columns) {
                None => columns.extend(at_hand.iter().map(|(at, _)| words[*at as usize + 1 + nth])),
                Some(column) => {
                    let place = |token: usize| seen.places.row(token).get(column).copied().unwrap_or(0);
                    columns.extend(sequence.clone().map(place));
                }
            }
            columns.extend((1..=self.margin as i64).map(beyond_edge));
        }
    }

    /// The place of the word in the memo and the start of its rows, which are looked up when it is first met.
    #[inline]
    fn word(&self, seen: &Observations, at: usize, memo: &mut LabellerMemo) -> (u32, u32) {
        let word = seen.of.get(at).copied().unwrap_or(0) as usize;
        let at = word * (1 + self.gathered.len());
        let start = match memo.words.get(at) {
            None | Some(0) => self.meet(seen, word, memo),
            Some(start) => *start as usize - 1,
        };
        (at as u32, start as u32)
    }

    /// Looks up what a word says.
    #[cold]
    fn meet(&self, seen: &Observations, word: usize, memo: &mut LabellerMemo) -> usize {
        let LabellerMemo { words, rows, lookup, .. } = memo;
        let width = 1 + self.gathered.len();
        if words.len() <= word * width {
            words.resize(seen.words.len().max(word + 1) * width, 0);
        }
        let start = rows.len();
        rows.resize(start + self.alone.len() * self.steps.stride, 0);
        let columns = seen.words.row(word);
        let templates = &self.model.templates.list;
        lookup.features.clear();
        for number in self.alone.iter().flat_map(|(_, numbers)| numbers) {
            lookup.features.push(templates[*number].of_word(*number, columns).unwrap_or(0));
        }
        lookup.read(&self.model, self.reach());
        let row_of = |nth: usize| self.alone_rows.get(nth).copied().unwrap_or(0);
        lookup.add(&self.model, self.steps.stride, row_of, &mut rows[start..]);
        let own = &mut words[word * width..(word + 1) * width];
        own[0] = start as u64 + 1;
        for (own, column) in own.iter_mut().skip(1).zip(&self.gathered) {
            *own = columns.get(*column).copied().unwrap_or(0);
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::samples;
    use crate::train::{EncodedCorpus, FieldWeights, LabelNames, pack};

    /// Each label is worth so much for each word, whatever stands around it.
    fn bytes(worth: impl Fn(u64, u16) -> f64) -> (Vec<u8>, Observations) {
        let pairs: Vec<(u32, u16)> = (0..4).flat_map(|word| (0..3).map(move |label| (word, label))).collect();
        let (corpus, templates) = samples::corpus(&[&pairs]);
        let encoded = EncodedCorpus::new(&corpus, &templates, 3, 1);
        let mut weights = FieldWeights { states: vec![0.0; encoded.weight_count()], steps: vec![0.0; 9] };
        for word in 0..4 {
            let feature = templates.list[0].of_word(0, &[word + 100]).expect("a feature");
            for label in 0..3 {
                weights.states[encoded.weight(feature, label).expect("seen")] = worth(word, label);
            }
        }
        // Away from the last label there is no way but a dear one.
        weights.steps[6] = -100.0;
        weights.steps[7] = -100.0;
        let labels = LabelNames::new(["A", "B", "C"]).expect("few");
        (pack("test", &encoded, &weights, &labels, &templates, 1), corpus.seen)
    }

    #[test]
    fn labels_have_numbers() {
        let (bytes, _) = bytes(|_, _| 1.0);
        let labeller = Labeller::new(SequenceModel::from_bytes(&bytes).expect("sound"));
        assert_eq!((labeller.label("A"), labeller.label("C"), labeller.label("D")), (Some(0), Some(2), None));
        assert_eq!(format!("{labeller:?}"), format!("Labeller({:?})", labeller.model()));
    }

    #[test]
    fn the_best_label_within_a_range_does_not_heed_neighbours() {
        // Word 0 likes the last label best, word 3 the first.
        let (bytes, mut seen) =
            bytes(|word, label| if label == 1 { 0.5 } else { f64::from(label) - word as f64 + 1.0 });
        seen.of = vec![0, 3, 0, 2];
        let labeller = Labeller::new(SequenceModel::from_bytes(&bytes).expect("sound"));
        let mut memo = LabellerMemo::default();
        let mut within = |ranges: [Range<usize>; 4]| {
            let mut found = Vec::new();
            labeller.best_within(&seen, 0..4, |at| ranges[at].clone(), &mut memo, &mut found);
            found
        };
        assert_eq!(within([0..3, 0..3, 0..3, 0..3]), [2, 1, 2, 2]);
        assert_eq!(within([0..2, 0..1, 1..3, 1..2]), [0, 0, 2, 1]);
        // What lies beyond the labels is no choice.
        assert_eq!(within([1..1, 9..12, 2..200, 300..301]), [255, 255, 2, 255]);
        let mut best = Vec::new();
        labeller.best(&seen, 0..4, &mut memo, &mut best);
        assert_ne!(best, [2, 1, 2, 2], "a path heeds the steps");
    }

    #[test]
    fn labels_are_added_to_those_before() {
        let (bytes, seen) = bytes(|word, label| if word as u16 % 3 == label { 1.0 } else { 0.0 });
        let labeller = Labeller::new(SequenceModel::from_bytes(&bytes).expect("sound"));
        let (mut memo, mut found) = (LabellerMemo::default(), vec![9]);
        labeller.best(&seen, 0..2, &mut memo, &mut found);
        labeller.best(&seen, 3..5, &mut memo, &mut found);
        assert_eq!(found, [9, 0, 0, 1, 1]);
    }
}
