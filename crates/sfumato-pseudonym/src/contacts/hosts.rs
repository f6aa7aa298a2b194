//! Names of machines: reserved ones, that can belong to nobody (RFC 2606).

use std::collections::BTreeMap;

use crate::numbers::dice::Dice;
use crate::{Context, Kind, Ledger};

const TRIES: usize = 2_000;
/// Neutral names of departments of nowhere.
const WORDS: &[&str] = &[
    "alfa", "almena", "arco", "atlas", "aurora", "boreal", "brisa", "brote", "canal", "cima", "cobre", "cometa",
    "delta", "duna", "eco", "enlace", "faro", "galena", "globo", "helio", "indigo", "isla", "jade", "lago", "lima",
    "lince", "malva", "marea", "mesa", "monte", "nave", "nexo", "norte", "nube", "ocre", "onda", "opalo", "orbe",
    "pinar", "polar", "prisma", "puente", "quarzo", "radio", "red", "rio", "roble", "rueda", "sauce", "senda",
    "sierra", "tejo", "terra", "tilo", "torre", "trama", "umbral", "valle", "vega", "vela", "vertice", "viento",
    "zafiro", "zenit",
];
const ENDINGS: [&str; 3] = ["example.org", "example.com", "example.net"];

/// Under what a host is known, and the part of it that only says that it is on the web.
pub(super) fn key(host: &str) -> (String, usize) {
    let www = host.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("www"));
    let digits = host.bytes().skip(3).take_while(u8::is_ascii_digit).count();
    let start = 3 + digits + 1;
    let skipped = if www && host.get(start - 1..start) == Some(".") && host.len() > start { start } else { 0 };
    (host.get(skipped..).unwrap_or_default().trim_matches('.').to_lowercase(), skipped)
}

/// Decides what stands for hosts, given by key with how often they were rolled again.
pub(super) fn assign(hosts: &BTreeMap<String, u32>, context: &Context<'_>, ledger: &mut Ledger) {
    for (key, roll) in hosts {
        let id = format!("host {key}");
        if key.is_empty() || ledger.get(Kind::Web, &id).is_some() {
            continue;
        }
        let mut dice = Dice::new(&mut context.seed.draw(&[Kind::Web.name(), &id, &roll.to_string()]));
        let mut drawn = (0..TRIES).map(|nth| {
            let word = WORDS.get(dice.below(WORDS.len() as u64) as usize).copied().unwrap_or_default();
            let ending = ENDINGS.get(dice.below(3) as usize).copied().unwrap_or_default();
            let number = if nth < 300 { String::new() } else { dice.between(2, 999).to_string() };
            (word, format!("{word}{number}.{ending}"))
        });
        let free = |(word, host): &(&str, String)| {
            !hosts.contains_key(host)
                && !ledger.is_used(Kind::Web, host)
                && !context.originals.hold_word(word)
                && !context.originals.hold(host)
        };
        if let Some((_, host)) = drawn.find(free) {
            ledger.set(Kind::Web, &id, &host);
        }
    }
}

/// What stands for a host, in small letters, with what its web address begins with.
pub(super) fn get(host: &str, ledger: &Ledger) -> Option<String> {
    let (key, skipped) = key(host);
    let made = ledger.get(Kind::Web, &format!("host {key}"))?;
    Some(format!("{}{made}", host.get(..skipped).unwrap_or_default()))
}
