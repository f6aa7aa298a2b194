//! The program as a whole: how long it takes from cold and how much memory it needs, on a one-page letter.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::timing::median;

const RUNS: usize = 21;

/// The binary that was built beside this one.
fn binary() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    Some(here.with_file_name("sfumato")).filter(|path| path.exists())
}

/// The table of processes.
pub fn print(samples: &Path) {
    let Some(binary) = binary() else {
        println!("\nno binary beside this one: cargo build --release -p sfumato-cli");
        return;
    };
    println!("\nthe program on a one-page letter, median of {RUNS}");
    for name in ["letter-en.txt", "letter-es.txt"] {
        let seconds = median(RUNS, || {
            let status = Command::new(&binary).arg("detect").arg(samples.join(name)).stdout(Stdio::null()).status();
            assert!(status.is_ok_and(|status| status.success()), "detect failed");
        });
        println!("{name:<18}{:>7.1} ms", seconds * 1e3);
    }
    // The kernel keeps the peak of finished children; GNU time reads it.
    let out = Command::new("/usr/bin/time")
        .arg("-f")
        .arg("%M")
        .arg(&binary)
        .arg("detect")
        .arg(samples.join("letter-en.txt"))
        .stdout(Stdio::null())
        .output();
    match out {
        Ok(out) => println!("peak memory       {:>7} kB", String::from_utf8_lossy(&out.stderr).trim()),
        Err(_) => println!("peak memory       not measured: /usr/bin/time is missing"),
    }
}
