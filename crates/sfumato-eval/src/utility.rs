//! Utility of masked documents: the information a plan keeps, the information kept if the same places were simply
//! removed, and the part of that loss regained by saying something more general instead.
//!
//! All measures are of the phrases that the planner accounts for. *Information* is the share of their bits that is left:
//! a phrase that stays counts whole, one that became more general counts what that tells, anything else nothing.
//! *Meaning* goes phrase by phrase as well, by vectors: the cosine between a phrase and what stands for it, weighted by
//! what the phrase tells. *Closeness* is one cosine for the whole document: between the sums of the vectors of its
//! phrases before and after, weighted by what they tell. It asks whether what is left still speaks of the same things,
//! and hardly notices what is removed, since removing evenly leaves the direction as it was.
//! *Words* are those that nobody touched.

use sfumato::MaskedDocument;
use sfumato::document::Document;
use sfumato::knowledge::vectors::{Vectors, cosine};
use sfumato::language::Language;
use sfumato::mask::{Account, Outcome, Verdict};

/// A share that a plan keeps and the share that removing the same places would keep.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KeptShare {
    /// By the plan.
    pub planned: f64,
    /// If everything that the plan changes were removed.
    pub suppressed: f64,
}

impl KeptShare {
    /// The share of the loss by removal that the plan regains; nothing is regained where nothing is lost.
    pub fn regained(self) -> f64 {
        let lost = 1.0 - self.suppressed;
        if lost > 0.0 { (self.planned - self.suppressed) / lost } else { 0.0 }
    }

    fn add(&mut self, other: Self) {
        self.planned += other.planned;
        self.suppressed += other.suppressed;
    }
}

/// The utility of a document after masking.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DocumentUtility {
    /// The information of its phrases, in bits.
    pub bits: f64,
    /// The part of that information that is left, in bits.
    pub bits_left: f64,
    /// The information left without anything that is changed, in bits.
    pub bits_untouched: f64,
    /// The number of its words.
    pub words: usize,
    /// The number of words that nobody touched.
    pub words_kept: usize,
    /// The closeness of its phrases to their originals; `None` where no vector is known for any of them.
    pub meaning: Option<KeptShare>,
    /// The closeness of the whole to the original; `None` where there is no meaning.
    pub closeness: Option<KeptShare>,
}

impl DocumentUtility {
    /// Measures a document by the account of its plan and vectors of the languages it may be in.
    pub fn of(
        document: &Document,
        masked: &MaskedDocument,
        account: &Account,
        vectors: &[(Language, &dyn Vectors)],
    ) -> Self {
        let (bits, bits_left) = account.bits();
        let untouched = account.verdicts.iter().filter(|verdict| !verdict.outcome.is_change());
        let language = masked.languages.main().unwrap_or(Language::English);
        let vectors = vectors.iter().find(|(own, _)| *own == language).map(|(_, vectors)| *vectors);
        let compared =
            vectors.and_then(|vectors| VectorComparison::of(document, account, LanguageSpace { vectors, language }));
        Self {
            bits,
            bits_left,
            bits_untouched: untouched.map(|verdict| verdict.bits_after * places(verdict)).sum(),
            words: account.words,
            words_kept: account.words - account.words_changed.min(account.words),
            meaning: compared.map(|compared| compared.meaning),
            closeness: compared.map(|compared| compared.closeness),
        }
    }

    /// The share of the information that is left.
    pub fn information(&self) -> KeptShare {
        let share = |bits: f64| if self.bits > 0.0 { bits / self.bits } else { 1.0 };
        KeptShare { planned: share(self.bits_left), suppressed: share(self.bits_untouched) }
    }

    /// The share of the words that nobody touched.
    pub fn words_share(&self) -> f64 {
        if self.words > 0 { self.words_kept as f64 / self.words as f64 } else { 1.0 }
    }
}

fn places(verdict: &Verdict) -> f64 {
    verdict.spans.len() as f64
}

/// A document and what became of it, by vectors.
#[derive(Clone, Copy)]
struct VectorComparison {
    meaning: KeptShare,
    closeness: KeptShare,
}

impl VectorComparison {
    /// Nothing if no phrase has a vector.
    fn of(document: &Document, account: &Account, space: LanguageSpace<'_>) -> Option<Self> {
        let [mut before, mut planned, mut untouched] = [(); 3].map(|()| vec![0.0; space.vectors.dimensions()]);
        let (mut all, mut kept, mut like) = (0.0, 0.0, 0.0);
        for verdict in &account.verdicts {
            let phrase = verdict.spans.first().and_then(|first| space.vector(document.slice(*first)));
            let Some(phrase) = phrase else { continue };
            let (told, left) = (verdict.bits_before * places(verdict), verdict.bits_after * places(verdict));
            all += told;
            add(&mut before, &phrase, told);
            match &verdict.outcome {
                Outcome::Replaced { text, .. } => {
                    if let Some(instead) = space.vector(text.expose()).filter(|_| left > 0.0) {
                        like += told * f64::from(cosine(&phrase, &instead).max(0.0));
                        add(&mut planned, &instead, left);
                    }
                }
                Outcome::Masked { .. } => {}
                Outcome::Kept | Outcome::KeptAboveLimit | Outcome::LeftAlone => {
                    kept += told;
                    add(&mut planned, &phrase, left);
                    add(&mut untouched, &phrase, left);
                }
            }
        }
        (all > 0.0).then(|| Self {
            meaning: KeptShare { planned: (kept + like) / all, suppressed: kept / all },
            closeness: KeptShare { planned: between(&before, &planned), suppressed: between(&before, &untouched) },
        })
    }
}

/// The vectors of a language.
#[derive(Clone, Copy)]
struct LanguageSpace<'v> {
    vectors: &'v dyn Vectors,
    language: Language,
}

impl LanguageSpace<'_> {
    fn vector(self, phrase: &str) -> Option<Vec<f32>> {
        let mut vector = vec![0.0; self.vectors.dimensions()];
        self.vectors.vector(phrase, self.language, &mut vector).map(|_| vector)
    }
}

fn add(sum: &mut [f64], vector: &[f32], weight: f64) {
    sum.iter_mut().zip(vector).for_each(|(sum, part)| *sum += weight * f64::from(*part));
}

/// The cosine of two sums; nought if one of them is empty.
fn between(a: &[f64], b: &[f64]) -> f64 {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let lengths = (product(a, a) * product(b, b)).sqrt();
    if lengths > 0.0 { product(a, b) / lengths } else { 0.0 }
}

/// The utility of several documents.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct UtilitySummary {
    documents: usize,
    information: KeptShare,
    words: f64,
    /// The number of documents that have a meaning, and the sum of what is kept of it.
    meant: usize,
    meaning: KeptShare,
    closeness: KeptShare,
    /// All documents as one.
    pub together: DocumentUtility,
}

impl UtilitySummary {
    /// Adds a document.
    pub fn add(&mut self, utility: &DocumentUtility) {
        let information = utility.information();
        self.documents += 1;
        self.information.add(information);
        self.words += utility.words_share();
        if let (Some(meaning), Some(closeness)) = (utility.meaning, utility.closeness) {
            self.meant += 1;
            self.meaning.add(meaning);
            self.closeness.add(closeness);
        }
        self.together.bits += utility.bits;
        self.together.bits_left += utility.bits_left;
        self.together.bits_untouched += utility.bits_untouched;
        self.together.words += utility.words;
        self.together.words_kept += utility.words_kept;
    }

    /// The mean over documents.
    pub fn information(&self) -> KeptShare {
        mean(self.information, self.documents)
    }

    /// The mean over documents.
    pub fn words_share(&self) -> f64 {
        if self.documents == 0 { 1.0 } else { self.words / self.documents as f64 }
    }

    /// The mean over documents that have one.
    pub fn meaning(&self) -> Option<KeptShare> {
        (self.meant > 0).then(|| mean(self.meaning, self.meant))
    }

    /// The mean over documents that have one.
    pub fn closeness(&self) -> Option<KeptShare> {
        (self.meant > 0).then(|| mean(self.closeness, self.meant))
    }
}

fn mean(sum: KeptShare, of: usize) -> KeptShare {
    let n = of.max(1) as f64;
    KeptShare { planned: sum.planned / n, suppressed: sum.suppressed / n }
}

#[cfg(test)]
mod tests {
    use sfumato::document::formats::{DocumentFormat as _, JsonLines};
    use sfumato::{Anonymiser, Bundle};

    use super::*;

    const RECORD: &str = r#"{"protect": "Zora Quill", "text": "Zora Quill is a falconer from Leeds. She has a dog."}"#;

    fn measured(policy: &str, record: &str) -> DocumentUtility {
        let policy = Bundle::policy(policy).expect("it is there").expect("it is sound");
        let anonymiser = Anonymiser::builder().policy(policy).assess().build().expect("built");
        let document = JsonLines::default().read(record.as_bytes().to_vec()).expect("a record");
        let masked = anonymiser.mask_document(&document).expect("masked");
        let account = masked.plan.account().expect("measured");
        let english = Bundle::vectors(Language::English).expect("there").expect("sound");
        DocumentUtility::of(&document, &masked, account, &[(Language::English, english)])
    }

    #[track_caller]
    fn about(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn what_is_regained_is_a_share_of_what_is_lost() {
        about(KeptShare { planned: 0.85, suppressed: 0.48 }.regained(), 0.37 / 0.52);
        about(KeptShare { planned: 0.5, suppressed: 0.5 }.regained(), 0.0);
        about(KeptShare { planned: 1.0, suppressed: 1.0 }.regained(), 0.0);
    }

    #[test]
    fn something_more_general_keeps_more_than_nothing() {
        let utility = measured("declassify", RECORD);
        let (information, meaning) = (utility.information(), utility.meaning.expect("vectors"));
        assert!(information.suppressed < information.planned && information.planned < 1.0, "{information:?}");
        assert!(meaning.suppressed < meaning.planned && meaning.planned < 1.0, "{meaning:?}");
        assert!(utility.words_kept > 0 && utility.words_kept < utility.words);
    }

    #[test]
    fn labels_keep_what_they_leave_and_what_kind_of_thing_they_stand_for() {
        let utility = measured("default", RECORD);
        let information = utility.information();
        assert!(information.suppressed > 0.0 && information.planned > information.suppressed, "{information:?}");
        assert!(information.planned < 1.0, "{information:?}");
    }

    #[test]
    fn a_document_that_nobody_changes_is_what_it_was() {
        let utility = measured("default", r#"{"text": "The dog sleeps in the garden."}"#);
        about(utility.information().planned, 1.0);
        about(utility.meaning.expect("vectors").planned, 1.0);
        about(utility.words_share(), 1.0);
    }

    #[test]
    fn means_are_of_documents_and_together_is_of_bits() {
        let document =
            |bits, bits_left| DocumentUtility { bits, bits_left, bits_untouched: 0.0, ..DocumentUtility::default() };
        let mut summary = UtilitySummary::default();
        summary.add(&document(10.0, 10.0));
        summary.add(&document(30.0, 0.0));
        about(summary.information().planned, 0.5);
        about(summary.together.information().planned, 0.25);
        assert_eq!(summary.meaning(), None);
    }
}
