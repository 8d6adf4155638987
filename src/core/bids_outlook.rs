//! Who can still win in a game in which players bid and take tricks, and only these two numbers score.

use std::cmp::Reverse;

use super::json::Json;
use super::{Outlook, Points, Seat, Table};

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

/// Returns who can still win. `now` is the hand being played. `later` are the cards of all hands after it, and `swing`
/// returns the most points that one player can gain on all others in an unplayed hand with a number of cards. `points`
/// returns the score of a bid and a number of tricks.
///
/// ```
/// use overtrick_core::{Points, Seat, SettledHand, Table, bids_outlook};
///
/// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
/// let open = SettledHand { cards: 13, bids: vec![None; 2], tricks: vec![None; 2], hook: false };
/// let points = |bid: i64, tricks: i64| if bid == tricks { 5 } else { 0 };
/// let totals = [40, 34].map(Points::whole);
/// let outlook = bids_outlook(&table, &totals, &open, &[], |_| 5, points).unwrap();
/// assert_eq!((outlook.can_win, outlook.decided), (vec![Seat::new(0)], true));
/// ```
pub fn bids_outlook(
    table: &Table,
    totals: &[Points],
    now: &SettledHand,
    later: &[i64],
    swing: impl Fn(i64) -> i64,
    points: impl Fn(i64, i64) -> i64,
) -> Option<Outlook> {
    let is_open = now.bids.iter().chain(&now.tricks).all(Option::is_none);
    let unplayed = later.iter().copied().chain(is_open.then_some(now.cards));
    let swing = Points::whole(unplayed.map(swing).sum());
    let points = |bid, tricks| Points::whole(points(bid, tricks));
    // The points that a seat must gain on another in the current hand to be level at the end.
    let behind = |seat: Seat, other: Seat| totals[other.index()] - totals[seat.index()] - swing;
    let can_gain = |seat: Seat, needed: &Needed<'_>| {
        if !is_open {
            return now.can_gain(seat, needed, &points);
        }
        let mut others = table.others(seat);
        others.all(|other| needed(other).is_none_or(|needed| needed <= Points::ZERO))
    };
    Outlook::new(
        table,
        |seat| can_gain(seat, &|other| Some(behind(seat, other))),
        |one, other| {
            let behind = behind(one, other) + Points::halves(1);
            can_gain(one, &|seat| (seat == other).then_some(behind))
        },
    )
}

/// The points that a player must gain on another seat; `None` means that any gain suffices.
type Needed<'a> = dyn Fn(Seat) -> Option<Points> + 'a;

impl SettledHand {
    /// Whether this seat can gain the needed points on each other seat at once.
    fn can_gain(
        &self,
        seat: Seat,
        needed: &Needed<'_>,
        points: &impl Fn(i64, i64) -> Points,
    ) -> bool {
        choices(self.tricks[seat.index()], self.cards).any(|tricks| {
            let bids = choices(self.bids[seat.index()], self.cards);
            let mut own: Vec<(i64, Points)> = bids.map(|bid| (bid, points(bid, tricks))).collect();
            // The bid that scores the most, and the second best, which applies if the hook forbids the first.
            own.sort_by_key(|(_, points)| Reverse(*points));
            own.into_iter().take(2).any(|(bid, own)| {
                self.can_follow(seat, (tricks, bid), &|other, bid, tricks| {
                    needed(other).is_none_or(|needed| points(bid, tricks) <= own - needed)
                })
            })
        })
    }

    /// Whether the others can take the remaining tricks with legal bids, where each bid and number of tricks of
    /// another seat must fit.
    fn can_follow(
        &self,
        seat: Seat,
        (tricks, bid): (i64, i64),
        fits: &dyn Fn(Seat, i64, i64) -> bool,
    ) -> bool {
        let cards = usize::try_from(self.cards).unwrap_or(0);
        // The least and greatest possible sum of bids, by the number of tricks taken so far.
        let mut reached: Vec<Option<(i64, i64)>> = vec![None; cards + 1];
        let own = usize::try_from(tricks).ok();
        if let Some(own) = own.and_then(|tricks| reached.get_mut(tricks)) {
            *own = Some((bid, bid));
        }
        let seats = (0..self.bids.len()).map(Seat::new);
        for other in seats.filter(|other| *other != seat) {
            let mut next = vec![None; cards + 1];
            for tricks in choices(self.tricks[other.index()], self.cards) {
                let bids = choices(self.bids[other.index()], self.cards);
                let mut bids = bids.filter(|bid| fits(other, *bid, tricks));
                let Some(low) = bids.next() else { continue };
                let high = bids.next_back().unwrap_or(low);
                let took = usize::try_from(tricks).unwrap_or(0);
                for (place, bids) in next.iter_mut().skip(took).zip(&reached) {
                    if let Some((least, most)) = bids {
                        let (least, most) = (least + low, most + high);
                        let known: (i64, i64) = place.unwrap_or((least, most));
                        *place = Some((known.0.min(least), known.1.max(most)));
                    }
                }
            }
            reached = next;
        }
        let bids = reached.last().copied().flatten();
        bids.is_some_and(|bids| !self.hook || bids != (self.cards, self.cards))
    }
}

/// The recorded value, or everything from 0 to the cards dealt.
fn choices(settled: Option<i64>, cards: i64) -> std::ops::RangeInclusive<i64> {
    settled.map_or(0..=cards, |settled| settled..=settled)
}

/// Returns the bid that would make the bids add up to the cards dealt, if only the dealer has yet to bid.
pub fn last_even_bid(cards: i64, bids: &[Option<i64>], dealer: Seat) -> Option<i64> {
    let mut open = (0..bids.len()).filter(|seat| bids[*seat].is_none());
    let is_last = open.next() == Some(dealer.index()) && open.next().is_none();
    let even = cards - bids.iter().flatten().sum::<i64>();
    (is_last && even >= 0).then_some(even)
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
