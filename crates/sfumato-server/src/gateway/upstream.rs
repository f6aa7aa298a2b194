//! The server of the model.

use axum::http::{HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::problem::Problem;
#[cfg(feature = "tls")]
use crate::tls::TlsTrust;

/// The server that masked requests go to. `Debug` shows no key.
#[derive(Clone)]
pub struct Upstream {
    host: String,
    port: u16,
    base: String,
    key: Option<HeaderValue>,
    #[cfg(feature = "tls")]
    tls: Option<TlsTrust>,
}

impl std::fmt::Debug for Upstream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Upstream({}:{}{})", self.host, self.port, self.base)
    }
}

/// A reason for which nothing can be sent there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UpstreamError {
    /// Not an address.
    #[error("an upstream is an address such as http://127.0.0.1:11434/v1")]
    Address,
    /// An address that needs TLS, which this build does not speak.
    #[error("this program was built without TLS; build it with `--features tls`, or put a proxy before the upstream")]
    Tls,
    /// Certificates for an address that needs none.
    #[error("the upstream is reached over http, so no certificates are looked at")]
    NoTls,
    /// A key that cannot stand in a header.
    #[error("the key of the upstream is a line of ASCII")]
    Key,
}

impl Upstream {
    /// An upstream by the base address of its API, and its key if it wants one.
    pub fn new(address: &str, key: Option<&str>) -> Result<Self, UpstreamError> {
        let uri: Uri = address.parse().map_err(|_| UpstreamError::Address)?;
        let speaks_tls = match uri.scheme_str() {
            Some("http") => false,
            Some("https") if cfg!(feature = "tls") => true,
            Some("https") => return Err(UpstreamError::Tls),
            _ => return Err(UpstreamError::Address),
        };
        let host = uri.host().ok_or(UpstreamError::Address)?.to_owned();
        let mut key = key.map(|key| HeaderValue::from_str(&format!("Bearer {}", key.trim()))).transpose();
        if let Ok(Some(key)) = &mut key {
            key.set_sensitive(true);
        }
        let base = uri.path().trim_end_matches('/').to_owned();
        Ok(Self {
            host,
            port: uri.port_u16().unwrap_or(if speaks_tls { 443 } else { 80 }),
            base,
            key: key.map_err(|_| UpstreamError::Key)?,
            #[cfg(feature = "tls")]
            tls: speaks_tls.then(TlsTrust::public),
        })
    }

    /// The same, proved by certificates that these vouch for, instead of those that browsers trust.
    #[cfg(feature = "tls")]
    pub fn trusting(self, trust: TlsTrust) -> Result<Self, UpstreamError> {
        match self.tls {
            Some(_) => Ok(Self { tls: Some(trust), ..self }),
            None => Err(UpstreamError::NoTls),
        }
    }

    /// Sends a request that was masked.
    pub async fn send(&self, path: &str, body: Vec<u8>) -> Result<Response<Incoming>, Problem> {
        let silent = || Problem::new(StatusCode::BAD_GATEWAY, "upstream", "the upstream does not answer");
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(|_| silent())?;
        #[cfg(feature = "tls")]
        if let Some(trust) = &self.tls {
            let unproved =
                |_| Problem::new(StatusCode::BAD_GATEWAY, "upstream", "the upstream does not prove who it is");
            let stream = trust.connect(&self.host, stream).await.map_err(unproved)?;
            return self.ask(stream, path, body).await.ok_or_else(silent);
        }
        self.ask(stream, path, body).await.ok_or_else(silent)
    }

    /// The answer to a request over a connection; nothing if that breaks.
    async fn ask(
        &self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        path: &str,
        body: Vec<u8>,
    ) -> Option<Response<Incoming>> {
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.ok()?;
        // It ends with the answer, or when nobody reads that any more.
        tokio::spawn(async move { drop(connection.await) });
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}{path}", self.base))
            .header(header::HOST, format!("{}:{}", self.host, self.port))
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = &self.key {
            request = request.header(header::AUTHORIZATION, key);
        }
        let request = request.body(Full::new(Bytes::from(body))).ok()?;
        sender.send_request(request).await.ok()
    }
}

/// An answer that is none.
pub fn broken() -> Problem {
    Problem::new(StatusCode::BAD_GATEWAY, "upstream-answer", "the answer of the upstream is not as its API says")
}
