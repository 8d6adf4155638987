//! Server certificates for tests, made by `certificates/make`.

use std::fs;
use std::path::{Path, PathBuf};

/// A certificate and its key, in PEM.
pub struct Certificate {
    pub certificate: &'static str,
    pub key: &'static str,
}

macro_rules! certificate {
    ($name:literal) => {
        Certificate {
            certificate: include_str!(concat!("certificates/", $name, ".pem")),
            key: include_str!(concat!("certificates/", $name, ".key")),
        }
    };
}

/// The authority that signed all certificates except [`STRANGER`].
pub const AUTHORITY: &str = include_str!("certificates/authority.pem");
/// A certificate for `localhost`.
pub const LOCALHOST: Certificate = certificate!("localhost");
/// A certificate for `club.example`.
pub const CLUB: Certificate = certificate!("club");
/// A certificate for `localhost` that another authority signed.
pub const STRANGER: Certificate = certificate!("stranger");
/// A certificate for `overtrick.test`.
pub const PAGE: Certificate = certificate!("page");
/// The digest of the public key of [`PAGE`], in Chromium's format.
pub const PAGE_DIGEST: &str = "entrBMgE81MVyJed3AvmZppNFnKyrKrO/XYowBfD8ac=";

impl Certificate {
    /// Writes the certificate and the key into a folder, and returns their paths.
    pub fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
        fs::write(&certificate, self.certificate).unwrap();
        fs::write(&key, self.key).unwrap();
        (certificate, key)
    }
}
