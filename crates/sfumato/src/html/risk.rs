//! How much a document tells, on the page of the report: figures, bars, a curve, and the text shaded.

use std::fmt::Write as _;

use sfumato_document::{OffsetConverter, OffsetUnit};

use super::escape;
use crate::{CurveReport, Report, RiskReport, TermReport, TermRisk};

/// What the page needs for this part.
pub(super) const STYLE: &str = "
th.n{text-align:right}table.few{width:auto}.two{display:block;height:.45em;border-radius:2px;min-width:1px}.was{background:var(--mask)}.is{background:var(--keep);margin-top:2px}
svg{max-width:100%;height:auto;font:11px system-ui,sans-serif}svg text{fill:var(--ink)}
.text{white-space:pre-wrap;overflow-wrap:break-word;background:var(--soft);padding:1rem;border-radius:4px}
mark{color:inherit;background:none;border-radius:2px}mark.l1{background:rgba(214,120,30,.14)}mark.l2{background:rgba(214,120,30,.3)}
mark.l3{background:rgba(214,80,20,.45);text-decoration:underline}mark.l4{background:rgba(200,40,20,.6);text-decoration:underline}
mark.h{outline:1px solid var(--ink);font-weight:600}.key mark{padding:0 .4em}
@media print{body{max-width:none;margin:0}tr,svg{break-inside:avoid}.two,mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
";

/// So many phrases are in sight; the others are folded.
const IN_SIGHT: usize = 40;

/// All of it, for a document of which something was measured.
pub(super) fn account(page: &mut String, report: &Report) {
    let Some(risk) = &report.risk else { return };
    summary(page, risk);
    if let Some(curve) = &risk.curve {
        draw(page, curve);
    }
    let mut terms: Vec<&TermReport> = report.terms.iter().filter(|term| matters(term)).collect();
    terms.sort_by(|a, b| b.bits_before.total_cmp(&a.bits_before));
    let most = terms.first().map_or(1.0, |term| term.bits_before).max(1.0);
    let (shown, folded) = terms.split_at(terms.len().min(IN_SIGHT));
    bars(page, shown, most);
    if !folded.is_empty() {
        let _ = write!(page, "<details><summary>{} phrases that tell less</summary>", folded.len());
        bars(page, folded, most);
        page.push_str("</details>");
    }
    if let Some(text) = &report.text {
        shaded(page, text, report);
    }
}

fn matters(term: &TermReport) -> bool {
    term.hidden.is_some() || term.outcome != "kept"
}

fn summary(page: &mut String, risk: &RiskReport) {
    let _ = write!(
        page,
        "<p>{:.0} % of what it told is left: {:.1} of {:.1} bits; {} of {} words were changed. Hidden things: {}; phrases \
         that told too much: {}, still: {}. Had it leaked as it was, it would have given away {:.1} bits.</p>",
        risk.utility * 100.0,
        risk.bits_after,
        risk.bits_before,
        risk.words_changed,
        risk.words,
        risk.hidden,
        risk.objected,
        risk.above,
        risk.exposure
    );
    if risk.models.is_empty() {
        return;
    }
    page.push_str(
        "<table class=\"few\"><tr><th>risk model<th class=\"n\">worst before<th class=\"n\">worst left\
         <th class=\"n\">limit<th></tr>",
    );
    for model in &risk.models {
        let number = |value: Option<f64>| value.map_or("&ndash;".to_owned(), |value| format!("{value:.2}"));
        let _ = write!(
            page,
            "<tr><td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{:.2}<td>{}",
            escape(&model.model),
            number(model.before),
            number(model.left),
            model.limit,
            escape(&model.unit)
        );
    }
    page.push_str("</table>");
}

/// Bits before and after, a row a phrase.
fn bars(page: &mut String, terms: &[&TermReport], most: f64) {
    if terms.is_empty() {
        return;
    }
    let quoted = terms.iter().any(|term| term.text.is_some());
    let head = if quoted { "<th>phrase<th>became" } else { "" };
    let _ = write!(
        page,
        "<table><tr><th>where{head}<th>what<th class=\"n\">bits<th>before, after<th>most telling for<th>outcome\
         <th>not taken</tr>"
    );
    for term in terms {
        let [start, end] = term.places.first().copied().unwrap_or_default();
        let more = term.places.len().saturating_sub(1);
        let _ = write!(page, "<tr><td class=\"n\" style=\"white-space:nowrap\">{start}&ndash;{end}");
        if more > 0 {
            let _ = write!(page, " (+{more})");
        }
        if quoted {
            let became = term.became.as_deref().unwrap_or_default();
            let _ = write!(page, "<td>{}<td>{}", escape(term.text.as_deref().unwrap_or_default()), escape(became));
        }
        let width = |bits: f64| (bits.max(0.0) / most * 160.0).min(160.0);
        let _ = write!(
            page,
            "<td>{}<td class=\"n\">{:.1}&nbsp;&rarr;&nbsp;{:.1}<td><span class=\"two was\" style=\"width:{:.0}px\"></span>\
             <span class=\"two is\" style=\"width:{:.0}px\"></span><td>{}<td class=\"{}\">{}<td>{}",
            what(term),
            term.bits_before,
            term.bits_after,
            width(term.bits_before),
            width(term.bits_after),
            worst(&term.risks).map_or(String::new(), objection),
            if term.outcome.contains("kept") || term.outcome == "left alone" { "keep" } else { "mask" },
            outcome(term),
            not_taken(term)
        );
    }
    page.push_str("</table>");
}

fn what(term: &TermReport) -> String {
    let category = escape(term.category.as_deref().unwrap_or("term"));
    match term.hidden {
        Some(number) => format!("{category}, hidden {number}"),
        None => category,
    }
}

fn outcome(term: &TermReport) -> String {
    match &term.way {
        Some(way) => format!("{} <small>({})</small>", escape(&term.outcome), escape(way)),
        None => escape(&term.outcome),
    }
}

/// The risk that reaches most of its limit.
fn worst(risks: &[TermRisk]) -> Option<&TermRisk> {
    risks.iter().max_by(|a, b| a.share().total_cmp(&b.share()))
}

fn objection(risk: &TermRisk) -> String {
    let about = match (&risk.topic, risk.about) {
        (Some(topic), _) => format!(", of {} ({})", escape(topic), escape(&risk.basis)),
        (None, Some(number)) => format!(", of hidden {number}"),
        (None, None) => String::new(),
    };
    format!("{} {:.2} of {:.2}{about}", escape(&risk.model), risk.value, risk.limit)
}

fn not_taken(term: &TermReport) -> String {
    if term.rejected.is_empty() {
        return String::new();
    }
    let mut all = format!("<details><summary>{}</summary>", term.rejected.len());
    for rejected in &term.rejected {
        let _ = write!(all, "<div>");
        if let Some(text) = &rejected.text {
            let _ = write!(all, "{}: ", escape(text));
        }
        let _ = write!(all, "{:.1} bits, {}", rejected.bits, escape(&rejected.why));
        if let Some(risk) = &rejected.risk {
            let _ = write!(all, " ({})", objection(risk));
        }
        all.push_str("</div>");
    }
    all + "</details>"
}

/// Where the curve is drawn.
const LEFT: f64 = 40.0;
const TOP: f64 = 10.0;
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 150.0;

/// How much would stay as the limit moves.
fn draw(page: &mut String, curve: &CurveReport) {
    let most = curve.points.last().map_or(1.0, |point| point[0]).max(f64::MIN_POSITIVE);
    let x = |limit: f64| LEFT + (limit / most).clamp(0.0, 1.0) * WIDTH;
    let y = |share: f64| TOP + (1.0 - share.clamp(0.0, 1.0)) * HEIGHT;
    let stays = curve.points.iter().rev().find(|point| point[0] <= curve.limit).map_or(0.0, |point| point[1]);
    let (model, unit) = (escape(&curve.model), escape(&curve.unit));
    let label = format!(
        "Share of what phrases tell that would stay as it is, by the limit of {model} in {unit}: {:.0} % at the limit \
         in force, {:.2}.",
        stays * 100.0,
        curve.limit
    );
    let _ = write!(
        page,
        "<figure style=\"margin:1rem 0\"><svg viewBox=\"0 0 500 200\" width=\"500\" height=\"200\" role=\"img\" \
         aria-label=\"{label}\">"
    );
    for share in [0.0, 0.5, 1.0] {
        let _ = write!(
            page,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"var(--line)\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{4:.0} %</text>",
            LEFT + WIDTH,
            y(share),
            LEFT - 5.0,
            y(share) + 4.0,
            share * 100.0
        );
    }
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let limit = most * part;
        let _ = write!(
            page,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{limit:.1}</text>",
            x(limit),
            TOP + HEIGHT + 16.0
        );
    }
    page.push_str("<polyline fill=\"none\" stroke=\"var(--keep)\" stroke-width=\"2\" points=\"");
    for point in &curve.points {
        let _ = write!(page, "{:.1},{:.1} ", x(point[0]), y(point[1]));
    }
    let _ = write!(
        page,
        "\"/><line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{TOP}\" y2=\"{1}\" stroke=\"var(--mask)\" stroke-dasharray=\"4 3\"/>\
         <circle cx=\"{0:.1}\" cy=\"{2:.1}\" r=\"4\" fill=\"var(--mask)\"/>\
         <text x=\"{3}\" y=\"{4}\" text-anchor=\"middle\">limit of {model}, {unit}</text></svg>\
         <figcaption><small>{label}</small></figcaption></figure>",
        x(curve.limit),
        TOP + HEIGHT,
        y(stays),
        LEFT + WIDTH / 2.0,
        TOP + HEIGHT + 34.0
    );
}

/// The document itself, each phrase the darker the more it tells of what it may.
fn shaded(page: &mut String, text: &str, report: &Report) {
    let unit = match report.offsets.as_str() {
        "codepoints" => OffsetUnit::CodePoints,
        "utf16" => OffsetUnit::Utf16,
        _ => OffsetUnit::Bytes,
    };
    let offsets = OffsetConverter::new(text, unit);
    let mut places: Vec<(usize, usize, &TermReport)> = Vec::new();
    for term in &report.terms {
        let byte = |at: usize| offsets.to_byte(at);
        let within = |place: &[usize; 2]| Some((byte(place[0])?, byte(place[1])?, term));
        places.extend(term.places.iter().filter_map(within));
    }
    places.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
    page.push_str(
        "<h3>The document, as it was</h3><p class=\"key\"><small>Phrases reach \
         <mark class=\"l1\">half of a limit</mark> <mark class=\"l2\">nearly all of it</mark> \
         <mark class=\"l3\">the limit</mark> <mark class=\"l4\">half as much again</mark>; \
         <mark class=\"h\">hidden</mark></small></p><div class=\"text\">",
    );
    let mut at = 0;
    for (start, end, term) in places {
        // Names may stand within names; the longer one is shown.
        let Some((before, phrase)) = text.get(at..start).zip(text.get(start..end)) else { continue };
        page.push_str(&escape(before));
        let _ = write!(page, "<mark class=\"{}\" title=\"{}\">{}</mark>", level(term), told(term), escape(phrase));
        at = end;
    }
    page.push_str(&escape(text.get(at..).unwrap_or_default()));
    page.push_str("</div>");
}

/// How dark.
fn level(term: &TermReport) -> &'static str {
    if term.hidden.is_some() {
        return "h";
    }
    match worst(&term.risks).map_or(0.0, TermRisk::share) {
        share if share >= 1.5 => "l4",
        share if share >= 1.0 => "l3",
        share if share >= 0.8 => "l2",
        share if share >= 0.5 => "l1",
        _ => "l0",
    }
}

/// What is told of a phrase where it stands.
fn told(term: &TermReport) -> String {
    let mut told = format!("{}: {:.1} bits", what(term), term.bits_before);
    if let Some(risk) = worst(&term.risks) {
        let _ = write!(told, "; {}", objection(risk));
    }
    let _ = write!(told, "; {}", escape(&term.outcome));
    if let Some(became) = &term.became {
        let _ = write!(told, ": {}", escape(became));
    }
    told
}
