//! Proof of who the server is, and of who its upstream is.

use std::path::Path;
use std::sync::Arc;

use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio::net::TcpStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};

/// A certificate with its key.
#[derive(Clone)]
pub struct TlsIdentity(TlsAcceptor);

impl std::fmt::Debug for TlsIdentity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TlsIdentity")
    }
}

/// A fault of a certificate or a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// The certificate's file.
    #[error("the certificates cannot be read; they are in PEM, the server's own first")]
    Certificate,
    /// The key's file.
    #[error("the key cannot be read; it is a private key in PEM")]
    Key,
    /// They do not belong together.
    #[error("the certificate and the key do not belong together, or are of a kind that is not known")]
    Pair,
}

impl TlsIdentity {
    /// Reads a chain of certificates and the key of the first, both in PEM.
    pub fn open(certificates: &Path, key: &Path) -> Result<Self, TlsError> {
        let chain = CertificateDer::pem_file_iter(certificates).map_err(|_| TlsError::Certificate)?;
        let chain = chain.collect::<Result<Vec<_>, _>>().map_err(|_| TlsError::Certificate)?;
        let key = PrivateKeyDer::from_pem_file(key).map_err(|_| TlsError::Key)?;
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_safe_default_protocol_versions().map_err(|_| TlsError::Pair)?;
        let mut config = builder.with_no_client_auth().with_single_cert(chain, key).map_err(|_| TlsError::Pair)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    /// Shakes hands.
    pub(crate) async fn accept(&self, stream: TcpStream) -> std::io::Result<server::TlsStream<TcpStream>> {
        self.0.accept(stream).await
    }
}

/// Those who vouch for the certificates of an upstream.
#[derive(Clone)]
pub struct TlsTrust(TlsConnector);

impl std::fmt::Debug for TlsTrust {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TlsTrust")
    }
}

impl TlsTrust {
    /// Those that browsers trust.
    pub fn public() -> Self {
        Self::of(webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect())
    }

    /// Those of a file in PEM alone.
    pub fn open(certificates: &Path) -> Result<Self, TlsError> {
        let all = CertificateDer::pem_file_iter(certificates).map_err(|_| TlsError::Certificate)?;
        let mut roots = RootCertStore::empty();
        for certificate in all {
            let certificate = certificate.map_err(|_| TlsError::Certificate)?;
            roots.add(certificate).map_err(|_| TlsError::Certificate)?;
        }
        if roots.is_empty() { Err(TlsError::Certificate) } else { Ok(Self::of(roots)) }
    }

    fn of(roots: RootCertStore) -> Self {
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder.with_safe_default_protocol_versions().expect("ring has ciphers for them");
        let mut config = builder.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Self(TlsConnector::from(Arc::new(config)))
    }

    /// Shakes hands with a host, whose name its certificate must have.
    pub(crate) async fn connect(&self, host: &str, stream: TcpStream) -> std::io::Result<client::TlsStream<TcpStream>> {
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(host).map_err(std::io::Error::other)?;
        self.0.connect(name, stream).await
    }
}
