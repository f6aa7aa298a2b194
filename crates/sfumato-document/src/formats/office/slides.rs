//! PowerPoint presentations.

use std::cell::Cell;

use crate::formats::markup::{AttributeRole, ElementRole, MarkupElement, MarkupVocabulary};
use crate::formats::office::ooxml::{OoxmlReader, drawing_attribute, drawing_role};
use crate::formats::{DocumentFormat, ReadError};
use crate::{BlockKind, Document};

/// PowerPoint presentations.
#[derive(Debug, Clone, Default)]
pub struct Pptx {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl DocumentFormat for Pptx {
    fn name(&self) -> &'static str {
        "pptx"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut package = OoxmlReader::open(bytes, self.depth)?;
        let missing = || ReadError::Archive { fault: "a package without a presentation".to_owned() };
        let main = package.main().ok_or_else(missing)?;
        for slide in package.targets(main, "slide") {
            package.read_xml(slide, &SlideWords)?;
            for kind in ["notesSlide", "comments"] {
                for member in package.targets(slide, kind) {
                    package.read_xml(member, &SlideWords)?;
                }
            }
        }
        package.read_xml(main, &SlideWords)?;
        let masters = ["slideMaster", "notesMaster", "handoutMaster"].map(|kind| package.targets(main, kind));
        for master in masters.concat() {
            package.read_xml(master, &SlideLayoutWords::default())?;
            for layout in package.targets(master, "slideLayout") {
                package.read_xml(layout, &SlideLayoutWords::default())?;
            }
        }
        package.read_rest(&SlideWords)?;
        package.reader.document_mended(self.name(), Box::new(|_| Ok(())))
    }
}

/// The words of PresentationML and of what stands in it.
struct SlideWords;

impl MarkupVocabulary for SlideWords {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match element.local {
            "text" if is_presentation(element.namespace) => ElementRole::Block(BlockKind::Paragraph),
            _ => drawing_role(element),
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        let is_ours = is_presentation(element.namespace);
        match (element.local, local) {
            // The people who comment; a name has to be there, even an empty one.
            ("cmAuthor" | "author", "name" | "initials" | "userId" | "providerId") if is_ours => {
                AttributeRole::Metadata
            }
            ("presenceInfo", "userId" | "providerId") if is_ours => AttributeRole::Metadata,
            ("cm", "dt") | ("cm" | "reply" | "comment" | "history" | "event" | "task", "created" | "time")
                if is_ours =>
            {
                AttributeRole::MetadataWhole
            }
            ("tag", "val") if is_ours => AttributeRole::Text(BlockKind::Field),
            _ => drawing_attribute(element, local, value),
        }
    }

    fn blanks_are_text(&self, local: &str) -> bool {
        matches!(local, "t" | "text" | "v" | "div" | "font" | "span")
    }
}

/// The words of layouts and of the masters behind them, whose placeholders hold prompts in place of text.
#[derive(Default)]
struct SlideLayoutWords {
    /// True if the shape at hand is a placeholder.
    in_placeholder: Cell<bool>,
}

impl MarkupVocabulary for SlideLayoutWords {
    fn element(&self, element: &MarkupElement<'_>) -> ElementRole {
        match element.local {
            "sp" | "pic" | "graphicFrame" | "cxnSp" => self.in_placeholder.set(false),
            "ph" => self.in_placeholder.set(true),
            _ => {}
        }
        match SlideWords.element(element) {
            ElementRole::Block(BlockKind::Paragraph) if self.in_placeholder.get() => {
                ElementRole::Block(BlockKind::Prompt)
            }
            role => role,
        }
    }

    fn attribute(&self, element: &MarkupElement<'_>, local: &str, value: &str) -> AttributeRole {
        SlideWords.attribute(element, local, value)
    }

    fn blanks_are_text(&self, local: &str) -> bool {
        SlideWords.blanks_are_text(local)
    }
}

/// True if a namespace is that of PresentationML or of one of its extensions.
fn is_presentation(namespace: &str) -> bool {
    namespace.contains("/presentationml/") || namespace.starts_with("http://schemas.microsoft.com/office/powerpoint/")
}
