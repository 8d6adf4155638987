//! What instances share, as rows of an SQLite database.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

use super::error::StoreError;
use super::instances::StoredCode;
use super::rows;
use overtrick_match::ledger::{MatchId, Role, Timestamp, hex};

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

/// The digest of the secret.
pub async fn secret(readers: &SqlitePool) -> Result<Option<String>, StoreError> {
    let digest = sqlx::query_scalar("SELECT value FROM cluster_settings WHERE name = ?1");
    Ok(digest.bind(SECRET).fetch_optional(readers).await?)
}

/// The match that was opened last as the next one of this.
pub async fn next(readers: &SqlitePool, id: &MatchId) -> Result<Option<MatchId>, StoreError> {
    let next = "SELECT next_id FROM next_matches \
        JOIN matches ON number = match_number WHERE id = ?1";
    let next = sqlx::query_scalar(next).bind(id.as_str());
    let next: Option<String> = next.fetch_optional(readers).await?;
    next.map(|next| rows::id(&next)).transpose()
}

/// The code with a digest.
pub async fn code(
    readers: &SqlitePool,
    digest: [u8; 32],
) -> Result<Option<StoredCode>, StoreError> {
    let code = "SELECT id, role, generation, until FROM join_codes \
        JOIN matches ON number = match_number WHERE digest = ?1";
    let code = sqlx::query(code).bind(hex(&digest));
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
            "INSERT INTO cluster_settings (name, value) VALUES (?1, ?2) \
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
    .bind(hex(&code.digest))
    .bind(code.id.as_str())
    .bind(code.role.word())
    .bind(i64::from(code.generation))
    .bind(code.until.to_string())
    .execute(connection)
    .await?;
    Ok(put.rows_affected())
}
