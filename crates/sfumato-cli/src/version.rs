//! What this program is: its version, its build, and what is embedded in it, by digest.

use std::fmt::Write as _;

include!(concat!(env!("OUT_DIR"), "/version.rs"));

/// So many digits tell two builds apart for whoever reads them.
const SHOWN: usize = 16;

/// The digest of the sources of the program and of everything embedded in it.
pub fn build_digest() -> String {
    BUILD.to_owned()
}

/// Everything about the build, a line each.
pub fn verbose() -> String {
    let mut text = format!("sfumato {}\n", env!("CARGO_PKG_VERSION"));
    let features: Vec<&str> = [("server", cfg!(feature = "server")), ("tls", cfg!(feature = "tls"))]
        .into_iter()
        .filter_map(|(name, is_there)| is_there.then_some(name))
        .collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<24} {value}");
    };
    line("build", short(BUILD));
    line("for", &format!("{TARGET}, {PROFILE}"));
    line("features", &features);
    for (heading, listed) in LISTED {
        for (name, digest) in *listed {
            line(&format!("{heading}/{name}"), short(digest));
        }
    }
    text
}

fn short(digest: &str) -> &str {
    digest.get(..SHOWN).unwrap_or(digest)
}
