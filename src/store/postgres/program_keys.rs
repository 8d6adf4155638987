//! API keys in PostgreSQL.

use super::super::future::StoreFuture;
use super::super::program_keys::{ProgramKey, ProgramKeyStore, put};
use super::super::right::Right;
use super::database::Postgres;
use super::rights;

impl ProgramKeyStore for Postgres {
    fn put_program_key(&self, key: ProgramKey, right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let put = put(&key);
            let written = async {
                let mut writing = self.pool.begin().await?;
                // Taken before the caller's own right: two callers that held theirs first would deadlock.
                let alone = sqlx::query("SELECT change_program_keys()");
                writing.execute(alone).await?;
                rights::hold(&mut writing, &right).await?;
                writing.execute(put.query()).await?;
                writing.commit().await
            };
            self.write_health.note(written.await)
        })
    }
}
