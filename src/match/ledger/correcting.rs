//! Differences between a match and its document, and the changes that make the hands equal.
//!
//! Both are compared by seat, so a corrected name is a single difference, not one in each hand.

use std::collections::HashSet;

use serde::Serialize;

use super::event::{Change, Edit, EventKind};
use super::log::Match;
use super::state::TEXTS;
use overtrick_core::json::Json;
use overtrick_core::{folded, segment};

/// A difference between a document and its match.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ImportDifference))]
pub struct DocumentDifference {
    /// The JSON pointer into the match document.
    pub pointer: String,
    /// The value in the match; `null` if it has none.
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value, required))]
    pub here: Option<Json>,
    /// The value in the document; `null` if it has none.
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value, required))]
    pub file: Option<Json>,
    /// Whether the value is fixed when a match is opened and cannot be changed afterwards.
    #[serde(skip)]
    pub is_fixed: bool,
}

/// The keys that are compared after the players, and whether each is fixed when a match is opened.
const AFTER_PLAYERS: [(&str, bool); 6] = [
    ("options", true),
    ("first_dealer", true),
    ("hands", false),
    ("current", false),
    ("adjustments", false),
    ("finished", false),
];

impl Match {
    /// Returns the people whose names were overwritten.
    pub(super) fn erased(&self) -> HashSet<usize> {
        let erased = self.events.iter().filter_map(|event| match event.kind {
            EventKind::Changed(Change::Erase { person, .. }) => Some(person),
            _ => None,
        });
        erased.collect()
    }

    /// Returns the differences between the match and a document, in document order. `file` is the match
    /// opened from the document. The keys in `absent` are missing from the document and are not compared.
    /// Absent texts, the id, the history and the names of erased people are not compared either.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let (here, mut file) = (opened(), opened());
    /// assert_eq!(here.differences(&file, &[]), []);
    /// file = file.after(Change::Rename { seat: 1, name: "Anna".into() }, at, Role::Score).unwrap();
    /// assert_eq!(here.differences(&file, &[])[0].pointer, "/players/0");
    /// // Only hands are corrected.
    /// assert_eq!(here.corrections(&file, "misspelled"), []);
    /// ```
    pub fn differences(&self, file: &Match, absent: &[&'static str]) -> Vec<DocumentDifference> {
        let states = |key: &str| !absent.contains(&key);
        let mut found = Differences {
            is_fixed: true,
            ..Differences::default()
        };
        if self.game() != file.game() {
            // Matches of different games are not compared any further.
            let [here, file] = [self, file].map(|played| Json::from(played.game()));
            found.add("/game", Some(&here), Some(&file));
            return found.found;
        }
        let (here, other) = (self.compared(self), self.compared(file));
        let fixed = ["definition", "edition"].into_iter();
        for key in fixed.filter(|key| states(key)) {
            found.compare(here.get(key), other.get(key), &format!("/{key}"));
        }
        found.is_fixed = false;
        for key in TEXTS {
            if let Some(file) = other.get(key) {
                let filled = |it: &&Json| !it.as_text().unwrap_or_default().trim().is_empty();
                let here = here.get(key).filter(filled);
                found.compare(here, Some(file).filter(filled), &format!("/{key}"));
            }
        }
        if !self.compare_players(file, &mut found) {
            return found.found;
        }
        for (key, is_fixed) in AFTER_PLAYERS.into_iter().filter(|(key, _)| states(key)) {
            found.is_fixed = is_fixed;
            match key {
                "hands" => {
                    for (index, here, file) in differing(here.list(key), other.list(key)) {
                        found.compare(here, file, &format!("/hands/{index}"));
                    }
                }
                "adjustments" => found.compare_unordered(here.list(key), other.list(key)),
                _ => found.compare(here.get(key), other.get(key), &format!("/{key}")),
            }
        }
        found.found
    }

    /// Returns the changes that make the hands of the match equal to those of a document, and change nothing
    /// else. The document must not differ in a fixed value. `reason` is the reason for the corrections.
    pub fn corrections(&self, file: &Match, reason: &str) -> Vec<Change> {
        let (here, other) = (self.compared(self), self.compared(file));
        let (here, other) = (here.list("hands"), other.list("hands"));
        let hands = differing(here, other);
        let mut edits = Vec::with_capacity(hands.len());
        for (index, here, file) in &hands {
            let hand = index + 1;
            edits.extend(file.cloned().map(|with| match here {
                Some(_) => Edit::Replace { hand, with },
                None => Edit::Insert { before: hand, with },
            }));
        }
        // Hands are removed starting from the end, so the other hands keep their numbers.
        let removed = hands.iter().rev().filter(|(_, _, file)| file.is_none());
        edits.extend(removed.map(|(index, ..)| Edit::Remove { hand: index + 1 }));
        if edits.is_empty() {
            return Vec::new();
        }
        // If the number of hands changes, the hand being played no longer has the right number.
        let is_over = self.state.current.is_some() && here.len() != other.len();
        let reason = reason.to_owned();
        let cleared = is_over.then_some(Change::SetCurrent { hand: None });
        let correct = Change::Correct { edits, reason };
        cleared.into_iter().chain([correct]).collect()
    }

    /// Returns the document of `other`, with the names of this match and with defaults filled in. House rules
    /// that this match does not have are left out: they were added later and have their default values.
    fn compared(&self, other: &Match) -> Json {
        let names = self.state.current_names(&self.names);
        let mut document = other.state.document(&names);
        let mut entries = document.iter_mut();
        if let Some((_, Json::Object(options))) = entries.find(|(key, _)| key == "options") {
            options.retain(|(key, _)| self.state.frozen.options.get(key).is_some());
        }
        let first = names.seated.first().cloned().unwrap_or_default();
        // If a key occurs twice, its first value is used, so defaults come last.
        document.extend([
            ("first_dealer".to_owned(), Json::Text(first)),
            ("finished".to_owned(), Json::Bool(false)),
        ]);
        Json::Object(document)
    }

    /// Compares the players by their seats. Returns whether both have the same number of players.
    fn compare_players(&self, file: &Match, found: &mut Differences) -> bool {
        let (here, other) = (self.players(), file.players());
        if here.len() != other.len() {
            let [here, other] = [here, other].map(|names| names.into_iter().collect::<Json>());
            found.is_fixed = true;
            found.add("/players", Some(&here), Some(&other));
            return false;
        }
        let erased = self.erased();
        let seats = self.state.seats.iter().zip(&here).zip(&other).enumerate();
        for (index, ((seat, name), file)) in seats {
            if name != file && !erased.contains(&seat.occupant().person) {
                let is_it = |known: &&str| folded(known) == folded(file);
                // A player cannot be given the name of a player in another seat.
                found.is_fixed = !is_it(name) && here.iter().any(is_it);
                let [here, file] = [*name, *file].map(Json::from);
                found.add(&format!("/players/{index}"), Some(&here), Some(&file));
            }
        }
        true
    }
}

/// The index of a hand, with the hand of the match and the hand of the document.
type Pair<'a> = (usize, Option<&'a Json>, Option<&'a Json>);

/// Returns the hands that differ. Equal hands at the beginning and at the end are left out, so a forgotten
/// hand is a single difference.
fn differing<'a>(here: &'a [Json], file: &'a [Json]) -> Vec<Pair<'a>> {
    let is_same = |(here, file): &(&Json, &Json)| is_equal(Some(here), Some(file));
    let from = here.iter().zip(file).take_while(is_same).count();
    let (here, file) = (&here[from..], &file[from..]);
    let backward = here.iter().rev().zip(file.iter().rev());
    let end = backward.take_while(is_same).count();
    let (here, file) = (&here[..here.len() - end], &file[..file.len() - end]);
    let hands = 0..here.len().max(file.len());
    let hands = hands.map(|index| (from + index, here.get(index), file.get(index)));
    let differ = |(_, here, file): &Pair<'_>| !is_equal(*here, *file);
    hands.filter(differ).collect()
}

/// Whether two values are equal, ignoring the order of keys.
fn is_equal(here: Option<&Json>, file: Option<&Json>) -> bool {
    let mut found = Differences::default();
    found.compare(here, file, "");
    found.found.is_empty()
}

/// The differences that were found.
#[derive(Default)]
struct Differences {
    found: Vec<DocumentDifference>,
    /// Whether the values compared next are fixed when a match is opened.
    is_fixed: bool,
}

impl Differences {
    fn add(&mut self, pointer: &str, here: Option<&Json>, file: Option<&Json>) {
        self.found.push(DocumentDifference {
            pointer: pointer.to_owned(),
            here: here.cloned(),
            file: file.cloned(),
            is_fixed: self.is_fixed,
        });
    }

    /// Adds the innermost differences of two values. `null` is equal to an absent value.
    fn compare(&mut self, here: Option<&Json>, file: Option<&Json>, pointer: &str) {
        match (here, file) {
            (Some(here @ Json::Object(entries)), Some(file @ Json::Object(others))) => {
                let new = others.iter().filter(|(key, _)| here.get(key).is_none());
                for (key, _) in entries.iter().chain(new) {
                    let place = format!("{pointer}/{}", segment(key));
                    self.compare(here.get(key), file.get(key), &place);
                }
            }
            (Some(Json::List(items)), Some(Json::List(others))) if items.len() == others.len() => {
                for (index, (here, file)) in items.iter().zip(others).enumerate() {
                    self.compare(Some(here), Some(file), &format!("{pointer}/{index}"));
                }
            }
            (here, file) => {
                let [here, file] = [here, file].map(|json| json.filter(|it| **it != Json::Null));
                if here != file {
                    self.add(pointer, here, file);
                }
            }
        }
    }

    /// Adds a difference for each adjustment that is in only one of the lists, ignoring their order.
    fn compare_unordered(&mut self, here: &[Json], file: &[Json]) {
        let mut missing: Vec<(usize, &Json)> = file.iter().enumerate().collect();
        for (index, here) in here.iter().enumerate() {
            let is_same = |(_, file): &(usize, &Json)| is_equal(Some(here), Some(file));
            match missing.iter().position(is_same) {
                Some(same) => drop(missing.remove(same)),
                None => self.add(&format!("/adjustments/{index}"), Some(here), None),
            }
        }
        for (index, file) in missing {
            self.add(&format!("/adjustments/{index}"), None, Some(file));
        }
    }
}
