//! Rows of published matches: writing and listing them.

use sqlx::postgres::PgRow;

use super::super::error::StoreError;
use super::super::published::{
    PublicationRows, PublicationUpdate, PublishedFilter, PublishedMatch,
};
use super::pool::Pool;
use super::rows::{any_number, size, text};
use super::statements::publications;
use super::texts::stored;
use overtrick_match::ledger::{MatchId, Publication, Showing, Timestamp};

/// Writes the publication changes of some matches in one transaction.
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

/// The statement that lists matches in list order, with further conditions.
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

/// The statement for a filter; the game is the fifth parameter and the day the last.
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
    // Sorts after every day, because days begin with a digit.
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

/// Converts a row to a published match; `None` if its id cannot be read. Other damage only moves the match
/// within the list: what is shown comes from its log.
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
