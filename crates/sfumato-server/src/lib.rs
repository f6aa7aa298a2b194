//! sfumato behind HTTP: an API of its own under `/v1`, and that of Presidio beside it.
//!
//! ```no_run
//! use sfumato_server::{AccessRules, RunningServer, ServerSettings};
//!
//! let server = RunningServer::start(ServerSettings::new(AccessRules::Open))?;
//! println!("{}", server.address());
//! server.wait();
//! # Ok::<(), sfumato_server::ServerError>(())
//! ```
//!
//! A request passes `guard`, which knows the token, the host and the origin; its body is read within limits of size,
//! time and memory; the work is done by a bounded pool of threads beside those that talk; what comes back is the result
//! or a `Problem`. Nothing of a request is written to disk, unless reviews are kept in a
//! folder, and nothing of a document to the log.

mod access;
mod body;
mod engine;
mod gateway;
mod guard;
mod listen;
mod memory;
mod metrics;
mod openapi;
mod options;
mod page;
mod presidio;
mod problem;
mod review;
mod room;
mod server;
mod settings;
#[cfg(feature = "tls")]
mod tls;
mod v1;
mod work;

pub use access::{AccessRules, AccessScope, AccessToken, Caller, TokenFile, TokenFileError};
pub use gateway::{Upstream, UpstreamError};
pub use review::ReviewLimits;
pub use server::{RunningServer, StopSwitch, wait_for_signal};
pub use settings::{RequestLimits, ServerError, ServerSettings};
#[cfg(feature = "tls")]
pub use tls::{TlsError, TlsIdentity, TlsTrust};
