//! Matches to record hand by hand, from the conformance cases.

use overtrick_games::{self as games, Entry};
use overtrick_match::document::score;
use serde_json::{Value, json};

use crate::Outcome;

/// A match: its document without hands, its hands, and whether it is complete after them.
#[derive(Debug, Clone)]
pub struct Plan {
    pub document: Value,
    pub hands: Vec<Value>,
    pub is_complete: bool,
}

/// Returns the plans of all games.
pub fn plans() -> Outcome<Vec<Plan>> {
    let mut plans = Vec::new();
    for entry in games::all() {
        let of_game = documents(entry)?.into_iter().map(Plan::new);
        plans.extend(of_game.filter(|plan| !plan.hands.is_empty()));
    }
    Ok(plans)
}

/// Returns the documents of a game's cases, without adjustments.
fn documents(entry: &Entry) -> Outcome<Vec<Value>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/conformance/{}.scores.ndjson", entry.facts.id);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let mut documents = Vec::new();
    for line in text.lines() {
        let mut case: Value = serde_json::from_str(line)?;
        let mut document = case["document"].take();
        if let Some(entries) = document.as_object_mut() {
            // An adjustment could refer to a hand that is not recorded yet.
            for key in ["adjustments", "finished", "current"] {
                entries.remove(key);
            }
        }
        documents.push(document);
    }
    Ok(documents)
}

impl Plan {
    /// Makes a plan of the document's hands, without refused ones.
    fn new(mut document: Value) -> Plan {
        let hands = document["hands"].take();
        let hands = hands.as_array().cloned().unwrap_or_default();
        document["hands"] = json!([]);
        let mut plan = Plan {
            document,
            hands: Vec::new(),
            is_complete: false,
        };
        for hand in hands {
            plan.hands.push(hand);
            match plan.is_complete_after(plan.hands.len()) {
                Some(is_complete) => plan.is_complete = is_complete,
                None => drop(plan.hands.pop()),
            }
            if plan.is_complete {
                break;
            }
        }
        plan
    }

    /// Whether the match is complete after `hands` hands, repeated as needed; `None` if a hand is refused.
    pub fn is_complete_after(&self, hands: usize) -> Option<bool> {
        let mut document = self.document.clone();
        document["hands"] = self.hands.iter().cycle().take(hands).cloned().collect();
        Some(score(document.to_string().as_bytes()).ok()?.complete)
    }
}
