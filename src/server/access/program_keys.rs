//! API keys, which give access to all matches: the endpoints `/keys` and `/keys/{id}`, and a copy of the
//! keys in memory, so that requests need not read the database.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::{Mutex, MutexGuard};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::{Administrator, whole_instance};
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, Body, Problem, unstored};
use crate::matches::service::MatchService;
use crate::openapi::{BodyErrors, Forbidden, KeyPath, NotFound, Refused, Unauthorized};
use overtrick_core::{Faults, Finding, Lines, args, check_text};
use overtrick_match::ledger::{Role, Timestamp};
use overtrick_store::{ApiKey, Scope, Store};

/// The prefix of every key. Secret scanners recognize leaked keys by it.
pub const PREFIX: &str = "otk_";
/// The length of a key in bytes. The id has 16 digits, and the secret has 43 characters.
const LENGTH: usize = PREFIX.len() + 16 + 1 + 43;
/// The maximum length of a key's name, in characters.
const MAX_NAME: usize = 100;
/// The maximum number of keys in an instance, including expired keys.
const MAX_KEYS: usize = 1_000;

/// The API keys of an instance.
#[derive(Debug, Default)]
pub struct ProgramKeys {
    keys: RwLock<HashMap<String, ApiKey>>,
    /// Locked while keys are changed or reloaded.
    changing: Mutex<()>,
}

/// The reason why an API key is refused. `Expired` is returned only if the complete key is correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFault {
    /// There is no such key.
    Unknown,
    /// It has expired.
    Expired,
}

/// A program that sent an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The number of the key.
    pub number: u64,
    /// The scope of the key, which applies to every match.
    pub scope: Scope,
}

impl ProgramKeys {
    /// Loads all keys of a store.
    pub async fn load(store: &Store) -> Result<ProgramKeys, ServiceError> {
        let keys = ProgramKeys::default();
        drop(keys.read_again(store).await?);
        Ok(keys)
    }

    /// Reloads all keys, because another server may have changed them. No key can change until the returned
    /// guard is dropped.
    pub async fn read_again(&self, store: &Store) -> Result<MutexGuard<'_, ()>, ServiceError> {
        let changing = self.changing.lock().await;
        let keys = store.api_keys().await?.into_iter();
        *self.write() = keys.map(|key| (key.id.clone(), key)).collect();
        Ok(changing)
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, ApiKey>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<String, ApiKey>> {
        self.keys.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stored form of a key that a program sent, if the key is valid now.
    ///
    /// # Errors
    /// The reason why the key is refused.
    fn valid(&self, key: &str, now: Timestamp) -> Result<ApiKey, KeyFault> {
        let id = key
            .strip_prefix(PREFIX)
            .and_then(|rest| rest.split_once('_'));
        let stored = id.and_then(|(id, _)| self.read().get(id).cloned());
        // Compare even if the id is unknown, so that timing does not reveal which ids exist.
        let expected = stored.as_ref().map_or([0; 32], |stored| stored.digest);
        let fits = bool::from(expected.ct_eq(&digest(key)));
        let stored = stored.filter(|_| fits).ok_or(KeyFault::Unknown)?;
        if stored.expires_at.is_some_and(|end| end <= now) {
            return Err(KeyFault::Expired);
        }
        Ok(stored)
    }

    /// Checks the name and the expiry of a new key.
    ///
    /// # Errors
    /// The name is empty, too long or has a refused character; the expiry is in the past; there are too many
    /// keys.
    fn check(&self, name: &str, end: Option<Timestamp>, now: Timestamp) -> Result<(), Faults> {
        let length = name.trim().chars().count();
        if length == 0 {
            return Err(Finding::rule("text-empty", "/name", args![]).into());
        }
        if length > MAX_NAME {
            let args = args![length: length, most: MAX_NAME];
            return Err(Finding::rule("text-too-long", "/name", args).into());
        }
        if let Some(fault) = check_text(name, "/name", Lines::One) {
            return Err(fault.into());
        }
        if let Some(end) = end.filter(|end| *end <= now) {
            let args = args![found: end.to_string(), now: now.to_string()];
            return Err(Finding::rule("moment-passed", "/expires_at", args).into());
        }
        if self.read().len() >= MAX_KEYS {
            return Err(Finding::rule("too-many-keys", "", args![most: MAX_KEYS]).into());
        }
        Ok(())
    }
}

/// Whether a text has the form of an API key. Match keys are shorter.
pub fn is_program_key(key: &str) -> bool {
    key.starts_with(PREFIX) && key.len() == LENGTH
}

/// Returns the digest of a key for the database. A fast hash is enough, because a key has 256 random bits.
pub fn digest(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

impl MatchService {
    /// Returns the program with this key.
    ///
    /// # Errors
    /// The reason why the key is refused.
    pub fn program(&self, key: &str) -> Result<Program, KeyFault> {
        let stored = self.0.program_keys.valid(key, self.clock().now())?;
        Ok(Program {
            number: u64::from_str_radix(&stored.id, 16).unwrap_or_default(),
            scope: stored.scope,
        })
    }

    /// Returns all API keys, oldest first.
    pub fn program_keys(&self) -> Vec<ApiKey> {
        let mut keys: Vec<ApiKey> = self.0.program_keys.read().values().cloned().collect();
        keys.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
        keys
    }

    /// Reloads all keys and locks them for a change.
    ///
    /// # Errors
    /// Store errors.
    pub async fn lock_program_keys(&self) -> Result<LockedKeys<'_>, ServiceError> {
        Ok(LockedKeys {
            _changing: self.0.program_keys.read_again(&self.0.store).await?,
            matches: self,
        })
    }

    /// Returns an unused key id.
    fn new_key_id(&self) -> Result<String, ServiceError> {
        loop {
            let mut bytes = [0; 8];
            self.random().fill(&mut bytes)?;
            let id = format!("{:016x}", u64::from_le_bytes(bytes));
            if !self.0.program_keys.read().contains_key(&id) {
                return Ok(id);
            }
        }
    }
}

/// The reloaded API keys, locked so that no other request of this process can change them.
#[derive(Debug)]
pub struct LockedKeys<'a> {
    _changing: MutexGuard<'a, ()>,
    matches: &'a MatchService,
}

impl LockedKeys<'_> {
    /// Makes a key with a name of 1 to 100 characters. Returns its description and the key itself, which is
    /// not stored and cannot be shown again.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] if the name is empty or too long, the expiry is in the past,
    /// or there are too many keys; store errors.
    pub async fn make(
        &self,
        name: &str,
        scope: Scope,
        expires_at: Option<Timestamp>,
    ) -> Result<(ApiKey, String), ServiceError> {
        let (matches, keys) = (self.matches, &self.matches.0.program_keys);
        let now = matches.clock().now();
        keys.check(name, expires_at, now)?;
        let mut secret = [0; 32];
        matches.random().fill(&mut secret)?;
        let id = matches.new_key_id()?;
        let text = format!("{PREFIX}{id}_{}", URL_SAFE_NO_PAD.encode(secret));
        let key = ApiKey {
            id,
            name: name.trim().to_owned(),
            scope,
            digest: digest(&text),
            created_at: now,
            expires_at,
        };
        matches.0.store.put_api_key(key.clone()).await?;
        keys.write().insert(key.id.clone(), key.clone());
        Ok((key, text))
    }

    /// Deletes a key. The key stops working at once.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; store errors.
    pub async fn revoke(&self, id: &str) -> Result<(), ServiceError> {
        let keys = &self.matches.0.program_keys;
        // Remove the key from memory first, so that it stops working even if the client disconnects meanwhile.
        let removed = keys.write().remove(id);
        let key = removed.ok_or(ServiceError::NotFound)?;
        let deleted = self.matches.0.store.delete_api_key(id.to_owned()).await;
        if deleted.is_err() {
            keys.write().insert(id.to_owned(), key);
        }
        Ok(deleted?)
    }
}

/// A request for an API key.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProgramKeyRequest)]
pub struct KeyRequest {
    /// The name of the program
    #[validate(required)]
    #[schema(required, nullable = false, min_length = 1, max_length = 100)]
    name: Option<String>,
    /// What the key may do
    #[validate(required)]
    #[schema(required, nullable = false)]
    scope: Option<Scope>,
    /// When it expires: a date, or an RFC 3339 time in UTC
    #[schema(nullable = false, example = "2027-01-31")]
    expires_at: Option<String>,
}

/// A new API key.
#[derive(Debug, Serialize, ToSchema)]
struct MadeProgramKey {
    #[serde(flatten)]
    about: ApiKey,
    /// The key, to send as a bearer token. It is shown only once, because only a digest of it is stored.
    #[schema(pattern = "^otk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$")]
    key: String,
}

/// All API keys.
#[derive(Debug, Serialize, ToSchema)]
struct ProgramKeyList {
    /// Oldest first.
    keys: Vec<ApiKey>,
}

/// List the descriptions of all API keys, without the keys themselves.
#[utoipa::path(get, path = "/api/v1/keys", tag = "keys", operation_id = "listProgramKeys",
    security(("key" = ["admin"])), responses(
    (status = 200, description = "The keys", body = ProgramKeyList),
    Unauthorized, Forbidden,
))]
pub async fn list(_: Administrator, service: Data<Service>) -> Answer {
    let keys = service.matches.program_keys();
    Ok(unstored(StatusCode::OK).json(ProgramKeyList { keys }))
}

/// Make an API key, which gives access to every match within its scope.
///
/// Use the administrator's token to make the first key. A key with scope `admin` can also make keys.
#[utoipa::path(post, path = "/api/v1/keys", tag = "keys", operation_id = "makeProgramKey",
    security(("key" = ["admin"])),
    request_body = KeyRequest, responses(
    (status = 201, description = "The key, which is shown once", body = MadeProgramKey),
    BodyErrors, Unauthorized, Forbidden, Refused,
))]
pub async fn make(body: Body, request: HttpRequest, service: Data<Service>) -> Answer {
    let keys = lock(&request, &service).await?;
    let wanted: KeyRequest = body.read()?;
    let expires_at = wanted.expires_at.map(|end| {
        let args = args![found: end.clone()];
        moment(&end).ok_or_else(|| Finding::rule("no-moment", "/expires_at", args))
    });
    let name = wanted.name.unwrap_or_default();
    let scope = wanted.scope.unwrap_or(Scope::Read);
    let (about, key) = keys.make(&name, scope, expires_at.transpose()?).await?;
    Ok(unstored(StatusCode::CREATED).json(MadeProgramKey { about, key }))
}

/// Revoke an API key. It stops working at once.
#[utoipa::path(delete, path = "/api/v1/keys/{id}", tag = "keys", operation_id = "revokeProgramKey",
    params(KeyPath),
    security(("key" = ["admin"])), responses(
    (status = 204, description = "The key no longer works"),
    Unauthorized, Forbidden, NotFound,
))]
pub async fn revoke(request: HttpRequest, service: Data<Service>, id: Path<String>) -> Answer {
    lock(&request, &service).await?.revoke(&id).await?;
    Ok(unstored(StatusCode::NO_CONTENT).finish())
}

/// Checks that the caller is an administrator, and locks the keys. Checks the caller again after the keys are
/// reloaded, because another request may have revoked the caller's key: a revoked key must not make a new one.
async fn lock<'a>(request: &HttpRequest, service: &'a Service) -> Result<LockedKeys<'a>, Problem> {
    whole_instance(request, service, Role::Admin)?;
    let keys = service.matches.lock_program_keys().await?;
    whole_instance(request, service, Role::Admin)?;
    Ok(keys)
}

/// Reads a time: RFC 3339 in UTC, with or without milliseconds, or a date, which means the start of that day.
fn moment(text: &str) -> Option<Timestamp> {
    let (whole, day) = (text.replace('Z', ".000Z"), format!("{text}T00:00:00.000Z"));
    let forms = [text, &whole, &day];
    forms.iter().find_map(|form| form.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_may_be_a_day() {
        let written = |text| moment(text).map(|moment| moment.to_string());
        let day = Some("2027-01-31T00:00:00.000Z".to_owned());
        assert_eq!(written("2027-01-31"), day);
        assert_eq!(written("2027-01-31T00:00:00Z"), day);
        assert_eq!(written("2027-01-31T00:00:00.000Z"), day);
        assert_eq!(written("2027-02-30"), None);
        assert_eq!(written("tomorrow"), None);
    }
}
