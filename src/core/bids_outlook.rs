//! Who can still win in a game in which players bid and take tricks, and only these two numbers score.

use std::cmp::Reverse;

use super::json::Json;
use super::{Outlook, Prospects, Seat, Table};

/// The greatest and least points of a later hand in which one player gets the greatest and all others get the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swing {
    /// The greatest points.
    pub most: i64,
    /// The least points.
    pub least: i64,
}

/// A hand that is partly recorded.
#[derive(Debug)]
pub struct SettledHand {
    /// The cards of each player.
    pub cards: i64,
    /// The recorded bids, by seat.
    pub bids: Vec<Option<i64>>,
    /// The recorded tricks, by seat.
    pub tricks: Vec<Option<i64>>,
    /// Whether the sum of bids must differ from the cards dealt.
    pub hook: bool,
}

impl SettledHand {
    fn is_open(&self) -> bool {
        let mut settled = self.bids.iter().chain(&self.tricks);
        settled.all(Option::is_none)
    }
}

/// Returns who can still win. `now` is the hand being played, and `swing` returns the possible points of an unplayed
/// hand with a number of cards. `later` are the cards of all hands after `now`, and `points` returns the score of a bid
/// and a number of tricks.
///
/// ```
/// use overtrick_core::{Points, Seat, SettledHand, Swing, Table, bids_outlook};
///
/// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
/// let open = SettledHand { cards: 13, bids: vec![None; 2], tricks: vec![None; 2], hook: false };
/// let swing = |_| Swing { most: 5, least: 0 };
/// let points = |bid: i64, tricks: i64| if bid == tricks { 5 } else { 0 };
/// let totals = [40, 34].map(Points::whole);
/// let outlook = bids_outlook(&table, &totals, open, &[], swing, points).unwrap();
/// assert_eq!((outlook.can_win, outlook.decided), (vec![Seat::new(0)], true));
/// ```
pub fn bids_outlook(
    table: &Table,
    totals: &[super::Points],
    now: SettledHand,
    later: &[i64],
    swing: impl Fn(i64) -> Swing,
    points: impl Fn(i64, i64) -> i64,
) -> Option<Outlook> {
    let open = Some(now.cards).filter(|_| now.is_open());
    let swings = later.iter().copied().chain(open).map(swing);
    let (most, least) = swings.fold((0, 0), |(most, least), swing| {
        (most + swing.most, least + swing.least)
    });
    let prospects = BidProspects {
        totals: totals.iter().map(|total| total.in_halves()).collect(),
        swing: (most - least) * 2,
        now: Some(now).filter(|now| !now.is_open()),
        points,
    };
    Outlook::new(table, &prospects)
}

struct BidProspects<F> {
    /// The totals in half points, by seat.
    totals: Vec<i64>,
    /// The most that one player can gain on all others in the unplayed hands, in half points.
    swing: i64,
    now: Option<SettledHand>,
    points: F,
}

impl<F: Fn(i64, i64) -> i64> Prospects for BidProspects<F> {
    fn can_win(&self, seat: Seat) -> bool {
        let needed = |other| Some(self.behind(seat.index(), other));
        self.can_gain(seat.index(), &needed)
    }

    fn can_pass(&self, one: Seat, other: Seat) -> bool {
        let behind = self.behind(one.index(), other.index()) + 1;
        let needed = |seat| (seat == other.index()).then_some(behind);
        self.can_gain(one.index(), &needed)
    }
}

/// The least and greatest possible sum of bids, by the number of tricks taken so far.
type Bids = Vec<Option<(i64, i64)>>;

impl<F: Fn(i64, i64) -> i64> BidProspects<F> {
    /// Returns the points that this seat must gain on another in the current hand to be level at the end, in half
    /// points.
    fn behind(&self, seat: usize, other: usize) -> i64 {
        self.totals[other] - self.totals[seat] - self.swing
    }

    /// Whether this seat can gain the needed amount on each other seat at once; `None` means that any gain
    /// suffices.
    fn can_gain(&self, seat: usize, needed: &dyn Fn(usize) -> Option<i64>) -> bool {
        let Some(hand) = &self.now else {
            let mut others = (0..self.totals.len()).filter(|other| *other != seat);
            return others.all(|other| needed(other).is_none_or(|needed| needed <= 0));
        };
        choices(hand.tricks[seat], hand.cards).any(|tricks| {
            let bids = choices(hand.bids[seat], hand.cards);
            let mut own: Vec<(i64, i64)> =
                bids.map(|bid| (bid, (self.points)(bid, tricks))).collect();
            // The bid that scores the most, and the second best, which applies if the hook forbids the first.
            own.sort_by_key(|(_, points)| Reverse(*points));
            own.into_iter().take(2).any(|(bid, points)| {
                let most = |other| needed(other).map(|needed| points * 2 - needed);
                self.can_follow(hand, seat, (tricks, bid), &most)
            })
        })
    }

    /// Whether the others can take the remaining tricks, each with at most the points given by `most`, in
    /// half points, and with legal bids.
    fn can_follow(
        &self,
        hand: &SettledHand,
        seat: usize,
        (tricks, bid): (i64, i64),
        most: &dyn Fn(usize) -> Option<i64>,
    ) -> bool {
        let cards = usize::try_from(hand.cards).unwrap_or(0);
        let mut reached: Bids = vec![None; cards + 1];
        let own = usize::try_from(tricks).unwrap_or(usize::MAX);
        if let Some(own) = reached.get_mut(own) {
            *own = Some((bid, bid));
        }
        for other in (0..self.totals.len()).filter(|other| *other != seat) {
            let mut next: Bids = vec![None; cards + 1];
            for tricks in choices(hand.tricks[other], hand.cards) {
                let Some((low, high)) = self.bids(hand, other, tricks, most(other)) else {
                    continue;
                };
                let took = usize::try_from(tricks).unwrap_or(0);
                for (sum, bids) in reached.iter().enumerate() {
                    let place = next.get_mut(sum + took);
                    if let (Some((least, most)), Some(place)) = (*bids, place) {
                        let (least, most) = (least + low, most + high);
                        let known = place.unwrap_or((least, most));
                        *place = Some((known.0.min(least), known.1.max(most)));
                    }
                }
            }
            reached = next;
        }
        let bids = reached.last().copied().flatten();
        bids.is_some_and(|bids| !hand.hook || bids != (hand.cards, hand.cards))
    }

    /// Returns the least and the greatest bid that score at most this much with these tricks of this seat.
    fn bids(
        &self,
        hand: &SettledHand,
        seat: usize,
        tricks: i64,
        most: Option<i64>,
    ) -> Option<(i64, i64)> {
        let fits = |bid: &i64| most.is_none_or(|most| (self.points)(*bid, tricks) * 2 <= most);
        let mut bids = choices(hand.bids[seat], hand.cards).filter(fits);
        let least = bids.next()?;
        Some((least, bids.next_back().unwrap_or(least)))
    }
}

/// The recorded value, or everything from 0 to the cards dealt.
fn choices(settled: Option<i64>, cards: i64) -> std::ops::RangeInclusive<i64> {
    settled.map_or(0..=cards, |settled| settled..=settled)
}

/// For each player who has not bid, the allowed numbers from 0 to the cards dealt. `hooked` is the number
/// that the last bidder may not bid, if any. Empty once all have bid.
pub fn bids_left(
    table: &Table,
    cards: i64,
    bids: &[Option<i64>],
    hooked: Option<i64>,
) -> Option<Json> {
    let open = |seat: &Seat| bids.get(seat.index()).is_none_or(Option::is_none);
    let left: Vec<Seat> = table.seats().filter(open).collect();
    let numbers = |seat: &Seat| (&**table.name(*seat), possible_bids(cards, hooked));
    (!left.is_empty()).then(|| Json::object(left.iter().map(numbers)))
}

/// The bids from 0 to the cards dealt, without the one that the last bidder may not make.
pub(crate) fn possible_bids(cards: i64, hooked: Option<i64>) -> Json {
    let mut bids = Json::from([("from", Json::Int(0)), ("to", Json::Int(cards))]);
    if let Some(bid) = hooked {
        bids.set("not", Json::List(vec![Json::Int(bid)]));
    }
    bids
}
