//! A match document, read into the types of its game.

use serde::de::DeserializeOwned;

use crate::bounds::{MAX_HANDS, check_hands};
use crate::form::{Field, FieldOf, Kind, Reading};
use crate::json::Json;
use crate::{Fields, Finding, Game, HandContext, LeftOut, Subject, Table, object};

object! {
    /// A director's penalty or correction, as written.
    pub struct Adjustment(pub) {
        /// The number of the hand that it follows; 0 if it comes before the first hand.
        required after_hand: i64 = Kind::Int(0, 10_000),
        /// The player.
        required player: String = Kind::Player,
        /// The points, usually negative.
        required points: f64 = Kind::Number(-1_000_000, 1_000_000),
        /// The reason.
        required reason: String,
        /// The id of the clause or irregularity on which it is based.
        optional rule: String,
    }
}

object! {
    /// A correction, as listed in an export; scoring ignores it.
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

object! {
    /// A match document. Each game defines the fields of its options and hands. Scoring ignores the log.
    pub struct Document(pub) {
        /// The id of the game.
        required game: String,
        /// The players, as written.
        required players: Vec<String>,
        /// The house rules, in the form that the game defines.
        optional options: Json = Kind::Any,
        /// The first dealer.
        optional first_dealer: String = Kind::Player,
        /// The hands in playing order, in the form that the game defines.
        required hands: Vec<Json> = Kind::List(&Kind::Any),
        /// The hand being played, in the same form.
        optional current: Json = Kind::Any,
        /// The adjustments, as written.
        optional adjustments: Vec<Adjustment>,
        /// Whether the document ends the match.
        optional finished: bool,
        /// The title of the match.
        optional title: String,
        /// The day of the match.
        optional played_on: String,
        /// The place of the match.
        optional location: String,
        /// Remarks on the match.
        optional notes: String,
        /// The id of the match.
        optional id: String,
        /// The requested edition of the scoring.
        optional edition: i64 = Kind::Int(1, 1),
        /// The corrections, as listed in an export.
        optional history: Vec<HistoryEntry>,
        /// The log of an export.
        optional log: Json = Kind::Any,
    }
}

/// The fields of a match document, in the order in which faults are listed.
pub const DOCUMENT: &[Field] = Document::FIELDS;

/// Returns the sort key of a pointer in a list of faults: its field, then its index. A stable sort keeps
/// faults with the same key in the order found.
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
    let index = segments.next().and_then(|index| index.parse().ok());
    let index = index.unwrap_or(0);
    (known.map_or(DOCUMENT.len() + 1, |place| place + 1), index)
}

/// A document, read into the types of its game and not yet judged.
#[derive(Debug)]
pub struct Source<G: Game> {
    /// The document without house rules and hands.
    pub document: Document,
    /// The house rules as written.
    pub options: G::Options,
    /// The hands, in playing order.
    pub hands: Vec<G::Record>,
    /// The hand being played.
    pub current: Option<G::Record>,
    /// The faults in the form of the document, and the values that were left out.
    pub reading: Reading,
}

/// Reads the well-formed part of a document into the types of its game.
///
/// `document` has been read with the fields of [`DOCUMENT`] and has no others. `reading` has the faults found so far.
pub fn read_document<G: Game<Options: DeserializeOwned>>(
    document: Json,
    reading: Reading,
) -> Source<G> {
    read_by_fields(document, reading, G::FACTS.record, read_options::<G>)
}

/// Reads a document like [`read_document`], for a game whose house rules and fields of a hand are not those
/// in its facts.
pub fn read_by_fields<G: Game>(
    mut document: Json,
    mut reading: Reading,
    record: &[FieldOf<'_>],
    options: impl FnOnce(&mut Reading, Json) -> G::Options,
) -> Source<G> {
    let written = document.take("options").unwrap_or_default();
    let options = options(&mut reading, written);
    let hands = document.take("hands");
    if hands.is_none() && !reading.left_out.has("/hands") {
        reading.findings.push(Finding::missing("/hands"));
    }
    let mut hands = match hands {
        Some(Json::List(hands)) => hands,
        _ => Vec::new(),
    };
    if let Err(finding) = check_hands(hands.len()) {
        reading.findings.push(finding);
        hands.truncate(MAX_HANDS);
    }
    let mut record = |json: Json, pointer: &str| reading.read_typed(record, json, pointer);
    let hands = hands.into_iter().enumerate();
    let hands = hands
        .map(|(index, json)| record(json, &format!("/hands/{index}")))
        .collect();
    let current = document
        .take("current")
        .map(|json| record(json, "/current"));
    // A log may be long. It is removed because the conversion below would copy it.
    document.take("log");
    Source {
        document: document.typed().unwrap_or_default(),
        options,
        hands,
        current,
        reading,
    }
}

impl<G: Game> Source<G> {
    /// Returns the edition of the scoring: the requested one, or otherwise the newest.
    pub fn edition(&self) -> i64 {
        self.document.edition.unwrap_or(G::FACTS.edition)
    }

    /// Whether the document ends the match.
    pub fn finished(&self) -> bool {
        self.document.finished.unwrap_or(false)
    }
}

/// Reads the house rules of a document. Reports faulty ones and leaves them out.
pub(super) fn read_options<G: Game<Options: DeserializeOwned>>(
    reading: &mut Reading,
    options: Json,
) -> G::Options {
    let fields: Vec<Field> = G::FACTS.options.iter().map(|rule| rule.field).collect();
    reading.read_typed(&fields, options, "/options")
}

/// Returns the game under these house rules. Reports faulty ones, and uses their defaults.
pub(super) fn resolve<G: Game>(
    options: &G::Options,
    table: &Table,
    left_out: &LeftOut,
    findings: &mut Vec<Finding>,
) -> G {
    let mut context = HandContext::new(table, Subject::Options, 0, left_out);
    let game = G::rules(options, table, &mut context);
    findings.append(&mut context.finish().findings);
    game
}

/// Reads house rules, and returns the game under them for these players.
///
/// # Errors
/// Every fault of the house rules.
pub fn rules_in_force<G: Game<Options: DeserializeOwned>>(
    options: Json,
    table: &Table,
) -> Result<G, Vec<Finding>> {
    let mut reading = Reading::default();
    let options = read_options::<G>(&mut reading, options);
    resolved_rules(&options, table, reading)
}

/// Returns the game under these house rules for these players.
///
/// # Errors
/// Every fault in `reading` and in the house rules.
pub fn resolved_rules<G: Game>(
    options: &G::Options,
    table: &Table,
    reading: Reading,
) -> Result<G, Vec<Finding>> {
    let mut findings = reading.findings;
    let game = resolve::<G>(options, table, &reading.left_out, &mut findings);
    if findings.is_empty() {
        Ok(game)
    } else {
        Err(findings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_in_the_order_of_the_document() {
        let pointers = "|/players/0|/options/x|/hands|/hands/9|/hands/10/tricks|/current/bids|/x";
        let pointers = pointers.split('|');
        assert!(pointers.is_sorted_by_key(fault_order));
    }
}
