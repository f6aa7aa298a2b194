//! A client that says exactly what a test wants it to say.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use sfumato_server::{AccessRules, RunningServer, ServerSettings};

/// A server for one test.
pub struct TestServer {
    server: Option<RunningServer>,
    pub address: SocketAddr,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl TestServer {
    /// One that anybody may call.
    pub fn open() -> Self {
        Self::with(|_| ())
    }

    /// One with other settings.
    pub fn with(change: impl FnOnce(&mut ServerSettings)) -> Self {
        let mut settings = ServerSettings::new(AccessRules::Open);
        settings.workers = 2;
        change(&mut settings);
        let server = RunningServer::start(settings).expect("it starts");
        Self { address: server.address(), server: Some(server) }
    }

    /// A connection on which nothing was said yet.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        // A test that would wait for ever fails.
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }

    /// Sends a request and reads its answer.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(&request(method, path, headers, body)).expect("sent");
        Answer::read(&mut BufReader::new(stream)).expect("an answer")
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// A file as it is.
    pub fn file(&self, path: &str, body: &[u8]) -> Answer {
        self.send("POST", path, &[("content-type", "application/octet-stream")], body)
    }

    /// JSON.
    pub fn json(&self, path: &str, body: &serde_json::Value) -> Answer {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    /// A form.
    pub fn form(&self, path: &str, headers: &[(&str, &str)], fields: &[(&str, Option<&str>, &[u8])]) -> Answer {
        let mut body = Vec::new();
        for (name, file, content) in fields {
            let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
            body.extend(format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--edge--\r\n");
        let headers = [&[("content-type", "multipart/form-data; boundary=edge")], headers].concat();
        self.send("POST", path, &headers, &body)
    }

    /// Tells it to stop.
    pub fn tell_to_stop(&self) {
        self.server.as_ref().expect("it runs").stop_switch().stop();
    }

    /// Waits until it has ended.
    pub fn wait(mut self) {
        self.server.take().expect("it runs").wait();
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
    }
}

/// A request as bytes; a host is named unless `headers` name one.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        head += "host: localhost\r\n";
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() || method == "POST" {
        head += &format!("content-length: {}\r\n", body.len());
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

impl Answer {
    /// Reads one; nothing if the connection ends before there is any.
    pub fn read(stream: &mut impl BufRead) -> Option<Self> {
        let mut line = String::new();
        stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_owned(), value.to_owned()));
        }
        let mut answer = Self { status, headers, body: Vec::new() };
        match answer.header("content-length").map(|length| length.parse().expect("a length")) {
            Some(length) => {
                answer.body.resize(length, 0);
                stream.read_exact(&mut answer.body).ok()?;
            }
            None if answer.header("transfer-encoding").is_some() => loop {
                let mut line = String::new();
                stream.read_line(&mut line).ok()?;
                let length = usize::from_str_radix(line.trim(), 16).expect("a length");
                let mut chunk = vec![0; length + 2];
                stream.read_exact(&mut chunk).ok()?;
                if length == 0 {
                    break;
                }
                answer.body.extend_from_slice(&chunk[..length]);
            },
            None => {}
        }
        Some(answer)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }

    pub fn value(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("JSON: {}", self.text()))
    }

    /// The status and the code of a problem.
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text());
        (self.status, self.value()["code"].as_str().expect("a code").to_owned())
    }
}
