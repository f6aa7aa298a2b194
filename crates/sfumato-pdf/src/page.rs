//! The contents of a file one by one: pages, appearances of annotations, patterns and masks, and forms drawn nowhere.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::content::{ContentDrawing, ContentReader, ContentRoot, DrawnGlyph, DrawnOutline, GlyphMeaning};
use crate::file::PdfFile;
use crate::geometry::{PageBounds, PagePoint};
use crate::layout::{self, PageText};
use crate::lookup::{dict, entry, name, reference};
use crate::{Dict, ObjectNumber, PdfError, PdfObject};

/// A content and where it belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageContent {
    /// The page or form that is interpreted.
    pub root: ContentRoot,
    /// The page, counted from one; nought for what is on none.
    pub page: usize,
}

/// A content as it was read.
pub(crate) struct ContentReading {
    /// Its text.
    pub text: PageText,
    /// Texts that stand for glyphs and say something else: the mark and the text.
    pub stand_ins: Vec<(usize, String)>,
    /// The forms it draws.
    pub forms: BTreeSet<ObjectNumber>,
    /// Contents it uses in other ways.
    pub others: Vec<ObjectNumber>,
    /// The number of its pictures.
    pub pictures: usize,
    /// The number of its drawings that look like letters.
    pub outlines: usize,
    /// True if it is a picture of a page without a text anybody sees.
    pub is_scan: bool,
    /// True if letters are shown that nobody can tell.
    pub is_unreadable: bool,
    /// True if there is something in its streams that nobody sees.
    pub has_strays: bool,
}

/// Said of what is drawn nowhere.
const NOWHERE: &str = "a drawing that is on no page cannot be read; print the file to a new PDF";

/// A page of which more than this share are letters nobody can tell has no text left without them.
const UNKNOWN_SHARE: f64 = 0.5;
/// That few are taken out of any page.
const FEW: usize = 60;
/// A scan covers this share of its page.
const SCAN_SHARE: f64 = 0.5;

/// Interprets a content; damage in what no page shows is told as such.
pub(crate) fn draw<'a>(reader: &mut ContentReader<'a>, content: PageContent) -> Result<ContentDrawing<'a>, PdfError> {
    let drawing = reader.read(content.root, content.page).and_then(|drawing| {
        if matches!(content.root, ContentRoot::Page(_)) {
            check_letters(&drawing, content.page)?;
        }
        Ok(drawing)
    });
    drawing.map_err(|error| match error {
        PdfError::Page { page: 0, .. } => PdfError::Part { what: NOWHERE },
        other => other,
    })
}

/// Reads a content.
pub(crate) fn read(
    file: &PdfFile,
    reader: &mut ContentReader<'_>,
    content: PageContent,
) -> Result<ContentReading, PdfError> {
    let drawing = draw(reader, content)?;
    let is_scan = match content.root {
        ContentRoot::Page(number) => is_scan(&drawing, media_box(file, number)),
        ContentRoot::Form(_) => false,
    };
    let text = layout::read(&drawing);
    Ok(ContentReading {
        is_unreadable: !unreadable(&drawing, &text).is_empty(),
        has_strays: drawing.has_strays(),
        text,
        stand_ins: stand_ins(&drawing),
        forms: drawing.streams.iter().filter_map(|played| played.number).collect(),
        pictures: drawing.pictures.len(),
        outlines: count_letter_lines(&drawing.outlines),
        is_scan,
        others: drawing.others,
    })
}

/// Texts this short are letters of one that is given letter by letter.
const LETTERS: usize = 3;

/// Texts of marked content that do not say the same as the glyphs in it. Where some of these are single letters, all
/// texts that short are told, so that they can be read as the word they make.
pub(crate) fn stand_ins(drawing: &ContentDrawing<'_>) -> Vec<(usize, String)> {
    let squeeze = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let mut shown: HashMap<usize, String> = HashMap::new();
    if drawing.marks.iter().all(|mark| mark.texts.is_empty()) {
        return Vec::new();
    }
    for glyph in &drawing.glyphs {
        for (mark, _) in drawing.marks_of(glyph).filter(|(_, mark)| !mark.texts.is_empty()) {
            shown.entry(mark as usize).or_default().push_str(&squeeze(drawing.text_of(glyph)));
        }
    }
    let mut told: Vec<(usize, &str, bool)> = Vec::new();
    for (nth, mark) in drawing.marks.iter().enumerate() {
        let shown = shown.get(&nth).map(String::as_str).unwrap_or_default();
        told.extend(mark.texts.iter().map(|text| (nth, text.as_str(), !says_the_same(&squeeze(text), shown))));
    }
    let is_spelt = told.iter().any(|(_, text, differs)| *differs && is_short(text));
    told.retain(|(_, text, differs)| !text.is_empty() && (*differs || (is_spelt && is_short(text))));
    if !told.iter().any(|(_, text, differs)| *differs && !text.trim().is_empty()) {
        return Vec::new();
    }
    told.into_iter().map(|(nth, text, _)| (nth, text.to_owned())).collect()
}

/// True if what stands for glyphs says what they show: where a word is broken the hyphen may be a soft one or none.
fn says_the_same(text: &str, shown: &str) -> bool {
    text == shown || (matches!(shown, "-" | "\u{2010}") && matches!(text, "" | "-" | "\u{AD}" | "\u{2010}"))
}

/// True if a text may be a letter of one that is given letter by letter.
pub(crate) fn is_short(text: &str) -> bool {
    text.chars().count() <= LETTERS
}

/// Returns the separator of two texts that stand for glyphs: letters of one word have none.
pub(crate) fn parted_by(text: &str, next: &str) -> &'static str {
    if is_short(text) && is_short(next) { "" } else { "\n" }
}

/// Fails where nobody can tell most of the letters of a page.
fn check_letters(drawing: &ContentDrawing<'_>, page: usize) -> Result<(), PdfError> {
    let is_blank = |glyph: &DrawnGlyph| glyph.shows == GlyphMeaning::Blank || drawing.text_of(glyph).trim().is_empty();
    let all = drawing.glyphs.iter().filter(|glyph| !is_blank(glyph)).count();
    let unknown = drawing.glyphs.iter().filter(|glyph| glyph.shows == GlyphMeaning::Unknown).count();
    match unknown > FEW && unknown as f64 > UNKNOWN_SHARE * all as f64 {
        true => Err(PdfError::Unreadable { page }),
        false => Ok(()),
    }
}

/// Signs nobody can tell, this many different ones in a row, may be a word even with blanks between them.
const SPELT: usize = 3;

/// The glyphs that nobody can tell, where they may say something, and the words they stand in.
///
/// A sign alone says nothing, as bullets and ticks do, nor does the same one over and over.
pub(crate) fn unreadable(drawing: &ContentDrawing<'_>, text: &PageText) -> BTreeSet<usize> {
    let mut gone = BTreeSet::new();
    let unknown = |nth: usize| drawing.glyphs.get(nth).filter(|glyph| glyph.shows == GlyphMeaning::Unknown);
    // What stands nowhere is in no line.
    let is_nowhere = |glyph: &DrawnGlyph| {
        !(glyph.origin.x.is_finite() && glyph.origin.y.is_finite()) && glyph.shows != GlyphMeaning::Blank
    };
    gone.extend(drawing.glyphs.iter().enumerate().filter(|(_, glyph)| is_nowhere(glyph)).map(|(nth, _)| nth));
    if !drawing.glyphs.iter().any(|glyph| glyph.shows == GlyphMeaning::Unknown) {
        return gone;
    }
    // By words, as they are read.
    let mut spelt: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.text.split_inclusive('\n') {
        for word in line.split_inclusive(char::is_whitespace) {
            let range = at..at + word.trim_end().len();
            at += word.len();
            if range.is_empty() {
                continue;
            }
            let spans: Vec<usize> = text.glyphs_in(range).map(|span| span.glyph).collect();
            let codes: BTreeSet<u32> = spans.iter().filter_map(|&nth| unknown(nth)).map(|glyph| glyph.code).collect();
            let letters = word.chars().filter(|letter| letter.is_alphanumeric()).count();
            if codes.len() > 1 || (!codes.is_empty() && letters > 1) {
                gone.extend(spans);
            } else if codes.is_empty() {
                end_spelt(drawing, &mut spelt, &mut gone);
            } else {
                spelt.extend(spans);
            }
        }
        end_spelt(drawing, &mut spelt, &mut gone);
    }
    // And as they are drawn.
    for (nth, glyph) in drawing.glyphs.iter().enumerate() {
        if glyph.shows == GlyphMeaning::Unknown {
            spelt.push(nth);
        } else if !drawing.text_of(glyph).trim().is_empty() {
            end_spelt(drawing, &mut spelt, &mut gone);
        }
    }
    end_spelt(drawing, &mut spelt, &mut gone);
    // The same sign drawn again at the same place goes with the first.
    let place = |glyph: &DrawnGlyph| (glyph.code, [glyph.origin.x, glyph.origin.y].map(|at| (at * 2.0).round() as i64));
    let places: HashSet<(u32, [i64; 2])> = gone.iter().filter_map(|&nth| unknown(nth)).map(place).collect();
    gone.extend(
        (0..drawing.glyphs.len()).filter(|&nth| unknown(nth).is_some_and(|glyph| places.contains(&place(glyph)))),
    );
    gone
}

/// Signs in a row go where they may spell a word.
fn end_spelt(drawing: &ContentDrawing<'_>, spelt: &mut Vec<usize>, gone: &mut BTreeSet<usize>) {
    let codes = spelt.iter().filter_map(|&nth| drawing.glyphs.get(nth)).map(|glyph| glyph.code);
    if codes.collect::<BTreeSet<u32>>().len() >= SPELT {
        gone.extend(spelt.iter().copied());
    }
    spelt.clear();
}

/// True if a page shows pictures and no letters that could be seen.
fn is_scan(drawing: &ContentDrawing<'_>, page: PageBounds) -> bool {
    let seen = |glyph: &DrawnGlyph| glyph.visible && !drawing.text_of(glyph).trim().is_empty();
    let covered: f64 = drawing.pictures.iter().map(|picture| picture.bounds.within(page).area()).sum();
    !drawing.glyphs.iter().any(seen) && covered >= SCAN_SHARE * page.area() && covered > 0.0
}

/// The visible rectangle of a page, as far as it matters: where there is room for a label.
pub(crate) fn media_box(file: &PdfFile, page: ObjectNumber) -> PageBounds {
    let dict = file.get(page).and_then(PdfObject::as_dict);
    let corners =
        dict.and_then(|dict| file.inherited(dict, "MediaBox")).and_then(|object| file.resolve(object).as_array());
    let numbers: Vec<f64> = corners.unwrap_or_default().iter().filter_map(|n| file.resolve(n).as_number()).collect();
    let mut bounds = PageBounds::NOTHING;
    match numbers.as_slice() {
        &[a, b, c, d] => {
            bounds.add(PagePoint::new(a, b));
            bounds.add(PagePoint::new(c, d));
        }
        _ => {
            bounds.add(PagePoint::new(0.0, 0.0));
            bounds.add(PagePoint::new(612.0, 792.0));
        }
    }
    bounds
}

/// Shapes that could be a line of letters: at least this many one after the other, of different sizes.
const FEWEST_LETTERS: usize = 5;
const FEWEST_SIZES: usize = 4;

/// The bands shapes are sorted into, shifted: lower edges that are almost level fall into one band of one of the two.
const SHIFTS: [f64; 2] = [0.0, 0.5];

/// The number of lines of letters that shapes could be.
fn count_letter_lines(outlines: &[DrawnOutline]) -> usize {
    let level = SHIFTS.iter().map(|shift| runs_in_bands(outlines, *shift).len()).max().unwrap_or(0);
    level.max(runs_as_drawn(outlines).len())
}

/// The shapes that look like letters of a line; some come twice.
pub(crate) fn letter_shapes(outlines: &[DrawnOutline]) -> Vec<&DrawnOutline> {
    let level = SHIFTS.iter().flat_map(|shift| runs_in_bands(outlines, *shift));
    level.chain(runs_as_drawn(outlines)).flatten().collect()
}

/// True if a run of shapes could be letters: several, and not all alike as the marks of a chart are.
fn are_letters(run: &[&DrawnOutline]) -> bool {
    let quarter = |length: f64| (length * 4.0).round() as i64;
    let sizes: BTreeSet<(i64, i64)> =
        run.iter().map(|outline| (quarter(outline.bounds.width()), quarter(outline.bounds.height()))).collect();
    run.len() >= FEWEST_LETTERS && sizes.len() >= FEWEST_SIZES
}

/// Runs of shapes beside each other whose lower edges lie in one band.
fn runs_in_bands(outlines: &[DrawnOutline], shift: f64) -> Vec<Vec<&DrawnOutline>> {
    /// The height of a band in points.
    const BAND: f64 = 5.0;
    let mut sorted: Vec<&DrawnOutline> = outlines.iter().collect();
    let line = |outline: &DrawnOutline| (outline.bounds.low.y / BAND + shift).floor() as i64;
    sorted.sort_by(|a, b| line(b).cmp(&line(a)).then(a.bounds.low.x.total_cmp(&b.bounds.low.x)));
    let goes_on = |last: &DrawnOutline, outline: &DrawnOutline| {
        let height = last.bounds.height().max(outline.bounds.height());
        line(last) == line(outline) && outline.bounds.low.x - last.bounds.high.x <= 2.0 * height
    };
    let mut runs: Vec<Vec<&DrawnOutline>> = Vec::new();
    for outline in sorted {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| goes_on(last, outline)) => run.push(outline),
            _ => runs.push(vec![outline]),
        }
    }
    runs.retain(|run| are_letters(run));
    runs
}

/// Runs of shapes drawn one after the other and close to each other, in whatever direction they run: turned, slanted,
/// along a curve.
fn runs_as_drawn(outlines: &[DrawnOutline]) -> Vec<Vec<&DrawnOutline>> {
    let goes_on = |last: &DrawnOutline, outline: &DrawnOutline| {
        let (one, other) = (last.bounds, outline.bounds);
        let side = |bounds: PageBounds| bounds.width().max(bounds.height());
        let (small, large) = (side(one).min(side(other)), side(one).max(side(other)));
        let apart_x = (one.low.x - other.high.x).max(other.low.x - one.high.x).max(0.0);
        let apart_y = (one.low.y - other.high.y).max(other.low.y - one.high.y).max(0.0);
        apart_x.hypot(apart_y) <= large && large <= 6.0 * small
    };
    let mut runs: Vec<Vec<&DrawnOutline>> = Vec::new();
    for outline in outlines {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| goes_on(last, outline)) => run.push(outline),
            _ => runs.push(vec![outline]),
        }
    }
    runs.retain(|run| are_letters(run));
    runs
}

/// The pages of a file and the appearances of their annotations.
pub(crate) fn contents(file: &PdfFile) -> Result<Vec<PageContent>, PdfError> {
    let pages = file.pages()?;
    let mut contents: Vec<PageContent> =
        pages.iter().zip(1..).map(|(&number, page)| PageContent { root: ContentRoot::Page(number), page }).collect();
    let mut seen = HashSet::new();
    for (&number, page) in pages.iter().zip(1..) {
        let Some(dict) = file.get(number).and_then(PdfObject::as_dict) else { continue };
        let annotations = entry(file, dict, "Annots").and_then(PdfObject::as_array).unwrap_or_default();
        for annotation in annotations.iter().filter_map(|annotation| file.resolve(annotation).as_dict()) {
            for form in appearances(file, annotation) {
                if seen.insert(form) {
                    contents.push(PageContent { root: ContentRoot::Form(form), page });
                }
            }
        }
    }
    Ok(contents)
}

/// The streams that draw an annotation: normal, under the pointer and pressed, each perhaps in several states.
fn appearances(file: &PdfFile, annotation: &Dict) -> Vec<ObjectNumber> {
    let mut forms = Vec::new();
    let Some(appearance) = dict(file, annotation, "AP") else { return forms };
    for object in ["N", "R", "D"].iter().filter_map(|key| appearance.get(key)) {
        match file.resolve(object) {
            PdfObject::Stream(_) => forms.extend(reference(object)),
            PdfObject::Dict(states) => {
                let streams = states.values().filter(|state| file.resolve(state).as_stream().is_some());
                forms.extend(streams.filter_map(reference));
            }
            _ => {}
        }
    }
    forms
}

/// Forms and patterns that are in the file but not among those that are drawn.
pub(crate) fn undrawn(file: &PdfFile, drawn: &HashSet<ObjectNumber>) -> Vec<ObjectNumber> {
    let is_content = |number: &ObjectNumber| {
        let stream = file.get(*number).and_then(PdfObject::as_stream);
        stream.is_some_and(|stream| {
            name(file, &stream.dict, "Subtype") == Some(b"Form") || entry(file, &stream.dict, "PatternType").is_some()
        })
    };
    file.reachable().into_iter().filter(|number| !drawn.contains(number)).filter(is_content).collect()
}
