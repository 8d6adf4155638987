//! The keys of a match: which there are, what they open, renewing one, taking one away.

use std::sync::Arc;

use super::secret::same;
use super::{Matches, ServiceError};
use crate::ledger::{Ledger, Role};

/// The keys of a match, one for each role.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Keys {
    /// To look on.
    pub view: String,
    /// To record.
    pub score: String,
    /// To direct.
    pub direct: String,
}

impl Matches {
    /// The key of a role in one of its generations.
    pub fn key(&self, id: &str, role: Role, generation: u32) -> String {
        self.0.secret.key(id, role, generation)
    }

    /// The key of a role that is in force; nothing, if it was revoked.
    pub fn key_in_force(&self, ledger: &Ledger, role: Role) -> Option<String> {
        let generation = ledger.generation(role)?;
        Some(self.key(ledger.id().as_str(), role, generation))
    }

    /// Replaces the key of a role, and gives the new one; the one before opens nothing any more.
    ///
    /// # Errors
    /// [`ServiceError::Conflict`], a role without keys, or what the store says.
    pub async fn renew(
        &self,
        id: &str,
        expected: u64,
        role: Role,
        by: Role,
        now: &str,
    ) -> Result<(String, Arc<Ledger>), ServiceError> {
        let ledger = self
            .act(id, expected, |ledger| ledger.renew(role, now, by))
            .await?;
        Ok((self.key_in_force(&ledger, role).unwrap_or_default(), ledger))
    }

    /// Takes the key of a role away until it is renewed.
    ///
    /// # Errors
    /// As of [`Matches::renew`].
    pub async fn revoke(
        &self,
        id: &str,
        expected: u64,
        role: Role,
        by: Role,
        now: &str,
    ) -> Result<Arc<Ledger>, ServiceError> {
        self.act(id, expected, |ledger| ledger.revoke(role, now, by))
            .await
    }

    /// The role that a key opens a match for; nothing, if it opens nothing.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`], or what the store says.
    pub async fn role_of(&self, id: &str, key: &str) -> Result<Option<Role>, ServiceError> {
        let ledger = self.read(id).await?;
        let mut found = None;
        for role in Role::KEYED {
            if self
                .key_in_force(&ledger, role)
                .is_some_and(|known| same(&known, key))
            {
                found = Some(role);
            }
        }
        Ok(found)
    }

    /// A secret of the instance for another purpose, such as signing cookies; 32 bytes.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        self.0.secret.derived(purpose)
    }
}
