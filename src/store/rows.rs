//! Events, names and idempotency records as rows, and back.

use serde::Serialize;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::error::StoreError;
use super::interface::{
    AnsweredRequest, Append, Idempotency, MatchSummary, StoredAnswer, StoredOutcome,
};
use crate::ledger::{Event, MatchId, Role, Timestamp};

/// The rows of some events. The writer binds each list as one parameter, as JSON.
#[derive(Default)]
pub struct Rows<'a> {
    pub matches: Vec<MatchRow<'a>>,
    pub events: Vec<EventRow<'a>>,
    pub names: Vec<NameRow<'a>>,
    pub answers: Vec<AnswerRow<'a>>,
}

/// A match: id, game, created at.
pub type MatchRow<'a> = (&'a str, &'a str, Timestamp);
/// An event: match, sequence, at, by, deed, outcome.
pub type EventRow<'a> = (&'a str, u64, Timestamp, &'a str, String, String);
/// A name: match, number, name.
pub type NameRow<'a> = (&'a str, usize, &'a str);
/// The record of a request: key, fingerprint, at, match, version.
pub type AnswerRow<'a> = (&'a str, String, Timestamp, &'a str, u64);

impl<'a> Rows<'a> {
    /// The rows of these events.
    pub fn of(appends: impl IntoIterator<Item = &'a Append>) -> Rows<'a> {
        let mut rows = Rows::default();
        for append in appends {
            let (id, event) = (append.id.as_str(), &*append.event);
            if event.sequence == 1 {
                rows.matches.push((id, append.game, event.at));
            }
            let (deed, outcome) = (json(&event.kind), json(&event.outcome));
            let (version, at, by) = (event.sequence, event.at, event.by.word());
            rows.events.push((id, version, at, by, deed, outcome));
            let names = append.names.iter();
            let names = names.map(|entry| (id, entry.number, &*entry.name));
            rows.names.extend(names);
            if let Some(Idempotency { key, fingerprint }) = &append.idempotency {
                let fingerprint = hex(*fingerprint);
                rows.answers.push((key, fingerprint, at, id, version));
            }
        }
        rows
    }
}

pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub fn hex(bytes: [u8; 32]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    let digits = bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    digits.collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let bytes: Option<Vec<u8>> = (0..text.len() / 2)
        .map(|index| u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok())
        .collect();
    bytes?.try_into().ok()
}

fn unreadable(what: &str) -> StoreError {
    StoreError::Other(format!("the database has {what} that cannot be read"))
}

fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|_| unreadable("a number"))
}

fn id(text: &str) -> Result<MatchId, StoreError> {
    MatchId::read(text).ok_or_else(|| unreadable("an id"))
}

fn time(text: &str) -> Result<Timestamp, StoreError> {
    text.parse().map_err(|_| unreadable("a time"))
}

/// An event of a row.
pub fn event(row: &SqliteRow) -> Result<Event, StoreError> {
    let (deed, outcome): (&str, &str) = (row.try_get("deed")?, row.try_get("outcome")?);
    let broken = |_| unreadable("an event");
    Ok(Event {
        sequence: number(row, "sequence")?,
        at: time(row.try_get("at")?)?,
        by: Role::from_word(row.try_get("by")?).ok_or_else(|| unreadable("a role"))?,
        kind: serde_json::from_str(deed).map_err(broken)?,
        outcome: serde_json::from_str(outcome).map_err(broken)?,
    })
}

/// A match of a row.
pub fn summary(row: &SqliteRow) -> Result<MatchSummary, StoreError> {
    Ok(MatchSummary {
        id: id(row.try_get("id")?)?,
        game: row.try_get("game")?,
        created_at: time(row.try_get("created_at")?)?,
        changed_at: time(row.try_get("changed_at")?)?,
        version: number(row, "version")?,
    })
}

/// The answered request of a row.
pub fn answered_request(row: &SqliteRow) -> Result<AnsweredRequest, StoreError> {
    let broken = || unreadable("an answer");
    let status: Option<i64> = row.try_get("status")?;
    let outcome = match status {
        Some(status) => StoredOutcome::StoredAnswer(StoredAnswer {
            status: u16::try_from(status).map_err(|_| broken())?,
            headers: serde_json::from_str(row.try_get("headers")?).map_err(|_| broken())?,
            body: row.try_get("body")?,
        }),
        None => StoredOutcome::Version(id(row.try_get("match_id")?)?, number(row, "version")?),
    };
    let key = row.try_get("key")?;
    let fingerprint = unhex(row.try_get("fingerprint")?).ok_or_else(broken)?;
    Ok((Idempotency { key, fingerprint }, outcome))
}
