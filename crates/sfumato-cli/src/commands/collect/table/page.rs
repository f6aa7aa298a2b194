//! The report as a page: one file, no scripts, nothing fetched, its pictures drawn here.

use std::fmt::Write as _;

use super::report::{RiskLine, TableReport, WayLine};

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ddd;--soft:#f5f4f1;--before:#8a3b12;--after:#2c6e49}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#1c1c1c;--line:#444;--soft:#262626;--before:#e39b6f;--after:#7fc29b}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:0}h2{font-size:1.1rem;margin:2rem 0 .3rem}
p.sub{margin:.1rem 0 1rem;opacity:.75}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line)}
th{background:var(--soft);font-weight:600}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{width:100%;height:auto;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}svg .axis{stroke:var(--line)}
.before{fill:var(--before)}.after{fill:var(--after)}.other{fill:var(--ink);opacity:.35}.line{fill:none;stroke:var(--after);stroke-width:1.5}
";

/// The width and height of a picture.
const SIZE: (f64, f64) = (720.0, 300.0);

/// The space on each side of it.
const MARGIN: f64 = 48.0;

/// The page of a report.
pub fn page(report: &TableReport, name: &str) -> String {
    let mut page = String::new();
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>sfumato: a table in which nobody stands out</title><style>{STYLE}</style></head><body>\
         <h1>A table in which nobody stands out</h1><p class=\"sub\">{}: {} rows, {} left out, {} recoding{}</p>",
        escape(name),
        report.rows,
        report.suppressed,
        report.method,
        if report.complete { "" } else { ", stopped before it was over" }
    );
    models(&mut page, report);
    risks(&mut page, report);
    page.push_str("<h2>How many look alike</h2><p class=\"sub\">The share of rows by the size of their class, before and after.</p>");
    classes(&mut page, &report.before, &report.after);
    if report.ways.len() > 1 {
        page.push_str("<h2>Risk and utility</h2><p class=\"sub\">Each point is a way to recode: to the right people are found more often, \
                       further up more is lost. The one that was chosen is the large one.</p>");
        ways(&mut page, &report.ways, report.method == "local");
    }
    columns(&mut page, report);
    page.push_str("</body></html>\n");
    page
}

fn models(page: &mut String, report: &TableReport) {
    page.push_str("<h2>What holds</h2><table><tr><th>model<th>holds<th class=\"n\">before<th class=\"n\">after<th class=\"n\">rows that broke it</tr>");
    for model in &report.models {
        let _ = write!(
            page,
            "<tr><td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}",
            escape(&model.model),
            if model.holds { "yes" } else { "no" },
            number(model.before),
            number(model.after),
            model.rows_before
        );
    }
    page.push_str("</table>");
}

fn risks(page: &mut String, report: &TableReport) {
    page.push_str(
        "<h2>How likely people are found</h2><table><tr><th><th class=\"n\">before<th class=\"n\">after</tr>",
    );
    let mut line = |name: &str, value: &dyn Fn(&RiskLine) -> Option<f64>| {
        let (before, after) = (value(&report.before), value(&report.after));
        if before.is_some() || after.is_some() {
            let percent = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.2} %", share * 100.0));
            let _ = write!(page, "<tr><td>{name}<td class=\"n\">{}<td class=\"n\">{}", percent(before), percent(after));
        }
    };
    line("highest risk", &|risk| Some(risk.highest));
    line("average risk", &|risk| Some(risk.average));
    line("rows that are alone", &|risk| Some(risk.alone));
    line("unique in the population (Zayatz)", &|risk| risk.population.as_ref().map(|people| people.zayatz));
    line("unique in the population (Pitman)", &|risk| risk.population.as_ref().map(|people| people.pitman));
    line("unique in the population (SNB)", &|risk| risk.population.as_ref().and_then(|people| people.snb));
    page.push_str("</table>");
    let loss = &report.loss;
    let _ = write!(
        page,
        "<h2>What was lost</h2><table><tr><th>certainty penalty<th>precision<th>non-uniform entropy<th>discernibility<th>average class, in k</tr>\
         <tr><td>{:.4}<td>{:.4}<td>{:.4}<td>{:.0}<td>{:.2}</table>",
        loss.certainty_penalty, loss.precision, loss.non_uniform_entropy, loss.discernibility, loss.average_class_size
    );
}

fn columns(page: &mut String, report: &TableReport) {
    page.push_str("<h2>Columns</h2><table><tr><th>column<th>role<th>hierarchy<th class=\"n\">values before<th class=\"n\">after<th class=\"n\">level<th class=\"n\">certainty penalty</tr>");
    for column in &report.columns {
        let _ = write!(
            page,
            "<tr><td>{}<td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}",
            escape(&column.column),
            column.role,
            escape(&column.hierarchy),
            column.values_before,
            column.values_after,
            column.level.map_or("-".to_owned(), |level| level.to_string()),
            column.lost.map_or("-".to_owned(), |lost| format!("{lost:.4}"))
        );
    }
    page.push_str("</table>");
}

/// Bars of the share of rows in classes of 1, 2, 3 to 4, 5 to 8 ...
fn classes(page: &mut String, before: &RiskLine, after: &RiskLine) {
    let bin = |size: usize| if size <= 1 { 0 } else { (usize::BITS - (size - 1).leading_zeros()) as usize };
    let shares = |risk: &RiskLine| {
        let rows: usize = risk.classes.iter().map(|(size, classes)| size * classes).sum();
        let mut shares = vec![0.0; 64];
        for (size, classes) in &risk.classes {
            shares[bin(*size)] += (size * classes) as f64 / rows.max(1) as f64;
        }
        shares
    };
    let (before, after) = (shares(before), shares(after));
    let bins = (0..64).rev().find(|bin| before[*bin] + after[*bin] > 0.0).map_or(1, |bin| bin + 1);
    let most = before.iter().chain(&after).copied().fold(0.0, f64::max).max(1e-9);
    let (width, height) = (SIZE.0 - 2.0 * MARGIN, SIZE.1 - 2.0 * MARGIN);
    let step = width / bins as f64;
    open(page, "the share of rows by the size of their class");
    for bin in 0..bins {
        let left = MARGIN + step * bin as f64;
        for (nth, (class, share)) in [("before", before[bin]), ("after", after[bin])].into_iter().enumerate() {
            let tall = share / most * height;
            let _ = write!(
                page,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"><title>{:.1} % {class}</title></rect>",
                left + step * (0.1 + 0.4 * nth as f64),
                SIZE.1 - MARGIN - tall,
                step * 0.4,
                share * 100.0
            );
        }
        let label = match bin {
            0 => "1".to_owned(),
            1 => "2".to_owned(),
            bin => format!("{}-{}", (1_u64 << (bin - 1)) + 1, 1_u64 << bin),
        };
        text(page, left + step / 2.0, SIZE.1 - MARGIN + 16.0, "middle", &label);
    }
    text(page, MARGIN, 20.0, "start", &format!("up to {:.0} % of rows", most * 100.0));
    text(page, SIZE.0 / 2.0, SIZE.1 - 10.0, "middle", "rows that look alike");
    page.push_str("</svg>");
}

/// Points of what ways to recode cost, by how likely people are found.
fn ways(page: &mut String, ways: &[WayLine], is_curve: bool) {
    let points: Vec<(f64, f64, &WayLine)> =
        ways.iter().filter_map(|way| Some((way.average_risk, way.loss?, way))).collect();
    let most = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max).max(1e-9);
    let right = most(points.iter().map(|point| point.0).collect());
    let top = most(points.iter().map(|point| point.1).collect());
    let (width, height) = (SIZE.0 - 2.0 * MARGIN, SIZE.1 - 2.0 * MARGIN);
    let place = |risk: f64, loss: f64| (MARGIN + risk / right * width, SIZE.1 - MARGIN - loss / top * height);
    open(page, "what ways to recode cost, by how likely people are found");
    if is_curve {
        let line: Vec<String> =
            points.iter().map(|(risk, loss, _)| place(*risk, *loss)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(page, "<polyline class=\"line\" points=\"{}\"/>", line.join(" "));
    }
    for (risk, loss, way) in &points {
        let (x, y) = place(*risk, *loss);
        let (class, radius) = if way.chosen { ("before", 6.0) } else { ("other", 2.5) };
        let _ = write!(
            page,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{}: loss {loss:.4}, average risk {risk:.4}, {} rows left out</title></circle>",
            escape(&way.name),
            way.suppressed
        );
        if is_curve {
            text(page, x + 8.0, y - 6.0, "start", &way.name);
        }
    }
    text(page, MARGIN, 20.0, "start", &format!("loss, up to {top:.4}"));
    text(page, SIZE.0 - MARGIN, SIZE.1 - 10.0, "end", &format!("average risk, up to {:.1} %", right * 100.0));
    page.push_str("</svg>");
}

fn open(page: &mut String, about: &str) {
    let (width, height) = SIZE;
    let _ = write!(
        page,
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{about}\">\
         <path class=\"axis\" fill=\"none\" d=\"M{MARGIN} {MARGIN}V{}H{}\"/>",
        height - MARGIN,
        width - MARGIN
    );
}

fn text(page: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = write!(page, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escape(text));
}

fn number(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| {
        format!("{:.4}", number).trim_end_matches('0').trim_end_matches('.').to_owned()
    })
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
