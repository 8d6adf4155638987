//! Shared helpers that open, change and read matches.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Value, json};

use overtrick_core::Finding;
use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::document::Report;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{
    Change, Damage, Event, EventKind, Match, MatchId, Opening, Role, Timestamp,
};

/// The sample without its hands, and the hands.
pub use crate::served::sample as empty;

/// Returns the ids of all games.
pub fn game_ids() -> impl Iterator<Item = &'static str> {
    games::all().iter().map(|entry| entry.facts.id)
}

/// November 21, 2026, 19:00 UTC.
pub const AT: Timestamp = Timestamp::from_millis(1_795_287_600_000);

pub fn to_json(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

pub fn to_value(json: &Json) -> Value {
    serde_json::to_value(json).unwrap()
}

pub fn id() -> MatchId {
    MatchId::read("AAAAAAAAAAAAAAAAAAAAAA").unwrap()
}

pub fn begin(document: &Value) -> Match {
    Match::begin(
        &id(),
        &to_json(document),
        Opening::default(),
        AT,
        Role::Direct,
    )
    .unwrap()
}

pub fn make(played: &mut Match, change: Value) -> Result<Arc<Event>, Vec<Finding>> {
    let change: Change = serde_json::from_value(change).unwrap();
    *played = played.after(change, AT, Role::Direct)?;
    Ok(played.last_event().clone())
}

/// Returns the code of a fault, which is a static string everywhere in the program.
pub fn code(finding: &Finding) -> &'static str {
    let Cow::Borrowed(code) = Cow::from(finding.code.clone()) else {
        panic!("the code {} is not static", finding.code)
    };
    code
}

pub fn codes<T: Debug>(refused: Result<T, Vec<Finding>>) -> Vec<(&'static str, String)> {
    let findings = refused.expect_err("the change is refused");
    findings
        .into_iter()
        .map(|finding| (code(&finding), finding.pointer))
        .collect()
}

pub fn report(played: &Match) -> Value {
    serde_json::to_value(Report::new(played.scored().unwrap(), Language::english())).unwrap()
}

/// Returns the document without its history.
pub fn seen(played: &Match) -> Value {
    let mut document = to_value(&played.document());
    document.as_object_mut().unwrap().remove("history");
    document
}

pub fn brink(ann: [i64; 2], bo: [i64; 2]) -> Value {
    json!({ "bids": { "Ann": ann[0], "Bo": bo[0] }, "tricks": { "Ann": ann[1], "Bo": bo[1] } })
}

pub fn two_hands() -> Match {
    begin(&json!({ "game": "brink-bid", "players": ["Ann", "Bo"],
        "hands": [brink([2, 2], [1, 2]), brink([3, 3], [1, 2])] }))
}

/// Stores the events of a match, reads them again and opens the match from them.
pub fn reread(played: &Match) -> Match {
    written_down(played).open().unwrap()
}

/// The events of a match and its names.
#[derive(Debug, Clone, Default)]
pub struct Log {
    pub events: Vec<Event>,
    pub names: Vec<String>,
}

impl Log {
    pub fn open(self) -> Result<Match, Damage> {
        Match::open(self.events, &self.names)
    }
}

/// Returns all names of a match in the order of their numbers.
pub fn all_names(played: &Match) -> Vec<String> {
    let names = played.names_since(None).into_iter();
    names.map(|entry| entry.name).collect()
}

pub fn written_down(played: &Match) -> Log {
    let events = played.events().iter().map(|event| {
        let deed = serde_json::to_string(&event.kind).unwrap();
        let outcome = serde_json::to_string(&event.outcome).unwrap();
        let kind: EventKind = serde_json::from_str(&deed).unwrap();
        assert_eq!(kind, event.kind, "{deed}");
        let outcome = serde_json::from_str(&outcome).unwrap();
        Event {
            kind,
            outcome,
            ..Event::clone(event)
        }
    });
    Log {
        events: events.collect(),
        names: all_names(played),
    }
}
