//! Corpora, unpacked for the time of a run.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::run;

/// A folder that goes when the run is over.
pub struct UnpackedCorpora {
    data: PathBuf,
    folder: PathBuf,
}

/// The place of a corpus in the data.
#[derive(Debug, Clone, Copy)]
enum CorpusLocation {
    /// In an archive, and the path of its annotated files in there.
    Archive(&'static str, &'static str),
    /// In a packed file, and what the file is called.
    File(&'static str, &'static str),
    /// In the repository.
    Here(&'static str),
    /// Nowhere: a script invents it, the same every time; and what the file is called.
    Invented(&'static str, &'static [&'static str], &'static str),
}

/// The corpora. The texts of `spaccc` that are annotated are those of its training part: its test part is published
/// without sentences.
const CORPORA: [(&str, CorpusLocation); 13] = [
    ("conll2000-test", CorpusLocation::Archive("nltk/conll2000.tar.zst", "conll2000/test.txt")),
    ("spaccc", CorpusLocation::Archive("bio/spaccc_sentences_es.tar.zst", "train_set_docs")),
    ("meddocan-train", CorpusLocation::Archive("meddocan/train-dev.tar.zst", "train")),
    ("meddocan-dev", CorpusLocation::Archive("meddocan/train-dev.tar.zst", "dev")),
    ("ncbi-test", CorpusLocation::Archive("bio/ncbi_disease.tar.zst", "original-data/test/NCBItestset_corpus.txt")),
    ("bc5cdr-test", CorpusLocation::Archive("bio/bc5cdr.tar.zst", "test.tsv")),
    ("conll2002-test", CorpusLocation::Archive("nltk/conll2002.tar.zst", "conll2002/esp.testb")),
    ("wnut17-test", CorpusLocation::Archive("ner/wnut17.tar.zst", "CONLL-format/data/test/emerging.test.annotated")),
    ("tab", CorpusLocation::File("tab/train.jsonl.zst", "tab.jsonl")),
    ("wikiactors", CorpusLocation::File("wikiactors/annotated.jsonl.zst", "annotated.jsonl")),
    ("abstracts", CorpusLocation::File("wikiactors/abstracts.jsonl.zst", "abstracts.jsonl")),
    ("invented", CorpusLocation::Here("tests/gold/sentences")),
    (
        "notes",
        CorpusLocation::Invented(
            "training/entities/notes/notes.py",
            &["--part", "dev", "--seed", "2", "--count", "300"],
            "notes.jsonl",
        ),
    ),
];

impl UnpackedCorpora {
    pub fn new(data: &Path) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("sfumato-evaluate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self { data: data.to_path_buf(), folder })
    }

    /// The annotated files of a corpus, unpacked if they are not yet.
    pub fn gold(&self, name: &str) -> Result<PathBuf, String> {
        match name {
            "wikiactors-attack" => return self.abstracts_to_attack(),
            "everyday" => return self.everyday(),
            _ => {}
        }
        match CORPORA.iter().find(|(known, _)| *known == name).map(|(_, lies)| *lies) {
            Some(CorpusLocation::Archive(archive, inside)) => {
                let folder = self.folder.join(archive.replace('/', "-"));
                if !folder.exists() {
                    let archive = there(self.data.join(archive))?;
                    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                    run(Command::new("tar").arg("--zstd").arg("-xf").arg(archive).arg("-C").arg(&folder), "tar, zstd")?;
                }
                there(folder.join(inside))
            }
            Some(CorpusLocation::File(packed, name)) => self.unpack(packed, name),
            Some(CorpusLocation::Here(path)) => there(here(path)),
            Some(CorpusLocation::Invented(script, options, name)) => {
                let path = self.folder.join(name);
                if !path.exists() {
                    run(Command::new("python3").arg(here(script)).args(options).arg("--out").arg(&path), "python3")?;
                }
                Ok(path)
            }
            None => self.unpack(&format!("ud/{name}.conllu.zst"), &format!("{name}.conllu")),
        }
    }

    fn unpack(&self, packed: &str, name: &str) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        if !path.exists() {
            let packed = there(self.data.join(packed))?;
            run(Command::new("zstd").args(["-d", "-q", "-f"]).arg(packed).arg("-o").arg(&path), "zstd")?;
        }
        Ok(path)
    }

    /// A file of the folder, whether it is there or not.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// An index of biographies of other people than those who are measured and attacked.
    pub fn reference(&self, program: &Path) -> Result<PathBuf, String> {
        let path = self.folder.join("others.index");
        if !path.exists() {
            let mut build = Command::new(program);
            build.args(["corpus", "build"]).arg(self.others()?).arg("-o").arg(&path);
            run(&mut build, "corpus build")?;
        }
        Ok(path)
    }

    /// The biographies that are about nobody who is measured or attacked; one person may have several.
    fn others(&self) -> Result<PathBuf, String> {
        let path = self.folder.join("others.jsonl");
        let mut measured = Vec::new();
        for (file, member) in [(self.gold("wikiactors")?, "protect"), (self.people()?, "name")] {
            measured.extend(records(&file)?.iter().map(|(_, record)| name_alone(&record[member])));
        }
        let is_other = |record: &serde_json::Value| !measured.contains(&name_alone(&record["title"]));
        let all = records(&self.gold("abstracts")?)?;
        let others: String =
            all.into_iter().filter(|(_, record)| is_other(record)).map(|(line, _)| line + "\n").collect();
        std::fs::write(&path, others).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }

    /// The invented documents of `tests/gold/everyday`, without the marks around their values.
    fn everyday(&self) -> Result<PathBuf, String> {
        let folder = self.folder.join("everyday");
        for language in ["en", "es"] {
            let (from, to) = (here("tests/gold/everyday").join(language), folder.join(language));
            std::fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
            let files = std::fs::read_dir(&from).map_err(|error| format!("{}: {error}", from.display()))?;
            for file in files.flatten() {
                let text = std::fs::read_to_string(file.path());
                text.and_then(|text| std::fs::write(to.join(file.file_name()), without_marks(&text)))
                    .map_err(|error| format!("{}: {error}", file.path().display()))?;
            }
        }
        Ok(folder)
    }

    /// The biographies that are attacked, as records for masking.
    fn abstracts_to_attack(&self) -> Result<PathBuf, String> {
        self.people_as("wikiactors-attack.jsonl", |person| {
            let (name, text) = (person.get("name")?.as_str()?, person.get("abstract")?.as_str()?);
            Some(serde_json::json!({ "id": person["id"], "protect": name, "text": text }))
        })
    }

    /// Everybody who may be meant: what the public knows of them, and how others masked their biographies.
    pub fn people(&self) -> Result<PathBuf, String> {
        self.people_as("people.jsonl", |person| {
            let mut person = person.clone();
            // A point in the name of a member would lead to a member of a member.
            let masked = person["masked_by"].as_object().cloned().unwrap_or_default();
            masked.into_iter().for_each(|(by, text)| person[by.replace('.', "_")] = text);
            Some(person)
        })
    }

    /// A file of records made from the people, who go by numbers.
    fn people_as(
        &self,
        name: &str,
        record: impl Fn(&serde_json::Value) -> Option<serde_json::Value>,
    ) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        if path.exists() {
            return Ok(path);
        }
        let all = self.unpack("wikiactors/attack.jsonl.zst", "attack.jsonl")?;
        let mut made = String::new();
        for (nth, (_, mut person)) in records(&all)?.into_iter().enumerate() {
            person["id"] = format!("{:02}", nth + 1).into();
            made.extend(record(&person).map(|record| format!("{record}\n")));
        }
        std::fs::write(&path, made).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}

impl Drop for UnpackedCorpora {
    fn drop(&mut self) {
        // What cannot be removed lies in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The records of a file, each with its line.
fn records(path: &Path) -> Result<Vec<(String, serde_json::Value)>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let record = |(nth, line): (usize, &str)| {
        let record = serde_json::from_str(line).map_err(|_| format!("{}: line {} is no JSON", path.display(), nth + 1));
        record.map(|record| (line.to_owned(), record))
    };
    text.lines().enumerate().map(record).collect()
}

/// A text whose values are marked as `⟦label|value⟧`, with the values alone.
fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive('⟧') {
        match piece.split_once('⟦').map(|(before, mark)| (before, mark.split_once('|'))) {
            Some((before, Some((_, value)))) => out.extend([before, value.trim_end_matches('⟧')]),
            _ => out += piece,
        }
    }
    out
}

/// A name without what tells people of one name apart: `Ned Finch (actor)`.
fn name_alone(name: &serde_json::Value) -> String {
    let name = name.as_str().unwrap_or_default();
    name.split_once(" (").map_or(name, |(name, _)| name).to_owned()
}

/// A file of the repository.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn there(path: PathBuf) -> Result<PathBuf, String> {
    if path.exists() { Ok(path) } else { Err(format!("{} is not there; --data names the folder", path.display())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_when_their_marks_go() {
        assert_eq!(without_marks("Hi ⟦person|Ann⟧, ⟦?date|3 May⟧.\n"), "Hi Ann, 3 May.\n");
        assert_eq!(without_marks("nothing | here"), "nothing | here");
    }

    #[test]
    fn whoever_is_told_apart_in_brackets_is_still_the_same() {
        assert_eq!(name_alone(&"Ned Finch (actor)".into()), name_alone(&"Ned Finch".into()));
        assert_ne!(name_alone(&"Ned Finch".into()), name_alone(&"Ned Finchley".into()));
    }
}
