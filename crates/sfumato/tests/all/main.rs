//! The library as its users have it: one program for all, since each would link the whole of it.

mod clues;
mod describing;
mod everyday;
mod fearful;
mod knowledge;
mod knowledge_counts;
mod laws;
mod pseudonyms;
mod risk;
mod shape;
mod suite;
