//! What lies ahead of a match: the hand that comes next, and who can still win.

use super::wire::Given;
use super::{Args, Entries, HandContext, HandRecord, LeftOut, Name, Points, Seat, Subject, Table};

/// The hand that is played next, or now, as its game looks at it.
#[derive(Debug)]
pub struct ComingHand<'a, R> {
    /// The players.
    pub table: &'a Table,
    /// Its number, from 1.
    pub number: usize,
    /// Who deals it.
    pub dealer: Seat,
    /// The edition of the game's scoring.
    pub edition: i64,
    /// What has been recorded of it, which has no faults.
    pub record: Option<&'a R>,
}

impl<'a, R: HandRecord> ComingHand<'a, R> {
    /// A context in which what has been recorded can be read as it is when the hand is judged.
    pub fn context(&self) -> HandContext<'a> {
        let none = LeftOut::none();
        let mut context = HandContext::new(self.table, Subject::Current, self.number, none);
        context.dealer = self.dealer;
        context.edition = self.edition;
        let common = self.record.map(HandRecord::common);
        context.waived = common.is_some_and(|common| common.irregularities.is_some());
        context
    }

    /// The player after the dealer.
    pub fn after_dealer(&self) -> Seat {
        self.table.next(self.dealer)
    }
}

/// What a game says of the hand that is played next.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NextHand {
    /// How many hands the match has; nothing, where it has no fixed length.
    pub hands: Option<usize>,
    /// What each player holds when the play begins.
    pub cards_dealt: i64,
    /// Who speaks first, where anybody does and it is known.
    pub speaks: Option<Seat>,
    /// Who rolls the dice, where there are any.
    pub rolls: Option<Seat>,
    /// Who leads the first trick, where it is known.
    pub leads: Option<Seat>,
    /// What is still open in this game, by key.
    pub open: Entries,
    /// What the game adds to who deals how many cards: keys of the `[next]` section with their figures.
    pub sentences: Vec<(Name, Args)>,
}

/// Who can still win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Everyone who is among the winners in at least one legal continuation, in the order of the seats.
    pub can_win: Vec<Seat>,
    /// Whether the winners are the same in every continuation.
    pub decided: bool,
}

/// A match that is not over, as a game looks at what can still come of it.
#[derive(Debug)]
pub struct OpenMatch<'a, R> {
    /// The hand that is played next.
    pub hand: ComingHand<'a, R>,
    /// The totals by seat, adjustments included.
    pub totals: &'a [Points],
}

/// What a match can still become, seen from pairs of players.
pub trait Prospects {
    /// Whether there is a continuation in which this player has at least as much as everyone else.
    fn can_win(&self, seat: Seat) -> bool;

    /// Whether there is a continuation in which the one has more than the other.
    fn can_pass(&self, one: Seat, other: Seat) -> bool;
}

impl Outlook {
    /// Who can still win by these prospects; nothing, if nobody can, since then there is no continuation.
    pub fn of(table: &Table, prospects: &impl Prospects) -> Option<Outlook> {
        let can_win: Vec<Seat> = table
            .seats()
            .filter(|seat| prospects.can_win(*seat))
            .collect();
        // Several players win together in every continuation only if none of them can be passed.
        let falls = |seat: &Seat| {
            let mut others = can_win.iter().filter(|other| *other != seat);
            others.any(|other| prospects.can_pass(*other, *seat))
        };
        let decided = can_win.len() == 1 || !can_win.iter().any(falls);
        (!can_win.is_empty()).then_some(Outlook { can_win, decided })
    }
}

/// The amounts per player that have been recorded so far, by seat.
pub fn so_far(table: &Table, amounts: &Given<super::wire::PerPlayer<i64>>) -> Vec<Option<i64>> {
    let mut found = vec![None; table.len()];
    for (name, amount) in amounts.iter().flat_map(super::wire::PerPlayer::iter) {
        if let Some(seat) = table.seat(name) {
            found[seat.index()] = Some(*amount);
        }
    }
    found
}
