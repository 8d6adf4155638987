//! Data besides matches that several instances of the service share.

use std::time::Duration;

use tokio::sync::mpsc;

use super::super::error::StoreError;
use super::super::instances::{Commit, Commits, Notice};
use super::super::right::Right;
use super::super::statement::Statement;
use super::super::store::{Database, Store};
use overtrick_match::ledger::MatchId;

/// What was committed, and how often keys for programs were changed: in one statement, so that it is of one moment. The
/// first row is no commit, so that there is one at least.
const COMMITS: &str = "SELECT position, id, version, \
    (SELECT value FROM cluster_settings WHERE name = 'program_keys') AS program_keys FROM \
    (SELECT * FROM (SELECT position, id, sequence AS version FROM events \
    JOIN matches ON number = match_number WHERE position > $1 ORDER BY position LIMIT $2) AS changed \
    UNION ALL SELECT * FROM (SELECT position, id, 0 FROM deleted_matches WHERE position > $1 \
    ORDER BY position LIMIT $2) AS deleted \
    UNION ALL SELECT NULL, NULL, NULL) AS committed ORDER BY position NULLS FIRST LIMIT $2 + 1";

/// The name of the digest of the secret.
const SECRET: &str = "secret";

/// What the instances of the service on one database share beside matches. An SQLite database has one server at a time,
/// so that most of it is simple there.
impl Store {
    /// Whether other instances may write to the database: then what is in memory may be old.
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }

    /// The notices from here on, of what any instance commits, this one included. One that is lost is found
    /// by [`Store::commits`]. The channel is closed when the store is.
    pub fn notices(&self) -> mpsc::Receiver<Notice> {
        match &self.database {
            // Nobody else has anything to tell.
            Database::Sqlite(_) => mpsc::channel(1).1,
            Database::Postgres(postgres) => postgres.notices(),
        }
    }

    /// At most `limit` commits after a position, in their order.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn commits(&self, after: u64, limit: usize) -> Result<Commits, StoreError> {
        let rows = self
            .readers()
            .rows(COMMITS, &[after.into(), limit.into()])
            .await?;
        let keys = match rows.first() {
            Some(row) => row.maybe("program_keys")?,
            None => None,
        };
        let mut commits = Vec::with_capacity(rows.len());
        for row in rows.iter().skip(1) {
            commits.push(Commit {
                position: row.number("position")?,
                id: row.id("id")?,
                version: Some(row.number("version")?).filter(|version| *version > 0),
            });
        }
        Ok(Commits {
            commits,
            api_keys: keys.and_then(|keys| keys.parse().ok()).unwrap_or(0),
        })
    }

    /// The digest of the secret that the keys in this database were made with, if it was noted.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn secret_digest(&self) -> Result<Option<String>, StoreError> {
        let digest = "SELECT value FROM cluster_settings WHERE name = $1";
        let row = self.readers().row(digest, &[SECRET.into()]).await?;
        row.map(|row| row.text("value")).transpose()
    }

    /// Notes the digest of the secret, unless one is noted already; `replaces` takes its place.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn note_secret_digest(
        &self,
        digest: String,
        replaces: bool,
    ) -> Result<(), StoreError> {
        let note = if replaces {
            "INSERT INTO cluster_settings (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        } else {
            "INSERT INTO cluster_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
        };
        let note = Statement::new(note, [SECRET.into(), digest.into()]);
        self.write_one(note, Right::default()).await
    }

    /// Takes a lease, or renews it, for a time that the database measures by its own clock; whether the
    /// holder has it. Another holder's lease is taken over when its time is over.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn lease(
        &self,
        name: &str,
        holder: &str,
        time: Duration,
    ) -> Result<bool, StoreError> {
        match &self.database {
            // The file of the lock is lease enough.
            Database::Sqlite(_) => Ok(true),
            Database::Postgres(postgres) => postgres.lease(name, holder, time).await,
        }
    }

    /// Gives a lease back, if the holder has it.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn release(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        match &self.database {
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(postgres) => postgres.release(name, holder).await,
        }
    }

    /// Notes the match that was opened as the next one of another.
    ///
    /// # Errors
    /// [`NoRight`](StoreError::NoRight).
    pub async fn put_next(
        &self,
        id: MatchId,
        next: MatchId,
        right: Right,
    ) -> Result<(), StoreError> {
        let put = "INSERT INTO next_matches (match_number, next_id) \
            SELECT number, $2 FROM matches WHERE id = $1 \
            ON CONFLICT (match_number) DO UPDATE SET next_id = excluded.next_id";
        let put = Statement::new(put, [id.to_string().into(), next.to_string().into()]);
        self.write_one(put, right).await
    }

    /// The match that was opened last as the next one of this.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn next(&self, id: &MatchId) -> Result<Option<MatchId>, StoreError> {
        let next = "SELECT next_id FROM next_matches \
            JOIN matches ON number = match_number WHERE id = $1";
        let row = self.readers().row(next, &[id.as_str().into()]).await?;
        row.map(|row| row.id("next_id")).transpose()
    }
}
