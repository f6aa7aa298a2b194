//! Capitals.

/// The case in which something is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Casing {
    /// As it is.
    Own,
    /// With a capital first, as sentences start.
    Initial,
    /// All in capitals.
    Upper,
}

/// A text so written. Capitals that it has stay.
pub fn cased(text: &str, casing: Casing) -> String {
    match casing {
        Casing::Own => text.to_owned(),
        Casing::Upper => text.to_uppercase(),
        Casing::Initial => {
            let mut chars = text.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_are_added_and_none_taken() {
        assert_eq!(cased("city in Spain", Casing::Own), "city in Spain");
        assert_eq!(cased("óvulo", Casing::Initial), "Óvulo");
        assert_eq!(cased("an artist", Casing::Upper), "AN ARTIST");
        assert_eq!(cased("", Casing::Initial), "");
    }
}
