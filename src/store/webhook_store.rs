//! Webhooks and their deliveries in a store.

use super::change::StoredChange;
use super::error::StoreError;
use super::future::StoreFuture;
use super::right::Right;
use super::statement::{Readers, Row, Statements};
use super::values;
use super::webhooks::{Delivery, DeliveryState, Webhook, WebhookState, WebhookWrite};
use overtrick_match::ledger::{MatchId, Timestamp};

/// The store of webhooks and of the changes that they send.
pub trait WebhookStore: Statements {
    /// At most `limit` changes after a position, of one match or of all, in commit order.
    fn changes<'a>(
        &'a self,
        after: u64,
        of: Option<&'a MatchId>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<StoredChange>>;

    /// The change at a position, if its match still exists.
    fn change_at(&self, position: u64) -> StoreFuture<'_, Option<StoredChange>>;

    /// The position of the last change, or 0.
    fn last_position(&self) -> StoreFuture<'_, u64>;

    /// At most `limit` webhooks in order of creation, after a number: of one match, or all.
    fn webhooks<'a>(
        &'a self,
        of: Option<&'a MatchId>,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Webhook>> {
        Box::pin(webhooks(self.readers(), of, after, limit))
    }

    /// The webhook with an id.
    fn webhook<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<Webhook>> {
        Box::pin(webhook(self.readers(), id))
    }

    /// The active webhooks whose queues are behind and have room.
    fn behind(&self, room: u64) -> StoreFuture<'_, Vec<Webhook>> {
        Box::pin(async move {
            let last = self.last_position().await?;
            behind(self.readers(), last, room).await
        })
    }

    /// At most `limit` due deliveries with their webhooks, longest waiting first, except those of these
    /// webhooks.
    fn due<'a>(
        &'a self,
        now: Timestamp,
        without: &'a [u64],
        limit: usize,
    ) -> StoreFuture<'a, Vec<(Delivery, Webhook)>> {
        Box::pin(due(self.readers(), now, without, limit))
    }

    /// When the next delivery after a time is due.
    fn next_due(&self, after: Timestamp) -> StoreFuture<'_, Option<Timestamp>> {
        Box::pin(next_due(self.readers(), after))
    }

    /// At most `limit` deliveries of a webhook, newest first, before a position.
    fn deliveries(
        &self,
        webhook: u64,
        before: u64,
        state: Option<DeliveryState>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Delivery>> {
        Box::pin(deliveries(self.readers(), webhook, before, state, limit))
    }

    /// The number of waiting deliveries.
    fn waiting(&self) -> StoreFuture<'_, u64> {
        Box::pin(waiting(self.readers()))
    }

    /// Executes a webhook write.
    ///
    /// # Errors
    /// Store errors, such as [`StoreError::Full`]; [`StoreError::NoRight`].
    fn write_webhooks(&self, write: WebhookWrite, right: Right) -> StoreFuture<'_, u64>;
}

/// Webhooks with the numbers of waiting deliveries.
macro_rules! webhooks {
    ($which:literal) => {
        concat!(
            "SELECT * FROM (SELECT webhooks.*, (SELECT count(*) FROM deliveries \
             WHERE webhook_number = number AND deliveries.state = 'waiting') AS waiting \
             FROM webhooks) AS queued ",
            $which
        )
    };
}

/// The columns of a delivery, named so that they do not collide with those of a webhook.
const DELIVERY: &str = "SELECT webhook_number, position, deliveries.match_id AS delivered_match, \
    version, type, deliveries.state AS delivery_state, attempts, due_at, last_at, status, error";

/// At most `limit` webhooks after a number.
pub async fn webhooks(
    readers: Readers<'_>,
    of: Option<&MatchId>,
    after: u64,
    limit: usize,
) -> Result<Vec<Webhook>, StoreError> {
    let found = webhooks!(
        "WHERE number > $1 AND (CAST($2 AS text) IS NULL OR match_id = $2) ORDER BY number LIMIT $3"
    );
    let values = [after.into(), of.map(MatchId::as_str).into(), limit.into()];
    let rows = readers.rows(found, &values).await?;
    rows.iter().map(webhook_of).collect()
}

/// The webhook with an id.
pub async fn webhook(readers: Readers<'_>, id: &str) -> Result<Option<Webhook>, StoreError> {
    let row = readers
        .row(webhooks!("WHERE id = $1"), &[id.into()])
        .await?;
    row.as_ref().map(webhook_of).transpose()
}

/// The active webhooks that are behind the last position and have room.
pub async fn behind(
    readers: Readers<'_>,
    last: u64,
    room: u64,
) -> Result<Vec<Webhook>, StoreError> {
    let found =
        webhooks!("WHERE state = 'active' AND cursor < $1 AND waiting < $2 ORDER BY cursor");
    let rows = readers.rows(found, &[last.into(), room.into()]).await?;
    rows.iter().map(webhook_of).collect()
}

/// At most `limit` due deliveries with their webhooks.
pub async fn due(
    readers: Readers<'_>,
    now: Timestamp,
    without: &[u64],
    limit: usize,
) -> Result<Vec<(Delivery, Webhook)>, StoreError> {
    let without_these = match readers {
        Readers::Sqlite(_) => "SELECT value FROM json_each($2)",
        Readers::Postgres(_) => "SELECT value::bigint FROM json_array_elements_text($2::json)",
    };
    let found = format!(
        "{DELIVERY}, number, id, webhooks.match_id, url, games, types, description, webhooks.state, \
         created_at, generation, previous_until, failing_since, cursor, CAST(0 AS bigint) AS waiting \
         FROM deliveries JOIN webhooks ON number = webhook_number \
         WHERE due_at <= $1 AND webhooks.state = 'active' \
         AND webhook_number NOT IN ({without_these}) ORDER BY due_at, position LIMIT $3"
    );
    let values = [now.into(), values::json(&without).into(), limit.into()];
    let rows = readers.rows(found, &values).await?;
    let read = |row: &Row| Ok((delivery_of(row)?, webhook_of(row)?));
    rows.iter().map(read).collect()
}

/// When the next delivery after a time is due.
pub async fn next_due(
    readers: Readers<'_>,
    after: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let next = "SELECT min(due_at) AS next FROM deliveries WHERE due_at > $1";
    let row = readers.row(next, &[after.into()]).await?;
    row.map_or(Ok(None), |row| row.moment("next"))
}

/// At most `limit` deliveries of a webhook before a position.
pub async fn deliveries(
    readers: Readers<'_>,
    webhook: u64,
    before: u64,
    state: Option<DeliveryState>,
    limit: usize,
) -> Result<Vec<Delivery>, StoreError> {
    let found = format!(
        "{DELIVERY} FROM deliveries WHERE webhook_number = $1 AND position < $2 \
         AND (CAST($3 AS text) IS NULL OR state = $3) ORDER BY position DESC LIMIT $4"
    );
    let values = [
        webhook.into(),
        before.into(),
        state.map(DeliveryState::word).into(),
        limit.into(),
    ];
    let rows = readers.rows(found, &values).await?;
    rows.iter().map(delivery_of).collect()
}

/// The number of waiting deliveries.
pub async fn waiting(readers: Readers<'_>) -> Result<u64, StoreError> {
    let count = "SELECT count(*) AS waiting FROM deliveries WHERE state = 'waiting'";
    let row = readers.row(count, &[]).await?;
    row.map_or(Ok(0), |row| row.number("waiting"))
}

fn words(row: &Row, column: &str) -> Result<Vec<String>, StoreError> {
    let list = serde_json::from_str(&row.text(column)?);
    list.map_err(|_| values::unreadable("a list of words"))
}

fn webhook_of(row: &Row) -> Result<Webhook, StoreError> {
    let of_match = row.maybe("match_id")?;
    Ok(Webhook {
        number: row.number("number")?,
        id: row.text("id")?,
        match_id: of_match.as_deref().map(values::id).transpose()?,
        url: row.text("url")?,
        games: words(row, "games")?,
        types: words(row, "types")?,
        description: row.text("description")?,
        state: WebhookState::stored(&row.text("state")?)?,
        created_at: values::time(&row.text("created_at")?)?,
        generation: row.small("generation")?,
        previous_until: row.moment("previous_until")?,
        failing_since: row.moment("failing_since")?,
        cursor: row.number("cursor")?,
        waiting: row.number("waiting")?,
    })
}

fn delivery_of(row: &Row) -> Result<Delivery, StoreError> {
    let status = row.maybe_number("status")?;
    Ok(Delivery {
        webhook: row.number("webhook_number")?,
        position: row.number("position")?,
        match_id: row.id("delivered_match")?,
        version: row.number("version")?,
        kind: row.text("type")?,
        state: DeliveryState::stored(&row.text("delivery_state")?)?,
        attempts: row.small("attempts")?,
        due_at: row.moment("due_at")?,
        last_at: row.moment("last_at")?,
        status: status.and_then(|status| u16::try_from(status).ok()),
        error: row.maybe("error")?,
    })
}
