//! The learned recognisers of a policy.

use sfumato_detect::learned::{Learned, Package, Sensitivity};
use sfumato_detect::{Category, Fault, Finding, Findings, Recogniser, is_prose};
use sfumato_language::{Analysis, Language};
use sfumato_mask::{Recognise, nearest};

use crate::{Bundle, ConfigError};

/// A learned recogniser that reports what the policy lets it.
pub(crate) struct Model {
    learned: Learned<'static>,
    only: Vec<Category>,
}

/// The recognisers that a policy names, and those given beside it, which may report anything.
pub(crate) fn build(recognise: &Recognise, more: &[(String, Package<'static>)]) -> Result<Vec<Model>, ConfigError> {
    let mut models: Vec<Model> = Vec::new();
    for name in &recognise.models {
        let package = Bundle::package(name).ok_or_else(|| ConfigError::NoModel { name: name.clone() })?;
        let package = package.map_err(|error| ConfigError::Model { name: name.clone(), error })?;
        models.push(Model::new(name, package, recognise.sensitivity, &recognise.only)?);
    }
    for (name, package) in more {
        // What is named twice finds nothing twice.
        models.retain(|model| model.learned.package().id() != package.id());
        models.push(Model::new(name, package, recognise.sensitivity, &[])?);
    }
    Ok(models)
}

impl Model {
    fn new(
        name: &str,
        package: &Package<'static>,
        sensitivity: Sensitivity,
        only: &[Category],
    ) -> Result<Self, ConfigError> {
        let around = Bundle::surroundings(package.language())?;
        let learned = Learned::new(package.clone(), around, sensitivity);
        let learned = learned.map_err(|error| ConfigError::Model { name: name.to_owned(), error })?;
        Ok(Self { learned, only: only.to_vec() })
    }

    /// What it looks for, and in which language.
    pub fn answers_for(&self) -> impl Iterator<Item = (Language, Category)> {
        let language = self.learned.package().language();
        self.learned
            .categories()
            .iter()
            .filter(|category| self.may(category))
            .map(move |found| (language, found.clone()))
    }

    fn may(&self, category: &Category) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| category.is_within(only.path()))
    }
}

impl Recogniser for Model {
    fn recognise(&self, analysis: &Analysis, findings: &mut Findings) -> Result<(), Fault> {
        let mut found = Findings::default();
        self.learned.recognise(analysis, &mut found)?;
        let document = analysis.document();
        let may = |finding: &Finding| self.may(&finding.category) && is_prose(document, finding.span);
        found.into_sorted().into_iter().filter(may).for_each(|finding| findings.push(finding));
        Ok(())
    }
}

/// What to do if there is no model of this name.
pub(crate) fn hint(name: &str) -> String {
    let known: Vec<&str> = Bundle::learned().collect();
    match nearest(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sfumato_mask::Policy;

    fn recognise(section: &str) -> Recognise {
        Policy::parse("p", &format!("version = 1\n[recognise]\n{section}\n")).expect("well formed").recognise
    }

    fn found(models: &[Model]) -> Vec<(Language, Category)> {
        models.iter().flat_map(Model::answers_for).collect()
    }

    #[test]
    fn models_report_what_the_policy_lets_them() {
        let all = build(&recognise("models = [\"es/clinical\"]"), &[]).expect("buildable");
        assert!(found(&all).iter().any(|(_, category)| category.is_within("place")));
        let some = recognise("models = [\"es/clinical\"]\nonly = [\"person\"]");
        let people = found(&build(&some, &[]).expect("buildable"));
        assert!(!people.is_empty());
        assert!(people.iter().all(|(language, it)| *language == Language::Spanish && it.is_within("person")));
        // One that is given beside the policy takes the place of the same one, and may report anything.
        let package = Bundle::package("es/clinical").expect("it is there").expect("sound").clone();
        let given = build(&some, &[("x".to_owned(), package)]).expect("buildable");
        assert_eq!((given.len(), found(&given).len()), (1, found(&all).len()));
    }

    #[test]
    fn a_model_that_is_not_there_is_refused_with_a_way_out() {
        let told = |name: &str| {
            let recognise = Recognise { models: vec![name.to_owned()], ..Recognise::default() };
            build(&recognise, &[]).err().expect("refused").to_string()
        };
        assert_eq!(told("es/genral"), "there is no model `es/genral`; did you mean `es/general`?");
        assert!(told("nothing").starts_with("there is no model `nothing`; there are en/clinical, en/disease, "));
    }
}
