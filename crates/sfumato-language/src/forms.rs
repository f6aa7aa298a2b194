//! The forms that tokens are read as, where these are not what is written.

use std::borrow::Cow;

use crate::{Language, Token, TokenKind};

/// The form of a token: its text, but `el` for the `l` of `del`, `dar` for the `dár` of `dárselo`, `n't` for `n’t`.
pub(crate) fn form<'t>(text: &'t str, tokens: &[Token], nth: usize, language: Language) -> Cow<'t, str> {
    let at = |nth: usize| tokens.get(nth).and_then(|token| text.get(token.span.range())).unwrap_or_default();
    let is_glued = |nth: usize| tokens.get(nth).is_some_and(|token| token.is_glued);
    let written = at(nth);
    match language {
        Language::English if is_glued(nth) => straight(written),
        Language::Spanish if is_glued(nth) => match written {
            "l" => Cow::Borrowed("el"),
            "L" => Cow::Borrowed("EL"),
            _ => Cow::Borrowed(written),
        },
        Language::Spanish if is_glued(nth + 1) && is_word(tokens, nth) => verb(written, at(nth + 1)),
        _ => Cow::Borrowed(written),
    }
}

fn is_word(tokens: &[Token], nth: usize) -> bool {
    tokens.get(nth).is_some_and(|token| token.kind == TokenKind::Word)
}

/// Endings are listed with a straight apostrophe.
fn straight(ending: &str) -> Cow<'_, str> {
    if ending.is_ascii() && !ending.contains('`') {
        return Cow::Borrowed(ending);
    }
    Cow::Owned(ending.replace(['\u{2019}', '`', '\u{b4}'], "'"))
}

/// A verb without the accent it has only before a pronoun, and with the letter it loses there.
fn verb<'t>(written: &'t str, pronoun: &str) -> Cow<'t, str> {
    let Some((at, accented)) = written.char_indices().rev().find(|(_, c)| plain(*c).is_some()) else {
        return Cow::Borrowed(written);
    };
    let before = written.get(..at).unwrap_or_default();
    let after = written.get(at + accented.len_utf8()..).unwrap_or_default();
    // "dé" and "está" have theirs anyhow, and so have "oír" and "reír"; "di" and "da" have none.
    let is_bare = matches!(accented, 'á' | 'í' | 'Á' | 'Í') && before.eq_ignore_ascii_case("d");
    let is_hiatus = matches!(accented, 'í' | 'Í') && before.ends_with(['a', 'e', 'o', 'A', 'E', 'O']);
    if (after.is_empty() && !is_bare) || (is_hiatus && after.eq_ignore_ascii_case("r")) {
        return Cow::Borrowed(written);
    }
    let mut bare = String::with_capacity(written.len());
    bare.push_str(before);
    bare.extend(plain(accented));
    bare.push_str(after);
    // "sentémonos" is "sentemos" and "nos", "digámoselo" is "digamos", "se" and "lo".
    if after == "mo" && matches!(pronoun, "nos" | "se") {
        bare.push('s');
    }
    Cow::Owned(bare)
}

/// A vowel without its accent.
fn plain(c: char) -> Option<char> {
    let (accented, plain) = ("áéíóúÁÉÍÓÚ", "aeiouAEIOU");
    accented.chars().zip(plain.chars()).find(|(with, _)| *with == c).map(|(_, without)| without)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Languages, tokens};
    use sfumato_document::formats::{DocumentFormat, TextFile};

    fn check(text: &str, language: Language, expected: &[&str]) {
        let document = TextFile.read(text.as_bytes().to_vec()).expect("readable");
        let tokens = tokens::tokenise(&document, Languages::only(language));
        let forms: Vec<_> = (0..tokens.len()).map(|nth| form(document.text(), &tokens, nth, language)).collect();
        assert_eq!(forms, expected);
    }

    #[test]
    fn articles_are_whole_again() {
        check("al cabo del día", Language::Spanish, &["a", "el", "cabo", "de", "el", "día"]);
        check("FIN DEL ACTO", Language::Spanish, &["FIN", "DE", "EL", "ACTO"]);
        check("l del", Language::Spanish, &["l", "de", "el"]);
    }

    #[test]
    fn verbs_lose_the_accent_their_pronoun_gave_them() {
        check("dárselo e irse", Language::Spanish, &["dar", "se", "lo", "e", "ir", "se"]);
        check(
            "dígame, oírlo y sentémonos",
            Language::Spanish,
            &["diga", "me", ",", "oír", "lo", "y", "sentemos", "nos"],
        );
        check("Díselo, dámelo", Language::Spanish, &["Di", "se", "lo", ",", "da", "me", "lo"]);
        check("démelo y digámoselo", Language::Spanish, &["dé", "me", "lo", "y", "digamos", "se", "lo"]);
        check("está habiéndose", Language::Spanish, &["está", "habiendo", "se"]);
    }

    #[test]
    fn english_endings_have_straight_apostrophes() {
        check("Ann\u{2019}s don\u{2019}t", Language::English, &["Ann", "'s", "do", "n't"]);
        check("can't", Language::English, &["ca", "n't"]);
    }

    #[test]
    fn what_is_no_token_has_no_form() {
        check("", Language::English, &[]);
        assert_eq!(form("x", &[], 3, Language::Spanish), "");
    }
}
