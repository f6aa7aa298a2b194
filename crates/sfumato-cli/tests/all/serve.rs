//! The server gives what the command line gives, byte for byte.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::support::{TestFolder, fails, works};

/// The program as it serves.
struct ServingProgram {
    child: Child,
    address: String,
}

impl ServingProgram {
    fn start(folder: &TestFolder, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sfumato"))
            .args([&["serve", "--listen", "127.0.0.1:0"], arguments].concat())
            .current_dir(folder.path())
            .env_remove("SFUMATO_KEY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
        Self { child, address: line.trim().to_owned() }
    }

    fn host(&self) -> &str {
        let address = self.address.strip_prefix("http://").expect("an address");
        address.split('/').next().expect("a host")
    }

    /// Sends a file and gives the body of the answer.
    fn send(&self, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.host()).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a time");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n",
            self.host(),
            body.len()
        );
        stream.write_all(&[head.as_bytes(), body].concat()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{path}: {}", String::from_utf8_lossy(&answer));
        answer.split_off(end)
    }

    /// Tells it to stop and gives its exit code.
    fn stop(mut self) -> i32 {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().expect("kill");
        assert!(told.success());
        self.child.wait().expect("it ends").code().expect("a code")
    }
}

impl Drop for ServingProgram {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn samples(folder: &TestFolder) -> Vec<String> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(from).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        folder.write(&name, &std::fs::read(&path).expect("readable"));
        names.push(name);
    }
    names.sort();
    names
}

#[test]
fn what_is_served_is_what_the_command_line_gives() {
    let folder = TestFolder::new();
    let names = samples(&folder);
    let server = ServingProgram::start(&folder, &["--no-token"]);
    assert!(names.len() > 10);
    for name in &names {
        let bytes = folder.read(name);
        let said = format!("name={name}");
        works(&folder, &["mask", name, "-o", "out", "--quiet"]);
        assert_eq!(server.send(&format!("/v1/mask?{said}"), "", &bytes), folder.read("out"), "{name} is masked");
        let lines = works(&folder, &["detect", name, "--as", "jsonl", "--offsets", "utf16", "--all"]).stdout;
        let served = server.send(
            &format!("/v1/detect?{said}&offsets=utf16&all=true"),
            "accept: application/x-ndjson\r\n",
            &bytes,
        );
        assert_eq!(String::from_utf8_lossy(&served), lines, "{name} is looked at");
        let told = works(&folder, &["assess", name, "--as", "json", "--policy", "hipaa"]).stdout;
        let served = server.send(&format!("/v1/assess?{said}&policy=hipaa"), "", &bytes);
        assert_eq!(String::from_utf8_lossy(&served), told, "{name} is assessed");
    }
    let letter = folder.read("letter-en.txt");
    let plan = works(&folder, &["plan", "letter-en.txt", "--policy", "pseudonymise", "--seed", "7"]).stdout;
    let served = server.send("/v1/plan?policy=pseudonymise&seed=7", "", &letter);
    assert_eq!(String::from_utf8_lossy(&served), plan, "a plan is the same");
    assert_eq!(server.stop(), 0, "being told to stop is no failure");
}

#[test]
fn a_token_is_printed_in_the_address_and_needed() {
    let folder = TestFolder::new();
    let server = ServingProgram::start(&folder, &[]);
    let (_, token) = server.address.split_once("/?token=").expect("a token");
    assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let masked = server.send("/v1/mask", &format!("authorization: Bearer {token}\r\n"), b"Call Ann Lee.");
    assert_eq!(masked, b"Call [PERSON 1].");
}

#[test]
fn what_is_not_safe_is_not_served() {
    let folder = TestFolder::new();
    let tokens = "--tokens";
    fails(&folder, &["serve", "--listen", "0.0.0.0:0"], "needs --tokens FILE");
    fails(&folder, &["serve", "--listen", "0.0.0.0:0", "--no-token", "--behind-proxy"], "needs --tokens FILE");
    fails(&folder, &["serve", tokens, "nowhere"], "nowhere: ");
    fails(&folder, &["serve", "--new-token", "a b"], "the name of a token is a word");
    fails(&folder, &["serve", "--new-token", "a", "--scopes", "all"], "scopes are detect, mask and unmask");
    let made = works(&folder, &["serve", "--new-token", "clinic", "--scopes", "mask"]).stdout;
    let line = made.lines().find_map(|line| line.strip_prefix("line:  ")).expect("a line").to_owned();
    assert!(line.starts_with("clinic mask sha256:"));
    folder.write("tokens.txt", line.as_bytes());
    fails(&folder, &["serve", "--listen", "0.0.0.0:0", tokens, "tokens.txt"], "--behind-proxy");
    let server = ServingProgram::start(&folder, &[tokens, "tokens.txt"]);
    let token = made.lines().find_map(|line| line.strip_prefix("token: ")).expect("a token");
    let masked = server.send("/v1/mask", &format!("authorization: Bearer {token}\r\n"), b"Call Ann Lee.");
    assert_eq!(masked, b"Call [PERSON 1].");
}
