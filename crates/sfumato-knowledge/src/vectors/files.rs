//! Vectors of others: word2vec and GloVe as text, word2vec and fastText as bytes.

use std::borrow::Cow;
use std::collections::HashSet;

use super::draft::VectorDraft;
use super::table::{MOST_DIMENSIONS, VectorTable, VectorsError};
use crate::key;

/// The reason why a file of vectors cannot be read. No word of it is ever quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VectorFileError {
    /// Its kind cannot be told.
    #[error("this is none of word2vec, GloVe and fastText")]
    Alien,
    /// A line that is not a word and its numbers.
    #[error("line {line}: {what}")]
    Line {
        /// The line, counted from one.
        line: usize,
        /// The fault.
        what: &'static str,
    },
    /// A file of bytes that is not as it should be.
    #[error("at byte {at}: {what}")]
    Byte {
        /// The place, in bytes.
        at: usize,
        /// The fault.
        what: &'static str,
    },
    /// A file of our own that is damaged.
    #[error(transparent)]
    Own(#[from] VectorsError),
}

/// fastText's files of bytes begin with this number, and the number of the version.
const FASTTEXT: [u8; 4] = 793_712_314u32.to_le_bytes();

/// Reads a file of vectors of any kind that is known, commonest word first as they are all written; at most so many
/// words. Runs of letters of fastText are of another kind than ours and are left out; fit them anew.
pub fn read_file(bytes: &[u8], most: usize) -> Result<VectorDraft, VectorFileError> {
    if bytes.starts_with(super::table::MAGIC) {
        let table = VectorTable::from_bytes(bytes)?;
        table.check()?;
        let mut draft = VectorDraft::from_table(&table);
        draft.sort();
        draft.truncate(most);
        return Ok(draft);
    }
    if bytes.starts_with(&FASTTEXT) {
        return fasttext(bytes, most);
    }
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let numbers: Option<Vec<usize>> =
        std::str::from_utf8(first).ok().and_then(|line| line.split_whitespace().map(|n| n.parse().ok()).collect());
    match numbers.as_deref() {
        Some([count, dimensions]) => {
            let after = bytes.get(first.len() + 1..).unwrap_or_default();
            let second = after.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let is_text = fields(second).is_some_and(|(_, numbers)| numbers.len() == *dimensions);
            match is_text {
                true => text(after, 2, *dimensions, most),
                false => word2vec(after, first.len() + 1, *count, *dimensions, most),
            }
        }
        _ => {
            let (_, numbers) = fields(first).ok_or(VectorFileError::Alien)?;
            text(bytes, 1, numbers.len(), most)
        }
    }
}

/// Words as they come, each once, with the share of a text that its rank suggests.
struct SpelledWords {
    draft: VectorDraft,
    seen: HashSet<String>,
    most: usize,
}

impl SpelledWords {
    fn new(dimensions: usize, most: usize) -> Option<Self> {
        let is_sound = (1..=MOST_DIMENSIONS).contains(&dimensions);
        is_sound.then(|| Self { draft: VectorDraft::new(dimensions), seen: HashSet::new(), most })
    }

    /// Adds a word, unless it has no letters or digits or is spelt like one before. False once there are enough.
    fn push(&mut self, word: &str, vector: &[f32]) -> bool {
        let mut text = String::with_capacity(word.len());
        key::words(word, |word| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        });
        if !text.is_empty() && vector.iter().all(|number| number.is_finite()) && self.seen.insert(text.clone()) {
            // The commonest word of a language makes up a twentieth of a text, the nth about an nth of that.
            let share = 0.05 / (self.draft.len() + 1) as f64;
            self.draft.push(text, share, vector);
        }
        self.draft.len() < self.most
    }
}

/// A word and its numbers.
fn fields(line: &[u8]) -> Option<(Cow<'_, str>, Vec<f32>)> {
    let line = line.trim_ascii_end();
    let space = line.iter().position(|byte| matches!(byte, b' ' | b'\t'))?;
    let (word, numbers) = line.split_at_checked(space)?;
    let numbers = std::str::from_utf8(numbers).ok()?;
    let numbers = numbers.split_ascii_whitespace().map(|number| number.parse().ok()).collect::<Option<Vec<f32>>>()?;
    (!numbers.is_empty()).then(|| (String::from_utf8_lossy(word), numbers))
}

fn text(bytes: &[u8], first: usize, dimensions: usize, most: usize) -> Result<VectorDraft, VectorFileError> {
    let mut words = SpelledWords::new(dimensions, most).ok_or(VectorFileError::Alien)?;
    for (nth, line) in bytes.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        let wrong = |what| VectorFileError::Line { line: first + nth, what };
        // Some files have words with blanks in them, which count as more numbers.
        let (word, numbers) = match fields(line) {
            Some(found) => found,
            None => last_numbers(line, dimensions).ok_or(wrong("expected a word and its numbers"))?,
        };
        if numbers.len() != dimensions {
            return Err(wrong("it has another number of numbers than the lines before"));
        }
        if !words.push(&word, &numbers) {
            break;
        }
    }
    Ok(words.draft)
}

/// A word with blanks in it, and its numbers, of which there are so many.
fn last_numbers(line: &[u8], dimensions: usize) -> Option<(Cow<'_, str>, Vec<f32>)> {
    let line = std::str::from_utf8(line.trim_ascii_end()).ok()?;
    let mut rest = line;
    let mut numbers = Vec::with_capacity(dimensions);
    for _ in 0..dimensions {
        let (before, number) = rest.rsplit_once(' ')?;
        numbers.push(number.parse().ok()?);
        rest = before;
    }
    numbers.reverse();
    Some((rest.into(), numbers))
}

/// word2vec's bytes: a word, a blank, its numbers, and in some files the end of a line.
fn word2vec(
    bytes: &[u8],
    offset: usize,
    count: usize,
    dimensions: usize,
    most: usize,
) -> Result<VectorDraft, VectorFileError> {
    let mut words = SpelledWords::new(dimensions, most).ok_or(VectorFileError::Alien)?;
    let mut source = ByteReader { bytes, at: 0, offset };
    for _ in 0..count {
        if source.rest().first() == Some(&b'\n') {
            source.at += 1;
        }
        let word = source.until(b' ')?;
        let vector = source.floats(dimensions)?;
        if !words.push(&word, &vector) {
            break;
        }
    }
    Ok(words.draft)
}

/// fastText's bytes, version 12, not quantised: the vector of a word is the mean of its own row and those of its runs
/// of letters.
fn fasttext(bytes: &[u8], most: usize) -> Result<VectorDraft, VectorFileError> {
    let mut source = ByteReader { bytes, at: FASTTEXT.len(), offset: 0 };
    let version = source.number()?;
    let [dimensions, _, _, _, _, _, _, _, buckets, shortest, longest, _] = source.numbers::<12>()?;
    source.skip(8)?;
    let [_, words, _] = source.numbers::<3>()?;
    source.skip(8)?;
    // Minus one stands for a file that was not pruned.
    if source.skip(8)? != [0xff; 8] {
        return Err(source.wrong("a pruned file; save the vectors as text"));
    }
    if version < 12 {
        return Err(source.wrong("an old version; save the vectors as text"));
    }
    let mut names = Vec::new();
    for _ in 0..words {
        names.push(source.until(0)?.into_owned());
        source.skip(9)?;
    }
    let is_quantised = source.skip(1).map(|byte| byte != [0])?;
    if is_quantised {
        return Err(source.wrong("a quantised file; save the vectors as text"));
    }
    source.skip(16)?;
    let dimensions = dimensions as usize;
    let runs = Runs { buckets, shortest: shortest as usize, longest: longest as usize };
    let mut found = SpelledWords::new(dimensions, most).ok_or(VectorFileError::Alien)?;
    let (matrix, row_size) = (source.rest(), dimensions * 4);
    let rows = (names.len() as u64 + u64::from(buckets)).checked_mul(row_size as u64);
    if rows.is_none_or(|size| size > matrix.len() as u64) {
        return Err(source.wrong("it ends early"));
    }
    let mut vector = vec![0.0f32; dimensions];
    for (nth, name) in names.iter().enumerate() {
        let mut rows = vec![nth];
        runs.each(name, |bucket| rows.push(names.len() + bucket as usize));
        vector.fill(0.0);
        for row in &rows {
            let bytes = matrix.get(row * row_size..(row + 1) * row_size).unwrap_or_default();
            for (sum, number) in vector.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *sum += f32::from_le_bytes(*number) / rows.len() as f32;
            }
        }
        if name != "</s>" && !found.push(name, &vector) {
            break;
        }
    }
    Ok(found.draft)
}

/// The most bytes of a word: what is longer would have too many runs.
const LONGEST_WORD: usize = 1 << 10;

/// The runs of letters of fastText.
struct Runs {
    buckets: u32,
    shortest: usize,
    longest: usize,
}

impl Runs {
    fn each(&self, word: &str, mut each: impl FnMut(u32)) {
        if word.len() > LONGEST_WORD {
            return;
        }
        let word = format!("<{word}>");
        let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        let letters = starts.len() - 1;
        for start in 0..letters {
            for count in self.shortest.max(1)..=self.longest.min(letters - start) {
                // A border by itself is no run.
                let is_border = count == 1 && (start == 0 || start + count == letters);
                let run = word.as_bytes().get(starts[start]..starts[start + count]).unwrap_or_default();
                if !is_border && self.buckets > 0 {
                    each(fasttext_hash(run) % self.buckets);
                }
            }
        }
    }
}

/// FNV-1a over bytes that are taken for signed numbers, as fastText has it.
fn fasttext_hash(bytes: &[u8]) -> u32 {
    let signed = |byte: u8| i32::from(byte.cast_signed()).cast_unsigned();
    bytes.iter().fold(2_166_136_261, |hash: u32, byte| (hash ^ signed(*byte)).wrapping_mul(16_777_619))
}

/// Bytes that are read one after another.
struct ByteReader<'b> {
    bytes: &'b [u8],
    at: usize,
    /// The start of the bytes in the file.
    offset: usize,
}

impl<'b> ByteReader<'b> {
    fn wrong(&self, what: &'static str) -> VectorFileError {
        VectorFileError::Byte { at: self.offset + self.at, what }
    }

    fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, count: usize) -> Result<&'b [u8], VectorFileError> {
        let taken = self.rest().get(..count).ok_or_else(|| self.wrong("it ends early"))?;
        self.at += count;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, VectorFileError> {
        let bytes = self.skip(4)?.first_chunk().copied().unwrap_or_default();
        Ok(u32::from_le_bytes(bytes))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[u32; N], VectorFileError> {
        let mut numbers = [0; N];
        for place in &mut numbers {
            *place = self.number()?;
        }
        Ok(numbers)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, VectorFileError> {
        let bytes = self.skip(count * 4)?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|number| f32::from_le_bytes(*number)).collect())
    }

    fn until(&mut self, end: u8) -> Result<Cow<'b, str>, VectorFileError> {
        let length = self.rest().iter().position(|byte| *byte == end).ok_or_else(|| self.wrong("it ends early"))?;
        let text = String::from_utf8_lossy(self.skip(length)?);
        self.at += 1;
        Ok(text)
    }
}
