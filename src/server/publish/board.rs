//! The public standings of a published match.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::assets::look::{Hue, look};
use overtrick_core::{Points, args};
use overtrick_match::document::{Scored, Status};
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Ledger, MatchId, Showing};

/// The standings of a match, with what a website shows around them.
#[derive(Debug, Clone, Serialize, ToSchema)]
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
    /// What of the match is public.
    pub show: Showing,
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
    /// How far the match is, in words.
    pub state: String,
    /// Who has won, in words, once the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<String>,
    /// The hue of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hue: Option<Hue>,
    /// What the columns are called.
    pub labels: Labels,
}

/// The words around the figures of a [`Board`].
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Labels {
    /// What it is.
    pub standings: String,
    /// The column of ranks.
    pub place: String,
    /// The column of players.
    pub player: String,
    /// The column of what the last hand changed.
    pub last: String,
    /// The column of points.
    pub total: String,
    /// By what it was scored, for a link to the page of the match.
    pub by: String,
}

/// A player on a [`Board`].
#[derive(Debug, Clone, Serialize, ToSchema)]
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
        let winners: Vec<Arc<str>> = winners.collect();
        let label = |key| language.text("embed", key);
        Board {
            show: ledger.showing().unwrap_or_default(),
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
            id: ledger.id().clone(),
            version: ledger.version(),
            game: scored.facts.id.to_owned(),
            name: language.word(scored.facts.id),
            title: scored.title.as_deref().map(str::to_owned),
            hands: scored.hands.len(),
            playing: scored.current.as_ref().map(|current| current.number),
            standings: rows.collect(),
            status: Status::of(scored),
            winners,
        }
    }

    /// The paths of the emblem of the game, on a field of 24 by 24.
    pub fn emblem(&self) -> &'static [String] {
        look(&self.game).map_or(&[], |look| &look.emblem)
    }

    /// The title of the match, or else the name of the game.
    pub fn heading(&self) -> &str {
        let title = self.title.as_deref().map(str::trim);
        title
            .filter(|title| !title.is_empty())
            .unwrap_or(&self.name)
    }

    /// The players with their points in a line, as a chat shows it: `Ann 12, Bo 7`.
    pub fn line(&self) -> String {
        let rows = self.standings.iter();
        let rows: Vec<String> = rows
            .map(|row| format!("{} {}", row.player, row.total))
            .collect();
        rows.join(", ")
    }

    /// How it stands in one line: who won or how far it is, and the points.
    pub fn summary(&self) -> String {
        let state = self.won.as_deref().unwrap_or(&self.state);
        let end = if state.ends_with('.') { "" } else { "." };
        format!("{state}{end} {}", self.line())
    }
}

/// A sentence on how far the match is.
fn state(scored: &Scored, language: &Language) -> String {
    let hands = scored.hands.len();
    let playing = scored.current.as_ref().map(|current| current.number);
    let key = match (Status::of(scored), playing) {
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
