//! The way in which tables describe themselves: fields with numbers and types (Thrift's compact protocol).

/// A value; what is read can be written again as it was.
#[derive(Clone, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub(super) enum Value {
    Flag(bool),
    /// An integer, with the number of its type.
    Number(u8, i64),
    Double([u8; 8]),
    Bytes(Vec<u8>),
    /// A list, with the number of the type of its members and of its own.
    List(u8, u8, Vec<Value>),
    Struct(Struct),
}

/// The fields of a structure, by number, in order.
#[derive(Clone, PartialEq, Default)]
#[cfg_attr(test, derive(Debug))]
pub(super) struct Struct(pub Vec<(i16, Value)>);

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const DOUBLE: u8 = 7;
const BYTES: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const STRUCT: u8 = 12;
/// The types of integers of 32 and 64 bits.
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
const MOST_DEPTH: usize = 24;

impl Struct {
    pub fn get(&self, number: i16) -> Option<&Value> {
        self.0.iter().find(|(own, _)| *own == number).map(|(_, value)| value)
    }

    pub fn number(&self, number: i16) -> Option<i64> {
        match self.get(number)? {
            Value::Number(_, value) => Some(*value),
            _ => None,
        }
    }

    pub fn bytes(&self, number: i16) -> Option<&[u8]> {
        match self.get(number)? {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub fn list(&self, number: i16) -> Option<&[Value]> {
        match self.get(number)? {
            Value::List(_, _, members) => Some(members),
            _ => None,
        }
    }

    pub fn inner(&self, number: i16) -> Option<&Struct> {
        match self.get(number)? {
            Value::Struct(inner) => Some(inner),
            _ => None,
        }
    }

    pub fn flag(&self, number: i16) -> Option<bool> {
        match self.get(number)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub fn set(&mut self, number: i16, value: Value) {
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
pub(super) fn read(bytes: &[u8]) -> Option<(Struct, usize)> {
    let mut reader = Reader { rest: bytes };
    let read = reader.structure(0)?;
    Some((read, bytes.len() - reader.rest.len()))
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
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

    fn structure(&mut self, depth: usize) -> Option<Struct> {
        if depth > MOST_DEPTH {
            return None;
        }
        let mut fields = Vec::new();
        let mut last = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(Struct(fields));
            }
            let number = match head >> 4 {
                0 => i16::try_from(self.zigzag()?).ok()?,
                step => last.checked_add(i16::from(step))?,
            };
            last = number;
            let value = match head & 15 {
                TRUE => Value::Flag(true),
                FALSE => Value::Flag(false),
                kind => self.value(kind, depth)?,
            };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Option<Value> {
        Some(match kind {
            TRUE | FALSE => Value::Flag(self.byte()? == TRUE),
            BYTE => Value::Number(BYTE, i64::from(self.byte()? as i8)),
            4..=6 => Value::Number(kind, self.zigzag()?),
            DOUBLE => Value::Double(*self.take(8)?.first_chunk()?),
            BYTES => {
                let length = usize::try_from(self.varint()?).ok()?;
                Value::Bytes(self.take(length)?.to_vec())
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
                Value::List(head & 15, kind, members)
            }
            STRUCT => Value::Struct(self.structure(depth + 1)?),
            // Maps: no table has one.
            _ => return None,
        })
    }
}

/// Writes a structure.
pub(super) fn write(structure: &Struct, out: &mut Vec<u8>) {
    let mut last = 0i16;
    for (number, value) in &structure.0 {
        let kind = match value {
            Value::Flag(true) => TRUE,
            Value::Flag(false) => FALSE,
            Value::Number(kind, _) => *kind,
            Value::Double(_) => DOUBLE,
            Value::Bytes(_) => BYTES,
            Value::List(_, kind, _) => *kind,
            Value::Struct(_) => STRUCT,
        };
        match number.checked_sub(last).filter(|step| (1..16).contains(step)) {
            Some(step) => out.push((step as u8) << 4 | kind),
            None => {
                out.push(kind);
                zigzag(i64::from(*number), out);
            }
        }
        last = *number;
        if !matches!(value, Value::Flag(_)) {
            write_value(value, out);
        }
    }
    out.push(0);
}

fn write_value(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Flag(flag) => out.push(if *flag { TRUE } else { FALSE }),
        Value::Number(BYTE, number) => out.push(*number as u8),
        Value::Number(_, number) => zigzag(*number, out),
        Value::Double(bytes) => out.extend_from_slice(bytes),
        Value::Bytes(bytes) => {
            varint(bytes.len() as u64, out);
            out.extend_from_slice(bytes);
        }
        Value::List(kind, _, members) => {
            if members.len() < 15 {
                out.push((members.len() as u8) << 4 | kind);
            } else {
                out.push(0xf0 | kind);
                varint(members.len() as u64, out);
            }
            members.iter().for_each(|member| write_value(member, out));
        }
        Value::Struct(inner) => write(inner, out),
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
        let inner = Struct(vec![(1, Value::Flag(true)), (40, Value::Bytes(b"Ann".to_vec()))]);
        let whole = Struct(vec![
            (1, Value::Number(I32, -7)),
            (2, Value::List(STRUCT, LIST, vec![Value::Struct(inner.clone()); 17])),
            (3, Value::Number(I64, i64::MIN)),
            (9, Value::Struct(inner)),
        ]);
        let mut bytes = Vec::new();
        write(&whole, &mut bytes);
        assert_eq!(read(&bytes), Some((whole, bytes.len())));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&[0x1c; 100]), None, "too deep");
    }
}
