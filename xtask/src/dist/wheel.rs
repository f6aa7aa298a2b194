//! The wheel of the Python package, for every Python from 3.10 on, built by maturin in an environment below the target folder.

use std::process::Command;

use super::{Release, run, target};

/// Writes `sfumato-VERSION-cp310-abi3-PLATFORM.whl`.
pub fn write(release: &Release) -> Result<(), String> {
    let environment = target(&release.root).join("dist-tools");
    let maturin = environment.join("bin/maturin");
    if !maturin.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        let pip = environment.join("bin/pip");
        run(Command::new(pip).args(["install", "--quiet", "--disable-pip-version-check", "maturin>=1.8,<2"]))?;
    }
    run(Command::new(maturin)
        .args(["build", "--quiet", "--release", "--locked", "--manifest-path"])
        .arg(release.root.join("bindings/python/Cargo.toml"))
        .arg("--out")
        .arg(&release.out)
        .env("SOURCE_DATE_EPOCH", release.time.to_string()))
}
