//! Reads of matches by statements that work on both databases.

use super::error::StoreError;
use super::idempotency::{AnsweredRequest, Idempotency, StoredAnswer, StoredOutcome};
use super::published::StoredPublication;
use super::statement::{Readers, Row};
use super::values::{unhex, unreadable};
use overtrick_core::folded;
use overtrick_match::ledger::{Listing, MatchId, Timestamp, hex};

/// The columns of the answer to a request.
macro_rules! answer {
    ($rest:literal) => {
        concat!(
            "SELECT key, fingerprint, version, status, headers, body, matches.id AS match_id \
             FROM idempotency ",
            $rest
        )
    };
}

/// The request with an idempotency key, and its answer.
pub async fn outcome(
    readers: Readers<'_>,
    key: &str,
) -> Result<Option<AnsweredRequest>, StoreError> {
    let found = answer!("LEFT JOIN matches ON matches.number = match_number WHERE key = $1");
    let row = readers.row(found, &[key.into()]).await?;
    row.as_ref().map(answered_request).transpose()
}

/// The last request since a time whose key has this prefix.
pub async fn outcome_of_any(
    readers: Readers<'_>,
    request: &Idempotency,
    since: Timestamp,
) -> Result<Option<AnsweredRequest>, StoreError> {
    let found = answer!(
        "JOIN matches ON matches.number = match_number \
         WHERE key >= $1 AND key < $2 AND fingerprint = $3 AND at >= $4 ORDER BY at DESC LIMIT 1"
    );
    let values = [
        (&*request.key).into(),
        // Sorts after every key with this prefix, because keys are hexadecimal.
        format!("{}\u{7f}", request.key).into(),
        hex(&request.fingerprint).into(),
        since.into(),
    ];
    let row = readers.row(found, &values).await?;
    row.as_ref().map(answered_request).transpose()
}

fn answered_request(row: &Row) -> Result<AnsweredRequest, StoreError> {
    let broken = || unreadable("an answer");
    let outcome = match row.maybe_number("status")? {
        Some(status) => StoredOutcome::StoredAnswer(StoredAnswer {
            status: u16::try_from(status).map_err(|_| broken())?,
            headers: serde_json::from_str(&row.text("headers")?).map_err(|_| broken())?,
            body: row.bytes("body")?,
        }),
        None => StoredOutcome::Version(row.id("match_id")?, row.number("version")?),
    };
    let fingerprint = unhex(&row.text("fingerprint")?).ok_or_else(broken)?;
    let key = row.text("key")?;
    Ok((Idempotency { key, fingerprint }, outcome))
}

/// The digest in the marker of an expired match.
pub async fn expired(readers: Readers<'_>, id: &MatchId) -> Result<Option<String>, StoreError> {
    let found = "SELECT digest FROM expired WHERE id = $1";
    let row = readers.row(found, &[id.as_str().into()]).await?;
    row.map(|row| row.text("digest")).transpose()
}

/// The stored list data of a match with its digest; `None` if one of its names is missing.
pub async fn listing(
    readers: Readers<'_>,
    id: &MatchId,
) -> Result<Option<(Listing, String)>, StoreError> {
    // One statement for a consistent view. A match has at least one name.
    let found = "SELECT title, day, complete, external_id, metadata, listed, \
        names.number AS name_number, name, folded, seat FROM matches \
        LEFT JOIN names ON match_number = matches.number WHERE id = $1 ORDER BY seat";
    let rows = readers.rows(found, &[id.as_str().into()]).await?;
    let mut seats = Vec::new();
    for row in &rows {
        if row.maybe("folded")? != row.maybe("name")?.map(|name| folded(&name)) {
            return Ok(None);
        }
        if row.maybe_number("seat")?.is_some() {
            let number = row.number("name_number")?;
            seats.push(usize::try_from(number).unwrap_or_default());
        }
    }
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let listing = Listing {
        title: row.maybe("title")?,
        day: row.text("day")?,
        complete: row.number("complete")? != 0,
        external_id: row.maybe("external_id")?,
        metadata: row.maybe("metadata")?,
        seats,
    };
    Ok(Some((listing, row.text("listed")?)))
}

/// The number of published matches.
pub async fn published_count(readers: Readers<'_>) -> Result<u64, StoreError> {
    let count = "SELECT count(*) AS published FROM publications";
    let row = readers.row(count, &[]).await?;
    row.map_or(Ok(0), |row| row.number("published"))
}

/// The ids of published matches in the order in which they were opened: at most `limit`, after the first
/// `skip`. An entry whose id differs from its match's was tampered with and is left out.
pub async fn published_ids(
    readers: Readers<'_>,
    skip: usize,
    limit: usize,
) -> Result<Vec<MatchId>, StoreError> {
    let found = "SELECT matches.id FROM publications JOIN matches ON matches.number = match_number \
        AND matches.id = publications.id ORDER BY match_number LIMIT $1 OFFSET $2";
    let rows = readers.rows(found, &[limit.into(), skip.into()]).await?;
    Ok(rows.iter().filter_map(|row| row.id("id").ok()).collect())
}

/// The stored publication data of a match, found by its number, because the id there may be wrong.
pub async fn publication(
    readers: Readers<'_>,
    id: &MatchId,
) -> Result<Option<StoredPublication>, StoreError> {
    let found = "SELECT publications.id, publications.game, showing, at, publications.day \
        FROM publications JOIN matches ON matches.number = match_number WHERE matches.id = $1";
    let row = readers.row(found, &[id.as_str().into()]).await?;
    let read = |row: Row| {
        Ok(StoredPublication {
            id: row.text("id")?,
            game: row.text("game")?,
            showing: row.text("showing")?,
            at: row.text("at")?,
            day: row.text("day")?,
        })
    };
    row.map(read).transpose()
}
