//! Logs that come from outside: judged whole, event by event, before they are believed.
//!
//! Whoever has a log can change it and compute its chain anew. So its chain says nothing of it: each event must
//! be one that this program would have recorded.

use core::time::Duration;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::chain::{EventTexts, SALT};
use super::change::Change;
use super::damage::Damage;
use super::event::{Event, EventKind, Opened, Outcome};
use super::keys::Role;
use super::labels::Labels;
use super::log::Ledger;
use super::logged::{EventJson, Logged};
use super::names::name_id;
use super::record::MOST_EVENTS;
use super::stored::StoredLog;
use super::timestamp::Timestamp;
use crate::document::score_value;
use crate::rules::json::Json;
use crate::rules::{Faults, Finding, args};

/// By how much the clocks of those who wrote a log may differ: its times may run backwards, and be ahead of ours,
/// by so much.
pub const CLOCKS_DIFFER: Duration = Duration::from_mins(5);

/// What a log from outside may have, beside what every log has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bounds {
    /// The time now, which no event is ahead of; without it, times are not held against a clock.
    pub now: Option<Timestamp>,
    /// Whether it may have events of an administrator: only an administrator brings those.
    pub has_admin: bool,
    /// How many bytes of JSON may be judged, those of the match again for each event that changes more of it than
    /// the last hand; 0 is without limit.
    pub most_judged: usize,
}

/// Faults of a log that stands as `log` in something else, at their places there.
pub fn in_log(faults: Faults) -> Faults {
    let faults = faults.into_iter().map(|fault| Finding {
        pointer: format!("/log{}", fault.pointer),
        ..fault
    });
    faults.collect()
}

/// A log that is judged, as far as it has come.
struct Judging<'a> {
    bounds: &'a Bounds,
    /// The match, in which everybody is called by the id of a name: what somebody was called at the time may
    /// have been overwritten.
    ledger: Ledger,
    latest: Timestamp,
    /// How many bytes were judged.
    judged: usize,
}

impl StoredLog {
    /// The match of a log that somebody brings: its chain is whole, and each of its events is one that whoever
    /// made it could make, at its time, and comes to the score that stands beside it.
    ///
    /// # Errors
    /// The first fault, with its place in the log.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/opened.rs"));
    /// use overtrick::ledger::{Bounds, StoredLog};
    ///
    /// let sealed = opened().seal(None, |_| Ok::<(), ()>(())).unwrap();
    /// let mut log = StoredLog::from(sealed);
    /// assert!(log.clone().judge(&Bounds::default()).is_ok());
    /// log.events[0].texts.by = "view".to_owned();
    /// let faults = log.judge(&Bounds::default()).unwrap_err();
    /// assert_eq!(faults[0].pointer, "/events/0");
    /// ```
    pub fn judge(self, bounds: &Bounds) -> Result<Ledger, Faults> {
        if self.events.len() > MOST_EVENTS {
            let args = args![most: MOST_EVENTS];
            return Err(Finding::rule("too-many-events", "/events", args).into());
        }
        self.check_texts()?;
        let sizes: Vec<usize> = self.events.iter().map(|one| one.texts.kind.len()).collect();
        let ledger = self.open().map_err(damaged)?;
        let names: Vec<String> = (1..=ledger.names.texts().len()).map(name_id).collect();
        let mut events = ledger.events.iter().zip(sizes);
        if let Some((first, size)) = events.next() {
            let mut judging = Judging::begin(first, size, &names, bounds)?;
            for (event, size) in events {
                judging.follow(event, size)?;
            }
        }
        Ok(ledger)
    }

    /// Refuses texts that have more than what is read of them: whatever is stored was judged.
    fn check_texts(&self) -> Result<(), Finding> {
        let refused = |place: String| Finding::rule("log-text", place, args![]);
        for (index, event) in self.events.iter().enumerate() {
            let texts = &event.texts;
            let read = texts.read();
            let sequence = u64::try_from(index + 1).unwrap_or(u64::MAX);
            let event = read.ok_or_else(|| damage(Damage::Event(sequence)))?;
            let json = EventJson::of(&event);
            for (text, read, name) in [
                (&texts.kind, &json.kind, "kind"),
                (&texts.outcome, &json.outcome, "outcome"),
            ] {
                if !is_read_whole(text, read) {
                    return Err(refused(format!("/events/{index}/{name}")));
                }
            }
            if !is_commitments(texts) {
                return Err(refused(format!("/events/{index}/commitments")));
            }
        }
        for (index, name) in self.names.iter().enumerate() {
            // The names of a log that never had salts were given none.
            if !name.salt.is_empty() && !is_hex(&name.salt, 2 * SALT) {
                return Err(refused(format!("/names/{index}/salt")));
            }
        }
        Ok(())
    }
}

impl<'a> Judging<'a> {
    fn begin(
        first: &Event,
        size: usize,
        names: &[String],
        bounds: &'a Bounds,
    ) -> Result<Self, Faults> {
        let EventKind::Opened(opened) = &first.kind else {
            return Err(damage(Damage::Event(1)).into());
        };
        let unfit = |_| damage(Damage::Event(1));
        let ledger = Ledger::open_first(first.clone(), Logged::default(), names);
        let mut judging = Judging {
            bounds,
            ledger: ledger.map_err(unfit)?,
            latest: first.at,
            judged: 0,
        };
        judging.check_time(first)?;
        judging.check_role(first, Role::Direct)?;
        check_labels(&opened.labels, first)?;
        judging.count(size, first)?;
        judging.judge_opening(opened, first)?;
        Ok(judging)
    }

    /// Judges the document that a match was opened with, and all that stands in it.
    fn judge_opening(&mut self, opened: &Opened, first: &Event) -> Result<(), Faults> {
        let here = |faults| at_kind(faults, first);
        let state = &self.ledger.state;
        let names = state.current_names(&self.ledger.names);
        let Opened {
            document, players, ..
        } = state.named_opening(opened, &names);
        let Json::Object(mut entries) = document else {
            return Err(damage(Damage::Event(1)).into());
        };
        let players = players.iter().map(String::as_str);
        entries.push(("players".to_owned(), players.collect()));
        score_value(Json::Object(entries)).map_err(here)?;
        let scoring = state.score(&self.ledger.names).map_err(here)?;
        check_outcome(&Outcome::of(scoring.fold.scored()), first)?;
        self.ledger.scoring = scoring.into();
        Ok(())
    }

    /// Judges the next event, which has a text of so many bytes.
    fn follow(&mut self, event: &Arc<Event>, size: usize) -> Result<(), Faults> {
        let needed = match &event.kind {
            EventKind::Changed(change) => self.ledger.required_role(change),
            _ => Role::Direct,
        };
        self.check_time(event)?;
        self.check_role(event, needed)?;
        match &event.kind {
            EventKind::Labeled(labels) => check_labels(labels, event)?,
            EventKind::Changed(Change::Erase { person, name })
                if !name.is_empty() && *name != name_id(*person) =>
            {
                return Err(Finding::rule("log-text", place(event, "kind"), args![]).into());
            }
            _ => {}
        }
        let outcome = self.ledger.outcome().clone();
        let before = self.ledger.scoring.get().cloned();
        let here = |faults| at_kind(faults, event);
        self.ledger.follow(event).map_err(here)?;
        let outcome = match &event.kind {
            EventKind::Changed(change) => {
                let is_next = matches!(change, Change::Record { .. } | Change::SetCurrent { .. });
                let all = before.as_ref().filter(|_| !is_next);
                self.count(
                    size + all.map_or(0, |before| before.document.length()),
                    event,
                )?;
                let scoring = self.ledger.rescore(before, change).map_err(here)?;
                let outcome = Outcome::of(scoring.fold.scored());
                self.ledger.scoring = scoring.into();
                outcome
            }
            _ => outcome,
        };
        check_outcome(&outcome, event)?;
        self.ledger.events.push(event.clone());
        Ok(())
    }

    fn check_time(&mut self, event: &Event) -> Result<(), Finding> {
        let at_time = |code, limit: Timestamp| {
            let args = args![found: event.at.to_string(), limit: limit.to_string()];
            Finding::rule(code, place(event, "at"), args)
        };
        if event.at.after(CLOCKS_DIFFER) < self.latest {
            return Err(at_time("log-time-backwards", self.latest));
        }
        if let Some(now) = self.bounds.now
            && event.at > now.after(CLOCKS_DIFFER)
        {
            return Err(at_time("log-time-ahead", now));
        }
        self.latest = self.latest.max(event.at);
        Ok(())
    }

    fn check_role(&self, event: &Event, needed: Role) -> Result<(), Finding> {
        let is_outsider = event.by != Role::Admin || self.bounds.has_admin;
        if event.by >= needed && is_outsider {
            return Ok(());
        }
        let args = args![found: event.by.word(), needed: needed.word()];
        Err(Finding::rule("log-role", place(event, "by"), args))
    }

    /// Counts the bytes that an event has judged.
    fn count(&mut self, bytes: usize, event: &Event) -> Result<(), Finding> {
        self.judged += bytes;
        let most = self.bounds.most_judged;
        if most == 0 || self.judged <= most {
            return Ok(());
        }
        let place = format!("/events/{}", event.sequence.saturating_sub(1));
        Err(Finding::rule(
            "log-too-long",
            place,
            args![most: most / 1024],
        ))
    }
}

/// The place of a text of an event.
fn place(event: &Event, name: &str) -> String {
    format!("/events/{}/{name}", event.sequence.saturating_sub(1))
}

/// Faults of what an event says, which is a text in the log: they have its place.
fn at_kind(faults: Faults, event: &Event) -> Faults {
    if faults.is_empty() {
        return damage(Damage::Event(event.sequence)).into();
    }
    let faults = faults.into_iter().map(|fault| Finding {
        pointer: place(event, "kind"),
        ..fault
    });
    faults.collect()
}

fn check_labels(labels: &Labels, event: &Event) -> Result<(), Faults> {
    let Labels {
        external_id,
        metadata,
    } = labels;
    let external_id = external_id.clone().map(Json::Text);
    let read = Labels::read(external_id.as_ref(), metadata.as_ref());
    read.map(drop).map_err(|faults| at_kind(faults, event))
}

fn check_outcome(judged: &Outcome, event: &Event) -> Result<(), Finding> {
    let same = *judged == event.outcome;
    let differs = || damage(Damage::Outcome(event.sequence));
    same.then_some(()).ok_or_else(differs)
}

fn damaged(found: Damage) -> Faults {
    damage(found).into()
}

/// A damage of a log that somebody brings.
fn damage(damage: Damage) -> Finding {
    let args = args![said: damage.to_string()];
    Finding::rule("damaged-log", damage.pointer(), args)
}

/// Whether all that a JSON text says is in what was read of it and written again. What a text leaves out may be
/// there.
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

fn is_within(said: &Json, read: &Json) -> bool {
    match (said, read) {
        (Json::Object(said), Json::Object(read)) => {
            let known: HashMap<&str, &Json> =
                read.iter().map(|(key, json)| (&**key, json)).collect();
            let is_known = |key: &str, said: &Json| {
                let read = known.get(key);
                read.map_or(*said == Json::Null, |read| is_within(said, read))
            };
            let keys: HashSet<&str> = said.iter().map(|(key, _)| &**key).collect();
            keys.len() == said.len() && said.iter().all(|(key, said)| is_known(key, said))
        }
        (Json::List(said), Json::List(read)) => {
            said.len() == read.len()
                && said
                    .iter()
                    .zip(read)
                    .all(|(said, read)| is_within(said, read))
        }
        #[expect(clippy::cast_precision_loss, reason = "points are small")]
        (Json::Int(said), Json::Float(read)) | (Json::Float(read), Json::Int(said)) => {
            (*said as f64).total_cmp(read).is_eq()
        }
        (said, read) => said == read,
    }
}

/// Whether the commitments of an event are as they are written: pairs of a number and a digest.
fn is_commitments(texts: &EventTexts) -> bool {
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
