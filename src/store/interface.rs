//! What a store has, and what it can do.

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

/// An event to be appended.
#[derive(Debug)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The id of its game.
    pub game: &'static str,
    /// The event; its number is one more than the version that it changes. Each of its names replaces
    /// the name of the same number.
    pub event: SealedEvent,
    /// What lists show of the match after the event, if that is something else than before.
    pub listing: Option<ListingUpdate>,
    /// The mark of its request, stored in the same transaction.
    pub idempotency: Option<Idempotency>,
    /// The digest of all that lists show of the match after the event: see [`Shown`](super::Shown).
    pub listed: String,
    /// What it does to the list of published matches, if anything.
    pub publication: Option<PublicationUpdate>,
    /// The key of the program that wrote it, if it was one.
    pub program: Option<KeyInUse>,
}

/// A match that is to be deleted because nobody uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expiry {
    /// The match.
    pub id: MatchId,
    /// The version that it must be at.
    pub version: u64,
    /// It must not have been read since.
    pub unread_since: Timestamp,
    /// The time now.
    pub at: Timestamp,
    /// A digest of the document that may open it again; empty if none may.
    pub digest: String,
}

/// A place where the logs of matches are stored.
pub trait Store: BulkStore + ProgramKeyStore + SharedStore + WebhookStore + Debug {
    /// Appends an event to its match; the first event opens the match. Durable when answered.
    ///
    /// # Errors
    /// [`VersionConflict`](super::StoreError::VersionConflict), [`NoMatch`](super::StoreError::NoMatch),
    /// [`KeyTaken`](super::StoreError::KeyTaken), [`NoRight`](super::StoreError::NoRight).
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// What is stored of a match, all of it as of one moment; nothing, if there is no such match.
    fn log<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, StoredLog>;

    /// What the database itself finds wrong with its files and its tables, in words for a log.
    fn faults(&self) -> StoreFuture<'_, Vec<String>>;

    /// At most `limit` matches in the order of their ids, beginning after an id.
    fn list<'a>(
        &'a self,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>>;

    /// The matches that a query asks for, in its order.
    fn find<'a>(&'a self, query: &'a MatchQuery) -> StoreFuture<'a, Vec<FoundMatch>>;

    /// Writes what lists show of those of these matches whose logs are as long as they were, all or none.
    fn write_listings(&self, listings: Vec<ListedLog>) -> StoreFuture<'_, ()>;

    /// What lists show of a match, with its digest; nothing, if a name of it is not found.
    fn listing<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<(Listing, String)>> {
        Box::pin(reads::listing(self.readers(), id))
    }

    /// What is stored of a match for the list of published matches, unchecked.
    fn publication<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<StoredPublication>> {
        Box::pin(reads::publication(self.readers(), id))
    }

    /// The matches that have one of these ids or external ids, or come from one of these documents.
    fn known<'a>(&'a self, asked: &'a Known) -> StoreFuture<'a, Vec<Known>>;

    /// Those of these ids whose matches were deleted, or expired, whether or not one is there again.
    fn deleted<'a>(&'a self, ids: &'a [String]) -> StoreFuture<'a, Vec<String>>;

    /// Stores matches with their whole logs, all or none. Durable when answered.
    ///
    /// # Errors
    /// [`VersionConflict`](super::StoreError::VersionConflict), if one of them is there; [`ExternalIdTaken`](super::StoreError::ExternalIdTaken);
    /// [`NoRight`](super::StoreError::NoRight).
    fn import(&self, matches: Vec<ImportedMatch>, right: Right) -> StoreFuture<'_, ()>;

    /// The ids of at most `limit` matches in their order, beginning after one, whatever their logs are.
    fn ids<'a>(&'a self, after: Option<&'a str>, limit: usize) -> StoreFuture<'a, Vec<String>>;

    /// Deletes a match that is at a version, with its log and the answers to its requests; whether there was
    /// one. That it was deleted, and when, is reported in the changes of all matches.
    ///
    /// # Errors
    /// [`VersionConflict`](super::StoreError::VersionConflict), if it is at another version; [`NoRight`](super::StoreError::NoRight).
    fn delete<'a>(
        &'a self,
        id: &'a MatchId,
        version: u64,
        at: Timestamp,
        right: &'a Right,
    ) -> StoreFuture<'a, bool>;

    /// The request that had an idempotency key, and how it was answered.
    fn outcome<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<AnsweredRequest>> {
        Box::pin(reads::outcome(self.readers(), key))
    }

    /// The last request since a moment whose key begins with this text and that has this fingerprint,
    /// and how it was answered.
    fn outcome_of_any<'a>(
        &'a self,
        request: &'a Idempotency,
        since: Timestamp,
    ) -> StoreFuture<'a, Option<AnsweredRequest>> {
        Box::pin(reads::outcome_of_any(self.readers(), request, since))
    }

    /// At most `limit` matches without hands that were neither changed nor read since a moment, in the
    /// order of their ids, beginning after an id.
    fn unused<'a>(
        &'a self,
        after: Option<&'a str>,
        since: Timestamp,
        limit: usize,
    ) -> StoreFuture<'a, Vec<MatchSummary>>;

    /// Notes that a match was read; once a day is enough.
    fn note_read(&self, id: MatchId, at: Timestamp) -> StoreFuture<'_, ()> {
        let note = "UPDATE matches SET read_at = $2 \
            WHERE id = $1 AND coalesce(substr(read_at, 1, 10), '') < substr($2, 1, 10)";
        let note = Statement::new(note, [id.to_string().into(), at.into()]);
        self.write_one(note, Right::default())
    }

    /// Deletes a match and leaves a mark, unless it has changed or was read since; whether it was
    /// deleted.
    fn expire(&self, expiry: Expiry) -> StoreFuture<'_, bool>;

    /// The digest in the mark of a match that expired.
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

    /// Deletes what is stored of requests from before a moment; how many there were.
    fn forget_answers(&self, before: Timestamp) -> StoreFuture<'_, u64> {
        let forget = "DELETE FROM idempotency WHERE at < $1";
        self.write(
            vec![Statement::new(forget, [before.into()])],
            Right::default(),
        )
    }

    /// At most `limit` published matches, the newest day first, and of a day those first that were
    /// published last.
    fn published<'a>(
        &'a self,
        filter: &'a PublishedFilter,
        limit: usize,
    ) -> StoreFuture<'a, Vec<PublishedMatch>>;

    /// How many matches are published.
    fn published_count(&self) -> StoreFuture<'_, u64> {
        Box::pin(reads::published_count(self.readers()))
    }

    /// The ids of published matches in the order in which they were opened: at most `limit`, without the first
    /// `skip`.
    fn published_ids(&self, skip: usize, limit: usize) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(reads::published_ids(self.readers(), skip, limit))
    }

    /// Writes which of these matches are listed, all or none.
    fn write_publications(&self, updates: Vec<(MatchId, PublicationUpdate)>)
    -> StoreFuture<'_, ()>;

    /// Whether the store can be read and written; answered in a bounded time.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Writes a consistent copy into a file that does not exist yet, while others read and write.
    fn backup<'a>(&'a self, file: &'a Path) -> StoreFuture<'a, ()>;

    /// Writes what waits, and closes.
    fn close(&self) -> StoreFuture<'_, ()>;
}
