//! Keys for programs, over all matches: making, finding, renewing and revoking them. All are in memory, so
//! that no request reads the database for one.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::OwnedMutexGuard;

use super::error::ServiceError;
use super::matches::Matches;
use crate::ledger::Timestamp;
use crate::rules::{Faults, Finding, args};
use crate::store::{ProgramKey, Scope, Store};

/// What every key begins with, so that scanners for secrets find one that was published.
pub const PREFIX: &str = "otk_";
/// The bytes of a key: its id has 16 digits, and its secret 43 characters.
const LENGTH: usize = PREFIX.len() + 16 + 1 + 43;
/// The most characters of a key's name.
pub const LONGEST_KEY_NAME: usize = 100;
/// The most keys of an instance, with those that ended lately.
pub const MOST_KEYS: usize = 1_000;
/// For how long it is known of a key that it was revoked, or has expired.
const KNOWN: Duration = Duration::from_hours(90 * 24);
/// How exactly the last use is known. A write for each request would cost more than the request.
const NOTED: Duration = Duration::from_hours(1);

/// The keys for programs of an instance.
#[derive(Default)]
pub struct ProgramKeys {
    known: RwLock<HashMap<String, ProgramKey>>,
    /// Held while one is changed.
    changing: Arc<tokio::sync::Mutex<()>>,
}

impl fmt::Debug for ProgramKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProgramKeys({})", self.read().len())
    }
}

/// An order for a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOrder {
    /// What it is to be called: 1 to 100 characters.
    pub name: String,
    /// What it lets its holder do.
    pub scope: Scope,
    /// From when on it opens nothing.
    pub expires_at: Option<Timestamp>,
}

/// Why a key for programs opens nothing. Only whoever has the whole key is told more than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFault {
    /// There is no such key.
    Unknown,
    /// Its time is over.
    Expired,
    /// It was revoked.
    Revoked,
}

/// Whoever sent a key for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The number of the key, which stays the same when it is renewed.
    pub number: u64,
    /// What it may do in every match.
    pub scope: Scope,
}

impl ProgramKeys {
    /// All that a store has.
    pub async fn of(store: &dyn Store) -> Result<ProgramKeys, ServiceError> {
        let keys = store.program_keys().await?.into_iter();
        Ok(ProgramKeys {
            known: RwLock::new(keys.map(|key| (key.id.clone(), key)).collect()),
            ..ProgramKeys::default()
        })
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, ProgramKey>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<String, ProgramKey>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, key: ProgramKey) {
        self.write().insert(key.id.clone(), key);
    }

    fn get(&self, id: &str) -> Option<ProgramKey> {
        self.read().get(id).cloned()
    }
}

impl Matches {
    /// Whoever sent this key. That it was used is noted, at most once an hour.
    ///
    /// # Errors
    /// Why the key opens nothing.
    pub fn program(&self, key: &str) -> Result<Program, KeyFault> {
        let id = id_of(key).ok_or(KeyFault::Unknown)?;
        let digest = digest(key);
        let known = self.0.program_keys.get(id);
        // Compared with something in any case: the time does not tell whether there is such an id.
        let expected = known.as_ref().map_or([0; 32], |known| known.digest);
        let fits = bool::from(expected.ct_eq(&digest));
        let known = known.filter(|_| fits).ok_or(KeyFault::Unknown)?;
        let now = self.clock().now();
        if known.revoked_at.is_some() {
            return Err(KeyFault::Revoked);
        }
        if known.expires_at.is_some_and(|end| end <= now) {
            return Err(KeyFault::Expired);
        }
        if known.used_at.is_none_or(|used| used < now.before(NOTED)) {
            self.note_used(&known, now);
        }
        Ok(Program {
            number: u64::from_str_radix(id, 16).unwrap_or_default(),
            scope: known.scope,
        })
    }

    fn note_used(&self, key: &ProgramKey, now: Timestamp) {
        if let Some(known) = self.0.program_keys.write().get_mut(&key.id) {
            known.used_at = Some(now);
        }
        let (inner, id) = (self.0.clone(), key.id.clone());
        // Nobody waits for it, and nobody is refused where nothing can be written.
        drop(tokio::spawn(async move {
            inner.store.note_program_key(id, now).await
        }));
    }

    /// Every key for programs, the oldest first.
    pub fn program_keys(&self) -> Vec<ProgramKey> {
        let mut keys: Vec<ProgramKey> = self.0.program_keys.read().values().cloned().collect();
        keys.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
        keys
    }

    /// The key of an id.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`].
    pub fn program_key(&self, id: &str) -> Result<ProgramKey, ServiceError> {
        self.0.program_keys.get(id).ok_or(ServiceError::NotFound)
    }

    /// Makes a key: what is known of it, and the key itself, which cannot be had again.
    ///
    /// # Errors
    /// [`ServiceError::Refused`]: a name that is empty or too long, an end in the past, too many keys;
    /// those of the store.
    pub async fn make_program_key(
        &self,
        order: KeyOrder,
    ) -> Result<(ProgramKey, String), ServiceError> {
        let changing = self.change_program_keys().await;
        let now = self.clock().now();
        self.forget_program_keys(now).await?;
        self.check_order(&order, now).map_err(Faults::from)?;
        let id = self.new_key_id()?;
        let text = self.new_key_text(&id)?;
        let key = ProgramKey {
            id,
            name: order.name.trim().to_owned(),
            scope: order.scope,
            digest: digest(&text),
            created_at: now,
            expires_at: order.expires_at,
            used_at: None,
            revoked_at: None,
        };
        self.keep(key.clone(), changing).await?;
        Ok((key, text))
    }

    /// Makes another key in the place of one; the one before opens nothing any more.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Refused`], if it was revoked or has expired; those of
    /// the store.
    pub async fn renew_program_key(&self, id: &str) -> Result<(ProgramKey, String), ServiceError> {
        let changing = self.change_program_keys().await;
        let now = self.clock().now();
        let known = self.program_key(id)?;
        if known.ends_at().is_some_and(|end| end <= now) {
            return Err(Faults::from(Finding::rule("key-has-ended", "", args![])).into());
        }
        let text = self.new_key_text(id)?;
        let key = ProgramKey {
            digest: digest(&text),
            ..known
        };
        self.keep(key.clone(), changing).await?;
        Ok((key, text))
    }

    /// Revokes a key. In this process it opens nothing from now on, even where that cannot be written.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; those of the store.
    pub async fn revoke_program_key(&self, id: &str) -> Result<ProgramKey, ServiceError> {
        let changing = self.change_program_keys().await;
        let mut key = self.program_key(id)?;
        if key.revoked_at.is_none() {
            key.revoked_at = Some(self.clock().now());
            self.0.program_keys.put(key.clone());
        }
        // Written again where it was revoked before: that may not have been possible then.
        self.keep(key.clone(), changing).await?;
        Ok(key)
    }

    async fn change_program_keys(&self) -> OwnedMutexGuard<()> {
        self.0.program_keys.changing.clone().lock_owned().await
    }

    /// Makes a key durable, and then valid; also if the caller goes away.
    async fn keep(
        &self,
        key: ProgramKey,
        changing: OwnedMutexGuard<()>,
    ) -> Result<(), ServiceError> {
        let inner = self.0.clone();
        let written = tokio::spawn(async move {
            let written = inner.store.put_program_key(key.clone()).await;
            if written.is_ok() {
                inner.program_keys.put(key);
            }
            drop(changing);
            written
        });
        let written = written.await;
        Ok(written.map_err(|error| ServiceError::Store(error.to_string()))??)
    }

    async fn forget_program_keys(&self, now: Timestamp) -> Result<(), ServiceError> {
        let before = now.before(KNOWN);
        let is_old = |key: &ProgramKey| key.ends_at().is_some_and(|end| end < before);
        if self.0.program_keys.read().values().any(is_old) {
            self.0.store.forget_program_keys(before).await?;
            self.0.program_keys.write().retain(|_, key| !is_old(key));
        }
        Ok(())
    }

    fn check_order(&self, order: &KeyOrder, now: Timestamp) -> Result<(), Finding> {
        let length = order.name.trim().chars().count();
        if length == 0 {
            return Err(Finding::rule("text-empty", "/name", args![]));
        }
        if length > LONGEST_KEY_NAME {
            let args = args![length: length, most: LONGEST_KEY_NAME];
            return Err(Finding::rule("text-too-long", "/name", args));
        }
        if let Some(end) = order.expires_at.filter(|end| *end <= now) {
            let args = args![found: end.to_string(), now: now.to_string()];
            return Err(Finding::rule("moment-passed", "/expires_at", args));
        }
        if self.0.program_keys.read().len() >= MOST_KEYS {
            return Err(Finding::rule("too-many-keys", "", args![most: MOST_KEYS]));
        }
        Ok(())
    }

    /// An id that no key has.
    fn new_key_id(&self) -> Result<String, ServiceError> {
        loop {
            let mut bytes = [0; 8];
            self.random().fill(&mut bytes)?;
            let id = format!("{:016x}", u64::from_le_bytes(bytes));
            if self.0.program_keys.get(&id).is_none() {
                return Ok(id);
            }
        }
    }

    /// A key of an id, with 256 random bits.
    fn new_key_text(&self, id: &str) -> Result<String, ServiceError> {
        let mut secret = [0; 32];
        self.random().fill(&mut secret)?;
        Ok(format!("{PREFIX}{id}_{}", URL_SAFE_NO_PAD.encode(secret)))
    }
}

/// Whether a text is in the form of a key for programs: no key of a match is as long.
pub fn is_program_key(key: &str) -> bool {
    key.starts_with(PREFIX) && key.len() == LENGTH
}

/// The id in a key.
fn id_of(key: &str) -> Option<&str> {
    let (id, _) = key.strip_prefix(PREFIX)?.split_once('_')?;
    Some(id)
}

/// A key as it is stored. It has 256 random bits: to try them all is slow enough with a fast digest.
fn digest(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}
