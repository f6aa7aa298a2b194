//! FHIR resources: what the elements of health records mean, so that their values go by names people use.
//!
//! Elements are told by their key and the key of the object around them, which the specification gives the same
//! meaning in every resource.

use std::borrow::Cow;
use std::collections::HashMap;

use sfumato_words::WordTable;

use crate::formats::json::{self, JsonNodeKind, JsonTree};

static NUMBERS: WordTable<2> = WordTable::new(include_str!("fhir.txt"), "numbers");
static ADDRESSES: WordTable = WordTable::new(include_str!("fhir.txt"), "addresses");
static CODES: WordTable = WordTable::new(include_str!("fhir.txt"), "codes");
static PUBLIC_ADDRESSES: WordTable = WordTable::new(include_str!("fhir.txt"), "public addresses");

/// The way to read a string.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FhirStringRule {
    /// As text that goes by this name.
    Read(Option<Cow<'static, str>>),
    /// As text from this byte on.
    After(usize, Option<&'static str>),
    /// As markup.
    Page,
    /// As a file of this kind in base64.
    File(String),
    /// A word of the format.
    Skip,
}

/// The facts of an object that must be known before its members are read.
#[derive(Default)]
struct FhirObjectFacts {
    /// Of a resource: its type.
    resource: Option<String>,
    /// Of an identifier, a code or an address: the system it is from.
    system: Option<String>,
    /// Of an attachment.
    content_type: Option<String>,
    /// Of a reference: the type of what it refers to.
    target: Option<String>,
    /// Of an identifier: the code of its type.
    type_code: Option<String>,
    /// Of an extension: the last word of its address.
    extension: Option<String>,
    has_code: bool,
}

/// The resources of a JSON text.
pub(crate) struct FhirResources {
    facts: HashMap<usize, FhirObjectFacts>,
    /// The resource each value belongs to.
    owners: Vec<Option<usize>>,
    signed: bool,
}

impl FhirResources {
    /// Looks for resources; there are none in most JSON.
    pub fn of(tree: &JsonTree<'_>) -> Self {
        let mut resources = Self { facts: HashMap::new(), owners: Vec::new(), signed: false };
        if !["\"resourceType\"", "\"contentType\""].iter().any(|key| tree.text.contains(key)) {
            return resources;
        }
        for (number, node) in tree.nodes.iter().enumerate() {
            if node.kind == JsonNodeKind::String
                && let Some(object) = tree.object(number)
            {
                resources.learn(tree, number, object);
            }
        }
        for (number, node) in tree.nodes.iter().enumerate() {
            let own = resources.facts.get(&number).is_some_and(|facts| facts.resource.is_some()).then_some(number);
            let owner = own.or_else(|| node.parent.and_then(|parent| resources.owners[parent]));
            resources.owners.push(owner);
        }
        resources
    }

    fn learn(&mut self, tree: &JsonTree<'_>, number: usize, object: usize) {
        let Some(name) = tree.name(number) else { return };
        if !matches!(
            name,
            "resourceType" | "system" | "contentType" | "reference" | "type" | "code" | "url" | "sigFormat"
        ) {
            return;
        }
        let value = json::decode(tree.value(number));
        let last_word = |value: &str| value.rsplit(['/', '-']).next().unwrap_or_default().to_owned();
        if name == "code"
            && tree.name(object) == Some("coding")
            && let Some(kind) = tree.object(object).filter(|kind| tree.name(*kind) == Some("type"))
            && let Some(identifier) = tree.object(kind)
        {
            self.facts.entry(identifier).or_default().type_code = Some(value.clone());
        }
        let facts = self.facts.entry(object).or_default();
        match name {
            "resourceType" => facts.resource = Some(value),
            "system" => facts.system = Some(value),
            "contentType" => facts.content_type = Some(value),
            "reference" => facts.target = target(&value).map(|(kind, _)| kind.to_owned()).or(facts.target.take()),
            "type" => facts.target = facts.target.take().or(Some(value)),
            "code" => facts.has_code = true,
            "url" => facts.extension = Some(last_word(&value)),
            _ => self.signed |= tree.name(object) == Some("signature"),
        }
    }

    /// True if a resource carries a signature, which changes would break.
    pub fn are_signed(&self) -> bool {
        self.signed
    }

    /// Returns the way to read a string.
    pub fn rule(&self, tree: &JsonTree<'_>, number: usize) -> FhirStringRule {
        let key = tree.name(number);
        let object = tree.object(number).unwrap_or(0);
        // An attachment looks the same wherever it is.
        let kind = self.facts.get(&object).and_then(|facts| facts.content_type.as_ref());
        if let Some(kind) = kind.filter(|_| key == Some("data")) {
            return FhirStringRule::File(kind.clone());
        }
        let Some(resource) = self.owners.get(number).copied().flatten() else {
            return FhirStringRule::Read(key.map(|key| json::decode(key).into()));
        };
        let value = json::decode(tree.value(number));
        let place = FhirStringPlace {
            key: key.unwrap_or_default(),
            element: tree.name(object).unwrap_or_default(),
            facts: self.facts.get(&object),
            resource: self.facts.get(&resource).and_then(|facts| facts.resource.as_deref()).unwrap_or_default(),
            is_plain: tree.value(number) == value,
            is_top: object == resource,
            is_direct: tree.object(object) == Some(resource),
        };
        place.rule(&value)
    }
}

/// The type and the id of what a reference within a server refers to.
fn target(reference: &str) -> Option<(&str, usize)> {
    let (kind, _) = reference.split_once('/')?;
    let is_type = kind.starts_with(|c: char| c.is_ascii_uppercase()) && kind.bytes().all(|b| b.is_ascii_alphabetic());
    is_type.then_some((kind, kind.len() + 1))
}

/// The place of a string in its resource.
struct FhirStringPlace<'p> {
    key: &'p str,
    /// The key of the object around it.
    element: &'p str,
    facts: Option<&'p FhirObjectFacts>,
    resource: &'p str,
    /// True if it is written without escapes.
    is_plain: bool,
    /// True if it is a member of the resource, or of an element of it.
    is_top: bool,
    is_direct: bool,
}

impl FhirStringPlace<'_> {
    fn rule(&self, value: &str) -> FhirStringRule {
        match self.key {
            "div" if self.element == "text" => FhirStringRule::Page,
            "valueBase64Binary" => FhirStringRule::File(String::new()),
            "reference" => match target(value) {
                Some((kind, start)) if self.is_plain => FhirStringRule::After(start, id_label(kind)),
                _ => FhirStringRule::Read(None),
            },
            _ if self.is_code(value) => FhirStringRule::Skip,
            _ => FhirStringRule::Read(self.label(value)),
        }
    }

    /// True if a value is a word of the format or of a public terminology.
    fn is_code(&self, value: &str) -> bool {
        let is_word = value.len() <= 64 && !value.contains(|c: char| c.is_whitespace() || c == '@');
        match self.key {
            key if ADDRESSES.has(key) => (is_public(value) && !value.contains(char::is_whitespace)) || value.len() < 8,
            "code" | "valueCode" => is_word && self.element != "identifier",
            key if CODES.has(key) => is_word && !value.bytes().any(|b| b.is_ascii_digit()),
            _ => false,
        }
    }

    fn label(&self, value: &str) -> Option<Cow<'static, str>> {
        if let Some(label) = self.known_label(value) {
            return (!label.is_empty()).then_some(Cow::Borrowed(label));
        }
        if self.key.starts_with("value")
            && let Some(extension) = self.facts.and_then(|facts| facts.extension.clone())
        {
            return Some(extension.into());
        }
        Some(json::decode(self.key).into())
    }

    /// The name that the specification suggests; an empty one where the key would mislead.
    fn known_label(&self, value: &str) -> Option<&'static str> {
        let person = if self.resource == "Patient" && self.is_direct { "patient name" } else { "name" };
        Some(match (self.element, self.key) {
            (_, "family") => "family name",
            (_, "given") => "given name",
            (_, "prefix" | "suffix") => "",
            ("name", "text") => person,
            ("contact" | "author" | "editor", "name") => "name",
            (_, "authorString") => "author",
            (_, "birthDate") => "date of birth",
            (_, "deceasedDateTime") => "date of death",
            (_, "line") | ("address" | "valueAddress", "text") => "address",
            (_, "city" | "district") => "city",
            (_, "postalCode") => "postal code",
            ("telecom" | "valueContactPoint", "value") => self.contact_label(),
            ("identifier" | "valueIdentifier", "value") => self.identifier_label(),
            (_, "display") => self.display_label(),
            (_, "id") if self.is_top => id_label(self.resource).unwrap_or_default(),
            (_, "name") if self.is_top => match self.resource {
                "Organization" => "organisation",
                "Location" | "HealthcareService" => "facility",
                _ => "",
            },
            (_, "name" | "title" | "description" | "text" | "id") => "",
            _ if is_date(value) => "date",
            _ => return None,
        })
    }

    fn contact_label(&self) -> &'static str {
        match self.facts.and_then(|facts| facts.system.as_deref()) {
            Some("email") => "email",
            Some("fax") => "fax",
            Some("url" | "other") => "",
            _ => "phone",
        }
    }

    fn identifier_label(&self) -> &'static str {
        let code = self.facts.and_then(|facts| facts.type_code.as_deref());
        let system = self.facts.and_then(|facts| facts.system.as_deref()).unwrap_or_default();
        match code {
            Some("SS" | "SB") => "social security number",
            Some("DL") => "driver's license number",
            Some("PPN") => "passport number",
            Some("NPI") => "npi",
            Some("MB" | "SN" | "NH") => "member id",
            _ if system.ends_with("us-ssn") => "social security number",
            _ if system.ends_with("us-npi") => "npi",
            _ if system.ends_with("nhs-number") => "nhs number",
            _ => NUMBERS.get(self.resource).map_or("reference number", |[_, label]| *label),
        }
    }

    /// The name of what a reference shows; that of a code is a word of medicine.
    fn display_label(&self) -> &'static str {
        if self.element == "coding" || self.facts.is_some_and(|facts| facts.has_code) {
            return "";
        }
        match (self.facts.and_then(|facts| facts.target.as_deref()), self.element) {
            (Some("Patient"), _) | (None, "subject" | "patient") => "patient name",
            (Some("Practitioner"), _) => "physician",
            (
                None,
                "performer" | "author" | "generalPractitioner" | "requester" | "recorder" | "individual" | "actor",
            ) => "physician",
            (Some("RelatedPerson" | "Person"), _) => "name",
            (Some("Organization"), _) | (None, "managingOrganization" | "custodian" | "organization") => "organisation",
            (Some("Location"), _) | (None, "location") => "facility",
            _ => "",
        }
    }
}

/// The name that the id of a resource goes by, for those that belong to a person.
fn id_label(resource: &str) -> Option<&'static str> {
    match resource {
        "Patient" | "Person" | "RelatedPerson" => Some("patient id"),
        "Encounter" | "EpisodeOfCare" => Some("encounter number"),
        "Practitioner" | "PractitionerRole" => Some("staff id"),
        _ => None,
    }
}

/// A year, month, day or moment, as FHIR writes them.
fn is_date(value: &str) -> bool {
    let bytes = value.as_bytes();
    let digits =
        |range: std::ops::Range<usize>| bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    matches!(bytes.get(..2), Some(b"18" | b"19" | b"20"))
        && digits(2..4)
        && match bytes.len() {
            4 => true,
            7 => bytes[4] == b'-' && digits(5..7),
            10.. => {
                bytes[4] == b'-'
                    && digits(5..7)
                    && bytes[7] == b'-'
                    && digits(8..10)
                    && bytes.get(10).is_none_or(|t| *t == b'T')
            }
            _ => false,
        }
}

/// Addresses of public standards and terminologies, which tell nothing of a person.
fn is_public(value: &str) -> bool {
    PUBLIC_ADDRESSES.words().iter().any(|root| value.starts_with(root)) && !value.contains(['?', '@'])
}

#[cfg(test)]
mod tests {
    use crate::formats::{DocumentFormat, Json, JsonLines, ReadError, base64, testing};
    use crate::{Edits, RemovableKind};

    fn blocks(source: &str) -> Vec<String> {
        testing::labelled_blocks(&Json::default(), source.as_bytes())
    }

    #[test]
    fn a_patient_goes_by_names_people_use() {
        let source = r#"{"resourceType":"Patient","id":"p-1","name":[{"use":"official","family":"Lee","given":["Ann","B"],"text":"Ann B Lee"}],
            "identifier":[{"system":"http://hospital.example/mrn","value":"MR-204881"},
                {"type":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v2-0203","code":"SS"}]},"value":"123-45-6789"}],
            "telecom":[{"system":"phone","value":"555 0100"},{"system":"email","value":"ann@example.org"}],
            "gender":"female","birthDate":"1957-03-14","deceasedDateTime":"2024-01-02T03:04:05Z",
            "address":[{"line":["12 Elm Street"],"city":"York","postalCode":"YO1 1AA","text":"12 Elm Street, York"}],
            "contact":[{"name":{"text":"Bea Lee"}}],
            "extension":[{"url":"http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName","valueString":"Dunn"}],
            "generalPractitioner":[{"reference":"Practitioner/d-7","display":"Eve Ray"}]}"#;
        assert_eq!(
            blocks(source),
            [
                "patient id: p-1",
                "family name: Lee",
                "given name: Ann",
                "given name: B",
                "patient name: Ann B Lee",
                "system: http://hospital.example/mrn",
                "medical record number: MR-204881",
                "social security number: 123-45-6789",
                "phone: 555 0100",
                "email: ann@example.org",
                "date of birth: 1957-03-14",
                "date of death: 2024-01-02T03:04:05Z",
                "address: 12 Elm Street",
                "city: York",
                "postal code: YO1 1AA",
                "address: 12 Elm Street, York",
                "name: Bea Lee",
                "mothersMaidenName: Dunn",
                "staff id: d-7",
                "physician: Eve Ray",
            ]
        );
    }

    #[test]
    fn codes_are_left_alone_and_their_words_read() {
        let source = r#"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"8480-6","display":"Systolic"}],"text":"Pressure of Ann"},
            "subject":{"reference":"Patient/p-1","display":"Ann Lee"},"effectiveDateTime":"2024-05-06","valueQuantity":{"value":120,"unit":"mmHg","system":"http://unitsofmeasure.org","code":"mm[Hg]"}}"#;
        assert_eq!(
            blocks(source),
            ["Systolic", "Pressure of Ann", "patient id: p-1", "patient name: Ann Lee", "date: 2024-05-06"]
        );
    }

    #[test]
    fn narratives_are_pages_inside_strings() {
        let source = r#"{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","text":{"status":"generated",
            "div":"<div xmlns=\"http://www.w3.org/1999/xhtml\">\n  Jos&eacute; <b>L\u00f3pez<\/b><br/>born<\/div>"}}}]}"#;
        assert_eq!(blocks(source), ["José López\nborn"]);
        let written = testing::masked_text(&Json::default(), source, &[("José López", "\"<Q>\"")]);
        assert!(written.contains(r#"xhtml\">\n  \"&lt;Q&gt;\"<b><\/b><br/>born<\/div>""#), "{written}");
    }

    #[test]
    fn attachments_are_read_or_removable() {
        let text = base64::encode(b"Dear Ann");
        let picture = base64::encode(b"\x89PNG and so on");
        let source = format!(
            r#"{{"resourceType":"Patient","photo":[{{"contentType":"image/png","data":"{picture}","title":"Ann.png"}}],"x":[{{"contentType":"text/plain","data":"{text}"}}]}}"#
        );
        let document = JsonLines::default().read(source.into_bytes()).expect("readable");
        assert_eq!(testing::blocks(&document), ["Ann.png", "Dear Ann"]);
        let [part] = document.removable() else { panic!("one picture") };
        assert_eq!(part.kind, RemovableKind::Picture);
        let edits = Edits::none().removing(part).expect("disjoint");
        let written =
            String::from_utf8(JsonLines::default().write(&document, &edits).expect("writable")).expect("text");
        assert!(written.contains(r#""data":"","title""#), "{written}");
    }

    #[test]
    fn signed_bundles_are_refused() {
        let source = r#"{"resourceType":"Bundle","signature":{"sigFormat":"application/jose","data":"eyJ"}}"#;
        assert_eq!(Json::default().read(source.into()).map(|_| ()), Err(ReadError::Signed));
    }
}
