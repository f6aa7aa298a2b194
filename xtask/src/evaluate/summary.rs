//! All figures in one table.

use std::fmt::Write as _;
use std::path::Path;

/// The file of the figures.
pub const SUMMARY: &str = "eval/results/summary.csv";

const HEADER: &str = "task,corpus,setting,measure,value,n,bar";

/// The value of a measure.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredFigure {
    /// The task: `entities`, `tags`.
    pub task: String,
    /// On what.
    pub corpus: String,
    /// With what: a policy, a way of annotating.
    pub setting: String,
    /// The name of the measure.
    pub measure: String,
    /// In per cent unless the measure says otherwise, with two digits.
    pub value: String,
    /// Of how many.
    pub n: String,
    /// The bar.
    pub bar: Option<f64>,
}

impl MeasuredFigure {
    pub fn is_reached(&self) -> bool {
        match (self.bar, self.value.parse::<f64>()) {
            (Some(least), Ok(value)) => value >= least,
            (None, _) => true,
            (_, Err(_)) => false,
        }
    }

    /// The run it is a figure of.
    fn run(&self) -> (&str, &str, &str) {
        (&self.task, &self.corpus, &self.setting)
    }

    fn line(&self) -> String {
        let Self { task, corpus, setting, measure, value, n, bar } = self;
        let bar = bar.map_or_else(String::new, |bar| bar.to_string());
        format!("{task},{corpus},{setting},{measure},{value},{n},{bar}\n")
    }

    fn parse(line: &str) -> Option<Self> {
        let cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        let [task, corpus, setting, measure, value, n, bar] = <[String; 7]>::try_from(cells).ok()?;
        Some(Self { task, corpus, setting, measure, value, n, bar: bar.parse().ok() })
    }
}

/// The figures that are committed.
pub fn read(root: &Path) -> Result<Vec<MeasuredFigure>, String> {
    let path = root.join(SUMMARY);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{SUMMARY}: {error}"))?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("{SUMMARY}: the header is not `{HEADER}`"));
    }
    let figure = |(at, line)| MeasuredFigure::parse(line).ok_or_else(|| format!("{SUMMARY}:{}: not a figure", at + 2));
    lines.enumerate().map(figure).collect()
}

/// Writes what came of it beside what was not measured this time, sorted, so that a change of a figure is a change of one
/// line.
pub fn write(root: &Path, figures: &[MeasuredFigure]) -> Result<(), String> {
    let mut all = read(root)?;
    all.retain(|old| figures.iter().all(|new| new.run() != old.run()));
    all.extend(figures.iter().cloned());
    let mut lines: Vec<String> = all.iter().map(MeasuredFigure::line).collect();
    lines.sort();
    let text = format!("{HEADER}\n{}", lines.concat());
    std::fs::write(root.join(SUMMARY), text).map_err(|error| format!("{SUMMARY}: {error}"))
}

/// For people.
pub fn table(figures: &[MeasuredFigure]) -> String {
    let mut out = format!(
        "{:<12} {:<18} {:<22} {:<30} {:>8} {:>9} {:>6}\n",
        "task", "corpus", "setting", "measure", "value", "n", "bar"
    );
    for figure in figures {
        let MeasuredFigure { task, corpus, setting, measure, value, n, bar } = figure;
        let bar = bar.map_or_else(|| "-".to_owned(), |bar| format!("{bar:.1}"));
        let note = if figure.is_reached() { "" } else { "  below the bar" };
        let _ = writeln!(out, "{task:<12} {corpus:<18} {setting:<22} {measure:<30} {value:>8} {n:>9} {bar:>6}{note}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(bar: Option<f64>) -> MeasuredFigure {
        let [task, corpus, setting, measure, value, n] = ["tags", "x", "1", "upos", "95.99", "7"].map(str::to_owned);
        MeasuredFigure { task, corpus, setting, measure, value, n, bar }
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for bar in [None, Some(96.0), Some(95.5)] {
            assert_eq!(MeasuredFigure::parse(figure(bar).line().trim_end()), Some(figure(bar)));
        }
        assert_eq!(MeasuredFigure::parse("tags,x,1"), None);
    }

    #[test]
    fn bars_are_reached_or_not() {
        assert!(figure(None).is_reached() && figure(Some(95.99)).is_reached());
        assert!(!figure(Some(96.0)).is_reached());
        assert!(!MeasuredFigure { value: "-".to_owned(), ..figure(Some(1.0)) }.is_reached());
    }
}
