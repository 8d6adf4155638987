//! A match at its earlier versions.

use std::sync::Arc;
use std::vec::IntoIter;

use super::change::Change;
use super::event::{Event, EventKind};
use super::log::{Match, ReplayError};
use super::logged::EventJson;
use overtrick_core::Faults;

/// A match that is replayed from its log, to be read at some of its versions. What was scored at one of them
/// is not judged again at the next.
///
/// ```
/// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
/// # use overtrick_match::ledger::{Change, Replay, Role, Timestamp};
/// # let at = Timestamp::from_millis(0);
/// let mut played = opened();
/// played.apply(Change::Finish {}, at, Role::Direct).unwrap();
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
    /// Begins with the opening of a match. Persons erased since then stay erased.
    ///
    /// # Errors
    /// The opening cannot be replayed.
    pub fn new(played: &Match) -> Result<Replay, ReplayError> {
        let mut ahead = played.events.clone().into_iter();
        let opened = ahead.next().ok_or(ReplayError { sequence: 1 })?;
        let size = EventJson::new(&opened).size();
        let played = Match::open_first(Event::clone(&opened), size, &played.names.texts())?;
        Ok(Replay { played, ahead })
    }

    /// The match at a version, which is not before the one that was read last.
    ///
    /// # Errors
    /// The match never had this version, or was already read at a later one.
    pub fn at(&mut self, version: u64) -> Result<&Match, ReplayError> {
        while self.played.version() < version {
            let sequence = self.played.version() + 1;
            let event = self.ahead.next().filter(|event| event.sequence == sequence);
            let followed = event.and_then(|event| self.follow(event).ok());
            followed.ok_or(ReplayError { sequence })?;
        }
        if self.played.version() != version {
            return Err(ReplayError { sequence: version });
        }
        Ok(&self.played)
    }

    fn follow(&mut self, event: Arc<Event>) -> Result<(), Faults> {
        let before = self.played.scoring.get().cloned();
        self.played.follow(&event)?;
        if before.is_some()
            && let EventKind::Changed(change @ (Change::Record { .. } | Change::SetCurrent { .. })) =
                &event.kind
        {
            self.played.scoring = self.played.rescore(before, change)?.into();
        }
        self.played.logged += EventJson::new(&event).size();
        self.played.events.push(event);
        Ok(())
    }
}

impl Match {
    /// The match at an earlier version. Persons erased since then stay erased.
    ///
    /// # Errors
    /// The match never had this version.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// played.apply(Change::Finish {}, at, Role::Direct).unwrap();
    /// assert!(!played.at_version(1).unwrap().outcome().complete);
    /// assert!(played.at_version(3).is_err());
    /// ```
    pub fn at_version(&self, version: u64) -> Result<Match, ReplayError> {
        let mut replay = Replay::new(self)?;
        replay.at(version)?;
        let mut played = replay.played;
        played.chain.clone_from(&self.chain);
        played.chain.truncate(played.events.len());
        Ok(played)
    }
}
