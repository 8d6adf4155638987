//! The rest of a match: the next hand, and who can still win.

use super::json::Json;
use super::{Args, HandContext, HandRecord, LeftOut, Name, Points, Seat, Subject, Table};

/// The next hand, or the hand in progress, as the game receives it.
#[derive(Debug)]
pub struct ComingHand<'a, R> {
    /// The players.
    pub table: &'a Table,
    /// Its number, from 1.
    pub number: usize,
    /// The dealer.
    pub dealer: Seat,
    /// The edition of the game's scoring.
    pub edition: i64,
    /// The part recorded so far, which has no faults.
    pub record: Option<&'a R>,
}

impl<'a, R: HandRecord> ComingHand<'a, R> {
    /// Returns the context for reading the recorded part; its settings are those used to judge the hand.
    pub fn context(&self) -> HandContext<'a> {
        let (subject, none) = (Subject::Current, LeftOut::none());
        let common = self.record.map(HandRecord::common);
        HandContext {
            dealer: self.dealer,
            edition: self.edition,
            waived: common.is_some_and(|common| common.irregularities.is_some()),
            ..HandContext::new(self.table, subject, self.number, none)
        }
    }

    /// Returns the player after the dealer.
    pub fn after_dealer(&self) -> Seat {
        self.table.next(self.dealer)
    }
}

/// A game's description of the next hand.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NextHand {
    /// The number of hands in the match; `None` if its length is not fixed.
    pub hands: Option<usize>,
    /// The number of cards that each player holds when the play begins.
    pub cards_dealt: i64,
    /// A sentence about the deal, if the cards are not all dealt at once: a key of the `[next]` section and
    /// its arguments.
    pub deal: Option<(Name, Args)>,
    /// The player who calls first, if there are calls and the player is known.
    pub speaks: Option<Seat>,
    /// The player who rolls the dice, if there are any.
    pub rolls: Option<Seat>,
    /// The player who leads the first trick, if known.
    pub leads: Option<Seat>,
    /// Game-specific data about what is still open, by key: the bids left, the pot, the contracts left.
    pub open: Json,
    /// Further sentences about the hand: keys of the `[next]` section with their arguments.
    pub sentences: Vec<(Name, Args)>,
    /// Sentences about what each player may still choose, for a table of hands; in the same form.
    pub listed: Vec<(Name, Args)>,
}

/// Who can still win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Every player who wins in at least one legal continuation, in seat order.
    pub can_win: Vec<Seat>,
    /// Whether the winners are the same in every continuation.
    pub decided: bool,
}

/// An unfinished match, for computing who can still win.
#[derive(Debug)]
pub struct OpenMatch<'a, R> {
    /// The next hand.
    pub hand: ComingHand<'a, R>,
    /// The totals by seat, including adjustments.
    pub totals: &'a [Points],
}

impl Outlook {
    /// Returns who can still win; `None` if no continuation exists.
    ///
    /// `can_win(a)` is true if, in some continuation, `a` ends at least level with everyone else.
    /// `can_pass(a, b)` is true if, in some continuation, `a` ends ahead of `b`.
    pub fn new(
        table: &Table,
        can_win: impl Fn(Seat) -> bool,
        can_pass: impl Fn(Seat, Seat) -> bool,
    ) -> Option<Outlook> {
        let winning = table.seats().filter(|seat| can_win(*seat));
        let can_win: Vec<Seat> = winning.collect();
        // Several possible winners are tied in every continuation only if none of them can pass another.
        let can_be_passed = |seat: &Seat| {
            let mut others = can_win.iter().filter(|other| *other != seat);
            others.any(|other| can_pass(*other, *seat))
        };
        let decided = can_win.len() == 1 || !can_win.iter().any(can_be_passed);
        (!can_win.is_empty()).then_some(Outlook { can_win, decided })
    }
}
