use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked_text};

const SRT: &str = "1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Ann</i>\r\nLee speaks\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}Bea <Roe>\r\n";
const VTT: &str = "WEBVTT\n\nNOTE made by Cem\n\nintro\n00:01.000 --> 00:02.000 align:left\n<v.loud Ann Lee>Hello &amp; wel\ncome</v>\n<v Bea>Yes, <c.blue>An</c>n\n";

#[test]
fn the_lines_of_a_cue_are_one_text() {
    assert_eq!(labelled_blocks(&SubRip, SRT.as_bytes()), ["Ann Lee speaks", "Bea <Roe>"]);
    let out = masked_text(&SubRip, SRT, &[("Ann Lee", "[P 1]")]);
    assert!(out.contains("02,500\r\n<i>[P 1]</i> speaks\r\n\r\n2\r\n"), "{out}");
}

#[test]
fn speakers_are_fields() {
    assert_eq!(
        labelled_blocks(&WebVtt, VTT.as_bytes()),
        ["NOTE made by Cem", "cue: intro", "speaker: Ann Lee", "Hello & wel come", "speaker: Bea", "Yes, Ann"]
    );
    let out = masked_text(&WebVtt, VTT, &[("Ann Lee", "[P 1]"), ("Bea", "A & B")]);
    assert!(out.contains("<v.loud [P 1]>Hello &amp; wel\n") && out.contains("<v A &amp; B>"), "{out}");
}

#[test]
fn subtitles_are_told_by_their_first_lines() {
    let kind = |text: &str| FileKind::tell(text.as_bytes(), None).expect("readable");
    assert_eq!(kind(SRT), FileKind::Srt);
    assert_eq!(kind(VTT), FileKind::Vtt);
    for text in ["1\n2\n3\n", "12\n10:00 --> then we left", "WEBVTTX is no word", "1. 00:00:01,000 --> 00:00:02,000"] {
        assert_eq!(kind(text), FileKind::Text, "{text}");
    }
}
