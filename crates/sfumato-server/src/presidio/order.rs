//! The order in which the members of recognisers were written, which decides what is told of them first.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The names of the members of an object as they were written, and those of its patterns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberOrder {
    /// The names.
    pub names: Vec<String>,
    /// The same of each of its patterns.
    pub below: Vec<MemberOrder>,
}

/// The recognisers of a request.
#[derive(Deserialize)]
struct OrderedRequest {
    #[serde(default)]
    ad_hoc_recognizers: OrderedList,
}

#[derive(Default)]
struct OrderedList(Vec<MemberOrder>);

impl MemberOrder {
    /// Of each recogniser of a request; none if there is none, or if the request is no JSON.
    pub fn of_recognisers(request: &[u8]) -> Vec<Self> {
        serde_json::from_slice::<OrderedRequest>(request).map(|read| read.ad_hoc_recognizers.0).unwrap_or_default()
    }
}

/// Takes whatever stands there, and remembers objects.
struct OrderVisitor;

/// An object, a list of them, or anything else, of which nothing is remembered.
enum Ordered {
    One(MemberOrder),
    Many(Vec<MemberOrder>),
    Other,
}

impl<'de> Visitor<'de> for OrderVisitor {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Ordered, M::Error> {
        let mut order = MemberOrder::default();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "patterns" => order.below = map.next_value::<OrderedList>()?.0,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
            order.names.push(name);
        }
        Ok(Ordered::One(order))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut all: S) -> Result<Ordered, S::Error> {
        let mut orders = Vec::new();
        while let Some(one) = all.next_element::<Ordered>()? {
            orders.push(if let Ordered::One(order) = one { order } else { MemberOrder::default() });
        }
        Ok(Ordered::Many(orders))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Ordered, E> {
        Ok(Ordered::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Ordered, E> {
        Ok(Ordered::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Ordered, E> {
        Ok(Ordered::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Ordered, E> {
        Ok(Ordered::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Ordered, E> {
        Ok(Ordered::Other)
    }

    fn visit_unit<E>(self) -> Result<Ordered, E> {
        Ok(Ordered::Other)
    }
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OrderVisitor)
    }
}

impl<'de> Deserialize<'de> for OrderedList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Ordered::deserialize(deserializer)? {
            Ordered::Many(orders) => Self(orders),
            Ordered::One(_) | Ordered::Other => Self::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_told_as_they_were_written() {
        let request = br#"{"text": ["a"], "ad_hoc_recognizers": [{"z": 1, "patterns": [{"y": [1], "x": {}}, 7], "a": null}, "b"]}"#;
        let all = MemberOrder::of_recognisers(request);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].names, ["z", "patterns", "a"]);
        assert_eq!(all[0].below[0].names, ["y", "x"]);
        for other in [&b"{}"[..], b"[1]", b"{", br#"{"ad_hoc_recognizers": 7}"#] {
            assert_eq!(MemberOrder::of_recognisers(other), []);
        }
    }
}
