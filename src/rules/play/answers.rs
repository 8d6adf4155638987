//! Answers to questions about tricks and whole plays: who won, and who may play what now.

use super::rules::{CardRules, PlayedCard, TrickPosition};
use super::table::{Play, play};
use super::{Hands, Said};
use crate::rules::cards::CardSet;
use crate::rules::json::Json;
use crate::rules::{Answer, Next, Seat, Table};

/// The cards that may be played from these.
pub fn could_play<R: CardRules>(rules: &R, position: &TrickPosition<'_>, held: CardSet) -> CardSet {
    held.filter(|card| {
        rules
            .breach(
                position,
                held,
                PlayedCard {
                    seat: position.seat,
                    card,
                    named: None,
                },
            )
            .is_none()
    })
}

/// Who plays after this seat.
pub fn next_player(players: &[Seat], seat: Seat) -> Seat {
    let place = players
        .iter()
        .position(|player| *player == seat)
        .unwrap_or(0);
    players[(place + 1) % players.len()]
}

/// The answer to a question about one trick.
pub fn answer_trick<R: CardRules>(
    rules: &R,
    hands: &Hands,
    number: usize,
    cards: Vec<Said>,
    table: &Table,
) -> Answer {
    let play = play(rules, hands, number, None, &[cards]);
    let trick = &play.tricks[0];
    let whole = trick.played.len() == rules.players().len();
    let mut outcome = vec![("complete", Json::Bool(whole))];
    outcome.push((
        "winner",
        trick
            .winner()
            .map_or(Json::Null, |seat| Json::from(&**table.name(seat))),
    ));
    if let Some(card) = trick.winning_card() {
        outcome.push(("card", (R::PACK.name)(card).into()));
    }
    let mut next = Vec::new();
    if !whole {
        let turn = trick
            .played
            .last()
            .map(|played| next_player(rules.players(), played.seat));
        let position = turn.map(|seat| TrickPosition {
            number,
            seat,
            played: &trick.played,
            before: &[],
        });
        next.extend(position.map(|position| next_card(rules, &position, hands, trick.cards())));
    }
    Answer {
        rulings: play.rulings,
        next,
        outcome,
    }
}

/// The answer to a question about the tricks of a hand; the game adds to the outcome.
pub fn answer_play<R: CardRules>(rules: &R, hands: &Hands, play: Play, table: &Table) -> Answer {
    let winners = play.tricks.iter().map(|trick| match trick.winner() {
        Some(seat) => Json::from(&**table.name(seat)),
        None => Json::Null,
    });
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

/// Whose turn it is to play a card, and from a hand that is known, which may be played.
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
