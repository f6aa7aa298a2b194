//! `sfumato policy`.

use std::fmt::Write as _;

use sfumato::risk::{Limit, Topics};
use sfumato::{Bundle, ConfigError, Own, mask};

use crate::args::Policy;
use crate::failure::Failure;
use crate::taxonomies::Files;
use crate::{Completeness, jobs, print};

/// Lists, shows or checks policies.
pub fn run(policy: Policy) -> Result<Completeness, Failure> {
    let text = match policy {
        Policy::List => list()?,
        Policy::Show { name } => match Bundle::policy_file(&name) {
            Some(toml) => toml.to_owned(),
            None => {
                jobs::policy(&name)?;
                std::fs::read_to_string(&name).map_err(|error| Failure::io(format!("policy {name}"), &error))?
            }
        },
        Policy::Check { name } => check(&name)?,
    };
    print(&text)?;
    Ok(Completeness::Complete)
}

fn list() -> Result<String, Failure> {
    let mut out = String::new();
    for name in Bundle::policies() {
        let policy = jobs::policy(name)?;
        let _ = writeln!(out, "{name:<18} {}", policy.about);
    }
    Ok(out)
}

/// What a policy does, rule by rule.
fn check(name: &str) -> Result<String, Failure> {
    let policy = jobs::policy(name)?;
    if let Some(unknown) = policy.recognise.models.iter().find(|model| !Bundle::learned().any(|it| it == *model)) {
        return Err(Failure::at(format!("policy {name}"), ConfigError::NoModel { name: unknown.clone() }));
    }
    let order = policy.knowledge.order.iter().filter(|taxonomy| !taxonomy.ends_with(".kb"));
    if let Some(unknown) = order.into_iter().find(|taxonomy| Bundle::taxonomy(taxonomy).is_none()) {
        let known = Bundle::taxonomies().collect::<Vec<_>>().join(", ");
        let what = format!("there is no taxonomy `{unknown}`; there are {known}, and files ending in .kb");
        return Err(Failure::at(format!("policy {name}"), what));
    }
    let mut out = format!("{name}: well formed\n");
    let language = policy.language.map_or("told from the document", |language| language.code());
    let _ = writeln!(out, "language   {language}\nthreshold  {}", policy.threshold);
    let models = match policy.recognise.models.as_slice() {
        [] => "none".to_owned(),
        models => models.join(", "),
    };
    let _ = writeln!(out, "models     {models}\npatterns   {}", policy.recognise.patterns.name());
    for (category, operator) in policy.rules() {
        let _ = writeln!(out, "{category:<20} {}", operator.name());
    }
    out.push_str(&topics(&policy, name)?);
    out.push_str(&limits(&policy));
    out.push_str(&pseudonyms(&policy));
    let _ = writeln!(
        out,
        "{} names protected, {} values allowed, {} categories with words of their own",
        policy.entities.len(),
        policy.allow.len(),
        policy.deny.len()
    );
    let file = policy.file;
    let _ = writeln!(
        out,
        "in files: metadata {}, pictures {}, embedded {}",
        file.metadata.name(),
        file.pictures.name(),
        file.embedded.name()
    );
    if policy.needs_key() {
        out.push_str("needs a key: --key-file or SFUMATO_KEY\n");
    }
    Ok(out)
}

/// What belongs to each topic.
fn topics(policy: &mask::Policy, name: &str) -> Result<String, Failure> {
    let mut out = String::new();
    if policy.topics.is_empty() {
        return Ok(out);
    }
    let files = Files::of(policy.clone(), name, &[])?;
    let own = files.own()?;
    let wrong = |error: &dyn std::fmt::Display| Failure::at(format!("policy {name}"), error);
    let world = Bundle::world_of(&policy.knowledge, &Own { taxonomies: Some(&own), ..Own::default() })
        .map_err(|error| wrong(&error))?;
    let topics = Topics::new(&world, &policy.topics).map_err(|error| wrong(&error))?;
    for topic in topics.expansion() {
        let _ = writeln!(
            out,
            "topic {}: {} concepts, {} names ({} of them doubtful), {} phrases",
            topic.topic, topic.concepts, topic.names, topic.doubtful, topic.phrases
        );
    }
    Ok(out)
}

/// How pseudonyms are chosen, if there are any.
fn pseudonyms(policy: &mask::Policy) -> String {
    if !policy.pseudonymises() {
        return String::new();
    }
    let settings = &policy.pseudonyms.settings;
    let dates = [("days", settings.dates.days), ("months", settings.dates.months), ("years", settings.dates.years)];
    let moved = dates
        .into_iter()
        .filter_map(|(unit, range)| range.map(|range| format!("{} to {} {unit}", range.least, range.most)));
    let moved = moved.collect::<Vec<_>>().join(", ");
    let ages = &settings.ages;
    format!(
        "pseudonyms: names of the {} commonest, dates by {moved}, ages by up to {} years from {} on; {} fixed\n",
        settings.names.commonest,
        ages.range,
        ages.from,
        settings.fixed.len()
    )
}

/// How much may be told.
fn limits(policy: &mask::Policy) -> String {
    let said = |limit: &Limit| match limit {
        Limit::Bits(bits) => format!("{bits} bits"),
        Limit::As(term) => format!("as much as `{term}`"),
        Limit::LeastHidden => "least-hidden".to_owned(),
        Limit::MostShown => "most-shown".to_owned(),
        Limit::LeastListed => "least-listed".to_owned(),
    };
    let limits = &policy.limits;
    let mut out = String::new();
    for (what, limit) in [("specificity", &limits.informative), ("disclosure", &limits.disclosure)] {
        if let Some(limit) = limit {
            let _ = writeln!(out, "limit of {what}: {}", said(limit));
        }
    }
    if let Some(cosine) = limits.related {
        let _ = writeln!(out, "limit of relatedness: a cosine of {cosine}");
    }
    out
}
