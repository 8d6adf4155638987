//! Where a document differs from its match, and the changes that make the hands equal.
//!
//! Both are compared by seats, so that a corrected name is one difference and not one in each hand.

use std::collections::HashSet;
use std::sync::Arc;

use serde::Serialize;

use super::change::{Change, Edit};
use super::event::EventKind;
use super::log::Match;
use super::state::TEXTS;
use super::translate::{ADJUSTMENT, CurrentNames};
use overtrick_core::json::Json;
use overtrick_core::{folded, segment};

/// A place in which a document is not as its match.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ImportDifference))]
pub struct DocumentDifference {
    /// The JSON pointer of the place in the match document.
    pub pointer: String,
    /// The value of the match; `null` if it has none.
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value, required))]
    pub here: Option<Json>,
    /// The value of the document; `null` if it has none.
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value, required))]
    pub file: Option<Json>,
    /// Whether it is fixed when a match is opened, so that no change makes the two equal.
    #[serde(skip)]
    pub is_fixed: bool,
}

/// A match and a document of it.
struct Compared<'a> {
    here: &'a Match,
    /// The match that the document alone would be.
    file: &'a Match,
    /// The keys of which the document says nothing.
    unsaid: &'a [&'static str],
    names: CurrentNames<'a>,
}

impl Match {
    /// What a document says otherwise, in document order. `file` is the match that the document alone would
    /// be; of the keys in `unsaid` it says nothing. Absent texts, the id and the history are not compared, nor
    /// is the name of an erased person.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let (here, mut file) = (opened(), opened());
    /// assert_eq!(here.differences(&file, &[]), []);
    /// file.apply(Change::Rename { seat: 1, name: "Anna".into() }, at, Role::Score).unwrap();
    /// assert_eq!(here.differences(&file, &[])[0].pointer, "/players/0");
    /// // Names are never corrected.
    /// assert_eq!(here.next_correction(&file, &[], "misspelled"), None);
    /// ```
    pub fn differences(&self, file: &Match, unsaid: &[&'static str]) -> Vec<DocumentDifference> {
        Compared::new(self, file, unsaid).differences()
    }

    /// The next change that makes the hands and adjustments of the match, and whether it is over, equal to those of a
    /// document, which differs in nothing that is fixed; `None` if they are equal. Names and texts stay. The parameters
    /// are those of [`Match::differences`]; corrections of hands and retracted adjustments have this reason.
    pub fn next_correction(
        &self,
        file: &Match,
        unsaid: &[&'static str],
        reason: &str,
    ) -> Option<Change> {
        Compared::new(self, file, unsaid).next_correction(reason)
    }
}

impl<'a> Compared<'a> {
    fn new(here: &'a Match, file: &'a Match, unsaid: &'a [&'static str]) -> Compared<'a> {
        Compared {
            here,
            file,
            unsaid,
            names: here.state.current_names(&here.names),
        }
    }

    fn says(&self, key: &str) -> bool {
        !self.unsaid.contains(&key)
    }

    /// A record of either, with the names of the match.
    fn named(&self, record: &Json) -> Json {
        self.here.state.named_record(record, &self.names)
    }

    fn adjustment(&self, adjustment: &Json) -> Json {
        self.names.in_record(ADJUSTMENT, adjustment)
    }

    fn differences(&self) -> Vec<DocumentDifference> {
        let (here, file) = (&self.here.state, &self.file.state);
        let mut found = Vec::new();
        let game = |played: &Match| Some(Json::from(played.game()));
        if self.here.game() != self.file.game() {
            // Nothing else of the two can be compared.
            found.push(fixed("/game".to_owned(), game(self.here), game(self.file)));
            return found;
        }
        let definition = |played: &'a Match| {
            let definition = played.match_game().definition()?;
            Some(definition.json())
        };
        let (defined, other) = (definition(self.here), definition(self.file));
        differ(defined, other, "/definition", true, &mut found);
        if self.says("edition") {
            let (here, file) = (&here.frozen.edition, &file.frozen.edition);
            differ(Some(here), Some(file), "/edition", true, &mut found);
        }
        for (text, key) in self.other_texts().into_iter().zip(TEXTS) {
            if let Some((here, file)) = text {
                let json = |text: &str| Some(Json::from(text)).filter(|_| !text.is_empty());
                found.push(DocumentDifference {
                    pointer: format!("/{key}"),
                    here: json(&here),
                    file: json(&file),
                    is_fixed: false,
                });
            }
        }
        if here.seats.len() != file.seats.len() {
            let players = |played: &Match| Some(played.players().into_iter().collect::<Json>());
            let (here, file) = (players(self.here), players(self.file));
            found.push(fixed("/players".to_owned(), here, file));
            return found;
        }
        found.extend(self.other_names().into_iter().map(|(index, name)| {
            let here = &self.names.seated[index];
            let is_seated = |known: &String| folded(known) == folded(name);
            DocumentDifference {
                pointer: format!("/players/{index}"),
                here: Some(here.as_str().into()),
                file: Some(name.into()),
                // Somebody who sits elsewhere.
                is_fixed: folded(here) != folded(name) && self.names.seated.iter().any(is_seated),
            }
        }));
        if self.says("options") {
            let here = &here.frozen.options;
            // A house rule that is newer than the match is there by its default.
            let file = match &file.frozen.options {
                Json::Object(entries) => {
                    let known = entries.iter().filter(|(key, _)| here.get(key).is_some());
                    Json::Object(known.cloned().collect())
                }
                other => other.clone(),
            };
            differ(Some(here), Some(&file), "/options", true, &mut found);
        }
        if self.says("first_dealer") {
            let first = |played: &Match| {
                let id = played.state.frozen.first_dealer.as_ref();
                let id = id.and_then(Json::as_text).unwrap_or("s1").to_owned();
                Json::Text(self.names.name(&id))
            };
            let (here, file) = (first(self.here), first(self.file));
            differ(Some(&here), Some(&file), "/first_dealer", true, &mut found);
        }
        self.other_hands(&mut found);
        if self.says("current") {
            let [here, file] = [&here.current, &file.current].map(|hand| {
                let hand = hand.as_ref();
                hand.map(|hand| self.named(hand))
            });
            differ(here.as_ref(), file.as_ref(), "/current", false, &mut found);
        }
        let [stray, missing] = self.other_adjustments();
        for (index, adjustment) in stray {
            found.push(DocumentDifference {
                pointer: format!("/adjustments/{index}"),
                here: Some(self.adjustment(adjustment)),
                file: None,
                is_fixed: false,
            });
        }
        for (index, adjustment) in missing {
            found.push(DocumentDifference {
                pointer: format!("/adjustments/{index}"),
                here: None,
                file: Some(self.adjustment(adjustment)),
                is_fixed: false,
            });
        }
        if self.says("finished") && here.finished != file.finished {
            let [here, file] = [here.finished, file.finished].map(Json::from);
            differ(Some(&here), Some(&file), "/finished", false, &mut found);
        }
        found
    }

    /// The texts that the document has and that are other ones, here and there, each in its place.
    fn other_texts(&self) -> [Option<(String, String)>; TEXTS.len()] {
        let texts = self.here.state.texts.iter().zip(&self.file.state.texts);
        let mut others = texts.map(|(here, file)| {
            let file = file.as_deref()?;
            let file = if file.trim().is_empty() { "" } else { file };
            let here = here.as_deref().unwrap_or_default();
            (here != file).then(|| (here.to_owned(), file.to_owned()))
        });
        std::array::from_fn(|_| others.next().flatten())
    }

    /// The seats with another name in the document, and that name.
    fn other_names(&self) -> Vec<(usize, &'a str)> {
        let names = self.here.players().into_iter().zip(self.file.players());
        let others = names.enumerate().filter(|(_, (here, file))| here != file);
        let mut others: Vec<(usize, &str)> =
            others.map(|(index, (_, file))| (index, file)).collect();
        if !others.is_empty() {
            let erased = self
                .here
                .events
                .iter()
                .filter_map(|event| match event.kind {
                    EventKind::Changed(Change::Erase { person, .. }) => Some(person),
                    _ => None,
                });
            let erased: HashSet<usize> = erased.collect();
            let seats = &self.here.state.seats;
            others.retain(|(index, _)| !erased.contains(&seats[*index].person()));
        }
        others
    }

    fn other_hands(&self, found: &mut Vec<DocumentDifference>) {
        let (here, file) = (&self.here.state.hands, &self.file.state.hands);
        let Middle {
            from,
            here_to,
            file_to,
        } = Middle::new(here, file);
        let place = |index: usize| format!("/hands/{index}");
        for index in from..here_to.max(file_to) {
            let hand = |hands: &[Arc<Json>], to: usize| {
                let hand = hands[..to].get(index);
                hand.map(|hand| self.named(hand))
            };
            let (here, file) = (hand(here, here_to), hand(file, file_to));
            differ(here.as_ref(), file.as_ref(), &place(index), false, found);
        }
    }

    /// The adjustments that only the match has, and those that only the document has, with their places. Their
    /// order does not matter.
    fn other_adjustments(&self) -> [Vec<(usize, &'a Json)>; 2] {
        let all = |played: &'a Match| -> Vec<(usize, &'a Json)> {
            let all = played.state.adjustments.iter().enumerate();
            all.map(|(index, one)| (index, &**one)).collect()
        };
        let mut missing = all(self.file);
        let mut stray = all(self.here);
        if !self.says("adjustments") {
            return [Vec::new(), Vec::new()];
        }
        stray.retain(|(_, here)| {
            let same = missing.iter().position(|(_, file)| is_equal(here, file));
            same.map(|index| missing.remove(index)).is_none()
        });
        [stray, missing]
    }

    fn next_correction(&self, reason: &str) -> Option<Change> {
        let (here, file) = (&self.here.state, &self.file.state);
        let edits = self.edits();
        let is_current = match (&here.current, &file.current) {
            (Some(here), Some(file)) => is_equal(here, file),
            (here, file) => here.is_none() && file.is_none(),
        };
        let is_over = here.hands.len() != file.hands.len();
        if here.current.is_some() && (self.says("current") && !is_current || is_over) {
            return Some(Change::SetCurrent { hand: None });
        }
        if self.says("finished") && here.finished && !file.finished {
            return Some(Change::Reopen {});
        }
        let reason = reason.to_owned();
        if !edits.is_empty() {
            return Some(Change::Correct { edits, reason });
        }
        let [stray, missing] = self.other_adjustments();
        if let Some((index, _)) = stray.first() {
            let adjustment = index + 1;
            return Some(Change::Retract { adjustment, reason });
        }
        if let Some((_, adjustment)) = missing.first() {
            let adjustment = self.adjustment(adjustment);
            return Some(Change::Adjust { adjustment });
        }
        if self.says("current") && !is_current {
            let hand = file.current.as_ref().map(|hand| self.named(hand));
            return Some(Change::SetCurrent { hand });
        }
        let ends = self.says("finished") && file.finished && !here.finished;
        ends.then_some(Change::Finish {})
    }

    /// The edits that make the hands equal.
    fn edits(&self) -> Vec<Edit> {
        let (here, file) = (&self.here.state.hands, &self.file.state.hands);
        let Middle {
            from,
            here_to,
            file_to,
        } = Middle::new(here, file);
        let both = here_to.min(file_to);
        let other = (from..both).filter(|index| !is_equal(&here[*index], &file[*index]));
        let replaced = other.map(|index| Edit::Replace {
            hand: index + 1,
            with: self.named(&file[index]),
        });
        let inserted = (both..file_to).map(|index| Edit::Insert {
            before: index + 1,
            with: self.named(&file[index]),
        });
        let removed = (both..here_to)
            .rev()
            .map(|index| Edit::Remove { hand: index + 1 });
        replaced.chain(inserted).chain(removed).collect()
    }
}

/// The hands between those that are the same at the beginning and at the end, so that a forgotten hand is one
/// difference.
struct Middle {
    from: usize,
    here_to: usize,
    file_to: usize,
}

impl Middle {
    fn new(here: &[Arc<Json>], file: &[Arc<Json>]) -> Middle {
        let same = here.iter().zip(file);
        let from = same.take_while(|(here, file)| is_equal(here, file)).count();
        let rest = here[from..].iter().rev().zip(file[from..].iter().rev());
        let end = rest.take_while(|(here, file)| is_equal(here, file)).count();
        Middle {
            from,
            here_to: here.len() - end,
            file_to: file.len() - end,
        }
    }
}

fn fixed(pointer: String, here: Option<Json>, file: Option<Json>) -> DocumentDifference {
    DocumentDifference {
        pointer,
        here,
        file,
        is_fixed: true,
    }
}

/// Whether two values are equal, whatever the order of their keys.
fn is_equal(here: &Json, file: &Json) -> bool {
    let mut found = Vec::new();
    differ(Some(here), Some(file), "", false, &mut found);
    found.is_empty()
}

/// The first value of a key.
fn value<'a>(entries: &'a [(String, Json)], key: &str) -> Option<&'a Json> {
    let mut entries = entries.iter();
    Some(&entries.find(|(known, _)| known == key)?.1)
}

/// Finds the innermost places in which two values differ.
fn differ(
    here: Option<&Json>,
    file: Option<&Json>,
    pointer: &str,
    is_fixed: bool,
    found: &mut Vec<DocumentDifference>,
) {
    match (here, file) {
        (Some(Json::Object(entries)), Some(Json::Object(others))) => {
            let is_new = |key: &str| entries.iter().all(|(known, _)| known != key);
            let keys = entries
                .iter()
                .chain(others.iter().filter(|(key, _)| is_new(key)));
            for (key, _) in keys {
                let place = format!("{pointer}/{}", segment(key));
                let (here, file) = (value(entries, key), value(others, key));
                differ(here, file, &place, is_fixed, found);
            }
        }
        (Some(Json::List(items)), Some(Json::List(others))) if items.len() == others.len() => {
            for (index, (here, file)) in items.iter().zip(others).enumerate() {
                let place = format!("{pointer}/{index}");
                differ(Some(here), Some(file), &place, is_fixed, found);
            }
        }
        (here, file) => {
            // `null` equals an absent value.
            let value = |json: Option<&Json>| json.filter(|json| **json != Json::Null).cloned();
            let (here, file) = (value(here), value(file));
            if here != file {
                found.push(DocumentDifference {
                    pointer: pointer.to_owned(),
                    here,
                    file,
                    is_fixed,
                });
            }
        }
    }
}
