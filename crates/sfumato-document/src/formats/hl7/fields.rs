//! The meaning of the fields of HL7 messages, by segment and number, so that their values go by names people use.

use sfumato_words::WordTable;

use crate::BlockKind;

static FIELDS: WordTable<3> = WordTable::new(include_str!("fields.txt"), "fields");

/// The label of a value, with its kind of block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hl7Label {
    pub name: Option<&'static str>,
    pub kind: BlockKind,
}

impl Hl7Label {
    /// Text that somebody wrote.
    pub const PROSE: Self = Self { name: None, kind: BlockKind::Paragraph };
    /// A word of a table.
    const CODE: Self = Self { name: None, kind: BlockKind::Code };

    const fn field(name: &'static str) -> Self {
        Self { name: Some(name), kind: BlockKind::Field }
    }

    /// Returns the label for the text of an unknown field: words of tables are short, and in capitals or digits.
    pub fn of_text(text: &str) -> Self {
        let is_code = text.len() <= 12
            && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"._-+*/<>:%".contains(&b));
        if is_code { Self::CODE } else { Self::PROSE }
    }

    /// The same for a word that says what a file is.
    pub fn of_word(text: &str) -> Self {
        let is_word = text.len() <= 20 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-+./".contains(&b));
        if is_word { Self::CODE } else { Self::PROSE }
    }

    /// Returns the number of bytes of a value that are its day, if it is a point of time: `20240312101500+0100`.
    pub fn day(self, text: &str) -> Option<usize> {
        let is_date = self.name.is_some_and(|name| name.starts_with("date"));
        let zone = text.find(['+', '-']).unwrap_or(text.len());
        let until = text.get(..zone)?;
        let until = until.split('.').next()?;
        let digits = until.bytes().rev().take_while(u8::is_ascii_digit).count();
        let day = match digits {
            _ if !is_date => return None,
            8 | 10 | 12 | 14 if digits == until.len() => 8,
            // The day was replaced, and the time was not.
            6.. if digits < until.len() => until.len() - 6,
            4.. if digits < until.len() => until.len() - 4,
            _ => return None,
        };
        (day < text.len()).then_some(day)
    }
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hl7FieldType {
    /// A name of a person, whose surname goes by this.
    Name(&'static str),
    /// Somebody with a number: a doctor, a clerk.
    Staff,
    Address,
    Phone,
    /// A number that goes by this.
    Id(&'static str),
    Date(&'static str),
    /// A value that goes by this.
    Plain(&'static str),
    Organisation(&'static str),
    Prose,
    /// A file.
    Data,
    /// Anything else.
    Any,
}

const RECORD: &str = "medical record number";
const SSN: &str = "social security number";
const SURNAME: &str = "family name";

impl Hl7FieldType {
    /// Returns the type of a field.
    pub fn of_field(segment: &str, field: usize) -> Self {
        match FIELDS.get(&format!("{segment} {field}")) {
            Some([_, "name", label]) => Self::Name(label),
            Some([_, "staff", _]) => Self::Staff,
            Some([_, "address", _]) => Self::Address,
            Some([_, "phone", _]) => Self::Phone,
            Some([_, "id", label]) => Self::Id(label),
            Some([_, "date", label]) => Self::Date(label),
            Some([_, "plain", label]) => Self::Plain(label),
            Some([_, "organisation", label]) => Self::Organisation(label),
            Some([_, "prose", _]) => Self::Prose,
            _ => Self::Any,
        }
    }

    /// The type of a result, by the name it has in the message.
    pub fn of_value(name: &str) -> Self {
        match name {
            "TX" | "FT" | "ST" => Self::Prose,
            "PN" | "XPN" => Self::Name(SURNAME),
            "XCN" | "CN" => Self::Staff,
            "AD" | "XAD" => Self::Address,
            "TN" | "XTN" => Self::Phone,
            "CX" | "CK" => Self::Id(RECORD),
            "DT" | "TS" | "DTM" => Self::Date("date"),
            "ED" | "RP" => Self::Data,
            _ => Self::Any,
        }
    }

    /// Returns the label of a component; `id_type` is what the message says of an identifier.
    pub fn label(self, component: usize, sub: usize, id_type: &str, text: &str) -> Hl7Label {
        let is_number = text.bytes().any(|b| b.is_ascii_digit());
        let other = Hl7Label::of_text(text);
        match (self, component, sub) {
            (Self::Name(surname), 0, _) => Hl7Label::field(surname),
            (Self::Name(_), 1, _) | (Self::Staff, 2, _) => Hl7Label::field("given name"),
            (Self::Name(_), 2, _) | (Self::Staff, 3, _) => Hl7Label::field("middle name"),
            (Self::Staff, 1, _) => Hl7Label::field(SURNAME),
            // Older messages have all of it in one component.
            (Self::Staff, 0, 0) if is_number => Hl7Label::field("staff id"),
            (Self::Staff, 0, 0 | 1) => Hl7Label::field(SURNAME),
            (Self::Staff, 0, 2) => Hl7Label::field("given name"),
            (Self::Address, 0 | 1, _) => Hl7Label::field("address"),
            (Self::Address, 2, _) => Hl7Label::field("city"),
            (Self::Address, 3, _) => Hl7Label::field("state"),
            (Self::Address, 4, _) => Hl7Label::field("postcode"),
            (Self::Address, 5, _) => Hl7Label::field("country"),
            (Self::Address, 8, _) => Hl7Label::field("county"),
            (Self::Phone, 0 | 5..=7 | 11, _) => Hl7Label::field("phone"),
            (Self::Phone, 3, _) => Hl7Label::field("email"),
            (Self::Id(name), 0, 0) => Hl7Label::field(id_label(id_type).unwrap_or(name)),
            (Self::Date(name), 0, _) => Hl7Label::field(name),
            (Self::Plain(name) | Self::Organisation(name), 0, _) => Hl7Label::field(name),
            (Self::Prose, ..) => Hl7Label::PROSE,
            _ => other,
        }
    }
}

/// Returns the label of a type of identifiers (table 0203).
fn id_label(code: &str) -> Option<&'static str> {
    Some(match code {
        "MR" | "PI" | "PT" | "MRN" | "U" => RECORD,
        "SS" => SSN,
        "DL" => "driving licence number",
        "PPN" => "passport number",
        "NI" | "NNESP" | "NNxxx" | "CZ" | "JHN" => "national id",
        "NH" | "NHS" | "NNGBR" => "nhs number",
        "DNI" => "dni",
        "NIE" => "nie",
        "AN" => "account number",
        "VN" => "visit number",
        "MC" | "MA" | "HC" | "SN" | "MB" => "member id",
        "EI" | "EN" => "employee number",
        _ => return None,
    })
}
