//! Treebanks: sentences with everything annotated, in the CoNLL-U format and in the columns of the chunking task.
//!
//! They are what the models learn from and are measured on.

mod phrases;
mod write;

pub use write::write_conllu;

/// The reason why a treebank cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreebankError {
    /// The line, counted from one.
    pub line: usize,
    /// The fault in it.
    pub what: &'static str,
}

impl std::fmt::Display for TreebankError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for TreebankError {}

/// A word of a treebank. What is not annotated is empty.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct TreeWord {
    /// The word.
    pub form: String,
    /// Its dictionary form.
    pub lemma: String,
    /// Its part of speech.
    pub upos: String,
    /// Its finer tag.
    pub xpos: String,
    /// Its features: `Gender=Masc|Number=Sing`.
    pub features: String,
    /// The word it depends on, counted from one; zero for none.
    pub head: usize,
    /// Its relation to its head.
    pub relation: String,
    /// The phrase it is in: `B-NP`, `I-NP`, `O`.
    pub chunk: String,
}

/// A token as it is written, which can be several words.
#[derive(Clone, PartialEq, Eq)]
pub struct TreeToken {
    /// As it is written.
    pub form: String,
    /// The number of its words.
    pub words: usize,
    /// True if a blank follows.
    pub space_after: bool,
}

/// A sentence of a treebank.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct TreeSentence {
    /// Its words.
    pub words: Vec<TreeWord>,
    /// Its tokens.
    pub tokens: Vec<TreeToken>,
    /// True if a paragraph or a document starts with it.
    pub starts_paragraph: bool,
}

// A treebank is text as well.
impl std::fmt::Debug for TreeSentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TreeSentence({} words)", self.words.len())
    }
}

/// Reads a treebank in the CoNLL-U format.
pub fn read_conllu(text: &str) -> Result<Vec<TreeSentence>, TreebankError> {
    let mut sentences = Vec::new();
    let mut open = OpenTreeSentence::default();
    for (nth, line) in text.lines().enumerate() {
        let number = nth + 1;
        if line.is_empty() {
            sentences.extend(std::mem::take(&mut open).close()?);
        } else if let Some(remark) = line.strip_prefix('#') {
            open.sentence.starts_paragraph |= remark.trim_start().starts_with("new");
        } else {
            open.read(line, number).map_err(|what| TreebankError { line: number, what })?;
        }
    }
    sentences.extend(open.close()?);
    Ok(sentences)
}

/// A sentence that is being read.
#[derive(Default)]
struct OpenTreeSentence {
    sentence: TreeSentence,
    /// The line of each word.
    lines: Vec<usize>,
    /// The last word of the last token of several words, and its line.
    inside: usize,
    range_line: usize,
}

impl OpenTreeSentence {
    fn read(&mut self, line: &str, line_number: usize) -> Result<(), &'static str> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, form, lemma, upos, xpos, features, head, relation, _, misc] = columns[..] else {
            return Err("expected ten columns");
        };
        let next = self.sentence.words.len() + 1;
        let space_after = !misc.split('|').any(|item| item == "SpaceAfter=No");
        if let Some((first, last)) = id.split_once('-') {
            let (first, last) = (number(first)?, number(last)?);
            if last <= first || last - first > 99 || first != next || first <= self.inside {
                return Err("a token of several words has an odd range");
            }
            self.inside = last;
            self.range_line = line_number;
            self.sentence.tokens.push(TreeToken { form: form.to_owned(), words: last - first + 1, space_after });
            return Ok(());
        }
        if id.contains('.') {
            return Ok(());
        }
        if number(id)? != next {
            return Err("the words of a sentence are numbered 1, 2, 3 and so on");
        }
        if next > self.inside {
            self.sentence.tokens.push(TreeToken { form: form.to_owned(), words: 1, space_after });
        }
        let filled = |value: &str| if value == "_" { String::new() } else { value.to_owned() };
        let head = if head == "_" { Ok(0) } else { head.parse().map_err(|_| "the head is no number") }?;
        let chunk = misc.split('|').find_map(|item| item.strip_prefix("Chunk=")).map_or(Ok(""), chunk_label)?;
        self.lines.push(line_number);
        self.sentence.words.push(TreeWord {
            form: form.to_owned(),
            // The underscore is its own lemma.
            lemma: if form == "_" { form.to_owned() } else { filled(lemma) },
            upos: filled(upos),
            xpos: filled(xpos),
            features: filled(features),
            head,
            relation: filled(relation),
            chunk: chunk.to_owned(),
        });
        Ok(())
    }

    /// The sentence, if it has words: what points to a word can be checked once all are there.
    fn close(self) -> Result<Option<TreeSentence>, TreebankError> {
        let count = self.sentence.words.len();
        if self.inside > count {
            return Err(TreebankError { line: self.range_line, what: "the token has more words than follow" });
        }
        let astray = self.sentence.words.iter().zip(&self.lines).find(|(word, _)| word.head > count);
        match astray {
            Some((_, line)) => Err(TreebankError { line: *line, what: "the head is no word of the sentence" }),
            None => Ok((count > 0).then_some(self.sentence)),
        }
    }
}

fn number(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "the first column is no number")
}

/// The label of a chunk, if it is one.
fn chunk_label(label: &str) -> Result<&str, &'static str> {
    match label.split_once('-') {
        Some(("B" | "I", name)) if !name.is_empty() => Ok(label),
        None if label == "O" => Ok(label),
        _ => Err("a chunk is O, B-NAME or I-NAME"),
    }
}

/// Reads sentences in columns parted by blanks: word, tag, chunk.
pub fn read_chunk_columns(text: &str) -> Result<Vec<TreeSentence>, TreebankError> {
    let mut sentences = Vec::new();
    let mut sentence = TreeSentence::default();
    for (nth, line) in text.lines().enumerate() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        match columns[..] {
            [] if sentence.words.is_empty() => {}
            [] => sentences.push(std::mem::take(&mut sentence)),
            [form, tag, chunk] => {
                let chunk = chunk_label(chunk).map_err(|what| TreebankError { line: nth + 1, what })?;
                sentence.tokens.push(TreeToken { form: form.to_owned(), words: 1, space_after: true });
                sentence.words.push(TreeWord {
                    form: form.to_owned(),
                    xpos: tag.to_owned(),
                    chunk: chunk.to_owned(),
                    ..TreeWord::default()
                });
            }
            _ => return Err(TreebankError { line: nth + 1, what: "expected a word, its tag and its chunk" }),
        }
    }
    if !sentence.words.is_empty() {
        sentences.push(sentence);
    }
    Ok(sentences)
}

impl TreeSentence {
    /// The words.
    pub fn forms(&self) -> Vec<&str> {
        self.words.iter().map(|word| word.form.as_str()).collect()
    }

    /// True if chunks are annotated.
    pub fn has_chunks(&self) -> bool {
        self.words.iter().any(|word| !word.chunk.is_empty())
    }

    /// Fills the chunks from the tree.
    pub fn derive_chunks(&mut self) {
        for (word, chunk) in phrases::derive(&self.words).into_iter().enumerate() {
            self.words[word].chunk = chunk.to_owned();
        }
    }

    /// The text as it is written.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for token in &self.tokens {
            text += &token.form;
            text += if token.space_after { " " } else { "" };
        }
        text.truncate(text.trim_end().len());
        text
    }
}
