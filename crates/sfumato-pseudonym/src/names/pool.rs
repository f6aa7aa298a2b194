//! Names to choose from, and how one is chosen.

use std::collections::{HashMap, HashSet};

use sfumato_language::Language;

use super::NAMES;
use super::tables::{NameFrequencies, NameTables, fields};
use super::words::key;
use crate::{KeyedLines, SeededDraws, SubstituteContext, SubstituteKind, SubstituteTable};

/// The decibels that a name of the table needs to be used.
const COMMON: i32 = 20;

/// Some names, of which those of an earlier stage are used before those of a later one.
#[derive(Clone, Copy)]
enum NameSource<'a> {
    Group(&'a [&'a str]),
    Own(&'a [String]),
    Table(KeyedLines<'a>, SubstituteKind, &'static str),
}

/// Chooses names that nobody has, in the originals or in the table.
pub(super) struct NamePool<'a> {
    context: SubstituteContext<'a>,
    /// Folded: what was chosen and is not in the table yet.
    taken: HashSet<String>,
    /// The choices that have nothing left.
    empty: HashSet<(SubstituteKind, &'static str, usize)>,
    /// The names of tables, as far as they were asked for.
    usable: HashMap<(SubstituteKind, &'static str), UsableNames<'a>>,
}

/// The names of a table that are well known as what is needed, in the order of their tokens.
struct UsableNames<'a> {
    tokens: Vec<&'a str>,
    names: Vec<String>,
    /// For each the next that may still be free, itself if it may: what was passed over once is not walked again.
    next: Vec<usize>,
}

impl<'a> UsableNames<'a> {
    fn new(lines: KeyedLines<'a>, kind: SubstituteKind) -> Self {
        let read = |line: &'a str| {
            let (token, rest) = line.split_once('\t')?;
            let (levels, spelling) = fields(rest.split('\t'));
            is_usable(levels, kind).then(|| (token, spelling.map_or_else(|| with_capital(token), str::to_owned)))
        };
        let (tokens, names): (Vec<&str>, Vec<String>) = lines.iter().filter_map(read).unzip();
        Self { next: (0..names.len()).collect(), tokens, names }
    }

    /// The first that may be free from a place on.
    fn from(&mut self, place: usize) -> usize {
        let mut found = place;
        while let Some(next) = self.next.get(found).filter(|next| **next != found) {
            found = *next;
        }
        let mut at = place;
        while at < found {
            at = std::mem::replace(&mut self.next[at], found);
        }
        found
    }

    /// The place behind the tokens that begin with the same letter.
    fn behind_letter(&self, place: usize) -> usize {
        let rest = self.tokens.get(place..).unwrap_or_default();
        let letter = rest.first().and_then(|token| token.chars().next());
        place + rest.partition_point(|token| token.chars().next() == letter).max(1)
    }

    /// The first name from a token on that is free and begins otherwise than another.
    fn choose(&mut self, start: &str, other: &str, is_free: impl Fn(&str) -> bool) -> Option<String> {
        let first = self.tokens.partition_point(|token| *token < start);
        for from in [first, 0] {
            let mut at = self.from(from);
            while let Some(name) = self.names.get(at) {
                if begin_alike(name, other) {
                    at = self.from(self.behind_letter(at));
                    continue;
                }
                if is_free(name) {
                    return Some(name.clone());
                }
                self.next[at] = at + 1;
                at = self.from(at + 1);
            }
        }
        None
    }
}

impl<'a> NamePool<'a> {
    pub fn new(context: &SubstituteContext<'a>) -> Self {
        Self { context: *context, taken: HashSet::new(), empty: HashSet::new(), usable: HashMap::new() }
    }

    /// A name for a token, not one that begins as it does if there is another.
    pub fn choose(
        &mut self,
        kind: SubstituteKind,
        token: &str,
        roll: u32,
        language: Language,
        chosen: &SubstituteTable,
    ) -> Option<String> {
        let mut draw = self.context.seed.draw(&[kind.name(), token, &roll.to_string()]);
        for (nth, stage) in self.stages(kind, language, &mut draw).into_iter().enumerate() {
            let stage_name = (kind, language.code(), nth);
            if self.empty.contains(&stage_name) {
                continue;
            }
            if let Some(name) = self.choose_from(stage, token, &mut draw, chosen) {
                self.taken.insert(key(&name));
                return Some(name);
            }
            self.empty.insert(stage_name);
        }
        None
    }

    /// The sources of names of a kind, in the order of their use.
    fn stages(&self, kind: SubstituteKind, language: Language, draw: &mut SeededDraws) -> Vec<NameSource<'a>> {
        let settings = &self.context.settings.names;
        let male_first = draw.below(2) == 0;
        let own: &[&'a Vec<String>] = match kind {
            SubstituteKind::GivenMale => &[&settings.male],
            SubstituteKind::GivenFemale => &[&settings.female],
            SubstituteKind::Surname => &[&settings.surnames],
            _ if male_first => &[&settings.male, &settings.female],
            _ => &[&settings.female, &settings.male],
        };
        if own.iter().any(|names| !names.is_empty()) {
            return own.iter().map(|names| NameSource::Own(names)).collect();
        }
        let code = if settings.neutral { "neutral" } else { language.code() };
        let mut groups: Vec<&'a [&'a str]> = match kind {
            SubstituteKind::Given if settings.keeps_gender => vec![self.group(code, "given-both")],
            SubstituteKind::Given => vec![self.group(code, "given-male"), self.group(code, "given-female")],
            kind => vec![self.group(code, kind.name())],
        };
        if !male_first {
            groups.reverse();
        }
        let split = groups.iter().map(|group| group.split_at(settings.commonest.min(group.len())));
        let (first, rest): (Vec<_>, Vec<_>) =
            split.map(|(first, rest)| (NameSource::Group(first), NameSource::Group(rest))).unzip();
        let table = NameSource::Table(NameTables::new(language, &self.context).own(), kind, language.code());
        first.into_iter().chain(rest).chain([table]).collect()
    }

    fn group(&self, code: &str, class: &str) -> &'a [&'a str] {
        self.context.lists.group(&format!("{code}-{class}"))
    }

    fn choose_from(
        &mut self,
        stage: NameSource<'a>,
        token: &str,
        draw: &mut SeededDraws,
        chosen: &SubstituteTable,
    ) -> Option<String> {
        match stage {
            NameSource::Group(names) => self.free(names.len(), |at| names.get(at).copied(), token, draw, chosen),
            NameSource::Own(names) => {
                self.free(names.len(), |at| names.get(at).map(String::as_str), token, draw, chosen)
            }
            NameSource::Table(lines, kind, code) => self.free_in_table(lines, (kind, code), token, draw, chosen),
        }
    }

    /// The first free name of a list from a drawn one on.
    fn free<'n>(
        &self,
        count: usize,
        name: impl Fn(usize) -> Option<&'n str>,
        token: &str,
        draw: &mut SeededDraws,
        chosen: &SubstituteTable,
    ) -> Option<String> {
        let start = draw.below(count);
        let mut alike = None;
        for name in (0..count).filter_map(|step| name((start + step) % count)) {
            if !self.is_free(name, chosen) {
                continue;
            }
            // An initial of the substitute is then never that of the original.
            if !begin_alike(name, token) {
                return Some(name.to_owned());
            }
            alike = alike.or(Some(name));
        }
        alike.map(str::to_owned)
    }

    /// The first free name of a table from a drawn place on.
    fn free_in_table(
        &mut self,
        lines: KeyedLines<'a>,
        of: (SubstituteKind, &'static str),
        token: &str,
        draw: &mut SeededDraws,
        chosen: &SubstituteTable,
    ) -> Option<String> {
        let mut letter = || char::from(b'a'.saturating_add(u8::try_from(draw.below(26)).unwrap_or_default()));
        let start: String = [letter(), letter()].iter().collect();
        let Self { context, taken, usable, .. } = self;
        let usable = usable.entry(of).or_insert_with(|| UsableNames::new(lines, of.0));
        usable.choose(&start, token, |name| is_free(name, context, taken, chosen))
    }

    fn is_free(&self, name: &str, chosen: &SubstituteTable) -> bool {
        is_free(name, &self.context, &self.taken, chosen)
    }
}

fn is_free(name: &str, context: &SubstituteContext<'_>, taken: &HashSet<String>, chosen: &SubstituteTable) -> bool {
    !context.originals.share_a_word(name)
        && (taken.is_empty() || !taken.contains(&key(name)))
        && NAMES.iter().all(|kind| !chosen.is_used(*kind, name))
}

fn begin_alike(name: &str, token: &str) -> bool {
    let first = |text: &str| text.chars().next().and_then(|c| key(c.encode_utf8(&mut [0; 4])).chars().next());
    first(name) == first(token)
}

/// True if a token of a table is well known as what is needed, and as nothing else.
fn is_usable(levels: NameFrequencies, kind: SubstituteKind) -> bool {
    let NameFrequencies { male, female, surname } = levels;
    match kind {
        SubstituteKind::GivenMale => male >= COMMON && male > female + 8 && male > surname + 3,
        SubstituteKind::GivenFemale => female >= COMMON && female > male + 8 && female > surname + 3,
        SubstituteKind::Surname => surname >= COMMON && surname > levels.given() + 3,
        _ => male.min(female) > 5 && (male - female).abs() < 12 && levels.given() > surname,
    }
}

fn with_capital(token: &str) -> String {
    let mut chars = token.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn names_that_are_in_use_are_not_walked_again() {
        let name = |nth: usize| format!("{}{}", char::from(b'a' + (nth % 26) as u8), nth);
        let mut names: Vec<String> = (0..2_000).map(name).collect();
        names.sort();
        let tokens = names.iter().map(String::as_str).collect();
        let mut usable = UsableNames { tokens, names: names.clone(), next: (0..names.len()).collect() };
        let (asked, mut used) = (Cell::new(0), HashSet::new());
        for _ in 0..1_500 {
            let is_free = |name: &str| {
                asked.set(asked.get() + 1);
                !used.contains(name)
            };
            let found = usable.choose("m", "zoe", is_free).expect("there are more");
            assert!(used.insert(found), "none twice");
        }
        assert!(asked.get() < 3 * 1_500, "{} names were looked at", asked.get());
    }
}
