//! Pictures of a single dot, which show nothing: what pictures become that are taken out.

use crate::content::Operation;
use crate::file::File;
use crate::lookup::{entry, name, number};
use crate::{Dict, Number, Object, Stream, filters};

/// The most bytes a single dot takes, coded: more than any way to say its colour needs.
const LARGEST_DOT: usize = 64;

/// Other pictures that are shown with a picture, or in its place.
const COMPANIONS: [&str; 4] = ["SMask", "Mask", "Alternates", "OPI"];

/// True if a picture is a single dot and nothing else. Codings of pictures have a size of their own, which may differ
/// from what the dictionary says; those count as pictures whatever they say.
pub(crate) fn is_blank(file: &File, picture: &Stream) -> bool {
    let is_one = |key: &str| number(file, &picture.dict, key) == Some(1.0);
    is_one("Width")
        && is_one("Height")
        && COMPANIONS.iter().all(|key| entry(file, &picture.dict, key).is_none())
        && picture.coded.len() <= LARGEST_DOT
        && filters::of(&picture.dict, &|object| file.resolve(object)).is_ok()
}

/// The same of a picture in content.
pub(crate) fn is_blank_inline(operation: &Operation<'_>) -> bool {
    let [(Object::Dict(picture), place)] = operation.operands.as_slice() else { return false };
    let is_one = |keys: [&str; 2]| keys.iter().find_map(|key| picture.get(key)) == Some(&Object::Integer(1));
    is_one(["W", "Width"])
        && is_one(["H", "Height"])
        && ["F", "Filter"].iter().all(|key| picture.get(key).is_none())
        && operation.span.end.saturating_sub(place.end) <= LARGEST_DOT
}

/// True if a file has a picture that shows something, drawn or not.
pub(crate) fn any_picture(file: &File) -> bool {
    let is_picture = |stream: &Stream| name(file, &stream.dict, "Subtype") == Some(b"Image") && !is_blank(file, stream);
    file.objects().any(|(_, object)| object.as_stream().is_some_and(is_picture))
}

/// Every picture becomes a light grey one of a single dot.
pub(crate) fn pictures(file: &mut File) {
    let is_picture = |stream: &Stream| name(file, &stream.dict, "Subtype") == Some(b"Image") && !is_blank(file, stream);
    let pictures: Vec<Number> = file
        .objects()
        .filter(|(_, object)| object.as_stream().is_some_and(is_picture))
        .map(|(number, _)| number)
        .collect();
    for number in pictures {
        let dict = file.get(number).and_then(Object::as_dict);
        let is_mask = dict.is_some_and(|dict| entry(file, dict, "ImageMask") == Some(&Object::Boolean(true)));
        file.set(number, Object::Stream(dot(is_mask)));
    }
}

/// A picture of a single dot.
fn dot(is_mask: bool) -> Stream {
    let mut dict = Dict::default();
    dict.set("Type", Object::Name("XObject".into()));
    dict.set("Subtype", Object::Name("Image".into()));
    dict.set("Width", Object::Integer(1));
    dict.set("Height", Object::Integer(1));
    dict.set("BitsPerComponent", Object::Integer(if is_mask { 1 } else { 8 }));
    if is_mask {
        dict.set("ImageMask", Object::Boolean(true));
    } else {
        dict.set("ColorSpace", Object::Name("DeviceGray".into()));
    }
    // A set bit of a mask paints nothing.
    Stream::compressed(dict, &[if is_mask { 0xFF } else { 0xEB }])
}
