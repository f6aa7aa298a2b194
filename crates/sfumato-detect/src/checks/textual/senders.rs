//! Who sends a line or signs in: telling persons from roles, programs and accounts that everybody has.

use sfumato_words::{ByLanguage, WordTable, words, words_by_language};

use super::words::{PlainWords as _, words_of};

static ROLES: ByLanguage<WordTable> = words_by_language!("recognition", "roles of speakers");
static GENERIC: WordTable = words!("shared/identifiers", "generic logins");

/// The most words in the name of a sender.
const MOST_WORDS: usize = 6;

/// The name of whoever sends a line: some words with a letter, none of which is a role.
pub(crate) fn sender_name(value: &str) -> bool {
    let count = words_of(value).count();
    (1..=MOST_WORDS).contains(&count)
        && value.chars().any(char::is_alphabetic)
        && !words_of(value).any(|word| ROLES.has_plain(word))
}

/// A name to sign in with that is somebody's own, not one that every machine has.
pub(super) fn login_name(value: &str) -> bool {
    let plain = value.trim_start_matches('@');
    plain.chars().any(char::is_alphabetic) && !GENERIC.has_plain(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_send_nothing() {
        assert!(sender_name("Tunde") && sender_name("Chiamaka O") && sender_name("t\u{ed}o beto"));
        assert!(
            !sender_name("Agent") && !sender_name("Interviewer") && !sender_name("Operadora") && !sender_name("12")
        );
        assert!(login_name("hmwangi") && !login_name("root") && !login_name("@admin") && !login_name("1234"));
    }
}
