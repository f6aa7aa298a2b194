//! Common names for annotations and categories, so that they can be compared.

use std::collections::BTreeMap;

use sfumato::detect::Category;
use sfumato::detect::labels::LabelSet;

use super::{LabelMap, LabelMeaning};

/// The sets that annotations are taken to be in, the first that fits counts.
const TRIED: [LabelSet; 7] = [
    LabelSet::Meddocan,
    LabelSet::Tab,
    LabelSet::Presidio,
    LabelSet::Hipaa,
    LabelSet::I2b2,
    LabelSet::Conll,
    LabelSet::Sfumato,
];

/// The meanings of the labels of annotations, and the names of our categories among them.
///
/// Among labels of a known set a category has its name there. Among our own categories, or labels that a map turns into
/// them, it has the name of the most special one that is annotated and holds it: a `person/staff` is a `person` where
/// annotations know no staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelNaming {
    set: LabelSet,
    /// The names of known labels; `None` for those that are ignored.
    gold: BTreeMap<Box<str>, Option<Category>>,
}

impl LabelNaming {
    /// The naming for annotations that have these labels. Labels mean what the map says, or else what they mean in the
    /// set; unless one is given it is the first that knows all of them, or most.
    pub fn new<'l>(labels: impl IntoIterator<Item = &'l str>, set: Option<LabelSet>, map: &LabelMap) -> Self {
        let mut labels: Vec<&str> = labels.into_iter().collect();
        labels.sort_unstable();
        labels.dedup();
        let unmapped: Vec<&str> = labels.iter().copied().filter(|label| map.meaning(label).is_none()).collect();
        let set = set.unwrap_or_else(|| label_set_of(&unmapped));
        let known = |label: &str| match map.meaning(label) {
            Some(LabelMeaning::Ignored) => Some(None),
            Some(LabelMeaning::Category(category)) => Some(Some(category.clone())),
            None => category(set, label).map(Some),
        };
        let gold = labels.into_iter().filter_map(|label| Some((label.into(), known(label)?))).collect();
        Self { set, gold }
    }

    /// The set that labels are in.
    pub fn set(&self) -> LabelSet {
        self.set
    }

    /// True if the meaning of a label is known.
    pub fn knows(&self, label: &str) -> bool {
        self.gold.contains_key(label)
    }

    /// True if nothing is asked about places with this label.
    pub fn ignores(&self, label: &str) -> bool {
        self.gold.get(label).is_some_and(Option::is_none)
    }

    /// The name of an annotation; `None` if it is ignored or not known.
    pub fn gold(&self, label: &str) -> Option<&str> {
        let category = self.gold.get(label)?.as_ref()?;
        Some(category.label(self.set))
    }

    /// The name of a finding.
    pub fn found<'c>(&'c self, category: &'c Category) -> &'c str {
        if self.set != LabelSet::Sfumato {
            return category.label(self.set);
        }
        let annotated = self.gold.values().flatten().filter(|annotated| category.is_within(annotated.path()));
        annotated.max_by_key(|annotated| annotated.path().len()).unwrap_or(category).path()
    }
}

/// The meaning of a label in a set. In brat our own categories have another mark between their words, since it knows
/// no slashes.
fn category(set: LabelSet, label: &str) -> Option<Category> {
    match set {
        LabelSet::Sfumato => set.category(&label.replace('_', "/")),
        _ => set.category(label),
    }
}

/// The first set that knows all labels, or most of them. What has no labels has ours.
fn label_set_of(labels: &[&str]) -> LabelSet {
    let unknown = |set: &LabelSet| labels.iter().filter(|label| category(*set, label).is_none()).count();
    if labels.is_empty() {
        return LabelSet::Sfumato;
    }
    TRIED.into_iter().min_by_key(unknown).unwrap_or(LabelSet::Sfumato)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(naming: &LabelNaming, category: &str) -> String {
        naming.found(&Category::new(category).expect("a category")).to_owned()
    }

    #[test]
    fn the_set_is_told_by_the_labels() {
        let set = |labels: &[&str]| LabelNaming::new(labels.iter().copied(), None, &LabelMap::default()).set();
        assert_eq!(set(&["FECHAS", "PAIS"]), LabelSet::Meddocan);
        assert_eq!(set(&["PERSON", "DATETIME", "DEM"]), LabelSet::Tab);
        assert_eq!(set(&["PER", "LOC", "ORG", "MISC"]), LabelSet::Conll);
        assert_eq!(set(&["person", "health/disease"]), LabelSet::Sfumato);
        assert_eq!(set(&[]), LabelSet::Sfumato);
    }

    #[test]
    fn a_label_that_no_set_knows_stays_unknown() {
        let naming = LabelNaming::new(["FECHAS", "PAIS", "Planet X"], None, &LabelMap::default());
        assert_eq!(naming.set(), LabelSet::Meddocan);
        assert!(naming.knows("PAIS") && !naming.knows("Planet X") && !naming.knows("HOSPITAL"));
        assert_eq!((naming.gold("PAIS"), naming.gold("Planet X")), (Some("PAIS"), None));
        assert!(!naming.ignores("Planet X"));
    }

    #[test]
    fn categories_have_their_names_in_the_set() {
        let naming = LabelNaming::new(["NOMBRE_PERSONAL_SANITARIO"], Some(LabelSet::Meddocan), &LabelMap::default());
        assert_eq!(found(&naming, "person/staff"), "NOMBRE_PERSONAL_SANITARIO");
        assert_eq!(found(&naming, "person"), "NOMBRE_SUJETO_ASISTENCIA");
    }

    #[test]
    fn our_own_categories_are_as_special_as_the_annotations() {
        let naming = LabelNaming::new(["person", "id", "id/record"], None, &LabelMap::default());
        assert_eq!(found(&naming, "person/staff"), "person");
        assert_eq!(found(&naming, "id/record/episode"), "id/record");
        assert_eq!(found(&naming, "id/national"), "id");
        assert_eq!(found(&naming, "place/street"), "place/street");
        let brat = LabelNaming::new(["id_record"], None, &LabelMap::default());
        assert_eq!((brat.set(), brat.gold("id_record")), (LabelSet::Sfumato, Some("id/record")));
    }

    #[test]
    fn a_map_goes_before_the_set() {
        let map = LabelMap::parse("MISC = \"ignore\"\nBOSS = \"person/staff\"\n").expect("a map");
        let naming = LabelNaming::new(["PER", "MISC", "BOSS"], None, &map);
        assert_eq!(naming.set(), LabelSet::Conll);
        assert!(naming.ignores("MISC") && naming.knows("MISC") && !naming.ignores("PER"));
        assert_eq!((naming.gold("BOSS"), naming.gold("MISC")), (Some("PER"), None));
        let all_mapped = LabelNaming::new(["MISC", "BOSS"], None, &map);
        assert_eq!(all_mapped.set(), LabelSet::Sfumato);
        assert_eq!(found(&all_mapped, "person/staff"), "person/staff");
    }
}
