//! What can be asked of Brink Bid.

use super::cards::{most_cards, of_hand};
use super::clauses;
use super::house_rules::BrinkBid;
use super::pass::answer_pass;
use super::record::{Dice, Record};
use overtrick_core::auction::{BidClauses, BidsQuestion, TrickBids, bids_question, call_fields};
use overtrick_core::play::{
    FOLLOW_SUIT_PLAY, answer_follow_suit_play, answer_follow_suit_trick, follow_suit_trick,
};
use overtrick_core::prelude::*;

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
        let rules = |dealer, trump| of_hand(table, dealer, trump, None);
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
            QuestionKind::Pass => pass(&body.typed()?, context),
            _ => None,
        }
    }
}

fn pass(question: &PassQuestion, context: &mut HandContext<'_>) -> Option<Answer> {
    let most = most_cards(context.table);
    let cards = context.needed_number("/cards_dealt", &question.cards_dealt, 1..=most);
    let dice = context.needed(&question.dice, "/dice");
    answer_pass(dice?, cards?, context)
}

/// The bidding of a hand dealt by this seat, so many cards to each player.
fn bidding(table: &Table, dealer: Seat, cards: i64) -> TrickBids<'_> {
    let clauses = BidClauses {
        order: clauses::BID_ORDER,
        once: clauses::BID_ONCE,
        over: "brink-bid/bids-over",
        range: clauses::BID_RANGE,
    };
    TrickBids::new(table, dealer, cards, clauses)
}
