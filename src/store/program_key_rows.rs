//! Keys for programs as rows of a database.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

use super::error::StoreError;
use super::program_keys::{ProgramKey, Scope};
use overtrick_match::ledger::{Timestamp, hex};

/// What is written of keys.
#[derive(Debug)]
pub enum KeyWrite {
    /// A key, in the place of one with its id.
    Put(Box<ProgramKey>),
    /// When a key was last used.
    Used(String, Timestamp),
    /// That keys which ended before a moment are not needed any more.
    Forget(Timestamp),
}

/// Every key, in the order of their ids.
pub async fn all(readers: &SqlitePool) -> Result<Vec<ProgramKey>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, name, scope, digest, created_at, expires_at, used_at, revoked_at \
         FROM program_keys ORDER BY id",
    );
    let rows = rows.fetch_all(readers).await?;
    rows.iter().map(key).collect()
}

fn key(row: &SqliteRow) -> Result<ProgramKey, StoreError> {
    let (scope, digest): (String, String) = (row.try_get("scope")?, row.try_get("digest")?);
    let moment = |column| -> Result<Option<Timestamp>, StoreError> {
        let text: Option<String> = row.try_get(column)?;
        let read = text.map(|text| text.parse().map_err(|_| unreadable(column)));
        read.transpose()
    };
    Ok(ProgramKey {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        scope: Scope::from_word(&scope).ok_or_else(|| unreadable("scope"))?,
        digest: bytes(&digest).ok_or_else(|| unreadable("digest"))?,
        created_at: moment("created_at")?.ok_or_else(|| unreadable("created_at"))?,
        expires_at: moment("expires_at")?,
        used_at: moment("used_at")?,
        revoked_at: moment("revoked_at")?,
    })
}

fn unreadable(column: &str) -> StoreError {
    StoreError::Damaged(format!("a key for programs has an unreadable {column}"))
}

/// The bytes of hexadecimal digits.
fn bytes(digits: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(digits.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// Writes this, in a statement of its own.
pub async fn write(connection: &mut SqliteConnection, what: &KeyWrite) -> Result<(), StoreError> {
    let text = |moment: Option<Timestamp>| moment.map(|moment| moment.to_string());
    let query = match what {
        KeyWrite::Put(key) => sqlx::query(
            "INSERT OR REPLACE INTO program_keys \
             (id, name, scope, digest, created_at, expires_at, used_at, revoked_at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )
        .bind(&key.id)
        .bind(&key.name)
        .bind(key.scope.word())
        .bind(hex(&key.digest))
        .bind(key.created_at.to_string())
        .bind(text(key.expires_at))
        .bind(text(key.used_at))
        .bind(text(key.revoked_at)),
        KeyWrite::Used(id, at) => {
            let noted = "UPDATE program_keys SET used_at = ?2 \
                         WHERE id = ?1 AND coalesce(used_at, '') < ?2";
            sqlx::query(noted).bind(id).bind(at.to_string())
        }
        KeyWrite::Forget(before) => {
            let ended = "DELETE FROM program_keys WHERE revoked_at < ?1 OR expires_at < ?1";
            sqlx::query(ended).bind(before.to_string())
        }
    };
    query.execute(connection).await?;
    Ok(())
}
