//! The program as one of the tools of a race: told on standard input which texts to take, it masks all of them whenever
//! it is asked, so that whoever asks can take the time. `bench/peers/race` asks, and says what the words mean.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use sfumato::document::Edits;
use sfumato::document::formats::{DocumentFormat as _, TextFile};
use sfumato::mask::{Accounting, Policy};
use sfumato::{Anonymiser, Bundle};

/// Answers line by line until there are no more.
pub fn serve(policy: &str) {
    let anonymiser = anonymiser(policy);
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        match line.split_once(' ') {
            Some(("texts", folder)) => {
                texts = read(Path::new(folder));
                println!("{}", texts.len());
            }
            Some(("spans", file)) => {
                let spans: String = texts.iter().map(|(name, text)| places(&anonymiser, name, text)).collect();
                std::fs::write(file, spans).unwrap_or_else(|error| panic!("{file}: {error}"));
                println!("{}", texts.len());
            }
            _ if line == "pass" => println!("{}", texts.iter().map(|(_, text)| mask(&anonymiser, text)).sum::<usize>()),
            _ => panic!("say `texts FOLDER`, `pass` or `spans FILE`"),
        }
        std::io::stdout().flush().expect("somebody asked");
    }
}

/// One that follows a policy, built in or from a file.
pub fn anonymiser(policy: &str) -> Anonymiser<'static> {
    let policy = match Bundle::policy(policy) {
        Some(policy) => policy,
        None => {
            let toml = std::fs::read_to_string(policy).unwrap_or_else(|error| panic!("{policy}: {error}"));
            Policy::parse(policy, &toml)
        }
    };
    let policy = policy.unwrap_or_else(|error| panic!("{error}"));
    // Nobody asks for a report or a summary.
    let builder = Anonymiser::builder().policy(policy).accounting(Accounting::Above);
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

/// The texts of a folder by name, in the order of names.
pub fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read(path).expect("a file of the folder"))).collect()
}

/// All that the program does with a text: it is read, masked, written, read again and searched. The length of the
/// result; nothing is handed out if any of it fails.
fn mask(anonymiser: &Anonymiser, text: &[u8]) -> usize {
    let document = TextFile.read(text.to_vec()).expect("it is text");
    let masked = anonymiser.mask_document(&document);
    let written = masked.and_then(|masked| masked.write(&TextFile, &document));
    black_box(written).map_or(0, |bytes| bytes.len())
}

/// A line with the places of a text that are changed, in bytes. Of a text that is refused nothing is shown to be found.
fn places(anonymiser: &Anonymiser, name: &str, text: &[u8]) -> String {
    let document = TextFile.read(text.to_vec()).expect("it is text");
    let edits = anonymiser.mask_document(&document).map_or_else(|_| Edits::none(), |masked| masked.edits);
    let mut line = format!("{{\"id\": \"{name}\", \"unit\": \"bytes\", \"spans\": [");
    for (nth, edit) in edits.iter().enumerate() {
        let comma = if nth == 0 { "" } else { ", " };
        let _ = write!(line, "{comma}[{}, {}]", edit.span().start(), edit.span().end());
    }
    line + "]}\n"
}
