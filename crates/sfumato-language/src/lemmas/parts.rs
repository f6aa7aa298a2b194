//! Making the bytes of a table of lemmas.

use super::keys::LemmaRuleKey;
use super::table::{KNOWN, LIST, MAGIC, NONE, RULE};

/// The parts of a table.
#[derive(Debug, Default)]
pub(crate) struct LemmaTableParts {
    /// Rules by key: the number of a list, of an edit or of a casing.
    pub rules: Vec<(LemmaRuleKey, u16)>,
    /// Keys of the known lemmas.
    pub known: Vec<LemmaRuleKey>,
    /// Lists of edits, at most [`LIST`] in each.
    pub lists: Vec<Vec<u16>>,
    /// Edits: what goes, and what comes; at most 255 bytes each.
    pub edits: Vec<(String, String)>,
}

impl LemmaTableParts {
    /// The table in bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = hashed(self.rules.iter().map(|(key, value)| {
            let mut slot = key.tag().to_le_bytes().to_vec();
            slot.extend(value.to_le_bytes());
            (*key, slot)
        }));
        let known = hashed(self.known.iter().map(|key| (*key, key.short_tag().to_le_bytes().to_vec())));
        let (mut edits, mut text) = (Vec::new(), String::new());
        for (strip, append) in &self.edits {
            edits.extend([strip.len() as u8, append.len() as u8]);
            edits.extend((text.len() as u32).to_le_bytes());
            text.push_str(strip);
            text.push_str(append);
        }
        let lists: Vec<u8> = self.lists.iter().flat_map(|list| padded(list)).flat_map(u16::to_le_bytes).collect();
        let mut bytes = MAGIC.to_vec();
        let counts = [rules.len() / RULE, known.len() / KNOWN, self.lists.len(), self.edits.len(), text.len()];
        counts.iter().for_each(|count| bytes.extend((*count as u32).to_le_bytes()));
        [&rules, &known, &lists, &edits, text.as_bytes()].iter().for_each(|part| bytes.extend_from_slice(part));
        bytes
    }
}

fn padded(list: &[u16]) -> impl Iterator<Item = u16> {
    list.iter().copied().chain(std::iter::repeat(NONE)).take(LIST)
}

/// A hash table of slots, as tight as the number of probes lets it be.
fn hashed(slots: impl Iterator<Item = (LemmaRuleKey, Vec<u8>)>) -> Vec<u8> {
    let slots: Vec<_> = slots.collect();
    let mut count = slots.len() + slots.len() / 4;
    loop {
        if let Some(bytes) = placed(&slots, count) {
            return bytes;
        }
        count += count / 16 + 1;
    }
}

fn placed(slots: &[(LemmaRuleKey, Vec<u8>)], count: usize) -> Option<Vec<u8>> {
    let mut taken: Vec<Option<&[u8]>> = vec![None; count];
    for (key, bytes) in slots {
        let free = key.slots(count).find(|slot| taken[*slot].is_none())?;
        taken[free] = Some(bytes);
    }
    let width = slots.first().map_or(0, |(_, bytes)| bytes.len());
    let empty = vec![0; width];
    Some(taken.into_iter().flat_map(|slot| slot.unwrap_or(&empty).iter().copied()).collect())
}
