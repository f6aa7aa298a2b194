//! PowerPoint presentations.

use std::cell::Cell;

use crate::formats::markup::{AttributeRole, Element, Role, Vocabulary};
use crate::formats::office::ooxml::{Ooxml, drawing_attribute, drawing_role};
use crate::formats::{Format, ReadError};
use crate::{BlockKind, Document};

/// PowerPoint presentations.
#[derive(Debug, Clone, Default)]
pub struct Pptx {
    /// The depth of the file inside others.
    pub depth: usize,
}

impl Format for Pptx {
    fn name(&self) -> &'static str {
        "pptx"
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Document, ReadError> {
        let mut package = Ooxml::open(bytes, self.depth)?;
        let missing = || ReadError::Archive { what: "a package without a presentation".to_owned() };
        let main = package.main().ok_or_else(missing)?;
        for slide in package.targets(main, "slide") {
            package.read_xml(slide, &Slides)?;
            for kind in ["notesSlide", "comments"] {
                for member in package.targets(slide, kind) {
                    package.read_xml(member, &Slides)?;
                }
            }
        }
        package.read_xml(main, &Slides)?;
        let masters = ["slideMaster", "notesMaster", "handoutMaster"].map(|kind| package.targets(main, kind));
        for master in masters.concat() {
            package.read_xml(master, &Layouts::default())?;
            for layout in package.targets(master, "slideLayout") {
                package.read_xml(layout, &Layouts::default())?;
            }
        }
        package.read_rest(&Slides)?;
        package.reader.document_mended(self.name(), Box::new(|_| Ok(())))
    }
}

/// The words of PresentationML and of what stands in it.
struct Slides;

impl Vocabulary for Slides {
    fn element(&self, element: &Element<'_>) -> Role {
        match element.local {
            "text" if is_presentation(element.namespace) => Role::Block(BlockKind::Paragraph),
            _ => drawing_role(element),
        }
    }

    fn attribute(&self, element: &Element<'_>, local: &str, value: &str) -> AttributeRole {
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
struct Layouts {
    /// True if the shape at hand is a placeholder.
    in_placeholder: Cell<bool>,
}

impl Vocabulary for Layouts {
    fn element(&self, element: &Element<'_>) -> Role {
        match element.local {
            "sp" | "pic" | "graphicFrame" | "cxnSp" => self.in_placeholder.set(false),
            "ph" => self.in_placeholder.set(true),
            _ => {}
        }
        match Slides.element(element) {
            Role::Block(BlockKind::Paragraph) if self.in_placeholder.get() => Role::Block(BlockKind::Prompt),
            role => role,
        }
    }

    fn attribute(&self, element: &Element<'_>, local: &str, value: &str) -> AttributeRole {
        Slides.attribute(element, local, value)
    }

    fn blanks_are_text(&self, local: &str) -> bool {
        Slides.blanks_are_text(local)
    }
}

/// True if a namespace is that of PresentationML or of one of its extensions.
fn is_presentation(namespace: &str) -> bool {
    namespace.contains("/presentationml/") || namespace.starts_with("http://schemas.microsoft.com/office/powerpoint/")
}
