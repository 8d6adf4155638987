//! Deleting unused matches, and reopening one from a phone that was offline.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::access::secret::same;
use crate::error::ServiceError;
use crate::matches::change::Caller;
use crate::matches::create::Created;
use crate::matches::service::{MatchService, match_id};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Match, MatchId, Role, hex};
use overtrick_store::{Expiry, MatchSummary};

/// The number of matches checked at once.
const PAGE: usize = 256;
const DAY: Duration = Duration::from_hours(24);
/// The fields of a document that must be equal for a match to be reopened.
const SAME: [&str; 5] = ["game", "edition", "players", "options", "first_dealer"];
/// The fields of a document that are kept when a match is reopened; nothing was played in it.
const KEPT: [&str; 9] = [
    "game",
    "edition",
    "title",
    "played_on",
    "location",
    "notes",
    "players",
    "options",
    "first_dealer",
];

impl MatchService {
    /// The unused matches: nothing was played in them, and nobody has changed them for this many days.
    ///
    /// # Errors
    /// Store errors.
    pub async fn unused(&self, days: u32) -> Result<Vec<MatchSummary>, ServiceError> {
        let since = self.clock().now().before(DAY * days);
        let (mut unused, mut after) = (Vec::new(), None::<String>);
        loop {
            let store = &self.0.store;
            let page = store.unused(after.as_deref(), since, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(unused);
            };
            after = Some(last.id.to_string());
            for summary in page {
                let log = store.log(&summary.id).await?;
                let open = log.open().is_ok_and(|played| played.is_empty());
                unused.extend(open.then_some(summary));
            }
        }
    }

    /// Deletes the matches unused for this many days, each with a marker by which a phone that was offline
    /// can reopen it; returns the deleted matches.
    ///
    /// # Errors
    /// Store errors.
    pub async fn expire(&self, days: u32) -> Result<Vec<MatchSummary>, ServiceError> {
        let mut expired = Vec::new();
        for summary in self.unused(days).await? {
            if self.expire_one(&summary).await? {
                expired.push(summary);
            }
        }
        Ok(expired)
    }

    async fn expire_one(&self, summary: &MatchSummary) -> Result<bool, ServiceError> {
        let _locked = self.0.locks.lock(&summary.id).await;
        let Ok(played) = self.0.store.log(&summary.id).await?.open() else {
            return Ok(false);
        };
        let first = |role: &Role| played.key_generation(*role) == Some(0);
        // Reopening would restore the first key of a role, even if it was renewed or revoked.
        let can_return = Role::KEYED.iter().all(first);
        let expiry = Expiry {
            id: summary.id.clone(),
            version: summary.version,
            at: self.clock().now(),
            digest: if can_return {
                digest(&summary.id, &played.document())
            } else {
                String::new()
            },
        };
        let expired = self.0.store.expire(expiry).await?;
        if expired {
            self.0.cache.delete(&summary.id);
            self.0.committed();
        }
        Ok(expired)
    }

    /// Reopens an expired match under its id and with its first keys, for a caller who has its score or
    /// direct key and sends the same document. Hands and adjustments in the document are left out, because
    /// the match had none. If the match exists, it is returned as it is.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`];
    /// [`ServiceError::Expired`] if its keys had been renewed; [`ServiceError::Refused`] with the faults of
    /// the document, or if it is another document; store errors.
    pub async fn open_again(
        &self,
        id: &str,
        caller: &Caller,
        document: &Json,
    ) -> Result<Created, ServiceError> {
        let id = match_id(id)?;
        let guard = self.0.locks.lock(&id).await;
        let Some(mark) = self.0.store.expired(&id).await? else {
            let (role, played) = self.enter(id.as_str(), caller).await?;
            check_role(role)?;
            return Ok(self.created(played));
        };
        check_role(self.role_of_first_key(&id, caller)?)?;
        let document = without_play(document);
        let played = Match::begin(&id, &document, self.clock().now(), Role::Direct)?;
        if mark.is_empty() {
            return Err(ServiceError::Expired);
        }
        if digest(&id, &played.document()) != mark {
            let other = Finding::rule("another-document", "", args![]);
            return Err(Faults::from(other).into());
        }
        self.0.cache.forget_floor(&id);
        let opened = self.append(played, None, None, Some(guard));
        Ok(self.created(opened.await?))
    }

    /// The role of a first key of a match that no longer exists.
    fn role_of_first_key(&self, id: &MatchId, caller: &Caller) -> Result<Role, ServiceError> {
        let Caller::Key(key) = caller else {
            return self
                .role_everywhere(caller)
                .ok_or(ServiceError::Unauthorized);
        };
        let fits = |role: &Role| same(&self.0.secret.key(id.as_str(), *role, 0), key);
        let role = Role::KEYED.into_iter().filter(fits).max();
        role.ok_or(ServiceError::Unauthorized)
    }
}

fn check_role(role: Role) -> Result<(), ServiceError> {
    if role < Role::Score {
        return Err(ServiceError::Forbidden);
    }
    Ok(())
}

/// A document as it was before anything was played.
fn without_play(document: &Json) -> Json {
    let Json::Object(entries) = document else {
        return document.clone();
    };
    let kept = entries.iter();
    let kept = kept.filter(|(key, _)| KEPT.contains(&key.as_str()));
    let no_hands = ("hands".to_owned(), Json::List(Vec::new()));
    Json::Object(kept.cloned().chain([no_hands]).collect())
}

/// A digest of the fields that must be equal.
fn digest(id: &MatchId, document: &Json) -> String {
    let same = SAME.map(|key| document.get(key));
    let text = serde_json::to_string(&same).unwrap_or_default();
    let mut digest = Sha256::new_with_prefix("overtrick expired match");
    digest.update(id.as_str());
    digest.update(text);
    hex(&digest.finalize())
}
