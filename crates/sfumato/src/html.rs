//! The report as a page: one file, no scripts, nothing fetched.

mod risk;

use std::fmt::Write as _;

use crate::{MentionReport, Report};

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ddd;--soft:#f5f4f1;--mask:#8a3b12;--keep:#2c6e49}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#1c1c1c;--line:#444;--soft:#262626;--mask:#e39b6f;--keep:#7fc29b}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:75rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:0}h2{font-size:1.1rem;margin:2rem 0 .3rem;border-top:1px solid var(--line);padding-top:1rem}
p.sub{margin:.1rem 0 1rem;opacity:.75}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th{background:var(--soft);font-weight:600}td.n{text-align:right;font-variant-numeric:tabular-nums}
.mask{color:var(--mask);font-weight:600}.keep{color:var(--keep)}code{font-size:.9em}
.bar{display:inline-block;height:.7em;background:var(--mask);border-radius:2px;min-width:2px}
details{margin:.5rem 0}summary{cursor:pointer}
";

/// One page for any number of documents.
pub fn html(reports: &[Report]) -> String {
    let mut page = String::new();
    let masked: usize = reports.iter().map(|report| report.masked).sum();
    let policy = reports.first().map_or("", |report| report.policy.as_str());
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>sfumato report</title><style>{STYLE}{}</style></head><body><h1>What was masked, and why</h1>\
         <p class=\"sub\">{} documents, {masked} replacements, policy <code>{}</code></p>",
        risk::STYLE,
        reports.len(),
        escape(policy)
    );
    if reports.len() > 1 {
        counts(&mut page, reports);
    }
    for report in reports {
        document(&mut page, report);
    }
    page.push_str("</body></html>\n");
    page
}

/// Replacements by category, over all documents.
fn counts(page: &mut String, reports: &[Report]) {
    let mut sums = std::collections::BTreeMap::new();
    for (category, count) in reports.iter().flat_map(|report| &report.counts) {
        *sums.entry(category.as_str()).or_insert(0) += count;
    }
    count_table(page, sums);
}

fn count_table<'c>(page: &mut String, counts: impl IntoIterator<Item = (&'c str, usize)>) {
    let counts: Vec<(&str, usize)> = counts.into_iter().collect();
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1);
    page.push_str("<table><tr><th>category<th>replaced<th></tr>");
    for (category, count) in counts {
        let width = count * 300 / most;
        let _ = write!(
            page,
            "<tr><td>{}<td class=\"n\">{count}<td><span class=\"bar\" style=\"width:{width}px\"></span>",
            escape(category)
        );
    }
    page.push_str("</table>");
}

fn document(page: &mut String, report: &Report) {
    let _ = write!(
        page,
        "<h2>{}</h2><p class=\"sub\">{}, {}, language {}; {} replaced, {} kept; offsets in {}</p>",
        escape(&report.document),
        escape(&report.format),
        escape(&report.encoding),
        escape(&report.language),
        report.masked,
        report.kept,
        escape(&report.offsets)
    );
    if let Some(by) = &report.decided_by {
        let _ = write!(page, "<p>Decided by a {}, made under the policy named.</p>", escape(by));
    }
    risk::account(page, report);
    count_table(page, report.counts.iter().map(|(category, count)| (category.as_str(), *count)));
    if !report.removed.is_empty() {
        page.push_str("<table><tr><th>also taken out of the file<th>where<th>how often</tr>");
        for removed in &report.removed {
            let (kind, place) = (escape(&removed.kind), escape(&removed.place));
            let _ = write!(page, "<tr><td>{kind}<td><code>{place}</code><td class=\"n\">{}", removed.count);
        }
        page.push_str("</table>");
    }
    let (sure, unsure): (Vec<_>, Vec<_>) = report.mentions.iter().partition(|mention| mention.new.is_some());
    mentions(page, &sure);
    if !unsure.is_empty() {
        let _ = write!(page, "<details><summary>{} findings below the threshold, left alone</summary>", unsure.len());
        mentions(page, &unsure);
        page.push_str("</details>");
    }
}

fn mentions(page: &mut String, mentions: &[&MentionReport]) {
    let quoted = mentions.iter().any(|mention| mention.text.is_some());
    let head = if quoted { "<th>text" } else { "" };
    let _ = write!(page, "<table><tr><th>where<th>block<th>category<th>entity<th>sure<th>done<th>found by{head}</tr>");
    for mention in mentions {
        let evidence = mention.evidence.first();
        let more = mention.evidence.len().saturating_sub(1);
        let _ = write!(
            page,
            "<tr><td class=\"n\">{}&ndash;{}<td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{:.2}<td class=\"{}\">{} ({})<td>",
            mention.start,
            mention.end,
            escape(&mention.block),
            escape(&mention.category),
            mention.entity.map_or(String::new(), |entity| entity.to_string()),
            mention.score,
            escape(&mention.action),
            escape(&mention.operator),
            escape(&mention.rule),
        );
        if let Some(evidence) = evidence {
            let _ = write!(
                page,
                "<code>{}</code> {}: {}",
                escape(&evidence.recogniser),
                escape(&evidence.rule),
                escape(&evidence.why)
            );
        }
        if more > 0 {
            let _ = write!(page, " (and {more} more)");
        }
        if quoted {
            let _ = write!(page, "<td>{}", escape(mention.text.as_deref().unwrap_or_default()));
        }
    }
    page.push_str("</table>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
