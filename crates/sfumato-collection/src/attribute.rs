//! What documents say of people: the attributes, and the class of each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// An attribute of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Attribute {
    /// The name.
    Name,
    /// A number that stands for the person.
    Number,
    /// A telephone number, an address of mail and the like.
    Contact,
    /// Street, house and postcode.
    Address,
    /// The age, in years.
    Age,
    /// The day of birth.
    BirthDate,
    /// Woman or man.
    Sex,
    /// The town the person lives in.
    City,
    /// The province or state the person lives in.
    Region,
    /// The country the person lives in.
    Country,
    /// Where the person was born.
    BirthPlace,
    /// The country whose national the person is.
    Nationality,
    /// What the person does for a living.
    Profession,
    /// Single, married, widowed.
    MaritalState,
    /// The number of children.
    Children,
    /// The relatives spoken of.
    Kin,
    /// The languages spoken.
    Language,
    /// Ethnic origin and religion.
    EthnicOrigin,
    /// The day of the visit or admission.
    AdmissionDate,
    /// The day of the discharge.
    DischargeDate,
    /// The days between the two.
    Stay,
    /// The hospital or practice.
    Institution,
    /// The main diagnosis.
    Diagnosis,
    /// All diseases the person has.
    Diseases,
    /// What was done about them.
    Procedures,
    /// What is taken against them.
    Medicines,
    /// The topics of the policy that are touched.
    Topics,
}

/// What an attribute is to those who look for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttributeClass {
    /// It tells by itself who somebody is, and goes.
    Identifier,
    /// It tells together with others, and is made general until enough people share it.
    Quasi,
    /// It must not be learnt of anybody, and stays, since nobody stands out.
    Confidential,
    /// The policy alone decides.
    Ordinary,
}

impl AttributeClass {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Identifier, Self::Quasi, Self::Confidential, Self::Ordinary];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Quasi => "quasi-identifier",
            Self::Confidential => "confidential",
            Self::Ordinary => "ordinary",
        }
    }
}

/// An attribute with its name, its class unless somebody says otherwise, and whether somebody may have several values.
struct AttributeRow(Attribute, &'static str, AttributeClass, bool);

use Attribute as A;
use AttributeClass as C;

/// All attributes, in the order of columns.
const ROWS: [AttributeRow; 27] = [
    AttributeRow(A::Name, "name", C::Identifier, true),
    AttributeRow(A::Number, "number", C::Identifier, true),
    AttributeRow(A::Contact, "contact", C::Identifier, true),
    AttributeRow(A::Address, "address", C::Identifier, true),
    AttributeRow(A::Age, "age", C::Quasi, false),
    AttributeRow(A::BirthDate, "birth-date", C::Quasi, false),
    AttributeRow(A::Sex, "sex", C::Quasi, false),
    AttributeRow(A::City, "city", C::Quasi, false),
    AttributeRow(A::Region, "region", C::Quasi, false),
    AttributeRow(A::Country, "country", C::Quasi, false),
    AttributeRow(A::BirthPlace, "birth-place", C::Quasi, false),
    AttributeRow(A::Nationality, "nationality", C::Quasi, false),
    AttributeRow(A::Profession, "profession", C::Quasi, false),
    AttributeRow(A::MaritalState, "marital-state", C::Quasi, false),
    AttributeRow(A::Children, "children", C::Quasi, false),
    AttributeRow(A::Kin, "kin", C::Ordinary, true),
    AttributeRow(A::Language, "language", C::Quasi, false),
    AttributeRow(A::EthnicOrigin, "ethnic-origin", C::Quasi, false),
    AttributeRow(A::AdmissionDate, "admission-date", C::Quasi, false),
    AttributeRow(A::DischargeDate, "discharge-date", C::Quasi, false),
    AttributeRow(A::Stay, "stay", C::Ordinary, false),
    AttributeRow(A::Institution, "institution", C::Ordinary, false),
    AttributeRow(A::Diagnosis, "diagnosis", C::Confidential, false),
    AttributeRow(A::Diseases, "diseases", C::Confidential, true),
    AttributeRow(A::Procedures, "procedures", C::Confidential, true),
    AttributeRow(A::Medicines, "medicines", C::Confidential, true),
    AttributeRow(A::Topics, "topics", C::Confidential, true),
];

impl Attribute {
    /// All of them, in the order of columns.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static AttributeRow {
        ROWS.iter().find(|row| row.0 == self).expect("every attribute has a row")
    }

    /// Its name in files and columns.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The attribute of a name.
    pub fn named(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Its class unless somebody says otherwise.
    pub fn usual_class(self) -> AttributeClass {
        self.row().2
    }

    /// True if somebody may have several values of it.
    pub fn is_set(self) -> bool {
        self.row().3
    }

    /// True if its values can be made general and written back.
    pub fn can_be_quasi(self) -> bool {
        self.usual_class() == AttributeClass::Quasi
    }

    /// What stands in the place of a value of which nothing may be told.
    pub fn label(self) -> String {
        format!("[{}]", self.name().replace('-', " ").to_uppercase())
    }
}

/// Why a file of classes is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassesError {
    /// Not TOML.
    #[error("line {line}: this is no TOML")]
    Syntax {
        /// The line, counted from one.
        line: usize,
    },
    /// A table or key that there is not.
    #[error("no attribute `{name}`; there are {known}")]
    Unknown {
        /// What is written.
        name: String,
        /// What there is.
        known: String,
    },
    /// A class that there is not.
    #[error("`{attribute}`: its class is one of {known}")]
    Class {
        /// The attribute.
        attribute: &'static str,
        /// What there is.
        known: String,
    },
    /// An attribute that can be no quasi-identifier.
    #[error("`{attribute}` cannot be made more general in a text, and so be no quasi-identifier")]
    NotQuasi {
        /// The attribute.
        attribute: &'static str,
    },
    /// A weight that is no positive number.
    #[error("`{attribute}`: a weight is a number above 0, of a quasi-identifier")]
    Weight {
        /// The attribute.
        attribute: &'static str,
    },
    /// No quasi-identifier is left.
    #[error("no attribute is a quasi-identifier, so that there is nothing to protect")]
    NoQuasi,
}

/// The class of each attribute, and how much it weighs to lose some of it.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeClasses {
    classes: BTreeMap<Attribute, AttributeClass>,
    weights: BTreeMap<Attribute, f64>,
}

impl Default for AttributeClasses {
    fn default() -> Self {
        Self { classes: ROWS.iter().map(|row| (row.0, row.2)).collect(), weights: BTreeMap::new() }
    }
}

impl AttributeClasses {
    /// Reads a file: `age = "quasi-identifier"` under `[classes]`, `age = 2.0` under `[weights]`. What it does not
    /// name stays as it usually is.
    pub fn parse(toml: &str) -> Result<Self, ClassesError> {
        let table: toml::Table = toml.parse().map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            ClassesError::Syntax { line: toml.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1 }
        })?;
        let mut all = Self::default();
        for (name, content) in &table {
            let content = content.as_table().filter(|_| matches!(name.as_str(), "classes" | "weights"));
            let content = content.ok_or_else(|| ClassesError::Unknown {
                name: name.clone(),
                known: "the tables [classes] and [weights]".to_owned(),
            })?;
            for (key, value) in content {
                let attribute = Attribute::named(key).ok_or_else(|| ClassesError::Unknown {
                    name: key.clone(),
                    known: Attribute::all().map(Attribute::name).collect::<Vec<_>>().join(", "),
                })?;
                if name == "classes" { all.set_class(attribute, value)? } else { all.set_weight(attribute, value)? }
            }
        }
        if all.quasi().next().is_none() {
            return Err(ClassesError::NoQuasi);
        }
        if let Some(attribute) = all.weights.keys().find(|attribute| all.of(**attribute) != AttributeClass::Quasi) {
            return Err(ClassesError::Weight { attribute: attribute.name() });
        }
        Ok(all)
    }

    fn set_class(&mut self, attribute: Attribute, value: &toml::Value) -> Result<(), ClassesError> {
        let class = AttributeClass::ALL.into_iter().find(|class| value.as_str() == Some(class.name()));
        let class = class.ok_or_else(|| ClassesError::Class {
            attribute: attribute.name(),
            known: AttributeClass::ALL.map(AttributeClass::name).join(", "),
        })?;
        if class == AttributeClass::Quasi && !attribute.can_be_quasi() {
            return Err(ClassesError::NotQuasi { attribute: attribute.name() });
        }
        self.classes.insert(attribute, class);
        Ok(())
    }

    fn set_weight(&mut self, attribute: Attribute, value: &toml::Value) -> Result<(), ClassesError> {
        let weight = value.as_float().or_else(|| value.as_integer().map(|number| number as f64));
        match weight.filter(|weight| weight.is_finite() && *weight > 0.0) {
            Some(weight) => {
                self.weights.insert(attribute, weight);
                Ok(())
            }
            None => Err(ClassesError::Weight { attribute: attribute.name() }),
        }
    }

    /// The class of an attribute.
    pub fn of(&self, attribute: Attribute) -> AttributeClass {
        self.classes.get(&attribute).copied().unwrap_or_else(|| attribute.usual_class())
    }

    /// How much it weighs to lose some of an attribute. The sex shows in every other word of a text, and is kept
    /// wherever that can be.
    pub fn weight(&self, attribute: Attribute) -> f64 {
        let usual = if attribute == Attribute::Sex { 20.0 } else { 1.0 };
        self.weights.get(&attribute).copied().unwrap_or(usual)
    }

    /// The quasi-identifiers, in the order of columns.
    pub fn quasi(&self) -> impl Iterator<Item = Attribute> + '_ {
        Attribute::all().filter(|attribute| self.of(*attribute) == AttributeClass::Quasi)
    }

    /// The file that says the same.
    pub fn to_toml(&self) -> String {
        let mut toml = "# identifier, quasi-identifier, confidential or ordinary\n[classes]\n".to_owned();
        for (attribute, class) in Attribute::all().map(|attribute| (attribute, self.of(attribute))) {
            // Writing to a string does not fail.
            let _ = writeln!(toml, "{} = \"{}\"", attribute.name(), class.name());
        }
        toml += "\n# the more, the less of it is given up\n[weights]\n";
        for attribute in self.quasi() {
            let _ = writeln!(toml, "{} = {:?}", attribute.name(), self.weight(attribute));
        }
        toml
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_classes_says_what_it_was_made_from() {
        let classes =
            AttributeClasses::parse("[classes]\nprofession = \"ordinary\"\n[weights]\nage = 3\n").expect("good");
        assert_eq!(classes.of(Attribute::Profession), AttributeClass::Ordinary);
        assert_eq!(classes.of(Attribute::Age), AttributeClass::Quasi);
        assert!((classes.weight(Attribute::Age) - 3.0).abs() < 1e-9);
        let again = AttributeClasses::parse(&classes.to_toml()).expect("good");
        assert_eq!(again.to_toml(), classes.to_toml());
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let fault = |toml: &str| AttributeClasses::parse(toml).expect_err("bad").to_string();
        assert!(fault("[classes]\nagee = \"ordinary\"").starts_with("no attribute `agee`; there are name,"));
        assert_eq!(fault("[classes]\nage = \n"), "line 2: this is no TOML");
        assert!(fault("[classes]\nage = \"secret\"").starts_with("`age`: its class is one of"));
        assert!(fault("[classes]\nname = \"quasi-identifier\"").starts_with("`name` cannot"));
        assert!(fault("[weights]\nage = -1").starts_with("`age`: a weight"));
        assert!(fault("[weights]\nname = 2").starts_with("`name`: a weight"));
    }
}
