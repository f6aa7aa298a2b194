//! The crates below `sfumato`, and evaluation, do no I/O and read no clock and no environment; `sfumato-corpus`, which
//! is there to read and write indices and to ask servers, is the exception and sits beside.
//!
//! This reads lines rather than syntax: it catches what is written plainly, which is how it would be written by
//! mistake, and needs no parser.

use std::path::Path;

use crate::problem::TidyProblem;
use crate::tidy::sources::{code, words};
use crate::tree;

/// The crates whose result is a function of what they are given.
const PURE: [&str; 14] = [
    "sfumato-words",
    "sfumato-automaton",
    "sfumato-pdf",
    "sfumato-model",
    "sfumato-microdata",
    "sfumato-document",
    "sfumato-language",
    "sfumato-knowledge",
    "sfumato-detect",
    "sfumato-pseudonym",
    "sfumato-risk",
    "sfumato-mask",
    "sfumato-eval",
    "sfumato-collection",
];

/// Modules of the standard library that reach the world.
const MODULES: [&str; 4] = ["fs", "env", "net", "process"];

/// Names that reach it wherever they come from.
const NAMES: [&str; 4] = ["SystemTime", "Instant", "println!", "eprintln!"];

/// The items of `std::net` besides sockets.
const ADDRESSES: [&str; 4] = ["IpAddr", "Ipv4Addr", "Ipv6Addr", "AddrParseError"];

pub fn check(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let mut problems = Vec::new();
    for name in PURE {
        for (path, text) in tree::sources(root, &format!("crates/{name}/src"))? {
            for (line, what) in impure_lines(&text) {
                let advice = format!("`{what}` reaches the world; `{name}` does no I/O, do it in `sfumato` or above");
                problems.push(TidyProblem::new(path.clone(), line, advice));
            }
        }
    }
    Ok(problems)
}

/// The lines, counted from one, that reach the world outside tests, and what they reach it with.
fn impure_lines(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            // A module of tests ends the file; a single item for tests is only stepped over.
            match lines.next() {
                Some((_, item)) if !words(item).any(|word| word == "mod") => continue,
                _ => break,
            }
        }
        found.extend(reaches_world(code(line)).map(|what| (at + 1, what)));
    }
    found
}

/// The name by which a line of code reaches the world, if it does.
fn reaches_world(code: &str) -> Option<String> {
    if let Some(name) = NAMES.iter().find(|name| words(code).any(|word| word == **name)) {
        return Some((*name).to_owned());
    }
    code.split("std::").skip(1).find_map(|rest| {
        let module = match rest.strip_prefix('{') {
            Some(group) => words(group).find(|word| MODULES.contains(word)),
            None => words(rest).next().filter(|word| MODULES.contains(word)),
        }?;
        let only_addresses = module == "net" && rest.strip_prefix("net::").is_some_and(names_addresses);
        (!only_addresses).then(|| format!("std::{module}"))
    })
}

/// True if the item behind `std::net::` only parses addresses.
fn names_addresses(rest: &str) -> bool {
    match rest.strip_prefix('{').and_then(|group| group.split('}').next()) {
        Some(group) => words(group).all(|word| ADDRESSES.contains(&word)),
        None => words(rest).next().is_some_and(|word| ADDRESSES.contains(&word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: &str, expect: Option<&str>) {
        assert_eq!(reaches_world(code).as_deref(), expect, "{code}");
    }

    #[test]
    fn files_clocks_environment_and_terminal_are_the_world() {
        check("use std::fs;", Some("std::fs"));
        check("let x = std::env::var(\"X\");", Some("std::env"));
        check("use std::{collections::HashMap, process};", Some("std::process"));
        check("let start = Instant::now();", Some("Instant"));
        check("println!(\"x\");", Some("println!"));
        check("use std::net::{Ipv4Addr, TcpStream};", Some("std::net"));
    }

    #[test]
    fn parsing_an_address_is_not_the_world() {
        check("use std::net::{Ipv4Addr, Ipv6Addr};", None);
        check("let ip: std::net::IpAddr = text.parse()?;", None);
    }

    #[test]
    fn longer_names_and_other_modules_are_left_alone() {
        check("let instantiated = Instants::new();", None);
        check("use std::fmt;", None);
        check("const WORDS: &str = include_str!(env!(\"X\"));", None);
    }

    #[test]
    fn tests_and_comments_may_reach_the_world() {
        let text = "/// println!(\"x\")\nfn f() {}\n#[cfg(test)]\nuse std::fs;\nuse std::env;\n#[cfg(test)]\nmod tests {\nuse std::fs;\n}\n";
        assert_eq!(impure_lines(text), [(5, "std::env".to_owned())]);
    }
}
