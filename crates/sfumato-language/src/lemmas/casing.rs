//! The shapes of forms, and the casings of their lemmas.

/// The shape of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FormShape {
    /// Without a capital.
    Lower,
    /// The first character is the only capital.
    Title,
    /// Capitals only, two at least.
    Upper,
    /// Capitals in other places.
    Mixed,
    /// In figures, with points or commas between them.
    Number,
}

impl FormShape {
    pub fn of(form: &str) -> Self {
        let (mut capitals, mut small) = (0usize, false);
        for c in form.chars() {
            capitals += usize::from(is_capital(c));
            small |= c.is_lowercase();
        }
        match capitals {
            0 if is_number(form) => Self::Number,
            0 => Self::Lower,
            1 if form.chars().next().is_some_and(is_capital) => Self::Title,
            _ if !small && capitals > 1 => Self::Upper,
            _ => Self::Mixed,
        }
    }
}

fn is_capital(c: char) -> bool {
    lower(c) != c
}

fn is_number(form: &str) -> bool {
    let is_figure = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = form.as_bytes();
    is_figure(bytes.first())
        && is_figure(bytes.last())
        && bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b','))
        && bytes.iter().any(|byte| !byte.is_ascii_digit())
}

/// The casing of a lemma.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LemmaCasing {
    /// In figures without the commas between thousands.
    WithoutCommas,
    /// In figures without the points between thousands, and with a point for the comma of a decimal.
    WithoutPoints,
    /// In small letters.
    Lower,
    /// As the form is.
    Keep,
    /// With a capital in front.
    Title,
    /// In capitals.
    Upper,
}

impl LemmaCasing {
    /// In the order in which they are tried when one is learnt.
    pub const ALL: [Self; 6] =
        [Self::WithoutCommas, Self::WithoutPoints, Self::Lower, Self::Keep, Self::Title, Self::Upper];

    pub fn code(self) -> u16 {
        self as u16
    }

    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|casing| casing.code() == code)
    }
}

/// A character in small, one for one: what has no such counterpart stays.
pub(crate) fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut small = c.to_lowercase();
    match (small.next(), small.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// A character as a capital, one for one.
pub(crate) fn upper(c: char) -> char {
    let mut capital = c.to_uppercase();
    match (capital.next(), capital.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// Writes a number without the marks that set thousands apart, and with a point as its decimal mark.
pub(crate) fn write_number(form: &str, thousands: u8, out: &mut String) {
    let mut rest = form.as_bytes();
    while let [byte, after @ ..] = rest {
        let figures = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if byte.is_ascii_digit() {
            out.push(char::from(*byte));
        } else if *byte != thousands || figures != 3 {
            out.push('.');
        }
        rest = after;
    }
}
