//! JPEG: unpacked by somebody else's decoder, and packed again here, at a quality at which nobody sees the difference.

use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::tiff;
use crate::recognition::{MOST_PIXELS, PixelImage};

const MOST_SIDE: usize = 0xffff;

/// The pixels, turned as the file says; nothing if it is damaged or too large.
pub(super) fn read(bytes: &[u8]) -> Option<PixelImage> {
    let picture = unpacked(bytes)?;
    let exif = segments(bytes).find_map(|data| data.strip_prefix(b"Exif\0\0"));
    let turned = exif.and_then(tiff::orientation).unwrap_or(1);
    tiff::upright(picture, turned)
}

/// The pixels as they lie in the file.
pub(super) fn unpacked(bytes: &[u8]) -> Option<PixelImage> {
    let options = DecoderOptions::default().set_max_width(MOST_SIDE).set_max_height(MOST_SIDE).set_strict_mode(false);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    width.checked_mul(height).filter(|count| *count > 0 && *count <= MOST_PIXELS)?;
    let is_grey = decoder.input_colorspace() == Some(ColorSpace::Luma);
    let (space, channels) = if is_grey { (ColorSpace::Luma, 1) } else { (ColorSpace::RGB, 3) };
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options.jpeg_set_out_colorspace(space));
    PixelImage::new(width, height, channels, decoder.decode().ok()?)
}

/// Returns the contents of the segments that tell about a picture, up to its pixels.
fn segments(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes.get(2..).unwrap_or_default();
    std::iter::from_fn(move || {
        let [0xff, marker, high, low, ..] = *rest else { return None };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let data = rest.get(4..2 + length).filter(|_| marker != 0xda)?;
        rest = rest.get(2 + length..)?;
        Some(data)
    })
}

/// The steps of the quantisation, for a quality of about 90 of 100.
const LUMA: [u8; 64] = [
    3, 2, 2, 3, 5, 8, 10, 12, 2, 2, 3, 4, 5, 12, 12, 11, 3, 3, 3, 5, 8, 11, 14, 11, 3, 3, 4, 6, 10, 17, 16, 12, 4, 4,
    7, 11, 14, 22, 21, 15, 5, 7, 11, 13, 16, 21, 23, 18, 10, 13, 16, 17, 21, 24, 24, 20, 14, 18, 19, 20, 22, 20, 21,
    20,
];

/// The order in which the coefficients of a block are written.
const ZIGZAG: [usize; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
];

/// A file of the pixels and nothing else; nothing if it is too wide or too high for one.
pub(super) fn write(picture: &PixelImage) -> Option<Vec<u8>> {
    if picture.width.max(picture.height) > MOST_SIDE {
        return None;
    }
    let blocks = blocks(picture);
    let (mut dc, mut ac) = ([0u32; 256], [0u32; 256]);
    symbols(&blocks, picture.channels, |table, symbol, _, _| match table {
        QuantisationTable::First => dc[usize::from(symbol)] += 1,
        QuantisationTable::Others => ac[usize::from(symbol)] += 1,
    });
    let (dc, ac) = (HuffmanCodes::of(&dc), HuffmanCodes::of(&ac));
    let mut out = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0".to_vec();
    segment(0xdb, &[&[0][..], &ZIGZAG.map(|place| LUMA[place])].concat(), &mut out);
    let side = |length: usize| (length as u16).to_be_bytes();
    let mut frame = [&[8][..], &side(picture.height), &side(picture.width), &[picture.channels as u8]].concat();
    let mut scan = vec![picture.channels as u8];
    for channel in 1..=picture.channels as u8 {
        frame.extend_from_slice(&[channel, 0x11, 0]);
        scan.extend_from_slice(&[channel, 0]);
    }
    segment(0xc0, &frame, &mut out);
    segment(0xc4, &[&[0x00][..], &dc.table()].concat(), &mut out);
    segment(0xc4, &[&[0x10][..], &ac.table()].concat(), &mut out);
    scan.extend_from_slice(&[0, 63, 0]);
    segment(0xda, &scan, &mut out);
    let mut bits = BitWriter { out, held: 0, count: 0 };
    symbols(&blocks, picture.channels, |table, symbol, value, length| {
        let (code, size) = match table {
            QuantisationTable::First => dc.codes[usize::from(symbol)],
            QuantisationTable::Others => ac.codes[usize::from(symbol)],
        };
        bits.put(u32::from(code), u32::from(size));
        bits.put(u32::from(value), length);
    });
    let mut out = bits.finish();
    out.extend_from_slice(b"\xff\xd9");
    Some(out)
}

fn segment(marker: u8, data: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&[0xff, marker]);
    out.extend_from_slice(&(data.len() as u16 + 2).to_be_bytes());
    out.extend_from_slice(data);
}

/// The coefficients of all blocks of eight by eight pixels, channel after channel of each.
fn blocks(picture: &PixelImage) -> Vec<[i16; 64]> {
    let (across, down) = (picture.width.div_ceil(8), picture.height.div_ceil(8));
    let cosines = cosines();
    let mut blocks = Vec::with_capacity(across * down * picture.channels);
    for block in 0..across * down {
        let (left, top) = (block % across * 8, block / across * 8);
        let mut planes = [[0f32; 64]; 3];
        let [luma, blue, red] = &mut planes;
        for (place, ((luma, blue), red)) in luma.iter_mut().zip(blue).zip(red).enumerate() {
            let x = (left + place % 8).min(picture.width - 1);
            let y = (top + place / 8).min(picture.height - 1);
            let at = (y * picture.width + x) * picture.channels;
            if let &[r, g, b] = picture.samples().get(at..at + picture.channels).unwrap_or_default() {
                let [r, g, b] = [r, g, b].map(f32::from);
                *luma = 0.299 * r + 0.587 * g + 0.114 * b - 128.0;
                *blue = -0.168_736 * r - 0.331_264 * g + 0.5 * b;
                *red = 0.5 * r - 0.418_688 * g - 0.081_312 * b;
            } else {
                *luma = f32::from(picture.samples().get(at).copied().unwrap_or(0)) - 128.0;
            }
        }
        blocks.extend(planes.iter().take(picture.channels).map(|plane| transformed(plane, &cosines)));
    }
    blocks
}

fn cosines() -> [[f32; 8]; 8] {
    let mut table = [[0.0; 8]; 8];
    for (frequency, row) in table.iter_mut().enumerate() {
        let scale = if frequency == 0 { 0.125f32.sqrt() } else { 0.5 };
        for (place, value) in row.iter_mut().enumerate() {
            let angle = (2 * place + 1) as f32 * frequency as f32 * std::f32::consts::PI / 16.0;
            *value = scale * angle.cos();
        }
    }
    table
}

/// A block as coefficients, in the order in which they are written.
fn transformed(plane: &[f32; 64], cosines: &[[f32; 8]; 8]) -> [i16; 64] {
    let mut rows = [0f32; 64];
    for y in 0..8 {
        for (u, cosine) in cosines.iter().enumerate() {
            rows[y * 8 + u] = (0..8).map(|x| plane[y * 8 + x] * cosine[x]).sum();
        }
    }
    let mut out = [0; 64];
    for (nth, place) in ZIGZAG.iter().enumerate() {
        let (v, u) = (place / 8, place % 8);
        let sum: f32 = (0..8).map(|y| rows[y * 8 + u] * cosines[v][y]).sum();
        out[nth] = (sum / f32::from(LUMA[*place])).round() as i16;
    }
    out
}

#[derive(Clone, Copy)]
enum QuantisationTable {
    First,
    Others,
}

/// Calls `put` with every symbol, and with the bits that follow it and their number.
fn symbols(blocks: &[[i16; 64]], channels: usize, mut put: impl FnMut(QuantisationTable, u8, u16, u32)) {
    let mut before = [0i16; 3];
    for (nth, block) in blocks.iter().enumerate() {
        let channel = nth % channels;
        let (value, length) = bits_of(block[0] - before[channel]);
        before[channel] = block[0];
        put(QuantisationTable::First, length as u8, value, length);
        let mut zeros = 0;
        for coefficient in &block[1..] {
            if *coefficient == 0 {
                zeros += 1;
                continue;
            }
            while zeros > 15 {
                put(QuantisationTable::Others, 0xf0, 0, 0);
                zeros -= 16;
            }
            let (value, length) = bits_of(*coefficient);
            put(QuantisationTable::Others, (zeros << 4) as u8 | length as u8, value, length);
            zeros = 0;
        }
        if zeros > 0 {
            put(QuantisationTable::Others, 0, 0, 0);
        }
    }
}

/// A number as bits, and how many.
fn bits_of(number: i16) -> (u16, u32) {
    let length = 16 - number.unsigned_abs().leading_zeros();
    let value = if number < 0 { number - 1 } else { number } as u16;
    (value & ((1u32 << length) - 1) as u16, length)
}

/// Codes of symbols, short for frequent ones.
struct HuffmanCodes {
    codes: [(u16, u8); 256],
    /// Symbols in the order of their codes, by length.
    by_length: [Vec<u8>; 17],
}

impl HuffmanCodes {
    fn of(counts: &[u32; 256]) -> Self {
        // A symbol that never comes keeps the code of ones alone free.
        let mut lengths = [0u8; 257];
        let mut groups: Vec<(u64, Vec<usize>)> =
            counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(n, c)| (u64::from(*c), vec![n])).collect();
        groups.push((0, vec![256]));
        while groups.len() > 1 {
            groups.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
            let (Some(a), Some(b)) = (groups.pop(), groups.pop()) else { break };
            let members = [a.1, b.1].concat();
            members.iter().for_each(|member| lengths[*member] += 1);
            groups.push((a.0 + b.0, members));
        }
        let mut numbers = [0usize; 258];
        lengths.iter().filter(|length| **length > 0).for_each(|length| numbers[usize::from(*length)] += 1);
        // Codes of more than sixteen bits are shortened in pairs.
        for length in (17..258).rev() {
            while numbers[length] > 0 {
                let shorter = (1..length - 1).rev().find(|shorter| numbers[*shorter] > 0).unwrap_or(1);
                numbers[length] -= 2;
                numbers[length - 1] += 1;
                numbers[shorter + 1] += 2;
                numbers[shorter] -= 1;
            }
        }
        let mut symbols: Vec<usize> = (0..257).filter(|symbol| lengths[*symbol] > 0).collect();
        symbols.sort_by_key(|symbol| (lengths[*symbol], *symbol));
        let mut symbols = symbols.into_iter();
        let mut huffman = Self { codes: [(0, 0); 256], by_length: Default::default() };
        let mut code = 0u32;
        for (length, number) in numbers.iter().enumerate().take(17).skip(1) {
            for symbol in symbols.by_ref().take(*number) {
                if let Ok(symbol) = u8::try_from(symbol) {
                    huffman.codes[usize::from(symbol)] = (code as u16, length as u8);
                    huffman.by_length[length].push(symbol);
                }
                code += 1;
            }
            code <<= 1;
        }
        huffman
    }

    /// The table as the file has it.
    fn table(&self) -> Vec<u8> {
        let counts = self.by_length.iter().skip(1).map(|symbols| symbols.len() as u8);
        counts.chain(self.by_length.iter().flatten().copied()).collect()
    }
}

struct BitWriter {
    out: Vec<u8>,
    held: u64,
    count: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, length: u32) {
        self.held = self.held << length | u64::from(value);
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.held >> self.count) as u8;
            self.out.push(byte);
            if byte == 0xff {
                self.out.push(0);
            }
        }
        self.held &= (1 << self.count) - 1;
    }

    fn finish(mut self) -> Vec<u8> {
        let missing = (8 - self.count) % 8;
        self.put((1 << missing) - 1, missing);
        self.out
    }
}
