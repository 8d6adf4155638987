//! Bidding: each player once, the dealer last, whose bid may not make all bids come out even.

use super::record::Record;
use super::{OhHell, clauses};
use overtrick_core::auction::{BidClauses, TrickBids};
use overtrick_core::prelude::*;
use overtrick_core::so_far;

/// The bids of a hand, in the making.
pub struct Bidding<'t> {
    table: &'t Table,
    dealer: Seat,
    cards: i64,
    hook: bool,
    bids: TrickBids<'t>,
}

impl<'t> Bidding<'t> {
    /// The bids of a hand dealt by this seat, so many cards to each player.
    pub fn new(table: &'t Table, dealer: Seat, cards: i64, hook: bool) -> Bidding<'t> {
        let clauses = BidClauses {
            order: clauses::BID_ORDER.into(),
            once: clauses::BID_ONCE.into(),
            over: "oh-hell/bids-over".into(),
            range: clauses::BID_RANGE.into(),
            most: clauses::BID_RANGE.into(),
        };
        Bidding {
            table,
            dealer,
            cards,
            hook,
            bids: TrickBids::new(table, dealer, cards, clauses),
        }
    }

    /// Who bids now; nobody, once all have.
    pub fn turn(&self) -> Option<Seat> {
        self.bids.turn()
    }

    /// The bids by seat, so far.
    pub fn bids(&self) -> &[Option<i64>] {
        self.bids.bids()
    }

    /// The bid that the dealer may not make, if it is the dealer's turn and there is one.
    fn hooked(&self) -> Option<i64> {
        let others: i64 = self.bids().iter().flatten().sum();
        let even = self.cards - others;
        (self.hook && self.turn() == Some(self.dealer) && even >= 0).then_some(even)
    }
}

impl Auction for Bidding<'_> {
    type Call = i64;

    fn call(&mut self, seat: Seat, bid: &i64) -> Result<(), Breach> {
        self.bids.check(seat, *bid)?;
        if self.hooked() == Some(*bid) {
            return Err(hook(self.table, self.dealer, self.cards));
        }
        self.bids.call(seat, bid)
    }

    fn next(&self) -> Vec<Next> {
        let mut next = self.bids.next();
        if let (Some(next), Some(even)) = (next.first_mut(), self.hooked())
            && let Some(Json::Object(range)) = next.choices.get_mut("bids")
        {
            range.push(("not".to_owned(), Json::List(vec![Json::Int(even)])));
        }
        next
    }

    fn outcome(&self) -> Entries {
        self.bids.outcome()
    }
}

/// The breach of bids that come out even.
pub fn hook(table: &Table, dealer: Seat, cards: i64) -> Breach {
    Breach::new(
        clauses::HOOK,
        args![cards: cards, dealer: table.name(dealer)],
    )
}

impl OhHell {
    /// The bids of a recorded hand, once all have bid.
    pub(super) fn bids(
        &self,
        cards: i64,
        record: &Record,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<i64>> {
        let Some(calls) = &*record.auction else {
            return self.recorded_bids(cards, record, context);
        };
        let bids = self.auction_bids(cards, record, calls, context)?;
        bids.into_iter().collect()
    }

    /// The bids as recorded, held against the hook: the dealer bid last.
    fn recorded_bids(
        &self,
        cards: i64,
        record: &Record,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<i64>> {
        let seats: Vec<Seat> = context.table.seats().collect();
        let bids = context.amounts("/bids", &record.bids, &seats, 0..=cards)?;
        if self.hook && bids.iter().sum::<i64>() == cards {
            let breach = hook(context.table, context.dealer, cards);
            context.irregular(breach, "/bids");
        }
        Some(bids)
    }

    /// The bids of a hand as far as they have been made, by seat.
    pub(super) fn bids_so_far(
        &self,
        cards: i64,
        hand: &ComingHand<'_, Record>,
    ) -> Vec<Option<i64>> {
        let none = || vec![None; hand.table.len()];
        let Some(record) = hand.record else {
            return none();
        };
        match &*record.auction {
            Some(calls) => {
                let context = &mut hand.context();
                self.auction_bids(cards, record, calls, context)
                    .unwrap_or_else(none)
            }
            None => so_far(hand.table, &record.bids),
        }
    }

    /// The bids that the recorded auction gives so far, by seat; those recorded beside it must be the same.
    /// Where the table let illegal calls stand, a player's first possible bid counts, in turn or not, even or
    /// not.
    fn auction_bids(
        &self,
        cards: i64,
        record: &Record,
        calls: &[WrittenCall<i64>],
        context: &mut HandContext<'_>,
    ) -> Option<Vec<Option<i64>>> {
        let calls = resolve_calls(context, "/auction", calls)?;
        let mut bidding = Bidding::new(context.table, context.dealer, cards, self.hook);
        let illegal = judge_calls(&mut bidding, context, "/auction", &calls);
        let mut bids = bidding.bids().to_vec();
        if context.waived {
            for (seat, bid) in calls.iter().filter(|(_, bid)| (0..=cards).contains(*bid)) {
                bids[seat.index()].get_or_insert(**bid);
            }
        }
        let open = bidding.turn().filter(|_| bids.contains(&None));
        if let Some(turn) = open.filter(|_| !illegal || context.waived) {
            auction_incomplete(context, "/auction", clauses::BID_ORDER, turn, false);
        }
        for (name, recorded) in record.bids.iter().flat_map(PerPlayer::iter) {
            let pointer = format!("/bids/{}", segment(name));
            let Some(seat) = context.seat(&pointer, name) else {
                continue;
            };
            let bid = &mut bids[seat.index()];
            if let Some(called) = *bid {
                let rule = clauses::BID_ORDER;
                agrees_with_auction(context, &pointer, rule, Some(*recorded), called);
            }
            if context.waived && context.in_range(&pointer, *recorded, 0..=cards) {
                *bid = Some(*recorded);
            }
        }
        Some(bids)
    }
}
