//! Addresses of machines: from ranges kept for documentation (RFC 5737, 3849, 7042), private ones from private ranges.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::numbers::random::FastRandom;
use crate::{SubstituteContext, SubstituteKind, SubstituteTable};

const TRIES: usize = 3_000;

/// A mention taken apart: what stands before the address, the address, what stands behind it.
fn cut(form: &str) -> Option<(&str, IpAddr, &str, &str)> {
    let start = form.find(|c: char| c.is_ascii_hexdigit() || c == ':')?;
    let (before, rest) = form.split_at_checked(start)?;
    let length = rest.find(|c: char| !c.is_ascii_hexdigit() && !matches!(c, '.' | ':')).unwrap_or(rest.len());
    // A port behind the address, or a dot that ends a sentence.
    let ends = rest.match_indices([':', '.']).map(|(at, _)| at).filter(|at| *at < length).rev();
    for end in std::iter::once(length).chain(ends) {
        let (text, after) = rest.split_at_checked(end)?;
        if let Ok(address) = text.parse() {
            return Some((before, address, text, after));
        }
    }
    None
}

/// The twelve hexadecimal digits of a hardware address, in small letters.
fn mac(form: &str) -> Option<String> {
    let digits: String = form.chars().filter(char::is_ascii_hexdigit).map(|c| c.to_ascii_lowercase()).collect();
    let marks = form.chars().all(|c| c.is_ascii_hexdigit() || matches!(c, ':' | '-' | '.' | ' '));
    (marks && matches!(digits.len(), 12 | 16)).then_some(digits)
}

/// Under what an address is known.
pub(super) fn key(form: &str) -> Option<String> {
    let mac = || mac(form).map(|digits| format!("mac {digits}"));
    let address = || {
        cut(form).map(|(_, address, _, after)| match host_bits(address, after) {
            true => format!("net {address}"),
            false => format!("ip {address}"),
        })
    };
    address().or_else(mac)
}

/// True if the address is that of a network: its length is told and its last part is zero.
fn host_bits(address: IpAddr, after: &str) -> bool {
    matches!(address, IpAddr::V4(v4) if v4.octets()[3] == 0) && after.starts_with('/')
}

/// Decides what stands for addresses, given by key with how often they were rolled again.
pub(super) fn assign(addresses: &BTreeMap<String, u32>, context: &SubstituteContext<'_>, chosen: &mut SubstituteTable) {
    for (key, roll) in addresses {
        if chosen.get(SubstituteKind::Net, key).is_some() {
            continue;
        }
        let mut random = FastRandom::new(&mut context.seed.draw(&[SubstituteKind::Net.name(), key, &roll.to_string()]));
        let Some((kind, text)) = key.split_once(' ') else { continue };
        let mut made = (0..TRIES).filter_map(|nth| match (kind, text.parse().ok()) {
            ("mac", _) => Some(another_mac(text, nth, &mut random)),
            (_, Some(IpAddr::V4(address))) => Some(another_v4(address, kind == "net", nth, &mut random).to_string()),
            (_, Some(IpAddr::V6(address))) => Some(another_v6(address, &mut random).to_string()),
            _ => None,
        });
        let free = |made: &String| {
            made != text
                && !chosen.is_used(SubstituteKind::Net, made)
                && !context.originals.hold(made)
                && !["ip", "net", "mac"].iter().any(|kind| addresses.contains_key(&format!("{kind} {made}")))
        };
        if let Some(made) = made.find(free) {
            chosen.set(SubstituteKind::Net, key, &made);
        }
    }
}

fn another_v4(address: Ipv4Addr, network: bool, nth: usize, random: &mut FastRandom) -> Ipv4Addr {
    // Numbers of as many digits, so that an address stays as long as it was.
    let mut like = |octet: u8| match octet {
        0 => 0,
        1..=9 => random.between(1, 9) as u8,
        10..=99 => random.between(10, 99) as u8,
        _ => random.between(100, 254) as u8,
    };
    match address.octets() {
        [10, b, c, d] => Ipv4Addr::new(10, like(b), like(c), like(d)),
        [172, 16..=31, c, d] => Ipv4Addr::new(172, random.between(16, 31) as u8, octet(c, random), octet(d, random)),
        [192, 168, c, d] => Ipv4Addr::new(192, 168, octet(c, random), octet(d, random)),
        [169, 254, c, d] => Ipv4Addr::new(169, 254, octet(c, random), octet(d, random)),
        [100, 64..=127, c, d] => Ipv4Addr::new(100, random.between(64, 127) as u8, octet(c, random), octet(d, random)),
        // The three ranges for documentation are soon used up by networks; that for measuring is larger.
        _ if network => Ipv4Addr::new(198, random.between(18, 19) as u8, random.below(256) as u8, 0),
        _ if nth > 1_000 => Ipv4Addr::new(198, random.between(18, 19) as u8, random.below(256) as u8, octet(1, random)),
        _ => {
            let [a, b, c] = [[192, 0, 2], [198, 51, 100], [203, 0, 113]][random.below(3) as usize];
            Ipv4Addr::new(a, b, c, octet(1, random))
        }
    }
}

fn octet(like: u8, random: &mut FastRandom) -> u8 {
    if like == 0 { 0 } else { random.between(1, 254) as u8 }
}

fn another_v6(address: Ipv6Addr, random: &mut FastRandom) -> Ipv6Addr {
    if let Some(v4) = address.to_ipv4_mapped() {
        return another_v4(v4, false, 0, random).to_ipv6_mapped();
    }
    let mut groups = address.segments().map(|group| match group {
        0 => 0,
        // Of as many digits, the first not zero.
        group => {
            let least = 1_u64 << (3 - u64::from(group.leading_zeros() / 4)).saturating_mul(4);
            random.between(least, least * 16 - 1) as u16
        }
    });
    match address.segments()[0] {
        // Addresses that only mean something on a link or in a house stay such.
        first @ (0xfe80..=0xfebf | 0xfc00..=0xfdff) => groups[0] = first,
        _ => [groups[0], groups[1]] = [0x2001, 0x0db8],
    }
    if groups[2..].iter().all(|group| *group == 0) {
        groups[7] = random.between(1, 0xffff) as u16;
    }
    Ipv6Addr::from(groups)
}

/// The range for documentation has 256 addresses; behind it come those that nobody's maker gave out.
fn another_mac(digits: &str, nth: usize, random: &mut FastRandom) -> String {
    if digits.len() == 12 && nth < 1_000 {
        return format!("00005e0053{:02x}", random.below(256));
    }
    let rest = (0..digits.len() - 2).map(|_| char::from(random.of(b"0123456789abcdef")));
    format!("02{}", rest.collect::<String>())
}

/// The substitute in the form of a mention.
pub(super) fn write(form: &str, chosen: &SubstituteTable) -> Option<String> {
    let made = chosen.get(SubstituteKind::Net, &key(form)?)?;
    let capitals = form.contains(|c: char| c.is_ascii_uppercase()) && !form.contains(|c: char| c.is_ascii_lowercase());
    let cased = |text: String| if capitals { text.to_ascii_uppercase() } else { text };
    let Some((before, _, text, after)) = cut(form) else {
        let mut digits = made.chars();
        let put = |c: char| if c.is_ascii_hexdigit() { digits.next() } else { Some(c) };
        return form.chars().map(put).collect::<Option<String>>().map(cased);
    };
    let address = match made.parse::<IpAddr>().ok()? {
        IpAddr::V6(v6) if !text.contains("::") && !text.contains('.') => {
            let padded = text.split(':').all(|group| group.len() == 4);
            let group = |group: &u16| if padded { format!("{group:04x}") } else { format!("{group:x}") };
            v6.segments().iter().map(group).collect::<Vec<_>>().join(":")
        }
        address => address.to_string(),
    };
    Some(format!("{before}{}{after}", cased(address)))
}
