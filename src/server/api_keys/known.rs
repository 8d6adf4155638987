//! API keys in memory, so that no request reads the database for one.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::OwnedMutexGuard;

use crate::error::ServiceError;
use crate::matches::change::Caller;
use crate::matches::service::MatchService;
use overtrick_core::{Faults, Finding, Lines, args, check_text};
use overtrick_match::ledger::{Role, Timestamp};
use overtrick_store::{ApiKey, Scope, Store};

/// The prefix of every key, by which secret scanners detect a leaked one.
pub const PREFIX: &str = "otk_";
/// The length of a key in bytes: the id has 16 digits and the secret 43 characters.
const LENGTH: usize = PREFIX.len() + 16 + 1 + 43;
/// The most characters of a key's name.
pub const LONGEST_KEY_NAME: usize = 100;
/// The most keys of an instance, including those that ended recently.
const MOST_KEYS: usize = 1_000;
/// How long a revoked or expired key stays known.
const KNOWN: Duration = Duration::from_hours(90 * 24);
/// The resolution of the last use. A write for each request would cost more than the request.
const NOTED: Duration = Duration::from_hours(1);

/// The API keys of an instance.
#[derive(Default)]
pub struct ProgramKeys {
    known: RwLock<HashMap<String, ApiKey>>,
    /// Held while a key is changed.
    changing: Arc<tokio::sync::Mutex<()>>,
}

impl fmt::Debug for ProgramKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProgramKeys({})", self.read().len())
    }
}

/// A request for an API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOrder {
    /// Its name: 1 to 100 characters.
    pub name: String,
    /// What its holder may do.
    pub scope: Scope,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
}

/// Why an API key is refused. Only a caller with the complete key learns the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFault {
    /// There is no such key.
    Unknown,
    /// It has expired.
    Expired,
    /// It was revoked.
    Revoked,
}

/// A program that sent an API key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The number of the key, which a renewal does not change.
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
    /// The id of its key.
    pub(crate) fn id(&self) -> String {
        format!("{:016x}", self.number)
    }
}

impl ProgramKeys {
    /// Loads all keys of a store.
    pub async fn load(store: &Store) -> Result<ProgramKeys, ServiceError> {
        let keys = store.api_keys().await?.into_iter();
        Ok(ProgramKeys {
            known: RwLock::new(keys.map(|key| (key.id.clone(), key)).collect()),
            ..ProgramKeys::default()
        })
    }

    /// Reads all keys again, because another server may have changed one.
    pub async fn read_again(&self, store: &Store) -> Result<(), ServiceError> {
        // None is changed here meanwhile.
        let _changing = self.change().await;
        self.fetch(store).await
    }

    /// Like [`ProgramKeys::read_again`], for callers that hold the lock for changes.
    pub async fn fetch(&self, store: &Store) -> Result<(), ServiceError> {
        let stored = store.api_keys().await?;
        let mut known = self.write();
        let revoked = |key: &ApiKey| known.get(&key.id)?.revoked_at;
        let keys = stored.into_iter().map(|key| {
            // One whose revocation could not be written stays revoked here.
            let revoked_at = key.revoked_at.or_else(|| revoked(&key));
            (key.id.clone(), ApiKey { revoked_at, ..key })
        });
        *known = keys.collect();
        Ok(())
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, ApiKey>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<String, ApiKey>> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the lock for changes.
    pub async fn change(&self) -> OwnedMutexGuard<()> {
        self.changing.clone().lock_owned().await
    }

    /// Inserts a key, or replaces the one with its id.
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

    /// The stored key for a sent key, if it is valid now.
    ///
    /// # Errors
    /// Why the key is refused.
    pub fn valid(&self, key: &str, now: Timestamp) -> Result<ApiKey, KeyFault> {
        let known = id_of(key).and_then(|id| self.get(id));
        // Compares even if the id is unknown, so that timing does not reveal which ids exist.
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

    /// Whether a program's key is still valid.
    pub fn is_valid(&self, program: &Program) -> bool {
        let known = self.get(&program.id());
        known.is_some_and(|known| known.digest == program.digest && known.revoked_at.is_none())
    }

    /// Records that a key is used; returns whether the store must be updated too.
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

    /// The time before which ended keys are no longer needed, if there are any.
    pub fn outlived(&self, now: Timestamp) -> Option<Timestamp> {
        let before = now.before(KNOWN);
        let mut ends = self.read().values().filter_map(ApiKey::ends_at).min();
        ends.take_if(|end| *end < before).map(|_| before)
    }

    /// Drops the keys that ended before a time.
    pub fn forget(&self, before: Timestamp) {
        let is_needed = |key: &ApiKey| key.ends_at().is_none_or(|end| end >= before);
        self.write().retain(|_, key| is_needed(key));
    }

    /// Checks a request for a key.
    ///
    /// # Errors
    /// The name is empty, too long or has a refused character; the expiry is in the past; there are too many
    /// keys.
    pub fn check(&self, order: &KeyOrder, now: Timestamp) -> Result<(), Finding> {
        let length = order.name.trim().chars().count();
        if length == 0 {
            return Err(Finding::rule("text-empty", "/name", args![]));
        }
        if length > LONGEST_KEY_NAME {
            let args = args![length: length, most: LONGEST_KEY_NAME];
            return Err(Finding::rule("text-too-long", "/name", args));
        }
        if let Some(fault) = check_text(&order.name, "/name", Lines::One) {
            return Err(fault);
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

/// Whether a text has the form of an API key; match keys have another length.
pub fn is_program_key(key: &str) -> bool {
    key.starts_with(PREFIX) && key.len() == LENGTH
}

/// The id in a key.
fn id_of(key: &str) -> Option<&str> {
    let (id, _) = key.strip_prefix(PREFIX)?.split_once('_')?;
    Some(id)
}

/// The digest of a key, as it is stored. A fast digest suffices, because a key has 256 random bits.
pub fn digest(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

impl MatchService {
    /// The program with this key. Its use is recorded at most once an hour.
    ///
    /// # Errors
    /// Why the key is refused.
    pub fn program(&self, key: &str) -> Result<Program, KeyFault> {
        let now = self.clock().now();
        let known = self.0.program_keys.valid(key, now)?;
        if self.0.program_keys.note_used(&known, now) {
            let (inner, id) = (self.0.clone(), known.id.clone());
            // Runs in the background: a failed write must not refuse the request.
            drop(tokio::spawn(async move {
                inner.store.note_api_key(id, now).await
            }));
        }
        Ok(Program {
            number: u64::from_str_radix(&known.id, 16).unwrap_or_default(),
            scope: known.scope,
            digest: known.digest,
        })
    }

    /// All API keys, oldest first.
    pub fn program_keys(&self) -> Vec<ApiKey> {
        self.0.program_keys.all()
    }

    /// The key with an id.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`].
    pub fn program_key(&self, id: &str) -> Result<ApiKey, ServiceError> {
        self.0.program_keys.get(id).ok_or(ServiceError::NotFound)
    }

    /// Makes a key; returns its description and the key itself, which cannot be shown again.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] if the name is empty or too long, the expiry is in the past, or there are
    /// too many keys; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the caller is no
    /// longer an administrator; store errors.
    pub async fn make_program_key(
        &self,
        order: KeyOrder,
        caller: &Caller,
    ) -> Result<(ApiKey, String), ServiceError> {
        let changing = self.change_program_keys().await?;
        self.administrator(caller)?;
        let now = self.clock().now();
        if let Some(before) = self.0.program_keys.outlived(now) {
            self.0.store.forget_api_keys(before).await?;
            self.0.program_keys.forget(before);
        }
        let checked = self.0.program_keys.check(&order, now);
        checked.map_err(Faults::from)?;
        let id = self.new_key_id()?;
        let text = self.new_key_text(&id)?;
        let key = ApiKey {
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

    /// Replaces a key by a new one. The previous key stops working.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Refused`] if it was revoked or has expired; otherwise the
    /// same as [`MatchService::make_program_key`].
    pub async fn renew_program_key(
        &self,
        id: &str,
        caller: &Caller,
    ) -> Result<(ApiKey, String), ServiceError> {
        let changing = self.change_program_keys().await?;
        self.administrator(caller)?;
        let now = self.clock().now();
        let known = self.program_key(id)?;
        if known.ends_at().is_some_and(|end| end <= now) {
            return Err(Faults::from(Finding::rule("key-has-ended", "", args![])).into());
        }
        let text = self.new_key_text(id)?;
        let key = ApiKey {
            digest: digest(&text),
            ..known
        };
        self.keep(key.clone(), changing).await?;
        Ok((key, text))
    }

    /// Revokes a key. In this process it stops working at once, even if the store cannot be written.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; otherwise the same as [`MatchService::make_program_key`].
    pub async fn revoke_program_key(
        &self,
        id: &str,
        caller: &Caller,
    ) -> Result<ApiKey, ServiceError> {
        let changing = self.0.program_keys.change().await;
        let is_of_program = matches!(caller, Caller::Program(_));
        if (is_of_program || self.program_key(id).is_err()) && self.0.store.is_shared() {
            // Another instance may just have made it, or revoked that of the caller.
            self.0.program_keys.fetch(&self.0.store).await?;
        }
        self.administrator(caller)?;
        let mut key = self.program_key(id)?;
        if key.revoked_at.is_none() {
            key.revoked_at = Some(self.clock().now());
            self.0.program_keys.put(key.clone());
        }
        // Written even if the key is revoked already: an earlier write may have failed.
        self.keep(key.clone(), changing).await?;
        Ok(key)
    }

    /// Checks that the caller is an administrator.
    fn administrator(&self, caller: &Caller) -> Result<(), ServiceError> {
        let role = self
            .role_everywhere(caller)
            .ok_or(ServiceError::Unauthorized)?;
        if role < Role::Admin {
            return Err(ServiceError::Forbidden);
        }
        Ok(())
    }

    /// Waits for the lock for changes, and loads changes made by other instances.
    async fn change_program_keys(&self) -> Result<OwnedMutexGuard<()>, ServiceError> {
        let changing = self.0.program_keys.change().await;
        if self.0.store.is_shared() {
            self.0.program_keys.fetch(&self.0.store).await?;
        }
        Ok(changing)
    }

    /// Stores a key, then makes it valid; this completes even if the caller disconnects.
    async fn keep(&self, key: ApiKey, changing: OwnedMutexGuard<()>) -> Result<(), ServiceError> {
        let inner = self.0.clone();
        let written = tokio::spawn(async move {
            let written = inner.store.put_api_key(key.clone()).await;
            if written.is_ok() {
                inner.program_keys.put(key);
            }
            drop(changing);
            written
        });
        let written = written.await;
        Ok(written.map_err(ServiceError::other)??)
    }

    /// An unused key id.
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

    /// A key with this id and 256 random bits.
    fn new_key_text(&self, id: &str) -> Result<String, ServiceError> {
        let mut secret = [0; 32];
        self.random().fill(&mut secret)?;
        Ok(format!("{PREFIX}{id}_{}", URL_SAFE_NO_PAD.encode(secret)))
    }
}
