//! Reads and writes match logs, and lists the stored matches.

use std::collections::HashMap;
use std::sync::Arc;

use super::error::StoreError;
use super::match_entry::{Append, BulkChange, MatchSummary};
use super::rows::Rows;
use super::statement::{Row, unreadable};
use super::store::{Database, Store};
use super::transaction::{Transaction, WriteOptions};
use overtrick_match::ledger::{MatchId, StoredEvent, StoredHead, StoredLog, StoredName, Timestamp};

/// The maximum number of matches that one statement of an import writes.
const MAX_MATCHES: usize = 64;

/// Reads a whole log (head, events and names) in one statement, so that it is a single snapshot.
const LOG: &str = "WITH found AS (SELECT number, id, game, created_at, count, head FROM matches \
    WHERE id = $1) \
    SELECT CAST(0 AS bigint) AS part, count AS place, id AS a, game AS b, created_at AS c, head AS d, \
    NULL AS e, NULL AS f FROM found \
    UNION ALL SELECT 1, sequence, at, by, kind, outcome, commitments, digest FROM events \
    WHERE match_number = (SELECT number FROM found) \
    UNION ALL SELECT 2, number, name, salt, NULL, NULL, NULL, NULL FROM names \
    WHERE match_number = (SELECT number FROM found)";

/// Selects summaries of the matches after an id. A match without events has lost its log, and is omitted.
const SUMMARIES: &str = "SELECT id, game, created_at, events.at AS changed_at, sequence AS version \
    FROM matches JOIN events ON match_number = matches.number AND sequence = \
    (SELECT max(sequence) FROM events WHERE match_number = matches.number) WHERE id > $1";

/// A match whose newest events are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutLog {
    /// Its id.
    pub id: String,
    /// The number of events that another table records for it.
    pub listed: u64,
    /// The number of events in its log.
    pub logged: u64,
}

impl Store {
    /// Returns the log of a match, read from a single snapshot; empty if the match does not exist.
    ///
    /// # Errors
    /// Database errors.
    pub async fn log(&self, id: &MatchId) -> Result<StoredLog, StoreError> {
        let rows = self.rows(LOG, &[id.as_str().into()]).await?;
        let mut log = StoredLog::default();
        for row in &rows {
            match row.any_number("part")? {
                0 => log.head = Some(head(row)?),
                1 => log.events.push(event(row)?),
                _ => log.names.push(name(row)?),
            }
        }
        log.events.sort_by_key(|event| event.sequence);
        log.names.sort_by_key(|name| name.number);
        Ok(log)
    }

    /// Returns at most `limit` matches after an id, ordered by id.
    ///
    /// # Errors
    /// Database errors.
    pub async fn list(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<MatchSummary>, StoreError> {
        let list = format!("{SUMMARIES} ORDER BY id LIMIT $2");
        let values = [after.unwrap_or_default().into(), limit.into()];
        let rows = self.rows(list, &values).await?;
        rows.iter().map(summary).collect()
    }

    /// Returns at most `limit` matches after an id, ordered by id, that have no hands and have not changed
    /// since a time.
    ///
    /// # Errors
    /// Database errors.
    pub async fn unused(
        &self,
        after: Option<&str>,
        since: Timestamp,
        limit: usize,
    ) -> Result<Vec<MatchSummary>, StoreError> {
        let no_hands = match &self.database {
            Database::Sqlite(_) => "outcome ->> 'hands' = 0",
            // PostgreSQL's `->>` operator fails if the text is damaged.
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => "json_member(outcome, 'hands') = '0'",
        };
        let unused = format!(
            "{SUMMARIES} AND created_at < $2 AND events.at < $2 \
             AND {no_hands} ORDER BY id LIMIT $3"
        );
        let values = [after.unwrap_or_default().into(), since.into(), limit.into()];
        let rows = self.rows(unused, &values).await?;
        rows.iter().map(summary).collect()
    }

    /// Returns the matches whose newest events are missing: another table records more events than the log has.
    ///
    /// # Errors
    /// Database errors.
    pub async fn cut_logs(&self) -> Result<Vec<CutLog>, StoreError> {
        let cut = "SELECT id, count AS listed, logged FROM (SELECT matches.id AS id, matches.count AS count, \
            COALESCE((SELECT MAX(sequence) FROM events WHERE match_number = matches.number), 0) AS logged \
            FROM matches) AS counted WHERE count > logged \
            UNION ALL SELECT matches.id AS id, MAX(version) AS listed, matches.count AS logged \
            FROM idempotent_changes JOIN matches ON matches.number = match_number \
            WHERE version > matches.count GROUP BY matches.id, matches.count";
        let rows = self.rows(cut, &[]).await?;
        let cut = |row: &Row| {
            Ok(CutLog {
                id: row.text("id")?,
                listed: row.number("listed")?,
                logged: row.number("logged")?,
            })
        };
        rows.iter().map(cut).collect()
    }

    /// Returns at most `limit` match ids after an id, in order, even of matches with damaged logs.
    ///
    /// # Errors
    /// Database errors.
    pub async fn ids(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, StoreError> {
        let ids = match &self.database {
            // This reads the table itself, because a broken index could hide a match.
            Database::Sqlite(_) => {
                "SELECT id FROM matches NOT INDEXED WHERE id > $1 ORDER BY id LIMIT $2"
            }
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2",
        };
        let values = [after.unwrap_or_default().into(), limit.into()];
        let rows = self.rows(ids, &values).await?;
        rows.iter().map(|row| row.text("id")).collect()
    }

    /// Stores new matches with their complete logs, and new events of existing matches, durably in one
    /// transaction.
    ///
    /// # Errors
    /// [`VersionConflict`](StoreError::VersionConflict) if a new match exists already, or if another match is at
    /// another version; [`NoMatch`](StoreError::NoMatch); [`ExternalIdTaken`](StoreError::ExternalIdTaken).
    pub async fn write_together(&self, change: Arc<BulkChange>) -> Result<(), StoreError> {
        let stored = self.transact(WriteOptions::IN_ORDER, move |transaction| {
            Box::pin(async move { write_bulk(transaction, &change).await.map(|()| 0) })
        });
        stored.await.map(|_| ())
    }
}

/// Writes new matches, and new events of existing matches.
pub async fn write_bulk(
    transaction: &mut Transaction<'_>,
    BulkChange { opened, appended }: &BulkChange,
) -> Result<(), StoreError> {
    for part in opened.chunks(MAX_MATCHES) {
        transaction.write_rows(&Rows::of_logs(part)).await?;
    }
    for part in parts(appended) {
        let rows = Rows::new(part.iter().copied());
        transaction.write_rows(&rows).await?;
    }
    Ok(())
}

/// Splits events into batches, each written together. A batch has at most one event per match, and the events
/// of a match stay in order.
fn parts(appended: &[Append]) -> Vec<Vec<&Append>> {
    let mut rounds: Vec<Vec<&Append>> = Vec::new();
    let mut written: HashMap<&str, usize> = HashMap::new();
    for append in appended {
        let round = written.entry(append.id.as_str()).or_default();
        if rounds.len() == *round {
            rounds.push(Vec::new());
        }
        rounds[*round].push(append);
        *round += 1;
    }
    let parts = rounds.iter().flat_map(|round| round.chunks(MAX_MATCHES));
    parts.map(<[&Append]>::to_vec).collect()
}

fn head(row: &Row) -> Result<StoredHead, StoreError> {
    Ok(StoredHead {
        id: row.any_text("a")?,
        game: row.any_text("b")?,
        created_at: row.any_text("c")?,
        count: row.any_number("place")?,
        digest: row.any_text("d")?,
    })
}

fn event(row: &Row) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        sequence: row.any_number("place")?,
        at: row.any_text("a")?,
        by: row.any_text("b")?,
        kind: row.any_text("c")?,
        outcome: row.any_text("d")?,
        commitments: row.any_text("e")?,
        digest: row.maybe("f")?,
    })
}

fn name(row: &Row) -> Result<StoredName, StoreError> {
    Ok(StoredName {
        number: usize::try_from(row.any_number("place")?).unwrap_or(0),
        name: row.any_text("a")?,
        salt: row.any_text("b")?,
    })
}

fn summary(row: &Row) -> Result<MatchSummary, StoreError> {
    let moment = |column| row.moment(column)?.ok_or_else(|| unreadable("a time"));
    Ok(MatchSummary {
        id: row.id("id")?,
        game: row.text("game")?,
        created_at: moment("created_at")?,
        changed_at: moment("changed_at")?,
        version: row.number("version")?,
    })
}
