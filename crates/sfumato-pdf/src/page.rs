//! The contents of a file one by one: pages, appearances of annotations, patterns and masks, and forms drawn nowhere.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::content::{Drawing, Glyph, Outline, Reader, Root, Shows, UNREADABLE};
use crate::file::File;
use crate::geometry::{Bounds, Point};
use crate::layout::{self, PageText};
use crate::lookup::{dict, entry, name, reference};
use crate::{Dict, Number, Object, PdfError};

/// A content and where it belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Content {
    /// What is interpreted.
    pub root: Root,
    /// The page, counted from one; nought for what is on none.
    pub page: usize,
}

/// What was read of a content.
pub(crate) struct Reading {
    /// Its text.
    pub text: PageText,
    /// Texts that stand for glyphs and say something else: the mark and the text.
    pub stand_ins: Vec<(usize, String)>,
    /// The forms it draws.
    pub forms: BTreeSet<Number>,
    /// Contents it uses in other ways.
    pub others: Vec<Number>,
    /// How many pictures it has.
    pub pictures: usize,
    /// How many drawings it has that look like letters.
    pub outlines: usize,
    /// Whether it is a picture of a page without a text anybody sees.
    pub is_scan: bool,
}

/// Said of what is drawn nowhere.
const NOWHERE: &str = "a drawing that is on no page cannot be read; print the file to a new PDF";

/// Glyphs nobody can tell may be this share of a content where they look like words.
const UNKNOWN_SHARE: f64 = 0.02;
/// And this share where they stand alone, as bullets do.
const SYMBOL_SHARE: f64 = 0.3;
/// That few stand for nothing.
const FEW: usize = 12;
/// A scan covers this share of its page.
const SCAN_SHARE: f64 = 0.5;

/// Interprets a content; damage in what no page shows is told as such.
pub(crate) fn draw<'a>(reader: &mut Reader<'a>, content: Content) -> Result<Drawing<'a>, PdfError> {
    let drawing = reader.read(content.root, content.page).and_then(|drawing| {
        check_letters(&drawing, content.page)?;
        Ok(drawing)
    });
    drawing.map_err(|error| match error {
        PdfError::Page { page: 0, .. } => PdfError::Part { what: NOWHERE },
        other => other,
    })
}

/// Reads a content.
pub(crate) fn read(file: &File, reader: &mut Reader<'_>, content: Content) -> Result<Reading, PdfError> {
    let drawing = draw(reader, content)?;
    let is_scan = match content.root {
        Root::Page(number) => is_scan(&drawing, media_box(file, number)),
        Root::Form(_) => false,
    };
    Ok(Reading {
        text: layout::read(&drawing),
        stand_ins: stand_ins(&drawing),
        forms: drawing.streams.iter().filter_map(|played| played.number).collect(),
        pictures: drawing.pictures.len(),
        outlines: count_letter_lines(&drawing.outlines),
        is_scan,
        others: drawing.others,
    })
}

/// Texts that stand for glyphs but do not say the same.
pub(crate) fn stand_ins(drawing: &Drawing<'_>) -> Vec<(usize, String)> {
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
    let mut differing = Vec::new();
    for (nth, mark) in drawing.marks.iter().enumerate() {
        let shown = shown.get(&nth).map(String::as_str).unwrap_or_default();
        let texts = mark.texts.iter().filter(|text| !text.trim().is_empty() && squeeze(text) != shown);
        differing.extend(texts.map(|text| (nth, text.clone())));
    }
    differing
}

/// Fails where nobody can tell what letters are shown. Single signs in between are let pass: bullets, ticks.
fn check_letters(drawing: &Drawing<'_>, page: usize) -> Result<(), PdfError> {
    let is_blank = |glyph: &Glyph| glyph.shows == Shows::Blank || drawing.text_of(glyph).trim().is_empty();
    let (mut all, mut unknown, mut in_words) = (0, 0, 0);
    let mut run: Vec<u32> = Vec::new();
    let mut end_run = |run: &mut Vec<u32>| {
        // The same sign over and over is a rule or a rating, not a word.
        if run.len() >= 3 && run.iter().any(|code| Some(code) != run.first()) {
            in_words += run.len();
        }
        run.clear();
    };
    for glyph in &drawing.glyphs {
        if glyph.shows == Shows::Unknown {
            unknown += 1;
            all += 1;
            run.push(glyph.code);
        } else {
            end_run(&mut run);
            all += usize::from(!is_blank(glyph));
        }
    }
    end_run(&mut run);
    let all = all as f64;
    if in_words as f64 > UNKNOWN_SHARE * all || (unknown > FEW && unknown as f64 > SYMBOL_SHARE * all) {
        return Err(PdfError::Page { page, what: UNREADABLE });
    }
    Ok(())
}

/// Whether a page shows pictures and no letters that could be seen.
fn is_scan(drawing: &Drawing<'_>, page: Bounds) -> bool {
    let seen = |glyph: &Glyph| glyph.visible && !drawing.text_of(glyph).trim().is_empty();
    let covered: f64 = drawing.pictures.iter().map(|picture| picture.bounds.within(page).area()).sum();
    !drawing.glyphs.iter().any(seen) && covered >= SCAN_SHARE * page.area() && covered > 0.0
}

/// The visible rectangle of a page, as far as it matters: where there is room for a label.
pub(crate) fn media_box(file: &File, page: Number) -> Bounds {
    let dict = file.get(page).and_then(Object::as_dict);
    let corners =
        dict.and_then(|dict| file.inherited(dict, "MediaBox")).and_then(|object| file.resolve(object).as_array());
    let numbers: Vec<f64> = corners.unwrap_or_default().iter().filter_map(|n| file.resolve(n).as_number()).collect();
    let mut bounds = Bounds::NOTHING;
    match numbers.as_slice() {
        &[a, b, c, d] => {
            bounds.add(Point::new(a, b));
            bounds.add(Point::new(c, d));
        }
        _ => {
            bounds.add(Point::new(0.0, 0.0));
            bounds.add(Point::new(612.0, 792.0));
        }
    }
    bounds
}

/// Shapes that could be a line of letters: at least this many beside each other, of different widths.
const FEWEST_LETTERS: usize = 8;

/// The bands shapes are sorted into, shifted: lower edges that are almost level fall into one band of one of the two.
const SHIFTS: [f64; 2] = [0.0, 0.5];

/// How many lines of letters shapes could be.
fn count_letter_lines(outlines: &[Outline]) -> usize {
    SHIFTS.iter().map(|shift| runs_in_bands(outlines, *shift).len()).max().unwrap_or(0)
}

/// The shapes that look like letters of a line; some come twice.
pub(crate) fn letter_shapes(outlines: &[Outline]) -> Vec<&Outline> {
    SHIFTS.iter().flat_map(|shift| runs_in_bands(outlines, *shift)).flatten().collect()
}

/// Runs of shapes beside each other whose lower edges lie in one band.
fn runs_in_bands(outlines: &[Outline], shift: f64) -> Vec<Vec<&Outline>> {
    /// How high a band is, in points.
    const BAND: f64 = 5.0;
    let mut sorted: Vec<&Outline> = outlines.iter().collect();
    let line = |outline: &Outline| (outline.bounds.low.y / BAND + shift).floor() as i64;
    sorted.sort_by(|a, b| line(b).cmp(&line(a)).then(a.bounds.low.x.total_cmp(&b.bounds.low.x)));
    let goes_on = |last: &Outline, outline: &Outline| {
        let height = last.bounds.height().max(outline.bounds.height());
        line(last) == line(outline) && outline.bounds.low.x - last.bounds.high.x <= 2.0 * height
    };
    let mut runs: Vec<Vec<&Outline>> = Vec::new();
    for outline in sorted {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| goes_on(last, outline)) => run.push(outline),
            _ => runs.push(vec![outline]),
        }
    }
    runs.retain(|run| {
        let widths: BTreeSet<i64> = run.iter().map(|outline| (outline.bounds.width() * 4.0).round() as i64).collect();
        run.len() >= FEWEST_LETTERS && widths.len() >= 4
    });
    runs
}

/// The pages of a file and the appearances of their annotations.
pub(crate) fn contents(file: &File) -> Result<Vec<Content>, PdfError> {
    let pages = file.pages()?;
    let mut contents: Vec<Content> =
        pages.iter().zip(1..).map(|(&number, page)| Content { root: Root::Page(number), page }).collect();
    let mut seen = HashSet::new();
    for (&number, page) in pages.iter().zip(1..) {
        let Some(dict) = file.get(number).and_then(Object::as_dict) else { continue };
        let annotations = entry(file, dict, "Annots").and_then(Object::as_array).unwrap_or_default();
        for annotation in annotations.iter().filter_map(|annotation| file.resolve(annotation).as_dict()) {
            for form in appearances(file, annotation) {
                if seen.insert(form) {
                    contents.push(Content { root: Root::Form(form), page });
                }
            }
        }
    }
    Ok(contents)
}

/// The streams that draw an annotation: normal, under the pointer and pressed, each perhaps in several states.
fn appearances(file: &File, annotation: &Dict) -> Vec<Number> {
    let mut forms = Vec::new();
    let Some(appearance) = dict(file, annotation, "AP") else { return forms };
    for object in ["N", "R", "D"].iter().filter_map(|key| appearance.get(key)) {
        match file.resolve(object) {
            Object::Stream(_) => forms.extend(reference(object)),
            Object::Dict(states) => {
                let streams = states.values().filter(|state| file.resolve(state).as_stream().is_some());
                forms.extend(streams.filter_map(reference));
            }
            _ => {}
        }
    }
    forms
}

/// Forms and patterns that are in the file but not among those that are drawn.
pub(crate) fn undrawn(file: &File, drawn: &HashSet<Number>) -> Vec<Number> {
    let is_content = |number: &Number| {
        let stream = file.get(*number).and_then(Object::as_stream);
        stream.is_some_and(|stream| {
            name(file, &stream.dict, "Subtype") == Some(b"Form") || entry(file, &stream.dict, "PatternType").is_some()
        })
    };
    file.reachable().into_iter().filter(|number| !drawn.contains(number)).filter(is_content).collect()
}
