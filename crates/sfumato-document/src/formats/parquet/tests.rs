//! Tables that another program wrote, and one made by hand.

use super::Parquet;
use crate::formats::{DocumentFormat, FileKind, ReadError, base64, testing};
use crate::{Edits, RemovableKind};

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

fn tables() -> [Vec<u8>; 2] {
    [DICTIONARY, PLAIN].map(|text| base64::decode(text).expect("base64"))
}

/// The table with every marked word and some numbers replaced, and without what can go.
fn masked(bytes: &[u8]) -> Vec<u8> {
    let document = Parquet.read(bytes.to_vec()).expect("a sound table");
    let changes = [
        ("Zqann Lee", "[PERSON 1]"),
        ("Zqbea", "Xx"),
        ("5780550409", "[ID 1]"),
        ("Zqtag", "x"),
        ("1961-03-09", "1970-01-02"),
    ];
    let edits = testing::removing(&document, testing::replacing(&document, &changes), |_, _| true);
    Parquet.write(&document, &edits).expect("writable")
}

#[test]
fn cells_are_read_and_written() {
    for bytes in tables() {
        assert_eq!(FileKind::tell(&bytes, None), Ok(FileKind::Parquet));
        let document = Parquet.read(bytes.clone()).expect("a sound table");
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
        ];
        assert_eq!(testing::texts(&document), expected);
        assert_eq!(document.blocks().first().and_then(|block| document.label(block)), Some("name"));
        assert!(Parquet.write(&document, &Edits::none()).expect("writable") == bytes, "the same bytes must come out");
        let written = masked(&bytes);
        assert!(memchr::memmem::find(&written, b"Zq").is_none());
        let again = Parquet.read(written).expect("help: what was written must be readable");
        assert_eq!(
            testing::texts(&again),
            ["[PERSON 1]", "Xx", "[PERSON 1]", "12", "1970-01-02", "2001-01-02", "1970-01-02", "x", "x", "y"],
            "a number that is none becomes nothing"
        );
        assert!(again.removable().iter().all(|part| part.kind != RemovableKind::Metadata));
    }
}

#[test]
fn what_is_no_sound_table_is_refused() {
    assert_eq!(Parquet.read(b"PAR1 and more PARE".to_vec()).map(drop), Err(ReadError::Encrypted));
    for wrong in [&b"PAR1PAR1"[..], b"PAR1\0\0\0\0\xff\xff\xff\xffPAR1", b"PAR1\x15\0\x01\0\0\0PAR1", b""] {
        assert!(matches!(Parquet.read(wrong.to_vec()), Err(ReadError::Part { .. })));
    }
}

#[test]
fn damaged_tables_are_read_or_refused_and_keep_their_bytes() {
    let mutants = tables().into_iter().flat_map(|source| testing::mutants(&source, 0, 800).collect::<Vec<_>>());
    testing::hold_for_mutants(&Parquet, mutants, 200);
}
