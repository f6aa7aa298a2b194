//! The labels other tools and corpora give to what our categories mean.

use crate::Category;

/// A set of labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LabelSet {
    /// Our own categories.
    Sfumato,
    /// Presidio's entity types.
    Presidio,
    /// The labels of the MEDDOCAN corpus.
    Meddocan,
    /// The labels of the Text Anonymization Benchmark.
    Tab,
    /// The eighteen identifiers of the HIPAA Safe Harbor rule.
    Hipaa,
}

impl LabelSet {
    /// The label of a category; what has no place of its own gets the set's word for the rest.
    pub fn label(self, category: &Category) -> &str {
        let (table, rest) = match self {
            Self::Sfumato => return category.path(),
            Self::Presidio => (PRESIDIO, "OTHER"),
            Self::Meddocan => (MEDDOCAN, "OTROS_SUJETO_ASISTENCIA"),
            Self::Tab => (TAB, "MISC"),
            Self::Hipaa => (HIPAA, "OTHER_UNIQUE_IDENTIFIER"),
        };
        // The most special row that holds the category.
        table
            .iter()
            .filter(|(path, _)| category.is_within(path))
            .max_by_key(|(path, _)| path.len())
            .map_or(rest, |(_, label)| label)
    }
}

type Table = &'static [(&'static str, &'static str)];

const PRESIDIO: Table = &[
    ("person", "PERSON"),
    ("protected", "PERSON"),
    ("age", "AGE"),
    ("date", "DATE_TIME"),
    ("time", "DATE_TIME"),
    ("place", "LOCATION"),
    ("organisation", "ORGANIZATION"),
    ("contact/email", "EMAIL_ADDRESS"),
    ("contact/phone", "PHONE_NUMBER"),
    ("contact/fax", "PHONE_NUMBER"),
    ("contact/url", "URL"),
    ("finance/card", "CREDIT_CARD"),
    ("finance/iban", "IBAN_CODE"),
    ("finance/account", "US_BANK_NUMBER"),
    ("finance/wallet", "CRYPTO"),
    ("id/social-security", "US_SSN"),
    ("id/passport", "US_PASSPORT"),
    ("id/licence", "US_DRIVER_LICENSE"),
    ("id/tax", "US_ITIN"),
    ("id/national", "ES_NIF"),
    ("id/professional", "MEDICAL_LICENSE"),
    ("id", "ID"),
    ("net/ip", "IP_ADDRESS"),
    ("net/mac", "MAC_ADDRESS"),
];

const MEDDOCAN: Table = &[
    ("person", "NOMBRE_SUJETO_ASISTENCIA"),
    ("person/staff", "NOMBRE_PERSONAL_SANITARIO"),
    ("person/relative", "FAMILIARES_SUJETO_ASISTENCIA"),
    ("protected", "NOMBRE_SUJETO_ASISTENCIA"),
    ("age", "EDAD_SUJETO_ASISTENCIA"),
    ("date", "FECHAS"),
    ("place", "TERRITORIO"),
    ("place/street", "CALLE"),
    ("place/country", "PAIS"),
    ("organisation", "INSTITUCION"),
    ("organisation/hospital", "HOSPITAL"),
    ("contact/email", "CORREO_ELECTRONICO"),
    ("contact/phone", "NUMERO_TELEFONO"),
    ("contact/fax", "NUMERO_FAX"),
    ("id", "ID_SUJETO_ASISTENCIA"),
    ("id/professional", "ID_TITULACION_PERSONAL_SANITARIO"),
    ("id/employee", "ID_EMPLEO_PERSONAL_SANITARIO"),
    ("id/insurance", "ID_ASEGURAMIENTO"),
    ("id/social-security", "ID_ASEGURAMIENTO"),
    ("id/record/episode", "ID_CONTACTO_ASISTENCIAL"),
    ("id/case", "ID_CONTACTO_ASISTENCIAL"),
];

const TAB: Table = &[
    ("person", "PERSON"),
    ("protected", "PERSON"),
    ("age", "QUANTITY"),
    ("date", "DATETIME"),
    ("time", "DATETIME"),
    ("place", "LOC"),
    ("organisation", "ORG"),
    ("id", "CODE"),
    ("contact", "CODE"),
    ("finance", "CODE"),
    ("net", "CODE"),
    ("secret", "CODE"),
];

const HIPAA: Table = &[
    ("person", "NAME"),
    ("protected", "NAME"),
    ("place", "GEOGRAPHIC_SUBDIVISION"),
    ("date", "DATE"),
    ("time", "DATE"),
    ("age", "DATE"),
    ("contact/phone", "TELEPHONE_NUMBER"),
    ("contact/fax", "FAX_NUMBER"),
    ("contact/email", "EMAIL_ADDRESS"),
    ("contact/url", "WEB_ADDRESS"),
    ("id/social-security", "SOCIAL_SECURITY_NUMBER"),
    ("id/record", "MEDICAL_RECORD_NUMBER"),
    ("id/health", "MEDICAL_RECORD_NUMBER"),
    ("id/insurance", "HEALTH_PLAN_NUMBER"),
    ("finance", "ACCOUNT_NUMBER"),
    ("id/licence", "CERTIFICATE_OR_LICENCE_NUMBER"),
    ("id/professional", "CERTIFICATE_OR_LICENCE_NUMBER"),
    ("id/passport", "CERTIFICATE_OR_LICENCE_NUMBER"),
    ("id/vehicle", "VEHICLE_IDENTIFIER"),
    ("id/device", "DEVICE_IDENTIFIER"),
    ("net/mac", "DEVICE_IDENTIFIER"),
    ("net/ip", "IP_ADDRESS"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: LabelSet, category: &str, label: &str) {
        assert_eq!(set.label(&Category::new(category).expect("a category")), label);
    }

    #[test]
    fn the_most_special_row_counts() {
        check(LabelSet::Meddocan, "person/staff", "NOMBRE_PERSONAL_SANITARIO");
        check(LabelSet::Meddocan, "person/patient", "NOMBRE_SUJETO_ASISTENCIA");
        check(LabelSet::Presidio, "id/employee", "ID");
        check(LabelSet::Presidio, "secret/key", "OTHER");
        check(LabelSet::Sfumato, "secret/key", "secret/key");
        check(LabelSet::Hipaa, "age/over-89", "DATE");
        check(LabelSet::Tab, "net/ip", "CODE");
    }
}
