//! Joining a match by a code: making one, taking it away, exchanging it for a key; and going on to the match
//! that is next.

use super::error::ServiceError;
use super::join_codes::{Guesser, Opens, VALID, after, plain};
use super::matches::Matches;
use crate::ledger::{Ledger, MatchId, Role, Timestamp};

/// A code that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinCode {
    /// The code: six letters and digits.
    pub code: String,
    /// Until when it is valid.
    pub until: Timestamp,
}

/// What a code opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// The match.
    pub id: MatchId,
    /// The role.
    pub role: Role,
    /// The key of the role.
    pub key: String,
}

impl Matches {
    /// Makes the code by which a phone joins a match in a role, for twelve hours. The one before it opens
    /// nothing any more.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]: the role has no valid key; a source without randomness.
    pub fn make_code(&self, ledger: &Ledger, role: Role) -> Result<JoinCode, ServiceError> {
        let generation = ledger.key_generation(role);
        let now = self.clock().now();
        let opens = Opens {
            id: ledger.id().clone(),
            role,
            generation: generation.ok_or(ServiceError::NotFound)?,
            until: after(now, VALID),
        };
        let until = opens.until;
        let digest = |code: &str| self.0.secret.digest_of_code(code);
        let code = self.0.codes.make(opens, now, self.random(), digest)?;
        Ok(JoinCode { code, until })
    }

    /// Takes the code of a role away, if there is one.
    pub fn revoke_code(&self, id: &MatchId, role: Role) {
        self.0.codes.revoke(id, role);
    }

    /// What a code opens, for whoever enters it. A text that can be no code is not counted as a guess.
    ///
    /// # Errors
    /// [`ServiceError::UnknownCode`]; [`ServiceError::TooManyGuesses`]; those of the store.
    pub async fn join(&self, code: &str, guesser: Guesser) -> Result<Joined, ServiceError> {
        let code = plain(code).ok_or(ServiceError::UnknownCode)?;
        let digest = self.0.secret.digest_of_code(&code);
        let opens = self.0.codes.find(&digest, guesser, self.clock().now())?;
        let ledger = match self.read(opens.id.as_str()).await {
            Err(ServiceError::NotFound | ServiceError::Expired) => {
                return Err(ServiceError::UnknownCode);
            }
            ledger => ledger?,
        };
        let valid = ledger.key_generation(opens.role) == Some(opens.generation);
        let key = valid.then(|| self.valid_key(&ledger, opens.role)).flatten();
        Ok(Joined {
            key: key.ok_or(ServiceError::UnknownCode)?,
            id: opens.id,
            role: opens.role,
        })
    }

    /// The match that was opened as the next one of this, if one was since the start.
    pub fn next_after(&self, id: &MatchId) -> Option<MatchId> {
        self.0.rematches.after(id)
    }

    /// What leads a watcher to a match: its key to watch. Nothing, where it has none or is not there.
    pub async fn watchers_key(&self, id: &MatchId) -> Option<Joined> {
        let ledger = self.read(id.as_str()).await.ok()?;
        let key = self.valid_key(&ledger, Role::View)?;
        Some(Joined {
            id: id.clone(),
            role: Role::View,
            key,
        })
    }
}
