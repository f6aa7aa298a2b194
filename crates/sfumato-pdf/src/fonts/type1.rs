//! The names of glyphs that embedded Type 1 fonts, plain or compact, give their codes.

use crate::lexer::{PdfLexer, PdfToken};

/// The strings every compact font has, in order.
const STRINGS: &str = "\
    .notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus \
    comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater \
    question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum \
    underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde \
    exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft \
    guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase \
    quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron \
    breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE \
    ordmasculine ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus \
    Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply \
    threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis \
    Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute \
    Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla \
    eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis \
    ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall Hungarumlautsmall \
    dollaroldstyle dollarsuperior ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader \
    onedotenleader zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle \
    sevenoldstyle eightoldstyle nineoldstyle commasuperior threequartersemdash periodsuperior questionsmall \
    asuperior bsuperior centsuperior dsuperior esuperior isuperior lsuperior msuperior nsuperior osuperior rsuperior \
    ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior Circumflexsmall hyphensuperior Gravesmall \
    Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall \
    Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall \
    exclamdownsmall centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall \
    Dotaccentsmall Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall \
    oneeighth threeeighths fiveeighths seveneighths onethird twothirds zerosuperior foursuperior fivesuperior \
    sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior oneinferior twoinferior threeinferior \
    fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior centinferior dollarinferior \
    periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall Adieresissmall Aringsmall \
    AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall Edieresissmall Igravesmall Iacutesmall \
    Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall \
    Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall \
    Thornsmall Ydieresissmall 001.000 001.001 001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold";

/// The names by code in a plain Type 1 font: `dup 65 /A put` in its readable part. Nothing if it says no more than that
/// it uses the standard encoding.
pub(crate) fn encoding(bytes: &[u8]) -> Option<Vec<Option<String>>> {
    let start = find(bytes, b"/Encoding")?;
    let end = find(bytes, b"eexec").unwrap_or(bytes.len());
    let mut lexer = PdfLexer::new(bytes.get(start..end)?);
    let mut names = vec![None; 256];
    let mut code = None;
    while let Ok(Some((token, _))) = lexer.token() {
        match token {
            PdfToken::Word(b"StandardEncoding") => return Some(standard_names()),
            PdfToken::Word(b"def" | b"readonly") => break,
            PdfToken::Integer(number) => code = usize::try_from(number).ok(),
            PdfToken::Name(name) => {
                if let Some(slot) = code.take().and_then(|code| names.get_mut(code)) {
                    *slot = Some(String::from_utf8_lossy(&name).into_owned());
                }
            }
            _ => {}
        }
    }
    Some(names)
}

/// The names by code in a compact font; none where the font is of another kind or damaged.
pub(crate) fn compact_encoding(bytes: &[u8]) -> Vec<Option<String>> {
    CompactFont::read(bytes).and_then(|font| font.encoding()).unwrap_or_else(|| vec![None; 256])
}

/// The names of the standard encoding: its codes in order are the first strings of a compact font.
fn standard_names() -> Vec<Option<String>> {
    let table = super::encodings::BaseEncoding::Standard.table();
    let mut strings = STRINGS.split(' ').skip(1);
    table.iter().map(|slot| slot.and_then(|_| strings.next()).map(String::from)).collect()
}

fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).position(|window| window == word)
}

/// A compact font, its indexes found.
struct CompactFont<'a> {
    bytes: &'a [u8],
    top: &'a [u8],
    strings: Vec<&'a [u8]>,
    glyphs: usize,
}

/// Operators of the top dictionary.
const CHARSET: u16 = 15;
const ENCODING: u16 = 16;
const CHAR_STRINGS: u16 = 17;
const ROS: u16 = 0x0C1E;

impl<'a> CompactFont<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (_, at) = index(bytes, usize::from(*bytes.get(2)?))?;
        let (tops, at) = index(bytes, at)?;
        let (strings, _) = index(bytes, at)?;
        let mut font = Self { bytes, top: tops.first()?, strings, glyphs: 0 };
        // Fonts of numbered characters have no codes of their own.
        if font.number(ROS).is_some() {
            return None;
        }
        font.glyphs = index(bytes, font.number(CHAR_STRINGS)?)?.0.len();
        Some(font)
    }

    /// The last operand of an operator of the top dictionary.
    fn number(&self, operator: u16) -> Option<usize> {
        let mut last = None;
        let mut bytes = self.top.iter().copied();
        while let Some(byte) = bytes.next() {
            match byte {
                0..=21 => {
                    let code = if byte == 12 { 0x0C00 | u16::from(bytes.next()?) } else { u16::from(byte) };
                    if code == operator {
                        return last;
                    }
                    last = None;
                }
                28 => last = usize::try_from(i16::from_be_bytes([bytes.next()?, bytes.next()?])).ok(),
                29 => {
                    let number = [bytes.next()?, bytes.next()?, bytes.next()?, bytes.next()?];
                    last = usize::try_from(i32::from_be_bytes(number)).ok();
                }
                30 => while bytes.next()? & 0x0F != 0x0F {},
                32..=246 => last = usize::from(byte).checked_sub(139),
                247..=250 => last = Some((usize::from(byte) - 247) * 256 + usize::from(bytes.next()?) + 108),
                251..=254 => {
                    bytes.next()?;
                    last = None;
                }
                _ => {}
            }
        }
        None
    }

    fn byte(&self, at: usize) -> Option<usize> {
        self.bytes.get(at).map(|&byte| usize::from(byte))
    }

    fn word(&self, at: usize) -> Option<usize> {
        Some(self.byte(at)? << 8 | self.byte(at + 1)?)
    }

    fn string(&self, id: usize) -> Option<String> {
        match STRINGS.split(' ').nth(id) {
            Some(name) => Some(name.to_owned()),
            None => Some(String::from_utf8_lossy(self.strings.get(id - STRINGS.split(' ').count())?).into_owned()),
        }
    }

    /// The string of each glyph's name.
    fn charset(&self) -> Option<Vec<usize>> {
        let at = self.number(CHARSET).unwrap_or(0);
        let mut ids = vec![0];
        if at <= 2 {
            return Some((0..self.glyphs.min(229)).collect());
        }
        let format = self.byte(at)?;
        let mut at = at + 1;
        while ids.len() < self.glyphs {
            let first = self.word(at)?;
            let more = match format {
                0 => 0,
                1 => self.byte(at + 2)?,
                2 => self.word(at + 2)?,
                _ => return None,
            };
            ids.extend(first..=first + more.min(self.glyphs));
            at += 2 + format;
        }
        Some(ids)
    }

    fn encoding(&self) -> Option<Vec<Option<String>>> {
        let at = self.number(ENCODING).unwrap_or(0);
        if at <= 1 {
            return Some(standard_names());
        }
        let charset = self.charset()?;
        let mut names = vec![None; 256];
        let mut glyph = 1;
        let mut name = |code: usize, glyph: usize| -> Option<()> {
            *names.get_mut(code)? = charset.get(glyph).and_then(|&id| self.string(id));
            Some(())
        };
        let (format, count) = (self.byte(at)?, self.byte(at + 1)?);
        for nth in 0..count {
            let (first, more) = match format & 0x7F {
                0 => (self.byte(at + 2 + nth)?, 0),
                _ => (self.byte(at + 2 + nth * 2)?, self.byte(at + 3 + nth * 2)?),
            };
            for code in first..=first + more {
                name(code, glyph);
                glyph += 1;
            }
        }
        Some(names)
    }
}

/// The items of an index, and where it ends.
fn index(bytes: &[u8], at: usize) -> Option<(Vec<&[u8]>, usize)> {
    let count = usize::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    if count == 0 {
        return Some((Vec::new(), at + 2));
    }
    let size = usize::from(*bytes.get(at + 2)?);
    let offset = |nth: usize| {
        let from = at + 3 + nth * size;
        Some(bytes.get(from..from + size)?.iter().fold(0usize, |sum, &byte| sum << 8 | usize::from(byte)))
    };
    let base = at + 2 + (count + 1) * size;
    let mut items = Vec::with_capacity(count);
    for nth in 0..count {
        items.push(bytes.get(base.checked_add(offset(nth)?)?..base.checked_add(offset(nth + 1)?)?)?);
    }
    Some((items, base.checked_add(offset(count)?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_fonts_name_their_codes() {
        let font = b"%!PS /Encoding 256 array 0 1 255 {1 index exch /.notdef put} for \
            dup 65 /Aacute put dup 7 /fi put readonly def currentfile eexec";
        let names = encoding(font).expect("names");
        assert_eq!(names[65].as_deref(), Some("Aacute"));
        assert_eq!(names[7].as_deref(), Some("fi"));
        assert_eq!(names[66], None);
    }

    #[test]
    fn the_standard_encoding_has_its_names() {
        let names = encoding(b"/Encoding StandardEncoding def").expect("names");
        assert_eq!(names[0x41].as_deref(), Some("A"));
        assert_eq!(names[0x27].as_deref(), Some("quoteright"));
        assert_eq!(names[0xFB].as_deref(), Some("germandbls"));
    }

    #[test]
    fn compact_fonts_name_their_codes() {
        // Header, one name, a top dictionary, one string, no subroutines; then charset, encoding and two glyphs.
        let mut font = vec![1, 0, 4, 1, 0, 1, 1, 1, 2, b'F'];
        let top = [28, 0, 40, 15, 28, 0, 43, 16, 28, 0, 46, 17];
        font.extend([0, 1, 1, 1, 1 + top.len() as u8]);
        font.extend(top);
        font.extend([0, 1, 1, 1, 4, b'o', b'n', b'e', 0, 0]);
        font.resize(40, 0);
        font.extend([0, 1, 135]); // the first string of its own
        font.extend([0, 1, 88]);
        font.extend([0, 2, 1, 1, 2, 3, 14, 14]);
        let names = compact_encoding(&font);
        assert_eq!(names[88].as_deref(), Some("one"));
        for end in 0..font.len() {
            compact_encoding(&font[..end]);
        }
    }
}
