//! Writing to PostgreSQL.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::Row;
use tokio::time::{Instant, sleep};

use super::super::error::StoreError;
use super::super::match_entry::Append;
use super::super::rows::{Rows, STORED_EVENTS};
use super::super::transaction::{Transaction, Work, WriteOptions};
use super::pool::{ExecError, Pool};

/// How long to wait before trying again to reach the database.
const PAUSE: Duration = Duration::from_millis(100);

/// A writer that takes one connection at a time from a pool.
pub struct PostgresWriter {
    pub pool: Pool,
}

impl PostgresWriter {
    /// Appends events of different matches, all or none. If the connection is lost, checks which events were
    /// written.
    pub async fn append(
        &mut self,
        events: &[&Append],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let rows = Rows::new(events.iter().copied());
        let mut session = self.pool.session().await?;
        match session.write_rows(&rows).await {
            Ok(()) => Ok(vec![Ok(()); events.len()]),
            Err(ExecError::Refused(error)) => Err(error),
            Err(ExecError::Lost) => {
                drop(session);
                let stored = stored_matches(&self.pool, &rows).await?;
                let outcome = |append: &&Append| {
                    let is_stored = stored.contains(append.id.as_str());
                    is_stored.then_some(()).ok_or(StoreError::Busy)
                };
                Ok(events.iter().map(outcome).collect())
            }
        }
    }

    /// Runs the work in a transaction.
    pub async fn transact(&mut self, work: Work, options: WriteOptions) -> Result<u64, StoreError> {
        let mut session = self.pool.session().await?;
        session.begin().await?;
        if options.in_order {
            session.execute(sqlx::query("SELECT in_order()")).await?;
        }
        let written = work(&mut Transaction::Postgres(&mut session)).await?;
        session.commit().await?;
        Ok(written)
    }

    /// Writes a test row and deletes it.
    pub async fn probe(&mut self) -> Result<(), StoreError> {
        let mut session = self.pool.session().await?;
        session.execute(sqlx::query("SELECT probe()")).await?;
        Ok(())
    }
}

/// Returns the ids of the matches whose events from these rows were stored.
async fn stored_matches(pool: &Pool, rows: &Rows<'_>) -> Result<HashSet<String>, StoreError> {
    let end = Instant::now() + pool.patience;
    loop {
        match find_stored(pool, rows).await {
            Err(StoreError::Busy) if Instant::now() < end => sleep(PAUSE).await,
            found => return found,
        }
    }
}

async fn find_stored(pool: &Pool, rows: &Rows<'_>) -> Result<HashSet<String>, StoreError> {
    let mut session = pool.session().await?;
    // The server may still be executing the writes of the lost connection, so wait until it releases the lock.
    session.execute(sqlx::query("SELECT in_order()")).await?;
    let found = sqlx::query(STORED_EVENTS).bind(rows.events());
    let found = session.rows(found).await?;
    let ids = found.iter().map(|row| Ok(row.try_get("id")?));
    ids.collect()
}
