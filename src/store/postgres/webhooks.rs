//! Webhooks, their deliveries and the changes that they report, in a PostgreSQL database.

use super::super::change::StoredChange;
use super::super::future::StoreFuture;
use super::super::right::Right;
use super::super::webhooks::{Delivery, DeliveryState, Webhook, WebhookStore, WebhookWrite};
use super::database::Postgres;
use super::webhook_writes::write;
use super::{feed, webhook_reads};
use overtrick_match::ledger::{MatchId, Timestamp};

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

    fn webhooks<'a>(
        &'a self,
        of: Option<&'a MatchId>,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Webhook>> {
        Box::pin(webhook_reads::webhooks(&self.pool, of, after, limit))
    }

    fn webhook<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<Webhook>> {
        Box::pin(webhook_reads::webhook(&self.pool, id))
    }

    fn behind(&self, room: u64) -> StoreFuture<'_, Vec<Webhook>> {
        Box::pin(async move {
            let last = feed::last_position(&self.pool).await?;
            webhook_reads::behind(&self.pool, last, room).await
        })
    }

    fn due<'a>(
        &'a self,
        now: Timestamp,
        without: &'a [u64],
        limit: usize,
    ) -> StoreFuture<'a, Vec<(Delivery, Webhook)>> {
        Box::pin(webhook_reads::due(&self.pool, now, without, limit))
    }

    fn next_due(&self, after: Timestamp) -> StoreFuture<'_, Option<Timestamp>> {
        Box::pin(webhook_reads::next_due(&self.pool, after))
    }

    fn deliveries(
        &self,
        webhook: u64,
        before: u64,
        state: Option<DeliveryState>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Delivery>> {
        let pool = &self.pool;
        Box::pin(webhook_reads::deliveries(
            pool, webhook, before, state, limit,
        ))
    }

    fn waiting(&self) -> StoreFuture<'_, u64> {
        Box::pin(webhook_reads::waiting(&self.pool))
    }

    fn write_webhooks(&self, what: WebhookWrite, right: Right) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            self.write_health
                .note(write(&self.pool, &what, &right).await)
        })
    }
}
