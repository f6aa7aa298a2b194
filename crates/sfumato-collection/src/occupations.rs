//! Occupations by the taxonomy, which counts them by digits: the fewer, the more general.

use std::sync::OnceLock;

use sfumato::Bundle;
use sfumato::knowledge::Taxonomy;
use sfumato::knowledge::taxonomy::NameKind;
use sfumato::language::Language;

use crate::ValueNode;
use crate::lists::{TextWords, fold, idle, idle_word};

fn taxonomy() -> Option<&'static Taxonomy<'static>> {
    static READ: OnceLock<Option<&'static Taxonomy<'static>>> = OnceLock::new();
    *READ.get_or_init(|| Bundle::taxonomy("occupations").and_then(Result::ok))
}

/// The occupation that a phrase names, to the fourth digit.
pub(crate) fn resolve(phrase: &str, language: Language) -> Option<ValueNode> {
    let words = TextWords::new(phrase);
    if let Some((_, name)) = idle(language).longest(&words, 0).filter(|(end, _)| *end == words.len()) {
        return Some(ValueNode::new(format!("i:{name}")));
    }
    let taxonomy = taxonomy()?;
    let known =
        |phrase: &str| taxonomy.senses(phrase, language).into_iter().find(|sense| sense.kind != NameKind::Related);
    let sense = known(phrase).or_else(|| known(&of_men(phrase).filter(|_| language == Language::Spanish)?))?;
    let id = taxonomy.id(sense.concept);
    let code = id.split('.').next().filter(|code| code.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(ValueNode::new(format!("o:{code}")))
}

/// The Spanish name for men of an occupation that is written for women.
fn of_men(phrase: &str) -> Option<String> {
    let (first, rest) = phrase.split_once(' ').map_or((phrase, ""), |(first, rest)| (first, rest));
    let stem = first.strip_suffix('a')?;
    let men = if stem.ends_with("or") { stem.to_owned() } else { format!("{stem}o") };
    Some(if rest.is_empty() { men } else { format!("{men} {rest}") })
}

/// The occupation that a phrase names, or the phrase itself.
pub(crate) fn of(phrase: &str, language: Language) -> ValueNode {
    resolve(phrase, language).unwrap_or_else(|| ValueNode::words(&fold(phrase)))
}

/// What is more general than an occupation: its group of three digits, of two, of one.
pub(crate) fn above(node: &ValueNode) -> Vec<ValueNode> {
    if node.as_str().starts_with("i:") {
        return vec![ValueNode::new("i:not-working")];
    }
    let Some(code) = node.as_str().strip_prefix("o:") else { return Vec::new() };
    let part = |digits: usize| ValueNode::new(format!("o:{}", code.get(..digits).unwrap_or(code)));
    vec![part(3), part(2), part(1)]
}

/// The name of an occupation or of a group of them.
pub(crate) fn label(node: &ValueNode, language: Language) -> Option<&'static str> {
    if let Some(name) = node.as_str().strip_prefix("i:") {
        return match (name, language) {
            ("not-working", Language::English) => Some("out of work"),
            ("not-working", Language::Spanish) => Some("sin trabajo"),
            _ => idle_word(name, language),
        };
    }
    let taxonomy = taxonomy()?;
    taxonomy.label(taxonomy.find_id(node.as_str().strip_prefix("o:")?)?, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occupation_has_one_node_in_both_languages() {
        assert_eq!(resolve("enfermera", Language::Spanish), resolve("nurse", Language::English));
        assert_eq!(resolve("jubilado", Language::Spanish), resolve("retired", Language::English));
        let nodes = above(&resolve("bus driver", Language::English).expect("known"));
        let names: Vec<&str> = nodes.iter().filter_map(|node| label(node, Language::English)).collect();
        assert_eq!(names, ["truck or bus driver", "driver", "machine operator or driver"]);
    }
}
