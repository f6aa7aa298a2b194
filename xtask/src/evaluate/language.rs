//! Quality of the analysis of language.

use std::path::Path;
use std::process::Command;

use super::runs::{LanguageBar, language_bars};
use super::summary::MeasuredFigure;
use super::unpacked::UnpackedCorpora;
use super::{result, run};

/// Measures everything about language.
pub fn measure(root: &Path, program: &Path, unpacked: &UnpackedCorpora) -> Result<Vec<MeasuredFigure>, String> {
    let mut figures = Vec::new();
    for bars in language_bars().chunk_by(|a, b| (a.task, a.gold, a.convention) == (b.task, b.gold, b.convention)) {
        let Some(first) = bars.first() else { continue };
        let rows = result(root, &format!("language/{}-{}.csv", first.task, name(first)))?;
        let printed = run(
            Command::new(program)
                .args(["eval", first.task, "--language", first.language, "--as", "csv"])
                .args(["--convention", &first.convention.to_string(), "--gold"])
                .arg(unpacked.gold(first.gold)?)
                .arg("--rows")
                .arg(rows),
            &format!("{} of {}", first.task, first.gold),
        )?;
        for bar in bars {
            figures.push(figure(bar, &printed)?);
        }
    }
    Ok(figures)
}

/// The name of the corpus; `=2` where it is measured in its own way of annotating.
fn name(bar: &LanguageBar) -> String {
    if bar.convention == 1 { bar.gold.to_owned() } else { format!("{}={}", bar.gold, bar.convention) }
}

/// A figure out of what the program printed, of all labels (`*`) together.
fn figure(bar: &LanguageBar, printed: &str) -> Result<MeasuredFigure, String> {
    let mut rows = printed.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|column| *column == name);
    let (Some(n), Some(f1)) = (column("n"), column("f1")) else {
        return Err(format!("{} of {}: the program prints another table", bar.task, bar.gold));
    };
    let row = rows.find(|row| row.first() == Some(&bar.measure) && row.get(1) == Some(&"*"));
    let row = row.ok_or_else(|| format!("{} of {}: there is no measure {}", bar.task, bar.gold, bar.measure))?;
    let cell = |at: usize| row.get(at).map_or_else(String::new, |cell| (*cell).to_owned());
    Ok(MeasuredFigure {
        task: bar.task.to_owned(),
        corpus: name(bar),
        setting: bar.language.to_owned(),
        measure: bar.measure.to_owned(),
        value: cell(f1),
        n: cell(n),
        bar: bar.least,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "measure,label,n,right,spurious,missed,precision,recall,f1\n\
        upos,*,100,96,4,4,96.00,96.00,96.00\nupos,NOUN,50,49,1,1,98.00,98.00,98.00\n";

    static BAR: LanguageBar =
        LanguageBar { task: "tags", gold: "x-test", language: "en", convention: 1, measure: "upos", least: Some(96.0) };

    #[test]
    fn the_figure_of_all_labels_is_taken() {
        let found = figure(&BAR, PRINTED).expect("it is there");
        assert_eq!((found.value.as_str(), found.n.as_str()), ("96.00", "100"));
        assert!(found.is_reached());
    }

    #[test]
    fn a_measure_that_is_not_printed_is_an_error() {
        assert!(figure(&BAR, "measure,label,n,f1\n").is_err());
        assert!(figure(&BAR, "").is_err());
    }
}
