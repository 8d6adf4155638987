//! Keys for programs in a PostgreSQL database.

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
                // Before its own right is held: two that hold theirs would wait for each other.
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
