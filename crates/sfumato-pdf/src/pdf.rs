//! A PDF as its users see it: places with text, edits of them, a new file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;
use std::ops::Range;

use crate::blank;
use crate::content::{Drawing, Reader, Root};
use crate::file::File;
use crate::geometry::{Bounds, Point};
use crate::page::{self, Content};
use crate::parts::{self, Inventory, Place, PlaceKind, Removals, Spot};
use crate::redact::{self, Plan, Removed, Request};
use crate::{Number, Object, PdfError, Stream, tounicode};

/// Said of pages that are pictures only.
const SCAN: &str = "a scanned page: a picture without text, or with hidden text only; \
                    send it through text recognition and print it without the picture, or have pictures removed";

/// A PDF that was read.
pub struct Pdf {
    bytes: Vec<u8>,
    file: File,
    places: Vec<Place>,
    inventory: Inventory,
    contents: Vec<Known>,
    /// Forms drawn nowhere that cannot be read: they are emptied when the file is written.
    dead: Vec<Number>,
}

/// What is remembered of a content.
struct Known {
    content: Content,
    /// The forms it draws.
    forms: BTreeSet<Number>,
    /// Whether it has pictures or drawings like letters in it.
    has_pictures: bool,
    /// The place of its text.
    text: Option<usize>,
    /// The place of texts that stand for glyphs.
    stand_ins: Option<usize>,
}

impl fmt::Debug for Pdf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pdf({} bytes, {} places)", self.bytes.len(), self.places.len())
    }
}

impl Pdf {
    /// Reads a file: all its texts, and what else it holds.
    pub fn open(bytes: Vec<u8>) -> Result<Self, PdfError> {
        let file = File::open(&bytes)?;
        let (others, inventory) = parts::survey(&file)?;
        let mut survey = Survey { inventory, ..Survey::default() };
        survey.read(&file)?;
        let Survey { mut places, mut later, inventory, known, dead, .. } = survey;
        places.append(&mut later);
        places.extend(others);
        let mut pdf = Self { bytes, file, places, inventory, contents: known, dead };
        pdf.link();
        Ok(pdf)
    }

    /// All texts: pages in their order, then the others.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The file as it was read.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, for keeps.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// What the file holds besides text.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// The file with the edits of each place made and with what is not wanted taken out. Without any change these are
    /// the bytes that were read.
    pub fn write(&self, edits: &[Vec<(Range<usize>, String)>], removals: &Removals) -> Result<Vec<u8>, PdfError> {
        self.check(edits)?;
        if let Some(&page) = self.inventory.scans.first().filter(|_| !removals.pictures) {
            return Err(PdfError::Page { page, what: SCAN });
        }
        if edits.iter().all(Vec::is_empty) && *removals == Removals::default() {
            return Ok(self.bytes.clone());
        }
        let mut file = self.file.clone();
        parts::apply(&mut file, &self.places, edits)?;
        let mut forms = Forms::default();
        let mut checks = Vec::new();
        let mut marked: BTreeMap<Number, BTreeSet<i64>> = BTreeMap::new();
        let mut writer = redact::Writer::default();
        for plan in self.plans(&file, edits, removals, &mut forms)? {
            let (content, mut plan) = plan;
            if let Root::Page(number) = content.root {
                marked.entry(number).or_default().append(&mut plan.marked);
            }
            checks.push(Check { content, removed: std::mem::take(&mut plan.removed), labels_from: plan.labels_from });
            writer.apply(&mut file, plan)?;
        }
        for &number in forms.only_changed().chain(&self.dead) {
            empty(&mut file, number);
        }
        parts::forget(&mut file, &marked);
        parts::remove(&mut file, removals)?;
        if removals.pictures {
            blank::pictures(&mut file);
        }
        file.drop_private();
        tounicode::rewrite(&mut file);
        let bytes = file.write()?;
        verify(&file, &bytes, &checks)?;
        Ok(bytes)
    }

    /// Tells each content which places are its own.
    fn link(&mut self) {
        for (place, held) in self.places.iter().enumerate() {
            let Spot::Content(nth) = held.spot else { continue };
            let Some(known) = self.contents.get_mut(nth / 2) else { continue };
            *(if nth % 2 == 0 { &mut known.text } else { &mut known.stand_ins }) = Some(place);
        }
    }

    /// Edits must be in order, apart from each other and inside their texts.
    fn check(&self, edits: &[Vec<(Range<usize>, String)>]) -> Result<(), PdfError> {
        if edits.len() != self.places.len() {
            return Err(PdfError::Inconsistent);
        }
        for (place, edits) in self.places.iter().zip(edits) {
            let mut after = 0;
            for (range, _) in edits {
                if range.start < after || place.text.get(range.clone()).is_none() {
                    return Err(PdfError::Inconsistent);
                }
                after = range.end;
            }
        }
        Ok(())
    }

    /// What becomes of the contents that change.
    fn plans(
        &self,
        file: &File,
        edits: &[Vec<(Range<usize>, String)>],
        removals: &Removals,
        forms: &mut Forms,
    ) -> Result<Vec<(Content, Plan)>, PdfError> {
        let mut reader = Reader::new(file);
        let mut plans = Vec::new();
        let edits_of =
            |place: Option<usize>| place.and_then(|place| edits.get(place)).map(Vec::as_slice).unwrap_or_default();
        for known in &self.contents {
            let (changes, stand_ins) = (edits_of(known.text), edits_of(known.stand_ins));
            let pictures = removals.pictures && known.has_pictures;
            if changes.is_empty() && stand_ins.is_empty() && !pictures {
                forms.kept.extend(&known.forms);
                continue;
            }
            let drawing = page::draw(&mut reader, known.content)?;
            let text = crate::layout::read(&drawing);
            if known.text.is_some_and(|place| self.places.get(place).is_none_or(|place| place.text != text.text)) {
                return Err(PdfError::Inconsistent);
            }
            let room = match known.content.root {
                Root::Page(number) => page::media_box(file, number),
                Root::Form(_) => Bounds::NOTHING,
            };
            let request = Request { changes, marks: marks_of(&drawing, stand_ins), pictures, room };
            let plan = redact::plan(file, known.content.root, &drawing, &text, &request)?;
            forms.kept.extend(&plan.kept_forms);
            forms.changed.extend(&plan.changed_forms);
            plans.push((known.content, plan));
        }
        Ok(plans)
    }
}

/// The marks whose texts are touched by edits of the lines of stand-ins.
fn marks_of(drawing: &Drawing<'_>, edits: &[(Range<usize>, String)]) -> BTreeSet<usize> {
    let mut at = 0;
    let mut marks = BTreeSet::new();
    for (mark, text) in page::stand_ins(drawing) {
        let line = at..at + text.len();
        if edits.iter().any(|(range, _)| range.start < line.end && range.end > line.start) {
            marks.insert(mark);
        }
        at = line.end + 1;
    }
    marks
}

/// Reading all contents of a file.
#[derive(Default)]
struct Survey {
    places: Vec<Place>,
    /// Places that come after all contents.
    later: Vec<Place>,
    inventory: Inventory,
    known: Vec<Known>,
    /// Contents seen, as forms or on their own.
    seen: HashSet<Number>,
    /// Forms drawn nowhere that cannot be read.
    dead: Vec<Number>,
}

impl Survey {
    fn read(&mut self, file: &File) -> Result<(), PdfError> {
        let mut reader = Reader::new(file);
        let mut queue: VecDeque<Content> = page::contents(file)?.into();
        self.seen.extend(queue.iter().filter_map(|content| form_of(content.root)));
        self.contents(file, &mut reader, &mut queue)?;
        // What no page draws may draw other forms in turn.
        for number in page::undrawn(file, &self.seen) {
            if self.seen.insert(number) {
                queue.push_back(Content { root: Root::Form(number), page: 0 });
                match self.contents(file, &mut reader, &mut queue) {
                    Err(PdfError::Part { .. }) => self.dead.push(number),
                    other => other?,
                }
            }
        }
        self.inventory.dropped += self.dead.len();
        Ok(())
    }

    /// Reads contents, and those they use.
    fn contents(
        &mut self,
        file: &File,
        reader: &mut Reader<'_>,
        queue: &mut VecDeque<Content>,
    ) -> Result<(), PdfError> {
        while let Some(content) = queue.pop_front() {
            let others = self.content(file, reader, content)?;
            let fresh: Vec<Number> = others.into_iter().filter(|number| self.seen.insert(*number)).collect();
            queue.extend(fresh.into_iter().map(|number| Content { root: Root::Form(number), page: content.page }));
        }
        Ok(())
    }

    /// Reads one content; gives those it uses by other ways than drawing.
    fn content(&mut self, file: &File, reader: &mut Reader<'_>, content: Content) -> Result<Vec<Number>, PdfError> {
        let reading = page::read(file, reader, content)?;
        self.seen.extend(&reading.forms);
        let is_page = matches!(content.root, Root::Page(_));
        let spot = Spot::Content(self.known.len() * 2);
        let kind = match content.page {
            number if is_page => PlaceKind::Page { number },
            0 => PlaceKind::Other,
            page => PlaceKind::Appearance { page },
        };
        if is_page || !reading.text.text.is_empty() {
            self.places.push(Place { kind, text: reading.text.text, blocks: reading.text.blocks, label: None, spot });
        }
        if !reading.stand_ins.is_empty() {
            let mut text = String::new();
            let mut blocks = Vec::new();
            for (_, line) in &reading.stand_ins {
                blocks.push(text.len()..text.len() + line.len());
                text.push_str(line);
                text.push('\n');
            }
            text.pop();
            let spot = Spot::Content(self.known.len() * 2 + 1);
            self.later.push(Place { kind: PlaceKind::Structure, text, blocks, label: None, spot });
        }
        note(&mut self.inventory.pictures, content.page, reading.pictures);
        note(&mut self.inventory.outlines, content.page, reading.outlines);
        self.inventory.scans.extend(reading.is_scan.then_some(content.page));
        let has_pictures = reading.pictures + reading.outlines > 0;
        self.known.push(Known { content, forms: reading.forms, has_pictures, text: None, stand_ins: None });
        Ok(reading.others)
    }
}

/// Adds to the count of a page.
fn note(counts: &mut Vec<(usize, usize)>, page: usize, count: usize) {
    if count == 0 {
        return;
    }
    match counts.binary_search_by_key(&page, |(held, _)| *held) {
        Ok(at) => counts[at].1 += count,
        Err(at) => counts.insert(at, (page, count)),
    }
}

fn form_of(root: Root) -> Option<Number> {
    match root {
        Root::Form(number) => Some(number),
        Root::Page(_) => None,
    }
}

/// Which forms are still drawn as they were, and which in changed copies.
#[derive(Default)]
struct Forms {
    kept: BTreeSet<Number>,
    changed: BTreeSet<Number>,
}

impl Forms {
    /// Resources shared among pages may still name a form that is now drawn in changed copies only.
    fn only_changed(&self) -> impl Iterator<Item = &Number> {
        self.changed.difference(&self.kept)
    }
}

/// Takes all content out of a form.
fn empty(file: &mut File, number: Number) {
    if let Some(Object::Stream(form)) = file.get_mut(number) {
        let mut dict = std::mem::take(&mut form.dict);
        dict.remove("Resources");
        *form = Stream::compressed(dict, b"");
    }
}

/// What must be gone from a content.
struct Check {
    content: Content,
    removed: Vec<Removed>,
    labels_from: u32,
}

/// Reads what was written and looks for removed glyphs where they stood.
fn verify(file: &File, bytes: &[u8], checks: &[Check]) -> Result<(), PdfError> {
    let written = File::open(bytes)?;
    let pages = written.pages()?;
    let (mut reader, mut own) = (Reader::new(&written), Reader::new(file));
    for check in checks.iter().filter(|check| !check.removed.is_empty()) {
        let page = check.content.page;
        let drawing = match check.content.root {
            Root::Page(_) => {
                let number = page.checked_sub(1).and_then(|nth| pages.get(nth)).ok_or(PdfError::StillThere { page })?;
                reader.read(Root::Page(*number), page)?
            }
            // Appearances have other numbers in the new file and are no longer known by them.
            form @ Root::Form(_) => own.read(form, page)?,
        };
        if check.is_still_in(&drawing) {
            return Err(PdfError::StillThere { page });
        }
    }
    Ok(())
}

impl Check {
    fn is_still_in(&self, drawing: &Drawing<'_>) -> bool {
        let cell = |place: f64| (place / 4.0).round().clamp(-1e9, 1e9) as i64;
        let cell = |point: Point| (cell(point.x), cell(point.y));
        let mut cells: HashMap<(i64, i64), Vec<&crate::content::Glyph>> = HashMap::new();
        for glyph in &drawing.glyphs {
            let is_label = glyph.source.stream == 0 && glyph.source.operation >= self.labels_from;
            if !is_label && !drawing.text_of(glyph).trim().is_empty() {
                cells.entry(cell(glyph.origin)).or_default().push(glyph);
            }
        }
        self.removed.iter().any(|removed| {
            let (x, y) = cell(removed.origin);
            let mut near = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
            near.any(|key| {
                let here = cells.get(&key).map(Vec::as_slice).unwrap_or_default();
                here.iter().any(|glyph| {
                    drawing.text_of(glyph) == removed.text
                        && glyph.origin.minus(removed.origin).length() <= 0.1 * removed.size
                        && (glyph.size() - removed.size).abs() <= 0.05 * removed.size
                })
            })
        })
    }
}
