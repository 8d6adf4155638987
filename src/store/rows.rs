//! Conversion of events, names and idempotency records to rows and back.

use super::append::Append;
use super::match_entry::ImportedMatch;
use super::public_list::PublicationRows;
use overtrick_core::folded;
use overtrick_match::ledger::{
    Change, EventKind, EventTexts, Listing, SealedEvent, StoredName, Timestamp, hex,
};

/// The rows of some events. The writer binds each list as one JSON parameter.
#[derive(Default)]
pub struct Rows<'a> {
    pub matches: Vec<MatchRow<'a>>,
    pub heads: Vec<HeadRow<'a>>,
    pub events: Vec<EventRow<'a>>,
    pub names: Vec<NameRow<'a>>,
    /// The requests that opened matches.
    pub answers: Vec<AnswerRow<'a>>,
    /// The requests that changed matches.
    pub changes: Vec<AnswerRow<'a>>,
    pub publications: PublicationRows<'a>,
    pub listings: ListingRows<'a>,
    /// The matches in which a person is erased.
    pub erased: Vec<&'a str>,
}

/// The list data of some matches.
#[derive(Default)]
pub struct ListingRows<'a> {
    pub matches: Vec<ListingRow<'a>>,
    pub seats: Vec<SeatRow<'a>>,
}

/// A match: id, game, created at.
pub type MatchRow<'a> = (&'a str, &'a str, &'a str);
/// The head of a match's log: match, count, digest, and the digest of the list data.
pub type HeadRow<'a> = (&'a str, u64, String, &'a str);
/// An event: match, sequence, at, by, kind, outcome, commitments, digest.
#[rustfmt::skip]
pub type EventRow<'a> = (&'a str, u64, &'a str, &'a str, &'a str, &'a str, &'a str, String);
/// A name: match, number, name, salt, comparison form.
pub type NameRow<'a> = (&'a str, usize, &'a str, &'a str, String);
/// List data: match, title, day, whether it is over, external id, metadata.
#[rustfmt::skip]
pub type ListingRow<'a> = (&'a str, Option<&'a str>, &'a str, u8, Option<&'a str>, Option<&'a str>);
/// A seat: match, number of the name, seat.
pub type SeatRow<'a> = (&'a str, usize, Option<usize>);
/// The record of a request: key, fingerprint, at, match, version.
pub type AnswerRow<'a> = (&'a str, String, Timestamp, &'a str, u64);

impl<'a> Rows<'a> {
    /// The rows of these events.
    pub fn new(appends: impl IntoIterator<Item = &'a Append>) -> Rows<'a> {
        let mut rows = Rows::default();
        for append in appends {
            let (
                id,
                SealedEvent {
                    event,
                    texts,
                    digest,
                    names,
                },
            ) = (append.id.as_str(), &append.event);
            let (version, at) = (texts.sequence, &*texts.at);
            if version == 1 {
                rows.matches.push((id, append.game, at));
            }
            rows.heads
                .push((id, version, digest.to_string(), &append.listed));
            let EventTexts {
                by,
                kind,
                outcome,
                commitments,
                ..
            } = texts;
            rows.events.push((
                id,
                version,
                at,
                by,
                kind,
                outcome,
                commitments,
                digest.to_string(),
            ));
            let names = names.iter();
            rows.names.extend(names.map(|name| name_row(id, name)));
            if matches!(event.kind, EventKind::Changed(Change::Erase { .. })) {
                rows.erased.push(id);
            }
            if let Some(update) = &append.listing {
                let vacated = update.vacated.iter().map(|number| (id, *number, None));
                rows.listings.seats.extend(vacated);
                rows.listings.add(id, &update.listing);
            }
            if let Some(mark) = &append.idempotency {
                let answer = (&*mark.key, hex(&mark.fingerprint), event.at, id, version);
                match mark.changes {
                    Some(_) => rows.changes.push(answer),
                    None => rows.answers.push(answer),
                }
            }
            if let Some(update) = &append.publication {
                rows.publications.add(id, update);
            }
        }
        rows
    }

    /// The rows of complete logs.
    pub fn of_logs(matches: &'a [ImportedMatch]) -> Rows<'a> {
        let mut rows = Rows::default();
        for imported in matches {
            let ImportedMatch {
                log,
                listing,
                listed,
                ..
            } = imported;
            let Some(head) = &log.head else { continue };
            let id = &*head.id;
            rows.matches.push((id, &head.game, &head.created_at));
            rows.heads
                .push((id, head.count, head.digest.clone(), listed));
            rows.events.extend(log.events.iter().map(|event| {
                let texts = &event.texts;
                let digest = event.digest.clone().unwrap_or_default();
                let (by, kind, outcome) = (&*texts.by, &*texts.kind, &*texts.outcome);
                let (at, commitments) = (&*texts.at, &*texts.commitments);
                (
                    id,
                    texts.sequence,
                    at,
                    by,
                    kind,
                    outcome,
                    commitments,
                    digest,
                )
            }));
            let names = log.names.iter();
            rows.names.extend(names.map(|name| name_row(id, name)));
            rows.listings.add(id, listing);
            if let Some(update) = &imported.publication {
                rows.publications.add(id, update);
            }
        }
        rows
    }
}

impl<'a> ListingRows<'a> {
    /// Adds the list data of a match.
    pub fn add(&mut self, id: &'a str, listing: &'a Listing) {
        self.matches.push((
            id,
            listing.title.as_deref(),
            &listing.day,
            u8::from(listing.complete),
            listing.external_id.as_deref(),
            listing.metadata.as_deref(),
        ));
        let seats = listing.seats.iter().zip(1..);
        self.seats
            .extend(seats.map(|(number, seat)| (id, *number, Some(seat))));
    }
}

/// Sets what lists show of matches. The parameter is that of the rows.
macro_rules! set_listings {
    ($rows:literal) => {
        concat!(
            "UPDATE matches SET title = value ->> 1, day = value ->> 2, \
             complete = CAST(value ->> 3 AS bigint), external_id = value ->> 4, metadata = value ->> 5 \
             FROM json_each(",
            $rows,
            ") WHERE matches.id = value ->> 0"
        )
    };
}
pub(super) use set_listings;

/// Sets who sits where.
macro_rules! set_seats {
    ($rows:literal) => {
        concat!(
            "UPDATE names SET seat = CAST(value ->> 2 AS bigint) FROM json_each(",
            $rows,
            ") WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
             AND names.number = CAST(value ->> 1 AS bigint)"
        )
    };
}
pub(super) use set_seats;

fn name_row<'a>(id: &'a str, name: &'a StoredName) -> NameRow<'a> {
    (id, name.number, &name.name, &name.salt, folded(&name.name))
}
