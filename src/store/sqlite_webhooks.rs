//! Webhooks, their deliveries and the changes that they report, in SQLite.

use super::change::StoredChange;
use super::feed;
use super::future::StoreFuture;
use super::right::Right;
use super::sqlite::Sqlite;
use super::webhook_store::WebhookStore;
use super::webhooks::WebhookWrite;
use super::writer::Job;
use overtrick_match::ledger::MatchId;

impl WebhookStore for Sqlite {
    fn changes<'a>(
        &'a self,
        after: u64,
        of: Option<&'a MatchId>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredChange>> {
        Box::pin(feed::changes(&self.readers, after, of, limit))
    }

    fn change_at(&self, position: u64) -> StoreFuture<'_, Option<StoredChange>> {
        Box::pin(feed::change_at(&self.readers, position))
    }

    fn last_position(&self) -> StoreFuture<'_, u64> {
        Box::pin(feed::last_position(&self.readers))
    }

    fn write_webhooks(&self, write: WebhookWrite, _right: Right) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = self.ask(move |reply| Job::Webhooks(write, reply));
            self.write_health.note(written.await)
        })
    }
}
