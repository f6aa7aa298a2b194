//! Laws that hold for every sample.

use std::path::{Path, PathBuf};

use sfumato::detect::{DetectionSettings, Findings, Recogniser, detect, identifies};
use sfumato::document::formats::{DocumentFormat, FileKind};
use sfumato::document::{Document, Edits, Removable};
use sfumato::language::Analysis;
use sfumato::mask::{Keys, Policy, unmask};
use sfumato::{Anonymiser, Bundle};

/// Every document of every sample, with its format.
fn samples() -> Vec<(PathBuf, Box<dyn DocumentFormat>, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut samples: Vec<(PathBuf, Box<dyn DocumentFormat>, Vec<u8>)> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the samples are there") {
        let path = entry.expect("readable").path();
        let bytes = std::fs::read(&path).expect("readable");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let kind = FileKind::tell(&bytes, Some(name)).expect("samples are readable");
        for range in kind.format().split(&bytes).expect("readable") {
            samples.push((path.clone(), kind.format(), bytes[range].to_vec()));
        }
    }
    assert!(samples.len() > 15, "the samples were found");
    samples
}

fn read(format: &dyn DocumentFormat, bytes: &[u8]) -> Document {
    format.read(bytes.to_vec()).expect("samples are readable")
}

#[test]
fn no_edits_give_the_same_bytes() {
    for (path, format, bytes) in samples() {
        let document = read(&*format, &bytes);
        assert!(format.write(&document, &Edits::none()).expect("writable") == bytes, "{}", path.display());
    }
}

#[test]
fn two_runs_are_equal() {
    for (path, format, bytes) in samples() {
        let run = || {
            let anonymiser = Anonymiser::builder().build().expect("buildable");
            let document = read(&*format, &bytes);
            let masked = anonymiser.mask_document(&document).expect("maskable");
            let report = serde_json::to_string(&masked.report(&document, "x")).expect("JSON");
            (format.write(&document, &masked.edits).expect("writable"), report)
        };
        assert!(run() == run(), "{}", path.display());
    }
}

/// What comes out.
fn masked(anonymiser: &Anonymiser, format: &dyn DocumentFormat, bytes: &[u8]) -> Vec<u8> {
    let document = read(format, bytes);
    let masked = anonymiser.mask_document(&document).expect("maskable");
    format.write(&document, &masked.edits).expect("writable")
}

#[test]
fn masking_what_was_masked_changes_nothing_without_models() {
    let mut policy = Bundle::default_policy();
    policy.recognise.models = Some(Vec::new());
    let anonymiser = Anonymiser::builder().policy(policy).build().expect("buildable");
    for (path, format, bytes) in samples() {
        let once = masked(&anonymiser, &*format, &bytes);
        assert!(masked(&anonymiser, &*format, &once) == once, "{}", path.display());
    }
}

#[test]
fn masking_what_was_masked_leaves_all_labels() {
    let anonymiser = Anonymiser::builder().build().expect("buildable");
    let labels = |text: &str| -> Vec<String> {
        text.split('[').skip(1).filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect()
    };
    for (path, format, bytes) in samples() {
        let once = masked(&anonymiser, &*format, &bytes);
        let twice = labels(read(&*format, &masked(&anonymiser, &*format, &once)).text());
        let mut later = twice.iter();
        let stays = labels(read(&*format, &once).text()).iter().all(|label| later.any(|other| other == label));
        assert!(stays, "{}", path.display());
    }
}

#[test]
fn the_order_of_recognisers_does_not_matter() {
    struct Fixed(Vec<sfumato::detect::Finding>);
    impl Recogniser for Fixed {
        fn recognise(&self, _: &Analysis, findings: &mut Findings) -> Result<(), sfumato::detect::RecogniserFault> {
            self.0.iter().for_each(|finding| findings.push(finding.clone()));
            Ok(())
        }
    }
    for (path, format, bytes) in samples() {
        let document = read(&*format, &bytes);
        let analysis = Analysis::new(&document);
        let mut findings = Findings::default();
        Bundle::bank().expect("embedded").recognise(&analysis, &mut findings).expect("patterns do not fail");
        let all = findings.into_sorted();
        let each: Vec<Fixed> = all.chunks(3).map(|chunk| Fixed(chunk.to_vec())).collect();
        let forwards: Vec<&dyn Recogniser> = each.iter().map(|one| one as &dyn Recogniser).collect();
        let backwards: Vec<&dyn Recogniser> = forwards.iter().rev().copied().collect();
        let settings = DetectionSettings { threshold: 0.5, ..DetectionSettings::default() };
        let run = |recognisers: &[&dyn Recogniser]| {
            detect(&analysis, recognisers, &settings).expect("nothing fails").mentions
        };
        assert!(run(&forwards) == run(&backwards), "{}", path.display());
    }
}

#[test]
fn what_was_masked_is_nowhere_in_the_output() {
    for (path, format, bytes) in samples() {
        let anonymiser = Anonymiser::builder().build().expect("buildable");
        let document = read(&*format, &bytes);
        let masked = anonymiser.mask_document(&document).expect("maskable");
        let out = read(&*format, &format.write(&document, &masked.edits).expect("writable"));
        for edit in masked.edits.iter() {
            let value = document.slice(edit.span());
            // Ages, dates and small numbers mean something else elsewhere, and so may what a model doubts.
            let Some(entity) = masked.entities.mentions.iter().find(|mention| mention.span == edit.span()) else {
                let is_inside = |part: &Removable| part.span.is_some_and(|span| span.contains(edit.span()));
                assert!(document.removable().iter().any(is_inside), "an edit has a mention, or goes with something");
                continue;
            };
            let tells = value.chars().filter(|c| c.is_alphanumeric()).count() >= 5
                && !["date", "age", "time"].contains(&entity.category.root())
                && identifies(entity);
            if tells {
                assert!(!stands_as_words(out.text(), value), "{}: {} is left", path.display(), entity.category);
            }
        }
    }
}

fn stands_as_words(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + value.len()..).and_then(|t| t.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn the_offsets_of_a_report_slice_to_what_they_claim() {
    for (path, format, bytes) in samples() {
        let anonymiser = Anonymiser::builder().build().expect("buildable");
        let document = read(&*format, &bytes);
        let masked = anonymiser.mask_document(&document).expect("maskable");
        let new = masked.edits.apply(&document);
        let report = masked.report(&document, "x");
        for (decision, mention) in masked.plan.decisions().iter().zip(&report.mentions) {
            let span = masked.entities.mentions[decision.mention].span;
            assert_eq!((mention.start, mention.end), (span.start(), span.end()), "{}", path.display());
            let [start, end] = mention.new.expect("a decided mention has a place");
            let now = new.expose().get(start..end).expect("on character boundaries");
            match masked.edits.iter().find(|edit| edit.span().contains(span)) {
                Some(edit) if edit.span() == span => assert!(now == edit.replacement()),
                Some(edit) => assert!(now.is_empty() && edit.replacement().is_empty(), "it went with what it stood in"),
                None => assert!(now == document.slice(span)),
            }
        }
    }
}

#[test]
fn a_report_holds_no_text_unless_asked() {
    for (_, format, bytes) in samples() {
        let anonymiser = Anonymiser::builder().build().expect("buildable");
        let document = read(&*format, &bytes);
        let masked = anonymiser.mask_document(&document).expect("maskable");
        let report = masked.report(&document, "x");
        let written = serde_json::to_string(&report).expect("JSON") + &sfumato::html(&[report]);
        for edit in masked.edits.iter() {
            let value = document.slice(edit.span());
            assert!(value.len() < 6 || value.chars().all(|c| c.is_ascii_digit()) || !written.contains(value));
        }
    }
}

#[test]
fn what_was_encrypted_comes_back_byte_by_byte() {
    let keys = Keys::from_secret(&(0..32).collect::<Vec<u8>>()).expect("a key");
    let policy = Policy::parse("encrypt", "version = 1\n[recognise]\nmodels = []\n[mask]\ndefault = \"encrypt\"\n")
        .expect("a policy");
    let anonymiser = Anonymiser::builder().policy(policy).keys(keys.clone()).build().expect("buildable");
    let mut opened = 0;
    for (path, format, bytes) in samples() {
        let document = read(&*format, &bytes);
        let masked = anonymiser.mask_document(&document).expect("maskable");
        // What is removed does not come back, and addresses of a mail are quoted anew; such samples are left out here.
        if masked.edits.is_empty() || !document.removable().is_empty() || format.name() == "eml" {
            continue;
        }
        let sealed = read(&*format, &format.write(&document, &masked.edits).expect("writable"));
        let unmasked = unmask(&sealed, &keys).expect("the key opens it");
        opened += unmasked.count;
        let back = format.write(&sealed, &unmasked.edits).expect("writable");
        assert!(
            back == bytes || path.extension().is_some_and(|ending| ending == "jsonl"),
            "{}: a number that became a string stays one; nothing else may differ",
            path.display()
        );
    }
    assert!(opened > 100, "there was something to encrypt");
}
