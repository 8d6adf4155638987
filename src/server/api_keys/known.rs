//! Keys for programs, over all matches, in memory: no request reads the database for one.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::OwnedMutexGuard;

use crate::error::ServiceError;
use overtrick_core::{Finding, args};
use overtrick_match::ledger::Timestamp;
use overtrick_store::{ApiKey, KeyInUse, Scope, Store};

/// What every key begins with, so that scanners for secrets find one that was published.
pub const PREFIX: &str = "otk_";
/// The bytes of a key: its id has 16 digits, and its secret 43 characters.
const LENGTH: usize = PREFIX.len() + 16 + 1 + 43;
/// The most characters of a key's name.
pub const LONGEST_KEY_NAME: usize = 100;
/// The most keys of an instance, with those that ended lately.
const MOST_KEYS: usize = 1_000;
/// For how long it is known of a key that it was revoked, or has expired.
const KNOWN: Duration = Duration::from_hours(90 * 24);
/// How exactly the last use is known. A write for each request would cost more than the request.
const NOTED: Duration = Duration::from_hours(1);

/// The keys for programs of an instance.
#[derive(Default)]
pub struct ProgramKeys {
    known: RwLock<HashMap<String, ApiKey>>,
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

/// Why a key for programs is refused. Only a caller with the whole key learns the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFault {
    /// There is no such key.
    Unknown,
    /// Its time is over.
    Expired,
    /// It was revoked.
    Revoked,
    /// Whether it is valid cannot be known now: the database cannot be read. Try again in a second.
    NotKnownNow,
}

/// Whoever sent a key for programs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The number of the key, which stays the same when it is renewed.
    pub number: u64,
    /// What it may do in every match.
    pub scope: Scope,
    /// SHA-256 of the key.
    pub(crate) digest: [u8; 32],
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({:016x} {:?})", self.number, self.scope)
    }
}

impl Program {
    /// Its key, as it is looked at again where something is written.
    pub(crate) fn key(&self) -> KeyInUse {
        KeyInUse {
            id: format!("{:016x}", self.number),
            digest: self.digest,
        }
    }
}

impl ProgramKeys {
    /// All that a store has.
    pub async fn of(store: &Store) -> Result<ProgramKeys, ServiceError> {
        let keys = store.api_keys().await?.into_iter();
        Ok(ProgramKeys {
            known: RwLock::new(keys.map(|key| (key.id.clone(), key)).collect()),
            ..ProgramKeys::default()
        })
    }

    /// Reads all again: another instance has changed one.
    pub async fn read_again(&self, store: &Store) -> Result<(), ServiceError> {
        // None is changed here meanwhile.
        let _changing = self.change().await;
        self.fetch(store).await
    }

    /// The same, for whoever changes one.
    pub async fn fetch(&self, store: &Store) -> Result<(), ServiceError> {
        let keys = store.api_keys().await?.into_iter();
        *self.write() = keys.map(|key| (key.id.clone(), key)).collect();
        Ok(())
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, ApiKey>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<String, ApiKey>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nobody else changes one.
    pub async fn change(&self) -> OwnedMutexGuard<()> {
        self.changing.clone().lock_owned().await
    }

    /// Puts a key in the place of one with its id.
    pub fn put(&self, key: ApiKey) {
        self.write().insert(key.id.clone(), key);
    }

    /// The key of an id.
    pub fn get(&self, id: &str) -> Option<ApiKey> {
        self.read().get(id).cloned()
    }

    /// Every key, the oldest first.
    pub fn all(&self) -> Vec<ApiKey> {
        let mut keys: Vec<ApiKey> = self.read().values().cloned().collect();
        keys.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
        keys
    }

    /// The key that is sent in these words, if it is valid now.
    ///
    /// # Errors
    /// Why it opens nothing.
    pub fn valid(&self, key: &str, now: Timestamp) -> Result<ApiKey, KeyFault> {
        let known = id_of(key).and_then(|id| self.get(id));
        // Compared with something in any case: the time does not tell whether there is such an id.
        let expected = known.as_ref().map_or([0; 32], |known| known.digest);
        let fits = bool::from(expected.ct_eq(&digest(key)));
        let known = known.filter(|_| fits).ok_or(KeyFault::Unknown)?;
        if known.revoked_at.is_some() {
            return Err(KeyFault::Revoked);
        }
        if known.expires_at.is_some_and(|end| end <= now) {
            return Err(KeyFault::Expired);
        }
        Ok(known)
    }

    /// Whether the key that a program has sent is still valid.
    pub fn is_valid(&self, program: &Program) -> bool {
        let known = self.get(&program.key().id);
        known.is_some_and(|known| known.digest == program.digest && known.revoked_at.is_none())
    }

    /// Notes that a key is used; whether that is to be written too.
    pub fn note_used(&self, key: &ApiKey, now: Timestamp) -> bool {
        let is_noted = |used: Timestamp| used >= now.before(NOTED);
        if key.used_at.is_some_and(is_noted) {
            return false;
        }
        if let Some(known) = self.write().get_mut(&key.id) {
            known.used_at = Some(now);
        }
        true
    }

    /// The moment before which keys ended that are no longer needed, if there are any.
    pub fn outlived(&self, now: Timestamp) -> Option<Timestamp> {
        let before = now.before(KNOWN);
        let mut ends = self.read().values().filter_map(ApiKey::ends_at).min();
        ends.take_if(|end| *end < before).map(|_| before)
    }

    /// Forgets the keys that ended before a moment.
    pub fn forget(&self, before: Timestamp) {
        let is_needed = |key: &ApiKey| key.ends_at().is_none_or(|end| end >= before);
        self.write().retain(|_, key| is_needed(key));
    }

    /// Checks an order for another key.
    ///
    /// # Errors
    /// A name that is empty, too long or has control characters, an end in the past, too many keys.
    pub fn check(&self, order: &KeyOrder, now: Timestamp) -> Result<(), Finding> {
        let length = order.name.trim().chars().count();
        if length == 0 {
            return Err(Finding::rule("text-empty", "/name", args![]));
        }
        if length > LONGEST_KEY_NAME {
            let args = args![length: length, most: LONGEST_KEY_NAME];
            return Err(Finding::rule("text-too-long", "/name", args));
        }
        if order.name.chars().any(char::is_control) {
            return Err(Finding::rule("name-control", "/name", args![]));
        }
        if let Some(end) = order.expires_at.filter(|end| *end <= now) {
            let args = args![found: end.to_string(), now: now.to_string()];
            return Err(Finding::rule("moment-passed", "/expires_at", args));
        }
        if self.read().len() >= MOST_KEYS {
            return Err(Finding::rule("too-many-keys", "", args![most: MOST_KEYS]));
        }
        Ok(())
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
pub fn digest(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}
