//! The list of published matches.

use super::error::StoreError;
use super::rows::Rows;
use super::statement::{Built, Row, Value};
use super::store::Store;
use super::transaction::WriteOptions;
use overtrick_core::folded;
use overtrick_match::ledger::{MatchId, Publication, PublishedPart, Timestamp};

/// A published match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedMatch {
    /// Its id.
    pub id: MatchId,
    /// The id of its game.
    pub game: String,
    /// The part of it that is public.
    pub part: PublishedPart,
    /// When it was published.
    pub at: Timestamp,
    /// The day it was played, or the day it was opened if that is unknown.
    pub day: String,
    /// When it last changed.
    pub changed_at: Timestamp,
    /// Its version.
    pub version: u64,
}

/// The unchecked list entry of a published match, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPublication {
    /// Its id.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The word for the part that is public.
    pub showing: String,
    /// When it was published.
    pub at: String,
    /// The day it was played.
    pub day: String,
    /// The location, folded for comparison.
    pub location: String,
}

impl StoredPublication {
    /// Creates the list entry of a match with this publication.
    pub fn new(id: &MatchId, game: &str, publication: Publication) -> StoredPublication {
        StoredPublication {
            id: id.to_string(),
            game: game.to_owned(),
            showing: publication.part.word().to_owned(),
            at: publication.at.to_string(),
            location: compared(publication.location.as_deref()),
            day: publication.day,
        }
    }
}

/// The filter and position of a list of published matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedFilter {
    /// Only matches of this game.
    pub game: Option<String>,
    /// Only matches on or after this day (an ISO date).
    pub from: Option<String>,
    /// Only matches on or before this day.
    pub to: Option<String>,
    /// Only matches with a seated player of this name, ignoring case and outer spaces.
    pub player: Option<String>,
    /// Only matches at this location, also ignoring case and outer spaces.
    pub location: Option<String>,
    /// Only matches after this position.
    pub after: Option<ListPlace>,
}

/// A position in the list of published matches: the sort key of a match that is or was listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPlace {
    /// Its day.
    pub day: String,
    /// When it was published.
    pub at: Timestamp,
    /// Its id.
    pub id: String,
}

/// Returns a location folded for comparison: case and outer spaces are ignored.
pub fn compared(location: Option<&str>) -> String {
    location.map(folded).unwrap_or_default()
}

/// How an event changes the list of published matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicationUpdate {
    /// The match is listed with this publication.
    Published(Publication),
    /// The match is no longer listed.
    Hidden,
}

/// The columns of a listed match.
const LISTED: &str = "SELECT (SELECT matches.id FROM matches WHERE number = match_number) AS match_id, \
    game, showing, at, day, \
    (SELECT events.at FROM events WHERE events.match_number = publications.match_number \
    ORDER BY sequence DESC LIMIT 1) AS changed_at, \
    (SELECT max(sequence) FROM events WHERE events.match_number = publications.match_number) AS version \
    FROM publications";

/// Builds the statement for a page of the list.
fn page(filter: &PublishedFilter, limit: usize) -> Built<'_> {
    // Sorts after every day, because a day begins with a digit. It ends a range without a last day, so that
    // an index can return the rows in order.
    const END: &str = "~";
    let mut built = Built::new(LISTED);
    let to = filter.to.as_deref().unwrap_or(END);
    let end = match &filter.after {
        Some(ListPlace { day, at, id }) if **day <= *to => {
            [day.as_str().into(), (*at).into(), id.as_str().into()]
        }
        _ => [to, END, END].map(Value::from),
    };
    built.add(" WHERE (day, at, id) < (?, ?, ?)", end);
    let location = filter.location.as_deref();
    let conditions = [
        (" AND day >= ?", filter.from.clone()),
        (" AND game = ?", filter.game.clone()),
        (" AND location = ?", location.map(folded)),
        (
            " AND match_number IN \
             (SELECT match_number FROM names WHERE seat IS NOT NULL AND folded = ?)",
            filter.player.as_deref().map(folded),
        ),
    ];
    for (condition, value) in conditions {
        if let Some(value) = value {
            built.add(condition, [value.into()]);
        }
    }
    built.add(
        " ORDER BY day DESC, at DESC, id DESC LIMIT ?",
        [limit.into()],
    );
    built
}

impl Store {
    /// Returns at most `limit` published matches, newest day first, and most recently published first within
    /// a day.
    ///
    /// # Errors
    /// Database errors.
    pub async fn published(
        &self,
        filter: &PublishedFilter,
        limit: usize,
    ) -> Result<Vec<PublishedMatch>, StoreError> {
        let Built { sql, values } = page(filter, limit);
        let rows = self.rows(sql, &values).await?;
        Ok(rows.iter().filter_map(published).collect())
    }

    /// Returns the ids of at most `limit` published matches, most recently opened first. A match whose id
    /// differs between the two tables is damaged, and is omitted.
    ///
    /// # Errors
    /// Database errors.
    pub async fn published_ids(&self, limit: usize) -> Result<Vec<MatchId>, StoreError> {
        let found = "SELECT matches.id FROM publications \
            JOIN matches ON matches.number = match_number AND matches.id = publications.id \
            ORDER BY match_number DESC LIMIT $1";
        let rows = self.rows(found, &[limit.into()]).await?;
        Ok(rows.iter().filter_map(|row| row.id("id").ok()).collect())
    }

    /// Returns the unchecked list entry of a match. It is found by the number of the match, so a damaged
    /// entry may have another id.
    ///
    /// # Errors
    /// Database errors.
    pub async fn publication(&self, id: &MatchId) -> Result<Option<StoredPublication>, StoreError> {
        let found = "SELECT publications.id, publications.game, showing, at, publications.day, \
            publications.location FROM publications JOIN matches ON matches.number = match_number WHERE matches.id = $1";
        let row = self.row(found, &[id.as_str().into()]).await?;
        let read = |row: Row| {
            Ok(StoredPublication {
                id: row.text("id")?,
                game: row.text("game")?,
                showing: row.text("showing")?,
                at: row.text("at")?,
                day: row.text("day")?,
                location: row.text("location")?,
            })
        };
        row.map(read).transpose()
    }

    /// Writes the list entries of these matches, all or none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn write_publications(
        &self,
        updates: Vec<(MatchId, PublicationUpdate)>,
    ) -> Result<(), StoreError> {
        let write = self.transact(WriteOptions::IN_ORDER, move |transaction| {
            Box::pin(async move {
                let mut rows = Rows::default();
                for (id, update) in &updates {
                    rows.add_publication(id.as_str(), update);
                }
                transaction.write_rows(&rows).await?;
                Ok(0)
            })
        });
        write.await.map(|_| ())
    }
}

/// Reads a published match from a row; `None` if its id cannot be read. Other damaged values only change its
/// position in the list, because the data shown comes from its log.
fn published(row: &Row) -> Option<PublishedMatch> {
    let text = |column| row.any_text(column).unwrap_or_default();
    Some(PublishedMatch {
        id: MatchId::read(&text("match_id"))?,
        game: text("game"),
        part: PublishedPart::from_word(&text("showing")).unwrap_or_default(),
        at: moment(row, "at"),
        day: text("day"),
        changed_at: moment(row, "changed_at"),
        version: row.any_number("version").unwrap_or(0),
    })
}

/// Returns the time in a column, or the earliest time if it cannot be read.
fn moment(row: &Row, column: &str) -> Timestamp {
    let text = row.any_text(column).unwrap_or_default();
    text.parse().unwrap_or(Timestamp::from_millis(0))
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Row};

    use super::super::migrate::MIGRATIONS;
    use super::*;

    /// Returns the steps of SQLite's plan for a statement.
    async fn plan(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
        let statement = format!("EXPLAIN QUERY PLAN {statement}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(statement));
        let rows = rows.fetch_all(connection).await.unwrap();
        rows.iter()
            .map(|row| row.try_get("detail").unwrap())
            .collect()
    }

    #[tokio::test]
    async fn a_page_of_the_list_is_read_in_the_order_of_an_index() {
        let options = SqliteConnectOptions::new().in_memory(true);
        let mut connection = options.connect().await.unwrap();
        MIGRATIONS.run(&mut connection).await.unwrap();
        let some = |text: &str| Some(text.to_owned());
        let all = PublishedFilter::default();
        let month = PublishedFilter {
            from: some("2026-11-01"),
            to: some("2026-11-30"),
            ..all.clone()
        };
        let game = |filter: &PublishedFilter| PublishedFilter {
            game: some("whist"),
            ..filter.clone()
        };
        let there = |filter: &PublishedFilter| PublishedFilter {
            location: some("The Crown"),
            ..filter.clone()
        };
        for (filter, index) in [
            (all.clone(), "publications_by_day ((day,at,id)<(?,?,?))"),
            (
                month.clone(),
                "publications_by_day (day>? AND (day,at,id)<(?,?,?))",
            ),
            (
                game(&all),
                "publications_by_game (game=? AND (day,at,id)<(?,?,?))",
            ),
            (
                game(&month),
                "publications_by_game (game=? AND day>? AND (day,at,id)<(?,?,?))",
            ),
            (
                there(&all),
                "publications_by_location (location=? AND (day,at,id)<(?,?,?))",
            ),
            (
                there(&month),
                "publications_by_location (location=? AND day>? AND (day,at,id)<(?,?,?))",
            ),
        ] {
            let plan = plan(&mut connection, &page(&filter, 20).sql).await;
            assert!(plan.iter().any(|step| step.ends_with(index)), "{plan:?}");
            // The plan sorts nothing, and scans no whole table.
            let slow = [
                "TEMP B-TREE",
                "SCAN publications",
                "SCAN events",
                "SCAN matches",
            ];
            let is_slow = |step: &String| slow.iter().any(|slow| step.contains(slow));
            assert!(!plan.iter().any(is_slow), "{plan:?}");
        }
        // A query for a player reads only that player's matches.
        let player = PublishedFilter {
            player: some("Ann"),
            ..month
        };
        let plan = plan(&mut connection, &page(&player, 20).sql).await;
        for step in [
            "SEARCH publications USING INTEGER PRIMARY KEY",
            "names_seated",
        ] {
            assert!(plan.iter().any(|one| one.contains(step)), "{plan:?}");
        }
    }
}
