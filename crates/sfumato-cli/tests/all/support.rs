//! Running the program in a folder of its own.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that disappears after the test.
pub struct TestFolder {
    folder: tempfile::TempDir,
}

impl TestFolder {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("writable");
        std::fs::write(&path, bytes).expect("writable");
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// Everything in it, by path, hidden files too.
    pub fn list(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut folders = vec![self.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("readable") {
                let path = entry.expect("readable").path();
                names.push(path.strip_prefix(self.path()).expect("inside").to_string_lossy().into_owned());
                if path.is_dir() {
                    folders.push(path);
                }
            }
        }
        names.sort();
        names
    }
}

/// The exit code and the output of a run.
pub struct RunResult {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the program in the folder.
pub fn run(folder: &TestFolder, arguments: &[&str], input: Option<&[u8]>) -> RunResult {
    run_to(folder, arguments, input, Stdio::piped())
}

/// Runs the program with its standard output somewhere else.
pub fn run_to(folder: &TestFolder, arguments: &[&str], input: Option<&[u8]>, stdout: Stdio) -> RunResult {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sfumato"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("SFUMATO_KEY")
        .env_remove("SFUMATO_CONFIG")
        .env("XDG_CONFIG_HOME", folder.path().join("user"))
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // A program that fails early does not read its input.
    let _ = stdin.write_all(input.unwrap_or_default());
    drop(stdin);
    let out = child.wait_with_output().expect("the program ends");
    RunResult {
        code: out.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&out.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&out.stderr).into_owned(),
    }
}

/// Runs a call that must do what it is asked.
#[track_caller]
pub fn works(folder: &TestFolder, arguments: &[&str]) -> RunResult {
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.stderr);
    done
}

/// Runs a call that must fail with one line, in a folder that must stay as it is.
#[track_caller]
pub fn fails(folder: &TestFolder, arguments: &[&str], expected: &str) {
    let before = folder.list();
    let done = run(folder, arguments, None);
    assert_eq!(done.code, 2, "{arguments:?}: {}", done.stderr);
    assert_eq!(done.stderr.lines().count(), 1, "{arguments:?}: {}", done.stderr);
    assert!(done.stderr.contains(expected), "{arguments:?}: {}", done.stderr);
    assert!(done.stdout.is_empty(), "{arguments:?}: {}", done.stdout);
    assert_eq!(folder.list(), before, "{arguments:?} left something behind");
}
