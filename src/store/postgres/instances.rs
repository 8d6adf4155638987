//! What instances share, in a PostgreSQL database.

use std::time::Duration;

use sqlx::Row;
use sqlx::postgres::PgRow;
use tokio::sync::mpsc;

use super::super::error::StoreError;
use super::super::future::StoreFuture;
use super::super::instances::{Commit, Commits, Notice, SharedStore, StoredCode};
use super::super::right::Right;
use super::super::rows::{id, time, unreadable};
use super::connection::Query;
use super::database::Postgres;
use super::listening::listen;
use super::rights;
use super::rows::{bound, number, size};
use overtrick_match::ledger::{MatchId, Role, Timestamp, hex};

/// How many notices wait for whoever follows.
const MOST_WAITING: usize = 1024;
/// The name of the digest of the secret.
const SECRET: &str = "secret";

/// What was committed, and how often keys were changed: in one statement, so that it is of one moment.
const COMMITS: &str = "SELECT position, id, version, \
    (SELECT value FROM cluster_settings WHERE name = 'program_keys') AS program_keys FROM \
    (SELECT * FROM (SELECT position, id, sequence AS version FROM events \
    JOIN matches ON number = match_number WHERE position > $1 ORDER BY position LIMIT $2) AS changed \
    UNION ALL SELECT * FROM (SELECT position, id, 0 FROM deleted_matches WHERE position > $1 \
    ORDER BY position LIMIT $2) AS deleted \
    UNION ALL SELECT NULL, NULL, NULL) AS committed ORDER BY position NULLS FIRST LIMIT $2 + 1";

const LEASE: &str = "INSERT INTO leases (name, holder, until) \
    VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond') \
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until \
    WHERE leases.holder = excluded.holder OR leases.until <= clock_timestamp()";

impl Postgres {
    /// Does a statement in a right.
    async fn write_in(&self, query: Query<'_>, right: &Right) -> Result<(), StoreError> {
        let mut writing = self.pool.begin().await?;
        rights::hold(&mut writing, right).await?;
        writing.execute(query).await?;
        writing.commit().await
    }
}

impl SharedStore for Postgres {
    fn is_shared(&self) -> bool {
        true
    }

    fn notices(&self) -> StoreFuture<'_, mpsc::Receiver<Notice>> {
        Box::pin(async move {
            let (tell, told) = mpsc::channel(MOST_WAITING);
            tokio::spawn(listen(self.pool.connector().clone(), tell));
            Ok(told)
        })
    }

    fn commits(&self, after: u64, limit: usize) -> StoreFuture<'_, Commits> {
        Box::pin(async move {
            let rows = self
                .pool
                .rows(|| sqlx::query(COMMITS).bind(bound(after)).bind(size(limit)));
            commits(&rows.await?)
        })
    }

    fn secret_digest(&self) -> StoreFuture<'_, Option<String>> {
        Box::pin(async move {
            let digest =
                || sqlx::query("SELECT value FROM cluster_settings WHERE name = $1").bind(SECRET);
            let row = self.pool.row(digest).await?;
            Ok(row.map(|row| row.try_get("value")).transpose()?)
        })
    }

    fn note_secret_digest(&self, digest: String, replaces: bool) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let note = "INSERT INTO cluster_settings (name, value) VALUES ($1, $2) \
                ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE $3";
            let note = sqlx::query(note).bind(SECRET).bind(digest).bind(replaces);
            self.pool.write(note).await.map(|_| ())
        })
    }

    fn lease<'a>(
        &'a self,
        name: &'a str,
        holder: &'a str,
        time: Duration,
    ) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let millis = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            let lease = sqlx::query(LEASE).bind(name).bind(holder).bind(millis);
            self.pool.write(lease).await.map(|count| count > 0)
        })
    }

    fn release<'a>(&'a self, name: &'a str, holder: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let release = "DELETE FROM leases WHERE name = $1 AND holder = $2";
            let release = sqlx::query(release).bind(name).bind(holder);
            self.pool.write(release).await.map(|_| ())
        })
    }

    fn put_code(
        &self,
        code: StoredCode,
        now: Timestamp,
        most: usize,
        right: Right,
    ) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let put = "SELECT hold_right($1, $2, $3, $4), \
                put_code($5, $6, $7, $8, $9, $10, $11) AS stored";
            let put = rights::bind(sqlx::query(put), &right)
                .bind(hex(&code.digest))
                .bind(code.id.as_str())
                .bind(code.role.word())
                .bind(i64::from(code.generation))
                .bind(code.until.to_string())
                .bind(now.to_string())
                .bind(size(most));
            let row = self.write_health.note(self.pool.call(put).await)?;
            Ok(row.map_or(Ok(false), |row| row.try_get("stored"))?)
        })
    }

    fn code(&self, digest: [u8; 32]) -> StoreFuture<'_, Option<StoredCode>> {
        Box::pin(async move {
            let code = "SELECT id, role, generation, until FROM join_codes \
                JOIN matches ON number = match_number WHERE digest = $1";
            let row = self
                .pool
                .row(|| sqlx::query(code).bind(hex(&digest)))
                .await?;
            row.map(|row| stored_code(&row, digest)).transpose()
        })
    }

    fn revoke_code(&self, id: MatchId, role: Role, right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let revoke = "DELETE FROM join_codes WHERE role = $2 \
                AND match_number = (SELECT number FROM matches WHERE id = $1)";
            let revoke = sqlx::query(revoke).bind(id.as_str()).bind(role.word());
            self.write_in(revoke, &right).await
        })
    }

    fn put_next(&self, id: MatchId, next: MatchId, right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let put = "INSERT INTO next_matches (match_number, next_id) \
                SELECT number, $2 FROM matches WHERE id = $1 \
                ON CONFLICT (match_number) DO UPDATE SET next_id = excluded.next_id";
            let put = sqlx::query(put).bind(id.as_str()).bind(next.as_str());
            self.write_in(put, &right).await
        })
    }

    fn next<'a>(&'a self, of: &'a MatchId) -> StoreFuture<'a, Option<MatchId>> {
        Box::pin(async move {
            let next = "SELECT next_id FROM next_matches \
                JOIN matches ON number = match_number WHERE id = $1";
            let row = self
                .pool
                .row(|| sqlx::query(next).bind(of.as_str()))
                .await?;
            row.map(|row| id(row.try_get("next_id")?)).transpose()
        })
    }
}

/// What these rows say was committed: the first has no commit, so that there is one at least.
fn commits(rows: &[PgRow]) -> Result<Commits, StoreError> {
    let keys: Option<&str> = match rows.first() {
        Some(row) => row.try_get("program_keys")?,
        None => None,
    };
    let mut commits = Vec::with_capacity(rows.len());
    for row in rows.iter().skip(1) {
        let version = number(row, "version")?;
        commits.push(Commit {
            position: number(row, "position")?,
            id: id(row.try_get("id")?)?,
            version: Some(version).filter(|version| *version > 0),
        });
    }
    Ok(Commits {
        commits,
        program_keys: keys.and_then(|keys| keys.parse().ok()).unwrap_or(0),
    })
}

fn stored_code(row: &PgRow, digest: [u8; 32]) -> Result<StoredCode, StoreError> {
    let generation: i64 = row.try_get("generation")?;
    let role = Role::from_word(row.try_get("role")?);
    Ok(StoredCode {
        digest,
        id: id(row.try_get("id")?)?,
        role: role.ok_or_else(|| unreadable("a role"))?,
        generation: u32::try_from(generation).map_err(|_| unreadable("a number"))?,
        until: time(row.try_get("until")?)?,
    })
}
