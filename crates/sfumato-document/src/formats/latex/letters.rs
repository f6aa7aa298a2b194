//! Letters and signs that LaTeX writes as commands.

/// The letters that each accent makes: pairs of the letter and what it becomes.
const ACCENTS: [(char, &str); 14] = [
    ('\'', "aáeéiíoóuúyýcćlĺnńrŕsśzźAÁEÉIÍOÓUÚYÝCĆLĹNŃRŔSŚZŹ"),
    ('`', "aàeèiìoòuùnǹAÀEÈIÌOÒUÙ"),
    ('^', "aâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷAÂEÊIÎOÔUÛCĈGĜHĤJĴSŜWŴYŶ"),
    ('"', "aäeëiïoöuüyÿAÄEËIÏOÖUÜYŸ"),
    ('~', "aãnñoõiĩuũAÃNÑOÕIĨUŨ"),
    ('=', "aāeēiīoōuūAĀEĒIĪOŌUŪ"),
    ('.', "cċeėgġzżCĊEĖGĠIİZŻ"),
    ('c', "cçsştţeȩkķlļnņrŗCÇSŞTŢEȨKĶLĻNŅRŖ"),
    ('v', "cčdďeěnňrřsštťzžCČDĎEĚNŇRŘSŠTŤZŽ"),
    ('u', "aăeĕgğiĭoŏuŭAĂEĔGĞIĬOŎUŬ"),
    ('H', "oőuűOŐUŰ"),
    ('r', "aåuůAÅUŮ"),
    ('k', "aąeęiįuųAĄEĘIĮUŲ"),
    ('d', "aạeẹoọuụAẠEẸOỌUỤ"),
];

/// Commands that stand for a sign or a letter, longest first where one begins another.
const SIGNS: [(&str, char); 24] = [
    ("textasciitilde", '~'),
    ("textasciicircum", '^'),
    ("textbackslash", '\\'),
    ("textunderscore", '_'),
    ("textquotesingle", '\''),
    ("textemdash", '—'),
    ("textendash", '–'),
    ("textordmasculine", 'º'),
    ("textordfeminine", 'ª'),
    ("texteuro", '€'),
    ("pounds", '£'),
    ("euro", '€'),
    ("ss", 'ß'),
    ("ae", 'æ'),
    ("AE", 'Æ'),
    ("oe", 'œ'),
    ("OE", 'Œ'),
    ("aa", 'å'),
    ("AA", 'Å'),
    ("o", 'ø'),
    ("O", 'Ø'),
    ("l", 'ł'),
    ("L", 'Ł'),
    ("i", 'ı'),
];

/// Returns the letter with an accent, or `None` if there is none.
fn accented(accent: char, letter: char) -> Option<char> {
    let letters = ACCENTS.iter().find(|(known, _)| *known == accent)?.1;
    let mut pairs = letters.chars();
    while let (Some(plain), Some(made)) = (pairs.next(), pairs.next()) {
        if plain == letter {
            return Some(made);
        }
    }
    None
}

/// The character that a text starts with and how many bytes it takes, where that is written as a command, in braces or
/// as a blank of its own; nothing for any other command.
pub(crate) fn unescape(rest: &str) -> Option<(char, usize)> {
    match rest.as_bytes() {
        [b'\r', b'\n', ..] => Some((' ', 2)),
        [b'\n' | b'\r' | b'~', ..] => Some((' ', 1)),
        [b'{', ..] => {
            let inside = rest.get(1..)?;
            // A bracket in braces is one that begins no argument.
            if inside.starts_with("[}") || inside.starts_with("]}") {
                return inside.chars().next().map(|c| (c, 3));
            }
            let (c, length) = inside.starts_with('\\').then(|| command(inside))??;
            inside.get(length..)?.starts_with('}').then_some((c, length + 2))
        }
        [b'\\', ..] => command(rest),
        _ => None,
    }
}

fn command(rest: &str) -> Option<(char, usize)> {
    let name = rest.get(1..)?;
    let first = name.chars().next()?;
    match first {
        '_' | '&' | '%' | '#' | '$' | '{' | '}' => return Some((first, 2)),
        ' ' | ',' | ';' | ':' => return Some((' ', 2)),
        // A place where a word may be broken, or where letters are not joined: no character at all.
        '-' | '/' | '@' => {
            let next = rest.get(2..)?.chars().next().filter(|c| c.is_alphanumeric())?;
            return Some((next, 2 + next.len_utf8()));
        }
        _ => {}
    }
    accent(name).or_else(|| sign(name)).map(|(c, length)| (c, 1 + length))
}

/// An accent and its letter: `'e`, `'{e}`, `c{c}`, `"\i`.
fn accent(name: &str) -> Option<(char, usize)> {
    let mark = name.chars().next()?;
    let behind = name.get(1..)?;
    // The name of an accent that is a letter must end there.
    let blanks = behind.len() - behind.trim_start_matches(' ').len();
    let body = behind.get(blanks..)?;
    if mark.is_ascii_alphabetic() && blanks == 0 && !body.starts_with('{') {
        return None;
    }
    let (inside, braces) = match body.strip_prefix('{') {
        Some(inside) => (inside, 1),
        None => (body, 0),
    };
    let (letter, length) = match inside.strip_prefix("\\i") {
        Some(after) if !after.starts_with(|c: char| c.is_ascii_alphabetic()) => ('i', 2),
        _ => (inside.chars().next()?, inside.chars().next()?.len_utf8()),
    };
    if braces == 1 && !inside.get(length..)?.starts_with('}') {
        return None;
    }
    accented(mark, letter).map(|c| (c, 1 + blanks + 2 * braces + length))
}

/// A sign or a letter by its name, with what ends the name: braces or a blank.
fn sign(name: &str) -> Option<(char, usize)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (_, c) = SIGNS.iter().find(|(known, _)| name.get(..letters) == Some(*known))?;
    let end = match name.get(letters..)? {
        rest if rest.starts_with("{}") => 2,
        rest if rest.starts_with(' ') => 1,
        _ => 0,
    };
    Some((*c, letters + end))
}

/// Writes a replacement. A bracket could begin an argument, and stands in braces.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '_' | '&' | '%' | '#' | '$' | '{' | '}' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '[' | ']' => out.extend(['{', c, '}']),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}

/// The same right behind the name of a command, which a letter would become a part of.
pub(crate) fn escape_tight(text: &str, out: &mut String) {
    // And a blank behind it would only end the name.
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | '*' | '@')) {
        out.push_str("{}");
    }
    escape(text, out);
}
