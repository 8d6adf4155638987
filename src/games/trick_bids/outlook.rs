//! Finds who can still win.

use super::{TrickBids, by_seat};
use overtrick_core::prelude::*;
use std::cmp::Reverse;

/// Returns who can still win. `hands` is the number of hands played. Returns `None` if cards of the hand
/// being played are recorded, because this does not compute how they limit the tricks.
pub fn outlook<G: TrickBids>(
    game: &G,
    hands: i64,
    open: &OpenMatch<'_, G::Record>,
) -> Option<Outlook> {
    let (table, totals) = (open.hand.table, open.totals);
    let recorded = open.hand.record.map(G::recorded);
    if recorded.is_some_and(|recorded| recorded.play.is_some()) {
        return None;
    }
    let cards = game.cards_dealt(hands + 1);
    let tricks = recorded.map(|recorded| by_seat(table, recorded.tricks));
    let hand = HandInPlay {
        game,
        cards,
        bids: game.bids_so_far(cards, &open.hand),
        tricks: tricks.unwrap_or_else(|| vec![None; table.len()]),
        hook: game.hook().is_some() && !open.hand.context().waived,
    };
    let is_open = hand.bids.iter().chain(&hand.tricks).all(Option::is_none);
    let unplayed = game.later_cards(hands).into_iter();
    let unplayed = unplayed.chain(is_open.then_some(cards));
    let swing = Points::whole(unplayed.map(|cards| game.swing(cards)).sum());
    // The points that a seat must gain on another in the current hand to have a chance to end level.
    let behind = |seat: Seat, other: Seat| totals[other.index()] - totals[seat.index()] - swing;
    let can_gain = |seat: Seat, needed: &Needed<'_>| {
        if !is_open {
            return hand.can_gain(seat, needed);
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

/// The points that a player must gain on another seat; `None` if the result does not matter.
type Needed<'a> = dyn Fn(Seat) -> Option<Points> + 'a;

/// A hand that is partly recorded.
struct HandInPlay<'a, G> {
    game: &'a G,
    /// The number of cards dealt to each player.
    cards: i64,
    /// The recorded bids, by seat.
    bids: Vec<Option<i64>>,
    /// The recorded tricks, by seat.
    tricks: Vec<Option<i64>>,
    /// Whether the sum of bids must differ from the cards dealt.
    hook: bool,
}

impl<G: TrickBids> HandInPlay<'_, G> {
    /// Returns only the recorded value; without one, every value from 0 to the cards dealt.
    fn choices(&self, recorded: Option<i64>) -> std::ops::RangeInclusive<i64> {
        recorded.map_or(0..=self.cards, |recorded| recorded..=recorded)
    }

    fn points(&self, bid: i64, tricks: i64) -> Points {
        Points::whole(self.game.points(bid, tricks, self.cards).0)
    }

    /// Whether this seat can gain the needed points on each other seat at once.
    fn can_gain(&self, seat: Seat, needed: &Needed<'_>) -> bool {
        self.choices(self.tricks[seat.index()]).any(|tricks| {
            let mut bids: Vec<i64> = self.choices(self.bids[seat.index()]).collect();
            // The two bids that score the most; the second one is tried in case the hook forbids the first.
            bids.sort_by_cached_key(|bid| Reverse(self.points(*bid, tricks)));
            let mut best = bids.into_iter().take(2);
            best.any(|bid| self.can_follow(seat, (tricks, bid), needed))
        })
    }

    /// Whether the others can make legal bids and take the remaining tricks such that this seat, with its
    /// tricks and its bid, gains the needed points.
    fn can_follow(&self, seat: Seat, (tricks, bid): (i64, i64), needed: &Needed<'_>) -> bool {
        let own = self.points(bid, tricks);
        let cards = usize::try_from(self.cards).unwrap_or(0);
        // The least and the greatest sum of bids so far, for each number of tricks taken so far.
        let mut reached: Vec<Option<(i64, i64)>> = vec![None; cards + 1];
        let taken = usize::try_from(tricks).ok();
        if let Some(place) = taken.and_then(|taken| reached.get_mut(taken)) {
            *place = Some((bid, bid));
        }
        let seats = (0..self.bids.len()).map(Seat::new);
        for other in seats.filter(|other| *other != seat) {
            let most = needed(other).map(|needed| own - needed);
            let mut next = vec![None; cards + 1];
            for tricks in self.choices(self.tricks[other.index()]) {
                let fits = |bid: &i64| most.is_none_or(|most| self.points(*bid, tricks) <= most);
                let mut bids = self.choices(self.bids[other.index()]).filter(fits);
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
