//! What a change does to what stands. Nothing is judged here but whether it can be done at all.

use std::sync::Arc;

use super::history::HistoryChange;
use super::people::name_number;
use super::state::MatchState;
use super::{Change, Edit};
use crate::rules::json::Json;
use crate::rules::{Finding, args, out_of_range};

type Faults = Vec<Finding>;

impl MatchState {
    /// Makes a change that is no undo or redo, its records with seats in the place of names, and
    /// gives what the history tells of it.
    ///
    /// # Errors
    /// What keeps it from being done; what stands may then be half changed.
    pub fn step(&mut self, change: &Change) -> Result<Vec<HistoryChange>, Faults> {
        match change {
            Change::Record { .. } if self.finished => {
                let hands = self.hands.len();
                let place = format!("/hands/{hands}");
                let over = Finding::rule("match-complete", place, args![hands: hands]);
                Err(vec![Finding {
                    message: Some("match-finished"),
                    ..over
                }])
            }
            Change::Record { hand } => {
                self.hands.push(Arc::new(hand.clone()));
                self.current = None;
                Ok(Vec::new())
            }
            Change::SetCurrent { hand } => {
                self.current = hand.clone().map(Arc::new);
                Ok(Vec::new())
            }
            Change::Correct { edits, reason } => self.correct(edits, reason),
            Change::Void { hand, reason } => {
                let reason = reasoned(reason)?;
                let before = self.remove(*hand, "/hand")?;
                let changes = HistoryChange::of("void").on_hand(*hand, Some(before), None);
                Ok(vec![changes.because(reason)])
            }
            Change::Finish {} => self.finish(true),
            Change::Reopen {} => self.finish(false),
            Change::Adjust { adjustment } => {
                self.adjustments.push(Arc::new(adjustment.clone()));
                Ok(Vec::new())
            }
            Change::Retract { adjustment, reason } => self.retract(*adjustment, reason),
            Change::Rename { seat, name } => {
                let index = self.seat(*seat)?;
                self.places[index].rename(number(name)?);
                Ok(vec![HistoryChange::of("rename")])
            }
            Change::Substitute {
                seat,
                name,
                from_hand,
            } => self.substitute(*seat, name, *from_hand),
            Change::Describe {
                title,
                played_on,
                location,
                notes,
            } => {
                let given = [title, played_on, location, notes];
                for (text, given) in self.texts.iter_mut().zip(given) {
                    if let Some(given) = given {
                        *text = Some(given.clone()).filter(|given| !given.trim().is_empty());
                    }
                }
                Ok(Vec::new())
            }
            Change::Undo {} | Change::Redo {} | Change::Erase { .. } => Ok(Vec::new()),
        }
    }

    fn correct(&mut self, edits: &[Edit], reason: &str) -> Result<Vec<HistoryChange>, Faults> {
        let reason = reasoned(reason)?;
        if edits.is_empty() {
            return Err(vec![Finding::rule("no-edits", "/edits", args![])]);
        }
        let edits = edits.iter().enumerate();
        edits
            .map(|(index, edit)| Ok(self.edit(edit, &format!("/edits/{index}"))?.because(reason)))
            .collect()
    }

    fn edit(&mut self, edit: &Edit, place: &str) -> Result<HistoryChange, Faults> {
        match edit {
            Edit::Replace { hand, with } => {
                let index = self.hand(*hand, &format!("{place}/hand"))?;
                let after = Arc::new(with.clone());
                let before = std::mem::replace(&mut self.hands[index], after.clone());
                Ok(HistoryChange::of("replace").on_hand(*hand, Some(before), Some(after)))
            }
            Edit::Insert { before, with } => {
                let most = self.hands.len() + 1;
                let place = format!("{place}/before");
                let index = counted(*before, most, &place)?;
                let after = Arc::new(with.clone());
                self.insert(index, after.clone());
                Ok(HistoryChange::of("insert").on_hand(*before, None, Some(after)))
            }
            Edit::Remove { hand } => {
                let before = self.remove(*hand, &format!("{place}/hand"))?;
                Ok(HistoryChange::of("remove").on_hand(*hand, Some(before), None))
            }
            Edit::Move { hand, to } => {
                let from = self.hand(*hand, &format!("{place}/hand"))?;
                let index = self.hand(*to, &format!("{place}/to"))?;
                let moved = self.hands.remove(from);
                self.hands.insert(index, moved.clone());
                Ok(HistoryChange::of("move").on_hand(*to, None, Some(moved)))
            }
        }
    }

    /// Puts a hand in; what follows a hand that moves on moves on with it.
    fn insert(&mut self, index: usize, record: Arc<Json>) {
        self.hands.insert(index, record);
        let number = index + 1;
        self.move_adjustments(|after| after + i64::from(after >= count(number)));
        for place in &mut self.places {
            place.hand_inserted(number);
        }
    }

    /// Takes a hand out; what followed it follows the one before it.
    fn remove(&mut self, number: usize, place: &str) -> Result<Arc<Json>, Faults> {
        let index = self.hand(number, place)?;
        let removed = self.hands.remove(index);
        self.move_adjustments(|after| after - i64::from(after >= count(number)));
        for place in &mut self.places {
            place.hand_removed(number);
        }
        Ok(removed)
    }

    fn move_adjustments(&mut self, moved: impl Fn(i64) -> i64) {
        for adjustment in &mut self.adjustments {
            let Json::Object(entries) = Arc::make_mut(adjustment) else {
                continue;
            };
            for (key, value) in entries {
                if let (Json::Int(after), "after_hand") = (value, key.as_str()) {
                    *after = moved(*after);
                }
            }
        }
    }

    /// Ends the match or takes its end back. A hand being played is put away with its end.
    fn finish(&mut self, finished: bool) -> Result<Vec<HistoryChange>, Faults> {
        if self.finished == finished {
            let code = if finished {
                "already-finished"
            } else {
                "not-finished"
            };
            return Err(vec![Finding::rule(code, "", args![])]);
        }
        self.finished = finished;
        if finished {
            self.current = None;
        }
        Ok(vec![HistoryChange::of(if finished {
            "finish"
        } else {
            "reopen"
        })])
    }

    fn retract(&mut self, number: usize, reason: &str) -> Result<Vec<HistoryChange>, Faults> {
        let reason = reasoned(reason)?;
        let made = self.adjustments.len();
        if !(1..=made).contains(&number) {
            let args = args![found: number, count: made];
            return Err(vec![Finding::rule(
                "no-such-adjustment",
                "/adjustment",
                args,
            )]);
        }
        self.adjustments.remove(number - 1);
        Ok(vec![HistoryChange::of("retract").because(reason)])
    }

    fn substitute(
        &mut self,
        seat: usize,
        name: &str,
        from_hand: usize,
    ) -> Result<Vec<HistoryChange>, Faults> {
        let index = self.seat(seat)?;
        let range = count(self.places[index].since())..=count(self.hands.len() + 1);
        if !range.contains(&count(from_hand)) {
            return Err(vec![out_of_range("/from_hand", count(from_hand), &range)]);
        }
        self.places[index].replace(number(name)?, from_hand);
        Ok(vec![
            HistoryChange::of("substitute").on_hand(from_hand, None, None),
        ])
    }

    /// The index of the hand of this number.
    fn hand(&self, number: usize, place: &str) -> Result<usize, Faults> {
        counted(number, self.hands.len(), place)
    }

    /// The index of the seat of this number.
    fn seat(&self, number: usize) -> Result<usize, Faults> {
        let seats = self.places.len();
        let args = args![found: number, seats: seats];
        let refused = || vec![Finding::rule("no-such-seat", "/seat", args)];
        (1..=seats)
            .contains(&number)
            .then(|| number - 1)
            .ok_or_else(refused)
    }
}

/// The number of a name; a log has no other.
fn number(id: &str) -> Result<usize, Faults> {
    let none = || vec![Finding::rule("no-such-person", "/name", args![])];
    name_number(id).ok_or_else(none)
}

fn counted(number: usize, hands: usize, place: &str) -> Result<usize, Faults> {
    let refused = || {
        let args = args![found: number, hands: hands];
        let finding = Finding::rule("no-such-hand", place, args);
        vec![Finding {
            message: Some("no-such-hand-here"),
            ..finding
        }]
    };
    (1..=hands)
        .contains(&number)
        .then(|| number - 1)
        .ok_or_else(refused)
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The most characters of a reason.
const LONGEST_REASON: usize = 10_000;

fn reasoned(reason: &str) -> Result<&str, Faults> {
    let reason = reason.trim();
    let length = reason.chars().count();
    if reason.is_empty() {
        let finding = Finding::rule("reason-empty", "/reason", args![]);
        return Err(vec![Finding {
            message: Some("reason-needed"),
            ..finding
        }]);
    }
    if length > LONGEST_REASON {
        let args = args![length: length, most: LONGEST_REASON];
        return Err(vec![Finding::rule("text-too-long", "/reason", args)]);
    }
    Ok(reason)
}
