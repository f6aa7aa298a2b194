//! The program as its users have it: one program for all tests, since each would link the whole library.

mod support;

mod assess;
mod attack;
mod batch;
mod canary;
mod commands;
mod config;
mod corpus;
mod counts;
mod docs;
mod evaluation;
mod failures;
mod files;
mod language;
mod learning;
mod measures;
mod pictures;
mod plan;
mod pseudonyms;
mod risk;
#[cfg(all(feature = "server", unix))]
mod serve;
mod spans;
mod tables;
mod taxonomies;
mod vectors;
