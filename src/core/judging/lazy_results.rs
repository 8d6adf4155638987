//! Results of a scored match that are computed on demand: what is ahead, the game-specific results, the
//! fingerprint of its rules.

use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::fingerprint::fingerprint;
use crate::{Args, ComingHand, Game, Name, NextHand, OpenMatch, Outlook, Points, Seat, Table};

/// A scored match, as needed for looking ahead.
pub(super) struct MatchSoFar<'a> {
    /// Its players.
    pub table: &'a Table,
    /// The number of the next hand.
    pub number: usize,
    /// The edition of the scoring.
    pub edition: i64,
    /// The totals by seat.
    pub totals: &'a [Points],
}

/// Results computed on demand, independent of the game's type.
pub(super) trait LazyResults: Debug + Send + Sync {
    /// The fingerprint of its rules.
    fn fingerprint(&self, edition: i64) -> &str;

    /// The game-specific results after the last hand.
    fn detail(&self, table: &Table) -> Option<Box<RawValue>>;

    /// The dealer of the next hand.
    fn dealer(&self) -> Seat;

    /// The description of the next hand.
    fn next(&self, so_far: &MatchSoFar<'_>) -> NextHand;

    /// The number of cards in each hand after the next one, if it varies.
    fn cards_ahead(&self) -> Vec<i64>;

    /// What a table of hands lists as still undecided.
    fn listed(&self, table: &Table) -> Vec<(Name, Args)>;

    /// Who can still win, if it can be computed exactly.
    fn outlook(&self, so_far: &MatchSoFar<'_>) -> Option<Outlook>;
}

/// A match in the types of its game.
pub(super) struct GameInPlay<G: Game> {
    /// Its house rules.
    pub game: Arc<G>,
    /// The state for the next hand.
    pub state: Arc<G::State>,
    /// The dealer of the next hand.
    pub dealer: Seat,
    /// The part recorded so far.
    pub record: Option<G::Record>,
    /// The fingerprint of its rules, computed on first use; shared by matches under the same rules.
    pub fingerprint: Arc<OnceLock<String>>,
}

impl<G: Game> GameInPlay<G> {
    fn hand<'a>(&'a self, so_far: &MatchSoFar<'a>) -> ComingHand<'a, G::Record> {
        ComingHand {
            table: so_far.table,
            number: so_far.number,
            dealer: self.dealer,
            edition: so_far.edition,
            record: self.record.as_ref(),
        }
    }
}

impl<G: Game> LazyResults for GameInPlay<G> {
    fn fingerprint(&self, edition: i64) -> &str {
        let worked_out = || fingerprint(G::FACTS, edition, &self.game.resolved());
        self.fingerprint.get_or_init(worked_out)
    }

    fn detail(&self, table: &Table) -> Option<Box<RawValue>> {
        self.game.detail(&self.state, table)
    }

    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn next(&self, so_far: &MatchSoFar<'_>) -> NextHand {
        self.game.next(&self.state, &self.hand(so_far))
    }

    fn cards_ahead(&self) -> Vec<i64> {
        self.game.cards_ahead(&self.state)
    }

    fn listed(&self, table: &Table) -> Vec<(Name, Args)> {
        self.game.listed(&self.state, table)
    }

    fn outlook(&self, so_far: &MatchSoFar<'_>) -> Option<Outlook> {
        let open = OpenMatch {
            hand: self.hand(so_far),
            totals: so_far.totals,
        };
        self.game.outlook(&self.state, &open)
    }
}

impl<G: Game> Debug for GameInPlay<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameInPlay")
            .field("dealer", &self.dealer)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}
