//! A stored match: the texts of its log, which are checked before use.
//!
//! A hash chain over the events detects changes in the log. The digest of an event covers its stored texts
//! and the previous event's digest, so the last digest covers the whole log. These texts do not contain
//! names. Instead, an event has commitments: digests of a name and of a random salt that is stored with the
//! name. When a name is erased, its salt is also deleted, so the commitment does not reveal the name.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::damage::Damage;
use super::event::{Event, EventKind};
use super::keys::{MatchId, Role};
use super::log::Match;
use super::people::{NameEntry, Names};
use super::size::Logged;

/// The length of a name's salt in bytes.
pub const SALT: usize = 16;

/// A SHA-256 digest; as text it is hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest([u8; 32]);

/// A stored event, as texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredEvent {
    /// Its number in the log.
    pub sequence: u64,
    /// The time.
    pub at: String,
    /// The role of its author.
    pub by: String,
    /// The content of the event, as JSON.
    pub kind: String,
    /// The score after the event, as JSON.
    pub outcome: String,
    /// The commitments to the names stored with it, as JSON: pairs of a number and a digest.
    pub commitments: String,
    /// Its digest; `None` in a log without digests: see [`StoredLog::with_digests`].
    pub digest: Option<String>,
}

/// A stored name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredName {
    /// Its number, from 1.
    pub number: usize,
    /// The name.
    pub name: String,
    /// The salt of its commitment, in hexadecimal.
    pub salt: String,
}

impl Digest {
    /// Returns the digest of these texts, each preceded by its length.
    fn new(texts: &[&str]) -> Digest {
        let mut digest = Sha256::default();
        for text in texts {
            let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
            sha2::Digest::update(&mut digest, length.to_le_bytes());
            sha2::Digest::update(&mut digest, text);
        }
        Digest(sha2::Digest::finalize(digest).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl StoredName {
    /// Returns the commitment to the name in the log of a match.
    pub fn commitment(&self, id: &MatchId) -> Digest {
        Digest::new(&[
            &self.salt,
            id.as_str(),
            &self.number.to_string(),
            &self.name,
        ])
    }
}

/// Returns these bytes as lowercase hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    let digits = |byte: &u8| [digit(byte >> 4), digit(byte & 15)];
    bytes.iter().flat_map(digits).collect()
}

/// Returns the digest of a client's secret in a match, in hexadecimal. It is different in each match, so logs
/// do not reveal which matches the same client opened.
pub fn client_digest(id: &MatchId, secret: &str) -> String {
    let mut digest = Sha256::new_with_prefix("overtrick client");
    for text in [id.as_str(), secret] {
        // `usize` has different widths in the WebAssembly module and in the service.
        digest.update(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
        digest.update(text);
    }
    hex(&digest.finalize())
}

/// The stored data of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredLog {
    /// The row of the match, if there is one.
    pub head: Option<StoredHead>,
    /// Its events, in order.
    pub events: Vec<StoredEvent>,
    /// Its names, in the order of their numbers.
    pub names: Vec<StoredName>,
}

/// The stored data of a match without its log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredHead {
    /// The id of the match.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// When it was opened.
    pub created_at: String,
    /// The number of its events.
    pub count: u64,
    /// The digest of its last event.
    pub digest: String,
}

/// An event to be stored, with its new names.
#[derive(Debug, Clone)]
pub struct SealedEvent {
    /// The event.
    pub event: Arc<Event>,
    /// Its texts and its digest.
    pub stored: StoredEvent,
    /// Its new names.
    pub names: Vec<StoredName>,
}

impl From<SealedEvent> for StoredLog {
    /// Creates the log of a newly opened match.
    fn from(first: SealedEvent) -> StoredLog {
        let mut log = StoredLog::default();
        if let EventKind::Opened(opened) = &first.event.kind {
            let game = opened.document.text("game").unwrap_or_default();
            log.head = Some(StoredHead {
                id: opened.id.to_string(),
                game: game.to_owned(),
                created_at: first.stored.at.clone(),
                count: 0,
                digest: String::new(),
            });
        }
        log.append(first);
        log
    }
}

impl StoredLog {
    /// Appends the latest event with its new names; overwritten names are removed.
    pub fn append(&mut self, last: SealedEvent) {
        if let Some(head) = &mut self.head {
            head.count = last.stored.sequence;
            head.digest = last.stored.digest.clone().unwrap_or_default();
        }
        self.events.push(last.stored);
        for name in last.names {
            let mut known = self.names.iter_mut();
            match known.find(|known| known.number == name.number) {
                Some(known) => *known = name,
                None => self.names.push(name),
            }
        }
    }

    /// Opens the match if it is intact: every text matches the hash chain, every name matches its commitment,
    /// and judging the hands gives the last recorded score.
    ///
    /// # Errors
    /// The first damage.
    pub fn open(&self) -> Result<Match, Damage> {
        match self.salvage() {
            (Some(played), None) => Ok(played),
            (_, damage) => Err(damage.unwrap_or(Damage::Match)),
        }
    }

    /// Opens the match like [`StoredLog::open`], and judges it again after each of its events.
    ///
    /// # Errors
    /// The first damage.
    pub fn verify(&self) -> Result<Match, Damage> {
        let played = self.open()?;
        played.verify()?;
        Ok(played)
    }

    /// Opens as much as possible of a match that may be damaged, and returns its first damage. The match
    /// contains the events before the first impossible event. If an event was changed and the match cannot be
    /// scored with it, the match contains only the earlier events. A damaged match must not be changed.
    pub fn salvage(&self) -> (Option<Match>, Option<Damage>) {
        let (chain, mut damage) = self.chain();
        let mut events = Vec::with_capacity(self.events.len());
        for (stored, sequence) in self.events.iter().zip(1..) {
            let read = stored.read();
            let Some(event) = read.filter(|event| event.sequence == sequence) else {
                damage = damage.or(Some(Damage::Event(sequence)));
                break;
            };
            events.push(event);
        }
        let names = Names::new(self.names.iter().map(|name| &name.name));
        let (mut played, replay_damage) = match Match::open_as_far(events, names) {
            Ok(opened) => opened,
            Err(replay_damage) => return (None, damage.or(Some(replay_damage))),
        };
        played.logged = Logged::default();
        for event in &self.events[..played.events.len()] {
            played.logged.count(event);
        }
        damage = damage.or(replay_damage);
        damage = damage.or(self.damage_beside(&played));
        played.chain = chain;
        if let Some(Damage::Event(number)) = damage
            && played.scored().is_err()
            && let Ok(before) = played.at_version(number.saturating_sub(1))
        {
            played = before;
        }
        played.damage = damage;
        (Some(played), damage)
    }

    /// Computes the digests of the stored texts, and returns the first place with a different stored digest.
    fn chain(&self) -> (Vec<Digest>, Option<Damage>) {
        let Some(head) = &self.head else {
            return (Vec::new(), None);
        };
        let Some(id) = MatchId::read(&head.id) else {
            return (Vec::new(), Some(Damage::Match));
        };
        let mut damage = None;
        let mut digests: Vec<Digest> = Vec::with_capacity(self.events.len());
        for (event, sequence) in self.events.iter().zip(1..) {
            let digest = event.digest_after(digests.last(), &id);
            let is_whole = event.digest.as_ref() == Some(&digest.to_string());
            if !is_whole || event.sequence != sequence {
                damage = damage.or(Some(Damage::Event(sequence)));
            }
            digests.push(digest);
        }
        let last = digests.last().map(Digest::to_string);
        if last.as_ref() != Some(&head.digest)
            || usize::try_from(head.count) != Ok(self.events.len())
        {
            damage = damage.or(Some(Damage::End));
        }
        let damage = damage.or_else(|| self.damage_of_names(&id));
        (digests, damage)
    }

    /// Returns the first name that does not match its last commitment.
    fn damage_of_names(&self, id: &MatchId) -> Option<Damage> {
        let mut committed = BTreeMap::new();
        for (event, sequence) in self.events.iter().zip(1..) {
            let commitments = serde_json::from_str::<Vec<(usize, String)>>(&event.commitments);
            let Ok(commitments) = commitments else {
                return Some(Damage::Event(sequence));
            };
            committed.extend(commitments);
        }
        for (name, number) in self.names.iter().zip(1..) {
            let fits = committed.remove(&number) == Some(name.commitment(id).to_string());
            if !fits || name.number != number {
                return Some(Damage::Name(number));
            }
        }
        committed.into_keys().next().map(Damage::Name)
    }

    /// Returns damage if the row of the match or the last recorded score differs from the match.
    fn damage_beside(&self, played: &Match) -> Option<Damage> {
        let fits = self.head.as_ref().is_some_and(|head| {
            let opened = &played.events[0];
            head.id == played.id().as_str()
                && head.game == played.game()
                && head.created_at == opened.at.to_string()
        });
        if !fits {
            return Some(Damage::Match);
        }
        let same = played.has_its_outcome();
        (!same).then_some(Damage::Outcome(played.version()))
    }

    /// Returns the approximate number of bytes of the log's events.
    pub fn size(&self) -> usize {
        let length = |event: &StoredEvent| event.kind.len() + event.outcome.len();
        self.events.iter().map(length).sum()
    }

    /// Computes the digests of the events from their texts, for a log from which they were omitted to save
    /// space. Opening the log checks that the last digest is equal to the digest in the head.
    #[must_use]
    pub fn with_digests(mut self) -> StoredLog {
        if self.events.iter().all(|event| event.digest.is_none()) {
            let (digests, _) = self.chain();
            for (event, digest) in self.events.iter_mut().zip(digests) {
                event.digest = Some(digest.to_string());
            }
        }
        self
    }
}

impl StoredEvent {
    /// Returns the digest of the event in a match; `previous` is the digest of the event before it.
    pub fn digest_after(&self, previous: Option<&Digest>, id: &MatchId) -> Digest {
        Digest::new(&[
            &previous.map(Digest::to_string).unwrap_or_default(),
            id.as_str(),
            &self.sequence.to_string(),
            &self.at,
            &self.by,
            &self.kind,
            &self.outcome,
            &self.commitments,
        ])
    }

    /// Converts an event to texts, without commitments to names.
    pub(super) fn new(event: &Event) -> StoredEvent {
        StoredEvent {
            sequence: event.sequence,
            at: event.at.to_string(),
            by: event.by.word().to_owned(),
            kind: serde_json::to_string(&event.kind).unwrap_or_default(),
            outcome: serde_json::to_string(&event.outcome).unwrap_or_default(),
            commitments: String::new(),
            digest: None,
        }
    }

    /// Returns the event, or `None` if a text is not in canonical form.
    pub(super) fn read(&self) -> Option<Event> {
        Some(Event {
            sequence: self.sequence,
            at: self.at.parse().ok()?,
            by: Role::from_word(&self.by)?,
            kind: serde_json::from_str(&self.kind).ok()?,
            outcome: serde_json::from_str(&self.outcome).ok()?,
        })
    }
}

impl Match {
    /// Returns the digest of the last event, or `None` if the event is not sealed.
    pub fn head(&self) -> Option<&Digest> {
        self.chain.get(self.events.len() - 1)
    }

    /// Returns the digest of the event with this number.
    pub fn digest_at(&self, version: u64) -> Option<&Digest> {
        let index = usize::try_from(version).ok()?.checked_sub(1)?;
        self.chain.get(index)
    }

    /// Returns the damage of the stored match from which this match was salvaged.
    pub fn damage(&self) -> Option<Damage> {
        self.damage
    }

    /// Adds the digest of the last event to the chain. Returns the event to be stored, with the names that
    /// are new or overwritten since `before`. `salts` must fill the buffer with random bytes.
    ///
    /// # Errors
    /// Errors of `salts`.
    pub fn seal<E>(
        &mut self,
        before: Option<&Match>,
        salts: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<SealedEvent, E> {
        let names = self.names_since(before);
        let mut drawn = vec![0; names.len() * SALT];
        salts(&mut drawn)?;
        let names = names.into_iter().zip(drawn.chunks(SALT));
        let names = names.map(|(NameEntry { number, name }, salt)| StoredName {
            number,
            name,
            salt: hex(salt),
        });
        let names: Vec<StoredName> = names.collect();
        let event = self.last_event().clone();
        let commitment = |name: &StoredName| (name.number, name.commitment(self.id()).to_string());
        let commitments: Vec<(usize, String)> = names.iter().map(commitment).collect();
        let mut stored = StoredEvent::new(&event);
        stored.commitments = serde_json::to_string(&commitments).unwrap_or_default();
        self.chain.truncate(self.events.len() - 1);
        let digest = stored.digest_after(self.chain.last(), self.id());
        stored.digest = Some(digest.to_string());
        self.chain.push(digest);
        Ok(SealedEvent {
            event,
            stored,
            names,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_different_lengths_have_different_digests() {
        // printf '\x02\0\0\0\0\0\0\0ab\x01\0\0\0\0\0\0\0c' | sha256sum
        let known = "43ee655579de01ca739b3f95c1c2d3f46d353b2c0df818064ea594506cdb2617";
        assert_eq!(Digest::new(&["ab", "c"]).to_string(), known);
        assert_ne!(Digest::new(&["ab", "c"]), Digest::new(&["a", "bc"]));
        assert_ne!(Digest::new(&[""]), Digest::new(&[]));
    }
}
