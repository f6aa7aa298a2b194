//! Tests of archives, sound and hostile.

use proptest::prelude::*;

use super::*;

/// A member as a test wants it written.
#[derive(Clone)]
struct ZipTestMember {
    name: &'static str,
    /// The name in the member's own header.
    header_name: &'static str,
    content: Vec<u8>,
    method: u16,
    flags: u16,
    extra: &'static [u8],
    comment: &'static [u8],
    date: u16,
    /// Bytes before the member that belong to none.
    gap: &'static [u8],
    /// Bytes behind the packed data.
    slack: &'static [u8],
    /// The size that the archive states, if it lies.
    size: Option<u32>,
    is_wide: bool,
}

const STREAMED: u16 = 1 << 3;
const UTF8: u16 = 1 << 11;
const DATE: u16 = 0x21;

fn made(name: &'static str, content: &[u8]) -> ZipTestMember {
    ZipTestMember {
        name,
        header_name: name,
        content: content.to_vec(),
        method: 8,
        flags: 0,
        extra: b"",
        comment: b"",
        date: DATE,
        gap: b"",
        slack: b"",
        size: None,
        is_wide: false,
    }
}

fn crc(content: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    crc.sum()
}

fn shorts(out: &mut Vec<u8>, values: &[u16]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

fn longs(out: &mut Vec<u8>, values: &[u32]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

/// Writes an archive by the letter of the format, independently of the code under test.
fn archive(members: &[ZipTestMember], comment: &[u8]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for made in members {
        let mut packed =
            if made.method == 8 { deflate::deflate(&made.content).expect("packed") } else { made.content.clone() };
        packed.extend_from_slice(made.slack);
        let size = made.size.unwrap_or(made.content.len() as u32);
        let stated = [crc(&made.content), packed.len() as u32, size];
        out.extend_from_slice(made.gap);
        let start = out.len() as u32;
        out.extend_from_slice(b"PK\x03\x04");
        shorts(&mut out, &[20, made.flags, made.method, 0, made.date]);
        longs(&mut out, if made.flags & STREAMED != 0 { &[0; 3] } else { &stated });
        shorts(&mut out, &[made.header_name.len() as u16, made.extra.len() as u16]);
        out.extend_from_slice(made.header_name.as_bytes());
        out.extend_from_slice(made.extra);
        out.extend_from_slice(&packed);
        if made.flags & STREAMED != 0 {
            out.extend_from_slice(b"PK\x07\x08");
            longs(&mut out, &stated);
        }
        let mut wide = Vec::new();
        let mut listed = stated;
        if made.is_wide {
            shorts(&mut wide, &[1, 16]);
            longs(&mut wide, &[size, 0, packed.len() as u32, 0]);
            listed = [stated[0], u32::MAX, u32::MAX];
        }
        directory.extend_from_slice(b"PK\x01\x02");
        shorts(&mut directory, &[20, 20, made.flags, made.method, 0, made.date]);
        longs(&mut directory, &listed);
        shorts(&mut directory, &[made.name.len() as u16, wide.len() as u16, made.comment.len() as u16, 0, 0]);
        longs(&mut directory, &[0, start]);
        directory.extend_from_slice(made.name.as_bytes());
        directory.extend_from_slice(&wide);
        directory.extend_from_slice(made.comment);
    }
    let (start, length) = (out.len() as u32, directory.len() as u32);
    out.append(&mut directory);
    out.extend_from_slice(b"PK\x05\x06");
    shorts(&mut out, &[0, 0, members.len() as u16, members.len() as u16]);
    longs(&mut out, &[length, start]);
    shorts(&mut out, &[comment.len() as u16]);
    out.extend_from_slice(comment);
    out
}

fn sample() -> Vec<ZipTestMember> {
    vec![
        ZipTestMember { method: 0, ..made("mimetype", b"application/x-test") },
        made("content.xml", "<a>Rosa Ibáñez</a>".repeat(40).as_bytes()),
        ZipTestMember { flags: STREAMED, ..made("Pictures/1.png", &[7; 300]) },
        ZipTestMember { flags: UTF8, ..made("Pictures/é.png", b"x") },
        ZipTestMember { method: 0, ..made("empty/", b"") },
    ]
}

fn open(members: &[ZipTestMember]) -> Result<ZipArchive, ZipError> {
    ZipArchive::open(archive(members, b""))
}

#[track_caller]
fn refused(members: &[ZipTestMember], fault: &str) {
    let found = match open(members).and_then(|archive| archive.read(0)) {
        Err(ZipError::Damaged { fault, .. } | ZipError::Bomb { fault } | ZipError::Unsupported { fault }) => fault,
        Err(ZipError::Encrypted) => "encrypted",
        Ok(_) => "nothing",
    };
    assert_eq!(found, fault);
}

#[test]
fn members_are_listed_found_and_read() {
    let archive = open(&sample()).expect("sound");
    let names: Vec<&str> = archive.members().iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["mimetype", "content.xml", "Pictures/1.png", "Pictures/é.png", "empty/"]);
    assert_eq!((archive.find("Content.XML"), archive.find("content")), (Some(1), None));
    for (number, made) in sample().iter().enumerate() {
        assert_eq!(archive.read(number).expect("sound"), made.content);
    }
    assert!(archive.read(5).is_err());
    assert!(!archive.has_extras());
    assert!(ZipArchive::open(archive.into_bytes()).is_ok());
}

#[test]
fn a_rebuild_keeps_order_and_content() {
    let opened = open(&sample()).expect("sound");
    let mut changes = vec![ContentChange::Keep; 5];
    changes[0] = ContentChange::Replace(b"other".to_vec());
    changes[1] = ContentChange::Replace(b"<a>[PERSON 1]</a>".to_vec());
    changes[2] = ContentChange::Remove;
    let written = opened.write(&changes, |_| None).expect("written");
    assert_eq!(written, opened.write(&changes, |_| None).expect("written"), "the same each time");
    let reopened = ZipArchive::open(written).expect("sound");
    let names: Vec<&str> = reopened.members().iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["mimetype", "content.xml", "Pictures/é.png", "empty/"]);
    let contents: Vec<Vec<u8>> = (0..4).map(|number| reopened.read(number).expect("sound")).collect();
    assert_eq!(contents, [&b"other"[..], b"<a>[PERSON 1]</a>", b"x", b""]);
    assert_eq!(reopened.members()[0].method, ZipMethod::Stored);
    assert_eq!(reopened.packed(&reopened.members()[2]), opened.packed(&opened.members()[3]));
    assert!(opened.write(&changes[..4], |_| None).is_err());
}

#[test]
fn a_plain_archive_is_written_as_it_was() {
    let plain: Vec<ZipTestMember> =
        sample().into_iter().map(|made| ZipTestMember { flags: made.flags & !STREAMED, ..made }).collect();
    let opened = open(&plain).expect("sound");
    assert_eq!(opened.write(&vec![ContentChange::Keep; 5], |_| None).expect("written"), opened.bytes());
}

#[test]
fn large_content_survives_packing() {
    let content: Vec<u8> = (0..3_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let opened = open(&[made("a", b"")]).expect("sound");
    let written = opened.write(&[ContentChange::Replace(content.clone())], |_| None).expect("written");
    assert_eq!(ZipArchive::open(written).expect("sound").read(0).expect("sound"), content);
}

#[test]
fn what_tells_of_before_is_noticed_and_dropped() {
    let plain = made("a", b"x");
    let cases = [
        (ZipTestMember { extra: b"\x99\x99\x01\x00z", ..plain.clone() }, &b""[..]),
        (ZipTestMember { comment: b"by Rosa", ..plain.clone() }, b""),
        (ZipTestMember { date: 0x5a21, ..plain.clone() }, b""),
        (ZipTestMember { gap: b"left over", ..plain.clone() }, b""),
        (plain.clone(), b"made by Rosa"),
    ];
    let clean = archive(&[plain], b"");
    for (made, comment) in cases {
        let opened = ZipArchive::open(archive(&[made], comment)).expect("sound");
        assert!(opened.has_extras());
        assert_eq!(opened.write(&[ContentChange::Keep], |_| None).expect("written"), clean);
    }
    assert!(!ZipArchive::open(clean).expect("sound").has_extras());
}

#[test]
fn the_archive_may_be_wide() {
    let wide = ZipTestMember { is_wide: true, ..made("a", b"wide") };
    let mut bytes = archive(&[wide], b"");
    let end = bytes.split_off(bytes.len() - 22);
    let (length, start) = (u32::from_le_bytes(end[12..16].try_into().unwrap()), &end[16..20]);
    let at = bytes.len() as u32;
    bytes.extend_from_slice(b"PK\x06\x06");
    longs(&mut bytes, &[44, 0]);
    shorts(&mut bytes, &[45, 45]);
    longs(&mut bytes, &[0, 0, 1, 0, 1, 0, length, 0]);
    bytes.extend_from_slice(start);
    longs(&mut bytes, &[0]);
    bytes.extend_from_slice(b"PK\x06\x07");
    longs(&mut bytes, &[0, at, 0, 1]);
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0");
    let opened = ZipArchive::open(bytes.clone()).expect("sound");
    assert_eq!(opened.read(0).expect("sound"), b"wide");
    let place = bytes.len() - 22 + 8;
    bytes[place..place + 4].copy_from_slice(&[2, 0, 2, 0]);
    assert!(ZipArchive::open(bytes).is_err(), "the two records differ");
}

#[test]
fn hostile_archives_are_refused() {
    let plain = made("a", b"content");
    refused(&[ZipTestMember { flags: 1, ..plain.clone() }], "encrypted");
    refused(&[ZipTestMember { method: 12, ..plain.clone() }], "members packed by a method other than deflate");
    refused(&[ZipTestMember { header_name: "b", ..plain.clone() }], "a member of another name than in the directory");
    refused(&[plain.clone(), made("b", b""), made("A", b"")], "two members of one name");
    for name in ["/a", "C:a", "a/../b", "..", "./a", "a//b", ""] {
        refused(&[made(name, b"")], "a name that leads out of the archive");
    }
    refused(&[made("a\\b/c", b"")], "a name with a sign that has no place in one");
    refused(&[made("a\0b", b"")], "a name with a sign that has no place in one");
    refused(&[made("a/", b"x")], "a folder with content");
    refused(&[ZipTestMember { slack: b"hidden", ..plain.clone() }], "bytes behind the packed data");
    refused(&[ZipTestMember { size: Some(6), ..plain.clone() }], "more bytes than stated");
    refused(&[ZipTestMember { size: Some(8), ..plain.clone() }], "fewer bytes than stated");
    refused(&[ZipTestMember { method: 0, size: Some(6), ..plain }], "a stored member of two sizes");
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    let bomb = ZipTestMember { size: Some(12 << 20), ..made("a", b"x") };
    refused(&[bomb], "a member of more than 200 times its packed size");
    refused(&[made("a", &vec![0; 11 << 20])], "a member of more than 200 times its packed size");
    refused(&[ZipTestMember { size: Some(u32::MAX - 1), ..made("a", b"x") }], "a member of more than 1 GiB");
    // A small stated size is no way around: unpacking stops there.
    refused(&[ZipTestMember { size: Some(100), ..made("a", &vec![0; 20 << 20]) }], "more bytes than stated");
    let mut crowded = archive(&[], b"");
    crowded[8..12].copy_from_slice(&[0x11, 0x27, 0x11, 0x27]);
    assert_eq!(ZipArchive::open(crowded).unwrap_err(), ZipError::Bomb { fault: "more than 10,000 members" });
}

#[test]
fn a_total_beyond_the_limit_is_a_bomb() {
    let member = |size| ZipMember {
        name: String::new(),
        method: ZipMethod::Deflated,
        crc: 0,
        size,
        packed: 0..1 << 23,
        start: 0,
    };
    assert!(check_sizes(&vec![member(1 << 30); 4]).is_ok());
    assert!(check_sizes(&vec![member(1 << 30); 5]).is_err());
}

#[test]
fn members_must_not_overlap() {
    // Both entries point at one member.
    let mut bytes = archive(&[made("a", b"x"), made("a", b"x")], b"");
    let at = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").expect("an entry");
    bytes[at + 42..at + 46].copy_from_slice(&[0; 4]);
    assert!(matches!(ZipArchive::open(bytes), Err(ZipError::Damaged { fault: "members that overlap", .. })));
}

#[test]
fn broken_ends_are_refused() {
    let fault = |bytes: Vec<u8>| match ZipArchive::open(bytes) {
        Err(ZipError::Damaged { fault, .. } | ZipError::Unsupported { fault }) => fault,
        other => panic!("{other:?}"),
    };
    let sound = archive(&sample(), b"");
    assert_eq!(fault(Vec::new()), "no end record");
    assert_eq!(fault([&sound[..], b"x"].concat()), "no end record");
    assert_eq!(fault([b"stub", &sound[..]].concat()), "a directory that is not where the end record says");
    assert_eq!(fault(archive(&sample(), &archive(&[], b""))), "two end records");
    let mut disks = sound.clone();
    let at = disks.len() - 18;
    disks[at] = 1;
    assert_eq!(fault(disks), "an archive on several disks");
    let mut damaged = sound;
    damaged[50] ^= 1;
    let archive = ZipArchive::open(damaged).expect("the directory is sound");
    assert!(archive.read(0).is_err() || archive.read(1).is_err());
    assert!(archive.write(&vec![ContentChange::Keep; 5], |_| None).is_err(), "a broken member is not passed on");
}

#[test]
fn nothing_of_a_member_shows() {
    let archive =
        open(&[made("Rosa Ibáñez.xml", b"")].map(|made| ZipTestMember { flags: UTF8, ..made })).expect("sound");
    let shown = format!("{archive:?} {:?}", archive.members());
    assert!(!shown.contains("Rosa") && !shown.contains("82, 111"), "{shown}");
}

proptest! {
    #[test]
    fn changed_archives_are_read_or_refused(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        cuts in any::<bool>(),
    ) {
        let mut bytes = archive(&sample(), b"comment");
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cuts {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(opened) = ZipArchive::open(bytes) {
            let contents: Result<Vec<_>, _> = (0..opened.members().len()).map(|number| opened.read(number)).collect();
            let written = opened.write(&vec![ContentChange::Keep; opened.members().len()], |_| None);
            prop_assert_eq!(contents.is_ok(), written.is_ok());
            if let (Ok(contents), Ok(written)) = (contents, written) {
                let reopened = ZipArchive::open(written).expect("what is written is sound");
                prop_assert!(!reopened.has_extras());
                for (number, content) in contents.iter().enumerate() {
                    prop_assert_eq!(&reopened.read(number).expect("sound"), content);
                    prop_assert_eq!(&reopened.members()[number].name, &opened.members()[number].name);
                }
            }
        }
    }

    #[test]
    fn any_content_survives(contents in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..300), 3)) {
        let opened = open(&[made("a", b""), ZipTestMember { method: 0, ..made("b", b"") }, made("c", b"")]).expect("sound");
        let changes: Vec<_> = contents.iter().cloned().map(ContentChange::Replace).collect();
        let reopened = ZipArchive::open(opened.write(&changes, |_| None).expect("written")).expect("sound");
        for (number, content) in contents.iter().enumerate() {
            prop_assert_eq!(&reopened.read(number).expect("sound"), content);
        }
    }
}
