//! The secret of an instance, and the keys that are made with it. Nothing of either is stored.

use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::ServiceError;
use crate::ledger::{MatchId, Role};

/// Bytes of a secret.
const SECRET: usize = 32;
/// Bytes of a block of SHA-256, which is what HMAC fills a shorter key to.
const BLOCK: usize = 64;

/// What all keys are derived from. It is never shown, not even to a log.
#[derive(Clone)]
pub struct Secret([u8; BLOCK]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new secret, from the system's randomness.
    pub fn random() -> Result<Secret, ServiceError> {
        let mut bytes = [0; SECRET];
        random(&mut bytes)?;
        Ok(Secret::of(&bytes))
    }

    fn of(bytes: &[u8; SECRET]) -> Secret {
        let mut block = [0; BLOCK];
        block[..SECRET].copy_from_slice(bytes);
        Secret(block)
    }

    /// The secret in a file, which is made for its owner alone if it is not there.
    pub fn in_file(file: &Path) -> Result<Secret, ServiceError> {
        match Secret::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Secret::make(file),
            read => read,
        }
        .map_err(|error| ServiceError::Store(format!("{}: {error}", file.display())))
    }

    fn read(file: &Path) -> std::io::Result<Secret> {
        #[expect(clippy::disallowed_methods, reason = "the secret is kept in a file")]
        let mut file = std::fs::File::open(file)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok();
        let bytes: Option<[u8; SECRET]> = bytes.and_then(|bytes| bytes.try_into().ok());
        let unreadable = || std::io::Error::new(ErrorKind::InvalidData, "not a secret");
        bytes.as_ref().map(Secret::of).ok_or_else(unreadable)
    }

    /// Whoever comes second to make it reads what the first one made: a file appears only whole.
    fn make(file: &Path) -> std::io::Result<Secret> {
        let secret = Secret::random().map_err(|_| ErrorKind::Other)?;
        let mut name = [0; 8];
        random(&mut name).map_err(|_| ErrorKind::Other)?;
        let draft = file.with_extension(format!("{}.new", URL_SAFE_NO_PAD.encode(name)));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&draft).and_then(|mut out| {
            writeln!(out, "{}", URL_SAFE_NO_PAD.encode(&secret.0[..SECRET]))?;
            out.sync_all()
        });
        let linked = written.and_then(|()| std::fs::hard_link(&draft, file));
        drop(std::fs::remove_file(&draft));
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Secret::read(file),
        }
    }

    /// The key of a match for a role, in a generation: 43 url-safe characters.
    pub fn key(&self, id: &str, role: Role, generation: u32) -> String {
        let said = format!("{id}|{}|{generation}", role.word());
        URL_SAFE_NO_PAD.encode(self.sign(said.as_bytes()))
    }

    /// A secret for another purpose.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        self.sign(format!("purpose|{purpose}").as_bytes())
    }

    fn sign(&self, said: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new(&self.0.into());
        mac.update(said);
        mac.finalize().into_bytes().into()
    }
}

/// Whether two keys are the same; how long that takes does not tell where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// A new id of a match, of 128 random bits; drawn again where a command line would take it for a flag.
pub fn random_id() -> Result<MatchId, ServiceError> {
    loop {
        let mut bytes = [0; 16];
        random(&mut bytes)?;
        let id = URL_SAFE_NO_PAD.encode(bytes);
        if !id.starts_with('-') {
            let unreadable = || ServiceError::Store("no id could be made".to_owned());
            return MatchId::read(&id).ok_or_else(unreadable);
        }
    }
}

fn random(bytes: &mut [u8]) -> Result<(), ServiceError> {
    getrandom::fill(bytes).map_err(|error| ServiceError::Store(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_made_once_and_for_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("overtrick.secret");
        let made = Secret::in_file(&file).unwrap();
        let read = Secret::in_file(&file).unwrap();
        assert_eq!(made.0, read.0);
        assert_eq!(format!("{made:?}"), "Secret(…)");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let rights = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(rights & 0o777, 0o600);
        }
        std::fs::write(&file, "nonsense").unwrap();
        assert!(matches!(
            Secret::in_file(&file),
            Err(ServiceError::Store(_))
        ));
    }

    #[test]
    fn no_id_looks_like_a_flag() {
        assert!((0..2000).all(|_| !random_id().unwrap().as_str().starts_with('-')));
    }

    #[test]
    fn keys_differ_by_match_role_and_generation() {
        let secret = Secret::of(&[7; SECRET]);
        let key = secret.key("a", Role::Score, 0);
        assert_eq!(key.len(), 43);
        assert!(same(&key, &secret.key("a", Role::Score, 0)));
        for other in [
            secret.key("b", Role::Score, 0),
            secret.key("a", Role::Direct, 0),
            secret.key("a", Role::Score, 1),
            Secret::of(&[8; SECRET]).key("a", Role::Score, 0),
        ] {
            assert!(!same(&key, &other));
        }
    }
}
