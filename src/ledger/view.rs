//! What is to be view of a match: its document, its scores, its events, its people.

use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};

use super::change::{Event, EventKind, Outcome};
use super::log::{Ledger, Log, ReplayError};
use super::people::{NameEntry, Names};
use super::rewrite::NameRewriter;
use super::seats::Sitter;
use super::state::{MatchState, MatchView};
use super::{MatchId, Role};
use crate::document::Scored;
use crate::rules::Finding;
use crate::rules::json::Json;

impl Ledger {
    /// The match document as it stands, with edition, options as they are in force, and history.
    pub fn document(&self) -> Json {
        self.state.document(&self.names, &self.history)
    }

    /// The same, written.
    pub fn written(&self) -> Arc<RawValue> {
        let has_history = self.state.has_history() || !self.history.is_empty();
        match self.look() {
            Ok(view) if !has_history => view.document.clone(),
            _ => to_raw_value(&self.document()).unwrap_or_default().into(),
        }
    }

    /// The match as it stands, scored.
    ///
    /// # Errors
    /// Only if scoring has become stricter since the last change.
    pub fn scored(&self) -> Result<Arc<Scored>, Vec<Finding>> {
        Ok(self.look()?.scored.clone())
    }

    /// What is to be view of what stands; it is scored once, whoever looks.
    fn look(&self) -> Result<&MatchView, Vec<Finding>> {
        if let Some(view) = self.view.get() {
            return Ok(view);
        }
        let view = self.state.view(&self.names)?;
        Ok(self.view.get_or_init(|| view))
    }

    /// What came of it, as it was recorded with the last event.
    pub fn outcome(&self) -> &Outcome {
        &self.events[self.events.len() - 1].outcome
    }

    /// The id of the match.
    pub fn id(&self) -> &MatchId {
        &self.state.frozen.id
    }

    /// The id of its game.
    pub fn game(&self) -> &'static str {
        self.state.frozen.game.facts.id
    }

    /// The number of its last event.
    pub fn version(&self) -> u64 {
        self.events.last().map_or(0, |event| event.sequence)
    }

    /// All its events. They have ids in the place of names.
    pub fn events(&self) -> &[Arc<Event>] {
        &self.events
    }

    /// What happened in an event, with the names of whoever sits there now in the place of ids.
    pub fn named_event(&self, event: &Event) -> EventKind {
        let now = self.state.called(&self.names);
        match event.change.clone() {
            EventKind::Opened(opened) => {
                EventKind::Opened(Box::new(self.state.opening(&opened, &now)))
            }
            EventKind::Changed(change) => EventKind::Changed(change.rewritten(&mut NameRewriter {
                record: &|hand| self.state.named(hand, &now),
                adjustment: &|adjustment| MatchState::adjustment(adjustment, &now),
                name: &mut |id| now.name(id),
            })),
            key => key,
        }
    }

    /// What is to be kept of it.
    pub fn log(&self) -> Log {
        let events = self.events.iter().map(|event| Event::clone(event));
        Log {
            events: events.collect(),
            names: self.names.texts(),
        }
    }

    /// The names that it has and an earlier one has not, or has otherwise; of nothing, all.
    pub fn names_since(&self, before: Option<&Ledger>) -> Vec<NameEntry> {
        let none = Names::default();
        self.names
            .since(before.map_or(&none, |before| &before.names))
    }

    /// Everyone who is named in it: who sits there, who sat there, whom its history tells of.
    pub fn people(&self) -> Vec<NameEntry> {
        self.names.people()
    }

    /// The match as it was at an earlier version; whoever was erased since is erased.
    ///
    /// # Errors
    /// A version that it never had.
    pub fn at_version(&self, version: u64) -> Result<Ledger, ReplayError> {
        let mut log = self.log();
        log.events.retain(|event| event.sequence <= version);
        let ledger = Ledger::open(log)?;
        let reached = ledger.version() == version;
        reached
            .then_some(ledger)
            .ok_or(ReplayError { sequence: version })
    }

    /// Its seats, and who has sat in them.
    pub fn seats(&self) -> Vec<Sitter> {
        let places = self.state.places.iter();
        places.map(|place| place.named(&self.names)).collect()
    }

    /// Whether it is published: websites may show its standings to everybody.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Whether there is a change to undo, and one to do again.
    pub fn can(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// The generation of a role's key; nothing, if there is no such key.
    pub fn generation(&self, role: Role) -> Option<u32> {
        let index = Role::KEYED.iter().position(|keyed| *keyed == role)?;
        let (generation, there) = self.keys[index];
        there.then_some(generation)
    }
}
