//! What lies ahead of a scored match, worked out when it is asked for.

use std::fmt::{self, Debug};
use std::sync::Arc;

use super::scored::Scored;
use crate::rules::{ComingHand, Game, NextHand, OpenMatch, Outlook, Seat};

/// What a match needs for looking ahead, its game behind it.
pub(super) trait Ahead: Debug + Send + Sync {
    /// Who deals the next hand.
    fn dealer(&self) -> Seat;

    /// What is to be known of the next hand.
    fn next(&self, scored: &Scored) -> NextHand;

    /// Who can still win, where that is known exactly.
    fn outlook(&self, scored: &Scored) -> Option<Outlook>;
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
    fn hand<'a>(&'a self, scored: &'a Scored) -> ComingHand<'a, G::Record> {
        ComingHand {
            table: &scored.table,
            number: scored.hands.len() + 1,
            dealer: self.dealer,
            edition: scored.edition,
            record: self.record.as_ref(),
        }
    }
}

impl<G: Game> Ahead for Prospect<G> {
    fn dealer(&self) -> Seat {
        self.dealer
    }

    fn next(&self, scored: &Scored) -> NextHand {
        self.game.next(&self.state, &self.hand(scored))
    }

    fn outlook(&self, scored: &Scored) -> Option<Outlook> {
        let open = OpenMatch {
            hand: self.hand(scored),
            totals: &scored.totals,
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
