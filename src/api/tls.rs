//! HTTPS without a proxy.

use std::fmt::Display;
use std::path::Path;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The configuration of HTTPS, from two files of PEM.
///
/// # Errors
/// A sentence that names the file: it cannot be read, or key and certificates do not fit together.
pub fn configuration(certificates: &Path, key: &Path) -> Result<ServerConfig, String> {
    let at = |file: &Path, error: &dyn Display| format!("{}: {error}", file.display());
    let chain = CertificateDer::pem_file_iter(certificates);
    let chain: Result<Vec<_>, _> = chain.and_then(Iterator::collect);
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
