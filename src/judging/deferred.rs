//! What is worked out of a scored match only when it is asked for: what lies ahead of it, the sheet of
//! its game, the fingerprint of its rules.

use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::fingerprint::fingerprint;
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

/// What a scored match tells when it is asked, its game behind it.
pub(super) trait Deferred: Debug + Send + Sync {
    /// The fingerprint of its rules.
    fn fingerprint(&self, edition: i64) -> &str;

    /// The game's own results after the last hand.
    fn detail(&self, table: &Table) -> Option<Box<RawValue>>;

    /// Who deals the next hand.
    fn dealer(&self) -> Seat;

    /// What is to be known of the next hand.
    fn next(&self, sight: &Sight<'_>) -> NextHand;

    /// Who can still win, where that is known exactly.
    fn outlook(&self, sight: &Sight<'_>) -> Option<Outlook>;
}

/// A match as its game knows it.
pub(super) struct Standpoint<G: Game> {
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

impl<G: Game> Standpoint<G> {
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

impl<G: Game> Deferred for Standpoint<G> {
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

impl<G: Game> Debug for Standpoint<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Standpoint")
            .field("dealer", &self.dealer)
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}
