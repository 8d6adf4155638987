//! Matches that the page stores: this module receives and returns their logs, and stores nothing itself.

use overtrick_core::Finding;
use overtrick_core::json::Json;
use overtrick_match::document::Detail;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, MatchId, Opening, Role, StoredLog, Timestamp};
use overtrick_match::play::{LocalMatch, State, next_document, read, with_name};
use serde::Serialize;
use serde_json::{Value, json as value};

use crate::calls::{Answer, json};
use crate::orders::{json_of, kept};

/// The answer about a match: the log to store, and the state to show.
#[derive(Serialize)]
struct After<'a> {
    log: &'a StoredLog,
    state: State,
}

/// A request about a match.
struct Order(Json);

pub fn begin(order: &[u8], language: &'static Language) -> Answer {
    let order = Order::read(order)?;
    let id = order.0.text("id").and_then(MatchId::read);
    let id = id.ok_or_else(|| Finding::missing("/id"))?;
    let document = order
        .0
        .get("document")
        .ok_or_else(|| Finding::missing("/document"))?;
    let opening = Opening {
        client: order.0.text("client").map(str::to_owned),
        ..Opening::default()
    };
    let kept = LocalMatch::begin(&id, document, opening, order.at()?, &order.salts()?)?;
    after(&kept, language)
}

pub fn change(order: &[u8], language: &'static Language) -> Answer {
    let order = Order::read(order)?;
    let kept = order.kept()?;
    let change = with_name(order.change(&kept.played)?, &kept.played, language);
    let kept = kept.after(change, order.at()?, &order.salts()?)?;
    after(&kept, language)
}

pub fn check(order: &[u8], language: &'static Language) -> Answer {
    let order = Order::read(order)?;
    let played = order.kept()?.played;
    let change = with_name(order.change(&played)?, &played, language);
    shown(&played.after(change, order.at()?, Role::Direct)?, language)
}

pub fn state(log: &[u8], language: &'static Language) -> Answer {
    shown(&kept(&json_of(log)?)?.played, language)
}

pub fn whole(log: &[u8], language: &'static Language) -> Answer {
    after(&kept(&json_of(log)?)?, language)
}

pub fn document(log: &[u8]) -> Answer {
    Ok(json(&kept(&json_of(log)?)?.played.document()))
}

pub fn history(log: &[u8]) -> Answer {
    let played = kept(&json_of(log)?)?.played;
    let events = played.events().iter().map(|event| {
        value!({
            "at": event.at.to_string(),
            "by": event.by.word(),
            "change": played.named_event(event),
            "outcome": event.outcome,
            "sequence": event.sequence,
        })
    });
    let events: Vec<Value> = events.collect();
    let (id, version) = (played.id().as_str(), played.version());
    Ok(json(
        &value!({ "events": events, "id": id, "version": version }),
    ))
}

pub fn next_match(log: &[u8]) -> Answer {
    Ok(json(&next_document(&kept(&json_of(log)?)?.played)?))
}

impl Order {
    fn read(order: &[u8]) -> Result<Order, Vec<Finding>> {
        json_of(order).map(Order)
    }

    fn kept(&self) -> Result<LocalMatch, Vec<Finding>> {
        kept(self.0.get("log").ok_or_else(|| Finding::missing("/log"))?)
    }

    fn change(&self, played: &Match) -> Result<overtrick_match::ledger::Change, Vec<Finding>> {
        match self.0.get("change") {
            Some(Json::Object(entries)) => read(entries.clone(), played),
            _ => Err(vec![Finding::missing("/change")]),
        }
    }

    fn at(&self) -> Result<Timestamp, Finding> {
        let at = self.0.text("at").and_then(|at| at.parse().ok());
        at.ok_or_else(|| Finding::missing("/at"))
    }

    /// Returns the random bytes, from a list of numbers; empty if there is no new name.
    fn salts(&self) -> Result<Vec<u8>, Finding> {
        let salts: Option<Vec<u8>> = self.0.list("salts").iter().map(Json::typed).collect();
        salts.ok_or_else(|| Finding::missing("/salts"))
    }
}

fn after(kept: &LocalMatch, language: &'static Language) -> Answer {
    Ok(json(&After {
        log: &kept.log,
        state: State::new(&kept.played, language, Detail::Full)?,
    }))
}

fn shown(played: &Match, language: &'static Language) -> Answer {
    Ok(json(&State::new(played, language, Detail::Full)?))
}
