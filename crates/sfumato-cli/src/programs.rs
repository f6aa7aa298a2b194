//! Other programs that help with reading, where the user asks for it: called without a shell, given so much time and no
//! more, and never quoted.

mod libreoffice;
mod poppler;
mod tesseract;

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub use libreoffice::converted;
pub use poppler::rasteriser;
pub use tesseract::recogniser;

/// The reason why a program did not help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProgramError {
    /// It is not there.
    Missing,
    /// It took too long, and was ended.
    TooLong,
    /// It failed.
    Failed,
}

/// More is no answer to anything that is asked here.
const MOST_OUTPUT: u64 = 1 << 28;
const PAUSE: Duration = Duration::from_millis(10);

/// Runs a program with an input and returns its standard output.
fn answer(command: &mut Command, input: Vec<u8>, limit: Duration) -> Result<Vec<u8>, ProgramError> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    alone(command);
    let mut child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => ProgramError::Missing,
        _ => ProgramError::Failed,
    })?;
    let (Some(mut reader), Some(mut writer)) = (child.stdout.take(), child.stdin.take()) else {
        return Err(ProgramError::Failed);
    };
    // Whoever writes and reads in turn may wait for a program that waits for him.
    let written = std::thread::spawn(move || drop(writer.write_all(&input)));
    let read = std::thread::spawn(move || {
        let mut output = Vec::new();
        let all = reader.by_ref().take(MOST_OUTPUT).read_to_end(&mut output);
        all.map(|_| output)
    });
    let ended = wait(&mut child, limit);
    let output = read.join();
    drop(written.join());
    ended?;
    output.ok().and_then(Result::ok).ok_or(ProgramError::Failed)
}

/// Waits for a program, and ends it with all that it started if it takes too long.
fn wait(child: &mut Child, limit: Duration) -> Result<(), ProgramError> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(_)) | Err(_) => return Err(ProgramError::Failed),
            Ok(None) if start.elapsed() > limit => {
                end(child);
                return Err(ProgramError::TooLong);
            }
            Ok(None) => std::thread::sleep(PAUSE),
        }
    }
}

/// Lets a program be ended with all that it starts.
fn alone(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

fn end(child: &mut Child) {
    #[cfg(unix)]
    let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).stderr(Stdio::null()).status();
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_given_its_time_and_no_more() {
        let echo = answer(Command::new("cat").arg("-"), vec![b'x'; 1 << 20], Duration::from_secs(60));
        assert_eq!(echo.map(|output| output.len()), Ok(1 << 20));
        let slow = answer(Command::new("sh").args(["-c", "sleep 60 & wait"]), Vec::new(), Duration::from_millis(50));
        assert_eq!(slow, Err(ProgramError::TooLong));
        assert_eq!(answer(&mut Command::new("false"), Vec::new(), Duration::from_secs(60)), Err(ProgramError::Failed));
        let missing = answer(&mut Command::new("no-such-program-here"), Vec::new(), Duration::from_secs(1));
        assert_eq!(missing, Err(ProgramError::Missing));
    }
}
