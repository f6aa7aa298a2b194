//! Reading the fields of a header into the document.

use super::address;
use super::charset::UNKNOWN;
use super::container::{MailSegment, RemovedSegment, RenamedBoundary, SegmentContent};
use super::encoded_words;
use super::header::{self, FieldClass, HeaderField, unfolded};
use super::mime::MailReader;
use super::params::ParameterisedValue;
use super::transfer::TransferEncoding;
use crate::formats::ReadError;
use crate::{BlockKind, RemovableKind};

/// The facts about a body that the header of its part states.
pub(super) struct BodyHead {
    pub content_type: ParameterisedValue,
    pub disposition: Option<ParameterisedValue>,
    pub transfer: TransferEncoding,
}

impl BodyHead {
    /// The type of the body in lower case.
    pub fn main(&self) -> &str {
        &self.content_type.main
    }

    /// True if the boundary between its parts is one that this program sets, or that tells as little.
    pub fn has_plain_boundary(&self) -> bool {
        let is_plain = |boundary: &str| {
            boundary
                .strip_prefix("=_")
                .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'_') && rest.len() < 12)
        };
        self.content_type.get("boundary").is_some_and(is_plain)
    }

    /// The name of the file that the body is.
    pub fn file_name(&self) -> Option<&str> {
        let name = self.disposition.as_ref().and_then(|disposition| disposition.get("filename"));
        name.or_else(|| self.content_type.get("name"))
    }
}

impl MailReader<'_> {
    /// Returns the facts that a header states about the body; a part of an unknown type is text, as the standard has
    /// it.
    pub fn head(&self, fields: &[HeaderField], default: &str) -> Result<BodyHead, ReadError> {
        let mut content_type = self.params(fields, "content-type")?.filter(|params| params.main.contains('/'));
        let transfer = match self.only(fields, "content-transfer-encoding")? {
            Some(field) => {
                let value = self.value(field)?;
                TransferEncoding::of(&value)
                    .ok_or_else(|| self.wrong(field, "a transfer encoding that is not known"))?
            }
            None => TransferEncoding::Identity,
        };
        let content_type =
            content_type.take().unwrap_or_else(|| ParameterisedValue { main: default.to_owned(), params: Vec::new() });
        Ok(BodyHead { content_type, disposition: self.params(fields, "content-disposition")?, transfer })
    }

    /// The one field of a name. Two would be read in two ways by two programs.
    fn only<'f>(&self, fields: &'f [HeaderField], name: &str) -> Result<Option<&'f HeaderField>, ReadError> {
        let mut found = fields.iter().filter(|field| self.name(field).eq_ignore_ascii_case(name));
        let first = found.next();
        match found.next() {
            Some(second) => Err(self.wrong(second, "a second field of this name")),
            None => Ok(first),
        }
    }

    fn params(&self, fields: &[HeaderField], name: &str) -> Result<Option<ParameterisedValue>, ReadError> {
        let Some(field) = self.only(fields, name)? else { return Ok(None) };
        ParameterisedValue::read(&self.value(field)?).map(Some).map_err(|fault| self.wrong(field, fault))
    }

    fn name(&self, field: &HeaderField) -> &str {
        self.bytes.get(field.name.clone()).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }

    /// The value of a field in one line.
    fn value(&self, field: &HeaderField) -> Result<String, ReadError> {
        let value = self.bytes.get(field.value.clone()).unwrap_or_default();
        unfolded(value).map_err(|fault| self.wrong(field, fault))
    }

    fn wrong(&self, field: &HeaderField, fault: &'static str) -> ReadError {
        header::wrong(self.bytes, field.whole.start, fault)
    }

    /// Reads the fields, and the boundary that may come for the one they name; `removable` says whether those of technical kind can be removed one by one.
    pub fn header(
        &mut self,
        fields: &[HeaderField],
        removable: bool,
        boundary: Option<&RenamedBoundary>,
    ) -> Result<(), ReadError> {
        for (nth, field) in fields.iter().enumerate() {
            let name = self.name(field).to_owned();
            let since = self.builder.text_len();
            match header::class(&name) {
                FieldClass::Addresses => self.addresses(field, &name, BlockKind::Field)?,
                FieldClass::Text => self.text_field(field, &name, BlockKind::Field)?,
                FieldClass::Parameters => {
                    let typed = name.eq_ignore_ascii_case("content-type");
                    self.parameters(field, boundary.filter(|_| typed).cloned())?;
                }
                FieldClass::Structure => {
                    let value = self.value(field)?;
                    let usual = value == "1.0" || !value.contains('(') && TransferEncoding::of(&value).is_some();
                    if !usual {
                        self.text_field(field, &name, BlockKind::Field)?;
                    }
                }
                FieldClass::Technical => {
                    if header::holds_ids(&name) {
                        self.addresses(field, &name, BlockKind::Metadata)?;
                    } else {
                        self.text_field(field, &name, BlockKind::Metadata)?;
                    }
                    if removable {
                        let place = header::place(&name, nth + 1);
                        let number = self.builder.removable(RemovableKind::Metadata, place, since, Vec::new());
                        let range = field.whole.clone();
                        self.removals.push(RemovedSegment { removable: number, range, instead: Vec::new() });
                    }
                }
            }
        }
        Ok(())
    }

    fn text_field(&mut self, field: &HeaderField, name: &str, kind: BlockKind) -> Result<(), ReadError> {
        let value = self.value(field)?;
        let text = match encoded_words::decode(&value) {
            Ok(text) => text,
            // A technical field is no prose: what looks like a word of an unknown charset there is left as it is.
            Err(fault) if kind == BlockKind::Metadata && fault != UNKNOWN => value,
            Err(fault) => return Err(self.wrong(field, fault)),
        };
        let part = self.builder.text_part(&text, kind, Some(name))?;
        let content = SegmentContent::Value { part, column: name.len() + 2 };
        self.segments.push(MailSegment { range: field.value.clone(), content });
        Ok(())
    }

    fn addresses(&mut self, field: &HeaderField, name: &str, kind: BlockKind) -> Result<(), ReadError> {
        let value = self.bytes.get(field.value.clone()).unwrap_or_default();
        for item in address::items(value) {
            let raw = value.get(item.range.clone()).unwrap_or_default();
            let text = item.kind.decode(raw).map_err(|fault| self.wrong(field, fault))?;
            let part = self.builder.text_part(&text, kind, Some(name))?;
            let range = field.value.start + item.range.start..field.value.start + item.range.end;
            self.segments.push(MailSegment { range, content: SegmentContent::Item { part, kind: item.kind } });
        }
        Ok(())
    }

    fn parameters(&mut self, field: &HeaderField, boundary: Option<RenamedBoundary>) -> Result<(), ReadError> {
        let params = ParameterisedValue::read(&self.value(field)?).map_err(|fault| self.wrong(field, fault))?;
        let mut parts = Vec::with_capacity(params.params.len());
        for param in &params.params {
            let label = Some(param.name.as_str()).filter(|name| !name.is_empty());
            let read = !param.is_structural(&params.main) && !param.value.is_empty();
            parts.push(if read { Some(self.builder.text_part(&param.value, BlockKind::Field, label)?) } else { None });
        }
        let column = self.name(field).len() + 2;
        self.segments.push(MailSegment {
            range: field.value.clone(),
            content: SegmentContent::Parameters { params, parts, boundary, column },
        });
        Ok(())
    }
}
