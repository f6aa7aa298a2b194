//! What a request asks for besides its file: the options of the command line, by their names there.

use serde_json::Value;
use sfumato::detect::labels::LabelSet;
use sfumato::detect::learned::{NetworkQuality, Sensitivity};
use sfumato::document::OffsetUnit;
use sfumato::document::formats::FileKind;
use sfumato::language::Language;
use sfumato::mask::{PartRule, Strategy, suggestion};

use crate::problem::Problem;

/// Options that decide about documents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DecidingOptions {
    /// A built-in policy; `default` if none is named.
    pub policy: Option<String>,
    /// The text of a policy, sent with the request.
    pub policy_text: Option<String>,
    /// The language of the documents.
    pub language: Option<Language>,
    /// The score from which findings are masked.
    pub threshold: Option<f32>,
    /// The quality of learned recognisers.
    pub quality: Option<NetworkQuality>,
    /// The balance of learned recognisers.
    pub sensitivity: Option<Sensitivity>,
    /// What becomes of what is hidden and of what discloses it.
    pub strategy: Option<Strategy>,
    /// Names to protect.
    pub protect: Vec<String>,
    /// Whether metadata stays.
    pub keep_metadata: bool,
    /// What becomes of pictures.
    pub pictures: Option<PartRule>,
    /// What becomes of objects that are not read.
    pub embedded: Option<PartRule>,
    /// Where pseudonyms are drawn from.
    pub seed: Option<u64>,
    /// Entities that get another pseudonym.
    pub reroll: Vec<usize>,
}

/// Options about reading a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadingOptions {
    /// Its name, which tells the format where the content does not.
    pub name: Option<String>,
    /// Its format, if its content does not show it.
    pub format: Option<FileKind>,
    /// The columns of a table to read.
    pub columns: Vec<String>,
    /// The delimiter of a table.
    pub delimiter: Option<u8>,
    /// The member of a record that holds the text; `text` if none is named.
    pub text_field: Option<String>,
    /// Members of a record that are copied unread.
    pub keep_fields: Vec<String>,
}

/// Options about telling a result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TellingOptions {
    /// What offsets count.
    pub offsets: OffsetUnit,
    /// The names of categories.
    pub labels: LabelSet,
    /// Whether the document is quoted.
    pub show_text: bool,
    /// Whether everything is listed.
    pub all: bool,
    /// So many phrases of a document, if it was said.
    pub top: Option<usize>,
}

impl Default for TellingOptions {
    fn default() -> Self {
        Self { offsets: OffsetUnit::Bytes, labels: LabelSet::Sfumato, show_text: false, all: false, top: None }
    }
}

/// All of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RequestOptions {
    /// What decides.
    pub deciding: DecidingOptions,
    /// How the file is read.
    pub reading: ReadingOptions,
    /// How the result is told.
    pub telling: TellingOptions,
}

/// The form of an option's value: a sentence for people, and a JSON schema for programs.
struct OptionForm {
    name: &'static str,
    what: &'static str,
    schema: &'static str,
}

const TRUE: &str = r#"{"type":"boolean"}"#;
const TEXT: &str = r#"{"type":"string"}"#;
const TEXTS: &str = r#"{"type":"array","items":{"type":"string"}}"#;
const SHARE: &str = r#"{"type":"number","minimum":0,"maximum":1}"#;
const FATE: &str = r#"{"enum":["remove","keep","refuse"]}"#;

/// Every option there is.
const FORMS: &[OptionForm] = &[
    OptionForm { name: "policy", what: "the name of a built-in policy", schema: TEXT },
    OptionForm { name: "language", what: "en or es", schema: r#"{"enum":["en","es"]}"# },
    OptionForm { name: "threshold", what: "a number from 0 to 1", schema: SHARE },
    OptionForm { name: "quality", what: "fast, balanced or best", schema: r#"{"enum":["fast","balanced","best"]}"# },
    OptionForm {
        name: "sensitivity",
        what: "balanced, recall or a number from 0 to 1",
        schema: r#"{"anyOf":[{"enum":["balanced","recall"]},{"type":"number","minimum":0,"maximum":1}]}"#,
    },
    OptionForm { name: "strategy", what: "S1 to S5", schema: r#"{"enum":["S1","S2","S3","S4","S5"]}"# },
    OptionForm { name: "protect", what: "names, each a text", schema: TEXTS },
    OptionForm { name: "keep_metadata", what: "true or false", schema: TRUE },
    OptionForm { name: "pictures", what: "remove, keep or refuse", schema: FATE },
    OptionForm { name: "embedded", what: "remove, keep or refuse", schema: FATE },
    OptionForm { name: "seed", what: "a whole number from 0", schema: r#"{"type":"integer","minimum":0}"# },
    OptionForm {
        name: "reroll",
        what: "numbers of entities, from 1",
        schema: r#"{"type":"array","items":{"type":"integer","minimum":1}}"#,
    },
    OptionForm { name: "name", what: "the name of the file, a text", schema: TEXT },
    OptionForm { name: "format", what: "the name of a format, as in docs/formats.md", schema: TEXT },
    OptionForm { name: "columns", what: "columns, by header or number, each a text", schema: TEXTS },
    OptionForm { name: "delimiter", what: "one ASCII mark such as `;`", schema: TEXT },
    OptionForm { name: "text_field", what: "the name of a member, a text", schema: TEXT },
    OptionForm { name: "keep_fields", what: "names of members, each a text", schema: TEXTS },
    OptionForm {
        name: "offsets",
        what: "bytes, codepoints or utf16",
        schema: r#"{"enum":["bytes","codepoints","utf16"]}"#,
    },
    OptionForm { name: "labels", what: "sfumato, presidio, meddocan, tab, hipaa, i2b2 or conll", schema: TEXT },
    OptionForm { name: "show_text", what: "true or false", schema: TRUE },
    OptionForm { name: "all", what: "true or false", schema: TRUE },
    OptionForm { name: "top", what: "a whole number from 0", schema: r#"{"type":"integer","minimum":0}"# },
];

impl RequestOptions {
    /// Sets options from the query of an address. One may be given several times, or with commas, if it is a list.
    pub fn read_query(&mut self, query: Option<&str>) -> Result<(), Problem> {
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            // The token of an address belongs to whoever opens it.
            if name == "token" {
                continue;
            }
            self.set(&name, &query_value(&name, &value))?;
        }
        Ok(())
    }

    /// Sets options from a JSON object.
    pub fn read_json(&mut self, options: &Value) -> Result<(), Problem> {
        let wrong = || Problem::request("options", "options are a JSON object").at("options");
        for (name, value) in options.as_object().ok_or_else(wrong)? {
            self.set(name, value)?;
        }
        Ok(())
    }

    /// Sets one option.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), Problem> {
        let known: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        let Some(form) = FORMS.iter().find(|form| form.name == name) else {
            // What stands there may be anything: it is told only if it could be a name.
            let is_name = name.len() <= 32 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
            let detail = match is_name {
                true => format!("no option `{name}`; {}", suggestion(name, &known)),
                false => format!("no such option; there are {}", known.join(", ")),
            };
            return Err(Problem::request("option-unknown", detail));
        };
        let wrong = || Problem::request("option-value", format!("`{}` takes {}", form.name, form.what)).at(form.name);
        self.take(form.name, value).ok_or_else(wrong)
    }

    fn take(&mut self, name: &str, value: &Value) -> Option<()> {
        let Self { deciding, reading, telling } = self;
        match name {
            "policy" => deciding.policy = Some(value.as_str()?.to_owned()),
            "language" => deciding.language = Some(language(value.as_str()?)?),
            "threshold" => deciding.threshold = Some(share(value)? as f32),
            "quality" => {
                let named = NetworkQuality::ALL.into_iter().find(|quality| Some(quality.name()) == value.as_str());
                deciding.quality = Some(named?);
            }
            "sensitivity" => {
                let number = || share(value).and_then(|number| Sensitivity::new(number as f32));
                let named = value.as_str().and_then(Sensitivity::from_name);
                deciding.sensitivity = Some(named.or_else(number)?);
            }
            "strategy" => deciding.strategy = Some(Strategy::named(value.as_str()?)?),
            "protect" => deciding.protect.extend(texts(value)?),
            "keep_metadata" => deciding.keep_metadata = value.as_bool()?,
            "pictures" => deciding.pictures = Some(PartRule::named(value.as_str()?)?),
            "embedded" => deciding.embedded = Some(PartRule::named(value.as_str()?)?),
            "seed" => deciding.seed = Some(value.as_u64()?),
            "reroll" => deciding.reroll.extend(numbers(value)?),
            "name" => reading.name = Some(value.as_str()?.to_owned()),
            "format" => {
                reading.format = Some(FileKind::ALL.into_iter().find(|kind| Some(kind.name()) == value.as_str())?);
            }
            "columns" => reading.columns.extend(texts(value)?),
            "delimiter" => reading.delimiter = Some(delimiter(value.as_str()?)?),
            "text_field" => reading.text_field = Some(value.as_str()?.to_owned()),
            "keep_fields" => reading.keep_fields.extend(texts(value)?),
            "offsets" => telling.offsets = unit(value.as_str()?)?,
            "labels" => telling.labels = LabelSet::from_name(value.as_str()?)?,
            "show_text" => telling.show_text = value.as_bool()?,
            "all" => telling.all = value.as_bool()?,
            "top" => telling.top = Some(usize::try_from(value.as_u64()?).ok()?),
            _ => return None,
        }
        Some(())
    }

    /// The options about deciding and reading by their names, as [`read_json`](Self::read_json) takes them.
    pub fn named(&self) -> Value {
        let Self { deciding, reading, .. } = self;
        let mut named = serde_json::Map::new();
        let mut name = |name: &str, value: Value| {
            let is_said = match &value {
                Value::Null | Value::Bool(false) => false,
                Value::Array(all) => !all.is_empty(),
                _ => true,
            };
            if is_said {
                named.insert(name.to_owned(), value);
            }
        };
        name("policy", deciding.policy.clone().into());
        name("language", deciding.language.map(Language::code).into());
        name("threshold", deciding.threshold.map(f64::from).into());
        name("quality", deciding.quality.map(NetworkQuality::name).into());
        name("sensitivity", deciding.sensitivity.map(|it| f64::from(it.value())).into());
        name("strategy", deciding.strategy.map(Strategy::name).into());
        name("protect", deciding.protect.clone().into());
        name("keep_metadata", deciding.keep_metadata.into());
        name("pictures", deciding.pictures.map(PartRule::name).into());
        name("embedded", deciding.embedded.map(PartRule::name).into());
        name("seed", deciding.seed.into());
        name("reroll", deciding.reroll.clone().into());
        name("name", reading.name.clone().into());
        name("format", reading.format.map(|kind| kind.name()).into());
        name("columns", reading.columns.clone().into());
        name("delimiter", reading.delimiter.map(|mark| char::from(mark).to_string()).into());
        name("text_field", reading.text_field.clone().into());
        name("keep_fields", reading.keep_fields.clone().into());
        Value::Object(named)
    }

    /// Each option with what it takes, and its JSON schema.
    pub fn schema() -> impl Iterator<Item = (&'static str, &'static str, Value)> {
        FORMS.iter().map(|form| (form.name, form.what, serde_json::from_str(form.schema).unwrap_or_default()))
    }
}

/// The value of an option in an address: a number, a truth value or a list where the option is one, a text otherwise.
fn query_value(name: &str, value: &str) -> Value {
    let text = || Value::String(value.to_owned());
    let number = || value.parse::<serde_json::Number>().map_or_else(|_| text(), Value::Number);
    let list = || value.split(',').filter(|part| !part.is_empty());
    match name {
        "threshold" | "seed" | "top" => number(),
        "sensitivity" if value.parse::<f64>().is_ok() => number(),
        "keep_metadata" | "show_text" | "all" => match value {
            "true" | "1" | "" => Value::Bool(true),
            "false" | "0" => Value::Bool(false),
            _ => text(),
        },
        // A name may have commas in it.
        "protect" => Value::Array(vec![text()]),
        "columns" | "keep_fields" => Value::Array(list().map(Value::from).collect()),
        "reroll" => {
            let number = |part: &str| part.parse::<u64>().map_or_else(|_| Value::from(part), Value::from);
            Value::Array(list().map(number).collect())
        }
        _ => text(),
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(one) => Some(vec![one.clone()]),
        Value::Array(all) => all.iter().map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

fn numbers(value: &Value) -> Option<Vec<usize>> {
    let number = |one: &Value| one.as_u64().filter(|number| *number > 0).and_then(|number| number.try_into().ok());
    value.as_array()?.iter().map(number).collect()
}

fn share(value: &Value) -> Option<f64> {
    value.as_f64().filter(|share| (0.0..=1.0).contains(share))
}

fn delimiter(written: &str) -> Option<u8> {
    match written.as_bytes() {
        [mark] if mark.is_ascii() && !mark.is_ascii_alphanumeric() && !b"\"\n\r".contains(mark) => Some(*mark),
        _ => None,
    }
}

/// A language by its code.
pub fn language(code: &str) -> Option<Language> {
    [Language::English, Language::Spanish].into_iter().find(|language| language.code() == code)
}

fn unit(name: &str) -> Option<OffsetUnit> {
    match name {
        "bytes" => Some(OffsetUnit::Bytes),
        "codepoints" => Some(OffsetUnit::CodePoints),
        "utf16" => Some(OffsetUnit::Utf16),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn query(query: &str) -> Result<RequestOptions, String> {
        let mut options = RequestOptions::default();
        options.read_query(Some(query)).map_err(|problem| problem.detail().to_owned())?;
        Ok(options)
    }

    #[test]
    fn an_address_and_a_json_object_say_the_same() {
        let mut options = RequestOptions::default();
        let json = json!({
            "policy": "hipaa", "language": "es", "threshold": 0.25, "quality": "best", "sensitivity": 0.75,
            "strategy": "S2", "protect": ["Ann, Lee", "Acme"], "keep_metadata": true, "pictures": "keep",
            "embedded": "remove", "seed": 7, "reroll": [1, 3], "name": "a.csv", "format": "csv",
            "columns": ["name", "notes"], "delimiter": ";", "text_field": "body", "keep_fields": ["id"],
            "offsets": "utf16", "labels": "presidio", "show_text": true, "all": false, "top": 3,
        });
        options.read_json(&json).expect("well formed");
        let address = "policy=hipaa&language=es&threshold=0.25&quality=best&sensitivity=0.75&strategy=S2\
            &protect=Ann,+Lee&protect=Acme&keep_metadata=true&pictures=keep&embedded=remove&seed=7&reroll=1,3\
            &name=a.csv&format=csv&columns=name,notes&delimiter=%3B&text_field=body&keep_fields=id&offsets=utf16\
            &labels=presidio&show_text=&all=false&top=3&token=secret";
        assert_eq!(query(address).as_ref(), Ok(&options));
        let mut again = RequestOptions { telling: options.telling, ..RequestOptions::default() };
        again.read_json(&options.named()).expect("well formed");
        assert_eq!(again, options, "what is written down is read again");
        assert_eq!(json.as_object().map(serde_json::Map::len), Some(FORMS.len()), "every option is tried");
    }

    #[test]
    fn what_is_wrong_is_told_without_its_value() {
        let told = |address: &str| query(address).expect_err("refused");
        assert_eq!(told("polici=x"), "no option `polici`; did you mean `policy`?");
        assert!(told("Ann+Lee=x").starts_with("no such option; there are policy, "));
        for (name, what) in FORMS.iter().map(|form| (form.name, form.what)) {
            if ["policy", "protect", "name", "columns", "text_field", "keep_fields"].contains(&name) {
                continue;
            }
            assert_eq!(told(&format!("{name}=Ann+Lee")), format!("`{name}` takes {what}"));
        }
        let mut options = RequestOptions::default();
        assert!(options.read_json(&json!(["policy"])).is_err());
        assert!(options.read_json(&json!({"protect": [1]})).is_err());
        assert!(options.read_json(&json!({"threshold": 1.5})).is_err());
        assert!(options.read_json(&json!({"reroll": [0]})).is_err());
    }

    #[test]
    fn every_schema_is_json() {
        assert!(RequestOptions::schema().all(|(_, _, schema)| schema.is_object()));
    }
}
