//! The tricks and pain-suit cards of the declarer: as recorded, or as the play gives them.

use super::cards::{Cards, TRICKS, last_six, pain_cards};
use super::clauses;
use super::contract::{Choice, Contract, Measure};
use super::record::Record;
use overtrick_core::prelude::*;

/// Tricks, and cards of the pain suit.
pub type Numbers = (Option<i64>, Option<i64>);

/// The tricks and pain-suit cards that were recorded.
pub fn recorded(
    record: &Record,
    contract: Option<&Contract>,
    context: &mut HandContext<'_>,
) -> Numbers {
    let most = contract.map_or(13, Contract::tricks);
    let tricks = context.number("/tricks", &record.tricks, 0..=most);
    let pain_cards = context.number("/pain_cards", &record.pain_cards, 0..=13);
    let Some(contract) = contract else {
        if record.pain_cards.is_none() {
            context.needed(&record.tricks, "/tricks");
        }
        return (tricks, pain_cards);
    };
    if contract.measure != Measure::Pain {
        context.needed(&record.tricks, "/tricks");
        refuse_pain_cards(&record.pain_cards, contract, context);
        return (tricks, None);
    }
    context.needed(&record.pain_cards, "/pain_cards");
    if let (Some(tricks), Some(pain_cards)) = (tricks, pain_cards)
        && pain_cards > tricks * 3
    {
        let args = args![found: pain_cards, tricks: tricks, most: tricks * 3];
        context.fault("pain-cards", "/pain_cards", clauses::RECORD_PAIN, args);
    }
    (tricks, pain_cards)
}

fn refuse_pain_cards(pain_cards: &Given<i64>, contract: &Contract, context: &mut HandContext<'_>) {
    if pain_cards.is_some() {
        let args = args![contract: contract.name.clone()];
        context.fault("not-asked", "/pain_cards", clauses::RECORD_PAIN, args);
    }
}

/// What the recorded play gives the declarer; what is recorded beside it must be the same.
pub fn played(
    record: &Record,
    played: &RecordedPlay,
    declarer: Option<Seat>,
    contract: Option<&Contract>,
    context: &mut HandContext<'_>,
) -> Numbers {
    let nothing = (None, None);
    let (Some(declarer), Some(contract)) = (declarer, contract) else {
        return nothing;
    };
    let pain = contract.measure == Measure::Pain;
    if !pain {
        refuse_pain_cards(&record.pain_cards, contract, context);
    }
    if contract.asks(Choice::Trump) && record.trump.is_none()
        || contract.asks(Choice::Ranking) && record.ranking.is_none()
    {
        return nothing;
    }
    let (trump, ranking) = (*record.trump, *record.ranking);
    let rules = Cards::of_hand(context.table, declarer, contract, trump, ranking);
    let play = judge_play(&rules, context, TRICKS, &played.tricks, &played.hands);
    let Some(play) = play else { return nothing };
    let won = if contract.last_six {
        last_six(&play, context.table)
    } else {
        play.won(context.table)
    };
    let tricks = won[declarer.index()];
    agrees(context, "/tricks", *record.tricks, tricks);
    if !pain {
        return (Some(tricks), None);
    }
    let Some(suit) = *record.pain_suit else {
        // A club's own contract may count a suit that nobody names.
        let counted = recorded(record, Some(contract), context).1;
        return (Some(tricks), counted);
    };
    let hurt = pain_cards(&play, declarer, suit);
    agrees(context, "/pain_cards", *record.pain_cards, hurt);
    (Some(tricks), Some(hurt))
}
