//! Names to choose from, and how one is chosen.

use std::collections::HashSet;

use sfumato_language::Language;

use super::NAMES;
use super::tables::{Levels, Tables, fields};
use super::words::key;
use crate::{Context, Draw, Kind, Ledger, Lines};

/// How common a name of the table must be to be used.
const COMMON: i32 = 20;

/// Some names, of which those of an earlier stage are used before those of a later one.
#[derive(Clone, Copy)]
enum Stage<'a> {
    Group(&'a [&'a str]),
    Own(&'a [String]),
    Table(Lines<'a>, Kind),
}

/// Chooses names that nobody has, in the originals or in the ledger.
pub(super) struct Pool<'a> {
    context: Context<'a>,
    /// Folded: what was chosen and is not in the ledger yet.
    taken: HashSet<String>,
    /// What has nothing left to choose.
    empty: HashSet<(Kind, &'static str, usize)>,
}

impl<'a> Pool<'a> {
    pub fn new(context: &Context<'a>) -> Self {
        Self { context: *context, taken: HashSet::new(), empty: HashSet::new() }
    }

    /// A name for a token, not one that begins as it does if there is another.
    pub fn choose(
        &mut self,
        kind: Kind,
        token: &str,
        roll: u32,
        language: Language,
        ledger: &Ledger,
    ) -> Option<String> {
        let mut draw = self.context.seed.draw(&[kind.name(), token, &roll.to_string()]);
        for (nth, stage) in self.stages(kind, language, &mut draw).into_iter().enumerate() {
            let stage_name = (kind, language.code(), nth);
            if self.empty.contains(&stage_name) {
                continue;
            }
            if let Some(name) = self.choose_from(stage, token, &mut draw, ledger) {
                self.taken.insert(key(&name));
                return Some(name);
            }
            self.empty.insert(stage_name);
        }
        None
    }

    /// Where names of a kind come from, first what is used first.
    fn stages(&self, kind: Kind, language: Language, draw: &mut Draw) -> Vec<Stage<'a>> {
        let settings = &self.context.settings.names;
        let male_first = draw.below(2) == 0;
        let own: &[&'a Vec<String>] = match kind {
            Kind::GivenMale => &[&settings.male],
            Kind::GivenFemale => &[&settings.female],
            Kind::Surname => &[&settings.surnames],
            _ if male_first => &[&settings.male, &settings.female],
            _ => &[&settings.female, &settings.male],
        };
        if own.iter().any(|names| !names.is_empty()) {
            return own.iter().map(|names| Stage::Own(names)).collect();
        }
        let code = if settings.neutral { "neutral" } else { language.code() };
        let mut groups: Vec<&'a [&'a str]> = match kind {
            Kind::Given if settings.keeps_gender => vec![self.group(code, "given-both")],
            Kind::Given => vec![self.group(code, "given-male"), self.group(code, "given-female")],
            kind => vec![self.group(code, kind.name())],
        };
        if !male_first {
            groups.reverse();
        }
        let split = groups.iter().map(|group| group.split_at(settings.commonest.min(group.len())));
        let (first, rest): (Vec<_>, Vec<_>) =
            split.map(|(first, rest)| (Stage::Group(first), Stage::Group(rest))).unzip();
        let table = Stage::Table(Tables::new(language, &self.context).own(), kind);
        first.into_iter().chain(rest).chain([table]).collect()
    }

    fn group(&self, code: &str, class: &str) -> &'a [&'a str] {
        self.context.lists.group(&format!("{code}-{class}"))
    }

    fn choose_from(&self, stage: Stage<'a>, token: &str, draw: &mut Draw, ledger: &Ledger) -> Option<String> {
        match stage {
            Stage::Group(names) => self.free(names.len(), |at| names.get(at).copied(), token, draw, ledger),
            Stage::Own(names) => self.free(names.len(), |at| names.get(at).map(String::as_str), token, draw, ledger),
            Stage::Table(lines, kind) => self.free_in_table(lines, kind, token, draw, ledger),
        }
    }

    /// The first free name of a list from a drawn one on.
    fn free<'n>(
        &self,
        count: usize,
        name: impl Fn(usize) -> Option<&'n str>,
        token: &str,
        draw: &mut Draw,
        ledger: &Ledger,
    ) -> Option<String> {
        let start = draw.below(count);
        let mut alike = None;
        for name in (0..count).filter_map(|step| name((start + step) % count)) {
            if !self.is_free(name, ledger) {
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
        &self,
        lines: Lines<'a>,
        kind: Kind,
        token: &str,
        draw: &mut Draw,
        ledger: &Ledger,
    ) -> Option<String> {
        let mut letter = || char::from(b'a'.saturating_add(u8::try_from(draw.below(26)).unwrap_or_default()));
        let start: String = [letter(), letter()].iter().collect();
        let lines = lines.from(&start).chain(lines.iter());
        lines
            .filter_map(|line| {
                let (token, rest) = line.split_once('\t')?;
                let (levels, spelling) = fields(rest.split('\t'));
                is_usable(levels, kind).then(|| spelling.map_or_else(|| with_capital(token), str::to_owned))
            })
            .find(|name| self.is_free(name, ledger) && !begin_alike(name, token))
    }

    fn is_free(&self, name: &str, ledger: &Ledger) -> bool {
        !self.context.originals.share_a_word(name)
            && (self.taken.is_empty() || !self.taken.contains(&key(name)))
            && NAMES.iter().all(|kind| !ledger.is_used(*kind, name))
    }
}

fn begin_alike(name: &str, token: &str) -> bool {
    let first = |text: &str| text.chars().next().and_then(|c| key(c.encode_utf8(&mut [0; 4])).chars().next());
    first(name) == first(token)
}

/// Whether a token of a table is well known as what is needed, and as nothing else.
fn is_usable(levels: Levels, kind: Kind) -> bool {
    let Levels { male, female, surname } = levels;
    match kind {
        Kind::GivenMale => male >= COMMON && male > female + 8 && male > surname + 3,
        Kind::GivenFemale => female >= COMMON && female > male + 8 && female > surname + 3,
        Kind::Surname => surname >= COMMON && surname > levels.given() + 3,
        _ => male.min(female) > 5 && (male - female).abs() < 12 && levels.given() > surname,
    }
}

fn with_capital(token: &str) -> String {
    let mut chars = token.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}
