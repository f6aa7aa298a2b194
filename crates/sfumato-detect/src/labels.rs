//! The labels other tools and corpora give to what our categories mean, both ways.

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
    /// The labels of the i2b2 de-identification corpora; those of 2014, with the few of 2006 understood.
    I2b2,
    /// The four kinds of names of the CoNLL shared tasks.
    Conll,
}

impl LabelSet {
    /// All sets.
    pub const ALL: [Self; 7] =
        [Self::Sfumato, Self::Presidio, Self::Meddocan, Self::Tab, Self::Hipaa, Self::I2b2, Self::Conll];

    /// The name it goes by on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sfumato => "sfumato",
            Self::Presidio => "presidio",
            Self::Meddocan => "meddocan",
            Self::Tab => "tab",
            Self::Hipaa => "hipaa",
            Self::I2b2 => "i2b2",
            Self::Conll => "conll",
        }
    }

    /// The set of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The label of a category; what has no place of its own gets the set's word for the rest.
    pub fn label(self, category: &Category) -> &str {
        let Some(table) = self.table() else { return category.path() };
        // The most special row that holds the category.
        let rows = table.rows.iter().filter(|(path, _)| category.is_within(path));
        rows.max_by_key(|(path, _)| path.len()).map_or(table.rest, |(_, label)| label)
    }

    /// The category of a label; nothing if it is not one of the set.
    ///
    /// A path may have `_` for `/`, as it is written where labels are words.
    pub fn category(self, label: &str) -> Option<Category> {
        let Some(table) = self.table() else { return Category::new(&label.replace('_', "/")).ok() };
        let mut rows = table.rows.iter().chain(table.older);
        let path = rows.find(|(_, known)| *known == label).map(|(path, _)| *path);
        let path = path.or_else(|| (label == table.rest).then_some(REST))?;
        Category::new(path).ok()
    }

    fn table(self) -> Option<&'static Table> {
        match self {
            Self::Sfumato => None,
            Self::Presidio => Some(&PRESIDIO),
            Self::Meddocan => Some(&MEDDOCAN),
            Self::Tab => Some(&TAB),
            Self::Hipaa => Some(&HIPAA),
            Self::I2b2 => Some(&I2B2),
            Self::Conll => Some(&CONLL),
        }
    }
}

/// The category of a set's word for the rest.
const REST: &str = "other";

type Rows = &'static [(&'static str, &'static str)];

struct Table {
    /// Categories and their labels. Of several rows with one label the first is the way back.
    rows: Rows,
    /// Labels that are understood and never given.
    older: Rows,
    /// What everything else is called.
    rest: &'static str,
}

const PRESIDIO: Table = Table {
    rest: "OTHER",
    older: &[],
    rows: &[
        ("person", "PERSON"),
        ("protected", "PERSON"),
        ("age", "AGE"),
        ("demographic", "NRP"),
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
    ],
};

const MEDDOCAN: Table = Table {
    rest: "OTROS_SUJETO_ASISTENCIA",
    older: &[],
    rows: &[
        ("person/patient", "NOMBRE_SUJETO_ASISTENCIA"),
        ("person", "NOMBRE_SUJETO_ASISTENCIA"),
        ("protected", "NOMBRE_SUJETO_ASISTENCIA"),
        ("person/staff", "NOMBRE_PERSONAL_SANITARIO"),
        ("kinship", "FAMILIARES_SUJETO_ASISTENCIA"),
        ("person/relative", "FAMILIARES_SUJETO_ASISTENCIA"),
        ("age", "EDAD_SUJETO_ASISTENCIA"),
        ("sex", "SEXO_SUJETO_ASISTENCIA"),
        ("profession", "PROFESION"),
        ("date", "FECHAS"),
        ("place", "TERRITORIO"),
        ("place/street", "CALLE"),
        ("place/country", "PAIS"),
        ("organisation", "INSTITUCION"),
        ("organisation/hospital", "HOSPITAL"),
        ("organisation/health-centre", "CENTRO_SALUD"),
        ("contact/email", "CORREO_ELECTRONICO"),
        ("contact/phone", "NUMERO_TELEFONO"),
        ("contact/fax", "NUMERO_FAX"),
        ("contact/url", "URL_WEB"),
        ("net/ip", "DIREC_PROT_INTERNET"),
        ("id", "ID_SUJETO_ASISTENCIA"),
        ("id/professional", "ID_TITULACION_PERSONAL_SANITARIO"),
        ("id/employee", "ID_EMPLEO_PERSONAL_SANITARIO"),
        ("id/insurance", "ID_ASEGURAMIENTO"),
        ("id/social-security", "ID_ASEGURAMIENTO"),
        ("id/record/episode", "ID_CONTACTO_ASISTENCIAL"),
        ("id/case", "ID_CONTACTO_ASISTENCIAL"),
        ("id/health-plan", "NUMERO_BENEF_PLAN_SALUD"),
        ("id/vehicle", "IDENTIF_VEHICULOS_NRSERIE_PLACAS"),
        ("id/device", "IDENTIF_DISPOSITIVOS_NRSERIE"),
        ("id/biometric", "IDENTIF_BIOMETRICOS"),
        ("id/other", "OTRO_NUMERO_IDENTIF"),
    ],
};

// Ages, ranks, trades and diagnoses are demographic there; a quantity is an amount or a duration.
const TAB: Table = Table {
    rest: "MISC",
    older: &[],
    rows: &[
        ("person", "PERSON"),
        ("protected", "PERSON"),
        ("demographic", "DEM"),
        ("age", "DEM"),
        ("sex", "DEM"),
        ("kinship", "DEM"),
        ("profession", "DEM"),
        ("health", "DEM"),
        ("quantity", "QUANTITY"),
        ("date", "DATETIME"),
        ("time", "DATETIME"),
        ("place", "LOC"),
        ("organisation", "ORG"),
        ("id", "CODE"),
        ("contact", "CODE"),
        ("finance", "CODE"),
        ("net", "CODE"),
        ("secret", "CODE"),
    ],
};

const HIPAA: Table = Table {
    rest: "OTHER_UNIQUE_IDENTIFIER",
    older: &[],
    rows: &[
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
        ("id/health-plan", "HEALTH_PLAN_NUMBER"),
        ("finance", "ACCOUNT_NUMBER"),
        ("id/licence", "CERTIFICATE_OR_LICENCE_NUMBER"),
        ("id/professional", "CERTIFICATE_OR_LICENCE_NUMBER"),
        ("id/passport", "CERTIFICATE_OR_LICENCE_NUMBER"),
        ("id/vehicle", "VEHICLE_IDENTIFIER"),
        ("id/device", "DEVICE_IDENTIFIER"),
        ("net/mac", "DEVICE_IDENTIFIER"),
        ("net/ip", "IP_ADDRESS"),
        ("id/biometric", "BIOMETRIC_IDENTIFIER"),
    ],
};

// Relatives of the patient count as the patient there.
const I2B2: Table = Table {
    rest: "OTHER",
    older: &[("id", "ID"), ("place", "LOCATION")],
    rows: &[
        ("person/patient", "PATIENT"),
        ("person", "PATIENT"),
        ("protected", "PATIENT"),
        ("person/staff", "DOCTOR"),
        ("contact/username", "USERNAME"),
        ("profession", "PROFESSION"),
        ("place/room", "ROOM"),
        ("organisation/department", "DEPARTMENT"),
        ("organisation/hospital", "HOSPITAL"),
        ("organisation/health-centre", "HOSPITAL"),
        ("organisation", "ORGANIZATION"),
        ("place/street", "STREET"),
        ("place/city", "CITY"),
        ("place/region", "STATE"),
        ("place/country", "COUNTRY"),
        ("place/postcode", "ZIP"),
        ("place", "LOCATION-OTHER"),
        ("age", "AGE"),
        ("date", "DATE"),
        ("contact/phone", "PHONE"),
        ("contact/fax", "FAX"),
        ("contact/email", "EMAIL"),
        ("contact/url", "URL"),
        ("net/ip", "IPADDR"),
        ("id/social-security", "SSN"),
        ("id/record", "MEDICALRECORD"),
        ("id/health", "MEDICALRECORD"),
        ("id/insurance", "HEALTHPLAN"),
        ("id/health-plan", "HEALTHPLAN"),
        ("finance/account", "ACCOUNT"),
        ("finance", "ACCOUNT"),
        ("id/licence", "LICENSE"),
        ("id/professional", "LICENSE"),
        ("id/vehicle", "VEHICLE"),
        ("id/device", "DEVICE"),
        ("net/mac", "DEVICE"),
        ("id/biometric", "BIOID"),
        ("id", "IDNUM"),
    ],
};

const CONLL: Table = Table {
    rest: "MISC",
    older: &[],
    rows: &[("person", "PER"), ("protected", "PER"), ("place", "LOC"), ("organisation", "ORG")],
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: LabelSet, category: &str, label: &str) {
        assert_eq!(set.label(&Category::new(category).expect("a category")), label);
    }

    fn check_back(set: LabelSet, label: &str, category: Option<&str>) {
        assert_eq!(set.category(label).as_ref().map(Category::path), category, "{label}");
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
        check(LabelSet::I2b2, "organisation/health-centre", "HOSPITAL");
        check(LabelSet::Conll, "health/disease", "MISC");
    }

    #[test]
    fn labels_lead_back_to_their_category() {
        check_back(LabelSet::Meddocan, "NOMBRE_SUJETO_ASISTENCIA", Some("person/patient"));
        check_back(LabelSet::Meddocan, "FAMILIARES_SUJETO_ASISTENCIA", Some("kinship"));
        check_back(LabelSet::Meddocan, "OTROS_SUJETO_ASISTENCIA", Some("other"));
        check_back(LabelSet::Tab, "CODE", Some("id"));
        check_back(LabelSet::Conll, "MISC", Some("other"));
        check_back(LabelSet::I2b2, "LOCATION", Some("place"));
        check_back(LabelSet::Sfumato, "health/tumour", Some("health/tumour"));
        check_back(LabelSet::Sfumato, "person_staff", Some("person/staff"));
        check_back(LabelSet::Sfumato, "PERSON", None);
        check_back(LabelSet::Conll, "NOMBRE_SUJETO_ASISTENCIA", None);
    }

    #[test]
    fn every_label_leads_to_a_category_and_back_to_itself() {
        for set in LabelSet::ALL {
            let Some(table) = set.table() else { continue };
            for label in table.rows.iter().map(|(_, label)| *label).chain([table.rest]) {
                let category = set.category(label).expect("a category");
                assert_eq!(set.label(&category), label, "{} of {}", category, set.name());
            }
            for (path, label) in table.older {
                check_back(set, label, Some(path));
            }
        }
    }

    #[test]
    fn no_category_has_two_labels() {
        for table in LabelSet::ALL.into_iter().filter_map(LabelSet::table) {
            let mut paths: Vec<&str> = table.rows.iter().map(|(path, _)| *path).collect();
            paths.sort_unstable();
            assert!(paths.windows(2).all(|pair| pair[0] != pair[1]));
            assert!(paths.iter().all(|path| Category::new(path).is_ok()));
        }
    }

    #[test]
    fn sets_have_names() {
        for set in LabelSet::ALL {
            assert_eq!(LabelSet::from_name(set.name()), Some(set));
        }
        assert_eq!(LabelSet::from_name("nobody's"), None);
    }
}
