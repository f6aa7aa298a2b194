//! Taxonomies that others made, in the formats they are given in.
//!
//! A [`Loader`] takes files one at a time, so that only one needs to lie in memory, and writes to a [`Draft`].
//! What cannot be used is left out and reported there with its place; an error means that nothing sensible can be made
//! of a file at all.

mod error;
mod graph;
mod intake;
mod labels;
mod lmf;
mod obo;
mod paths;
mod rdf;
mod records;
mod rf2;
mod table;
mod tell;
#[cfg(test)]
mod tests;
mod wndb;
mod xml;
mod yago;

use sfumato_language::Language;

pub use error::{Fault, LoadError};

use crate::taxonomy::Draft;
use intake::Intake;

/// The largest file in bytes. Lines of such a file can be counted in 32 bits.
const LARGEST_FILE: usize = u32::MAX as usize;
/// The most files of a taxonomy.
const MOST_FILES: usize = 60_000;

/// A format that taxonomies are given in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Release Format 2 of SNOMED CT: files by their standard names.
    Rf2,
    /// Open Biomedical Ontologies.
    Obo,
    /// RDF as Turtle.
    Turtle,
    /// RDF as N-Triples.
    NTriples,
    /// RDF as XML, which OWL is mostly written in.
    RdfXml,
    /// The database files of WordNet.
    Wndb,
    /// The Lexical Markup Framework as wordnets use it.
    Lmf,
    /// The taxonomy files of YAGO with columns.
    Yago,
    /// Paths of categories as in the Open Directory, one a line.
    Paths,
    /// A table of children and parents with a header.
    Table,
    /// Names for concepts of the other files.
    Labels,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Rf2,
        Self::Obo,
        Self::Turtle,
        Self::NTriples,
        Self::RdfXml,
        Self::Wndb,
        Self::Lmf,
        Self::Yago,
        Self::Paths,
        Self::Table,
        Self::Labels,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rf2 => "rf2",
            Self::Obo => "obo",
            Self::Turtle => "turtle",
            Self::NTriples => "ntriples",
            Self::RdfXml => "rdfxml",
            Self::Wndb => "wndb",
            Self::Lmf => "lmf",
            Self::Yago => "yago",
            Self::Paths => "paths",
            Self::Table => "table",
            Self::Labels => "labels",
        }
    }

    /// The format of a file, told from its name and how it starts; [`HEAD`] bytes are enough.
    pub fn tell(name: &str, head: &[u8]) -> Option<Self> {
        tell::format(name, head)
    }
}

pub use tell::HEAD;

/// A file in memory.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Its name, which may be a path. Some formats know their files by it.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
}

impl std::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Input({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// The settings for reading files.
#[derive(Debug, Clone, Copy)]
pub struct LoadOptions {
    /// The language of names that say none.
    pub language: Language,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self { language: Language::English }
    }
}

/// The counts of what was loaded, besides what the draft says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loaded {
    /// The number of concepts, names and relations that were left out since the source itself says that they no longer
    /// hold.
    pub retired: u64,
}

/// The numbers of those files that are read, in their order: of a release of SNOMED CT its snapshot, or else all of its
/// history; counts before what they count; names last.
pub fn plan(files: &[(Format, &str)]) -> Vec<usize> {
    let release = rf2::release(files.iter().filter(|(format, _)| *format == Format::Rf2).map(|(_, name)| *name));
    let rank = |(format, name): &(Format, &str)| match format {
        Format::Rf2 => rf2::rank(name, release),
        Format::Wndb => wndb::rank(name),
        Format::Labels => Some(u8::MAX),
        _ => Some(0),
    };
    let mut ranked: Vec<(u8, usize)> =
        files.iter().enumerate().filter_map(|(nth, file)| Some((rank(file)?, nth))).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, nth)| nth).collect()
}

/// Reads files into a draft, one at a time, in the order of [`plan`].
pub struct Loader {
    options: LoadOptions,
    rf2: rf2::Rf2,
    graph: graph::Graph,
    wordnet: wndb::WordNet,
    retired: u64,
}

impl Loader {
    /// A loader that has read nothing.
    pub fn new(options: &LoadOptions) -> Self {
        Self {
            options: *options,
            rf2: rf2::Rf2::default(),
            graph: graph::Graph::default(),
            wordnet: wndb::WordNet::default(),
            retired: 0,
        }
    }

    /// Reads a file. Some of what it says may reach the draft only with later files, or at the end.
    pub fn read(&mut self, draft: &mut Draft, format: Format, input: Input<'_>) -> Result<(), LoadError> {
        let bytes = input.bytes;
        let refused = |what| Err(LoadError { file: input.name.into(), line: 0, what });
        if bytes.len() > LARGEST_FILE {
            return refused(Fault::TooLarge);
        }
        if draft.files.len() >= MOST_FILES {
            return refused(Fault::TooManyFiles);
        }
        if format == Format::Labels {
            self.settle(draft)?;
        }
        let file = draft.file(input.name);
        let mut intake = Intake::new(draft, file, self.options.language);
        match format {
            Format::Rf2 => self.rf2.read(input, &mut intake),
            Format::Obo => obo::read(bytes, &mut intake),
            Format::Turtle => rdf::turtle(bytes, &mut self.graph, &mut intake),
            Format::NTriples => rdf::ntriples(bytes, &mut self.graph, &mut intake),
            Format::RdfXml => rdf::xml(bytes, &mut self.graph, &mut intake),
            Format::Wndb => self.wordnet.read(input, &mut intake),
            Format::Lmf => lmf::read(bytes, &mut intake),
            Format::Yago => yago::read(bytes, &mut self.graph, &mut intake),
            Format::Paths => paths::read(bytes, &mut intake),
            Format::Table => table::read(bytes, &mut intake),
            Format::Labels => labels::read(bytes, &mut intake),
        }?;
        self.retired += intake.retired;
        Ok(())
    }

    /// Says that there are no more files.
    pub fn finish(mut self, draft: &mut Draft) -> Result<Loaded, LoadError> {
        self.settle(draft)?;
        if !draft.concepts.iter().any(|concept| concept.is_stated) {
            let (file, line, what) = match draft.dropped.first() {
                Some(flaw) => (usize::from(flaw.place.file), flaw.place.line, Fault::NothingBut(flaw.what)),
                None => (0, 0, Fault::Empty),
            };
            let file = draft.files.get(file).map_or("", String::as_str).into();
            return Err(LoadError { file, line, what });
        }
        Ok(Loaded { retired: self.retired })
    }

    /// Hands over what waited for other files.
    fn settle(&mut self, draft: &mut Draft) -> Result<(), LoadError> {
        let last = u16::try_from(draft.files.len().saturating_sub(1)).unwrap_or(u16::MAX);
        let mut intake = Intake::new(draft, last, self.options.language);
        std::mem::take(&mut self.rf2).settle(&mut intake)?;
        std::mem::take(&mut self.graph).settle(&mut intake)?;
        self.retired += intake.retired;
        Ok(())
    }
}

/// Reads files of one format that lie in memory.
pub fn load(
    draft: &mut Draft,
    format: Format,
    files: &[Input<'_>],
    options: &LoadOptions,
) -> Result<Loaded, LoadError> {
    let names: Vec<(Format, &str)> = files.iter().map(|input| (format, input.name)).collect();
    let mut loader = Loader::new(options);
    for input in plan(&names).into_iter().filter_map(|nth| files.get(nth)) {
        loader.read(draft, format, *input)?;
    }
    loader.finish(draft)
}
