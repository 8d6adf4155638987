//! The store trait: stored data and operations.

use std::fmt::Debug;
use std::path::Path;

use super::bulk::BulkStore;
use super::future::StoreFuture;
use super::idempotency::{AnsweredRequest, Idempotency, StoredAnswer};
use super::instances::SharedStore;
use super::lists::{
    FoundMatch, ImportedMatch, Known, ListedLog, ListingUpdate, MatchQuery, MatchSummary,
};
use super::program_keys::ProgramKeyStore;
use super::published::{PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication};
use super::reads;
use super::right::{KeyInUse, Right};
use super::statement::{Statement, Value};
use super::values::json;
use super::webhook_store::WebhookStore;
use overtrick_match::ledger::{Listing, MatchId, SealedEvent, StoredLog, Timestamp, hex};

/// An event to append.
#[derive(Debug)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The id of its game.
    pub game: &'static str,
    /// The event; its number is one more than the version that it changes. Each of its names replaces the
    /// name with the same number.
    pub event: SealedEvent,
    /// The list data of the match after the event, if it changes.
    pub listing: Option<ListingUpdate>,
    /// The mark of its request, stored in the same transaction.
    pub idempotency: Option<Idempotency>,
    /// The digest of the match's list data after the event: see [`Shown`](super::Shown).
    pub listed: String,
    /// The change to the list of published matches, if any.
    pub publication: Option<PublicationUpdate>,
    /// The API key of the program that wrote it, if a program did.
    pub program: Option<KeyInUse>,
}

/// An unused match to delete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expiry {
    /// The match.
    pub id: MatchId,
    /// The version it must have.
    pub version: u64,
    /// It must not have been read since this time.
    pub unread_since: Timestamp,
    /// The current time.
    pub at: Timestamp,
    /// A digest of the document that may reopen it; empty if it cannot be reopened.
    pub digest: String,
}

/// A store of match logs.
pub trait Store: BulkStore + ProgramKeyStore + SharedStore + WebhookStore + Debug {
    /// Appends an event to its match; the first event opens the match. Durable on return.
    ///
    /// # Errors
    /// [`VersionConflict`](super::StoreError::VersionConflict), [`NoMatch`](super::StoreError::NoMatch),
    /// [`KeyTaken`](super::StoreError::KeyTaken), [`NoRight`](super::StoreError::NoRight).
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// The stored log of a match, as of one moment; empty if there is no such match.
    fn log<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, StoredLog>;

    /// Faults that the database finds in its own files and tables, as texts for a log.
    fn faults(&self) -> StoreFuture<'_, Vec<String>>;

    /// At most `limit` matches in the order of their ids, after an id.
    fn list<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>>;

    /// The matches found by a query, in its order.
    fn find<'a>(&'a self, query: &'a MatchQuery) -> StoreFuture<'a, Vec<FoundMatch>>;

    /// Writes the list data of those of these matches whose logs have not grown since, all or none.
    fn write_listings(&self, listings: Vec<ListedLog>) -> StoreFuture<'_, ()>;

    /// The list data of a match with its digest; `None` if one of its names is missing.
    fn listing<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<(Listing, String)>> {
        Box::pin(reads::listing(self.readers(), id))
    }

    /// The stored publication data of a match, unchecked.
    fn publication<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<StoredPublication>> {
        Box::pin(reads::publication(self.readers(), id))
    }

    /// The matches with one of these ids or external ids, or imported from one of these documents.
    fn known<'a>(&'a self, asked: &'a Known) -> StoreFuture<'a, Vec<Known>>;

    /// Those of these ids whose matches were deleted or have expired, even if one was stored again.
    fn deleted<'a>(&'a self, ids: &'a [String]) -> StoreFuture<'a, Vec<String>>;

    /// Stores matches with complete logs, all or none. Durable on return.
    ///
    /// # Errors
    /// [`VersionConflict`](super::StoreError::VersionConflict) if one of them is already stored;
    /// [`ExternalIdTaken`](super::StoreError::ExternalIdTaken); [`NoRight`](super::StoreError::NoRight).
    fn import(&self, matches: Vec<ImportedMatch>, right: Right) -> StoreFuture<'_, ()>;

    /// The ids of at most `limit` matches in order, after a given one, even if their logs are damaged.
    fn ids<'a>(&'a self, after: Option<&'a str>, limit: usize) -> StoreFuture<'a, Vec<String>>;

    /// Deletes a match at a version, with its log and the answers to its requests; returns whether there was
    /// one. The deletion is reported among the changes of all matches.
    ///
    /// # Errors
    /// [`VersionConflict`](super::StoreError::VersionConflict) if it is at another version;
    /// [`NoRight`](super::StoreError::NoRight).
    fn delete<'a>(
        &'a self,
        id: &'a MatchId,
        version: u64,
        at: Timestamp,
        right: &'a Right,
    ) -> StoreFuture<'a, bool>;

    /// The request with an idempotency key, and its answer.
    fn outcome<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<AnsweredRequest>> {
        Box::pin(reads::outcome(self.readers(), key))
    }

    /// The last request since a time whose key has this prefix and which has this fingerprint, and its
    /// answer.
    fn outcome_of_any<'a>(
        &'a self,
        request: &'a Idempotency,
        since: Timestamp,
    ) -> StoreFuture<'a, Option<AnsweredRequest>> {
        Box::pin(reads::outcome_of_any(self.readers(), request, since))
    }

    /// At most `limit` matches without hands that were neither changed nor read since a time, in the order of
    /// their ids, after an id.
    fn unused<'a>(
        &'a self,
        after: Option<&'a str>,
        since: Timestamp,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>>;

    /// Records that a match was read; once a day is enough.
    fn note_read(&self, id: MatchId, at: Timestamp) -> StoreFuture<'_, ()> {
        let note = "UPDATE matches SET read_at = $2 \
            WHERE id = $1 AND coalesce(substr(read_at, 1, 10), '') < substr($2, 1, 10)";
        let note = Statement::new(note, [id.to_string().into(), at.into()]);
        self.write_one(note, Right::default())
    }

    /// Deletes a match and leaves a marker, unless it was changed or read meanwhile; returns whether it was
    /// deleted.
    fn expire(&self, expiry: Expiry) -> StoreFuture<'_, bool>;

    /// The digest in the marker of an expired match.
    fn expired<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<String>> {
        Box::pin(reads::expired(self.readers(), id))
    }

    /// Stores the answer to a request that changed no match.
    ///
    /// # Errors
    /// [`KeyTaken`](super::StoreError::KeyTaken).
    fn save_answer(
        &self,
        request: Idempotency,
        at: Timestamp,
        answer: StoredAnswer,
    ) -> StoreFuture<'_, ()> {
        let save = "INSERT INTO idempotency (key, fingerprint, at, status, headers, body) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let values = [
            request.key.into(),
            hex(&request.fingerprint).into(),
            at.into(),
            u64::from(answer.status).into(),
            json(&answer.headers).into(),
            Value::Bytes(answer.body),
        ];
        let save = Statement::new(save, values);
        self.write_one(save, Right::default())
    }

    /// Deletes the stored requests from before a time; returns their number.
    fn forget_answers(&self, before: Timestamp) -> StoreFuture<'_, u64> {
        let forget = "DELETE FROM idempotency WHERE at < $1";
        self.write(
            vec![Statement::new(forget, [before.into()])],
            Right::default(),
        )
    }

    /// At most `limit` published matches, latest day first, and within a day those published last first.
    fn published<'a>(
        &'a self,
        filter: &'a PublishedFilter,
        limit: usize,
    ) -> StoreFuture<'a, Vec<PublishedMatch>>;

    /// The number of published matches.
    fn published_count(&self) -> StoreFuture<'_, u64> {
        Box::pin(reads::published_count(self.readers()))
    }

    /// The ids of published matches in the order in which they were opened: at most `limit`, after the first
    /// `skip`.
    fn published_ids(&self, skip: usize, limit: usize) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(reads::published_ids(self.readers(), skip, limit))
    }

    /// Writes which of these matches are published, all or none.
    fn write_publications(&self, updates: Vec<(MatchId, PublicationUpdate)>)
    -> StoreFuture<'_, ()>;

    /// Whether the store can be read and written; returns within a bounded time.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Writes a consistent copy to a new file while others read and write.
    fn backup<'a>(&'a self, file: &'a Path) -> StoreFuture<'a, ()>;

    /// Completes pending writes and closes the store.
    fn close(&self) -> StoreFuture<'_, ()>;
}
