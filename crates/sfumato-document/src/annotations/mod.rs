//! Annotations of others: formats in which spans travel beside a text.

pub mod brat;
