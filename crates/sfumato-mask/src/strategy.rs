//! The five strategies that DR compares, by their names there.

use crate::Operator;

/// What is done to what is hidden, and to what discloses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Remove what is hidden; leave what discloses it.
    S1,
    /// Generalise what is hidden; leave what discloses it.
    S2,
    /// Remove both.
    S3,
    /// Remove what is hidden, generalise what discloses it.
    S4,
    /// Generalise both.
    S5,
}

impl Strategy {
    /// Their names.
    pub const NAMES: [&str; 5] = ["S1", "S2", "S3", "S4", "S5"];

    /// A strategy by its name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::S1, Self::S2, Self::S3, Self::S4, Self::S5];
        Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)).and_then(|at| all.get(at).copied())
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// What it does to what is hidden, and to what discloses it.
    pub fn operators(self) -> (Operator, Operator) {
        match self {
            Self::S1 => (Operator::Suppress, Operator::Keep),
            Self::S2 => (Operator::Generalise, Operator::Keep),
            Self::S3 => (Operator::Suppress, Operator::Suppress),
            Self::S4 => (Operator::Suppress, Operator::Generalise),
            Self::S5 => (Operator::Generalise, Operator::Generalise),
        }
    }
}
