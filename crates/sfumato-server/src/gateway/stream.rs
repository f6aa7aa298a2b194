//! Values brought back while an answer comes: events of OpenAI's two APIs.
//!
//! A token may come in pieces, so the end of each text is held until nothing that could be a token reaches over it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::restore::{TokenMap, restore};

/// Restores a stream of events.
pub struct EventRestorer {
    map: Arc<TokenMap>,
    held: Vec<u8>,
    /// Texts that go on, by their places.
    open: BTreeMap<String, OpenText>,
}

/// A text that goes on.
struct OpenText {
    held: String,
    inside_json: bool,
    /// The last event that had a piece of it, to send what is left with.
    event: Value,
    name: String,
}

impl EventRestorer {
    /// For a map.
    pub fn new(map: Arc<TokenMap>) -> Self {
        Self { map, held: Vec::new(), open: BTreeMap::new() }
    }

    /// Takes bytes of the stream and gives what can be sent on.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let mut out = String::new();
        while let Some((end, length)) = event_end(&self.held) {
            let event: Vec<u8> = self.held.drain(..end + length).collect();
            self.event(&String::from_utf8_lossy(&event), &mut out);
        }
        out
    }

    /// Gives all that is left.
    pub fn finish(&mut self) -> String {
        let mut out = String::new();
        let rest = std::mem::take(&mut self.held);
        if !rest.trim_ascii().is_empty() {
            self.event(&String::from_utf8_lossy(&rest), &mut out);
        }
        self.flush(|_| true, &mut out);
        out
    }

    fn event(&mut self, event: &str, out: &mut String) {
        let (mut name, mut data) = (String::new(), String::new());
        for line in event.lines() {
            if let Some(value) = line.strip_prefix("event:") {
                name = value.trim().to_owned();
            } else if let Some(value) = line.strip_prefix("data:") {
                data.push_str(value.strip_prefix(' ').unwrap_or(value));
            }
        }
        let Ok(mut value) = serde_json::from_str::<Value>(&data) else {
            // The end of the stream, or a comment; what else is no JSON is not handed on.
            if data == "[DONE]" {
                self.flush(|_| true, out);
                write(out, &name, "[DONE]");
            }
            return;
        };
        let kind = value["type"].as_str().unwrap_or_default().to_owned();
        if kind.ends_with(".delta") && value["delta"].is_string() {
            let place = format!("{}/{}/{}", value["output_index"], value["content_index"], value["item_id"]);
            let inside_json = kind.contains("arguments");
            self.piece(place, &name, inside_json, &mut value, |value| value.get_mut("delta"));
            write(out, &name, &value.to_string());
            return;
        }
        if !kind.is_empty() {
            // Whatever comes after the pieces of a text comes after all of it.
            self.flush(|_| true, out);
            restore(&mut value, &self.map);
            write(out, &name, &value.to_string());
            return;
        }
        self.chat(&mut value, &name, out);
        write(out, &name, &value.to_string());
    }

    /// A piece of a chat: each choice has pieces of its text and of the arguments of its calls.
    fn chat(&mut self, value: &mut Value, name: &str, out: &mut String) {
        let choices = value["choices"].as_array().map_or(0, Vec::len);
        for at in 0..choices {
            let index = value["choices"][at]["index"].as_u64().unwrap_or(0);
            let is_finished = value["choices"][at]["finish_reason"].is_string();
            for field in ["content", "refusal", "reasoning_content"] {
                if value["choices"][at]["delta"][field].is_string() {
                    let place = format!("{index}/{field}");
                    self.piece(place, name, false, value, |value| value["choices"][at]["delta"].get_mut(field));
                }
            }
            let calls = value["choices"][at]["delta"]["tool_calls"].as_array().map_or(0, Vec::len);
            for call in 0..calls {
                let number = value["choices"][at]["delta"]["tool_calls"][call]["index"].as_u64().unwrap_or(0);
                if value["choices"][at]["delta"]["tool_calls"][call]["function"]["arguments"].is_string() {
                    let place = format!("{index}/call/{number}");
                    self.piece(place, name, true, value, |value| {
                        value["choices"][at]["delta"]["tool_calls"][call]["function"].get_mut("arguments")
                    });
                }
            }
            if is_finished {
                let prefix = format!("{index}/");
                self.flush(|place| place.starts_with(&prefix), out);
            }
        }
    }

    /// Takes a piece of a text out of an event, and puts in its place what can be told by now.
    fn piece(
        &mut self,
        place: String,
        name: &str,
        inside_json: bool,
        value: &mut Value,
        field: impl Fn(&mut Value) -> Option<&mut Value>,
    ) {
        let Some(text) = field(value).and_then(|text| text.as_str().map(str::to_owned)) else { return };
        let open = self.open.entry(place).or_insert_with(|| OpenText {
            held: String::new(),
            inside_json,
            event: Value::Null,
            name: name.to_owned(),
        });
        open.held.push_str(&text);
        let cut = self.map.settled(&open.held);
        let told: String = open.held.drain(..cut).collect();
        // What is told later is told in the form of this event, with nothing else in it.
        let mut later = value.clone();
        if let Some(choices) = later.get_mut("choices").and_then(Value::as_array_mut) {
            for choice in choices {
                choice["finish_reason"] = Value::Null;
            }
        }
        if let Some(text) = field(&mut later) {
            *text = Value::from("");
        }
        let path = later;
        open.event = path;
        if let Some(text) = field(value) {
            *text = Value::from(self.map.restore(&told, inside_json));
        }
        open.name = name.to_owned();
    }

    /// Tells what is held of some texts.
    fn flush(&mut self, which: impl Fn(&str) -> bool, out: &mut String) {
        let places: Vec<String> = self.open.keys().filter(|place| which(place)).cloned().collect();
        for place in places {
            let Some(OpenText { held, inside_json, mut event, name }) = self.open.remove(&place) else { continue };
            if held.is_empty() {
                continue;
            }
            let told = self.map.restore(&held, inside_json);
            fill(&mut event, &place, told);
            write(out, &name, &event.to_string());
        }
    }
}

/// Puts a text into the place of an event that its pieces came from.
fn fill(event: &mut Value, place: &str, text: String) {
    if event["delta"].is_string() {
        event["delta"] = Value::from(text);
        return;
    }
    let mut parts = place.split('/');
    let index = parts.next().and_then(|index| index.parse::<u64>().ok());
    let field = parts.next().unwrap_or_default().to_owned();
    let number = parts.next().and_then(|number| number.parse::<u64>().ok());
    for choice in event["choices"].as_array_mut().into_iter().flatten() {
        if choice["index"].as_u64() != index && index != Some(0) {
            continue;
        }
        match number {
            None => choice["delta"][field.as_str()] = Value::from(text.clone()),
            Some(number) => {
                for call in choice["delta"]["tool_calls"].as_array_mut().into_iter().flatten() {
                    if call["index"].as_u64().unwrap_or(0) == number {
                        call["function"]["arguments"] = Value::from(text.clone());
                    }
                }
            }
        }
    }
}

fn write(out: &mut String, name: &str, data: &str) {
    if !name.is_empty() {
        out.push_str(&format!("event: {name}\n"));
    }
    out.push_str(&format!("data: {data}\n\n"));
}

/// The end of the first event, and the length of what parts it from the next.
fn event_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let plain = bytes.windows(2).position(|two| two == b"\n\n").map(|at| (at, 2));
    let windows = bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| (at, 4));
    plain.into_iter().chain(windows).min()
}
