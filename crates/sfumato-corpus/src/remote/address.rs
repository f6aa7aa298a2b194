//! The address of a server.

use std::fmt;

/// The address of an index on a server: `http://host:9200/wiki`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Up to the index, without a stroke at its end.
    server: Box<str>,
    host: Box<str>,
    index: Box<str>,
}

/// The reason why something is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// The form is wrong.
    #[error("the address of a server looks like http://localhost:9200/INDEX")]
    Form,
    /// It holds a password, which would end up in messages.
    #[error("an address holds no user or password; put `Basic ...` or `ApiKey ...` into SFUMATO_REMOTE_AUTHORIZATION")]
    Password,
    /// This program does not speak TLS.
    #[error("this build of sfumato does not speak https; build it with the feature `tls`")]
    NoTls,
}

impl Address {
    /// Reads an address.
    pub fn parse(written: &str) -> Result<Self, AddressError> {
        let (scheme, rest) = written.split_once("://").ok_or(AddressError::Form)?;
        let is_secret = match scheme {
            "http" => false,
            "https" => true,
            _ => return Err(AddressError::Form),
        };
        let (host, path) = rest.split_once('/').ok_or(AddressError::Form)?;
        if host.contains('@') {
            return Err(AddressError::Password);
        }
        let path = path.strip_suffix('/').unwrap_or(path);
        let (above, index) = path.rsplit_once('/').unwrap_or(("", path));
        let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_graphic() && !b"?#%\"\\<>{}|^`".contains(&b));
        let is_well_formed = [host, path].into_iter().all(is_plain) && !host.is_empty() && !index.is_empty();
        // Names with a line before them are the server's own commands.
        if !is_well_formed || index.starts_with('_') {
            return Err(AddressError::Form);
        }
        if is_secret && !cfg!(feature = "tls") {
            return Err(AddressError::NoTls);
        }
        let above = if above.is_empty() { String::new() } else { format!("/{above}") };
        Ok(Self { server: format!("{scheme}://{host}{above}").into(), host: host.into(), index: index.into() })
    }

    /// The host that phrases are sent to.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The index that is asked.
    pub(super) fn index(&self) -> &str {
        &self.index
    }

    /// The path of one question.
    pub(super) fn of_one(&self) -> String {
        format!("{}/{}/_count", self.server, self.index)
    }

    /// The path of a batch. It names its index itself, since Quickwit takes batches for all indices only.
    pub(super) fn of_batch(&self) -> String {
        format!("{}/_msearch", self.server)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.server, self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_the_last_part() {
        let address = Address::parse("http://localhost:7280/api/v1/_elastic/wiki/").expect("an address");
        assert_eq!(address.of_one(), "http://localhost:7280/api/v1/_elastic/wiki/_count");
        assert_eq!(address.of_batch(), "http://localhost:7280/api/v1/_elastic/_msearch");
        assert_eq!((address.host(), address.index()), ("localhost:7280", "wiki"));
        assert_eq!(address.to_string(), "http://localhost:7280/api/v1/_elastic/wiki");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for wrong in ["", "localhost:9200/wiki", "ftp://a/b", "http://host", "http://host/", "http:///wiki"] {
            assert_eq!(Address::parse(wrong), Err(AddressError::Form), "{wrong}");
        }
        for wrong in ["http://h/wiki?q=x", "http://h/wi ki", "http://h/wiki/_count", "http://h/a\nb", "http://h/ä"] {
            assert_eq!(Address::parse(wrong), Err(AddressError::Form), "{wrong}");
        }
        assert_eq!(Address::parse("http://ann:secret@host/wiki"), Err(AddressError::Password));
        let secret = Address::parse("https://host/wiki");
        assert_eq!(secret.is_ok(), cfg!(feature = "tls"));
    }
}
