//! The single writer of events of this server. It writes all waiting events in one statement, and answers
//! when they are durable.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::{Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

use super::super::append::Append;
use super::super::error::StoreError;
use super::super::rows::Rows;
use super::super::values::bound;
use super::connection::{Connector, ExecError, OpenConnection};
use super::statements::{check_texts, write_events};

/// The most events in one statement.
const MOST_TOGETHER: usize = 256;
/// How long to wait before reconnecting to a server that did not answer.
const PAUSE: Duration = Duration::from_millis(100);

/// The channel for the writer's answer.
pub type Reply = oneshot::Sender<Result<(), StoreError>>;

/// A job for the writer.
#[derive(Debug)]
pub enum Job {
    /// Append an event.
    Append(Box<Append>, Reply),
    /// Close.
    Close(Reply),
}

/// Executes jobs until one of them closes the connection, or all senders are gone.
pub async fn write(connector: Connector, mut jobs: mpsc::Receiver<Job>) {
    let mut writer = Writer {
        connector: connector.by_index(),
        open: None,
    };
    let mut waiting = Vec::with_capacity(MOST_TOGETHER);
    let mut last = None;
    while last.is_none() && jobs.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
        let mut appends = Vec::with_capacity(waiting.len());
        for job in waiting.drain(..) {
            match job {
                Job::Append(append, reply) => appends.push((append, reply)),
                Job::Close(reply) => last = Some(reply),
            }
        }
        while !appends.is_empty() {
            let (together, later) = one_of_each(appends);
            writer.append(together).await;
            appends = later;
        }
    }
    if let Some(open) = writer.open.take() {
        drop(writer.connector.run(open.connection.close()).await);
    }
    if let Some(last) = last {
        drop(last.send(Ok(())));
    }
}

type Waiting = (Box<Append>, Reply);

/// Separates the first event of each match from the others.
fn one_of_each(appends: Vec<Waiting>) -> (Vec<Waiting>, Vec<Waiting>) {
    let mut seen = HashSet::with_capacity(appends.len());
    appends
        .into_iter()
        .partition(|(append, _)| seen.insert(append.id.clone()))
}

struct Writer {
    connector: Connector,
    open: Option<OpenConnection>,
}

impl Writer {
    /// Writes these events in one statement; if one of them is refused, each in its own.
    async fn append(&mut self, appends: Vec<Waiting>) {
        let (events, replies): (Vec<_>, Vec<_>) = appends.into_iter().unzip();
        let outcomes = self.outcomes(&events).await;
        for (reply, outcome) in replies.into_iter().zip(outcomes) {
            // The caller may have disconnected; what was written stays.
            drop(reply.send(outcome));
        }
    }

    async fn outcomes(&mut self, events: &[Box<Append>]) -> Vec<Result<(), StoreError>> {
        let all: Vec<&Append> = events.iter().map(|event| &**event).collect();
        let together = self.transaction(&all).await;
        let is_of_one = matches!(
            together,
            Err(StoreError::VersionConflict
                | StoreError::NoMatch
                | StoreError::KeyTaken
                | StoreError::ExternalIdTaken
                | StoreError::Other(_))
        );
        if events.len() < 2 || !is_of_one {
            return match together {
                Ok(written) => written,
                Err(error) => vec![Err(error); events.len()],
            };
        }
        let mut outcomes = Vec::with_capacity(events.len());
        for event in all {
            let written = self.transaction(&[event]).await;
            outcomes.push(written.and_then(|mut one| one.pop().unwrap_or(Err(StoreError::Busy))));
        }
        outcomes
    }

    /// Writes these events durably, or none of them, with the reason. If the connection was lost, checks
    /// which of them were written.
    async fn transaction(
        &mut self,
        events: &[&Append],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let rows = Rows::new(events.iter().copied());
        check_texts(&rows)?;
        let mut open = self.connected().await?;
        let query = write_events(&rows, false);
        match self
            .connector
            .run(query.execute(&mut open.connection))
            .await
        {
            Ok(_) => self.keep(open),
            Err(ExecError::Refused(error)) => {
                self.keep(open);
                return Err(error);
            }
            Err(ExecError::Lost(_)) => {
                drop(open);
                return self.look(events).await;
            }
        }
        Ok(vec![Ok(()); events.len()])
    }

    /// Which of these events are stored.
    async fn look(
        &mut self,
        events: &[&Append],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let ids: Vec<&str> = events.iter().map(|event| event.id.as_str()).collect();
        let sequences = events.iter().map(|event| bound(event.event.texts.sequence));
        let sequences: Vec<i64> = sequences.collect();
        let digests = events.iter().map(|event| event.event.digest.to_string());
        let digests: Vec<String> = digests.collect();
        let mut open = self.reconnected().await?;
        let query = sqlx::query("SELECT place FROM written_events($1, $2, $3) AS place")
            .bind(ids)
            .bind(sequences)
            .bind(digests);
        let found = self
            .connector
            .run(query.fetch_all(&mut open.connection))
            .await?;
        self.keep(open);
        let places = found.iter().map(|row| Ok(row.try_get::<i64, _>(0)?));
        let places: HashSet<i64> = places.collect::<Result<_, StoreError>>()?;
        let outcome = |place: i64| {
            let is_there = places.contains(&place);
            is_there.then_some(()).ok_or(StoreError::Busy)
        };
        Ok((1..).take(events.len()).map(outcome).collect())
    }

    fn keep(&mut self, mut open: OpenConnection) {
        open.used();
        self.open = Some(open);
    }

    /// A connection that is known to be alive.
    async fn connected(&mut self) -> Result<OpenConnection, StoreError> {
        if let Some(mut open) = self.open.take()
            && open.is_there(&self.connector).await
        {
            return Ok(open);
        }
        self.connector.connect().await
    }

    /// A new connection; retries until the timeout.
    async fn reconnected(&self) -> Result<OpenConnection, StoreError> {
        let end = Instant::now() + self.connector.patience();
        loop {
            match self.connector.connect().await {
                Err(StoreError::Busy) if Instant::now() < end => sleep(PAUSE).await,
                other => return other,
            }
        }
    }
}
