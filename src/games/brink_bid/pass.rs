//! Who hands how many cards to whom.

use super::record::{Dice, Direction};
use overtrick_core::prelude::*;

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

/// The answer: every player's receiver and number of cards, which is never more than are held.
pub fn answer_pass(dice: &Dice, cards_dealt: i64, context: &mut HandContext<'_>) -> Option<Answer> {
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
        outcome: vec![("passes", Json::Object(passes))],
        ..Answer::default()
    })
}
