//! The interpreter: runs the operations of a content and of the forms it draws.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::drawing::{CodePlace, DrawnOutline, DrawnPicture, GlyphMeaning, MarkedContent, PlayedStream, StreamEnds};
use super::paths::{ContentPath, PaintedPath};
use super::state::{GraphicsState, TextPlace};
use super::{ContentDrawing, ContentOperation, ContentOperations, ContentReader, DrawnGlyph};
use crate::blank;
use crate::fonts::{CodeReading, FontCode, PdfFont};
use crate::geometry::{PageBounds, PageMatrix, PagePoint};
use crate::lexer::is_blank;
use crate::lookup::{entry, numbers, reference};
use crate::{Dict, ObjectNumber, PdfError, PdfName, PdfObject, textstring};

/// The greatest depth of forms that draw one another.
const DEEPEST_FORM: usize = 24;
/// The most states that may be saved.
const MOST_STATES: usize = 4096;
/// The greatest depth of marked content.
const MOST_MARKS: usize = 256;
/// The most forms that one content may draw.
const MOST_FORMS: usize = 20_000;
/// The most bytes that may be run for one content, forms as often as drawn.
const MOST_BYTES: usize = 1 << 30;
/// The most glyphs that one content may show.
const MOST_GLYPHS: usize = 4_000_000;
/// The most letter-like shapes that are kept of one content.
const MOST_OUTLINES: usize = 200_000;

/// The start of the names that we add to resources; text in such a font stands for removed text.
pub(crate) const LABEL: &str = "Sfm";

/// Keys of marked content that hold text instead of the glyphs.
pub(crate) const STAND_INS: [&str; 3] = ["ActualText", "Alt", "E"];

/// Runs a content.
pub(crate) fn play<'a>(
    reader: &mut ContentReader<'a>,
    resources: Option<&'a Dict>,
    bytes: Arc<[u8]>,
) -> Result<ContentDrawing<'a>, PdfError> {
    let mut player =
        ContentInterpreter { reader, drawing: ContentDrawing::default(), bytes: 0, decoded: HashMap::new() };
    let root =
        PlayedStream { number: None, parent: None, resources, bytes, ends: StreamEnds::default(), has_strays: false };
    player.drawing.streams.push(root);
    player.run(0, GraphicsState::new(PageMatrix::IDENTITY), None, 0)?;
    Ok(player.drawing)
}

struct ContentInterpreter<'r, 'a> {
    reader: &'r mut ContentReader<'a>,
    drawing: ContentDrawing<'a>,
    bytes: usize,
    /// Forms unpacked so far.
    decoded: HashMap<ObjectNumber, Arc<[u8]>>,
}

/// One stream being run.
struct StreamRun<'a> {
    stream: u32,
    operation: u32,
    resources: Option<&'a Dict>,
    state: GraphicsState,
    saved: Vec<GraphicsState>,
    place: TextPlace,
    marks: Vec<Option<u32>>,
    outer_mark: Option<u32>,
    path: ContentPath,
    ends: StreamEnds,
    depth: usize,
}

impl StreamRun<'_> {
    fn mark(&self) -> Option<u32> {
        self.marks.last().copied().flatten().or(self.outer_mark)
    }
}

impl<'a> ContentInterpreter<'_, 'a> {
    fn run(
        &mut self,
        stream: u32,
        state: GraphicsState,
        outer_mark: Option<u32>,
        depth: usize,
    ) -> Result<(), PdfError> {
        let Some(played) = self.drawing.streams.get(stream as usize) else { return Ok(()) };
        let (bytes, resources) = (Arc::clone(&played.bytes), played.resources);
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > MOST_BYTES || self.drawing.streams.len() > MOST_FORMS {
            return Err(PdfError::Bomb { what: "a page drawn too often" });
        }
        let mut run = StreamRun {
            stream,
            operation: 0,
            resources,
            state,
            saved: Vec::new(),
            place: TextPlace::START,
            marks: Vec::new(),
            outer_mark,
            path: ContentPath::default(),
            ends: StreamEnds::default(),
            depth,
        };
        let mut operations = ContentOperations::new(&bytes);
        let (mut end, mut has_strays) = (0, false);
        while let Some(operation) = operations.next()? {
            let between = bytes.get(end..operation.span.start).unwrap_or_default();
            has_strays = has_strays || !is_white(between) || operation.has_stray(&bytes);
            end = operation.span.end;
            self.operation(&mut run, &operation)?;
            run.operation += 1;
        }
        has_strays = has_strays || !is_white(bytes.get(end..).unwrap_or_default());
        run.ends.open_states = run.saved.len();
        run.ends.open_marks = run.marks.len();
        if let Some(played) = self.drawing.streams.get_mut(stream as usize) {
            played.ends = run.ends;
            played.has_strays = has_strays;
        }
        Ok(())
    }

    fn operation(&mut self, run: &mut StreamRun<'a>, operation: &ContentOperation<'_>) -> Result<(), PdfError> {
        let objects = || operation.operands.iter().map(|(object, _)| object);
        let numbers: Vec<f64> = objects().filter_map(PdfObject::as_number).collect();
        match operation.operator {
            b"Tj" | b"TJ" | b"'" | b"\"" => self.show(run, operation, &numbers)?,
            b"Do" => self.draw(run, objects().next_back())?,
            b"BI" => {
                if !blank::is_blank_inline(operation) {
                    let bounds = PageBounds::of_unit_square(run.state.matrix);
                    let inline = Some((run.stream, run.operation));
                    self.drawing.pictures.push(DrawnPicture { bounds, inline });
                }
            }
            b"BMC" | b"BDC" => self.begin_mark(run, operation)?,
            b"EMC" => {
                run.marks.pop();
            }
            b"gs" => self.external_state(run, objects().next_back()),
            b"scn" | b"SCN" => self.pattern(run, objects().next_back()),
            b"Tf" => {
                if let Some(key) = objects().find_map(PdfObject::as_name) {
                    run.state.font = Some(self.reader.font(run.resources, key));
                    run.state.is_label = key.starts_with(LABEL.as_bytes());
                }
                run.state.size = numbers.last().copied().unwrap_or(run.state.size);
            }
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"S" | b"s" | b"n" => {
                self.paint(run, operation.operator);
            }
            operator => return set_state(run, operator, &numbers),
        }
        Ok(())
    }

    /// The end of a path: it is filled or drawn along, or what follows is seen through it.
    fn paint(&mut self, run: &mut StreamRun<'a>, operator: &[u8]) {
        let PaintedPath { letters, operations, clips } = run.path.take(run.operation);
        if operator == b"n" && !clips {
            return;
        }
        let outline = |bounds| DrawnOutline {
            bounds,
            stream: run.stream,
            operation: run.operation,
            path: operations.clone(),
            clips,
        };
        let room = MOST_OUTLINES.saturating_sub(self.drawing.outlines.len());
        self.drawing.outlines.extend(letters.into_iter().take(room).map(outline));
    }

    /// `Tj`, `TJ`, `'` and `"`.
    fn show(
        &mut self,
        run: &mut StreamRun<'a>,
        operation: &ContentOperation<'_>,
        numbers: &[f64],
    ) -> Result<(), PdfError> {
        if let (b"\"", [word_space, letter_space]) = (operation.operator, numbers) {
            run.state.word_space = *word_space;
            run.state.letter_space = *letter_space;
        }
        if matches!(operation.operator, b"'" | b"\"") {
            run.place.next_line(0.0, -run.state.leading);
        }
        match operation.operands.last().map(|(object, _)| object) {
            Some(PdfObject::String(bytes)) => self.show_string(run, bytes, 0),
            Some(PdfObject::Array(items)) => {
                for (nth, item) in items.iter().enumerate() {
                    match item {
                        PdfObject::String(bytes) => self.show_string(run, bytes, nth as u32)?,
                        other => {
                            let back = other.as_number().unwrap_or(0.0) / 1000.0 * run.state.size;
                            let vertical = run.state.font.as_ref().is_some_and(|font| font.vertical);
                            if vertical {
                                run.place.advance(0.0, -back);
                            } else {
                                run.place.advance(-back * run.state.stretch, 0.0);
                            }
                        }
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn show_string(&mut self, run: &mut StreamRun<'a>, bytes: &[u8], item: u32) -> Result<(), PdfError> {
        let font = match &run.state.font {
            _ if bytes.is_empty() => return Ok(()),
            Some(font) => Arc::clone(font),
            None => Arc::new(PdfFont::unreadable()),
        };
        let mut codes = BTreeSet::new();
        let mut at = 0;
        while let Some(code) = bytes.get(at..).and_then(|rest| font.code(rest)) {
            let length = code.length.max(1);
            let source =
                CodePlace { stream: run.stream, operation: run.operation, item, at: at as u32, length: length as u8 };
            codes.insert(code.value);
            self.show_code(run, &code, source, font.vertical, font.height);
            at += length;
        }
        if let Some(map) = font.to_unicode {
            self.reader.shown.entry(map).or_default().extend(codes);
        }
        if self.drawing.glyphs.len() > MOST_GLYPHS {
            return Err(PdfError::Bomb { what: "too many letters on one page" });
        }
        Ok(())
    }

    fn show_code(
        &mut self,
        run: &mut StreamRun<'a>,
        code: &FontCode<'_>,
        source: CodePlace,
        vertical: bool,
        height: f64,
    ) {
        let state = &run.state;
        let spacing = state.letter_space + if code.is_word_space { state.word_space } else { 0.0 };
        let way = code.advance * state.size + spacing;
        let matrix = run.place.text.then(state.matrix);
        let (origin, advance, along, up) = if vertical {
            // Upright letters under one another are read as a line that runs down, its letters around the middle.
            let origin = matrix.point(-0.3 * state.size, state.rise);
            (origin, matrix.direction(0.0, way), matrix.direction(0.0, -1.0), matrix.direction(state.size, 0.0))
        } else {
            let sign = if state.size * state.stretch < 0.0 { -1.0 } else { 1.0 };
            let advance = matrix.direction(way * state.stretch, 0.0);
            (
                matrix.point(0.0, state.rise),
                advance,
                matrix.direction(sign, 0.0),
                matrix.direction(0.0, state.size * height),
            )
        };
        let start = self.drawing.letters.len() as u32;
        let shows = match &code.reading {
            CodeReading::Text(text) => {
                self.drawing.letters.push_str(text);
                GlyphMeaning::Text
            }
            CodeReading::Blank => GlyphMeaning::Blank,
            CodeReading::Unknown => {
                self.drawing.letters.push(char::REPLACEMENT_CHARACTER);
                GlyphMeaning::Unknown
            }
        };
        let length = along.length();
        let adjustment = if state.size == 0.0 { 0.0 } else { -1000.0 * way / state.size };
        self.drawing.glyphs.push(DrawnGlyph {
            text: start..self.drawing.letters.len() as u32,
            shows,
            source,
            origin,
            advance,
            along: if length > 0.0 { along.times(1.0 / length) } else { PagePoint::new(1.0, 0.0) },
            up,
            adjustment,
            visible: !matches!(state.mode, 3 | 7),
            is_label: state.is_label,
            mark: run.mark(),
            code: code.value,
        });
        if vertical {
            run.place.advance(0.0, way);
        } else {
            let way = way * run.state.stretch;
            run.place.advance(way, 0.0);
        }
    }

    /// `Do`: a picture or a form.
    fn draw(&mut self, run: &mut StreamRun<'a>, key: Option<&PdfObject>) -> Result<(), PdfError> {
        let object =
            key.and_then(PdfObject::as_name).and_then(|key| self.reader.resource(run.resources, "XObject", key));
        let Some(PdfObject::Stream(stream)) = object.map(|object| self.reader.file.resolve(object)) else {
            return Ok(());
        };
        if !self.reader.is_form(&stream.dict) {
            if !blank::is_blank(self.reader.file, stream) {
                let bounds = PageBounds::of_unit_square(run.state.matrix);
                self.drawing.pictures.push(DrawnPicture { bounds, inline: None });
            }
            return Ok(());
        }
        if run.depth >= DEEPEST_FORM {
            return Err(PdfError::Bomb { what: "forms nested too deep" });
        }
        let file = self.reader.file;
        let own = entry(file, &stream.dict, "Resources").and_then(PdfObject::as_dict);
        let matrix = numbers(file, &stream.dict, "Matrix").and_then(|numbers| PageMatrix::of(&numbers));
        let mut state = run.state.clone();
        state.matrix = matrix.unwrap_or(PageMatrix::IDENTITY).then(state.matrix);
        let number = object.and_then(reference);
        let bytes = match number.and_then(|number| self.decoded.get(&number)) {
            Some(bytes) => Arc::clone(bytes),
            None => file.decode(stream)?.into(),
        };
        self.decoded.extend(number.map(|number| (number, Arc::clone(&bytes))));
        self.drawing.streams.push(PlayedStream {
            number,
            parent: Some((run.stream, run.operation)),
            resources: own.or(run.resources),
            bytes,
            ends: StreamEnds::default(),
            has_strays: false,
        });
        let form = self.drawing.streams.len() as u32 - 1;
        self.run(form, state, run.mark(), run.depth + 1)
    }

    fn begin_mark(&mut self, run: &mut StreamRun<'a>, operation: &ContentOperation<'_>) -> Result<(), PdfError> {
        if run.marks.len() >= MOST_MARKS {
            return Err(PdfError::Bomb { what: "marked content nested too deep" });
        }
        let file = self.reader.file;
        // The tag and the properties are the last operands, whatever else stands before them.
        let has_properties = operation.operator == b"BDC";
        let operand = operation.operands.last().map(|(object, _)| object).filter(|_| has_properties);
        let named = match operand {
            Some(PdfObject::Name(key)) => self.reader.resource(run.resources, "Properties", key),
            _ => None,
        };
        let properties = match operand {
            Some(PdfObject::Dict(dict)) => Some(dict),
            _ => named.and_then(|object| file.resolve(object).as_dict()),
        };
        let Some(properties) = properties else {
            run.marks.push(run.mark());
            return Ok(());
        };
        // Texts of named properties are places of their own in the file.
        let mut texts = Vec::new();
        if named.is_none() {
            properties.values().for_each(|value| collect_texts(value, &mut texts));
        }
        let has_stand_ins = !texts.is_empty() || STAND_INS.iter().any(|key| properties.get(key).is_some());
        self.drawing.marks.push(MarkedContent {
            stream: run.stream,
            operation: run.operation,
            parent: run.mark(),
            id: entry(file, properties, "MCID").and_then(PdfObject::as_integer),
            texts,
            has_stand_ins,
            properties: if has_stand_ins { properties.clone() } else { Dict::default() },
            named: named.and(operand).and_then(PdfObject::as_name).map(PdfName::from),
        });
        run.marks.push(Some(self.drawing.marks.len() as u32 - 1));
        Ok(())
    }

    /// `gs`: fonts and soft masks may come by it.
    fn external_state(&mut self, run: &mut StreamRun<'a>, key: Option<&PdfObject>) {
        let file = self.reader.file;
        let object =
            key.and_then(PdfObject::as_name).and_then(|key| self.reader.resource(run.resources, "ExtGState", key));
        let Some(dict) = object.and_then(|object| file.resolve(object).as_dict()) else { return };
        if let Some([font, size]) = entry(file, dict, "Font").and_then(PdfObject::as_array) {
            run.state.font = Some(self.reader.font_of(font));
            run.state.size = file.resolve(size).as_number().unwrap_or(run.state.size);
        }
        let mask = entry(file, dict, "SMask").and_then(PdfObject::as_dict);
        self.note_other(mask.and_then(|mask| mask.get("G")));
    }

    /// A tiling pattern is a content of its own.
    fn pattern(&mut self, run: &StreamRun<'a>, key: Option<&PdfObject>) {
        let object =
            key.and_then(PdfObject::as_name).and_then(|key| self.reader.resource(run.resources, "Pattern", key));
        if object.is_some_and(|object| self.reader.file.resolve(object).as_stream().is_some()) {
            self.note_other(object);
        }
    }

    fn note_other(&mut self, object: Option<&PdfObject>) {
        let number = object.and_then(reference);
        self.drawing.others.extend(number.filter(|number| !self.drawing.others.contains(number)));
    }
}

/// True if there is nothing between two operations but blanks and brackets without a partner.
fn is_white(between: &[u8]) -> bool {
    between.iter().all(|&byte| is_blank(byte) || matches!(byte, b']' | b'>' | b')'))
}

/// All strings of a value, as texts.
fn collect_texts(value: &PdfObject, texts: &mut Vec<String>) {
    match value {
        PdfObject::String(bytes) => texts.push(textstring::decode(bytes)),
        PdfObject::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        PdfObject::Dict(dict) => dict.values().for_each(|value| collect_texts(value, texts)),
        _ => {}
    }
}

/// The operators that only set the state.
fn set_state(run: &mut StreamRun<'_>, operator: &[u8], numbers: &[f64]) -> Result<(), PdfError> {
    match (operator, numbers) {
        (b"q", _) => {
            if run.saved.len() >= MOST_STATES {
                return Err(PdfError::Bomb { what: "states nested too deep" });
            }
            run.saved.push(run.state.clone());
        }
        (b"Q", _) => match run.saved.pop() {
            Some(state) => run.state = state,
            None => run.ends.stray_restores.push(run.operation),
        },
        (b"cm", numbers) => {
            if let Some(matrix) = PageMatrix::of(numbers) {
                run.state.matrix = matrix.then(run.state.matrix);
            }
        }
        (b"BT", _) => {
            run.place = TextPlace::START;
            run.ends.open_text = true;
        }
        (b"ET", _) => run.ends.open_text = false,
        (b"Tc", [space]) => run.state.letter_space = *space,
        (b"Tw", [space]) => run.state.word_space = *space,
        (b"Tz", [percent]) => run.state.stretch = percent / 100.0,
        (b"TL", [leading]) => run.state.leading = *leading,
        (b"Ts", [rise]) => run.state.rise = *rise,
        (b"Tr", [mode]) => run.state.mode = *mode as i64,
        (b"Td", [x, y]) => run.place.next_line(*x, *y),
        (b"TD", [x, y]) => {
            run.state.leading = -y;
            run.place.next_line(*x, *y);
        }
        (b"Tm", numbers) => {
            if let Some(matrix) = PageMatrix::of(numbers) {
                run.place.set(matrix);
            }
        }
        (b"T*", _) => run.place.next_line(0.0, -run.state.leading),
        (operator, numbers) => run.path.construct(operator, numbers, run.state.matrix, run.operation),
    }
    Ok(())
}
