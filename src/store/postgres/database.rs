//! A database of a PostgreSQL server, opened.

use tokio::sync::{mpsc, oneshot};

use super::super::error::StoreError;
use super::super::write_health::WriteHealth;
use super::connection::Connector;
use super::migrate::migrate;
use super::pool::Pool;
use super::settings::PostgresSettings;
use super::writer::{Job, Reply, write};

/// How many writes the queue of the writer holds; whoever has another waits until one is done.
const MOST_QUEUED: usize = 4096;

/// A database of a PostgreSQL server, with its one writer of events and its other connections.
#[derive(Debug)]
pub struct Postgres {
    pub(super) pool: Pool,
    pub(super) write_health: WriteHealth,
    pub(super) jobs: mpsc::Sender<Job>,
}

impl Postgres {
    /// Opens a database, brings its tables up to date and starts its writer.
    ///
    /// # Errors
    /// A database that cannot be reached or is not ours to use; one of a newer version of the program.
    pub async fn open(settings: &PostgresSettings) -> Result<Postgres, StoreError> {
        let connector = Connector::of(settings)?;
        migrate(&connector).await?;
        let (jobs, received) = mpsc::channel(MOST_QUEUED);
        tokio::spawn(write(connector.clone(), received));
        Ok(Postgres {
            pool: Pool::new(connector),
            write_health: WriteHealth::default(),
            jobs,
        })
    }

    /// Gives the writer a job, and waits for its answer.
    pub(super) async fn ask(&self, job: impl FnOnce(Reply) -> Job) -> Result<(), StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}
