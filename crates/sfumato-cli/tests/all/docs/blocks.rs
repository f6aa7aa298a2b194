//! The blocks of a document.

/// The parts of a document, in order; put together they are the document again.
pub enum DocumentPiece<'t> {
    /// A line, with its end.
    Prose(&'t str),
    Block(DocumentedBlock<'t>),
}

/// A fenced block.
pub struct DocumentedBlock<'t> {
    /// The words behind the opening fence.
    pub info: &'t str,
    pub mark: BlockMark<'t>,
    pub text: &'t str,
    /// The line on which it begins, counted from one.
    pub first: usize,
}

/// The mark in the line before a block.
#[derive(Clone, Copy)]
pub enum BlockMark<'t> {
    None,
    File(&'t str),
    Policy,
    NotRun(&'t str),
}

impl<'t> BlockMark<'t> {
    fn of(line: &'t str) -> Self {
        let Some(said) = line.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->")) else {
            return Self::None;
        };
        match said.trim().split_once(':') {
            Some(("file", name)) => Self::File(name.trim()),
            Some(("not run", why)) => Self::NotRun(why.trim()),
            None if said.trim() == "policy" => Self::Policy,
            _ => Self::None,
        }
    }
}

/// Cuts a document into lines and blocks.
pub fn parts(document: &str) -> Vec<DocumentPiece<'_>> {
    let mut parts = Vec::new();
    let (mut at, mut before, mut number) = (0, "", 0);
    let mut lines = document.split_inclusive('\n');
    while let Some(line) = lines.next() {
        number += 1;
        parts.push(DocumentPiece::Prose(line));
        at += line.len();
        if let Some(info) = line.trim().strip_prefix("```") {
            let inside = lines.clone().take_while(|line| line.trim() != "```");
            let count = inside.clone().count();
            let length: usize = inside.map(str::len).sum();
            let text = document.get(at..at + length).expect("lines end between characters");
            parts.push(DocumentPiece::Block(DocumentedBlock {
                info: info.trim(),
                mark: BlockMark::of(before),
                text,
                first: number + 1,
            }));
            let fence = lines.by_ref().nth(count).unwrap_or_else(|| panic!("line {number}: the block does not end"));
            parts.push(DocumentPiece::Prose(fence));
            at += length + fence.len();
            number += count + 1;
        }
        before = line;
    }
    parts
}

impl<'t> DocumentedBlock<'t> {
    /// The commands of a console, and what is shown of what each prints.
    pub fn commands(&self) -> Vec<(&'t str, String)> {
        let mut commands: Vec<(&str, String)> = Vec::new();
        for line in self.text.lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command, String::new())),
                (None, Some((_, shown))) => *shown += &format!("{line}\n"),
                (None, None) => panic!("line {}: a command stands behind `$ `", self.first),
            }
        }
        commands
    }

    /// The calls of the program in a script, without comments and what is made of their output.
    pub fn calls(&self) -> Vec<String> {
        let joined = self.text.replace("\\\n", " ");
        let call = |line: &str| {
            let code = line.split(" #").next()?;
            let from = code.split(['|', '>']).find(|part| part.split_whitespace().any(|word| word == "sfumato"))?;
            let words: Vec<&str> = from.split_whitespace().skip_while(|word| *word != "sfumato").collect();
            Some(words.join(" "))
        };
        joined.lines().filter_map(call).collect()
    }
}

#[test]
fn a_document_is_cut_and_put_together() {
    let text =
        "a\n<!-- not run: it is slow -->\n```sh\nx | sfumato mask - > y  # z\n```\nb\n```console\n$ c\nd\n$ e\n```\n";
    let all = parts(text);
    let mut again = String::new();
    let mut blocks = Vec::new();
    for part in all {
        match part {
            DocumentPiece::Prose(line) => again += line,
            DocumentPiece::Block(block) => {
                again += block.text;
                blocks.push(block);
            }
        }
    }
    assert_eq!(again, text);
    let [first, second] = blocks.as_slice() else { panic!("two blocks") };
    assert!(matches!(first.mark, BlockMark::NotRun("it is slow")));
    assert_eq!(first.calls(), ["sfumato mask -"]);
    assert_eq!((second.info, second.first), ("console", 8));
    assert_eq!(second.commands(), [("c", "d\n".to_owned()), ("e", String::new())]);
}
