//! A match as a fold of its events.

use std::collections::VecDeque;
use std::sync::Arc;

use super::change::{Change, Deed, Edit, Event, Outcome};
use super::frozen::freeze;
use super::history::{Entry, Told};
use super::names::{called, id_of_name};
use super::seats::Sitter;
use super::standing::{ADJUSTMENT, Standing};
use super::{MatchId, Role};
use crate::document::Scored;
use crate::rules::json::Json;
use crate::rules::{Finding, Table, args};

/// The most events that a match may have.
const MOST_EVENTS: usize = 50_000;
/// How many changes can be undone, one after the other.
const MOST_UNDONE: usize = 200;

/// A match as its log tells it. A clone shares what is told with the first.
#[derive(Debug, Clone)]
pub struct Ledger {
    events: Vec<Arc<Event>>,
    standing: Standing,
    history: Vec<Arc<Entry>>,
    /// What can be undone, the last of it last; at most [`MOST_UNDONE`].
    done: VecDeque<Arc<Done>>,
    /// What can be done again, by its place in the events.
    undone: Vec<usize>,
    /// For each keyed role the generation of its key, and whether there is one.
    keys: [(u32, bool); 3],
    /// Whether websites may show its standings to everybody.
    shown: bool,
}

/// A change that can be undone.
#[derive(Debug)]
struct Done {
    /// Its place in the events.
    event: usize,
    back: Back,
}

/// How to undo it.
#[derive(Debug)]
enum Back {
    /// Take the last hand out, and put back what was being played.
    Unrecord(Option<Arc<Json>>),
    /// Put back what was being played.
    Current(Option<Arc<Json>>),
    /// Put everything back.
    Whole(Box<Standing>),
}

/// A log that does not tell of a match, or not to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
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
        let opened = freeze(id, document)?;
        let unreadable = || vec![Finding::rule("unknown-game", "/game", args![])];
        let standing = Standing::open(&opened).ok_or_else(unreadable)?;
        let outcome = standing.outcome()?;
        let event = Event {
            sequence: 1,
            at: at.to_owned(),
            by,
            change: Deed::Opened(Box::new(opened)),
            outcome,
        };
        if !event.change.can_be_read_again() {
            return Err(vec![Finding::shape("too-deep", "", args![])]);
        }
        Ok(Ledger::opened(event, standing))
    }

    fn opened(event: Event, standing: Standing) -> Ledger {
        Ledger {
            events: vec![Arc::new(event)],
            standing,
            history: Vec::new(),
            done: VecDeque::new(),
            undone: Vec::new(),
            keys: [(0, true); 3],
            shown: false,
        }
    }

    /// The match that these events tell of. They are believed: nothing is judged again.
    ///
    /// # Errors
    /// The first event that cannot have happened.
    pub fn open(events: impl IntoIterator<Item = Event>) -> Result<Ledger, Broken> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(Broken { sequence: 1 })?;
        let standing = match &first.change {
            Deed::Opened(opened) if first.sequence == 1 => Standing::open(opened),
            _ => None,
        };
        let standing = standing.ok_or(Broken { sequence: 1 })?;
        let mut ledger = Ledger::opened(first, standing);
        for event in events {
            let sequence = ledger.version() + 1;
            if event.sequence != sequence || ledger.follow(&event).is_err() {
                return Err(Broken { sequence });
            }
            ledger.events.push(Arc::new(event));
        }
        Ok(ledger)
    }

    /// Replays a log from its start, judging every step of it again.
    ///
    /// # Errors
    /// The first event that cannot have happened, or of which something else comes than was recorded.
    pub fn verify(events: impl IntoIterator<Item = Event>) -> Result<Ledger, Broken> {
        let mut ledger: Option<Ledger> = None;
        for event in events {
            let broken = Broken {
                sequence: event.sequence,
            };
            let outcome = event.outcome.clone();
            match &mut ledger {
                None => ledger = Some(Ledger::open([event])?),
                Some(ledger) if event.sequence == ledger.version() + 1 => {
                    ledger.follow(&event).map_err(|_| broken)?;
                    ledger.events.push(Arc::new(event));
                }
                Some(_) => return Err(broken),
            }
            let replayed = ledger
                .as_ref()
                .and_then(|ledger| ledger.standing.outcome().ok());
            if replayed.as_ref() != Some(&outcome) {
                return Err(broken);
            }
        }
        ledger.ok_or(Broken { sequence: 1 })
    }

    /// Makes a change, and gives the event of it. Players may be named in it by their names.
    ///
    /// # Errors
    /// Why the change cannot be made, or everything in the match that could not be scored after it;
    /// nothing changes then. Pointers into the match begin with `/hands`, `/current`, `/players`,
    /// `/adjustments` or a text's key; all others point into the change.
    pub fn apply(&mut self, change: Change, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        self.record(Deed::Changed(self.in_seats(change)), at, by)
    }

    /// Replaces the key of a role: the one before no longer opens anything.
    ///
    /// # Errors
    /// A role that has no keys.
    pub fn renew(&mut self, role: Role, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        self.record(Deed::Renewed { role }, at, by)
    }

    /// Takes the key of a role away.
    ///
    /// # Errors
    /// A role that has no keys.
    pub fn revoke(&mut self, role: Role, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        self.record(Deed::Revoked { role }, at, by)
    }

    /// Publishes the match, or takes that back: whether websites may show its standings to everybody.
    ///
    /// # Errors
    /// A log that is full.
    pub fn show(&mut self, shown: bool, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        let deed = if shown {
            Deed::Shown {}
        } else {
            Deed::Hidden {}
        };
        self.record(deed, at, by)
    }

    fn record(&mut self, deed: Deed, at: &str, by: Role) -> Result<Event, Vec<Finding>> {
        if self.events.len() >= MOST_EVENTS {
            let args = args![most: MOST_EVENTS];
            return Err(vec![Finding::rule("too-many-events", "", args)]);
        }
        let mut next = self.clone();
        let mut event = Event {
            sequence: self.version() + 1,
            at: at.to_owned(),
            by,
            change: deed,
            outcome: Outcome::default(),
        };
        next.follow(&event)?;
        event.outcome = match event.change {
            Deed::Changed(_) => next.standing.outcome()?,
            _ => self.outcome().clone(),
        };
        next.events.push(Arc::new(event.clone()));
        *self = next;
        Ok(event)
    }

    /// Makes what stands follow an event, which is not yet among the events.
    fn follow(&mut self, event: &Event) -> Result<(), Vec<Finding>> {
        let told = match &event.change {
            Deed::Opened(_) => return Err(Vec::new()),
            Deed::Renewed { role } => {
                let key = self.key_of(*role)?;
                *key = (key.0 + 1, true);
                vec![]
            }
            Deed::Revoked { role } => {
                let key = self.key_of(*role)?;
                *key = (key.0, false);
                vec![]
            }
            Deed::Shown {} | Deed::Hidden {} => {
                self.shown = event.change == Deed::Shown {};
                vec![]
            }
            Deed::Changed(Change::Undo {}) => vec![self.undo()?],
            Deed::Changed(Change::Redo {}) => vec![self.redo()?],
            Deed::Changed(change) => {
                self.undone.clear();
                self.make(change, self.events.len())?
            }
        };
        for told in told {
            let (at, by) = (event.at.clone(), event.by);
            self.history.push(Arc::new(Entry { at, by, told }));
        }
        Ok(())
    }

    /// Makes a change so that it can be undone.
    fn make(&mut self, change: &Change, event: usize) -> Result<Vec<Told>, Vec<Finding>> {
        let back = match change {
            Change::Record { .. } => Back::Unrecord(self.standing.current.clone()),
            Change::SetCurrent { .. } => Back::Current(self.standing.current.clone()),
            _ => Back::Whole(Box::new(self.standing.clone())),
        };
        let told = self.standing.step(change)?;
        self.done.push_back(Arc::new(Done { event, back }));
        if self.done.len() > MOST_UNDONE {
            self.done.pop_front();
        }
        Ok(told)
    }

    fn undo(&mut self) -> Result<Told, Vec<Finding>> {
        let nothing = || vec![Finding::rule("nothing-to-undo", "", args![])];
        let done = self.done.pop_back().ok_or_else(nothing)?;
        self.undone.push(done.event);
        let told = Told::of("undo");
        match &done.back {
            Back::Unrecord(current) => {
                let hand = self.standing.hands.len();
                let before = self.standing.hands.pop();
                self.standing.current.clone_from(current);
                return Ok(told.on_hand(hand, before, None));
            }
            Back::Current(current) => self.standing.current.clone_from(current),
            Back::Whole(standing) => self.standing = (**standing).clone(),
        }
        Ok(told)
    }

    fn redo(&mut self) -> Result<Told, Vec<Finding>> {
        let nothing = || vec![Finding::rule("nothing-to-redo", "", args![])];
        let event = self.undone.pop().ok_or_else(nothing)?;
        let change = self.events[event].clone();
        if let Deed::Changed(change) = &change.change {
            self.make(change, event)?;
        }
        let told = Told::of("redo");
        Ok(match &change.change {
            Deed::Changed(Change::Record { .. }) => {
                let after = self.standing.hands.last().cloned();
                told.on_hand(self.standing.hands.len(), None, after)
            }
            _ => told,
        })
    }

    fn key_of(&mut self, role: Role) -> Result<&mut (u32, bool), Vec<Finding>> {
        let index = Role::KEYED.iter().position(|keyed| *keyed == role);
        let none = || vec![Finding::rule("no-such-key", "/role", args![])];
        index
            .and_then(|index| self.keys.get_mut(index))
            .ok_or_else(none)
    }

    /// The change with seats in the place of names.
    fn in_seats(&self, change: Change) -> Change {
        let (table, _) = Table::seat_players(&self.standing.names());
        let id_of = |name: &str| id_of_name(name, &table);
        let facts = self.standing.frozen.game.facts;
        let record = |hand: &Json| called(facts.record, hand, &id_of);
        match change {
            Change::Record { hand } => Change::Record {
                hand: record(&hand),
            },
            Change::SetCurrent { hand } => Change::SetCurrent {
                hand: hand.as_ref().map(record),
            },
            Change::Adjust { adjustment } => Change::Adjust {
                adjustment: called(ADJUSTMENT, &adjustment, &id_of),
            },
            Change::Correct { edits, reason } => {
                let edits = edits.into_iter().map(|edit| match edit {
                    Edit::Replace { hand, with } => Edit::Replace {
                        hand,
                        with: record(&with),
                    },
                    Edit::Insert { before, with } => Edit::Insert {
                        before,
                        with: record(&with),
                    },
                    other => other,
                });
                Change::Correct {
                    edits: edits.collect(),
                    reason,
                }
            }
            other => other,
        }
    }

    /// The role that it takes to make a change; to undo takes what the change took that is undone.
    pub fn needs(&self, change: &Change) -> Role {
        let of_event = |event: usize| match &self.events[event].change {
            Deed::Changed(change) => change.needs(),
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

    /// The match document as it stands, with edition, options as they are in force, and history.
    pub fn document(&self) -> Json {
        self.standing.document(&self.history)
    }

    /// The match as it stands, scored.
    ///
    /// # Errors
    /// Only if scoring has become stricter since the last change.
    pub fn scored(&self) -> Result<Scored, Vec<Finding>> {
        self.standing.scored()
    }

    /// What came of it, as it was recorded with the last event.
    pub fn outcome(&self) -> &Outcome {
        &self.events[self.events.len() - 1].outcome
    }

    /// The id of the match.
    pub fn id(&self) -> &MatchId {
        &self.standing.frozen.id
    }

    /// The id of its game.
    pub fn game(&self) -> &'static str {
        self.standing.frozen.game.facts.id
    }

    /// The number of its last event.
    pub fn version(&self) -> u64 {
        self.events.last().map_or(0, |event| event.sequence)
    }

    /// All its events. Records in them have seats in the place of names.
    pub fn events(&self) -> &[Arc<Event>] {
        &self.events
    }

    /// A record of an event, with names in the place of seats.
    pub fn named(&self, record: &Json) -> Json {
        self.standing.named(record, &self.standing.names())
    }

    /// The match as it was at an earlier version.
    ///
    /// # Errors
    /// A version that it never had.
    pub fn at_version(&self, version: u64) -> Result<Ledger, Broken> {
        let events = self
            .events
            .iter()
            .take_while(|event| event.sequence <= version);
        let ledger = Ledger::open(events.map(|event| Event::clone(event)))?;
        let reached = ledger.version() == version;
        reached
            .then_some(ledger)
            .ok_or(Broken { sequence: version })
    }

    /// Its seats, and who has sat in them.
    pub fn seats(&self) -> &[Sitter] {
        &self.standing.sitters
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
