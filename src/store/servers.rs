//! The size of the database, the data that several servers share, and the lock that gives a task to one of them.

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

/// The name of the digest of the secret.
const SECRET: &str = "secret";

/// How long the database may take to answer the holder of a lock.
#[cfg(feature = "postgres")]
const PATIENCE: Duration = Duration::from_secs(5);
/// The session of a task's lock. If its server is cut off, the database ends the session and another server gets the
/// lock: a server that has it uses its session every few seconds.
#[cfg(feature = "postgres")]
const SESSION: &str = "SET idle_session_timeout = '20s'";
#[cfg(feature = "postgres")]
const TAKE: &str = "SELECT pg_try_advisory_lock(1869902441, 17)";

/// What a notice says. Notices may be lost, so each only says what to read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Matches were changed or deleted.
    Committed,
    /// A rematch of this match was opened.
    Rematch(MatchId),
}

/// How large a database is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many matches it has.
    pub matches: u64,
    /// How many bytes it takes.
    pub bytes: u64,
}

/// The claim to be the only one who writes an import, of all processes that use the database, while this is held.
#[derive(Debug)]
pub enum ImportClaim {
    /// A lock file beside a database in a file.
    File(Option<Lock>),
    /// A session that has a lock of the database.
    #[cfg(feature = "postgres")]
    Session(PgConnection),
}

/// A lock for a task that one server at a time does. Dropping it, or the end of its server in any way, releases it.
#[derive(Debug)]
pub struct TaskLock<'a> {
    store: &'a Store,
    /// The session that has the lock, or is to get it.
    #[cfg(feature = "postgres")]
    session: Option<PgConnection>,
    #[cfg(feature = "postgres")]
    is_held: bool,
}

impl TaskLock<'_> {
    /// Takes the lock unless another server has it; returns whether this one has it. To be called every few seconds,
    /// because the lock is lost with its connection. A SQLite database has one server.
    ///
    /// # Errors
    /// Those of the database: then the lock is not held.
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

    /// Releases the lock at once.
    pub async fn release(self) {
        #[cfg(feature = "postgres")]
        if let Some(session) = self.session {
            drop(timeout(PATIENCE, session.close()).await);
        }
    }
}

impl Store {
    /// Waits for so long until no other process writes an import, and claims to be the only one.
    ///
    /// # Errors
    /// [`Busy`](StoreError::Busy) if another still does.
    pub async fn claim_import(&self, patience: Duration) -> Result<ImportClaim, StoreError> {
        Ok(match &self.database {
            Database::Sqlite(sqlite) => ImportClaim::File(sqlite.claim_import(patience).await?),
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => {
                ImportClaim::Session(postgres.claim_import(patience).await?)
            }
        })
    }

    /// How large it is. Matches are counted one by one: not to be asked often.
    ///
    /// # Errors
    /// Those of the database.
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

    /// The lock for sending webhooks, which is not taken yet.
    pub fn webhook_lock(&self) -> TaskLock<'_> {
        TaskLock {
            store: self,
            #[cfg(feature = "postgres")]
            session: None,
            #[cfg(feature = "postgres")]
            is_held: false,
        }
    }

    /// The notices from now on, of what any server commits, this one included. Some may be lost. A SQLite database has
    /// none.
    pub fn notices(&self) -> mpsc::Receiver<Notice> {
        match &self.database {
            Database::Sqlite(_) => mpsc::channel(1).1,
            #[cfg(feature = "postgres")]
            Database::Postgres(postgres) => postgres.notices(),
        }
    }

    /// The digest of the last event of a match, by which a copy in memory is known to be current.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn head(&self, id: &MatchId) -> Result<Option<String>, StoreError> {
        let head = "SELECT head FROM matches WHERE id = $1";
        let row = self.row(head, &[id.as_str().into()]).await?;
        row.map(|row| row.text("head")).transpose()
    }

    /// The digest of the secret that the keys in this database were made with, if it was noted.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn secret_digest(&self) -> Result<Option<String>, StoreError> {
        let digest = "SELECT value FROM cluster_settings WHERE name = $1";
        let row = self.row(digest, &[SECRET.into()]).await?;
        row.map(|row| row.text("value")).transpose()
    }

    /// Notes the digest of the secret, unless one is noted already; `replaces` takes its place.
    ///
    /// # Errors
    /// Those of the database.
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

    /// Stores the rematch of a match, in the place of an earlier one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn put_next(&self, id: &MatchId, next: &MatchId) -> Result<(), StoreError> {
        let put = "INSERT INTO next_matches (match_number, next_id) \
            SELECT number, $2 FROM matches WHERE id = $1 \
            ON CONFLICT (match_number) DO UPDATE SET next_id = excluded.next_id";
        self.write(put, [id.to_string().into(), next.to_string().into()])
            .await
    }

    /// The rematch of a match that was opened last.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn next(&self, id: &MatchId) -> Result<Option<MatchId>, StoreError> {
        let next = "SELECT next_id FROM next_matches \
            JOIN matches ON number = match_number WHERE id = $1";
        let row = self.row(next, &[id.as_str().into()]).await?;
        row.map(|row| row.id("next_id")).transpose()
    }
}
