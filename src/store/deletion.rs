//! Deleting matches.

use super::change_feed::deletion_digest;
use super::error::StoreError;
use super::statement::Value;
use super::store::Store;
use super::transaction::{Transaction, WriteOptions};
use overtrick_match::ledger::{MatchId, Timestamp};

impl Store {
    /// Deletes a match if it has this version, with its log and its stored requests. The change feed reports
    /// the deletion and its time. Returns whether the match existed.
    ///
    /// # Errors
    /// [`VersionConflict`](StoreError::VersionConflict) if the match is at another version.
    pub async fn delete(
        &self,
        id: &MatchId,
        version: u64,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let id = id.clone();
        let deleted = self.transact(DELETION, move |transaction| {
            Box::pin(async move {
                match found(transaction, &id).await? {
                    Some((game, stored)) if stored == version => {
                        delete_found(transaction, &id, (&game, stored), at).await
                    }
                    Some(_) => Err(StoreError::VersionConflict),
                    None => Ok(0),
                }
            })
        });
        deleted.await.map(|count| count > 0)
    }

    /// Returns which of these ids belonged to a deleted match, even if a new match now has the same id.
    ///
    /// # Errors
    /// Database errors.
    pub async fn deleted(&self, ids: &[String]) -> Result<Vec<String>, StoreError> {
        let deleted = "SELECT DISTINCT deleted_matches.id AS deleted FROM deleted_matches \
            WHERE deleted_matches.id IN (SELECT value ->> 0 FROM json_each($1))";
        let rows = self.rows(deleted, &[Value::column(ids)]).await?;
        rows.iter().map(|row| row.text("deleted")).collect()
    }
}

/// The options of a transaction that deletes a match.
const DELETION: WriteOptions = WriteOptions {
    in_order: true,
    erases: true,
};

/// Returns the game and the version of a match.
async fn found(
    transaction: &mut Transaction<'_>,
    id: &MatchId,
) -> Result<Option<(String, u64)>, StoreError> {
    let found = "SELECT game, (SELECT max(sequence) FROM events \
        WHERE match_number = matches.number) AS version FROM matches WHERE id = $1";
    let row = transaction.row(found, &[id.as_str().into()]).await?;
    row.map(|row| Ok((row.any_text("game")?, row.any_number("version")?)))
        .transpose()
}

/// Deletes an existing match, and records the deletion with its position in the commit order.
async fn delete_found(
    transaction: &mut Transaction<'_>,
    id: &MatchId,
    (game, version): (&str, u64),
    at: Timestamp,
) -> Result<u64, StoreError> {
    let note = match transaction {
        Transaction::Sqlite(_) => {
            "INSERT INTO deleted_matches (position, id, game, version, at, digest) \
             SELECT 1 + max(coalesce((SELECT max(position) FROM events), 0), \
             coalesce((SELECT max(position) FROM deleted_matches), 0)), $1, $2, $3, $4, $5"
        }
        // A database sequence assigns the position.
        #[cfg(feature = "postgres")]
        Transaction::Postgres(_) => {
            "INSERT INTO deleted_matches (id, game, version, at, digest) \
             VALUES ($1, $2, $3, $4, $5)"
        }
    };
    let values = [
        id.as_str().into(),
        game.into(),
        version.into(),
        at.into(),
        deletion_digest(id.as_str(), game, version, &at.to_string()).into(),
    ];
    transaction.run(note, &values).await?;
    let id = [id.as_str().into()];
    transaction
        .run("DELETE FROM matches WHERE id = $1", &id)
        .await
}
