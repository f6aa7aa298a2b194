//! The units of quantities, from the lists of words: how they are written, and what they measure.

use std::collections::HashMap;
use std::sync::LazyLock;

use sfumato_words::{ByLanguage, Language, WordTable, words, words_by_language};

use super::ValueKind;
use super::tokens::{PhraseCursor, folded};

static UNIT_ROWS: WordTable<3> = words!("shared/values", "units");
static UNIT_NAMES: ByLanguage<WordTable<3>> = words_by_language!("values", "units");
static DIVISORS: WordTable<2> = words!("shared/values", "divisors");

/// A unit.
struct MeasureUnit {
    /// The key of its names.
    key: &'static str,
    kind: ValueKind,
    /// Its symbols.
    symbols: Vec<&'static str>,
    /// Its names by language, for one and for many; empty if it has none.
    names: ByLanguage<[&'static str; 2]>,
}

impl MeasureUnit {
    fn read([key, kind, symbols]: &[&'static str; 3]) -> Self {
        let names = |language| UNIT_NAMES.of(language).get(key).map_or([""; 2], |[_, one, many]| [*one, *many]);
        Self {
            key,
            kind: kind_named(kind),
            symbols: symbols.split(' ').filter(|symbol| *symbol != "-").collect(),
            names: ByLanguage::new(Language::ALL.map(names)),
        }
    }

    /// Its names in all languages.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().flat_map(|(_, names)| *names).filter(|name| !name.is_empty())
    }
}

/// The kind of measures that a list calls so.
fn kind_named(name: &str) -> ValueKind {
    match name {
        "percentage" => ValueKind::Percentage,
        "money" => ValueKind::Money,
        "duration" => ValueKind::Duration,
        "area" => ValueKind::Area,
        "volume" => ValueKind::Volume,
        "length" => ValueKind::Length,
        "weight" => ValueKind::Weight,
        "dose" => ValueKind::Dose,
        "measurement" => ValueKind::Measurement,
        "pressure" => ValueKind::Pressure,
        "rate" => ValueKind::Rate,
        "temperature" => ValueKind::Temperature,
        _ => ValueKind::Number,
    }
}

/// The kind of a measure once it is divided, by what the list says of the divisor.
fn divided(kind: ValueKind, divisor: &str) -> ValueKind {
    match (divisor, kind) {
        ("laboratory", _) => ValueKind::Measurement,
        (_, ValueKind::Money) => ValueKind::Money,
        ("day or body", ValueKind::Weight | ValueKind::Volume | ValueKind::Dose) => ValueKind::Dose,
        ("time", ValueKind::Length) => ValueKind::Speed,
        ("time", ValueKind::Weight | ValueKind::Dose) => ValueKind::Dose,
        _ => ValueKind::Rate,
    }
}

/// The spelling of a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnitSpelling {
    Name,
    Symbol(&'static str),
}

/// A unit as it stands in a phrase.
#[derive(Clone, Copy)]
pub(super) struct WrittenUnit {
    unit: &'static MeasureUnit,
    spelling: UnitSpelling,
    kind: ValueKind,
    /// The symbol and the name of its divisor.
    divisors: [&'static str; 2],
}

impl PartialEq for WrittenUnit {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.unit, other.unit) && self.divisors == other.divisors
    }
}

impl WrittenUnit {
    pub fn kind(&self) -> ValueKind {
        self.kind
    }

    /// The number of this unit of time in a larger one.
    pub fn count_in(&self, larger: Self) -> Option<u64> {
        Some(match (self.unit.key, larger.unit.key) {
            ("second", "minute") | ("minute", "hour") => 60,
            ("hour", "day") => 24,
            ("day", "week") => 7,
            // At most: what is left over must not reach the next month or year.
            ("day", "month") => 31,
            ("day", "year") => 366,
            ("week", "month") => 5,
            ("week", "year") => 53,
            ("month", "year") => 12,
            _ => return None,
        })
    }

    /// Its symbol, if it was written with it.
    pub fn symbol(&self) -> Option<&'static str> {
        match self.spelling {
            UnitSpelling::Symbol(symbol) => Some(symbol),
            UnitSpelling::Name => None,
        }
    }

    /// It as it was written, for one or for many.
    pub fn text(&self, language: Language, is_one: bool) -> String {
        match self.spelling {
            UnitSpelling::Symbol(symbol) => self.divided(symbol),
            UnitSpelling::Name => self.divided(self.named(language, is_one)),
        }
    }

    /// Its name for many, or its symbol where it has no name.
    pub fn plural(&self, language: Language) -> String {
        match (self.named(language, false), self.spelling) {
            ("", UnitSpelling::Symbol(symbol)) => self.divided(symbol),
            // "Tens of milligrams/dl" is no way to write.
            (_, UnitSpelling::Symbol(symbol)) if self.divisors != [""; 2] => self.divided(symbol),
            (name, _) => self.divided(name),
        }
    }

    fn named(&self, language: Language, is_one: bool) -> &'static str {
        let [one, many] = self.unit.names.of(language);
        if is_one { one } else { many }
    }

    fn divided(&self, unit: &str) -> String {
        let mut text = unit.to_owned();
        for divisor in self.divisors.into_iter().filter(|divisor| !divisor.is_empty()) {
            text.push('/');
            text.push_str(divisor);
        }
        text
    }
}

/// The units in the order in which they are tried, and by what a name or symbol of theirs starts with: few start alike.
static UNITS: LazyLock<Vec<MeasureUnit>> = LazyLock::new(|| UNIT_ROWS.rows().iter().map(MeasureUnit::read).collect());
static BY_START: LazyLock<HashMap<char, Vec<&'static MeasureUnit>>> = LazyLock::new(|| {
    let mut by_start: HashMap<char, Vec<&'static MeasureUnit>> = HashMap::new();
    for unit in UNITS.iter() {
        let written = unit.names().chain(unit.symbols.iter().copied());
        let mut starts: Vec<char> = written.filter_map(|text| folded(text).next()).collect();
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().for_each(|start| by_start.entry(start).or_default().push(unit));
    }
    by_start
});

/// The units that may come next, in their order.
fn units_at(cursor: &PhraseCursor) -> impl Iterator<Item = &'static MeasureUnit> + use<> {
    let found = cursor.start().and_then(|start| BY_START.get(&start));
    found.into_iter().flatten().copied()
}

/// The things counted in "4.500/mm³".
static THINGS: MeasureUnit = MeasureUnit {
    key: "",
    kind: ValueKind::Measurement,
    symbols: Vec::new(),
    names: ByLanguage::new([[""; 2]; Language::ALL.len()]),
};

/// Reads a unit after a number.
pub(super) fn after_number(cursor: &mut PhraseCursor) -> Option<WrittenUnit> {
    let found = units_at(cursor).find_map(|unit| {
        if unit.names().any(|name| cursor.name(name)) {
            return Some((unit, UnitSpelling::Name));
        }
        let symbol = unit.symbols.iter().find(|symbol| cursor.symbol(symbol))?;
        Some((unit, UnitSpelling::Symbol(symbol)))
    });
    let is_bare = found.is_none();
    let (unit, spelling) = found.unwrap_or((&THINGS, UnitSpelling::Symbol("")));
    let mut written = WrittenUnit { unit, spelling, kind: unit.kind, divisors: [""; 2] };
    for at in 0..written.divisors.len() {
        let Some([symbol, of]) = cursor.attempt(divisor) else { break };
        written.divisors.get_mut(at).into_iter().for_each(|divisor| *divisor = symbol);
        written.kind = divided(written.kind, of);
    }
    let is_count = written.kind == ValueKind::Measurement && written.divisors != [""; 2];
    (!is_bare || is_count).then_some(written)
}

fn divisor(cursor: &mut PhraseCursor) -> Option<[&'static str; 2]> {
    cursor.mark('/').then_some(())?;
    DIVISORS.rows().iter().find(|[symbol, _]| cursor.symbol(symbol)).copied()
}

/// Reads the symbol of a currency before a number.
pub(super) fn before_number(cursor: &mut PhraseCursor) -> Option<WrittenUnit> {
    // Most phrases have none, and need not be compared with every symbol.
    if !cursor.has_digits() {
        return None;
    }
    units_at(cursor).filter(|unit| unit.kind == ValueKind::Money).find_map(|unit| {
        let symbol = unit.symbols.iter().find(|symbol| cursor.symbol(symbol))?;
        Some(WrittenUnit { unit, spelling: UnitSpelling::Symbol(symbol), kind: unit.kind, divisors: [""; 2] })
    })
}
