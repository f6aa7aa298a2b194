//! Reviews: what a person sees, decides and takes home, over sockets.

mod downloads;
mod operations;
mod owners;

use serde_json::{Value, json};

use crate::support::{Answer, TestServer};

/// A letter about people who do not exist.
pub const LETTER: &str = "Dear Dr. Ann Lee,\n\nPlease call Bob Quill at 555-0142 or write to bob.quill@example.org. \
    Ann lives in Leeds and was born on 12 March 1970.\nZylo met Ann Lee. The Zylo is a project.\n\nBob Quill\n";

/// A review of a test.
pub struct TestReview<'s> {
    pub server: &'s TestServer,
    pub id: String,
    headers: Vec<(&'static str, String)>,
}

impl<'s> TestReview<'s> {
    /// Opens one of a file.
    pub fn of(server: &'s TestServer, address: &str, file: &[u8]) -> Self {
        Self::by(server, None, address, file)
    }

    /// The same by somebody with a token.
    pub fn by(server: &'s TestServer, token: Option<&str>, address: &str, file: &[u8]) -> Self {
        let headers: Vec<(&'static str, String)> =
            token.map(|token| ("authorization", format!("Bearer {token}"))).into_iter().collect();
        let mut review = Self { server, id: String::new(), headers };
        let answer = review.send("POST", &format!("/v1/reviews{address}"), Some("application/octet-stream"), file);
        review.id = Self::opened(server, &answer).id;
        assert_eq!(answer.header("location"), Some(format!("/v1/reviews/{}", review.id).as_str()));
        review
    }

    /// The one that an answer tells of.
    pub fn opened(server: &'s TestServer, answer: &Answer) -> Self {
        assert_eq!(answer.status, 201, "{}", answer.text());
        Self { server, id: answer.value()["id"].as_str().expect("an id").to_owned(), headers: Vec::new() }
    }

    fn send(&self, method: &str, path: &str, media: Option<&str>, body: &[u8]) -> Answer {
        let mut headers: Vec<(&str, &str)> = self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        headers.extend(media.map(|media| ("content-type", media)));
        self.server.send(method, path, &headers, body)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", &format!("/v1/reviews/{}{path}", self.id), None, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let path = format!("/v1/reviews/{}{path}", self.id);
        self.send("POST", &path, Some("application/json"), body.to_string().as_bytes())
    }

    /// Does some operations, which succeed.
    pub fn operate(&self, operations: Value) -> Value {
        let answer = self.post("/operations", &json!({ "operations": operations }));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.value()
    }

    /// The code and the place of the problem that an operation has.
    pub fn refused(&self, operation: Value) -> (u16, String, String) {
        let before = self.mentions();
        let answer = self.post("/operations", &json!({ "operations": [operation] }));
        let (status, code) = answer.problem();
        assert_eq!(self.mentions(), before, "nothing is changed by what fails");
        (status, code, answer.value()["place"].as_str().unwrap_or_default().to_owned())
    }

    pub fn mentions(&self) -> Vec<Value> {
        self.get("/mentions").value()["mentions"].as_array().expect("mentions").clone()
    }

    /// The mention that starts where a text stands for the nth time, from zero.
    pub fn mention(&self, text: &str, words: &str, nth: usize) -> Value {
        let start = utf16(text, text.match_indices(words).nth(nth).expect("it is there").0);
        let found = self.mentions().into_iter().find(|mention| mention["start"] == json!(start));
        found.unwrap_or_else(|| panic!("nothing is marked there: {nth} of {words}"))
    }

    /// The file as it becomes.
    pub fn result(&self) -> Vec<u8> {
        let answer = self.get("/result");
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.body
    }

    pub fn result_text(&self) -> String {
        String::from_utf8(self.result()).expect("text")
    }
}

/// An offset in UTF-16 units.
pub fn utf16(text: &str, byte: usize) -> usize {
    text.get(..byte).expect("a character starts there").encode_utf16().count()
}

/// The operation that marks what stands somewhere.
pub fn add(text: &str, words: &str, category: &str, scope: &str) -> Value {
    let at = text.find(words).expect("it is there");
    let (start, end) = (utf16(text, at), utf16(text, at + words.len()));
    json!({ "do": "add", "document": 0, "start": start, "end": end, "category": category, "scope": scope })
}

/// A file of the samples.
pub fn sample(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples").join(name);
    std::fs::read(path).expect("the sample is there")
}
