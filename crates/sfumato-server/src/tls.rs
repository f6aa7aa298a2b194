//! Proof of who the server is.

use std::path::Path;
use std::sync::Arc;

use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::server::TlsStream;

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
    #[error("the certificate cannot be read; it is a chain in PEM, the server's own first")]
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
    pub(crate) async fn accept(&self, stream: TcpStream) -> std::io::Result<TlsStream<TcpStream>> {
        self.0.accept(stream).await
    }
}
