//! Shared helpers of the tests of substitutes.

use sfumato_detect::Category;
use sfumato_language::Language;

use crate::{
    OriginalValues, PseudonymSeed, PseudonymSettings, PseudonymSubject, SubstituteContext, SubstituteLists,
    SubstituteTable,
};

/// A subject of a category by its path.
pub(crate) fn subject<'t>(category: &str, language: Language, forms: &[&'t str]) -> PseudonymSubject<'t> {
    PseudonymSubject::new(Category::new(category).expect("a category"), language, forms.to_vec())
}

/// The two functions of a domain.
pub(crate) struct DomainFunctions {
    pub assign: fn(&[(usize, &PseudonymSubject<'_>)], &SubstituteContext<'_>, &mut SubstituteTable),
    pub write: fn(&str, &PseudonymSubject<'_>, &SubstituteContext<'_>, &SubstituteTable) -> Option<String>,
}

impl DomainFunctions {
    /// The forms of subjects of one category with their substitutes under a seed.
    pub fn replaced(
        &self,
        lists: &SubstituteLists<'_>,
        seed: u64,
        (category, language): (&str, Language),
        subjects: &[&[&str]],
    ) -> Vec<Vec<Option<String>>> {
        let (seed, settings) = (PseudonymSeed::new(seed), PseudonymSettings::default());
        let mut originals = OriginalValues::default();
        subjects.iter().flat_map(|forms| forms.iter()).for_each(|form| originals.add(form));
        let context = SubstituteContext { seed: &seed, settings: &settings, lists, originals: &originals };
        let subjects: Vec<PseudonymSubject<'_>> =
            subjects.iter().map(|forms| subject(category, language, forms)).collect();
        let numbered: Vec<(usize, &PseudonymSubject<'_>)> = subjects.iter().enumerate().collect();
        let mut chosen = SubstituteTable::default();
        (self.assign)(&numbered, &context, &mut chosen);
        let forms = |subject: &PseudonymSubject<'_>| -> Vec<Option<String>> {
            subject.forms.iter().map(|form| (self.write)(form, subject, &context, &chosen)).collect()
        };
        subjects.iter().map(forms).collect()
    }
}
