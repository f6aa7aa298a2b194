//! Values in the place of tokens, even where the model wrote those otherwise: in small letters, without brackets, with a
//! blank for a mark.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;

use super::token::LENGTH;

/// No token is longer than this, with whatever a model put around it.
pub const LONGEST: usize = 64;

/// The values behind tokens, by their codes. `Debug` shows how many.
#[derive(Clone, Default)]
pub struct TokenMap {
    /// The label, and the forms.
    forms: HashMap<String, (String, Vec<String>)>,
}

impl std::fmt::Debug for TokenMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TokenMap({} codes)", self.forms.len())
    }
}

/// A token in a text.
struct FoundToken<'m> {
    range: Range<usize>,
    value: &'m str,
}

impl TokenMap {
    /// Adds a form of an entity, and gives its number.
    pub fn add(&mut self, code: &str, label: &str, form: &str) -> usize {
        let (_, forms) = self.forms.entry(code.to_owned()).or_insert_with(|| (label.to_owned(), Vec::new()));
        match forms.iter().position(|known| known == form) {
            Some(at) => at,
            None => {
                forms.push(form.to_owned());
                forms.len() - 1
            }
        }
    }

    /// True if a code stands for something else than an entity of this label.
    pub fn is_taken(&self, code: &str, label: &str) -> bool {
        self.forms.get(code).is_some_and(|(known, _)| known != label)
    }

    /// The memory that the values take.
    pub fn bytes(&self) -> usize {
        let forms = self.forms.iter().map(|(code, (label, forms))| (code.len() + label.len(), forms));
        forms.map(|(named, forms)| named + forms.iter().map(|form| form.len() + 24).sum::<usize>()).sum()
    }

    /// The tokens of a text, in order.
    fn find<'m>(&'m self, text: &str) -> Vec<FoundToken<'m>> {
        let bytes = text.as_bytes();
        let is_code = |byte: &u8| byte.is_ascii_alphanumeric();
        let mut found: Vec<FoundToken> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            if !is_code(&bytes[at]) {
                at += 1;
                continue;
            }
            let end = at + bytes[at..].iter().take_while(|byte| is_code(byte)).count();
            let word = text.get(at..end).unwrap_or_default();
            let entry = (word.len() == LENGTH).then(|| self.forms.get(&word.to_ascii_uppercase())).flatten();
            if let Some((label, forms)) = entry {
                let number =
                    bytes[end..].strip_prefix(b".").map(|rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
                let digits = number.filter(|digits| (1..=3).contains(digits));
                let form = digits.and_then(|digits| text.get(end + 1..end + 1 + digits)?.parse::<usize>().ok());
                let form = form.filter(|form| *form > 0 && *form < forms.len());
                let last = if form.is_some() { end + 1 + digits.unwrap_or(0) } else { end };
                let floor = found.last().map_or(0, |token| token.range.end);
                let range = widened(text, at..last, label, floor);
                at = range.end;
                found.push(FoundToken { range, value: &forms[form.unwrap_or(0)] });
                continue;
            }
            at = end;
        }
        found
    }

    /// A text with values in the place of tokens; `inside_json` if it is the inside of a JSON text.
    pub fn restore(&self, text: &str, inside_json: bool) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for token in self.find(text) {
            out.push_str(text.get(at..token.range.start).unwrap_or_default());
            match inside_json {
                false => out.push_str(token.value),
                true => out.push_str(Value::from(token.value).to_string().trim_matches('"')),
            }
            at = token.range.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }

    /// The end of what can be told of a text that goes on: no token begins before it and ends behind it.
    pub fn settled(&self, text: &str) -> usize {
        let mut cut = text.len().saturating_sub(LONGEST);
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        // A token that lies across it, or a blank before one, stays whole.
        self.find(text).iter().find(|token| token.range.contains(&cut)).map_or(cut, |token| token.range.start)
    }
}

/// The place of a code with its label and its brackets.
fn widened(text: &str, code: Range<usize>, label: &str, floor: usize) -> Range<usize> {
    let before = text.get(floor..code.start).unwrap_or_default();
    let without = before.trim_end_matches(['_', '-', ' ', '\u{a0}']);
    let mut start = code.start;
    // A label is part of it only if something parts it from the code.
    if without.len() < before.len() || label.is_empty() {
        let is_label = without.len().checked_sub(label.len()).and_then(|at| without.get(at..));
        if is_label.is_some_and(|word| word.replace([' ', '-'], "_").eq_ignore_ascii_case(label)) {
            start = floor + without.len() - label.len();
        }
    }
    let opened = text.get(floor..start).unwrap_or_default().trim_end_matches(' ');
    let closed = text.get(code.end..).unwrap_or_default();
    let closing = closed.len() - closed.trim_start_matches(' ').len();
    let pairs = [('[', ']'), ('<', '>'), ('{', '}'), ('(', ')')];
    for (open, close) in pairs {
        // Brackets go in pairs, or the sentence would lose one.
        if opened.ends_with(open) && closed.get(closing..).is_some_and(|rest| rest.starts_with(close)) {
            return floor + opened.len() - 1..code.end + closing + 1;
        }
    }
    start..code.end
}

/// Brings values back into all texts of an answer; texts that are JSON stay so.
pub fn restore(value: &mut Value, map: &TokenMap) {
    match value {
        Value::String(text) => *text = map.restore(text, false),
        Value::Array(all) => all.iter_mut().for_each(|one| restore(one, map)),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match member {
                    Value::String(arguments) if name == "arguments" => *arguments = map.restore(arguments, true),
                    other => restore(other, map),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> TokenMap {
        let mut map = TokenMap::default();
        assert_eq!(map.add("ABCDEFG", "PERSON", "Ann Lee"), 0);
        assert_eq!(map.add("ABCDEFG", "PERSON", "O\"Lee"), 1);
        assert_eq!(map.add("HJKLMNP", "HEALTH_ID", "943 476 5919"), 0);
        map
    }

    #[test]
    fn tokens_are_found_however_a_model_wrote_them() {
        for (written, expected) in [
            ("Dear [PERSON_ABCDEFG],", "Dear Ann Lee,"),
            ("Dear [person abcdefg]!", "Dear Ann Lee!"),
            ("Dear PERSON_ABCDEFG.", "Dear Ann Lee."),
            ("Dear [ PERSON-ABCDEFG ]", "Dear Ann Lee"),
            ("(ABCDEFG)", "Ann Lee"),
            ("[PERSON_ABCDEFG.1]'s [HEALTH_ID_HJKLMNP]", "O\"Lee's 943 476 5919"),
            ("health id hjklmnp", "943 476 5919"),
            ("[PERSON_ABCDEFG.9] [PERSON_ZZZZZZZ] ABCDEFGH", "[PERSON_ABCDEFG.9] [PERSON_ZZZZZZZ] ABCDEFGH"),
        ] {
            let restored = map().restore(written, false);
            // A form that there is not is the first one.
            let expected = expected.replace("[PERSON_ABCDEFG.9]", "[Ann Lee.9]");
            assert_eq!(restored, expected, "{written}");
        }
    }

    #[test]
    fn arguments_stay_json() {
        let mut value = serde_json::json!({ "arguments": "{\"to\": \"[PERSON_ABCDEFG.1]\"}" });
        restore(&mut value, &map());
        let arguments: Value = serde_json::from_str(value["arguments"].as_str().expect("a text")).expect("JSON");
        assert_eq!(arguments["to"], "O\"Lee");
    }
}
