//! What the tests of rooms share.

use sfumato_detect::Category;
use sfumato_language::Language;

use crate::{Context, Ledger, Lists, Originals, Seed, Settings, Subject};

/// The two doors of a room.
pub(crate) struct Doors {
    pub assign: fn(&[(usize, &Subject<'_>)], &Context<'_>, &mut Ledger),
    pub write: fn(&str, &Subject<'_>, &Context<'_>, &Ledger) -> Option<String>,
}

impl Doors {
    /// The forms of subjects of one category with their substitutes under a seed.
    pub fn replaced(
        &self,
        lists: &Lists<'_>,
        seed: u64,
        (category, language): (&str, Language),
        subjects: &[&[&str]],
    ) -> Vec<Vec<Option<String>>> {
        let (seed, settings) = (Seed::new(seed), Settings::default());
        let mut originals = Originals::default();
        subjects.iter().flat_map(|forms| forms.iter()).for_each(|form| originals.add(form));
        let context = Context { seed: &seed, settings: &settings, lists, originals: &originals };
        let category = Category::new(category).expect("a category");
        let subjects: Vec<Subject<'_>> = subjects
            .iter()
            .map(|forms| Subject {
                category: category.clone(),
                language,
                forms: forms.to_vec(),
                beside: Vec::new(),
                roll: 0,
                told: Default::default(),
            })
            .collect();
        let numbered: Vec<(usize, &Subject<'_>)> = subjects.iter().enumerate().collect();
        let mut ledger = Ledger::default();
        (self.assign)(&numbered, &context, &mut ledger);
        let forms = |subject: &Subject<'_>| -> Vec<Option<String>> {
            subject.forms.iter().map(|form| (self.write)(form, subject, &context, &ledger)).collect()
        };
        subjects.iter().map(forms).collect()
    }
}
