//! The public standings of a published match.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::assets::forms::{Hue, look};
use crate::assets::words::day_in_words;
use crate::http::{Problem, ProblemKind};
use crate::matches::match_response;
use overtrick_core::pad::signed;
use overtrick_core::{Points, args};
use overtrick_match::document::{Scored, Status, game_name};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Match, MatchId, PublishedPart, Timestamp};

/// The standings of a match, with the texts that a website shows around them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Board {
    /// The match's id.
    pub id: MatchId,
    /// Its version.
    #[schema(minimum = 1)]
    pub version: u64,
    /// The game's id.
    pub game: String,
    /// The game's name in the language of the answer; for a custom game, the name in its definition.
    pub name: String,
    /// The part of the match that is public.
    pub part: PublishedPart,
    /// The title of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Whether the match is in progress or complete.
    pub status: Status,
    /// The number of hands that have been played.
    pub hands: usize,
    /// The number of the hand being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playing: Option<usize>,
    /// The players, best first.
    pub standings: Vec<BoardRow>,
    /// The winners, once the match is over.
    pub winners: Vec<Arc<str>>,
    /// The state of the match, in words.
    pub state: String,
    /// The winners, in words, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<String>,
    /// The color of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hue: Option<Hue>,
    /// The column headings.
    pub labels: Labels,
    /// The day when the match was played or, if unknown, opened: `2026-11-21`.
    #[serde(skip)]
    pub day: String,
    /// When it was published.
    #[serde(skip)]
    pub published_at: Timestamp,
    /// When it last changed.
    #[serde(skip)]
    pub changed_at: Timestamp,
}

/// The labels of a board.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = BoardLabels)]
pub struct Labels {
    /// The caption.
    pub standings: String,
    /// The heading of the column of ranks.
    pub place: String,
    /// The heading of the column of players.
    pub player: String,
    /// The heading of the column of points in the last hand.
    pub last: String,
    /// The heading of the column of total points.
    pub total: String,
    /// The text of the link to the match's page, which names the scoring program.
    pub by: String,
}

/// A player on a board.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BoardRow {
    /// The rank, from 1; players with equal totals share a rank.
    pub rank: usize,
    /// The player's name; for a side, the names of its partners.
    pub player: Arc<str>,
    /// The player's points.
    pub total: Points,
    /// The points of the last hand; `null` before the first.
    #[schema(required)]
    pub last: Option<Points>,
}

impl Board {
    /// Whether the player of a row is in the lead.
    pub fn leads(&self, row: &BoardRow) -> bool {
        row.rank == 1 && self.hands > 0
    }

    /// Returns the standings of a published match, with texts in this language.
    ///
    /// # Errors
    /// 404 if the match is not published; 500 if it cannot be scored.
    pub fn new(played: &Match, language: &Language) -> Result<Board, Problem> {
        let publication = played.publication().ok_or(ProblemKind::NotShown)?;
        let scored = &match_response::scored(played)?;
        let sides = scored.by_side();
        let last = sides.hands.last();
        let rows = sides.standings().into_iter().map(|standing| BoardRow {
            rank: standing.rank,
            player: sides.table.name(standing.seat).clone(),
            total: standing.total,
            last: last.map(|hand| hand.scores[standing.seat.index()]),
        });
        let winners = sides.winners().into_iter();
        let winners = winners.map(|seat| sides.table.name(seat).clone());
        let winners: Vec<Arc<str>> = winners.collect();
        let label = |key| language.text("embed", key);
        Ok(Board {
            part: publication.part,
            day: publication.day,
            published_at: publication.at,
            changed_at: played.last_event().at,
            state: state(scored, language),
            won: won(&winners, language),
            hue: look(scored.facts.id).map(|look| look.hue.clone()),
            labels: Labels {
                standings: label("standings"),
                place: label("place"),
                player: label("player"),
                last: label("last"),
                total: label("total"),
                by: label("by"),
            },
            id: played.id().clone(),
            version: played.version(),
            game: scored.facts.id.to_owned(),
            name: language.named(&game_name(scored)),
            title: scored.title.as_deref().map(str::to_owned),
            location: played.location().map(str::to_owned),
            hands: scored.hands.len(),
            playing: scored.current.as_ref().map(|current| current.number),
            standings: rows.collect(),
            status: Status::new(scored.complete),
            winners,
        })
    }

    /// Returns the address of the match's page. `home` is the address of the service, with a trailing slash.
    pub fn address(&self, home: &str) -> String {
        format!("{home}matches/{}", self.id)
    }

    /// Returns the address of the match's picture, which differs for every version.
    pub fn picture(&self, home: &str) -> String {
        let Board { id, version, .. } = self;
        format!("{home}matches/{id}.png?v={version}")
    }

    /// Returns the title of the match, or the name of the game if there is no title.
    pub fn heading(&self) -> &str {
        let title = self.title.as_deref().map(str::trim);
        title
            .filter(|title| !title.is_empty())
            .unwrap_or(&self.name)
    }

    /// Returns the title of the match's page.
    pub fn page_title(&self, language: &Language) -> String {
        match &self.title {
            Some(_) => format!("{} · {}", self.heading(), self.name),
            None => format!("{} · {}", self.name, day_in_words(&self.day, language)),
        }
    }

    /// Returns the standings on one line: the winner or the state, and the points.
    pub fn summary(&self) -> String {
        let state = self.won.as_deref().unwrap_or(&self.state);
        let end = if state.ends_with('.') { "" } else { "." };
        let rows = self.standings.iter();
        let rows = rows.map(|row| format!("{} {}", row.player, row.total));
        format!("{state}{end} {}", rows.collect::<Vec<_>>().join(", "))
    }
}

impl BoardRow {
    /// Returns the points of the last hand as text.
    pub fn last_in_words(&self, language: &Language) -> String {
        let none = || language.text("embed", "none");
        self.last.map_or_else(none, signed)
    }
}

/// Returns a sentence about the state of the match.
fn state(scored: &Scored, language: &Language) -> String {
    let hands = scored.hands.len();
    let playing = scored.current.as_ref().map(|current| current.number);
    let key = match (Status::new(scored.complete), playing) {
        (Status::Complete, _) => "complete",
        (_, Some(_)) => "playing",
        (_, None) if hands == 0 => "not-begun",
        (_, None) => "played",
    };
    let args = args![hands: hands, playing: playing.unwrap_or_default()];
    language.format("embed", key, &args)
}

fn won(winners: &[Arc<str>], language: &Language) -> Option<String> {
    let names: Vec<String> = winners.iter().map(ToString::to_string).collect();
    let args = args![count: names.len(), winners: names];
    (!winners.is_empty()).then(|| language.format("embed", "won", &args))
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
    /// The day it was played or, if unknown, opened.
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
    /// Creates the entry of a match, with its addresses.
    pub fn new(board: &'a Board, home: &str) -> PublishedEntry<'a> {
        PublishedEntry {
            url: board.address(home),
            picture: board.picture(home),
            day: &board.day,
            published_at: board.published_at,
            changed_at: board.changed_at,
            board,
        }
    }
}
