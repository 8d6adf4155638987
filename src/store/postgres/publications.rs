//! The rows of published matches: writing them, and finding them in their order.

use sqlx::postgres::PgRow;

use super::super::error::StoreError;
use super::super::published::{
    PublicationRows, PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication,
};
use super::pool::Pool;
use super::rows::{any_number, size, text};
use super::statements::publications;
use super::texts::stored;
use overtrick_match::ledger::{MatchId, Publication, Showing, Timestamp};

/// Writes what became of some matches, in one transaction.
pub async fn write(
    pool: &Pool,
    updates: &[(MatchId, PublicationUpdate)],
) -> Result<(), StoreError> {
    let mut rows = PublicationRows::default();
    for (id, update) in updates {
        rows.add(id.as_str(), update);
    }
    let write = sqlx::query("SELECT in_order(), write_publications($1, $2, $3, $4, $5)");
    pool.write(publications(write, &rows)).await?;
    Ok(())
}

/// The statement that lists matches in the order of the list, with more conditions.
macro_rules! listed {
    ($conditions:literal) => {
        concat!(
            "SELECT (SELECT matches.id FROM matches WHERE number = match_number) AS match_id, \
             game, showing, publications.at, day, last.at AS changed_at, \
             last.sequence AS version FROM publications CROSS JOIN LATERAL (SELECT at, sequence \
             FROM events WHERE events.match_number = publications.match_number \
             ORDER BY sequence DESC LIMIT 1) AS last \
             WHERE (day, publications.at, id) < ($1, $2, $3) ",
            $conditions,
            " ORDER BY day DESC, publications.at DESC, id DESC LIMIT $4"
        )
    };
}

/// The statement for a filter, whose game is the fifth parameter, and whose day the last.
const fn listing_statement(by_game: bool, by_day: bool) -> &'static str {
    match (by_game, by_day) {
        (false, false) => listed!(""),
        (true, false) => listed!("AND game = $5"),
        (false, true) => listed!("AND day = $5"),
        (true, true) => listed!("AND game = $5 AND day = $6"),
    }
}

/// At most `limit` published matches, newest first.
pub async fn published(
    pool: &Pool,
    filter: &PublishedFilter,
    limit: usize,
) -> Result<Vec<PublishedMatch>, StoreError> {
    // Later than every day, which begins with a digit.
    const END: &str = "~";
    let after = filter.after.as_ref();
    let at = after.map_or_else(String::new, |after| after.at.to_string());
    let statement = listing_statement(filter.game.is_some(), filter.day.is_some());
    let rows = pool.rows(|| {
        let query = sqlx::query(statement)
            .bind(stored(after.map_or(END, |after| &after.day)))
            .bind(&at)
            .bind(stored(after.map_or("", |after| &after.id)))
            .bind(size(limit));
        let given = [&filter.game, &filter.day].into_iter().flatten();
        given.fold(query, |query, text| query.bind(stored(text)))
    });
    Ok(rows.await?.iter().filter_map(row).collect())
}

/// How many matches are published.
pub async fn count(pool: &Pool) -> Result<u64, StoreError> {
    let count = "SELECT count(*) FROM publications";
    let row = pool.row(|| sqlx::query(count)).await?;
    row.map_or(Ok(0), |row| any_number(&row, "count"))
}

/// The ids of the published matches in the order in which they were opened. One that is another beside the
/// publication than beside the match was changed, and is left out.
pub async fn opened(pool: &Pool, skip: usize, limit: usize) -> Result<Vec<MatchId>, StoreError> {
    let found = "SELECT matches.id FROM publications JOIN matches ON matches.number = match_number \
         AND matches.id = publications.id ORDER BY match_number LIMIT $1 OFFSET $2";
    let rows = pool.rows(|| sqlx::query(found).bind(size(limit)).bind(size(skip)));
    let id = |row: &PgRow| MatchId::read(&text(row, "id").ok()?);
    Ok(rows.await?.iter().filter_map(id).collect())
}

/// What is stored of a match, by its number: its id there may be another one.
pub async fn publication(
    pool: &Pool,
    id: &MatchId,
) -> Result<Option<StoredPublication>, StoreError> {
    let found = "SELECT publications.id, publications.game, showing, at, publications.day \
        FROM publications \
        JOIN matches ON matches.number = match_number WHERE matches.id = $1";
    let row = pool.row(|| sqlx::query(found).bind(id.as_str())).await?;
    let read = |row: PgRow| {
        let text = |column| text(&row, column);
        Ok(StoredPublication {
            id: text("id")?,
            game: text("game")?,
            showing: text("showing")?,
            at: text("at")?,
            day: text("day")?,
        })
    };
    row.map(read).transpose()
}

/// A published match of a row; `None`, if its id cannot be read. What is damaged beside it moves the match in the
/// list, and hides none: what is shown comes from its log.
fn row(row: &PgRow) -> Option<PublishedMatch> {
    let text = |column| text(row, column).unwrap_or_default();
    let time = |column| text(column).parse().unwrap_or(Timestamp::from_millis(0));
    Some(PublishedMatch {
        id: MatchId::read(&text("match_id"))?,
        game: text("game"),
        publication: Publication {
            showing: Showing::from_word(&text("showing")).unwrap_or_default(),
            at: time("at"),
            day: text("day"),
        },
        changed_at: time("changed_at"),
        version: any_number(row, "version").unwrap_or(0),
    })
}
