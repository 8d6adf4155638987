//! Brink Bid: each player bids a number of tricks, and scores by taking exactly that many, or one more or one fewer.

use crate::trick_bids::{FamilyClauses, Recorded, TrickBids, add_bids, trick_bids};
use overtrick_core::pad;
use overtrick_core::prelude::*;

impl Game for BrinkBid {
    const FACTS: &'static Facts = &Facts {
        id: "brink-bid",
        name: "Brink Bid",
        author: "Ian Sadler",
        source: "Brink Bid, rules version 46, © 2023 Ian Sadler",
        players: (2, 6),
        clauses: clauses::CLAUSES,
        irregularities: clauses::IRREGULARITIES,
        ..Facts::of::<BrinkBid>()
    };
}

house_rules! {
    /// The house rules in force for a match of Brink Bid.
    pub struct BrinkBid(options, table, context);

    made_points: number(0..=1000, 5), stated clauses::MADE;
    brink_points: number(0..=1000, 2), stated clauses::BRINK;
    first_hand_cards: number(1..=26, 4; 1..=last_hand_cards, last_hand_cards.min(4)), stated clauses::DEAL;
    last_hand_cards: number(1..=26, null; 1..=BrinkBid::most_cards(table), usual_last(table)), stated clauses::LENGTH, read first;
}

/// Returns the default number of cards that each player gets in the last hand.
fn usual_last(table: &Table) -> i64 {
    match table.len() {
        6 => 8,
        5 => 10,
        _ => 13,
    }
}

words! {
    /// The side that the Direction die shows.
    pub enum Direction {
        /// Clockwise.
        Left = "left",
        /// Counterclockwise.
        Right = "right",
        /// Across; clockwise if the number of players is odd.
        AcrossLeft = "across-left",
        /// Across; counterclockwise if the number of players is odd.
        AcrossRight = "across-right",
    }
}

object! {
    /// The three dice.
    pub struct Dice {
        optional trump: Trump,
        optional cards: i64 = Kind::Int(0, 3),
        optional direction: Direction,
    }
}

hand_record! {
    /// A hand as it was recorded.
    pub struct Record {
        optional dice: Dice,
        required bids: PerPlayer<i64> = BrinkBid::AMOUNTS,
        depends tricks: PerPlayer<i64> = BrinkBid::AMOUNTS,
        optional play: RecordedPlay,
    }
}

trick_bids!(BrinkBid, Record, Pass(PassQuestion) => answer_pass);

impl TrickBids for BrinkBid {
    const CLAUSES: FamilyClauses = FamilyClauses {
        deal: clauses::DEAL,
        lead: clauses::LEAD,
        follow: clauses::FOLLOW,
        wins: clauses::TRICK,
        bid_order: clauses::BID_ORDER,
        bid_once: clauses::BID_ONCE,
        bids_over: "brink-bid/bids-over",
        bid_range: clauses::BID_RANGE,
        bid_most: clauses::BID_MOST,
        tricks: clauses::TRICKS,
        begins: "brink-bid/begins",
    };
    const MAX_CARDS: i64 = 26;
    const HAS_DICE: bool = true;
    const TRUMP: pad::Field = write("trump").records(&["dice/trump"]);

    fn recorded(record: &Record) -> Recorded<'_> {
        Recorded {
            bids: &record.bids,
            auction: None,
            tricks: &record.tricks,
            play: &record.play,
        }
    }

    fn trump(record: &Record, _cards: i64, context: &mut HandContext<'_>) -> Option<Trump> {
        let trump = record.dice.as_ref().and_then(|dice| *dice.trump);
        if trump.is_none() {
            context.missing("/dice/trump");
        }
        trump
    }

    fn check(record: &Record, context: &mut HandContext<'_>) {
        if let Some(dice) = &*record.dice {
            context.number("/dice/cards", &dice.cards, 0..=3);
        }
    }

    fn hands(&self) -> i64 {
        self.last_hand_cards - self.first_hand_cards + 1
    }

    fn cards_dealt(&self, number: i64) -> i64 {
        self.first_hand_cards + number - 1
    }

    fn trump_lead(&self) -> Option<&'static str> {
        Some(clauses::TRUMP_LEAD)
    }

    fn points(&self, bid: i64, took: i64, _cards: i64) -> (i64, &'static str) {
        match (took - bid).abs() {
            0 => (self.made_points, clauses::MADE),
            1 => (self.brink_points, clauses::BRINK),
            _ => (0, clauses::MISSED),
        }
    }

    fn factors(&self, bid: i64, took: i64, cards: i64) -> Vec<Factor> {
        let (points, rule) = self.points(bid, took, cards);
        vec![Factor::times("brink-bid/points", points, rule)]
    }

    /// Returns the swing of a hand. With one card each, nobody can miss a bid by two tricks.
    fn swing(&self, cards: i64) -> i64 {
        let (made, brink) = (self.made_points, self.brink_points);
        let least = if cards > 1 { 0 } else { made.min(brink) };
        made.max(brink) - least
    }
}

object! {
    struct PassQuestion {
        required dice: Dice,
        required cards_dealt: i64 = Kind::Int(1, BrinkBid::MAX_CARDS),
    }
}

/// Answers with the player to whom each player passes, and the number of cards: at most the cards dealt to each.
fn answer_pass(question: &PassQuestion, context: &mut HandContext<'_>) -> Option<Answer> {
    let most = BrinkBid::most_cards(context.table);
    let cards_dealt = context.needed_number("/cards_dealt", &question.cards_dealt, 1..=most);
    let dice = context.needed(&question.dice, "/dice");
    let (dice, cards_dealt) = (dice?, cards_dealt?);
    let cards = context.needed_number("/dice/cards", &dice.cards, 0..=3);
    let direction = *dice.direction;
    if cards.is_some_and(|cards| cards > 0) && direction.is_none() {
        context.missing("/dice/direction");
    }
    let cards = cards?.min(cards_dealt);
    let mut passes = Json::EMPTY;
    if cards > 0 {
        let (table, direction) = (context.table, direction?);
        passes = table.by_name(|seat| {
            let to = table.name(receiver(table, seat, direction));
            Json::object([("to", Json::from(&**to)), ("cards", Json::Int(cards))])
        });
    }
    let rule = Json::object([("rule", clauses::PASS.into())]);
    let outcome = [("passes", passes), ("decided_by", rule)];
    Some(Answer::of(Json::object(outcome)))
}

/// Returns the seat to which a seat passes. With two players, it is always the other player.
fn receiver(table: &Table, seat: Seat, direction: Direction) -> Seat {
    let players = table.len();
    let places = match direction {
        Direction::AcrossLeft | Direction::AcrossRight if is_even(table) => players / 2,
        Direction::Left | Direction::AcrossLeft => 1,
        Direction::Right | Direction::AcrossRight => players - 1,
    };
    table.after(seat, places)
}

/// Whether the number of players is even, so that each player sits opposite another.
fn is_even(table: &Table) -> bool {
    table.len().is_multiple_of(2)
}

/// Returns the word for the direction of a pass. Both across directions are `across` if the number of players is even.
fn direction_of(hand: &PlayedHand<'_>) -> Option<&'static str> {
    let direction: Direction = hand.at(&DIRECTION)?.typed()?;
    let is_sideways = matches!(direction, Direction::Left | Direction::Right);
    Some(if is_sideways || !is_even(hand.table) {
        direction.word()
    } else {
        "across"
    })
}

/// The field for the number of cards that are passed.
const PASS: pad::Field = write("pass").figures(1).records(&["dice/cards"]);
/// The field for the direction of the pass.
const DIRECTION: pad::Field = write("direction").records(&["dice/direction"]);

impl HasPad for BrinkBid {
    fn pad(&self, table: &Table) -> Pad {
        let dice = if is_even(table) {
            "brink-bid/legend-dice"
        } else {
            "brink-bid/legend-dice-odd"
        };
        let score = args![made: self.made_points, brink: self.brink_points];
        let score = Text::of("brink-bid/legend-score", score);
        let mut pad = self.bid_pad(table, vec![score, Text::message("legend-dealer")]);
        pad.hand.splice(2..2, [PASS, DIRECTION]);
        pad.record_legend = vec![Text::message(dice)];
        pad
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        add_bids(row, hand);
        if let Some(direction) = direction_of(hand) {
            let letter = format!("direction-{direction}");
            row.hand.phrase("direction", letter, args![]);
        }
    }

    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let score = args![made: self.made_points, brink: self.brink_points];
        let score = Text::of("brink-bid/sheet-score", score);
        let mut pad = self.bid_sheet(hands, vec![score]);
        pad.hand.insert(2, PASS);
        for (row, hand) in pad.rows.iter_mut().zip(hands) {
            let cards = hand.at(&PASS).and_then(Json::typed::<i64>);
            let passed = cards.filter(|cards| *cards > 0).zip(direction_of(hand));
            if let Some((cards, direction)) = passed {
                let phrase = format!("brink-bid/passed-{direction}");
                row.hand.phrase("pass", phrase, args![cards: cards]);
            }
        }
        pad
    }
}

mod clauses {
    overtrick_core::clauses! { "brink-bid":
        CARDS, FIRST_DEALER, DEAL, ONE_AT_A_TIME ours, LENGTH, DICE, BID_ORDER, BID_ONCE,
        BID_RANGE, BID_MOST ours, PASS, LEAD, FOLLOW, TRUMP_LEAD, TRICK, TRICKS, MADE, BRINK,
        MISSED, WINNER,
    }

    overtrick_core::irregularities! {
        "brink-bid/misdeal": DEAL => guided Misdeal;
        "brink-bid/revoke": FOLLOW => guided Revoke;
        "brink-bid/early-trump": TRUMP_LEAD => guided Revoke;
        "brink-bid/led-out-of-turn": LEAD => guided OutOfTurn;
        "brink-bid/out-of-turn": "play/turn" => guided OutOfTurn;
        "brink-bid/bid-out-of-turn": BID_ORDER => guided Call;
        "brink-bid/bid-changed": BID_ONCE => remedied "The Bidding";
        "brink-bid/pass-seen": PASS => remedied "The Pass";
    }
}
