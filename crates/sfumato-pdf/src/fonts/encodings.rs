//! Encodings of simple fonts: which character a code stands for when the font has letters of the usual kind.

/// A named table of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BaseEncoding {
    /// The encoding of Windows for Western Europe.
    WinAnsi,
    /// The encoding of the old Macintosh.
    MacRoman,
    /// The default of Type 1 fonts.
    Standard,
    /// The font Symbol's own.
    Symbol,
    /// The font ZapfDingbats' own.
    Dingbats,
}

/// Stands in the tables where a code has no character.
const NONE: char = '□';

/// WinAnsiEncoding from 80 on.
const WIN: &str = "\
    €•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ ¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâã\
    äåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/// MacRomanEncoding from 80 on.
const MAC: &str = "\
    ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„\
    ‰ÂÊÁËÈÍÎÏÌÓÔ□ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// StandardEncoding from A0 on.
const STANDARD: &str = "\
    □¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ□–†‡·□¶•‚„”»…‰□¿□`´ˆ˜¯˘˙¨□˚¸□˝˛ˇ—□□□□□□□□□□□□□□□□Æ□ª□□□□ŁØŒº□□□□□æ□□□ı□□łøœß□□□□";

/// The codes of Symbol from 20 on.
const SYMBOL: &str = "\
    \u{20}!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_□αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼\
    □□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…□□↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇□□□∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈□\
    □□∑□□□□□□□□□□□〉∫⌠□⌡□□□□□□□□□□";

/// The codes of ZapfDingbats from 20 on.
const DINGBATS: &str = "\
    \u{20}✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞\
    □□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□□❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢\
    ➣➤➥➦➧➨➩➪➫➬➭➮➯□➱➲➳➴➵➶➷➸➹➺➻➼➽➾□";

impl BaseEncoding {
    /// The encoding a font dictionary names.
    pub fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"WinAnsiEncoding" | b"PDFDocEncoding" => Some(Self::WinAnsi),
            b"MacRomanEncoding" => Some(Self::MacRoman),
            b"StandardEncoding" => Some(Self::Standard),
            _ => None,
        }
    }

    /// All 256 codes.
    pub fn table(self) -> [Option<char>; 256] {
        let (from, upper) = match self {
            Self::WinAnsi => (0x80, WIN),
            Self::MacRoman => (0x80, MAC),
            Self::Standard => (0xA0, STANDARD),
            Self::Symbol => (0x20, SYMBOL),
            Self::Dingbats => (0x20, DINGBATS),
        };
        let mut table = [None; 256];
        if from > 0x20 {
            for code in 0x20..0x7F_u8 {
                table[usize::from(code)] = Some(char::from(code));
            }
        }
        for (slot, letter) in table.iter_mut().skip(from).zip(upper.chars()) {
            *slot = (letter != NONE).then_some(letter);
        }
        if self == Self::Standard {
            table[0x27] = Some('’');
            table[0x60] = Some('‘');
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_ends_at_the_last_code() {
        for (base, code, letter) in [
            (BaseEncoding::WinAnsi, 0x80, '€'),
            (BaseEncoding::WinAnsi, 0xFF, 'ÿ'),
            (BaseEncoding::MacRoman, 0x80, 'Ä'),
            (BaseEncoding::MacRoman, 0xFF, 'ˇ'),
            (BaseEncoding::Standard, 0xAE, 'ﬁ'),
            (BaseEncoding::Standard, 0xFB, 'ß'),
            (BaseEncoding::Symbol, 0x61, 'α'),
            (BaseEncoding::Symbol, 0xE5, '∑'),
            (BaseEncoding::Dingbats, 0x34, '✔'),
            (BaseEncoding::Dingbats, 0xFE, '➾'),
        ] {
            assert_eq!(base.table()[code], Some(letter), "{base:?} {code:x}");
        }
    }
}
