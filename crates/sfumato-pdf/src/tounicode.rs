//! The maps by which fonts tell the texts of their codes. Producers number codes in the order they are first used, so
//! that a map can spell what was written after it is gone from the page.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use crate::cmap::CMap;
use crate::content::{ContentReader, ContentRoot};
use crate::file::PdfFile;
use crate::lookup::{dict, name, stream_number};
use crate::page::{self, PageContent};
use crate::{ObjectNumber, PdfError, PdfObject, PdfStream};

/// Writes all maps anew: sorted, and without codes that nothing shows, where that is known. What is no map stays.
pub(crate) fn rewrite(file: &mut PdfFile) {
    let mut maps = BTreeSet::new();
    file.objects().for_each(|(_, object)| collect(file, object, &mut maps));
    if maps.is_empty() {
        return;
    }
    let shown = if has_hidden_pages(file) { None } else { shown(file).ok() };
    let of_forms = of_forms(file);
    for number in maps {
        let Some((stream, map)) = read(file, number) else { continue };
        let nothing = BTreeSet::new();
        let codes = shown.as_ref().filter(|_| !of_forms.contains(&number));
        let codes = codes.map(|shown| shown.get(&number).unwrap_or(&nothing));
        let written = PdfStream::compressed(stream.dict.clone(), &map.write_texts(codes));
        file.set(number, PdfObject::Stream(written));
    }
}

fn collect(file: &PdfFile, object: &PdfObject, maps: &mut BTreeSet<ObjectNumber>) {
    match object {
        PdfObject::Array(items) => items.iter().for_each(|item| collect(file, item, maps)),
        PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
            maps.extend(dict.get("ToUnicode").and_then(|map| stream_number(file, map)));
            dict.values().for_each(|value| collect(file, value, maps));
        }
        _ => {}
    }
}

fn read(file: &PdfFile, number: ObjectNumber) -> Option<(&PdfStream, CMap)> {
    let stream = file.get(number)?.as_stream()?;
    // Forms and pictures go by names of their page's choice, which may be any key.
    if matches!(name(file, &stream.dict, "Subtype"), Some(b"Form" | b"Image")) {
        return None;
    }
    let map = CMap::read(&file.decode(stream).ok()?).ok()?;
    map.has_texts().then_some((stream, map))
}

/// The codes that are shown anywhere, by the map that tells their texts.
fn shown(file: &PdfFile) -> Result<HashMap<ObjectNumber, BTreeSet<u32>>, PdfError> {
    let mut reader = ContentReader::new(file);
    let mut queue: VecDeque<PageContent> = page::contents(file)?.into();
    let mut seen: HashSet<ObjectNumber> = HashSet::new();
    loop {
        while let Some(content) = queue.pop_front() {
            let drawing = reader.read(content.root, content.page)?;
            if let ContentRoot::Form(number) = content.root {
                seen.insert(number);
            }
            seen.extend(drawing.streams.iter().filter_map(|played| played.number));
            let fresh: Vec<ObjectNumber> = drawing.others.into_iter().filter(|number| seen.insert(*number)).collect();
            queue.extend(fresh.into_iter().map(|number| PageContent { root: ContentRoot::Form(number), ..content }));
        }
        // What no page draws may draw other forms in turn.
        let undrawn = page::undrawn(file, &seen);
        if undrawn.is_empty() {
            return Ok(reader.shown);
        }
        seen.extend(&undrawn);
        queue.extend(undrawn.into_iter().map(|number| PageContent { root: ContentRoot::Form(number), page: 0 }));
    }
}

/// True if there are pages that are not among the pages, such as templates, whose contents are not read.
fn has_hidden_pages(file: &PdfFile) -> bool {
    let pages: HashSet<ObjectNumber> = file.pages().unwrap_or_default().into_iter().collect();
    let names = file.root().ok().and_then(|root| dict(file, root, "Names"));
    let has_templates = names.is_some_and(|names| names.get("Templates").is_some());
    has_templates
        || file.objects().any(|(number, object)| {
            let kind = object.as_dict().and_then(|dict| name(file, dict, "Type"));
            kind == Some(b"Template") || (kind == Some(b"Page") && !pages.contains(&number))
        })
}

/// The maps of fonts that viewers set what is typed into form fields in: any code may be shown.
fn of_forms(file: &PdfFile) -> BTreeSet<ObjectNumber> {
    let form = file.root().ok().and_then(|root| dict(file, root, "AcroForm"));
    let fonts = form.and_then(|form| dict(file, form, "DR")).and_then(|resources| dict(file, resources, "Font"));
    let fonts = fonts.into_iter().flat_map(|fonts| fonts.values());
    fonts.filter_map(|font| stream_number(file, file.resolve(font).as_dict()?.get("ToUnicode")?)).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::{OpenedPdf, one_page, stream};
    use crate::{Removals, decoded};

    /// A page that says `to Ada`, in a font whose codes are numbered in order of use.
    fn source(root: &str) -> Vec<u8> {
        let map = "1 begincodespacerange <00> <FF> endcodespacerange \
                   1 beginbfrange <01> <05> [<0074> <006F> <0020> <0041> <0064>] endbfrange 1 beginbfchar <06> <0061> endbfchar";
        let font = "<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 1/LastChar 6/Widths[500 500 500 500 500 500]\
                    /ToUnicode 6 0 R>>";
        let content = stream("", "BT /F1 12 Tf 50 700 Td <010203040506> Tj ET");
        let page = "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>";
        one_page(root, page, &[&content, font, &stream("", map)], "")
    }

    /// The text of the page without the name, and its map.
    fn masked(source: Vec<u8>) -> (String, String) {
        let pdf = OpenedPdf::new(source).expect("sound");
        assert_eq!(pdf.places[0].text, "to Ada");
        let mut edits = vec![Vec::new(); pdf.places.len()];
        edits[0].push((3..6, "[P]".to_owned()));
        let output = pdf.write(&edits, &Removals::default()).expect("written");
        let mut map = String::new();
        let look = |shown: crate::DecodedBytes<'_>| {
            let data = String::from_utf8_lossy(shown.bytes);
            if data.contains("begincmap") {
                map = data.into_owned();
            }
        };
        decoded(&output.as_slice().into(), |_| false, look).expect("sound");
        (OpenedPdf::new(output).expect("sound").places[0].text.clone(), map)
    }

    #[test]
    fn maps_forget_codes_nothing_shows() {
        let (text, map) = masked(source(""));
        assert_eq!(text, "to [P]");
        assert!(map.contains("3 beginbfchar\n<03> <0020>\n<02> <006F>\n<01> <0074>\nendbfchar"));
    }

    #[test]
    fn maps_do_not_spell_in_order_of_use_where_all_codes_may_be_shown() {
        let (text, map) = masked(source("/AcroForm<</Fields[]/DR<</Font<</F1 5 0 R>>>>>>"));
        assert_eq!(text, "to [P]");
        assert!(map.contains("<04> <0041>\n<06> <0061>\n<05> <0064>\n<02> <006F>"));
        let (text, map) = masked(source("/Names<</Templates<</Names[]>>>>"));
        assert!(text == "to [P]" && map.contains("<04> <0041>"));
    }
}
