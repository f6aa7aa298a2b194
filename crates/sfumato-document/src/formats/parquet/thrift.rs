//! The way in which tables describe themselves: fields with numbers and types (Thrift's compact protocol).

/// A value; what is read can be written again as it was.
#[derive(Clone, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub(super) enum ThriftValue {
    Flag(bool),
    /// An integer, with the number of its type.
    Number(u8, i64),
    Double([u8; 8]),
    Bytes(Vec<u8>),
    /// A list, with the number of the type of its members and of its own.
    List(u8, u8, Vec<ThriftValue>),
    Struct(ThriftStruct),
}

/// The fields of a structure, by number, in order.
#[derive(Clone, PartialEq, Default)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct ThriftStruct(pub Vec<(i16, ThriftValue)>);

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const DOUBLE: u8 = 7;
pub(super) const BYTES: u8 = 8;
pub(super) const LIST: u8 = 9;
const SET: u8 = 10;
pub(super) const STRUCT: u8 = 12;
/// The types of integers of 32 and 64 bits.
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
const MOST_DEPTH: usize = 24;

impl ThriftStruct {
    pub fn get(&self, number: i16) -> Option<&ThriftValue> {
        self.0.iter().find(|(own, _)| *own == number).map(|(_, value)| value)
    }

    pub fn number(&self, number: i16) -> Option<i64> {
        match self.get(number)? {
            ThriftValue::Number(_, value) => Some(*value),
            _ => None,
        }
    }

    pub fn bytes(&self, number: i16) -> Option<&[u8]> {
        match self.get(number)? {
            ThriftValue::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub fn list(&self, number: i16) -> Option<&[ThriftValue]> {
        match self.get(number)? {
            ThriftValue::List(_, _, members) => Some(members),
            _ => None,
        }
    }

    pub fn inner(&self, number: i16) -> Option<&ThriftStruct> {
        match self.get(number)? {
            ThriftValue::Struct(inner) => Some(inner),
            _ => None,
        }
    }

    pub fn flag(&self, number: i16) -> Option<bool> {
        match self.get(number)? {
            ThriftValue::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub fn set(&mut self, number: i16, value: ThriftValue) {
        match self.0.iter_mut().find(|(own, _)| *own == number) {
            Some((_, old)) => *old = value,
            None => {
                let at = self.0.partition_point(|(own, _)| *own < number);
                self.0.insert(at, (number, value));
            }
        }
    }

    pub fn remove(&mut self, numbers: &[i16]) {
        self.0.retain(|(own, _)| !numbers.contains(own));
    }
}

/// Reads the structure that some bytes start with; gives it and how long it was.
pub(super) fn read(bytes: &[u8]) -> Option<(ThriftStruct, usize)> {
    let mut reader = ThriftReader { rest: bytes };
    let read = reader.structure(0)?;
    Some((read, bytes.len() - reader.rest.len()))
}

struct ThriftReader<'b> {
    rest: &'b [u8],
}

impl<'b> ThriftReader<'b> {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn zigzag(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn structure(&mut self, depth: usize) -> Option<ThriftStruct> {
        if depth > MOST_DEPTH {
            return None;
        }
        let mut fields = Vec::new();
        let mut last = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(ThriftStruct(fields));
            }
            let number = match head >> 4 {
                0 => i16::try_from(self.zigzag()?).ok()?,
                step => last.checked_add(i16::from(step))?,
            };
            last = number;
            let value = match head & 15 {
                TRUE => ThriftValue::Flag(true),
                FALSE => ThriftValue::Flag(false),
                kind => self.value(kind, depth)?,
            };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Option<ThriftValue> {
        Some(match kind {
            TRUE | FALSE => ThriftValue::Flag(self.byte()? == TRUE),
            BYTE => ThriftValue::Number(BYTE, i64::from(self.byte()? as i8)),
            4..=6 => ThriftValue::Number(kind, self.zigzag()?),
            DOUBLE => ThriftValue::Double(*self.take(8)?.first_chunk()?),
            BYTES => {
                let length = usize::try_from(self.varint()?).ok()?;
                ThriftValue::Bytes(self.take(length)?.to_vec())
            }
            LIST | SET => {
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => usize::try_from(self.varint()?).ok()?,
                    count => usize::from(count),
                };
                let mut members = Vec::new();
                for _ in 0..count {
                    members.push(self.value(head & 15, depth + 1)?);
                }
                ThriftValue::List(head & 15, kind, members)
            }
            STRUCT => ThriftValue::Struct(self.structure(depth + 1)?),
            // Maps: no table has one.
            _ => return None,
        })
    }
}

/// Writes a structure.
pub(super) fn write(structure: &ThriftStruct, out: &mut Vec<u8>) {
    let mut last = 0i16;
    for (number, value) in &structure.0 {
        let kind = match value {
            ThriftValue::Flag(true) => TRUE,
            ThriftValue::Flag(false) => FALSE,
            ThriftValue::Number(kind, _) => *kind,
            ThriftValue::Double(_) => DOUBLE,
            ThriftValue::Bytes(_) => BYTES,
            ThriftValue::List(_, kind, _) => *kind,
            ThriftValue::Struct(_) => STRUCT,
        };
        match number.checked_sub(last).filter(|step| (1..16).contains(step)) {
            Some(step) => out.push((step as u8) << 4 | kind),
            None => {
                out.push(kind);
                zigzag(i64::from(*number), out);
            }
        }
        last = *number;
        if !matches!(value, ThriftValue::Flag(_)) {
            write_value(value, out);
        }
    }
    out.push(0);
}

fn write_value(value: &ThriftValue, out: &mut Vec<u8>) {
    match value {
        ThriftValue::Flag(flag) => out.push(if *flag { TRUE } else { FALSE }),
        ThriftValue::Number(BYTE, number) => out.push(*number as u8),
        ThriftValue::Number(_, number) => zigzag(*number, out),
        ThriftValue::Double(bytes) => out.extend_from_slice(bytes),
        ThriftValue::Bytes(bytes) => {
            varint(bytes.len() as u64, out);
            out.extend_from_slice(bytes);
        }
        ThriftValue::List(kind, _, members) => {
            if members.len() < 15 {
                out.push((members.len() as u8) << 4 | kind);
            } else {
                out.push(0xf0 | kind);
                varint(members.len() as u64, out);
            }
            members.iter().for_each(|member| write_value(member, out));
        }
        ThriftValue::Struct(inner) => write(inner, out),
    }
}

pub(super) fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(value: i64, out: &mut Vec<u8>) {
    varint((value << 1 ^ value >> 63) as u64, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_come_back() {
        let inner = ThriftStruct(vec![(1, ThriftValue::Flag(true)), (40, ThriftValue::Bytes(b"Ann".to_vec()))]);
        let whole = ThriftStruct(vec![
            (1, ThriftValue::Number(I32, -7)),
            (2, ThriftValue::List(STRUCT, LIST, vec![ThriftValue::Struct(inner.clone()); 17])),
            (3, ThriftValue::Number(I64, i64::MIN)),
            (9, ThriftValue::Struct(inner)),
        ]);
        let mut bytes = Vec::new();
        write(&whole, &mut bytes);
        assert_eq!(read(&bytes), Some((whole, bytes.len())));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&[0x1c; 100]), None, "too deep");
    }
}
