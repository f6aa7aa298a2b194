//! Everything linguistic about a document, computed once.

use std::cell::OnceCell;

use sfumato_document::{Document, Span};

use crate::{Aligned, Languages, Token, language, sentences, tokens};

/// The analysis of a document. Each part is computed when it is first asked for.
pub struct Analysis<'d> {
    document: &'d Document,
    aligned: OnceCell<Aligned<'d>>,
    languages: OnceCell<Languages>,
    tokens: OnceCell<Vec<Token>>,
    sentences: OnceCell<Vec<Span>>,
}

impl<'d> Analysis<'d> {
    /// The analysis of a document whose language is to be told from its text.
    pub fn new(document: &'d Document) -> Self {
        Self {
            document,
            aligned: OnceCell::new(),
            languages: OnceCell::new(),
            tokens: OnceCell::new(),
            sentences: OnceCell::new(),
        }
    }

    /// The analysis of a document whose language is known.
    pub fn in_languages(document: &'d Document, languages: Languages) -> Self {
        Self { languages: OnceCell::from(languages), ..Self::new(document) }
    }

    /// The document.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// The folded text.
    pub fn aligned(&self) -> &Aligned<'d> {
        self.aligned.get_or_init(|| Aligned::new(self.document))
    }

    /// The languages the text is in: both if it is mixed or cannot be told.
    pub fn languages(&self) -> Languages {
        *self.languages.get_or_init(|| language::identify(self.aligned().bytes()))
    }

    /// The tokens in order.
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokens::tokenise(self.document, self.languages()))
    }

    /// The sentences in order, without the blanks between them.
    pub fn sentences(&self) -> &[Span] {
        self.sentences.get_or_init(|| sentences::split(self.document, self.tokens(), self.languages()))
    }
}

impl std::fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Analysis({:?})", self.document)
    }
}
