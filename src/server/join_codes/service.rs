//! Making, revoking and exchanging join codes; and leading watchers to the next match.

use crate::error::ServiceError;
use crate::join_codes::codes::{MOST_CODES, VALID, after, draw, plain};
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use overtrick_match::ledger::{MatchId, Role, Timestamp};
use overtrick_store::StoredCode;

/// How many draws to try for an unused code: even with the most codes, only one in eleven million is used.
const DRAWS: usize = 8;

/// A new join code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinCode {
    /// The code: eight letters and digits.
    pub code: String,
    /// When it expires.
    pub until: Timestamp,
}

/// What a join code grants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// The match.
    pub id: MatchId,
    /// The role.
    pub role: Role,
    /// The key of the role.
    pub key: String,
}

impl MatchService {
    /// Makes a join code for a role, which must not be above the caller's. It is valid for twelve hours; the
    /// previous code stops working.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`] if the role has no valid key or the match was deleted;
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`]; no randomness; store errors.
    pub async fn make_code(
        &self,
        id: &MatchId,
        role: Role,
        caller: &Caller,
    ) -> Result<JoinCode, ServiceError> {
        let played = self.enter_as(id, caller, role.max(Role::Score)).await?;
        let generation = played.key_generation(role);
        let generation = generation.ok_or(ServiceError::NotFound)?;
        let now = self.clock().now();
        let until = after(now, VALID);
        for _ in 0..DRAWS {
            let code = draw(self.random())?;
            let stored = StoredCode {
                digest: self.0.secret.digest_of_code(&code),
                id: played.id().clone(),
                role,
                generation,
                until,
            };
            if self.0.store.put_code(stored, now, MOST_CODES).await? {
                return Ok(JoinCode { code, until });
            }
        }
        Err(ServiceError::NotFound)
    }

    /// Revokes the code of a role, if there is one; the role must not be above the caller's.
    ///
    /// # Errors
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`]; store errors.
    pub async fn revoke_code(
        &self,
        id: &MatchId,
        role: Role,
        caller: &Caller,
    ) -> Result<(), ServiceError> {
        self.enter_as(id, caller, role.max(Role::Score)).await?;
        Ok(self.0.store.revoke_code(id.clone(), role).await?)
    }

    /// What a code grants.
    ///
    /// # Errors
    /// [`ServiceError::UnknownCode`]; store errors.
    pub async fn join(&self, code: &str) -> Result<Joined, ServiceError> {
        let code = plain(code).ok_or(ServiceError::UnknownCode)?;
        let now = self.clock().now();
        let found = self
            .0
            .store
            .code(self.0.secret.digest_of_code(&code))
            .await?;
        let opens = found.filter(|opens| opens.until > now);
        let opens = opens.ok_or(ServiceError::UnknownCode)?;
        let played = match self.0.read(&opens.id).await {
            Err(ServiceError::NotFound | ServiceError::Expired) => {
                return Err(ServiceError::UnknownCode);
            }
            played => played?,
        };
        let valid = played.key_generation(opens.role) == Some(opens.generation);
        let key = valid.then(|| self.valid_key(&played, opens.role)).flatten();
        Ok(Joined {
            key: key.ok_or(ServiceError::UnknownCode)?,
            id: opens.id,
            role: opens.role,
        })
    }

    /// Records a match as the next one of another, and leads watchers there.
    pub(crate) async fn note_next(&self, id: &MatchId, next: &MatchId) {
        // If this cannot be stored, the new match is still returned, and watchers here are led on.
        drop(self.0.store.put_next(id, next).await);
        self.0.rematches.note(id.clone(), next.clone());
        self.0.cache.wake(id.as_str());
    }

    /// The next match after this one, as far as this process knows.
    pub fn next_after(&self, id: &MatchId) -> Option<MatchId> {
        self.0.rematches.after(id)
    }

    /// Looks up the next match after this one, whichever instance opened it.
    pub async fn look_for_next(&self, id: &MatchId) {
        if let Ok(Some(next)) = self.0.store.next(id).await {
            self.0.rematches.note(id.clone(), next);
        }
    }

    /// The access of the watchers of the match before to a match: the view key that it was opened with. `None` if
    /// that key was renewed or revoked, because the director has shut them out, or if the match does not exist.
    pub async fn watchers_key(&self, id: &MatchId) -> Option<Joined> {
        let played = self.read(id.as_str()).await.ok()?;
        if played.key_generation(Role::View) != Some(0) {
            return None;
        }
        let key = self.valid_key(&played, Role::View)?;
        Some(Joined {
            id: id.clone(),
            role: Role::View,
            key,
        })
    }
}
