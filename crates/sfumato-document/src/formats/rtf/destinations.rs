//! The purposes of the groups of rich text, by the control word they start with.

use sfumato_words::WordTable;

use crate::{BlockKind, RemovableKind};

static LABELS: WordTable = WordTable::new(include_str!("words.txt"), "labels");
static REVISION_MARKS: WordTable = WordTable::new(include_str!("words.txt"), "revision marks");

/// The purpose of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RtfDestination {
    /// Its text belongs to the text around it.
    Inline,
    /// A text of its own.
    Own(BlockKind, Option<&'static str>),
    /// Each group inside is a text of its own.
    Each(BlockKind),
    /// A text of its own that no reader is known for.
    Unknown,
    /// The table of fonts.
    Fonts,
    /// The name of a property, and its value.
    PropertyName,
    PropertyValue,
    /// No text at all: digits of a picture, of an object.
    Data,
}

/// The way in which something removable is taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RtfRemoval {
    /// All that is in the group.
    Inside,
    /// The names in it, whose number matters.
    Names,
}

/// The part that can be removed with a group.
pub(super) type RtfRemovable = (RemovableKind, &'static str, RtfRemoval);

/// Returns the purpose of a group by the control word that it starts with.
pub(super) fn destination(word: &str, starred: bool) -> (RtfDestination, Option<RtfRemovable>) {
    use BlockKind::{Field, Metadata, Paragraph};
    use RtfDestination::{Data, Each, Fonts, Inline, Own, PropertyName, PropertyValue, Unknown};
    let metadata = |place| Some((RemovableKind::Metadata, place, RtfRemoval::Inside));
    match word {
        "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr" | "footerf" | "footnote"
        | "annotation" | "shptxt" | "dptxbxtext" | "ftnsep" | "ftnsepc" | "ftncn" | "aftnsep" | "aftnsepc"
        | "aftncn" | "xe" | "tc" | "tcn" | "ud" => (Own(Paragraph, None), None),
        "listtext" | "pntext" | "pntxta" | "pntxtb" | "leveltext" | "listname" | "liststylename" | "colortbl" => {
            (Own(Field, None), None)
        }
        "fldinst" => (Own(Field, Some("field")), None),
        "bkmkstart" | "bkmkend" => (Own(Field, Some("bookmark")), None),
        "stylesheet" => (Each(Metadata), None),
        "fonttbl" => (Fonts, None),
        "sn" => (PropertyName, None),
        "sv" => (PropertyValue, None),
        "info" => (Each(Metadata), metadata("document information")),
        "userprops" => (Each(Metadata), metadata("document properties")),
        "docvar" => (Each(Metadata), metadata("document variable")),
        "mailmerge" => (Each(Metadata), metadata("mail merge")),
        "filetbl" => (Each(Metadata), metadata("table of files")),
        "protusertbl" => (Each(Metadata), metadata("table of users")),
        "revtbl" => (Each(Metadata), Some((RemovableKind::Metadata, "table of authors", RtfRemoval::Names))),
        "generator" => (Own(Metadata, None), metadata("generator")),
        "template" => (Own(Metadata, None), metadata("template")),
        "atnid" | "atnauthor" => (Own(Metadata, Some("author")), metadata("author of a comment")),
        "atndate" | "atntime" | "atnicn" => (Own(Metadata, None), metadata("date of a comment")),
        "rsidtbl" => (Data, metadata("revision numbers")),
        "password" | "passwordhash" => (Data, metadata("password")),
        "themedata" | "colorschememapping" => (Data, metadata("theme")),
        "datastore" => (Data, metadata("data store")),
        "datafield" => (Data, metadata("data of a field")),
        "latentstyles" => (Data, metadata("latent styles")),
        "pict" => (Data, Some((RemovableKind::Picture, "picture", RtfRemoval::Inside))),
        "objdata" => (Data, Some((RemovableKind::Embedded, "embedded object", RtfRemoval::Inside))),
        "fontemb" | "fontfile" => (Data, Some((RemovableKind::Embedded, "embedded font", RtfRemoval::Inside))),
        "levelnumbers" | "panose" | "blipuid" => (Data, None),
        _ if starred => (Unknown, None),
        _ => (Inline, None),
    }
}

/// True if a control word starts a group that belongs to an entry of the table of fonts.
pub(super) fn is_of_font(word: &str) -> bool {
    matches!(word, "f" | "falt" | "fname" | "panose" | "fontemb" | "fontfile")
}

/// The most digits in a row that the name of a font has.
const MOST_DIGITS_OF_FONT: usize = 6;

/// True if a text may be the name of a font, or several of them.
pub(super) fn may_name_fonts(text: &str) -> bool {
    let most = text.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
    !text.contains('@') && most <= MOST_DIGITS_OF_FONT
}

/// True if the control word of an entry says what the entry is: that of a style does not.
pub(super) fn is_label(word: &str) -> bool {
    LABELS.has(word)
}

/// The character that a control word stands for.
pub(super) fn character(word: &str) -> Option<char> {
    Some(match word {
        "tab" => '\t',
        "line" | "lbr" | "softline" => '\n',
        "emdash" => '—',
        "endash" => '–',
        "emspace" => '\u{2003}',
        "enspace" => '\u{2002}',
        "qmspace" => '\u{2005}',
        "bullet" => '•',
        "lquote" => '‘',
        "rquote" => '’',
        "ldblquote" => '“',
        "rdblquote" => '”',
        _ => return None,
    })
}

/// The kind of block that a control word ends, if it ends one.
pub(super) fn ends(word: &str) -> Option<BlockKind> {
    match word {
        "par" | "sect" | "page" | "column" | "row" | "nestrow" => Some(BlockKind::Paragraph),
        "cell" | "nestcell" => Some(BlockKind::Cell),
        _ => None,
    }
}

/// True if a control word only tells when something was written, in which session.
pub(super) fn is_revision_mark(word: &str) -> bool {
    REVISION_MARKS.has(word)
}
