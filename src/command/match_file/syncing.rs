//! The copy of a match that a server keeps: sending what waits, and taking over what the server has.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Beginning, MatchFile, Refusal, begin, drawn, salts};
use crate::error::CommandError;
use crate::faults::FaultFormat;
use crate::input::Document;
use crate::server_match::{Current, Failure, Link, Place, ServerArgs, Waiting};
use crate::table::notice;
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::lang::Language;
use overtrick_match::ledger::Change;
use overtrick_match::play::LocalMatch;
use overtrick_server::system::system;

/// How long a server that did not answer is not asked again.
const AWAY: Duration = Duration::from_secs(15);
/// The most requests of one synchronization: each sends a change, or finds that others were faster.
const MOST_REQUESTS: usize = 1_000;

/// What becomes of a change when the match has been changed elsewhere.
enum Settled {
    /// It is sent on top of the match as it is now.
    Again,
    /// The server has the same already.
    Done,
    /// It does not fit the match any more.
    Unfit,
}

impl MatchFile {
    /// Makes the copy of a match that a server keeps, in a file that does not exist yet.
    pub(super) fn fetch(
        path: &Path,
        server: &ServerArgs,
        format: FaultFormat,
        language: &'static Language,
    ) -> Result<MatchFile, CommandError> {
        let link = server.link(None, language)?;
        let link = link.ok_or_else(|| CommandError::usage(language.text("keep", "other-match")))?;
        let current = link.current(language);
        let current = current.map_err(|failure| failure.not_read(language))?;
        let bytes = serde_json::to_vec(&current.document).unwrap_or_default();
        let document = Document::new(bytes, language.text("ui", "this-match"), format);
        let name = path.display().to_string();
        let mut file = MatchFile::new(path.to_owned(), name, document, language)?;
        file.place = Some(Place {
            at: link.at.clone(),
            id: link.id.to_string(),
            version: current.version,
            waiting: Vec::new(),
            refused: Vec::new(),
        });
        file.link = Some(link);
        file.write_new()
    }

    /// Whether the file is the copy of a match that a server keeps.
    pub fn is_copy(&self) -> bool {
        self.place.is_some()
    }

    /// How the server of a copy is reached, if with a key.
    pub fn link(&self) -> Option<&Link> {
        self.link.as_ref().filter(|link| link.has_key())
    }

    /// Lets a server that did not answer be asked again at once.
    pub fn ask_again(&mut self) {
        self.missed = None;
    }

    /// The version at the server, and the number of changes that it does not have yet.
    pub fn at_server(&self) -> Option<(u64, usize)> {
        let place = self.place.as_ref()?;
        Some((place.version, place.waiting.len()))
    }

    /// A sentence that others have changed the match.
    pub fn changed_text(&self) -> String {
        let key = if self.is_copy() {
            "changed-elsewhere"
        } else {
            "changed"
        };
        self.language.text("keep", key)
    }

    /// The first hand that the server refused, which is to be entered again.
    pub fn refused_hand(&self) -> Option<Json> {
        self.place.as_ref()?.refused.first().cloned()
    }

    /// Forgets the first hand that the server refused.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn forget_refused(&mut self) -> Result<(), CommandError> {
        self.update(None, |place| {
            if !place.refused.is_empty() {
                place.refused.remove(0);
            }
        })
    }

    /// Sends what waits, each change once and in order, and takes over what the server has. If the server cannot
    /// be reached, that is said, and everything stays as it is.
    ///
    /// # Errors
    /// The server does not show the match; the file cannot be read or written.
    pub fn sync(&mut self) -> Result<(), CommandError> {
        match self.sync_telling(None, false) {
            Ok(()) | Err(Refusal::Changed | Refusal::AtServer | Refusal::Faults(_)) => Ok(()),
            Err(Refusal::Failed(error)) => Err(error),
        }
    }

    /// Sends a change that was just made, after what waits. A hand `as_shown` is not recorded in a match that
    /// somebody else has changed.
    pub(super) fn send(&mut self, once: &str, as_shown: bool) -> Result<(), Refusal> {
        // What is done now is tried at once, however long the server has been away.
        self.ask_again();
        self.sync_telling(Some(once), as_shown)
    }

    /// Synchronizes; an error says what became of the change with the key `own`.
    fn sync_telling(&mut self, own: Option<&str>, as_shown: bool) -> Result<(), Refusal> {
        let is_away = self.missed.is_some_and(|missed| missed.elapsed() < AWAY);
        let Some(link) = self.link.clone().filter(|_| !is_away && self.is_copy()) else {
            return Ok(());
        };
        let language = self.language;
        let (mut sent, mut refusal) = (0, None);
        for _ in 0..MOST_REQUESTS {
            let next = self
                .place
                .as_ref()
                .and_then(|place| place.waiting.first().cloned());
            let answer = match &next {
                Some(next) => link.change(&next.change, (&next.once, next.version), language),
                None => link.current(language),
            };
            match (answer, next) {
                (Ok(current), None) => {
                    self.update(Some(current), |_| {})?;
                    break;
                }
                (Ok(current), Some(next)) => {
                    sent += usize::from(own != Some(&*next.once));
                    let version = current.version;
                    self.update(Some(current), |place| {
                        place.take_out(&next.once);
                        // It was made to the match with this change.
                        if let Some(behind) = place.waiting.first_mut() {
                            behind.version = version;
                        }
                    })?;
                }
                (Err(Failure::Conflict), Some(next)) => match link.current(language) {
                    Ok(current) => {
                        let is_own = own == Some(&*next.once);
                        let settled = self.settle(&next, current, is_own && as_shown)?;
                        refusal = refusal.or(settled.filter(|_| is_own));
                    }
                    Err(failure) => {
                        self.failed(failure, None)?;
                        break;
                    }
                },
                (Err(Failure::Refused(reason)), Some(next)) => {
                    self.refuse(&next, &reason, None)?;
                    let is_own = own == Some(&*next.once);
                    refusal = refusal.or(is_own.then_some(Refusal::AtServer));
                }
                (Err(failure), next) => {
                    self.failed(failure, next.as_ref())?;
                    break;
                }
            }
        }
        if sent > 0 {
            notice(&language.format("keep", "sent", &args![count: sent]));
        }
        refusal.map_or(Ok(()), Err)
    }

    /// Says why nothing can be sent now.
    fn failed(&mut self, failure: Failure, next: Option<&Waiting>) -> Result<(), CommandError> {
        match failure {
            Failure::Away(reason) => {
                self.missed = Some(now());
                self.tell_waiting(&reason);
                Ok(())
            }
            failure => {
                // Another key may record a hand; anything else is done again.
                let next = next.filter(|next| !matches!(next.change, Change::Record { .. }));
                if let Some(next) = next {
                    self.update(None, |place| place.take_out(&next.once))?;
                }
                Err(failure.not_read(self.language))
            }
        }
    }

    fn tell_waiting(&self, reason: &str) {
        let waiting = self.place.as_ref().map_or(0, |place| place.waiting.len());
        let key = if waiting == 0 { "away" } else { "away-waits" };
        let args = args![reason: reason.to_owned(), count: waiting, file: self.name.clone()];
        notice(&self.language.format("keep", key, &args));
    }

    /// Settles a change to a match that was changed elsewhere; returns why it was not made. A hand `as_shown` is
    /// to be shown again first.
    fn settle(
        &mut self,
        next: &Waiting,
        current: Current,
        as_shown: bool,
    ) -> Result<Option<Refusal>, CommandError> {
        let (version, once) = (current.version, &next.once);
        let is_hand = matches!(next.change, Change::Record { .. });
        match settled(next, &current.document) {
            Settled::Again if as_shown && is_hand => {
                self.update(Some(current), |place| place.take_out(once))?;
                return Ok(Some(Refusal::Changed));
            }
            Settled::Again => {
                notice(&self.language.text("keep", "on-top"));
                self.update(Some(current), |place| {
                    let mut waiting = place.waiting.iter_mut();
                    if let Some(again) = waiting.find(|waiting| waiting.once == *once) {
                        again.version = version;
                    }
                })?;
            }
            Settled::Done => self.update(Some(current), |place| place.take_out(once))?,
            Settled::Unfit => {
                self.refuse(next, "", Some(current))?;
                return Ok(Some(Refusal::AtServer));
            }
        }
        Ok(None)
    }

    /// Takes out a change that cannot be made; a typed hand is kept to be entered again.
    fn refuse(
        &mut self,
        next: &Waiting,
        reason: &str,
        current: Option<Current>,
    ) -> Result<(), CommandError> {
        let hand = match &next.change {
            Change::Record { hand } | Change::SetCurrent { hand: Some(hand) } => Some(hand),
            _ => None,
        };
        let key = match (hand, reason) {
            (Some(_), "") => "hand-conflict",
            (Some(_), _) => "hand-refused",
            (None, "") => "change-conflict",
            (None, _) => "change-refused",
        };
        let shown = hand.map(|hand| serde_json::to_string(hand).unwrap_or_default());
        let args = args![hand: next.hands + 1, reason: reason.to_owned(), typed: shown.unwrap_or_default()];
        notice(&self.language.format("keep", key, &args));
        self.update(current, |place| {
            place.take_out(&next.once);
            place.refused.extend(hand.cloned());
        })
    }

    /// Changes what the copy keeps of the server, and takes over the match as the server has it.
    fn update(
        &mut self,
        current: Option<Current>,
        edit: impl FnOnce(&mut Place),
    ) -> Result<(), CommandError> {
        let (locked, _) = self.locked()?;
        let Some(mut place) = self.place.clone() else {
            return Ok(());
        };
        edit(&mut place);
        let mut state = self.state.clone();
        // An answer that was repeated may be older than what is known.
        if let Some(current) = current.filter(|current| current.version >= place.version) {
            let is_same = current.version == place.version && Some(&place) == self.place.as_ref();
            // What counts of a copy that was edited is the match at the server.
            if is_same && !self.was_edited {
                return Ok(());
            }
            place.version = current.version;
            state = self.on_top(&current.document, &place)?;
        }
        self.was_edited = false;
        self.write(&locked, state, Some(place))
    }

    /// The match of a document, with the changes that wait on top of it.
    fn on_top(&self, document: &Json, place: &Place) -> Result<LocalMatch, CommandError> {
        let begun = begin(document).map_err(|beginning| match beginning {
            Beginning::Faults(_) => CommandError::Files(self.language.text("keep", "unscored")),
            Beginning::Failed(error) => error,
        });
        let system = system();
        let salts = salts(&system)?;
        let state = place.waiting.iter().fold(begun?, |state, waiting| {
            let change = waiting.change.clone();
            let next = state.clone().after(change, system.0.now(), &salts);
            // What does not fit any more is refused when it is sent.
            next.unwrap_or(state)
        });
        Ok(state)
    }

    /// Takes the last change at the server back, or makes it again: the server alone knows which that is.
    pub(super) fn step(&mut self, change: &Change) -> Result<(), Refusal> {
        let language = self.language;
        let (Some(link), Some(place)) = (self.link.clone(), &self.place) else {
            return Ok(());
        };
        let once = drawn(&system())?;
        match link.change(change, (once.as_str(), place.version), language) {
            Ok(current) => Ok(self.update(Some(current), |_| {})?),
            Err(Failure::Conflict) => {
                self.missed = None;
                self.sync()?;
                Err(Refusal::Changed)
            }
            Err(Failure::Refused(reason)) => {
                let args = args![reason: reason];
                notice(&language.format("keep", "change-refused", &args));
                Err(Refusal::AtServer)
            }
            Err(failure) => Err(failure.not_read(language).into()),
        }
    }
}

impl Place {
    fn take_out(&mut self, once: &str) {
        self.waiting.retain(|waiting| waiting.once != once);
    }
}

/// What becomes of a change, now that the match is this.
fn settled(next: &Waiting, document: &Json) -> Settled {
    let hands = document.list("hands");
    match &next.change {
        Change::Record { hand } if hands.get(next.hands).is_some_and(|other| same(hand, other)) => {
            Settled::Done
        }
        Change::Record { .. } | Change::SetCurrent { .. } if hands.len() == next.hands => {
            Settled::Again
        }
        Change::Rename { .. }
        | Change::Describe { .. }
        | Change::Adjust { .. }
        | Change::Finish {}
        | Change::Reopen {} => Settled::Again,
        // A hand, or a step back, means the match as it was shown.
        _ => Settled::Unfit,
    }
}

/// Whether two hands are the same, in whatever order their fields are.
fn same(one: &Json, other: &Json) -> bool {
    let [one, other] = [one, other].map(|hand| serde_json::to_value(hand).unwrap_or_default());
    one == other
}

#[expect(clippy::disallowed_methods, reason = "how long a server is left alone")]
fn now() -> Instant {
    Instant::now()
}
