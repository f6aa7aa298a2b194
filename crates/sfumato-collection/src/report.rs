//! The account of a collection: the table before and after, the sizes of classes, the risks, and who was unique and why.

use std::collections::BTreeMap;

use serde::Serialize;
use sfumato::microdata::PrivacyModel;

use crate::labels::label;
use crate::solution::node_of;
use crate::table::class_sizes;
use crate::{
    Attribute, AttributeClasses, CollectionGoal, CollectionTable, DictionaryEntry, ROOT, ValueNode, WrittenCollection,
    bits_kept,
};

/// How likely people are found by somebody who knows their quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CollectionRisk {
    /// How many look like nobody else.
    pub unique: usize,
    /// The number of classes.
    pub classes: usize,
    /// The size of the smallest.
    pub smallest: usize,
    /// The highest probability of being found.
    pub highest: f64,
    /// The mean probability.
    pub average: f64,
    /// How many people are in classes of each size.
    pub sizes: BTreeMap<usize, usize>,
}

impl CollectionRisk {
    fn of(sizes: &[usize]) -> Self {
        let mut people: BTreeMap<usize, usize> = BTreeMap::new();
        sizes.iter().for_each(|size| *people.entry(*size).or_default() += 1);
        let classes: usize = people.iter().map(|(size, people)| people / size.max(&1)).sum();
        let smallest = people.keys().next().copied().unwrap_or(0);
        Self {
            unique: people.get(&1).copied().unwrap_or(0),
            classes,
            smallest,
            highest: if smallest > 0 { 1.0 / smallest as f64 } else { 0.0 },
            average: classes as f64 / sizes.len().max(1) as f64,
            sizes: people,
        }
    }
}

/// Somebody who was unique, and by what.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UniquePerson {
    /// The document.
    pub document: String,
    /// The attributes without any one of which nobody would be unique; all quasi-identifiers if it takes several to go.
    pub by: Vec<&'static str>,
    /// How many look the same in what was written; nothing if the document is left out.
    pub now_among: Option<usize>,
}

/// The account of a collection.
#[derive(Clone, PartialEq, Serialize)]
pub struct CollectionReport {
    /// The version of this form.
    pub version: u32,
    /// What held of what was read from the written documents.
    pub models: Vec<String>,
    /// The number of people.
    pub people: usize,
    /// How many of them are left out.
    pub left_out: usize,
    /// How often some documents had to be written anew.
    pub rounds: usize,
    /// What there is in the table.
    pub dictionary: Vec<DictionaryEntry>,
    /// Risks of the table as it was.
    pub before: CollectionRisk,
    /// Risks of the table that was read from the written documents.
    pub after: CollectionRisk,
    /// The normalised certainty penalty by attribute and in all.
    pub penalties: BTreeMap<&'static str, f64>,
    /// The share of the bits of the quasi-identifiers that is left.
    pub bits_kept: f64,
    /// Who was unique.
    pub unique: Vec<UniquePerson>,
    /// The table before and after; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<ReportedRow>>,
}

// It may quote documents.
impl std::fmt::Debug for CollectionReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CollectionReport({} people)", self.people)
    }
}

/// A record before and after.
#[derive(Clone, PartialEq, Serialize)]
pub struct ReportedRow {
    /// The document.
    pub document: String,
    /// The values as they were.
    pub before: BTreeMap<&'static str, String>,
    /// The values that were read from what was written.
    pub after: BTreeMap<&'static str, String>,
}

const VERSION: u32 = 1;
/// So many unique people are told one by one in a page.
const MOST_TOLD: usize = 200;

impl CollectionReport {
    /// The account of a collection that was written; it quotes the tables if asked to.
    pub fn new(table: &CollectionTable, goal: &CollectionGoal, written: &WrittenCollection, show_text: bool) -> Self {
        let classes = &goal.classes;
        let quasi: Vec<Attribute> = classes.quasi().collect();
        let before = class_sizes(&table.keys(&quasi));
        let mut after = written.sizes.iter();
        let now: Vec<Option<usize>> =
            written.solution.nodes.iter().map(|nodes| nodes.as_ref().and_then(|_| after.next().copied())).collect();
        Self {
            version: VERSION,
            models: goal.models.iter().map(PrivacyModel::name).collect(),
            people: table.people.len(),
            left_out: now.iter().filter(|size| size.is_none()).count(),
            rounds: written.rounds,
            dictionary: table.dictionary(classes),
            before: CollectionRisk::of(&before),
            after: CollectionRisk::of(&written.sizes),
            penalties: written.solution.penalties.clone(),
            bits_kept: bits_kept(table, &written.solution, classes),
            unique: unique(table, &quasi, &before, &now),
            table: show_text.then(|| rows(table, classes, written)),
        }
    }

    /// One line for people.
    pub fn summary(&self) -> String {
        format!(
            "{} people, {} left out; unique {} before, {} after; smallest class {} after; {:.0} % of the bits of quasi-identifiers kept; {}",
            self.people,
            self.left_out,
            self.before.unique,
            self.after.unique,
            self.after.smallest,
            self.bits_kept * 100.0,
            self.models.join(", "),
        )
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data") + "\n"
    }

    /// As a page.
    pub fn to_html(&self) -> String {
        let mut page = String::from(
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Collection</title>\n<style>\
             body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
             table{border-collapse:collapse;margin:1rem 0}td,th{border-bottom:1px solid #ddd;padding:.2rem .6rem;text-align:left}\
             td.n{text-align:right}svg{background:#fafafa}</style>\n<h1>Collection</h1>\n",
        );
        page += &format!("<p>{}</p>\n", escaped(&self.summary()));
        page += "<h2>Sizes of classes</h2>\n<p>People by how many look the same: before in grey, after in blue.</p>\n";
        page += &sizes_picture(&self.before.sizes, &self.after.sizes);
        page += "<h2>Risks</h2>\n<table><tr><th><th>before<th>after</tr>\n";
        for (name, before, after) in [
            ("unique", self.before.unique as f64, self.after.unique as f64),
            ("classes", self.before.classes as f64, self.after.classes as f64),
            ("smallest class", self.before.smallest as f64, self.after.smallest as f64),
        ] {
            page += &format!("<tr><td>{name}<td class=n>{before:.0}<td class=n>{after:.0}</tr>\n");
        }
        for (name, before, after) in [
            ("highest risk", self.before.highest, self.after.highest),
            ("average risk", self.before.average, self.after.average),
        ] {
            page +=
                &format!("<tr><td>{name}<td class=n>{:.1} %<td class=n>{:.1} %</tr>\n", before * 100.0, after * 100.0);
        }
        page += "</table>\n<h2>Attributes</h2>\n<table><tr><th>attribute<th>class<th>people<th>values<th>unique<th>bits<th>makes unique<th>lost</tr>\n";
        for entry in &self.dictionary {
            let makes = entry.makes_unique.map_or_else(String::new, |count| count.to_string());
            let lost =
                self.penalties.get(entry.attribute).map_or_else(String::new, |lost| format!("{:.1} %", lost * 100.0));
            page += &format!(
                "<tr><td>{}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{:.1}<td class=n>{makes}<td class=n>{lost}</tr>\n",
                entry.attribute, entry.class, entry.people, entry.values, entry.unique, entry.bits
            );
        }
        page += "</table>\n<h2>Who was unique</h2>\n<table><tr><th>document<th>by<th>now among</tr>\n";
        for person in self.unique.iter().take(MOST_TOLD) {
            let now = person.now_among.map_or_else(|| "left out".to_owned(), |size| size.to_string());
            page +=
                &format!("<tr><td>{}<td>{}<td class=n>{now}</tr>\n", escaped(&person.document), person.by.join(", "));
        }
        page += "</table>\n";
        if let Some(rows) = &self.table {
            page += "<h2>Table</h2>\n<table><tr><th>document<th>before<th>after</tr>\n";
            let all = |values: &BTreeMap<&str, String>| {
                let all: Vec<String> = values.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                escaped(&all.join("; "))
            };
            for row in rows {
                page += &format!(
                    "<tr><td>{}<td>{}<td>{}</tr>\n",
                    escaped(&row.document),
                    all(&row.before),
                    all(&row.after)
                );
            }
            page += "</table>\n";
        }
        page + "</html>\n"
    }
}

/// Who was unique, and by what.
fn unique(table: &CollectionTable, quasi: &[Attribute], before: &[usize], now: &[Option<usize>]) -> Vec<UniquePerson> {
    let without: Vec<(Attribute, Vec<usize>)> = quasi
        .iter()
        .map(|attribute| {
            let others: Vec<Attribute> = quasi.iter().copied().filter(|other| other != attribute).collect();
            (*attribute, class_sizes(&table.keys(&others)))
        })
        .collect();
    let told = |(record, size): (usize, &usize)| {
        let by: Vec<&str> = without
            .iter()
            .filter(|(_, sizes)| *size == 1 && sizes[record] > 1)
            .map(|(attribute, _)| attribute.name())
            .collect();
        let all = || quasi.iter().filter(|attribute| table.people[record].record.value(**attribute).is_some());
        let by = if by.is_empty() { all().map(|attribute| attribute.name()).collect() } else { by };
        (*size == 1).then(|| UniquePerson { document: table.people[record].name.clone(), by, now_among: now[record] })
    };
    before.iter().enumerate().filter_map(told).collect()
}

fn rows(table: &CollectionTable, classes: &AttributeClasses, written: &WrittenCollection) -> Vec<ReportedRow> {
    let language = table.language();
    let shown = |attribute: Attribute, node: &ValueNode| {
        (node.as_str() != ROOT).then(|| (attribute.name(), label(attribute, node, language)))
    };
    table
        .people
        .iter()
        .zip(&written.read_back)
        .map(|(person, now)| ReportedRow {
            document: person.name.clone(),
            before: classes.quasi().filter_map(|attribute| shown(attribute, person.record.value(attribute)?)).collect(),
            after: now
                .iter()
                .flat_map(|now| classes.quasi().filter_map(|attribute| shown(attribute, &node_of(now, attribute))))
                .collect(),
        })
        .collect()
}

/// People by the size of their class, before and after.
fn sizes_picture(before: &BTreeMap<usize, usize>, after: &BTreeMap<usize, usize>) -> String {
    const EDGES: [usize; 9] = [1, 2, 3, 5, 10, 20, 50, 100, usize::MAX];
    const HEIGHT: f64 = 160.0;
    let count = |sizes: &BTreeMap<usize, usize>, bin: usize| -> usize {
        sizes.range(EDGES[bin]..EDGES[bin + 1]).map(|(_, people)| people).sum()
    };
    let most = (0..8).flat_map(|bin| [count(before, bin), count(after, bin)]).max().unwrap_or(1).max(1) as f64;
    let mut svg = String::from("<svg width=\"560\" height=\"200\" role=\"img\">\n");
    for bin in 0..8 {
        let x = 20 + bin * 66;
        for (sizes, shift, colour) in [(before, 0, "#999"), (after, 26, "#2a6fb0")] {
            let height = count(sizes, bin) as f64 / most * HEIGHT;
            svg += &format!(
                "<rect x=\"{}\" y=\"{:.1}\" width=\"24\" height=\"{height:.1}\" fill=\"{colour}\"><title>{}</title></rect>\n",
                x + shift,
                HEIGHT + 10.0 - height,
                count(sizes, bin)
            );
        }
        let name = match (EDGES[bin], EDGES[bin + 1]) {
            (from, usize::MAX) => format!("{from}+"),
            (from, to) if to == from + 1 => from.to_string(),
            (from, to) => format!("{from}-{}", to - 1),
        };
        svg += &format!("<text x=\"{}\" y=\"188\" font-size=\"12\" text-anchor=\"middle\">{name}</text>\n", x + 25);
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
