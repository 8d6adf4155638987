//! A published match as a list shows it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::publish::board::Board;
use overtrick_match::ledger::{Showing, Timestamp};

/// A published match as a list shows it, in a language.
#[derive(Debug, Clone)]
pub struct Listed {
    /// How it stands.
    pub board: Board,
    /// The day on which it was played: `2026-11-21`.
    pub day: String,
    /// Since when it is published.
    pub published_at: Timestamp,
    /// When it last changed.
    pub changed_at: Timestamp,
}

impl Listed {
    /// The address of its page, under the address of the service, which has a slash at its end.
    pub fn address(&self, home: &str) -> String {
        format!("{home}matches/{}", self.board.id)
    }

    /// The address of its picture, another one for every version.
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
    /// A picture of its standings, 1200 by 630.
    #[schema(format = "uri")]
    picture: String,
    /// The day on which it was played, or else opened.
    #[schema(format = Date)]
    day: &'a str,
    /// Since when it is published.
    #[schema(value_type = String, format = DateTime)]
    published_at: Timestamp,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    changed_at: Timestamp,
    /// What of it is public.
    show: Showing,
    /// How it stands.
    board: &'a Board,
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublishedList<'a> {
    /// Published matches, the newest day first.
    pub matches: Vec<PublishedEntry<'a>>,
    /// The `cursor` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl<'a> PublishedEntry<'a> {
    /// A match with its addresses under that of the service.
    pub fn of(listed: &'a Listed, home: &str) -> PublishedEntry<'a> {
        PublishedEntry {
            url: listed.address(home),
            picture: listed.picture(home),
            day: &listed.day,
            published_at: listed.published_at,
            changed_at: listed.changed_at,
            show: listed.board.show,
            board: &listed.board,
        }
    }
}
