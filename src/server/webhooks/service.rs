//! Creating and changing webhooks, and the secrets that sign their messages.

use std::time::Duration;

use crate::access::secret::random_id;
use crate::error::ServiceError;
use crate::matches::request::Caller;
use crate::matches::service::MatchService;
use overtrick_core::{Faults, Finding, args};
use overtrick_match::ledger::{Match, MatchId, Role, Timestamp};
use overtrick_store::{Delivery, DeliveryState, Right, Webhook, WebhookState, WebhookWrite};

/// The most webhooks of one match.
pub const MOST_OF_MATCH: u32 = 5;
/// How long messages are also signed with the previous secret.
pub const BOTH_SIGN: Duration = Duration::from_hours(24);

/// The settings of a webhook.
#[derive(Debug, Clone)]
pub struct WebhookOrder {
    /// The address of the receiver.
    pub url: String,
    /// The games; empty for all.
    pub games: Vec<String>,
    /// The event types; empty for all.
    pub types: Vec<String>,
    /// What messages have besides.
    pub include: Vec<String>,
    /// A description by its creator.
    pub description: String,
    /// Whether deliveries are sent.
    pub active: bool,
}

impl MatchService {
    /// Creates a webhook for one match or for all. Earlier changes are not sent.
    ///
    /// # Errors
    /// [`ServiceError::Refused`] if there are already `most`; otherwise the same as
    /// [`MatchService::delete_webhook`].
    pub async fn create_webhook(
        &self,
        order: WebhookOrder,
        of: Option<MatchId>,
        most: u32,
        caller: &Caller,
    ) -> Result<Webhook, ServiceError> {
        let id = random_id(self.random())?.to_string();
        let webhook = Webhook {
            number: 0,
            id: id.clone(),
            match_id: of.clone(),
            state: state_of(order.active),
            url: order.url,
            games: order.games,
            types: order.types,
            include: order.include,
            description: order.description,
            created_at: self.clock().now(),
            generation: 0,
            previous_until: None,
            failing_since: None,
            cursor: self.0.store.last_position().await?,
            waiting: 0,
        };
        let create = WebhookWrite::Create {
            webhook: Box::new(webhook),
            most,
            most_of_match: MOST_OF_MATCH,
        };
        if self.write_webhook(of.as_ref(), caller, create).await? == 0 {
            let most = of.map_or(most, |_| most.min(MOST_OF_MATCH));
            let full = Finding::rule("too-many-webhooks", "", args![most: i64::from(most)]);
            return Err(Faults::from(full).into());
        }
        self.0.webhook_changes.send_replace(());
        self.webhook(&id).await
    }

    /// A webhook.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; store errors.
    pub async fn webhook(&self, id: &str) -> Result<Webhook, ServiceError> {
        let webhook = self.0.store.webhook(id).await?;
        webhook.ok_or(ServiceError::NotFound)
    }

    /// At most `limit` webhooks in order of creation, after a given one: of one match, or all.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`] if the given one does not exist; store errors.
    pub async fn webhooks(
        &self,
        of: Option<&MatchId>,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Webhook>, ServiceError> {
        let after = match after {
            Some(id) => self.webhook(id).await?.number,
            None => 0,
        };
        Ok(self.0.store.webhooks(of, after, limit).await?)
    }

    /// Replaces the settings of a webhook. A webhook that is turned on again continues where it stopped.
    ///
    /// # Errors
    /// Same as [`MatchService::delete_webhook`].
    pub async fn replace_webhook(
        &self,
        webhook: Webhook,
        order: WebhookOrder,
        caller: &Caller,
    ) -> Result<Webhook, ServiceError> {
        let (id, of) = (webhook.id.clone(), webhook.match_id.clone());
        let was_off = webhook.state != WebhookState::Active;
        let state = match state_of(order.active) {
            WebhookState::Paused if was_off => webhook.state,
            state => state,
        };
        let replaced = Webhook {
            url: order.url,
            games: order.games,
            types: order.types,
            include: order.include,
            description: order.description,
            state,
            ..webhook
        };
        let replace = WebhookWrite::Replace {
            webhook: Box::new(replaced),
            now: self.clock().now(),
        };
        self.write_webhook(of.as_ref(), caller, replace).await?;
        self.0.webhook_changes.send_replace(());
        self.webhook(&id).await
    }

    /// Deletes a webhook with its waiting deliveries.
    ///
    /// # Errors
    /// [`ServiceError::Unauthorized`] and [`ServiceError::Forbidden`] if the caller does not direct its
    /// match, or, for a webhook of all matches, is not an administrator; store errors.
    pub async fn delete_webhook(
        &self,
        webhook: &Webhook,
        caller: &Caller,
    ) -> Result<(), ServiceError> {
        let delete = WebhookWrite::Delete(webhook.number);
        let of = webhook.match_id.as_ref();
        self.write_webhook(of, caller, delete).await.map(|_| ())
    }

    /// Writes to a webhook on behalf of a caller.
    async fn write_webhook(
        &self,
        of: Option<&MatchId>,
        caller: &Caller,
        what: WebhookWrite,
    ) -> Result<u64, ServiceError> {
        let (of, at_least) = match of {
            // The match may no longer exist, so administrators can change its webhooks too.
            Some(_) if caller.is_admin() => (None, Role::Admin),
            Some(id) => (Some(id), Role::Direct),
            None => (None, Role::Admin),
        };
        let write = async |right, _: Option<&Match>| {
            let written = self.0.store.write_webhooks(what.clone(), right);
            Ok(written.await?)
        };
        self.in_right(of, caller, at_least, write).await
    }

    /// Replaces the secret of a webhook; for one day messages are also signed with the previous one.
    ///
    /// # Errors
    /// Same as [`MatchService::delete_webhook`].
    pub async fn rotate_webhook(
        &self,
        webhook: &Webhook,
        caller: &Caller,
    ) -> Result<Webhook, ServiceError> {
        let rotate = WebhookWrite::Rotate {
            webhook: webhook.number,
            generation: webhook.generation,
            previous_until: self.clock().now().after(BOTH_SIGN),
        };
        let of = webhook.match_id.as_ref();
        if self.write_webhook(of, caller, rotate).await? == 0 {
            return Err(ServiceError::InProgress);
        }
        self.webhook(&webhook.id).await
    }

    /// The secret of a webhook.
    pub fn webhook_secret(&self, webhook: &Webhook) -> [u8; 32] {
        self.0.secret.of_webhook(&webhook.id, webhook.generation)
    }

    /// The secrets that sign now: the current one, and the previous one while it is valid.
    pub fn signing_secrets(&self, webhook: &Webhook, now: Timestamp) -> Vec<[u8; 32]> {
        let mut secrets = vec![self.webhook_secret(webhook)];
        let before = webhook.generation.checked_sub(1);
        if let Some(before) = before
            && webhook.previous_until.is_some_and(|until| now < until)
        {
            secrets.push(self.0.secret.of_webhook(&webhook.id, before));
        }
        secrets
    }

    /// At most `limit` deliveries of a webhook, newest first, before a given one.
    ///
    /// # Errors
    /// Store errors.
    pub async fn deliveries(
        &self,
        webhook: &Webhook,
        before: Option<u64>,
        state: Option<DeliveryState>,
        limit: usize,
    ) -> Result<Vec<Delivery>, ServiceError> {
        let before = before.unwrap_or(u64::MAX);
        let deliveries = self
            .0
            .store
            .deliveries(webhook.number, before, state, limit);
        Ok(deliveries.await?)
    }

    /// Repeats a delivery, before waiting deliveries of the same match.
    ///
    /// # Errors
    /// [`ServiceError::NotFound`]; otherwise the same as [`MatchService::delete_webhook`].
    pub async fn replay_delivery(
        &self,
        webhook: &Webhook,
        position: u64,
        caller: &Caller,
    ) -> Result<(), ServiceError> {
        let replay = WebhookWrite::Replay {
            webhook: webhook.number,
            position,
            now: self.clock().now(),
        };
        let of = webhook.match_id.as_ref();
        if self.write_webhook(of, caller, replay).await? == 0 {
            return Err(ServiceError::NotFound);
        }
        self.0.webhook_changes.send_replace(());
        Ok(())
    }

    /// Deletes deliveries that ended before a time, and webhooks of deleted matches; returns the number of
    /// deliveries.
    ///
    /// # Errors
    /// Store errors.
    pub async fn prune_webhooks(&self, before: Timestamp) -> Result<u64, ServiceError> {
        let prune = WebhookWrite::Prune(before);
        let pruned = self.0.store.write_webhooks(prune, Right::default());
        Ok(pruned.await?)
    }
}

fn state_of(active: bool) -> WebhookState {
    if active {
        WebhookState::Active
    } else {
        WebhookState::Paused
    }
}
