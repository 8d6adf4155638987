//! What can be asked of Brink Bid, and what is known of the hands to come.

use super::record::{Dice, Direction, Record};
use super::score::{cards_of_hand, points};
use super::{BrinkBid, clauses, most_cards};
use overtrick_core::auction::{BidClauses, BidsQuestion, TrickBids, bids_question, call_fields};
use overtrick_core::play::{
    FOLLOW_SUIT_PLAY, answer_follow_suit_play, answer_follow_suit_trick, follow_suit_trick,
};
use overtrick_core::prelude::*;
use overtrick_core::{SettledHand, Swing, bids_left, bids_outlook, so_far};

object! {
    struct PassQuestion {
        required dice: Dice,
        required cards_dealt: i64 = Kind::Int(1, LONGEST),
    }
}

/// The most cards that a player can get at any table.
const LONGEST: i64 = 26;

const CALLS: Kind = Kind::List(&Kind::Object(&call_fields(Kind::Int(0, 13))));

impl Adjudicator for BrinkBid {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, &bids_question(LONGEST, CALLS)),
        (QuestionKind::Trick, &follow_suit_trick(LONGEST)),
        (QuestionKind::Play, &FOLLOW_SUIT_PLAY),
        (QuestionKind::Pass, PassQuestion::FIELDS),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let Question { kind, dealer, body } = question;
        let dealer = *dealer;
        let table = context.table;
        let most = most_cards(table);
        let rules = |dealer, trump| cards_of_hand(table, dealer, trump, None);
        match kind {
            QuestionKind::Auction => {
                let question: BidsQuestion = body.typed()?;
                question.answer(dealer, most, bidding, context)
            }
            QuestionKind::Trick => {
                answer_follow_suit_trick(dealer, &body.typed()?, LONGEST, most, rules, context)
            }
            QuestionKind::Play => {
                answer_follow_suit_play(dealer, &body.typed()?, most, rules, context)
            }
            QuestionKind::Pass => answer_pass(&body.typed()?, context),
            _ => None,
        }
    }
}

/// The bidding of a hand dealt by this seat, so many cards to each player.
fn bidding(table: &Table, dealer: Seat, cards: i64) -> TrickBids<'_> {
    let clauses = BidClauses {
        order: clauses::BID_ORDER.into(),
        once: clauses::BID_ONCE.into(),
        over: "brink-bid/bids-over".into(),
        range: clauses::BID_RANGE.into(),
        most: clauses::BID_MOST.into(),
    };
    TrickBids::new(table, dealer, cards, clauses)
}

/// Every player's receiver and number of cards, which is never more than are held.
fn answer_pass(question: &PassQuestion, context: &mut HandContext<'_>) -> Option<Answer> {
    let most = most_cards(context.table);
    let cards_dealt = context.needed_number("/cards_dealt", &question.cards_dealt, 1..=most);
    let dice = context.needed(&question.dice, "/dice");
    let (dice, cards_dealt) = (dice?, cards_dealt?);
    let cards = context.needed_number("/dice/cards", &dice.cards, 0..=3);
    let direction = *dice.direction;
    if cards.is_some_and(|cards| cards > 0) && direction.is_none() {
        context.missing("/dice/direction");
    }
    let cards = cards?.min(cards_dealt);
    let mut passes = Vec::new();
    if cards > 0 {
        let direction = direction?;
        for seat in context.table.seats() {
            let to = context.table.name(receiver(context.table, seat, direction));
            let pass = Json::from([("to", Json::from(&**to)), ("cards", Json::Int(cards))]);
            passes.push((context.table.name(seat).to_string(), pass));
        }
    }
    Some(Answer {
        outcome: Entries::from([("passes", Json::Object(passes))]),
        ..Answer::default()
    })
}

/// The seat that a seat passes to. With two players every way leads to the other one.
fn receiver(table: &Table, seat: Seat, direction: Direction) -> Seat {
    let players = table.len();
    let places = match direction {
        Direction::AcrossLeft | Direction::AcrossRight if players.is_multiple_of(2) => players / 2,
        Direction::Left | Direction::AcrossLeft => 1,
        Direction::Right | Direction::AcrossRight => players - 1,
    };
    table.after(seat, places)
}

impl Forecast for BrinkBid {
    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let cards = self.cards_dealt(hand.number);
        Amounts::tricks(hand.table, cards)
    }

    fn next(&self, hands: &usize, hand: &ComingHand<'_, Record>) -> NextHand {
        let cards = self.cards_dealt(*hands + 1);
        let first = hand.after_dealer();
        let bids = hand.record.map(|record| so_far(hand.table, &record.bids));
        let left = bids_left(hand.table, cards, &bids.unwrap_or_default(), None);
        NextHand {
            hands: Some(self.hands()),
            cards_dealt: cards,
            speaks: Some(first),
            rolls: Some(first),
            leads: Some(first),
            open: left.map(|left| ("bids_left", left)).into_iter().collect(),
            sentences: vec![(
                "brink-bid/begins".into(),
                args![player: hand.table.name(first)],
            )],
        }
    }

    fn cards_ahead(&self, hands: &usize) -> Vec<i64> {
        let later = *hands + 2..=self.hands();
        later.map(|number| self.cards_dealt(number)).collect()
    }

    /// Nothing, where cards of the hand being played are recorded: they bind its tricks in ways that are not
    /// counted here.
    fn outlook(&self, hands: &usize, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        let (table, record) = (open.hand.table, open.hand.record);
        if record.is_some_and(|record| record.play.is_some()) {
            return None;
        }
        let none = || vec![None; table.len()];
        let now = SettledHand {
            cards: self.cards_dealt(*hands + 1),
            bids: record.map_or_else(none, |record| so_far(table, &record.bids)),
            tricks: record.map_or_else(none, |record| so_far(table, &record.tricks)),
            hook: false,
        };
        let points = |bid, took| points(self, bid, took).0;
        bids_outlook(
            table,
            open.totals,
            now,
            &self.cards_ahead(hands),
            |cards| self.swing(cards),
            points,
        )
    }
}

impl BrinkBid {
    /// What a hand can give. With one card nobody can be two tricks away from a bid.
    fn swing(&self, cards: i64) -> Swing {
        let (made, brink) = (self.made_points, self.brink_points);
        Swing {
            most: made.max(brink),
            least: if cards > 1 { 0 } else { made.min(brink) },
        }
    }
}
