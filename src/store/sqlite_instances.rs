//! Data shared by instances, in SQLite. Only one server uses the database, so most of it is simple.

use std::time::Duration;

use tokio::sync::mpsc;

use super::change::WhatChanged;
use super::feed;
use super::future::StoreFuture;
use super::instances::{Commit, Commits, Notice, SharedStore};
use super::sqlite::Sqlite;

impl SharedStore for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    /// Nobody else sends notices.
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

    /// The lock file is sufficient as a lease.
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
}
