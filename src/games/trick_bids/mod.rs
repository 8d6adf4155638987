//! Trick bids: the family of games in which each player bids a number of tricks, and the score depends only on the
//! bid and the tricks taken. The games use French cards; players must follow suit, and the highest trump wins.

mod bids;
mod cards;
mod outlook;

use bids::Bidding;
use cards::{FollowSuit, SETTING};
use overtrick_core::french::PACK;
use overtrick_core::pad::{CARDS, Field as PadField, Kind as PadKind, suit_words};
use overtrick_core::prelude::*;

pub use bids::answer_bids;
pub use cards::answer_cards;
pub use outlook::outlook;

/// The clauses of a game of trick bids, and two of its texts.
#[derive(Debug, Clone, Copy)]
pub struct FamilyClauses {
    /// The clause about the deal.
    pub deal: &'static str,
    /// The clause about the leader of the first trick.
    pub lead: &'static str,
    /// The clause that players must follow suit.
    pub follow: &'static str,
    /// The clause about the winner of a trick.
    pub wins: &'static str,
    /// The clause about the turn order of the bids.
    pub bid_order: &'static str,
    /// The clause that each player bids only once.
    pub bid_once: &'static str,
    /// The message, for a breach of `bid_once`, that all players have bid already.
    pub bids_over: &'static str,
    /// The clause about the possible bids. A breach of `bid_most` uses its message too.
    pub bid_range: &'static str,
    /// The clause about the greatest possible bid.
    pub bid_most: &'static str,
    /// The clause that the number of tricks is the number of cards dealt to each player.
    pub tricks: &'static str,
    /// The sentence about the player who begins the next hand.
    pub begins: &'static str,
}

/// The fields of a record that all games of trick bids share.
#[derive(Clone, Copy)]
pub struct Recorded<'a> {
    /// The bids.
    pub bids: &'a Given<PerPlayer<i64>>,
    /// The calls of the auction, if they are recorded.
    pub auction: Option<&'a [WrittenCall<i64>]>,
    /// The tricks.
    pub tricks: &'a Given<PerPlayer<i64>>,
    /// The play.
    pub play: &'a Given<RecordedPlay>,
}

/// A game of trick bids. `Self` is the type of its house rules.
pub trait TrickBids: Scoring + Sized {
    /// Its clauses.
    const CLAUSES: FamilyClauses;
    /// The most cards that a player can get at any table.
    const MAX_CARDS: i64;
    /// Whether dice are rolled before a hand.
    const HAS_DICE: bool = false;

    /// The pad's field for the trump.
    const TRUMP: PadField;

    /// The kind of a field with a number of tricks, bid or taken.
    const TRICKS: Kind = Kind::Int(0, Self::MAX_CARDS);
    /// The kind of a field with a number of tricks for each player.
    const AMOUNTS: Kind = Kind::PerPlayer(&Self::TRICKS);
    /// The kind of a field with the calls of an auction.
    const CALLS: Kind = Kind::List(&Kind::Object(&call_fields(Self::TRICKS)));

    /// The fields of a question about an auction.
    const AUCTION_FIELDS: &'static [Field] = &[
        Field::required("cards_dealt", Kind::Int(1, Self::MAX_CARDS)),
        Field::required("calls", Self::CALLS),
    ];
    /// The fields of a question about a trick.
    const TRICK_FIELDS: &'static [Field] = &trick_question(Self::MAX_CARDS, SETTING);
    /// The fields of a question about a revoke.
    const REVOKE_FIELDS: &'static [Field] = &revoke_question(Self::MAX_CARDS, SETTING);
    /// The fields of a question about the play of a hand.
    const PLAY_FIELDS: &'static [Field] = &play_question(SETTING);

    /// Returns the most cards that a player can get at this table.
    fn most_cards(table: &Table) -> i64 {
        i64::try_from(usize::from(PACK.cards) / table.len()).unwrap_or(1)
    }

    /// Returns the shared fields of a record.
    fn recorded(record: &Self::Record) -> Recorded<'_>;

    /// Returns the trump of a hand with this number of cards. Reports a missing trump.
    fn trump(record: &Self::Record, cards: i64, context: &mut HandContext<'_>) -> Option<Trump>;

    /// Reports faults in fields other than the bids, the tricks and the play.
    fn check(_record: &Self::Record, _context: &mut HandContext<'_>) {}

    /// Returns the number of hands in a match.
    fn hands(&self) -> i64;

    /// Returns the number of cards that each player gets in the hand with this number. The first hand is 1.
    fn cards_dealt(&self, number: i64) -> i64;

    /// Returns the clause that the bids may not add up to the cards dealt, if it is in force.
    fn hook(&self) -> Option<&'static str> {
        None
    }

    /// Returns the clause that forbids leading trump before one has been played, if it is in force.
    fn trump_lead(&self) -> Option<&'static str>;

    /// Returns the points for this bid and these tricks in a hand with this number of cards, and the clause.
    fn points(&self, bid: i64, took: i64, cards: i64) -> (i64, &'static str);

    /// Returns the factors of the points for this bid and these tricks.
    fn factors(&self, bid: i64, took: i64, cards: i64) -> Vec<Factor>;

    /// Returns the most points that one player can gain on each other player in a hand with this number of cards.
    fn swing(&self, cards: i64) -> i64;

    /// Returns the number of cards in each hand after the next. `hands` is the number of hands played.
    fn later_cards(&self, hands: i64) -> Vec<i64> {
        let later = hands + 2..=self.hands();
        later.map(|number| self.cards_dealt(number)).collect()
    }

    /// Returns the bidding of a hand before the first bid.
    fn bidding<'t>(&self, table: &'t Table, dealer: Seat, cards: i64) -> Bidding<'t> {
        Bidding {
            table,
            dealer,
            cards,
            hook: self.hook(),
            clauses: Self::CLAUSES,
            bids: vec![None; table.len()],
        }
    }

    /// Returns the rules of play of a hand. The dealer may be unknown.
    fn rules_of_play(
        &self,
        table: &Table,
        dealer: Option<Seat>,
        trump: Trump,
        tricks: Option<usize>,
    ) -> FollowSuit {
        let clauses = Self::CLAUSES;
        let leads = dealer.map(|dealer| table.next(dealer));
        FollowSuit {
            deal: Deal::to_all(table, leads, tricks, clauses.deal, clauses.lead),
            trump: trump.suit(),
            clauses,
            trump_lead: self.trump_lead(),
            trump_broken: false,
        }
    }

    /// Judges the hand with this number.
    fn judge_bids(&self, number: i64, record: &Self::Record, context: &mut HandContext<'_>) {
        let cards = self.cards_dealt(number);
        Self::check(record, context);
        let recorded = Self::recorded(record);
        let bids = match recorded.auction {
            Some(calls) => self
                .auction_bids(cards, recorded.bids, calls, context)
                .and_then(|bids| bids.into_iter().collect()),
            None => self.recorded_bids(cards, recorded.bids, context),
        };
        context.record_sum("/tricks", cards);
        let tricks = match &**recorded.play {
            Some(played) => self.tricks_of_play(cards, record, played, context),
            None => recorded_tricks(recorded.tricks, cards, Self::CLAUSES.tricks, context),
        };
        let (Some(bids), Some(tricks)) = (bids, tricks) else {
            return;
        };
        for ((seat, bid), took) in context.table.seats().zip(bids).zip(tricks) {
            let (points, rule) = self.points(bid, took, cards);
            let factors = self.factors(bid, took, cards);
            let reason = Reason::new(rule, args![bid: bid, tricks: took]).with_factors(factors);
            context.add(reason.pays(seat, points));
        }
        context.detail(&Json::object([("cards", Json::Int(cards))]));
    }

    /// Returns the tricks of the recorded play. Reports a recorded number of tricks that differs.
    fn tricks_of_play(
        &self,
        cards: i64,
        record: &Self::Record,
        played: &RecordedPlay,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<i64>> {
        let trump = Self::trump(record, cards, context)?;
        let tricks = usize::try_from(cards).ok()?;
        let rules = self.rules_of_play(context.table, Some(context.dealer), trump, Some(tricks));
        let play = judge_play(&rules, context, &played.tricks, &played.hands)?;
        let recorded = Self::recorded(record).tricks;
        Some(played_tricks(&play, recorded, context))
    }

    /// Returns the recorded bids. Reports bids that add up to the cards, if the hook is in force.
    fn recorded_bids(
        &self,
        cards: i64,
        bids: &Given<PerPlayer<i64>>,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<i64>> {
        let bids = context.amounts("/bids", bids, Bounds::cards(cards))?;
        if bids.iter().sum::<i64>() == cards
            && let Some(breach) = self.bidding(context.table, context.dealer, cards).breach()
        {
            context.irregular(breach, "/bids");
        }
        Some(bids)
    }

    /// Returns the bids of the recorded auction so far, by seat. Reports a recorded bid that differs. If the
    /// table let illegal calls stand, each player's first bid from 0 to the cards dealt counts, even if it
    /// was out of turn or made the bids add up to the cards.
    fn auction_bids(
        &self,
        cards: i64,
        written: &Given<PerPlayer<i64>>,
        calls: &[WrittenCall<i64>],
        context: &mut HandContext<'_>,
    ) -> Option<Vec<Option<i64>>> {
        let order = Self::CLAUSES.bid_order;
        let calls = resolve_calls(context, "/auction", calls)?;
        let mut bidding = self.bidding(context.table, context.dealer, cards);
        let illegal = judge_calls(&mut bidding, context, "/auction", &calls);
        let turn = bidding.turn();
        let mut bids = bidding.bids;
        if context.waived {
            for (seat, bid) in calls.iter().filter(|(_, bid)| (0..=cards).contains(*bid)) {
                bids[seat.index()].get_or_insert(**bid);
            }
        }
        let open = turn.filter(|_| bids.contains(&None));
        if let Some(turn) = open.filter(|_| !illegal || context.waived) {
            unfinished_auction(context, "/auction", order, turn, false);
        }
        for (name, recorded) in written.iter().flat_map(PerPlayer::iter) {
            let pointer = format!("/bids/{}", segment(name));
            let Some(seat) = context.seat(&pointer, name) else {
                continue;
            };
            let bid = &mut bids[seat.index()];
            if let Some(called) = *bid {
                check_against_auction(context, &pointer, order, Some(*recorded), called);
            }
            if context.waived && context.in_range(&pointer, *recorded, Bounds::cards(cards)) {
                *bid = Some(*recorded);
            }
        }
        Some(bids)
    }

    /// Returns the bids made so far, by seat.
    fn bids_so_far(&self, cards: i64, hand: &ComingHand<'_, Self::Record>) -> Vec<Option<i64>> {
        let recorded = hand.record.map(Self::recorded);
        let bids = recorded.and_then(|recorded| match recorded.auction {
            Some(calls) => self.auction_bids(cards, recorded.bids, calls, &mut hand.context()),
            None => Some(by_seat(hand.table, recorded.bids)),
        });
        bids.unwrap_or_else(|| vec![None; hand.table.len()])
    }

    /// Returns the description of the next hand. `hands` is the number of hands played.
    fn next_hand(&self, hands: i64, hand: &ComingHand<'_, Self::Record>) -> NextHand {
        let cards = self.cards_dealt(hands + 1);
        let first = hand.after_dealer();
        let begins = args![player: hand.table.name(first)];
        let bidding = Bidding {
            bids: self.bids_so_far(cards, hand),
            ..self.bidding(hand.table, hand.dealer, cards)
        };
        NextHand {
            hands: usize::try_from(self.hands()).ok(),
            cards_dealt: cards,
            speaks: Some(first),
            rolls: Self::HAS_DICE.then_some(first),
            leads: Some(first),
            open: Json::object(bidding.left().map(|left| ("bids_left", left))),
            sentences: vec![(Self::CLAUSES.begins.into(), begins)],
            ..NextHand::default()
        }
    }

    /// Returns the pad. Each hand has the number of cards, the trump and the sum of the bids.
    fn bid_pad(&self, table: &Table, legend: Vec<Text>) -> Pad {
        let mut rows = rows(usize::try_from(self.hands()).unwrap_or(0), table.len());
        for (row, number) in rows.iter_mut().zip(1..) {
            let args = args![cards: self.cards_dealt(number)];
            row.hand.phrase(CARDS.key, "cards-dealt", args);
        }
        Pad {
            hand: vec![CARDS, Self::TRUMP, SUM],
            seat: bid_seat(),
            rows,
            length: Length::Rounds,
            legend,
            ..Pad::default()
        }
    }

    /// Returns the sheet of the played hands. Each has the trump, the cards dealt and the sum of the bids in
    /// words, and each player's bid and tricks.
    fn bid_sheet(&self, hands: &[PlayedHand<'_>], legend: Vec<Text>) -> Pad {
        let rows = (1..).zip(hands).map(|(number, hand)| {
            let mut row = hand.row();
            let sum = add_bids(&mut row, hand);
            if let Some(trump) = hand.at(&Self::TRUMP).and_then(Json::as_text) {
                row.hand.set("trump", Value::text(suit_words(trump, trump)));
            }
            let args = args![cards: self.cards_dealt(number)];
            row.hand.phrase(CARDS.key, "cards-of-hand", args);
            if let Some(sum) = sum {
                row.hand.phrase(SUM.key, "bids-of-hand", args![sum: sum]);
            }
            row
        });
        Pad {
            hand: vec![Self::TRUMP, CARDS, SUM],
            seat: bid_seat(),
            rows: rows.collect(),
            legend,
            ..Pad::default()
        }
    }
}

/// Implements the scoring, the forecast and the rulings of a game of trick bids. The state is the number of hands
/// played. Kinds of question that only this game has follow the record, each with a type and an answer function.
macro_rules! trick_bids {
    ($game:ident, $record:ident $(, $kind:ident($question:ty) => $answer:path)*) => {
        impl Scoring for $game {
            type Record = $record;
            type State = i64;

            fn open(&self, _table: &Table) -> i64 {
                0
            }

            fn before(&self, _table: &Table, number: usize) -> i64 {
                i64::try_from(number).unwrap_or(1) - 1
            }

            fn judge(&self, hands: &mut i64, record: &$record, context: &mut HandContext<'_>) {
                *hands += 1;
                self.judge_bids(*hands, record, context);
            }

            fn complete(&self, hands: &i64) -> bool {
                *hands >= self.hands()
            }
        }

        impl Forecast for $game {
            fn amounts(&self, hand: &ComingHand<'_, $record>) -> Amounts {
                let number = i64::try_from(hand.number).unwrap_or(1);
                Amounts::tricks(hand.table, self.cards_dealt(number))
            }

            fn next(&self, hands: &i64, hand: &ComingHand<'_, $record>) -> NextHand {
                self.next_hand(*hands, hand)
            }

            fn cards_ahead(&self, hands: &i64) -> Vec<i64> {
                self.later_cards(*hands)
            }

            fn outlook(&self, hands: &i64, open: &OpenMatch<'_, $record>) -> Option<Outlook> {
                $crate::trick_bids::outlook(self, *hands, open)
            }
        }

        impl Adjudicator for $game {
            const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
                (QuestionKind::Auction, Self::AUCTION_FIELDS),
                (QuestionKind::Trick, Self::TRICK_FIELDS),
                (QuestionKind::Revoke, Self::REVOKE_FIELDS),
                (QuestionKind::Play, Self::PLAY_FIELDS),
                $((QuestionKind::$kind, <$question>::FIELDS),)*
                (QuestionKind::Finish, &finish_question($record::FIELDS)),
            ];

            fn adjudicate(
                &self,
                question: &Question,
                context: &mut HandContext<'_>,
            ) -> Option<Answer> {
                match question.kind {
                    QuestionKind::Auction => {
                        $crate::trick_bids::answer_bids(self, question, context)
                    }
                    QuestionKind::Trick | QuestionKind::Revoke | QuestionKind::Play => {
                        $crate::trick_bids::answer_cards(self, question, context)
                    }
                    $(QuestionKind::$kind => $answer(&question.body.typed()?, context),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use trick_bids;

/// Returns the recorded amounts, by seat.
fn by_seat(table: &Table, amounts: &Given<PerPlayer<i64>>) -> Vec<Option<i64>> {
    let mut found = vec![None; table.len()];
    for (name, amount) in amounts.iter().flat_map(PerPlayer::iter) {
        if let Some(seat) = table.seat(name) {
            found[seat.index()] = Some(*amount);
        }
    }
    found
}

/// The field with the sum of all bids, which shows whether they exceed the tricks.
const SUM: PadField = PadField::new("bid-sum", PadKind::Write);

/// The field of a player's bid.
const BIDS: PadField = PadField::new("bid", PadKind::Write).records(&["bids"]);

/// Returns the fields of each player in a row: bid, tricks, points and total.
fn bid_seat() -> Vec<PadField> {
    vec![
        BIDS,
        write("tricks").records(&["tricks"]),
        POINTS.figures(2),
        TOTAL.figures(3),
    ]
}

/// Writes the bids and tricks of a hand into a row. If the record has only an auction or a play, they come
/// from the arguments `bid` and `tricks` of the reasons. Also writes and returns the sum of the bids.
pub fn add_bids(row: &mut Row, hand: &PlayedHand<'_>) -> Option<i64> {
    let mut sum = Some(0);
    for (index, values) in row.seats.iter_mut().enumerate() {
        let seat = Seat::new(index);
        for (key, field) in [("bid", "bids"), ("tricks", "tricks")] {
            let of_reasons = || {
                let own = |reason: &&Reason| reason.points_of(seat).is_some();
                hand.reasons.iter().find(own)?.arg(key)?.number()
            };
            let number = hand.of_seat(field, seat).or_else(of_reasons);
            if let Some(number) = number {
                values.write(key, number);
            }
            if key == BIDS.key {
                sum = sum.zip(number).map(|(sum, bid)| sum + bid);
            }
        }
    }
    if let Some(sum) = sum {
        row.hand.write(SUM.key, sum);
    }
    sum
}
