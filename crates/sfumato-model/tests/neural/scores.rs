//! Scores, by the definition of what is computed.

use sfumato_model::hash_bytes;
use sfumato_model::neural::{Forms, Network, Path, Workspace};

use crate::{ExampleNetwork, NETWORK, STEPS};

/// A hash of the bits of scores.
fn bits(scores: &[f32]) -> u64 {
    hash_bytes(&scores.iter().flat_map(|score| score.to_le_bytes()).collect::<Vec<u8>>())
}

/// The root of the mean square.
fn root_mean_square(numbers: impl ExactSizeIterator<Item = f32>) -> f32 {
    let count = numbers.len() as f32;
    (numbers.map(|x| x * x).sum::<f32>() / count).sqrt()
}

#[test]
fn the_head_says_what_the_network_is() {
    let network = Network::from_bytes(NETWORK).expect("a network");
    network.check().expect("whole");
    let sizes = network.sizes();
    assert_eq!((sizes.words, sizes.width, sizes.layers, sizes.window, sizes.outputs), (24, 32, 2, 40, 8));
    let heads: Vec<_> = network.heads().iter().map(|head| (&*head.name, head.columns.clone())).collect();
    assert_eq!(heads, [("marks", 0..3), ("kinds", 3..8)]);
    assert_eq!(&*network.heads()[0].labels[1], "B-X");
    assert_eq!(format!("{network:?}"), "Network(2 steps of 32, 8 outputs)");
    let network = Network::from_bytes(STEPS).expect("a network");
    network.check().expect("whole");
    let sizes = network.sizes();
    assert_eq!((sizes.width, sizes.layers, sizes.hidden, sizes.memory), (64, 4, 48, 16));
}

#[test]
fn scores_are_those_of_the_reference_but_for_eight_bits() {
    for example in ExampleNetwork::all() {
        let told = example.scores(&example.network, &example.tokens, Path::best());
        assert_eq!(told.len(), example.scores.len());
        let apart = root_mean_square(told.iter().zip(&example.scores).map(|(x, y)| x - y));
        let whole = root_mean_square(example.scores.iter().copied());
        assert!(apart < 0.02 * whole, "{:?}: {apart} of {whole}", example.network);
    }
}

#[test]
fn every_path_and_every_machine_gives_the_same_bits() {
    let expected = [14_489_028_667_870_450_746, 16_753_118_878_128_272_569];
    for (path, (example, expected)) in Path::all().into_iter().flat_map(|path| {
        let examples = ExampleNetwork::all().into_iter().zip(expected);
        examples.map(move |example| (path, example))
    }) {
        let told = example.scores(&example.network, &example.tokens, path);
        assert_eq!(bits(&told), expected, "{path:?}");
        // Windows of every length, so that rows are left over of all tiles.
        for count in 0..example.tokens.len() {
            let tokens = &example.tokens[..count];
            let plain = example.scores(&example.network, tokens, Path::Portable);
            assert_eq!(bits(&example.scores(&example.network, tokens, path)), bits(&plain), "{path:?}, {count} tokens");
        }
    }
}

#[test]
fn vectors_are_the_same_on_every_path_and_grow_with_steps() {
    for example in ExampleNetwork::all() {
        let (width, layers) = (example.network.sizes().width, example.network.sizes().layers);
        let behind: Vec<Vec<f32>> =
            (0..=layers + 1).map(|steps| example.vectors(&example.tokens, steps, Path::Portable)).collect();
        for (steps, vectors) in behind.iter().enumerate() {
            assert_eq!(vectors.len(), example.tokens.len() * width, "a row for each token");
            for row in vectors.chunks(width) {
                assert!((root_mean_square(row.iter().copied()) - 1.0).abs() < 1e-3, "their mean square is one");
            }
            for path in Path::all() {
                assert_eq!(
                    bits(&example.vectors(&example.tokens, steps, path)),
                    bits(vectors),
                    "{path:?}, {steps} steps"
                );
            }
        }
        assert!(behind[..=layers].windows(2).all(|pair| pair[0] != pair[1]), "each step adds something");
        assert_eq!(behind[layers], behind[layers + 1], "there are no more steps");
        // Behind no step, a token is its form, whatever stands beside it.
        let alone = example.vectors(&example.tokens[2..3], 0, Path::best());
        assert_eq!(alone, behind[0][2 * width..3 * width]);
        assert_ne!(example.vectors(&example.tokens[2..3], layers, Path::best()), behind[layers][2 * width..3 * width]);
    }
}

#[test]
fn columns_asked_for_are_those_of_the_whole() {
    for example in ExampleNetwork::all() {
        let network = &example.network;
        let whole = example.scores(network, &example.tokens, Path::best());
        let mut part = Vec::new();
        let mut forms = example.forms(network);
        let mut workspace = Workspace::new();
        network.scores(&mut forms, &example.tokens, 3..8, &mut workspace, &mut part);
        let expected: Vec<f32> = whole.chunks(8).flat_map(|row| &row[3..8]).copied().collect();
        assert_eq!(part, expected);
        network.scores(&mut forms, &example.tokens, 6..100, &mut workspace, &mut part);
        assert_eq!(part.len(), 2 * example.tokens.len(), "columns end with the network's");
    }
}

#[test]
fn a_workspace_and_forms_can_be_used_again() {
    for example in ExampleNetwork::all() {
        let network = &example.network;
        let fresh = example.scores(network, &example.tokens[..9], Path::best());
        let (mut workspace, mut out) = (Workspace::new(), Vec::new());
        let mut forms = example.forms(network);
        network.scores(&mut forms, &example.tokens, 0..8, &mut workspace, &mut out);
        network.scores(&mut forms, &example.tokens[..9], 0..8, &mut workspace, &mut out);
        assert_eq!(out, fresh);
        forms.clear();
        assert_eq!(forms.len(), Forms::new(network).len());
        network.scores(&mut forms, &[], 0..8, &mut workspace, &mut out);
        assert!(out.is_empty());
    }
}

#[test]
fn more_tokens_than_a_window_has_are_read_window_by_window() {
    for example in ExampleNetwork::all() {
        let network = &example.network;
        let tokens: Vec<_> = example.tokens.iter().cycle().take(100).copied().collect();
        let whole = example.scores(network, &tokens, Path::best());
        let parts: Vec<f32> =
            tokens.chunks(39).flat_map(|window| example.scores(network, window, Path::best())).collect();
        assert_eq!(whole, parts);
    }
}

#[test]
fn a_form_that_nobody_added_is_the_border() {
    for example in ExampleNetwork::all() {
        let network = &example.network;
        let alien = example.scores(network, &[(99, true), (1, false)], Path::best());
        assert_eq!(alien, example.scores(network, &[(0, true), (1, false)], Path::best()));
    }
}
