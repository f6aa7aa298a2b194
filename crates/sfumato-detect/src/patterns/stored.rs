//! A bank as a file: rules and tables, made once from the recognisers' files and read in place.
//!
//! ```text
//! SFBANK01 <hash of the files: u64> <tables of patterns: u32> <tables of values: u32>
//! <length: u32 for each part> <rules> <learnt> <tables of patterns> <tables of values>
//! ```

use super::bank::PatternBank;

/// The beginning of every such file. The hash of the files it was made from stands behind it.
const MAGIC: &[u8; 8] = b"SFBANK01";

/// The parts of a compiled bank.
#[derive(Clone)]
pub struct StoredBank<'a> {
    /// The rules, as JSON.
    pub rules: &'a [u8],
    /// The walks over the tables that texts taught.
    pub learnt: &'a [u8],
    /// Tables of patterns and words.
    pub open: Vec<&'a [u8]>,
    /// Tables of the values of fields.
    pub values: Vec<&'a [u8]>,
}

impl<'a> StoredBank<'a> {
    /// Returns the parts of a file, or `None` if it is damaged or something else.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?.get(8..)?;
        let (open, rest) = number(rest)?;
        let (values, rest) = number(rest)?;
        let count = open.checked_add(values)?.checked_add(2)?;
        let (lengths, mut rest) = rest.split_at_checked(count.checked_mul(4)?)?;
        let mut parts = Vec::with_capacity(count);
        for length in lengths.chunks_exact(4) {
            let (part, after) = rest.split_at_checked(number(length)?.0)?;
            parts.push(part);
            rest = after;
        }
        let values = parts.split_off(2 + open);
        let open = parts.split_off(2);
        match (parts.as_slice(), rest) {
            (&[rules, learnt], []) => Some(Self { rules, learnt, open, values }),
            _ => None,
        }
    }

    /// Returns the file of a bank; `sources` is the hash of the files that the bank was compiled from.
    pub fn write(bank: &PatternBank, learnt: &[u8], sources: u64) -> Result<Vec<u8>, serde_json::Error> {
        let (rules, tables) = (serde_json::to_vec(bank.rules())?, bank.tables());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(sources.to_le_bytes());
        bytes.extend((tables.open.len() as u32).to_le_bytes());
        bytes.extend((tables.values.len() as u32).to_le_bytes());
        let parts: Vec<&[u8]> = [rules.as_slice(), learnt]
            .into_iter()
            .chain(tables.open.iter().chain(&tables.values).map(Vec::as_slice))
            .collect();
        bytes.extend(parts.iter().flat_map(|part| (part.len() as u32).to_le_bytes()));
        bytes.extend(parts.concat());
        Ok(bytes)
    }
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number) as usize, rest))
}
