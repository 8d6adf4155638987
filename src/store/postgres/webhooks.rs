//! Webhooks, their deliveries and the changes that they report, in PostgreSQL.

use super::super::change::StoredChange;
use super::super::future::StoreFuture;
use super::super::right::Right;
use super::super::webhook_store::WebhookStore;
use super::super::webhooks::WebhookWrite;
use super::database::Postgres;
use super::feed;
use super::webhook_writes::write;
use overtrick_match::ledger::MatchId;

impl WebhookStore for Postgres {
    fn changes<'a>(
        &'a self,
        after: u64,
        of: Option<&'a MatchId>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredChange>> {
        Box::pin(feed::changes(&self.pool, after, of, limit))
    }

    fn change_at(&self, position: u64) -> StoreFuture<'_, Option<StoredChange>> {
        Box::pin(feed::change_at(&self.pool, position))
    }

    fn last_position(&self) -> StoreFuture<'_, u64> {
        Box::pin(feed::last_position(&self.pool))
    }

    fn write_webhooks(&self, what: WebhookWrite, right: Right) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            self.write_health
                .note(write(&self.pool, &what, &right).await)
        })
    }
}
