//! Letters as a mention has them.

/// A substitute in the letters of a mention: all capitals, all small, or as it is written by itself.
pub(crate) fn like(mention: &str, substitute: &str) -> String {
    let letters = || mention.chars().filter(|c| c.is_alphabetic());
    let small = letters().any(char::is_lowercase);
    let large = letters().any(char::is_uppercase);
    // Letters that stand for a name, such as "USA", are capitals in any text.
    if large && !small && letters().count() > 3 {
        substitute.to_uppercase()
    } else if small && !large {
        substitute.to_lowercase()
    } else {
        substitute.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_the_mention() {
        assert_eq!(like("MADRID", "Lérida"), "LÉRIDA");
        assert_eq!(like("madrid", "Lérida"), "lérida");
        assert_eq!(like("MAdrid", "Lérida"), "Lérida");
        assert_eq!(like("USA", "Canada"), "Canada");
        assert_eq!(like("28013", "Lérida"), "Lérida");
    }
}
