//! Connections for reads, and for writes that bypass the writer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::Connection;
use sqlx::postgres::PgRow;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::super::error::StoreError;
use super::connection::{Connector, ExecError, OpenConnection, Query};

/// The most connections.
const MOST: u32 = 8;

/// A transaction on its own connection, which is closed if the transaction is not committed.
pub struct Writing<'p> {
    pool: &'p Pool,
    open: OpenConnection,
    _place: SemaphorePermit<'p>,
}

impl Writing<'_> {
    /// Executes a statement; returns the number of affected rows.
    ///
    /// # Errors
    /// Errors of the statement; [`StoreError::Busy`] if the connection was lost.
    pub async fn execute(&mut self, query: Query<'_>) -> Result<u64, StoreError> {
        let done = self.pool.run(query.execute(&mut self.open.connection));
        Ok(done.await?.rows_affected())
    }

    /// The rows of a query.
    ///
    /// # Errors
    /// Same as [`Writing::execute`].
    pub async fn rows(&mut self, query: Query<'_>) -> Result<Vec<PgRow>, StoreError> {
        let found = query.fetch_all(&mut self.open.connection);
        Ok(self.pool.run(found).await?)
    }

    /// Commits the transaction durably.
    ///
    /// # Errors
    /// Same as [`Writing::execute`]; if the connection was lost, the outcome is unknown.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        self.execute(sqlx::query("COMMIT")).await?;
        self.pool.put_back(self.open);
        Ok(())
    }
}

/// Connections to one server.
#[derive(Debug)]
pub struct Pool {
    connector: Connector,
    room: Semaphore,
    idle: Mutex<Vec<OpenConnection>>,
}

impl Pool {
    /// A pool without connections yet.
    pub fn new(connector: Connector) -> Pool {
        Pool {
            connector,
            room: Semaphore::new(usize::try_from(MOST).unwrap_or(1)),
            idle: Mutex::default(),
        }
    }

    /// The rows of a read query. If a connection is broken, another one is tried.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the server cannot be reached or takes too long.
    pub async fn rows<'q>(
        &self,
        query: impl Fn() -> Query<'q> + Send,
    ) -> Result<Vec<PgRow>, StoreError> {
        let _place = self.place().await?;
        if let Some(open) = self.take() {
            match self.fetch(open, query()).await {
                // The server was restarted, so all idle connections are broken too.
                Err(ExecError::Lost(_)) => self.idle().clear(),
                other => return Ok(other?),
            }
        }
        let open = self.connector.connect().await?;
        Ok(self.fetch(open, query()).await?)
    }

    /// The first row of a read query.
    ///
    /// # Errors
    /// Same as [`Pool::rows`].
    pub async fn row<'q>(
        &self,
        query: impl Fn() -> Query<'q> + Send,
    ) -> Result<Option<PgRow>, StoreError> {
        Ok(self.rows(query).await?.into_iter().next())
    }

    /// Begins a transaction, which is rolled back unless committed.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the server cannot be reached.
    pub async fn begin(&self) -> Result<Writing<'_>, StoreError> {
        let place = self.place().await?;
        let open = self.connected().await?;
        let mut writing = Writing {
            pool: self,
            open,
            _place: place,
        };
        writing.execute(sqlx::query("BEGIN")).await?;
        Ok(writing)
    }

    /// Executes a writing statement as its own transaction; returns the number of affected rows.
    ///
    /// # Errors
    /// Errors of the statement; [`StoreError::Busy`] if the connection was lost, in which case the outcome is
    /// unknown.
    pub async fn write(&self, query: Query<'_>) -> Result<u64, StoreError> {
        let _place = self.place().await?;
        let mut open = self.connected().await?;
        let written = self.run(query.execute(&mut open.connection)).await;
        if !matches!(written, Err(ExecError::Lost(_))) {
            self.put_back(open);
        }
        Ok(written?.rows_affected())
    }

    /// Closes everything, after what is still being done: somebody's last read may be noted just now.
    pub async fn close(&self) {
        let all = self.room.acquire_many(MOST);
        drop(timeout(self.connector.patience(), all).await);
        self.room.close();
        let idle = std::mem::take(&mut *self.idle());
        for open in idle {
            drop(self.run(open.connection.close()).await);
        }
    }

    /// The connector of the pool.
    pub fn connector(&self) -> &Connector {
        &self.connector
    }

    async fn run<T>(
        &self,
        work: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, ExecError> {
        self.connector.run(work).await
    }

    async fn fetch(
        &self,
        mut open: OpenConnection,
        query: Query<'_>,
    ) -> Result<Vec<PgRow>, ExecError> {
        let fetched = self.run(query.fetch_all(&mut open.connection)).await;
        if !matches!(fetched, Err(ExecError::Lost(_))) {
            self.put_back(open);
        }
        fetched
    }

    async fn place(&self) -> Result<SemaphorePermit<'_>, StoreError> {
        let place = timeout(self.connector.patience(), self.room.acquire()).await;
        place
            .map_err(|_| StoreError::Busy)?
            .map_err(|_| StoreError::Other("the store is closed".to_owned()))
    }

    /// A connection that is known to be alive.
    async fn connected(&self) -> Result<OpenConnection, StoreError> {
        if let Some(mut open) = self.take() {
            if open.is_there(&self.connector).await {
                return Ok(open);
            }
            self.idle().clear();
        }
        self.connector.connect().await
    }

    fn take(&self) -> Option<OpenConnection> {
        self.idle().pop()
    }

    fn put_back(&self, mut open: OpenConnection) {
        open.used();
        self.idle().push(open);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<OpenConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
