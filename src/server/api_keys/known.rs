//! API keys in memory, so that no request reads the database for one.

use std::collections::HashMap;
use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::{Mutex, MutexGuard};

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
/// The most keys of an instance, including those that have expired.
const MOST_KEYS: usize = 1_000;

/// The API keys of an instance.
#[derive(Default)]
pub struct ProgramKeys {
    known: RwLock<HashMap<String, ApiKey>>,
    /// Held while keys are changed or read again.
    changing: Mutex<()>,
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
}

/// A program that sent an API key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The number of the key.
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
        let keys = ProgramKeys::default();
        keys.fetch(store).await?;
        Ok(keys)
    }

    /// Reads all keys again, because another server may have changed one.
    pub async fn read_again(&self, store: &Store) -> Result<(), ServiceError> {
        let _changing = self.changing.lock().await;
        self.fetch(store).await
    }

    /// Reads all keys; nobody may change one meanwhile.
    async fn fetch(&self, store: &Store) -> Result<(), ServiceError> {
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

    fn put(&self, key: ApiKey) {
        self.write().insert(key.id.clone(), key);
    }

    fn get(&self, id: &str) -> Option<ApiKey> {
        self.read().get(id).cloned()
    }

    /// The stored key for a sent key, if it is valid now.
    ///
    /// # Errors
    /// Why the key is refused.
    fn valid(&self, key: &str, now: Timestamp) -> Result<ApiKey, KeyFault> {
        let known = id_of(key).and_then(|id| self.get(id));
        // Compares even if the id is unknown, so that timing does not reveal which ids exist.
        let expected = known.as_ref().map_or([0; 32], |known| known.digest);
        let fits = bool::from(expected.ct_eq(&digest(key)));
        let known = known.filter(|_| fits).ok_or(KeyFault::Unknown)?;
        if known.expires_at.is_some_and(|end| end <= now) {
            return Err(KeyFault::Expired);
        }
        Ok(known)
    }

    /// Whether a program's key was not revoked.
    pub fn is_valid(&self, program: &Program) -> bool {
        let known = self.get(&program.id());
        known.is_some_and(|known| known.digest == program.digest)
    }

    /// Checks a request for a key.
    ///
    /// # Errors
    /// The name is empty, too long or has a refused character; the expiry is in the past; there are too many
    /// keys.
    fn check(&self, order: &KeyOrder, now: Timestamp) -> Result<(), Finding> {
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
    /// The program with this key.
    ///
    /// # Errors
    /// Why the key is refused.
    pub fn program(&self, key: &str) -> Result<Program, KeyFault> {
        let known = self.0.program_keys.valid(key, self.clock().now())?;
        Ok(Program {
            number: u64::from_str_radix(&known.id, 16).unwrap_or_default(),
            scope: known.scope,
            digest: known.digest,
        })
    }

    /// All API keys, oldest first.
    pub fn program_keys(&self) -> Vec<ApiKey> {
        let mut keys: Vec<ApiKey> = self.0.program_keys.read().values().cloned().collect();
        keys.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
        keys
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
        let _changing = self.change_program_keys(caller).await?;
        let now = self.clock().now();
        let checked = self.0.program_keys.check(&order, now);
        checked.map_err(Faults::from)?;
        let mut secret = [0; 32];
        self.random().fill(&mut secret)?;
        let id = self.new_key_id()?;
        let text = format!("{PREFIX}{id}_{}", URL_SAFE_NO_PAD.encode(secret));
        let key = ApiKey {
            id,
            name: order.name.trim().to_owned(),
            scope: order.scope,
            digest: digest(&text),
            created_at: now,
            expires_at: order.expires_at,
        };
        self.0.store.put_api_key(key.clone()).await?;
        self.0.program_keys.put(key.clone());
        Ok((key, text))
    }

    /// Deletes a key, which stops working at once.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; otherwise the same as [`MatchService::make_program_key`].
    pub async fn revoke_program_key(&self, id: &str, caller: &Caller) -> Result<(), ServiceError> {
        let _changing = self.change_program_keys(caller).await?;
        // First in memory: if the client disconnects, it must not stay valid here.
        let removed = self.0.program_keys.write().remove(id);
        let key = removed.ok_or(ServiceError::NotFound)?;
        let deleted = self.0.store.delete_api_key(id.to_owned()).await;
        if deleted.is_err() {
            self.0.program_keys.put(key);
        }
        Ok(deleted?)
    }

    /// Waits for the lock for changes, loads changes made by other servers, and checks that the caller is an
    /// administrator.
    async fn change_program_keys(
        &self,
        caller: &Caller,
    ) -> Result<MutexGuard<'_, ()>, ServiceError> {
        let keys = &self.0.program_keys;
        let changing = keys.changing.lock().await;
        if self.0.store.is_shared() {
            keys.fetch(&self.0.store).await?;
        }
        match self.role_everywhere(caller) {
            Some(Role::Admin) => Ok(changing),
            Some(_) => Err(ServiceError::Forbidden),
            None => Err(ServiceError::Unauthorized),
        }
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
}
