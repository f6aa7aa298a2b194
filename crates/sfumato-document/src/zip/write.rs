//! Writing an archive anew.

use super::directory::{CENTRAL, DATE, END, LOCAL, UTF8};
use super::{ZipError, ZipMember, ZipMethod, deflate};

/// The version of the format that deflated members need.
const VERSION: u16 = 20;

const TOO_LARGE: ZipError = ZipError::Unsupported { fault: "more than 4 GiB packed" };

/// An archive while it is written.
pub(super) struct ZipWriter {
    out: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl ZipWriter {
    pub fn with_capacity(bytes: usize) -> Self {
        Self { out: Vec::with_capacity(bytes), directory: Vec::new(), count: 0 }
    }

    /// Adds a member as it is.
    pub fn copy(&mut self, member: &ZipMember, packed: &[u8]) -> Result<(), ZipError> {
        self.add(member, member.crc, member.size, packed)
    }

    /// Adds a member with other content, packed the way it was.
    pub fn pack(&mut self, member: &ZipMember, content: &[u8]) -> Result<(), ZipError> {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let size = content.len() as u64;
        match member.method {
            ZipMethod::Stored => self.add(member, crc.sum(), size, content),
            ZipMethod::Deflated => {
                let packed = deflate::deflate(content).ok_or(ZipError::Unsupported { fault: "content not packed" })?;
                self.add(member, crc.sum(), size, &packed)
            }
        }
    }

    fn add(&mut self, member: &ZipMember, crc: u32, size: u64, packed: &[u8]) -> Result<(), ZipError> {
        let start = u32::try_from(self.out.len()).map_err(|_| TOO_LARGE)?;
        let fields = fields(member, crc, size, packed.len())?;
        self.out.extend_from_slice(&LOCAL);
        self.out.extend_from_slice(&fields);
        self.out.extend_from_slice(member.name.as_bytes());
        self.out.extend_from_slice(packed);

        self.directory.extend_from_slice(&CENTRAL);
        self.directory.extend_from_slice(&VERSION.to_le_bytes());
        self.directory.extend_from_slice(&fields);
        // No comment, the first disk, no attributes.
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&start.to_le_bytes());
        self.directory.extend_from_slice(member.name.as_bytes());
        self.count = self.count.checked_add(1).ok_or(TOO_LARGE)?;
        Ok(())
    }

    pub fn finish(mut self) -> Result<Vec<u8>, ZipError> {
        let start = u32::try_from(self.out.len()).map_err(|_| TOO_LARGE)?;
        let length = u32::try_from(self.directory.len()).map_err(|_| TOO_LARGE)?;
        // The last value of 32 bits says that the true one lies elsewhere.
        if start == u32::MAX {
            return Err(TOO_LARGE);
        }
        self.out.append(&mut self.directory);
        self.out.extend_from_slice(&END);
        self.out.extend_from_slice(&[0; 4]);
        self.out.extend_from_slice(&self.count.to_le_bytes());
        self.out.extend_from_slice(&self.count.to_le_bytes());
        self.out.extend_from_slice(&length.to_le_bytes());
        self.out.extend_from_slice(&start.to_le_bytes());
        self.out.extend_from_slice(&[0; 2]);
        Ok(self.out)
    }
}

/// The fields that a member's header and its entry in the directory share.
fn fields(member: &ZipMember, crc: u32, size: u64, packed: usize) -> Result<Vec<u8>, ZipError> {
    let flags = if member.name.is_ascii() { 0 } else { UTF8 };
    let packed = u32::try_from(packed).map_err(|_| TOO_LARGE)?;
    let size = u32::try_from(size).map_err(|_| TOO_LARGE)?;
    let name = u16::try_from(member.name.len()).map_err(|_| TOO_LARGE)?;
    let mut fields = Vec::with_capacity(26);
    for short in [VERSION, flags, member.method.code(), 0, DATE] {
        fields.extend_from_slice(&short.to_le_bytes());
    }
    for long in [crc, packed, size] {
        fields.extend_from_slice(&long.to_le_bytes());
    }
    for short in [name, 0] {
        fields.extend_from_slice(&short.to_le_bytes());
    }
    Ok(fields)
}
