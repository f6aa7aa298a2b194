//! Writing a fresh file: only what the trailer leads to, numbered anew, with a plain table of cross references.

use std::collections::{BTreeMap, BTreeSet};

use crate::lexer::is_regular;
use crate::{Dict, ObjectNumber, PdfError, PdfFile, PdfName, PdfObject, PdfStream, filters, lookup};

/// Keys that are never written, wherever they stand: data that programs keep for themselves.
const PRIVATE: [&str; 1] = ["PieceInfo"];

/// Keys of pages and forms that are never written.
const OF_PAGES: [&str; 2] = ["LastModified", "Thumb"];

/// Keys that are kept of a page that is not shown, so that links to it lead somewhere.
const OF_HIDDEN: [&[u8]; 3] = [b"Type", b"Parent", b"MediaBox"];

/// Keys of the catalogue that are never written.
const OF_ROOT: [&str; 3] = ["SpiderInfo", "Perms", "DSS"];

impl PdfStream {
    /// A stream of these bytes, compressed. Keys of the dictionary that tell of filters are set anew.
    pub fn compressed(mut dict: Dict, data: &[u8]) -> Self {
        for key in ["DecodeParms", "F", "FFilter", "FDecodeParms", "DL"] {
            dict.remove(key);
        }
        dict.set("Filter", PdfObject::Name("FlateDecode".into()));
        // Without the room that compressing needs.
        let coded = filters::deflate(data).as_slice().into();
        Self { dict, coded }
    }
}

impl PdfFile {
    /// Takes out what is never written.
    pub(crate) fn drop_private(&mut self) {
        let numbers: Vec<ObjectNumber> = self.objects().map(|(number, _)| number).collect();
        for number in numbers {
            if self.get(number).is_some_and(|object| private(object) > 0)
                && let Some(object) = self.get_mut(number)
            {
                take_private(object);
            }
        }
        for (number, key) in self.private_entries() {
            if let Some(PdfObject::Dict(dict)) = self.get_mut(number) {
                dict.remove(key);
            }
        }
        for number in self.hidden_pages() {
            if let Some(PdfObject::Dict(dict)) = self.get_mut(number) {
                dict.retain(|key, _| OF_HIDDEN.contains(&key.as_bytes()));
            }
        }
        for number in self.printer_programs() {
            self.set(number, PdfObject::Stream(PdfStream::compressed(Dict::default(), b"")));
        }
    }

    /// Pages that are none of the pages of the file and say something all the same.
    fn hidden_pages(&self) -> Vec<ObjectNumber> {
        let shown: BTreeSet<ObjectNumber> = self.pages().unwrap_or_default().into_iter().collect();
        let is_hidden = |(number, object): &(ObjectNumber, &PdfObject)| match object {
            PdfObject::Dict(dict) => {
                dict.get("Type").and_then(PdfObject::as_name) == Some(b"Page")
                    && !shown.contains(number)
                    && dict.iter().any(|(key, _)| !OF_HIDDEN.contains(&key.as_bytes()))
            }
            _ => false,
        };
        self.objects().filter(is_hidden).map(|(number, _)| number).collect()
    }

    /// Programs for printers in the place of drawings, which nothing shows.
    fn printer_programs(&self) -> Vec<ObjectNumber> {
        let is_program = |object: &PdfObject| {
            let name = |key: &str| object.as_dict().and_then(|dict| lookup::name(self, dict, key));
            object.as_stream().is_some() && (name("Subtype") == Some(b"PS") || name("Subtype2") == Some(b"PS"))
        };
        self.objects().filter(|(_, object)| is_program(object)).map(|(number, _)| number).collect()
    }

    /// The number of things in the file that are never written.
    pub(crate) fn count_private(&self) -> usize {
        let anywhere: usize = self.objects().map(|(_, object)| private(object)).sum();
        anywhere + self.private_entries().len() + self.hidden_pages().len() + self.printer_programs().len()
    }

    /// Entries of the catalogue and of pages that are never written.
    fn private_entries(&self) -> Vec<(ObjectNumber, &'static str)> {
        let root = self.trailer().get("Root").and_then(lookup::reference);
        let of_root = root.into_iter().flat_map(|root| OF_ROOT.map(|key| (root, key)));
        let pages = self.pages().unwrap_or_default();
        let of_pages = pages.into_iter().flat_map(|page| OF_PAGES.map(|key| (page, key)));
        let is_there = |(number, key): &(ObjectNumber, &str)| {
            self.get(*number).and_then(PdfObject::as_dict).is_some_and(|dict| dict.get(key).is_some())
        };
        of_root.chain(of_pages).filter(is_there).collect()
    }

    /// The bytes of a fresh file. The same objects always give the same bytes.
    pub fn write(mut self) -> Result<Vec<u8>, PdfError> {
        self.drop_private();
        self.trailer_mut().retain(|key, _| matches!(key.as_bytes(), b"Root" | b"Info"));
        let out = render(self);
        // Places in the table have ten digits.
        if out.len() > 9_999_999_999 {
            return Err(PdfError::Bomb { what: "too many bytes to be written" });
        }
        Ok(out)
    }
}

fn dropped_keys(dict: &Dict) -> impl Iterator<Item = &'static str> + use<> {
    let is_form = dict.get("Subtype").and_then(PdfObject::as_name) == Some(b"Form");
    let of_form = if is_form { OF_PAGES.as_slice() } else { &[] };
    PRIVATE.iter().chain(of_form).copied()
}

/// The number of entries that are never written, whatever leads to them.
fn private(object: &PdfObject) -> usize {
    match object {
        PdfObject::Array(items) => items.iter().map(private).sum(),
        PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
            let own = dropped_keys(dict).filter(|key| dict.get(key).is_some()).count();
            own + dict.values().map(private).sum::<usize>()
        }
        _ => 0,
    }
}

fn take_private(object: &mut PdfObject) {
    match object {
        PdfObject::Array(items) => items.iter_mut().for_each(take_private),
        PdfObject::Dict(dict) | PdfObject::Stream(PdfStream { dict, .. }) => {
            for key in dropped_keys(dict) {
                dict.remove(key);
            }
            dict.values_mut().for_each(take_private);
        }
        _ => {}
    }
}

/// The numbers objects get in the file that is written.
type NewNumbers = BTreeMap<ObjectNumber, usize>;

/// Objects go as soon as they are written, so that file and objects are not in memory at once.
fn render(mut file: PdfFile) -> Vec<u8> {
    let order: Vec<ObjectNumber> = file.reachable().into_iter().filter(|&number| file.get(number).is_some()).collect();
    let numbers: NewNumbers = order.iter().enumerate().map(|(at, &number)| (number, at + 1)).collect();
    let (major, minor) = file.version().max((1, 7));
    // About as long as it will be: a file that grows in steps leaves holes of its own size in memory.
    let streams = order.iter().filter_map(|&number| file.get(number)?.as_stream());
    let mut out = Vec::with_capacity(streams.map(|stream| stream.coded.len()).sum::<usize>() + 256 * order.len());
    out.extend(format!("%PDF-{major}.{minor}\n%\u{b5}\u{b6}\n").as_bytes());
    let mut offsets = Vec::with_capacity(order.len());
    for (at, &number) in order.iter().enumerate() {
        offsets.push(out.len());
        out.extend(format!("{} 0 obj\n", at + 1).as_bytes());
        match file.take(number).as_deref() {
            Some(PdfObject::Stream(stream)) => self::stream(stream, &numbers, &mut out),
            Some(object) => value(object, &numbers, &mut out),
            None => value(&PdfObject::Null, &numbers, &mut out),
        }
        out.extend(b"\nendobj\n");
    }
    let id = fingerprint(&out);
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).as_bytes());
    for offset in &offsets {
        out.extend(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let mut trailer = file.trailer().clone();
    trailer.set("Size", PdfObject::Integer(offsets.len() as i64 + 1));
    trailer.set("ID", PdfObject::Array(vec![PdfObject::String(id.to_vec()), PdfObject::String(id.to_vec())]));
    out.extend(b"trailer\n");
    dict(&trailer, &numbers, &mut out);
    out.extend(format!("\nstartxref\n{start}\n%%EOF\n").as_bytes());
    out.shrink_to_fit();
    out
}

fn stream(stream: &PdfStream, numbers: &NewNumbers, out: &mut Vec<u8>) {
    let mut said = stream.dict.clone();
    said.set("Length", PdfObject::Integer(stream.coded.len() as i64));
    dict(&said, numbers, out);
    out.extend(b"\nstream\n");
    out.extend_from_slice(&stream.coded);
    out.extend(b"\nendstream");
}

fn value(object: &PdfObject, numbers: &NewNumbers, out: &mut Vec<u8>) {
    match object {
        PdfObject::Boolean(value) => out.extend(value.to_string().as_bytes()),
        PdfObject::Integer(number) => out.extend(number.to_string().as_bytes()),
        PdfObject::Real(number) if number.is_finite() => out.extend(number.to_string().as_bytes()),
        PdfObject::Real(_) => out.push(b'0'),
        PdfObject::String(bytes) => string(bytes, out),
        PdfObject::Name(name) => self::name(name, out),
        PdfObject::Array(items) => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b' ');
                }
                value(item, numbers, out);
            }
            out.push(b']');
        }
        PdfObject::Dict(inner) => dict(inner, numbers, out),
        PdfObject::Reference(number) if numbers.contains_key(number) => {
            out.extend(numbers.get(number).into_iter().flat_map(|number| format!("{number} 0 R").into_bytes()));
        }
        // A missing object is null, and a stream is always an object of its own.
        PdfObject::Null | PdfObject::Reference(_) | PdfObject::Stream(_) => out.extend(b"null"),
    }
}

fn dict(dict: &Dict, numbers: &NewNumbers, out: &mut Vec<u8>) {
    out.extend(b"<<");
    for (key, item) in dict.iter() {
        name(key, out);
        out.push(b' ');
        value(item, numbers, out);
    }
    out.extend(b">>");
}

/// Writes a value as it stands in a content stream; a reference or a stream in it becomes null.
pub(crate) fn operand(object: &PdfObject, out: &mut Vec<u8>) {
    value(object, &NewNumbers::new(), out);
}

/// Writes a name, escaping what may not stand in one.
pub(crate) fn name(name: &PdfName, out: &mut Vec<u8>) {
    out.push(b'/');
    for &byte in name.as_bytes() {
        if byte.is_ascii_graphic() && is_regular(byte) && byte != b'#' {
            out.push(byte);
        } else {
            out.extend(format!("#{byte:02X}").as_bytes());
        }
    }
}

/// Writes a string: as letters where most are, in hexadecimal otherwise.
pub(crate) fn string(bytes: &[u8], out: &mut Vec<u8>) {
    let plain = bytes.iter().filter(|b| b.is_ascii_graphic() || **b == b' ').count();
    if plain * 4 < bytes.len() * 3 {
        out.push(b'<');
        bytes.iter().for_each(|byte| out.extend(format!("{byte:02X}").as_bytes()));
        out.push(b'>');
        return;
    }
    out.push(b'(');
    for &byte in bytes {
        match byte {
            b'(' | b')' | b'\\' => out.extend([b'\\', byte]),
            b' '..=b'~' => out.push(byte),
            _ => out.extend(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b')');
}

/// A mark of the content: two FNV-1a sums. It only has to differ between files, not to withstand anybody.
fn fingerprint(bytes: &[u8]) -> [u8; 16] {
    let sum = |seed: u64| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, |sum, &b| (sum ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
    };
    let mut out = [0; 16];
    let (first, second) = out.split_at_mut(8);
    first.copy_from_slice(&sum(0).to_be_bytes());
    second.copy_from_slice(&sum(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    out
}
