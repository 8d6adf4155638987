//! Reading a match: its document, its score, its events, its people.

use std::sync::Arc;

use super::event::{Event, EventKind, Outcome, Publication, PublishedPart};
use super::keys::{MatchId, Role};
use super::labels::Labels;
use super::log::Match;
use super::people::{NameEntry, Names, Occupant, Person, SeatHistory, SeatView};
use super::stored::client_digest;
use crate::MatchGame;
use crate::document::{RecordedHand, Scored};
use overtrick_core::json::Json;
use overtrick_core::wire::PerPlayer;
use overtrick_core::{Faults, Points};

impl Match {
    /// Returns the match document, with edition, house rules in force, and history.
    pub fn document(&self) -> Json {
        let names = self.state.current_names(&self.names);
        let mut document = self.state.document(&names);
        let opened = self.state.frozen.history.iter();
        let opened = opened.map(|entry| names.naming().history_entry(entry));
        let since = self.history.iter();
        let since = since.map(|(at, by, correction)| correction.to_json(*at, *by, &names));
        let history: Vec<Json> = opened.chain(since).collect();
        if !history.is_empty() {
            document.push(("history".to_owned(), Json::List(history)));
        }
        Json::Object(document)
    }

    /// Returns the scored match, computed once.
    ///
    /// # Errors
    /// The faults of the match. There are none, unless scoring has become stricter since the last change.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// let scored = opened().scored().unwrap();
    /// assert!(scored.hands.is_empty() && !scored.complete);
    /// ```
    pub fn scored(&self) -> Result<Arc<Scored>, Faults> {
        if let Some(scoring) = self.scoring.get() {
            return Ok(scoring.scored.clone());
        }
        let scoring = self.state.score(&self.names)?;
        Ok(self.scoring.get_or_init(|| scoring).scored.clone())
    }

    /// Returns the hands starting with this number, with their records and points.
    ///
    /// # Errors
    /// Same as [`Match::scored`].
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// assert!(opened().recorded_hands(1).unwrap().is_empty());
    /// ```
    pub fn recorded_hands(&self, from: usize) -> Result<Vec<RecordedHand>, Faults> {
        let scored = self.scored()?;
        let names = self.state.current_names(&self.names);
        let before = from.saturating_sub(1);
        let hands = scored.hands.iter().zip(&self.state.hands).skip(before);
        let hands = hands.map(|(hand, record)| {
            let by_name = |points: &[Points]| {
                let names = scored.table.names().iter().cloned();
                PerPlayer(names.zip(points.iter().copied()).collect())
            };
            let mut record = names.record(record);
            if let Json::Object(entries) = &mut record {
                entries.push(("game".to_owned(), self.game().into()));
            }
            RecordedHand {
                number: hand.number,
                dealer: scored.table.name(hand.dealer).clone(),
                scores: by_name(&hand.scores),
                totals: by_name(&hand.totals),
                record,
            }
        });
        Ok(hands.collect())
    }

    /// Returns the score recorded with the last event.
    pub fn outcome(&self) -> &Outcome {
        &self.last_event().outcome
    }

    /// Returns the last event, with ids instead of names.
    pub fn last_event(&self) -> &Arc<Event> {
        &self.events[self.events.len() - 1]
    }

    /// Returns the id of the match.
    pub fn id(&self) -> &MatchId {
        &self.state.frozen.id
    }

    /// Returns the id of its game.
    pub fn game(&self) -> &'static str {
        self.match_game().id()
    }

    /// Returns its game, with the definition of a custom game.
    pub fn match_game(&self) -> &MatchGame {
        &self.state.frozen.game
    }

    /// Returns the number of its last event.
    pub fn version(&self) -> u64 {
        self.last_event().sequence
    }

    /// Returns all its events, with ids instead of names.
    pub fn events(&self) -> &[Arc<Event>] {
        &self.events
    }

    /// Returns what happened in an event, with the players' current names instead of ids.
    pub fn named_event(&self, event: &Event) -> EventKind {
        let names = self.state.current_names(&self.names);
        let mut kind = event.kind.clone();
        match &mut kind {
            EventKind::Opened(opened) => names.opening(opened),
            EventKind::Changed(change) => names.naming().change(change, |id| names.name(id)),
            _ => {}
        }
        kind
    }

    /// Returns the names that are new or overwritten since an earlier version, or all names if there is none.
    pub fn names_since(&self, before: Option<&Match>) -> Vec<NameEntry> {
        self.names
            .since(before.map_or(&Names::default(), |before| &before.names))
    }

    /// Returns all people in the match: the players, people who left a seat, and people named in its history.
    /// Each person has the name used in the seat, or else the person's latest name in the match.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// let people = opened().people();
    /// assert_eq!((people[0].number, people[0].name.as_str()), (1, "Ann"));
    /// ```
    pub fn people(&self) -> Vec<NameEntry> {
        let seats = self.state.seats.iter();
        self.names.people(seats.flat_map(|seat| &seat.people))
    }

    /// Returns the match with other names for some people, for readers who may not see the real names. It
    /// must not be stored.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::NameEntry;
    /// let shown = opened().with_names(&[NameEntry { number: 1, name: "A.".into() }]);
    /// assert_eq!(&**shown.scored().unwrap().table.name(overtrick_core::Seat::new(0)), "A.");
    /// ```
    #[must_use]
    pub fn with_names(&self, names: &[NameEntry]) -> Match {
        let mut shown = self.clone();
        shown.scoring = std::sync::OnceLock::new();
        for NameEntry { number, name } in names {
            shown.names.erase(*number, name);
        }
        shown
    }

    /// Returns its seats, and the people who have sat in them.
    pub fn seats(&self) -> Vec<SeatView> {
        let person = |occupant: &Occupant| Person {
            number: occupant.person,
            name: self.names.text(occupant.name).to_owned(),
            from_hand: occupant.from_hand,
        };
        let seats = self.state.seats.iter().zip(1..);
        let seats = seats.map(|(seat, number)| SeatView {
            id: format!("s{number}"),
            people: seat.people.iter().map(person).collect(),
        });
        seats.collect()
    }

    /// Whether the client with this secret opened the match.
    pub fn is_opened_by(&self, secret: &str) -> bool {
        let client = Some(client_digest(self.id(), secret));
        matches!(&self.events[0].kind, EventKind::Opened(opened) if opened.client == client)
    }

    /// Returns the published part, if any.
    pub fn published_part(&self) -> Option<PublishedPart> {
        self.published.map(|(part, _)| part)
    }

    /// Returns its publication, if it is published.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{EventKind, PublishedPart, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// assert_eq!(played.publication(), None);
    /// let sheet = EventKind::Published { part: PublishedPart::Sheet };
    /// played.record(sheet, at, Role::Direct).unwrap();
    /// assert_eq!(played.publication().unwrap().part, PublishedPart::Sheet);
    /// ```
    pub fn publication(&self) -> Option<Publication> {
        let (part, at) = self.published?;
        Some(Publication {
            part,
            at,
            day: self.day(),
            location: self.location().map(str::to_owned),
        })
    }

    /// Returns the location, if known.
    pub fn location(&self) -> Option<&str> {
        let [_, _, location, _] = &self.state.texts;
        location.as_deref()
    }

    /// Returns the day when it was played or, if unknown, opened.
    fn day(&self) -> String {
        let [_, played_on, ..] = &self.state.texts;
        let opened = || self.events[0].at.day();
        played_on.as_ref().map_or_else(opened, ToString::to_string)
    }

    /// Returns its labels.
    pub fn labels(&self) -> &Labels {
        &self.state.labels
    }

    /// Whether there is a change to undo.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// # use overtrick_match::ledger::{Change, Role, Timestamp};
    /// # let at = Timestamp::from_millis(0);
    /// let mut played = opened();
    /// assert!(!played.can_undo());
    /// played = played.after(Change::SetCurrent { hand: None }, at, Role::Score).unwrap();
    /// assert!(played.can_undo() && !played.can_redo());
    /// played = played.after(Change::Undo {}, at, Role::Score).unwrap();
    /// assert!(!played.can_undo() && played.can_redo());
    /// ```
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is a change to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Returns the generation of a role's key, or `None` if the role has no valid key.
    pub fn key_generation(&self, role: Role) -> Option<u32> {
        let key = self.keys.get(role as usize).filter(|key| !key.revoked);
        key.map(|key| key.number)
    }

    /// Returns the generation of the last key of a role, valid or revoked; `None` for a role without keys.
    /// Each renewal starts a new generation.
    pub fn last_key_generation(&self, role: Role) -> Option<u32> {
        self.keys.get(role as usize).map(|key| key.number)
    }

    /// Returns the data of the match for lists of matches.
    ///
    /// ```
    /// # let opened = || include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/support/opened.rs"));
    /// let listing = opened().listing();
    /// assert_eq!((&*listing.day, listing.complete), ("1970-01-01", false));
    /// assert_eq!(listing.seats[..2], [1, 2]);
    /// ```
    pub fn listing(&self) -> Listing {
        let [title, ..] = &self.state.texts;
        let seats = self.state.seats.iter();
        let metadata = self.state.labels.metadata.as_ref();
        Listing {
            title: title.as_ref().map(ToString::to_string),
            day: self.day(),
            location: self.location().map(str::to_owned),
            complete: self.outcome().complete,
            lowest_wins: self.scored().is_ok_and(|scored| scored.lowest_wins),
            external_id: self.state.labels.external_id.clone(),
            metadata: metadata.map(|json| serde_json::to_string(json).unwrap_or_default()),
            seats: seats.map(|seat| seat.occupant().name).collect(),
        }
    }

    /// Returns the current names of its players, in seat order.
    pub fn players(&self) -> Vec<&str> {
        let name = |seat: &SeatHistory| self.names.text(seat.occupant().name);
        self.state.seats.iter().map(name).collect()
    }
}

/// The data of a match that lists of matches show and search.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Listing {
    /// Its title.
    pub title: Option<String>,
    /// The day when it was played or, if unknown, opened, as an ISO date.
    pub day: String,
    /// The location.
    pub location: Option<String>,
    /// Whether it is over.
    pub complete: bool,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// Its external id.
    pub external_id: Option<String>,
    /// Its metadata, as JSON.
    pub metadata: Option<String>,
    /// The numbers of the names of its players, in seat order.
    pub seats: Vec<usize>,
}
