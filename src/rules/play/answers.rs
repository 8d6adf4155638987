//! Answers to questions about tricks and whole plays: who won, and who may play what now.

use super::card_rules::{CardRules, Hands, PlayedCard, TrickPosition, could_play, next_player};
use super::table::{Play, play};
use crate::rules::cards::CardSet;
use crate::rules::json::Json;
use crate::rules::{Answer, Next, Seat, Table};

/// The answer to a question about one trick.
pub fn answer_trick<R: CardRules>(
    rules: &R,
    hands: &Hands,
    number: usize,
    cards: Vec<PlayedCard>,
    table: &Table,
) -> Answer {
    let play = play(rules, hands, number, None, &[cards]);
    let trick = &play.tricks[0];
    let complete = trick.played.len() == rules.players().len();
    let mut outcome = vec![
        ("complete", Json::Bool(complete)),
        ("winner", player_or_null(trick.winner(), table)),
    ];
    if let Some(card) = trick.winning_card() {
        outcome.push(("card", (R::PACK.name)(card).into()));
    }
    let last = trick.played.last().filter(|_| !complete);
    let next = last.map(|last| {
        let position = TrickPosition {
            number,
            seat: next_player(rules.players(), last.seat),
            played: &trick.played,
            before: &[],
        };
        next_card(rules, &position, hands, trick.cards())
    });
    Answer {
        rulings: play.rulings,
        next: next.into_iter().collect(),
        outcome,
    }
}

/// The answer to a question about the tricks of a hand. A game may add to its outcome.
pub fn answer_play<R: CardRules>(rules: &R, hands: &Hands, play: Play, table: &Table) -> Answer {
    let winners = play
        .tricks
        .iter()
        .map(|trick| player_or_null(trick.winner(), table));
    let won = play.won(table);
    let tricks = table.seats().filter(|seat| rules.players().contains(seat));
    let tricks = tricks
        .map(|seat| (table.name(seat).to_string(), Json::Int(won[seat.index()])))
        .collect();
    let outcome = vec![
        ("winners", Json::List(winners.collect())),
        ("tricks", Json::Object(tricks)),
    ];
    let played = play
        .tricks
        .iter()
        .fold(CardSet::EMPTY, |played, trick| played.either(trick.cards()));
    let next = play.turn.map(|seat| {
        let position = TrickPosition {
            number: play.tricks.len() + 1,
            seat,
            played: &[],
            before: &play.tricks,
        };
        next_card(rules, &position, hands, played)
    });
    Answer {
        next: next.into_iter().collect(),
        rulings: play.rulings,
        outcome,
    }
}

fn player_or_null(seat: Option<Seat>, table: &Table) -> Json {
    seat.map_or(Json::Null, |seat| Json::from(&**table.name(seat)))
}

/// The player whose turn it is and, where the hand is known, the cards that may be played.
fn next_card<R: CardRules>(
    rules: &R,
    position: &TrickPosition<'_>,
    hands: &Hands,
    played: CardSet,
) -> Next {
    let held = hands[position.seat.index()].map(|held| held.without(played));
    let cards = held.map(|held| R::PACK.names(could_play(rules, position, held)));
    let choices = cards.map(|cards| ("cards", cards.into_iter().map(Json::from).collect()));
    Next {
        seat: position.seat,
        choices: choices.into_iter().collect(),
    }
}
