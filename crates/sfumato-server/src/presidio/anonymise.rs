//! `/anonymize` and `/deanonymize`: results and operators in, a text and what was done to it out.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::conflicts::{self, PresidioPlace};
use super::error::PresidioError;
use super::operators::{ParameterKind, PresidioOperator, check_kind, is_false};

type Operators = HashMap<String, PresidioOperator>;

/// Hides what results say.
pub fn anonymise(content: Value) -> Result<Value, PresidioError> {
    let content = members(content)?;
    let mut operators = operators(content.get("anonymizers"))?;
    if operators.values().any(|operator| operator.name == "custom") {
        return Err(PresidioError::request("Custom type anonymizer is not supported"));
    }
    operators.entry("DEFAULT".to_owned()).or_insert_with(PresidioOperator::replace);
    let one = |text: &Value, results: &Value| {
        let places = results.as_array().ok_or_else(PresidioError::unforeseen)?;
        let places = places.iter().map(|place| read_place(place, true)).collect::<Result<Vec<_>, _>>()?;
        let text = characters(text)?;
        let places = conflicts::settle(places, &text);
        operate(&text, places, |place, text| {
            let operator = operators.get(&place.entity).or_else(|| operators.get("DEFAULT"));
            let operator = operator.ok_or_else(PresidioError::unforeseen)?;
            Ok((operator.hide(text, &place.entity)?, operator.name.clone()))
        })
    };
    each_text(&content, "analyzer_results", one, || {
        Err(PresidioError::parameter("Invalid input, request must contain analyzer results"))
    })
}

/// Brings back what results say.
pub fn deanonymise(content: Value) -> Result<Value, PresidioError> {
    let content = members(content)?;
    let operators = operators(content.get("deanonymizers"))?;
    let one = |text: &Value, results: &Value| {
        let places = match results {
            Value::Array(places) => {
                places.iter().map(|place| read_place(place, false)).collect::<Result<Vec<_>, _>>()?
            }
            other if is_false(other) => Vec::new(),
            _ => return Err(PresidioError::unforeseen()),
        };
        let text = characters(text)?;
        operate(&text, places, |place, text| {
            let operator = operators.get(&place.entity).or_else(|| operators.get("DEFAULT"));
            let operator = operator.ok_or_else(PresidioError::unforeseen)?;
            Ok((operator.bring_back(text)?, operator.name.clone()))
        })
    };
    each_text(&content, "anonymizer_results", one, || Ok(Value::Array(Vec::new())))
}

fn members(content: Value) -> Result<serde_json::Map<String, Value>, PresidioError> {
    if is_false(&content) {
        return Err(PresidioError::request("Invalid request json"));
    }
    match content {
        Value::Object(members) => Ok(members),
        _ => Err(PresidioError::unforeseen()),
    }
}

fn operators(json: Option<&Value>) -> Result<Operators, PresidioError> {
    match json {
        None | Some(Value::Null) => Ok(Operators::new()),
        Some(Value::Object(all)) => {
            all.iter().map(|(entity, one)| Ok((entity.clone(), PresidioOperator::read(one)?))).collect()
        }
        Some(_) => Err(PresidioError::unforeseen()),
    }
}

/// Does something with the text of a request and its results, or with each of several.
fn each_text(
    content: &serde_json::Map<String, Value>,
    member: &str,
    one: impl Fn(&Value, &Value) -> Result<Value, PresidioError>,
    without: impl Fn() -> Result<Value, PresidioError>,
) -> Result<Value, PresidioError> {
    let empty = Value::from("");
    let text = content.get("text").unwrap_or(&empty);
    let results = content.get(member).filter(|results| !results.is_null());
    let Value::Array(texts) = text else {
        return match results {
            Some(results) => one(text, results),
            None => one(text, &without()?),
        };
    };
    let results = match results {
        None => vec![Value::Array(Vec::new()); texts.len()],
        Some(Value::Array(results)) if results.len() == texts.len() => results.clone(),
        Some(Value::Array(results)) => {
            return Err(PresidioError::parameter(format!(
                "Invalid input, '{member}' must contain one list of results per item in 'text' when 'text' is a list \
                 ({} text items, {} '{member}' items)",
                texts.len(),
                results.len()
            )));
        }
        Some(_) => return Err(PresidioError::unforeseen()),
    };
    let all = texts.iter().zip(&results).map(|(text, results)| one(text, results));
    Ok(Value::Array(all.collect::<Result<_, _>>()?))
}

fn characters(text: &Value) -> Result<Vec<char>, PresidioError> {
    Ok(text.as_str().ok_or_else(PresidioError::unforeseen)?.chars().collect())
}

/// Reads a place; results of analysis need a score.
fn read_place(json: &Value, needs_score: bool) -> Result<PresidioPlace, PresidioError> {
    let json = json.as_object().ok_or_else(PresidioError::unforeseen)?;
    let given = |name: &str| json.get(name).filter(|value| !value.is_null());
    let number = |name: &str| -> Result<i64, PresidioError> {
        let missing = || PresidioError::parameter(format!("Invalid input, result must contain {name}"));
        let value = given(name).ok_or_else(missing)?;
        check_kind(value, name, ParameterKind::Number)?;
        Ok(value.as_i64().or_else(|| value.as_bool().map(i64::from)).unwrap_or_default())
    };
    let (start, end) = (number("start")?, number("end")?);
    let missing = || PresidioError::parameter("Invalid input, result must contain entity_type");
    let entity = given("entity_type").filter(|entity| !is_false(entity)).ok_or_else(missing)?;
    let entity = entity.as_str().ok_or_else(PresidioError::unforeseen)?.to_owned();
    let (Ok(from), Ok(to)) = (usize::try_from(start), usize::try_from(end)) else {
        return Err(PresidioError::parameter("Invalid input, result start and end must be positive"));
    };
    if from > to {
        let written = |name: &str| match given(name) {
            Some(Value::Bool(true)) => "True".to_owned(),
            Some(Value::Bool(false)) => "False".to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => "0".to_owned(),
        };
        return Err(PresidioError::parameter(format!(
            "Invalid input, start index '{}' must be smaller than end index '{}'",
            written("start"),
            written("end")
        )));
    }
    let score = given("score").cloned();
    if needs_score && score.is_none() {
        return Err(PresidioError::parameter("Invalid input, analyzer result must contain score"));
    }
    Ok(PresidioPlace { start: from, end: to, entity, score: score.unwrap_or_default() })
}

/// Replaces places from the last to the first, and tells where what came of them stands.
fn operate(
    text: &[char],
    mut places: Vec<PresidioPlace>,
    change: impl Fn(&PresidioPlace, &[char]) -> Result<(String, String), PresidioError>,
) -> Result<Value, PresidioError> {
    places.sort_by_key(|place| std::cmp::Reverse((place.start, place.end)));
    // What stands behind the place that was replaced last, from the end.
    let mut pieces: Vec<String> = Vec::with_capacity(places.len() * 2 + 1);
    let (mut behind, mut written) = (text.len(), 0);
    let mut done = Vec::with_capacity(places.len());
    for place in &places {
        let outside = || {
            PresidioError::parameter(format!(
                "Invalid analyzer result, start: {} and end: {}, while text length is only {}.",
                place.start,
                place.end,
                text.len()
            ))
        };
        let original = text.get(place.start..place.end).ok_or_else(outside)?;
        let (changed, operator) = change(place, original)?;
        // Where places overlap, what they share is written with each of them.
        let kept: String = text[place.end.min(behind)..behind].iter().collect();
        written += kept.chars().count();
        let length = changed.chars().count();
        written += length;
        behind = place.start;
        done.push((place, changed.clone(), operator, written, length));
        pieces.extend([kept, changed]);
    }
    let before: String = text[..behind].iter().collect();
    let length = before.chars().count() + written;
    pieces.push(before);
    let text: String = pieces.into_iter().rev().collect();
    let items: Vec<Value> = done
        .into_iter()
        .map(|(place, changed, operator, from_end, count)| {
            let start = length - from_end;
            json!({
                "start": start, "end": start + count, "entity_type": place.entity, "text": changed,
                "operator": operator, "score": place.score,
            })
        })
        .collect();
    Ok(json!({ "text": text, "items": items }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse as _;

    fn error(done: Result<Value, PresidioError>) -> (u16, String) {
        let error = done.expect_err("refused");
        (
            error.clone().into_response().status().as_u16(),
            format!("{error:?}").split('"').nth(1).unwrap_or_default().to_owned(),
        )
    }

    fn check(request: Value, text: &str, items: &[(usize, usize, &str)]) {
        let done = anonymise(request).expect("well formed");
        let told: Vec<(usize, usize, &str)> = done["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|item| {
                let number = |name: &str| item[name].as_u64().expect("a number") as usize;
                (number("start"), number("end"), item["text"].as_str().expect("a text"))
            })
            .collect();
        assert_eq!((done["text"].as_str(), told.as_slice()), (Some(text), items));
        for (start, end, piece) in items {
            let letters: Vec<char> = text.chars().collect();
            assert_eq!(letters[*start..*end].iter().collect::<String>(), *piece, "offsets say what they claim");
        }
    }

    #[test]
    fn operators_do_what_presidio_does() {
        let request = |operators: Value| {
            json!({
                "text": "Señor Pym, tel. 600 000 417", "anonymizers": operators,
                "analyzer_results": [
                    { "start": 6, "end": 9, "score": 0.85, "entity_type": "PERSON" },
                    { "start": 16, "end": 27, "score": 0.4, "entity_type": "PHONE_NUMBER" },
                ],
            })
        };
        check(
            request(Value::Null),
            "Señor <PERSON>, tel. <PHONE_NUMBER>",
            &[(21, 35, "<PHONE_NUMBER>"), (6, 14, "<PERSON>")],
        );
        let mask = |from_end: bool| {
            json!({ "DEFAULT": { "type": "mask", "masking_char": "·", "chars_to_mask": 7, "from_end": from_end },
                    "PERSON": { "type": "redact" } })
        };
        check(request(mask(true)), "Señor , tel. 600 ·······", &[(13, 24, "600 ·······"), (6, 6, "")]);
        check(request(mask(false)), "Señor , tel. ······· 417", &[(13, 24, "······· 417"), (6, 6, "")]);
        check(
            request(json!({ "DEFAULT": { "type": "keep" }, "PERSON": { "type": "replace", "new_value": "X" } })),
            "Señor X, tel. 600 000 417",
            &[(14, 25, "600 000 417"), (6, 7, "X")],
        );
    }

    #[test]
    fn a_salt_makes_a_hash_that_comes_again() {
        let hashed = |operator: Value| {
            let request = json!({ "text": "Pym", "anonymizers": { "DEFAULT": operator },
                "analyzer_results": [{ "start": 0, "end": 3, "score": 1, "entity_type": "PERSON" }] });
            anonymise(request).map(|done| done["text"].as_str().unwrap_or_default().to_owned())
        };
        // As `printf 'Pym0123456789abcdef' | sha256sum` has it.
        let salted = json!({ "type": "hash", "salt": "0123456789abcdef" });
        let made = hashed(salted.clone()).expect("hashed");
        assert_eq!((made.len(), hashed(salted).expect("hashed")), (64, made));
        assert_ne!(hashed(json!({ "type": "hash" })), hashed(json!({ "type": "hash" })), "salted at random");
        assert_eq!(hashed(json!({ "type": "hash", "hash_type": "sha512" })).map(|it| it.len()), Ok(128));
        let told = |operator: Value| match hashed(operator) {
            Err(error) => error,
            Ok(_) => panic!("refused"),
        };
        assert_eq!(
            told(json!({ "type": "hash", "salt": "short" })),
            PresidioError::parameter("Salt must be at least 16 bytes (128 bits). Provided salt is 5 bytes.")
        );
        assert_eq!(
            told(json!({ "type": "hash", "hash_type": "md5" })),
            PresidioError::parameter("Parameter hash_type value md5 is not in range of values ['sha256', 'sha512']")
        );
    }

    #[test]
    fn places_that_share_characters_are_both_written() {
        check(
            json!({
                "text": "I'm George Washington Square Park", "anonymizers": { "DEFAULT": { "type": "keep" } },
                "analyzer_results": [
                    { "start": 4, "end": 21, "score": 0.8, "entity_type": "NAME" },
                    { "start": 11, "end": 33, "score": 0.8, "entity_type": "LOCATION" },
                ],
            }),
            "I'm George WashingtonWashington Square Park",
            &[(21, 43, "Washington Square Park"), (4, 21, "George Washington")],
        );
    }

    #[test]
    fn what_was_encrypted_comes_back() {
        let text = "Lorem Ipsum is a clerk";
        let hidden = anonymise(json!({
            "text": text, "anonymizers": { "DEFAULT": { "type": "encrypt", "key": "1111111111111111" } },
            "analyzer_results": [{ "start": 0, "end": 11, "score": 0.8, "entity_type": "NAME" }],
        }))
        .expect("well formed");
        let back = deanonymise(json!({
            "text": hidden["text"], "anonymizer_results": hidden["items"],
            "deanonymizers": { "DEFAULT": { "type": "decrypt", "key": "1111111111111111" } },
        }))
        .expect("well formed");
        assert_eq!(back["text"], text);
        assert_eq!(back["items"][0]["operator"], "decrypt");
    }

    #[test]
    fn what_is_wrong_is_told_as_presidio_tells_it() {
        let place = |place: Value| json!({ "text": "abc", "analyzer_results": [place] });
        let cases = [
            (json!({}), 400, "Invalid request json"),
            (json!({ "text": "abc" }), 422, "Invalid input, request must contain analyzer results"),
            (
                json!({ "text": "abc", "anonymizers": { "A": {} }, "analyzer_results": [] }),
                422,
                "Invalid input, operator config must contain operator_name",
            ),
            (
                json!({ "text": "abc", "anonymizers": { "A": { "type": "custom" } } }),
                400,
                "Custom type anonymizer is not supported",
            ),
            (
                place(json!({ "end": 1, "entity_type": "A", "score": 1 })),
                422,
                "Invalid input, result must contain start",
            ),
            (
                place(json!({ "start": "x", "end": 1, "entity_type": "A", "score": 1 })),
                422,
                "Invalid parameter value for start. Expecting 'number', but got 'string'.",
            ),
            (
                place(json!({ "start": 0.5, "end": 1, "entity_type": "A", "score": 1 })),
                422,
                "Invalid parameter value for 'start'.",
            ),
            (place(json!({ "start": 0, "end": 1, "score": 1 })), 422, "Invalid input, result must contain entity_type"),
            (
                place(json!({ "start": -1, "end": 1, "entity_type": "A", "score": 1 })),
                422,
                "Invalid input, result start and end must be positive",
            ),
            (
                place(json!({ "start": 2, "end": 1, "entity_type": "A", "score": 1 })),
                422,
                "Invalid input, start index '2' must be smaller than end index '1'",
            ),
            (
                place(json!({ "start": 0, "end": 1, "entity_type": "A" })),
                422,
                "Invalid input, analyzer result must contain score",
            ),
            (
                place(json!({ "start": 0, "end": 4, "entity_type": "A", "score": 1 })),
                422,
                "Invalid analyzer result, start: 0 and end: 4, while text length is only 3.",
            ),
            (json!([1]), 500, "Internal server error"),
            (json!({ "text": 1, "analyzer_results": [] }), 500, "Internal server error"),
            (
                json!({ "text": ["a", "b"], "analyzer_results": [[]] }),
                422,
                "Invalid input, 'analyzer_results' must contain one list of results per item in 'text' when 'text' is a list (2 text items, 1 'analyzer_results' items)",
            ),
        ];
        for (request, status, told) in cases {
            let name = request.to_string();
            assert_eq!(error(anonymise(request)), (status, told.to_owned()), "{name}");
        }
        let operator = |operator: Value| {
            json!({ "text": "abc", "anonymizers": { "A": operator },
                    "analyzer_results": [{ "start": 0, "end": 1, "entity_type": "A", "score": 1 }] })
        };
        for (parameters, told) in [
            (json!({ "type": "nothing" }), "Invalid operator class 'nothing'."),
            (json!({ "type": "mask" }), "Expected parameter masking_char"),
            (json!({ "type": "mask", "masking_char": "**" }), "Invalid input, masking_char must be a character"),
            (json!({ "type": "mask", "masking_char": "*" }), "Expected parameter chars_to_mask"),
            (json!({ "type": "mask", "masking_char": "*", "chars_to_mask": 1 }), "Expected parameter from_end"),
            (
                json!({ "type": "mask", "masking_char": 1 }),
                "Invalid parameter value for masking_char. Expecting 'string', but got 'number'.",
            ),
            (
                json!({ "type": "replace", "new_value": [1] }),
                "Invalid parameter value for new_value. Expecting 'string', but got 'array'.",
            ),
            (json!({ "type": "encrypt" }), "Expected parameter key"),
            (json!({ "type": "encrypt", "key": 7 }), "Invalid parameter value for 'key'."),
            (json!({ "type": "encrypt", "key": "x" }), "Invalid input, key must be of length 128, 192 or 256 bits"),
        ] {
            assert_eq!(error(anonymise(operator(parameters))), (422, told.to_owned()));
        }
    }
}
