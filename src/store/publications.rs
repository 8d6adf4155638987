//! Rows of published matches: writing and listing them.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

use super::error::StoreError;
use super::published::{PublicationRows, PublicationUpdate, PublishedFilter, PublishedMatch};
use super::values::{self, json};
use overtrick_match::ledger::{MatchId, Publication, Showing, Timestamp};

/// The statements that write the rows of a list; each has one parameter.
macro_rules! publication_statements {
    () => {
        "DELETE FROM publications WHERE match_number IN \
         (SELECT number FROM json_each(?) JOIN matches ON matches.id = value); \
         INSERT OR REPLACE INTO publications (match_number, id, game, showing, at, day) \
         SELECT matches.number, matches.id, matches.game, value ->> 1, value ->> 2, value ->> 3 \
         FROM json_each(?) JOIN matches ON matches.id = value ->> 0; "
    };
}
pub(super) use publication_statements;

const LIST: &str = concat!("BEGIN IMMEDIATE; ", publication_statements!(), "COMMIT");

/// Writes the publication changes of some matches in one transaction; the caller rolls back a failed one.
pub async fn list(
    connection: &mut SqliteConnection,
    updates: &[(MatchId, PublicationUpdate)],
) -> Result<(), StoreError> {
    let mut rows = PublicationRows::default();
    for (id, update) in updates {
        rows.add(id.as_str(), update);
    }
    let written = sqlx::query(LIST)
        .bind(json(&rows.changed))
        .bind(json(&rows.listed))
        .execute(connection)
        .await;
    Ok(written.map(|_| ())?)
}

/// The statement that lists matches in list order, with further conditions.
macro_rules! listed {
    ($conditions:literal) => {
        concat!(
            "SELECT (SELECT matches.id FROM matches WHERE number = match_number) AS match_id, \
             game, showing, at, day, (SELECT events.at FROM events \
             WHERE events.match_number = publications.match_number ORDER BY sequence DESC LIMIT 1) \
             AS changed_at, (SELECT max(sequence) FROM events \
             WHERE events.match_number = publications.match_number) AS version \
             FROM publications WHERE (day, at, id) < (?1, ?2, ?3) ",
            $conditions,
            " ORDER BY day DESC, at DESC, id DESC LIMIT ?4"
        )
    };
}

/// The statement for a filter; the game is the fifth parameter and the day the last.
pub const fn listing_statement(by_game: bool, by_day: bool) -> &'static str {
    match (by_game, by_day) {
        (false, false) => listed!(""),
        (true, false) => listed!("AND game = ?5"),
        (false, true) => listed!("AND day = ?5"),
        (true, true) => listed!("AND game = ?5 AND day = ?6"),
    }
}

/// At most `limit` published matches, newest first.
pub async fn published(
    readers: &SqlitePool,
    filter: &PublishedFilter,
    limit: usize,
) -> Result<Vec<PublishedMatch>, StoreError> {
    // Sorts after every day, because days begin with a digit.
    const END: &str = "~";
    let after = filter.after.as_ref();
    let at = after.map_or_else(String::new, |after| after.at.to_string());
    let statement = listing_statement(filter.game.is_some(), filter.day.is_some());
    let query = sqlx::query(statement)
        .bind(after.map_or(END, |after| &after.day))
        .bind(at)
        .bind(after.map_or("", |after| &after.id))
        .bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let given = [&filter.game, &filter.day].into_iter().flatten();
    let rows = given.fold(query, sqlx::query::Query::bind);
    let rows = rows.fetch_all(readers).await?;
    Ok(rows.iter().filter_map(row).collect())
}

/// Converts a row to a published match; `None` if its id cannot be read. Other damage only moves the match
/// within the list: what is shown comes from its log.
fn row(row: &SqliteRow) -> Option<PublishedMatch> {
    let text = |column| values::text(row, column).unwrap_or_default();
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
        version: values::any_number(row, "version").unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions, Row};

    use super::super::migrate::MIGRATIONS;
    use super::*;

    /// SQLite's plan of a statement.
    async fn plan(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
        let statement = format!("EXPLAIN QUERY PLAN {statement}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(statement));
        let rows = rows.fetch_all(connection).await.unwrap();
        rows.iter()
            .map(|row| row.try_get("detail").unwrap())
            .collect()
    }

    #[tokio::test]
    async fn a_page_of_the_list_is_read_from_an_index_in_its_order() {
        let options = SqliteConnectOptions::new().in_memory(true);
        let mut connection = options.connect().await.unwrap();
        MIGRATIONS.run(&mut connection).await.unwrap();
        for (by_game, by_day) in [(false, false), (true, false), (false, true), (true, true)] {
            let statement = listing_statement(by_game, by_day);
            let plan = plan(&mut connection, statement).await;
            let index = if by_game {
                "publications_by_game"
            } else {
                "publications_by_day"
            };
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:?}");
            // Nothing is sorted, and no table is scanned.
            let slow = [
                "TEMP B-TREE",
                "SCAN publications",
                "SCAN events",
                "SCAN matches",
            ];
            let is_slow = |step: &String| slow.iter().any(|slow| step.contains(slow));
            assert!(!plan.iter().any(is_slow), "{plan:?}");
        }
    }
}
