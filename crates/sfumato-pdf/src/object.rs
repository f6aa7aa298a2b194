//! The objects a PDF file is made of.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The number of an object. Generations matter only while the file is read; objects in memory go by number alone.
pub type Number = u32;

/// A name, without its slash and with its `#` escapes undone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub Vec<u8>);

/// A dictionary; of a key given twice the last counts.
#[derive(Clone, Default, PartialEq)]
pub struct Dict(pub BTreeMap<Name, Object>);

/// A dictionary and bytes, still coded by the filters the dictionary names.
#[derive(Clone, PartialEq)]
pub struct Stream {
    /// What is said of the bytes.
    pub dict: Dict,
    /// The bytes as they stand in the file.
    pub coded: Arc<[u8]>,
}

/// A value.
#[derive(Clone, PartialEq)]
pub enum Object {
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
    Name(Name),
    /// Values in order.
    Array(Vec<Object>),
    /// Values by name.
    Dict(Dict),
    /// A dictionary with bytes; always an object of its own, never inside another.
    Stream(Stream),
    /// The object with this number.
    Reference(Number),
}

impl Name {
    /// A name of ours.
    pub fn new(name: &str) -> Self {
        Self(name.as_bytes().to_vec())
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

// What stands in a file is never printed: `{:?}` tells kinds and sizes only.
impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({} bytes)", self.0.len())
    }
}

impl fmt::Debug for Dict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dict({} entries)", self.0.len())
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({} bytes)", self.coded.len())
    }
}

impl fmt::Debug for Object {
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

impl Dict {
    /// The value of a key, if it has one.
    pub fn get(&self, key: &str) -> Option<&Object> {
        self.0.get(&Name::new(key))
    }

    /// Sets the value of a key.
    pub fn set(&mut self, key: &str, value: Object) {
        self.0.insert(Name::new(key), value);
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &str) -> Option<Object> {
        self.0.remove(&Name::new(key))
    }
}

impl Object {
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
            Self::Name(name) => Some(&name.0),
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
    pub fn as_array(&self) -> Option<&[Object]> {
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
    pub fn as_stream(&self) -> Option<&Stream> {
        match self {
            Self::Stream(stream) => Some(stream),
            _ => None,
        }
    }
}
