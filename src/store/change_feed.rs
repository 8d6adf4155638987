//! The changes of all matches in commit order, and the position that each webhook has reached.

use sha2::{Digest, Sha256};

use super::error::StoreError;
use super::statement::Row;
use super::store::Store;
use overtrick_match::ledger::{MatchId, hex};

/// A change of a match, or its deletion, at its position in the commit order. The details of a change are in
/// the log of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChange {
    /// The position. Later changes have greater positions, and no position is used twice.
    pub position: u64,
    /// The match.
    pub match_id: MatchId,
    /// The version of the match after the change. A deletion increases it by one.
    pub version: u64,
    /// The event or the deletion.
    pub what: WhatChanged,
}

/// The data that is stored for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhatChanged {
    /// An event, with its digest.
    Event(String),
    /// The match was deleted: the id of its game, and the time.
    Deleted(String, String),
    /// The match was deleted, and the stored data about the deletion is damaged.
    DeletedDamaged,
}

/// The query for events and deletions of matches. It is one statement, because two would read two snapshots,
/// and changes committed in between would be skipped.
macro_rules! changes {
    ($events:literal, $deleted:literal) => {
        concat!(
            "SELECT * FROM (SELECT CAST(1 AS bigint) AS is_event, position, id, sequence AS version, \
             digest, NULL AS game, NULL AS at FROM events JOIN matches ON matches.number = match_number WHERE ",
            $events,
            " ORDER BY position LIMIT $2) AS changed UNION ALL \
             SELECT * FROM (SELECT 0, position, id, version, digest, game, at FROM deleted_matches WHERE ",
            $deleted,
            " ORDER BY position LIMIT $2) AS deleted ORDER BY position LIMIT $2"
        )
    };
}

const ALL: &str = changes!("position > $1", "position > $1");
const OF_MATCH: &str = changes!(
    "match_number = (SELECT number FROM matches WHERE id = $3) AND position > $1",
    "id = $3 AND position > $1"
);

impl Store {
    /// Returns at most `limit` changes after a position, of one match or of all matches, in commit order.
    ///
    /// # Errors
    /// Database errors.
    pub async fn changes(
        &self,
        after: u64,
        only: Option<&MatchId>,
        limit: usize,
    ) -> Result<Vec<StoredChange>, StoreError> {
        let rows = match only {
            None => self.rows(ALL, &[after.into(), limit.into()]).await,
            Some(id) => {
                let values = [after.into(), limit.into(), id.as_str().into()];
                self.rows(OF_MATCH, &values).await
            }
        };
        Ok(rows?.iter().filter_map(change).collect())
    }

    /// Returns the position of the last change, or 0 if there is none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn last_position(&self) -> Result<u64, StoreError> {
        let last = "SELECT max(position) AS last FROM (SELECT max(position) AS position FROM events \
            UNION ALL SELECT max(position) FROM deleted_matches) AS ends";
        let row = self.row(last, &[]).await?;
        row.map_or(Ok(0), |row| row.any_number("last"))
    }

    /// Returns the position of the last change that a webhook has processed; `None` for a new webhook.
    ///
    /// # Errors
    /// Database errors.
    pub async fn webhook_cursor(&self, webhook: &str) -> Result<Option<u64>, StoreError> {
        let cursor = "SELECT position FROM webhook_cursors WHERE webhook = $1";
        let row = self.row(cursor, &[webhook.into()]).await?;
        row.map(|row| row.number("position")).transpose()
    }

    /// Sets the position after which a new webhook begins. A webhook that already has a position keeps it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn begin_webhook(&self, webhook: String, position: u64) -> Result<(), StoreError> {
        let begin = "INSERT INTO webhook_cursors (webhook, position) VALUES ($1, $2) \
            ON CONFLICT (webhook) DO NOTHING";
        self.write(begin, [webhook.into(), position.into()]).await
    }

    /// Stores the position of the last change that a webhook has processed. An earlier position than the
    /// stored one is ignored, because a server that no longer sends may store its last position late.
    ///
    /// # Errors
    /// Database errors.
    pub async fn put_webhook_cursor(
        &self,
        webhook: String,
        position: u64,
    ) -> Result<(), StoreError> {
        let put = "UPDATE webhook_cursors SET position = $2 WHERE webhook = $1 AND position < $2";
        self.write(put, [webhook.into(), position.into()]).await
    }
}

/// Reads a change from a row; `None` for a row whose id cannot be read.
fn change(row: &Row) -> Option<StoredChange> {
    let match_id = MatchId::read(&row.any_text("id").ok()?)?;
    let mut version = row.any_number("version").ok()?;
    let digest = row.any_text("digest").ok()?;
    let what = if row.any_number("is_event").ok()? == 1 {
        WhatChanged::Event(digest)
    } else {
        let (game, at) = (row.any_text("game").ok()?, row.any_text("at").ok()?);
        let what = if digest == deletion_digest(match_id.as_str(), &game, version, &at) {
            WhatChanged::Deleted(game, at)
        } else {
            WhatChanged::DeletedDamaged
        };
        // The stored version is the one before the deletion.
        version += 1;
        what
    };
    Some(StoredChange {
        position: row.any_number("position").ok()?,
        match_id,
        version,
        what,
    })
}

/// Returns the digest of the data about a deleted match. Readers compare it with the stored digest to detect damage.
pub fn deletion_digest(id: &str, game: &str, version: u64, at: &str) -> String {
    let digest = Sha256::digest(format!("{id} {game} {version} {at}"));
    hex(&digest[..8])
}
