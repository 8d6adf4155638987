//! Brink Bid: bid your tricks, score for taking them exactly or being one off.

mod auction;
mod cards;
mod catalog;
mod pad;
mod pass;
mod questions;
mod record;
mod score;

use serde::Deserialize;

use crate::rules::json::Json;
use crate::rules::play::{RecordedPlay, agrees, judge_play};
use crate::rules::wire::{Given, PerPlayer};
use crate::rules::{
    Answer, Facts, Game, HandContext, HouseRules, OptionsContext, QuestionKind, Seat, Table, args,
    segment,
};
use crate::sheets::data::{Pad, PlayedHand};
pub use record::{Dice, Record};

/// The cards in the pack.
const PACK: usize = 52;

/// The house rules of a Brink Bid match, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    made_points: Given<i64>,
    brink_points: Given<i64>,
    first_hand_cards: Given<i64>,
    last_hand_cards: Given<i64>,
}

/// A match of Brink Bid: its house rules in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrinkBid {
    made_points: i64,
    brink_points: i64,
    first_hand_cards: i64,
    last_hand_cards: i64,
}

impl BrinkBid {
    /// How many cards each player gets in the hand of this number.
    fn cards_dealt(&self, number: usize) -> i64 {
        self.first_hand_cards + i64::try_from(number).unwrap_or(i64::MAX / 2) - 1
    }
}

impl BrinkBid {
    /// The tricks that the recorded play gives; tricks recorded beside it must be the same.
    fn played_tricks(
        record: &Record,
        played: &RecordedPlay,
        cards: i64,
        context: &mut HandContext<'_>,
    ) -> Option<Vec<i64>> {
        let dice = record.dice.as_ref().and_then(|dice| *dice.trump);
        if dice.is_none() {
            context.missing("/dice/trump");
        }
        let tricks = usize::try_from(cards).ok();
        let rules = cards::Cards::of_hand(context.table, context.dealer, dice?, tricks);
        let play = judge_play(&rules, context, tricks?, &played.tricks, &played.hands);
        let won = play?.won(context.table);
        for (name, recorded) in record.tricks.iter().flat_map(PerPlayer::iter) {
            let pointer = format!("/tricks/{}", segment(name));
            if let Some(seat) = context.seat(&pointer, name) {
                agrees(context, &pointer, Some(*recorded), won[seat.index()]);
            }
        }
        Some(won)
    }
}

/// How far a match has come.
#[derive(Debug, Clone, Default)]
pub struct State {
    hands: usize,
}

impl Game for BrinkBid {
    type Options = Options;
    type Record = Record;
    type State = State;
    const FACTS: &'static Facts = &catalog::FACTS;

    fn rules(options: &Options, table: &Table, context: &mut OptionsContext<'_>) -> BrinkBid {
        let most = i64::try_from(PACK / table.len()).unwrap_or(1);
        let usual_last = match table.len() {
            6 => 8,
            5 => 10,
            _ => 13,
        };
        let last_hand_cards = context.number(
            "last_hand_cards",
            &options.last_hand_cards,
            1..=most,
            usual_last,
        );
        let usual_first = 4.min(last_hand_cards);
        BrinkBid {
            made_points: context.number("made_points", &options.made_points, 0..=1000, 5),
            brink_points: context.number("brink_points", &options.brink_points, 0..=1000, 2),
            first_hand_cards: context.number(
                "first_hand_cards",
                &options.first_hand_cards,
                1..=last_hand_cards,
                usual_first,
            ),
            last_hand_cards,
        }
    }

    fn resolved(&self) -> HouseRules {
        vec![
            ("made_points", self.made_points.into()),
            ("brink_points", self.brink_points.into()),
            ("first_hand_cards", self.first_hand_cards.into()),
            ("last_hand_cards", self.last_hand_cards.into()),
        ]
    }

    fn open(&self, _table: &Table) -> State {
        State::default()
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        let cards = self.cards_dealt(state.hands + 1);
        state.hands += 1;
        let seats: Vec<Seat> = context.table.seats().collect();
        record.dice.as_ref().inspect(|dice| dice.check(context));
        let bids = context.amounts("/bids", &record.bids, &seats, 0..=cards);
        context.adds_up_to("/tricks", cards);
        let tricks = match &*record.play {
            Some(played) => BrinkBid::played_tricks(record, played, cards, context),
            None => context.amounts("/tricks", &record.tricks, &seats, 0..=cards),
        };
        if let Some(tricks) = &tricks {
            let sum: i64 = tricks.iter().sum();
            if sum != cards {
                context.fault(
                    "tricks-sum",
                    "/tricks",
                    "brink-bid/tricks",
                    args![sum: sum, cards: cards],
                );
            }
        }
        if let (Some(bids), Some(tricks)) = (bids, tricks) {
            score::score(self, cards, &bids, &tricks, context);
        }
    }

    fn adjudicate(
        &self,
        kind: QuestionKind,
        dealer: Option<Seat>,
        body: &Json,
        context: &mut HandContext<'_>,
    ) -> Option<Answer> {
        questions::answer(kind, dealer, body, context)
    }

    fn complete(&self, state: &State) -> bool {
        self.cards_dealt(state.hands) >= self.last_hand_cards
    }

    fn pad(&self, table: &Table) -> Pad {
        self.blank_pad(table)
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        Self::fill_pad(pad, hands);
    }
}
