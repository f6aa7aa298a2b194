//! Tables that another program wrote, and one made by hand.

use super::Parquet;
use crate::formats::{DocumentFormat, FileKind, ReadError, base64, testing};
use crate::{Edits, RemovableKind, TextEdit};

/// Dictionaries and Snappy, with the least and greatest values of each column.
const DICTIONARY: &str = "\
    UEFSMRUEFSwVMEwVBBUAEgAAFlQJAAAAWnFhbm4gTGVlBQAAAFpxYmVhFQAVEhUWLBUIFRAVBhUGHDYCKAVacWJlYRgJWnFhbm4gTGVlEREAAAAJ\
    IAIAAAADDQEDAhUEFSAVJEwVBBUAEgAAEDwJM4xYAQAAAAwAAAAAAAAAFQAVEhUWLBUIFRAVBhUGHBgICTOMWAEAAAAYCAwAAAAAAAAAFgIoCAkz\
    jFgBAAAAGAgMAAAAAAAAABERAAAACSACAAAAAw0BAwIVBBUQFRRMFQQVABIAAAgcbPP//zwsAAAVABUSFRYsFQgVEBUGFQYcGAQ8LAAAGARs8///\
    FgIoBDwsAAAYBGzz//8REQAAAAkgAgAAAAMNAQMCFQQVJhUqTBUGFQASAAATSAUAAABacXRhZwEAAAB4AQAAAHkVABUiFSYsFQoVEBUGFQYcNgQo\
    AXkYBVpxdGFnEREAAAARQAIAAAADAgMAAAADHwMCAyQAFQAVDhUSLBUIFQAVBhUGHBgBARgBABYCKAEBGAEAEREAAAAHGAIAAAADCwUVBBmMNQAY\
    BnNjaGVtYRUKABUMJQIYBG5hbWUlAEwcAAAAFQQlAhgDbmhzABUCJQIYA2RvYiUMTGwAAAA1AhgEdGFncxUCFQZMPAAAADUEGARsaXN0FQIAFQwl\
    AhgHZWxlbWVudCUATBwAAAAVACUCGAJvawAWCBkcGVwmABwVDBk1AAYQGRgEbmFtZRUCFggWrAEWtAEmVCYIHDYCKAVacWJlYRgJWnFhbm4gTGVl\
    EREAGSwVBBUAFQIAFQAVEBUCADwWLhkGGSYCBgAAACYAHBUEGTUABhAZGANuaHMVAhYIFswBFtQBJvwBJrwBHBgICTOMWAEAAAAYCAwAAAAAAAAA\
    FgIoCAkzjFgBAAAAGAgMAAAAAAAAABERABksFQQVABUCABUAFRAVAgA8KQYZJgIGAAAAJgAcFQIZNQAGEBkYA2RvYhUCFggWnAEWpAEmwAMmkAMc\
    GAQ8LAAAGARs8///FgIoBDwsAAAYBGzz//8REQAZLBUEFQAVAgAVABUQFQIAPCkGGSYCBgAAACYAHBUMGTUABhAZOAR0YWdzBGxpc3QHZWxlbWVu\
    dBUCFgoWpgEWrgEm+gQmtAQcNgQoAXkYBVpxdGFnEREAGSwVBBUAFQIAFQAVEBUCADwWDhkmCAIZRgICAAYAAAAmABwVABklBgAZGAJvaxUCFggW\
    VBZYJuIFPBgBARgBABYCKAEBGAEAEREAGRwVABUAFQIAPCkGGSYCBgAAABaOBhYIJggWsgYAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2\
    LjAuMRlcHAAAHAAAHAAAHAAAHAAAAGkCAABQQVIx\
";

/// Plain values in pages of the second version.
const PLAIN: &str = "\
    UEFSMRUGFUoVSlwVCBUCFQgVABUEFQASHAAAAAMNCQAAAFpxYW5uIExlZQUAAABacWJlYQkAAABacWFubiBMZWUVBhU0FTRcFQgVAhUIFQAVBBUA\
    EhwAAAADDQkzjFgBAAAADAAAAAAAAAAJM4xYAQAAABUGFRwVHFwVCBUCFQgVABUEFQASHAAAAAMNbPP//zwsAABs8///FQYVMBUwXBUKFQQVCBUA\
    FQYVBBIcAAAAAwIDHwMFAAAAWnF0YWcBAAAAeAEAAAB5FQYVEBUQXBUIFQIVCBUGFQQVABIcAAAAAwsCAAAAAwUVBBmMNQAYBnNjaGVtYRUKABUM\
    JQIYBG5hbWUlAEwcAAAAFQQlAhgDbmhzABUCJQIYA2RvYiUMTGwAAAA1AhgEdGFncxUCFQZMPAAAADUEGARsaXN0FQIAFQwlAhgHZWxlbWVudCUA\
    TBwAAAAVACUCGAJvawAWCBkcGVwmABwVDBklBgAZGARuYW1lFQAWCBZ6FnomCEkcFQAVABUCADwWLhkGGSYCBgAAACYAHBUEGSUGABkYA25ocxUA\
    FggWZBZkJoIBSRwVABUAFQIAPCkGGSYCBgAAACYAHBUCGSUGABkYA2RvYhUAFggWTBZMJuYBSRwVABUAFQIAPCkGGSYCBgAAACYAHBUMGSUGABk4\
    BHRhZ3MEbGlzdAdlbGVtZW50FQAWChZgFmAmsgJJHBUAFQAVAgA8Fg4ZJggCGUYCAgAGAAAAJgAcFQAZFQYZGAJvaxUAFggWQBZAJpIDSRwVABUG\
    FQIAPCkGGSYCBgAAABbKAxYIJggWygMAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRlcHAAAHAAAHAAAHAAAHAAAAK8BAABQQVIx\
";

/// What Arrow says of a table, a copy of what its maker said among it.
const DESCRIBED: &str = "\
    UEFSMRUAFSYVJiwVAhUAFQYVBhwAAAACAAAAAgEJAAAAWnFhbm4gTGVlFQQZLDUAGAZzY2hlbWEVAgAVDCUCGARuYW1lJQBMHAAAABYCGRwZHCYAHBU\
    MGSUGABkYBG5hbWUVABYCFkwWTCYISRwVABUAFQIAPBYSGQYZJgACAAAAFkwWAiYIFkwAGSwYBmF1dGhvchghV3JpdHRlbiBieSBacWFubiBMZWUgZm\
    9yIHRoZSB3YXJkABgMQVJST1c6c2NoZW1hGJgCLy8vLy84Z0FBQUFRQUFBQUFBQUtBQTRBQmdBRkFBZ0FDZ0FBQUFBQkJBQVFBQUFBQUFBS0FBd0FBQ\
    UFFQUFnQUNnQUFBRmdBQUFBRUFBQUFBUUFBQUF3QUFBQUlBQXdBQkFBSUFBZ0FBQUF3QUFBQUJBQUFBQ0VBQUFCWGNtbDBkR1Z1SUdKNUlGcHhZVzV1\
    SUV4bFpTQm1iM0lnZEdobElIZGhjbVFBQUFBR0FBQUFZWFYwYUc5eUFBQUJBQUFBRkFBQUFCQUFGQUFJQUFZQUJ3QU1BQUFBRUFBUUFBQUFBQUFCQlJ\
    BQUFBQWNBQUFBQkFBQUFBQUFBQUFFQUFBQWJtRnRaUUFBQUFBRUFBUUFCQUFBQUE9PQAYIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGR\
    wcAAAA4AEAAFBBUjE=\
";

/// Differences, lengths and beginnings packed by zstd, as Arrow writes them; a value in the name of a column.
const ZSTD_DELTA: &str = "\
    UEFSMRUAFYoBFYIBLBUGFQ4VBhUGHAAAACi1L/0gRcUBANQCAgAAAAYBgAEEAwAAAgCAAQQDEgsEAAAAoABacWFubiBMZWViZWFhbm4gTGVlAwBAEjB\
    gzCkBFQAV0AQVXiwVBhUKFQYVBhwAAAAotS/9YCgALQEA4AIAAAAGAYACBAOSzOGIK/nL4YgrIgDol2HECgACAANAFRhoAhUAFS4VQCwVBhUMFQYVBh\
    wAAAAotS/9IBe5AAADAAAAAyIAgAEEAgoHAAAAAFpxYmVheBUEGVw1ABgGc2NoZW1hFQYAFQwlAhgRWnF3aG9AZXhhbXBsZS5vcmclAEwcAAAAFQQlA\
    hgDbmhzADUCGAFzFQIAFQwlAhgEWnFpbiUATBwAAAAWBhkcGTwmABwVDBklBg4ZGBFacXdob0BleGFtcGxlLm9yZxUMFgYWtAEWrAEmCEkcFQAVDhUC\
    ADwWLhkGGSYABgAAACYAHBUEGSUGChkYA25ocxUMFgYW+AQWhgEmtAFJHBUAFQoVAgA8KQYZJgAGAAAAJgAcFQwZJQYMGSgBcwRacWluFQwWBhZUFmY\
    mugJJHBUAFQwVAgA8FgwZBhk2AgAEAAAAFoAHFgYmCBaYAwAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGTwcAAAcAAAcAAAAMQEAAF\
    BBUjE=\
";

/// The same in streams of bytes and other encodings packed by LZ4, in pages of the second version.
const LZ4_STREAMS: &str = "\
    UEFSMRUGFWYVVFwVBhUAFQYVDBUEFQARHAAAAAYByoABBAMSBwQAAACAAAEA8AhacWFubiBMZWVacWJlYVpxYW5uIExlZRUGFTQVNFwVBhUAFQYVEhU\
    EFQASHAAAAAYBCQwJMwAzjACMWABYAQABAAAAAAAAAAAAFQYVOhU2XBUGFQIVBhUOFQYVABEcAAAAAyIAUYABBAIAAQAACgDACgcAAAAAWnFiZWF4FQ\
    QZXDUAGAZzY2hlbWEVBgAVDCUCGBFacXdob0BleGFtcGxlLm9yZyUATBwAAAAVBCUCGANuaHMANQIYAXMVAgAVDCUCGARacWluJQBMHAAAABYGGRwZP\
    CYAHBUMGSUGDBkYEVpxd2hvQGV4YW1wbGUub3JnFQ4WBhaWARaEASYISRwVABUMFQIAPBYuGQYZJgAGAAAAJgAcFQQZJQYSGRgDbmhzFQ4WBhZkFmQm\
    jAFJHBUAFRIVAgA8KQYZJgAGAAAAJgAcFQwZJQYOGSgBcwRacWluFQ4WBhZqFmYm8AFJHBUAFQ4VAgA8FgwZBhk2AgAEAAAAFuQCFgYmCBbOAgAoIHB\
    hcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGTwcAAAcAAAcAAAALwEAAFBBUjE=\
";

fn tables() -> [Vec<u8>; 2] {
    [DICTIONARY, PLAIN].map(|text| base64::decode(text).expect("base64"))
}

/// The table with every marked word and some numbers replaced, and without what can go.
fn masked(bytes: &[u8]) -> Vec<u8> {
    let document = Parquet::default().read(bytes.to_vec()).expect("a sound table");
    let changes = [
        ("Zqann Lee", "[PERSON 1]"),
        ("Zqbea", "Xx"),
        ("5780550409", "[ID 1]"),
        ("Zqtag", "x"),
        ("1961-03-09", "1970-01-02"),
    ];
    let edits = testing::removing(&document, testing::replacing(&document, &changes), |_, _| true);
    Parquet::default().write(&document, &edits).expect("writable")
}

#[test]
fn cells_are_read_and_written() {
    for bytes in tables() {
        assert_eq!(FileKind::tell(&bytes, None), Ok(FileKind::Parquet));
        let document = Parquet::default().read(bytes.clone()).expect("a sound table");
        let expected = [
            "Zqann Lee",
            "Zqbea",
            "Zqann Lee",
            "5780550409",
            "12",
            "5780550409",
            "1961-03-09",
            "2001-01-02",
            "1961-03-09",
            "Zqtag",
            "x",
            "y",
            "name",
            "nhs",
            "dob",
            "tags",
            "ok",
        ];
        assert_eq!(testing::texts(&document), expected);
        assert_eq!(document.blocks().first().and_then(|block| document.label(block)), Some("name"));
        assert!(
            Parquet::default().write(&document, &Edits::none()).expect("writable") == bytes,
            "the same bytes must come out"
        );
        let written = masked(&bytes);
        assert!(memchr::memmem::find(&written, b"Zq").is_none());
        let again = Parquet::default().read(written).expect("help: what was written must be readable");
        assert_eq!(
            testing::texts(&again),
            [
                "[PERSON 1]",
                "Xx",
                "[PERSON 1]",
                "12",
                "1970-01-02",
                "2001-01-02",
                "1970-01-02",
                "x",
                "x",
                "y",
                "name",
                "nhs",
                "dob",
                "tags",
                "ok"
            ],
            "a number that is none becomes nothing"
        );
        assert!(again.removable().iter().all(|part| part.kind != RemovableKind::Metadata));
    }
}

#[test]
fn other_encodings_and_packings_are_read_and_names_of_columns_are_written() {
    for text in [ZSTD_DELTA, LZ4_STREAMS] {
        let bytes = base64::decode(text).expect("base64");
        let document = Parquet::default().read(bytes.clone()).expect("a sound table");
        let cells = ["Zqann Lee", "Zqbea", "Zqann Lee", "5780550409", "12", "5780550409", "Zqbea", "x"];
        let names = ["Zqwho@example.org", "nhs", "s", "Zqin"];
        assert_eq!(testing::texts(&document), [&cells[..], &names].concat());
        assert!(
            Parquet::default().write(&document, &Edits::none()).expect("writable") == bytes,
            "the same bytes must come out"
        );
        let changes = [
            ("Zqann Lee", "x"),
            ("Zqbea", "y"),
            ("Zqwho@example.org", "[EMAIL 1]"),
            ("Zqin", "nhs"),
            ("5780550409", "7"),
        ];
        let edits = testing::removing(&document, testing::replacing(&document, &changes), |_, _| true);
        let written = Parquet::default().write(&document, &edits).expect("writable");
        assert!(memchr::memmem::find(&written, b"Zq").is_none());
        let again = Parquet::default().read(written).expect("help: what was written must be readable");
        let names = ["[EMAIL 1]", "nhs", "s", "nhs 2"];
        assert_eq!(testing::texts(&again), [&["x", "y", "x", "7", "12", "7", "y", "x"][..], &names].concat());
    }
}

#[test]
fn the_copy_of_the_description_goes_once_anything_changes() {
    let bytes = base64::decode(DESCRIBED).expect("base64");
    let document = Parquet::default().read(bytes.clone()).expect("a sound table");
    assert!(document.removable().iter().all(|part| part.kind == RemovableKind::Metadata), "no file lies in it");
    assert!(document.text().contains("Written by Zqann Lee"));
    let span = document.span(0, "Zqann Lee".len()).expect("a span");
    let edits = Edits::new(vec![TextEdit::new(span, "x")]).expect("one edit");
    let written = Parquet::default().write(&document, &edits).expect("writable");
    let holds = |bytes: &[u8]| bytes.windows(12).any(|part| part == b"ARROW:schema");
    assert!(holds(&bytes) && !holds(&written));
}

#[test]
fn what_is_no_sound_table_is_refused() {
    assert_eq!(Parquet::default().read(b"PAR1 and more PARE".to_vec()).map(drop), Err(ReadError::Encrypted));
    for wrong in [&b"PAR1PAR1"[..], b"PAR1\0\0\0\0\xff\xff\xff\xffPAR1", b"PAR1\x15\0\x01\0\0\0PAR1", b""] {
        assert!(matches!(Parquet::default().read(wrong.to_vec()), Err(ReadError::Part { .. })));
    }
}

#[test]
fn damaged_tables_are_read_or_refused_and_keep_their_bytes() {
    let mutants = tables().into_iter().flat_map(|source| testing::mutants(&source, 0, 800).collect::<Vec<_>>());
    testing::hold_for_mutants(&Parquet::default(), mutants, 200);
}

#[test]
fn only_the_columns_asked_for_are_read_and_the_others_stay() {
    let bytes = base64::decode(DICTIONARY).expect("base64");
    let whole = Parquet::default().read(bytes.clone()).expect("a sound table");
    let by_name = Parquet { columns: vec!["tags".into()] };
    let document = by_name.read(bytes.clone()).expect("a sound table");
    assert!(document.text().contains("Zqtag") && !document.text().contains("Zqann Lee"));
    let start = document.text().find("Zqtag").expect("there");
    let edits =
        Edits::new(vec![TextEdit::new(document.span(start, start + 5).expect("a span"), "[X 1]")]).expect("one");
    let after = Parquet::default().read(by_name.write(&document, &edits).expect("writable")).expect("readable");
    assert_eq!(after.text(), whole.text().replace("Zqtag", "[X 1]"));
    let by_number = Parquet { columns: vec!["1".into()] }.read(bytes.clone()).expect("a sound table");
    assert!(by_number.text().contains("Zqann Lee") && !by_number.text().contains("Zqtag"));
    let missing = Parquet { columns: vec!["name".into(), "nome".into()] };
    assert_eq!(missing.read(bytes).expect_err("no such column"), ReadError::NoColumn { number: 2 });
}
