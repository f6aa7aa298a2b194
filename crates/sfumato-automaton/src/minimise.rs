//! Merging states that cannot be told apart, and laying the rest out.

use std::collections::HashMap;

/// An automaton before it becomes bytes: state 0 dead, state 1 the start.
pub(crate) struct DraftAutomaton {
    pub class_of: [u8; 256],
    pub classes: usize,
    /// `classes` entries a state.
    pub next: Vec<u32>,
    /// The patterns each state accepts, in order.
    pub accepts: Vec<Vec<u16>>,
    pub first_accepting: usize,
}

impl DraftAutomaton {
    /// The state after a text.
    pub fn walk(&self, text: &[u8]) -> u32 {
        let step =
            |state: u32, byte: &u8| self.next[state as usize * self.classes + self.class_of[*byte as usize] as usize];
        text.iter().fold(1, step)
    }

    /// Moore's refinement: states start out told apart by what they accept, then by where they lead, until nothing
    /// changes.
    pub fn minimised(self) -> Self {
        let states = self.accepts.len();
        let mut group: Vec<u32> = Vec::with_capacity(states);
        let mut ids: HashMap<&[u16], u32> = HashMap::new();
        for list in &self.accepts {
            let fresh = ids.len() as u32;
            group.push(*ids.entry(list).or_insert(fresh));
        }
        let mut groups = ids.len();
        loop {
            let mut ids: HashMap<u128, u32> = HashMap::with_capacity(groups * 2);
            let mut refined = Vec::with_capacity(states);
            for state in 0..states {
                let row = &self.next[state * self.classes..(state + 1) * self.classes];
                let signature = row.iter().fold(mix(0, group[state]), |sum, next| mix(sum, group[*next as usize]));
                let fresh = ids.len() as u32;
                refined.push(*ids.entry(signature).or_insert(fresh));
            }
            let count = ids.len();
            group = refined;
            if count == groups {
                break;
            }
            groups = count;
        }
        self.merged(&group, groups)
    }

    /// One state a group, in the order of the table's layout.
    fn merged(self, group: &[u32], groups: usize) -> Self {
        let mut sample = vec![usize::MAX; groups];
        for (state, g) in group.iter().enumerate() {
            let first = &mut sample[*g as usize];
            *first = (*first).min(state);
        }
        let mut order: Vec<usize> = (0..groups).collect();
        order.sort_by_key(|g| (!self.accepts[sample[*g]].is_empty(), sample[*g]));
        let mut place = vec![0u32; groups];
        for (at, g) in order.iter().enumerate() {
            place[*g] = at as u32;
        }
        let mut next = Vec::with_capacity(groups * self.classes);
        let mut accepts = Vec::with_capacity(groups);
        for g in &order {
            let state = sample[*g];
            let row = &self.next[state * self.classes..(state + 1) * self.classes];
            next.extend(row.iter().map(|n| place[group[*n as usize] as usize]));
            accepts.push(self.accepts[state].clone());
        }
        let first_accepting = accepts.iter().position(|list| !list.is_empty()).unwrap_or(groups);
        Self { class_of: self.class_of, classes: self.classes, next, accepts, first_accepting }
    }
}

/// Adds a number to a running sum of 128 bits, wide enough that two rows never share one by chance.
fn mix(sum: u128, number: u32) -> u128 {
    let mixed = (sum ^ u128::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    mixed ^ (mixed >> 61)
}
