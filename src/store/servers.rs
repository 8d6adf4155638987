//! The size of the database, the data that servers share, and locks for tasks that only one server may do.

use std::time::Duration;

#[cfg(feature = "postgres")]
use sqlx::postgres::PgConnection;
#[cfg(feature = "postgres")]
use sqlx::{Connection, Executor};
use tokio::sync::mpsc;
#[cfg(feature = "postgres")]
use tokio::time::timeout;

use super::error::StoreError;
use super::lock::Lock;
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::statement::unreadable;
use super::store::{Database, Store};
use overtrick_match::ledger::MatchId;

/// The name under which the digest of the secret is stored.
const SECRET: &str = "secret";

/// How long to wait for the database while a lock is held.
#[cfg(feature = "postgres")]
const PATIENCE: Duration = Duration::from_secs(5);
/// Sets the idle timeout of the session that holds a task lock. The server uses the session every few
/// seconds. If the server is cut off, the database ends the session, and another server can take the lock.
#[cfg(feature = "postgres")]
const SESSION: &str = "SET idle_session_timeout = '20s'";
#[cfg(feature = "postgres")]
const TAKE: &str = "SELECT pg_try_advisory_lock(1869902441, 17)";

/// A notice from the database. Notices may be lost, so a notice only identifies data to reload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Matches were changed or deleted.
    Committed,
    /// A rematch of this match was opened.
    Rematch(MatchId),
}

/// The size of a database.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// The number of matches.
    pub matches: u64,
    /// The size in bytes.
    pub bytes: u64,
}

/// The exclusive right to write an import into the database. It is released when dropped.
#[derive(Debug)]
pub enum ImportClaim {
    /// A lock file beside a SQLite file; `None` for a database in memory.
    File(Option<Lock>),
    /// A PostgreSQL session that holds a lock.
    #[cfg(feature = "postgres")]
    Session(PgConnection),
}

/// A lock for a task that only one server at a time may do. It is released when it is dropped, or when its
/// server stops or crashes.
#[derive(Debug)]
pub struct TaskLock<'a> {
    store: &'a Store,
    /// The session that holds the lock or tries to take it.
    #[cfg(feature = "postgres")]
    session: Option<PgConnection>,
    #[cfg(feature = "postgres")]
    is_held: bool,
}

impl TaskLock<'_> {
    /// Takes or keeps the lock unless another server has it; returns whether this server has it. Call this every few
    /// seconds, because a lost connection releases the lock. Always `true` for SQLite, which has only one server.
    ///
    /// # Errors
    /// Database errors. The lock is then not held.
    pub async fn hold(&mut self) -> Result<bool, StoreError> {
        match &self.store.database {
            Database::Sqlite(_) => Ok(true),
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => self.hold_in(postgres).await,
        }
    }

    #[cfg(feature = "postgres")]
    async fn hold_in(&mut self, postgres: &Postgres) -> Result<bool, StoreError> {
        let was_held = std::mem::take(&mut self.is_held);
        let work = async {
            let mut session = match self.session.take() {
                Some(session) => session,
                None => {
                    let mut session = postgres.lock_session().await?;
                    session.execute(SESSION).await?;
                    session
                }
            };
            let is_held = if was_held {
                session.ping().await?;
                true
            } else {
                sqlx::query_scalar(TAKE).fetch_one(&mut session).await?
            };
            Ok::<_, StoreError>((session, is_held))
        };
        let (session, is_held) = timeout(PATIENCE, work)
            .await
            .map_err(|_| StoreError::Busy)??;
        self.session = Some(session);
        self.is_held = is_held;
        Ok(is_held)
    }

    /// Releases the lock immediately.
    pub async fn release(self) {
        #[cfg(feature = "postgres")]
        if let Some(session) = self.session {
            drop(timeout(PATIENCE, session.close()).await);
        }
    }
}

impl Store {
    /// Waits until no other process is writing an import, and then claims the right to write one.
    ///
    /// # Errors
    /// [`Busy`](StoreError::Busy) if another process is still writing an import after this time.
    pub async fn claim_import(&self, patience: Duration) -> Result<ImportClaim, StoreError> {
        Ok(match &self.database {
            Database::Sqlite(sqlite) => ImportClaim::File(sqlite.claim_import(patience).await?),
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => {
                ImportClaim::Session(postgres.claim_import(patience).await?)
            }
        })
    }

    /// Returns the size of the database. This is slow, because it counts all matches.
    ///
    /// # Errors
    /// Database errors.
    pub async fn figures(&self) -> Result<Figures, StoreError> {
        let figures = match &self.database {
            Database::Sqlite(_) => {
                "SELECT (SELECT count(*) FROM matches) AS matches, \
                 (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes"
            }
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => {
                "SELECT (SELECT count(*) FROM matches) AS matches, \
                 pg_database_size(current_database()) AS bytes"
            }
        };
        let row = self.row(figures, &[]).await?;
        let row = row.ok_or_else(|| unreadable("a size"))?;
        Ok(Figures {
            matches: row.number("matches")?,
            bytes: row.number("bytes")?,
        })
    }

    /// Whether other servers may write to the database.
    pub fn is_shared(&self) -> bool {
        !matches!(self.database, Database::Sqlite(_))
    }

    /// Returns the lock for sending webhooks, without taking it.
    pub fn webhook_lock(&self) -> TaskLock<'_> {
        TaskLock {
            store: self,
            #[cfg(feature = "postgres")]
            session: None,
            #[cfg(feature = "postgres")]
            is_held: false,
        }
    }

    /// Returns a channel that receives notices about the commits of all servers, including this one, from
    /// this call on. Notices may be lost. A SQLite database sends none.
    pub fn notices(&self) -> mpsc::Receiver<Notice> {
        match &self.database {
            Database::Sqlite(_) => mpsc::channel(1).1,
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => postgres.notices(),
        }
    }

    /// Returns the digest of the last event of a match. A copy in memory is current if it has this digest.
    ///
    /// # Errors
    /// Database errors.
    pub async fn head(&self, id: &MatchId) -> Result<Option<String>, StoreError> {
        let head = "SELECT head FROM matches WHERE id = $1";
        let row = self.row(head, &[id.as_str().into()]).await?;
        row.map(|row| row.text("head")).transpose()
    }

    /// Returns the digest of the secret from which the keys in this database were made, if the digest is stored.
    ///
    /// # Errors
    /// Database errors.
    pub async fn secret_digest(&self) -> Result<Option<String>, StoreError> {
        let digest = "SELECT value FROM cluster_settings WHERE name = $1";
        let row = self.row(digest, &[SECRET.into()]).await?;
        row.map(|row| row.text("value")).transpose()
    }

    /// Stores the digest of the secret. If `replaces` is false, an already stored digest is kept.
    ///
    /// # Errors
    /// Database errors.
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
        self.write(note, [SECRET.into(), digest.into()]).await
    }

    /// Stores the id of a match's rematch, which replaces the id of an earlier rematch.
    ///
    /// # Errors
    /// Database errors.
    pub async fn put_next(&self, id: &MatchId, next: &MatchId) -> Result<(), StoreError> {
        let put = "INSERT INTO next_matches (match_number, next_id) \
            SELECT number, $2 FROM matches WHERE id = $1 \
            ON CONFLICT (match_number) DO UPDATE SET next_id = excluded.next_id";
        self.write(put, [id.to_string().into(), next.to_string().into()])
            .await
    }

    /// Returns the id of a match's latest rematch.
    ///
    /// # Errors
    /// Database errors.
    pub async fn next(&self, id: &MatchId) -> Result<Option<MatchId>, StoreError> {
        let next = "SELECT next_id FROM next_matches \
            JOIN matches ON number = match_number WHERE id = $1";
        let row = self.row(next, &[id.as_str().into()]).await?;
        row.map(|row| row.id("next_id")).transpose()
    }
}
