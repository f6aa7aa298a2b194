//! Content types and relations: what the parts of a package are, and which part refers to which.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::container::PartEdits;
use crate::formats::ReadError;
use crate::formats::office::package::PackageReader;
use crate::layers::{LayeredText, TextLayer};
use crate::xml::{self, XmlError, XmlEvent, XmlScanner, XmlTag};
use crate::zip::ZipArchive;

use super::TYPES;

/// More relations than this in a package are refused.
const MAX_RELATIONS: usize = 100_000;

/// An element right below the root, and all of its source.
struct RootChild {
    tag: XmlTag,
    whole: Range<usize>,
}

/// The elements right below the root.
fn children(source: &str) -> Result<Vec<RootChild>, XmlError> {
    let mut found: Vec<RootChild> = Vec::new();
    let mut depth = 0;
    for event in XmlScanner::new(source) {
        match event? {
            XmlEvent::Start(tag) => {
                if depth == 1 {
                    found.push(RootChild { whole: tag.whole.clone(), tag: tag.clone() });
                }
                depth += usize::from(!tag.empty);
            }
            XmlEvent::End(tag) => {
                depth -= 1;
                if let Some(child) = found.last_mut().filter(|_| depth == 1) {
                    child.whole.end = tag.whole.end;
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

impl RootChild {
    fn local<'s>(&self, source: &'s str) -> &'s str {
        xml::local(source.get(self.tag.name.clone()).unwrap_or_default())
    }

    fn value(&self, source: &str, name: &str) -> Option<String> {
        let value = source.get(self.place(source, name)?);
        value.and_then(xml::unescaped_attribute).map(|value| value.into_owned())
    }

    /// Returns the range of the value of an attribute.
    fn place(&self, source: &str, name: &str) -> Option<Range<usize>> {
        let attribute = xml::attributes(source, &self.tag).find(|a| source.get(a.name.clone()) == Some(name))?;
        Some(attribute.value)
    }
}

/// The content type of each part.
pub(super) struct ContentTypes {
    defaults: HashMap<String, String>,
    /// By the name of the part, in lower case; with the element that says so.
    overrides: HashMap<String, (String, Range<usize>)>,
}

impl ContentTypes {
    pub fn read(reader: &PackageReader) -> Result<Self, ReadError> {
        let missing = ReadError::Archive { fault: "a package without content types".to_owned() };
        let member = reader.archive.find(TYPES).ok_or(missing)?;
        let (_, source) = reader.xml(member)?;
        let mut types = Self { defaults: HashMap::new(), overrides: HashMap::new() };
        for child in children(&source).map_err(|error| reader.wrong(member, error.fault))? {
            let content_type = child.value(&source, "ContentType").unwrap_or_default();
            let twice = match child.local(&source) {
                "Default" => {
                    let extension = child.value(&source, "Extension").unwrap_or_default();
                    types.defaults.insert(extension.to_lowercase(), content_type).is_some()
                }
                _ => {
                    let name = child.value(&source, "PartName").unwrap_or_default();
                    let name = name.trim_start_matches('/').to_lowercase();
                    types.overrides.insert(name, (content_type, child.whole)).is_some()
                }
            };
            if twice {
                return Err(reader.wrong(member, "two content types for one part"));
            }
        }
        Ok(types)
    }

    /// The content type of a member.
    pub fn of(&self, name: &str) -> Option<&str> {
        let name = name.to_lowercase();
        match self.overrides.get(&name) {
            Some((content_type, _)) => Some(content_type),
            None => self.defaults.get(name.rsplit_once('.')?.1).map(String::as_str),
        }
    }

    /// Returns the starts of the elements that speak of members which are there.
    pub fn known(&self, archive: &ZipArchive) -> HashSet<usize> {
        let stated = self.overrides.iter().filter(|(name, _)| archive.find(name).is_some());
        stated.map(|(_, (_, whole))| whole.start).collect()
    }

    /// Returns the range that states a member's own content type.
    pub fn entry(&self, name: &str) -> Option<Range<usize>> {
        self.overrides.get(&name.to_lowercase()).map(|(_, whole)| whole.clone())
    }
}

/// One part refers to another, or to something outside.
pub(super) struct PackageRelation {
    /// The part that refers; nothing for the package itself.
    pub source: Option<usize>,
    /// The member that states the relation, and the element in it.
    pub part: usize,
    pub whole: Range<usize>,
    pub id: String,
    /// The last word of its type.
    kind: String,
    target: Option<usize>,
    is_outside: bool,
    /// The data of an address that is itself the thing it leads to: all behind `data:`.
    pub data: Option<Range<usize>>,
}

/// All relations of a package.
pub(super) struct PackageRelations {
    all: Vec<PackageRelation>,
    /// The relations that lead to a member, and those that start from it.
    into: HashMap<usize, Vec<usize>>,
    from: HashMap<Option<usize>, Vec<usize>>,
    /// The member that holds the relations of a member.
    parts: HashMap<usize, usize>,
    /// The member whose relations a member states.
    sources: HashMap<usize, usize>,
    /// By the member that states them: where the relations start that lead to a member which is there.
    resolved: HashMap<usize, HashSet<usize>>,
    is_signed: bool,
}

/// True if a member of this name states relations.
pub(super) fn is_relations(name: &str) -> bool {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let is_stated = file.to_ascii_lowercase().ends_with(".rels") && folder.rsplit('/').next() == Some("_rels");
    is_stated && !super::is_left_behind(name)
}

impl PackageRelations {
    pub fn read(reader: &PackageReader) -> Result<Self, ReadError> {
        let mut relations = Self {
            all: Vec::new(),
            into: HashMap::new(),
            from: HashMap::new(),
            parts: HashMap::new(),
            sources: HashMap::new(),
            resolved: HashMap::new(),
            is_signed: false,
        };
        for (member, entry) in reader.archive.members().iter().enumerate() {
            if is_relations(&entry.name) {
                relations.read_part(reader, member, &entry.name)?;
            }
        }
        Ok(relations)
    }

    fn read_part(&mut self, reader: &PackageReader, part: usize, name: &str) -> Result<(), ReadError> {
        let (folder, source_name) = source_of(name);
        let source = reader.archive.find(&format!("{folder}{source_name}"));
        if source.is_none() && !source_name.is_empty() {
            // Left over from a part that is gone; nobody follows them.
            return Ok(());
        }
        if let Some(source) = source {
            self.parts.insert(source, part);
            self.sources.insert(part, source);
        }
        let (_, text) = reader.xml(part)?;
        for child in children(&text).map_err(|error| reader.wrong(part, error.fault))? {
            let value = |name| child.value(&text, name).unwrap_or_default();
            let kind = value("Type");
            self.is_signed |= kind.contains("/digital-signature/");
            let is_outside = value("TargetMode").eq_ignore_ascii_case("external");
            let path = resolve(&folder, &value("Target"));
            let find = |path: &str| reader.archive.find(path).or_else(|| reader.archive.find(&unpercented(path)));
            let target = if is_outside { None } else { find(&path) };
            let number = self.all.len();
            if number >= MAX_RELATIONS {
                return Err(reader.wrong(part, "too many relations"));
            }
            if let Some(target) = target {
                self.into.entry(target).or_default().push(number);
                self.resolved.entry(part).or_default().insert(child.whole.start);
            }
            self.from.entry(source).or_default().push(number);
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            let id = value("Id");
            let address = child.place(&text, "Target").filter(|_| is_outside);
            let data =
                address.filter(|at| text.get(at.clone()).is_some_and(is_data)).map(|at| at.start + DATA.len()..at.end);
            self.all.push(PackageRelation { source, part, whole: child.whole, id, kind, target, is_outside, data });
        }
        Ok(())
    }

    /// The member whose relations this one states.
    pub fn stated_by(&self, part: usize) -> Option<usize> {
        self.sources.get(&part).copied()
    }

    /// Returns the starts of the elements, in a member that states relations, that lead to members which are there.
    pub fn resolved_in(&self, part: usize) -> HashSet<usize> {
        self.resolved.get(&part).cloned().unwrap_or_default()
    }

    pub fn is_signed(&self) -> bool {
        self.is_signed
    }

    pub fn get(&self, number: usize) -> &PackageRelation {
        &self.all[number]
    }

    /// The member that states a relation.
    pub fn part_of(&self, number: usize) -> usize {
        self.all[number].part
    }

    fn starting_from(&self, source: Option<usize>) -> impl Iterator<Item = &PackageRelation> {
        self.from.get(&source).into_iter().flatten().map(|number| &self.all[*number])
    }

    /// The first member that a part, or the package, refers to by relations of a kind.
    pub fn target(&self, source: Option<usize>, kind: &str) -> Option<usize> {
        self.starting_from(source).filter(|relation| relation.kind == kind).find_map(|relation| relation.target)
    }

    /// The members that a part refers to by relations of a kind.
    pub fn targets(&self, source: usize, kind: &str) -> Vec<usize> {
        let of_kind = self.starting_from(Some(source)).filter(|relation| relation.kind == kind);
        of_kind.filter_map(|relation| relation.target).collect()
    }

    /// The kinds of the relations that lead to a member.
    pub fn kinds_into(&self, member: usize) -> impl Iterator<Item = &str> {
        self.into.get(&member).into_iter().flatten().map(|number| self.all[*number].kind.as_str())
    }

    /// The relations of these kinds that lead out of the file.
    pub fn outside(&self, kinds: &[&str]) -> Vec<usize> {
        let is_wanted = |relation: &PackageRelation| relation.is_outside && kinds.contains(&relation.kind.as_str());
        self.all.iter().enumerate().filter(|(_, relation)| is_wanted(relation)).map(|(number, _)| number).collect()
    }

    /// The relations whose address holds the thing it leads to.
    pub fn with_data(&self) -> impl Iterator<Item = &PackageRelation> {
        self.all.iter().filter(|relation| relation.data.is_some())
    }

    /// The part that goes when this one does: a control, whose state is of no use without it.
    pub fn owner(&self, member: usize) -> usize {
        let into = self.into.get(&member).into_iter().flatten().map(|number| &self.all[*number]);
        into.filter(|relation| relation.kind == "activeXControlBinary")
            .find_map(|relation| relation.source)
            .unwrap_or(member)
    }

    /// A member, all that only it leads to, and the members that state the relations of these.
    pub fn only_through(&self, root: usize) -> Vec<usize> {
        let mut gone = vec![root];
        let mut left: HashMap<usize, usize> = HashMap::new();
        let mut at = 0;
        while let Some(member) = gone.get(at).copied() {
            at += 1;
            for target in self.starting_from(Some(member)).filter_map(|relation| relation.target) {
                let into = self.into.get(&target).map_or(0, Vec::len);
                let left = left.entry(target).or_insert(into);
                *left = left.saturating_sub(1);
                if *left == 0 && target != root {
                    gone.push(target);
                }
            }
        }
        let parts: Vec<usize> = gone.iter().filter_map(|member| self.parts.get(member).copied()).collect();
        gone.extend(parts);
        gone
    }

    /// The relations that lead from other members to any of these.
    pub fn leading_to(&self, gone: &[usize]) -> Vec<usize> {
        let set: HashSet<usize> = gone.iter().copied().collect();
        let into = gone.iter().filter_map(|member| self.into.get(member)).flatten().copied();
        into.filter(|number| !set.contains(&self.all[*number].part)).collect()
    }
}

/// The name of the member that states the relations of the one with this name.
pub(super) fn stating(source: &str) -> String {
    let (folder, file) = source.rsplit_once('/').map_or(("", source), |(folder, file)| (folder, file));
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{slash}_rels/{file}.rels")
}

/// The content types or relations of a package whose members bear new names; nothing if they speak of none of them.
pub(super) fn follow(name: &str, text: &str, names: &HashMap<String, String>) -> Option<String> {
    let attribute = match name {
        TYPES => "PartName",
        _ if is_relations(name) => "Target",
        _ => return None,
    };
    let (folder, _) = source_of(name);
    let mut changes = Vec::new();
    for child in children(text).ok()? {
        let is_outside = child.value(text, "TargetMode").is_some_and(|mode| mode.eq_ignore_ascii_case("external"));
        let (Some(range), Some(target)) = (child.place(text, attribute), child.value(text, attribute)) else {
            continue;
        };
        let meant =
            if attribute == "Target" { resolve(&folder, &target) } else { target.trim_start_matches('/').into() };
        let new = names.get(&meant.to_lowercase()).or_else(|| names.get(&unpercented(&meant).to_lowercase()));
        if let Some(new) = new.filter(|_| !is_outside) {
            changes.push((range, format!("/{new}").into()));
        }
    }
    if changes.is_empty() { None } else { PartEdits { source: text, changes }.apply().ok() }
}

const DATA: &str = "data:";

/// True if an address is itself the thing it leads to.
fn is_data(address: &str) -> bool {
    address.get(..DATA.len()).is_some_and(|start| start.eq_ignore_ascii_case(DATA))
}

/// A path with the characters that it has as hexadecimal digits: `a%20b`.
fn unpercented(path: &str) -> String {
    let stretch = LayeredText::whole(path);
    stretch.decoded(&(0..path.len()), TextLayer::Percent).0.into_owned()
}

/// The folder of the part that a member states relations for, with a `/` behind it, and that part's name.
fn source_of(name: &str) -> (String, String) {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let folder = folder.rsplit_once('/').map(|(before, _)| format!("{before}/")).unwrap_or_default();
    let source = file.get(..file.len().saturating_sub(".rels".len())).unwrap_or_default();
    (folder, source.to_owned())
}

/// The name of the member that a target means, seen from a folder.
fn resolve(folder: &str, target: &str) -> String {
    let target = target.split('#').next().unwrap_or_default();
    let path = if target.starts_with('/') { target.to_owned() } else { format!("{folder}{target}") };
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." => _ = steps.pop(),
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_seen_from_their_source() {
        assert_eq!(source_of("word/_rels/document.xml.rels"), ("word/".to_owned(), "document.xml".to_owned()));
        assert_eq!(source_of("_rels/.rels"), (String::new(), String::new()));
        assert_eq!(resolve("word/", "media/image1.png"), "word/media/image1.png");
        assert_eq!(resolve("word/", "../customXml/item1.xml"), "customXml/item1.xml");
        assert_eq!(resolve("word/", "/docProps/core.xml"), "docProps/core.xml");
        assert_eq!(resolve("", "../../x"), "x");
    }

    #[test]
    fn only_members_of_a_rels_folder_state_relations() {
        assert!(is_relations("_rels/.rels") && is_relations("word/_rels/document.xml.rels"));
        assert!(!is_relations("word/document.xml.rels") && !is_relations("word/_rels/x.xml"));
    }
}
