//! Several automata walked as one, over a word or a mark at a time.
//!
//! Where each automaton stands is one joint state, and where a stretch of text leads from there is found out when a text
//! first asks for it and remembered: texts are made of few words and go few of the many ways there could be, the same
//! ones again and again.
//! What some texts taught can be written down as bytes, so that others need not learn it again.

use crate::table::{AutomatonState, AutomatonWalk, DEAD};

mod bytes;

/// A state of all automata together: a number, and a bit that says that patterns match there.
pub type JointState = u32;

/// The number of a stretch of text: single bytes, and words that were met.
pub type StretchNumber = u16;

/// The number of joint states, words and ways that are remembered; then everything is forgotten, so that no text
/// makes the memory grow.
const MOST: usize = 1 << 16;
const MOST_WORDS: usize = 1 << 15;
const MOST_WAYS: usize = 1 << 17;
/// The number of places for ways at first, and at least for each word and way.
const FIRST_WAYS: usize = 1 << 12;
const ROOM: usize = 2;
/// Longer words have no number.
const LONGEST: usize = 16;
/// The bit of states in which some pattern matches.
const ACCEPTS: JointState = 1 << 31;
const DEAD_ALL: JointState = 0;
const START: JointState = 1;
/// The first state that has to be learnt.
const FRESH: JointState = 2;
/// No state.
const UNKNOWN: JointState = JointState::MAX;
/// The number of stretches that have none; bytes have those behind it, and words those behind these.
const UNNUMBERED: StretchNumber = 0;
const SPACE: StretchNumber = 1 + b' ' as StretchNumber;
const FIRST_WORD: usize = 1 + 256;

/// The knowledge of a stretch, besides the ways over it from other states.
#[derive(Clone, Copy)]
struct KnownStretch {
    /// The bytes of a word, filled up with zeros.
    word: [u64; 2],
    /// The state to which it leads from the start.
    first: JointState,
    /// The state to which it leads together with a space behind it.
    then: JointState,
}

impl KnownStretch {
    fn new(word: [u64; 2]) -> Self {
        Self { word, first: UNKNOWN, then: UNKNOWN }
    }
}

/// The ways through several automata that are known so far.
///
/// It belongs to the automata that it was made for, and is told them again whenever it has to learn.
pub struct JointAutomaton {
    /// Stretches by their numbers; the words that are met most are met early, and lie close together.
    met: Vec<KnownStretch>,
    /// The numbers of words, each at the place of its hash or the next that was free.
    numbers: Vec<StretchNumber>,
    /// The bytes that are known to lead nowhere from each state, whatever follows.
    shut: Vec<[u64; 4]>,
    /// The ways that somebody went otherwise: number and stretch they lead from, and the state they lead to, each at its
    /// place or the next that was free.
    ways: Vec<u64>,
    /// The number of ways.
    known: usize,
    /// The states of automata that are not dead, for each joint state: number and state, one list after the other.
    stands: Vec<(u16, AutomatonState)>,
    /// The patterns that match in each state, likewise.
    patterns: Vec<u16>,
    /// The ends of the lists of each state.
    ends: Vec<(u32, u32)>,
    /// States by where the automata stand in them, each at the place of its hash or the next that was free.
    places: Vec<JointState>,
    /// The states of automata in a new joint state, while it is made.
    fresh: Vec<(u16, AutomatonState)>,
}

impl std::fmt::Debug for JointAutomaton {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Joint({} states)", self.ends.len())
    }
}

impl JointAutomaton {
    /// Knows nothing of these automata but where they start.
    pub fn new(runs: &[AutomatonWalk<'_>]) -> Self {
        let mut joint = Self {
            met: Vec::new(),
            numbers: Vec::new(),
            shut: Vec::new(),
            ways: Vec::new(),
            known: 0,
            stands: Vec::new(),
            patterns: Vec::new(),
            ends: Vec::new(),
            places: Vec::new(),
            fresh: Vec::new(),
        };
        joint.forget_words();
        joint.forget_ways(runs);
        joint
    }

    /// Makes room for so many words: whether all numbers of stretches were forgotten for it.
    pub fn make_room(&mut self, runs: &[AutomatonWalk<'_>], count: usize) -> bool {
        let is_full = self.met.len() + count > FIRST_WORD + MOST_WORDS;
        if is_full {
            self.forget_words();
            self.forget_ways(runs);
        }
        is_full
    }

    /// The number of a stretch of a text, with nothing but letters and digits in it if it is more than a byte, and
    /// whether something may match from there. States from before are not to be used after it.
    #[inline]
    pub fn number(
        &mut self,
        runs: &[AutomatonWalk<'_>],
        text: &[u8],
        start: usize,
        end: usize,
    ) -> (StretchNumber, bool) {
        let number = match end - start {
            1 => 1 + StretchNumber::from(text[start]),
            2..=LONGEST => self.number_of_word(packed(text, start, end - start)),
            _ => UNNUMBERED,
        };
        let first = self.enter(runs, number, &text[start..end]);
        let is_open = first != DEAD_ALL
            && (self.accepts(first)
                || text.get(end) != Some(&b' ')
                || self.enter_with_space(runs, number, &text[start..end]) != DEAD_ALL);
        (number, is_open)
    }

    fn number_of_word(&mut self, word: [u64; 2]) -> StretchNumber {
        let mut place = place_of_word(word);
        loop {
            let number = self.numbers[place];
            if number == UNNUMBERED {
                break;
            }
            if self.met[usize::from(number)].word == word {
                return number;
            }
            place = (place + 1) % self.numbers.len();
        }
        if self.met.len() == FIRST_WORD + MOST_WORDS {
            return UNNUMBERED;
        }
        self.numbers[place] = self.met.len() as StretchNumber;
        self.met.push(KnownStretch::new(word));
        self.numbers[place]
    }

    /// The state behind a stretch from the start. States from before are not to be used after it.
    #[inline]
    pub fn enter(&mut self, runs: &[AutomatonWalk<'_>], stretch: StretchNumber, text: &[u8]) -> JointState {
        match self.met[usize::from(stretch)].first {
            UNKNOWN => {
                let found = self.find_out(runs, START, text);
                if stretch != UNNUMBERED {
                    self.met[usize::from(stretch)].first = found.next;
                }
                found.next
            }
            known => known,
        }
    }

    /// The same for a stretch and a space behind it, which most words have.
    #[inline]
    pub fn enter_with_space(&mut self, runs: &[AutomatonWalk<'_>], stretch: StretchNumber, text: &[u8]) -> JointState {
        match self.met[usize::from(stretch)].then {
            UNKNOWN => {
                // Many words lead to the same state, from which the way is then known.
                let first = self.enter(runs, stretch, text);
                let then = if first == DEAD_ALL { first } else { self.go_on(runs, first, SPACE, b" ") };
                if stretch != UNNUMBERED {
                    self.met[usize::from(stretch)].then = then;
                }
                then
            }
            known => known,
        }
    }

    /// The state behind one more stretch. States from before are not to be used after it.
    #[inline]
    pub fn go_on(
        &mut self,
        runs: &[AutomatonWalk<'_>],
        state: JointState,
        stretch: StretchNumber,
        text: &[u8],
    ) -> JointState {
        let byte = text[0];
        if self.shut[(state & !ACCEPTS) as usize][usize::from(byte / 64)] & 1 << (byte % 64) != 0 {
            return DEAD_ALL;
        }
        if stretch == UNNUMBERED {
            return self.find_out(runs, state, text).next;
        }
        let from = way_from(state, stretch);
        let ways = self.ways.as_slice();
        let mut place = place_of_way(from);
        loop {
            let way = ways[place & (ways.len() - 1)];
            if way >> 32 == from {
                return way as JointState;
            }
            if way == 0 {
                return self.learn(runs, state, stretch, text);
            }
            place += 1;
        }
    }

    /// True if nothing matches any more.
    #[inline]
    pub fn is_dead(&self, state: JointState) -> bool {
        state == DEAD_ALL
    }

    /// True if some pattern matches up to here.
    #[inline]
    pub fn accepts(&self, state: JointState) -> bool {
        state & ACCEPTS != 0
    }

    /// The patterns that match up to here, automaton by automaton.
    pub fn patterns(&self, state: JointState) -> &[u16] {
        let (before, own) = self.ends_around(state);
        &self.patterns[before.1 as usize..own.1 as usize]
    }

    /// The states of automata that are not dead: number and state.
    fn stands(&self, state: JointState) -> &[(u16, AutomatonState)] {
        let (before, own) = self.ends_around(state);
        &self.stands[before.0 as usize..own.0 as usize]
    }

    /// The ends of the lists of the state before, and of its own.
    fn ends_around(&self, state: JointState) -> ((u32, u32), (u32, u32)) {
        let number = (state & !ACCEPTS) as usize;
        (number.checked_sub(1).map_or((0, 0), |before| self.ends[before]), self.ends[number])
    }

    /// Finds out where a stretch leads and remembers it.
    #[cold]
    fn learn(
        &mut self,
        runs: &[AutomatonWalk<'_>],
        state: JointState,
        stretch: StretchNumber,
        text: &[u8],
    ) -> JointState {
        if self.known == MOST_WAYS {
            let stands = self.stands(state).to_vec();
            self.forget_ways(runs);
            let state = self.place_of(&stands).unwrap_or_else(|_| self.add(runs, &stands));
            return self.find_out(runs, state, text).next;
        }
        let StretchOutcome { next, taken, is_forgotten } = self.find_out(runs, state, text);
        if is_forgotten {
            return next;
        }
        if next == DEAD_ALL && taken == 1 {
            self.shut_up(state, text[0]);
            return next;
        }
        if (self.known + 1) * ROOM > self.ways.len() {
            let more = vec![0; self.ways.len() * 2];
            let known = std::mem::replace(&mut self.ways, more);
            known.into_iter().filter(|way| *way != 0).for_each(|way| self.put(way));
        }
        self.put(way_from(state, stretch) << 32 | u64::from(next));
        self.known += 1;
        next
    }

    fn shut_up(&mut self, state: JointState, byte: u8) {
        self.shut[(state & !ACCEPTS) as usize][usize::from(byte / 64)] |= 1 << (byte % 64);
    }

    /// Follows a stretch through each automaton.
    fn find_out(&mut self, runs: &[AutomatonWalk<'_>], state: JointState, text: &[u8]) -> StretchOutcome {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let mut most = 0;
        fresh.extend(self.stands(state).iter().filter_map(|(number, state)| {
            let run = &runs[usize::from(*number)];
            let mut state = *state;
            for (taken, byte) in (1..).zip(text) {
                state = run.step(state, *byte);
                most = most.max(taken);
                if state == DEAD {
                    return None;
                }
            }
            Some((*number, state))
        }));
        let known = self.place_of(&fresh);
        let is_forgotten = known.is_err() && self.ends.len() == MOST;
        if is_forgotten {
            self.forget_ways(runs);
        }
        let next = known.unwrap_or_else(|_| self.add(runs, &fresh));
        self.fresh = fresh;
        StretchOutcome { next, taken: most, is_forgotten }
    }

    /// The number of ways that are known, those from the start not counted.
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

    /// Starts anew with numbers of stretches: bytes have theirs.
    fn forget_words(&mut self) {
        self.met.clear();
        self.met.resize(FIRST_WORD, KnownStretch::new([0; 2]));
        self.numbers.clear();
        self.numbers.resize(MOST_WORDS * ROOM, UNNUMBERED);
    }

    /// Starts anew with the dead state, and the one in which all automata start; the numbers of stretches stay.
    fn forget_ways(&mut self, runs: &[AutomatonWalk<'_>]) {
        self.ways.clear();
        self.ways.resize(FIRST_WAYS, 0);
        self.known = 0;
        self.met.iter_mut().for_each(|met| *met = KnownStretch::new(met.word));
        self.shut.clear();
        self.stands.clear();
        self.patterns.clear();
        self.ends.clear();
        self.places.clear();
        self.places.resize(2 * MOST, UNKNOWN);
        self.add(runs, &[]);
        let start: Vec<(u16, AutomatonState)> = (0..).zip(runs).map(|(number, run)| (number, run.start())).collect();
        self.add(runs, &start);
    }

    /// The state in which the automata stand so, or the place for it.
    fn place_of(&self, stands: &[(u16, AutomatonState)]) -> Result<JointState, usize> {
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

    fn add(&mut self, runs: &[AutomatonWalk<'_>], stands: &[(u16, AutomatonState)]) -> JointState {
        let number = self.ends.len() as JointState;
        let place = self.place_of(stands);
        self.shut.push([0; 4]);
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

/// The state behind a stretch.
struct StretchOutcome {
    next: JointState,
    /// The number of bytes of it that some automaton took.
    taken: usize,
    /// True if all other states were forgotten for it.
    is_forgotten: bool,
}

/// The origin of a way as a number; 0 only for the dead state, from which nothing is remembered.
#[inline]
fn way_from(state: JointState, stretch: StretchNumber) -> u64 {
    u64::from(state & !ACCEPTS) << 16 | u64::from(stretch)
}

#[inline]
fn place_of_way(from: u64) -> usize {
    (from.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

/// A word as two numbers; no word has a zero in it.
#[inline]
fn packed(text: &[u8], start: usize, length: usize) -> [u64; 2] {
    if length <= 8
        && let Some(bytes) = text[start..].first_chunk()
    {
        return [u64::from_le_bytes(*bytes) & u64::MAX >> (8 * (8 - length)), 0];
    }
    let bytes = match text[start..].first_chunk::<LONGEST>() {
        Some(bytes) => *bytes,
        None => std::array::from_fn(|nth| text.get(start + nth).copied().unwrap_or(0)),
    };
    let word = u128::from_le_bytes(bytes) & u128::MAX >> (8 * (LONGEST - length));
    [word as u64, (word >> 64) as u64]
}

#[inline]
fn place_of_word([first, second]: [u64; 2]) -> usize {
    let mixed = (first ^ second.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % (MOST_WORDS * ROOM)
}

#[cfg(all(test, feature = "compile"))]
mod tests {
    use super::*;
    use crate::{Automaton, compile, compile_each, is_word};

    /// The words and marks of a text.
    fn stretches(text: &[u8]) -> Vec<(usize, usize)> {
        let is_inside = |at: usize| at > 0 && at < text.len() && is_word(text[at - 1]) && is_word(text[at]);
        let borders: Vec<usize> = (0..=text.len()).filter(|at| !is_inside(*at)).collect();
        borders.windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// Finds what each automaton alone finds from the start of a text up to borders of words, end by end.
    fn apart(runs: &[AutomatonWalk<'_>], text: &[u8]) -> Vec<(usize, u16)> {
        let mut found = Vec::new();
        for run in runs {
            let mut state = run.start();
            for (end, byte) in (1..).zip(text) {
                state = run.step(state, *byte);
                found.extend(run.patterns(state).map(|pattern| (end, pattern)));
            }
        }
        let ends: Vec<usize> = stretches(text).into_iter().map(|(_, end)| end).collect();
        found.retain(|(end, _)| ends.contains(end));
        found.sort_by_key(|(end, _)| *end);
        found
    }

    fn together(joint: &mut JointAutomaton, runs: &[AutomatonWalk<'_>], text: &[u8]) -> Vec<(usize, u16)> {
        let mut found = Vec::new();
        let mut state = START;
        let stretches = stretches(text);
        joint.make_room(runs, stretches.len());
        let numbers: Vec<StretchNumber> =
            stretches.iter().map(|(start, end)| joint.number(runs, text, *start, *end).0).collect();
        for ((start, end), stretch) in stretches.into_iter().zip(numbers) {
            let word = &text[start..end];
            state = if start == 0 { joint.enter(runs, stretch, word) } else { joint.go_on(runs, state, stretch, word) };
            if joint.is_dead(state) {
                break;
            }
            if joint.accepts(state) {
                found.extend(joint.patterns(state).iter().map(|pattern| (end, *pattern)));
            }
        }
        found
    }

    const TEXTS: [&str; 10] =
        ["abbb", "ABC", "abcc 1", "123", "b", "", "ab\0b", "abbb", "a b-c", "aaaaaaaaaaaaaaaaaaaaaaaa b"];

    fn some() -> Vec<Automaton> {
        let mut automata = compile(&["ab+", "a[bc]{1,3}", r"\d+", "a+[ -]b(?:-c)?"], 0).expect("compiles");
        automata.extend(compile(&["(?i:abc)", "b"], 4).expect("compiles"));
        automata
    }

    #[test]
    fn automata_find_together_what_each_finds() {
        let automata = some();
        let runs: Vec<AutomatonWalk<'_>> = automata.iter().map(Automaton::run).collect();
        let mut joint = JointAutomaton::new(&runs);
        for text in TEXTS {
            assert_eq!(together(&mut joint, &runs, text.as_bytes()), apart(&runs, text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_one_learnt_another_knows() {
        let automata = some();
        let runs: Vec<AutomatonWalk<'_>> = automata.iter().map(Automaton::run).collect();
        let mut joint = JointAutomaton::new(&runs);
        for text in ["abcc 1", "a b-c"] {
            together(&mut joint, &runs, text.as_bytes());
        }
        let bytes = joint.to_bytes();
        let mut other = JointAutomaton::from_bytes(&runs, &bytes).expect("as written");
        assert_eq!(other.to_bytes(), bytes);
        for text in ["abcc 1", "a b-c"] {
            assert_eq!(together(&mut other, &runs, text.as_bytes()), apart(&runs, text.as_bytes()), "{text}");
        }
        assert!(other.known() > 0 && other.known() == joint.known() && other.met.len() == joint.met.len());
        for text in TEXTS {
            assert_eq!(together(&mut other, &runs, text.as_bytes()), apart(&runs, text.as_bytes()), "{text}");
        }
        for length in 0..bytes.len() {
            assert!(JointAutomaton::from_bytes(&runs, &bytes[..length]).is_err());
        }
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        // Each has as many states as its last letters can be told apart; together they have more than are remembered.
        let each = ["[a-h ]*a[a-h ]{7}", "[a-h ]*b[a-h ]{7}", "[a-h ]*c[a-h ]{6}"];
        let automata = compile_each(&each).expect("compiles");
        let runs: Vec<AutomatonWalk<'_>> = automata.iter().map(Automaton::run).collect();
        let mut joint = JointAutomaton::new(&runs);
        let mut number = 1u32;
        let text = std::iter::repeat_with(|| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if number >> 30 == 0 { b' ' } else { b'a' + (number >> 27) as u8 % 8 }
        });
        let text: Vec<u8> = text.take(6 * MOST).collect();
        for text in text.chunks(4096) {
            assert_eq!(together(&mut joint, &runs, text), apart(&runs, text));
        }
        assert!(joint.ends.len() <= MOST && joint.known <= MOST_WAYS && joint.met.len() <= FIRST_WORD + MOST_WORDS);
    }
}
