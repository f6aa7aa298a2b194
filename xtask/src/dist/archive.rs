//! The plain archive: a folder with the program and what goes with it, to be unpacked wherever one likes.

use super::contents::ReleaseContents;
use super::tarball::{PackedTree, packed};
use super::{Release, put};

/// Writes `sfumato-VERSION-TRIPLE.tar.gz`.
pub fn write(release: &Release, contents: &ReleaseContents) -> Result<(), String> {
    let mut tree = PackedTree::default();
    tree.program("sfumato", release.program.clone());
    for (name, page) in &contents.manual {
        tree.file(&format!("man/man1/{name}"), page.clone());
    }
    for (shell, script) in &contents.completions {
        let name = match *shell {
            "bash" => "sfumato.bash",
            "elvish" => "sfumato.elv",
            "fish" => "sfumato.fish",
            "powershell" => "_sfumato.ps1",
            _ => "_sfumato",
        };
        tree.file(&format!("completions/{name}"), script.as_str());
    }
    for (name, text) in &contents.documents {
        tree.file(name, text.as_str());
    }
    tree.file("sfumato.cdx.json", release.materials.as_str());
    let name = format!("sfumato-{}-{}", release.version, release.triple);
    let bytes = packed(&tree.tar(&format!("{name}/"), release.time)?)?;
    put(&release.out.join(format!("{name}.tar.gz")), &bytes)
}
