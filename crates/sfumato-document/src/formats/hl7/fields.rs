//! The meaning of the fields of HL7 messages, by segment and number, so that their values go by names people use.

use crate::BlockKind;

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
    /// The type of a field.
    pub fn of_field(segment: &str, field: usize) -> Self {
        match (segment, field) {
            ("MSH" | "FHS" | "BHS", 4 | 6) => Self::Organisation("facility"),
            ("MSH" | "FHS" | "BHS", 7) | ("EVN", 2 | 3 | 6) => Self::Date("date"),
            ("EVN", 5) => Self::Staff,
            ("EVN", 7) => Self::Organisation("facility"),
            ("PID", 2..=4) => Self::Id(RECORD),
            ("PID", 5 | 9) | ("NK1", 2 | 30) | ("GT1", 3 | 4) | ("IN1", 6 | 16) | ("MRG", 7) | ("CTD" | "PRD", 2) => {
                Self::Name(SURNAME)
            }
            ("PID", 6) | ("NK1", 26) | ("GT1", 42) => Self::Name("maiden name"),
            ("PID", 7) | ("NK1", 16) | ("GT1", 8) | ("IN1", 18) => Self::Date("date of birth"),
            ("PID", 11) | ("NK1", 4 | 32) | ("GT1", 5 | 17) | ("IN1", 5 | 19 | 44) | ("PRD" | "CTD", 3) => {
                Self::Address
            }
            ("ORC", 22 | 24) | ("OBX", 24) | ("SCH", 14 | 18) | ("ROL", 11) | ("PD1", 13) => Self::Address,
            ("PID", 13 | 14 | 40) | ("NK1", 5 | 6 | 31) | ("GT1", 6 | 7 | 18) | ("IN1", 7) | ("PRD" | "CTD", 5) => {
                Self::Phone
            }
            ("ORC", 14 | 23) | ("OBR", 17) | ("SCH", 13 | 17) | ("ROL", 12) => Self::Phone,
            ("PID", 18) | ("MRG", 3) => Self::Id("account number"),
            ("PID", 19) | ("NK1", 37) | ("GT1", 12) | ("IN2", 2) => Self::Id(SSN),
            ("PID", 20) => Self::Id("driving licence number"),
            ("PID", 21) | ("NK1", 33) | ("GT1", 2) | ("MRG", 1 | 2 | 4) => Self::Id(RECORD),
            ("PID", 12) => Self::Plain("county"),
            ("PID", 23) => Self::Plain("place of birth"),
            ("PID", 26 | 28) => Self::Plain("nationality"),
            ("PID", 29) => Self::Date("date of death"),
            ("PID", 33) => Self::Date("date"),
            ("NK1", 13) | ("GT1", 21 | 51) | ("PD1", 3) => Self::Organisation("organisation"),
            ("GT1", 16) => Self::Name(SURNAME),
            ("GT1" | "IN2", 19) => Self::Id("employee number"),
            ("IN1", 3) => Self::Id("insurance number"),
            ("IN1", 4) => Self::Organisation("insurance company"),
            ("IN1", 8) => Self::Id("group number"),
            ("IN1", 9 | 11) => Self::Organisation("company"),
            ("IN1", 36) => Self::Id("policy number"),
            ("IN1", 49) => Self::Id("member id"),
            ("IN1", 12 | 13 | 24 | 29) => Self::Date("date"),
            ("PV1", 7..=9 | 17 | 52) | ("PD1", 4) | ("ROL", 4) | ("PV2", 13) => Self::Staff,
            ("PV1", 5 | 19 | 50) => Self::Id("visit number"),
            ("PV1", 44 | 45) | ("PV2", 8 | 9) => Self::Date("date of admission"),
            ("ORC", 10..=12 | 19) | ("OBR", 10 | 16 | 28 | 32..=35) | ("OBX", 16 | 25) | ("TXA", 5 | 9..=11) => {
                Self::Staff
            }
            ("DG1", 16) | ("PR1", 8 | 11 | 12) | ("SCH", 12 | 16 | 20) | ("AIP", 3) | ("RXA", 10) => Self::Staff,
            ("RXE", 13 | 14) | ("RXO", 14) | ("FT1", 20 | 21) | ("QRD", 8) | ("ARV", 5) => Self::Staff,
            ("ORC" | "OBR", 2 | 3) | ("TXA", 12..=14) => Self::Id("accession number"),
            ("OBR", 6..=8 | 14 | 22 | 36) | ("ORC", 7 | 9 | 15 | 27) | ("OBX", 12 | 14 | 19) => Self::Date("date"),
            ("DG1", 5)
            | ("PR1", 5)
            | ("AL1", 6)
            | ("RXA", 3 | 4)
            | ("FT1", 4 | 5)
            | ("ACC", 1)
            | ("TXA", 4 | 6..=8) => Self::Date("date"),
            ("ORC" | "PRA", 21) => Self::Organisation("organisation"),
            ("OBX", 23) => Self::Organisation("organisation"),
            ("NTE", 3) | ("DG1", 4) | ("AL1", 5) | ("OBR", 13 | 31) | ("PV2", 3) | ("ACC", 3) => Self::Prose,
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
