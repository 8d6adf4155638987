//! Conversion of events, names and idempotency records to rows and back.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::error::StoreError;
use super::idempotency::Idempotency;
use super::interface::Append;
use super::lists::{ImportedMatch, MatchSummary};
use super::published::PublicationRows;
use super::values::{any_number, any_text, id, number, text, time};
use overtrick_core::folded;
use overtrick_match::ledger::{
    Change, EventKind, EventTexts, Listing, SealedEvent, StoredEvent, StoredHead, StoredName,
    Timestamp, hex,
};

/// The rows of some events. The writer binds each list as one JSON parameter.
#[derive(Default)]
pub struct Rows<'a> {
    pub matches: Vec<MatchRow<'a>>,
    pub heads: Vec<HeadRow<'a>>,
    pub events: Vec<EventRow<'a>>,
    pub names: Vec<NameRow<'a>>,
    pub answers: Vec<AnswerRow<'a>>,
    pub publications: PublicationRows<'a>,
    pub listings: ListingRows<'a>,
    /// The matches in which a person is erased.
    pub erased: Vec<&'a str>,
    /// The API keys on whose behalf they are written: id, digest.
    pub keys: Vec<(&'a str, String)>,
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
    pub fn of(appends: impl IntoIterator<Item = &'a Append>) -> Rows<'a> {
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
            if let Some(Idempotency { key, fingerprint }) = &append.idempotency {
                let fingerprint = hex(fingerprint);
                rows.answers.push((key, fingerprint, event.at, id, version));
            }
            if let Some(update) = &append.publication {
                rows.publications.add(id, update);
            }
            if let Some(key) = &append.program {
                rows.keys.push((&key.id, hex(&key.digest)));
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
            if let Some((Idempotency { key, fingerprint }, at)) = &imported.request {
                let fingerprint = hex(fingerprint);
                rows.answers.push((key, fingerprint, *at, id, head.count));
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

fn name_row<'a>(id: &'a str, name: &'a StoredName) -> NameRow<'a> {
    (id, name.number, &name.name, &name.salt, folded(&name.name))
}

/// Converts a row to the head of a log.
pub fn head(row: &SqliteRow) -> Result<StoredHead, StoreError> {
    let text = |column| text(row, column);
    Ok(StoredHead {
        id: text("id")?,
        game: text("game")?,
        created_at: text("created_at")?,
        count: any_number(row, "count")?,
        digest: text("head")?,
    })
}

/// Converts a row to an event.
pub fn event(row: &SqliteRow) -> Result<StoredEvent, StoreError> {
    let text = |column| text(row, column);
    Ok(StoredEvent {
        texts: EventTexts {
            sequence: any_number(row, "sequence")?,
            at: text("at")?,
            by: text("by")?,
            kind: text("kind")?,
            outcome: text("outcome")?,
            commitments: text("commitments")?,
        },
        digest: any_text(row, "digest")?,
    })
}

/// Converts a row to a name.
pub fn name(row: &SqliteRow) -> Result<StoredName, StoreError> {
    let text = |column| text(row, column);
    Ok(StoredName {
        number: usize::try_from(any_number(row, "number")?).unwrap_or(0),
        name: text("name")?,
        salt: text("salt")?,
    })
}

/// Converts a row to a match.
pub fn summary(row: &SqliteRow) -> Result<MatchSummary, StoreError> {
    Ok(MatchSummary {
        id: id(row.try_get("id")?)?,
        game: row.try_get("game")?,
        created_at: time(row.try_get("created_at")?)?,
        changed_at: time(row.try_get("changed_at")?)?,
        version: number(row, "version")?,
    })
}
