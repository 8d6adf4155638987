//! The secret of an instance, and the keys derived from it. Match keys are derived when needed, not stored.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::error::ServiceError;
use crate::system::Random;
use overtrick_match::ledger::{MatchId, Role, hex};
use overtrick_store::{
    Store, StoreError, StoreSettings, folder_of, is_postgres, new_private, sync,
};

/// The default name of the secret file.
const DEFAULT_FILE: &str = "overtrick.secret";
/// The length of a secret in bytes.
const SECRET: usize = 32;
/// The block length of SHA-256 in bytes. HMAC pads shorter keys to this length.
const BLOCK: usize = 64;

/// The secret from which all match keys are derived. Its `Debug` output hides it.
#[derive(Clone)]
pub struct Secret([u8; BLOCK]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// Makes a random secret.
    pub fn random(random: &dyn Random) -> io::Result<Secret> {
        let mut bytes = [0; SECRET];
        random.fill(&mut bytes)?;
        Ok(Secret::new(&bytes))
    }

    fn new(bytes: &[u8; SECRET]) -> Secret {
        let mut block = [0; BLOCK];
        block[..SECRET].copy_from_slice(bytes);
        Secret(block)
    }

    /// Reads the secret from a file. If the file does not exist, creates it, readable only by its owner.
    pub fn in_file(file: &Path, random: &dyn Random) -> Result<Secret, ServiceError> {
        match Secret::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Secret::create(file, random),
            read => read,
        }
        .map_err(|error| ServiceError::other(format!("{}: {error}", file.display())))
    }

    fn read(file: &Path) -> io::Result<Secret> {
        #[expect(clippy::disallowed_methods, reason = "the secret is kept in a file")]
        let mut file = std::fs::File::open(file)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok();
        let bytes: Option<[u8; SECRET]> = bytes.and_then(|bytes| bytes.try_into().ok());
        let unreadable = || io::Error::new(ErrorKind::InvalidData, "not a secret");
        bytes.as_ref().map(Secret::new).ok_or_else(unreadable)
    }

    /// Creates the file: writes a draft and links it to the name. If two processes do this, both use the first file.
    fn create(file: &Path, random: &dyn Random) -> io::Result<Secret> {
        let secret = Secret::random(random)?;
        let mut name = [0; 8];
        random.fill(&mut name)?;
        let draft = file.with_extension(format!("{}.new", URL_SAFE_NO_PAD.encode(name)));
        let written = new_private(&draft).and_then(|mut out| {
            writeln!(out, "{}", URL_SAFE_NO_PAD.encode(&secret.0[..SECRET]))?;
            out.sync_all()
        });
        let linked = written.and_then(|()| std::fs::hard_link(&draft, file));
        drop(std::fs::remove_file(&draft));
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        // Sync the folder, so that the file survives a crash: a database cannot be opened without its secret.
        sync(folder_of(file))?;
        Secret::read(file)
    }

    /// Returns the match key for a role and a generation: 43 URL-safe characters.
    pub fn key(&self, id: &str, role: Role, generation: u32) -> String {
        let text = format!("{id}|{}|{generation}", role.word());
        URL_SAFE_NO_PAD.encode(self.sign(text.as_bytes()))
    }

    /// Returns the digest of a join code for the database. It is never a match key: the text for a match
    /// key begins with a match id, which has at least 22 characters.
    pub fn digest_of_code(&self, code: &str) -> [u8; 32] {
        self.sign(format!("code|{code}").as_bytes())
    }

    /// Returns the digest of the secret, in hexadecimal. The database stores it to detect another secret.
    /// No match key is derived from a text that begins with `secret|`.
    fn digest(&self) -> String {
        hex(&self.sign(b"secret|"))
    }

    fn sign(&self, text: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new(&self.0.into());
        mac.update(text);
        mac.finalize().into_bytes().into()
    }
}

/// Returns the secret file of these settings, or `None` if the database and the secret are in memory.
///
/// # Errors
/// The database setting is not a valid URL.
pub fn secret_file(settings: &StoreSettings) -> Result<Option<PathBuf>, StoreError> {
    if let Some(file) = &settings.secret {
        return Ok(Some(file.clone()));
    }
    if is_postgres(&settings.database) {
        return Ok(Some(PathBuf::from(DEFAULT_FILE)));
    }
    let database = settings.file()?;
    Ok(database.map(|database| database.with_file_name(DEFAULT_FILE)))
}

/// Returns the secret of these settings. Its digest must equal the digest in the store, so that existing
/// keys stay valid. If the store has no digest yet, stores this one.
///
/// # Errors
/// [`ServiceError::SecretLost`]; [`ServiceError::OtherSecret`]; the file cannot be read or written; store
/// errors.
pub async fn secret_of(
    store: &Store,
    settings: &StoreSettings,
    random: &dyn Random,
) -> Result<Secret, ServiceError> {
    let file = secret_file(settings)?.filter(|_| settings.create);
    let Some(file) = file else {
        return Ok(Secret::random(random)?);
    };
    let stored = store.secret_digest().await?;
    if !settings.new_secret && !file.exists() {
        let is_used = stored.is_some() || !store.list(None, 1).await?.is_empty();
        if is_used {
            return Err(ServiceError::SecretLost(file.display().to_string()));
        }
    }
    let secret = Secret::in_file(&file, random)?;
    let digest = secret.digest();
    if stored.as_ref() == Some(&digest) {
        return Ok(secret);
    }
    match store
        .note_secret_digest(digest.clone(), settings.new_secret)
        .await
    {
        // The next start with a writable store stores the digest.
        Err(StoreError::Full | StoreError::ReadOnly) if stored.is_none() => return Ok(secret),
        noted => noted?,
    }
    // Another instance may have stored the digest of another secret first.
    if store.secret_digest().await? != Some(digest) {
        return Err(ServiceError::OtherSecret(file.display().to_string()));
    }
    Ok(secret)
}

/// Whether two keys are equal. Compares in constant time.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Makes a match id of 128 random bits. It never starts with `-`, which a command line would read as a flag.
pub fn random_id(random: &dyn Random) -> Result<MatchId, ServiceError> {
    loop {
        let mut bytes = [0; 16];
        random.fill(&mut bytes)?;
        let id = URL_SAFE_NO_PAD.encode(bytes);
        if !id.starts_with('-') {
            let unreadable = || ServiceError::other("no id could be made");
            return MatchId::read(&id).ok_or_else(unreadable);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Fills buffers with different bytes each time.
    #[derive(Debug, Default)]
    struct Counting(AtomicU64);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            let digest = <Sha256 as sha2::Digest>::digest(number.to_le_bytes());
            bytes.copy_from_slice(&digest[..bytes.len()]);
            Ok(())
        }
    }

    #[test]
    fn a_secret_file_is_created_once_and_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("overtrick.secret");
        let random = Counting::default();
        let made = Secret::in_file(&file, &random).unwrap();
        let read = Secret::in_file(&file, &random).unwrap();
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
            Secret::in_file(&file, &random),
            Err(ServiceError::Store(_))
        ));
    }

    #[test]
    fn no_id_looks_like_a_flag() {
        let random = Counting::default();
        assert!((0..2000).all(|_| !random_id(&random).unwrap().as_str().starts_with('-')));
    }

    #[test]
    fn keys_differ_by_match_role_and_generation() {
        let secret = Secret::new(&[7; SECRET]);
        let key = secret.key("a", Role::Score, 0);
        assert_eq!(key.len(), 43);
        assert!(same(&key, &secret.key("a", Role::Score, 0)));
        for other in [
            secret.key("b", Role::Score, 0),
            secret.key("a", Role::Direct, 0),
            secret.key("a", Role::Score, 1),
            Secret::new(&[8; SECRET]).key("a", Role::Score, 0),
        ] {
            assert!(!same(&key, &other));
        }
    }
}
