//! The store traits, implemented for PostgreSQL.

use std::path::Path;

use tokio::time::timeout;

use super::super::error::StoreError;
use super::super::future::StoreFuture;
use super::super::interface::{Append, Expiry, Store};
use super::super::lists::{FoundMatch, ImportedMatch, Known, ListedLog, MatchQuery, MatchSummary};
use super::super::published::{PublicationUpdate, PublishedFilter, PublishedMatch};
use super::super::right::Right;
use super::super::statement::{Readers, Statement, Statements};
use super::super::write_health::PATIENCE;
use super::database::Postgres;
use super::writer::Job;
use super::{expiry, imports, listed, logs, publications, rights};
use overtrick_match::ledger::{MatchId, StoredLog, Timestamp};

impl Statements for Postgres {
    fn readers(&self) -> Readers<'_> {
        Readers::Postgres(&self.pool)
    }

    fn write(&self, statements: Vec<Statement>, right: Right) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = async {
                let mut writing = self.pool.begin().await?;
                rights::hold(&mut writing, &right).await?;
                let mut touched = 0;
                for statement in &statements {
                    touched = writing.execute(statement.query()).await?;
                }
                writing.commit().await?;
                Ok(touched)
            };
            let alone = right == Right::default();
            let written = match &*statements {
                [only] if alone => self.pool.write(only.query()).await,
                _ => written.await,
            };
            self.write_health.note(written)
        })
    }
}

impl Store for Postgres {
    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let written = self.ask(|reply| Job::Append(Box::new(append), reply));
            self.write_health.note(written.await)
        })
    }

    fn log<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, StoredLog> {
        Box::pin(logs::log(&self.pool, id))
    }

    fn faults(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(logs::faults(&self.pool))
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>> {
        Box::pin(logs::list(&self.pool, after, limit))
    }

    fn find<'a>(&'a self, query: &'a MatchQuery) -> StoreFuture<'a, Vec<FoundMatch>> {
        Box::pin(listed::find(&self.pool, query))
    }

    fn write_listings(&self, listings: Vec<ListedLog>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut names = Vec::new();
            for ListedLog { id, .. } in &listings {
                names.push((id.clone(), self.log(id).await?.names));
            }
            imports::write_listings(&self.pool, &listings, &names).await
        })
    }

    fn known<'a>(&'a self, asked: &'a Known) -> StoreFuture<'a, Vec<Known>> {
        Box::pin(listed::known(&self.pool, asked))
    }

    fn deleted<'a>(&'a self, ids: &'a [String]) -> StoreFuture<'a, Vec<String>> {
        Box::pin(expiry::deleted(&self.pool, ids))
    }

    fn import(&self, matches: Vec<ImportedMatch>, right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let written = imports::import(&self.pool, &matches, &right).await;
            self.write_health.note(written)
        })
    }

    fn ids<'a>(&'a self, after: Option<&'a str>, limit: usize) -> StoreFuture<'a, Vec<String>> {
        Box::pin(logs::all_ids(&self.pool, after, limit))
    }

    fn delete<'a>(
        &'a self,
        id: &'a MatchId,
        version: u64,
        at: Timestamp,
        right: &'a Right,
    ) -> StoreFuture<'a, bool> {
        Box::pin(expiry::delete(&self.pool, (id, version), at, right))
    }

    fn unused<'a>(
        &'a self,
        after: Option<&'a str>,
        since: Timestamp,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>> {
        Box::pin(expiry::unused(&self.pool, after, since, limit))
    }

    fn expire(&self, expiry: Expiry) -> StoreFuture<'_, bool> {
        Box::pin(async move { expiry::expire(&self.pool, &expiry).await })
    }

    fn published<'a>(
        &'a self,
        filter: &'a PublishedFilter,
        limit: usize,
    ) -> StoreFuture<'a, Vec<PublishedMatch>> {
        Box::pin(publications::published(&self.pool, filter, limit))
    }

    fn write_publications(
        &self,
        updates: Vec<(MatchId, PublicationUpdate)>,
    ) -> StoreFuture<'_, ()> {
        Box::pin(async move { publications::write(&self.pool, &updates).await })
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let read = self
                .pool
                .rows(|| sqlx::query("SELECT 1 FROM matches LIMIT 1"));
            timeout(PATIENCE, read)
                .await
                .map_err(|_| StoreError::Busy)??;
            let probe = async {
                let probe = self.pool.write(sqlx::query("SELECT probe()"));
                probe.await.map(|_| ())
            };
            self.write_health.check(probe).await
        })
    }

    fn backup<'a>(&'a self, _file: &'a Path) -> StoreFuture<'a, ()> {
        Box::pin(async {
            Err(StoreError::Other(
                "a database of a PostgreSQL server is no file to copy".to_owned(),
            ))
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.pool.close().await;
            match self.ask(Job::Close).await {
                Err(StoreError::Other(_)) if self.jobs.is_closed() => Ok(()),
                closed => closed,
            }
        })
    }
}
