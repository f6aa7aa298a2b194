//! Taking text out of a content: codes go from the strings they stand in, forms are copied where they change, and boxes
//! are drawn where text was.

mod labels;
mod legend;
mod removed;
mod rewrite;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use crate::content::{ContentDrawing, ContentOperations, ContentRoot, LABEL, STAND_INS};
use crate::file::PdfFile;
use crate::geometry::PageBounds;
use crate::layout::PageText;
use crate::lookup::dict;
use crate::page::{self, letter_shapes};
use crate::{Dict, ObjectNumber, PdfError, PdfName, PdfObject, PdfStream, TextChange};
use labels::LabelSurroundings;
use legend::LabelLegend;
pub(crate) use removed::RemovedGlyphs;
use rewrite::{GlyphCut, OperationFix, rewrite};

/// The changes of one content.
pub(crate) struct RedactionRequest<'r> {
    /// Changes of its text.
    pub changes: &'r [TextChange<'r>],
    /// Marks that lose the texts that stand for their glyphs.
    pub marks: BTreeSet<usize>,
    /// True if pictures and drawings like letters go.
    pub pictures: bool,
    /// The part of the page where labels may be drawn.
    pub room: PageBounds,
}

/// A changed content, ready to be put into the file.
pub(crate) struct ContentRedaction {
    root: ContentRoot,
    /// The first is the content itself; of forms each comes after the one that draws it.
    streams: Vec<ChangedStream>,
    /// The font of labels, as named in the resources.
    font: Option<PdfName>,
    /// The glyphs that were taken out, to look whether they are gone.
    pub removed: RemovedGlyphs,
    /// The operation of the content the labels begin with.
    pub labels_from: u32,
    /// Forms drawn here that stay as they are.
    pub kept_forms: BTreeSet<ObjectNumber>,
    /// Forms drawn here in a changed copy.
    pub changed_forms: BTreeSet<ObjectNumber>,
    /// Numbers of marked content that lost text.
    pub marked: BTreeSet<i64>,
}

/// A stream that changes.
struct ChangedStream {
    /// The form it is a copy of; nothing for the content itself.
    original: Option<ObjectNumber>,
    bytes: Vec<u8>,
    /// Names for the changed forms it draws, by their place among the streams.
    forms: Vec<(PdfName, usize)>,
    /// Named properties of marked content that lose their texts.
    named: BTreeSet<PdfName>,
    resources: Dict,
}

/// Works out what becomes of a content.
pub(crate) fn plan(
    file: &PdfFile,
    root: ContentRoot,
    drawing: &ContentDrawing<'_>,
    text: &PageText,
    request: &RedactionRequest<'_>,
) -> Result<ContentRedaction, PdfError> {
    let mut removed = vec![false; drawing.glyphs.len()];
    for (range, _) in request.changes {
        mark_removed(text, range, &mut removed)?;
    }
    // What nobody can tell goes with its room on the page, but for what goes with something else.
    let unreadable = page::unreadable(drawing, text);
    let blank_pieces =
        labels::runs(drawing, text, |glyph| unreadable.contains(&glyph) && removed.get(glyph) == Some(&false));
    for &glyph in &unreadable {
        if let Some(slot) = removed.get_mut(glyph) {
            *slot = true;
        }
    }
    let mut fixes = StreamFixes { file, drawing, by_stream: BTreeMap::new(), named: BTreeMap::new() };
    fixes.cut(&removed);
    let mut marked = BTreeSet::new();
    for (glyph, _) in drawing.glyphs.iter().zip(&removed).filter(|(_, removed)| **removed) {
        for (nth, mark) in drawing.marks_of(glyph) {
            marked.extend(mark.id);
            fixes.clear_mark(nth as usize)?;
        }
    }
    for &mark in &request.marks {
        fixes.clear_mark(mark)?;
    }
    if request.pictures {
        fixes.hide_pictures();
    }
    for (nth, _) in drawing.streams.iter().enumerate().filter(|(_, played)| played.has_strays) {
        fixes.by_stream.entry(nth).or_default();
    }
    let font = unused(file, resources_of(drawing, 0), "Font", 0);
    let around = LabelSurroundings::new(drawing, &removed, request.room, &font);
    let mut labels = Vec::new();
    let mut legend = LabelLegend::new(request.room);
    around.blank(&blank_pieces, &mut labels);
    for (range, replacement) in request.changes {
        let pieces = labels::pieces(drawing, text, range.clone());
        around.draw(&pieces, replacement, &mut legend, &mut labels);
    }
    legend.draw(drawing, &font, &mut labels);
    let changed_forms: BTreeSet<usize> = fixes.spread();
    let form = |nth: &usize| drawing.streams.get(*nth).and_then(|played| played.number);
    let kept = (0..drawing.streams.len()).filter(|nth| !changed_forms.contains(nth));
    let gone = drawing.glyphs.iter().zip(&removed).filter(|(_, removed)| **removed).map(|(glyph, _)| glyph);
    let (streams, labels_from) = fixes.streams(&changed_forms, &labels)?;
    Ok(ContentRedaction {
        root,
        streams,
        font: (!labels.is_empty()).then(|| PdfName::new(&font)),
        removed: RemovedGlyphs::new(drawing, gone),
        labels_from,
        kept_forms: kept.filter_map(|nth| form(&nth)).collect(),
        changed_forms: changed_forms.iter().filter_map(form).collect(),
        marked,
    })
}

/// Marks the glyphs of a range; a range of nothing but breaks has none.
fn mark_removed(text: &PageText, range: &Range<usize>, removed: &mut [bool]) -> Result<(), PdfError> {
    let stretch = text.text.get(range.clone()).ok_or(PdfError::Inconsistent)?;
    let mut any = false;
    for span in text.glyphs_in(range.clone()) {
        if let Some(slot) = removed.get_mut(span.glyph) {
            *slot = true;
            any = true;
        }
    }
    if any || stretch.trim().is_empty() { Ok(()) } else { Err(PdfError::Inconsistent) }
}

fn resources_of(drawing: &ContentDrawing<'_>, stream: usize) -> Dict {
    drawing.streams.get(stream).and_then(|played| played.resources).cloned().unwrap_or_default()
}

/// A name that nothing in a category of resources has.
fn unused(file: &PdfFile, resources: Dict, category: &str, from: usize) -> String {
    let taken = dict(file, &resources, category).cloned().unwrap_or_default();
    let mut names = (from..).map(|nth| format!("{LABEL}{nth}"));
    names.find(|name| taken.get(name).is_none()).unwrap_or_default()
}

/// The changed operations of each stream.
struct StreamFixes<'d> {
    file: &'d PdfFile,
    drawing: &'d ContentDrawing<'d>,
    by_stream: BTreeMap<usize, BTreeMap<u32, OperationFix>>,
    /// Named properties that lose their texts, by stream.
    named: BTreeMap<usize, BTreeSet<PdfName>>,
}

impl StreamFixes<'_> {
    fn set(&mut self, stream: u32, operation: u32, fix: OperationFix) {
        self.by_stream.entry(stream as usize).or_default().insert(operation, fix);
    }

    /// Takes glyphs out of the strings they stand in.
    fn cut(&mut self, removed: &[bool]) {
        for (glyph, _) in self.drawing.glyphs.iter().zip(removed).filter(|(_, removed)| **removed) {
            let source = glyph.source;
            let cut =
                GlyphCut { item: source.item, at: source.at, length: source.length, adjustment: glyph.adjustment };
            let fixes = self.by_stream.entry(source.stream as usize).or_default();
            match fixes.entry(source.operation).or_insert_with(|| OperationFix::Show(Vec::new())) {
                OperationFix::Show(cuts) => cuts.push(cut),
                other => *other = OperationFix::Show(vec![cut]),
            }
        }
    }

    /// Takes the texts that stand for glyphs off a mark.
    fn clear_mark(&mut self, nth: usize) -> Result<(), PdfError> {
        let mark = self.drawing.marks.get(nth).ok_or(PdfError::Inconsistent)?;
        if mark.has_stand_ins {
            self.set(mark.stream, mark.operation, OperationFix::Mark(mark.properties.clone()));
            self.named.entry(mark.stream as usize).or_default().extend(mark.named.clone());
        }
        Ok(())
    }

    fn hide_pictures(&mut self) {
        for (stream, operation) in self.drawing.pictures.iter().filter_map(|picture| picture.inline) {
            self.set(stream, operation, OperationFix::Drop);
        }
        for outline in letter_shapes(&self.drawing.outlines) {
            let fixes = self.by_stream.entry(outline.stream as usize).or_default();
            // The shapes of one path share its operations.
            if fixes.insert(outline.operation, OperationFix::Hide { clips: outline.clips }).is_none() {
                fixes.extend(outline.path.clone().map(|operation| (operation, OperationFix::Erase)));
            }
        }
    }

    /// All streams that change, but for the content itself: a stream that draws a changed form changes too.
    fn spread(&self) -> BTreeSet<usize> {
        let mut changed: BTreeSet<usize> = self.by_stream.keys().copied().collect();
        for nth in (0..self.drawing.streams.len()).rev().filter(|nth| self.by_stream.contains_key(nth)) {
            let mut at = nth;
            while let Some((parent, _)) = self.drawing.streams.get(at).and_then(|played| played.parent) {
                at = parent as usize;
                if !changed.insert(at) {
                    break;
                }
            }
        }
        changed.remove(&0);
        changed
    }

    /// The changed streams, the content itself first, and where its labels begin.
    fn streams(mut self, forms: &BTreeSet<usize>, labels: &[u8]) -> Result<(Vec<ChangedStream>, u32), PdfError> {
        let places: BTreeMap<usize, usize> = std::iter::once(0).chain(forms.iter().copied()).zip(0..).collect();
        let mut drawn: BTreeMap<usize, Vec<(PdfName, usize)>> = BTreeMap::new();
        for &form in forms {
            let parent = self.drawing.streams.get(form).and_then(|played| played.parent);
            let (stream, operation) = parent.ok_or(PdfError::Inconsistent)?;
            let siblings = drawn.entry(stream as usize).or_default();
            let after = siblings.last().and_then(|(name, _)| number_of(name)).map_or(0, |last| last + 1);
            let name = PdfName::new(&unused(self.file, resources_of(self.drawing, stream as usize), "XObject", after));
            siblings.push((name.clone(), *places.get(&form).ok_or(PdfError::Inconsistent)?));
            self.set(stream, operation, OperationFix::Draw(name));
        }
        for &stray in self.drawing.streams.first().map(|root| root.ends.stray_restores.as_slice()).unwrap_or_default() {
            self.set(0, stray, OperationFix::Drop);
        }
        let mut labels_from = u32::MAX;
        let mut changed = Vec::new();
        for &stream in places.keys() {
            let played = self.drawing.streams.get(stream).ok_or(PdfError::Inconsistent)?;
            let fixes = self.by_stream.get(&stream).cloned().unwrap_or_default();
            let mut bytes = rewrite(&played.bytes, &fixes)?;
            if stream == 0 && !labels.is_empty() {
                bytes = played.ends.closed(&bytes);
                labels_from = count(&bytes)?;
                bytes.extend(labels);
            }
            changed.push(ChangedStream {
                original: played.number,
                bytes,
                forms: drawn.remove(&stream).unwrap_or_default(),
                named: self.named.remove(&stream).unwrap_or_default(),
                resources: resources_of(self.drawing, stream),
            });
        }
        Ok((changed, labels_from))
    }
}

/// The number of operations of a stream.
fn count(bytes: &[u8]) -> Result<u32, PdfError> {
    let mut operations = ContentOperations::new(bytes);
    let mut count = 0;
    while operations.next()?.is_some() {
        count += 1;
    }
    Ok(count)
}

fn number_of(name: &PdfName) -> Option<usize> {
    std::str::from_utf8(name).ok()?.strip_prefix(LABEL)?.parse().ok()
}

/// Puts changed contents into a file; what they share is added once.
#[derive(Default)]
pub(crate) struct RedactionWriter {
    font: Option<ObjectNumber>,
    /// Copies made so far, by a hash of each.
    copies: HashMap<u64, Vec<ObjectNumber>>,
}

impl RedactionWriter {
    /// Puts a changed content into the file.
    pub fn apply(&mut self, file: &mut PdfFile, plan: ContentRedaction) -> Result<(), PdfError> {
        let mut numbers: HashMap<usize, ObjectNumber> = HashMap::new();
        for (nth, stream) in plan.streams.into_iter().enumerate().rev() {
            let forms: Option<Vec<(PdfName, ObjectNumber)>> =
                stream.forms.iter().map(|(name, place)| Some((name.clone(), *numbers.get(place)?))).collect();
            let forms = forms.ok_or(PdfError::Inconsistent)?;
            let resources = clear_named(file, stream.resources, &stream.named);
            if nth > 0 {
                numbers.insert(nth, self.copy(file, stream.original, &stream.bytes, resources, forms)?);
                continue;
            }
            let mut resources = add(file, resources, "XObject", forms);
            if let Some(font) = &plan.font {
                let number = *self.font.get_or_insert_with(|| file.add(label_font()));
                resources = add(file, resources, "Font", vec![(font.clone(), number)]);
            }
            replace_root(file, plan.root, &stream.bytes, resources)?;
        }
        Ok(())
    }

    /// A changed copy of a form; the same copy is made once only.
    fn copy(
        &mut self,
        file: &mut PdfFile,
        original: Option<ObjectNumber>,
        bytes: &[u8],
        resources: Dict,
        forms: Vec<(PdfName, ObjectNumber)>,
    ) -> Result<ObjectNumber, PdfError> {
        let resources = add(file, resources, "XObject", forms);
        let stream = original.and_then(|number| file.get(number)).and_then(PdfObject::as_stream);
        let mut dict = stream.ok_or(PdfError::Inconsistent)?.dict.clone();
        dict.set("Resources", PdfObject::Dict(resources));
        let copy = PdfStream::compressed(dict, bytes);
        let mut hasher = DefaultHasher::new();
        (original, &*copy.coded).hash(&mut hasher);
        let copies = self.copies.entry(hasher.finish()).or_default();
        let copy = PdfObject::Stream(copy);
        if let Some(number) = copies.iter().find(|number| file.get(**number) == Some(&copy)) {
            return Ok(*number);
        }
        let number = file.add(copy);
        copies.push(number);
        Ok(number)
    }
}

/// Resources with more entries in a category.
fn add(file: &PdfFile, mut resources: Dict, category: &str, entries: Vec<(PdfName, ObjectNumber)>) -> Dict {
    if entries.is_empty() {
        return resources;
    }
    let list = dict(file, &resources, category).cloned().unwrap_or_default();
    let entries = entries.into_iter().map(|(name, number)| (name, PdfObject::Reference(number)));
    resources.set(category, PdfObject::Dict(list.into_iter().chain(entries).collect()));
    resources
}

/// Resources whose named properties of marked content have lost their texts. Properties that are objects of their own
/// lose them wherever they are used.
fn clear_named(file: &mut PdfFile, mut resources: Dict, names: &BTreeSet<PdfName>) -> Dict {
    let Some(mut properties) = dict(file, &resources, "Properties").filter(|_| !names.is_empty()).cloned() else {
        return resources;
    };
    for (_, value) in properties.iter_mut().filter(|(name, _)| names.contains(name)) {
        let held = match value {
            PdfObject::Reference(number) => file.get_mut(*number),
            other => Some(other),
        };
        if let Some(PdfObject::Dict(dict)) = held {
            STAND_INS.iter().for_each(|key| drop(dict.remove(key)));
        }
    }
    resources.set("Properties", PdfObject::Dict(properties));
    resources
}

fn label_font() -> PdfObject {
    let mut font = Dict::default();
    for (key, value) in
        [("Type", "Font"), ("Subtype", "Type1"), ("BaseFont", "Helvetica"), ("Encoding", "WinAnsiEncoding")]
    {
        font.set(key, PdfObject::Name(value.into()));
    }
    PdfObject::Dict(font)
}

fn replace_root(file: &mut PdfFile, root: ContentRoot, bytes: &[u8], resources: Dict) -> Result<(), PdfError> {
    match root {
        ContentRoot::Page(number) => {
            let contents = file.add(PdfObject::Stream(PdfStream::compressed(Dict::default(), bytes)));
            let Some(PdfObject::Dict(page)) = file.get_mut(number) else { return Err(PdfError::Inconsistent) };
            page.set("Contents", PdfObject::Reference(contents));
            page.set("Resources", PdfObject::Dict(resources));
        }
        ContentRoot::Form(number) => {
            let Some(PdfObject::Stream(form)) = file.get_mut(number) else { return Err(PdfError::Inconsistent) };
            let mut dict = std::mem::take(&mut form.dict);
            dict.set("Resources", PdfObject::Dict(resources));
            *form = PdfStream::compressed(dict, bytes);
        }
    }
    Ok(())
}
