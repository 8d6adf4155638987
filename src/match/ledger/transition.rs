//! Applies a change to the state of a match, and returns corrections for its history. These functions only
//! check that the change is possible. The match is scored afterwards.

use std::sync::Arc;

use super::event::{Change, Description, Edit};
use super::keys::Role;
use super::people::{SeatHistory, name_number};
use super::state::MatchState;
use super::timestamp::Timestamp;
use super::translate::CurrentNames;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, Lines, args, check_text, out_of_range};

/// The most characters of a reason.
const LONGEST_REASON: usize = 10_000;
/// The most edits of a correction.
const MAX_EDITS: usize = 1_000;
/// The most characters of reasons in a correction. The reason counts once per edit, because the history
/// repeats it for each edit.
const MAX_REASONS: usize = 64 * 1024;

/// A correction; its records have seat ids instead of names.
#[derive(Debug, Clone, Default)]
pub struct Correction {
    pub action: &'static str,
    pub hand: Option<usize>,
    pub before: Option<Arc<Json>>,
    pub after: Option<Arc<Json>>,
    pub reason: Option<Arc<str>>,
}

/// An entry of the history: a correction with its time and its author's role.
pub type HistoryEntry = (Timestamp, Role, Arc<Correction>);

impl Correction {
    /// Returns a correction with only an action.
    pub fn new(action: &'static str) -> Correction {
        Correction {
            action,
            ..Correction::default()
        }
    }

    /// Adds the reason.
    pub fn because(mut self, reason: &Arc<str>) -> Correction {
        self.reason = Some(reason.clone());
        self
    }

    /// Adds the number of the hand, and its record before and after.
    pub fn on_hand(
        mut self,
        hand: impl Into<Option<usize>>,
        before: Option<Arc<Json>>,
        after: Option<Arc<Json>>,
    ) -> Correction {
        (self.hand, self.before, self.after) = (hand.into(), before, after);
        self
    }

    /// Returns its entry in the history of a document, with names instead of ids.
    pub fn to_json(&self, at: Timestamp, by: Role, names: &CurrentNames<'_>) -> Json {
        let with_names = |record: &Option<Arc<Json>>| Some(names.record(record.as_deref()?));
        let entries = [
            ("at", Some(at.to_string().into())),
            ("by", Some(by.word().into())),
            ("action", Some(self.action.into())),
            ("hand", self.hand.map(Json::from)),
            ("before", with_names(&self.before)),
            ("after", with_names(&self.after)),
            ("reason", self.reason.as_deref().map(Json::from)),
        ];
        let entries = entries.into_iter();
        Json::object(entries.filter_map(|(key, value)| Some((key, value?))))
    }
}

impl MatchState {
    /// Makes a change that is not an undo or redo, and returns the corrections for the history. The records
    /// in the change have ids instead of names.
    ///
    /// # Errors
    /// The reason why the change cannot be made. The state may be partly changed.
    pub fn make(&mut self, change: &Change) -> Result<Vec<Correction>, Faults> {
        let mut corrections = Vec::new();
        match change {
            Change::Record { .. } if self.finished => {
                let hands = self.hands.len();
                let place = format!("/hands/{hands}");
                let fault = Finding::rule("match-complete", place, args![hands: hands]);
                return Err(fault.with_message("match-finished").into());
            }
            Change::Record { hand } => {
                self.hands.push(Arc::new(hand.clone()));
                self.current = None;
            }
            Change::SetCurrent { hand } => self.current = hand.clone().map(Arc::new),
            Change::Correct { edits, reason } => corrections = self.correct(edits, reason)?,
            Change::Void { hand, reason } => {
                let reason = checked_reason(reason)?;
                let (hands, edit) = (self.hands.len(), Edit::Remove { hand: *hand });
                let removed = self.edit(&edit, "")?;
                self.renumber(hands, &[edit]);
                let action = "void";
                corrections.push(Correction { action, ..removed }.because(&reason));
            }
            Change::Redefine { definition, reason } => {
                let reason = checked_reason(reason)?;
                self.frozen = Arc::new(self.frozen.redefined(definition, self.seats.len())?);
                corrections.push(Correction::new("redefine").because(&reason));
            }
            Change::Finish {} if self.finished => {
                return Err(Finding::rule("already-finished", "", args![]).into());
            }
            Change::Finish {} => {
                self.finished = true;
                self.current = None;
                corrections.push(Correction::new("finish"));
            }
            Change::Reopen {} if !self.finished => {
                return Err(Finding::rule("not-finished", "", args![]).into());
            }
            Change::Reopen {} => {
                self.finished = false;
                corrections.push(Correction::new("reopen"));
            }
            Change::Adjust { adjustment } => self.adjustments.push(Arc::new(adjustment.clone())),
            Change::Retract { adjustment, reason } => {
                let reason = checked_reason(reason)?;
                let made = self.adjustments.len();
                let args = args![found: *adjustment, count: made];
                let none = || Finding::rule("no-such-adjustment", "/adjustment", args);
                let index = index_of(*adjustment, made).ok_or_else(none)?;
                self.adjustments.remove(index);
                corrections.push(Correction::new("retract").because(&reason));
            }
            Change::Rename { seat, name } => {
                self.seat(*seat)?.rename(name_of(name)?);
                corrections.push(Correction::new("rename"));
            }
            Change::Substitute {
                seat,
                name,
                from_hand,
            } => {
                let next = self.hands.len() + 1;
                let seat = self.seat(*seat)?;
                let range = count(seat.occupant().from_hand)..=count(next);
                if !range.contains(&count(*from_hand)) {
                    return Err(out_of_range("/from_hand", count(*from_hand), &range).into());
                }
                seat.replace(name_of(name)?, *from_hand);
                corrections.push(Correction::new("substitute").on_hand(*from_hand, None, None));
            }
            Change::Describe(description) => self.describe(description)?,
            Change::Undo {} | Change::Redo {} | Change::Erase { .. } => {}
        }
        Ok(corrections)
    }

    fn describe(&mut self, description: &Description) -> Result<(), Faults> {
        let it = description;
        let (external_id, metadata) = (it.external_id.as_ref(), it.metadata.as_ref());
        self.labels = Arc::new(self.labels.changed(external_id, metadata)?);
        let given = [&it.title, &it.played_on, &it.location, &it.notes];
        for (text, given) in self.texts.iter_mut().zip(given) {
            if let Some(given) = given {
                let is_empty = given.trim().is_empty();
                *text = (!is_empty).then(|| Arc::from(given.as_str()));
            }
        }
        Ok(())
    }

    fn correct(&mut self, edits: &[Edit], reason: &str) -> Result<Vec<Correction>, Faults> {
        let reason = checked_reason(reason)?;
        if edits.is_empty() {
            return Err(Finding::rule("no-edits", "/edits", args![]).into());
        }
        check_edits(edits.len(), &reason)?;
        let hands = self.hands.len();
        let mut corrections = Vec::with_capacity(edits.len());
        for (index, edit) in edits.iter().enumerate() {
            let correction = self.edit(edit, &format!("/edits/{index}"))?;
            corrections.push(correction.because(&reason));
        }
        self.renumber(hands, edits);
        Ok(corrections)
    }

    fn edit(&mut self, edit: &Edit, place: &str) -> Result<Correction, Faults> {
        let hands = self.hands.len();
        match edit {
            Edit::Replace { hand, with } => {
                let index = counted(*hand, hands, &format!("{place}/hand"))?;
                let after = Arc::new(with.clone());
                let before = std::mem::replace(&mut self.hands[index], after.clone());
                Ok(Correction::new("replace").on_hand(*hand, Some(before), Some(after)))
            }
            Edit::Insert { before, with } => {
                let index = counted(*before, hands + 1, &format!("{place}/before"))?;
                let after = Arc::new(with.clone());
                self.hands.insert(index, after.clone());
                Ok(Correction::new("insert").on_hand(*before, None, Some(after)))
            }
            Edit::Remove { hand } => {
                let index = counted(*hand, hands, &format!("{place}/hand"))?;
                let before = self.hands.remove(index);
                Ok(Correction::new("remove").on_hand(*hand, Some(before), None))
            }
            Edit::Move { hand, to } => {
                let from = counted(*hand, hands, &format!("{place}/hand"))?;
                let index = counted(*to, hands, &format!("{place}/to"))?;
                let moved = self.hands.remove(from);
                self.hands.insert(index, moved.clone());
                Ok(Correction::new("move").on_hand(*to, None, Some(moved)))
            }
        }
    }

    /// Updates hand numbers after inserted or removed hands, in a match that had `hands` hands before the edits.
    /// An adjustment still follows the same hand, and a substitute still begins with the same hand. If that hand
    /// was removed, the adjustment follows the previous hand, and the substitute begins with the next hand.
    fn renumber(&mut self, hands: usize, edits: &[Edit]) {
        let following = (0..=hands).map(|hand| renumbered(hand, edits, true));
        let following: Vec<i64> = following.map(count).collect();
        for adjustment in &mut self.adjustments {
            if let Some(after) = adjustment.int("after_hand")
                && let Some(now) = usize::try_from(after).ok().and_then(|it| following.get(it))
                && *now != after
            {
                Arc::make_mut(adjustment).set("after_hand", *now);
            }
        }
        for seat in &mut self.seats {
            // The first person in a seat always starts with the first hand.
            for occupant in seat.people.iter_mut().skip(1) {
                occupant.from_hand = renumbered(occupant.from_hand, edits, false);
            }
        }
    }

    /// Returns the seat with this number.
    fn seat(&mut self, number: usize) -> Result<&mut SeatHistory, Finding> {
        let args = args![found: number, seats: self.seats.len()];
        let none = || Finding::rule("no-such-seat", "/seat", args);
        self.seats.get_mut(number.wrapping_sub(1)).ok_or_else(none)
    }
}

/// Returns the number in a name's id.
fn name_of(id: &str) -> Result<usize, Finding> {
    name_number(id).ok_or_else(|| Finding::rule("no-such-person", "/name", args![]))
}

/// Returns the index of a number from 1 to `most`.
fn index_of(number: usize, most: usize) -> Option<usize> {
    (1..=most).contains(&number).then(|| number - 1)
}

/// Returns the index of the hand with this number; refuses a number that is not from 1 to `hands`.
fn counted(number: usize, hands: usize, place: &str) -> Result<usize, Finding> {
    index_of(number, hands).ok_or_else(|| {
        let fault = Finding::rule("no-such-hand", place, args![found: number, hands: hands]);
        fault.with_message("no-such-hand-here")
    })
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Refuses too many edits in one correction, and a reason that is too long for this many edits.
///
/// # Errors
/// The finding.
pub fn check_edits(count: usize, reason: &str) -> Result<(), Finding> {
    let length = reason.chars().count();
    let most = MAX_REASONS / count.max(1);
    if count > MAX_EDITS {
        let args = args![found: count, most: MAX_EDITS];
        return Err(Finding::rule("too-many-edits", "/edits", args));
    }
    if count > 1 && length > most {
        let args = args![length: length, most: most];
        return Err(Finding::rule("text-too-long", "/reason", args));
    }
    Ok(())
}

/// Checks a reason and removes the spaces around it.
fn checked_reason(reason: &str) -> Result<Arc<str>, Finding> {
    let reason = reason.trim();
    let length = reason.chars().count();
    if reason.is_empty() {
        let fault = Finding::rule("reason-empty", "/reason", args![]);
        return Err(fault.with_message("reason-needed"));
    }
    if length > LONGEST_REASON {
        let args = args![length: length, most: LONGEST_REASON];
        return Err(Finding::rule("text-too-long", "/reason", args));
    }
    check_text(reason, "/reason", Lines::One).map_or(Ok(reason.into()), Err)
}

/// Returns the new number of a hand after these edits. If the hand was removed, returns the number of the
/// previous hand if `is_before` is true, otherwise of the next hand.
fn renumbered(hand: usize, edits: &[Edit], is_before: bool) -> usize {
    edits.iter().fold(hand, |hand, edit| match edit {
        Edit::Insert { before, .. } if hand >= *before => hand + 1,
        Edit::Remove { hand: removed } if hand == *removed && !is_before => hand,
        Edit::Remove { hand: removed } if hand >= *removed => hand - 1,
        _ => hand,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_move_with_their_hands() {
        // Hand 2 of 4 is removed, and then a hand is inserted before the new hand 3.
        let with = Json::EMPTY;
        let edits = [Edit::Remove { hand: 2 }, Edit::Insert { before: 3, with }];
        let following = [0, 1, 2, 3, 4, 9].map(|hand| renumbered(hand, &edits, true));
        assert_eq!(following, [0, 1, 1, 2, 4, 9]);
        let beginning = [1, 2, 3, 4, 5, 7].map(|hand| renumbered(hand, &edits, false));
        assert_eq!(beginning, [1, 2, 2, 4, 5, 7]);
        // The hands next to a removed hand may also be removed.
        let edits = [1, 1, 1].map(|hand| Edit::Remove { hand });
        let following = [1, 2, 3].map(|hand| renumbered(hand, &edits, true));
        assert_eq!(following, [0, 0, 0]);
        let beginning = [1, 2, 3, 4].map(|hand| renumbered(hand, &edits, false));
        assert_eq!(beginning, [1, 1, 1, 1]);
    }
}
