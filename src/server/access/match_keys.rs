//! The keys of a match: checking, renewing and revoking them.

use std::sync::Arc;

use crate::access::secret::same;
use crate::error::ServiceError;
use crate::matches::change::{Caller, Precondition};
use crate::matches::create::{Created, Keys};
use crate::matches::service::{MatchService, match_id};
use overtrick_match::ledger::{Match, MatchId, Role};

/// The first generations of a key, by which a request is known to come from a table without reading its match.
const EARLY_GENERATIONS: u32 = 8;

impl MatchService {
    /// The match and the caller's role in it. For a damaged match, the administrator gets what can still be
    /// read.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`]; [`ServiceError::Unauthorized`] if the caller's
    /// key is not valid, [`ServiceError::KeyRevoked`] if it was; store errors.
    pub async fn enter(
        &self,
        id: &str,
        caller: &Caller,
    ) -> Result<(Role, Arc<Match>), ServiceError> {
        let played = match (self.read(id).await, caller) {
            (Err(ServiceError::Damaged { .. }), caller) if caller.is_admin() => {
                self.salvage(id).await?
            }
            (played, _) => played?,
        };
        let role = self.role_in(&played, caller)?;
        Ok((role, played))
    }

    /// The caller's role in this state of a match.
    pub(crate) fn role_in(&self, played: &Match, caller: &Caller) -> Result<Role, ServiceError> {
        let role = match caller {
            Caller::Key(key) => self.role_of_key(played, key),
            of_all => self.role_everywhere(of_all),
        };
        role.ok_or_else(|| self.refused_key(played, caller))
    }

    /// Why a caller is refused: its key was replaced or revoked, or was never one of the match.
    fn refused_key(&self, played: &Match, caller: &Caller) -> ServiceError {
        let Caller::Key(key) = caller else {
            return ServiceError::Unauthorized;
        };
        let generations = |role| played.last_key_generation(role).map_or(0, |last| last + 1);
        if self.was_key(played.id(), key, generations) {
            ServiceError::KeyRevoked
        } else {
            ServiceError::Unauthorized
        }
    }

    /// Whether a key is or was one of a match, of the first generations. Nothing is read.
    pub(crate) fn is_early_key(&self, id: &MatchId, key: &str) -> bool {
        self.was_key(id, key, |_| EARLY_GENERATIONS)
    }

    /// Whether a key is one of a match, of the first so many generations of its role.
    fn was_key(&self, id: &MatchId, key: &str, generations: impl Fn(Role) -> u32) -> bool {
        let is_key =
            |role, generation| same(&self.0.secret.key(id.as_str(), role, generation), key);
        let mut roles = Role::KEYED.into_iter();
        roles.any(|role| (0..generations(role)).any(|generation| is_key(role, generation)))
    }

    /// The caller's role in every match; `None` without an API key, or if the key was revoked after the
    /// request.
    pub(crate) fn role_everywhere(&self, caller: &Caller) -> Option<Role> {
        match caller {
            Caller::Role(role) => Some(*role),
            Caller::Program(program) => {
                let is_valid = self.0.program_keys.is_valid(program);
                is_valid.then(|| program.scope.role())
            }
            Caller::Key(_) => None,
        }
    }

    /// The match, if the caller has at least this role in it.
    ///
    /// # Errors
    /// Same as [`MatchService::enter`]; [`ServiceError::Forbidden`] for a lesser role.
    pub(crate) async fn enter_as(
        &self,
        id: &MatchId,
        caller: &Caller,
        least: Role,
    ) -> Result<Arc<Match>, ServiceError> {
        let (role, played) = self.enter(id.as_str(), caller).await?;
        (role >= least)
            .then_some(played)
            .ok_or(ServiceError::Forbidden)
    }

    /// The role of a match key, or `None` if the key is not valid.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; store errors.
    pub async fn role_of(&self, id: &str, key: &str) -> Result<Option<Role>, ServiceError> {
        Ok(self.role_of_key(&*self.read(id).await?, key))
    }

    /// Compares with all keys, so that timing does not reveal which one matches.
    fn role_of_key(&self, played: &Match, key: &str) -> Option<Role> {
        let fits = |role: &Role| {
            let valid = self.valid_key(played, *role);
            valid.is_some_and(|valid| same(&valid, key))
        };
        Role::KEYED.into_iter().filter(fits).last()
    }

    /// The valid key of a role, or `None` if it was revoked.
    pub(crate) fn valid_key(&self, played: &Match, role: Role) -> Option<String> {
        let generation = played.key_generation(role)?;
        Some(self.0.secret.key(played.id().as_str(), role, generation))
    }

    /// A newly opened match with its first keys.
    pub(crate) fn created(&self, played: Arc<Match>) -> Created {
        let id = played.id().clone();
        Created {
            keys: self.first_keys(&id),
            version: played.version(),
            id,
            played,
            is_repeated: false,
        }
    }

    /// The valid keys of a match, or `None` if one of them is revoked.
    pub fn valid_keys(&self, played: &Match) -> Option<Keys> {
        Some(Keys {
            view: self.valid_key(played, Role::View)?,
            score: self.valid_key(played, Role::Score)?,
            direct: self.valid_key(played, Role::Direct)?,
        })
    }

    /// The keys of a match before any renewal.
    pub fn first_keys(&self, id: &MatchId) -> Keys {
        let key = |role| self.0.secret.key(id.as_str(), role, 0);
        Keys {
            view: key(Role::View),
            score: key(Role::Score),
            direct: key(Role::Direct),
        }
    }

    /// Replaces the key of a role and returns the new one. The previous key stops working.
    ///
    /// # Errors
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the caller does not direct the
    /// match; [`ServiceError::Conflict`]; [`ServiceError::Refused`] for a role without keys; store errors.
    pub async fn renew_key(
        &self,
        id: &str,
        precondition: &Precondition,
        role: Role,
        caller: &Caller,
    ) -> Result<(String, Arc<Match>), ServiceError> {
        let renew = |before: &Match, now, by| {
            let mut after = before.clone();
            after.renew_key(role, now, by)?;
            Ok(Some(after))
        };
        let id = match_id(id)?;
        let played = self.record(&id, precondition, caller, renew);
        let played = played.await?;
        self.drop_code(played.id(), role).await;
        Ok((self.valid_key(&played, role).unwrap_or_default(), played))
    }

    /// Revokes the key of a role until it is renewed.
    ///
    /// # Errors
    /// Same as [`MatchService::renew_key`].
    pub async fn revoke_key(
        &self,
        id: &str,
        precondition: &Precondition,
        role: Role,
        caller: &Caller,
    ) -> Result<Arc<Match>, ServiceError> {
        let revoke = |before: &Match, now, by| {
            let mut after = before.clone();
            after.revoke_key(role, now, by)?;
            Ok(Some(after))
        };
        let id = match_id(id)?;
        let played = self.record(&id, precondition, caller, revoke);
        let played = played.await?;
        self.drop_code(played.id(), role).await;
        Ok(played)
    }

    /// Deletes the join code of a role whose key has changed. If that cannot be stored, the code no longer
    /// works anyway.
    async fn drop_code(&self, id: &MatchId, role: Role) {
        drop(self.0.store.revoke_code(id.clone(), role).await);
    }
}
