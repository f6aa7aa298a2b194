//! What a person does to a review, as it is asked for and as it is noted down.

use serde::{Deserialize, Deserializer, Serialize};

use super::state::{MentionId, ReviewView, ThingId};

/// The reach of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OperationScope {
    /// This place alone.
    #[default]
    Place,
    /// All mentions of the same thing.
    Entity,
    /// All places where the same words stand.
    All,
}

/// One thing that a person does.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Operation {
    /// Marks a place.
    Add {
        #[serde(default)]
        document: usize,
        start: usize,
        end: usize,
        category: String,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Says that it is something else.
    Recategorise {
        mention: MentionId,
        category: String,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Widens or narrows it.
    Borders { mention: MentionId, start: usize, end: usize },
    /// Says that it is nothing.
    Remove {
        mention: MentionId,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Lets it stay.
    Keep {
        mention: MentionId,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Masks it after all.
    Mask {
        mention: MentionId,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Says that it is right.
    Accept {
        mention: MentionId,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Says what stands there instead, or that the program decides that again.
    Replace {
        mention: MentionId,
        replacement: Option<String>,
        #[serde(default)]
        scope: OperationScope,
    },
    /// Draws another pseudonym for its thing.
    Redraw { mention: MentionId },
    /// Draws all of them anew.
    RedrawAll {
        /// The seed that was drawn; nobody asks for one, and it is noted down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// Says that two things are one.
    Merge { entity: ThingId, into: ThingId },
    /// Says that some mentions name another thing than the rest.
    Split { mentions: Vec<MentionId> },
    /// Lets words stay wherever they stand.
    Allow { text: String },
    /// Masks words wherever they stand.
    Deny {
        text: String,
        #[serde(default)]
        category: Option<String>,
    },
    /// Sets something for the whole review.
    Settings {
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        view: Option<Option<ReviewView>>,
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        date_days: Option<Option<[i64; 2]>>,
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        age_range: Option<Option<u32>>,
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        bits: Option<Option<f64>>,
    },
    /// Says that everything was looked at, or not yet.
    Reviewed { reviewed: bool },
    /// Takes a phrase that a policy replaces for a mention of its own, so that something can be decided about it. Nobody
    /// asks for it: it is noted down before what is done to the phrase.
    Phrase { document: usize, start: usize, end: usize, mention: MentionId, replacement: String },
}

impl Operation {
    /// The mentions that it is about.
    pub fn targets(&self) -> Vec<MentionId> {
        match self {
            Self::Recategorise { mention, .. }
            | Self::Borders { mention, .. }
            | Self::Remove { mention, .. }
            | Self::Keep { mention, .. }
            | Self::Mask { mention, .. }
            | Self::Accept { mention, .. }
            | Self::Replace { mention, .. }
            | Self::Redraw { mention } => vec![*mention],
            Self::Split { mentions } => mentions.clone(),
            _ => Vec::new(),
        }
    }
}

// It may quote a document.
impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Operation")
    }
}

/// A member that is there, even if it is null.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(reader).map(Some)
}

/// The deed of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum NotedDeed {
    /// Operations together.
    Done { operations: Vec<Operation> },
    /// The last that counted was taken back.
    Undone,
    /// What was taken back was done again.
    Redone,
}

/// A line of the log of a review, to which lines are added and from which none is taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NotedLine {
    /// The name of the token of whoever did it.
    pub by: String,
    /// The moment, in seconds since 1970.
    pub at: u64,
    /// The deed.
    #[serde(flatten)]
    pub deed: NotedDeed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_setting_that_is_null_differs_from_one_that_is_not_named() {
        let read = |value: serde_json::Value| serde_json::from_value::<Operation>(value).expect("an operation");
        let operation = read(json!({ "do": "settings", "bits": null, "age_range": 3 }));
        let expected = Operation::Settings { view: None, date_days: None, age_range: Some(Some(3)), bits: Some(None) };
        assert_eq!(operation, expected);
        let again = serde_json::to_value(&operation).expect("written");
        assert_eq!(again, json!({ "do": "settings", "age_range": 3, "bits": null }));
        assert_eq!(read(again), expected);
    }

    #[test]
    fn lines_of_the_log_are_read_as_they_were_written() {
        let operations = vec![Operation::RedrawAll { seed: Some(7) }, Operation::Merge { entity: 2, into: 1 }];
        for deed in [NotedDeed::Done { operations }, NotedDeed::Undone, NotedDeed::Redone] {
            let line = NotedLine { by: "anybody".into(), at: 5, deed };
            let written = serde_json::to_string(&line).expect("written");
            assert_eq!(serde_json::from_str::<NotedLine>(&written).expect("read"), line);
        }
    }
}
