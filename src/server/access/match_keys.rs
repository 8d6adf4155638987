//! Match keys: checking them, the endpoint `/matches/{id}/keys/{role}` for renewing and revoking them, and
//! the endpoint `/matches/{id}/session` for exchanging a key for a cookie.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use validator::Validate;

use crate::access::caller::{COOKIE, Caller, Entered, SameSite};
use crate::access::secret::same;
use crate::app::state::Service;
use crate::error::ServiceError;
use crate::http::{Answer, Body, ClientLanguage, IfMatch, Problem, ProblemKind, unstored};
use crate::matches::change::Precondition;
use crate::matches::create::Keys;
use crate::matches::match_response;
use crate::matches::service::{MatchService, match_id};
use crate::openapi::{
    BodyErrors, Forbidden, MatchPath, RoleErrors, RolePath, TooMany, VersionErrors,
};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{EventKind, Match, MatchId, Role};

/// The number of key generations that are tried to recognize a match key without reading the match.
pub const EARLY_GENERATIONS: u32 = 8;

/// A function that returns the event for changing the key of a role.
pub type ChangeKey = fn(Role) -> EventKind;

impl MatchService {
    /// Returns the caller's role and the match. If the match is damaged, the administrator gets its readable part.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Damaged`]; [`ServiceError::Unauthorized`] if the caller's key was
    /// never valid, [`ServiceError::KeyRevoked`] if it was replaced or revoked; store errors.
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

    /// Returns the caller's role in a match.
    pub(crate) fn role_in(&self, played: &Match, caller: &Caller) -> Result<Role, ServiceError> {
        let role = match caller {
            Caller::Key(key) => self.role_of_key(played, key),
            caller => caller.role_everywhere(),
        };
        role.ok_or_else(|| self.refused_key(played, caller))
    }

    /// Returns the error for a refused caller: `KeyRevoked` if their key was once valid, else `Unauthorized`.
    fn refused_key(&self, played: &Match, caller: &Caller) -> ServiceError {
        let generations = |role| played.last_key_generation(role).map_or(0, |last| last + 1);
        match caller {
            Caller::Key(key) if self.was_key(played.id(), key, generations) => {
                ServiceError::KeyRevoked
            }
            _ => ServiceError::Unauthorized,
        }
    }

    /// Whether a key is one of the first `generations` keys of any role in a match. Does not read the match.
    pub(crate) fn was_key(
        &self,
        id: &MatchId,
        key: &str,
        generations: impl Fn(Role) -> u32,
    ) -> bool {
        let is_key =
            |role, generation| same(&self.0.secret.key(id.as_str(), role, generation), key);
        let mut roles = Role::KEYED.into_iter();
        roles.any(|role| (0..generations(role)).any(|generation| is_key(role, generation)))
    }

    /// Returns the role of a match key, or `None` if the key is not valid.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; store errors.
    pub async fn role_of(&self, id: &str, key: &str) -> Result<Option<Role>, ServiceError> {
        Ok(self.role_of_key(&*self.read(id).await?, key))
    }

    /// Returns the role of a valid key. Compares all keys, so that timing does not reveal which key matches.
    fn role_of_key(&self, played: &Match, key: &str) -> Option<Role> {
        let fits = |role: &Role| {
            self.valid_key(played, *role)
                .is_some_and(|own| same(&own, key))
        };
        Role::KEYED.into_iter().filter(fits).last()
    }

    /// Returns the valid key of a role, or `None` if the key was revoked.
    pub(crate) fn valid_key(&self, played: &Match, role: Role) -> Option<String> {
        let generation = played.key_generation(role)?;
        Some(self.0.secret.key(played.id().as_str(), role, generation))
    }

    /// Returns the valid keys of a match, or `None` if any of them was revoked.
    pub fn valid_keys(&self, played: &Match) -> Option<Keys> {
        Some(Keys {
            view: self.valid_key(played, Role::View)?,
            score: self.valid_key(played, Role::Score)?,
            direct: self.valid_key(played, Role::Direct)?,
        })
    }

    /// Returns the first keys of a match, which are valid until they are renewed or revoked.
    pub fn first_keys(&self, id: &MatchId) -> Keys {
        let key = |role| self.0.secret.key(id.as_str(), role, 0);
        Keys {
            view: key(Role::View),
            score: key(Role::Score),
            direct: key(Role::Direct),
        }
    }

    /// Replaces or revokes the key of a role, and deletes the role's join code. The code stops working even
    /// if it cannot be deleted, because it refers to the old key.
    ///
    /// # Errors
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the caller does not direct the
    /// match; [`ServiceError::Conflict`]; [`ServiceError::Refused`] for a role without keys; store errors.
    pub async fn change_key(
        &self,
        id: &str,
        precondition: &Precondition,
        role: Role,
        caller: &Caller,
        change: ChangeKey,
    ) -> Result<Arc<Match>, ServiceError> {
        let changed = |before: &Match, now, by| {
            let mut after = before.clone();
            after.record(change(role), now, by)?;
            Ok(Some(after))
        };
        let id = match_id(id)?;
        let played = self.record(&id, precondition, caller, changed).await?;
        drop(self.store().revoke_code(id, role).await);
        Ok(played)
    }
}

/// A request to exchange a key for a cookie.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SessionRequest {
    /// The match key to store in the cookie
    #[validate(required)]
    key: Option<String>,
}

/// A key of a match.
#[derive(Debug, Serialize, ToSchema)]
struct Key {
    /// The key.
    key: String,
    /// The role of the key.
    role: Role,
}

/// Replace the key of a role. The previous key stops working.
#[utoipa::path(post, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "renewKey",
    params(Entered, IfMatch, RolePath),
    security(("key" = ["direct"])), responses(
    (status = 200, description = "The new key", body = Key),
    VersionErrors, RoleErrors, TooMany,
))]
pub async fn renew(
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    path: Path<(String, String)>,
) -> Answer {
    let renewed = |role| EventKind::KeyRenewed { role };
    let renewed = change_key(&entered, &path.1, &precondition, language, renewed);
    let (role, played) = renewed.await?;
    let key = entered.service.matches.valid_key(&played, role);
    let key = key.unwrap_or_default();
    Ok(match_response::tagged(StatusCode::OK, &played, language)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Key { key, role }))
}

/// Revoke the key of a role until it is renewed.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/keys/{role}", tag = "keys", operation_id = "revokeKey",
    params(Entered, IfMatch, RolePath),
    security(("key" = ["direct"])), responses(
    (status = 204, description = "The key no longer works"),
    VersionErrors, RoleErrors, TooMany,
))]
pub async fn revoke(
    ClientLanguage(language): ClientLanguage,
    IfMatch(precondition): IfMatch,
    entered: Entered,
    path: Path<(String, String)>,
) -> Answer {
    let revoked = |role| EventKind::KeyRevoked { role };
    let revoked = change_key(&entered, &path.1, &precondition, language, revoked);
    let (_, played) = revoked.await?;
    Ok(match_response::tagged(StatusCode::NO_CONTENT, &played, language).finish())
}

/// Changes the key of the role with this name, on behalf of a caller who has entered the match.
async fn change_key(
    entered: &Entered,
    role: &str,
    precondition: &Precondition,
    language: &'static Language,
    change: ChangeKey,
) -> Result<(Role, Arc<Match>), Problem> {
    let role = role_with_key(role)?;
    entered.check_write(0)?;
    let (matches, id) = (&entered.service.matches, &entered.id);
    let changed = matches.change_key(id, precondition, role, &entered.caller, change);
    let played = match_response::changed(&entered.service, id, language, changed.await);
    Ok((role, played.await?))
}

/// Returns the role in a path, if match keys exist for that role.
///
/// # Errors
/// 404.
pub fn role_with_key(word: &str) -> Result<Role, Problem> {
    let role = Role::from_word(word).filter(|role| Role::KEYED.contains(role));
    role.ok_or_else(|| ProblemKind::NotFound.into())
}

/// Exchange a match key for a cookie. Browsers send it only to this match, and scripts cannot read it.
#[utoipa::path(post, path = "/api/v1/matches/{id}/session", tag = "internal", operation_id = "openSession",
    params(MatchPath),
    request_body = SessionRequest, responses(
    (status = 200, description = "The cookie is set"),
    BodyErrors, RoleErrors,
))]
pub async fn open_session(
    body: Body,
    SameSite(()): SameSite,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let SessionRequest { key } = body.read()?;
    let key = key.unwrap_or_default();
    let role = service.matches.role_of(&id, &key).await?;
    let role = role.ok_or(ProblemKind::Unauthorized)?;
    Ok(unstored(StatusCode::OK)
        .insert_header((header::SET_COOKIE, match_cookie(&service, &id, &key)))
        .json(json!({ "role": role })))
}

/// Delete the cookie.
#[utoipa::path(delete, path = "/api/v1/matches/{id}/session", tag = "internal", operation_id = "closeSession",
    params(MatchPath), responses(
    (status = 204, description = "The cookie is gone"),
    Forbidden,
))]
pub async fn close_session(
    SameSite(()): SameSite,
    service: Data<Service>,
    id: Path<String>,
) -> Answer {
    let cookie = match_cookie(&service, &id, "") + "; Max-Age=0";
    Ok(HttpResponse::NoContent()
        .insert_header((header::SET_COOKIE, cookie))
        .finish())
}

/// Returns the cookie with this key for a match.
fn match_cookie(service: &Service, id: &str, key: &str) -> String {
    // Only characters allowed in ids are kept: a semicolon, for example, would end the cookie's path.
    let safe: String = id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    cookie(service, &format!("/api/v1/matches/{safe}"), key)
}

/// Returns a cookie with a key. Browsers send it only to this path of the service.
pub fn cookie(service: &Service, path: &str, key: &str) -> String {
    let base = &service.settings.base_path;
    let is_secure = service.settings.is_secure();
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{COOKIE}={key}; HttpOnly; SameSite=Strict{secure}; Path={base}{path}")
}
