//! Logs from other sources, which are judged event by event before they are trusted.
//!
//! Anyone with a log can change it and recompute its hash chain, so the chain proves nothing. Each event must
//! be one that this program could have recorded.

use core::time::Duration;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::damage::Damage;
use super::event::{Change, Event, EventKind, Outcome};
use super::keys::Role;
use super::labels::Labels;
use super::log::Match;
use super::people::{Names, all_at, check_name, name_id, name_number};
use super::size::check_bytes;
use super::stored::{SALT, StoredEvent, StoredLog};
use super::timestamp::Timestamp;
use super::translate::Renaming;
use crate::MatchGame;
use crate::document::score_of;
use overtrick_core::bounds::{MAX_EVENTS, MAX_NAMES};
use overtrick_core::json::Json;
use overtrick_core::{Faults, Finding, Table, args, check_texts};
use overtrick_own::is_own;

/// The allowed difference between the clocks of the computers that wrote a log. An event may be earlier than
/// the event before it, or later than our clock, by this much.
pub const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_mins(5);

/// The limits for a log from another source.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bounds {
    /// The current time, which limits the times of events; `None` means no limit.
    pub now: Option<Timestamp>,
    /// Whether the log may contain an administrator's events, which only administrators may import.
    pub has_admin: bool,
}

/// Moves the pointers of a log's faults below the field `log`.
pub fn in_log(faults: Faults) -> Faults {
    let faults = faults.into_iter();
    faults.map(|fault| fault.under("/log")).collect()
}

/// A log that is being judged.
struct Judging<'a> {
    bounds: &'a Bounds,
    /// The names of the match, and the people whose names were overwritten.
    names: &'a Names,
    erased: HashSet<usize>,
    /// The match replayed so far. It has ids instead of names, because old names may have been overwritten.
    played: Match,
    latest: Timestamp,
}

impl StoredLog {
    /// Judges a log from another source and returns its match. The hash chain must be intact. The author of each
    /// event must have had the right to record it then, and the score stored with the event must be correct.
    ///
    /// # Errors
    /// The first fault, with its place in the log.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// use overtrick_match::ledger::{Bounds, StoredLog};
    ///
    /// let sealed = opened().seal(None, |_| Ok::<(), ()>(())).unwrap();
    /// let mut log = StoredLog::from(sealed);
    /// assert!(log.judge(&Bounds::default()).is_ok());
    /// log.events[0].by = "view".to_owned();
    /// let faults = log.judge(&Bounds::default()).unwrap_err();
    /// assert_eq!(faults[0].pointer, "/events/0");
    /// ```
    pub fn judge(&self, bounds: &Bounds) -> Result<Match, Faults> {
        if self.events.len() > MAX_EVENTS {
            let args = args![found: self.events.len(), most: MAX_EVENTS];
            let fault = Finding::rule("too-many-events", "/events", args);
            return Err(fault.with_message("too-many-events-in-log").into());
        }
        check_bytes(self.size(), 0).map_err(large_log)?;
        self.check_names()?;
        // Texts are checked before the replay, so that a faulty log is not replayed.
        self.check_texts()?;
        let played = self.open().map_err(damage)?;
        check_bytes(played.size(), 0).map_err(large_log)?;
        // The work is checked before the events are judged.
        played.replayed.check("/events")?;
        check_used(&played)?;
        let mut events = played.events.iter();
        if let Some(first) = events.next() {
            let mut judging = Judging::begin(first, &played, bounds)?;
            for event in events {
                judging.follow(event)?;
            }
        }
        Ok(played)
    }

    /// Refuses texts with content that reading ignores, because everything that is stored must be judged.
    fn check_texts(&self) -> Result<(), Faults> {
        for (sequence, texts) in (1..).zip(&self.events) {
            let damaged = || damage(Damage::Event(sequence));
            let event = texts.read().ok_or_else(damaged)?;
            let place = |name: &str| format!("/events/{}/{name}", sequence - 1);
            let refused = |name: &str| Finding::rule("log-text", place(name), args![]);
            check_content(&event)?;
            let read = StoredEvent::new(&event);
            if !is_read_whole(&texts.kind, &read.kind) {
                return Err(refused("kind").into());
            }
            if !is_read_whole(&texts.outcome, &read.outcome) {
                return Err(refused("outcome").into());
            }
            let kind = serde_json::from_str(&texts.kind).unwrap_or(Json::Null);
            if let Some(fault) = check_texts(&kind) {
                let pointer = place("kind");
                return Err(Finding { pointer, ..fault }.into());
            }
            if !is_commitments(texts) {
                return Err(refused("commitments").into());
            }
        }
        Ok(())
    }

    /// Refuses too many names, and invalid ones.
    fn check_names(&self) -> Result<(), Faults> {
        if self.names.len() > MAX_NAMES {
            let args = args![most: MAX_NAMES];
            return Err(Finding::rule("too-many-names", "/names", args).into());
        }
        for (index, name) in self.names.iter().enumerate() {
            check_name(&name.name, &format!("/names/{index}/name"))?;
            // In a log without salts, the salts are empty.
            if !name.salt.is_empty() && !is_hex(&name.salt, 2 * SALT) {
                let place = format!("/names/{index}/salt");
                return Err(Finding::rule("log-text", place, args![]).into());
            }
        }
        Ok(())
    }
}

/// Refuses an invalid definition of a custom game and invalid labels, with every fault.
fn check_content(event: &Event) -> Result<(), Faults> {
    let read = match &event.kind {
        EventKind::Opened(opened) if is_own(&opened.document) => {
            MatchGame::new(&opened.document).map(drop)
        }
        EventKind::Changed(Change::Describe(description)) => {
            let (external_id, metadata) = (&description.external_id, &description.metadata);
            Labels::read(external_id.as_ref(), metadata.as_ref()).map(drop)
        }
        _ => Ok(()),
    };
    read.map_err(|faults| at_kind(faults, event))
}

/// Refuses a name that nobody in the match uses.
fn check_used(played: &Match) -> Result<(), Finding> {
    let mut used = HashSet::new();
    for event in &played.events {
        let named = match &event.kind {
            EventKind::Opened(opened) => opened.players.as_slice(),
            EventKind::Changed(Change::Rename { name, .. } | Change::Substitute { name, .. }) => {
                std::slice::from_ref(name)
            }
            _ => &[],
        };
        used.extend(named.iter().filter_map(|id| name_number(id)));
    }
    let mut collecting = Renaming {
        game: &played.state.frozen.game,
        player: |id: &str| {
            used.extend(name_number(id));
            String::new()
        },
    };
    for entry in &played.state.frozen.history {
        collecting.history_entry(entry);
    }
    let mut numbers = 1..=played.names.texts().len();
    let unused = numbers.find(|number| !used.contains(number));
    unused.map_or(Ok(()), |unused| {
        let place = format!("/names/{}", unused - 1);
        Err(Finding::rule("log-name", place, args![]))
    })
}

impl<'a> Judging<'a> {
    fn begin(first: &Arc<Event>, whole: &'a Match, bounds: &'a Bounds) -> Result<Self, Faults> {
        let EventKind::Opened(opened) = &first.kind else {
            return Err(damage(Damage::Event(1)).into());
        };
        let names = Names::new((1..=whole.names.texts().len()).map(name_id));
        let played = Match::open_first(first.clone(), names);
        let mut judging = Judging {
            bounds,
            names: &whole.names,
            erased: whole.erased(),
            played: played.map_err(damage)?,
            latest: first.at,
        };
        judging.check_time(first)?;
        judging.check_role(first, Role::Direct)?;
        let labels = &opened.labels;
        let external_id = labels.external_id.clone().map(Json::Text);
        let read = Labels::read(external_id.as_ref(), labels.metadata.as_ref());
        read.map_err(|faults| at_kind(faults, first))?;
        if opened.client.as_deref().is_some_and(|it| !is_hex(it, 64)) {
            return Err(Finding::rule("log-text", place(first, "kind"), args![]).into());
        }
        let here = |faults| at_kind(faults, first);
        let (state, names) = (&judging.played.state, &judging.played.names);
        let mut opened = opened.clone();
        state.current_names(names).opening(&mut opened);
        if let Json::Object(entries) = &mut opened.document {
            entries.push(("players".to_owned(), opened.players.into_iter().collect()));
        }
        score_of(&state.frozen.game, opened.document).map_err(here)?;
        let scoring = state.score(names).map_err(here)?;
        check_outcome(&Outcome::new(&scoring.scored), first)?;
        judging.played.scoring = scoring.into();
        Ok(judging)
    }

    /// Judges the next event.
    fn follow(&mut self, event: &Arc<Event>) -> Result<(), Faults> {
        let needed = match &event.kind {
            EventKind::Changed(change) => self.played.required_role(change),
            _ => Role::Direct,
        };
        self.check_time(event)?;
        self.check_role(event, needed)?;
        if let EventKind::Changed(Change::Erase { person, name }) = &event.kind
            && !name.is_empty()
            && *name != name_id(*person)
        {
            return Err(Finding::rule("log-text", place(event, "kind"), args![]).into());
        }
        let before = self.played.scoring.get().cloned();
        let here = |faults| at_kind(faults, event);
        self.played.follow(event).map_err(here)?;
        if matches!(&event.kind, EventKind::Changed(change) if change.changes_names()) {
            self.check_seated().map_err(here)?;
        }
        let outcome = match &event.kind {
            EventKind::Changed(change) => self.played.rescore(before, change).map_err(here)?,
            _ => self.played.outcome().clone(),
        };
        check_outcome(&outcome, event)?;
        self.played.events.push(event.clone());
        Ok(())
    }

    /// Refuses two players with the same name, except erased people, whose former names are unknown.
    fn check_seated(&self) -> Result<(), Faults> {
        let seats = self.played.state.seats.iter();
        let known = seats.filter(|seat| !self.erased.contains(&seat.occupant().person));
        let names = known.map(|seat| self.names.text(seat.occupant().name).to_owned());
        let names: Vec<String> = names.collect();
        let (_, faults) = Table::seat_players(&names);
        faults.is_empty().then_some(()).ok_or(faults)
    }

    fn check_time(&mut self, event: &Event) -> Result<(), Finding> {
        let at_time = |code, limit: Timestamp| {
            let args = args![found: event.at.to_string(), limit: limit.to_string()];
            Finding::rule(code, place(event, "at"), args)
        };
        if event.at.after(MAX_CLOCK_DIFFERENCE) < self.latest {
            return Err(at_time("log-time-backwards", self.latest));
        }
        if let Some(now) = self.bounds.now
            && event.at > now.after(MAX_CLOCK_DIFFERENCE)
        {
            return Err(at_time("log-time-ahead", now));
        }
        self.latest = self.latest.max(event.at);
        Ok(())
    }

    fn check_role(&self, event: &Event, needed: Role) -> Result<(), Finding> {
        let is_allowed = event.by != Role::Admin || self.bounds.has_admin;
        if event.by >= needed && is_allowed {
            return Ok(());
        }
        let args = args![found: event.by.word(), needed: needed.word()];
        Err(Finding::rule("log-role", place(event, "by"), args))
    }
}

/// Returns the pointer to a text of an event.
fn place(event: &Event, name: &str) -> String {
    format!("/events/{}/{name}", event.sequence.saturating_sub(1))
}

/// Points the faults of an event to the event's text in the log.
fn at_kind(faults: Faults, event: &Event) -> Faults {
    if faults.is_empty() {
        return damage(Damage::Event(event.sequence)).into();
    }
    all_at(&place(event, "kind"), faults)
}

fn check_outcome(judged: &Outcome, event: &Event) -> Result<(), Finding> {
    let other = || damage(Damage::Outcome(event.sequence));
    (*judged == event.outcome).then_some(()).ok_or_else(other)
}

/// Returns the finding for a log that is too large.
fn large_log(fault: Finding) -> Finding {
    fault.under("/events").with_message("log-too-large")
}

/// Returns the finding for damage in the log.
fn damage(damage: Damage) -> Finding {
    let args = args![reason: damage.to_string()];
    Finding::rule("damaged-log", damage.pointer(), args)
}

/// Whether the whole content of a JSON text was read. `read` is the part that was read, written as JSON
/// again. The text may leave out default values.
fn is_read_whole(text: &str, read: &str) -> bool {
    if text == read {
        return true;
    }
    let json = |text| serde_json::from_str::<Json>(text).ok();
    match (json(text), json(read)) {
        (Some(text), Some(read)) => is_within(&text, &read),
        _ => false,
    }
}

fn is_within(sent: &Json, read: &Json) -> bool {
    match (sent, read) {
        (Json::Object(sent), Json::Object(read)) => {
            let known: HashMap<&str, &Json> =
                read.iter().map(|(key, json)| (&**key, json)).collect();
            let is_known = |key: &str, sent: &Json| {
                let read = known.get(key);
                read.map_or(*sent == Json::Null, |read| is_within(sent, read))
            };
            let keys: HashSet<&str> = sent.iter().map(|(key, _)| &**key).collect();
            keys.len() == sent.len() && sent.iter().all(|(key, sent)| is_known(key, sent))
        }
        (Json::List(sent), Json::List(read)) => {
            let mut both = sent.iter().zip(read);
            sent.len() == read.len() && both.all(|(sent, read)| is_within(sent, read))
        }
        (sent, read) => sent == read,
    }
}

/// Whether the commitments of an event have the canonical form: pairs of a number and a digest.
fn is_commitments(texts: &StoredEvent) -> bool {
    let read = serde_json::from_str::<Vec<(usize, String)>>(&texts.commitments);
    read.is_ok_and(|pairs| {
        let written = serde_json::to_string(&pairs).unwrap_or_default();
        written == texts.commitments && pairs.iter().all(|(_, digest)| is_hex(digest, 64))
    })
}

fn is_hex(text: &str, digits: usize) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == digits && text.bytes().all(is_digit)
}
