//! An open PostgreSQL database.

use tokio::sync::{mpsc, oneshot};

use super::super::error::StoreError;
use super::super::write_health::WriteHealth;
use super::connection::Connector;
use super::migrate::migrate;
use super::pool::Pool;
use super::settings::PostgresSettings;
use super::writer::{Job, Reply, write};

/// The capacity of the writer's queue; further writes wait.
const MOST_QUEUED: usize = 4096;

/// A PostgreSQL database with its single writer of events and its other connections.
#[derive(Debug)]
pub struct Postgres {
    pub(super) pool: Pool,
    pub(super) write_health: WriteHealth,
    pub(super) jobs: mpsc::Sender<Job>,
}

impl Postgres {
    /// Opens a database, migrates it and starts its writer.
    ///
    /// # Errors
    /// The database cannot be reached or used; it is of a newer version of the program.
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

    /// Sends the writer a job and waits for its answer.
    pub(super) async fn ask(&self, job: impl FnOnce(Reply) -> Job) -> Result<(), StoreError> {
        let (reply, answered) = oneshot::channel();
        let closed = || StoreError::Other("the store is closed".to_owned());
        self.jobs.send(job(reply)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}
