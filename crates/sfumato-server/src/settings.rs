//! How a server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use sfumato::mask::Keys;

use crate::access::AccessRules;
use crate::gateway::Upstream;
use crate::review::ReviewLimits;
#[cfg(feature = "tls")]
use crate::tls::TlsIdentity;

/// Everything that is decided when a server starts.
#[derive(Debug)]
pub struct ServerSettings {
    /// The address it listens on.
    pub address: SocketAddr,
    /// Who may call.
    pub access: AccessRules,
    /// Names besides `localhost` that it answers to; addresses in digits always do.
    pub hosts: Vec<String>,
    /// Origins besides its own whose pages may call it.
    pub origins: Vec<String>,
    /// True if something before it speaks TLS with clients.
    pub is_behind_proxy: bool,
    /// The key for hashing, encryption and bringing values back.
    pub keys: Option<Keys>,
    /// True if requests may bring policies of their own.
    pub takes_policies: bool,
    /// Where the gateway sends what it masked; it is off without one.
    pub upstream: Option<Upstream>,
    /// Threads that work on documents.
    pub workers: usize,
    /// The limits of requests.
    pub limits: RequestLimits,
    /// The limits of reviews.
    pub reviews: ReviewLimits,
    /// The folder in which reviews are kept until somebody ends them; without one they end with the server.
    pub reviews_folder: Option<PathBuf>,
    /// What proves who it is, if it speaks TLS itself.
    #[cfg(feature = "tls")]
    pub tls: Option<TlsIdentity>,
}

/// The limits of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLimits {
    /// Bytes of one request.
    pub body: usize,
    /// Bytes of all requests under way together.
    pub memory: usize,
    /// Time for the work on one request, waiting included.
    pub time: Duration,
    /// Time for the head of a request to arrive.
    pub head_time: Duration,
    /// Time for a body to arrive, and as much again for each mebibyte of it.
    pub body_time: Duration,
    /// Requests that wait for a thread.
    pub queue: usize,
    /// Connections at a time.
    pub connections: usize,
    /// Texts in one call.
    pub texts: usize,
    /// Time for requests under way once the server is told to stop.
    pub stop_time: Duration,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            body: 64 << 20,
            memory: 512 << 20,
            time: Duration::from_secs(120),
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            queue: 256,
            connections: 1024,
            texts: 10_000,
            stop_time: Duration::from_secs(30),
        }
    }
}

/// A reason for which a server is not started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// Others could reach it, and nothing keeps them out.
    #[error("{0} can be reached from other machines, so the server needs --tokens FILE")]
    NeedsTokens(SocketAddr),
    /// Others could listen.
    #[error("{0} can be reached from other machines, so the server needs --tls-cert and --tls-key, or --behind-proxy")]
    NeedsTls(SocketAddr),
    /// It cannot listen there.
    #[error("{address}: {}", .error.kind())]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The system gives no threads.
    #[error("no threads can be started: {}", .0.kind())]
    Threads(std::io::Error),
    /// The folder of reviews cannot be used.
    #[error("the folder of reviews: {}", .0.kind())]
    Folder(std::io::Error),
}

impl ServerSettings {
    /// Loopback, on a port that the system chooses, and no limits but the usual ones.
    pub fn new(access: AccessRules) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            access,
            hosts: Vec::new(),
            origins: Vec::new(),
            is_behind_proxy: false,
            keys: None,
            takes_policies: false,
            upstream: None,
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            limits: RequestLimits::default(),
            reviews: ReviewLimits::default(),
            reviews_folder: None,
            #[cfg(feature = "tls")]
            tls: None,
        }
    }

    /// An error if others could reach it and nothing keeps them out.
    pub(crate) fn check(&self) -> Result<(), ServerError> {
        if self.address.ip().is_loopback() {
            return Ok(());
        }
        if !matches!(self.access, AccessRules::File(_)) {
            return Err(ServerError::NeedsTokens(self.address));
        }
        if !self.is_behind_proxy && !self.speaks_tls() {
            return Err(ServerError::NeedsTls(self.address));
        }
        Ok(())
    }

    /// True if it speaks TLS itself.
    pub(crate) fn speaks_tls(&self) -> bool {
        #[cfg(feature = "tls")]
        let speaks = self.tls.is_some();
        #[cfg(not(feature = "tls"))]
        let speaks = false;
        speaks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{AccessScope, AccessToken, TokenFile};

    #[test]
    fn nobody_listens_to_other_machines_without_tokens_and_tls() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tokens");
        let line = AccessToken::random().expect("random").line("a", &[AccessScope::Mask]);
        std::fs::write(&path, line).expect("written");
        let tokens = || AccessRules::File(TokenFile::open(&path).expect("well formed"));
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 0));
        let settings = |access| ServerSettings { address: everywhere, ..ServerSettings::new(access) };
        assert!(ServerSettings::new(AccessRules::Open).check().is_ok());
        assert!(matches!(settings(AccessRules::Open).check(), Err(ServerError::NeedsTokens(_))));
        assert!(matches!(settings(tokens()).check(), Err(ServerError::NeedsTls(_))));
        let behind = ServerSettings { is_behind_proxy: true, ..settings(tokens()) };
        assert!(behind.check().is_ok());
        let open = ServerSettings { is_behind_proxy: true, ..settings(AccessRules::Open) };
        assert!(open.check().is_err());
    }
}
