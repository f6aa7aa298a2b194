//! The meaning of the properties of cards and calendars, so that their values go by names people use.

use std::borrow::Cow;

use sfumato_words::WordTable;

use crate::BlockKind;

static COMPONENTS: WordTable = WordTable::new(include_str!("names.txt"), "components");
static VALUES: WordTable = WordTable::new(include_str!("names.txt"), "values");
static OTHER_PROPERTIES: WordTable = WordTable::new(include_str!("names.txt"), "other properties");
static TYPES: WordTable = WordTable::new(include_str!("names.txt"), "types");
static AREAS: WordTable = WordTable::new(include_str!("names.txt"), "areas");
static SCHEMES: WordTable = WordTable::new(include_str!("names.txt"), "schemes");
static PROPERTIES: WordTable<2> = WordTable::new(include_str!("names.txt"), "properties");
static PROSE: WordTable = WordTable::new(include_str!("names.txt"), "prose");
static STATES: WordTable = WordTable::new(include_str!("names.txt"), "states");
static TITLES: WordTable = WordTable::new(include_str!("names.txt"), "titles");

/// The meaning of a value.
pub(super) struct CardValueMeaning {
    pub label: Option<Cow<'static, str>>,
    pub kind: BlockKind,
}

/// The values of a property.
pub(super) enum CardValues {
    /// Components, by their places.
    Components(&'static [&'static str]),
    /// One value or several of one kind.
    Of(Cow<'static, str>),
    /// Text that somebody wrote.
    Prose,
    /// Text that a program says of itself.
    Program,
    /// A word of the format.
    Word(fn(&str) -> bool),
}

/// Returns the description of the values of a property.
pub(super) fn values(name: &str) -> CardValues {
    match name {
        "N" => CardValues::Components(&["family name", "given name", "middle name", "title", "suffix"]),
        "ADR" => CardValues::Components(&["po box", "address", "address", "city", "state", "postcode", "country"]),
        "ORG" => CardValues::Components(&["company", "department", "department"]),
        "GENDER" => CardValues::Components(&["sex", "gender"]),
        "GEO" => CardValues::Components(&["latitude", "longitude"]),
        name if PROSE.has(name) => CardValues::Prose,
        "PRODID" | "MAILER" => CardValues::Program,
        "BEGIN" | "END" => CardValues::Word(|value| COMPONENTS.has(&value.to_ascii_uppercase())),
        "VERSION" | "SEQUENCE" | "PRIORITY" | "PERCENT-COMPLETE" | "REPEAT" | "TZOFFSETFROM" | "TZOFFSETTO" => {
            CardValues::Word(|value| {
                value.len() <= 6 && value.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b))
            })
        }
        "TZID" | "TZ" | "X-LIC-LOCATION" | "X-WR-TIMEZONE" | "TZNAME" => CardValues::Word(is_zone),
        name if STATES.has(name) => CardValues::Word(|value| VALUES.has(&value.to_ascii_uppercase())),
        "RRULE" | "EXRULE" | "DURATION" | "TRIGGER" | "REFRESH-INTERVAL" | "X-PUBLISHED-TTL" => {
            CardValues::Word(|value| {
                value.len() <= 200
                    && value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"=;,+-".contains(&b))
            })
        }
        _ => CardValues::Of(match PROPERTIES.get(name) {
            Some([_, label]) => Cow::Borrowed(label),
            None => Cow::Owned(spelt_out(name)),
        }),
    }
}

impl CardValues {
    /// True if a value is a word of the format and nobody's.
    pub fn is_structure(&self, value: &str) -> bool {
        matches!(self, Self::Word(is_word) if is_word(value.trim()))
    }

    /// The byte that parts the components.
    pub fn separator(&self) -> Option<u8> {
        match self {
            Self::Components(_) => Some(b';'),
            _ => None,
        }
    }

    /// Returns the meaning of the value at a place; for a relative, with the kinship.
    pub fn meaning(&self, nth: usize, kin: Option<&str>) -> CardValueMeaning {
        let field = |label: Cow<'static, str>| CardValueMeaning { label: Some(label), kind: BlockKind::Field };
        match self {
            Self::Components(labels) => field(Cow::Borrowed(labels.get(nth).or(labels.last()).copied().unwrap_or(""))),
            Self::Of(label) => field(kin.map_or_else(|| label.clone(), |kin| Cow::Owned(kin.to_ascii_lowercase()))),
            Self::Prose => CardValueMeaning { label: None, kind: BlockKind::Paragraph },
            Self::Program => CardValueMeaning { label: None, kind: BlockKind::Metadata },
            Self::Word(_) => CardValueMeaning { label: None, kind: BlockKind::Code },
        }
    }
}

/// True if programs know a property by this name; any other may be a value as well.
pub(super) fn is_known(name: &str) -> bool {
    name.starts_with("X-") || OTHER_PROPERTIES.has(name) || !matches!(values(name), CardValues::Of(Cow::Owned(_)))
}

/// The label of a parameter's value.
pub(super) fn parameter_label(name: &str) -> &'static str {
    match name {
        "CN" | "X-CN" | "SORT-AS" => "name",
        "EMAIL" | "SENT-BY" | "DELEGATED-TO" | "DELEGATED-FROM" | "MEMBER" | "DIR" | "X-RESPONSE-COMMENT" => "email",
        "LABEL" => "address",
        "GEO" => "coordinates",
        _ => "parameter",
    }
}

/// True if a parameter only says how its value is written.
pub(super) fn is_setting(name: &str, value: &str) -> bool {
    let is_word = |b: u8| b.is_ascii_alphabetic() || b"-,/_1=;\" ".contains(&b);
    let is_plain = value.len() <= 60 && value.bytes().all(is_word);
    match name {
        // What stands without a name in old cards is one of these.
        "" => TYPES.has(&value.to_ascii_uppercase()),
        "TYPE" | "VALUE" | "ROLE" | "PARTSTAT" | "RSVP" | "CUTYPE" | "CHARSET" | "FMTTYPE" | "LANGUAGE" | "RELATED"
        | "RELTYPE" | "FBTYPE" | "RANGE" | "CALSCALE" | "DERIVED" => {
            is_plain || value.eq_ignore_ascii_case("utf-8") || value.to_ascii_lowercase().starts_with("iso-8859-")
        }
        "PREF" | "PID" | "ALTID" | "INDEX" | "LEVEL" | "X-NUM-GUESTS" => {
            value.len() <= 4 && value.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        }
        "ENCODING" => {
            matches!(value.to_ascii_uppercase().as_str(), "B" | "BASE64" | "QUOTED-PRINTABLE" | "8BIT" | "7BIT")
        }
        "TZID" => is_zone(value.trim_matches('"')),
        _ => false,
    }
}

/// True if a text names a zone as programs do: `Europe/Madrid`, `UTC`, `CEST`, `+01:00`.
fn is_zone(text: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"_+-".contains(&b));
    let is_area = || {
        let rest = AREAS.words().iter().find_map(|area| text.strip_prefix(area));
        rest.is_some_and(|rest| rest.split('/').all(is_part))
    };
    let is_offset = || text.bytes().all(|b| b.is_ascii_digit() || b"+-:;".contains(&b));
    let is_short = || text.len() <= 5 && text.bytes().all(|b| b.is_ascii_uppercase());
    text.len() <= 48 && (is_area() || is_offset() || is_short() || text.ends_with(" Standard Time") && text.is_ascii())
}

/// Returns the number of bytes of a value that only say what it is: `mailto:`, `tel:`, `xmpp:`.
pub(super) fn scheme(value: &str) -> usize {
    let starts = |scheme: &&&str| value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    SCHEMES.words().iter().find(starts).map_or(0, |scheme| scheme.len())
}

/// Returns the number of bytes of a full name that are a title before it: `Dr. Ann Lee`.
pub(super) fn title(name: &str) -> usize {
    let word = name.split(' ').next().unwrap_or_default();
    let plain = word.trim_end_matches('.').to_lowercase();
    let is_title = TITLES.has(&plain) && word.len() < name.len();
    if is_title { word.len() + 1 } else { 0 }
}

/// The name of a property nobody agreed on, in words: `X-MS-SPOUSE` is "spouse".
fn spelt_out(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let own = name.strip_prefix("x-").unwrap_or(&name);
    let own = ["ms-", "evolution-", "kaddressbook-", "android-", "apple-", "abrelated", "ab", "gnus-", "wr-"]
        .iter()
        .find_map(|maker| own.strip_prefix(maker))
        .unwrap_or(own);
    let own = own.strip_prefix("phonetic-").unwrap_or(own);
    own.replace(['-', '_'], " ")
}
