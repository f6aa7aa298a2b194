//! The table of lemmas: its layout in bytes.
//!
//! Layout, little-endian: magic `SFL1`; `u32` rules, known lemmas, lists, edits, bytes of text; then
//! rules: `u32` tag, `u16` value; known lemmas: `u16` tag; lists: [`LIST`] `u16` of edits, best first;
//! edits: `u8` bytes that go, `u8` bytes that come, `u32` place of both in the text; the text.
//! Rules and known lemmas are hash tables with open addressing. A tag of nought is an empty slot.
//! Keys are not kept, only their tags: of the rules one in four thousand million is mistaken for another, of the known
//! lemmas, which only break ties, one in twenty thousand.

use super::LemmasError;
use super::keys::LemmaRuleKey;

pub(super) const MAGIC: &[u8; 4] = b"SFL1";
const HEADER: usize = 4 + 5 * 4;
pub(super) const RULE: usize = 6;
pub(super) const KNOWN: usize = 2;
const EDIT: usize = 6;

/// The most edits of a list.
pub(crate) const LIST: usize = 4;
/// The number of slots that are looked at for one key.
const PROBES: usize = 48;
/// An absent edit in a list.
pub(super) const NONE: u16 = u16::MAX;

/// The edit that makes a lemma of a form: letters off its end, and others in their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct LemmaEdit<'m> {
    /// The letters that go, in small letters.
    pub strip: &'m str,
    /// The letters that come.
    pub append: &'m str,
}

/// The parts of a table, where they lie.
#[derive(Clone, Copy)]
pub(crate) struct LemmaTable<'m> {
    rules: &'m [u8],
    known: &'m [u8],
    lists: &'m [u8],
    edits: &'m [u8],
    text: &'m str,
}

impl<'m> LemmaTable<'m> {
    /// Finds the parts and checks all but the hash tables.
    pub fn from_bytes(bytes: &'m [u8]) -> Result<Self, LemmasError> {
        if bytes.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(LemmasError::Version);
        }
        let mut rest = bytes.get(HEADER..).ok_or(LemmasError::Damaged)?;
        let mut part = |nth: usize, width: usize| {
            let count = read_u32(bytes, MAGIC.len() + nth * 4)? as usize;
            let (part, after) = rest.split_at_checked(count.checked_mul(width)?)?;
            rest = after;
            Some(part)
        };
        let mut part = |nth, width| part(nth, width).ok_or(LemmasError::Damaged);
        let (rules, known, lists, edits) = (part(0, RULE)?, part(1, KNOWN)?, part(2, LIST * 2)?, part(3, EDIT)?);
        let text = std::str::from_utf8(part(4, 1)?).map_err(|_| LemmasError::Damaged)?;
        let table = Self { rules, known, lists, edits, text };
        if rest.is_empty() && table.is_sound() { Ok(table) } else { Err(LemmasError::Damaged) }
    }

    fn is_sound(&self) -> bool {
        let edits = self.edits.len() / EDIT;
        let mut numbers = self.lists.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        numbers.all(|edit| edit == NONE || usize::from(edit) < edits)
            && (0..edits).all(|n| self.edit(n as u16).is_some())
    }

    /// The number of slots for rules.
    pub fn slots(&self) -> usize {
        self.rules.len() / RULE
    }

    /// The answer of the rule with this key.
    pub fn rule(&self, key: LemmaRuleKey) -> Option<u16> {
        for slot in key.slots(self.rules.len() / RULE) {
            let rule: [u8; RULE] = self.rules.get(slot * RULE..)?.first_chunk().copied()?;
            match u32::from_le_bytes([rule[0], rule[1], rule[2], rule[3]]) {
                0 => return None,
                tag if tag == key.tag() => return Some(u16::from_le_bytes([rule[4], rule[5]])),
                _ => {}
            }
        }
        None
    }

    /// True if a lemma is known.
    pub fn knows(&self, key: LemmaRuleKey) -> bool {
        for slot in key.slots(self.known.len() / KNOWN) {
            let Some(tag) = self.known.get(slot * KNOWN..).and_then(|rest| rest.first_chunk().copied()) else { break };
            match u16::from_le_bytes(tag) {
                0 => break,
                tag if tag == key.short_tag() => return true,
                _ => {}
            }
        }
        false
    }

    /// The edits of a list, best first.
    pub fn list(&self, nth: u16) -> impl Iterator<Item = LemmaEdit<'m>> + use<'m> {
        let (at, table) = (usize::from(nth) * LIST * 2, *self);
        let list: [u8; LIST * 2] =
            table.lists.get(at..).and_then(|rest| rest.first_chunk().copied()).unwrap_or([u8::MAX; LIST * 2]);
        (0..LIST).map_while(move |n| table.edit(u16::from_le_bytes([list[n * 2], list[n * 2 + 1]])))
    }

    /// An edit by its number.
    pub fn edit(&self, nth: u16) -> Option<LemmaEdit<'m>> {
        let edit: [u8; EDIT] = self.edits.get(usize::from(nth) * EDIT..)?.first_chunk().copied()?;
        let start = u32::from_le_bytes([edit[2], edit[3], edit[4], edit[5]]) as usize;
        let both = self.text.get(start..start.checked_add(usize::from(edit[0]) + usize::from(edit[1]))?)?;
        let (strip, append) = both.split_at_checked(usize::from(edit[0]))?;
        Some(LemmaEdit { strip, append })
    }
}

impl LemmaRuleKey {
    /// The slots of a table in which this key may be, in order.
    pub(super) fn slots(self, count: usize) -> impl Iterator<Item = usize> {
        let first = self.place(count);
        (0..PROBES.min(count)).map(move |n| if first + n < count { first + n } else { first + n - count })
    }
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|raw| u32::from_le_bytes(*raw))
}
