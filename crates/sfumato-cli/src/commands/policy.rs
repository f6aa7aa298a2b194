//! `sfumato policy`.

use std::fmt::Write as _;

use sfumato::pseudonym::{
    BirthTreatment, CheckDigitTreatment, DatesMovePer, PseudonymSettings, SeasonTreatment, ShiftRange,
    SubstituteCountry,
};
use sfumato::risk::{Context, Limit, Topics};
use sfumato::{BroughtKnowledge, BuildError, Bundle, mask};

use crate::args::PolicyCommand;
use crate::failure::Failure;
use crate::taxonomies::TaxonomyFiles;
use crate::{Completeness, jobs, print};

/// Lists, shows or checks policies.
pub fn run(policy: PolicyCommand) -> Result<Completeness, Failure> {
    let text = match policy {
        PolicyCommand::List => list()?,
        PolicyCommand::Show { name } => match Bundle::policy_file(&name) {
            Some(toml) => toml.to_owned(),
            None => {
                jobs::policy(&name)?;
                std::fs::read_to_string(&name).map_err(|error| Failure::io(format!("policy {name}"), &error))?
            }
        },
        PolicyCommand::Check { name } => check(&name)?,
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

/// Every setting of a policy, the defaults included.
fn check(name: &str) -> Result<String, Failure> {
    let policy = jobs::policy(name)?;
    let (models, _) = Bundle::models_of(&policy);
    if let Some(unknown) = models.iter().find(|model| !Bundle::learned().any(|it| it == *model)) {
        return Err(Failure::at(format!("policy {name}"), BuildError::NoModel { name: unknown.clone() }));
    }
    let order = policy.knowledge.order.iter().filter(|taxonomy| !taxonomy.ends_with(".kb"));
    if let Some(unknown) = order.into_iter().find(|taxonomy| Bundle::taxonomy(taxonomy).is_none()) {
        let known: Vec<&str> = Bundle::taxonomies().collect();
        let hint = mask::suggestion_or(unknown, &known, ", and files ending in .kb");
        let what = format!("there is no taxonomy `{unknown}`; {hint}");
        return Err(Failure::at(format!("policy {name}"), what));
    }
    let mut out = format!("{name}: well formed\n");
    let sections =
        [of_recognition(&policy), of_rules(&policy), of_limits(&policy), of_pseudonyms(&policy), of_file(&policy)];
    for (key, value) in sections.into_iter().flatten() {
        let _ = writeln!(out, "{key:<26} {value}");
    }
    out.push_str(&topics(&policy, name)?);
    if policy.needs_key() {
        out.push_str("needs a key: --key-file or SFUMATO_KEY\n");
    }
    Ok(out)
}

/// Settings by the keys that a policy's file has for them, with what counts where the file is silent.
type PolicySettings = Vec<(String, String)>;

fn setting(key: &str, value: impl ToString) -> (String, String) {
    (key.to_owned(), value.to_string())
}

fn listed<N: AsRef<str>>(names: &[N], none: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { none.to_owned() } else { names.join(", ") }
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// The settings of recognition.
fn of_recognition(policy: &mask::Policy) -> PolicySettings {
    let recognise = &policy.recognise;
    let (models, only) = Bundle::models_of(policy);
    let chosen = if recognise.models.is_none() { " (the program's choice)" } else { "" };
    let paths: Vec<&str> = only.iter().map(|category| category.path()).collect();
    vec![
        setting("language", policy.language.map_or("told from the document", |language| language.code())),
        setting("threshold", policy.threshold),
        setting("recognise.models", listed(&models, "none") + chosen),
        setting("recognise.only", listed(&paths, "whatever models find")),
        setting("recognise.quality", recognise.quality.name()),
        setting("recognise.sensitivity", recognise.sensitivity),
        setting("recognise.patterns", recognise.patterns.name()),
    ]
}

/// The settings of protection and masking.
fn of_rules(policy: &mask::Policy) -> PolicySettings {
    let counted = |count: usize, what: &str| format!("{count} {what}");
    let mut settings = vec![
        setting("protect.entities", counted(policy.entities.len(), "names")),
        setting("protect.topics", counted(policy.topics.len(), "topics")),
        setting("protect.negated", yes_or_no(policy.protects_negated)),
        setting("allow.values", counted(policy.allow.len(), "values")),
        setting("deny", counted(policy.deny.len(), "categories with words of their own")),
    ];
    settings
        .extend(policy.rules().map(|(category, operator)| (format!("mask.{category}"), operator.name().to_owned())));
    settings.push(setting("mask.otherwise", policy.otherwise.name()));
    settings
}

/// The settings of limits.
fn of_limits(policy: &mask::Policy) -> PolicySettings {
    let limit_text = |limit: &Option<Limit>| match limit {
        None => "none".to_owned(),
        Some(Limit::Bits(bits)) => format!("{bits} bits"),
        Some(Limit::As(term)) => format!("as much as `{term}`"),
        Some(Limit::LeastHidden) => "least-hidden".to_owned(),
        Some(Limit::MostShown) => "most-shown".to_owned(),
        Some(Limit::LeastListed) => "least-listed".to_owned(),
    };
    if !policy.needs_world() {
        return vec![setting("limit", "none")];
    }
    let limits = &policy.limits;
    let context = match limits.context {
        Context::Words(words) => format!("{words} words"),
        Context::Sentence => "sentence".to_owned(),
        Context::Paragraph => "paragraph".to_owned(),
        Context::Document => "document".to_owned(),
    };
    let about: Vec<&str> = limits.about.iter().map(|category| category.path()).collect();
    vec![
        setting("limit.informative", limit_text(&limits.informative)),
        setting("limit.disclosure", limit_text(&limits.disclosure)),
        setting("limit.related", limits.related.map_or("none".to_owned(), |cosine| format!("a cosine of {cosine}"))),
        setting("limit.names_tell", format!("{} bits more", limits.names_tell)),
        setting("limit.leeway", format!("{} bits", limits.leeway)),
        setting("limit.context", context),
        setting("limit.contextualised", yes_or_no(limits.is_contextualised)),
        setting("limit.sets", limits.sets),
        setting("limit.about", listed(&about, "nothing")),
        setting("limit.same", yes_or_no(limits.is_same)),
        setting("limit.leave", listed(&limits.leave, "nothing")),
        setting("knowledge.order", listed(&policy.knowledge.order, "all that is embedded")),
        setting("knowledge.information", policy.knowledge.information.name()),
    ]
}

/// The settings of pseudonyms, if the policy gives any.
fn of_pseudonyms(policy: &mask::Policy) -> PolicySettings {
    if !policy.pseudonymises() {
        return Vec::new();
    }
    let PseudonymSettings { names, dates, ages, numbers, places, replaces_origins, fixed } =
        &policy.pseudonyms.settings;
    let range = |range: &Option<ShiftRange>| {
        range.map_or("none".to_owned(), |range| format!("{} to {}", range.least, range.most))
    };
    let per = match dates.per {
        DatesMovePer::Document => "document",
        DatesMovePer::Person => "person",
        DatesMovePer::Folder => "folder",
    };
    let seasons = if dates.seasons == SeasonTreatment::Keep { "keep" } else { "shift" };
    let births = if dates.births == BirthTreatment::WithAge { "with-age" } else { "with-dates" };
    let check = if numbers.check == CheckDigitTreatment::Valid { "valid" } else { "invalid" };
    let own = [&names.female, &names.male, &names.surnames].map(Vec::len);
    vec![
        setting("pseudonyms.mark", if policy.pseudonyms.mark.is_empty() { "none" } else { &policy.pseudonyms.mark }),
        setting("pseudonyms.listed", yes_or_no(policy.pseudonyms.is_listed)),
        setting("pseudonyms.names", format!("of the {} commonest", names.commonest)),
        setting("pseudonyms.names.gender", if names.keeps_gender { "kept" } else { "any" }),
        setting("pseudonyms.names.neutral", yes_or_no(names.neutral)),
        setting("pseudonyms.names.own", format!("{} female, {} male, {} surnames", own[0], own[1], own[2])),
        setting("pseudonyms.dates.days", range(&dates.days)),
        setting("pseudonyms.dates.months", range(&dates.months)),
        setting("pseudonyms.dates.years", range(&dates.years)),
        setting("pseudonyms.dates.per", per),
        setting("pseudonyms.dates.seasons", seasons),
        setting("pseudonyms.dates.births", births),
        setting(
            "pseudonyms.ages",
            format!("by up to {} years from {} on, over {} together", ages.range, ages.from, ages.old),
        ),
        setting("pseudonyms.numbers.check", check),
        setting("pseudonyms.numbers.phones", if numbers.reserved_phones { "reserved" } else { "any" }),
        setting("pseudonyms.places.country", if places.country == SubstituteCountry::Same { "same" } else { "other" }),
        setting("pseudonyms of origins", if *replaces_origins { "replaced" } else { "kept" }),
        setting("pseudonyms.fixed", format!("{} values", fixed.len())),
    ]
}

/// The settings for the parts of files besides text.
fn of_file(policy: &mask::Policy) -> PolicySettings {
    let file = policy.file;
    vec![
        setting("file.metadata", file.metadata.name()),
        setting("file.pictures", file.pictures.name()),
        setting("file.embedded", file.embedded.name()),
        setting("file.numbers", file.numbers.name()),
    ]
}

/// The concepts that belong to each topic.
fn topics(policy: &mask::Policy, name: &str) -> Result<String, Failure> {
    let mut out = String::new();
    if policy.topics.is_empty() {
        return Ok(out);
    }
    let files = TaxonomyFiles::of(policy.clone(), name, &[])?;
    let own = BroughtKnowledge::default().taxonomies(files.own()?);
    let wrong = |error: &dyn std::fmt::Display| Failure::at(format!("policy {name}"), error);
    let world = Bundle::world_of(&policy.knowledge, &own).map_err(|error| wrong(&error))?;
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
