//! The files of a release by their standard names: `sct2_Concept_Snapshot_INT_20260101.txt`.

use super::super::tell::file_name;

/// The part of its history that a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Release {
    /// The newest version of everything.
    Snapshot,
    /// All versions of everything.
    Full,
    /// The changes since the release before.
    Delta,
}

/// The subject of a file, in the order in which files are read: the longest first, while little else is in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReleaseContent {
    /// The dialects in which descriptions are preferred.
    Language,
    Description,
    Concept,
    Relationship,
    /// Relationships as they were entered, before what follows from them was worked out.
    Stated,
}

const CONTENTS: [(&str, ReleaseContent); 5] = [
    ("der2_cRefset_Language", ReleaseContent::Language),
    ("sct2_Description_", ReleaseContent::Description),
    ("sct2_Concept_", ReleaseContent::Concept),
    ("sct2_Relationship_", ReleaseContent::Relationship),
    ("sct2_StatedRelationship_", ReleaseContent::Stated),
];

/// True if a file has a name of this format, of use or not.
pub(in super::super) fn is_known(name: &str) -> bool {
    // Trial releases have an x before their names.
    let name = name.strip_prefix('x').unwrap_or(name);
    (name.starts_with("sct2_") || name.starts_with("der2_")) && name.ends_with(".txt")
}

/// The subject of a file, and the part of the history that it holds.
pub(super) fn parse(path: &str) -> Option<(ReleaseContent, Release)> {
    let name = file_name(path);
    let name = name.strip_prefix('x').unwrap_or(name);
    let (rest, content) = CONTENTS.iter().find_map(|(start, content)| Some((name.strip_prefix(start)?, *content)))?;
    let releases = [("Snapshot", Release::Snapshot), ("Full", Release::Full), ("Delta", Release::Delta)];
    let (_, release) = releases.into_iter().find(|(word, _)| rest.contains(word))?;
    Some((content, release))
}

/// The language of a file of descriptions, from its name: `Snapshot-es_`, `Snapshot-es-ES_`.
pub(super) fn language_tag(path: &str) -> Option<&str> {
    let (_, behind) = file_name(path).split_once('-')?;
    behind.split(['_', '.']).next()
}

/// The part of the history that is read of these files: what is needed is in the snapshot, and most quickly.
pub(in super::super) fn release<'n>(names: impl Iterator<Item = &'n str>) -> Option<Release> {
    let of_concepts = |name| parse(name).filter(|(content, _)| *content == ReleaseContent::Concept);
    names.filter_map(of_concepts).map(|(_, release)| release).min()
}

/// The rank in which a file is read; none if it is of no use.
pub(in super::super) fn rank(name: &str, wanted: Option<Release>) -> Option<u8> {
    let (content, release) = parse(name)?;
    (Some(release) == wanted).then_some(content as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_content_and_release() {
        let spanish = "a/sct2_Description_SpanishExtensionSnapshot-es_INT_20260430.txt";
        assert_eq!(parse(spanish), Some((ReleaseContent::Description, Release::Snapshot)));
        assert_eq!(language_tag(spanish), Some("es"));
        assert_eq!(language_tag("sct2_Description_Full-es-ES_ES1_20260430.txt"), Some("es-ES"));
        assert_eq!(parse("xder2_cRefset_LanguageDelta-en_INT_1.txt"), Some((ReleaseContent::Language, Release::Delta)));
        assert_eq!(parse("sct2_TextDefinition_Snapshot-en_INT_20260101.txt"), None);
        assert!(is_known("sct2_TextDefinition_Snapshot-en_INT_20260101.txt"));
    }

    #[test]
    fn the_snapshot_is_read_if_there_is_one() {
        let [full, snapshot] = ["sct2_Concept_Full_INT_1.txt", "sct2_Concept_Snapshot_INT_1.txt"];
        assert_eq!(release([full, snapshot].into_iter()), Some(Release::Snapshot));
        assert_eq!(rank(full, Some(Release::Snapshot)), None);
        assert!(rank(snapshot, Some(Release::Snapshot)).is_some());
    }
}
