//! What instances share, in an SQLite database: one server has it at a time, so that most of it is simple.

use std::time::Duration;

use tokio::sync::mpsc;

use super::change::WhatChanged;
use super::future::StoreFuture;
use super::instances::{Commit, Commits, Notice, SharedStore, StoredCode};
use super::right::Right;
use super::shared_rows::SharedWrite;
use super::sqlite::Sqlite;
use super::writer::Job;
use super::{feed, shared_rows};
use overtrick_match::ledger::{MatchId, Role, Timestamp};

impl Sqlite {
    fn share(&self, write: SharedWrite) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = self.ask(move |reply| Job::Shared(write, reply));
            self.write_health.note(written.await)
        })
    }
}

impl SharedStore for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    /// Nobody else has anything to tell.
    fn notices(&self) -> StoreFuture<'_, mpsc::Receiver<Notice>> {
        Box::pin(async { Ok(mpsc::channel(1).1) })
    }

    fn commits(&self, after: u64, limit: usize) -> StoreFuture<'_, Commits> {
        Box::pin(async move {
            let changes = feed::changes(&self.readers, after, None, limit).await?;
            Ok(Commits {
                commits: changes
                    .into_iter()
                    .map(|change| Commit {
                        position: change.position,
                        version: matches!(change.what, WhatChanged::Event(_))
                            .then_some(change.version),
                        id: change.match_id,
                    })
                    .collect(),
                program_keys: 0,
            })
        })
    }

    fn secret_digest(&self) -> StoreFuture<'_, Option<String>> {
        Box::pin(shared_rows::secret(&self.readers))
    }

    fn note_secret_digest(&self, digest: String, replaces: bool) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let noted = self.share(SharedWrite::Secret(digest, replaces));
            noted.await.map(|_| ())
        })
    }

    /// The file of the lock is lease enough.
    fn lease<'a>(
        &'a self,
        _name: &'a str,
        _holder: &'a str,
        _time: Duration,
    ) -> StoreFuture<'a, bool> {
        Box::pin(async { Ok(true) })
    }

    fn release<'a>(&'a self, _name: &'a str, _holder: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn put_code(
        &self,
        code: StoredCode,
        now: Timestamp,
        most: usize,
        _right: Right,
    ) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let put = self.share(SharedWrite::Code(code, now, most));
            put.await.map(|count| count > 0)
        })
    }

    fn code(&self, digest: [u8; 32]) -> StoreFuture<'_, Option<StoredCode>> {
        Box::pin(shared_rows::code(&self.readers, digest))
    }

    fn revoke_code(&self, id: MatchId, role: Role, _right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let revoked = self.share(SharedWrite::RevokeCode(id, role));
            revoked.await.map(|_| ())
        })
    }

    fn put_next(&self, id: MatchId, next: MatchId, _right: Right) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.share(SharedWrite::Next(id, next)).await.map(|_| ()) })
    }

    fn next<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<MatchId>> {
        Box::pin(shared_rows::next(&self.readers, id))
    }
}
