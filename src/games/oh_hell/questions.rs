//! What can be asked of Oh Hell, and what is known of the hands to come.

use super::bidding::Bidding;
use super::record::{CALLS, Record};
use super::{Missed, OhHell, most_dealt};
use overtrick_core::auction::{BidsQuestion, bids_question};
use overtrick_core::play::{
    FOLLOW_SUIT_PLAY, answer_follow_suit_play, answer_follow_suit_trick, follow_suit_trick,
};
use overtrick_core::prelude::*;
use overtrick_core::{SettledHand, Swing, bids_left, bids_outlook, so_far};

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

impl Forecast for OhHell {
    fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
        let cards = self.cards_dealt(i64::try_from(hand.number).unwrap_or(1));
        Amounts::tricks(hand.table, cards)
    }

    fn next(&self, hands: &i64, hand: &ComingHand<'_, Record>) -> NextHand {
        let cards = self.cards_dealt(*hands + 1);
        let first = hand.after_dealer();
        let bids = self.bids_so_far(cards, hand);
        let hooked = self.hooked(cards, &bids, hand.dealer);
        let left = bids_left(hand.table, cards, &bids, hooked);
        NextHand {
            hands: usize::try_from(self.hands()).ok(),
            cards_dealt: cards,
            speaks: Some(first),
            leads: Some(first),
            open: left.map(|left| ("bids_left", left)).into_iter().collect(),
            sentences: vec![("oh-hell/begins", args![player: hand.table.name(first)])],
            ..NextHand::default()
        }
    }

    fn cards_ahead(&self, hands: &i64) -> Vec<i64> {
        let later = *hands + 2..=self.hands();
        later.map(|number| self.cards_dealt(number)).collect()
    }

    /// Nothing, where cards of the hand being played are recorded: they bind its tricks in ways that are not
    /// counted here.
    fn outlook(&self, hands: &i64, open: &OpenMatch<'_, Record>) -> Option<Outlook> {
        let (table, record) = (open.hand.table, open.hand.record);
        if record.is_some_and(|record| record.play.is_some()) {
            return None;
        }
        let cards = self.cards_dealt(*hands + 1);
        let tricks = record.map(|record| so_far(table, &record.tricks));
        let waived = record.is_some_and(|record| record.irregularities.is_some());
        let now = SettledHand {
            cards,
            bids: self.bids_so_far(cards, &open.hand),
            tricks: tricks.unwrap_or_else(|| vec![None; table.len()]),
            hook: self.hook && !waived,
        };
        let points = |bid, took| self.points(bid, took).0;
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

impl OhHell {
    /// What the dealer may not bid once all others have bid, if there is such a number.
    fn hooked(&self, cards: i64, bids: &[Option<i64>], dealer: Seat) -> Option<i64> {
        let mut open = (0..bids.len()).filter(|seat| bids[*seat].is_none());
        let last = open.next() == Some(dealer.index()) && open.next().is_none();
        let even = cards - bids.iter().flatten().sum::<i64>();
        (self.hook && last && even >= 0).then_some(even)
    }

    /// What a hand can give: everything bid and made, while the others bid and take nothing of it. Their
    /// bids are above zero, so that the hook lets them stand.
    fn swing(&self, cards: i64) -> Swing {
        let off = match self.missed {
            Missed::Nothing | Missed::Tricks => 0,
            Missed::Difference => self.missed_points * cards,
        };
        Swing {
            most: self.made_points + self.trick_points * cards,
            least: -off,
        }
    }
}
