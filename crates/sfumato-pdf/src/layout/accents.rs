//! Accents drawn apart from their letters, as old type-setting programs do.

/// Letters by accent: first the accents that look alike, then pairs of a letter and the letter with the accent.
const ACCENTS: &[(&str, &str)] = &[
    ("`\u{2CB}\u{300}", "AÀEÈIÌOÒUÙaàeèiìoòuùıìNǸnǹ"),
    ("´\u{2CA}\u{301}", "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýıíCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"),
    ("^\u{2C6}\u{302}", "AÂEÊIÎOÔUÛaâeêiîoôuûıîCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"),
    ("~\u{2DC}\u{303}", "AÃNÑOÕaãnñoõIĨiĩıĩUŨuũ"),
    ("¨\u{308}", "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸıï"),
    ("\u{2DA}°\u{30A}", "AÅaåUŮuů"),
    ("¸\u{327}", "CÇcçGĢKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţ"),
    ("\u{2C7}\u{30C}", "CČcčDĎdďEĚeěNŇnňRŘrřSŠsšTŤtťZŽzž"),
    ("¯\u{2C9}\u{304}", "AĀaāEĒeēIĪiīıīOŌoōUŪuū"),
    ("\u{2D8}\u{306}", "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ"),
    ("\u{2D9}\u{307}", "CĊcċEĖeėGĠgġIİZŻzż"),
    ("\u{2DB}\u{328}", "AĄaąEĘeęIĮiįUŲuų"),
    ("\u{2DD}\u{30B}", "OŐoőUŰuű"),
];

/// True if a text is an accent alone.
pub(crate) fn is_accent(text: &str) -> bool {
    let mut letters = text.trim().chars();
    match (letters.next(), letters.next()) {
        // Nearly all are letters and digits, which need not be looked for.
        (Some(letter), None) if letter.is_ascii_alphanumeric() => false,
        (Some(letter), None) => ACCENTS.iter().any(|(accents, _)| accents.contains(letter)),
        _ => false,
    }
}

/// The letter with the accent.
pub(crate) fn compose(accent: &str, letter: &str) -> Option<char> {
    let accent = accent.trim().chars().next()?;
    let mut letters = letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let (_, pairs) = ACCENTS.iter().find(|(accents, _)| accents.contains(accent))?;
    let mut pairs = pairs.chars();
    while let (Some(plain), Some(accented)) = (pairs.next(), pairs.next()) {
        if plain == letter {
            return Some(accented);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_join_their_letters() {
        assert_eq!(compose("¨", "u"), Some('ü'));
        assert_eq!(compose("´", "ı"), Some('í'));
        assert_eq!(compose("\u{30C}", "S"), Some('Š'));
        assert_eq!(compose("¨", "x"), None);
        assert!(is_accent("¸") && !is_accent("c") && !is_accent("^a"));
    }
}
