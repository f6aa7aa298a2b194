//! Values of attributes, and what is more general than each.

use std::fmt;

use sfumato::values::Day;

use crate::Attribute;
use crate::occupations;
use crate::places::PlaceNames;

/// A value of an attribute as a table has it, normalised, or something more general.
///
/// It is written so that the same thing has one node however a text says it: `34`, `30-39`, `1980-03`, `p:ES-37`,
/// `female`; `n:` comes before the words of what no taxonomy knows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueNode(Box<str>);

// It may be words of a document.
impl fmt::Debug for ValueNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueNode({} bytes)", self.0.len())
    }
}

/// Everything: what is the case if nothing is known.
pub const ROOT: &str = "*";

impl ValueNode {
    /// A node as it is written.
    pub fn new(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }

    /// The most general node.
    pub fn root() -> Self {
        Self::new(ROOT)
    }

    /// A place by its concept.
    pub(crate) fn place(id: &str) -> Self {
        Self::new(format!("p:{id}"))
    }

    /// What no taxonomy knows, by its words.
    pub(crate) fn words(folded: &str) -> Self {
        Self::new(format!("n:{folded}"))
    }

    /// Ages from one to another, both included.
    pub(crate) fn ages(from: u32, to: u32) -> Self {
        Self::new(if from == to { from.to_string() } else { format!("{from}-{to}") })
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True if it tells nothing.
    pub fn is_root(&self) -> bool {
        &*self.0 == ROOT
    }

    /// The ages it stands for, if it is of ages.
    pub(crate) fn age_range(&self) -> Option<(u32, u32)> {
        match self.0.split_once('-') {
            Some((from, to)) => Some((from.parse().ok()?, to.parse().ok()?)),
            None => self.0.parse().ok().map(|age| (age, age)),
        }
    }

    /// The first day and the day after the last, if it is of dates.
    pub(crate) fn days(&self) -> Option<(i64, i64)> {
        let number = |year: i32, month: u32, day: u32| Day::new(year, month, day).map(Day::number);
        if let Some(decade) = self.0.strip_suffix('s') {
            let year: i32 = decade.parse().ok()?;
            return Some((number(year, 1, 1)?, number(year + 10, 1, 1)?));
        }
        let mut parts = self.0.split('-').map(str::parse::<u32>);
        let year = i32::try_from(parts.next()?.ok()?).ok()?;
        Some(match (parts.next().transpose().ok()?, parts.next().transpose().ok()?) {
            (None, _) => (number(year, 1, 1)?, number(year + 1, 1, 1)?),
            (Some(12), None) => (number(year, 12, 1)?, number(year + 1, 1, 1)?),
            (Some(month), None) => (number(year, month, 1)?, number(year, month + 1, 1)?),
            (Some(month), Some(day)) => (number(year, month, day)?, number(year, month, day)? + 1),
        })
    }
}

/// The levels of ages: single years, then these many together.
const AGE_BANDS: [u32; 3] = [5, 10, 20];
/// Ages from here on are one.
pub(crate) const OLDEST: u32 = 120;

/// The number of levels above the values of an attribute, the root among them.
pub fn levels(attribute: Attribute) -> usize {
    match attribute {
        Attribute::Age => AGE_BANDS.len() + 1,
        Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate => 4,
        Attribute::City | Attribute::Region | Attribute::Country | Attribute::BirthPlace => 6,
        Attribute::Nationality | Attribute::MaritalState | Attribute::Children => 2,
        Attribute::Profession => 4,
        _ => 1,
    }
}

/// A value and what is more general than it, level by level, the root last: one more than [`levels`].
///
/// A value that is as general as a level itself stands there too.
pub fn path(attribute: Attribute, value: &ValueNode) -> Vec<ValueNode> {
    let count = levels(attribute);
    let mut path = vec![value.clone()];
    if !value.is_root() {
        match attribute {
            Attribute::Age => ages_above(value, &mut path),
            Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate => dates_above(value, &mut path),
            Attribute::City | Attribute::Region | Attribute::Country | Attribute::BirthPlace => {
                path.extend(PlaceNames::get().above(value));
            }
            Attribute::Nationality => path.extend(PlaceNames::get().continent(value)),
            Attribute::Profession => path.extend(occupations::above(value)),
            Attribute::MaritalState if matches!(value.as_str(), "widowed" | "divorced" | "separated") => {
                path.push(ValueNode::new("formerly-married"));
            }
            Attribute::Children if value.as_str() != "0" => path.push(ValueNode::new("1+")),
            _ => {}
        }
    }
    while path.len() < count {
        path.push(path[path.len() - 1].clone());
    }
    path.truncate(count);
    path.push(ValueNode::root());
    path
}

fn ages_above(value: &ValueNode, path: &mut Vec<ValueNode>) {
    let Some((from, to)) = value.age_range() else { return };
    for length in AGE_BANDS {
        let start = from - from % length;
        let last = path[path.len() - 1].clone();
        path.push(if to < start + length { ValueNode::ages(start, start + length - 1) } else { last });
    }
}

fn dates_above(value: &ValueNode, path: &mut Vec<ValueNode>) {
    let text = value.as_str();
    let Some(year) = text.get(..4).and_then(|year| year.parse::<u32>().ok()) else { return };
    let month = text.get(..7).filter(|_| text.len() > 7);
    let is_decade = text.ends_with('s');
    path.push(month.map_or_else(|| value.clone(), ValueNode::new));
    path.push(if is_decade { value.clone() } else { ValueNode::new(year.to_string()) });
    path.push(ValueNode::new(format!("{}s", year - year % 10)));
}

/// True if a node is another one or above it.
pub fn covers(attribute: Attribute, general: &ValueNode, special: &ValueNode) -> bool {
    if general.is_root() || general == special {
        return true;
    }
    match attribute {
        Attribute::Age => match (general.age_range(), special.age_range()) {
            (Some(general), Some(special)) => general.0 <= special.0 && special.1 <= general.1,
            _ => false,
        },
        Attribute::BirthDate | Attribute::AdmissionDate | Attribute::DischargeDate => {
            match (general.days(), special.days()) {
                (Some(general), Some(special)) => general.0 <= special.0 && special.1 <= general.1,
                _ => false,
            }
        }
        _ => path(attribute, special).contains(general),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn above(attribute: Attribute, value: &str) -> Vec<String> {
        path(attribute, &ValueNode::new(value)).iter().map(|node| node.as_str().to_owned()).collect()
    }

    #[test]
    fn every_value_has_as_many_levels_as_its_attribute() {
        assert_eq!(above(Attribute::Age, "34"), ["34", "30-34", "30-39", "20-39", "*"]);
        assert_eq!(above(Attribute::Age, "30-39"), ["30-39", "30-39", "30-39", "20-39", "*"]);
        assert_eq!(above(Attribute::BirthDate, "1980-03-12"), ["1980-03-12", "1980-03", "1980", "1980s", "*"]);
        assert_eq!(above(Attribute::BirthDate, "1980"), ["1980", "1980", "1980", "1980s", "*"]);
        assert_eq!(above(Attribute::Sex, "female"), ["female", "*"]);
        assert_eq!(above(Attribute::MaritalState, "widowed"), ["widowed", "formerly-married", "*"]);
        assert_eq!(above(Attribute::City, "n:nowhere").len(), 7);
    }

    #[test]
    fn a_town_lies_in_a_province_a_country_and_a_continent() {
        let path = above(Attribute::City, "p:ES-28058");
        assert_eq!(path, ["p:ES-28058", "p:ES-MD", "p:ES-MD", "p:ES", "p:southern-europe", "p:europe", "*"]);
    }

    #[test]
    fn general_covers_special_and_not_the_other_way_round() {
        let covered = |attribute, general: &str, special: &str| {
            covers(attribute, &ValueNode::new(general), &ValueNode::new(special))
        };
        assert!(covered(Attribute::Age, "30-39", "34") && !covered(Attribute::Age, "34", "30-39"));
        assert!(
            covered(Attribute::BirthDate, "1980s", "1983-02-11") && !covered(Attribute::BirthDate, "1979", "1980-01")
        );
        assert!(covered(Attribute::City, "p:ES", "p:ES-28058") && covered(Attribute::Sex, "*", "male"));
    }
}
