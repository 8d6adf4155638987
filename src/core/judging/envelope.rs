//! The envelope of a match document: the fields shared by all games.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::form::{Field, Kind};
use crate::json::Json;
use crate::wire::{Decimal, Given};
use crate::{HasKind, object};

/// A match document whose options and hands are still JSON text, to be parsed by their game.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, bound(deserialize = "'de: 'a"))]
pub struct Envelope<'a> {
    /// The game's id.
    pub game: Given<String>,
    /// The players in seat order.
    pub players: Given<Vec<String>>,
    /// The house rules.
    pub options: Given<&'a RawValue>,
    /// The first dealer.
    pub first_dealer: Given<String>,
    /// The hands, in playing order.
    pub hands: Given<Vec<&'a RawValue>>,
    /// The hand being played.
    pub current: Given<&'a RawValue>,
    /// A director's penalties and corrections.
    pub adjustments: Given<Vec<Adjustment>>,
    /// Whether the match was ended early, or has no fixed length.
    pub finished: Given<bool>,
    /// The title of the match.
    pub title: Given<String>,
    /// The day, as `YYYY-MM-DD`.
    pub played_on: Given<String>,
    /// The place.
    pub location: Given<String>,
    /// Remarks.
    pub notes: Given<String>,
    /// An id chosen by the owner of the document.
    pub id: Given<String>,
    /// The edition of the game's scoring.
    pub edition: Given<i64>,
    /// The corrections, as listed by an export.
    pub history: Given<Vec<HistoryEntry>>,
    /// The log of a match kept in a file, from which changes are undone; scoring ignores it.
    pub log: Given<&'a RawValue>,
}

object! {
    /// A director's penalty or correction as written.
    pub struct Adjustment(pub) {
        /// The number of the hand that it follows; 0 for before the first hand.
        required after_hand: i64 = Kind::Int(0, 10_000),
        /// The player.
        required player: String = Kind::Player,
        /// The points, usually negative.
        required points: Decimal = Kind::Number(-1_000_000, 1_000_000),
        /// The reason.
        required reason: String,
        /// The id of the clause behind it.
        optional rule: String,
    }
}

object! {
    /// A correction as listed by an export; scoring ignores it.
    pub struct HistoryEntry(pub) {
        /// The time.
        optional at: String,
        /// The author.
        optional by: String,
        /// The action.
        optional action: String,
        /// The number of the hand.
        optional hand: i64 = Kind::Int(1, 10_000),
        /// The record before.
        optional before: Json = Kind::Any,
        /// The record after.
        optional after: Json = Kind::Any,
        /// The reason.
        optional reason: String,
    }
}

/// The fields of a match document, in the order in which faults are listed.
///
/// Options and hands are [`Kind::Any`] here, because each game has its own tables for them.
pub const DOCUMENT: &[Field] = &[
    Field::required("game", Kind::Text),
    Field::required("players", Kind::List(&Kind::Text)),
    Field::optional("options", Kind::Any),
    Field::optional("first_dealer", Kind::Player),
    Field::required("hands", Kind::List(&Kind::Any)),
    Field::optional("current", Kind::Any),
    Field::optional("adjustments", <Vec<Adjustment>>::KIND),
    Field::optional("finished", Kind::Flag),
    Field::optional("title", Kind::Text),
    Field::optional("played_on", Kind::Text),
    Field::optional("location", Kind::Text),
    Field::optional("notes", Kind::Text),
    Field::optional("id", Kind::Text),
    Field::optional("edition", Kind::Int(1, 1)),
    Field::optional("history", <Vec<HistoryEntry>>::KIND),
    Field::optional("log", Kind::Any),
];

/// The rank of a pointer in a list of faults: by field order, then by index. A stable sort keeps the faults
/// of one place in the order found.
///
/// ```
/// use overtrick_core::judging::fault_order;
///
/// let mut pointers = ["/hands/10/tricks", "/hands/9", "/players/0"];
/// pointers.sort_by_key(|pointer| fault_order(pointer));
/// assert_eq!(pointers, ["/players/0", "/hands/9", "/hands/10/tricks"]);
/// ```
pub fn fault_order(pointer: &str) -> (usize, usize) {
    let mut segments = pointer.split('/').skip(1);
    let Some(section) = segments.next() else {
        return (0, 0);
    };
    let known = DOCUMENT.iter().position(|field| field.name == section);
    let index = segments
        .next()
        .and_then(|index| index.parse().ok())
        .unwrap_or(0);
    (known.map_or(DOCUMENT.len() + 1, |place| place + 1), index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_in_the_order_of_the_document() {
        let pointers = "|/players/0|/options/x|/hands|/hands/9|/hands/10/tricks|/current/bids|/x";
        let pointers = pointers.split('|');
        assert!(pointers.is_sorted_by_key(fault_order));
    }
}
