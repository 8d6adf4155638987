//! What is worked out of a scored match only when it is asked for: what lies ahead of it, the sheet of
//! its game, the fingerprint of its rules.

use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::fingerprint::fingerprint;
use crate::{Args, ComingHand, Game, Name, NextHand, OpenMatch, Outlook, Points, Seat, Table};

/// A scored match, as far as looking ahead needs it.
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

/// What a scored match tells when it is asked, its game behind it.
pub(super) trait LazyResults: Debug + Send + Sync {
    /// The fingerprint of its rules.
    fn fingerprint(&self, edition: i64) -> &str;

    /// The game's own results after the last hand.
    fn detail(&self, table: &Table) -> Option<Box<RawValue>>;

    /// Who deals the next hand.
    fn dealer(&self) -> Seat;

    /// What is to be known of the next hand.
    fn next(&self, so_far: &MatchSoFar<'_>) -> NextHand;

    /// What each player holds in each hand after the next one, where that varies.
    fn cards_ahead(&self) -> Vec<i64>;

    /// What a table lists of what is still open.
    fn listed(&self, table: &Table) -> Vec<(Name, Args)>;

    /// Who can still win, where that is known exactly.
    fn outlook(&self, so_far: &MatchSoFar<'_>) -> Option<Outlook>;
}

/// A match as its game knows it.
pub(super) struct GameInPlay<G: Game> {
    /// Its house rules.
    pub game: Arc<G>,
    /// What carries over to the next hand.
    pub state: Arc<G::State>,
    /// Who deals the next hand.
    pub dealer: Seat,
    /// What has been recorded of it.
    pub record: Option<G::Record>,
    /// The fingerprint of its rules, once it was asked for. Matches under the same rules share it.
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
        let worked_out = || fingerprint(G::FACTS.id, edition, &self.game.resolved());
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
