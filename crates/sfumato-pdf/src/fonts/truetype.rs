//! Embedded TrueType and OpenType fonts: the characters their glyphs draw, their widths, and which
//! of them draw nothing.

use std::collections::HashMap;
use std::ops::Range;

use super::names;

/// A glyph of an embedded font.
pub(crate) type TrueTypeGlyph = u16;

/// More pairs of code and glyph than any font has.
const MOST_PAIRS: usize = 400_000;

/// The tables of an embedded font that matter for reading.
#[derive(Default)]
pub(crate) struct TrueType {
    units: f64,
    advances: Vec<u16>,
    outlines: Vec<bool>,
    by_character: HashMap<u32, TrueTypeGlyph>,
    by_mac_code: HashMap<u32, TrueTypeGlyph>,
    by_symbol_code: HashMap<u32, TrueTypeGlyph>,
    names: HashMap<TrueTypeGlyph, String>,
    characters: HashMap<TrueTypeGlyph, char>,
}

impl TrueType {
    /// Reads the tables there are; nothing if this is no such font.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let start = if bytes.get(..4)? == b"ttcf" { usize::try_from(long(bytes, 12)?).ok()? } else { 0 };
        let tables = directory(bytes, start)?;
        let table = |tag: &[u8; 4]| tables.get(tag).and_then(|range| bytes.get(range.clone()));
        let mut font = Self { units: 1000.0, ..Self::default() };
        if let Some(head) = table(b"head") {
            font.units = f64::from(word(head, 18)?.max(1));
            font.outlines = table(b"loca").map(|loca| outlines(loca, word(head, 50) == Some(1))).unwrap_or_default();
        }
        if let (Some(hhea), Some(hmtx)) = (table(b"hhea"), table(b"hmtx")) {
            let count = usize::from(word(hhea, 34)?);
            font.advances = (0..count).map_while(|glyph| word(hmtx, glyph * 4)).collect();
        }
        if let Some(cmap) = table(b"cmap") {
            font.read_cmap(cmap);
        }
        if let Some(post) = table(b"post") {
            font.names = glyph_names(post).unwrap_or_default();
        }
        // Of several characters a glyph draws the first counts: the plain one stands before the look-alikes.
        for (&code, &glyph) in &font.by_character {
            if let Some(letter) = char::from_u32(code) {
                font.characters.entry(glyph).and_modify(|held| *held = letter.min(*held)).or_insert(letter);
            }
        }
        Some(font)
    }

    /// The width of a glyph in thousandths of the size.
    pub fn width(&self, glyph: TrueTypeGlyph) -> Option<f64> {
        let advance = self.advances.get(usize::from(glyph)).or(self.advances.last())?;
        Some(f64::from(*advance) * 1000.0 / self.units)
    }

    /// True if the glyph is known to draw nothing.
    pub fn is_blank(&self, glyph: TrueTypeGlyph) -> bool {
        self.outlines.get(usize::from(glyph)) == Some(&false)
    }

    /// True if the glyph is known to draw something.
    pub fn is_drawn(&self, glyph: TrueTypeGlyph) -> bool {
        self.outlines.get(usize::from(glyph)) == Some(&true)
    }

    /// The text a glyph draws.
    pub fn text_of(&self, glyph: TrueTypeGlyph) -> Option<String> {
        let letter = self.characters.get(&glyph).map(char::to_string);
        letter.or_else(|| names::text_of(self.names.get(&glyph)?.as_bytes()))
    }

    /// The glyph of a code of a simple font that has no encoding but the font's own.
    pub fn glyph_of_code(&self, code: u8) -> Option<TrueTypeGlyph> {
        let code = u32::from(code);
        let symbol = [0xF000, 0xF100, 0xF200, 0].iter().find_map(|base| self.by_symbol_code.get(&(base + code)));
        symbol.or_else(|| self.by_mac_code.get(&code)).or_else(|| self.by_character.get(&code)).copied()
    }

    /// The glyph that draws a character.
    pub fn glyph_of(&self, letter: char) -> Option<TrueTypeGlyph> {
        self.by_character.get(&u32::from(letter)).copied()
    }

    fn read_cmap(&mut self, cmap: &[u8]) {
        let count = usize::from(word(cmap, 2).unwrap_or(0));
        for entry in (0..count.min(64)).map(|nth| 4 + nth * 8) {
            let (Some(platform), Some(encoding)) = (word(cmap, entry), word(cmap, entry + 2)) else { return };
            let table = long(cmap, entry + 4).and_then(|at| cmap.get(usize::try_from(at).ok()?..));
            let pairs = table.and_then(subtable).unwrap_or_default();
            match (platform, encoding) {
                (3, 1 | 10) | (0, _) => self.by_character.extend(pairs),
                (1, 0) => self.by_mac_code.extend(pairs),
                (3, 0) => self.by_symbol_code.extend(pairs),
                _ => {}
            }
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn directory(bytes: &[u8], start: usize) -> Option<HashMap<[u8; 4], Range<usize>>> {
    let kind = long(bytes, start)?;
    if ![0x0001_0000, 0x7472_7565, 0x4F54_544F].contains(&kind) {
        return None;
    }
    let count = usize::from(word(bytes, start + 4)?);
    let mut tables = HashMap::new();
    for entry in (0..count).map(|nth| start + 12 + nth * 16) {
        let tag = bytes.get(entry..entry + 4)?.try_into().ok()?;
        let at = usize::try_from(long(bytes, entry + 8)?).ok()?;
        let end = at.checked_add(usize::try_from(long(bytes, entry + 12)?).ok()?)?;
        tables.insert(tag, at..end.min(bytes.len()).max(at));
    }
    Some(tables)
}

/// For each glyph, true if it has an outline: its data is not empty.
fn outlines(loca: &[u8], wide: bool) -> Vec<bool> {
    let size = if wide { 4 } else { 2 };
    let places: Vec<&[u8]> = loca.chunks_exact(size).collect();
    places.windows(2).map(|pair| pair[0] != pair[1]).collect()
}

/// The pairs of code and glyph of one table of a `cmap`.
fn subtable(table: &[u8]) -> Option<Vec<(u32, TrueTypeGlyph)>> {
    let mut pairs = match word(table, 0)? {
        0 => (0..256).filter_map(|code| Some((code as u32, TrueTypeGlyph::from(*table.get(6 + code)?)))).collect(),
        4 => segments(table)?,
        6 => {
            let (first, count) = (u32::from(word(table, 6)?), usize::from(word(table, 8)?));
            (0..count).map_while(|nth| Some((first + nth as u32, word(table, 10 + nth * 2)?))).collect()
        }
        12 => groups(table)?,
        _ => return None,
    };
    pairs.retain(|&(_, glyph)| glyph != 0);
    Some(pairs)
}

fn segments(table: &[u8]) -> Option<Vec<(u32, TrueTypeGlyph)>> {
    let count = usize::from(word(table, 6)? / 2);
    let (ends, starts) = (14, 16 + count * 2);
    let (deltas, offsets) = (starts + count * 2, starts + count * 4);
    let mut pairs = Vec::new();
    for nth in 0..count {
        let (first, last) = (word(table, starts + nth * 2)?, word(table, ends + nth * 2)?);
        let (delta, offset) = (word(table, deltas + nth * 2)?, usize::from(word(table, offsets + nth * 2)?));
        for code in first..=last {
            let glyph = if offset == 0 {
                code.wrapping_add(delta)
            } else {
                let at = offsets + nth * 2 + offset + usize::from(code - first) * 2;
                match word(table, at) {
                    Some(glyph) if glyph != 0 => glyph.wrapping_add(delta),
                    _ => 0,
                }
            };
            pairs.push((u32::from(code), glyph));
        }
        if pairs.len() > MOST_PAIRS {
            return None;
        }
    }
    Some(pairs)
}

fn groups(table: &[u8]) -> Option<Vec<(u32, TrueTypeGlyph)>> {
    let count = usize::try_from(long(table, 12)?).ok()?;
    let mut pairs = Vec::new();
    for at in (0..count).map(|nth| 16 + nth * 12) {
        let Some(start) = long(table, at + 8) else { break };
        let (first, last) = (long(table, at)?, long(table, at + 4)?);
        let span = usize::try_from(last.checked_sub(first)?).ok()?;
        if pairs.len() + span > MOST_PAIRS {
            return None;
        }
        let glyph = |code: u32| TrueTypeGlyph::try_from(start.checked_add(code - first)?).ok();
        pairs.extend((first..=last).filter_map(|code| Some((code, glyph(code)?))));
    }
    Some(pairs)
}

/// The names of glyphs in a `post` table of the second format, without the ones all fonts share.
fn glyph_names(post: &[u8]) -> Option<HashMap<TrueTypeGlyph, String>> {
    if long(post, 0)? != 0x0002_0000 {
        return None;
    }
    let count = word(post, 32)?;
    let mut names = Vec::new();
    let mut rest = post.get(34 + usize::from(count) * 2..)?;
    while let Some((&length, tail)) = rest.split_first() {
        let name = tail.get(..usize::from(length))?;
        names.push(String::from_utf8_lossy(name).into_owned());
        rest = tail.get(usize::from(length)..)?;
    }
    let named = |glyph: TrueTypeGlyph| {
        let index = usize::from(word(post, 34 + usize::from(glyph) * 2)?).checked_sub(258)?;
        Some((glyph, names.get(index)?.clone()))
    };
    Some((0..count).filter_map(named).collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A font of three glyphs: nothing, a letter at 'A' and a blank at ' '.
    pub(crate) fn small_font() -> Vec<u8> {
        let mut head = vec![0; 54];
        head[18..20].copy_from_slice(&2048_u16.to_be_bytes());
        let mut hhea = vec![0; 36];
        hhea[34..36].copy_from_slice(&3_u16.to_be_bytes());
        let hmtx: Vec<u8> = [1024_u16, 0, 2048, 0, 512, 0].iter().flat_map(|n| n.to_be_bytes()).collect();
        let loca: Vec<u8> = [0_u16, 10, 20, 20].iter().flat_map(|n| n.to_be_bytes()).collect();
        let mut cmap: Vec<u8> = [0_u16, 1, 3, 1, 0, 12].iter().flat_map(|n| n.to_be_bytes()).collect();
        let table = [
            4_u16,
            0,
            0,
            6,
            0,
            0,
            0,
            32,
            65,
            0xFFFF,
            0,
            32,
            65,
            0xFFFF,
            2_u16.wrapping_sub(32),
            1_u16.wrapping_sub(65),
            1,
            0,
            0,
            0,
        ];
        cmap.extend(table.iter().flat_map(|n| n.to_be_bytes()));
        let tables = [(b"cmap", cmap), (b"head", head), (b"hhea", hhea), (b"hmtx", hmtx), (b"loca", loca)];
        let mut font = vec![0, 1, 0, 0, 0, tables.len() as u8, 0, 0, 0, 0, 0, 0];
        let mut at = (12 + tables.len() * 16) as u32;
        for (tag, table) in &tables {
            font.extend(tag.iter());
            font.extend([0; 4]);
            font.extend(at.to_be_bytes());
            font.extend((table.len() as u32).to_be_bytes());
            at += table.len() as u32;
        }
        tables.iter().for_each(|(_, table)| font.extend(table));
        font
    }

    #[test]
    fn glyphs_tell_their_letters_and_widths() {
        let font = TrueType::read(&small_font()).expect("a font");
        assert_eq!(font.text_of(1).as_deref(), Some("A"));
        assert_eq!(font.text_of(2).as_deref(), Some(" "));
        assert_eq!(font.width(1), Some(1000.0));
        assert!(font.is_blank(2) && !font.is_blank(1));
        assert_eq!(font.glyph_of('A'), Some(1));
    }

    #[test]
    fn cut_fonts_do_no_harm() {
        let font = small_font();
        for end in 0..font.len() {
            let _ = TrueType::read(&font[..end]);
        }
    }
}
