//! Joining a match by a code: making one, taking it away, exchanging it for a key; and going on to the match
//! that is next.

use crate::error::ServiceError;
use crate::join_codes::codes::{ClientNetwork, MOST_CODES, VALID, after, draw, plain};
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use overtrick_match::ledger::{Ledger, MatchId, Role, Timestamp};
use overtrick_store::{Right, StoredCode};

/// How often a code is drawn that is free: with the most codes that there are, one in 19,000 is not.
const DRAWS: usize = 8;

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

impl MatchService {
    /// Makes the code by which a phone joins a match in a role, which is at most the caller's, for twelve hours.
    /// The one before it opens nothing any more.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]: the role has no valid key, or the match was deleted; [`ServiceError::Unauthorized`]
    /// and [`ServiceError::Forbidden`]; a source without randomness; those of the store.
    pub async fn make_code(
        &self,
        id: &MatchId,
        role: Role,
        caller: &Caller,
    ) -> Result<JoinCode, ServiceError> {
        let make = async |right: Right, ledger: Option<&Ledger>| {
            let ledger = ledger.ok_or(ServiceError::NotFound)?;
            self.make_code_in(ledger, role, right).await
        };
        self.in_right(Some(id), caller, role.max(Role::Score), make)
            .await
    }

    async fn make_code_in(
        &self,
        ledger: &Ledger,
        role: Role,
        right: Right,
    ) -> Result<JoinCode, ServiceError> {
        let generation = ledger.key_generation(role);
        let generation = generation.ok_or(ServiceError::NotFound)?;
        let now = self.clock().now();
        let until = after(now, VALID);
        for _ in 0..DRAWS {
            let code = draw(self.random())?;
            let stored = StoredCode {
                digest: self.0.secret.digest_of_code(&code),
                id: ledger.id().clone(),
                role,
                generation,
                until,
            };
            let stored = self
                .0
                .store
                .put_code(stored, now, MOST_CODES, right.clone());
            if stored.await? {
                return Ok(JoinCode { code, until });
            }
        }
        Err(ServiceError::NotFound)
    }

    /// Takes the code of a role away, if there is one; the role is at most the caller's.
    ///
    /// # Errors
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`]; those of the store.
    pub async fn revoke_code(
        &self,
        id: &MatchId,
        role: Role,
        caller: &Caller,
    ) -> Result<(), ServiceError> {
        let revoke = async |right, _: Option<&Ledger>| {
            let revoked = self.0.store.revoke_code(id.clone(), role, right);
            Ok(revoked.await?)
        };
        self.in_right(Some(id), caller, role.max(Role::Score), revoke)
            .await
    }

    /// What a code opens, for whoever enters it. A text that can be no code is not counted as a guess.
    ///
    /// # Errors
    /// [`ServiceError::UnknownCode`]; [`ServiceError::TooManyGuesses`]; those of the store.
    pub async fn join(&self, code: &str, guesser: ClientNetwork) -> Result<Joined, ServiceError> {
        let code = plain(code).ok_or(ServiceError::UnknownCode)?;
        let now = self.clock().now();
        self.0.guesses.count(guesser, now)?;
        let found = self.0.store.code(self.0.secret.digest_of_code(&code)).await;
        let found = found.map(|opens| opens.filter(|opens| opens.until > now));
        if found != Ok(None) {
            self.0.guesses.take_back(guesser);
        }
        let opens = found?.ok_or(ServiceError::UnknownCode)?;
        // As it stands now: its key may just have been renewed by another instance.
        let ledger = match self.0.read_now(&opens.id).await {
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

    /// Notes the match that was opened as the next one of another, and leads those there who watch.
    pub(crate) async fn note_next(&self, id: &MatchId, next: &MatchId, caller: &Caller) {
        let put = async |right, _: Option<&Ledger>| {
            let put = self.0.store.put_next(id.clone(), next.clone(), right);
            Ok(put.await?)
        };
        // Nobody is refused their match where that cannot be stored: those who watch here are led on. Only whose key
        // was taken away meanwhile leads nobody.
        if self.in_right(Some(id), caller, Role::Score, put).await
            == Err(ServiceError::Unauthorized)
        {
            return;
        }
        self.0.rematches.note(id.clone(), next.clone());
        self.0.cache.wake(id.as_str());
    }

    /// The match that was opened as the next one of this, as far as this process knows.
    pub fn next_after(&self, id: &MatchId) -> Option<MatchId> {
        self.0.rematches.after(id)
    }

    /// Finds out which match was opened as the next one of this, by whatever instance.
    pub async fn look_for_next(&self, id: &MatchId) {
        if let Ok(Some(next)) = self.0.store.next(id).await {
            self.0.rematches.note(id.clone(), next);
        }
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
