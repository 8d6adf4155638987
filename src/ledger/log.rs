//! A match as a fold of its events.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use super::change::{Change, Event, EventKind, Outcome};
use super::frozen::freeze;
use super::history::{Entry, HistoryChange};
use super::names::{called, id_of_name};
use super::people::{Names, name_id, name_number};
use super::rewrite::NameRewriter;
use super::state::{ADJUSTMENT, MatchState, MatchView};
use super::{MatchId, Role};
use crate::rules::json::Json;
use crate::rules::{Finding, Table, args};

/// The most events that a match may have.
const MOST_EVENTS: usize = 50_000;
/// How many changes can be undone, one after the other.
const MOST_UNDONE: usize = 200;

/// A match as its log tells it. A clone shares what is changes with the first.
#[derive(Debug, Clone)]
pub struct Ledger {
    pub(super) events: Vec<Arc<Event>>,
    pub(super) names: Names,
    pub(super) state: MatchState,
    /// What is to be view of what stands, once somebody has looked.
    pub(super) view: OnceLock<MatchView>,
    pub(super) history: Vec<Arc<Entry>>,
    /// What can be undone, the last of it last; at most [`MOST_UNDONE`].
    pub(super) done: VecDeque<Arc<UndoStep>>,
    /// What can be done again, by its place in the events.
    pub(super) undone: Vec<usize>,
    /// For each keyed role the generation of its key, and whether there is one.
    pub(super) keys: [(u32, bool); 3],
    /// Whether websites may show its standings to everybody.
    pub(super) shown: bool,
}

/// A change that can be undone.
#[derive(Debug)]
pub struct UndoStep {
    /// Its place in the events.
    event: usize,
    back: Inverse,
}

/// How to undo it.
#[derive(Debug)]
enum Inverse {
    /// Take the last hand out, and put back what was being played.
    Unrecord(Option<Arc<Json>>),
    /// Put back what was being played.
    Current(Option<Arc<Json>>),
    /// Put everything back.
    Whole(Box<MatchState>),
}

/// What is kept of a match.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Log {
    /// Its events, in order.
    pub events: Vec<Event>,
    /// The names that stand beside them, by their numbers.
    pub names: Vec<String>,
}

/// A log that does not tell of a match, or not to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the first event that does not follow from those before it.
    pub sequence: u64,
}

impl Ledger {
    /// Opens a match from a document: its edition and its options are frozen as they are in force.
    ///
    /// # Errors
    /// Every fault of the document.
    pub fn begin(
        id: &MatchId,
        document: &Json,
        at: &str,
        by: Role,
    ) -> Result<Ledger, Vec<Finding>> {
        let (opened, names) = freeze(id, document)?;
        let unreadable = || vec![Finding::rule("unknown-game", "/game", args![])];
        let state = MatchState::open(&opened).ok_or_else(unreadable)?;
        let view = state.view(&names)?;
        let event = Event {
            sequence: 1,
            at: at.to_owned(),
            by,
            change: EventKind::Opened(Box::new(opened)),
            outcome: Outcome::of(&view.scored),
        };
        if !event.change.can_be_read_again() {
            return Err(vec![Finding::shape("too-deep", "", args![])]);
        }
        let ledger = Ledger::opened(event, names, state);
        Ok(Ledger {
            view: view.into(),
            ..ledger
        })
    }

    fn opened(event: Event, names: Names, state: MatchState) -> Ledger {
        Ledger {
            events: vec![Arc::new(event)],
            names,
            state,
            view: OnceLock::new(),
            history: Vec::new(),
            done: VecDeque::new(),
            undone: Vec::new(),
            keys: [(0, true); 3],
            shown: false,
        }
    }

    /// The match that a log tells of. It is believed: nothing is judged again.
    ///
    /// # Errors
    /// The first event that cannot have happened.
    pub fn open(log: Log) -> Result<Ledger, ReplayError> {
        let names = Names::of(&log.names);
        let mut events = log.events.into_iter();
        let first = events.next().ok_or(ReplayError { sequence: 1 })?;
        let state = match &first.change {
            EventKind::Opened(opened) if first.sequence == 1 => MatchState::open(opened),
            _ => None,
        };
        let state = state.filter(|state| state.is_named(&names));
        let state = state.ok_or(ReplayError { sequence: 1 })?;
        let mut ledger = Ledger::opened(first, names, state);
        for event in events {
            let sequence = ledger.version() + 1;
            if event.sequence != sequence || ledger.follow(&event).is_err() {
                return Err(ReplayError { sequence });
            }
            ledger.events.push(Arc::new(event));
        }
        Ok(ledger)
    }

    /// Replays a log from its start, judging every step of it again.
    ///
    /// # Errors
    /// The first event that cannot have happened, or of which something else comes than was recorded.
    pub fn verify(log: Log) -> Result<Ledger, ReplayError> {
        let Log { events, names } = log;
        let mut ledger: Option<Ledger> = None;
        for event in events {
            let broken = ReplayError {
                sequence: event.sequence,
            };
            let outcome = event.outcome.clone();
            match &mut ledger {
                None => {
                    ledger = Some(Ledger::open(Log {
                        events: vec![event],
                        names: names.clone(),
                    })?);
                }
                Some(ledger) if event.sequence == ledger.version() + 1 => {
                    ledger.follow(&event).map_err(|_| broken)?;
                    ledger.events.push(Arc::new(event));
                }
                Some(_) => return Err(broken),
            }
            let replayed = ledger.as_ref().and_then(|ledger| ledger.scored().ok());
            if replayed.map(|scored| Outcome::of(&scored)) != Some(outcome) {
                return Err(broken);
            }
        }
        ledger.ok_or(ReplayError { sequence: 1 })
    }

    /// Makes a change, and gives the event of it. Players may be named in it by their names.
    ///
    /// # Errors
    /// Why the change cannot be made, or everything in the match that could not be scored after it;
    /// nothing changes then. Pointers into the match begin with `/hands`, `/current`, `/players`,
    /// `/adjustments` or a text's key; all others point into the change.
    pub fn apply(&mut self, change: Change, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        let (next, event) = self.after(change, at, by)?;
        *self = next;
        Ok(event)
    }

    /// The match after a change, and the event of it.
    ///
    /// # Errors
    /// As of [`Ledger::apply`].
    pub fn after(
        &self,
        change: Change,
        at: &str,
        by: Role,
    ) -> Result<(Ledger, Event), Vec<Finding>> {
        let mut next = self.clone();
        let change = next.in_ids(change)?;
        let event = next.record(EventKind::Changed(change), at, by)?;
        Ok((next, event))
    }

    /// Replaces the key of a role: the one before no longer opens anything.
    ///
    /// # Errors
    /// A role that has no keys.
    pub fn renew(&mut self, role: Role, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        self.whole(|next| next.record(EventKind::Renewed { role }, at, by))
    }

    /// Takes the key of a role away.
    ///
    /// # Errors
    /// A role that has no keys.
    pub fn revoke(&mut self, role: Role, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        self.whole(|next| next.record(EventKind::Revoked { role }, at, by))
    }

    /// Publishes the match, or takes that back: whether websites may show its standings to everybody.
    ///
    /// # Errors
    /// A log that is full.
    pub fn show(&mut self, shown: bool, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        let kind = if shown {
            EventKind::Shown {}
        } else {
            EventKind::Hidden {}
        };
        self.whole(|next| next.record(kind, at, by))
    }

    /// Does something wholly or, if it is refused, not at all.
    fn whole(
        &mut self,
        act: impl FnOnce(&mut Ledger) -> Result<Event, Vec<Finding>>,
    ) -> Result<Event, Vec<Finding>> {
        let mut next = self.clone();
        let event = act(&mut next)?;
        *self = next;
        Ok(event)
    }

    /// Does it, and gives the event of it; what is refused may be half done.
    fn record(&mut self, kind: EventKind, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        if self.events.len() >= MOST_EVENTS {
            let args = args![most: MOST_EVENTS];
            return Err(vec![Finding::rule("too-many-events", "", args)]);
        }
        let mut event = Event {
            sequence: self.version() + 1,
            at: at.to_owned(),
            by,
            change: kind,
            outcome: Outcome::default(),
        };
        self.follow(&event)?;
        // Two of one name are one fault, not one in every hand.
        let (_, faults) = Table::seat_players(&self.state.called(&self.names).seated);
        if !faults.is_empty() {
            return Err(faults);
        }
        event.outcome = match event.change {
            EventKind::Changed(_) => Outcome::of(&*self.scored()?),
            _ => self.outcome().clone(),
        };
        self.events.push(Arc::new(event.clone()));
        Ok(event)
    }

    /// Makes what stands follow an event, which is not yet among the events.
    fn follow(&mut self, event: &Event) -> Result<(), Vec<Finding>> {
        if let EventKind::Changed(_) = event.change {
            self.view.take();
        }
        let changes = match &event.change {
            EventKind::Opened(_) => return Err(Vec::new()),
            EventKind::Renewed { role } => {
                let key = self.key_of(*role)?;
                *key = (key.0 + 1, true);
                vec![]
            }
            EventKind::Revoked { role } => {
                let key = self.key_of(*role)?;
                *key = (key.0, false);
                vec![]
            }
            EventKind::Shown {} | EventKind::Hidden {} => {
                self.shown = event.change == EventKind::Shown {};
                vec![]
            }
            EventKind::Changed(Change::Undo {}) => vec![self.undo()?],
            EventKind::Changed(Change::Redo {}) => vec![self.redo()?],
            EventKind::Changed(Change::Erase { person, .. }) => {
                known(&self.names, *person)?;
                vec![HistoryChange::of("erase")]
            }
            EventKind::Changed(change) => {
                self.call(change)?;
                self.undone.clear();
                self.make(change, self.events.len())?
            }
        };
        for change in changes {
            let (at, by) = (event.at.clone(), event.by);
            self.history.push(Arc::new(Entry { at, by, change }));
        }
        Ok(())
    }

    /// Makes a change so that it can be undone.
    fn make(&mut self, change: &Change, event: usize) -> Result<Vec<HistoryChange>, Vec<Finding>> {
        let back = match change {
            Change::Record { .. } => Inverse::Unrecord(self.state.current.clone()),
            Change::SetCurrent { .. } => Inverse::Current(self.state.current.clone()),
            _ => Inverse::Whole(Box::new(self.state.clone())),
        };
        let changes = self.state.step(change)?;
        self.done.push_back(Arc::new(UndoStep { event, back }));
        if self.done.len() > MOST_UNDONE {
            self.done.pop_front();
        }
        Ok(changes)
    }

    fn undo(&mut self) -> Result<HistoryChange, Vec<Finding>> {
        let nothing = || vec![Finding::rule("nothing-to-undo", "", args![])];
        let done = self.done.pop_back().ok_or_else(nothing)?;
        self.undone.push(done.event);
        let changes = HistoryChange::of("undo");
        match &done.back {
            Inverse::Unrecord(current) => {
                let hand = self.state.hands.len();
                let before = self.state.hands.pop();
                self.state.current.clone_from(current);
                return Ok(changes.on_hand(hand, before, None));
            }
            Inverse::Current(current) => self.state.current.clone_from(current),
            Inverse::Whole(state) => self.state = (**state).clone(),
        }
        Ok(changes)
    }

    fn redo(&mut self) -> Result<HistoryChange, Vec<Finding>> {
        let nothing = || vec![Finding::rule("nothing-to-redo", "", args![])];
        let event = self.undone.pop().ok_or_else(nothing)?;
        let change = self.events[event].clone();
        if let EventKind::Changed(change) = &change.change {
            self.make(change, event)?;
        }
        let changes = HistoryChange::of("redo");
        Ok(match &change.change {
            EventKind::Changed(Change::Record { .. }) => {
                let after = self.state.hands.last().cloned();
                changes.on_hand(self.state.hands.len(), None, after)
            }
            _ => changes,
        })
    }

    fn key_of(&mut self, role: Role) -> Result<&mut (u32, bool), Vec<Finding>> {
        let index = Role::KEYED.iter().position(|keyed| *keyed == role);
        let none = || vec![Finding::rule("no-such-key", "/role", args![])];
        index
            .and_then(|index| self.keys.get_mut(index))
            .ok_or_else(none)
    }

    /// Sees to it that a name which comes with a change is known, and whose it is.
    fn call(&mut self, change: &Change) -> Result<(), Vec<Finding>> {
        let (Change::Rename { seat, name } | Change::Substitute { seat, name, .. }) = change else {
            return Ok(());
        };
        let known = name_number(name).filter(|number| self.names.has(*number));
        let none = || vec![Finding::rule("no-such-person", "/name", args![])];
        let number = known.ok_or_else(none)?;
        let place = seat
            .checked_sub(1)
            .and_then(|index| self.state.places.get(index));
        if let (Change::Rename { .. }, Some(place)) = (change, place) {
            self.names.join(number, place.person());
        }
        Ok(())
    }

    /// The change with ids in the place of names, which are written down beside the log.
    fn in_ids(&mut self, change: Change) -> Result<Change, Vec<Finding>> {
        let (table, _) = Table::seat_players(&self.state.called(&self.names).seated);
        let id_of = |name: &str| id_of_name(name, &table);
        let facts = self.state.frozen.game.facts;
        let names = &mut self.names;
        let mut erased = None;
        if let Change::Erase { person, name } = &change {
            erase(names, *person, name)?;
            erased = Some(*person);
        }
        Ok(change.rewritten(&mut NameRewriter {
            record: &|hand| called(facts.record, hand, &id_of),
            adjustment: &|adjustment| called(ADJUSTMENT, adjustment, &id_of),
            name: &mut |name| name_id(erased.unwrap_or_else(|| names.add(name))),
        }))
    }

    /// The role that it takes to make a change; to undo takes what the change took that is undone.
    pub fn needs(&self, change: &Change) -> Role {
        let of_event = |event: usize| match &self.events[event].change {
            EventKind::Changed(change) => change.needs(),
            _ => Role::Direct,
        };
        match change {
            Change::Undo {} => self
                .done
                .back()
                .map_or(Role::Score, |done| of_event(done.event)),
            Change::Redo {} => self
                .undone
                .last()
                .map_or(Role::Score, |event| of_event(*event)),
            other => other.needs(),
        }
    }
}

fn known(names: &Names, person: usize) -> Result<(), Vec<Finding>> {
    let none = || vec![Finding::rule("no-such-person", "/person", args![])];
    names.is_person(person).then_some(()).ok_or_else(none)
}

/// Writes a name over every name that a person has had.
fn erase(names: &mut Names, person: usize, name: &String) -> Result<(), Vec<Finding>> {
    known(names, person)?;
    let (_, faults) = Table::seat_players(std::slice::from_ref(name));
    if !faults.is_empty() {
        let here = |fault| Finding {
            pointer: "/name".to_owned(),
            ..fault
        };
        return Err(faults.into_iter().map(here).collect());
    }
    names.erase(person, name);
    Ok(())
}
