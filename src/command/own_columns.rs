//! The columns of a game's own in tables of hands: their names and contents.

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

/// The names of the game's own columns at a place.
pub fn names_of(
    scored: &Scored,
    place: ColumnPlace,
    language: &Language,
) -> impl Iterator<Item = String> {
    let name = move |key| {
        let name = language.text("column", &format!("{}/{key}", scored.facts.id));
        // Where a narrow column on paper may break it.
        name.replace('\u{ad}', "")
    };
    keys_at(scored, place).map(name)
}

/// The contents of the game's own columns at a place, for one hand.
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

/// The text that the game shows next to a player's points, such as `[3]`; empty if there is none.
pub fn beside(scored: &Scored, hand: &ScoredHand, seat: Seat, language: &Language) -> String {
    let figures = keys_at(scored, ColumnPlace::Beside)
        .filter_map(|key| hand.figure(key, Some(seat)))
        .map(|figure| format!("[{}]", language.arg(figure)));
    figures.collect::<Vec<String>>().join(" ")
}
