//! Files that are no network, and networks that were tampered with.

use sfumato_model::ModelError;
use sfumato_model::neural::{Forms, Network, Path, WordForm};

use crate::{ExampleNetwork, NETWORK, STEPS};

/// A network with a line of its head written another way, of the same length.
fn with(network: &[u8], line: &str, other: &str) -> Vec<u8> {
    assert_eq!(line.len(), other.len());
    let at = network.windows(line.len()).position(|part| part == line.as_bytes()).expect("such a line");
    let mut bytes = network.to_vec();
    bytes[at..at + line.len()].copy_from_slice(other.as_bytes());
    bytes
}

#[test]
fn a_file_that_ends_early_or_late_is_none() {
    for length in (0..NETWORK.len()).step_by(61).chain([NETWORK.len() - 1]) {
        assert!(Network::from_bytes(&NETWORK[..length]).is_err(), "{length} bytes");
    }
    let longer = [NETWORK, &[0; 64]].concat();
    assert_eq!(Network::from_bytes(&longer).err(), Some(ModelError::Damaged("something follows its tables")));
    assert_eq!(Network::from_bytes(b"another file").err(), Some(ModelError::Alien));
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for (line, other) in [
        ("words 24", "words 99"),
        ("words 24", "words -1"),
        ("width 32", "width 33"),
        ("width 32", "width 96"),
        ("heads 2", "heads 0"),
        ("heads 2", "heads 3"),
        ("layers 2", "layers 9"),
        ("window 40", "window 01"),
        ("first 10", "first 16"),
        ("narrow 32", "narrow 31"),
        ("outputs 8", "outputs 7"),
        ("reach 4", "beach 4"),
        ("head kinds 3", "head kinds 4"),
        ("hash ", "hash!"),
    ] {
        assert!(Network::from_bytes(&with(NETWORK, line, other)).is_err(), "{other}");
    }
    for (line, other) in [
        ("layers 4", "layers 3"),
        ("steps near1 same", "steps near2 some"),
        ("near3", "near0"),
        ("near1 same", "near999999"),
        ("hidden 48", "hidden 44"),
        ("memory 16", "memory 64"),
    ] {
        assert!(Network::from_bytes(&with(STEPS, line, other)).is_err(), "{other}");
    }
}

#[test]
fn tables_that_were_changed_are_noticed_and_do_no_harm() {
    let [of_layers, of_steps] = ExampleNetwork::all();
    let examples = [(NETWORK, of_layers), (STEPS, of_steps)];
    for (whole, example, at) in examples.iter().flat_map(|(whole, example)| {
        let places = (1..40).map(|step| whole.len() - step * whole.len() / 44);
        places.map(move |at| (*whole, example, at))
    }) {
        let mut bytes = whole.to_vec();
        bytes[at..at + 64].fill(0xff);
        let network = Network::from_bytes(&bytes).expect("its head is whole");
        assert!(network.check().is_err());
        for path in Path::all() {
            assert_eq!(example.scores(&network, &example.tokens, path).len(), example.scores.len());
        }
    }
}

#[test]
fn numbers_that_no_table_has_are_the_unknown() {
    let network = Network::from_bytes(NETWORK).expect("a network");
    let mut forms = Forms::new(&network);
    let form = WordForm { word: u32::MAX, shape: 255, length: 255, listed: u32::MAX, letters: [255; 16] };
    assert_eq!(forms.add(&form), 1);
    assert_eq!(forms.len(), 2);
}
