//! A content as it is drawn, with the place of each glyph in it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::geometry::{PageBounds, PagePoint};
use crate::{Dict, ObjectNumber, PdfName};

/// Everything one content draws, forms in it included.
#[derive(Default)]
pub(crate) struct ContentDrawing<'a> {
    /// The texts of all glyphs, one after the other.
    pub letters: String,
    /// The glyphs in the order they are drawn.
    pub glyphs: Vec<DrawnGlyph>,
    /// The content streams interpreted; the first is the content itself, the others are forms as often as drawn.
    pub streams: Vec<PlayedStream<'a>>,
    /// Marked stretches of content.
    pub marks: Vec<MarkedContent>,
    /// Pictures drawn.
    pub pictures: Vec<DrawnPicture>,
    /// Filled or stroked shapes of the size of letters.
    pub outlines: Vec<DrawnOutline>,
    /// Contents that are drawn in other ways than by a form: patterns and soft masks.
    pub others: Vec<ObjectNumber>,
}

/// A content stream, interpreted.
pub(crate) struct PlayedStream<'a> {
    /// The form; nothing for the content itself.
    pub number: Option<ObjectNumber>,
    /// The stream and the operation that drew it; nothing for the content itself.
    pub parent: Option<(u32, u32)>,
    /// The resources that its names stand for.
    pub resources: Option<&'a Dict>,
    /// The decoded bytes.
    pub bytes: Arc<[u8]>,
    /// The brackets it leaves open or closes too often.
    pub ends: StreamEnds,
    /// True if there is something in it that nobody sees: comments, strings that no operator shows, words that are no
    /// operators. A stream that is written anew has none of it.
    pub has_strays: bool,
}

/// Brackets that a stream leaves open, and those it closes too often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StreamEnds {
    /// Saved states never restored.
    pub open_states: usize,
    /// Marked content never ended.
    pub open_marks: usize,
    /// True if a text object is open.
    pub open_text: bool,
    /// Operations that restore a state never saved.
    pub stray_restores: Vec<u32>,
}

impl StreamEnds {
    /// A stream in brackets of its own, with all it leaves open closed. Stray ends must have been taken out.
    pub fn closed(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = b"q\n".to_vec();
        out.extend(bytes);
        out.extend(if self.open_text { "\nET" } else { "" }.as_bytes());
        out.extend("\nEMC".repeat(self.open_marks).as_bytes());
        out.extend("\nQ".repeat(self.open_states + 1).as_bytes());
        out.push(b'\n');
        out
    }
}

/// The kinds of things that a glyph shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GlyphMeaning {
    /// Its text.
    Text,
    /// Nothing.
    Blank,
    /// Something nobody can tell.
    Unknown,
}

/// Letters this much lower than they are wide have no height.
const FLAT: f64 = 0.01;

/// One code of a string that is shown.
#[derive(Debug, Clone)]
pub(crate) struct DrawnGlyph {
    /// Its text in `ContentDrawing::letters`; of what nobody can tell, the sign for that.
    pub text: Range<u32>,
    /// The kind of thing it shows.
    pub shows: GlyphMeaning,
    /// The place of the code.
    pub source: CodePlace,
    /// The left end of its baseline.
    pub origin: PagePoint,
    /// From there to where the next glyph starts.
    pub advance: PagePoint,
    /// The direction the baseline runs in, of length one.
    pub along: PagePoint,
    /// The direction upwards, as long as the font is high.
    pub up: PagePoint,
    /// The number that moves on in a `TJ` as far as this glyph does.
    pub adjustment: f64,
    /// True if it is drawn to be seen.
    pub visible: bool,
    /// True if it stands for text that was removed from its place.
    pub is_label: bool,
    /// The innermost marked stretch it is in.
    pub mark: Option<u32>,
    /// The code; tells unknown glyphs apart.
    pub code: u32,
}

impl DrawnGlyph {
    /// The height of the font here; of letters without any height, how far they move on.
    pub fn size(&self) -> f64 {
        let (height, way) = (self.up.length(), self.advance.length());
        if height < FLAT * way { way } else { height }
    }
}

/// The place of a code in the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CodePlace {
    /// The stream.
    pub stream: u32,
    /// The operation in it, counted from nought.
    pub operation: u32,
    /// The string among the items of a `TJ`; nought for other operators.
    pub item: u32,
    /// The first byte of the code in the string.
    pub at: u32,
    /// Its length in bytes.
    pub length: u8,
}

/// A stretch between `BDC` and `EMC`.
pub(crate) struct MarkedContent {
    /// The stream.
    pub stream: u32,
    /// The operation that begins it.
    pub operation: u32,
    /// The stretch around it.
    pub parent: Option<u32>,
    /// Its number in the structure tree.
    pub id: Option<i64>,
    /// Texts among its properties, as the content itself gives them: what stands for what is drawn, and any others.
    pub texts: Vec<String>,
    /// True if its properties hold texts, in the content or named.
    pub has_stand_ins: bool,
    /// Its properties, if they hold texts.
    pub properties: Dict,
    /// The name of the properties in the resources, if they are not in the content.
    pub named: Option<PdfName>,
}

/// A picture drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DrawnPicture {
    /// Its place on the page.
    pub bounds: PageBounds,
    /// For an inline picture the stream and the operation.
    pub inline: Option<(u32, u32)>,
}

/// A part of a path of the size of a letter.
#[derive(Debug, Clone)]
pub(crate) struct DrawnOutline {
    /// Its place on the page.
    pub bounds: PageBounds,
    /// The stream.
    pub stream: u32,
    /// The operation that paints the path.
    pub operation: u32,
    /// The operations that make it.
    pub path: Range<u32>,
    /// True if what follows is drawn through it alone.
    pub clips: bool,
}

impl fmt::Debug for ContentDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Drawing({} glyphs, {} streams)", self.glyphs.len(), self.streams.len())
    }
}

impl ContentDrawing<'_> {
    /// The text of a glyph.
    pub fn text_of(&self, glyph: &DrawnGlyph) -> &str {
        self.letters.get(glyph.text.start as usize..glyph.text.end as usize).unwrap_or_default()
    }

    /// True if any of its streams has something in it that nobody sees.
    pub fn has_strays(&self) -> bool {
        self.streams.iter().any(|played| played.has_strays)
    }

    /// The marks around a glyph, innermost first.
    pub fn marks_of(&self, glyph: &DrawnGlyph) -> impl Iterator<Item = (u32, &MarkedContent)> {
        let find = |index: u32| self.marks.get(index as usize).map(|mark| (index, mark));
        std::iter::successors(glyph.mark.and_then(find), move |(_, mark)| mark.parent.and_then(find))
    }
}
