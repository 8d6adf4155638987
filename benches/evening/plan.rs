//! Matches to play hand by hand, with the library's result after each hand.

use std::thread;

use overtrick_games::{self as games, Entry};
use overtrick_match::document::{Report, score};
use overtrick_match::lang::Language;
use serde_json::{Value, json};

use crate::Outcome;

/// A match: its document without hands, its hands, and the standings after each of them.
#[derive(Debug, Clone)]
pub struct Plan {
    pub document: Value,
    pub hands: Vec<Value>,
    pub after: Vec<Value>,
}

/// Plans for every registered game, from independently made cases.
pub fn plans() -> Outcome<Vec<Plan>> {
    thread::scope(|scope| {
        let games = games::all().iter();
        let threads: Vec<_> = games.map(|entry| scope.spawn(|| of_game(entry))).collect();
        let mut all = Vec::new();
        for thread in threads {
            all.append(&mut thread.join().map_err(|_| "a case could not be judged")??);
        }
        Ok(all)
    })
}

fn of_game(entry: &Entry) -> Outcome<Vec<Plan>> {
    let mut plans = Vec::new();
    for document in documents(entry)? {
        let plan = Plan::new(document);
        if !plan.hands.is_empty() {
            plans.push(plan);
        }
    }
    if plans.is_empty() {
        return Err(format!("no match of {} can be played", entry.facts.id).into());
    }
    Ok(plans)
}

/// The documents of a game's cases, with hands only.
fn documents(entry: &Entry) -> Outcome<Vec<Value>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/conformance/{}.scores.ndjson", entry.facts.id);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let mut documents = Vec::new();
    for line in text.lines() {
        let mut case: Value = serde_json::from_str(line)?;
        let mut document = case["document"].take();
        if let Some(entries) = document.as_object_mut() {
            // An adjustment may follow a hand that is not played yet.
            for key in ["adjustments", "finished", "current"] {
                entries.remove(key);
            }
        }
        documents.push(document);
    }
    Ok(documents)
}

impl Plan {
    /// As many of the hands as can be recorded in order.
    fn new(mut document: Value) -> Plan {
        let hands = document["hands"].take();
        let hands = hands.as_array().cloned().unwrap_or_default();
        let mut after = Vec::new();
        for count in 1..=hands.len() {
            document["hands"] = hands[..count].into();
            let Some(standing) = judged(&document) else {
                break;
            };
            let is_over = standing["status"] == "complete";
            after.push(standing);
            if is_over {
                break;
            }
        }
        document["hands"] = json!([]);
        Plan {
            document,
            hands: hands[..after.len()].to_vec(),
            after,
        }
    }
}

/// The library's standings of a match, if the document is valid.
pub fn judged(document: &Value) -> Option<Value> {
    let scored = score(document.to_string().as_bytes()).ok()?;
    let report = serde_json::to_value(Report::new(scored, Language::english())).ok()?;
    Some(standing(&report))
}

/// The compared part of a result: all totals and what follows from them.
pub fn standing(result: &Value) -> Value {
    let last = result["hands"].as_array().and_then(|hands| hands.last());
    json!({
        "status": result["status"],
        "winners": result["winners"],
        "standings": result["standings"],
        "totals": last.map(|hand| hand["totals"].clone()),
    })
}
