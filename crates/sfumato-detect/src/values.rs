//! Values of one document, found in all of its text in one pass.
//!
//! An automaton of them would take longer to build than the text takes to be looked through, and there may be as many
//! values as there are lines. At every place where a word or a mark starts, the text is hashed on from there, as far as
//! the longest value that starts with the same word; wherever a word ends, a look into a table tells whether the text so
//! far is a value. The cost of a place is therefore bounded by the length of a value, whatever the number of them and
//! whatever they have in common.

use std::ops::ControlFlow;

use sfumato_automaton::is_word;

use crate::lists::lower_byte;

/// Places in the table for the fewest values.
const LEAST_ROOM: usize = 64;

/// Values, numbered as they come, by the hash of all their words and by that of the first.
pub(crate) struct ValueTable {
    /// All of them, one behind the other, and where each ends.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Each value, at the place that its hash gives it or behind it; more than half of them free.
    table: Vec<ValueTableSlot>,
    /// Eight bits for each place of the table, one of them set by a value: nearly nothing in a text is one.
    sieve: Vec<u8>,
    /// The length of the longest value that starts with a word, by the hash of the word.
    reach: Vec<u16>,
    /// The number of bytes of text and values that were looked at.
    #[cfg(test)]
    steps: std::cell::Cell<usize>,
}

/// A value: its number, from one, and the bits of its hash that do not say its place.
#[derive(Clone, Copy, Default)]
struct ValueTableSlot {
    tag: u32,
    number: u32,
}

impl ValueTable {
    /// None yet.
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            table: vec![ValueTableSlot::default(); LEAST_ROOM],
            sieve: vec![0; LEAST_ROOM],
            reach: vec![0; LEAST_ROOM],
            #[cfg(test)]
            steps: std::cell::Cell::default(),
        }
    }

    /// The number of a value in the form that [`key`](crate::lists::key) gives, and whether it is new.
    pub fn add(&mut self, key: &[u8]) -> (usize, bool) {
        if let Some(known) = self.get(key) {
            return (known, false);
        }
        self.bytes.extend(key);
        self.ends.push(self.bytes.len());
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        } else {
            self.enter(self.ends.len() - 1);
        }
        (self.ends.len() - 1, true)
    }

    /// The number of a value, if it is one.
    pub fn get(&self, key: &[u8]) -> Option<usize> {
        self.numbers(hash(key)).find(|number| self.value(*number) == key)
    }

    /// The value of a number.
    pub fn value(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[number]]
    }

    /// Twice the room.
    fn grow(&mut self) {
        let room = self.table.len() * 2;
        (self.table, self.sieve, self.reach) = (vec![ValueTableSlot::default(); room], vec![0; room], vec![0; room]);
        (0..self.ends.len()).for_each(|number| self.enter(number));
    }

    fn enter(&mut self, number: usize) {
        let key = self.value(number);
        let (hash, first, length) = (hash(key), hash(&key[..first_length(key)]), key.len());
        self.step(length);
        let reach = place(first, self.reach.len());
        self.reach[reach] = self.reach[reach].max(u16::try_from(length).unwrap_or(u16::MAX));
        let bit = place(hash, self.sieve.len() * 8);
        self.sieve[bit / 8] |= 1 << (bit % 8);
        let mut at = place(hash, self.table.len());
        while self.table[at].number > 0 {
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = ValueTableSlot { tag: tag(hash), number: number as u32 + 1 };
    }

    /// Calls `seen` with the number, start and end of every value at every place of a folded text where it stands as
    /// whole words, also inside another and across the end of one; in the order of the starts, and of those that start
    /// together the longest first, until it breaks: then no shorter ones are told of that place.
    pub fn find(&self, folded: &[u8], mut seen: impl FnMut(usize, usize, usize) -> ControlFlow<()>) {
        let mut here = Vec::new();
        let mut start = 0;
        while start < folded.len() {
            let (first, next) = first_of(folded, start);
            let reach = self.reach[place(first, self.reach.len())];
            if reach > 0 {
                let reach = if reach == u16::MAX { usize::MAX } else { reach.into() };
                self.collect(folded, start, reach, &mut here);
                // Two values of one hash are as good as impossible, and still none must pass for the other.
                let values = here.drain(..).rev().filter(|(number, end)| self.is_value(*number, &folded[start..*end]));
                let _ = { values }.try_for_each(|(number, end)| seen(number, start, end));
            }
            self.step(next - start);
            start = next;
        }
    }

    /// Puts what may be the values that start at a place into `here`, number and end, the shortest first.
    fn collect(&self, folded: &[u8], start: usize, reach: usize, here: &mut Vec<(usize, usize)>) {
        let (mut hash, mut taken, mut last) = (SEED, 0, 0);
        for (at, folded_byte) in folded.iter().enumerate().skip(start) {
            if taken == reach {
                break;
            }
            self.step(1);
            let byte = lower_byte(*folded_byte);
            // Blanks are taken together; of those at the end the first stands for all.
            if byte == b' ' && last == b' ' {
                continue;
            }
            (hash, taken, last) = (mix(hash, byte), taken + 1, byte);
            let is_cut = is_word(*folded_byte) && folded.get(at + 1).is_some_and(|next| is_word(*next));
            if !is_cut && self.may_be_value(hash) {
                here.extend(self.numbers(hash).map(|number| (number, at + 1)));
            }
        }
    }

    fn may_be_value(&self, hash: u64) -> bool {
        let bit = place(hash, self.sieve.len() * 8);
        self.sieve[bit / 8] & (1 << (bit % 8)) != 0
    }

    /// The numbers of what may be the value of a hash.
    fn numbers(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        let behind = (place(hash, self.table.len())..self.table.len()).chain(0..self.table.len());
        let slots = behind.map(|at| self.table[at]).take_while(|slot| slot.number > 0);
        slots.filter(move |slot| slot.tag == tag(hash)).map(|slot| slot.number as usize - 1)
    }

    fn is_value(&self, number: usize, stretch: &[u8]) -> bool {
        self.step(stretch.len());
        single(stretch).eq(self.value(number).iter().copied())
    }

    #[cfg(test)]
    fn step(&self, count: usize) {
        self.steps.set(self.steps.get() + count);
    }

    #[cfg(not(test))]
    #[inline]
    fn step(&self, _: usize) {}
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29)
}

fn hash(key: &[u8]) -> u64 {
    key.iter().fold(SEED, |hash, byte| mix(hash, *byte))
}

/// The place of a hash in a table whose length is a power of two.
fn place(hash: u64, length: usize) -> usize {
    hash as usize & (length - 1)
}

fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Some folded bytes as [`key`](crate::lists::key) has them: lowered, blanks taken together.
fn single(folded: &[u8]) -> impl Iterator<Item = u8> {
    let mut last = 0;
    folded.iter().map(|byte| lower_byte(*byte)).filter(move |byte| {
        let is_kept = *byte != b' ' || last != b' ';
        last = *byte;
        is_kept
    })
}

/// The length of the first word or mark of a value.
fn first_length(key: &[u8]) -> usize {
    key.iter().take_while(|byte| is_word(**byte)).count().max(1).min(key.len())
}

/// The hash of the first word or mark from a place on, and where the next one may start: not among the same blanks.
fn first_of(folded: &[u8], start: usize) -> (u64, usize) {
    let (mut hash, mut at) = (mix(SEED, lower_byte(folded[start])), start + 1);
    if is_word(folded[start]) {
        while let Some(byte) = folded.get(at).filter(|byte| is_word(**byte)) {
            (hash, at) = (mix(hash, lower_byte(*byte)), at + 1);
        }
    } else if lower_byte(folded[start]) == b' ' {
        at += folded[at..].iter().take_while(|byte| lower_byte(**byte) == b' ').count();
    }
    (hash, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lists::{is_whole, key};

    fn values<K: AsRef<[u8]>>(keys: &[K]) -> ValueTable {
        let mut values = ValueTable::new();
        for (nth, key) in keys.iter().enumerate() {
            assert_eq!(values.add(key.as_ref()), (nth, true));
        }
        values
    }

    /// Finds values, and counts the steps.
    fn found<K: AsRef<[u8]>>(keys: &[K], text: &[u8]) -> (Vec<(usize, usize, usize)>, usize) {
        let values = values(keys);
        let mut found = Vec::new();
        values.find(text, |number, start, end| {
            found.push((number, start, end));
            ControlFlow::Continue(())
        });
        (found, values.steps.get())
    }

    /// The same by trying every value at every place.
    fn tried(keys: &[&[u8]], text: &[u8]) -> Vec<(usize, usize, usize)> {
        let is_blank = |at: usize| lower_byte(text[at]) == b' ';
        let is_start = |start: &usize| *start == 0 || !is_blank(*start) || !is_blank(start - 1);
        let mut found = Vec::new();
        for start in (0..text.len()).filter(is_start) {
            for end in (start + 1..=text.len()).rev().filter(|end| is_whole(text, start, *end)) {
                // Of blanks at the end, the first stands for all.
                if is_blank(end - 1) && end - 1 > start && is_blank(end - 2) {
                    continue;
                }
                let here = keys.iter().position(|key| single(&text[start..end]).eq(key.iter().copied()));
                found.extend(here.map(|number| (number, start, end)));
            }
        }
        found
    }

    #[test]
    fn every_value_is_found_wherever_it_stands_as_whole_words() {
        let keys: [&[u8]; 10] =
            [b" a lee", b"(ann", b"a lee", b"ann", b"ann lee", b"lee", b"lee ", b"lee, ann", b"lee/3", b"lee ann lee"];
        for text in [
            &b"Ann Lee, Ann Leeson and LEE-Ann"[..],
            b"(Annie Lee) (ann) 2Ann Lee, Anne; Lee,  Ann",
            b"lee/34 lee/3 Bailee lee lee, annle",
            b"lee ann lee ann  lee_ann lee",
            b"(an",
            b"a  \n lee a-ann -  a lee- - lee",
            b"",
        ] {
            assert_eq!(found(&keys, text).0, tried(&keys, text));
        }
    }

    #[test]
    fn a_value_is_known_again() {
        let mut values = values(&[b"ann", b"lee"]);
        assert_eq!((values.add(b"lee"), values.get(b"ann"), values.get(b"an")), ((1, false), Some(0), None));
    }

    #[test]
    fn one_value_inside_another_and_across_its_end_is_found() {
        let keys: [&[u8]; 4] = [b"ann lee", b"ann", b"lee ross", b"ross"];
        let (found, _) = found(&keys, b"Ann Lee Ross");
        assert_eq!(found, [(0, 0, 7), (1, 0, 3), (2, 4, 12), (3, 8, 12)]);
    }

    /// A table of so many people whose names begin alike, and everything in it.
    fn people(count: usize) -> (Vec<Vec<u8>>, Vec<u8>) {
        let name = |nth: usize| format!("Rodriguez{:04x} Alvarado-{nth}", nth * 40_503 % 65_536);
        let row = |nth| format!("{},{nth}@example.org\n", name(nth));
        let keys = (0..count).flat_map(|nth| [key(&name(nth)), key(&format!("{nth}@example.org"))]);
        (keys.collect(), (0..count).map(row).collect::<String>().into_bytes())
    }

    #[test]
    fn the_work_grows_with_the_text_and_not_with_the_values() {
        let steps = |count| {
            let (keys, text) = people(count);
            let (found, steps) = found(&keys, &text);
            assert_eq!(found.len(), 2 * count);
            steps as f64 / text.len() as f64
        };
        let (few, many) = (steps(100), steps(10_000));
        // Twice as much where the table has just grown.
        assert!(many < 2.0 * few, "{few} steps a byte became {many}");
        assert!(many < 20.0, "{many} steps a byte");
    }

    #[test]
    fn of_values_that_nest_the_longest_is_enough() {
        let keys: Vec<Vec<u8>> = (2..=100).map(|count| vec![&b"a"[..]; count].join(&b' ')).collect();
        let text = b"a ".repeat(5_000);
        let values = values(&keys);
        let mut count = 0;
        values.find(&text, |_, _, _| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!(count, 4_999);
        assert!(values.steps.get() < 250 * text.len(), "{} steps", values.steps.get());
    }
}
