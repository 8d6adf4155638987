//! Webhooks, their deliveries and the changes that they report, in an SQLite database.

use super::change::StoredChange;
use super::future::StoreFuture;
use super::right::Right;
use super::sqlite::Sqlite;
use super::webhooks::{Delivery, DeliveryState, Webhook, WebhookStore, WebhookWrite};
use super::writer::Job;
use super::{feed, webhook_reads};
use overtrick_match::ledger::{MatchId, Timestamp};

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

    fn webhooks<'a>(
        &'a self,
        of: Option<&'a MatchId>,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Webhook>> {
        Box::pin(webhook_reads::webhooks(&self.readers, of, after, limit))
    }

    fn webhook<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<Webhook>> {
        Box::pin(webhook_reads::webhook(&self.readers, id))
    }

    fn behind(&self, room: u64) -> StoreFuture<'_, Vec<Webhook>> {
        Box::pin(async move {
            let last = feed::last_position(&self.readers).await?;
            webhook_reads::behind(&self.readers, last, room).await
        })
    }

    fn due<'a>(
        &'a self,
        now: Timestamp,
        without: &'a [u64],
        limit: usize,
    ) -> StoreFuture<'a, Vec<(Delivery, Webhook)>> {
        Box::pin(webhook_reads::due(&self.readers, now, without, limit))
    }

    fn next_due(&self, after: Timestamp) -> StoreFuture<'_, Option<Timestamp>> {
        Box::pin(webhook_reads::next_due(&self.readers, after))
    }

    fn deliveries(
        &self,
        webhook: u64,
        before: u64,
        state: Option<DeliveryState>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Delivery>> {
        let readers = &self.readers;
        Box::pin(webhook_reads::deliveries(
            readers, webhook, before, state, limit,
        ))
    }

    fn waiting(&self) -> StoreFuture<'_, u64> {
        Box::pin(webhook_reads::waiting(&self.readers))
    }

    fn write_webhooks(&self, write: WebhookWrite, _right: Right) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            let written = self.ask(move |reply| Job::Webhooks(write, reply));
            self.write_health.note(written.await)
        })
    }
}
