//! What the log tells of corrections, as the match document has it.

use std::sync::Arc;

use super::Role;
use crate::rules::json::Json;

/// One correction that was made; seats in the place of names.
#[derive(Debug, Clone, Default)]
pub struct HistoryChange {
    pub action: &'static str,
    pub hand: Option<usize>,
    pub before: Option<Arc<Json>>,
    pub after: Option<Arc<Json>>,
    pub reason: Option<String>,
}

/// The same with when and by whom.
#[derive(Debug, Clone)]
pub struct Entry {
    pub at: String,
    pub by: Role,
    pub change: HistoryChange,
}

impl HistoryChange {
    /// Only that it was done.
    pub fn of(action: &'static str) -> HistoryChange {
        HistoryChange {
            action,
            ..HistoryChange::default()
        }
    }

    /// The same, why.
    pub fn because(mut self, reason: &str) -> HistoryChange {
        self.reason = Some(reason.to_owned());
        self
    }

    /// The same, to which hand, and what stood there before and after.
    pub fn on_hand(
        mut self,
        hand: usize,
        before: Option<Arc<Json>>,
        after: Option<Arc<Json>>,
    ) -> HistoryChange {
        (self.hand, self.before, self.after) = (Some(hand), before, after);
        self
    }
}

impl Entry {
    /// As an entry of a document's history; `named` puts names in the place of seats.
    pub fn document(&self, named: impl Fn(&Json) -> Json) -> Json {
        let mut entries = vec![
            ("at".to_owned(), Json::Text(self.at.clone())),
            ("by".to_owned(), self.by.word().into()),
            ("action".to_owned(), self.change.action.into()),
        ];
        if let Some(hand) = self.change.hand {
            let hand = i64::try_from(hand).unwrap_or(i64::MAX);
            entries.push(("hand".to_owned(), Json::Int(hand)));
        }
        for (key, record) in [
            ("before", &self.change.before),
            ("after", &self.change.after),
        ] {
            if let Some(record) = record {
                entries.push((key.to_owned(), named(record)));
            }
        }
        if let Some(reason) = &self.change.reason {
            entries.push(("reason".to_owned(), Json::Text(reason.clone())));
        }
        Json::Object(entries)
    }
}
