//! The ways through several automata, as bytes.
//!
//! Layout, little-endian: magic `SFJ2`; `u32` states, words and ways; for each state behind the first two a
//! `u16` of how many automata stand somewhere, and of each `u16` number and state; of each word its bytes, filled up with
//! zeros; of each way `u16` state, stretch, and `u32` next state. A way from state 0 leads from the start over the stretch
//! and a space.

use super::{
    ACCEPTS, DEAD_ALL, FIRST_WAYS, FIRST_WORD, FRESH, JointAutomaton, JointState, MOST, MOST_WAYS, MOST_WORDS, ROOM,
    START, StretchNumber, UNKNOWN, UNNUMBERED, way_from,
};
use crate::table::{AutomatonError, AutomatonState, AutomatonWalk};

const MAGIC: &[u8; 4] = b"SFJ2";
/// The state that stands for the start where a space behind a stretch is taken too.
const SPACED: u16 = 0;

impl JointAutomaton {
    /// Everything known, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let words = &self.met[FIRST_WORD..];
        let mut ways: Vec<(u16, StretchNumber, JointState)> = Vec::new();
        for (number, met) in (0..).zip(&self.met) {
            ways.extend((met.first != UNKNOWN).then_some((START as u16, number, met.first)));
            ways.extend((met.then != UNKNOWN).then_some((SPACED, number, met.then)));
        }
        let others = self.ways.iter().filter(|way| **way != 0);
        ways.extend(others.map(|way| ((way >> 48) as u16, (way >> 32) as StretchNumber, *way as JointState)));
        for (state, shut) in (0..).zip(&self.shut) {
            let is_shut = |byte: &u16| shut[usize::from(*byte / 64)] & 1 << (byte % 64) != 0;
            ways.extend((0..256).filter(is_shut).map(|byte| (state, 1 + byte, DEAD_ALL)));
        }
        ways.sort_unstable();
        for count in [self.ends.len(), words.len(), ways.len()] {
            bytes.extend((count as u32).to_le_bytes());
        }
        for state in FRESH..self.ends.len() as JointState {
            let stands = self.stands(state);
            bytes.extend((stands.len() as u16).to_le_bytes());
            for (number, state) in stands {
                bytes.extend(number.to_le_bytes());
                bytes.extend(state.to_le_bytes());
            }
        }
        words.iter().flat_map(|met| met.word).for_each(|half| bytes.extend(half.to_le_bytes()));
        for (state, stretch, next) in ways {
            bytes.extend(state.to_le_bytes());
            bytes.extend(stretch.to_le_bytes());
            bytes.extend(next.to_le_bytes());
        }
        bytes
    }

    /// Starts with what one of the same automata knew. Every number is checked, so that damaged bytes give wrong
    /// matches at worst.
    pub fn from_bytes(runs: &[AutomatonWalk<'_>], bytes: &[u8]) -> Result<Self, AutomatonError> {
        let mut joint = Self::new(runs);
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(AutomatonError)?;
        let states = u32::from_le_bytes(take(&mut rest)?) as usize;
        let words = u32::from_le_bytes(take(&mut rest)?) as usize;
        let ways = u32::from_le_bytes(take(&mut rest)?) as usize;
        if !(FRESH as usize..=MOST).contains(&states) || words > MOST_WORDS {
            return Err(AutomatonError);
        }
        let mut stands = Vec::new();
        for _ in FRESH as usize..states {
            stands.clear();
            for _ in 0..u16::from_le_bytes(take(&mut rest)?) {
                let number = u16::from_le_bytes(take(&mut rest)?);
                let state = AutomatonState::from_le_bytes(take(&mut rest)?);
                if usize::from(number) >= runs.len() {
                    return Err(AutomatonError);
                }
                stands.push((number, state));
            }
            joint.add(runs, &stands);
        }
        for _ in 0..words {
            let word = [u64::from_le_bytes(take(&mut rest)?), u64::from_le_bytes(take(&mut rest)?)];
            joint.number_of_word(word);
        }
        joint.ways = vec![0; (ways.min(MOST_WAYS) * ROOM).next_power_of_two().max(FIRST_WAYS)];
        for _ in 0..ways {
            let state = u16::from_le_bytes(take(&mut rest)?);
            let stretch = StretchNumber::from_le_bytes(take(&mut rest)?);
            let next = JointState::from_le_bytes(take(&mut rest)?);
            let number = next & !ACCEPTS;
            if usize::from(state) >= states
                || stretch == UNNUMBERED
                || usize::from(stretch) >= joint.met.len()
                || number as usize >= states
                || joint.accepts(next) == joint.patterns(number).is_empty()
            {
                return Err(AutomatonError);
            }
            let from = JointState::from(state);
            match (from, next) {
                (START, _) => joint.met[usize::from(stretch)].first = next,
                _ if state == SPACED => joint.met[usize::from(stretch)].then = next,
                (_, DEAD_ALL) if usize::from(stretch) < FIRST_WORD => joint.shut_up(from, (stretch - 1) as u8),
                _ if joint.known < MOST_WAYS => {
                    joint.put(way_from(from, stretch) << 32 | u64::from(next));
                    joint.known += 1;
                }
                _ => return Err(AutomatonError),
            }
        }
        if rest.is_empty() { Ok(joint) } else { Err(AutomatonError) }
    }
}

/// The first bytes of some that are read one after the other.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], AutomatonError> {
    let (first, others) = rest.split_first_chunk().ok_or(AutomatonError)?;
    *rest = others;
    Ok(*first)
}
