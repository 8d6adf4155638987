//! The corrections that the history of a match lists.

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
    /// Returns a correction that lists only its action.
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
        let with_names = |record: &Option<Arc<Json>>| record.as_deref().map(&with_names);
        let reason = correction.reason.as_deref();
        let entries = [
            ("at", Some(self.at.to_string().into())),
            ("by", Some(self.by.word().into())),
            ("action", Some(correction.action.into())),
            ("hand", correction.hand.map(Json::from)),
            ("before", with_names(&correction.before)),
            ("after", with_names(&correction.after)),
            ("reason", reason.map(Json::from)),
        ];
        let entries = entries.into_iter();
        Json::object(entries.filter_map(|(key, value)| Some((key, value?))))
    }
}
