//! What instances share, in an SQLite database: one server has it at a time, so that most of it is simple.

use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use tokio::sync::mpsc;

use super::error::StoreError;
use super::feed;
use super::future::StoreFuture;
use super::instances::{Commit, Commits, Notice, SharedStore, StoredCode};
use super::rows::{self, hex};
use super::sqlite::Sqlite;
use super::writer::Job;
use crate::ledger::{MatchId, Role, Timestamp};

/// The name of the digest of the secret.
const SECRET: &str = "secret";

/// What is written of what instances share.
#[derive(Debug)]
pub enum SharedWrite {
    /// The digest of the secret; whether it takes the place of another.
    Secret(String, bool),
    /// A code, the time now, and how many codes there may be.
    Code(StoredCode, Timestamp, usize),
    /// That the code of a role is taken away.
    RevokeCode(MatchId, Role),
    /// The next match of another.
    Next(MatchId, MatchId),
}

impl Sqlite {
    fn share(&self, write: SharedWrite) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = self.ask(move |reply| Job::Shared(write, reply));
            self.condition.note(written.await)
        })
    }
}

impl SharedStore for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    /// Nobody else has anything to tell.
    fn notices(&self) -> StoreFuture<'_, mpsc::Receiver<Notice>> {
        Box::pin(async { Ok(mpsc::channel(1).1) })
    }

    fn commits(&self, after: u64, limit: usize) -> StoreFuture<'_, Commits> {
        Box::pin(async move {
            let changes = feed::changes(&self.readers, after, None, limit).await?;
            Ok(Commits {
                commits: changes
                    .into_iter()
                    .map(|change| Commit {
                        position: change.position,
                        version: change.event.map(|_| change.version),
                        id: change.match_id,
                    })
                    .collect(),
                program_keys: 0,
            })
        })
    }

    fn secret_digest(&self) -> StoreFuture<'_, Option<String>> {
        Box::pin(async move {
            let digest = sqlx::query_scalar("SELECT value FROM shared WHERE name = ?1");
            Ok(digest.bind(SECRET).fetch_optional(&self.readers).await?)
        })
    }

    fn note_secret_digest(&self, digest: String, replaces: bool) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let noted = self.share(SharedWrite::Secret(digest, replaces));
            noted.await.map(|_| ())
        })
    }

    /// The file of the lock is lease enough.
    fn lease<'a>(
        &'a self,
        _name: &'a str,
        _holder: &'a str,
        _time: Duration,
    ) -> StoreFuture<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn release<'a>(&'a self, _name: &'a str, _holder: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn put_code(&self, code: StoredCode, now: Timestamp, most: usize) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let put = self.share(SharedWrite::Code(code, now, most));
            put.await.map(|count| count > 0)
        })
    }

    fn code(&self, digest: [u8; 32]) -> StoreFuture<'_, Option<StoredCode>> {
        Box::pin(code(&self.readers, digest))
    }

    fn revoke_code(&self, id: MatchId, role: Role) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let revoked = self.share(SharedWrite::RevokeCode(id, role));
            revoked.await.map(|_| ())
        })
    }

    fn put_next(&self, id: MatchId, next: MatchId) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.share(SharedWrite::Next(id, next)).await.map(|_| ()) })
    }

    fn next<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<MatchId>> {
        Box::pin(async move {
            let next = "SELECT next_id FROM next_matches \
                JOIN matches ON number = match_number WHERE id = ?1";
            let next = sqlx::query_scalar(next).bind(id.as_str());
            let next: Option<String> = next.fetch_optional(&self.readers).await?;
            next.map(|next| rows::id(&next)).transpose()
        })
    }
}

async fn code(readers: &SqlitePool, digest: [u8; 32]) -> Result<Option<StoredCode>, StoreError> {
    let code = "SELECT id, role, generation, until FROM join_codes \
        JOIN matches ON number = match_number WHERE digest = ?1";
    let code = sqlx::query(code).bind(hex(digest));
    let row: Option<SqliteRow> = code.fetch_optional(readers).await?;
    let read = |row: SqliteRow| {
        let (role, generation): (String, i64) = (row.try_get("role")?, row.try_get("generation")?);
        Ok(StoredCode {
            digest,
            id: rows::id(row.try_get("id")?)?,
            role: Role::from_word(&role).ok_or_else(|| rows::unreadable("a role"))?,
            generation: u32::try_from(generation).map_err(|_| rows::unreadable("a number"))?,
            until: rows::time(row.try_get("until")?)?,
        })
    };
    row.map(read).transpose()
}

/// Writes this, in a transaction of the writer.
pub async fn write(
    connection: &mut SqliteConnection,
    write: &SharedWrite,
) -> Result<u64, StoreError> {
    let query = match write {
        SharedWrite::Secret(digest, replaces) => sqlx::query(
            "INSERT INTO shared (name, value) VALUES (?1, ?2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE ?3",
        )
        .bind(SECRET)
        .bind(digest)
        .bind(*replaces),
        SharedWrite::Code(code, now, most) => {
            return put_code(connection, code, *now, *most).await;
        }
        SharedWrite::RevokeCode(id, role) => sqlx::query(
            "DELETE FROM join_codes WHERE role = ?2 \
             AND match_number = (SELECT number FROM matches WHERE id = ?1)",
        )
        .bind(id.as_str())
        .bind(role.word()),
        SharedWrite::Next(id, next) => sqlx::query(
            "INSERT INTO next_matches (match_number, next_id) \
             SELECT number, ?2 FROM matches WHERE id = ?1 \
             ON CONFLICT (match_number) DO UPDATE SET next_id = excluded.next_id",
        )
        .bind(id.as_str())
        .bind(next.as_str()),
    };
    Ok(query.execute(connection).await?.rows_affected())
}

async fn put_code(
    connection: &mut SqliteConnection,
    code: &StoredCode,
    now: Timestamp,
    most: usize,
) -> Result<u64, StoreError> {
    sqlx::query(
        "DELETE FROM join_codes WHERE until <= ?1 OR (role = ?3 \
         AND match_number = (SELECT number FROM matches WHERE id = ?2))",
    )
    .bind(now.to_string())
    .bind(code.id.as_str())
    .bind(code.role.word())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM join_codes WHERE digest IN (SELECT digest FROM join_codes ORDER BY until \
         LIMIT max(0, (SELECT count(*) FROM join_codes) + 1 - ?1))",
    )
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .execute(&mut *connection)
    .await?;
    let put = sqlx::query(
        "INSERT INTO join_codes (digest, match_number, role, generation, until) \
         SELECT ?1, number, ?3, ?4, ?5 FROM matches WHERE id = ?2 ON CONFLICT DO NOTHING",
    )
    .bind(hex(code.digest))
    .bind(code.id.as_str())
    .bind(code.role.word())
    .bind(i64::from(code.generation))
    .bind(code.until.to_string())
    .execute(connection)
    .await?;
    Ok(put.rows_affected())
}
