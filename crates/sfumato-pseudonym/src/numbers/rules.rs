//! The checks that a number of a category may have passed.

use std::sync::LazyLock;

use sfumato_detect::Category;
use sfumato_detect::checks::{self, Check};

/// The checks of numbers by category.
const CHECKS: &[(&str, &[&str])] = &[
    (
        "id/national",
        &[
            "es-dni",
            "es-nie",
            "be-nrn",
            "de-personalausweis",
            "dk-cpr",
            "fi-hetu",
            "it-codice-fiscale",
            "nl-bsn",
            "no-fnr",
            "pl-pesel",
            "ro-cnp",
            "se-personnummer",
        ],
    ),
    (
        "id/social-security",
        &["es-nss", "us-ssn", "uk-nino", "at-svnr", "ch-ahv", "de-rvnr", "fr-nir", "ie-pps", "es-dni", "nl-bsn"],
    ),
    (
        "id/tax",
        &[
            "es-dni",
            "es-nie",
            "es-cif",
            "us-ein",
            "us-itin",
            "us-ssn",
            "uk-utr",
            "de-steuer-id",
            "it-codice-fiscale",
            "it-partita-iva",
            "pl-nip",
            "pt-nif",
        ],
    ),
    ("id/company", &["es-cif", "fr-siren"]),
    ("id/health", &["uk-nhs", "es-nss"]),
    ("id/insurance", &["es-nss"]),
    ("id/professional", &["us-dea", "us-npi"]),
    ("id/licence", &["uk-driving-licence", "es-dni", "es-nie"]),
    ("id/property", &["es-cadastral"]),
    ("id/vehicle", &["vin", "vin-shape", "es-plate"]),
    ("id/device", &["imei", "serial"]),
    ("finance/account", &["es-ccc", "iban", "us-aba"]),
    ("finance/iban", &["iban"]),
    ("finance/card", &["card"]),
    ("finance/bic", &["bic"]),
    ("finance/wallet", WALLETS),
    ("finance", &["iban", "card", "es-ccc"]),
    ("net/uuid", &["uuid"]),
    ("secret/password", &["password", "password-word"]),
    ("secret", &["jwt", "high-entropy"]),
    // What has letters in the right places is no mere number.
    ("id", &["es-dni", "es-nie", "es-cif", "iban", "vin", "it-codice-fiscale"]),
];

/// The checks that are passed by chance hardly ever: a sum is right.
pub(super) const WALLETS: &[&str] =
    &["bitcoin", "ethereum-checksum", "ethereum", "monero", "wallet-base58", "wallet-bech32"];

/// Checks without a check digit: what fails them would not look like what it stands for.
const SHAPES: &[&str] =
    &["high-entropy", "jwt", "password", "password-word", "serial", "uuid", "vin-shape", "es-plate", "bic"];

type NumberCheck = (&'static str, Check);

static TABLE: LazyLock<Vec<(&str, Vec<NumberCheck>)>> = LazyLock::new(|| {
    let named = |name: &&'static str| checks::by_name(name).map(|check| (*name, check));
    CHECKS.iter().map(|(category, names)| (*category, names.iter().filter_map(named).collect())).collect()
});

/// The checks that a value passes, of those of its category.
pub(super) fn passed(value: &str, category: &Category) -> Vec<NumberCheck> {
    let known = TABLE.iter().find(|(path, _)| category.is_within(path)).map_or(&[][..], |(_, checks)| checks);
    let mut passed: Vec<NumberCheck> = Vec::new();
    for (name, check) in known {
        if passed.iter().all(|(other, _)| other != name) && check(value) {
            passed.push((name, *check));
        }
    }
    passed.sort_unstable_by_key(|(name, _)| *name);
    passed
}

/// True if a check is about the shape of a value, and not about its check digits.
pub(super) fn is_shape(name: &str, passed: &[NumberCheck]) -> bool {
    // Small letters alone carry no sum.
    let unsummed = name == "ethereum" && !passed.iter().any(|(name, _)| *name == "ethereum-checksum");
    unsummed || SHAPES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_named_here_exists() {
        for name in CHECKS.iter().flat_map(|(_, names)| *names).chain(SHAPES) {
            assert!(checks::by_name(name).is_some(), "{name}");
        }
    }
}
