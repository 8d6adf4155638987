//! Keys for programs in a PostgreSQL database.

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::super::error::StoreError;
use super::super::future::StoreFuture;
use super::super::program_keys::{ProgramKey, ProgramKeyStore, Scope};
use super::super::right::Right;
use super::super::rows::unhex;
use super::connection::Query;
use super::database::Postgres;
use super::rights;
use super::rows::moment;
use overtrick_match::ledger::{Timestamp, hex};

const ALL: &str = "SELECT id, name, scope, digest, created_at, expires_at, used_at, revoked_at \
    FROM program_keys ORDER BY id";
const PUT: &str = "INSERT INTO program_keys \
    (id, name, scope, digest, created_at, expires_at, used_at, revoked_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
    scope = excluded.scope, digest = excluded.digest, created_at = excluded.created_at, \
    expires_at = excluded.expires_at, used_at = excluded.used_at, revoked_at = excluded.revoked_at";
const NOTE: &str = "UPDATE program_keys SET used_at = $2 \
    WHERE id = $1 AND coalesce(used_at, '') < $2";
const FORGET: &str = "DELETE FROM program_keys WHERE revoked_at < $1 OR expires_at < $1";

impl Postgres {
    async fn write_keys(&self, query: Query<'_>) -> Result<(), StoreError> {
        let written = self.pool.write(query).await;
        self.write_health.note(written.map(|_| ()))
    }
}

impl ProgramKeyStore for Postgres {
    fn program_keys(&self) -> StoreFuture<'_, Vec<ProgramKey>> {
        Box::pin(async move {
            let rows = self.pool.rows(|| sqlx::query(ALL)).await?;
            rows.iter().map(key).collect()
        })
    }

    fn put_program_key(&self, key: ProgramKey, right: Right) -> StoreFuture<'_, ()> {
        let text = |moment: Option<Timestamp>| moment.map(|moment| moment.to_string());
        let put = sqlx::query(PUT)
            .bind(key.id)
            .bind(key.name)
            .bind(key.scope.word())
            .bind(hex(&key.digest))
            .bind(key.created_at.to_string())
            .bind(text(key.expires_at))
            .bind(text(key.used_at))
            .bind(text(key.revoked_at));
        Box::pin(async move {
            let written = async {
                let mut writing = self.pool.begin().await?;
                let alone = sqlx::query("SELECT change_program_keys()");
                writing.execute(alone).await?;
                rights::hold(&mut writing, &right).await?;
                writing.execute(put).await?;
                writing.commit().await
            };
            self.write_health.note(written.await)
        })
    }

    fn note_program_key(&self, id: String, at: Timestamp) -> StoreFuture<'_, ()> {
        Box::pin(self.write_keys(sqlx::query(NOTE).bind(id).bind(at.to_string())))
    }

    fn forget_program_keys(&self, before: Timestamp) -> StoreFuture<'_, ()> {
        Box::pin(self.write_keys(sqlx::query(FORGET).bind(before.to_string())))
    }
}

fn key(row: &PgRow) -> Result<ProgramKey, StoreError> {
    let (scope, digest): (String, String) = (row.try_get("scope")?, row.try_get("digest")?);
    Ok(ProgramKey {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        scope: Scope::from_word(&scope).ok_or_else(|| unreadable("scope"))?,
        digest: unhex(&digest).ok_or_else(|| unreadable("digest"))?,
        created_at: moment(row, "created_at")?.ok_or_else(|| unreadable("created_at"))?,
        expires_at: moment(row, "expires_at")?,
        used_at: moment(row, "used_at")?,
        revoked_at: moment(row, "revoked_at")?,
    })
}

fn unreadable(column: &str) -> StoreError {
    StoreError::Damaged(format!("a key for programs has an unreadable {column}"))
}
