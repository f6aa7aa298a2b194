//! PNG: pixels in rows that each say how they differ from the one before, packed.

use crate::formats::packing::{self, DeflateFrame};
use crate::recognition::{MOST_PIXELS, PixelImage};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The layout of the samples of a picture in its rows.
struct PngLayout {
    depth: usize,
    /// The number of samples of a pixel in the file.
    samples: usize,
    has_palette: bool,
    has_alpha: bool,
    is_coloured: bool,
}

/// The pixels; nothing if it is damaged, moves, or is too large.
pub(super) fn read(bytes: &[u8]) -> Option<PixelImage> {
    let mut rest = bytes.strip_prefix(SIGNATURE)?;
    let (mut header, mut palette, mut alpha): (Option<&[u8]>, &[u8], &[u8]) = (None, &[], &[]);
    let mut packed = Vec::new();
    while let Some((length, behind)) = rest.split_first_chunk::<4>() {
        let (name, behind) = behind.split_first_chunk::<4>()?;
        let (data, behind) = behind.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = behind.get(4..)?;
        match name {
            b"IHDR" => header = header.or(Some(data)),
            b"PLTE" => palette = data,
            b"tRNS" => alpha = data,
            b"IDAT" => packed.extend_from_slice(data),
            // A picture that moves has more pixels than those that are read.
            b"acTL" | b"fcTL" | b"fdAT" => return None,
            b"IEND" => break,
            _ => {}
        }
    }
    let [w0, w1, w2, w3, h0, h1, h2, h3, depth, colour, 0, 0, interlace] = *header? else { return None };
    let width = u32::from_be_bytes([w0, w1, w2, w3]) as usize;
    let height = u32::from_be_bytes([h0, h1, h2, h3]) as usize;
    width.checked_mul(height).filter(|count| *count > 0 && *count <= MOST_PIXELS)?;
    let layout = PngLayout {
        depth: usize::from(depth),
        samples: [1, 0, 3, 1, 2, 0, 4].get(usize::from(colour)).copied().filter(|samples| *samples > 0)?,
        has_palette: colour == 3,
        has_alpha: colour >= 4,
        is_coloured: matches!(colour, 2 | 3 | 6),
    };
    let is_known = match colour {
        0 => matches!(depth, 1 | 2 | 4 | 8 | 16),
        3 => matches!(depth, 1 | 2 | 4 | 8),
        _ => matches!(depth, 8 | 16),
    };
    if !is_known {
        return None;
    }
    let passes: &[[usize; 4]] = match interlace {
        0 => &[[0, 0, 1, 1]],
        1 => &[[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]],
        _ => return None,
    };
    let bits = layout.depth * layout.samples;
    let size =
        |[x, y, dx, dy]: [usize; 4]| (width.saturating_sub(x).div_ceil(dx), height.saturating_sub(y).div_ceil(dy));
    let length = |(w, h): (usize, usize)| if w == 0 { 0 } else { h * (1 + (w * bits).div_ceil(8)) };
    let most: usize = passes.iter().map(|pass| length(size(*pass))).sum();
    let mut rows = packing::unpacked(&packed, DeflateFrame::Zlib, most)?;
    let channels = if layout.is_coloured { 3 } else { 1 };
    let mut out = vec![255; width * height * channels];
    let mut at = 0;
    for pass in passes {
        let (w, h) = size(*pass);
        let part = rows.get_mut(at..at + length((w, h)))?;
        at += length((w, h));
        if w == 0 {
            continue;
        }
        let row_length = (w * bits).div_ceil(8);
        unfiltered(part, row_length, bits.div_ceil(8))?;
        for (nth, row) in part.chunks_exact(row_length + 1).enumerate() {
            let y = pass[1] + nth * pass[3];
            for column in 0..w {
                let pixel = layout.pixel(row.get(1..)?, column, palette, alpha);
                let place = (y * width + pass[0] + column * pass[2]) * channels;
                out.get_mut(place..place + channels)?.copy_from_slice(pixel.get(..channels)?);
            }
        }
    }
    PixelImage::new(width, height, channels, out)
}

/// Undoes what rows were made of the rows before them.
fn unfiltered(rows: &mut [u8], length: usize, step: usize) -> Option<()> {
    let mut before = vec![0; length];
    for row in rows.chunks_exact_mut(length + 1) {
        let (filter, row) = row.split_first_mut()?;
        for at in 0..length {
            let left = at.checked_sub(step).map_or(0, |left| row[left]);
            let corner = at.checked_sub(step).map_or(0, |left| before[left]);
            let up = before[at];
            let guess = match *filter {
                0 => 0,
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                4 => nearest(left, up, corner),
                _ => return None,
            };
            row[at] = row[at].wrapping_add(guess);
        }
        before.copy_from_slice(row);
    }
    Some(())
}

/// Returns that of three neighbours which is closest to a straight line through them.
fn nearest(left: u8, up: u8, corner: u8) -> u8 {
    let line = i16::from(left) + i16::from(up) - i16::from(corner);
    let far = |byte: u8| (line - i16::from(byte)).abs();
    match () {
        () if far(left) <= far(up) && far(left) <= far(corner) => left,
        () if far(up) <= far(corner) => up,
        () => corner,
    }
}

impl PngLayout {
    /// A pixel of a row, on white where one can see through it.
    fn pixel(&self, row: &[u8], column: usize, palette: &[u8], alpha: &[u8]) -> [u8; 3] {
        let sample = |nth: usize| {
            let at = column * self.samples + nth;
            let byte = |at: usize| row.get(at).copied().unwrap_or(0);
            match self.depth {
                8 => byte(at),
                16 => byte(2 * at),
                depth => {
                    let bit = at * depth;
                    byte(bit / 8) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
                }
            }
        };
        let wide = |value: u8| match self.depth {
            1 => value * 255,
            2 => value * 85,
            4 => value * 17,
            _ => value,
        };
        let (colour, opacity) = if self.has_palette {
            let number = usize::from(sample(0));
            let colour = palette.get(3 * number..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; 3]);
            (colour, alpha.get(number).copied().unwrap_or(255))
        } else if self.is_coloured {
            ([sample(0), sample(1), sample(2)], if self.has_alpha { sample(3) } else { 255 })
        } else {
            let grey = wide(sample(0));
            ([grey; 3], if self.has_alpha { sample(1) } else { 255 })
        };
        let on_white = |value: u8| {
            let opacity = u16::from(opacity);
            ((u16::from(value) * opacity + 255 * (255 - opacity)) / 255) as u8
        };
        colour.map(on_white)
    }
}

/// A file of the pixels and nothing else.
pub(super) fn write(picture: &PixelImage) -> Option<Vec<u8>> {
    let length = picture.width * picture.channels;
    let mut rows = Vec::with_capacity(picture.height * (length + 1));
    for row in picture.samples().chunks_exact(length) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut header = Vec::new();
    header.extend_from_slice(&u32::try_from(picture.width).ok()?.to_be_bytes());
    header.extend_from_slice(&u32::try_from(picture.height).ok()?.to_be_bytes());
    header.extend_from_slice(&[8, if picture.channels == 3 { 2 } else { 0 }, 0, 0, 0]);
    let mut out = SIGNATURE.to_vec();
    for (name, data) in
        [(b"IHDR", header), (b"IDAT", packing::packed(&rows, DeflateFrame::Zlib)?), (b"IEND", Vec::new())]
    {
        out.extend_from_slice(&u32::try_from(data.len()).ok()?.to_be_bytes());
        let start = out.len();
        out.extend_from_slice(name);
        out.extend_from_slice(&data);
        let mut sum = flate2::Crc::new();
        sum.update(out.get(start..)?);
        out.extend_from_slice(&sum.sum().to_be_bytes());
    }
    Some(out)
}
