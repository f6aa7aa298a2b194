//! From regular expressions to a table.

use std::collections::{BTreeMap, HashMap};

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, HirKind, Repetition};

use crate::minimise::DraftAutomaton;
use crate::{Automaton, BREAK, FoldedChar, fold, fold::SYMBOL, represent};

/// Patterns do not become a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The pattern of this number is not a regular expression.
    #[error("not a regular expression: {why}")]
    Syntax {
        /// The number of the pattern.
        pattern: usize,
        /// The parser's message.
        why: String,
    },
    /// The pattern of this number uses what a linear pass cannot do.
    #[error("uses a look-around or border, which a single pass over the text cannot do")]
    LookAround {
        /// The number of the pattern.
        pattern: usize,
    },
    /// The pattern of this number matches nothing at all or the empty text.
    #[error("can match the empty text")]
    Empty {
        /// The number of the pattern.
        pattern: usize,
    },
    /// The pattern of this number needs more states than a table has room for.
    #[error("needs too many states; bound its repeats and simplify it")]
    TooLarge {
        /// The number of the pattern.
        pattern: usize,
    },
}

impl CompileError {
    /// The number of the pattern it is about.
    pub fn pattern(&self) -> usize {
        match self {
            Self::Syntax { pattern, .. }
            | Self::LookAround { pattern }
            | Self::Empty { pattern }
            | Self::TooLarge { pattern } => *pattern,
        }
    }
}

/// Compiles patterns into a few automata that together hold all of them, numbered in order from `first`.
///
/// Patterns are combined as long as that does not multiply states, and with their like: those that any word keeps
/// going apart from those that only digits do, so that an ordinary word is walked through once and not in every
/// automaton.
pub fn compile(patterns: &[&str], first: u16) -> Result<Vec<Automaton>, CompileError> {
    let mut small: BTreeMap<u8, Vec<SizedPattern>> = BTreeMap::new();
    let mut automata = Vec::new();
    for (pattern, hir) in parse(patterns)?.into_iter().enumerate() {
        let one = [(first + pattern as u16, hir)];
        let machine = determinise(&one, MOST_STATES).ok_or(CompileError::TooLarge { pattern })?;
        let states = machine.accepts.len();
        let [one] = one;
        if states > LARGE {
            automata.push(Automaton::assemble(&machine));
        } else {
            small.entry(liveliness(&machine)).or_default().push((one, states));
        }
    }
    for alike in small.values() {
        combine(alike, &mut automata)?;
    }
    Ok(automata)
}

/// The commonest kind of word that a pattern lets pass.
fn liveliness(machine: &DraftAutomaton) -> u8 {
    let probes: [&[u8]; 3] = [b"qxqwuq", b"Qxqwuq", b"QXQWUQ"];
    probes.iter().position(|probe| machine.walk(probe) != 0).unwrap_or(probes.len()) as u8
}

/// Compiles each pattern into an automaton of its own, in which it is number 0.
pub fn compile_each(patterns: &[&str]) -> Result<Vec<Automaton>, CompileError> {
    let each = |(pattern, hir)| {
        let machine = determinise(&[(0, hir)], MOST_STATES).ok_or(CompileError::TooLarge { pattern })?;
        Ok(Automaton::assemble(&machine))
    };
    parse(patterns)?.into_iter().enumerate().map(each).collect()
}

/// Compiles patterns into exactly one automaton, numbered as given.
pub fn compile_together(patterns: &[&str]) -> Result<Automaton, CompileError> {
    let hirs: Vec<(u16, Hir)> = parse(patterns)?.into_iter().enumerate().map(|(n, hir)| (n as u16, hir)).collect();
    let machine = determinise(&hirs, MOST_STATES).ok_or(CompileError::TooLarge { pattern: 0 })?;
    Ok(Automaton::assemble(&machine))
}

fn parse(patterns: &[&str]) -> Result<Vec<Hir>, CompileError> {
    let one = |(pattern, regex): (usize, &&str)| {
        let hir = regex_syntax::parse(regex).map_err(|e| CompileError::Syntax { pattern, why: reason(&e) })?;
        let hir = translate(&hir).ok_or(CompileError::LookAround { pattern })?;
        let empty = hir.properties().minimum_len().is_none_or(|n| n == 0);
        if empty { Err(CompileError::Empty { pattern }) } else { Ok(hir) }
    };
    patterns.iter().enumerate().map(one).collect()
}

/// The regular expression of a word or phrase as people type it: any case, accents optional, blanks of any kind.
pub fn literal_words(phrase: &str) -> String {
    let mut regex = String::from("(?i:");
    for c in phrase.chars() {
        match c.to_lowercase().next().unwrap_or(c) {
            ' ' => regex.push_str(r"[ \t]{1,3}"),
            'a' | 'á' | 'à' => regex.push_str("[aáà]"),
            'e' | 'é' | 'è' => regex.push_str("[eéè]"),
            'i' | 'í' | 'ì' => regex.push_str("[iíì]"),
            'o' | 'ó' | 'ò' => regex.push_str("[oóò]"),
            'u' | 'ú' | 'ü' => regex.push_str("[uúü]"),
            'n' | 'ñ' if c == 'ñ' => regex.push_str("[nñ]"),
            'º' | '°' | 'ª' => regex.push_str("[º°ªo]"),
            _ => regex.push_str(&regex_syntax::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    regex.push(')');
    regex
}

/// The parser's message without its picture of the pattern.
fn reason(error: &regex_syntax::Error) -> String {
    match error {
        regex_syntax::Error::Parse(e) => e.kind().to_string(),
        regex_syntax::Error::Translate(e) => e.kind().to_string(),
        other => other.to_string(),
    }
}

/// A class of at most so many characters was written out.
const MOST_NAMED: usize = 256;
/// States are numbered with 16 bits.
const MOST_STATES: usize = 60_000;
/// A pattern of more states than this is not combined with others.
const LARGE: usize = 400;
/// The number of times the states of the parts that a combination may have.
const MOST_GROWTH: usize = 2;

/// A pattern by number, and how many states it has alone.
type SizedPattern = ((u16, Hir), usize);

/// Combines small patterns, halving them until a half does not multiply states.
fn combine(parts: &[SizedPattern], out: &mut Vec<Automaton>) -> Result<(), CompileError> {
    let [first, ..] = parts else { return Ok(()) };
    let sum: usize = parts.iter().map(|(_, states)| states).sum();
    let hirs: Vec<(u16, Hir)> = parts.iter().map(|(hir, _)| hir.clone()).collect();
    let most = if parts.len() == 1 { MOST_STATES } else { MOST_STATES.min(sum * MOST_GROWTH) };
    match determinise(&hirs, most) {
        Some(machine) => {
            out.push(Automaton::assemble(&machine));
            Ok(())
        }
        None if parts.len() == 1 => Err(CompileError::TooLarge { pattern: first.0.0 as usize }),
        None => {
            let (left, right) = parts.split_at(parts.len() / 2);
            combine(left, out)?;
            combine(right, out)
        }
    }
}

/// The minimal machine of some patterns, or nothing if it has more than `most` states or is too large to try.
fn determinise(hirs: &[(u16, Hir)], most: usize) -> Option<DraftAutomaton> {
    let nfa = thompson::Compiler::new()
        .configure(
            thompson::Config::new()
                .utf8(false)
                .shrink(false)
                .which_captures(thompson::WhichCaptures::None)
                .nfa_size_limit(Some(64 << 20)),
        )
        .build_many_from_hir(&hirs.iter().map(|(_, hir)| hir.clone()).collect::<Vec<_>>())
        .ok()?;
    let dfa = dense::Builder::new()
        .configure(
            dense::Config::new()
                .match_kind(MatchKind::All)
                .start_kind(StartKind::Anchored)
                .accelerate(false)
                .dfa_size_limit(Some(64 << 20))
                .determinize_size_limit(Some(200 << 20)),
        )
        .build_from_nfa(&nfa)
        .ok()?;
    let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).ok()?;

    // Bytes that lead alike from every state are one class; the engine knows them.
    let mut class_of = [0u8; 256];
    let mut samples: Vec<u8> = Vec::new();
    let known = dfa.byte_classes();
    let mut seen: HashMap<u8, u8> = HashMap::new();
    for byte in 0..=255u8 {
        let class = *seen.entry(known.get(byte)).or_insert_with(|| {
            samples.push(byte);
            (samples.len() - 1) as u8
        });
        class_of[byte as usize] = class;
    }

    let mut numbers: HashMap<StateID, u32> = HashMap::new();
    let mut queue: Vec<StateID> = vec![start];
    numbers.insert(start, 1);
    let mut next: Vec<u32> = vec![0; samples.len()];
    let mut accepts: Vec<Vec<u16>> = vec![Vec::new()];
    let mut at = 0;
    while at < queue.len() {
        let state = queue[at];
        at += 1;
        for byte in &samples {
            let to = dfa.next_state(state, *byte);
            next.push(if dfa.is_dead_state(to) {
                0
            } else {
                let fresh = queue.len() as u32 + 1;
                *numbers.entry(to).or_insert_with(|| {
                    queue.push(to);
                    fresh
                })
            });
        }
        let end = dfa.next_eoi_state(state);
        let mut list: Vec<u16> = if dfa.is_match_state(end) {
            (0..dfa.match_len(end)).map(|i| hirs[dfa.match_pattern(end, i).as_usize()].0).collect()
        } else {
            Vec::new()
        };
        list.sort_unstable();
        accepts.push(list);
    }
    let machine = DraftAutomaton { class_of, classes: samples.len(), next, accepts, first_accepting: 0 };
    Some(machine.minimised()).filter(|machine| machine.accepts.len() <= most)
}

/// The same expression over folded bytes; nothing if it looks around.
fn translate(hir: &Hir) -> Option<Hir> {
    Some(match hir.kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            let bytes: Vec<u8> = text
                .chars()
                .filter_map(|c| match fold(c) {
                    FoldedChar::Byte(b) => Some(b),
                    FoldedChar::Joined => None,
                })
                .collect();
            Hir::literal(bytes)
        }
        HirKind::Class(Class::Unicode(class)) => {
            let mut bytes = ClassBytes::empty();
            for byte in (0..=255u8).filter(|b| *b != BREAK) {
                let Some(c) = represent(byte) else { continue };
                if class.ranges().iter().any(|r| (r.start()..=r.end()).contains(&c)) {
                    bytes.push(ClassBytesRange::new(byte, byte));
                }
            }
            // Characters named one by one count as what they fold to, even where that byte stands for another; what a
            // class merely does not leave out (`[^ ]` holds the no-break space) does not.
            let named: usize = class.ranges().iter().map(|range| range.len()).sum();
            if named <= MOST_NAMED {
                for c in class.ranges().iter().flat_map(|range| range.start()..=range.end()) {
                    if let FoldedChar::Byte(byte) = fold(c)
                        && byte != SYMBOL
                    {
                        bytes.push(ClassBytesRange::new(byte, byte));
                    }
                }
            }
            Hir::class(Class::Bytes(bytes))
        }
        HirKind::Class(class @ Class::Bytes(_)) => Hir::class(class.clone()),
        HirKind::Look(_) => return None,
        HirKind::Repetition(repeat) => Hir::repetition(Repetition {
            min: repeat.min,
            max: repeat.max,
            greedy: true,
            sub: Box::new(translate(&repeat.sub)?),
        }),
        HirKind::Capture(capture) => translate(&capture.sub)?,
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(translate).collect::<Option<_>>()?),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(translate).collect::<Option<_>>()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Vec<u8> {
        text.chars()
            .filter_map(|c| match fold(c) {
                FoldedChar::Byte(b) => Some(b),
                FoldedChar::Joined => None,
            })
            .collect()
    }

    fn check(patterns: &[&str], text: &str, expected: &[u16]) {
        let automata = compile(patterns, 0).expect("compiles");
        let mut found: Vec<u16> = automata.iter().flat_map(|a| a.run().whole(&folded(text))).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn every_pattern_that_matches_is_told() {
        check(&[r"\d{3}", r"\d+", r"[a-z]+"], "123", &[0, 1]);
        check(&[r"\d{3}", r"\d+", r"[a-z]+"], "abc", &[2]);
        check(&[r"\d{3}", r"\d+", r"[a-z]+"], "12a", &[]);
    }

    #[test]
    fn unicode_classes_hold_folded_letters() {
        check(&[r"\p{Lu}\p{Ll}+"], "Ñuño", &[0]);
        check(&[r"\p{Lu}\p{Ll}+"], "Łódź", &[0]);
        check(&[r"(?i:ÁRBOL)"], "árbol", &[0]);
        check(&[r"10\u{2013}12"], "10-12", &[0]);
        check(&[r"[^ ]+"], "a☃€", &[0]);
        check(&[r"(?i:URZĄD)"], "urząd", &[0]);
        check(&[r"[^ ]+"], "a\u{a0}b", &[]);
        check(&[r"[\u{2013}]"], "-", &[0]);
    }

    #[test]
    fn phrases_match_however_they_are_typed() {
        let regex = literal_words("médico de guardia");
        check(&[&regex], "MEDICO  de\tGuardia", &[0]);
        check(&[&regex], "Médico de guardía", &[0]);
        check(&[&regex], "médico deguardia", &[]);
    }

    #[test]
    fn what_a_single_pass_cannot_do_is_refused() {
        assert!(matches!(compile(&["a", r"\bx"], 0), Err(CompileError::LookAround { pattern: 1 })));
        assert!(matches!(compile(&["a*"], 0), Err(CompileError::Empty { pattern: 0 })));
        assert!(matches!(compile(&["a("], 0), Err(CompileError::Syntax { pattern: 0, .. })));
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let automata = compile(&["ab"], 0).expect("compiles");
        let mut bytes = automata[0].as_bytes().to_vec();
        bytes.pop();
        assert!(Automaton::from_vec(bytes).is_err());
        assert!(Automaton::from_vec(b"SFA1".to_vec()).is_err());
    }
}
