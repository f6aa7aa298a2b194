//! TIFF: pages of strips or tiles, each packed in one of several ways.

use std::collections::HashMap;

use super::jpeg;
use crate::formats::packing::{self, DeflateFrame};
use crate::recognition::{MOST_PIXELS, PixelImage};

/// More pages are not read.
const MOST_PAGES: usize = 2000;
/// So many pixels all pages together have at most.
const MOST_OF_ALL: usize = 4 * MOST_PIXELS;

const WIDTH: u16 = 256;
const HEIGHT: u16 = 257;
const DEPTH: u16 = 258;
const PACKING: u16 = 259;
const COLOURS: u16 = 262;
const BIT_ORDER: u16 = 266;
const STRIPS: u16 = 273;
const TURNED: u16 = 274;
const SAMPLES: u16 = 277;
const ROWS: u16 = 278;
const LENGTHS: u16 = 279;
const PLANES: u16 = 284;
const PREDICTOR: u16 = 317;
const PALETTE: u16 = 320;
const TILE_WIDTH: u16 = 322;
const TILE_HEIGHT: u16 = 323;
const TILES: u16 = 324;
const TILE_LENGTHS: u16 = 325;
const TABLES: u16 = 347;

struct TiffFile<'b> {
    bytes: &'b [u8],
    is_big: bool,
}

/// The fields of a page: where the values of each lie, how many, and how long each is.
type TiffFields = HashMap<u16, (usize, usize, usize)>;

impl<'b> TiffFile<'b> {
    fn open(bytes: &'b [u8]) -> Option<Self> {
        let is_big = match bytes.get(..4)? {
            b"II*\0" => false,
            b"MM\0*" => true,
            _ => return None,
        };
        Some(Self { bytes, is_big })
    }

    fn number(&self, at: usize, length: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at.checked_add(length)?)?;
        let add = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        Some(if self.is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    }

    /// The fields of the page at a place, and the place of the next.
    fn page(&self, at: usize) -> Option<(TiffFields, usize)> {
        let count = self.number(at, 2)?;
        let mut fields = HashMap::new();
        for nth in 0..count {
            let entry = at + 2 + 12 * nth;
            let (tag, kind, count) = (self.number(entry, 2)?, self.number(entry + 2, 2)?, self.number(entry + 4, 4)?);
            let length = match kind {
                1 | 2 | 6 | 7 => 1,
                3 | 8 => 2,
                4 | 9 | 11 => 4,
                _ => 8,
            };
            let whole = count.checked_mul(length)?;
            let place = if whole <= 4 { entry + 8 } else { self.number(entry + 8, 4)? };
            if place.checked_add(whole)? <= self.bytes.len() {
                fields.insert(tag as u16, (place, count, length));
            }
        }
        Some((fields, self.number(at + 2 + 12 * count, 4).unwrap_or(0)))
    }

    fn all(&self, fields: &TiffFields, tag: u16) -> Vec<usize> {
        let Some((place, count, length)) = fields.get(&tag).copied() else { return Vec::new() };
        (0..count).filter_map(|nth| self.number(place + nth * length, length)).collect()
    }

    fn one(&self, fields: &TiffFields, tag: u16) -> Option<usize> {
        let (place, count, length) = fields.get(&tag).copied()?;
        if count == 0 { None } else { self.number(place, length) }
    }
}

/// Returns the orientation of a picture, from what tells about it in the form of another.
pub(super) fn orientation(bytes: &[u8]) -> Option<usize> {
    let file = TiffFile::open(bytes)?;
    let (fields, _) = file.page(file.number(4, 4)?)?;
    file.one(&fields, TURNED)
}

/// The pages; nothing if one is damaged, too large, or packed in a way that is not known.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<PixelImage>> {
    let file = TiffFile::open(bytes)?;
    let mut at = file.number(4, 4)?;
    let mut seen = Vec::new();
    let mut pages = Vec::new();
    let mut pixels = 0;
    while at != 0 {
        if seen.contains(&at) || seen.len() >= MOST_PAGES {
            return None;
        }
        seen.push(at);
        let (fields, next) = file.page(at)?;
        pixels += file.one(&fields, WIDTH)?.checked_mul(file.one(&fields, HEIGHT)?)?;
        if pixels > MOST_OF_ALL {
            return None;
        }
        let turned = file.one(&fields, TURNED).unwrap_or(1);
        pages.push(upright(pixels_of(&file, &fields)?, turned)?);
        at = next;
    }
    (!pages.is_empty()).then_some(pages)
}

/// The facts about the samples of a page.
struct TiffLayout {
    samples: usize,
    depth: usize,
    colours: usize,
    palette: Vec<usize>,
}

fn pixels_of(file: &TiffFile<'_>, fields: &TiffFields) -> Option<PixelImage> {
    let one = |tag| file.one(fields, tag);
    let (width, height) = (one(WIDTH)?, one(HEIGHT)?);
    width.checked_mul(height).filter(|count| *count > 0 && *count <= MOST_PIXELS)?;
    let layout = TiffLayout {
        samples: one(SAMPLES).unwrap_or(1),
        depth: one(DEPTH).unwrap_or(1),
        colours: one(COLOURS)?,
        palette: file.all(fields, PALETTE),
    };
    let is_known = matches!(layout.depth, 1 | 2 | 4 | 8 | 16)
        && (1..=5).contains(&layout.samples)
        && matches!((layout.colours, layout.samples), (0 | 1 | 3, _) | (2 | 6, 3..))
        && (one(PLANES).unwrap_or(1) == 1 || layout.samples == 1)
        && (layout.depth >= 8 || layout.samples == 1);
    if !is_known {
        return None;
    }
    let is_tiled = fields.contains_key(&TILES);
    let (across, down) =
        if is_tiled { (one(TILE_WIDTH)?, one(TILE_HEIGHT)?) } else { (width, one(ROWS).unwrap_or(height).min(height)) };
    if across == 0 || down == 0 || across > width.next_multiple_of(1 << 12) || down > height.next_multiple_of(1 << 12) {
        return None;
    }
    let (places, lengths) = if is_tiled { (TILES, TILE_LENGTHS) } else { (STRIPS, LENGTHS) };
    let (places, lengths) = (file.all(fields, places), file.all(fields, lengths));
    let channels = if matches!(layout.colours, 2 | 3 | 6) { 3 } else { 1 };
    let columns = width.div_ceil(across);
    let needed = columns.checked_mul(height.div_ceil(down))?;
    if places.len() < needed || lengths.len() < needed {
        return None;
    }
    let mut out = vec![255; width * height * channels];
    for (nth, (place, length)) in places.iter().zip(&lengths).take(needed).enumerate() {
        let (left, top) = (nth % columns * across, nth / columns * down);
        let rows = if is_tiled { down } else { down.min(height - top) };
        let packed = file.bytes.get(*place..place.checked_add(*length)?)?;
        let tables = fields.get(&TABLES).and_then(|(place, count, _)| file.bytes.get(*place..place + count));
        let piece = TiffStrip { across, rows, packed, tables };
        let samples = piece.unpacked(file, fields, &layout)?;
        for row in 0..rows.min(height - top) {
            for column in 0..across.min(width - left) {
                let pixel = samples.pixel(row * across + column, row, column);
                let at = ((top + row) * width + left + column) * channels;
                out.get_mut(at..at + channels)?.copy_from_slice(pixel.get(..channels)?);
            }
        }
    }
    PixelImage::new(width, height, channels, out)
}

/// A strip or a tile.
struct TiffStrip<'b> {
    across: usize,
    rows: usize,
    packed: &'b [u8],
    tables: Option<&'b [u8]>,
}

/// The samples of a strip or a tile.
enum StripSamples<'l> {
    Rows { bytes: Vec<u8>, row: usize, layout: &'l TiffLayout, is_big: bool },
    Ready(PixelImage),
}

impl TiffStrip<'_> {
    fn unpacked<'l>(
        &self,
        file: &TiffFile<'_>,
        fields: &TiffFields,
        layout: &'l TiffLayout,
    ) -> Option<StripSamples<'l>> {
        let row = (self.across * layout.samples * layout.depth).div_ceil(8);
        let length = row.checked_mul(self.rows)?;
        let is_turned = file.one(fields, BIT_ORDER) == Some(2);
        let turned: Vec<u8>;
        let packed = if is_turned {
            turned = self.packed.iter().map(|byte| byte.reverse_bits()).collect();
            &turned
        } else {
            self.packed
        };
        let mut bytes = match file.one(fields, PACKING).unwrap_or(1) {
            1 => packed.get(..length.min(packed.len()))?.to_vec(),
            4 if layout.depth == 1 && layout.samples == 1 => fax(packed, self.across, self.rows)?,
            5 => lzw(packed, length)?,
            7 => {
                let whole = match self.tables {
                    Some(tables) => [tables.strip_suffix(b"\xff\xd9")?, packed.get(2..)?].concat(),
                    None => packed.to_vec(),
                };
                let picture = jpeg::unpacked(&whole)?;
                return (picture.width >= self.across && picture.height >= self.rows)
                    .then_some(StripSamples::Ready(picture));
            }
            8 | 32946 => packing::unpacked(packed, DeflateFrame::Zlib, length.checked_add(1 << 16)?)?,
            32773 => pack_bits(packed, length)?,
            _ => return None,
        };
        if bytes.len() < length {
            return None;
        }
        bytes.truncate(length);
        match file.one(fields, PREDICTOR).unwrap_or(1) {
            1 => {}
            2 if layout.depth == 8 => {
                for row in bytes.chunks_exact_mut(row) {
                    for at in layout.samples..row.len() {
                        row[at] = row[at].wrapping_add(row[at - layout.samples]);
                    }
                }
            }
            _ => return None,
        }
        Some(StripSamples::Rows { bytes, row, layout, is_big: file.is_big })
    }
}

impl StripSamples<'_> {
    fn pixel(&self, _: usize, row: usize, column: usize) -> [u8; 3] {
        match self {
            Self::Ready(picture) => {
                let at = (row * picture.width + column) * picture.channels;
                let sample = |nth: usize| picture.samples().get(at + nth).copied().unwrap_or(0);
                if picture.channels == 3 { [sample(0), sample(1), sample(2)] } else { [sample(0); 3] }
            }
            Self::Rows { bytes, row: length, layout, is_big } => {
                let sample = |nth: usize| {
                    let at = column * layout.samples + nth;
                    let byte = |at: usize| bytes.get(row * length + at).copied().unwrap_or(0);
                    match layout.depth {
                        8 => byte(at),
                        16 => byte(2 * at + usize::from(!is_big)),
                        depth => {
                            let bit = at * depth;
                            byte(bit / 8) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
                        }
                    }
                };
                let wide = |value: u8| match layout.depth {
                    1 => value * 255,
                    2 => value * 85,
                    4 => value * 17,
                    _ => value,
                };
                match layout.colours {
                    0 => [255 - wide(sample(0)); 3],
                    1 => [wide(sample(0)); 3],
                    3 => {
                        let (number, count) = (usize::from(sample(0)), layout.palette.len() / 3);
                        let colour =
                            |nth: usize| layout.palette.get(nth * count + number).map_or(0, |v| (v >> 8) as u8);
                        [colour(0), colour(1), colour(2)]
                    }
                    _ => [sample(0), sample(1), sample(2)],
                }
            }
        }
    }
}

/// Rows of a fax, one bit a pixel.
fn fax(packed: &[u8], width: usize, height: usize) -> Option<Vec<u8>> {
    let length = width.div_ceil(8);
    let mut out = Vec::with_capacity(length * height);
    let (across, down) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    fax::decoder::decode_g4(packed.iter().copied(), across, Some(down), |line| {
        let start = out.len();
        out.resize(start + length, 0);
        for (column, colour) in fax::decoder::pels(line, across).enumerate() {
            if colour == fax::Color::Black {
                out[start + column / 8] |= 0x80 >> (column % 8);
            }
        }
    })?;
    out.resize(length * height, 0);
    Some(out)
}

fn pack_bits(mut packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(most);
    while out.len() < most {
        let (count, rest) = packed.split_first()?;
        match *count as i8 {
            -128 => packed = rest,
            count if count >= 0 => {
                let (literal, rest) = rest.split_at_checked(count as usize + 1)?;
                out.extend_from_slice(literal);
                packed = rest;
            }
            count => {
                let (byte, rest) = rest.split_first()?;
                out.extend(std::iter::repeat_n(*byte, usize::from(count.unsigned_abs()) + 1));
                packed = rest;
            }
        }
    }
    Some(out)
}

fn lzw(packed: &[u8], most: usize) -> Option<Vec<u8>> {
    const CLEAR: usize = 256;
    const END: usize = 257;
    let mut out: Vec<u8> = Vec::with_capacity(most);
    // For each code where its bytes stand in what was written.
    let mut words: Vec<(usize, usize)> = Vec::with_capacity(4096);
    let (mut bits, mut before): (usize, Option<(usize, usize)>) = (9, None);
    let mut at = 0;
    while out.len() < most {
        let mut code = 0;
        for bit in at..at + bits {
            code = code << 1 | usize::from(packed.get(bit / 8)? >> (7 - bit % 8) & 1);
        }
        at += bits;
        let start = out.len();
        match code {
            END => break,
            CLEAR => {
                words.clear();
                (bits, before) = (9, None);
                continue;
            }
            ..256 => out.push(code as u8),
            _ => {
                let (from, length) = match words.get(code - 258) {
                    Some(word) => *word,
                    None if code - 258 == words.len() => before.map(|(from, length)| (from, length + 1))?,
                    None => return None,
                };
                for nth in 0..length {
                    out.push(*out.get(from + nth)?);
                }
            }
        }
        if let Some((from, length)) = before.filter(|_| words.len() < 4096 - 258) {
            words.push((from, length + 1));
        }
        before = Some((start, out.len() - start));
        bits = match words.len() + 258 {
            0..511 => 9,
            511..1023 => 10,
            1023..2047 => 11,
            _ => 12,
        };
    }
    Some(out)
}

/// A picture as it is to be looked at.
pub(super) fn upright(picture: PixelImage, turned: usize) -> Option<PixelImage> {
    if !(2..=8).contains(&turned) {
        return Some(picture);
    }
    let (w, h, channels) = (picture.width, picture.height, picture.channels);
    let (width, height) = if turned >= 5 { (h, w) } else { (w, h) };
    let mut out = Vec::with_capacity(picture.samples().len());
    for y in 0..height {
        for x in 0..width {
            let (column, row) = match turned {
                2 => (w - 1 - x, y),
                3 => (w - 1 - x, h - 1 - y),
                4 => (x, h - 1 - y),
                5 => (y, x),
                6 => (y, h - 1 - x),
                7 => (w - 1 - y, h - 1 - x),
                _ => (w - 1 - y, x),
            };
            let at = (row * w + column) * channels;
            out.extend_from_slice(picture.samples().get(at..at + channels)?);
        }
    }
    PixelImage::new(width, height, channels, out)
}

/// A file of the pages and nothing else.
pub(super) fn write(pages: &[PixelImage]) -> Option<Vec<u8>> {
    let mut out = b"II*\0\0\0\0\0".to_vec();
    let mut link = 4;
    for page in pages {
        let packed = packing::packed(page.samples(), DeflateFrame::Zlib)?;
        let data = out.len();
        out.extend_from_slice(&packed);
        out.resize(out.len().next_multiple_of(2), 0);
        let depths = out.len();
        out.extend_from_slice(&[8, 0, 8, 0, 8, 0]);
        let start = u32::try_from(out.len()).ok()?;
        out.get_mut(link..link + 4)?.copy_from_slice(&start.to_le_bytes());
        let (is_coloured, samples) = (page.channels == 3, page.channels);
        let fields: [(u16, u16, usize, usize); 10] = [
            (WIDTH, 4, 1, page.width),
            (HEIGHT, 4, 1, page.height),
            (DEPTH, 3, samples, if is_coloured { depths } else { 8 }),
            (PACKING, 3, 1, 8),
            (COLOURS, 3, 1, if is_coloured { 2 } else { 1 }),
            (STRIPS, 4, 1, data),
            (SAMPLES, 3, 1, samples),
            (ROWS, 4, 1, page.height),
            (LENGTHS, 4, 1, packed.len()),
            (PLANES, 3, 1, 1),
        ];
        out.extend_from_slice(&(fields.len() as u16).to_le_bytes());
        for (tag, kind, count, value) in fields {
            out.extend_from_slice(&tag.to_le_bytes());
            out.extend_from_slice(&kind.to_le_bytes());
            out.extend_from_slice(&u32::try_from(count).ok()?.to_le_bytes());
            out.extend_from_slice(&u32::try_from(value).ok()?.to_le_bytes());
        }
        link = out.len();
        out.extend_from_slice(&[0; 4]);
    }
    Some(out)
}
