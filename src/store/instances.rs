//! What several instances of the service share by their database beside matches, and how each learns what
//! the others have committed.

use std::time::Duration;

use tokio::sync::mpsc;

use super::future::StoreFuture;
use super::right::Right;
use overtrick_match::ledger::{MatchId, Role, Timestamp};

/// What was committed to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its place in the order of commits.
    pub position: u64,
    /// The match.
    pub id: MatchId,
    /// The version after it; `None`, if the match was deleted.
    pub version: Option<u64>,
}

/// What was committed after a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commits {
    /// In their order.
    pub commits: Vec<Commit>,
    /// A number that is another one whenever a key for programs was made, renewed or revoked.
    pub program_keys: u64,
}

/// What the database tells of what any instance has committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Matches were changed or deleted.
    Committed(Vec<Commit>),
    /// Keys for programs were made, renewed or revoked.
    ProgramKeys,
    /// Another match was opened as the next one of this.
    Next(MatchId),
    /// Some notices may have been lost: what was committed is to be read.
    Lost,
}

/// A code by which a phone joins a match, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCode {
    /// A digest of the code.
    pub digest: [u8; 32],
    /// The match.
    pub id: MatchId,
    /// The role.
    pub role: Role,
    /// Of the role's key: with another key, the code opens nothing.
    pub generation: u32,
    /// The end of its time.
    pub until: Timestamp,
}

/// What the instances of the service on one database share beside matches.
pub trait SharedStore: Send + Sync {
    /// Whether other instances may write to the database: then what is in memory may be old.
    fn is_shared(&self) -> bool;

    /// The notices from here on, of what any instance commits, this one included. One that is lost is found
    /// by [`SharedStore::commits`]. The channel is closed when the store is.
    fn notices(&self) -> StoreFuture<'_, mpsc::Receiver<Notice>>;

    /// At most `limit` commits after a position, in their order.
    fn commits(&self, after: u64, limit: usize) -> StoreFuture<'_, Commits>;

    /// The digest of the secret that the keys in this database were made with, if it was noted.
    fn secret_digest(&self) -> StoreFuture<'_, Option<String>>;

    /// Notes the digest of the secret, unless one is noted already; `replaces` takes its place.
    fn note_secret_digest(&self, digest: String, replaces: bool) -> StoreFuture<'_, ()>;

    /// Takes a lease, or renews it, for a time that the database measures by its own clock; whether the
    /// holder has it. Another holder's lease is taken over when its time is over.
    fn lease<'a>(&'a self, name: &'a str, holder: &'a str, time: Duration)
    -> StoreFuture<'a, bool>;

    /// Gives a lease back, if the holder has it.
    fn release<'a>(&'a self, name: &'a str, holder: &'a str) -> StoreFuture<'a, ()>;

    /// Stores a code in the place of the role's earlier one, and forgets those whose time is over. Of more
    /// than `most` codes, the one that ends first makes room. Whether it was stored: it is not, where
    /// another match has the same code, or there is no such match.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn put_code(
        &self,
        code: StoredCode,
        now: Timestamp,
        most: usize,
        right: Right,
    ) -> StoreFuture<'_, bool>;

    /// The code with a digest, whether or not its time is over.
    fn code(&self, digest: [u8; 32]) -> StoreFuture<'_, Option<StoredCode>>;

    /// Takes the code of a role away, if there is one.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn revoke_code(&self, id: MatchId, role: Role, right: Right) -> StoreFuture<'_, ()>;

    /// Notes the match that was opened as the next one of another.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn put_next(&self, id: MatchId, next: MatchId, right: Right) -> StoreFuture<'_, ()>;

    /// The match that was opened last as the next one of this.
    fn next<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<MatchId>>;
}
