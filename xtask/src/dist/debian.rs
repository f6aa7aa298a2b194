//! The Debian package: an `ar` archive of what it says of itself and of its files.

use super::contents::ReleaseContents;
use super::tarball::{PackedTree, packed};
use super::{Release, put};

/// Writes `sfumato_VERSION_ARCHITECTURE.deb`.
pub fn write(release: &Release, contents: &ReleaseContents) -> Result<(), String> {
    let architecture = architecture(&release.triple)?;
    let tree = files(release, contents)?;
    let mut control = PackedTree::default();
    control.file("control", control_file(release, architecture, tree.size()));
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", packed(&control.tar("./", release.time)?)?),
        ("data.tar.gz", packed(&tree.tar("./", release.time)?)?),
    ];
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let fields = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", release.time, 0, 0, 100_644, content.len());
        bytes.extend_from_slice(fields.as_bytes());
        bytes.extend_from_slice(&content);
        if content.len() % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    put(&release.out.join(format!("sfumato_{}_{architecture}.deb", release.version)), &bytes)
}

/// Files at the places where Debian has them.
fn files(release: &Release, contents: &ReleaseContents) -> Result<PackedTree, String> {
    let mut tree = PackedTree::default();
    tree.program("usr/bin/sfumato", release.program.clone());
    for (name, page) in &contents.manual {
        tree.file(&format!("usr/share/man/man1/{name}.gz"), packed(page)?);
    }
    for (shell, script) in &contents.completions {
        let path = match *shell {
            "bash" => "usr/share/bash-completion/completions/sfumato",
            "fish" => "usr/share/fish/vendor_completions.d/sfumato.fish",
            "zsh" => "usr/share/zsh/vendor-completions/_sfumato",
            _ => continue,
        };
        tree.file(path, script.as_str());
    }
    let mut copyright = String::new();
    for (name, text) in &contents.documents {
        match *name {
            "LICENSE" | "LICENSE-APACHE" | "LICENSE-MIT" | "NOTICE" => copyright += &format!("{text}\n"),
            "CHANGELOG.md" => tree.file("usr/share/doc/sfumato/changelog.gz", packed(text.as_bytes())?),
            name => tree.file(&format!("usr/share/doc/sfumato/{name}"), text.as_str()),
        }
    }
    tree.file("usr/share/doc/sfumato/copyright", copyright);
    tree.file("usr/share/doc/sfumato/sfumato.cdx.json", release.materials.as_str());
    Ok(tree)
}

fn control_file(release: &Release, architecture: &str, size: usize) -> String {
    let Release { version, .. } = release;
    let (size, libc) = (size.div_ceil(1024), needed_libc(&release.program));
    format!(
        "Package: sfumato\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: the authors of sfumato\n\
         Installed-Size: {size}\nDepends: libc6 (>= {libc}), libgcc-s1\nSection: text\nPriority: optional\n\
         Description: takes the people and the secrets out of documents\n \
         It finds what gives somebody away in English and Spanish documents of all kinds,\n \
         replaces it as a policy says, and hands back the same kind of file.\n"
    )
}

/// The oldest version of the C library that a program runs with: the latest of those whose functions it names.
fn needed_libc(program: &[u8]) -> String {
    let named = program.split(|byte| *byte == b'G').filter_map(|rest| rest.strip_prefix(b"LIBC_2."));
    let numbers = named.map(|rest| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).take(3);
        digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    });
    format!("2.{}", numbers.max().unwrap_or_default())
}

fn architecture(triple: &str) -> Result<&'static str, String> {
    match triple.split('-').next().unwrap_or_default() {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        _ => Err(format!("no name of Debian's for {triple} is known; see xtask/src/dist/debian.rs")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_function_of_the_c_library_decides() {
        assert_eq!(needed_libc(b"..GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0"), "2.34");
    }
}
