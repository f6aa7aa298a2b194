//! A PDF as its users see it: places with text, edits of them, a new file.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fmt;

use crate::blank;
use crate::content::{ContentDrawing, ContentReader, ContentRoot};
use crate::file::PdfFile;
use crate::geometry::PageBounds;
use crate::layout::{self, LineJoint, PageText};
use crate::page::{self, PageContent};
use crate::parts::{
    self, AttachedFile, AttachmentChange, Inventory, PageContinuation, PdfText, PlaceKind, Removals, SurveyedParts,
    TextSpot,
};
use crate::redact::{self, ContentRedaction, RedactionRequest, RemovedGlyphs};
use crate::{Dict, ObjectNumber, PdfError, PdfObject, PdfStream, PlaceEdits, SharedBytes, TextChange, tounicode};

/// Said of pages that are pictures only.
const SCAN: &str = "a scanned page: a picture without text, or with hidden text only; \
                    send it through text recognition and print it without the picture, or have pictures removed";

/// A PDF that was read.
///
/// It knows where its texts are. Neither what they say nor the objects of the file are kept: they take several times as
/// much memory as the bytes, and are read from these again when the file is written.
pub struct PdfDocument {
    bytes: SharedBytes,
    spots: Vec<TextSpot>,
    inventory: Inventory,
    contents: Vec<KnownContent>,
    /// Forms drawn nowhere that cannot be read: they are emptied when the file is written.
    dead: Vec<ObjectNumber>,
    /// Streams nobody knows: they are emptied too.
    unknown: Vec<ObjectNumber>,
    /// Streams that are attached files.
    attached: Vec<ObjectNumber>,
    /// True if the file is encrypted with a key that anybody has. It is never written so again.
    is_decrypted: bool,
}

/// A content, as far as it is remembered.
struct KnownContent {
    content: PageContent,
    /// The forms it draws.
    forms: BTreeSet<ObjectNumber>,
    /// True if it has pictures or drawings like letters in it.
    has_pictures: bool,
    /// True if it shows letters that nobody can tell. These are always taken out.
    is_unreadable: bool,
    /// True if there is something in it that nobody sees.
    has_strays: bool,
    /// The place of its text.
    text: Option<usize>,
    /// The place of texts that stand for glyphs.
    stand_ins: Option<usize>,
    /// The block whose last word goes on on the next page, with a hyphen that is no part of the text.
    hyphenated: Option<usize>,
}

impl fmt::Debug for PdfDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pdf({} bytes, {} places)", self.bytes.len(), self.spots.len())
    }
}

impl PdfDocument {
    /// Reads a file, and hands out each of its texts once it is read: pages in their order, then the others.
    pub fn open(bytes: Vec<u8>, mut tell: impl FnMut(PdfText)) -> Result<Self, PdfError> {
        let bytes = SharedBytes::from(bytes);
        let file = PdfFile::open(&bytes)?;
        let SurveyedParts { places: others, inventory, unknown, attached } = parts::survey(&file)?;
        let mut survey = ContentSurvey::new(inventory, &mut tell);
        survey.read(&file)?;
        let ContentSurvey { mut spots, later, mut inventory, known, dead, .. } = survey;
        inventory.is_decrypted = file.is_decrypted();
        inventory.hidden_pictures = inventory.pictures.is_empty() && blank::any_picture(&file);
        inventory.dropped += usize::from(inventory.is_decrypted);
        for (place, spot) in later.into_iter().chain(others) {
            tell(place);
            spots.push(spot);
        }
        let is_decrypted = file.is_decrypted();
        let mut pdf = Self { bytes, spots, inventory, contents: known, dead, unknown, attached, is_decrypted };
        pdf.link();
        Ok(pdf)
    }

    /// The file as it was read.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// The same, for keeps.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes.into_vec()
    }

    /// The things the file holds besides text.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// True if other files lie in this one.
    pub fn has_attached_files(&self) -> bool {
        !self.attached.is_empty()
    }

    /// Hands out the files that lie in this one, in an order that is always the same.
    ///
    /// They are unpacked one at a time, so that no two are in memory unless the caller holds them.
    pub fn attached_files(&self, mut tell: impl FnMut(AttachedFile)) -> Result<(), PdfError> {
        if self.attached.is_empty() {
            return Ok(());
        }
        let file = PdfFile::open(&self.bytes)?;
        for (number, name) in parts::attached_files(&file)? {
            tell(AttachedFile { name, content: parts::attached_content(&file, number) });
        }
        Ok(())
    }

    /// The file with the edits of each place made and with what is not wanted taken out. Without any change these are
    /// the bytes that were read. Contents are read again one by one: only what changes in them is kept.
    ///
    /// There is a change for each attached file, in the order they were handed out in, or none at all if all stay.
    pub fn write(
        &self,
        edits: &[PlaceEdits<'_>],
        removals: &Removals,
        attachments: &[AttachmentChange],
    ) -> Result<Vec<u8>, PdfError> {
        self.check(edits)?;
        if !attachments.is_empty() && attachments.len() != self.attached.len() {
            return Err(PdfError::Inconsistent);
        }
        if let Some(&page) = self.inventory.scans.first().filter(|_| !removals.pictures) {
            return Err(PdfError::Page { page, what: SCAN });
        }
        let is_readable =
            !self.contents.iter().any(|known| known.is_unreadable) && self.unknown.is_empty() && !self.is_decrypted;
        let stays = edits.iter().all(|edits| edits.changes.is_empty())
            && attachments.iter().all(|change| *change == AttachmentChange::Keep);
        if is_readable && stays && *removals == Removals::default() {
            return Ok(self.bytes.to_vec());
        }
        let (file, checks) = self.changed(edits, removals, attachments)?;
        let (of_pages, others): (Vec<RemovalCheck>, Vec<RemovalCheck>) =
            checks.into_iter().partition(|check| matches!(check.content.root, ContentRoot::Page(_)));
        // Appearances have other numbers in the new file and are no longer known by them.
        verify(&file, &others, |content| Some(content.root))?;
        let bytes = SharedBytes::from(file.write()?);
        let written = PdfFile::open(&bytes)?;
        let pages = written.pages()?;
        verify(&written, &of_pages, |content| pages.get(content.page.checked_sub(1)?).copied().map(ContentRoot::Page))?;
        drop(written);
        Ok(bytes.into_vec())
    }

    /// The objects of the new file, and what must be gone from them.
    fn changed(
        &self,
        edits: &[PlaceEdits<'_>],
        removals: &Removals,
        attachments: &[AttachmentChange],
    ) -> Result<(PdfFile, Vec<RemovalCheck>), PdfError> {
        let mut before = PdfFile::open(&self.bytes)?;
        parts::apply(&mut before, &self.spots, edits)?;
        // Contents may draw one another, so that all are read as they were before any changed.
        let mut file = before.clone();
        let mut reader = ContentReader::new(&before);
        let mut forms = DrawnForms::default();
        let mut checks = Vec::new();
        let mut marked: BTreeMap<ObjectNumber, BTreeSet<i64>> = BTreeMap::new();
        let mut writer = redact::RedactionWriter::default();
        for known in &self.contents {
            // A form that is a content of its own is changed as one, whatever else draws it.
            forms.kept.extend(form_of(known.content.root));
            let Some(mut plan) = self.plan(&before, &mut reader, known, edits, removals)? else {
                forms.kept.extend(&known.forms);
                continue;
            };
            forms.kept.append(&mut plan.kept_forms);
            forms.changed.append(&mut plan.changed_forms);
            if let ContentRoot::Page(number) = known.content.root {
                marked.entry(number).or_default().append(&mut plan.marked);
            }
            let removed = std::mem::take(&mut plan.removed);
            if !removed.is_empty() {
                checks.push(RemovalCheck { content: known.content, removed, labels_from: plan.labels_from });
            }
            writer.apply(&mut file, plan)?;
        }
        for &number in forms.only_changed().chain(&self.dead) {
            empty(&mut file, number);
        }
        for &number in &self.unknown {
            file.set(number, PdfObject::Stream(PdfStream::compressed(Dict::default(), b"")));
        }
        parts::forget(&mut file, &marked);
        let mut gone = BTreeSet::new();
        for (&number, change) in self.attached.iter().zip(attachments) {
            match change {
                AttachmentChange::Keep => {}
                AttachmentChange::Replace(content) => parts::replace_attached(&mut file, number, content)?,
                AttachmentChange::Remove => drop(gone.insert(number)),
            }
        }
        parts::remove(&mut file, removals, &self.attached, &gone)?;
        if removals.pictures {
            blank::pictures(&mut file);
        }
        file.drop_private();
        tounicode::rewrite(&mut file);
        Ok((file, checks))
    }

    /// Tells each content which places are its own.
    fn link(&mut self) {
        for (place, spot) in self.spots.iter().enumerate() {
            let &TextSpot::Content(nth) = spot else { continue };
            let Some(known) = self.contents.get_mut(nth / 2) else { continue };
            *(if nth % 2 == 0 { &mut known.text } else { &mut known.stand_ins }) = Some(place);
        }
    }

    /// Edits must be in order, apart from each other and inside their texts.
    fn check(&self, edits: &[PlaceEdits<'_>]) -> Result<(), PdfError> {
        if edits.len() != self.spots.len() {
            return Err(PdfError::Inconsistent);
        }
        for edits in edits {
            let mut after = 0;
            for (range, _) in edits.changes {
                if range.start < after || edits.text.get(range.clone()).is_none() {
                    return Err(PdfError::Inconsistent);
                }
                after = range.end;
            }
        }
        Ok(())
    }

    /// Returns the changed content, or `None` if it stays as it is.
    fn plan<'f>(
        &self,
        file: &'f PdfFile,
        reader: &mut ContentReader<'f>,
        known: &KnownContent,
        edits: &[PlaceEdits<'_>],
        removals: &Removals,
    ) -> Result<Option<ContentRedaction>, PdfError> {
        let edits_of = |place: Option<usize>| place.and_then(|place| edits.get(place));
        let changes_of = |place| edits_of(place).map(|edits| edits.changes).unwrap_or_default();
        let (changes, stand_ins) = (changes_of(known.text), changes_of(known.stand_ins));
        let pictures = removals.pictures && known.has_pictures;
        let strays = removals.metadata && known.has_strays;
        if changes.is_empty() && stand_ins.is_empty() && !pictures && !strays && !known.is_unreadable {
            return Ok(None);
        }
        let drawing = page::draw(reader, known.content)?;
        let mut text = layout::read(&drawing);
        if let Some(block) = known.hyphenated {
            text.drop_last_hyphen(block);
        }
        if edits_of(known.text).is_some_and(|edits| edits.text != text.text) {
            return Err(PdfError::Inconsistent);
        }
        let room = match known.content.root {
            ContentRoot::Page(number) => page::media_box(file, number),
            ContentRoot::Form(_) => PageBounds::NOTHING,
        };
        let request = RedactionRequest { changes, marks: marks_of(&drawing, stand_ins), pictures, room };
        redact::plan(file, known.content.root, &drawing, &text, &request).map(Some)
    }
}

/// The marks whose texts are touched by edits of the lines of stand-ins.
fn marks_of(drawing: &ContentDrawing<'_>, edits: &[TextChange<'_>]) -> BTreeSet<usize> {
    let mut at = 0;
    let mut marks = BTreeSet::new();
    let stand_ins = page::stand_ins(drawing);
    let nexts = stand_ins.iter().skip(1).map(|(_, next)| next.as_str()).chain([""]);
    for ((mark, text), next) in stand_ins.iter().zip(nexts) {
        let line = at..at + text.len();
        let first = edits.partition_point(|(range, _)| range.end <= line.start);
        if edits.get(first).is_some_and(|(range, _)| range.start < line.end) {
            marks.insert(*mark);
        }
        at = line.end + page::parted_by(text, next).len();
    }
    marks
}

/// Reading all contents of a file.
struct ContentSurvey<'t> {
    tell: &'t mut dyn FnMut(PdfText),
    spots: Vec<TextSpot>,
    /// Places that come after all contents.
    later: Vec<(PdfText, TextSpot)>,
    inventory: Inventory,
    known: Vec<KnownContent>,
    /// Contents seen, as forms or on their own.
    seen: HashSet<ObjectNumber>,
    /// Forms drawn nowhere that cannot be read.
    dead: Vec<ObjectNumber>,
    /// The last page, until it is known whether it goes on.
    held: Option<HeldPage>,
}

/// A page that was read and not yet handed out.
struct HeldPage {
    number: usize,
    text: PageText,
    /// The place of its entry among the known contents.
    known: usize,
    /// The block that the page before goes on in.
    continued: usize,
}

impl<'t> ContentSurvey<'t> {
    fn new(inventory: Inventory, tell: &'t mut dyn FnMut(PdfText)) -> Self {
        let (spots, later, known, dead, held) = Default::default();
        Self { tell, spots, later, inventory, known, seen: HashSet::new(), dead, held }
    }

    /// Hands out the page that is held, now that it is known what follows.
    fn page(&mut self, next: Option<HeldPage>) {
        let Some(mut held) = std::mem::replace(&mut self.held, next) else { return };
        let joint = self.held.as_ref().and_then(|next| layout::across_pages(&held.text.flow, &next.text.flow));
        let joint = joint.filter(|joint| joint.block >= held.continued);
        let goes_on = joint.map(|joint| {
            if joint.joint == LineJoint::Word {
                held.text.drop_last_hyphen(joint.block);
                if let Some(known) = self.known.get_mut(held.known) {
                    known.hyphenated = Some(joint.block);
                }
            }
            if let Some(next) = &mut self.held {
                next.continued = joint.next_block;
            }
            let parted_by = match joint.joint {
                LineJoint::Line => "\n",
                LineJoint::Blank => " ",
                LineJoint::Nothing | LineJoint::Word => "",
            };
            PageContinuation { block: joint.block, next_block: joint.next_block, parted_by }
        });
        let PageText { text, blocks, .. } = held.text;
        (self.tell)(PdfText { kind: PlaceKind::Page { number: held.number }, text, blocks, label: None, goes_on });
    }

    fn read(&mut self, file: &PdfFile) -> Result<(), PdfError> {
        let mut reader = ContentReader::new(file);
        let mut queue: VecDeque<PageContent> = page::contents(file)?.into();
        self.seen.extend(queue.iter().filter_map(|content| form_of(content.root)));
        self.contents(file, &mut reader, &mut queue)?;
        // What no page draws may draw other forms in turn.
        for number in page::undrawn(file, &self.seen) {
            if self.seen.insert(number) {
                queue.push_back(PageContent { root: ContentRoot::Form(number), page: 0 });
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
        file: &PdfFile,
        reader: &mut ContentReader<'_>,
        queue: &mut VecDeque<PageContent>,
    ) -> Result<(), PdfError> {
        while let Some(content) = queue.pop_front() {
            if !matches!(content.root, ContentRoot::Page(_)) {
                self.page(None);
            }
            let others = self.content(file, reader, content)?;
            let fresh: Vec<ObjectNumber> = others.into_iter().filter(|number| self.seen.insert(*number)).collect();
            queue.extend(
                fresh.into_iter().map(|number| PageContent { root: ContentRoot::Form(number), page: content.page }),
            );
        }
        self.page(None);
        Ok(())
    }

    /// Reads one content; gives those it uses by other ways than drawing.
    fn content(
        &mut self,
        file: &PdfFile,
        reader: &mut ContentReader<'_>,
        content: PageContent,
    ) -> Result<Vec<ObjectNumber>, PdfError> {
        let reading = page::read(file, reader, content)?;
        self.seen.extend(&reading.forms);
        let is_page = matches!(content.root, ContentRoot::Page(_));
        let spot = TextSpot::Content(self.known.len() * 2);
        if is_page {
            let (number, known) = (content.page, self.known.len());
            self.page(Some(HeldPage { number, text: reading.text, known, continued: 0 }));
            self.spots.push(spot);
        } else if !reading.text.text.is_empty() {
            let kind = if content.page == 0 { PlaceKind::Other } else { PlaceKind::Appearance { page: content.page } };
            let PageText { text, blocks, .. } = reading.text;
            (self.tell)(PdfText { kind, text, blocks, label: None, goes_on: None });
            self.spots.push(spot);
        }
        if !reading.stand_ins.is_empty() {
            let mut text = String::new();
            let mut blocks = Vec::new();
            let mut start = 0;
            let nexts = reading.stand_ins.iter().skip(1).map(|(_, next)| next.as_str()).map(Some).chain([None]);
            for ((_, line), next) in reading.stand_ins.iter().zip(nexts) {
                text.push_str(line);
                let parted_by = next.map(|next| page::parted_by(line, next));
                if parted_by != Some("") {
                    blocks.push(start..text.len());
                    start = text.len() + 1;
                }
                text.push_str(parted_by.unwrap_or_default());
            }
            let spot = TextSpot::Content(self.known.len() * 2 + 1);
            let kind = PlaceKind::Structure;
            self.later.push((PdfText { kind, text, blocks, label: None, goes_on: None }, spot));
        }
        note(&mut self.inventory.pictures, content.page, reading.pictures);
        note(&mut self.inventory.outlines, content.page, reading.outlines);
        self.inventory.scans.extend(reading.is_scan.then_some(content.page));
        self.inventory.unreadable.extend(reading.is_unreadable.then_some(content.page));
        self.inventory.dropped += usize::from(reading.has_strays);
        self.known.push(KnownContent {
            content,
            forms: reading.forms,
            has_pictures: reading.pictures + reading.outlines > 0,
            is_unreadable: reading.is_unreadable,
            has_strays: reading.has_strays,
            text: None,
            stand_ins: None,
            hyphenated: None,
        });
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

fn form_of(root: ContentRoot) -> Option<ObjectNumber> {
    match root {
        ContentRoot::Form(number) => Some(number),
        ContentRoot::Page(_) => None,
    }
}

/// The forms that are still drawn as they were, and those drawn in changed copies.
#[derive(Default)]
struct DrawnForms {
    kept: BTreeSet<ObjectNumber>,
    changed: BTreeSet<ObjectNumber>,
}

impl DrawnForms {
    /// Resources shared among pages may still name a form that is now drawn in changed copies only.
    fn only_changed(&self) -> impl Iterator<Item = &ObjectNumber> {
        self.changed.difference(&self.kept)
    }
}

/// Takes all content out of a form.
fn empty(file: &mut PdfFile, number: ObjectNumber) {
    if let Some(PdfObject::Stream(form)) = file.get_mut(number) {
        let mut dict = std::mem::take(&mut form.dict);
        dict.remove("Resources");
        *form = PdfStream::compressed(dict, b"");
    }
}

/// Glyphs that must be gone from a content.
struct RemovalCheck {
    content: PageContent,
    removed: RemovedGlyphs,
    labels_from: u32,
}

/// Reads contents of what was written and looks for removed glyphs where they stood.
fn verify(
    file: &PdfFile,
    checks: &[RemovalCheck],
    root_of: impl Fn(PageContent) -> Option<ContentRoot>,
) -> Result<(), PdfError> {
    let mut reader = ContentReader::new(file);
    for check in checks {
        let page = check.content.page;
        let root = root_of(check.content).ok_or(PdfError::StillThere { page })?;
        if check.removed.is_still_in(&reader.read(root, page)?, check.labels_from) {
            return Err(PdfError::StillThere { page });
        }
    }
    Ok(())
}
