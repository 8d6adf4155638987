//! What lies ahead of a scored match, worked out when it is asked for.

use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::rules::{ComingHand, Game, NextHand, OpenMatch, Outlook, Points, Seat, Table};

/// A scored match, as far as looking ahead needs it.
pub(super) struct Sight<'a> {
    /// Its players.
    pub table: &'a Table,
    /// The number of the next hand.
    pub number: usize,
    /// The edition of the scoring.
    pub edition: i64,
    /// The totals by seat.
    pub totals: &'a [Points],
}

/// What a match needs for looking ahead, its game behind it.
pub(super) trait Ahead: Debug + Send + Sync {
    /// Who deals the next hand.
    fn dealer(&self) -> Seat;

    /// What is to be known of the next hand.
    fn next(&self, sight: &Sight<'_>) -> NextHand;

    /// Who can still win, where that is known exactly.
    fn outlook(&self, sight: &Sight<'_>) -> Option<Outlook>;
}

/// A match as its game looks ahead of it.
pub(super) struct Prospect<G: Game> {
    /// Its house rules.
    pub game: Arc<G>,
    /// What carries over to the next hand.
    pub state: Arc<G::State>,
    /// Who deals the next hand.
    pub dealer: Seat,
    /// What has been recorded of it.
    pub record: Option<G::Record>,
}

impl<G: Game> Prospect<G> {
    fn hand<'a>(&'a self, sight: &Sight<'a>) -> ComingHand<'a, G::Record> {
        ComingHand {
            table: sight.table,
            number: sight.number,
            dealer: self.dealer,
            edition: sight.edition,
            record: self.record.as_ref(),
        }
    }
}

impl<G: Game> Ahead for Prospect<G> {
    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn next(&self, sight: &Sight<'_>) -> NextHand {
        self.game.next(&self.state, &self.hand(sight))
    }

    fn outlook(&self, sight: &Sight<'_>) -> Option<Outlook> {
        let open = OpenMatch {
            hand: self.hand(sight),
            totals: sight.totals,
        };
        self.game.outlook(&self.state, &open)
    }
}

impl<G: Game> Debug for Prospect<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prospect")
            .field("dealer", &self.dealer)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}
