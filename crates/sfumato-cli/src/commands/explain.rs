//! `sfumato explain`.

use std::fmt::Write as _;

use sfumato::detect::labels::LabelSet;
use sfumato::detect::learned::NetworkQuality;
use sfumato::detect::learned::neural::Encoder;
use sfumato::detect::patterns::RecogniserDefinition;
use sfumato::detect::{Category, EntityLinks, RepeatSearch, SubstituteDomain};
use sfumato::language::Language;
use sfumato::{Bundle, Explanation, mask};

use crate::args::ExplainArguments;
use crate::failure::Failure;
use crate::{Completeness, print};

/// Explains a recogniser, model, policy or category, or lists all recognisers and models.
pub fn run(explain: &ExplainArguments) -> Result<Completeness, Failure> {
    let text = match &explain.name {
        None => list(),
        Some(name) => match Bundle::explain(name) {
            Some(Explanation::Recogniser { toml, .. } | Explanation::Policy { toml, .. }) if explain.source => {
                toml.to_owned()
            }
            Some(Explanation::Recogniser { definition, .. }) => recogniser(&definition),
            Some(Explanation::Policy { toml, .. }) => toml.to_owned(),
            Some(Explanation::Model { language, networks, policies }) => model(name, language, &networks, &policies),
            Some(Explanation::Network { about, .. }) if explain.source => about.to_owned(),
            Some(Explanation::Network { encoder, about }) => network(encoder, about),
            Some(Explanation::Category { category: found, recognisers }) => category(&found, &recognisers),
            Some(_) | None => return Err(unknown(name)),
        },
    };
    print(&text)?;
    Ok(Completeness::Complete)
}

fn list() -> String {
    let mut out = String::new();
    for id in Bundle::recognisers() {
        if let Some(Explanation::Recogniser { definition, .. }) = Bundle::explain(id) {
            let _ = writeln!(out, "{id:<26} {}", definition.what);
        }
    }
    for name in Bundle::learned() {
        if let Some(Explanation::Model { networks, .. }) = Bundle::explain(name)
            && let Some((_, all)) = networks.first()
        {
            let _ = writeln!(out, "{name:<26} learnt from annotated documents: {}", paths(all));
        }
    }
    for name in NetworkQuality::ALL.map(NetworkQuality::name) {
        if let Some(Explanation::Network { encoder, .. }) = Bundle::explain(name) {
            let heads: Vec<&str> = encoder.ids().collect();
            let _ = writeln!(out, "{name:<26} a network for --quality {name}: {}", heads.join(", "));
        }
    }
    out
}

/// Categories in one line.
fn paths(categories: &[&Category]) -> String {
    categories.iter().map(|category| category.path()).collect::<Vec<_>>().join(", ")
}

fn category(category: &Category, recognisers: &[(String, String)]) -> String {
    let mut out = format!("{category}  (a category)\n\n{}\n", category.about().unwrap_or_default());
    let below: Vec<String> =
        Category::all().filter(|other| other.is_within(category.path())).skip(1).map(|it| it.to_string()).collect();
    if !below.is_empty() {
        let _ = writeln!(out, "\nwith everything below it: {}", below.join(", "));
    }
    let searched = match category.repeats() {
        RepeatSearch::Name => "as a whole and, with a capital, by the parts of a name",
        RepeatSearch::Code => "as a whole, in any case, and with other marks between its digits",
        RepeatSearch::Value => "as a whole",
        RepeatSearch::Replaced => "only where another of its kind stands for it",
        _ => "not at all: it means something else in every place",
    };
    let linked = match category.links() {
        EntityLinks::Names => "if one name is a part of the other",
        _ => "if they are written the same",
    };
    let replaced = match category.substitute() {
        Some(SubstituteDomain::Names) => "names of people",
        Some(SubstituteDomain::Dates) => "dates",
        Some(SubstituteDomain::Ages) => "ages",
        Some(SubstituteDomain::Places) => "places",
        Some(SubstituteDomain::Streets) => "streets",
        Some(SubstituteDomain::Institutions) => "institutions",
        Some(SubstituteDomain::Words) => "words",
        Some(SubstituteDomain::Numbers) => "numbers",
        Some(SubstituteDomain::Contacts) => "contacts",
        None => "nothing: a person has to decide",
    };
    let _ = write!(out, "\nlooked for elsewhere: {searched}\none entity:           {linked}\n");
    let _ = write!(out, "pseudonyms:           {replaced}\nlabel:                [{} 1]\n", category.placeholder());
    out.push_str("\nelsewhere called:\n");
    for set in LabelSet::ALL.into_iter().filter(|set| *set != LabelSet::Sfumato) {
        let _ = writeln!(out, "  {:<10} {}", set.name(), category.label(set));
    }
    if !recognisers.is_empty() {
        out.push_str("\nfound by:\n");
    }
    for (id, what) in recognisers {
        let _ = writeln!(out, "  {id:<24} {what}");
    }
    out
}

fn model(
    name: &str,
    language: Language,
    networks: &[(NetworkQuality, Vec<&'static Category>)],
    policies: &[&'static str],
) -> String {
    let mut out =
        format!("{name}  (learnt from annotated documents)\n\nonly in text in: {}\nfinds:\n", language.code());
    let all = networks.first().map(|(_, all)| all.as_slice()).unwrap_or_default();
    for category in all {
        let _ = writeln!(out, "  {category}");
    }
    out.push_str("\nread by the networks:\n");
    for (quality, found) in networks {
        let _ = match found.len() == all.len() {
            true => writeln!(out, "  {}", quality.name()),
            false => writeln!(out, "  {} for {}; the rest by fast", quality.name(), paths(found)),
        };
    }
    let policies = if policies.is_empty() { "none".to_owned() } else { policies.join(", ") };
    let _ = writeln!(out, "\nused by the policies: {policies}");
    out.push_str("\n`sfumato explain fast` says how its network was made, how good it is and where it is weak.\n");
    out
}

fn network(encoder: &Encoder<'_>, about: &str) -> String {
    let mut out = format!("{}  (a network, used with --quality {})\n\nstands for:\n", encoder.name(), encoder.name());
    for id in encoder.ids() {
        let _ = writeln!(out, "  {id}");
    }
    let _ = write!(out, "\n{about}");
    out
}

/// A name that is none: the nearest of all that there are, or those that have it as a part.
fn unknown(name: &str) -> Failure {
    let recognisers: Vec<&str> = Bundle::recognisers().chain(Bundle::learned()).collect();
    let category = |id: &str| match Bundle::explain(id) {
        Some(Explanation::Recogniser { definition, .. }) => Some(definition.category),
        _ => None,
    };
    let names =
        recognisers.iter().copied().chain(Bundle::policies()).chain(NetworkQuality::ALL.map(NetworkQuality::name));
    let names = names.chain(Category::roots()).map(str::to_owned);
    let known: Vec<String> = names.chain(Bundle::recognisers().filter_map(category)).collect();
    let all: Vec<&str> = known.iter().map(String::as_str).collect();
    let last = name.rsplit('/').next().unwrap_or(name);
    let parts: Vec<&str> = recognisers.into_iter().filter(|id| last.len() >= 3 && id.contains(last)).take(3).collect();
    let hint = match (mask::nearest(name, &all), parts.as_slice()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, []) => "`sfumato explain` lists all recognisers and models".to_owned(),
        (None, parts) => format!("did you mean {}?", parts.join(", ")),
    };
    Failure::call(format!("no recogniser, model, policy or category `{name}`; {hint}"))
}

fn recogniser(definition: &RecogniserDefinition) -> String {
    let mut out = format!("{}  ({})\n\n{}\n{}\n", definition.id, definition.category, definition.what, definition.why);
    if !definition.languages.is_empty() {
        let _ = writeln!(out, "\nonly in text in: {}", definition.languages.join(", "));
    }
    if !definition.patterns.is_empty() {
        out.push_str("\nfound anywhere:\n");
    }
    for pattern in &definition.patterns {
        let _ = write!(out, "  {}: {:.2}", pattern.name, pattern.score);
        if let Some(with_context) = pattern.with_context {
            let _ = write!(out, ", {with_context:.2} with a context word near");
        }
        if let Some(check) = &pattern.check {
            let _ = write!(out, ", must pass the check `{check}`");
        }
        let _ = write!(out, "\n    {}\n", pattern.regex.trim());
    }
    if !definition.context.words.is_empty() {
        let _ = writeln!(out, "\ncontext words: {}", definition.context.words.join(", "));
    }
    if !definition.fields.is_empty() {
        out.push_str("\nfound behind a label:\n");
    }
    for field in &definition.fields {
        let _ = write!(out, "  {}: {:.2}", field.name, field.score);
        if let Some(check) = &field.check {
            let _ = write!(out, ", must pass the check `{check}`");
        }
        let _ = write!(out, "\n    labels: {}\n    value: {}\n", field.labels.join(", "), field.regex.trim());
    }
    out.push_str("\nexamples (found between « and »):\n");
    for example in &definition.tests.examples {
        let _ = writeln!(out, "  {}", example.replace('\n', " / "));
    }
    out.push_str("\ncounter-examples (nothing is found):\n");
    for example in &definition.tests.counter_examples {
        let _ = writeln!(out, "  {}", example.replace('\n', " / "));
    }
    out
}
