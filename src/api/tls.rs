//! HTTPS without a proxy.

use std::fmt;
use std::path::{Path, PathBuf};

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Why a file of HTTPS cannot be used.
#[derive(Debug)]
pub struct TlsError {
    /// The file.
    pub file: PathBuf,
    /// The reason: it cannot be read, or key and certificates do not fit together.
    pub reason: String,
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.reason)
    }
}

/// The configuration of HTTPS, from two files of PEM.
///
/// # Errors
/// A file cannot be read, or key and certificates do not fit together.
pub fn configuration(certificates: &Path, key: &Path) -> Result<ServerConfig, TlsError> {
    let at = |file: &Path, error: &dyn fmt::Display| TlsError {
        file: file.to_owned(),
        reason: error.to_string(),
    };
    let chain: Result<Vec<CertificateDer<'static>>, _> =
        CertificateDer::pem_file_iter(certificates)
            .map_err(|error| at(certificates, &error))?
            .collect();
    let chain = chain.map_err(|error| at(certificates, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| at(key, &error))?;
    let provider = rustls::crypto::ring::default_provider();
    ServerConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .map_err(|error| at(certificates, &error))?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| at(certificates, &error))
}
