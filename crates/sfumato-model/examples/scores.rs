//! Scores of a network for features that `training/neural/eight_bits.py` writes: `scores NETWORK FEATURES OUT`.
//!
//! Features are 32-bit numbers: how many forms there are, twenty numbers for each, how many windows there are, and for
//! each how many tokens it has, with form and space of each. Scores are in single precision, row after row.

use std::error::Error;

use sfumato_model::neural::{Forms, Network, WordForm, Workspace};

fn main() -> Result<(), Box<dyn Error>> {
    let [network, features, out] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "three files")?;
    let bytes = std::fs::read(network)?;
    let network = Network::from_bytes(&bytes)?;
    network.check()?;
    let features = std::fs::read(features)?;
    let mut numbers = features.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number));
    let mut next = || numbers.next().ok_or("features end early");
    let mut forms = Forms::new(&network);
    for _ in 0..next()? {
        let (word, shape, length, listed) = (next()?, next()? as u8, next()? as u8, next()?);
        let mut letters = [0; 16];
        for letter in &mut letters {
            *letter = next()? as u8;
        }
        forms.add(&WordForm { word, shape, length, listed, letters });
    }
    let (mut workspace, mut scores, mut written) = (Workspace::new(), Vec::new(), Vec::new());
    for _ in 0..next()? {
        let mut tokens = Vec::new();
        for _ in 0..next()? {
            // The border comes before the forms.
            tokens.push((next()? + 1, next()? == 1));
        }
        network.scores(&mut forms, &tokens, 0..network.sizes().outputs, &mut workspace, &mut scores);
        written.extend(scores.iter().flat_map(|score| score.to_le_bytes()));
    }
    std::fs::write(out, written)?;
    Ok(())
}
