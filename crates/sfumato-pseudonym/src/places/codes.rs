//! Postcodes that belong to a place, in the layout of another.

use super::atlas::{PlaceAtlas, country_of};
use crate::{SeededDraws, SubstituteLists, fold};

/// The layout of a postcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PostcodeLayout {
    /// Letters of a post town, a number, a blank, a digit and two letters.
    British,
    /// Letters and digits in turn.
    Canadian,
    /// Digits, perhaps with some letters.
    Digits,
}

/// The layout of a folded code without blanks.
pub(super) fn layout(code: &str) -> PostcodeLayout {
    let shape: String = code.chars().map(|c| if c.is_ascii_digit() { '9' } else { 'A' }).collect();
    match shape.as_str() {
        "A9A9A9" => PostcodeLayout::Canadian,
        "A99AA" | "A999AA" | "AA99AA" | "AA999AA" | "A9A9AA" | "AA9A9AA" => PostcodeLayout::British,
        _ => PostcodeLayout::Digits,
    }
}

/// The part of Spain that a postcode's first two digits stand for.
pub(super) fn spanish_unit(code: &str) -> Option<String> {
    let number = code.get(..2).filter(|_| code.len() == 5)?;
    let own = match number {
        "33" => "AS",
        "07" => "IB",
        "39" => "CB",
        "28" => "MD",
        "30" => "MC",
        "31" => "NC",
        "26" => "RI",
        "51" => "CE",
        "52" => "ML",
        other => other,
    };
    Some(["ES-", own].concat())
}

/// The destination of a postcode: the part of a country and the folded name of the town, as far as they are known.
pub(super) struct PostcodeTarget<'g> {
    pub country: &'g str,
    pub unit: &'g str,
    pub town: Option<&'g str>,
}

/// A postcode of a place, in the layout of another, without blanks.
pub(super) fn made(
    code: &str,
    goal: &PostcodeTarget<'_>,
    atlas: PlaceAtlas<'_>,
    lists: &SubstituteLists<'_>,
    draw: &mut SeededDraws,
) -> String {
    let starts = atlas.unit(goal.unit).map_or("", |unit| unit.codes);
    match layout(code) {
        PostcodeLayout::British => {
            let area = goal.town.filter(|_| goal.country == "GB").and_then(|town| atlas.area(town));
            let area = area.or_else(|| {
                let line = draw.pick(lists.group("town-GB-5"))?;
                atlas.area(&fold(line.split('\t').next()?))
            });
            let area = area.unwrap_or("M");
            let long = code.chars().filter(char::is_ascii_digit).count() > 2;
            let district = if long { draw.between(10..=20) } else { draw.between(1..=9) };
            let sector = draw.between(1..=9);
            let unit: String = (0..2).map(|_| letter(BRITISH, draw)).collect();
            format!("{}{district}{sector}{unit}", area.to_lowercase())
        }
        PostcodeLayout::Canadian => {
            let start = start_of(starts, draw).filter(|_| country_of(goal.unit) == "CA").unwrap_or_default();
            filled(code, &start.to_lowercase(), draw)
        }
        PostcodeLayout::Digits => {
            let fits = atlas.land(goal.country).and_then(|land| land.digits) == Some(digits(code).min(5));
            let start = start_of(starts, draw).filter(|_| fits);
            let start = match (start, digits(code)) {
                (Some(start), _) if is_capital(goal, atlas) && start.len() == 2 => [start, "0"].concat(),
                (Some(start), _) => start.to_owned(),
                // Two digits of a province, in Spain; elsewhere they do no harm.
                (None, 5) => format!("{:02}", draw.between(10..=52)),
                (None, 2) => format!("{:02}", draw.between(1..=50)),
                (None, _) => String::new(),
            };
            filled(code, &start, draw)
        }
    }
}

/// True if the town is the one its part of Spain is called after: its postcodes have a nought behind the province.
fn is_capital(goal: &PostcodeTarget<'_>, atlas: PlaceAtlas<'_>) -> bool {
    goal.country == "ES"
        && goal.town.is_some_and(|town| atlas.unit(goal.unit).is_some_and(|unit| fold(unit.spanish).ends_with(town)))
}

fn start_of<'a>(starts: &'a str, draw: &mut SeededDraws) -> Option<&'a str> {
    let count = starts.split(',').count();
    starts.split(',').nth(draw.below(count)).filter(|start| !start.is_empty())
}

fn digits(code: &str) -> usize {
    code.bytes().filter(u8::is_ascii_digit).count()
}

const BRITISH: &[u8] = b"abdefghjlnpqrstuwxyz";
const CANADIAN: &[u8] = b"abceghjklmnprstvxy";

fn letter(from: &[u8], draw: &mut SeededDraws) -> char {
    draw.pick(from).map_or('a', |byte| char::from(*byte))
}

/// Random letters and digits for those of a code, behind a start that is given; never all noughts.
fn filled(code: &str, start: &str, draw: &mut SeededDraws) -> String {
    let mut given = start.chars();
    let mut out = String::with_capacity(code.len());
    for c in code.chars() {
        let next = match c {
            c if c.is_ascii_digit() => match given.next() {
                Some(given) => given,
                // A number does not begin with nought unless it did before.
                None if out.is_empty() && c != '0' => letter(b"123456789", draw),
                None => letter(b"0123456789", draw),
            },
            _ => given.next().filter(char::is_ascii_lowercase).unwrap_or_else(|| letter(CANADIAN, draw)),
        };
        out.push(next);
    }
    if out.ends_with("00") {
        out.pop();
        out.push(letter(b"123456789", draw));
    }
    out
}

/// A code, without blanks, in the layout and letters of a mention.
pub(super) fn laid_out(mention: &str, code: &str) -> String {
    let small = mention.contains(|c: char| c.is_lowercase());
    let code = if small { code.to_owned() } else { code.to_uppercase() };
    let signs = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    if signs(mention) == code.len() && layout(&fold(mention).replace(' ', "")) != PostcodeLayout::British {
        let mut next = code.chars();
        return mention.chars().map(|c| if c.is_alphanumeric() { next.next().unwrap_or(c) } else { c }).collect();
    }
    // The second half of a British postcode has three signs, whatever the first has.
    let blank = mention.contains(char::is_whitespace) && code.len() > 3;
    let (first, second) = code.split_at_checked(code.len().saturating_sub(3)).unwrap_or((&code, ""));
    if blank { [first, " ", second].concat() } else { code }
}
