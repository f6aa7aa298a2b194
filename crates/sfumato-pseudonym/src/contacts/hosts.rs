//! Names of machines: reserved ones, that can belong to nobody (RFC 2606).

use std::collections::BTreeMap;

use sfumato_words::{WordTable, words};

use crate::numbers::random::FastRandom;
use crate::{SubstituteContext, SubstituteKind, SubstituteTable};

const TRIES: usize = 2_000;
/// Neutral names of departments of nowhere.
static WORDS: WordTable = words!("shared/contacts", "departments");
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
pub(super) fn assign(hosts: &BTreeMap<String, u32>, context: &SubstituteContext<'_>, chosen: &mut SubstituteTable) {
    for (key, roll) in hosts {
        let id = format!("host {key}");
        if key.is_empty() || chosen.get(SubstituteKind::Web, &id).is_some() {
            continue;
        }
        let mut random = FastRandom::new(&mut context.seed.draw(&[SubstituteKind::Web.name(), &id, &roll.to_string()]));
        let mut drawn = (0..TRIES).map(|nth| {
            let word =
                WORDS.words().get(random.below(WORDS.words().len() as u64) as usize).copied().unwrap_or_default();
            let ending = ENDINGS.get(random.below(3) as usize).copied().unwrap_or_default();
            let number = if nth < 300 { String::new() } else { random.between(2, 999).to_string() };
            (word, format!("{word}{number}.{ending}"))
        });
        let free = |(word, host): &(&str, String)| {
            !hosts.contains_key(host)
                && !chosen.is_used(SubstituteKind::Web, host)
                && !context.originals.hold_word(word)
                && !context.originals.hold(host)
        };
        if let Some((_, host)) = drawn.find(free) {
            chosen.set(SubstituteKind::Web, &id, &host);
        }
    }
}

/// The substitute of a host, in small letters, with the beginning of its web address.
pub(super) fn get(host: &str, chosen: &SubstituteTable) -> Option<String> {
    let (key, skipped) = key(host);
    let made = chosen.get(SubstituteKind::Web, &format!("host {key}"))?;
    Some(format!("{}{made}", host.get(..skipped).unwrap_or_default()))
}
