//! What every store can do, done by a PostgreSQL database.

use std::path::Path;

use tokio::time::timeout;

use super::super::error::StoreError;
use super::super::future::StoreFuture;
use super::super::idempotency::Idempotency;
use super::super::interface::{AnsweredRequest, Append, Expiry, Store, StoredAnswer};
use super::super::lists::{FoundMatch, ImportedMatch, Known, ListedLog, MatchQuery, MatchSummary};
use super::super::published::{
    PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication,
};
use super::super::right::Right;
use super::super::rows::json;
use super::super::write_health::PATIENCE;
use super::database::Postgres;
use super::writer::Job;
use super::{expiry, imports, listed, logs, publications};
use overtrick_match::ledger::{Listing, MatchId, StoredLog, Timestamp, hex};

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

    fn listing<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<(Listing, String)>> {
        Box::pin(listed::listing(&self.pool, id))
    }

    fn publication<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<StoredPublication>> {
        Box::pin(publications::publication(&self.pool, id))
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

    fn outcome<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<AnsweredRequest>> {
        Box::pin(logs::outcome(&self.pool, key))
    }

    fn outcome_of_any<'a>(
        &'a self,
        request: &'a Idempotency,
        since: Timestamp,
    ) -> StoreFuture<'a, Option<AnsweredRequest>> {
        Box::pin(logs::outcome_of_any(&self.pool, request, since))
    }

    fn unused<'a>(
        &'a self,
        after: Option<&'a str>,
        since: Timestamp,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>> {
        Box::pin(expiry::unused(&self.pool, after, since, limit))
    }

    fn note_read(&self, id: MatchId, at: Timestamp) -> StoreFuture<'_, ()> {
        Box::pin(async move { expiry::note_read(&self.pool, &id, at).await })
    }

    fn expire(&self, expiry: Expiry) -> StoreFuture<'_, bool> {
        Box::pin(async move { expiry::expire(&self.pool, &expiry).await })
    }

    fn expired<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<String>> {
        Box::pin(expiry::expired(&self.pool, id))
    }

    fn save_answer(
        &self,
        request: Idempotency,
        at: Timestamp,
        answer: StoredAnswer,
    ) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let save = sqlx::query(
                "INSERT INTO idempotency (key, fingerprint, at, status, headers, body) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(request.key)
            .bind(hex(&request.fingerprint))
            .bind(at.to_string())
            .bind(i64::from(answer.status))
            .bind(json(&answer.headers))
            .bind(answer.body);
            let saved = self.pool.write(save).await;
            self.write_health.note(saved.map(|_| ()))
        })
    }

    fn forget_answers(&self, before: Timestamp) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let forget = sqlx::query("DELETE FROM idempotency WHERE at < $1");
            self.pool.write(forget.bind(before.to_string())).await
        })
    }

    fn published<'a>(
        &'a self,
        filter: &'a PublishedFilter,
        limit: usize,
    ) -> StoreFuture<'a, Vec<PublishedMatch>> {
        Box::pin(publications::published(&self.pool, filter, limit))
    }

    fn published_count(&self) -> StoreFuture<'_, u64> {
        Box::pin(publications::count(&self.pool))
    }

    fn published_ids(&self, skip: usize, limit: usize) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(publications::opened(&self.pool, skip, limit))
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
