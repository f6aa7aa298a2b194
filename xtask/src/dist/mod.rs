//! `cargo xtask dist`: everything that is handed to people, built by one command: the wheel, the Debian package, the image
//! for containers and the archive, with a bill of materials, manual pages and completions inside, and checksums beside.
//!
//! All of it is for the machine it is built on. Times inside are those of the last commit, and entries are in order, so that
//! the same program is packed to the same bytes. `tests/dist/try` installs each where nothing else is, and runs it.

mod archive;
mod contents;
mod debian;
mod image;
mod materials;
mod tarball;
mod wheel;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::metadata::{self, list, string};
use crate::problem::TidyProblem;

/// The largest file that the registries of packages take without being asked.
const LARGEST: u64 = 100 * 1000 * 1000;

/// The packages to build, and the folder they are put into.
pub struct DistOptions {
    out: PathBuf,
    only: Vec<String>,
    program: Option<PathBuf>,
}

/// A program that is being packed.
struct Release {
    root: PathBuf,
    /// Where everything is put.
    out: PathBuf,
    version: String,
    /// The machine it runs on, as Rust has it.
    triple: String,
    /// Seconds since 1970 of the last commit, which is the time of all that is packed.
    time: u64,
    /// The program, without symbols.
    program: Vec<u8>,
    /// The bill of materials, as CycloneDX has it.
    materials: String,
}

/// The kinds of packages, in the order of building.
const KINDS: [&str; 4] = ["archive", "deb", "image", "wheel"];

impl DistOptions {
    /// Understands the arguments of the task.
    pub fn parse(root: &Path, arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self { out: target(root).join("dist"), only: Vec::new(), program: None };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            match *argument {
                "--out" => options.out = PathBuf::from(value()?),
                "--program" => options.program = Some(PathBuf::from(value()?)),
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                other => return Err(format!("no option `{other}`; see cargo xtask help")),
            }
        }
        match options.only.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            Some(kind) => Err(format!("nothing called `{kind}` is built; there are {}", KINDS.join(", "))),
            None => Ok(options),
        }
    }
}

/// Builds everything, and tells what is too large for a registry.
pub fn dist(root: &Path, options: &DistOptions) -> Result<Vec<TidyProblem>, String> {
    let program = match &options.program {
        Some(program) => program.clone(),
        None => built(root)?,
    };
    fs::create_dir_all(&options.out).map_err(|error| format!("{}: {error}", options.out.display()))?;
    let metadata = metadata::of_the_whole_program(root)?;
    let version = list(&metadata, "packages").find(|package| string(package, "name") == Some("sfumato-cli"));
    let version = version.and_then(|package| string(package, "version")).ok_or("no package sfumato-cli")?.to_owned();
    let time = time(root)?;
    let materials = materials::of(root, &metadata, &version, time)?;
    let release = Release {
        root: root.to_path_buf(),
        out: options.out.clone(),
        triple: triple()?,
        program: stripped(&program, &options.out)?,
        version,
        time,
        materials,
    };
    let is_wanted = |kind: &str| options.only.is_empty() || options.only.iter().any(|only| only == kind);
    let contents = contents::of(&release, &program)?;
    if is_wanted("archive") {
        archive::write(&release, &contents)?;
    }
    if is_wanted("deb") {
        debian::write(&release, &contents)?;
    }
    if is_wanted("image") {
        image::write(&release)?;
    }
    if is_wanted("wheel") {
        wheel::write(&release)?;
    }
    put(&release.out.join(format!("sfumato-{}.cdx.json", release.version)), release.materials.as_bytes())?;
    summed(&release.out)
}

/// Writes the digests of all files beside them, and tells their sizes.
fn summed(out: &Path) -> Result<Vec<TidyProblem>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    let mut names: Vec<String> = fs::read_dir(out)
        .map_err(failed)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "SHA256SUMS")
        .collect();
    names.sort();
    let mut sums = String::new();
    let mut problems = Vec::new();
    for name in names {
        let bytes = fs::read(out.join(&name)).map_err(failed)?;
        let size = bytes.len() as u64;
        let _ = writeln!(sums, "{}  {name}", digest(&bytes)?);
        println!("{:>7.1} MB  {name}", size as f64 / 1e6);
        if size > LARGEST {
            problems.push(TidyProblem::new(name, 1, "larger than 100 MB, which registries refuse"));
        }
    }
    put(&out.join("SHA256SUMS"), sums.as_bytes())?;
    Ok(problems)
}

/// Builds the program, with all that it can do, and returns its path.
fn built(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).current_dir(root).args(["build", "--release", "--locked"]).args([
        "--package",
        "sfumato-cli",
        "--features",
        "tls",
    ]))?;
    Ok(target(root).join("release/sfumato"))
}

/// The program without symbols, which nobody needs who runs it.
fn stripped(program: &Path, out: &Path) -> Result<Vec<u8>, String> {
    let bare = out.join(".sfumato");
    run(Command::new("strip").arg("-o").arg(&bare).arg(program))?;
    let bytes = fs::read(&bare).map_err(|error| format!("{}: {error}", bare.display()));
    fs::remove_file(&bare).map_err(|error| format!("{}: {error}", bare.display()))?;
    bytes
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn triple() -> Result<String, String> {
    let told = said(Command::new("rustc").arg("-vV"))?;
    let triple = told.lines().find_map(|line| line.strip_prefix("host: "));
    triple.map(str::to_owned).ok_or_else(|| "rustc names no host".to_owned())
}

/// The time that is put into packages: `SOURCE_DATE_EPOCH`, or that of the last commit.
fn time(root: &Path) -> Result<u64, String> {
    let told = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(told) => told,
        Err(_) => said(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]))?,
    };
    told.trim().parse().map_err(|_| "no time of the last commit; set SOURCE_DATE_EPOCH".to_owned())
}

/// Runs a program to its end; an error if it fails.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name} did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: {status}")) }
}

/// Runs a program and returns what it prints.
fn said(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{name} printed no text"))
}

/// Runs a program over bytes and returns what it makes of them.
fn piped(command: &mut Command, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut stdin = child.stdin.take().ok_or_else(|| format!("{name} takes no input"))?;
    let output = std::thread::scope(|scope| {
        let written = scope.spawn(move || stdin.write_all(bytes));
        let output = child.wait_with_output();
        written.join().map_err(|_| std::io::Error::other("its input ended"))??;
        output
    });
    let output = output.map_err(failed)?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{name} failed: {}", output.status)) }
}

/// The SHA-256 digest of bytes, in hexadecimal digits.
fn digest(bytes: &[u8]) -> Result<String, String> {
    let told = piped(&mut Command::new("sha256sum"), bytes)?;
    let told = String::from_utf8_lossy(&told);
    told.split_whitespace().next().map(str::to_owned).ok_or_else(|| "sha256sum told nothing".to_owned())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
