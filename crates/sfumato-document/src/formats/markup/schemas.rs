//! Addresses of schemas and namespaces: names that a format states, and no pages that somebody linked to.
//!
//! To mask one would destroy the vocabulary that it names, so they stay, unless they have the shape of somebody's own
//! (a mail address, the folder of a user); those are read like any other text.
//! What was masked elsewhere must not stand in one either, which the verifier sees to.

use sfumato_words::WordTable;

use super::is_guid;
use crate::document::SchemaOwner;

static STANDARDS: WordTable = WordTable::new(include_str!("schemas.txt"), "standards");

/// Returns the owner of an address, or of several with blanks between; `None` if one may tell of a person, and has to
/// be read.
pub(crate) fn owner(addresses: &str) -> Option<SchemaOwner> {
    let mut owner = SchemaOwner::Standard;
    for address in addresses.split_ascii_whitespace() {
        if is_private(address) {
            return None;
        }
        if !STANDARDS.words().iter().any(|start| address.starts_with(start)) {
            owner = SchemaOwner::Other;
        }
    }
    Some(owner)
}

/// The same for a document type: what stands between `<!DOCTYPE` and the end or the declarations inside.
pub(crate) fn doctype_owner(doctype: &str) -> Option<SchemaOwner> {
    let mut owner_of_all = Some(SchemaOwner::Standard);
    for (nth, quoted) in doctype.split(['"', '\'']).enumerate() {
        let is_inside = nth % 2 == 1;
        // A public identifier names its owner, such as `-//W3C//DTD SVG 1.1//EN`.
        let is_public = quoted.starts_with("-//") || quoted.starts_with("+//") || quoted.starts_with("ISO ");
        let owner = match is_inside && !is_public {
            true => owner(quoted)?,
            false if is_private(quoted) => return None,
            false => SchemaOwner::Standard,
        };
        if owner == SchemaOwner::Other {
            owner_of_all = Some(SchemaOwner::Other);
        }
    }
    owner_of_all
}

/// True if an address has the shape of somebody's own.
fn is_private(address: &str) -> bool {
    const FOLDERS: [&str; 5] = ["/users/", "/home/", "file:", "mailto:", "/profiles/"];
    let digits = |run: &str| run.len() >= 7 && run.bytes().all(|b| b.is_ascii_digit());
    let lower = address.to_ascii_lowercase();
    !address.is_ascii()
        || address.contains(['@', '~', '?', '\\', '%'])
        || FOLDERS.iter().any(|folder| lower.contains(folder))
        || (!is_guid(lower.rsplit(':').next().unwrap_or_default())
            && address.split(|c: char| !c.is_ascii_alphanumeric()).any(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_vocabularies_are_told_from_those_of_people() {
        for own in ["http://www.opengis.net/kml/2.2", "urn:oasis:names:tc:opendocument:xmlns:text:1.0"] {
            assert_eq!(owner(own), Some(SchemaOwner::Standard), "{own}");
        }
        for other in ["http://example.org/ns/2024", "4ffa91fb-a0ff-4ac5-b2db-65c790d184a4", "DAV:"] {
            assert_eq!(owner(other), Some(SchemaOwner::Other), "{other}");
        }
        let people =
            ["http://x.example/~ann", "mailto:ann@example.org", "file:///C:/Users/ann/x.xsd", "urn:id:5780550409"];
        for own in people.into_iter().chain(["http://www.w3.org/ http://x.example/?u=ann"]) {
            assert_eq!(owner(own), None, "{own}");
        }
    }

    #[test]
    fn document_types_are_names_too() {
        let own = " script:module PUBLIC \"-//OpenOffice.org//DTD OfficeDocument 1.0//EN\" \"module.dtd\"";
        assert_eq!(doctype_owner(own), Some(SchemaOwner::Other));
        let own = " svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'";
        assert_eq!(doctype_owner(own), Some(SchemaOwner::Standard));
        assert_eq!(doctype_owner(" r SYSTEM 'file:///home/ann/r.dtd'"), None);
        assert_eq!(doctype_owner(" html"), Some(SchemaOwner::Standard));
    }
}
