//! The table: its layout in bytes, and walking it.
//!
//! Layout, little-endian: magic `SFA2`; `u32` states, classes, first accepting state, entries of the accept lists,
//! slots; 256 bytes of classes; a `u32` row start for each state; slots of two `u16`, whose state and which next;
//! (accepting states + 1) `u32` of list starts; `u16` pattern numbers.
//! State 0 is dead, state 1 the start; accepting states come last.
//!
//! Most states lead nowhere for most characters, so rows are laid over one another like combs: a slot belongs to the
//! state that it names, and for all other states whose row reaches over it, it is a way to the dead state.
//! Numbers are read from the bytes where they lie, and every index is checked, so that a damaged table gives wrong
//! matches at worst, never a read outside it.

use std::borrow::Cow;

const MAGIC: &[u8; 4] = b"SFA2";
const HEADER: usize = 4 + 5 * 4;

/// A state of an automaton.
pub type AutomatonState = u16;

/// The state from which nothing matches any more.
pub const DEAD: AutomatonState = 0;
const START: AutomatonState = 1;

/// Bytes are not a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an automaton of this version, or a damaged one")]
pub struct AutomatonError;

/// A deterministic automaton over folded text.
#[derive(Clone)]
pub struct Automaton {
    bytes: Cow<'static, [u8]>,
    states: usize,
    slots: usize,
    first_accepting: AutomatonState,
}

impl std::fmt::Debug for Automaton {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Automaton({} states, {} bytes)", self.states, self.bytes.len())
    }
}

impl Automaton {
    /// Reads a table that lies in the program itself.
    pub fn from_static(bytes: &'static [u8]) -> Result<Self, AutomatonError> {
        Self::new(Cow::Borrowed(bytes))
    }

    /// Takes a table made at run time.
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self, AutomatonError> {
        Self::new(Cow::Owned(bytes))
    }

    fn new(bytes: Cow<'static, [u8]>) -> Result<Self, AutomatonError> {
        let number = |at: usize| -> Result<usize, AutomatonError> {
            let raw: [u8; 4] = bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).ok_or(AutomatonError)?;
            Ok(u32::from_le_bytes(raw) as usize)
        };
        if bytes.get(..4) != Some(MAGIC) {
            return Err(AutomatonError);
        }
        let (states, classes, first, entries, slots) = (number(4)?, number(8)?, number(12)?, number(16)?, number(20)?);
        if !(2..=1 << 16).contains(&states) || !(1..=256).contains(&classes) || first > states {
            return Err(AutomatonError);
        }
        let size = HEADER as u64 + 256 + (states + slots + states - first + 1) as u64 * 4 + entries as u64 * 2;
        if bytes.len() as u64 != size {
            return Err(AutomatonError);
        }
        let first_accepting = AutomatonState::try_from(first).map_err(|_| AutomatonError)?;
        Ok(Self { bytes, states, slots, first_accepting })
    }

    /// The number of its states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Its bytes, to be written to a file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The automaton laid open for walking.
    pub fn run(&self) -> AutomatonWalk<'_> {
        let (classes, rest) = self.bytes[HEADER..].split_at(256);
        let (rows, rest) = rest.split_at(self.states * 4);
        let (slots, rest) = rest.split_at(self.slots * 4);
        let (starts, lists) = rest.split_at((self.states - self.first_accepting as usize + 1) * 4);
        let classes = classes.try_into().expect("the class map has 256 entries");
        AutomatonWalk { classes, rows, slots, starts, lists, first_accepting: self.first_accepting }
    }

    #[cfg(feature = "compile")]
    pub(crate) fn assemble(machine: &crate::minimise::DraftAutomaton) -> Self {
        let entries: usize = machine.accepts.iter().map(Vec::len).sum();
        let (rows, slots) = comb(machine);
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        for n in [machine.accepts.len(), machine.classes, machine.first_accepting, entries, slots.len()] {
            bytes.extend_from_slice(&(n as u32).to_le_bytes());
        }
        bytes.extend_from_slice(&machine.class_of);
        for row in rows {
            bytes.extend_from_slice(&row.to_le_bytes());
        }
        for (state, next) in slots {
            bytes.extend_from_slice(&state.to_le_bytes());
            bytes.extend_from_slice(&next.to_le_bytes());
        }
        let mut at = 0u32;
        for list in &machine.accepts[machine.first_accepting..] {
            bytes.extend_from_slice(&at.to_le_bytes());
            at += list.len() as u32;
        }
        bytes.extend_from_slice(&at.to_le_bytes());
        for pattern in machine.accepts.iter().flatten() {
            bytes.extend_from_slice(&pattern.to_le_bytes());
        }
        Self::from_vec(bytes).expect("what was just assembled is well formed")
    }
}

/// An automaton laid open for walking.
#[derive(Clone, Copy)]
pub struct AutomatonWalk<'a> {
    classes: &'a [u8; 256],
    rows: &'a [u8],
    slots: &'a [u8],
    starts: &'a [u8],
    lists: &'a [u8],
    first_accepting: AutomatonState,
}

impl<'a> AutomatonWalk<'a> {
    /// The state before the first character.
    #[inline]
    pub fn start(&self) -> AutomatonState {
        START
    }

    /// The state after one more character.
    #[inline]
    pub fn step(&self, state: AutomatonState, byte: u8) -> AutomatonState {
        let row = state as usize * 4;
        let Some(row) = self.rows.get(row..row + 4) else { return DEAD };
        let row = u32::from_le_bytes([row[0], row[1], row[2], row[3]]) as usize;
        let at = (row + self.classes[byte as usize] as usize) * 4;
        match self.slots.get(at..at + 4) {
            Some(slot) if u16::from_le_bytes([slot[0], slot[1]]) == state => u16::from_le_bytes([slot[2], slot[3]]),
            _ => DEAD,
        }
    }

    /// True if some pattern matches up to here.
    #[inline]
    pub fn accepts(&self, state: AutomatonState) -> bool {
        state >= self.first_accepting
    }

    /// The patterns that match up to here.
    pub fn patterns(&self, state: AutomatonState) -> impl Iterator<Item = u16> + use<'a> {
        let range = state.checked_sub(self.first_accepting).and_then(|nth| {
            let at = nth as usize * 4;
            let raw = self.starts.get(at..at + 8)?;
            let from = u32::from_le_bytes([raw[0], raw[1], raw[2], raw[3]]) as usize;
            let to = u32::from_le_bytes([raw[4], raw[5], raw[6], raw[7]]) as usize;
            self.lists.get(from * 2..to * 2)
        });
        range.unwrap_or_default().chunks_exact(2).map(|raw| u16::from_le_bytes([raw[0], raw[1]]))
    }

    /// The patterns that match the whole of `folded`.
    pub fn whole(&self, folded: &[u8]) -> impl Iterator<Item = u16> + use<'a> {
        let mut state = START;
        for byte in folded {
            state = self.step(state, *byte);
            if state == DEAD {
                break;
            }
        }
        self.patterns(state)
    }
}

/// The number of places that are tried for a row before it is put at the end.
#[cfg(feature = "compile")]
const MOST_TRIES: usize = 1000;

/// Lays the rows of a machine over one another: where each starts, and the slots.
#[cfg(feature = "compile")]
fn comb(machine: &crate::minimise::DraftAutomaton) -> (Vec<u32>, Vec<(u16, u16)>) {
    let classes = machine.classes;
    let filled = |state: usize| {
        let row = &machine.next[state * classes..(state + 1) * classes];
        row.iter()
            .enumerate()
            .filter(|(_, next)| **next != 0)
            .map(|(class, next)| (class, *next as u16))
            .collect::<Vec<_>>()
    };
    let mut order: Vec<(usize, Vec<(usize, u16)>)> =
        (1..machine.accepts.len()).map(|state| (state, filled(state))).collect();
    order.sort_by_key(|(state, row)| (std::cmp::Reverse(row.len()), *state));
    let mut rows = vec![0u32; machine.accepts.len()];
    let mut slots: Vec<(u16, u16)> = Vec::new();
    let mut first_free = 0;
    for (state, row) in order {
        let Some((lead, _)) = row.first() else { continue };
        while first_free < slots.len() && slots[first_free].0 != 0 {
            first_free += 1;
        }
        let fits = |start: usize| row.iter().all(|(class, _)| slots.get(start + class).is_none_or(|slot| slot.0 == 0));
        let tries = (first_free.saturating_sub(*lead)..slots.len()).take(MOST_TRIES);
        let start = tries.clone().find(|start| fits(*start)).unwrap_or(slots.len());
        if start == slots.len() && tries.len() == MOST_TRIES {
            // The holes here are too small to be worth coming back to.
            first_free += MOST_TRIES / 2;
        }
        let end = start + row.last().map_or(0, |(class, _)| class + 1);
        slots.resize(slots.len().max(end), (0, 0));
        for (class, next) in &row {
            slots[start + class] = (state as u16, *next);
        }
        rows[state] = start as u32;
    }
    (rows, slots)
}
