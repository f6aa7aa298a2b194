//! Checks of what machines and banks number: accounts, cards, wallets, addresses of networks, devices, secrets.

mod base58;
mod bech32;
mod device;
mod finance;
mod net;
mod place;
mod secrets;
mod wallets;
mod web;

pub use wallets::keccak256;

use super::Check;

/// The checks of this module, by the name that recognisers use.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("bic", finance::bic),
    ("bitcoin", wallets::bitcoin),
    ("card", finance::card),
    ("coordinates", place::coordinates),
    ("domain", web::domain),
    ("email", web::email),
    ("ethereum", wallets::ethereum),
    ("ethereum-checksum", wallets::ethereum_checksum),
    ("high-entropy", secrets::high_entropy),
    ("iban", finance::iban),
    ("imei", device::imei),
    ("ipv4", net::ipv4),
    ("ipv4-long", net::ipv4_long),
    ("ipv4-port", net::ipv4_port),
    ("ipv6", net::ipv6),
    ("jwt", secrets::jwt),
    ("mac", net::mac),
    ("mac-hex", net::mac_hex),
    ("monero", wallets::monero),
    ("password", secrets::password),
    ("password-word", secrets::password_word),
    ("serial", device::serial),
    ("uuid", net::uuid),
    ("vin", device::vin),
    ("vin-shape", device::vin_shape),
    ("wallet-base58", wallets::other_base58),
    ("wallet-bech32", wallets::other_bech32),
];
