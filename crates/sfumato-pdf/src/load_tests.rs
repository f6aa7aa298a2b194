//! Reading files in all the shapes they come in, sound and broken.

use crate::testing::{build, one_page, open, packed, stream, try_open};
use crate::{Dict, PdfError, PdfFile, PdfObject};

const PAGES: &str = "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>";
const ROOT: &str = "<</Type/Catalog/Pages 2 0 R>>";

/// The value of a key of the one page of a file.
fn said(file: &PdfFile, key: &str) -> Option<Vec<u8>> {
    let pages = file.pages().expect("pages");
    let page = file.get(*pages.first()?)?.as_dict()?;
    file.entry(page, key).as_string().map(<[u8]>::to_vec)
}

fn simple(text: &str) -> Vec<u8> {
    build(&[ROOT, PAGES, &format!("<</Type/Page/Parent 2 0 R/Says({text})>>")], "")
}

/// A second revision that says something else.
fn revised(mut bytes: Vec<u8>, text: &str) -> Vec<u8> {
    let before = crate::indirect::find_last(&bytes, b"xref\n0").expect("a table");
    let at = bytes.len();
    bytes.extend(format!("3 0 obj\n<</Type/Page/Parent 2 0 R/Says({text})>>\nendobj\n").as_bytes());
    let start = bytes.len();
    bytes.extend(
        format!(
            "xref\n3 1\n{at:010} 00000 n \ntrailer<</Size 4/Root 1 0 R/Prev {before}>>\nstartxref\n{start}\n%%EOF\n"
        )
        .as_bytes(),
    );
    bytes
}

#[test]
fn the_newest_revision_counts_and_the_others_are_not_written() {
    let bytes = revised(simple("old Roe"), "new");
    let file = open(&bytes);
    assert_eq!(said(&file, "Says").as_deref(), Some(b"new".as_slice()));
    assert!(file.holds_more());
    assert!(!open(&simple("x")).holds_more());
    let written = file.write().expect("writable");
    assert!(crate::indirect::find(&written, b"Roe", 0).is_none());
}

#[test]
fn packed_objects_read_like_others() {
    let objects = [ROOT, PAGES, "<</Parent 2 0 R/Says 4 0 R/Contents 5 0 R>>", "(packed)", &stream("", "BT ET")];
    let bytes = packed(&objects, "");
    assert_eq!(said(&open(&bytes), "Says").as_deref(), Some(b"packed".as_slice()));
    assert!(!open(&bytes).holds_more());
    let broken = String::from_utf8_lossy(&bytes).replace("startxref", "startnone");
    assert_eq!(said(&open(broken.as_bytes()), "Says").as_deref(), Some(b"packed".as_slice()));
}

#[test]
fn a_length_in_an_object_stream_is_found() {
    let inner = "<</Length 5 0 R>>stream\nab endstream cd\nendstream";
    let bytes = packed(&[ROOT, PAGES, "<</Parent 2 0 R/Contents 4 0 R>>", inner, "15"], "");
    let file = open(&bytes);
    let content = file.objects().find_map(|(_, object)| object.as_stream()).expect("one");
    assert_eq!(&*content.coded, b"ab endstream cd");
}

#[test]
fn hybrid_files_hide_objects_from_old_readers() {
    let mut bytes = b"%PDF-1.5\n".to_vec();
    let mut offsets = Vec::new();
    let packed = stream("/Type/ObjStm/N 1/First 4", "3 0 <</Parent 2 0 R/Says(hidden)>>");
    let table = stream("/Type/XRef/W[1 1 1]/Index[3 1]/Size 6/Filter/AHx", "020400>");
    for (number, object) in [(1, ROOT), (2, PAGES), (4, packed.as_str()), (5, table.as_str())] {
        offsets.push(bytes.len());
        bytes.extend(format!("{number} 0 obj {object} endobj\n").as_bytes());
    }
    let start = bytes.len();
    let [one, two, four, five] = offsets.as_slice() else { panic!("four objects") };
    bytes.extend(
        format!(
            "xref\n0 6\n0000000000 65535 f \n{one:010} 00000 n \n{two:010} 00000 n \n0000000000 65535 f \n\
             {four:010} 00000 n \n{five:010} 00000 n \ntrailer<</Size 6/Root 1 0 R/XRefStm {five}>>\nstartxref\n{start}\n"
        )
        .as_bytes(),
    );
    assert_eq!(said(&open(&bytes), "Says").as_deref(), Some(b"hidden".as_slice()));
}

#[test]
fn broken_cross_references_are_found_again() {
    let whole = revised(simple("old"), "new");
    let text = String::from_utf8_lossy(&whole).into_owned();
    let shifted = text.replace("%PDF-1.4\n", "%PDF-1.4\n%%%%\n");
    let none = text.replace("trailer", "nothing").replace("startxref", "startnone");
    for broken in [shifted, none] {
        assert_eq!(said(&open(broken.as_bytes()), "Says").as_deref(), Some(b"new".as_slice()));
    }
    // An update that was cut short is no part of the file, but it is in it.
    let cut = open(text.split("xref\n3").next().expect("the part before").as_bytes());
    assert_eq!(said(&cut, "Says").as_deref(), Some(b"old".as_slice()));
    assert!(cut.holds_more());
}

#[test]
fn bytes_before_the_header_move_everything() {
    let mut bytes = b"From: somebody\r\n\r\n".to_vec();
    bytes.extend(simple("late"));
    assert_eq!(said(&open(&bytes), "Says").as_deref(), Some(b"late".as_slice()));
    assert!(try_open(&[b" ".repeat(2000), simple("x")].concat()).is_err());
    assert!(try_open(b"").is_err());
}

#[test]
fn what_is_damaged_matters_only_if_something_leads_to_it() {
    let page = "<</Parent 2 0 R/Says 4 0 R>>";
    assert!(try_open(&build(&[ROOT, PAGES, page, "<</Broken"], "")).is_err());
    assert!(try_open(&build(&[ROOT, PAGES, "<</Parent 2 0 R>>", "<</Broken"], "")).is_ok());
    // An object that is not there is null.
    assert_eq!(said(&open(&build(&[ROOT, PAGES, page], "")), "Says"), None);
}

#[test]
fn encrypted_and_signed_files_are_refused() {
    let encrypted = build(&[ROOT, PAGES, "<</Parent 2 0 R>>", "<</Filter/Standard>>"], "/Encrypt 4 0 R");
    assert_eq!(try_open(&encrypted).err(), Some(PdfError::Encrypted));
    let broken = String::from_utf8_lossy(&encrypted).replace("startxref", "startnone");
    assert_eq!(try_open(broken.as_bytes()).err(), Some(PdfError::Encrypted));
    let signature = "<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>";
    let form = "/AcroForm<</SigFlags 3/Fields[<</FT/Sig/V 4 0 R>>]>>";
    assert_eq!(try_open(&one_page(form, "", &[signature], "")).err(), Some(PdfError::Signed));
    // A field that waits for a signature, and rights given to a reader program, are no signatures.
    assert!(try_open(&one_page("/AcroForm<</Fields[<</FT/Sig>>]>>", "", &[], "")).is_ok());
    assert!(try_open(&one_page("/Perms<</UR3 4 0 R>>", "", &[signature], "")).is_ok());
}

#[test]
fn pages_come_in_order_and_never_in_circles() {
    let tree = [
        ROOT,
        "<</Kids[3 0 R 6 0 R 5 0 R null 9 0 R]>>",
        "<</Kids[4 0 R 5 0 R]/Parent 2 0 R/Rotate 90>>",
        "<</Parent 3 0 R>>",
        "<</Parent 3 0 R/Rotate 0>>",
        "<</Parent 2 0 R>>",
    ];
    let file = open(&build(&tree, ""));
    assert_eq!(file.pages(), Ok(vec![4, 5, 6]));
    let page = |number| file.get(number).and_then(PdfObject::as_dict).expect("a page");
    assert_eq!(file.inherited(page(4), "Rotate"), Some(&PdfObject::Integer(90)));
    assert_eq!(file.inherited(page(5), "Rotate"), Some(&PdfObject::Integer(0)));
    assert_eq!(file.inherited(page(6), "Rotate"), None);
    assert!(try_open(&build(&[ROOT, "<</Kids[3 0 R]>>", "<</Kids[2 0 R]>>"], "")).is_err());
    assert!(try_open(&build(&[ROOT, "<</Kids[<</Type/Page>>]>>"], "")).is_err());
}

#[test]
fn references_in_circles_are_null() {
    let file = open(&build(&[ROOT, PAGES, "<</Parent 3 0 R/A 4 0 R>>", "5 0 R", "4 0 R"], ""));
    assert_eq!(file.resolve(&PdfObject::Reference(4)), &PdfObject::Null);
    let page = file.get(3).and_then(PdfObject::as_dict).expect("a page");
    assert_eq!(file.inherited(page, "Rotate"), None);
}

#[test]
fn a_direct_catalogue_is_read_and_written() {
    let mut bytes = simple("x");
    let text = String::from_utf8_lossy(&bytes).replace("/Root 1 0 R", "/Root<</Pages 2 0 R>>/Info<</Title(Roe)>>");
    bytes = text.into_bytes();
    let written = open(&bytes).write().expect("writable");
    let again = open(&written);
    assert_eq!(said(&again, "Says").as_deref(), Some(b"x".as_slice()));
    assert_eq!(
        again.entry(again.trailer(), "Info").as_dict().and_then(|info| info.get("Title")),
        Some(&PdfObject::String(b"Roe".to_vec()))
    );
}

#[test]
fn what_is_written_is_fresh_sound_and_always_the_same() {
    let mut file = open(&one_page(
        "/Version/2.0/SpiderInfo<<>>",
        "/Thumb 4 0 R/A[1.5 -3 true(\\(\u{7}\\))/N#20m]",
        &[&stream("", "thumb")],
        "",
    ));
    let added = file.add(PdfObject::Stream(crate::PdfStream::compressed(Dict::default(), b"BT ET")));
    let page = file.pages().expect("one")[0];
    if let Some(PdfObject::Dict(dict)) = file.get_mut(page) {
        dict.set("Contents", PdfObject::Reference(added));
        dict.set("Missing", PdfObject::Reference(999));
    }
    file.add(PdfObject::String(b"nothing leads here".to_vec()));
    let copy = file.clone();
    let written = file.write().expect("writable");
    assert_eq!(written, copy.write().expect("writable"));
    assert!(written.starts_with(b"%PDF-2.0\n"));
    let again = open(&written);
    assert_eq!(again.clone().write().expect("writable"), written);
    assert_eq!(again.objects().count(), 4);
    let dict = again.get(again.pages().expect("one")[0]).and_then(PdfObject::as_dict).expect("a page");
    let expected = [
        PdfObject::Real(1.5),
        PdfObject::Integer(-3),
        PdfObject::Boolean(true),
        PdfObject::String(b"(\x07)".to_vec()),
        PdfObject::Name("N m".into()),
    ];
    assert_eq!(again.entry(dict, "A").as_array(), Some(expected.as_slice()));
    let content = again.entry(dict, "Contents").as_stream().expect("a stream");
    assert_eq!(again.decode(content).expect("sound"), b"BT ET");
}
