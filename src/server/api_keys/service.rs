//! Authenticating programs by API key; making, renewing and revoking keys.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::sync::OwnedMutexGuard;

use crate::api_keys::known::{KeyFault, KeyOrder, PREFIX, Program, digest};
use crate::error::ServiceError;
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::Role;
use overtrick_store::ApiKey;

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
        Ok(written.map_err(|error| ServiceError::Store(error.to_string()))??)
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
