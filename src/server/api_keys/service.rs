//! Programs that have a key for all matches: who sent one, making, renewing and revoking one.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::sync::OwnedMutexGuard;

use crate::api_keys::known::{KeyFault, KeyOrder, PREFIX, Program, digest};
use crate::error::ServiceError;
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::Role;
use overtrick_store::{ApiKey, Right};

impl MatchService {
    /// Whoever sent this key. That it was used is noted, at most once an hour.
    ///
    /// # Errors
    /// Why the key opens nothing.
    pub fn program(&self, key: &str) -> Result<Program, KeyFault> {
        let now = self.clock().now();
        if !self.0.freshness.is_given() {
            return Err(KeyFault::NotKnownNow);
        }
        let known = self.0.program_keys.valid(key, now)?;
        if self.0.program_keys.note_used(&known, now) {
            let (inner, id) = (self.0.clone(), known.id.clone());
            // Nobody waits for it, and nobody is refused where nothing can be written.
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

    /// Every key for programs, the oldest first.
    pub fn program_keys(&self) -> Vec<ApiKey> {
        self.0.program_keys.all()
    }

    /// The key of an id.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`].
    pub fn program_key(&self, id: &str) -> Result<ApiKey, ServiceError> {
        self.0.program_keys.get(id).ok_or(ServiceError::NotFound)
    }

    /// Makes a key: what is known of it, and the key itself, which cannot be had again.
    ///
    /// # Errors
    /// [`ServiceError::Refused`]: a name that is empty or too long, an end in the past, too many keys;
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`], if the caller is no administrator any more;
    /// those of the store.
    pub async fn make_program_key(
        &self,
        order: KeyOrder,
        caller: &Caller,
    ) -> Result<(ApiKey, String), ServiceError> {
        let changing = self.change_program_keys().await?;
        let right = self.administrator(caller)?;
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
        self.keep(key.clone(), right, changing).await?;
        Ok((key, text))
    }

    /// Makes another key in the place of one; the one before opens nothing any more.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Refused`], if it was revoked or has expired; as of
    /// [`MatchService::make_program_key`].
    pub async fn renew_program_key(
        &self,
        id: &str,
        caller: &Caller,
    ) -> Result<(ApiKey, String), ServiceError> {
        let changing = self.change_program_keys().await?;
        let right = self.administrator(caller)?;
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
        self.keep(key.clone(), right, changing).await?;
        Ok((key, text))
    }

    /// Revokes a key. In this process it opens nothing from now on, even where that cannot be written.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; as of [`MatchService::make_program_key`].
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
        let right = self.administrator(caller)?;
        let mut key = self.program_key(id)?;
        if key.revoked_at.is_none() {
            key.revoked_at = Some(self.clock().now());
            self.0.program_keys.put(key.clone());
        }
        // Written again where it was revoked before: that may not have been possible then.
        self.keep(key.clone(), right, changing).await?;
        Ok(key)
    }

    /// The right of an administrator, as far as is known here.
    fn administrator(&self, caller: &Caller) -> Result<Right, ServiceError> {
        let role = self
            .role_everywhere(caller)
            .ok_or(ServiceError::Unauthorized)?;
        if role < Role::Admin {
            return Err(ServiceError::Forbidden);
        }
        Ok(Right::of_program(caller.key_in_use()))
    }

    /// Waits until nobody else here changes a key, and learns what others on the same database changed.
    async fn change_program_keys(&self) -> Result<OwnedMutexGuard<()>, ServiceError> {
        let changing = self.0.program_keys.change().await;
        if self.0.store.is_shared() {
            self.0.program_keys.fetch(&self.0.store).await?;
        }
        Ok(changing)
    }

    /// Makes a key durable, and then valid; also if the caller goes away.
    async fn keep(
        &self,
        key: ApiKey,
        right: Right,
        changing: OwnedMutexGuard<()>,
    ) -> Result<(), ServiceError> {
        let inner = self.0.clone();
        let written = tokio::spawn(async move {
            let written = inner.store.put_api_key(key.clone(), right).await;
            if written.is_ok() {
                inner.program_keys.put(key);
            }
            drop(changing);
            written
        });
        let written = written.await;
        Ok(written.map_err(|error| ServiceError::Store(error.to_string()))??)
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
