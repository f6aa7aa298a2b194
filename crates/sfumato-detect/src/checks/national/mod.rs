//! Checks of national, tax, health and other official numbers, by group of countries.

mod central;
mod es;
mod nordic;
mod uk;
mod us;
mod western;

use super::Check;

/// The checks of this folder, by the names that recognisers use.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("us-ssn", us::ssn),
    ("us-itin", us::itin),
    ("us-ein", us::ein),
    ("us-npi", us::npi),
    ("us-dea", us::dea),
    ("us-aba", us::aba),
    ("uk-nhs", uk::nhs),
    ("uk-nino", uk::nino),
    ("uk-postcode", uk::postcode),
    ("uk-driving-licence", uk::driving_licence),
    ("uk-utr", uk::utr),
    ("es-dni", es::dni),
    ("es-nie", es::nie),
    ("es-cif", es::cif),
    ("es-nss", es::nss),
    ("es-ccc", es::ccc),
    ("es-cadastral", es::cadastral),
    ("es-plate", es::plate),
    ("de-steuer-id", central::steuer_id),
    ("de-rvnr", central::rvnr),
    ("de-personalausweis", central::personalausweis),
    ("at-svnr", central::svnr),
    ("ch-ahv", central::ahv),
    ("pl-pesel", central::pesel),
    ("pl-nip", central::nip),
    ("ro-cnp", central::cnp),
    ("fr-nir", western::nir),
    ("fr-siren", western::siren),
    ("it-codice-fiscale", western::codice_fiscale),
    ("it-partita-iva", western::partita_iva),
    ("pt-nif", western::nif),
    ("nl-bsn", western::bsn),
    ("be-nrn", western::nrn),
    ("ie-pps", western::pps),
    ("se-personnummer", nordic::personnummer),
    ("fi-hetu", nordic::hetu),
    ("no-fnr", nordic::fnr),
    ("dk-cpr", nordic::cpr),
];
