//! The image for containers, as the Open Container Initiative has it, made without a daemon and upon no other image.
//!
//! In it are the program, the libraries of C that it is linked with, as they are on this machine, and the few files that
//! every program may ask for; no shell and no other program. It runs as nobody in particular, needs no file system that it
//! can write to, and serves, for those who bring a file of tokens.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::tarball::{PackedTree, packed};
use super::{Release, digest, put, said};

/// The user and group of the program, those that images without a distribution commonly have.
const NOBODY: &str = "65532:65532";
const PORT: u16 = 8377;

/// Writes `sfumato-VERSION-ARCHITECTURE.oci.tar`.
pub fn write(release: &Release) -> Result<(), String> {
    let architecture = architecture(&release.triple)?;
    let tar = root(release)?.tar("", release.time)?;
    let layer = packed(&tar)?;
    let created =
        said(Command::new("date").args(["-u", "+%Y-%m-%dT%H:%M:%SZ", "-d"]).arg(format!("@{}", release.time)))?;
    let labels = json!({
        "org.opencontainers.image.title": "sfumato",
        "org.opencontainers.image.version": release.version,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
        "org.opencontainers.image.description": "Takes the people and the secrets out of documents",
    });
    let listen = format!("0.0.0.0:{PORT}");
    let config = json!({
        "architecture": architecture,
        "os": "linux",
        "created": created.trim(),
        "config": {
            "User": NOBODY,
            "Entrypoint": ["/usr/bin/sfumato"],
            "Cmd": ["serve", "--listen", listen, "--behind-proxy", "--tokens", "/etc/sfumato/tokens"],
            "ExposedPorts": { format!("{PORT}/tcp"): {} },
            "WorkingDir": "/",
            "Env": ["PATH=/usr/bin"],
            "Labels": labels,
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{}", digest(&tar)?)] },
        "history": [{ "created": created.trim(), "created_by": "cargo xtask dist" }],
    });
    let mut layout = PackedTree::default();
    let mut blob = |kind: &str, bytes: Vec<u8>| -> Result<Value, String> {
        let (digest, size) = (digest(&bytes)?, bytes.len());
        layout.file(&format!("blobs/sha256/{digest}"), bytes);
        Ok(json!({ "mediaType": kind, "digest": format!("sha256:{digest}"), "size": size }))
    };
    let layer = blob("application/vnd.oci.image.layer.v1.tar+gzip", layer)?;
    let config = blob("application/vnd.oci.image.config.v1+json", config.to_string().into_bytes())?;
    let kind = "application/vnd.oci.image.manifest.v1+json";
    let manifest = json!({ "schemaVersion": 2, "mediaType": kind, "config": config, "layers": [layer] });
    let mut manifest = blob(kind, manifest.to_string().into_bytes())?;
    manifest["annotations"] = json!({ "org.opencontainers.image.ref.name": release.version });
    manifest["platform"] = json!({ "architecture": architecture, "os": "linux" });
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    });
    layout.file("index.json", index.to_string());
    layout.file("oci-layout", json!({ "imageLayoutVersion": "1.0.0" }).to_string());
    let name = format!("sfumato-{}-{architecture}.oci.tar", release.version);
    put(&release.out.join(name), &layout.tar("", release.time)?)
}

/// The root of its file system.
fn root(release: &Release) -> Result<PackedTree, String> {
    let mut tree = PackedTree::default();
    tree.program("usr/bin/sfumato", release.program.clone());
    let program = release.out.join(".linked");
    put(&program, &release.program)?;
    let linked = said(Command::new("ldd").arg(&program));
    fs::remove_file(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    for path in libraries(&linked?) {
        let content = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        tree.program(path.trim_start_matches('/'), content);
    }
    for package in ["libc6", "libgcc-s1"] {
        let path = format!("usr/share/doc/{package}/copyright");
        if let Ok(copyright) = fs::read(Path::new("/").join(&path)) {
            tree.file(&path, copyright);
        }
    }
    tree.file("etc/passwd", "root:x:0:0:root:/:/none\nsfumato:x:65532:65532:sfumato:/:/none\n");
    tree.file("etc/group", "root:x:0:\nsfumato:x:65532:\n");
    tree.file("etc/nsswitch.conf", "hosts: files dns\n");
    tree.folder("etc/sfumato", 0o755);
    tree.folder("tmp", 0o1777);
    for name in ["LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE"] {
        tree.file(&format!("usr/share/doc/sfumato/{name}"), crate::tree::text(&release.root, name)?);
    }
    tree.file("usr/share/doc/sfumato/sfumato.cdx.json", release.materials.as_str());
    Ok(tree)
}

/// The paths of libraries in what `ldd` says.
fn libraries(linked: &str) -> Vec<&str> {
    let paths = linked.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with('/')));
    paths.collect()
}

fn architecture(triple: &str) -> Result<&'static str, String> {
    match triple.split('-').next().unwrap_or_default() {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        _ => Err(format!("no name of containers for {triple} is known; see xtask/src/dist/image.rs")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_named_by_their_paths() {
        let said = "\tlinux-vdso.so.1 (0x1)\n\tlibm.so.6 => /lib/libm.so.6 (0x2)\n\t/lib64/ld-linux.so.2 (0x3)\n";
        assert_eq!(libraries(said), ["/lib/libm.so.6", "/lib64/ld-linux.so.2"]);
    }
}
