//! Small networks of random weights, which `training/neural/invent.py` writes with what `reference.py` computes.

mod damage;
mod scores;

use sfumato_model::neural::{Forms, Network, Path, WordForm, Workspace};

/// A transformer.
const NETWORK: &[u8] = include_bytes!("network.bin");
/// A network with a step of every kind.
const STEPS: &[u8] = include_bytes!("steps.bin");

/// A network, forms, tokens and what is expected of them.
struct ExampleNetwork {
    network: Network<'static>,
    forms: Vec<WordForm>,
    tokens: Vec<(u32, bool)>,
    scores: Vec<f32>,
}

impl ExampleNetwork {
    /// One for each network.
    fn all() -> [Self; 2] {
        [Self::read(NETWORK, include_str!("network.txt")), Self::read(STEPS, include_str!("steps.txt"))]
    }

    fn read(network: &'static [u8], expected: &str) -> Self {
        let rows = |wanted: &str| -> Vec<Vec<f64>> {
            let lines = expected.lines().filter_map(|line| line.split_once(' '));
            let rows = lines.filter(|(name, _)| *name == wanted).map(|(_, row)| row);
            rows.map(|row| row.split(' ').map(|number| number.parse().expect("a number")).collect()).collect()
        };
        let form = |row: &Vec<f64>| WordForm {
            word: row[0] as u32,
            shape: row[1] as u8,
            length: row[2] as u8,
            listed: row[3] as u32,
            letters: std::array::from_fn(|at| row[4 + at] as u8),
        };
        Self {
            network: Network::from_bytes(network).expect("a network"),
            forms: rows("form").iter().map(form).collect(),
            tokens: rows("token").iter().map(|row| (row[0] as u32, row[1] == 1.0)).collect(),
            scores: rows("scores").iter().flatten().map(|score| *score as f32).collect(),
        }
    }

    fn forms<'m>(&self, network: &Network<'m>) -> Forms<'m> {
        let mut forms = Forms::new(network);
        for (at, form) in self.forms.iter().enumerate() {
            assert_eq!(forms.add(form) as usize, at + 1, "forms are numbered after the border");
        }
        forms
    }

    /// The scores of all columns of some tokens.
    fn scores(&self, network: &Network<'_>, tokens: &[(u32, bool)], path: Path) -> Vec<f32> {
        let mut workspace = Workspace::on(path).expect("the processor has it");
        let mut out = Vec::new();
        network.scores(&mut self.forms(network), tokens, 0..network.sizes().outputs, &mut workspace, &mut out);
        out
    }

    /// The vectors of some tokens behind so many steps.
    fn vectors(&self, tokens: &[(u32, bool)], behind: usize, path: Path) -> Vec<f32> {
        let mut workspace = Workspace::on(path).expect("the processor has it");
        let mut out = Vec::new();
        self.network.vectors(&mut self.forms(&self.network), tokens, behind, &mut workspace, &mut out);
        out
    }
}
