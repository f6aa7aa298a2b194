//! Pictures of a single dot, which show nothing: what pictures become that are taken out.

use crate::content::ContentOperation;
use crate::file::PdfFile;
use crate::lookup::{entry, name, number};
use crate::{Dict, ObjectNumber, PdfObject, PdfStream, filters};

/// The most bytes a single dot takes, coded: more than any way to say its colour needs.
const LARGEST_DOT: usize = 64;

/// Other pictures that are shown with a picture, or in its place.
const COMPANIONS: [&str; 4] = ["SMask", "Mask", "Alternates", "OPI"];

/// True if a picture is a single dot and nothing else. Codings of pictures have a size of their own, which may differ
/// from what the dictionary says; those count as pictures whatever they say.
pub(crate) fn is_blank(file: &PdfFile, picture: &PdfStream) -> bool {
    let is_one = |key: &str| number(file, &picture.dict, key) == Some(1.0);
    is_one("Width")
        && is_one("Height")
        && COMPANIONS.iter().all(|key| entry(file, &picture.dict, key).is_none())
        && picture.coded.len() <= LARGEST_DOT
        && filters::of(&picture.dict, &|object| file.resolve(object)).is_ok()
}

/// The same of a picture in content.
pub(crate) fn is_blank_inline(operation: &ContentOperation<'_>) -> bool {
    let [(PdfObject::Dict(picture), place)] = operation.operands.as_slice() else { return false };
    let is_one = |keys: [&str; 2]| keys.iter().find_map(|key| picture.get(key)) == Some(&PdfObject::Integer(1));
    is_one(["W", "Width"])
        && is_one(["H", "Height"])
        && ["F", "Filter"].iter().all(|key| picture.get(key).is_none())
        && operation.span.end.saturating_sub(place.end) <= LARGEST_DOT
}

/// True if a file has a picture that shows something, drawn or not.
pub(crate) fn any_picture(file: &PdfFile) -> bool {
    let is_picture =
        |stream: &PdfStream| name(file, &stream.dict, "Subtype") == Some(b"Image") && !is_blank(file, stream);
    file.objects().any(|(_, object)| object.as_stream().is_some_and(is_picture))
}

/// Every picture becomes a light grey one of a single dot.
pub(crate) fn pictures(file: &mut PdfFile) {
    let is_picture =
        |stream: &PdfStream| name(file, &stream.dict, "Subtype") == Some(b"Image") && !is_blank(file, stream);
    let pictures: Vec<ObjectNumber> = file
        .objects()
        .filter(|(_, object)| object.as_stream().is_some_and(is_picture))
        .map(|(number, _)| number)
        .collect();
    for number in pictures {
        let dict = file.get(number).and_then(PdfObject::as_dict);
        let is_mask = dict.is_some_and(|dict| entry(file, dict, "ImageMask") == Some(&PdfObject::Boolean(true)));
        file.set(number, PdfObject::Stream(dot(is_mask)));
    }
}

/// A picture of a single dot.
fn dot(is_mask: bool) -> PdfStream {
    let mut dict = Dict::default();
    dict.set("Type", PdfObject::Name("XObject".into()));
    dict.set("Subtype", PdfObject::Name("Image".into()));
    dict.set("Width", PdfObject::Integer(1));
    dict.set("Height", PdfObject::Integer(1));
    dict.set("BitsPerComponent", PdfObject::Integer(if is_mask { 1 } else { 8 }));
    if is_mask {
        dict.set("ImageMask", PdfObject::Boolean(true));
    } else {
        dict.set("ColorSpace", PdfObject::Name("DeviceGray".into()));
    }
    // A set bit of a mask paints nothing.
    PdfStream::compressed(dict, &[if is_mask { 0xFF } else { 0xEB }])
}
