//! Reading webhooks and their deliveries.

use super::super::error::StoreError;
use super::super::statement::{Row, Value};
use super::super::store::Store;
use super::super::values;
use super::super::webhooks::{Delivery, DeliveryState, Webhook, WebhookState};
use overtrick_match::ledger::{MatchId, Timestamp};

/// Webhooks, each with how many deliveries wait in its queue.
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

/// Deliveries, their columns under names that stand beside those of a webhook.
macro_rules! deliveries {
    ($rest:literal) => {
        concat!(
            "SELECT webhook_number, position, deliveries.match_id AS delivered_match, version, type, \
             deliveries.state AS delivery_state, attempts, due_at, last_at, status, error",
            $rest
        )
    };
}

impl Store {
    /// At most `limit` webhooks in the order in which they were made, beginning after a number: of one
    /// match, or all.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn webhooks(
        &self,
        of: Option<&MatchId>,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Webhook>, StoreError> {
        let found = webhooks!(
            "WHERE number > $1 AND (CAST($2 AS text) IS NULL OR match_id = $2) \
             ORDER BY number LIMIT $3"
        );
        let values = [after.into(), of.map(MatchId::as_str).into(), limit.into()];
        let rows = self.readers().rows(found, &values).await?;
        rows.iter().map(webhook_of).collect()
    }

    /// A webhook.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn webhook(&self, id: &str) -> Result<Option<Webhook>, StoreError> {
        let found = webhooks!("WHERE id = $1");
        let row = self.readers().row(found, &[id.into()]).await?;
        row.as_ref().map(webhook_of).transpose()
    }

    /// The active webhooks whose queues lack changes and have room.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn behind(&self, room: u64) -> Result<Vec<Webhook>, StoreError> {
        let last = self.last_position().await?;
        let found =
            webhooks!("WHERE state = 'active' AND cursor < $1 AND waiting < $2 ORDER BY cursor");
        let values = [last.into(), room.into()];
        let rows = self.readers().rows(found, &values).await?;
        rows.iter().map(webhook_of).collect()
    }

    /// At most `limit` deliveries that are due, the one that has waited longest first, each with its
    /// webhook; those of these webhooks are left out.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn due(
        &self,
        now: Timestamp,
        without: &[u64],
        limit: usize,
    ) -> Result<Vec<(Delivery, Webhook)>, StoreError> {
        let due = deliveries!(
            ", number, webhooks.id, webhooks.match_id, url, games, webhooks.types, include, description, \
             webhooks.state, created_at, generation, previous_until, failing_since, cursor, \
             CAST(0 AS bigint) AS waiting FROM deliveries JOIN webhooks ON number = webhook_number \
             WHERE due_at <= $1 AND webhooks.state = 'active' AND webhook_number NOT IN \
             (SELECT CAST(value ->> 0 AS bigint) FROM json_each($2)) \
             ORDER BY due_at, position LIMIT $3"
        );
        let values = [now.into(), Value::column(without), limit.into()];
        let rows = self.readers().rows(due, &values).await?;
        let read = |row: &Row| Ok((delivery_of(row)?, webhook_of(row)?));
        rows.iter().map(read).collect()
    }

    /// When the next delivery after a moment is due.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn next_due(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let next = "SELECT min(due_at) AS next FROM deliveries WHERE due_at > $1";
        let row = self.readers().row(next, &[after.into()]).await?;
        row.map_or(Ok(None), |row| row.moment("next"))
    }

    /// At most `limit` deliveries of a webhook, the newest first, beginning before a position.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn deliveries(
        &self,
        webhook: u64,
        before: u64,
        state: Option<DeliveryState>,
        limit: usize,
    ) -> Result<Vec<Delivery>, StoreError> {
        let found = deliveries!(
            " FROM deliveries WHERE webhook_number = $1 AND position < $2 \
             AND (CAST($3 AS text) IS NULL OR state = $3) ORDER BY position DESC LIMIT $4"
        );
        let values = [
            webhook.into(),
            before.into(),
            state.map(DeliveryState::word).into(),
            limit.into(),
        ];
        let rows = self.readers().rows(found, &values).await?;
        rows.iter().map(delivery_of).collect()
    }

    /// How many deliveries wait.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn waiting(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) AS waiting FROM deliveries WHERE state = 'waiting'";
        let row = self.readers().row(count, &[]).await?;
        row.map_or(Ok(0), |row| row.number("waiting"))
    }
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
        include: words(row, "include")?,
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
