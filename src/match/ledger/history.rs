//! The corrections of a match, as listed in its document's history.

use std::sync::Arc;

use super::keys::Role;
use super::timestamp::Timestamp;
use overtrick_core::json::Json;

/// A correction; its records have seat ids instead of names.
#[derive(Debug, Clone, Default)]
pub struct Correction {
    pub action: &'static str,
    pub hand: Option<usize>,
    pub before: Option<Arc<Json>>,
    pub after: Option<Arc<Json>>,
    pub reason: Option<Arc<str>>,
}

/// A correction with its time and author.
#[derive(Debug, Clone)]
pub struct HistoryEntry {
    pub at: Timestamp,
    pub by: Role,
    pub correction: Correction,
}

impl Correction {
    /// A correction of which only the action is listed.
    pub fn new(action: &'static str) -> Correction {
        Correction {
            action,
            ..Correction::default()
        }
    }

    /// Adds the reason.
    pub fn because(mut self, reason: &Arc<str>) -> Correction {
        self.reason = Some(reason.clone());
        self
    }

    /// Adds the number of the hand, and its record before and after.
    pub fn on_hand(
        mut self,
        hand: usize,
        before: Option<Arc<Json>>,
        after: Option<Arc<Json>>,
    ) -> Correction {
        (self.hand, self.before, self.after) = (Some(hand), before, after);
        self
    }
}

impl HistoryEntry {
    /// The entry in the document; `with_names` replaces seat ids by names.
    pub fn to_json(&self, with_names: impl Fn(&Json) -> Json) -> Json {
        let correction = &self.correction;
        let mut entries = vec![
            ("at".to_owned(), Json::Text(self.at.to_string())),
            ("by".to_owned(), self.by.word().into()),
            ("action".to_owned(), correction.action.into()),
        ];
        if let Some(hand) = correction.hand {
            let hand = i64::try_from(hand).unwrap_or(i64::MAX);
            entries.push(("hand".to_owned(), Json::Int(hand)));
        }
        for (key, record) in [("before", &correction.before), ("after", &correction.after)] {
            if let Some(record) = record {
                entries.push((key.to_owned(), with_names(record)));
            }
        }
        if let Some(reason) = &correction.reason {
            entries.push(("reason".to_owned(), Json::Text(reason.to_string())));
        }
        Json::Object(entries)
    }
}
