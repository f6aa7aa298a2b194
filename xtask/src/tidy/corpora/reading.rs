//! The texts of corpora and the values people annotated in them, from the packed files they lie in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::values::CorpusValueKind;

/// Folders of the data that hold lists of public things, or plain text that nothing is measured on.
const NO_CORPORA: [&str; 3] = ["kb", "names", "text"];

/// One document of a corpus.
#[derive(Debug, Default, PartialEq)]
pub struct CorpusDocument {
    pub text: String,
    pub values: Vec<(CorpusValueKind, String)>,
}

/// The packed files of all corpora, named from the folder of the data.
pub fn corpora(data: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let is_corpus = |folder: &PathBuf| !NO_CORPORA.iter().any(|name| folder.ends_with(name));
    let packed = entries(data).into_iter().filter(is_corpus).flat_map(|folder| entries(&folder));
    packed.filter(|path| path.extension().is_some_and(|ending| ending == "zst")).collect()
}

/// The documents of a packed file.
pub fn documents(packed: &Path) -> Result<Vec<CorpusDocument>, String> {
    let output = Command::new("zstd").args(["-d", "-c", "-q"]).arg(packed).output();
    let bytes = match output {
        Ok(output) if output.status.success() => output.stdout,
        Ok(output) => return Err(format!("{}: zstd failed with {}", packed.display(), output.status)),
        Err(why) => return Err(format!("zstd: {why}")),
    };
    let name = packed.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match name.strip_suffix(".tar") {
        Some(_) => Ok(unpacked(&bytes).into_iter().flat_map(|(name, bytes)| read(&name, bytes)).collect()),
        None => Ok(read(&name, &bytes)),
    }
}

/// The files in a tar.
fn unpacked(tar: &[u8]) -> Vec<(String, &[u8])> {
    const BLOCK: usize = 512;
    let mut files = Vec::new();
    let mut at = 0;
    while let Some(head) = tar.get(at..at + BLOCK).filter(|head| head[0] != 0) {
        let text = |range: std::ops::Range<usize>| {
            let field = head.get(range).unwrap_or_default();
            String::from_utf8_lossy(field.split(|byte| *byte == 0).next().unwrap_or_default()).trim().to_owned()
        };
        let size = usize::from_str_radix(&text(124..136), 8).unwrap_or(0);
        let start = at + BLOCK;
        if matches!(head[156], 0 | b'0') {
            files.push((text(0..100), tar.get(start..start + size).unwrap_or_default()));
        }
        at = start + size.div_ceil(BLOCK) * BLOCK;
    }
    files
}

/// The documents of a file, by the form that its name or its lines show; none of one that holds no text of a corpus.
fn read(name: &str, bytes: &[u8]) -> Vec<CorpusDocument> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "ann" => vec![brat(&text)],
        "jsonl" => text.lines().filter_map(|line| serde_json::from_str(line).ok()).map(|it| record(&it)).collect(),
        "conllu" => vec![treebank(&text)],
        "tbf" => vec![brackets(&text)],
        "md" | "py" | "cfg" | "" => Vec::new(),
        _ if is_columns(&text) => vec![columns(&text)],
        "txt" => vec![CorpusDocument { text, values: Vec::new() }],
        _ => Vec::new(),
    }
}

/// Annotations beside a text, of which only the values are looked at.
fn brat(text: &str) -> CorpusDocument {
    let value = |line: &str| {
        let mut fields = line.strip_prefix('T')?.split('\t').skip(1);
        let kind = CorpusValueKind::of(fields.next()?.split(' ').next()?)?;
        Some((kind, fields.next()?.to_owned()))
    };
    CorpusDocument { text: String::new(), values: text.lines().filter_map(value).collect() }
}

/// A record with its texts and its spans, which count code points.
fn record(record: &Value) -> CorpusDocument {
    let string = |name: &str| record.get(name).and_then(Value::as_str);
    let mut document = CorpusDocument::default();
    let masked = record.get("masked_by").and_then(Value::as_object).into_iter().flatten();
    let others = masked.filter_map(|(_, text)| text.as_str());
    for text in ["text", "abstract", "background"].into_iter().filter_map(string).chain(others) {
        document.text += text;
        document.text += "\n|\n";
    }
    let is_person = string("id").is_some_and(|id| id.starts_with("actor"));
    let title = string("title").filter(|_| is_person).map(|title| ("name", title));
    let named = ["protect", "name"].into_iter().filter_map(|name| Some((name, string(name)?)));
    for (label, value) in named.chain(title) {
        // What stands in brackets behind a title tells people of one name apart.
        let value = value.split(" (").next().unwrap_or_default().replace('_', " ");
        document.values.extend(CorpusValueKind::of(label).map(|kind| (kind, value)));
    }
    let characters: Vec<char> = string("text").unwrap_or_default().chars().collect();
    for span in record.get("spans").and_then(Value::as_array).into_iter().flatten() {
        let place = |name: &str| span.get(name).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
        let kind = span.get("type").and_then(Value::as_str).and_then(CorpusValueKind::of);
        if let (Some(kind), Some(start), Some(end)) = (kind, place("start"), place("end")) {
            document.values.extend(characters.get(start..end).map(|value| (kind, value.iter().collect())));
        }
    }
    document
}

/// The sentences of a treebank.
fn treebank(text: &str) -> CorpusDocument {
    let sentences = text.lines().filter_map(|line| line.strip_prefix("# text = "));
    CorpusDocument { text: sentences.collect::<Vec<_>>().join("\n"), values: Vec::new() }
}

/// The words of trees in brackets: the first behind each tag.
fn brackets(text: &str) -> CorpusDocument {
    let leaves = text.split('(').filter_map(|piece| {
        let mut fields = piece.split(')').next()?.split_whitespace().skip(1);
        fields.next().map(|word| word.replace('_', " "))
    });
    CorpusDocument { text: leaves.collect::<Vec<_>>().join(" "), values: Vec::new() }
}

/// True if a text has a word and its tag on each line.
fn is_columns(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).take(200);
    let is_tagged = |line: &&str| {
        let tag = line.split_whitespace().next_back().unwrap_or_default();
        line.split_whitespace().count() <= 4 && (tag == "O" || tag.starts_with("B-") || tag.starts_with("I-"))
    };
    lines().filter(is_tagged).count() * 10 > lines().count() * 9
}

/// A word and its tag on each line.
fn columns(text: &str) -> CorpusDocument {
    let mut document = CorpusDocument::default();
    let mut open: Option<(CorpusValueKind, String)> = None;
    for line in text.lines() {
        let mut fields = line.split_whitespace();
        let word = fields.next().unwrap_or("\n");
        let tag = fields.next_back().unwrap_or("O");
        let kind = tag.split_once('-').and_then(|(_, label)| CorpusValueKind::of(label));
        let goes_on = !tag.starts_with("B-") && open.as_ref().map(|(kind, _)| *kind) == kind;
        if !goes_on {
            document.values.extend(open.take());
        }
        match (&mut open, kind) {
            (Some((_, value)), _) => *value = format!("{value} {word}"),
            (None, Some(kind)) => open = Some((kind, word.to_owned())),
            (None, None) => {}
        }
        document.text += word;
        document.text.push(' ');
    }
    document.values.extend(open);
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tar_is_cut_into_its_files() {
        let mut tar = Vec::new();
        for (name, bytes) in [("a/one.txt", &b"first"[..]), ("a/two.ann", &[b'x'; 600][..])] {
            let mut head = [0_u8; 512];
            head[..name.len()].copy_from_slice(name.as_bytes());
            head[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
            head[156] = b'0';
            tar.extend(head);
            tar.extend(bytes);
            tar.resize(tar.len().div_ceil(512) * 512, 0);
        }
        tar.resize(tar.len() + 1024, 0);
        let files = unpacked(&tar);
        assert_eq!(
            files.iter().map(|(name, bytes)| (name.as_str(), bytes.len())).collect::<Vec<_>>(),
            [("a/one.txt", 5), ("a/two.ann", 600)]
        );
    }

    #[test]
    fn values_of_the_listed_kinds_are_taken_from_every_form() {
        let brat = read("a.ann", "T1\tCALLE 3 9\tc/ Sur 5\nT2\tSEXO 1 2\tM\n#1\tnote".as_bytes());
        assert_eq!(brat[0].values, [(CorpusValueKind::Street, "c/ Sur 5".to_owned())]);
        let columns = read("a.test", "Ana B-PER\nSur I-PER\n, O\nBea B-per\n\nen O\nLeeds B-LOC\n".as_bytes());
        assert_eq!(
            columns[0].values,
            [(CorpusValueKind::Person, "Ana Sur".to_owned()), (CorpusValueKind::Person, "Bea".to_owned())]
        );
        let line = r#"{"id":"actor_1","title":"Ana Sur (singer)","text":"áé 12/34 x","spans":[{"start":3,"end":8,"type":"CODE"}]}"#;
        let records = read("a.jsonl", line.as_bytes());
        assert_eq!(
            records[0].values,
            [(CorpusValueKind::Person, "Ana Sur".to_owned()), (CorpusValueKind::Number, "12/34".to_owned())]
        );
    }

    #[test]
    fn texts_are_taken_from_every_form() {
        let text = |name: &str, bytes: &[u8]| read(name, bytes).into_iter().map(|it| it.text).collect::<String>();
        assert_eq!(text("a.conllu", b"# text = One two.\n1\tOne\n"), "One two.");
        assert_eq!(text("a.tbf", b"((sn (da0 La el) (nc casa_roja casa)))"), "La casa roja");
        assert_eq!(text("train.txt", b"One NN B-NP\ntwo VB O\n"), "One two ");
        assert_eq!(text("case.txt", b"Plain words."), "Plain words.");
        assert_eq!(text("esp.testa", b"Se\xf1or O\n"), "Señor ");
        assert_eq!(text("README.md", b"About it."), "");
    }
}
