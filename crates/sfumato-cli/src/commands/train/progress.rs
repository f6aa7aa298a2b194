//! The progress of a training: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure;

/// The place where progress is shown.
pub enum TrainingProgress {
    Nowhere,
    Bar(ProgressBar),
    Lines,
}

impl TrainingProgress {
    pub fn new(is_quiet: bool) -> Self {
        match (is_quiet, std::io::stderr().is_terminal()) {
            (true, _) => Self::Nowhere,
            (false, true) => {
                let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {eta} left");
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                Self::Bar(ProgressBar::no_length().with_style(style))
            }
            (false, false) => Self::Lines,
        }
    }

    /// Says something that stays.
    pub fn line(&self, text: &str) {
        match self {
            Self::Nowhere => {}
            Self::Bar(bar) => bar.println(text),
            Self::Lines => failure::say(text),
        }
    }

    /// Says how many steps there are at most.
    pub fn expect(&self, steps: usize) {
        if let Self::Bar(bar) = self {
            bar.set_length(steps as u64);
        }
    }

    /// Says that a step was made; where there is no bar only those that are `due` are told.
    pub fn step(&self, step: usize, is_due: bool, text: &str) {
        match self {
            Self::Bar(bar) => {
                bar.set_position(step as u64);
                bar.set_message(text.to_owned());
                if is_due {
                    bar.println(text);
                }
            }
            Self::Lines if is_due => failure::say(text),
            _ => {}
        }
    }

    pub fn end(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
