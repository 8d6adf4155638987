//! Rows for events and complete logs, and the statements that write them in both databases.
//!
//! Each statement takes its rows as one parameter: a JSON list of objects, which it reads with `json_each`.
//! The first PostgreSQL migration defines a function with this name.

use std::collections::BTreeMap;

use serde::Serialize;

use super::match_entry::Append;
use super::match_entry::ImportedMatch;
use super::public_list::{PublicationUpdate, compared};
use super::statement::json;
use overtrick_core::folded;
use overtrick_match::ledger::{
    Change, EventKind, Listing, Publication, StoredEvent, StoredName, Timestamp, hex,
};

/// The rows to write in one transaction.
#[derive(Default)]
pub struct Rows<'a> {
    matches: Vec<MatchRow<'a>>,
    events: Vec<EventRow<'a>>,
    heads: Vec<HeadRow<'a>>,
    names: BTreeMap<(&'a str, usize), NameRow<'a>>,
    /// The requests that opened matches.
    openings: Vec<MarkRow<'a>>,
    /// The requests that changed matches.
    changes: Vec<MarkRow<'a>>,
    listings: Vec<ListingRow<'a>>,
    seats: Vec<SeatRow<'a>>,
    /// The matches in which a person is erased.
    erased: Vec<IdRow<'a>>,
    /// The matches whose entries in the list of published matches are deleted before new ones are written.
    republished: Vec<IdRow<'a>>,
    publications: Vec<PublicationRow<'a>>,
}

/// A statement with its rows as JSON.
pub struct RowStatement {
    pub sql: &'static str,
    pub rows: String,
}

#[derive(Serialize)]
struct IdRow<'a> {
    id: &'a str,
}

#[derive(Serialize)]
struct MatchRow<'a> {
    id: &'a str,
    game: &'a str,
    created_at: &'a str,
    /// The digest of the document from which it was imported.
    source: Option<&'a str>,
}

/// The last event of a match's log: its number, and the digests.
#[derive(Serialize)]
struct HeadRow<'a> {
    id: &'a str,
    count: u64,
    /// The digest of the previous event, which must still be the last stored one; empty for the first event.
    previous: String,
    head: String,
}

#[derive(Serialize)]
struct EventRow<'a> {
    id: &'a str,
    #[serde(flatten)]
    event: &'a StoredEvent,
}

#[derive(Serialize)]
struct NameRow<'a> {
    id: &'a str,
    #[serde(flatten)]
    name: &'a StoredName,
    folded: String,
}

/// The key and fingerprint of an idempotent request.
#[derive(Serialize)]
struct MarkRow<'a> {
    id: &'a str,
    key: &'a str,
    fingerprint: String,
    at: Timestamp,
    version: u64,
}

#[derive(Serialize)]
struct ListingRow<'a> {
    id: &'a str,
    #[serde(flatten)]
    listing: &'a Listing,
}

/// A name with its seat; without one if the player has left the table.
#[derive(Serialize)]
struct SeatRow<'a> {
    id: &'a str,
    number: usize,
    seat: Option<usize>,
}

#[derive(Serialize)]
struct PublicationRow<'a> {
    id: &'a str,
    showing: &'a str,
    at: Timestamp,
    day: &'a str,
    location: String,
}

const MATCHES: &str = "INSERT INTO matches (id, game, created_at, source) \
     SELECT value ->> 'id', value ->> 'game', value ->> 'created_at', value ->> 'source' \
     FROM json_each($1)";
/// A unique key prevents two events with the same number in a match.
const EVENTS: &str = "INSERT INTO events \
     (match_number, sequence, at, by, kind, outcome, commitments, digest) \
     SELECT (SELECT number FROM matches WHERE matches.id = value ->> 'id'), \
     CAST(value ->> 'sequence' AS bigint), value ->> 'at', value ->> 'by', value ->> 'kind', \
     value ->> 'outcome', value ->> 'commitments', value ->> 'digest' FROM json_each($1)";
/// The update fails unless the previous event is the stored one. It may differ if the match was deleted and
/// opened again. The new `head` is then null, which the column does not accept.
const HEADS: &str = "UPDATE matches SET count = CAST(value ->> 'count' AS bigint), \
     head = CASE WHEN matches.head = value ->> 'previous' THEN value ->> 'head' END \
     FROM json_each($1) WHERE matches.id = value ->> 'id'";
const NAMES: &str = "INSERT INTO names (match_number, number, name, salt, folded) \
     SELECT (SELECT number FROM matches WHERE matches.id = value ->> 'id'), \
     CAST(value ->> 'number' AS bigint), value ->> 'name', value ->> 'salt', value ->> 'folded' \
     FROM json_each($1) WHERE true ON CONFLICT (match_number, number) DO UPDATE \
     SET name = excluded.name, salt = excluded.salt, folded = excluded.folded";
const OPENINGS: &str = "INSERT INTO idempotency (key, fingerprint, at, match_number, version) \
     SELECT value ->> 'key', value ->> 'fingerprint', value ->> 'at', \
     (SELECT number FROM matches WHERE matches.id = value ->> 'id'), \
     CAST(value ->> 'version' AS bigint) FROM json_each($1)";
const CHANGES: &str = "INSERT INTO idempotent_changes (key, fingerprint, at, match_number, version) \
     SELECT value ->> 'key', value ->> 'fingerprint', value ->> 'at', \
     (SELECT number FROM matches WHERE matches.id = value ->> 'id'), \
     CAST(value ->> 'version' AS bigint) FROM json_each($1)";
const LISTINGS: &str = "UPDATE matches SET title = value ->> 'title', day = value ->> 'day', \
     location = value ->> 'location', \
     complete = CAST(CAST(value ->> 'complete' AS boolean) AS integer), \
     lowest_wins = CAST(CAST(value ->> 'lowest_wins' AS boolean) AS integer), \
     external_id = value ->> 'external_id', metadata = value ->> 'metadata' FROM json_each($1) WHERE matches.id = value ->> 'id'";
const SEATS: &str = "UPDATE names SET seat = CAST(value ->> 'seat' AS bigint) FROM json_each($1) \
     WHERE match_number = (SELECT number FROM matches WHERE matches.id = value ->> 'id') \
     AND names.number = CAST(value ->> 'number' AS bigint)";
const ERASED: &str =
    "UPDATE matches SET source = NULL FROM json_each($1) WHERE matches.id = value ->> 'id'";
const REPUBLISHED: &str = "DELETE FROM publications WHERE match_number IN \
     (SELECT matches.number FROM json_each($1) JOIN matches ON matches.id = value ->> 'id')";
const PUBLICATIONS: &str = "INSERT INTO publications \
     (match_number, id, game, showing, at, day, location) \
     SELECT matches.number, matches.id, matches.game, value ->> 'showing', value ->> 'at', \
     value ->> 'day', value ->> 'location' \
     FROM json_each($1) JOIN matches ON matches.id = value ->> 'id'";
/// Selects the ids of the matches whose events in these rows were stored.
#[cfg(feature = "postgres")]
pub const STORED_EVENTS: &str = "SELECT matches.id FROM json_each($1) \
     JOIN matches ON matches.id = value ->> 'id' JOIN events ON match_number = matches.number \
     AND sequence = CAST(value ->> 'sequence' AS bigint) AND digest = value ->> 'digest'";

impl<'a> Rows<'a> {
    /// Creates the rows of these events. They must include at most one event per match.
    pub fn new(appends: impl IntoIterator<Item = &'a Append>) -> Rows<'a> {
        let mut rows = Rows::default();
        for append in appends {
            rows.add_event(append);
        }
        rows
    }

    fn add_event(&mut self, append: &'a Append) {
        let (id, sealed) = (append.id.as_str(), &append.event);
        let event = &sealed.stored;
        let version = event.sequence;
        if version == 1 {
            self.matches.push(MatchRow {
                id,
                game: append.game,
                created_at: &event.at,
                source: None,
            });
        }
        self.heads.push(HeadRow {
            id,
            count: version,
            previous: append.previous.clone(),
            head: event.digest.clone().unwrap_or_default(),
        });
        self.events.push(EventRow { id, event });
        self.add_names(id, &sealed.names);
        if matches!(sealed.event.kind, EventKind::Changed(Change::Erase { .. })) {
            self.erased.push(IdRow { id });
        }
        if let Some(update) = &append.listing {
            let vacated = update.vacated.iter().map(|number| SeatRow {
                id,
                number: *number,
                seat: None,
            });
            self.seats.extend(vacated);
            self.add_listing(id, &update.listing);
        }
        if let Some(mark) = &append.idempotency {
            let row = MarkRow {
                id,
                key: &mark.key,
                fingerprint: hex(&mark.fingerprint),
                at: sealed.event.at,
                version,
            };
            match mark.changes {
                Some(_) => self.changes.push(row),
                None => self.openings.push(row),
            }
        }
        if let Some(update) = &append.publication {
            self.add_publication(id, update);
        }
    }

    /// Creates the rows of complete logs.
    pub fn of_logs(matches: &'a [ImportedMatch]) -> Rows<'a> {
        let mut rows = Rows::default();
        for imported in matches {
            let log = &imported.log;
            let Some(head) = &log.head else { continue };
            let id = &*head.id;
            rows.matches.push(MatchRow {
                id,
                game: &head.game,
                created_at: &head.created_at,
                source: imported.source.as_deref(),
            });
            rows.heads.push(HeadRow {
                id,
                count: head.count,
                previous: String::new(),
                head: head.digest.clone(),
            });
            let events = log.events.iter();
            rows.events
                .extend(events.map(|event| EventRow { id, event }));
            rows.add_names(id, &log.names);
            rows.add_listing(id, &imported.listing);
            if let Some(update) = &imported.publication {
                rows.add_publication(id, update);
            }
        }
        rows
    }

    /// Adds names. If several names have the same number, the last one is used.
    pub fn add_names(&mut self, id: &'a str, names: &'a [StoredName]) {
        for name in names {
            let folded = folded(&name.name);
            self.names
                .insert((id, name.number), NameRow { id, name, folded });
        }
    }

    /// Adds the list data of a match.
    pub fn add_listing(&mut self, id: &'a str, listing: &'a Listing) {
        self.listings.push(ListingRow { id, listing });
        let seats = listing.seats.iter().zip(1..);
        self.seats.extend(seats.map(|(number, seat)| SeatRow {
            id,
            number: *number,
            seat: Some(seat),
        }));
    }

    /// Adds a change to a match's entry in the list of published matches.
    pub fn add_publication(&mut self, id: &'a str, update: &'a PublicationUpdate) {
        self.republished.push(IdRow { id });
        if let PublicationUpdate::Published(publication) = update {
            let Publication {
                part,
                at,
                day,
                location,
            } = publication;
            self.publications.push(PublicationRow {
                id,
                showing: part.word(),
                at: *at,
                day,
                location: compared(location.as_deref()),
            });
        }
    }

    /// Returns the events as a parameter of [`STORED_EVENTS`].
    #[cfg(feature = "postgres")]
    pub fn events(&self) -> String {
        json(&self.events)
    }

    /// Returns the statements that write these rows, in order. Stop at the first statement that fails.
    pub fn statements(&self) -> Vec<RowStatement> {
        let names: Vec<&NameRow<'_>> = self.names.values().collect();
        let all = [
            (MATCHES, json(&self.matches)),
            (EVENTS, json(&self.events)),
            (HEADS, json(&self.heads)),
            (NAMES, json(&names)),
            (OPENINGS, json(&self.openings)),
            (CHANGES, json(&self.changes)),
            (LISTINGS, json(&self.listings)),
            (SEATS, json(&self.seats)),
            (ERASED, json(&self.erased)),
            (REPUBLISHED, json(&self.republished)),
            (PUBLICATIONS, json(&self.publications)),
        ];
        let written = all.into_iter().filter(|(_, rows)| rows != "[]");
        written
            .map(|(sql, rows)| RowStatement { sql, rows })
            .collect()
    }
}
