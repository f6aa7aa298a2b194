//! The objects a PDF file is made of.

use std::fmt;

use crate::{Dict, PdfName, SharedBytes};

/// The number of an object. Generations matter only while the file is read; objects in memory go by number alone.
pub type ObjectNumber = u32;

/// A dictionary and bytes, still coded by the filters the dictionary names.
#[derive(Clone, PartialEq)]
pub struct PdfStream {
    /// The dictionary of the stream.
    pub dict: Dict,
    /// The bytes as they stand in the file.
    pub coded: SharedBytes,
}

/// A value.
#[derive(Clone, PartialEq)]
pub enum PdfObject {
    /// Nothing.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Real(f64),
    /// Bytes: text in some encoding, or codes of glyphs.
    String(Vec<u8>),
    /// A name.
    Name(PdfName),
    /// Values in order.
    Array(Vec<PdfObject>),
    /// Values by name.
    Dict(Dict),
    /// A dictionary with bytes; always an object of its own, never inside another.
    Stream(PdfStream),
    /// The object with this number.
    Reference(ObjectNumber),
}

// What stands in a file is never printed: `{:?}` tells kinds and sizes only.
impl fmt::Debug for PdfStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({} bytes)", self.coded.len())
    }
}

impl fmt::Debug for PdfObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("Null"),
            Self::Boolean(_) => f.write_str("Boolean"),
            Self::Integer(_) => f.write_str("Integer"),
            Self::Real(_) => f.write_str("Real"),
            Self::String(bytes) => write!(f, "String({} bytes)", bytes.len()),
            Self::Name(name) => name.fmt(f),
            Self::Array(items) => write!(f, "Array({} items)", items.len()),
            Self::Dict(dict) => dict.fmt(f),
            Self::Stream(stream) => stream.fmt(f),
            Self::Reference(_) => f.write_str("Reference"),
        }
    }
}

impl PdfObject {
    /// The whole number this is, or that a real one stands for.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(n) => Some(*n),
            Self::Real(x) if x.fract() == 0.0 && x.abs() < 9e15 => Some(*x as i64),
            _ => None,
        }
    }

    /// The number this is.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Integer(n) => Some(*n as f64),
            Self::Real(x) => Some(*x),
            _ => None,
        }
    }

    /// The name this is.
    pub fn as_name(&self) -> Option<&[u8]> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The bytes of this string.
    pub fn as_string(&self) -> Option<&[u8]> {
        match self {
            Self::String(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The items of this array.
    pub fn as_array(&self) -> Option<&[PdfObject]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The dictionary this is, or that a stream has.
    pub fn as_dict(&self) -> Option<&Dict> {
        match self {
            Self::Dict(dict) => Some(dict),
            Self::Stream(stream) => Some(&stream.dict),
            _ => None,
        }
    }

    /// The stream this is.
    pub fn as_stream(&self) -> Option<&PdfStream> {
        match self {
            Self::Stream(stream) => Some(stream),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file has so many of them that their size is the size of what is read.
    #[test]
    fn values_are_small() {
        assert_eq!(size_of::<PdfObject>(), 32);
        assert_eq!(size_of::<(PdfName, PdfObject)>(), 48);
    }
}
