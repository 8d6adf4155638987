//! A published match in a list.

use serde::Serialize;
use utoipa::ToSchema;

use crate::publish::board::Board;
use overtrick_match::ledger::Timestamp;

/// A published match in a list, in a language.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Its standings.
    pub board: Board,
    /// The day it was played: `2026-11-21`.
    pub day: String,
    /// When it was published.
    pub published_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
}

impl Listed {
    /// The address of its page. `home` is the address of the service, with a trailing slash.
    pub fn address(&self, home: &str) -> String {
        format!("{home}matches/{}", self.board.id)
    }

    /// The address of its picture, which differs for every version.
    pub fn picture(&self, home: &str) -> String {
        let Board { id, version, .. } = &self.board;
        format!("{home}matches/{id}.png?v={version}")
    }
}

/// A published match in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedEntry<'a> {
    /// Its page.
    #[schema(format = "uri")]
    url: String,
    /// A picture of its standings, 1200 by 630 pixels.
    #[schema(format = "uri")]
    picture: String,
    /// The day it was played, or else opened.
    #[schema(format = Date)]
    day: &'a str,
    /// When it was published.
    #[schema(value_type = String, format = DateTime)]
    published_at: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    changed_at: Timestamp,
    /// Its standings.
    board: &'a Board,
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedList<'a> {
    /// Published matches, latest day first.
    pub matches: Vec<PublishedEntry<'a>>,
    /// The `cursor` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl<'a> PublishedEntry<'a> {
    /// A match with its addresses.
    pub fn new(listed: &'a Listed, home: &str) -> PublishedEntry<'a> {
        PublishedEntry {
            url: listed.address(home),
            picture: listed.picture(home),
            day: &listed.day,
            published_at: listed.published_at,
            changed_at: listed.changed_at,
            board: &listed.board,
        }
    }
}
