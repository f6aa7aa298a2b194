//! `sfumato policy`.

use std::fmt::Write as _;

use sfumato::{Bundle, ConfigError};

use crate::args::Policy;
use crate::failure::Failure;
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
        let _ = writeln!(out, "{name:<16} {}", policy.about);
    }
    Ok(out)
}

/// What a policy does, rule by rule.
fn check(name: &str) -> Result<String, Failure> {
    let policy = jobs::policy(name)?;
    if let Some(unknown) = policy.recognise.models.iter().find(|model| Bundle::package(model).is_none()) {
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
