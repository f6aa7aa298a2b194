//! Presidio's operators, their parameters and what it says of wrong ones.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256, Sha512};

use super::cipher;
use super::error::PresidioError;

/// The names of operators that hide, as Presidio lists them.
pub const ANONYMISERS: [&str; 7] = ["custom", "encrypt", "hash", "keep", "mask", "redact", "replace"];
/// The names of those that bring back.
pub const DEANONYMISERS: [&str; 2] = ["decrypt", "deanonymize_keep"];

/// An operator and its parameters, not looked at yet: those that are not used are never wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct PresidioOperator {
    /// Its name.
    pub name: String,
    parameters: Map<String, Value>,
}

impl PresidioOperator {
    /// The operator of everything that has none of its own.
    pub fn replace() -> Self {
        Self { name: "replace".to_owned(), parameters: Map::new() }
    }

    /// Reads one.
    pub fn read(json: &Value) -> Result<Self, PresidioError> {
        let mut parameters = json.as_object().ok_or_else(PresidioError::unforeseen)?.clone();
        match parameters.remove("type") {
            Some(Value::String(name)) if !name.is_empty() => Ok(Self { name, parameters }),
            None => Err(PresidioError::parameter("Invalid input, operator config must contain operator_name")),
            Some(other) if is_false(&other) => {
                Err(PresidioError::parameter("Invalid input, operator config must contain operator_name"))
            }
            Some(_) => Err(PresidioError::unforeseen()),
        }
    }

    /// The text that it puts in the place of one of an entity.
    pub fn hide(&self, text: &[char], entity: &str) -> Result<String, PresidioError> {
        let whole = || text.iter().collect::<String>();
        match self.name.as_str() {
            "replace" => {
                let new = self.parameters.get("new_value").unwrap_or(&Value::Null);
                check_kind(new, "new_value", ParameterKind::Text)?;
                Ok(new.as_str().filter(|new| !new.is_empty()).map_or_else(|| format!("<{entity}>"), str::to_owned))
            }
            "redact" => Ok(String::new()),
            "keep" => Ok(whole()),
            "mask" => self.mask(text),
            "hash" => self.hash(&whole()),
            "encrypt" => {
                let key = self.key()?;
                cipher::encrypt(key, &whole()).ok_or_else(PresidioError::unforeseen)
            }
            other => Err(unknown(other)),
        }
    }

    /// The text that it brings back.
    pub fn bring_back(&self, text: &[char]) -> Result<String, PresidioError> {
        let whole: String = text.iter().collect();
        match self.name.as_str() {
            "decrypt" => cipher::decrypt(self.key()?, &whole).ok_or_else(PresidioError::unforeseen),
            "deanonymize_keep" => Ok(whole),
            other => Err(unknown(other)),
        }
    }

    fn parameter(&self, name: &str, kind: ParameterKind) -> Result<&Value, PresidioError> {
        let value = self.parameters.get(name).filter(|value| !value.is_null());
        let value = value.ok_or_else(|| PresidioError::parameter(format!("Expected parameter {name}")))?;
        check_kind(value, name, kind)?;
        Ok(value)
    }

    fn key(&self) -> Result<&str, PresidioError> {
        let key = match self.parameters.get("key") {
            Some(Value::String(key)) => key,
            _ => self.parameter("key", ParameterKind::Bytes)?.as_str().ok_or_else(PresidioError::unforeseen)?,
        };
        if cipher::is_key(key) {
            return Ok(key);
        }
        Err(PresidioError::parameter("Invalid input, key must be of length 128, 192 or 256 bits"))
    }

    fn mask(&self, text: &[char]) -> Result<String, PresidioError> {
        let mark = self.parameter("masking_char", ParameterKind::Text)?.as_str();
        let mark = mark.ok_or_else(PresidioError::unforeseen)?;
        if mark.chars().count() > 1 {
            return Err(PresidioError::parameter("Invalid input, masking_char must be a character"));
        }
        let count = self.parameter("chars_to_mask", ParameterKind::Number)?;
        let count = count.as_i64().or_else(|| count.as_bool().map(i64::from)).ok_or_else(PresidioError::unforeseen)?;
        let from_end = !is_false(self.parameter("from_end", ParameterKind::Truth)?);
        let count = usize::try_from(count).unwrap_or(0).min(text.len());
        let marks = mark.repeat(count);
        let kept = |range: &[char]| range.iter().collect::<String>();
        Ok(match from_end {
            true => kept(&text[..text.len() - count]) + &marks,
            false => marks + &kept(&text[count..]),
        })
    }

    fn hash(&self, text: &str) -> Result<String, PresidioError> {
        let name = match self.parameters.get("hash_type") {
            None => "sha256",
            Some(Value::Null) => return Err(PresidioError::parameter("Expected parameter hash_type")),
            Some(Value::String(name)) if name == "sha256" || name == "sha512" => name,
            Some(other) => {
                let other = other.as_str().map_or_else(|| other.to_string(), str::to_owned);
                let told = "is not in range of values ['sha256', 'sha512']";
                return Err(PresidioError::parameter(format!("Parameter hash_type value {other} {told}")));
            }
        };
        let salt = match self.parameters.get("salt") {
            None => {
                let mut salt = vec![0; 32];
                getrandom::fill(&mut salt).map_err(|_| PresidioError::unforeseen())?;
                salt
            }
            Some(Value::String(salt)) => salt.as_bytes().to_vec(),
            Some(_) => return Err(PresidioError::unforeseen()),
        };
        match salt.len() {
            0 => Err(PresidioError::parameter(
                "Salt parameter cannot be empty. Either omit the salt parameter to auto-generate a random salt, or \
                 provide a salt of at least 16 bytes (128 bits).",
            )),
            length @ ..16 => Err(PresidioError::parameter(format!(
                "Salt must be at least 16 bytes (128 bits). Provided salt is {length} bytes."
            ))),
            _ => {
                let salted = [text.as_bytes(), &salt].concat();
                Ok(if name == "sha512" { digits(&Sha512::digest(salted)) } else { digits(&Sha256::digest(salted)) })
            }
        }
    }
}

fn unknown(name: &str) -> PresidioError {
    PresidioError::parameter(format!("Invalid operator class '{name}'."))
}

/// The kinds of parameters there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// `string`.
    Text,
    /// `number`.
    Number,
    /// `boolean`.
    Truth,
    /// Raw bytes, which JSON has none of.
    Bytes,
}

impl ParameterKind {
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Text => Some("string"),
            Self::Number => Some("number"),
            Self::Truth => Some("boolean"),
            Self::Bytes => None,
        }
    }
}

/// An error unless a value is of a kind, or false as Python sees it.
pub fn check_kind(value: &Value, name: &str, kind: ParameterKind) -> Result<(), PresidioError> {
    let is_kind = match kind {
        ParameterKind::Text => value.is_string(),
        // A truth value is a whole number there.
        ParameterKind::Number => value.is_i64() || value.is_u64() || value.is_boolean(),
        ParameterKind::Truth => value.is_boolean(),
        ParameterKind::Bytes => false,
    };
    if is_kind || is_false(value) {
        return Ok(());
    }
    let found = match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if !number.is_f64() => Some("number"),
        Value::Array(_) => Some("array"),
        _ => None,
    };
    let told = match (kind.name(), found) {
        (Some(expected), Some(found)) => {
            format!("Invalid parameter value for {name}. Expecting '{expected}', but got '{found}'.")
        }
        _ => format!("Invalid parameter value for '{name}'."),
    };
    Err(PresidioError::parameter(told))
}

/// True of what Python takes for false.
pub fn is_false(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
