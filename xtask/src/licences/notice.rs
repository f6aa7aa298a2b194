//! `NOTICE`: who made what is in the program, as the licences of that ask for.
//!
//! What stands below `LISTED` is written from the files that say where assets came from, by `cargo xtask notice`; what
//! stands above is written by hand, since no table holds the texts of licences. `cargo xtask licences` says if it is old.

use std::path::Path;

use crate::problem::TidyProblem;
use crate::tree;

const NOTICE: &str = "NOTICE";

/// The line below which origins are listed.
const LISTED: &str = "Origins of the assets, file by file";

/// Origins that need no line: our own, and those told about elsewhere.
const OURS: [&str; 2] = ["MIT OR Apache-2.0", "as t"];

/// One thing that an asset was made from.
#[derive(Debug, Default, PartialEq)]
struct AssetOrigin {
    what: String,
    by: String,
    licence: String,
    attribution: String,
}

/// Writes the list of origins.
pub fn write(root: &Path) -> Result<(), String> {
    let text = listed(root)?;
    std::fs::write(root.join(NOTICE), text).map_err(|error| format!("{NOTICE}: {error}"))
}

/// Origins that are not listed, and what is listed and no origin any more.
pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let (old, new) = (tree::text(root, NOTICE)?, listed(root)?);
    let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let problem =
        || TidyProblem::new(NOTICE, same + 1, "origins of assets are not those listed; run `cargo xtask notice`");
    Ok((old != new).then(problem).into_iter().collect())
}

/// The notice with the origins that there are.
fn listed(root: &Path) -> Result<String, String> {
    let old = tree::text(root, NOTICE)?;
    let (by_hand, _) = old.split_once(LISTED).ok_or_else(|| format!("{NOTICE}: the line `{LISTED}` is missing"))?;
    let mut out = format!("{by_hand}{LISTED}\n{}\n", "-".repeat(LISTED.len()));
    let told = tree::files(root, "assets").into_iter().filter(|path| path.ends_with(".toml"));
    for path in told {
        let origins = origins(&tree::text(root, &path)?).map_err(|line| {
            format!("{path}:{line}: say who made it and on what terms: `name` or `what`, and `licence`")
        })?;
        if !origins.is_empty() {
            out += &format!("\n{path}\n");
            origins.iter().for_each(|origin| out += &entry(origin));
        }
    }
    Ok(out)
}

fn entry(origin: &AssetOrigin) -> String {
    let by = if origin.by.is_empty() { String::new() } else { format!("\n    By {}.", origin.by) };
    let attribution = match origin.attribution.as_str() {
        "" => String::new(),
        attribution => format!("\n    {attribution}"),
    };
    format!("  {}{by}\n    Licence: {}.{attribution}\n", origin.what, origin.licence)
}

/// The origins that a description names, without our own; or the line of an origin that says too little.
fn origins(text: &str) -> Result<Vec<AssetOrigin>, usize> {
    let mut origins: Vec<(usize, AssetOrigin)> = Vec::new();
    let mut is_origin = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            is_origin = ["[[source]]", "[[data]]", "[[file.source]]"].contains(&line.trim());
            if is_origin {
                origins.push((at + 1, AssetOrigin::default()));
            }
        }
        let Some(((_, origin), (key, value))) = origins.last_mut().filter(|_| is_origin).zip(line.split_once(" = "))
        else {
            continue;
        };
        let Some(value) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) else { continue };
        match key {
            "name" | "what" => origin.what = value.to_owned(),
            "by" | "origin" => origin.by = value.to_owned(),
            "licence" => origin.licence = value.to_owned(),
            "attribution" => origin.attribution = value.to_owned(),
            _ => {}
        }
    }
    if let Some((line, _)) = origins.iter().find(|(_, origin)| origin.what.is_empty() || origin.licence.is_empty()) {
        return Err(*line);
    }
    let is_ours = |origin: &AssetOrigin| {
        let licence = origin.licence.as_str();
        licence == OURS[0] || licence.starts_with(OURS[1])
    };
    Ok(origins.into_iter().map(|(_, origin)| origin).filter(|origin| !is_ours(origin)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read_from_every_kind_of_table() {
        let text = "what = \"a table\"\n\n[[source]]\nname = \"Word list\"\nby = \"Somebody\"\nlicence = \"CC BY 4.0\"\n\
                    attribution = \"After Somebody.\"\n\n[[data]]\nname = [\"x\"]\nwhat = \"Texts\"\norigin = \"A court\"\n\
                    licence = \"MIT\"\n\n[[file.source]]\nname = \"our own\"\nlicence = \"MIT OR Apache-2.0\"\n\n[scores]\n\
                    name = \"no origin\"\n";
        let origins = origins(text).expect("complete");
        assert_eq!(origins.len(), 2);
        assert_eq!(entry(&origins[0]), "  Word list\n    By Somebody.\n    Licence: CC BY 4.0.\n    After Somebody.\n");
        assert_eq!((origins[1].what.as_str(), origins[1].by.as_str()), ("Texts", "A court"));
    }

    #[test]
    fn an_origin_without_terms_is_told() {
        assert_eq!(origins("a = 1\n[[source]]\nname = \"Word list\"\n"), Err(2));
    }
}
