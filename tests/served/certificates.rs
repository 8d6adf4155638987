//! Certificates of servers, which `certificates/make` has made.

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

/// The authority that signed all certificates but [`STRANGER`].
pub const AUTHORITY: &str = include_str!("certificates/authority.pem");
/// `localhost`.
pub const LOCALHOST: Certificate = certificate!("localhost");
/// `club.example`.
pub const CLUB: Certificate = certificate!("club");
/// `localhost`, signed by another authority.
pub const STRANGER: Certificate = certificate!("stranger");
/// `overtrick.test`.
pub const PAGE: Certificate = certificate!("page");
/// The digest of the public key of [`PAGE`], in the form that Chromium needs.
pub const PAGE_DIGEST: &str = "entrBMgE81MVyJed3AvmZppNFnKyrKrO/XYowBfD8ac=";

impl Certificate {
    /// Writes the certificate and the key into a folder; returns their files.
    pub fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
        fs::write(&certificate, self.certificate).unwrap();
        fs::write(&key, self.key).unwrap();
        (certificate, key)
    }
}
