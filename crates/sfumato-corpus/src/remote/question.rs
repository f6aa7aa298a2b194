//! Queries in the language of the servers.

use serde_json::{Value, json};
use sfumato_knowledge::counts::Phrase;
use sfumato_knowledge::key;

/// All documents.
pub(super) fn all() -> String {
    json!({ "match_all": {} }).to_string()
}

/// The documents that hold all these phrases; nothing if there is no phrase or one without a word.
pub(super) fn of(phrases: &[Phrase<'_>], field: &str) -> Option<String> {
    let must: Vec<Value> = phrases.iter().map(|phrase| any(*phrase, field)).collect::<Option<_>>()?;
    (!must.is_empty()).then(|| json!({ "bool": { "must": must } }).to_string())
}

/// The documents that hold any form of a phrase. The words stay as they are: the server folds them as it did those of its
/// documents.
fn any(phrase: Phrase<'_>, field: &str) -> Option<Value> {
    let forms = phrase.forms().filter(|form| has_words(form));
    let should: Vec<Value> = forms.map(|form| json!({ "match_phrase": { field: form.trim() } })).collect();
    match should.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        _ => Some(json!({ "bool": { "should": should, "minimum_should_match": 1 } })),
    }
}

fn has_words(form: &str) -> bool {
    let mut any = false;
    key::words(form, |_| any = true);
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_all_wanted_and_one_of_their_forms_each() {
        let phrases = [Phrase { text: "a b", variants: &["c", "-"] }, Phrase::new("say \"x\"")];
        let expected = json!({ "bool": { "must": [
            { "bool": { "should": [{ "match_phrase": { "text": "a b" } }, { "match_phrase": { "text": "c" } }],
                        "minimum_should_match": 1 } },
            { "match_phrase": { "text": "say \"x\"" } },
        ] } });
        assert_eq!(of(&phrases, "text"), Some(expected.to_string()));
    }

    #[test]
    fn nothing_is_asked_about_nothing() {
        assert_eq!(of(&[], "text"), None);
        assert_eq!(of(&[Phrase::new("a"), Phrase::new(" - ")], "text"), None);
    }
}
