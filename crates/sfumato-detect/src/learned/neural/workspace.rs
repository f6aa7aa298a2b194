//! Workspaces of networks.

use std::sync::Mutex;

use sfumato_model::neural::{Forms, Network, Workspace};
use sfumato_model::{CacheKey, CacheTable};

use super::Vocabulary;
use super::tokens::{NetworkToken, spell};

/// The most bytes that what was computed of forms may take; then it is forgotten.
const MOST_ROOM: usize = 24 << 20;
/// So many forms are known at most, in a small part of that room.
const MOST_FORMS: usize = 1 << 16;

/// Room to work in. What forms say to the network is kept from document to document; it does not change.
pub(super) struct NetworkWorkspace<'m> {
    pub forms: Forms<'m>,
    /// The numbers of forms, by their keys.
    known: CacheTable<u32>,
    pub buffers: Workspace,
    /// The tokens of a window as the network takes them in.
    pub rows: Vec<(u32, bool)>,
    /// The numbers that it gives for them.
    pub numbers: Vec<f32>,
    form: String,
    word: String,
}

impl<'m> NetworkWorkspace<'m> {
    pub fn new(network: &Network<'m>) -> Self {
        Self {
            forms: Forms::new(network),
            known: CacheTable::default(),
            buffers: Workspace::new(),
            rows: Vec::new(),
            numbers: Vec::new(),
            form: String::new(),
            word: String::new(),
        }
    }

    /// Lays out the tokens of a window. Nothing comes of it if one of them is cut.
    pub fn lay_out(&mut self, text: &str, tokens: &[NetworkToken], vocabulary: &Vocabulary<'_>) -> Option<()> {
        if self.forms.len() > MOST_FORMS {
            self.forms.clear();
            self.known.clear();
        } else if self.forms.room() > MOST_ROOM {
            self.forms.forget();
        }
        self.rows.clear();
        for token in tokens {
            spell(text.get(token.start..token.end)?, token.kind, &mut self.form);
            let key = CacheKey::of(self.form.as_str());
            let number = match self.known.get(&key) {
                Some(number) => *number,
                None => {
                    let form = vocabulary.form(&self.form, &mut self.word);
                    let number = self.forms.add(&form);
                    self.known.insert(key, number);
                    number
                }
            };
            self.rows.push((number, token.is_apart));
        }
        Some(())
    }

    /// Takes away what is left of the text.
    pub fn tidy_up(&mut self) {
        (self.form, self.word) = (String::new(), String::new());
    }
}

/// Workspaces that are kept for whoever works next.
pub(super) struct WorkspacePool<T>(Mutex<Vec<T>>);

impl<T> Default for WorkspacePool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> WorkspacePool<T> {
    pub fn take(&self) -> Option<T> {
        self.0.lock().map_or(None, |mut kept| kept.pop())
    }

    pub fn keep(&self, one: T) {
        if let Ok(mut kept) = self.0.lock() {
            kept.push(one);
        }
    }
}
