//! Files made to do harm, and files changed at random: they are read or refused, and never more than that.

use proptest::prelude::*;

use crate::parts::{self, Removals};
use crate::testing::{TextEdits, build, one_page, packed, stream, try_open, with_edits};
use crate::{PdfError, filters};

/// Does all that is done with a file.
fn use_up(bytes: &[u8]) -> Result<(), PdfError> {
    // What looks through the bytes must stand anything too.
    let _ = crate::decoded(&bytes.into(), |_| false, |_| {});
    let mut file = try_open(bytes)?;
    let parts::SurveyedParts { places, attached, .. } = parts::survey(&file)?;
    let (places, spots): (Vec<_>, Vec<_>) = places.into_iter().unzip();
    let edits: Vec<TextEdits> = places.iter().map(|place| vec![(0..place.text.len(), "█".to_owned())]).collect();
    with_edits(&places, &edits, |edits| parts::apply(&mut file, &spots, edits))?;
    let (replaced, gone) = attached.split_at(attached.len() / 2);
    for &number in replaced {
        parts::replace_attached(&mut file, number, b"x")?;
    }
    let everything = Removals { metadata: true, pictures: true, scripts: true, multimedia: true, xfa: true };
    parts::remove(&mut file, &everything, &attached, &gone.iter().copied().collect())?;
    let pages = file.pages().map(|pages| pages.len());
    let written = file.write()?;
    let again = try_open(&written).expect("what is written is sound");
    assert_eq!(again.pages().map(|pages| pages.len()), pages);
    assert!(again.write().expect("writable") == written, "what is written reads back the same");
    Ok(())
}

/// Small files of every shape.
fn seeds() -> Vec<Vec<u8>> {
    let root = "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>>>/AcroForm<</Fields[5 0 R]>>/Metadata 6 0 R>>";
    let page = "<</Type/Page/Parent 2 0 R/Annots[5 0 R<</Subtype/Link/Dest(a)>>]/Contents 4 0 R>>";
    let content = stream("/Filter/ASCIIHexDecode", "42542028612920546A204554>");
    let metadata = stream("/Type/Metadata", "<x><y a='J&#252;'>Roe</y></x>");
    let objects =
        [root, "<</Kids[3 0 R]/Count 1>>", page, &content, "<</Subtype/Widget/FT/Tx/T(f)/V<FEFF004A>>>", &metadata];
    vec![build(&objects, "/Info<</Author(Jane)>>"), packed(&objects, "/Info<</Author(Jane)>>")]
}

const TOKENS: [&str; 24] = [
    "<<",
    ">>",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "/",
    "%",
    "1 0 R",
    "3 0 R",
    "99 0 R",
    "obj",
    "endobj",
    "stream",
    "endstream",
    "trailer",
    "xref",
    "-1",
    "99999999999999999999",
    "/Kids",
    "/Prev 9",
    "\0",
];

#[derive(Debug, Clone)]
enum ByteDamage {
    Byte(usize, u8),
    Cut(usize, usize),
    Copy(usize, usize, usize),
    Token(usize, usize),
}

fn change() -> impl Strategy<Value = ByteDamage> {
    let place = 0..4096usize;
    prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| ByteDamage::Byte(at, byte)),
        (place.clone(), 0..64usize).prop_map(|(at, len)| ByteDamage::Cut(at, len)),
        (place.clone(), 0..256usize, place.clone()).prop_map(|(from, len, to)| ByteDamage::Copy(from, len, to)),
        (place, 0..TOKENS.len()).prop_map(|(at, token)| ByteDamage::Token(at, token)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[ByteDamage]) -> Vec<u8> {
    for change in changes {
        let len = bytes.len().max(1);
        match *change {
            ByteDamage::Byte(at, byte) => bytes.get_mut(at % len).into_iter().for_each(|held| *held = byte),
            ByteDamage::Cut(at, count) => drop(bytes.drain(at % len..(at % len + count).min(bytes.len()))),
            ByteDamage::Copy(from, count, to) => {
                let copy: Vec<u8> = bytes.iter().skip(from % len).take(count).copied().collect();
                let to = to % len;
                bytes.splice(to..to, copy);
            }
            ByteDamage::Token(at, token) => {
                let at = at % len;
                bytes.splice(at..at, TOKENS.get(token).copied().unwrap_or_default().bytes());
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_changes_do_no_harm(seed in 0..2usize, changes in prop::collection::vec(change(), 1..6)) {
        let bytes = changed(seeds().swap_remove(seed), &changes);
        let _ = use_up(&bytes);
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = use_up(&[b"%PDF-1.4\n".to_vec(), bytes.clone()].concat());
        for filter in ["Fl", "LZW", "AHx", "A85", "RL"] {
            let mut dict = crate::Dict::default();
            dict.set("Filter", crate::PdfObject::Name(filter.into()));
            let named = filters::of(&dict, &|object| object).expect("known");
            let _ = filters::decode(&bytes, &named);
        }
    }
}

#[test]
fn the_seeds_are_sound() {
    for seed in seeds() {
        assert_eq!(use_up(&seed), Ok(()));
        let file = try_open(&seed).expect("sound");
        assert!(parts::survey(&file).expect("sound").places.len() >= 5);
    }
}

#[test]
fn objects_that_lie_in_one_another_are_refused() {
    // Each stream reaches to the end of the file, so that memory would grow with the square of its size.
    let mut bytes = b"%PDF-1.4\n".to_vec();
    for number in 1..20_000 {
        bytes.extend(format!("{number} 0 obj<</Length 99999999>>stream\n").as_bytes());
    }
    bytes.extend(b"endstream startxref 0");
    assert!(use_up(&bytes).is_err());
    let strings: Vec<u8> = (1..20_000).flat_map(|number| format!("{number} 0 obj(").into_bytes()).collect();
    assert!(use_up(&[b"%PDF-1.4\n".to_vec(), strings].concat()).is_err());
}

#[test]
fn streams_without_end_are_looked_for_once() {
    let bytes: Vec<u8> = (1..100_000).flat_map(|number| format!("{number} 0 obj<<>>stream\n").into_bytes()).collect();
    assert!(use_up(&[b"%PDF-1.4\n".to_vec(), bytes].concat()).is_err());
}

#[test]
fn object_streams_promise_more_than_they_hold() {
    let huge = stream("/Type/ObjStm/N 999999999/First 4", "7 0 (a)");
    let inside_itself = stream("/Type/ObjStm/N 1/First 4", "4 0 (a)");
    for packed in [huge, inside_itself] {
        let bytes = one_page("", "/A 7 0 R", &[&packed], "");
        let broken = String::from_utf8_lossy(&bytes).replace("startxref", "startnone");
        let _ = use_up(&bytes);
        let _ = use_up(broken.as_bytes());
    }
}

#[test]
fn trees_of_names_in_circles_do_not_hang() {
    let others = ["<</Kids[4 0 R 5 0 R]>>", "<</Kids[4 0 R]/Names[(Jane)4 0 R]>>"];
    assert_eq!(use_up(&one_page("/Names<</Dests 4 0 R>>", "", &others, "")), Ok(()));
}
