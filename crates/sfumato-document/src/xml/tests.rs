//! Tests of the scanner and of what stands around it.

use std::borrow::Cow;

use proptest::prelude::*;

use super::*;

/// The events as the text they cover, each with a letter for its kind.
fn events(source: &str) -> Result<Vec<String>, XmlError> {
    let slice = |range: &Range<usize>| source.get(range.clone()).expect("on character boundaries").to_owned();
    XmlScanner::new(source)
        .map(|event| {
            Ok(match event? {
                XmlEvent::Start(tag) if tag.empty => format!("E {}", slice(&tag.name)),
                XmlEvent::Start(tag) => format!("S {}", slice(&tag.name)),
                XmlEvent::End(tag) => format!("/ {}", slice(&tag.name)),
                XmlEvent::Text(range) => format!("T {}", slice(&range)),
                XmlEvent::CData(range) => format!("D {}", slice(&range)),
                XmlEvent::Comment(range) => format!("C {}", slice(&range)),
                XmlEvent::Instruction(range) => format!("I {}", slice(&range)),
                XmlEvent::Declaration(range) => format!("X {}", slice(&range)),
                XmlEvent::Doctype(range) => format!("Y {}", slice(&range)),
            })
        })
        .collect()
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(events(source).expect("well formed"), expected);
}

#[track_caller]
fn refused(source: &str, at: usize, fault: &str) {
    let error = events(source).expect_err("not well formed");
    assert_eq!((error.at, error.fault), (at, fault), "{source}");
}

/// Every kind of event, names beyond ASCII and all kinds of references.
const RICH: &str = "<?xml version=\"1.0\" encoding='UTF-8' standalone=\"yes\"?>\n<!DOCTYPE ñ:a SYSTEM 'x>y' [ <!-- ] ' --> \
     <!ELEMENT b (c)> <?p ]> ?> ] >\n<!--é--><ñ:a xmlns:ñ=\"urn:x\" b = '>\"é' ñ:c=\"a&lt;b\">té&amp;&#233;&#xE9;]]\
     <b/><c\t>x</c\n><![CDATA[<&]]]]><?target data?><?bare?></ñ:a >\n<!-- end -->\n";

#[test]
fn every_kind_of_event_is_told() {
    check(
        RICH,
        &[
            "X <?xml version=\"1.0\" encoding='UTF-8' standalone=\"yes\"?>",
            "T \n",
            "Y <!DOCTYPE ñ:a SYSTEM 'x>y' [ <!-- ] ' --> <!ELEMENT b (c)> <?p ]> ?> ] >",
            "T \n",
            "C é",
            "S ñ:a",
            "T té&amp;&#233;&#xE9;]]",
            "E b",
            "S c",
            "T x",
            "/ c",
            "D <&]]",
            "I <?target data?>",
            "I <?bare?>",
            "/ ñ:a",
            "T \n",
            "C  end ",
            "T \n",
        ],
    );
}

#[test]
fn small_documents_are_read() {
    check("<a/>", &["E a"]);
    check("\u{feff}<a></a>", &["S a", "/ a"]);
    check("<!DOCTYPE html><a/>", &["Y <!DOCTYPE html>", "E a"]);
    check("<!DOCTYPE a PUBLIC \"p\" 's'><a/>", &["Y <!DOCTYPE a PUBLIC \"p\" 's'>", "E a"]);
    check("<a>\u{f020}\u{fffd}\r\n</a>", &["S a", "T \u{f020}\u{fffd}\r\n", "/ a"]);
    check("<a><!----></a>", &["S a", "C ", "/ a"]);
}

#[test]
fn broken_structure_is_refused_where_it_breaks() {
    refused("", 0, "no root element");
    refused("\n<!-- a -->", 11, "no root element");
    refused("<a>", 1, "an element that does not end");
    refused("<a><b></a></b>", 6, "an end tag of another name than the start");
    refused("<a/></a>", 4, "an end tag without a start");
    refused("<a/><b/>", 4, "a second root element");
    refused("<a/>x", 4, "text outside the root element");
    refused(" x<a/>", 1, "text outside the root element");
    refused("<a/>&amp;", 4, "text outside the root element");
    refused("<a/><![CDATA[x]]>", 4, "a declaration out of place");
    refused("<a><!DOCTYPE a></a>", 3, "a declaration out of place");
    refused("<!DOCTYPE a><!DOCTYPE a><a/>", 12, "a declaration out of place");
    refused("<a>]]></a>", 5, "the end of a CDATA section without a start");
    refused("<a><![CDATA[</a>", 12, "a CDATA section that does not end");
    refused("<a><!-- -- --></a>", 8, "-- inside a comment");
    refused("<a><!--->", 7, "a comment that does not end");
    refused("<a><?b</a>", 6, "no blank after the target of an instruction");
    refused("<a><?b </a>", 7, "an instruction that does not end");
    refused(" <?xml version='1.0'?><a/>", 3, "an XML declaration out of place");
    refused("<a><?XML x?></a>", 5, "an XML declaration out of place");
    refused("<?xml?><a/>", 2, "an XML declaration out of place");
    refused("<a><?b:c d?></a>", 5, "a name with a stray colon");
    refused("<a", 2, "a tag that does not end");
    refused("<a/ >", 3, "a tag that does not end");
    refused("<a></ a>", 5, "no name where one must be");
    refused("<1a/>", 1, "no name where one must be");
    refused("<a:b:c/>", 1, "a name with a stray colon");
    refused("<:b/>", 1, "a name with a stray colon");
    refused("<a:/>", 1, "a name with a stray colon");
}

#[test]
fn broken_attributes_are_refused() {
    refused("<a b='1' c='2' b='3'/>", 15, "an attribute given twice");
    refused("<a b='1'c='2'/>", 8, "no blank before an attribute");
    refused("<a b/>", 4, "an attribute without a value");
    refused("<a b=1/>", 5, "no quote where one must be");
    refused("<a b='1/>", 5, "a quote that does not end");
    refused("<a b='<'/>", 6, "< in the value of an attribute");
    refused("<a b='&x;'/>", 6, "an unknown reference");
}

#[test]
fn characters_and_references_are_checked() {
    refused("<a>\u{1}</a>", 3, "a character that XML forbids");
    refused("<a>é\u{ffff}</a>", 5, "a character that XML forbids");
    for reference in ["&", "&nbsp;", "&amp", "&#;", "&#x;", "&#0;", "&#xd800;", "&#xffff;", "&#99999999999;", "&#65"] {
        refused(&format!("<a>x{reference}</a>"), 4, "an unknown reference");
    }
}

#[test]
fn declarations_are_checked() {
    refused("<?xml version='1.1'?><a/>", 15, "a version of XML other than 1.0");
    refused("<?xml encoding='utf-8'?><a/>", 22, "an XML declaration without a version");
    refused("<?xml version='1.0' encoding='é'?><a/>", 30, "no name of an encoding");
    refused("<?xml version='1.0' standalone='1'?><a/>", 32, "standalone neither yes nor no");
    refused("<?xml version='1.0' standalone='no' encoding='a'?><a/>", 36, "an unknown part of the XML declaration");
    refused("<?xml version='1.0'><a/>", 19, "an XML declaration that does not end");
    refused(
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
        13,
        "declarations of entities, which are not read; expand them first",
    );
    refused("<!DOCTYPE a [ %b; ]><a/>", 14, "declarations of entities, which are not read; expand them first");
    refused("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", 13, "attribute declarations");
    refused("<!DOCTYPE a [<!NOTATION a 'c'>]><a/>", 13, "a declaration that is not read");
    refused("<!DOCTYPE a [<!ELEMENT a ANY", 22, "a declaration that does not end");
    refused("<!DOCTYPE a [<!ELEMENT a %b;>]><a/>", 22, "a declaration that is not read");
    refused("<!DOCTYPE a SYSTEM 'b'", 22, "a document type that does not end");
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    assert!(events(&nested(MAX_DEPTH)).is_ok());
    refused(&nested(MAX_DEPTH + 1), MAX_DEPTH * 3, "elements nested too deep");
}

#[test]
fn nothing_follows_an_error() {
    let mut scanner = XmlScanner::new("<a>&x;</a>");
    assert!(scanner.next().is_some_and(|event| event.is_ok()));
    assert!(scanner.next().is_some_and(|event| event.is_err()));
    assert!(scanner.next().is_none());
}

#[test]
fn an_attribute_can_be_cut() {
    let source = "<a  b = '>' \n c:d=\"/\" />";
    let tag = match XmlScanner::new(source).next() {
        Some(Ok(XmlEvent::Start(tag))) => tag,
        other => panic!("no start tag: {other:?}"),
    };
    let found: Vec<XmlAttribute> = attributes(source, &tag).collect();
    let pairs: Vec<_> = found.iter().map(|a| (source.get(a.name.clone()), source.get(a.value.clone()))).collect();
    assert_eq!(pairs, [(Some("b"), Some(">")), (Some("c:d"), Some("/"))]);
    for (attribute, left) in found.iter().zip(["<a \n c:d=\"/\" />", "<a  b = '>' />"]) {
        let mut cut = source.to_owned();
        cut.replace_range(attribute.whole.clone(), "");
        assert_eq!(cut, left);
        assert_eq!(events(&cut).expect("well formed").len(), 1);
    }
}

#[test]
fn an_encoding_is_told_from_the_declaration() {
    assert_eq!(declared_encoding(b"<?xml version='1.0' encoding=\"ISO-8859-1\"?><a>\xe9</a>"), Some("ISO-8859-1"));
    assert_eq!(declared_encoding(b"\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?><a/>"), Some("utf-8"));
    assert_eq!(declared_encoding(b"<?xml version='1.0'?><a encoding='x'/>"), None);
    assert_eq!(declared_encoding(b"<a encoding='x'?>"), None);
    assert_eq!(declared_encoding(b""), None);
}

#[test]
fn references_and_line_ends_are_unescaped() {
    assert_eq!(unescape("&#x00e9;x"), Some(('é', 8)));
    assert_eq!(unescape("&#233;"), Some(('é', 6)));
    assert_eq!(unescape("\r\nx"), Some(('\n', 2)));
    assert_eq!(unescape("\rx"), Some(('\n', 1)));
    assert_eq!(unescape("&#13;"), Some(('\r', 5)));
    assert_eq!(unescape("ñ"), Some(('ñ', 2)));
    assert_eq!(unescape(""), None);
    assert_eq!(unescape("&nbsp;"), None);
    assert_eq!(unescaped("a&lt;\r\nb\t").as_deref(), Some("a<\nb\t"));
    assert!(matches!(unescaped("plain"), Some(Cow::Borrowed("plain"))));
    assert_eq!(unescaped("a&b"), None);
    assert_eq!(unescaped_attribute("a\r\nb\tc&#10;d").as_deref(), Some("a b c\nd"));
}

#[test]
fn namespaces_are_followed() {
    let source = "<a xmlns='urn:a' xmlns:p='urn:p'><p:b xmlns:p='urn&#x3a;q' p:x='' y='' xml:z=''/><p:c xmlns=''>\
                  <d/></p:c></a>";
    let mut names = NamespaceTracker::new(source);
    let mut found = Vec::new();
    for event in XmlScanner::new(source) {
        let event = event.expect("well formed");
        names.follow(&event).expect("sound");
        if let XmlEvent::Start(tag) | XmlEvent::End(tag) = &event {
            let (namespace, local) = names.element(tag).expect("bound");
            found.push(format!("{namespace} {local}"));
            for attribute in attributes(source, tag) {
                let (namespace, local) = names.attribute(&attribute).expect("bound");
                found.push(format!("@{namespace} {local}"));
            }
        }
    }
    let declared = "@http://www.w3.org/2000/xmlns/";
    let expected = [
        "urn:a a",
        &format!("{declared} xmlns"),
        &format!("{declared} p"),
        "urn:q b",
        &format!("{declared} p"),
        "@urn:q x",
        "@ y",
        "@http://www.w3.org/XML/1998/namespace z",
        "urn:p c",
        &format!("{declared} xmlns"),
        " d",
        "urn:p c",
        "urn:a a",
    ];
    assert_eq!(found, expected);
    assert_eq!((local("w:t"), local("t")), ("t", "t"));
}

/// Follows the names of a source and looks all of them up.
fn resolve(source: &str) -> Result<(), XmlError> {
    let mut names = NamespaceTracker::new(source);
    for event in XmlScanner::new(source) {
        let event = event?;
        names.follow(&event)?;
        if let XmlEvent::Start(tag) | XmlEvent::End(tag) = &event {
            names.element(tag)?;
            attributes(source, tag).try_for_each(|attribute| names.attribute(&attribute).map(drop))?;
        }
    }
    Ok(())
}

#[test]
fn unsound_namespaces_are_refused() {
    assert_eq!(resolve(RICH), Ok(()));
    let unbound = "a prefix without a namespace";
    assert_eq!(resolve("<a><b xmlns:p='q'/><p:c/></a>"), Err(XmlError { at: 20, fault: unbound }));
    assert_eq!(resolve("<a p:b=''/>"), Err(XmlError { at: 3, fault: unbound }));
    for declared in ["xmlns:p=''", "xmlns:xml='x'", "xmlns:xmlns='x'", "xmlns='http://www.w3.org/2000/xmlns/'"] {
        assert!(resolve(&format!("<a {declared}/>")).is_err(), "{declared}");
    }
    let many: String = (0..600).map(|n| format!(" xmlns:n{n}='u'")).collect();
    assert!(resolve(&format!("<a{many}/>")).is_err());
}

proptest! {
    #[test]
    fn escaped_text_reads_back(text in "(?s)[\u{20}-\u{d7ff}\t\n\r<>&\"']{0,60}") {
        let mut out = String::from("<a b=\"");
        escape_attribute(&text, &mut out);
        out.push_str("\">");
        escape_text(&text, &mut out);
        out.push_str("</a>");
        let events: Result<Vec<XmlEvent>, XmlError> = XmlScanner::new(&out).collect();
        let events = events.expect("well formed");
        let [XmlEvent::Start(tag), rest @ ..] = events.as_slice() else { panic!("no start tag") };
        let value = attributes(&out, tag).next().expect("an attribute").value;
        let value = unescaped_attribute(out.get(value).expect("inside"));
        prop_assert_eq!(value.as_deref(), Some(text.as_str()));
        if let [XmlEvent::Text(range), ..] = rest {
            let inner = unescaped(out.get(range.clone()).expect("inside"));
            prop_assert_eq!(inner.as_deref(), Some(text.as_str()));
        }
    }

    #[test]
    fn forbidden_characters_are_dropped(text in "(?s).{0,40}") {
        let (mut one, mut other) = (String::new(), String::new());
        escape_text(&text, &mut one);
        escape_attribute(&text, &mut other);
        let document = format!("<a b=\"{other}\">{one}</a>");
        prop_assert!(events(&document).is_ok());
    }

    #[test]
    fn changed_documents_are_read_or_refused(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..4, "[<>&;/!?='\" \\[\\]:a\u{1}é-]{0,3}"), 0..4),
    ) {
        let mut characters: Vec<char> = RICH.chars().collect();
        for (at, cut, put) in changes {
            let at = at.index(characters.len() + 1);
            let end = (at + cut).min(characters.len());
            characters.splice(at..end, put.chars());
        }
        covers_its_source(&characters.into_iter().collect::<String>());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(?s)(<[a!?/]?[a>/]?|[a&;=' \\]>-]|.){0,40}") {
        covers_its_source(&text);
    }
}

/// Events up to the first error lie one after another, and on character boundaries.
fn covers_its_source(source: &str) {
    let mut at = if source.starts_with('\u{feff}') { 3 } else { 0 };
    let mut complete = true;
    for event in XmlScanner::new(source) {
        let Ok(event) = event else {
            complete = false;
            break;
        };
        let whole = event.whole();
        assert_eq!(whole.start, at);
        assert!(source.get(whole.clone()).is_some_and(|text| !text.is_empty()));
        if let XmlEvent::Start(tag) = &event {
            for attribute in attributes(source, tag) {
                assert!(
                    [attribute.name, attribute.value, attribute.whole].into_iter().all(|r| source.get(r).is_some())
                );
            }
        }
        at = whole.end;
    }
    assert!(!complete || at == source.len());
    _ = resolve(source);
}
