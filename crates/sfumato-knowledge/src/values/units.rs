//! The units of quantities: how they are written, and what they measure.

use std::collections::HashMap;
use std::sync::LazyLock;

use sfumato_language::Language;

use super::Kind;
use super::tokens::{Cursor, folded};

/// A unit.
pub(super) struct Unit {
    kind: Kind,
    /// How it is written in short.
    symbols: &'static [&'static str],
    /// Its English name, for one and for many.
    english: [&'static str; 2],
    /// Its Spanish name, for one and for many.
    spanish: [&'static str; 2],
}

/// What a measure becomes once it is divided.
type Divided = fn(Kind) -> Kind;

/// What a unit may be divided by, and what becomes of it.
struct Divisor {
    symbols: &'static [&'static str],
    of: Divided,
}

const fn unit(
    kind: Kind,
    symbols: &'static [&'static str],
    english: [&'static str; 2],
    spanish: [&'static str; 2],
) -> Unit {
    Unit { kind, symbols, english, spanish }
}

const fn symbol(kind: Kind, symbols: &'static [&'static str]) -> Unit {
    Unit { kind, symbols, english: [""; 2], spanish: [""; 2] }
}

/// The units that are known. Of those whose names start alike the longer come first.
static UNITS: &[Unit] = &[
    unit(Kind::Percentage, &["%"], ["per cent", "per cent"], ["por ciento", "por ciento"]),
    symbol(Kind::Percentage, &["percent"]),
    // Money.
    unit(Kind::Money, &["€", "EUR"], ["euro", "euros"], ["euro", "euros"]),
    unit(
        Kind::Money,
        &["US$", "USD", "U$S"],
        ["US dollar", "US dollars"],
        ["dólar estadounidense", "dólares estadounidenses"],
    ),
    unit(Kind::Money, &["$"], ["dollar", "dollars"], ["dólar", "dólares"]),
    unit(Kind::Money, &["GBP"], ["pound sterling", "pounds sterling"], ["libra esterlina", "libras esterlinas"]),
    unit(Kind::Money, &["£"], ["pound sterling", "pounds"], ["libra esterlina", "libras"]),
    unit(Kind::Money, &["¥", "JPY"], ["yen", "yen"], ["yen", "yenes"]),
    unit(Kind::Money, &["CHF"], ["Swiss franc", "Swiss francs"], ["franco suizo", "francos suizos"]),
    unit(Kind::Money, &["FRF"], ["French franc", "French francs"], ["franco francés", "francos franceses"]),
    unit(Kind::Money, &[], ["franc", "francs"], ["franco", "francos"]),
    unit(Kind::Money, &["DEM", "DM"], ["German mark", "German marks"], ["marco alemán", "marcos alemanes"]),
    unit(Kind::Money, &[], ["mark", "marks"], ["marco", "marcos"]),
    unit(
        Kind::Money,
        &["ATS"],
        ["Austrian schilling", "Austrian schillings"],
        ["chelín austriaco", "chelines austriacos"],
    ),
    unit(Kind::Money, &["ITL"], ["Italian lira", "Italian lire"], ["lira italiana", "liras italianas"]),
    unit(
        Kind::Money,
        &["TRY", "YTL"],
        ["new Turkish lira", "new Turkish liras"],
        ["nueva lira turca", "nuevas liras turcas"],
    ),
    unit(Kind::Money, &["TRL"], ["Turkish lira", "Turkish liras"], ["lira turca", "liras turcas"]),
    unit(Kind::Money, &[], ["lira", "liras"], ["lira", "liras"]),
    unit(Kind::Money, &["PLN"], ["Polish zloty", "Polish zlotys"], ["esloti polaco", "eslotis polacos"]),
    unit(Kind::Money, &[], ["zloty", "zlotys"], ["esloti", "eslotis"]),
    unit(Kind::Money, &["SEK"], ["Swedish krona", "Swedish kronor"], ["corona sueca", "coronas suecas"]),
    unit(Kind::Money, &["NOK"], ["Norwegian krone", "Norwegian kroner"], ["corona noruega", "coronas noruegas"]),
    unit(Kind::Money, &["DKK"], ["Danish krone", "Danish kroner"], ["corona danesa", "coronas danesas"]),
    unit(Kind::Money, &["CZK"], ["Czech koruna", "Czech korunas"], ["corona checa", "coronas checas"]),
    unit(Kind::Money, &["SKK"], ["Slovak koruna", "Slovak korunas"], ["corona eslovaca", "coronas eslovacas"]),
    unit(Kind::Money, &["HUF"], ["Hungarian forint", "Hungarian forints"], ["florín húngaro", "florines húngaros"]),
    unit(Kind::Money, &["RUB", "RUR"], ["Russian rouble", "Russian roubles"], ["rublo ruso", "rublos rusos"]),
    unit(
        Kind::Money,
        &["UAH"],
        ["Ukrainian hryvnia", "Ukrainian hryvnias"],
        ["grivna ucraniana", "grivnas ucranianas"],
    ),
    unit(Kind::Money, &["RON", "ROL"], ["Romanian leu", "Romanian lei"], ["leu rumano", "lei rumanos"]),
    unit(Kind::Money, &["BGN"], ["Bulgarian lev", "Bulgarian levs"], ["lev búlgaro", "levas búlgaras"]),
    unit(Kind::Money, &["HRK"], ["Croatian kuna", "Croatian kunas"], ["kuna croata", "kunas croatas"]),
    unit(Kind::Money, &["CAD"], ["Canadian dollar", "Canadian dollars"], ["dólar canadiense", "dólares canadienses"]),
    unit(
        Kind::Money,
        &["AUD"],
        ["Australian dollar", "Australian dollars"],
        ["dólar australiano", "dólares australianos"],
    ),
    unit(Kind::Money, &["MXN"], ["Mexican peso", "Mexican pesos"], ["peso mexicano", "pesos mexicanos"]),
    unit(Kind::Money, &["ARS"], ["Argentine peso", "Argentine pesos"], ["peso argentino", "pesos argentinos"]),
    unit(Kind::Money, &[], ["peso", "pesos"], ["peso", "pesos"]),
    unit(Kind::Money, &["ESP", "pta", "ptas", "pts"], ["peseta", "pesetas"], ["peseta", "pesetas"]),
    unit(Kind::Money, &[], ["cent", "cents"], ["céntimo", "céntimos"]),
    // Time.
    unit(Kind::Duration, &["sec", "seg"], ["second", "seconds"], ["segundo", "segundos"]),
    unit(Kind::Duration, &["min"], ["minute", "minutes"], ["minuto", "minutos"]),
    unit(Kind::Duration, &["h", "hr", "hrs"], ["hour", "hours"], ["hora", "horas"]),
    unit(Kind::Duration, &[], ["day", "days"], ["día", "días"]),
    unit(Kind::Duration, &[], ["week", "weeks"], ["semana", "semanas"]),
    unit(Kind::Duration, &[], ["month", "months"], ["mes", "meses"]),
    unit(Kind::Duration, &[], ["year", "years"], ["año", "años"]),
    unit(Kind::Duration, &[], ["decade", "decades"], ["década", "décadas"]),
    // Things that are counted.
    unit(Kind::Number, &[], ["page", "pages"], ["página", "páginas"]),
    unit(Kind::Number, &[], ["person", "persons"], ["persona", "personas"]),
    unit(Kind::Number, &[], ["time", "times"], ["vez", "veces"]),
    // Lengths, areas, volumes.
    unit(
        Kind::Area,
        &["km²"],
        ["square kilometre", "square kilometres"],
        ["kilómetro cuadrado", "kilómetros cuadrados"],
    ),
    unit(Kind::Area, &["m²"], ["square metre", "square metres"], ["metro cuadrado", "metros cuadrados"]),
    unit(
        Kind::Area,
        &["cm²"],
        ["square centimetre", "square centimetres"],
        ["centímetro cuadrado", "centímetros cuadrados"],
    ),
    unit(
        Kind::Area,
        &["mm²"],
        ["square millimetre", "square millimetres"],
        ["milímetro cuadrado", "milímetros cuadrados"],
    ),
    unit(Kind::Area, &["ha"], ["hectare", "hectares"], ["hectárea", "hectáreas"]),
    unit(Kind::Area, &[], ["acre", "acres"], ["acre", "acres"]),
    unit(Kind::Volume, &["m³"], ["cubic metre", "cubic metres"], ["metro cúbico", "metros cúbicos"]),
    unit(
        Kind::Volume,
        &["cm³", "cc"],
        ["cubic centimetre", "cubic centimetres"],
        ["centímetro cúbico", "centímetros cúbicos"],
    ),
    unit(Kind::Length, &["km", "kms"], ["kilometre", "kilometres"], ["kilómetro", "kilómetros"]),
    unit(Kind::Length, &["m"], ["metre", "metres"], ["metro", "metros"]),
    unit(Kind::Length, &["cm", "cms"], ["centimetre", "centimetres"], ["centímetro", "centímetros"]),
    unit(Kind::Length, &["mm"], ["millimetre", "millimetres"], ["milímetro", "milímetros"]),
    unit(Kind::Length, &["µm"], ["micrometre", "micrometres"], ["micrómetro", "micrómetros"]),
    unit(Kind::Length, &[], ["kilometer", "kilometers"], ["kilómetro", "kilómetros"]),
    unit(Kind::Length, &[], ["meter", "meters"], ["metro", "metros"]),
    unit(Kind::Length, &[], ["centimeter", "centimeters"], ["centímetro", "centímetros"]),
    unit(Kind::Length, &["mi"], ["mile", "miles"], ["milla", "millas"]),
    unit(Kind::Length, &["ft"], ["foot", "feet"], ["pie", "pies"]),
    unit(Kind::Length, &["in"], ["inch", "inches"], ["pulgada", "pulgadas"]),
    unit(Kind::Length, &["yd"], ["yard", "yards"], ["yarda", "yardas"]),
    unit(Kind::Volume, &["ml"], ["millilitre", "millilitres"], ["mililitro", "mililitros"]),
    unit(Kind::Volume, &["dl"], ["decilitre", "decilitres"], ["decilitro", "decilitros"]),
    unit(Kind::Volume, &["l"], ["litre", "litres"], ["litro", "litros"]),
    unit(Kind::Volume, &[], ["liter", "liters"], ["litro", "litros"]),
    unit(Kind::Volume, &["fl"], ["femtolitre", "femtolitres"], ["femtolitro", "femtolitros"]),
    // Weights and doses.
    unit(Kind::Weight, &["kg", "kgs"], ["kilogram", "kilograms"], ["kilogramo", "kilogramos"]),
    unit(Kind::Weight, &[], ["kilo", "kilos"], ["kilo", "kilos"]),
    unit(Kind::Weight, &["g", "gr", "grs"], ["gram", "grams"], ["gramo", "gramos"]),
    unit(Kind::Weight, &["lb", "lbs"], ["pound", "pounds"], ["libra", "libras"]),
    unit(Kind::Weight, &["oz"], ["ounce", "ounces"], ["onza", "onzas"]),
    unit(Kind::Weight, &["t"], ["tonne", "tonnes"], ["tonelada", "toneladas"]),
    unit(Kind::Weight, &[], ["ton", "tons"], ["tonelada", "toneladas"]),
    unit(Kind::Dose, &["mg", "mgs", "mgr"], ["milligram", "milligrams"], ["miligramo", "miligramos"]),
    unit(Kind::Dose, &["µg", "μg", "mcg", "ug"], ["microgram", "micrograms"], ["microgramo", "microgramos"]),
    unit(
        Kind::Dose,
        &["UI", "IU"],
        ["international unit", "international units"],
        ["unidad internacional", "unidades internacionales"],
    ),
    unit(Kind::Dose, &["U"], ["unit", "units"], ["unidad", "unidades"]),
    // What laboratories and monitors give.
    unit(Kind::Measurement, &["ng"], ["nanogram", "nanograms"], ["nanogramo", "nanogramos"]),
    unit(Kind::Measurement, &["pg"], ["picogram", "picograms"], ["picogramo", "picogramos"]),
    symbol(
        Kind::Measurement,
        &["mmol", "µmol", "μmol", "umol", "nmol", "pmol", "mEq", "mUI", "mIU", "mU", "µU", "kU", "mOsm"],
    ),
    symbol(Kind::Pressure, &["mmHg", "cmH2O", "kPa", "Pa", "bar"]),
    symbol(Kind::Rate, &["lpm", "bpm", "rpm", "ppm", "Hz", "kHz"]),
    unit(
        Kind::Temperature,
        &["°C", "ºC"],
        ["degree Celsius", "degrees Celsius"],
        ["grado centígrado", "grados centígrados"],
    ),
    unit(
        Kind::Temperature,
        &["°F", "ºF"],
        ["degree Fahrenheit", "degrees Fahrenheit"],
        ["grado Fahrenheit", "grados Fahrenheit"],
    ),
    unit(Kind::Temperature, &["°", "º"], ["degree", "degrees"], ["grado", "grados"]),
    unit(Kind::Measurement, &["kcal"], ["kilocalorie", "kilocalories"], ["kilocaloría", "kilocalorías"]),
];

static DIVISORS: &[Divisor] = &[
    Divisor { symbols: &["dl", "l", "ml", "µl", "μl", "ul", "mm³", "cc", "100ml"], of: |_| Kind::Measurement },
    Divisor { symbols: &["kg", "m²", "día", "day", "d", "24h", "semana", "week"], of: per_day_or_body },
    Divisor { symbols: &["h", "hora", "hour", "min", "s", "seg"], of: per_time },
    Divisor { symbols: &["g", "mg", "mmol"], of: |_| Kind::Measurement },
];

fn per_day_or_body(kind: Kind) -> Kind {
    match kind {
        Kind::Weight | Kind::Volume | Kind::Dose => Kind::Dose,
        Kind::Money => Kind::Money,
        _ => Kind::Rate,
    }
}

fn per_time(kind: Kind) -> Kind {
    match kind {
        Kind::Length => Kind::Speed,
        Kind::Weight | Kind::Dose => Kind::Dose,
        Kind::Money => Kind::Money,
        _ => Kind::Rate,
    }
}

/// How a unit was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Name,
    Symbol(&'static str),
}

/// A unit as it stands in a phrase.
#[derive(Clone, Copy)]
pub(super) struct Written {
    unit: &'static Unit,
    spelling: Spelling,
    kind: Kind,
    /// What it is divided by, and what that is.
    divisors: [&'static str; 2],
}

impl PartialEq for Written {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.unit, other.unit) && self.divisors == other.divisors
    }
}

impl Written {
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many of this unit of time a larger one has.
    pub fn count_in(&self, larger: Self) -> Option<u64> {
        let [one, _] = self.unit.english;
        let [many, _] = larger.unit.english;
        Some(match (one, many) {
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
            Spelling::Symbol(symbol) => Some(symbol),
            Spelling::Name => None,
        }
    }

    /// It as it was written, for one or for many.
    pub fn text(&self, language: Language, is_one: bool) -> String {
        match self.spelling {
            Spelling::Symbol(symbol) => self.divided(symbol),
            Spelling::Name => self.divided(self.named(language, is_one)),
        }
    }

    /// Its name for many, or its symbol where it has no name.
    pub fn plural(&self, language: Language) -> String {
        match (self.named(language, false), self.spelling) {
            ("", Spelling::Symbol(symbol)) => self.divided(symbol),
            // "Tens of milligrams/dl" is no way to write.
            (_, Spelling::Symbol(symbol)) if self.divisors != [""; 2] => self.divided(symbol),
            (name, _) => self.divided(name),
        }
    }

    fn named(&self, language: Language, is_one: bool) -> &'static str {
        let names = match language {
            Language::English => &self.unit.english,
            Language::Spanish => &self.unit.spanish,
        };
        let [one, many] = names;
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

/// The units by what a name or symbol of theirs starts with, in their order: few start alike.
static BY_START: LazyLock<HashMap<char, Vec<&'static Unit>>> = LazyLock::new(|| {
    let mut by_start: HashMap<char, Vec<&'static Unit>> = HashMap::new();
    for unit in UNITS {
        let mut starts: Vec<char> = unit.written().filter_map(|text| folded(text).next()).collect();
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().for_each(|start| by_start.entry(start).or_default().push(unit));
    }
    by_start
});

impl Unit {
    /// All ways to write it.
    fn written(&self) -> impl Iterator<Item = &'static str> {
        self.english.iter().chain(&self.spanish).chain(self.symbols).copied()
    }
}

/// The units that may come next, in their order.
fn units_at(cursor: &Cursor) -> impl Iterator<Item = &'static Unit> + use<> {
    let found = cursor.start().and_then(|start| BY_START.get(&start));
    found.into_iter().flatten().copied()
}

/// What is counted in "4.500/mm³".
static THINGS: Unit = symbol(Kind::Measurement, &[""]);

/// Reads a unit after a number.
pub(super) fn after_number(cursor: &mut Cursor) -> Option<Written> {
    let found = units_at(cursor).find_map(|unit| {
        let mut names = unit.english.iter().chain(&unit.spanish).filter(|name| !name.is_empty());
        if names.any(|name| cursor.name(name)) {
            return Some((unit, Spelling::Name));
        }
        let symbol = unit.symbols.iter().find(|symbol| cursor.symbol(symbol))?;
        Some((unit, Spelling::Symbol(symbol)))
    });
    let is_bare = found.is_none();
    let (unit, spelling) = found.unwrap_or((&THINGS, Spelling::Symbol("")));
    let mut written = Written { unit, spelling, kind: unit.kind, divisors: [""; 2] };
    for at in 0..written.divisors.len() {
        let Some((symbol, of)) = cursor.attempt(divisor) else { break };
        written.divisors.get_mut(at).into_iter().for_each(|divisor| *divisor = symbol);
        written.kind = of(written.kind);
    }
    let is_count = written.kind == Kind::Measurement && written.divisors != [""; 2];
    (!is_bare || is_count).then_some(written)
}

fn divisor(cursor: &mut Cursor) -> Option<(&'static str, Divided)> {
    cursor.mark('/').then_some(())?;
    DIVISORS.iter().find_map(|divisor| {
        let symbol = divisor.symbols.iter().find(|symbol| cursor.symbol(symbol))?;
        Some((*symbol, divisor.of))
    })
}

/// Reads the symbol of a currency before a number.
pub(super) fn before_number(cursor: &mut Cursor) -> Option<Written> {
    // Most phrases have none, and need not be compared with every symbol.
    if !cursor.has_digits() {
        return None;
    }
    units_at(cursor).filter(|unit| unit.kind == Kind::Money).find_map(|unit| {
        let symbol = unit.symbols.iter().find(|symbol| cursor.symbol(symbol))?;
        Some(Written { unit, spelling: Spelling::Symbol(symbol), kind: unit.kind, divisors: [""; 2] })
    })
}
