//! Oh Hell: each player tries to take exactly the number of tricks bid. The number of cards changes from hand to hand.

use crate::trick_bids::{FamilyClauses, Recorded, TrickBids, add_bids, trick_bids};
use overtrick_core::french::PACK;
use overtrick_core::pad;
use overtrick_core::prelude::*;

impl Game for OhHell {
    const FACTS: &'static Facts = &Facts {
        id: "oh-hell",
        name: "Oh Hell",
        author: "traditional",
        source: "traditional rules, as they are most often played",
        players: (3, 8),
        clauses: clauses::CLAUSES,
        irregularities: clauses::IRREGULARITIES,
        ..Facts::of::<OhHell>()
    };
}

words! {
    /// The change of the number of cards from hand to hand.
    pub enum Order {
        /// From the fewest to the most and back.
        UpDown = "up-down",
        /// From the most to the fewest and back.
        DownUp = "down-up",
        /// From the fewest to the most.
        Up = "up",
        /// From the most to the fewest.
        Down = "down",
    }
}

words! {
    /// The points that a missed bid scores.
    pub enum Missed {
        /// Nothing.
        Nothing = "nothing",
        /// The points of the tricks taken.
        Tricks = "tricks",
        /// Minus points for each trick over or under.
        Difference = "difference",
        /// Minus the points of the tricks taken.
        MinusTricks = "minus-tricks",
        /// Minus the points of the tricks bid.
        Bid = "bid",
        /// Minus the points that the bid would have scored.
        Made = "made",
        /// A fixed number of minus points.
        Flat = "flat",
    }
}

house_rules! {
    /// The house rules in force for a match of Oh Hell.
    pub struct OhHell(options, table, context);

    deal: word(Order::UpDown), ours clauses::DEAL;
    least_cards: number(1..=17, 1; 1..=most_cards, 1), ours clauses::DEAL;
    most_cards: number(1..=17, null; 1..=OhHell::most_cards(table), usual_most(table)), ours clauses::DEAL, read first;
    hook: flag(true), ours clauses::HOOK;
    made_points: number(0..=1000, 10), ours clauses::MADE;
    trick_points: number(0..=1000, 1), ours clauses::MADE;
    missed: word(Missed::Nothing), ours clauses::MISSED;
    missed_points: number(0..=1000, 5), ours clauses::MISSED;
    zero_bonus: number(0..=1000, 0), ours clauses::MADE;
    break_trump: flag(false), ours clauses::BREAK_TRUMP;
}

/// Returns the default for the most cards in a hand.
fn usual_most(table: &Table) -> i64 {
    match table.len() {
        8 => 6,
        7 => 7,
        6 => 8,
        _ => 10,
    }
}

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional trump: Trump,
        depends bids: PerPlayer<i64> = OhHell::AMOUNTS,
        optional auction: Vec<WrittenCall<i64>> = OhHell::CALLS,
        depends tricks: PerPlayer<i64> = OhHell::AMOUNTS,
        optional play: RecordedPlay,
    }
}

trick_bids!(OhHell, Record);

impl TrickBids for OhHell {
    const CLAUSES: FamilyClauses = FamilyClauses {
        deal: clauses::DEAL,
        lead: clauses::LEAD,
        follow: clauses::FOLLOW,
        wins: clauses::WINNER,
        bid_order: clauses::BID_ORDER,
        bid_once: clauses::BID_ONCE,
        bids_over: "oh-hell/bids-over",
        bid_range: clauses::BID_RANGE,
        bid_most: clauses::BID_RANGE,
        tricks: clauses::TRICKS,
        begins: "oh-hell/begins",
    };
    const MAX_CARDS: i64 = 17;
    const TRUMP: pad::Field = write("trump").records(&["trump"]);

    fn recorded(record: &Record) -> Recorded<'_> {
        Recorded {
            bids: &record.bids,
            auction: record.auction.as_deref(),
            tricks: &record.tricks,
            play: &record.play,
        }
    }

    fn trump(record: &Record, cards: i64, context: &mut HandContext<'_>) -> Option<Trump> {
        let dealt = usize::try_from(cards).unwrap_or(0) * context.table.len();
        if record.trump.is_none() && dealt == usize::from(PACK.cards) {
            // The whole pack is dealt, so no card is turned up for trump.
            return Some(Trump::NoTrump);
        }
        context.needed(&record.trump, "/trump").copied()
    }

    fn hands(&self) -> i64 {
        let steps = self.most_cards - self.least_cards;
        match self.deal {
            Order::Up | Order::Down => steps + 1,
            Order::UpDown | Order::DownUp => 2 * steps + 1,
        }
    }

    fn cards_dealt(&self, number: i64) -> i64 {
        let steps = self.most_cards - self.least_cards;
        let turned = (number - 1 - steps).abs();
        match self.deal {
            Order::Up => self.least_cards + number - 1,
            Order::Down => self.most_cards - number + 1,
            Order::UpDown => self.most_cards - turned,
            Order::DownUp => self.least_cards + turned,
        }
    }

    fn hook(&self) -> Option<&'static str> {
        self.hook.then_some(clauses::HOOK)
    }

    fn trump_lead(&self) -> Option<&'static str> {
        self.break_trump.then_some(clauses::BREAK_TRUMP)
    }

    fn points(&self, bid: i64, took: i64, cards: i64) -> (i64, &'static str) {
        if bid == took {
            let made = self.made_points + self.trick_points * bid;
            return (made + self.bonus(bid, cards), clauses::MADE);
        }
        let (each, count) = self.missed(bid, took);
        (each * count, clauses::MISSED)
    }

    fn factors(&self, bid: i64, took: i64, cards: i64) -> Vec<Factor> {
        let made = |sign, rule| {
            vec![
                Factor::plus("oh-hell/made", sign * self.made_points, rule),
                Factor::plus("oh-hell/tricks", sign * self.trick_points * bid, rule),
            ]
        };
        let rule = clauses::MISSED;
        let (each, count) = self.missed(bid, took);
        match self.missed {
            _ if bid == took => {
                let mut factors = made(1, clauses::MADE);
                if self.bonus(bid, cards) > 0 {
                    factors.push(Factor::plus("oh-hell/zero", self.zero_bonus, clauses::MADE));
                }
                factors
            }
            Missed::Nothing => Vec::new(),
            Missed::Made => made(-1, rule),
            _ => vec![
                Factor::times("oh-hell/each", each, rule),
                Factor::times("oh-hell/count", count, rule),
            ],
        }
    }

    /// Returns the larger of two swings. In the first, the player bids and takes all the tricks, and the others
    /// miss their bids. In the second, the player bids zero, takes no tricks and gets the bonus, and another
    /// player takes all the tricks. The hook allows these bids, because the other players can bid more than zero.
    fn swing(&self, cards: i64) -> i64 {
        let (each, count) = self.missed(cards, 0);
        let missed = each * count;
        let taking_all = self.made_points + self.trick_points * cards - missed;
        let missed_with_all = match self.missed {
            Missed::MinusTricks => -self.trick_points * cards,
            _ => missed,
        };
        let taking_none = self.made_points + self.bonus(0, cards) - missed_with_all;
        taking_all.max(taking_none)
    }
}

impl OhHell {
    /// Returns the points of a missed bid as two factors: the points for each unit, and the number of units.
    fn missed(&self, bid: i64, took: i64) -> (i64, i64) {
        match self.missed {
            Missed::Nothing => (0, 0),
            Missed::Tricks => (self.trick_points, took),
            Missed::Difference => (-self.missed_points, (took - bid).abs()),
            Missed::MinusTricks => (-self.trick_points, took),
            Missed::Bid => (-self.trick_points, bid),
            Missed::Made => (-self.made_points - self.trick_points * bid, 1),
            Missed::Flat => (-self.missed_points, 1),
        }
    }

    /// Returns the bonus of a made bid: only for a bid of zero, and only in a hand with the most cards.
    fn bonus(&self, bid: i64, cards: i64) -> i64 {
        self.zero_bonus * i64::from(bid == 0 && cards == self.most_cards)
    }

    /// Returns the legend about the bonus for a bid of zero.
    fn legend_of_zero(&self) -> Option<Text> {
        let args = args![bonus: self.zero_bonus, cards: self.most_cards];
        (self.zero_bonus > 0).then_some(Text::of("oh-hell/legend-zero", args))
    }
}

impl HasPad for OhHell {
    fn pad(&self, table: &Table) -> Pad {
        let (made, trick, missed) = (self.made_points, self.trick_points, self.missed_points);
        let score = args![made: made, trick: trick];
        let mut legend = vec![Text::of("oh-hell/legend-score", score)];
        legend.extend(self.legend_of_zero());
        let otherwise = format!("oh-hell/legend-{}", self.missed.word());
        legend.push(Text::of(otherwise, args![trick: trick, missed: missed]));
        legend.extend(self.hook.then(|| Text::message("oh-hell/legend-hook")));
        legend.push(Text::message("legend-dealer"));
        self.bid_pad(table, legend)
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        add_bids(row, hand);
    }

    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let (made, trick, missed) = (self.made_points, self.trick_points, self.missed_points);
        let score = format!("oh-hell/sheet-{}", self.missed.word());
        let args = args![made: made, trick: trick, missed: missed];
        let legend = [Text::of(score, args)].into_iter();
        self.bid_sheet(hands, legend.chain(self.legend_of_zero()).collect())
    }
}

/// Oh Hell has no official rules, so every clause is our reading.
mod clauses {
    overtrick_core::clauses! { "oh-hell":
        DEAL ours, LENGTH ours, TRUMP ours, BID_ORDER ours, BID_ONCE ours, BID_RANGE ours,
        HOOK ours, LEAD ours, FOLLOW ours, BREAK_TRUMP ours, WINNER ours, TRICKS ours, MADE ours,
        MISSED ours, HIGHEST ours,
    }

    overtrick_core::irregularities! {
        "oh-hell/misdeal": DEAL => guided Misdeal;
        "oh-hell/revoke": FOLLOW => guided Revoke;
        "oh-hell/early-trump": BREAK_TRUMP => guided Revoke;
        "oh-hell/led-out-of-turn": LEAD => guided OutOfTurn;
        "oh-hell/out-of-turn": "play/turn" => guided OutOfTurn;
        "oh-hell/bid-out-of-turn": BID_ORDER => guided Call;
        "oh-hell/bid-changed": BID_ONCE => guided ChangedCall;
        "oh-hell/even-bids": HOOK => guided Call;
    }
}
