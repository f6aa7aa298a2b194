//! Tables that are made and read again.

use proptest::prelude::*;
use sfumato_language::Language;

use super::*;

fn draft() -> VectorDraft {
    let mut draft = VectorDraft::new(4);
    draft.name = "invented".to_owned();
    draft.language = Some(Language::English);
    draft.push("the".to_owned(), 0.05, &[0.0, 0.0, 0.0, 2.0]);
    draft.push("cancer".to_owned(), 1e-4, &[3.0, 0.0, 0.0, 0.0]);
    draft.push("pancreas".to_owned(), 1e-5, &[0.0, 4.0, 0.0, 0.0]);
    draft.push("breast cancer".to_owned(), 1e-5, &[1.0, 0.0, 1.0, 0.0]);
    draft.fit_letters(64);
    draft
}

fn ask(table: &VectorTable<'_>, phrase: &str) -> Option<(Footing, Vec<f32>)> {
    let mut out = vec![0.0; table.dimensions()];
    table.vector(phrase, Language::English, &mut out).map(|footing| (footing, out))
}

#[test]
fn phrases_rest_on_themselves_their_words_or_their_letters() {
    for numbers in [NumberNotation::Exact, NumberNotation::Quantised] {
        let bytes = draft().to_bytes(numbers);
        let table = VectorTable::from_bytes(&bytes).expect("sound");
        assert_eq!(table.check(), Ok(()));
        assert_eq!((table.entries(), table.name(), table.buckets()), (4, "invented", 64));
        let (footing, known) = ask(&table, "Breast Cancer").expect("known");
        assert_eq!(footing, Footing::Known);
        assert!((cosine(&known, &known) - 1.0).abs() < 1e-3 && (known[0] - known[2]).abs() < 1e-3);
        let (footing, parts) = ask(&table, "cancer of the pancreas").expect("letters for one");
        assert_eq!(footing, Footing::Letters, "`of` was never met");
        assert!(parts[0] > 0.3 && parts[1] > 0.3);
        let (footing, parts) = ask(&table, "the pancreas").expect("parts");
        assert_eq!(footing, Footing::Parts);
        assert!(parts[1] > 0.99, "common words count little: {parts:?}");
        assert_eq!(ask(&table, "pancreatic").map(|(footing, _)| footing), Some(Footing::Letters));
        assert_eq!(ask(&table, "?!"), None);
        let mut out = [9.0; 4];
        assert_eq!(table.vector("cancer", Language::Spanish, &mut out), None, "another language");
        assert_eq!(out, [9.0; 4]);
    }
}

#[test]
fn the_nearest_come_first() {
    let bytes = draft().to_bytes(NumberNotation::Quantised);
    let table = VectorTable::from_bytes(&bytes).expect("sound");
    let (_, cancer) = ask(&table, "cancer").expect("known");
    let near: Vec<&str> = table.near(&cancer, 2).iter().map(|near| near.text).collect();
    assert_eq!(near, ["cancer", "breast cancer"]);
    assert_eq!(format!("{:?}", table.near(&cancer, 1)), "[Near(6 bytes, 1)]");
}

#[test]
fn damage_is_told() {
    let bytes = draft().to_bytes(NumberNotation::Quantised);
    assert!(matches!(VectorTable::from_bytes(b"SFLEXIC1"), Err(VectorsError::Alien)));
    assert!(matches!(VectorTable::from_bytes(&bytes[..bytes.len() - 1]), Err(VectorsError::Damaged(_))));
    let mut other = bytes.clone();
    *other.last_mut().expect("bytes") ^= 1;
    assert!(VectorTable::from_bytes(&other).expect("its size is right").check().is_err());
}

/// Sheets about two things, the second with a word of its own.
fn gathering(documents: usize, word: &str) -> Gathering {
    let mut gathering = Gathering::default();
    for nth in 0..documents {
        let mut sheet = Sheet::default();
        match nth % 2 {
            0 => {
                sheet.phrase("pancreatic cancer");
                sheet.words("tumour surgeon hospital tumour");
            }
            _ => {
                sheet.phrase("golden globe");
                sheet.words("actor film award film");
                sheet.words(word);
            }
        }
        gathering.add(&sheet);
    }
    gathering
}

#[test]
fn what_is_learnt_can_be_extended_and_stays_as_it_was() {
    // In so small a vocabulary every word is a common one.
    let walk = sfumato_model::train::vectors::VectorSettings { subsample: 0.0, ..Default::default() };
    let settings = VectorLearningSettings { dimensions: 16, buckets: 100, minimum: 1, walk };
    let learnt = learn(&gathering(400, "film"), &settings, |_| true).expect("words");
    let bytes = learnt.to_bytes(NumberNotation::Exact);
    let old = VectorTable::from_bytes(&bytes).expect("sound");
    let near = |table: &VectorTable<'_>, a, b| {
        cosine(&ask(table, a).expect("a vector").1, &ask(table, b).expect("a vector").1)
    };
    assert!(near(&old, "pancreatic cancer", "tumour") > near(&old, "pancreatic cancer", "film") + 0.2);
    let extended = extend(&gathering(400, "stuntman"), &settings, &old, |_| true).expect("can be extended");
    let more = extended.to_bytes(NumberNotation::Exact);
    let new = VectorTable::from_bytes(&more).expect("sound");
    assert_eq!(new.entries(), old.entries() + 1);
    for entry in 0..old.entries() {
        let text = old.text(entry);
        let place = (0..new.entries()).find(|place| new.text(*place) == text).expect("still known");
        assert_eq!(old.numbers(entry), new.numbers(place));
        assert_eq!(old.context(entry), new.context(place));
    }
    assert_eq!(ask(&old, "stuntman").map(|(footing, _)| footing), Some(Footing::Letters));
    assert_eq!(ask(&new, "stuntman").map(|(footing, _)| footing), Some(Footing::Known));
    assert!(near(&new, "stuntman", "actor") > near(&new, "stuntman", "tumour") + 0.2);
    let small = learnt.to_bytes(NumberNotation::Quantised);
    let small = VectorTable::from_bytes(&small).expect("sound");
    assert_eq!(extend(&gathering(4, "a"), &settings, &small, |_| true).expect_err("closed"), LearnError::Closed);
}

#[test]
fn nothing_can_be_learnt_from_nothing() {
    let empty = Gathering::default();
    assert_eq!(learn(&empty, &VectorLearningSettings::default(), |_| true).expect_err("no words"), LearnError::NoWords);
    let minimum = VectorLearningSettings { minimum: 1000, ..VectorLearningSettings::default() };
    assert_eq!(learn(&gathering(4, "a"), &minimum, |_| true).expect_err("rare"), LearnError::NoWords);
}

#[test]
fn files_of_others_are_read() {
    let check = |bytes: &[u8]| {
        let draft = read_file(bytes, 10).expect("readable");
        assert_eq!(draft.texts, ["cafe", "new york"]);
        assert_eq!((draft.vector(0), draft.vector(1)), ([1.0, -2.5, 0.5].as_slice(), [0.0, 1.0, 2.0].as_slice()));
    };
    check("café 1 -2.5 0.5\n, 3 3 3\nNew_York 0 1 2\n".as_bytes());
    check("4 3\nCafé 1 -2.5 0.5\nnew york 0 1 2\ncafe 7 7 7\n".as_bytes());
    let mut binary = b"2 3\n".to_vec();
    for (word, numbers) in [("café", [1.0f32, -2.5, 0.5]), ("New_York", [0.0, 1.0, 2.0])] {
        binary.extend(word.bytes().chain([b' ']));
        binary.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        binary.push(b'\n');
    }
    check(&binary);
}

/// A fastText file of one word of three letters and four rows for its runs of three.
fn fasttext(version: i32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [793_712_314, version, 2, 5, 1, 1, 5, 1, 2, 2, 4, 3, 3, 100] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(1e-4f64.to_le_bytes());
    [1i32, 1, 0].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend(9i64.to_le_bytes());
    bytes.extend((-1i64).to_le_bytes());
    bytes.extend(b"cat\0");
    bytes.extend(9i64.to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(5i64.to_le_bytes());
    bytes.extend(2i64.to_le_bytes());
    // All rows of letters are the same, so that it does not matter which are taken.
    for row in [[4.0f32, 0.0], [0.0, 4.0], [0.0, 4.0], [0.0, 4.0], [0.0, 4.0]] {
        row.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    bytes
}

#[test]
fn words_of_fasttext_have_their_letters_in_them() {
    let draft = read_file(&fasttext(12), 10).expect("readable");
    assert_eq!((draft.texts.as_slice(), draft.vector(0)), (["cat".to_owned()].as_slice(), [1.0, 3.0].as_slice()));
    assert!(matches!(read_file(&fasttext(11), 10), Err(VectorFileError::Byte { .. })));
}

#[test]
fn bad_files_are_told_with_the_place() {
    let error = |bytes: &[u8]| read_file(bytes, 10).expect_err("bad").to_string();
    assert_eq!(error(b"a 1 2\nb 1\n"), "line 2: it has another number of numbers than the lines before");
    assert_eq!(error(b"a 1 2\nb one two\n"), "line 2: expected a word and its numbers");
    assert_eq!(error(b"%PDF"), "this is none of word2vec, GloVe and fastText");
    assert_eq!(error(b"2 3\nab \x01\x02"), "at byte 7: it ends early");
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(at in 0usize..900, byte: u8, cut in 0usize..900) {
        let mut bytes = draft().to_bytes(NumberNotation::Quantised);
        if let Some(place) = bytes.get_mut(at) { *place = byte; }
        if cut < 100 { bytes.truncate(bytes.len() - cut); }
        if let Ok(table) = VectorTable::from_bytes(&bytes) {
            _ = ask(&table, "cancer of the pancreas");
            _ = table.near(&[1.0, 0.0, 0.0, 0.0], 3).len();
        }
        let mut other = fasttext(12);
        if let Some(place) = other.get_mut(at) { *place = byte; }
        if cut < 100 { other.truncate(other.len() - cut); }
        _ = read_file(&other, 10);
    }
}
