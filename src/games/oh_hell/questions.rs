//! What can be asked of Oh Hell.

use super::auction::Bidding;
use super::house_rules::OhHell;
use super::house_rules::most_dealt;
use super::record::{CALLS, Record};
use overtrick_core::auction::{BidsQuestion, bids_question};
use overtrick_core::play::{
    FOLLOW_SUIT_PLAY, answer_follow_suit_play, answer_follow_suit_trick, follow_suit_trick,
};
use overtrick_core::prelude::*;

/// The most cards that a player can get at any table.
const LONGEST: i64 = 17;

impl Adjudicator for OhHell {
    const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[
        (QuestionKind::Auction, &bids_question(LONGEST, CALLS)),
        (QuestionKind::Trick, &follow_suit_trick(LONGEST)),
        (QuestionKind::Play, &FOLLOW_SUIT_PLAY),
        (QuestionKind::Finish, &finish_question(Record::FIELDS)),
    ];

    fn adjudicate(&self, question: &Question, context: &mut HandContext<'_>) -> Option<Answer> {
        let Question { kind, dealer, body } = question;
        let dealer = *dealer;
        let table = context.table;
        let most = most_dealt(table);
        let rules = |dealer, trump| self.cards_of_hand(table, dealer, trump, None);
        match kind {
            QuestionKind::Auction => {
                let question: BidsQuestion = body.typed()?;
                let bidding = |table, dealer, cards| Bidding::new(table, dealer, cards, self.hook);
                question.answer(dealer, most, bidding, context)
            }
            QuestionKind::Trick => {
                answer_follow_suit_trick(dealer, &body.typed()?, LONGEST, most, rules, context)
            }
            QuestionKind::Play => {
                answer_follow_suit_play(dealer, &body.typed()?, most, rules, context)
            }
            _ => None,
        }
    }
}
