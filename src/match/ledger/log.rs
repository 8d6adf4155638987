//! Opening a match, replaying its log, and the match at its earlier versions.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::vec::IntoIter;

use super::damage::Damage;
use super::event::{Change, Event, EventKind, Opening, Outcome, PublishedPart};
use super::keys::{KeyGeneration, MatchId, Role};
use super::people::{Names, SeatHistory};
use super::size::Logged;
use super::state::{MatchState, Scoring, freeze};
use super::stored::{Digest, StoredEvent};
use super::timestamp::Timestamp;
use super::transition::HistoryEntry;
use crate::MatchGame;
use overtrick_core::bounds::ReplayWork;
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, args};

/// A match with its log. Clones share unchanged parts.
#[derive(Debug, Clone)]
pub struct Match {
    pub(super) events: Vec<Arc<Event>>,
    pub(super) names: Names,
    pub(super) state: MatchState,
    /// The score, computed on first use.
    pub(super) scoring: OnceLock<Scoring>,
    pub(super) history: Vec<HistoryEntry>,
    /// The changes that can be undone; the latest is last.
    pub(super) undo: VecDeque<Arc<UndoStep>>,
    /// The event indexes of the changes that can be redone; the next one to redo is last.
    pub(super) redo: Vec<usize>,
    /// The last key of each role that has keys.
    pub(super) keys: [KeyGeneration; Role::KEYED.len()],
    /// The part that is public, and the time when it was published.
    pub(super) published: Option<(PublishedPart, Timestamp)>,
    /// The digests of the sealed events.
    pub(super) chain: Vec<Digest>,
    pub(super) damage: Option<Damage>,
    /// The size of all events.
    pub(super) logged: Logged,
    /// The work of judging all events.
    pub(super) replayed: ReplayWork,
}

/// An undoable change.
#[derive(Debug)]
pub struct UndoStep {
    /// The index of its event.
    pub event: usize,
    /// The state before it.
    pub before: MatchState,
}

impl Match {
    /// Opens a match from a document, and fixes its edition and its house rules.
    ///
    /// # Errors
    /// Every fault of the document.
    ///
    /// ```
    /// use overtrick_match::ledger::{Match, MatchId, Opening, Role, Timestamp};
    /// use overtrick_core::json::Json;
    ///
    /// let id = MatchId::read("abcdefghijklmnopqrstuv").unwrap();
    /// let no_game = Json::object([("players", Json::List(Vec::new()))]);
    /// let at = Timestamp::from_millis(0);
    /// let faults = Match::begin(&id, &no_game, Opening::default(), at, Role::Direct).unwrap_err();
    /// assert_eq!(faults[0].code, "missing-field");
    /// ```
    pub fn begin(
        id: &MatchId,
        document: &Json,
        opening: Opening,
        at: Timestamp,
        by: Role,
    ) -> Result<Match, Faults> {
        let (opened, game, names) = freeze(id, document, opening)?;
        let incomplete = || Finding::rule("unknown-game", "/game", args![]);
        let state = MatchState::open(&opened, game).ok_or_else(incomplete)?;
        let scoring = state.score(&names)?;
        let event = Event {
            sequence: 1,
            at,
            by,
            outcome: Outcome::new(&scoring.scored),
            kind: EventKind::Opened(Box::new(opened)),
        };
        let texts = StoredEvent::new(&event);
        // An opening nests its document one level deeper, so a document at the depth limit cannot be read back.
        let read = serde_json::from_str(&texts.kind);
        if !read.is_ok_and(|read: EventKind| read == event.kind) {
            return Err(Finding::shape("too-deep", "", args![]).into());
        }
        let mut played = Match::opened(Arc::new(event), names, state);
        played.logged.count(&texts);
        played.scoring = scoring.into();
        played.check_replayed(&played.last_event().kind)?;
        played.check_size(&played.last_event().kind)?;
        Ok(played)
    }

    fn opened(event: Arc<Event>, names: Names, state: MatchState) -> Match {
        Match {
            logged: Logged::default(),
            events: vec![event],
            names,
            scoring: OnceLock::new(),
            history: Vec::new(),
            undo: VecDeque::new(),
            redo: Vec::new(),
            keys: Default::default(),
            published: None,
            chain: Vec::new(),
            damage: None,
            replayed: state.opening_work(),
            state,
        }
    }

    /// Opens a match from trusted events without judging it again. The names are in the order of their numbers.
    ///
    /// # Errors
    /// The first impossible event.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Event, Match};
    /// let played = opened();
    /// let events: Vec<Event> = played.events().iter().map(|event| Event::clone(event)).collect();
    /// let names: Vec<String> = played.names_since(None).into_iter().map(|entry| entry.name).collect();
    /// let again = Match::open(events, &names).unwrap();
    /// assert_eq!(again.document(), played.document());
    /// assert_eq!(again.size(), played.size());
    /// ```
    pub fn open(events: Vec<Event>, names: &[String]) -> Result<Match, Damage> {
        let (mut played, damage) = Match::open_as_far(events, Names::new(names))?;
        played.measure();
        damage.map_or(Ok(played), Err)
    }

    /// Opens a match from these events up to the first impossible event, without computing their size. Also
    /// returns the damage of the impossible event.
    ///
    /// # Errors
    /// The first event is impossible.
    pub(super) fn open_as_far(
        events: Vec<Event>,
        names: Names,
    ) -> Result<(Match, Option<Damage>), Damage> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(Damage::Event(1))?;
        let mut played = Match::open_first(Arc::new(first), names)?;
        for event in events {
            if let Err(damage) = played.follow_next(Arc::new(event)) {
                // The event may have been partly applied, so the events before it are replayed.
                let before = played.at_version(played.version());
                return Ok((before.map_err(|_| damage)?, Some(damage)));
            }
        }
        Ok((played, None))
    }

    /// Judges the match again after each of its events, and compares the outcomes with the recorded outcomes.
    ///
    /// # Errors
    /// The first event that is impossible, or whose recorded outcome is wrong.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// assert!(opened().verify().is_ok());
    /// ```
    pub fn verify(&self) -> Result<(), Damage> {
        let mut replay = Replay::new(self)?;
        for sequence in 1..=self.version() {
            if !replay.at(sequence).is_ok_and(Match::has_its_outcome) {
                return Err(Damage::Outcome(sequence));
            }
        }
        Ok(())
    }

    /// Whether judging its hands gives the score that its last event recorded.
    pub(super) fn has_its_outcome(&self) -> bool {
        let scored = self.scored();
        scored.is_ok_and(|scored| Outcome::new(&scored) == *self.outcome())
    }

    /// Applies the next event of a log. If the match is already scored, only the event's hand is judged.
    /// After an error, the match may be partly changed.
    fn follow_next(&mut self, event: Arc<Event>) -> Result<(), Damage> {
        let sequence = self.version() + 1;
        let damage = |_| Damage::Event(sequence);
        if event.sequence != sequence {
            return Err(Damage::Event(sequence));
        }
        let before = self.scoring.get().cloned();
        self.follow(&event).map_err(damage)?;
        if before.is_some()
            && let EventKind::Changed(change @ (Change::Record { .. } | Change::SetCurrent { .. })) =
                &event.kind
        {
            self.rescore(before, change).map_err(damage)?;
        }
        self.events.push(event);
        Ok(())
    }

    pub(super) fn open_first(first: Arc<Event>, names: Names) -> Result<Match, Damage> {
        let state = match &first.kind {
            EventKind::Opened(opened) if first.sequence == 1 => {
                let game = MatchGame::new(&opened.document).ok();
                game.and_then(|game| MatchState::open(opened, game))
            }
            _ => None,
        };
        let is_named = |seat: &SeatHistory| names.has(seat.occupant().name);
        let state = state.filter(|state| state.seats.iter().all(is_named));
        let state = state.ok_or(Damage::Event(1))?;
        Ok(Match::opened(first, names, state))
    }

    /// Returns the match at an earlier version. People who were erased later remain erased.
    ///
    /// # Errors
    /// The match never had this version.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// played = played.after(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!(!played.at_version(1).unwrap().outcome().complete);
    /// assert!(played.at_version(3).is_err());
    /// ```
    pub fn at_version(&self, version: u64) -> Result<Match, Damage> {
        let mut replay = Replay::new(self)?;
        replay.at(version)?;
        let mut played = replay.played;
        played.measure();
        played.chain.clone_from(&self.chain);
        played.chain.truncate(played.events.len());
        Ok(played)
    }
}

/// A replay of a match from its log, without computing its size. Versions are read in ascending order. Hands
/// that were scored at one version are not judged again at the next.
///
/// ```
/// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
/// # use overtrick_match::ledger::{Change, Replay, Role, Timestamp};
/// # let at = Timestamp::from_millis(0);
/// let mut played = opened();
/// played = played.after(Change::Finish {}, at, Role::Direct).unwrap();
/// let mut replay = Replay::new(&played).unwrap();
/// assert!(!replay.at(1).unwrap().outcome().complete);
/// assert!(replay.at(2).unwrap().outcome().complete);
/// assert!(replay.at(1).is_err() && replay.at(3).is_err());
/// ```
#[derive(Debug)]
pub struct Replay {
    played: Match,
    ahead: IntoIter<Arc<Event>>,
}

impl Replay {
    /// Starts with the opening of a match. People who were erased later remain erased.
    ///
    /// # Errors
    /// The opening cannot be replayed.
    pub fn new(played: &Match) -> Result<Replay, Damage> {
        let mut ahead = played.events.clone().into_iter();
        let opened = ahead.next().ok_or(Damage::Event(1))?;
        let played = Match::open_first(opened, Names::new(played.names.texts()))?;
        Ok(Replay { played, ahead })
    }

    /// Returns the match at a version, which must not be earlier than the last version that was read.
    ///
    /// # Errors
    /// The match never had this version, or a later version was already read.
    pub fn at(&mut self, version: u64) -> Result<&Match, Damage> {
        while self.played.version() < version {
            let sequence = self.played.version() + 1;
            let event = self.ahead.next().ok_or(Damage::Event(sequence))?;
            self.played.follow_next(event)?;
        }
        if self.played.version() != version {
            return Err(Damage::Event(version));
        }
        Ok(&self.played)
    }
}
