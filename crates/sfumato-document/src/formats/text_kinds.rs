//! Kinds of text that tell themselves by their first lines.

use super::{FileKind, cards, chat, hl7, latex, sql, subtitles};

/// The number of bytes of a text in UTF-16 that are looked at.
const MOST_HEAD: usize = 1 << 16;

/// Kinds of text that their first lines tell, whatever the file is called.
pub(super) fn tell(bytes: &[u8], extension: &str) -> Option<FileKind> {
    let narrow: Vec<u8>;
    let mut bytes = bytes;
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        narrow = bytes.iter().copied().take(MOST_HEAD).filter(|b| b.is_ascii() && *b != 0).collect();
        bytes = &narrow;
    }
    let begins = bytes.trim_ascii_start().get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"BEGIN:"));
    Some(match () {
        () if cards::starts_with(bytes, "VCARD") => FileKind::Cards,
        () if cards::starts_with(bytes, "VCALENDAR") => FileKind::Calendar,
        // A component alone, which some programs hand out.
        () if begins && matches!(extension, "ics" | "ifb" | "vcs") => FileKind::Calendar,
        () if begins && matches!(extension, "vcf" | "vcard") => FileKind::Cards,
        () if hl7::is_hl7(bytes) => FileKind::Hl7,
        () if subtitles::is_vtt(bytes) => FileKind::Vtt,
        // A table may begin with any of the following.
        () if matches!(extension, "csv" | "tsv" | "tab" | "md" | "markdown") => return None,
        () if subtitles::is_srt(bytes) || extension == "srt" => FileKind::Srt,
        () if chat::is_chat(bytes) => FileKind::Chat,
        () if sql::is_sql(bytes, extension) => FileKind::Sql,
        () if latex::is_latex(bytes) || extension == "tex" => FileKind::Latex,
        () => return None,
    })
}
