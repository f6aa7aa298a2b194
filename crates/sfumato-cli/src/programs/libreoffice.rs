//! LibreOffice, which makes documents of today of those that office programs wrote long ago.
//!
//! It works on files, in a folder that only this user can read and that is gone afterwards, with settings of its own.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sfumato::document::formats::OldOffice;

use super::{ProgramError, alone, wait};

const PROGRAMS: [&str; 2] = ["soffice", "libreoffice"];
/// The time it may take for a document; it starts in seconds.
const LIMIT: Duration = Duration::from_secs(300);

const FAILED: &str = "LibreOffice could not convert it; save it as DOCX, XLSX or PPTX";

/// The document as one of today.
pub fn converted(bytes: &[u8], kind: OldOffice) -> Result<Vec<u8>, &'static str> {
    let folder = tempfile::Builder::new().prefix("sfumato-").tempdir().map_err(|_| FAILED)?;
    let ending = match kind {
        OldOffice::Word => "doc",
        OldOffice::Excel => "xls",
        OldOffice::PowerPoint => "ppt",
    };
    let source = folder.path().join("document").with_extension(ending);
    private(&source, bytes).map_err(|_| FAILED)?;
    for program in PROGRAMS {
        let mut command = Command::new(program);
        command.arg(format!("-env:UserInstallation=file://{}", folder.path().join("settings").display()));
        command.args(["--headless", "--norestore", "--convert-to", kind.new_ending(), "--outdir"]);
        command.arg(folder.path()).arg(&source);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        alone(&mut command);
        let ended = match command.spawn() {
            Ok(mut child) => wait(&mut child, LIMIT),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(ProgramError::Missing),
            Err(_) => Err(ProgramError::Failed),
        };
        return match ended {
            Err(ProgramError::Missing) => continue,
            Err(ProgramError::TooLong) => Err("LibreOffice took too long to convert it"),
            Err(ProgramError::Failed) => Err(FAILED),
            // It ends well even if it could not read the document, and then there is no file.
            Ok(()) => std::fs::read(source.with_extension(kind.new_ending())).map_err(|_| FAILED),
        };
    }
    Err("--convert-old needs LibreOffice; install it (Debian: libreoffice-writer, -calc and -impress)")
}

/// Writes a file that nobody else can read.
pub(super) fn private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}
