//! Phrases: runs of tokens that belong together.

/// The kind of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChunkKind {
    /// A noun phrase without what follows its noun by way of a preposition or a clause.
    Noun,
    /// A verb with its auxiliaries and particles.
    Verb,
    /// Any other phrase.
    Other,
}

impl ChunkKind {
    /// By its name in treebanks.
    fn of(name: &str) -> Self {
        match name {
            "NP" => Self::Noun,
            "VP" => Self::Verb,
            _ => Self::Other,
        }
    }
}

/// A run of tokens that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// Its kind.
    pub kind: ChunkKind,
    /// Its first token.
    pub start: u32,
    /// The token after its last.
    pub end: u32,
}

/// The meaning of a label of the chunker for a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChunkTag {
    /// The phrase it is in.
    pub kind: Option<ChunkKind>,
    /// True if a phrase starts with it.
    pub starts: bool,
}

impl ChunkTag {
    /// In no phrase.
    pub const OUTSIDE: Self = Self { kind: None, starts: false };

    /// By the name of the label: `B-NP`, `I-NP`, `O`.
    pub fn of(label: &str) -> Self {
        match label.split_once('-') {
            Some((place, name)) => Self { kind: Some(ChunkKind::of(name)), starts: place == "B" },
            None => Self::OUTSIDE,
        }
    }
}

/// Adds the chunks of a sentence whose first token has the number `first`.
pub(crate) fn collect(tags: impl IntoIterator<Item = ChunkTag>, first: u32, out: &mut Vec<Chunk>) {
    let mut open: Option<Chunk> = None;
    for (at, tag) in (first..).zip(tags) {
        match (&mut open, tag.kind) {
            (Some(chunk), Some(kind)) if !tag.starts && chunk.kind == kind => chunk.end = at + 1,
            _ => {
                out.extend(open.take());
                open = tag.kind.map(|kind| Chunk { kind, start: at, end: at + 1 });
            }
        }
    }
    out.extend(open);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_chunks() {
        let labels = ["B-NP", "I-NP", "B-NP", "O", "I-VP", "I-VP", "B-PP"];
        let mut chunks = Vec::new();
        collect(labels.map(ChunkTag::of), 10, &mut chunks);
        let found: Vec<(ChunkKind, u32, u32)> = chunks.iter().map(|c| (c.kind, c.start, c.end)).collect();
        assert_eq!(
            found,
            [
                (ChunkKind::Noun, 10, 12),
                (ChunkKind::Noun, 12, 13),
                (ChunkKind::Verb, 14, 16),
                (ChunkKind::Other, 16, 17)
            ]
        );
    }
}
