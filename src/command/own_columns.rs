//! The columns of a game's own in tables of hands: what they are called, and what stands in them.

use overtrick_core::{ColumnPlace, Seat};
use overtrick_match::document::{Scored, ScoredHand};
use overtrick_match::lang::Language;

/// The keys of the game's own columns at a place.
fn keys_at(scored: &Scored, place: ColumnPlace) -> impl Iterator<Item = &'static str> {
    let columns = scored.facts.columns.iter();
    columns
        .filter(move |column| column.place == place)
        .map(|column| column.key)
}

/// What the game's own columns at a place are called.
pub fn names_of(
    scored: &Scored,
    place: ColumnPlace,
    language: &Language,
) -> impl Iterator<Item = String> {
    let name = move |key| language.text("column", &format!("{}/{key}", scored.facts.id));
    keys_at(scored, place).map(name)
}

/// What the game's own columns at a place show of a hand.
pub fn of_hand(
    scored: &Scored,
    hand: &ScoredHand,
    place: ColumnPlace,
    language: &Language,
) -> Vec<String> {
    let figures = keys_at(scored, place).map(|key| hand.figure(key, None));
    figures
        .map(|figure| figure.map_or_else(String::new, |figure| language.arg(figure)))
        .collect()
}

/// What the game shows beside the points of a player: `[3]`; nothing, if it shows nothing there.
pub fn beside(scored: &Scored, hand: &ScoredHand, seat: Seat, language: &Language) -> String {
    let figures = keys_at(scored, ColumnPlace::Beside)
        .filter_map(|key| hand.figure(key, Some(seat)))
        .map(|figure| format!("[{}]", language.arg(figure)));
    figures.collect::<Vec<String>>().join(" ")
}
