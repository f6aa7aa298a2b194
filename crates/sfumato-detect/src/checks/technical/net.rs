//! Addresses of machines on a network.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The address without the length of its network (`/24`), which is at most `longest`.
fn without_length(value: &str, longest: u8) -> Option<&str> {
    match value.split_once('/') {
        Some((address, length)) => length.parse::<u8>().is_ok_and(|n| n <= longest).then_some(address),
        None => Some(value),
    }
}

fn parse_ipv4(value: &str) -> Option<Ipv4Addr> {
    let address: Ipv4Addr = without_length(value, 32)?.parse().ok()?;
    // Network masks and the machine's own address point at nobody.
    let nobody = matches!(address.octets(), [0 | 127, ..] | [255, 255, ..]);
    (!nobody).then_some(address)
}

/// An IPv4 address that may belong to somebody: four numbers up to 255 without zeros in front.
pub(super) fn ipv4(value: &str) -> bool {
    parse_ipv4(value).is_some()
}

/// The same with a port behind it, which versions and sections do not have.
pub(super) fn ipv4_port(value: &str) -> bool {
    value.split_once(':').is_some_and(|(address, port)| ipv4(address) && port.parse::<u16>().is_ok())
}

/// An IPv4 address too long to be taken for the number of a version or a section, or of a private network.
pub(super) fn ipv4_long(value: &str) -> bool {
    parse_ipv4(value).is_some_and(|address| match address.octets() {
        [192, 168, ..] | [172, 16..=31, ..] => true,
        octets => octets.iter().map(|octet| if *octet > 99 { 3 } else { 1 + u32::from(*octet > 9) }).sum::<u32>() > 8,
    })
}

/// An IPv6 address in any of its short forms, perhaps with a zone (`%eth0`), and not that of the machine itself.
pub(super) fn ipv6(value: &str) -> bool {
    let Some(address) = without_length(value, 128) else {
        return false;
    };
    let address = address.split_once('%').map_or(address, |(address, _)| address);
    address.parse::<Ipv6Addr>().is_ok_and(|a| !a.is_unspecified() && !a.is_loopback())
}

/// The twelve hexadecimal digits of a value with only one kind of separator, which cuts it in even pieces.
fn mac_digits(value: &str) -> Option<[u8; 12]> {
    let mark = value.chars().find(|c| !c.is_ascii_hexdigit())?;
    let size = value.find(mark)?;
    let mut digits = [0; 12];
    let mut count = 0;
    for piece in value.split(mark) {
        if piece.len() != size {
            return None;
        }
        for c in piece.bytes() {
            if !c.is_ascii_hexdigit() {
                return None;
            }
            *digits.get_mut(count)? = c.to_ascii_lowercase();
            count += 1;
        }
    }
    (count == 12 && matches!(mark, ':' | '-' | '.')).then_some(digits)
}

/// A hardware address: twelve hexadecimal digits in pairs or fours, not all the same.
pub(super) fn mac(value: &str) -> bool {
    mac_digits(value).is_some_and(|digits| digits.iter().any(|c| *c != digits[0]))
}

/// A hardware address with at least one letter, so that it is no list of numbers.
pub(super) fn mac_hex(value: &str) -> bool {
    mac_digits(value)
        .is_some_and(|digits| digits.iter().any(u8::is_ascii_alphabetic) && digits.iter().any(|c| *c != digits[0]))
}

/// A UUID of a version and variant in use.
pub(super) fn uuid(value: &str) -> bool {
    let mut digits = value.bytes().filter(|c| *c != b'-');
    let version = digits.nth(12);
    let variant = digits.nth(3);
    matches!(version, Some(b'1'..=b'8')) && matches!(variant, Some(b'8' | b'9' | b'a' | b'b' | b'A' | b'B'))
}
