//! The labels other tools and corpora give to what our categories mean, both ways.

use crate::Category;
use crate::category::CategoryTable;

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

    /// The sets of others.
    pub(crate) const FOREIGN: [Self; 6] =
        [Self::Presidio, Self::Meddocan, Self::Tab, Self::Hipaa, Self::I2b2, Self::Conll];

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

    /// Its place among the sets of others.
    pub(crate) fn place(self) -> Option<usize> {
        Self::FOREIGN.into_iter().position(|set| set == self)
    }

    /// The category of a label, or `None` if it is not one of the set.
    ///
    /// A path may have `_` for `/`, as it is written where labels are words.
    pub fn category(self, label: &str) -> Option<Category> {
        if self == Self::Sfumato {
            return Category::new(&label.replace('_', "/")).ok();
        }
        Category::new(CategoryTable::get().meaning(self, label)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(set: LabelSet, category: &str, label: &str) {
        assert_eq!(Category::new(category).expect("a category").label(set), label);
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
        for set in LabelSet::FOREIGN {
            let labels: Vec<String> = Category::all().map(|category| category.label(set).to_owned()).collect();
            for label in labels {
                let category = set.category(&label).expect("a category");
                assert_eq!(category.label(set), label, "{} of {}", category, set.name());
            }
        }
        check_back(LabelSet::I2b2, "ID", Some("id"));
    }

    #[test]
    fn sets_have_names() {
        for set in LabelSet::ALL {
            assert_eq!(LabelSet::from_name(set.name()), Some(set));
        }
        assert_eq!(LabelSet::from_name("nobody's"), None);
    }
}
