//! Letters without what is put on them.

/// A letter without its accent; nothing for an accent by itself.
pub fn plain(c: char) -> Option<char> {
    Some(match c {
        c if c.is_ascii() => c,
        '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200b}'..='\u{200d}' => return None,
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ę' | 'ě' | 'ė' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' | 'ı' | 'į' => 'i',
        'ł' | 'ľ' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ť' | 'ţ' | 'ț' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    })
}
