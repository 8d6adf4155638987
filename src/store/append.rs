//! An event to be appended to the log of its match.

use std::sync::Arc;

use super::answers::IdempotencyRecord;
use crate::ledger::{Change, Event, EventKind, MatchId, NameEntry};

/// An event to be appended.
#[derive(Debug)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The id of its game.
    pub game: &'static str,
    /// The event; its number is one more than the version that it changes.
    pub event: Arc<Event>,
    /// The names that come with it. Each replaces the name of the same number.
    pub names: Vec<NameEntry>,
    /// The record of its request, stored in the same transaction.
    pub idempotency: Option<IdempotencyRecord>,
}

impl Append {
    /// Whether it erases a person.
    pub(super) fn erases(&self) -> bool {
        matches!(self.event.kind, EventKind::Changed(Change::Erase { .. }))
    }
}
