//! Join codes, with which another phone joins a match: the endpoints `/matches/{id}/codes/{role}` and
//! `/joins`. This module also sends watchers of a match on to the next match.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::Entered;
use crate::access::match_keys::role_with_key;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, Body, Problem, ProblemKind, unstored};
use crate::matches::service::MatchService;
use crate::openapi::{BodyErrors, NotFound, RoleErrors, RolePath, TooMany};
use crate::system::Random;
use overtrick_match::ledger::{Match, MatchId, Role, Timestamp};
use overtrick_store::StoredCode;

/// The maximum number of attempts to draw an unused code. At most one in eleven million codes is in use.
const DRAWS: usize = 8;

/// A code with which a phone joins a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct JoinCode {
    /// Eight letters and digits. When typed, it may be in lower case and contain spaces and hyphens.
    pub code: String,
    /// The role that the code grants.
    pub role: Role,
    /// The time when the code expires, twelve hours after it was made.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
}

/// The match of a join code, and the key that the code grants.
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
    /// Makes a join code for a role in a match, valid for twelve hours. The role's previous code stops working.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`] if the role has no valid key or the match was deleted; no randomness; store errors.
    pub async fn make_code(&self, played: &Match, role: Role) -> Result<JoinCode, ServiceError> {
        let generation = played.key_generation(role).ok_or(ServiceError::NotFound)?;
        let now = self.clock().now();
        let until = now.after(VALID);
        for _ in 0..DRAWS {
            let code = draw(self.random())?;
            let stored = StoredCode {
                digest: self.0.secret.digest_of_code(&code),
                id: played.id().clone(),
                role,
                generation,
                until,
            };
            if self.store().put_code(stored, now, MAX_CODES).await? {
                return Ok(JoinCode { code, role, until });
            }
        }
        Err(ServiceError::NotFound)
    }

    /// Returns the match and the key that a code grants.
    ///
    /// # Errors
    /// [`ServiceError::UnknownCode`]; store errors.
    pub async fn join(&self, code: &str) -> Result<Joined, ServiceError> {
        let code = plain(code).ok_or(ServiceError::UnknownCode)?;
        let now = self.clock().now();
        let digest = self.0.secret.digest_of_code(&code);
        let found = self.0.store.code(digest).await?;
        let valid = found.filter(|code| code.until > now);
        let valid = valid.ok_or(ServiceError::UnknownCode)?;
        let read = self.0.read(&valid.id).await;
        let key = self.key_of(read, valid.role, valid.generation)?;
        key.ok_or(ServiceError::UnknownCode)
    }

    /// Stores the id of the next match, and sends the watchers of this match to it.
    pub(crate) async fn note_next(&self, id: &MatchId, next: &MatchId) {
        // An error is ignored: the next match exists anyway, but the watchers are not sent to it.
        drop(self.0.store.put_next(id, next).await);
        self.0.cache.wake(id.as_str());
    }

    /// Returns the id of the next match, even if another server opened that match.
    pub async fn next_after(&self, id: &MatchId) -> Option<MatchId> {
        self.0.store.next(id).await.ok().flatten()
    }

    /// Returns access to a match for people who had this role in the previous match. They get at most the
    /// score role, with its first key. `None` if that key was renewed or revoked, because the director did
    /// this to keep people out, or if the match does not exist.
    pub async fn followers_key(&self, id: &MatchId, role: Role) -> Option<Joined> {
        let read = self.read(id.as_str()).await;
        let joined = self.key_of(read, role.min(Role::Score), 0);
        joined.ok().flatten()
    }

    /// Returns the match's key for a role; `None` if there is no such match, or if the key was replaced.
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

/// The characters of a code. Characters that are easily confused in handwriting are left out.
const ALPHABET: &[u8; 24] = b"ACDEFGHJKMNPQRTVWXY34679";
/// The length of a code. There are 110 billion possible codes.
const LENGTH: usize = 8;
/// How long a code is valid.
pub const VALID: Duration = Duration::from_hours(12);
/// The maximum number of codes at one time: with more codes, guessing one would be easier. At the limit, a
/// new code replaces the code that expires first.
pub const MAX_CODES: usize = 10_000;

/// Draws a random code in which every character is equally likely. Skips bytes of 240 and above, because
/// 240 is the largest multiple of 24, the number of characters, that a byte can hold.
///
/// # Errors
/// The random source fails.
pub fn draw(random: &dyn Random) -> io::Result<String> {
    let mut code = String::with_capacity(LENGTH);
    while code.len() < LENGTH {
        let mut bytes = [0; LENGTH];
        random.fill(&mut bytes)?;
        let fair = bytes.iter().filter(|byte| **byte < 240);
        let letters = fair.copied().map(letter);
        code.extend(letters.take(LENGTH - code.len()));
    }
    Ok(code)
}

/// Derives a code from a digest.
pub fn derived(digest: &[u8]) -> String {
    digest.iter().copied().map(letter).take(LENGTH).collect()
}

fn letter(byte: u8) -> char {
    char::from(ALPHABET[usize::from(byte) % ALPHABET.len()])
}

/// Returns a typed code in capitals without separators, or `None` if the text is not a code.
pub fn plain(written: &str) -> Option<String> {
    let kept = written.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let capitals = kept.map(|c| c.to_ascii_uppercase());
    let code: String = capitals.take(LENGTH + 1).collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter));
    is_code.then_some(code)
}

/// A request to join a match.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JoinRequest {
    /// The code
    #[validate(required)]
    code: Option<String>,
}

/// Make a code with which another phone joins the match in a role. The role's previous code stops working.
#[utoipa::path(post, path = "/api/v1/matches/{id}/codes/{role}", tag = "internal", operation_id = "makeCode",
    params(Entered, RolePath),
    security(("key" = ["score"])), responses(
    (status = 200, description = "The code", body = JoinCode),
    RoleErrors,
))]
pub async fn make(entered: Entered, path: Path<(String, String)>) -> Answer {
    let role = role_up_to(&path.1, entered.role)?;
    let code = entered.service.matches.make_code(&entered.played, role);
    Ok(unstored(StatusCode::OK).json(code.await?))
}

/// Revoke the code of a role. Phones that joined with it keep their key.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/codes/{role}", tag = "internal", operation_id = "revokeCode",
    params(Entered, RolePath),
    security(("key" = ["score"])), responses(
    (status = 204, description = "The role has no code now"),
    RoleErrors,
))]
pub async fn revoke(entered: Entered, path: Path<(String, String)>) -> Answer {
    let role = role_up_to(&path.1, entered.role)?;
    let id = entered.played.id().clone();
    let revoked = entered.service.matches.store().revoke_code(id, role).await;
    revoked.map_err(ServiceError::from)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Returns the role in a path, if it is not higher than the caller's role.
///
/// # Errors
/// 404 if there is no such role; 403 if it is higher than the caller's role.
fn role_up_to(word: &str, highest: Role) -> Result<Role, Problem> {
    let role = role_with_key(word)?;
    let refused = || ProblemKind::Forbidden.into();
    (role <= highest).then_some(role).ok_or_else(refused)
}

/// Exchange a join code for the id of its match and a key.
///
/// A correct code is always accepted. Each network address may send at most 10 wrong codes an hour.
#[utoipa::path(post, path = "/api/v1/joins", tag = "internal", operation_id = "join",
    request_body = JoinRequest, responses(
    (status = 200, description = "The match, and the key", body = Joined),
    BodyErrors, NotFound, TooMany,
))]
pub async fn join(body: Body, request: HttpRequest, service: Data<Service>) -> Answer {
    let JoinRequest { code } = body.read()?;
    let joined = join_by(&request, &service, &code.unwrap_or_default()).await?;
    Ok(unstored(StatusCode::OK).json(joined))
}

/// Returns the match and the key that a code grants. Counts a wrong code for the address of the request.
///
/// # Errors
/// 404 if no match has the code; 429 after too many wrong codes.
pub async fn join_by(
    request: &HttpRequest,
    service: &Service,
    code: &str,
) -> Result<Joined, Problem> {
    let joined = service.matches.join(code).await;
    if joined == Err(ServiceError::UnknownCode) {
        service.limits.check_wrong_code(request)?;
    }
    Ok(joined?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Returns multiples of an odd number, so that every byte varies.
    #[derive(Debug, Default)]
    struct Counting(AtomicU64);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) -> io::Result<()> {
            let number = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
            bytes.copy_from_slice(&number.to_le_bytes());
            Ok(())
        }
    }

    /// Returns these numbers in reverse order, and then fails.
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
    fn every_character_is_equally_likely() {
        // The values 240 to 255 are skipped, because they would make 16 of the 24 characters more likely.
        let numbers = [
            [23, 24, 239, 240, 0, 1, 2, 3],
            [255, 240, 241, 250, 251, 252, 253, 254],
            [4, 48, 9, 9, 9, 9, 9, 9],
        ];
        let last_first = numbers.iter().rev().copied().map(u64::from_le_bytes);
        let source = Numbers(Mutex::new(last_first.collect()));
        assert_eq!(draw(&source).unwrap(), "9A9ACDEF");
        assert!(draw(&source).is_err());
    }

    #[test]
    fn a_code_has_eight_characters_that_are_not_easily_confused() {
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
