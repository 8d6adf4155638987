//! The public standings of a published match.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::document::{Scored, Status};
use crate::lang::Language;
use crate::ledger::{Ledger, MatchId};
use crate::rules::Points;

/// The standings of a match, with what a website shows around them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Board {
    /// The match's id.
    pub id: MatchId,
    /// Its version.
    #[schema(minimum = 1)]
    pub version: u64,
    /// The game's id.
    pub game: String,
    /// The game's name in the language of the answer.
    pub name: String,
    /// The title of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the match goes on.
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
}

/// A player on a [`Board`].
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardRow {
    /// From 1; players of equal totals share a rank.
    pub rank: usize,
    /// The player's name.
    pub player: Arc<str>,
    /// The player's points.
    pub total: Points,
    /// What the last hand changed; `null` before the first.
    #[schema(required)]
    pub last: Option<Points>,
}

impl Board {
    /// The standings of a match, with names in the words of a language.
    pub fn of(ledger: &Ledger, scored: &Scored, language: &Language) -> Board {
        let last = scored.hands.last();
        let rows = scored.standings().into_iter().map(|standing| BoardRow {
            rank: standing.rank,
            player: scored.table.name(standing.seat).clone(),
            total: standing.total,
            last: last.map(|hand| hand.scores[standing.seat.index()]),
        });
        let winners = scored.winners().into_iter();
        let winners = winners.map(|seat| scored.table.name(seat).clone());
        Board {
            id: ledger.id().clone(),
            version: ledger.version(),
            game: scored.facts.id.to_owned(),
            name: language.word(scored.facts.id),
            title: scored.title.as_deref().map(str::to_owned),
            hands: scored.hands.len(),
            playing: scored.current.as_ref().map(|current| current.number),
            standings: rows.collect(),
            status: Status::of(scored),
            winners: winners.collect(),
        }
    }
}
