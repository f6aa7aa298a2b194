//! Names and the namespaces they are in: a producer may write any prefix.

use std::borrow::Cow;

use super::{XmlAttribute, XmlError, XmlEvent, XmlTag, attributes, unescaped_attribute};

/// More namespaces than this in one place are refused, since each name is looked up among them.
const MAX_NAMESPACES: usize = 512;

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// A name without its prefix.
pub(crate) fn local(name: &str) -> &str {
    split(name).1
}

/// The prefix, empty where there is none, and the name without it.
fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

/// True for prefixes that are the same: they are short or empty, and every element asks.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().eq(other.bytes())
}

/// The namespaces in force at one place, followed from event to event.
pub(crate) struct NamespaceTracker<'a> {
    source: &'a str,
    depth: usize,
    /// True if the last event ended an element, whose declarations hold for that event still.
    leaving: bool,
    /// True if a document type elsewhere may declare prefixes.
    has_type: bool,
    bindings: Vec<PrefixBinding<'a>>,
}

/// A prefix and what it stands for, declared at some depth.
struct PrefixBinding<'a> {
    depth: usize,
    prefix: &'a str,
    namespace: Cow<'a, str>,
}

impl<'a> NamespaceTracker<'a> {
    /// The names of a source, before its first event.
    pub fn new(source: &'a str) -> Self {
        Self { source, depth: 0, leaving: false, has_type: false, bindings: Vec::new() }
    }

    /// Takes the next event of the source's [`Scanner`](super::XmlScanner); every event must pass here.
    pub fn follow(&mut self, event: &XmlEvent) -> Result<(), XmlError> {
        if self.leaving {
            while self.bindings.pop_if(|binding| binding.depth == self.depth).is_some() {}
            self.depth = self.depth.saturating_sub(1);
            self.leaving = false;
        }
        match event {
            XmlEvent::Start(tag) => {
                self.depth += 1;
                self.leaving = tag.empty;
                attributes(self.source, tag).try_for_each(|attribute| self.declare(&attribute))?;
            }
            XmlEvent::End(_) => self.leaving = true,
            XmlEvent::Doctype(range) => {
                let said = self.source.get(range.clone()).unwrap_or_default();
                self.has_type = said.contains("PUBLIC") || said.contains("SYSTEM");
            }
            _ => {}
        }
        Ok(())
    }

    /// The namespace and the local name of the tag of the last event; an empty namespace is none.
    pub fn element(&self, tag: &XmlTag) -> Result<(&str, &'a str), XmlError> {
        let (prefix, local) = split(self.source.get(tag.name.clone()).unwrap_or_default());
        Ok((self.namespace(prefix, tag.name.start)?, local))
    }

    /// The namespace and the local name of an attribute of the last event's tag; without a prefix it is in none.
    pub fn attribute(&self, attribute: &XmlAttribute) -> Result<(&str, &'a str), XmlError> {
        match split(self.source.get(attribute.name.clone()).unwrap_or_default()) {
            ("", "xmlns") => Ok((XMLNS, "xmlns")),
            ("", local) => Ok(("", local)),
            (prefix, local) => Ok((self.namespace(prefix, attribute.name.start)?, local)),
        }
    }

    fn namespace(&self, prefix: &str, at: usize) -> Result<&str, XmlError> {
        match (prefix, self.bindings.iter().rev().find(|binding| is_same(binding.prefix, prefix))) {
            (_, Some(binding)) => Ok(&binding.namespace),
            ("", None) => Ok(""),
            ("xml", None) => Ok(XML),
            ("xmlns", None) => Ok(XMLNS),
            _ if self.has_type => Ok(""),
            _ => Err(XmlError::new(at, "a prefix without a namespace")),
        }
    }

    /// Takes a declaration, if the attribute is one.
    fn declare(&mut self, attribute: &XmlAttribute) -> Result<(), XmlError> {
        let name = self.source.get(attribute.name.clone()).unwrap_or_default();
        let prefix = match split(name) {
            ("", "xmlns") => "",
            ("xmlns", prefix) => prefix,
            _ => return Ok(()),
        };
        let at = attribute.value.start;
        let value = self.source.get(attribute.value.clone()).and_then(unescaped_attribute);
        let namespace = value.ok_or(XmlError::new(at, "an unknown reference"))?;
        if self.bindings.len() >= MAX_NAMESPACES {
            return Err(XmlError::new(at, "too many namespaces"));
        }
        let reserved = namespace == XMLNS || prefix == "xmlns" || (prefix == "xml") != (namespace == XML);
        if reserved || (namespace.is_empty() && !prefix.is_empty()) {
            return Err(XmlError::new(at, "a namespace that must not be declared"));
        }
        self.bindings.push(PrefixBinding { depth: self.depth, prefix, namespace });
        Ok(())
    }
}
