//! HTTPS without a proxy.

use std::path::Path;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What a server needs for HTTPS, from two files of PEM.
///
/// # Errors
/// A sentence: a file cannot be read, or key and certificates do not fit.
pub fn configuration(certificates: &Path, key: &Path) -> Result<ServerConfig, String> {
    let at = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain: Result<Vec<CertificateDer<'static>>, _> =
        CertificateDer::pem_file_iter(certificates)
            .map_err(|error| at(certificates, &error))?
            .collect();
    let chain = chain.map_err(|error| at(certificates, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| at(key, &error))?;
    let provider = rustls::crypto::ring::default_provider();
    ServerConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| at(certificates, &error))
}
