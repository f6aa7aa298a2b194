//! The section `[knowledge]` of a policy: what the world is taken to know.

use sfumato_risk::Information;

use super::{PolicyError, Reader, Value};

/// What the world is taken to know.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reference {
    /// The taxonomies in the order in which they are asked: names of embedded ones, or files; all embedded ones if none
    /// is named.
    pub order: Vec<String>,
    /// Where information content comes from.
    pub information: Information,
}

impl Reference {
    pub(super) fn read(reader: &Reader<'_>, value: &Value<'_>) -> Result<Self, PolicyError> {
        let mut read = Self::default();
        for (key, value) in reader.table(value)? {
            match key.get_ref().as_ref() {
                "order" => read.order = reader.strings(value)?,
                "information" => {
                    let name = reader.string(value)?;
                    let found = Information::ALL.into_iter().find(|known| known.name() == name);
                    let known = Information::ALL.map(Information::name);
                    let unknown = || reader.unknown(value.span().start, "choice", &name, &known);
                    read.information = found.ok_or_else(unknown)?;
                }
                other => return Err(reader.unknown(key.span().start, "key", other, &["order", "information"])),
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;

    fn read(section: &str) -> Result<Reference, String> {
        let policy = Policy::parse("p.toml", &format!("version = 1\n[knowledge]\n{section}\n"));
        policy.map(|policy| policy.knowledge).map_err(|error| error.to_string())
    }

    #[test]
    fn a_policy_names_taxonomies_and_where_information_comes_from() {
        let read_all = read("order = [\"disease\", \"mine.kb\"]\ninformation = \"intrinsic\"").expect("well formed");
        assert_eq!((read_all.order.len(), read_all.information), (2, Information::Intrinsic));
        assert_eq!(read(""), Ok(Reference::default()));
    }

    #[test]
    fn mistakes_are_told_by_line() {
        let refused = |section: &str, expected: &str| assert_eq!(read(section), Err(expected.to_owned()));
        refused("information = \"count\"", "p.toml:3: no choice `count`; did you mean `counts`?");
        refused("oder = []", "p.toml:3: no key `oder`; did you mean `order`?");
    }
}
