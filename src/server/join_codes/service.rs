//! Making, revoking and exchanging join codes; and leading watchers to the next match.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ServiceError;
use crate::matches::change::Caller;
use crate::matches::service::MatchService;
use crate::system::Random;
use overtrick_match::ledger::{Match, MatchId, Role, Timestamp};
use overtrick_store::StoredCode;

/// How many draws to try for an unused code: even with the most codes, only one in eleven million is used.
const DRAWS: usize = 8;

/// A code by which a phone joins a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct JoinCode {
    /// Eight letters and digits; small letters, spaces and hyphens are accepted when it is typed.
    pub code: String,
    /// The role it grants.
    pub role: Role,
    /// When it expires: after twelve hours.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
}

/// What a join code grants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Joined {
    /// The match.
    #[schema(value_type = String)]
    pub id: MatchId,
    /// The key of the role.
    pub key: String,
    /// The role of the key.
    pub role: Role,
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
                return Ok(JoinCode { code, role, until });
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
        let digest = self.0.secret.digest_of_code(&code);
        let found = self.0.store.code(digest).await?;
        let opens = found.filter(|opens| opens.until > now);
        let opens = opens.ok_or(ServiceError::UnknownCode)?;
        let read = self.0.read(&opens.id).await;
        let key = self.key_of(read, opens.role, opens.generation)?;
        key.ok_or(ServiceError::UnknownCode)
    }

    /// Records a match as the next one of another, and leads watchers there.
    pub(crate) async fn note_next(&self, id: &MatchId, next: &MatchId) {
        // If this cannot be stored, the new match is still returned, but nobody is led there.
        drop(self.0.store.put_next(id, next).await);
        self.0.cache.wake(id.as_str());
    }

    /// The next match after this one, whichever server opened it.
    pub async fn next_after(&self, id: &MatchId) -> Option<MatchId> {
        self.0.store.next(id).await.ok().flatten()
    }

    /// The access of the watchers of the match before to a match: the view key that it was opened with. `None` if
    /// that key was renewed or revoked, because the director has shut them out, or if the match does not exist.
    pub async fn watchers_key(&self, id: &MatchId) -> Option<Joined> {
        let read = self.read(id.as_str()).await;
        self.key_of(read, Role::View, 0).ok().flatten()
    }

    /// Access to a match by the key of a role, if that key is still of a generation and the match exists.
    fn key_of(
        &self,
        read: Result<Arc<Match>, ServiceError>,
        role: Role,
        generation: u32,
    ) -> Result<Option<Joined>, ServiceError> {
        let played = match read {
            Err(ServiceError::NotFound) => return Ok(None),
            played => played?,
        };
        let is_valid = played.key_generation(role) == Some(generation);
        let key = self.valid_key(&played, role).filter(|_| is_valid);
        let id = played.id().clone();
        Ok(key.map(|key| Joined { id, key, role }))
    }
}

/// The characters of a code, without those that are easily confused when read or written by hand.
const ALPHABET: &[u8; 24] = b"ACDEFGHJKMNPQRTVWXY34679";
/// The length of a code; there are 110 billion codes.
const LENGTH: usize = 8;
/// How long a code is valid.
pub const VALID: Duration = Duration::from_hours(12);
/// The most codes at once, because more would make guesses likelier. When full, the code that expires first
/// is dropped.
pub const MOST_CODES: usize = 10_000;
/// A time plus a duration.
pub fn after(moment: Timestamp, time: Duration) -> Timestamp {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Timestamp::from_millis(moment.as_millis().saturating_add(millis))
}

/// Draws a code; every character is equally likely.
pub fn draw(random: &dyn Random) -> io::Result<String> {
    let mut code = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let letter = ALPHABET.get(below(random, ALPHABET.len())?);
        code.extend(letter.map(|letter| char::from(*letter)));
    }
    Ok(code)
}

/// A number from 0 to `below` - 1, with equal probability.
///
/// # Errors
/// The source has no randomness.
fn below(source: &dyn Random, below: usize) -> io::Result<usize> {
    let below = u64::try_from(below.max(1)).unwrap_or(u64::MAX);
    // Numbers in the remainder of the range would favor small results; they are drawn again.
    let fair = u64::MAX - u64::MAX % below;
    loop {
        let mut bytes = [0; 8];
        source.fill(&mut bytes)?;
        let drawn = u64::from_le_bytes(bytes);
        if drawn < fair {
            return Ok(usize::try_from(drawn % below).unwrap_or(0));
        }
    }
}

/// A typed code in capitals without separators; `None` if it cannot be a code.
pub fn plain(written: &str) -> Option<String> {
    let kept = written.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let capitals = kept.map(|c| c.to_ascii_uppercase());
    let code: String = capitals.take(LENGTH + 1).collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter));
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Returns multiples of an odd number: each of its bytes takes every value.
    #[derive(Debug, Default)]
    struct Counting(AtomicU64);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
            let number = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
            bytes.copy_from_slice(&number.to_le_bytes());
            Ok(())
        }
    }

    /// Returns these numbers, the last first, and then fails.
    #[derive(Debug)]
    struct Numbers(Mutex<Vec<u64>>);

    impl Random for Numbers {
        fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
            let number = self.0.lock().unwrap().pop();
            let number = number.ok_or_else(|| io::Error::other("no more"))?;
            bytes.copy_from_slice(&number.to_le_bytes());
            Ok(())
        }
    }

    #[test]
    fn every_number_is_equally_likely() {
        // 2^64 - 1 is a multiple of three: the number after the last complete cycle is drawn again.
        let source = Numbers(Mutex::new(vec![7, u64::MAX, u64::MAX - 1, 4, 3]));
        let drawn: Vec<usize> = (0..4).map(|_| below(&source, 3).unwrap()).collect();
        assert_eq!(drawn, [0, 1, 2, 1]);
        assert!(below(&source, 3).is_err());
    }

    #[test]
    fn a_code_has_eight_characters_of_which_none_is_taken_for_another() {
        let random = Counting::default();
        let codes: Vec<String> = (0..200).map(|_| draw(&random).unwrap()).collect();
        assert!(codes.iter().all(|code| code.len() == LENGTH), "{codes:?}");
        let all: String = codes.concat();
        for letter in ALPHABET {
            assert!(all.contains(char::from(*letter)), "{letter}");
        }
        assert!(!all.contains(['0', 'O', '1', 'I', 'L', '5', 'S', '2', 'Z', '8', 'B', 'U']));
    }

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for written in ["K7M4QX9P", "k7m4qx9p", " k7m4 qx9p ", "K7M4-QX9P"] {
            assert_eq!(plain(written).as_deref(), Some("K7M4QX9P"), "{written}");
        }
        let long = "K7M4QX9P".repeat(1_000);
        for written in [
            "",
            "K7M4QX9",
            "K7M4QX90",
            "K7M4QX9É",
            "https://club.example/",
            &long,
        ] {
            assert_eq!(plain(written), None, "{written}");
        }
    }
}
