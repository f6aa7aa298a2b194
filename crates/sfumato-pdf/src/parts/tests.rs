//! Places of every kind, edits to them, and what is taken out.

use std::collections::{BTreeMap, BTreeSet};

use super::{AttachmentChange, PdfText, PlaceKind, Removals, SurveyedParts, apply, forget, remove, survey};
use crate::testing::{OpenedPdf, TextEdits, one_page, open, stream, with_edits};
use crate::{PdfError, PdfFile, PdfObject};

fn texts(file: &PdfFile) -> Vec<(PlaceKind, String)> {
    survey(file).expect("sound").places.into_iter().map(|(place, _)| (place.kind, place.text)).collect()
}

/// The file with a text masked wherever it stands, written and read again.
fn masked(bytes: &[u8], what: &str, with: &str) -> (PdfFile, Vec<u8>) {
    let mut file = open(bytes);
    let (places, spots): (Vec<_>, Vec<_>) = survey(&file).expect("sound").places.into_iter().unzip();
    let edits: Vec<TextEdits> = places
        .iter()
        .map(|place| place.text.match_indices(what).map(|(at, _)| (at..at + what.len(), with.to_owned())).collect())
        .collect();
    with_edits(&places, &edits, |edits| apply(&mut file, &spots, edits)).expect("fits");
    let written = file.write().expect("writable");
    (open(&written), written)
}

/// Takes all attached files out, and what else is asked for.
fn take_out(file: &mut PdfFile, removals: &Removals) -> Result<(), PdfError> {
    let attached = survey(file)?.attached;
    let gone = attached.iter().copied().collect();
    remove(file, removals, &attached, &gone)
}

fn holds(bytes: &[u8], what: &str) -> bool {
    let mut found = false;
    crate::decoded(&bytes.into(), |_| false, |shown| found |= String::from_utf8_lossy(shown.bytes).contains(what))
        .expect("sound");
    found || String::from_utf8_lossy(bytes).contains(what)
}

/// A file with a text of each kind, all of which say Roe.
fn full() -> Vec<u8> {
    let xmp = stream("/Type/Metadata/Subtype/XML", "<x:xmpmeta><dc:creator a='Roe'>J. Roe</dc:creator></x:xmpmeta>");
    let root = "/Metadata 4 0 R/Outlines 5 0 R/AcroForm<</Fields[7 0 R]/DA(/Helv 0 Tf 0 g)>>/Names 10 0 R\
        /StructTreeRoot 14 0 R/OCProperties<</OCGs[15 0 R]/D<</Order[(Roe set)15 0 R]>>>>\
        /PageLabels<</Nums[0<</P(Roe-)>>]>>/Lang(en-GB)/OpenAction<</S/JavaScript/JS(app.alert\\('Roe'\\))>>\
        /Threads[<</F 3 0 R/I<</Title(Roe thread)>>>>]/Dests<</Roe.old[3 0 R/Fit]>>/Odd[[(Roe odd)(..)<00010203>]]";
    let page = "/Annots[6 0 R 7 0 R 8 0 R]/Resources<</Properties<</P<</ActualText(Roe spoken)>>>>\
        /ColorSpace<</C[/Indexed/DeviceGray 3(Roe!)]>>>>/LastModified(D:2024)/PieceInfo<</X<</Private(Roe private)>>>>";
    let outlines = "<</First 13 0 R/Last 13 0 R/Count 1>>";
    let note = "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents 9 0 R/T(Jane Roe)/M(D:20240101)/NM(Roe-1)\
        /RC(<body><p>Jane <b>Ro</b>e</p></body>)>>";
    let field =
        "<</Type/Annot/Subtype/Widget/FT/Ch/T(Roe.field)/V(Roe)/Opt[[(r)(Roe choice)](none)]/MK<</CA(Roe cap)>>>>";
    let link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(mailto:Roe@example.org)>>>>";
    let names = "<</Dests 11 0 R/EmbeddedFiles<</Names[(Roe.txt)12 0 R]>>>>";
    let dests = "<</Kids[<</Limits[(Alpha)(Roe dest)]/Names[(Alpha)[3 0 R/Fit](Roe dest)[3 0 R/Fit]]>>]>>";
    let filespec = "<</Type/Filespec/F(Roe.txt)/UF(Roe.txt)/Desc(by Roe)/EF<</F 16 0 R>>>>";
    let bookmark = "<</Title<FEFF0052006F0065>/Parent 5 0 R/Dest(Roe dest)/A<</S/GoTo/D/Roe.old>>>>";
    let tree = "<</Type/StructTreeRoot/K 17 0 R>>";
    let layer = "<</Type/OCG/Name(Roe layer)>>";
    let attached = stream("/Type/EmbeddedFile", "Roe inside");
    let element = "<</S/P/P 14 0 R/Pg 3 0 R/K[0]/Alt(Roe alt)/E(Roe long)/T(Roe title)>>";
    let info = "<</Author(Jane Roe)/CreationDate(D:20240101)/Title(\\376\\377\\000R\\000o\\000e)>>";
    let unreachable = "(Roe unreachable)";
    let others = [
        xmp.as_str(),
        outlines,
        note,
        field,
        link,
        "(Roe note)",
        names,
        dests,
        filespec,
        bookmark,
        tree,
        layer,
        &attached,
        element,
        info,
        unreachable,
    ];
    one_page(root, page, &others, "/Info 18 0 R")
}

#[test]
fn every_kind_of_place_is_found() {
    let found = texts(&open(&full()));
    let expected = [
        (PlaceKind::Annotation { page: 1 }, "Roe note"),
        (PlaceKind::Author { page: 1 }, "Jane Roe"),
        (PlaceKind::Annotation { page: 1 }, "Roe-1"),
        (PlaceKind::Annotation { page: 1 }, "Jane Roe\n"),
        (PlaceKind::Field, "Roe.field"),
        (PlaceKind::Field, "Roe"),
        (PlaceKind::FieldChoice, "Roe choice"),
        (PlaceKind::Field, "Roe cap"),
        (PlaceKind::Link, "mailto:Roe@example.org"),
        (PlaceKind::Structure, "Roe spoken"),
        (PlaceKind::Structure, "Roe alt"),
        (PlaceKind::Structure, "Roe long"),
        (PlaceKind::Structure, "Roe title"),
        (PlaceKind::Other, "Roe private"),
        (PlaceKind::Information, "Jane Roe"),
        (PlaceKind::Information, "Roe"),
        (PlaceKind::Xmp, "Roe\nJ. Roe\n"),
        (PlaceKind::Layer, "Roe set"),
        (PlaceKind::Layer, "Roe layer"),
        (PlaceKind::PageLabel, "Roe-"),
        (PlaceKind::Script, "app.alert('Roe')"),
        (PlaceKind::Thread, "Roe thread"),
        (PlaceKind::Destination, "Roe.old"),
        (PlaceKind::Destination, "Roe dest"),
        (PlaceKind::Destination, "Alpha"),
        (PlaceKind::Bookmark, "Roe"),
        (PlaceKind::AttachmentName, "Roe.txt"),
        (PlaceKind::AttachmentName, "by Roe"),
        (PlaceKind::Other, "Roe odd"),
    ];
    for (kind, text) in expected {
        assert!(found.contains(&(kind, text.to_owned())), "{kind:?} {text}");
    }
    // The same destination in the tree, its limits and a bookmark is one place; dates and colours are none.
    assert_eq!(found.iter().filter(|(_, text)| text == "Roe dest").count(), 1);
    assert!(!found.iter().any(|(_, text)| text.contains("D:2024") || text == "Roe!" || text == "en-GB"));
}

#[test]
fn a_masked_text_is_gone_everywhere() {
    let everything = Removals { metadata: false, scripts: true, ..Removals::default() };
    let (mut file, _) = masked(&full(), "Roe", "[N & M]");
    take_out(&mut file, &everything).expect("no XFA");
    let written = file.write().expect("writable");
    let colour = written.windows(4).filter(|window| window == b"Roe!").count();
    assert_eq!(colour, 1);
    let rest = String::from_utf8_lossy(&written).replace("Roe!", "");
    let again = open(&written);
    assert!(!rest.contains("Roe"));
    for (kind, text) in texts(&again) {
        assert!(!text.contains("Roe"), "{kind:?}");
    }
    let xmp = texts(&again).into_iter().find(|(kind, _)| *kind == PlaceKind::Xmp).expect("still there").1;
    assert_eq!(xmp, "[N & M]\nJ. [N & M]\n");
}

#[test]
fn names_stay_the_same_wherever_they_are_used() {
    let (file, _) = masked(&full(), "Roe", "A");
    let root = file.root().expect("one");
    let tree = file.entry(file.entry(root, "Names").as_dict().expect("one"), "Dests").as_dict().expect("one");
    let names: Vec<&[u8]> =
        file.entry(tree, "Names").as_array().expect("flat").iter().filter_map(PdfObject::as_string).collect();
    assert_eq!(names, [b"A dest".as_slice(), b"Alpha"]);
    assert!(tree.get("Kids").is_none() && tree.get("Limits").is_none());
    let outlines = file.entry(root, "Outlines").as_dict().expect("one");
    let bookmark = file.entry(outlines, "First").as_dict().expect("one");
    assert_eq!(file.entry(bookmark, "Dest"), &PdfObject::String(b"A dest".to_vec()));
    let action = file.entry(bookmark, "A").as_dict().expect("one");
    assert_eq!(file.entry(action, "D"), &PdfObject::Name("A.old".into()));
    assert!(file.entry(root, "Dests").as_dict().expect("one").get("A.old").is_some());
}

#[test]
fn names_of_any_letters_are_written_soundly() {
    let (file, written) = masked(&full(), "Roe", "█");
    assert!(crate::indirect::find(&written, b"#00", 0).is_none());
    assert!(texts(&file).contains(&(PlaceKind::Destination, "█.old".to_owned())));
}

#[test]
fn names_of_peoples_choice_are_texts() {
    let field = "<</Subtype/Widget/FT/Btn/V/Roe/AS/Roe/AP<</N<</Roe 5 0 R/Off 5 0 R>>>>>>";
    let page = "/Annots[4 0 R]/Resources<</ColorSpace<</My#20C[/Separation/Roe#20red/DeviceGray 6 0 R]>>\
        /Font<</F<</Type/Font/BaseFont/Times#20New>>>>>>";
    let bytes = one_page("", page, &[field, &stream("/Subtype/Form", ""), "<</FunctionType 2>>"], "");
    let found = texts(&open(&bytes));
    let expected = [(PlaceKind::Field, "Roe".to_owned()), (PlaceKind::Other, "Roe red".to_owned())];
    assert_eq!(found.len(), expected.len());
    assert!(expected.iter().all(|place| found.contains(place)));
    let (_, written) = masked(&bytes, "Roe", "A");
    assert!(!holds(&written, "Roe"));
    assert_eq!(String::from_utf8_lossy(&written).matches("/A ").count(), 1);
    assert_eq!(String::from_utf8_lossy(&written).matches("/AS /A/").count(), 1);
}

#[test]
fn keys_under_keys_are_renamed() {
    let bytes = one_page("/X<</Roe#20a<</Roe#20b<</Roe#20c(Roe d)>>>>>>", "", &[], "");
    let (_, written) = masked(&bytes, "Roe", "N");
    assert!(!holds(&written, "Roe") && holds(&written, "N d"));
}

#[test]
fn what_pictures_say_about_themselves_is_metadata() {
    let picture = "<</Subtype/Image/Filter[/AHx/DCTDecode]/DecodeParms[null<</ColorTransform 0>>]/Length 41>>stream\n\
        FFD8FFFE0005526F65FFDB000301FFDA0002FFD9>\nendstream";
    let mut file = open(&one_page("", "/Resources<</XObject<</I 4 0 R>>>>", &[picture], ""));
    assert_eq!(survey(&file).expect("sound").inventory.metadata, 1);
    take_out(&mut file, &Removals { metadata: true, ..Removals::default() }).expect("no XFA");
    assert_eq!(survey(&file).expect("sound").inventory.metadata, 0);
    let picture = file.get(4).and_then(PdfObject::as_stream).expect("still there");
    assert_eq!(&*picture.coded, b"\xff\xd8\xff\xdb\0\x03\x01\xff\xda\0\x02\xff\xd9");
    assert!(picture.dict.get("DecodeParms").and_then(PdfObject::as_dict).is_some());
}

#[test]
fn values_of_fields_go_by_the_name_of_the_field() {
    let others = [
        "<</FT/Tx/T(person)/TU(Full name)/V(Jane Roe)/Kids[5 0 R]>>",
        "<</Subtype/Widget/Parent 4 0 R/DV 8 0 R/RV(<p>Rich Roe</p>)/MK<</CA(Press)>>>>",
        "<</Subtype/Widget/FT/Ch/T(town)/Opt 9 0 R/V[(Graz)]>>",
        "<</Subtype/Widget/FT/Tx/T( )/V(Nobody)>>",
        "(John Doe)",
        "[[(1)(Vienna)](Linz)]",
    ];
    let root = "/AcroForm<</Fields[4 0 R 6 0 R 7 0 R]>>";
    let file = open(&one_page(root, "/Annots[5 0 R 6 0 R 7 0 R]", &others, ""));
    let places: Vec<PdfText> = survey(&file).expect("sound").places.into_iter().map(|(place, _)| place).collect();
    let label = |text: &str| places.iter().find(|place| place.text.trim() == text).map(|place| place.label.as_deref());
    for (text, name) in [
        ("Jane Roe", Some("Full name")),
        ("John Doe", Some("Full name")),
        ("Rich Roe", Some("Full name")),
        ("Graz", Some("town")),
        ("Vienna", Some("town")),
        ("Linz", Some("town")),
        ("Nobody", None),
        ("Full name", None),
        ("Press", None),
    ] {
        assert_eq!(label(text), Some(name), "{text}");
    }
    assert!(!format!("{places:?}").contains("town"));
}

#[test]
fn removals_take_out_and_are_counted() {
    let mut file = open(&full());
    let SurveyedParts { inventory: before, attached, .. } = survey(&file).expect("sound");
    assert_eq!((attached.len(), before.scripts, before.metadata, before.multimedia), (1, 1, 2, 0));
    // The private data, the date of the page, and the object nothing leads to.
    assert_eq!(before.dropped, 3);
    let removals = Removals { metadata: true, scripts: true, ..Removals::default() };
    take_out(&mut file, &removals).expect("no XFA");
    let written = file.write().expect("writable");
    let SurveyedParts { places, inventory: after, attached, .. } = survey(&open(&written)).expect("sound");
    assert_eq!((attached.len(), after.scripts, after.metadata, after.dropped), (0, 0, 0, 0));
    for gone in ["Roe inside", "Roe.txt", "app.alert", "dc:creator", "Roe private", "Author", "Roe unreachable"] {
        assert!(!holds(&written, gone), "{gone}");
    }
    assert!(places.iter().any(|(place, _)| place.kind == PlaceKind::Bookmark));
}

#[test]
fn annotations_of_things_go_with_them() {
    let page = "/Annots[4 0 R 5 0 R 6 0 R<</Subtype/Movie/T(x)>>]";
    let sound = "<</Type/Annot/Subtype/FileAttachment/FS<</F(a.txt)/EF<</F 7 0 R>>>>/Contents(Jane)>>";
    let others = [
        sound,
        "<</Type/Annot/Subtype/Popup/Parent 4 0 R>>",
        "<</Type/Annot/Subtype/Text/Contents(stays)>>",
        &stream("", "Roe attached"),
    ];
    let mut file = open(&one_page("", page, &others, ""));
    assert_eq!(survey(&file).expect("sound").inventory.multimedia, 1);
    take_out(&mut file, &Removals { multimedia: true, ..Removals::default() }).expect("no XFA");
    let written = file.write().expect("writable");
    assert!(!holds(&written, "Roe attached") && !holds(&written, "Jane"));
    let file = open(&written);
    let pages = file.pages().expect("one");
    let page = pages.first().and_then(|&page| file.get(page)).and_then(PdfObject::as_dict).expect("one");
    assert_eq!(file.entry(page, "Annots").as_array().map(<[_]>::len), Some(1));
}

#[test]
fn what_pages_draw_with_stays_whatever_its_name() {
    let resources = "/Resources<</XObject<</JS 4 0 R/Metadata 4 0 R/Sound 4 0 R>>/Font<</EF<</Type/Font>>/AF 5 0 R>>>>";
    let others = [&stream("/Subtype/Form/BBox[0 0 1 1]", "(Roe) Tj"), "<</Type/Font/Subtype/Type1>>"];
    let mut file = open(&one_page("", resources, &others, ""));
    let SurveyedParts { places, inventory, attached, .. } = survey(&file).expect("sound");
    assert!(places.is_empty() && attached.is_empty());
    assert_eq!(inventory.scripts + inventory.metadata, 0);
    let all = Removals { metadata: true, scripts: true, multimedia: true, ..Removals::default() };
    let before = file.clone().write().expect("writable");
    take_out(&mut file, &all).expect("no XFA");
    assert_eq!(file.write().expect("writable"), before);
}

#[test]
fn a_second_description_of_a_form_must_be_removed() {
    let bytes = one_page("/AcroForm<</Fields[]/XFA 4 0 R>>", "", &[&stream("", "<xdp>Roe</xdp>")], "");
    let mut file = open(&bytes);
    assert!(survey(&file).expect("sound").inventory.xfa);
    assert!(matches!(take_out(&mut file, &Removals::default()), Err(PdfError::Part { .. })));
    take_out(&mut file, &Removals { xfa: true, ..Removals::default() }).expect("asked for");
    assert!(!holds(&file.write().expect("writable"), "Roe"));
}

#[test]
fn streams_nobody_knows_are_read_as_text_or_counted() {
    let others = [stream("", "notes by Jane Roe"), stream("", "\0\u{1}\u{2}\0")];
    let file = open(&one_page("/Mine 4 0 R/Other 5 0 R", "", &[&others[0], &others[1]], ""));
    let SurveyedParts { places, inventory, .. } = survey(&file).expect("sound");
    assert_eq!(places.len(), 1);
    assert_eq!(inventory.unknown, 1);
    let (_, written) = masked(&one_page("/Mine 4 0 R", "", &[&others[0]], ""), "Jane Roe", "N");
    assert!(holds(&written, "notes by N") && !holds(&written, "Jane"));
}

#[test]
fn what_speaks_for_marked_content_goes_with_it() {
    let others = [
        "<</Type/StructTreeRoot/K 5 0 R>>",
        "<</S/Sect/P 4 0 R/K[6 0 R 7 0 R]/Alt(whole)>>",
        "<</S/P/P 5 0 R/Pg 3 0 R/K[0<</Type/MCR/MCID 4>>]/ActualText(first)>>",
        "<</S/P/P 5 0 R/Pg 3 0 R/K 1/ActualText(second)>>",
    ];
    let mut file = open(&one_page("/StructTreeRoot 4 0 R", "", &others, ""));
    forget(&mut file, &BTreeMap::from([(3, BTreeSet::from([4]))]));
    let said: Vec<String> = texts(&file).into_iter().map(|(_, text)| text).collect();
    assert_eq!(said, ["second"]);
}

#[test]
fn many_names_of_one_dictionary_change_together() {
    let dests = "/Dests<</Roe.b[3 0 R/Fit]/X.a null/Roe.a[3 0 R/Fit]/Other[3 0 R/Fit]>>";
    let page = "/Annots[<</Subtype/Link/Dest/Roe.b>>]";
    let (file, written) = masked(&one_page(dests, page, &[], ""), "Roe", "X");
    let dests = file.root().map(|root| file.entry(root, "Dests").clone());
    let keys: Vec<Vec<u8>> =
        dests.expect("a catalogue").as_dict().expect("names").iter().map(|(key, _)| key.to_vec()).collect();
    assert_eq!(keys, [b"Other".as_slice(), b"X.a", b"X.b"]);
    assert!(holds(&written, "/Dest /X.b") && !holds(&written, "Roe"));
}

#[test]
fn pages_that_are_not_shown_are_emptied_and_what_others_share_with_them_is_read() {
    let hidden = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[6 0 R]/Note(Jane)>>";
    let content = stream("", "BT (Jane Roe) Tj ET");
    let field = "<</Subtype/Widget/FT/Tx/T(f)/V(Ann Lee)>>";
    let source = one_page("/Old[4 0 R/Fit]/Form[6 0 R]/AcroForm<</Fields[6 0 R]>>", "", &[hidden, &content, field], "");
    let opened = OpenedPdf::new(source).expect("sound");
    assert!(opened.places.iter().any(|place| place.text == "Ann Lee"), "what else leads to it tells what it is");
    assert!(opened.pdf.inventory().dropped > 0 && opened.pdf.inventory().unknown == 0);
    let edits = vec![Vec::new(); opened.places.len()];
    let metadata = Removals { metadata: true, ..Removals::default() };
    let written = opened.write(&edits, &metadata).expect("written");
    assert!(!written.windows(4).any(|window| window == b"Jane") && written.windows(3).any(|window| window == b"Ann"));
}

/// A file with three attached files: in the tree of names, on a page as a note, and associated with the page.
fn with_attachments() -> Vec<u8> {
    let root = "/Names<</EmbeddedFiles<</Names[(a.txt)4 0 R(b.txt)5 0 R]>>>>/AF[4 0 R]";
    let page = "/Annots[6 0 R]/AF[<</F(d.bin)/EF<</F 10 0 R>>>>]";
    let params = "/Params<</Size 3/CheckSum(0123456789abcdef)/ModDate(D:20240101)>>";
    let others = [
        "<</Type/Filespec/F(old.txt)/UF(a.txt)/Desc(about Ann)/EF<</F 7 0 R/UF 7 0 R>>>>",
        "<</Type/Filespec/F(b.txt)/EF<</F 8 0 R>>>>",
        "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/Contents(a note)/FS<</F(c.txt)/EF<</F 9 0 R>>>>>>",
        &stream(&format!("/Type/EmbeddedFile{params}"), "Ann Lee"),
        &stream("/Type/EmbeddedFile", "Bob Lee"),
        &stream("", "Cid Lee"),
        &stream("/Params<</ModDate(D:20240101)>>", "\0\u{1}Dan Lee"),
    ];
    one_page(root, page, &others, "")
}

/// The names and contents of the files attached to a file.
fn attached(bytes: &[u8]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let opened = OpenedPdf::new(bytes.to_vec()).expect("sound");
    let add = |file: super::AttachedFile| {
        found.push((file.name, String::from_utf8_lossy(&file.content.expect("unpacked")).into_owned()));
    };
    opened.pdf.attached_files(add).expect("sound");
    found
}

#[test]
fn attached_files_are_handed_out_wherever_they_are_named() {
    let found = attached(&with_attachments());
    let found: Vec<(&str, &str)> = found.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect();
    assert_eq!(found, [("a.txt", "Ann Lee"), ("b.txt", "Bob Lee"), ("c.txt", "Cid Lee"), ("d.bin", "\0\u{1}Dan Lee")]);
    let texts: Vec<String> = texts(&open(&with_attachments())).into_iter().map(|(_, text)| text).collect();
    assert!(!texts.iter().any(|text| text.contains("Lee")), "their bytes are nobody else's to read");
}

#[test]
fn attached_files_change_and_go_one_by_one() {
    let source = with_attachments();
    let opened = OpenedPdf::new(source.clone()).expect("sound");
    let edits = vec![Vec::new(); opened.places.len()];
    let keep = || AttachmentChange::Keep;
    let changes =
        [AttachmentChange::Replace(b"[P]".to_vec()), AttachmentChange::Remove, AttachmentChange::Remove, keep()];
    let write = |changes: &[AttachmentChange], removals: &Removals| {
        with_edits(&opened.places, &edits, |edits| opened.pdf.write(edits, removals, changes))
    };
    let written = write(&changes, &Removals::default()).expect("written");
    let left = attached(&written);
    assert_eq!(left.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a.txt", "d.bin"]);
    assert_eq!(left[0].1, "[P]");
    for gone in ["Ann Lee", "Bob Lee", "Cid Lee", "b.txt", "c.txt", "a note", "0123456789abcdef"] {
        assert!(!holds(&written, gone), "{gone}");
    }
    let file = open(&written);
    let size = file.objects().find_map(|(_, object)| {
        let told = file.entry(object.as_stream()?.dict.get("Params").and_then(PdfObject::as_dict)?, "Size");
        told.as_integer()
    });
    assert_eq!(size, Some(3));
    assert!(holds(&written, "D:20240101"), "times go with the metadata only");
    let metadata = Removals { metadata: true, ..Removals::default() };
    let written = write(&[keep(), keep(), keep(), keep()], &metadata).expect("written");
    assert!(!holds(&written, "D:20240101") && attached(&written).len() == 4);
    assert_eq!(write(&[keep(), keep(), keep(), keep()], &Removals::default()).expect("written"), source);
    let all = [AttachmentChange::Remove, AttachmentChange::Remove, AttachmentChange::Remove, AttachmentChange::Remove];
    let written = write(&all, &Removals::default()).expect("written");
    assert!(attached(&written).is_empty() && !holds(&written, "EmbeddedFiles") && !holds(&written, "Filespec"));
    assert_eq!(write(&all[..2], &Removals::default()), Err(PdfError::Inconsistent));
}

#[test]
fn a_link_that_hides_a_mail_address_in_turned_digits_goes() {
    let link = |address: &str| format!("<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI({address})>>>>");
    let turned = link("https://x.example/cdn-cgi/l/email-protection#5a3b34341a22743f223b372a363f");
    let bytes = one_page("", "/Annots[4 0 R 5 0 R]", &[&turned, &link("https://x.example/open")], "");
    let mut file = open(&bytes);
    take_out(&mut file, &Removals::default()).expect("sound");
    let left = |number| file.get(number).and_then(PdfObject::as_dict).is_some_and(|dict| dict.get("A").is_some());
    assert_eq!((left(4), left(5)), (false, true));
}
