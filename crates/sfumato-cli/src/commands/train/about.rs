//! The account of a recogniser, its sources and its quality: the file beside it, and the table at the end of a
//! training.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use sfumato::detect::learned::train::{TrainedRecogniser, TrainingDocument, TrainingSettings};
use sfumato::language::Language;

/// Documents that a recogniser is made from.
pub struct TrainingSources {
    /// As the call names them.
    named: Vec<String>,
    documents: usize,
    /// The number of annotations of each category.
    categories: BTreeMap<String, usize>,
    labelled_by: &'static str,
}

impl TrainingSources {
    pub fn of(named: &[String], examples: &[TrainingDocument], labelled_by: &'static str) -> Self {
        let mut categories: BTreeMap<String, usize> = BTreeMap::new();
        for (_, category) in examples.iter().flat_map(|example| &example.annotations) {
            *categories.entry(category.to_string()).or_default() += 1;
        }
        Self { named: named.to_vec(), documents: examples.len(), categories, labelled_by }
    }

    fn annotations(&self) -> usize {
        self.categories.values().sum()
    }
}

/// A recogniser that was made.
pub struct RecogniserAccount<'a> {
    pub id: &'a str,
    pub language: Language,
    pub settings: &'a TrainingSettings,
    pub data: &'a [TrainingSources],
    pub trained: &'a TrainedRecogniser,
    pub seconds: Duration,
}

impl RecogniserAccount<'_> {
    /// Precision and recall on documents that were held back, for each sensitivity.
    fn scores(&self) -> [(&'static str, (f64, f64)); 2] {
        [("balanced", self.trained.held_back.balanced), ("recall", self.trained.held_back.recall)]
    }

    /// A table for people.
    pub fn table(&self, out: &Path) -> String {
        let documents: usize = self.data.iter().map(|data| data.documents).sum();
        let annotations: usize = self.data.iter().map(TrainingSources::annotations).sum();
        let mut table = format!("{}: {documents} documents, {annotations} annotations\n", self.id);
        let _ = writeln!(table, "{:<12} {:>9} {:>9} {:>9}", "held back", "precision", "recall", "F1");
        for (name, (precision, recall)) in self.scores() {
            let [precision, recall, f1] = [precision, recall, f1(precision, recall)].map(|share| 100.0 * share);
            let _ = writeln!(table, "{name:<12} {precision:>9.2} {recall:>9.2} {f1:>9.2}");
        }
        let (bytes, seconds) = (self.trained.bytes.len(), self.seconds.as_secs());
        let _ = writeln!(table, "{}: {bytes} bytes, made in {seconds} s", out.display());
        table
    }

    /// The file beside the model.
    pub fn toml(&self) -> String {
        let mut out = format!(
            "# What the recogniser {} is made from, and how good it is on documents that were held back.\n",
            self.id
        );
        let call: Vec<String> = std::env::args().skip(1).collect();
        let _ = writeln!(out, "command = {}", quoted(&format!("sfumato {}", call.join(" "))));
        let _ = writeln!(out, "language = {}", quoted(self.language.code()));
        let TrainingSettings { crf, least, folds, recall_precision, rules } = self.settings;
        let _ = writeln!(
            out,
            "\n[settings]\nl1 = {:?}\nl2 = {:?}\niterations = {}\nleast = {least}\nfolds = {folds}\n\
             recall_precision = {recall_precision:?}\nrules = {}",
            crf.l1,
            crf.l2,
            crf.iterations,
            rules.is_some()
        );
        for data in self.data {
            let named: Vec<String> = data.named.iter().map(|name| quoted(name)).collect();
            let _ = writeln!(
                out,
                "\n[[data]]\nname = [{}]\nlabelled_by = {}\ndocuments = {}\n[data.annotations]",
                named.join(", "),
                quoted(data.labelled_by),
                data.documents
            );
            for (category, number) in &data.categories {
                let _ = writeln!(out, "{} = {number}", quoted(category));
            }
        }
        out.push_str("\n[scores]\n");
        for (name, (precision, recall)) in self.scores() {
            let f1 = f1(precision, recall);
            let _ = writeln!(out, "{name} = {{ precision = {precision:.4}, recall = {recall:.4}, f1 = {f1:.4} }}");
        }
        let _ = writeln!(out, "calibration_error = {:.4}", self.trained.held_back.calibration_error);
        out
    }
}

fn f1(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
}

/// A text as TOML has it, which is as JSON has it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
