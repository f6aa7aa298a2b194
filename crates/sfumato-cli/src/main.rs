//! The binary `sfumato`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(sfumato_cli::run(std::env::args_os()))
}
