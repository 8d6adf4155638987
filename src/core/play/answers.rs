//! Answers to questions about tricks and whole plays: winners, and who may play what next.

use super::card_rules::{CardRules, Hands, PlayedCard, TrickPosition};
use super::replay::{Play, play};
use crate::cards::CardSet;
use crate::json::Json;
use crate::{Answer, Breach, Entries, HandContext, Next, Ruling, Seat, Table, args};

/// The answer to a question about the trick with this number, or about one whose number is not known.
///
/// `None` if a joker in it has a wrong suit, which is a fault.
pub fn answer_trick<R: CardRules>(
    rules: &R,
    number: Option<usize>,
    (hands, cards): (Hands, Vec<PlayedCard>),
    context: &mut HandContext<'_>,
) -> Option<Answer> {
    if let Some(misdeal) = misdeal(rules, &hands, context.table) {
        return Some(misdeal);
    }
    let leader = rules.deal().leads.filter(|_| number == Some(1));
    let number = number.unwrap_or(1);
    let play = play(rules, &hands, number, leader, &[cards]);
    if !play.check_named(context, |_| "/cards".to_owned()) {
        return None;
    }
    let table = context.table;
    let trick = &play.tricks[0];
    let whole = trick.played.len() == rules.deal().players.len();
    let mut outcome = Entries::from([
        ("complete", Json::Bool(whole)),
        ("winner", winner(trick.winner(), table)),
    ]);
    if let Some(card) = trick.winning_card() {
        outcome.push("card", (R::PACK.name)(card));
    }
    let last = trick.played.last();
    let turn = last.map_or(leader, |played| Some(rules.deal().next_player(played.seat)));
    let next = turn.filter(|_| !whole).map(|seat| {
        let position = TrickPosition {
            number,
            seat,
            held: CardSet::EMPTY,
            played: &trick.played,
            before: &[],
        };
        next_card(rules, position, &hands, trick.cards())
    });
    Some(Answer {
        next: next.into_iter().collect(),
        rulings: play.rulings,
        outcome,
        impossible: false,
    })
}

/// The answer to a question about the tricks of a hand, with its play; the game adds to the outcome. A misdeal
/// has no play.
///
/// `None` if a joker in it has a wrong suit, which is a fault.
pub fn answer_play<R: CardRules>(
    rules: &R,
    hands: &Hands,
    tricks: &[Vec<PlayedCard>],
    context: &mut HandContext<'_>,
) -> Option<(Answer, Option<Play>)> {
    if let Some(misdeal) = misdeal(rules, hands, context.table) {
        return Some((misdeal, None));
    }
    let play = play(rules, hands, 1, rules.deal().leads, tricks);
    if !play.check_named(context, |trick| format!("/tricks/{trick}")) {
        return None;
    }
    let table = context.table;
    let winners = play
        .tricks
        .iter()
        .map(|trick| winner(trick.winner(), table));
    let won = play.won(table);
    let players = table.seats();
    let players = players.filter(|seat| rules.deal().players.contains(seat));
    let tricks = players.map(|seat| (table.name(seat).to_string(), Json::Int(won[seat.index()])));
    let outcome = Entries::from([
        ("winners", winners.collect()),
        ("tricks", Json::Object(tricks.collect())),
    ]);
    let next = play.turn.map(|seat| {
        let position = TrickPosition {
            number: play.tricks.len() + 1,
            seat,
            held: CardSet::EMPTY,
            played: &[],
            before: &play.tricks,
        };
        next_card(rules, position, hands, play.cards())
    });
    let answer = Answer {
        next: next.into_iter().collect(),
        rulings: play.rulings.clone(),
        outcome,
        impossible: false,
    };
    Some((answer, Some(play)))
}

/// The answer where known hands differ in size: the deal is ruled on, and no card.
fn misdeal<R: CardRules>(rules: &R, hands: &Hands, table: &Table) -> Option<Answer> {
    let sizes = || hands.iter().flatten().map(|hand| hand.len());
    let (least, most) = (sizes().min()?, sizes().max()?);
    if least == most {
        return None;
    }
    let holder = |size| {
        hands
            .iter()
            .position(|hand| hand.is_some_and(|hand| hand.len() == size))
    };
    let name = |size| table.name(Seat::new(holder(size).unwrap_or(0)));
    let args = args![more: name(most), most: most, fewer: name(least), least: least];
    let breach = Breach::new(rules.deal().clauses.deal, args).with_message("play/misdeal");
    Some(Answer {
        rulings: vec![Ruling::of_the_whole(breach)],
        ..Answer::default()
    })
}

fn winner(seat: Option<Seat>, table: &Table) -> Json {
    seat.map_or(Json::Null, |seat| Json::from(&**table.name(seat)))
}

/// Whose turn it is, and which cards of a known hand may be played.
fn next_card<R: CardRules>(
    rules: &R,
    position: TrickPosition<'_>,
    hands: &Hands,
    played: CardSet,
) -> Next {
    let held = hands[position.seat.index()].map(|held| held.without(played));
    let choices = held.map(|held| {
        let could = rules.could_play(&TrickPosition { held, ..position });
        ("cards", R::PACK.names(could).into_iter().collect::<Json>())
    });
    Next {
        seat: position.seat,
        choices: choices.into_iter().collect(),
    }
}
