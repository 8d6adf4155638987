//! Idempotent requests and their stored results.

use sha2::{Digest, Sha256};

use super::error::StoreError;
use super::statement::{Row, unhex, unreadable};
use super::store::Store;
use super::transaction::WriteOptions;
use overtrick_match::ledger::{MatchId, Timestamp, hex};

/// The mark of an idempotent request: its key and fingerprint. A repeated request gets the first answer again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The client's key, prefixed with its scopes (see [`Idempotency::within`]).
    pub key: String,
    /// The first 16 bytes of a digest of method, path, query and body.
    pub fingerprint: [u8; 16],
    /// The match that the request changes, if it changes one.
    pub changes: Option<MatchId>,
}

impl Idempotency {
    /// Adds a scope to the key, so that equal keys in different scopes do not collide.
    #[must_use]
    pub fn within(self, scope: &str) -> Idempotency {
        Idempotency {
            key: format!("{scope}/{}", self.key),
            ..self
        }
    }

    /// Returns the mark of a request that opens a match. Its key is valid for this caller only.
    #[must_use]
    pub fn of_creation(self, caller: &str) -> Idempotency {
        self.within(&format!("create/{caller}"))
    }

    /// Returns the mark of a request that changes a match. Its key is valid for this match and caller only.
    #[must_use]
    pub fn of_change(self, id: &MatchId, caller: &str) -> Idempotency {
        Idempotency {
            changes: Some(id.clone()),
            ..self.within(&format!("change/{id}/{caller}"))
        }
    }

    /// Returns the stored form of the mark, which has a digest in place of the key.
    #[must_use]
    pub fn stored(&self) -> Idempotency {
        Idempotency {
            key: digest(&["request", &self.key]),
            fingerprint: self.fingerprint,
            changes: self.changes.clone(),
        }
    }
}

/// A stored request with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneRequest {
    /// The first 16 bytes of a digest of method, path, query and body.
    pub fingerprint: [u8; 16],
    /// The match that it opened or changed.
    pub id: MatchId,
    /// The version of the match after the request; 1 if the request opened the match.
    pub version: u64,
}

impl Store {
    /// Returns the stored request with the same key as this mark, which must be in its stored form.
    ///
    /// # Errors
    /// Database errors.
    pub async fn done_request(
        &self,
        request: &Idempotency,
    ) -> Result<Option<DoneRequest>, StoreError> {
        let done = "SELECT fingerprint, version, matches.id AS match_id FROM idempotency \
            JOIN matches ON matches.number = match_number WHERE key = $1 UNION ALL \
            SELECT fingerprint, version, matches.id \
            FROM idempotent_changes JOIN matches ON matches.number = match_number \
            WHERE key = $1 AND matches.id = $2";
        let id = request.changes.as_ref().map_or("", MatchId::as_str);
        let row = self.row(done, &[(&*request.key).into(), id.into()]).await?;
        row.as_ref().map(done_request).transpose()
    }

    /// Deletes the stored requests older than a time; returns how many were deleted.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget_answers(&self, before: Timestamp) -> Result<u64, StoreError> {
        let forgotten = self.transact(WriteOptions::default(), move |transaction| {
            Box::pin(async move {
                let values = [before.into()];
                let opened = "DELETE FROM idempotency WHERE at < $1";
                let changed = "DELETE FROM idempotent_changes WHERE at < $1";
                let opened = transaction.run(opened, &values).await?;
                Ok(opened + transaction.run(changed, &values).await?)
            })
        });
        forgotten.await
    }
}

fn done_request(row: &Row) -> Result<DoneRequest, StoreError> {
    let fingerprint = unhex(&row.text("fingerprint")?);
    Ok(DoneRequest {
        fingerprint: fingerprint.ok_or_else(|| unreadable("a fingerprint"))?,
        id: row.id("match_id")?,
        version: row.number("version")?,
    })
}

/// Returns the first 16 bytes of a digest of these texts, in hexadecimal. It is short because one is stored
/// for every hand. A collision is harmless: the client only gets one of its own earlier answers.
fn digest(texts: &[&str]) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick idempotency key");
    for text in texts {
        digest.update(text.len().to_le_bytes());
        digest.update(text);
    }
    hex(&digest.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(key: &str) -> Idempotency {
        Idempotency {
            key: key.to_owned(),
            fingerprint: [1; 16],
            changes: None,
        }
    }

    #[test]
    fn a_stored_key_hides_the_key_and_differs_by_client() {
        let key = "a-key-that-nobody-guesses";
        let (ann, bo) = (
            mark(key).of_creation("client/ann"),
            mark(key).of_creation("client/bo"),
        );
        for stored in [
            ann.stored(),
            mark(key).stored(),
            mark(key).within("x").stored(),
        ] {
            assert!(!stored.key.contains(key) && stored.key.len() == 32);
        }
        assert_ne!(ann.stored(), bo.stored());
    }
}
