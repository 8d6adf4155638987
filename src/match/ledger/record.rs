//! Recording events: changes, keys, publishing.

use std::sync::Arc;

use super::event::{Change, Event, EventKind, Outcome};
use super::keys::{KeyGeneration, Role};
use super::log::{Match, UndoStep};
use super::people::{Names, check_name, name_id, name_number};
use super::size::check_events;
use super::state::Scoring;
use super::stored::StoredEvent;
use super::timestamp::Timestamp;
use super::transition::Correction;
use super::translate::{Renaming, id_of_name};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, Table, args};

impl Match {
    /// Returns the match after a change. The change contains the names of players, not ids.
    ///
    /// # Errors
    /// The reason why the change cannot be made, or every fault of the changed match. Pointers into the match begin
    /// with `/hands`, `/current`, `/players`, `/adjustments` or the key of a text; all others point into the change.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let played = opened().after(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!(played.outcome().complete);
    /// let faults = played.after(Change::Finish {}, at, Role::Direct).unwrap_err();
    /// assert_eq!(faults[0].code, "already-finished");
    /// assert_eq!(played.version(), 2);
    /// ```
    pub fn after(&self, change: Change, at: Timestamp, by: Role) -> Result<Match, Faults> {
        let mut next = self.clone();
        let change = next.with_ids(change)?;
        next.record(EventKind::Changed(change), at, by)?;
        Ok(next)
    }

    /// Returns the role that a change requires. For an undo or redo, this is the role for the original change.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// played = played.after(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert_eq!(Change::Undo {}.required_role(), Role::Score);
    /// assert_eq!(played.required_role(&Change::Undo {}), Role::Direct);
    /// ```
    pub fn required_role(&self, change: &Change) -> Role {
        let event_role = |event: usize| match &self.events[event].kind {
            EventKind::Changed(change) => change.required_role(),
            _ => Role::Direct,
        };
        let event = match change {
            Change::Undo {} => self.undo.back().map(|step| step.event),
            Change::Redo {} => self.redo.last().copied(),
            _ => None,
        };
        event.map_or_else(|| change.required_role(), event_role)
    }

    /// Records an event. The event is never earlier than the previous event, even if the clock was set back.
    /// If the event is refused, the match may be partly changed.
    ///
    /// # Errors
    /// The reason why the event cannot be recorded: a fault of the change, a role without keys, a full log.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{EventKind, PublishedPart, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// let mut record = |kind| played.record(kind, at, Role::Direct).unwrap();
    /// record(EventKind::KeyRenewed { role: Role::Score });
    /// record(EventKind::KeyRevoked { role: Role::View });
    /// record(EventKind::Published { part: PublishedPart::Standings });
    /// assert_eq!(played.key_generation(Role::Score), Some(1));
    /// assert_eq!(played.key_generation(Role::View), None);
    /// assert!(played.published_part().is_some());
    /// ```
    pub fn record(&mut self, kind: EventKind, at: Timestamp, by: Role) -> Result<(), Faults> {
        check_events(self.events.len() + 1, &kind)?;
        let mut event = Event {
            sequence: self.version() + 1,
            at: at.max(self.last_event().at),
            by,
            kind,
            outcome: self.outcome().clone(),
        };
        let before = self.scoring.get().cloned();
        self.follow(&event)?;
        self.check_replayed(&event.kind)?;
        if let EventKind::Changed(change) = &event.kind {
            event.outcome = self.rescore(before, change)?;
        }
        self.logged.count(&StoredEvent::new(&event));
        self.check_size(&event.kind)?;
        self.events.push(Arc::new(event));
        Ok(())
    }

    /// Scores the match after a change. If possible, only the hand in the change is judged.
    pub(super) fn rescore(
        &mut self,
        before: Option<Scoring>,
        change: &Change,
    ) -> Result<Outcome, Faults> {
        let names = self.state.current_names(&self.names);
        if change.changes_names() {
            // Two players with the same name are reported once, not once per hand.
            let (_, faults) = Table::seat_players(&names.seated);
            if !faults.is_empty() {
                return Err(faults);
            }
        }
        let with_names = |record: &Json| names.record(record);
        let next = match (before, change) {
            (Some(before), Change::Record { hand }) => before.with_hand(&with_names(hand)),
            (Some(before), Change::SetCurrent { hand }) => {
                before.with_current(hand.as_ref().map(with_names).as_ref())
            }
            _ => None,
        };
        let scoring = next.map_or_else(|| self.state.score(&self.names), Ok)?;
        let outcome = Outcome::new(&scoring.scored);
        self.scoring = scoring.into();
        Ok(outcome)
    }

    /// Applies an event to the state before the event is added to the log. Drops the score if the event may
    /// change the score.
    pub(super) fn follow(&mut self, event: &Event) -> Result<(), Faults> {
        match &event.kind {
            EventKind::Opened(_) => return Err(Vec::new()),
            EventKind::KeyRenewed { role } => {
                let key = self.key(*role)?;
                key.number += 1;
                key.revoked = false;
            }
            EventKind::KeyRevoked { role } => self.key(*role)?.revoked = true,
            EventKind::Published { part } => {
                let since = self.published.map_or(event.at, |(_, since)| since);
                self.published = Some((*part, since));
            }
            EventKind::Unpublished {} => self.published = None,
            EventKind::Changed(change) => {
                let corrections = self.change(change)?;
                self.scoring.take();
                self.count_judged(change);
                let entry = |correction| (event.at, event.by, Arc::new(correction));
                self.history.extend(corrections.into_iter().map(entry));
            }
        }
        Ok(())
    }

    /// Applies a change and returns the corrections for the history.
    fn change(&mut self, change: &Change) -> Result<Vec<Correction>, Faults> {
        match change {
            Change::Undo {} => Ok(vec![self.undo()?]),
            Change::Redo {} => Ok(vec![self.redo()?]),
            Change::Erase { person, .. } => {
                check_person(&self.names, *person)?;
                Ok(vec![Correction::new("erase")])
            }
            _ => {
                self.assign_name(change)?;
                self.redo.clear();
                self.make(change, self.events.len())
            }
        }
    }

    /// Returns the last key of a role for changes. Refuses a role without keys.
    fn key(&mut self, role: Role) -> Result<&mut KeyGeneration, Finding> {
        let none = || Finding::rule("no-such-key", "/role", args![]);
        self.keys.get_mut(role as usize).ok_or_else(none)
    }

    /// Makes a change that can be undone.
    fn make(&mut self, change: &Change, event: usize) -> Result<Vec<Correction>, Faults> {
        let before = self.state.clone();
        let corrections = self.state.make(change)?;
        self.undo.push_back(Arc::new(UndoStep { event, before }));
        if self.undo.len() > MAX_UNDONE {
            self.undo.pop_front();
        }
        Ok(corrections)
    }

    fn undo(&mut self) -> Result<Correction, Faults> {
        let nothing = || Finding::rule("nothing-to-undo", "", args![]);
        let step = self.undo.pop_back().ok_or_else(nothing)?;
        self.redo.push(step.event);
        let (hand, before) = self.recorded_in(step.event).unzip();
        self.state = step.before.clone();
        Ok(Correction::new("undo").on_hand(hand, before, None))
    }

    fn redo(&mut self) -> Result<Correction, Faults> {
        let nothing = || Finding::rule("nothing-to-redo", "", args![]);
        let index = self.redo.pop().ok_or_else(nothing)?;
        let event = self.events[index].clone();
        if let EventKind::Changed(change) = &event.kind {
            self.make(change, index)?;
        }
        let (hand, after) = self.recorded_in(index).unzip();
        Ok(Correction::new("redo").on_hand(hand, None, after))
    }

    /// Returns the last hand with its number, if this event recorded a hand.
    fn recorded_in(&self, event: usize) -> Option<(usize, Arc<Json>)> {
        let EventKind::Changed(Change::Record { .. }) = &self.events[event].kind else {
            return None;
        };
        Some((self.state.hands.len(), self.state.hands.last()?.clone()))
    }

    /// Checks that the match has the name in a change, and assigns a new name to the renamed person.
    fn assign_name(&mut self, change: &Change) -> Result<(), Faults> {
        let (Change::Rename { seat, name } | Change::Substitute { seat, name, .. }) = change else {
            return Ok(());
        };
        let stored = name_number(name).filter(|number| self.names.has(*number));
        let number = stored.ok_or_else(|| Finding::rule("no-such-person", "/name", args![]))?;
        if let Change::Rename { .. } = change
            && let Some(seat) = self.state.seats.get(seat.wrapping_sub(1))
        {
            self.names.assign(number, seat.occupant().person);
        }
        Ok(())
    }

    /// Replaces the names in a change by ids, and adds new names to those of the match.
    fn with_ids(&mut self, mut change: Change) -> Result<Change, Faults> {
        // The table in the score has already folded the names.
        let table = match self.scoring.get() {
            Some(scoring) => scoring.scored.table.clone(),
            None => Table::seat_players(&self.state.current_names(&self.names).seated).0,
        };
        let frozen = self.state.frozen.clone();
        let names = &mut self.names;
        let new_id = match &change {
            Change::Rename { name, .. } | Change::Substitute { name, .. } => {
                names.check_room("/name")?;
                name_id(names.add(name))
            }
            Change::Erase { person, name } => {
                check_person(names, *person)?;
                check_name(name, "/name")?;
                names.erase(*person, name);
                name_id(*person)
            }
            _ => String::new(),
        };
        let mut ids = Renaming {
            game: &frozen.game,
            player: |name: &str| id_of_name(name, &table),
        };
        ids.change(&mut change, |_| new_id);
        Ok(change)
    }
}

fn check_person(names: &Names, person: usize) -> Result<(), Finding> {
    let none = || Finding::rule("no-such-person", "/person", args![]);
    let mut names = names.of_person(person);
    names.next().map(drop).ok_or_else(none)
}

/// The most changes that can be undone in a row.
const MAX_UNDONE: usize = 200;
