//! Data shared by instances, in PostgreSQL.

use std::time::Duration;

use sqlx::Row;
use sqlx::postgres::PgRow;
use tokio::sync::mpsc;

use super::super::error::StoreError;
use super::super::future::StoreFuture;
use super::super::instances::{Commit, Commits, Notice, SharedStore};
use super::super::values::id;
use super::database::Postgres;
use super::listening::listen;
use super::rows::{bound, number, size};

/// The most notices waiting for a follower.
const MOST_WAITING: usize = 1024;

/// The commits and the change count of API keys, in one statement for a consistent view.
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
}

/// The commits in these rows. The first row has no commit; it ensures that there is at least one row.
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
