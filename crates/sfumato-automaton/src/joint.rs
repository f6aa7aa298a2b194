//! Several automata walked as one.
//!
//! Where each automaton stands is one joint state, and where a byte leads from there is found out when a text first
//! asks for it and remembered: texts go few of the many ways there could be, and the same ones again and again.
//! What some texts taught can be written down as bytes, so that others need not learn it again.
//!
//! Layout of these, little-endian: magic `SFJ1`; `u32` states and ways; for each state behind the first two a `u16` of
//! how many automata stand somewhere, and of each `u16` number and state; a `u64` for each way.

use std::collections::HashMap;

use crate::table::{DEAD, Run, State, TableError};

/// Where all automata together stand: what was found out about it, and a bit that says whether patterns match there.
pub type JointState = u32;

/// How many joint states and ways between them are remembered; then everything is forgotten, so that no text makes the
/// memory grow.
const MOST: usize = 1 << 16;
const MOST_WAYS: usize = 1 << 17;
/// How many places for ways there are at first, and at least for each way.
const FIRST_WAYS: usize = 1 << 12;
const ROOM: usize = 2;
const MAGIC: &[u8; 4] = b"SFJ1";
/// The bit of states in which some pattern matches.
const ACCEPTS: JointState = 1 << 31;
const START: JointState = 1;
/// The first state that has to be learnt.
const FRESH: JointState = 2;
/// No state.
const UNKNOWN: JointState = JointState::MAX;

/// What is known so far of the ways through several automata.
///
/// It belongs to the automata that it was made for, and is told them again whenever it has to learn.
pub struct Joint {
    /// Bytes that lead alike in all automata are one class.
    classes: [u8; 256],
    /// The ways that somebody went: number and class they lead from, and the state they lead to, each at its place or
    /// the next that was free. Those of one state lie close together, and what is not known takes no room in a cache.
    ways: Vec<u64>,
    /// How many there are.
    known: usize,
    /// Where the automata stand in each state that are not dead: number and state, one list after the other.
    stands: Vec<(u16, State)>,
    /// The patterns that match in each state, likewise.
    patterns: Vec<u16>,
    /// Where the lists of each state end.
    ends: Vec<(u32, u32)>,
    /// States by where the automata stand in them, each at the place of its hash or the next that was free.
    places: Vec<JointState>,
    /// Where a new state stands, while it is made.
    fresh: Vec<(u16, State)>,
}

impl std::fmt::Debug for Joint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Joint({} states)", self.ends.len())
    }
}

impl Joint {
    /// Knows nothing of these automata but where they start.
    pub fn new(runs: &[Run<'_>]) -> Self {
        let mut classes = [0; 256];
        let mut known: HashMap<Vec<u8>, u8> = HashMap::new();
        for (byte, class) in (0..=u8::MAX).zip(&mut classes) {
            let fresh = known.len() as u8;
            *class = *known.entry(runs.iter().map(|run| run.class(byte)).collect()).or_insert(fresh);
        }
        let mut joint = Self {
            classes,
            ways: Vec::new(),
            known: 0,
            stands: Vec::new(),
            patterns: Vec::new(),
            ends: Vec::new(),
            places: Vec::new(),
            fresh: Vec::new(),
        };
        joint.forget(runs);
        joint
    }

    /// The state before the first character.
    #[inline]
    pub fn start(&self) -> JointState {
        START
    }

    /// Goes on through a text until some pattern matches, nothing matches any more, or the text ends: the state there,
    /// and how many characters were taken. States from before are not to be used after it.
    #[inline]
    pub fn walk(&mut self, runs: &[Run<'_>], mut state: JointState, text: &[u8]) -> (JointState, usize) {
        let mut taken = 0;
        loop {
            let count;
            (state, count) = self.follow(state, &text[taken..]);
            taken += count;
            if self.is_dead(state) || (count > 0 && self.accepts(state)) || taken == text.len() {
                return (state, taken);
            }
            state = self.find_out(runs, state, text[taken]);
            taken += 1;
            if self.is_dead(state) || self.accepts(state) {
                return (state, taken);
            }
        }
    }

    /// The same as far as the ways are known.
    #[inline]
    fn follow(&self, mut state: JointState, text: &[u8]) -> (JointState, usize) {
        let (classes, ways) = (&self.classes, self.ways.as_slice());
        for (taken, byte) in text.iter().enumerate() {
            let from = way_from(state, classes[usize::from(*byte)]);
            let mut place = place_of_way(from);
            let next = loop {
                let way = ways[place & (ways.len() - 1)];
                if way >> 32 == from {
                    break way as JointState;
                }
                if way == 0 {
                    return (state, taken);
                }
                place += 1;
            };
            state = next;
            if state == 0 || state & ACCEPTS != 0 {
                return (state, taken + 1);
            }
        }
        (state, text.len())
    }

    /// Whether nothing matches any more.
    #[inline]
    pub fn is_dead(&self, state: JointState) -> bool {
        state == 0
    }

    /// Whether some pattern matches up to here.
    #[inline]
    pub fn accepts(&self, state: JointState) -> bool {
        state & ACCEPTS != 0
    }

    /// The patterns that match up to here, automaton by automaton.
    pub fn patterns(&self, state: JointState) -> &[u16] {
        let (before, own) = self.ends_around(state);
        &self.patterns[before.1 as usize..own.1 as usize]
    }

    /// Where the automata stand that are not dead: number and state.
    fn stands(&self, state: JointState) -> &[(u16, State)] {
        let (before, own) = self.ends_around(state);
        &self.stands[before.0 as usize..own.0 as usize]
    }

    /// The ends of the lists of the state before, and of its own.
    fn ends_around(&self, state: JointState) -> ((u32, u32), (u32, u32)) {
        let number = (state & !ACCEPTS) as usize;
        (number.checked_sub(1).map_or((0, 0), |before| self.ends[before]), self.ends[number])
    }

    #[cold]
    fn find_out(&mut self, runs: &[Run<'_>], state: JointState, byte: u8) -> JointState {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        fresh.extend(self.stands(state).iter().filter_map(|(number, state)| {
            let next = runs[usize::from(*number)].step(*state, byte);
            (next != DEAD).then_some((*number, next))
        }));
        let known = self.place_of(&fresh);
        if self.known == MOST_WAYS || (known.is_err() && self.ends.len() == MOST) {
            // The way here is forgotten with all others.
            self.forget(runs);
            let next = self.place_of(&fresh).unwrap_or_else(|_| self.add(runs, &fresh));
            self.fresh = fresh;
            return next;
        }
        let next = known.unwrap_or_else(|_| self.add(runs, &fresh));
        self.fresh = fresh;
        if (self.known + 1) * ROOM > self.ways.len() {
            let more = vec![0; self.ways.len() * 2];
            let known = std::mem::replace(&mut self.ways, more);
            known.into_iter().filter(|way| *way != 0).for_each(|way| self.put(way));
        }
        self.put(way_from(state, self.classes[usize::from(byte)]) << 32 | u64::from(next));
        self.known += 1;
        next
    }

    /// Everything known, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.ends.len() as u32).to_le_bytes());
        bytes.extend((self.known as u32).to_le_bytes());
        for state in FRESH..self.ends.len() as JointState {
            let stands = self.stands(state);
            bytes.extend((stands.len() as u16).to_le_bytes());
            for (number, state) in stands {
                bytes.extend(number.to_le_bytes());
                bytes.extend(state.to_le_bytes());
            }
        }
        let mut ways: Vec<u64> = self.ways.iter().copied().filter(|way| *way != 0).collect();
        ways.sort_unstable();
        ways.iter().for_each(|way| bytes.extend(way.to_le_bytes()));
        bytes
    }

    /// Starts with what one of the same automata knew. Every number is checked, so that damaged bytes give wrong
    /// matches at worst.
    pub fn from_bytes(runs: &[Run<'_>], bytes: &[u8]) -> Result<Self, TableError> {
        let mut joint = Self::new(runs);
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(TableError)?;
        let states = u32::from_le_bytes(take(&mut rest)?) as usize;
        let ways = u32::from_le_bytes(take(&mut rest)?) as usize;
        if !(FRESH as usize..=MOST).contains(&states) || ways > MOST_WAYS {
            return Err(TableError);
        }
        let mut stands = Vec::new();
        for _ in FRESH as usize..states {
            stands.clear();
            for _ in 0..u16::from_le_bytes(take(&mut rest)?) {
                let number = u16::from_le_bytes(take(&mut rest)?);
                let state = State::from_le_bytes(take(&mut rest)?);
                if usize::from(number) >= runs.len() {
                    return Err(TableError);
                }
                stands.push((number, state));
            }
            joint.add(runs, &stands);
        }
        joint.ways = vec![0; (ways * ROOM).next_power_of_two().max(FIRST_WAYS)];
        for _ in 0..ways {
            let way = u64::from_le_bytes(take(&mut rest)?);
            let (from, next) = ((way >> 40) as usize, (way as JointState & !ACCEPTS) as usize);
            let is_marked = way as JointState & ACCEPTS != 0;
            if !(1..states).contains(&from)
                || next >= states
                || is_marked == joint.patterns(next as JointState).is_empty()
            {
                return Err(TableError);
            }
            joint.put(way);
        }
        joint.known = ways;
        if rest.is_empty() { Ok(joint) } else { Err(TableError) }
    }

    /// How many ways are known.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Puts a way at its place or the next that is free.
    fn put(&mut self, way: u64) {
        let mask = self.ways.len() - 1;
        let mut place = place_of_way(way >> 32);
        while self.ways[place & mask] != 0 {
            place += 1;
        }
        self.ways[place & mask] = way;
    }

    /// Starts anew: the dead state, and the one in which all automata start.
    fn forget(&mut self, runs: &[Run<'_>]) {
        self.ways.clear();
        self.ways.resize(FIRST_WAYS, 0);
        self.known = 0;
        self.stands.clear();
        self.patterns.clear();
        self.ends.clear();
        self.places.clear();
        self.places.resize(2 * MOST, UNKNOWN);
        self.add(runs, &[]);
        let start: Vec<(u16, State)> = (0..).zip(runs).map(|(number, run)| (number, run.start())).collect();
        self.add(runs, &start);
    }

    /// The state in which the automata stand so, or the place for it.
    fn place_of(&self, stands: &[(u16, State)]) -> Result<JointState, usize> {
        let hash = stands.iter().fold(0u64, |hash, (number, state)| {
            (hash ^ u64::from(*number) << 16 ^ u64::from(*state)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        let mut place = hash as usize & (2 * MOST - 1);
        loop {
            match self.places[place] {
                UNKNOWN => return Err(place),
                known if self.stands(known) == stands => return Ok(known),
                _ => place = (place + 1) & (2 * MOST - 1),
            }
        }
    }

    fn add(&mut self, runs: &[Run<'_>], stands: &[(u16, State)]) -> JointState {
        let number = self.ends.len() as JointState;
        let place = self.place_of(stands);
        self.stands.extend_from_slice(stands);
        let before = self.patterns.len();
        for (number, state) in stands {
            let run = &runs[usize::from(*number)];
            if run.accepts(*state) {
                self.patterns.extend(run.patterns(*state));
            }
        }
        self.ends.push((self.stands.len() as u32, self.patterns.len() as u32));
        let state = if self.patterns.len() > before { number | ACCEPTS } else { number };
        if let Err(place) = place {
            self.places[place] = state;
        }
        state
    }
}

/// The first bytes of some that are read one after the other.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], TableError> {
    let (first, others) = rest.split_first_chunk().ok_or(TableError)?;
    *rest = others;
    Ok(*first)
}

/// What a way leads from, as a number; 0 only for the dead state, from which nothing is remembered.
#[inline]
fn way_from(state: JointState, class: u8) -> u64 {
    u64::from(state & !ACCEPTS) << 8 | u64::from(class)
}

#[inline]
fn place_of_way(from: u64) -> usize {
    ((from >> 8).wrapping_mul(0x9e37_79b1) >> 8).wrapping_add(from & 0xff) as usize
}

#[cfg(all(test, feature = "compile"))]
mod tests {
    use super::*;
    use crate::{Automaton, compile, compile_each};

    /// What the automata find from the start of a text, end by end, each alone.
    fn apart(runs: &[Run<'_>], text: &[u8]) -> Vec<(usize, u16)> {
        let mut found = Vec::new();
        for run in runs {
            let mut state = run.start();
            for (end, byte) in (1..).zip(text) {
                state = run.step(state, *byte);
                found.extend(run.patterns(state).map(|pattern| (end, pattern)));
            }
        }
        found.sort_by_key(|(end, _)| *end);
        found
    }

    fn together(joint: &mut Joint, runs: &[Run<'_>], text: &[u8]) -> Vec<(usize, u16)> {
        let mut found = Vec::new();
        let (mut state, mut end) = (joint.start(), 0);
        while end < text.len() && !joint.is_dead(state) {
            let taken;
            (state, taken) = joint.walk(runs, state, &text[end..]);
            end += taken;
            if joint.accepts(state) {
                found.extend(joint.patterns(state).iter().map(|pattern| (end, *pattern)));
            }
        }
        found
    }

    #[test]
    fn automata_find_together_what_each_finds() {
        let mut automata = compile(&["ab+", "a[bc]{1,3}", r"\d+"], 0).expect("compiles");
        automata.extend(compile(&["(?i:abc)", "b"], 3).expect("compiles"));
        let runs: Vec<Run<'_>> = automata.iter().map(Automaton::run).collect();
        let mut joint = Joint::new(&runs);
        for text in ["abbb", "ABC", "abcc1", "123", "b", "", "ab\0b", "abbb"] {
            assert_eq!(together(&mut joint, &runs, text.as_bytes()), apart(&runs, text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_one_learnt_another_knows() {
        let mut automata = compile(&["ab+", "a[bc]{1,3}", r"\d+"], 0).expect("compiles");
        automata.extend(compile(&["(?i:abc)", "b"], 3).expect("compiles"));
        let runs: Vec<Run<'_>> = automata.iter().map(Automaton::run).collect();
        let mut joint = Joint::new(&runs);
        together(&mut joint, &runs, b"abcc1");
        let bytes = joint.to_bytes();
        let mut other = Joint::from_bytes(&runs, &bytes).expect("as written");
        assert_eq!(other.to_bytes(), bytes);
        assert_eq!(together(&mut other, &runs, b"abcc1"), apart(&runs, b"abcc1"));
        assert_eq!(other.known(), joint.known());
        for text in ["abbb", "ABC", "123", "b"] {
            assert_eq!(together(&mut other, &runs, text.as_bytes()), apart(&runs, text.as_bytes()), "{text}");
        }
        for length in 0..bytes.len() {
            assert!(Joint::from_bytes(&runs, &bytes[..length]).is_err());
        }
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        // Each has as many states as its last letters can be told apart; together they have more than are remembered.
        let automata = compile_each(&["[a-h]*a[a-h]{7}", "[a-h]*b[a-h]{7}", "[a-h]*c[a-h]{6}"]).expect("compiles");
        let runs: Vec<Run<'_>> = automata.iter().map(Automaton::run).collect();
        let mut joint = Joint::new(&runs);
        let mut number = 1u32;
        let text = std::iter::repeat_with(|| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b'a' + (number >> 29) as u8
        });
        let text: Vec<u8> = text.take(3 * MOST).collect();
        assert_eq!(together(&mut joint, &runs, &text), apart(&runs, &text));
        assert!(joint.ends.len() <= MOST && joint.known <= MOST_WAYS);
    }
}
