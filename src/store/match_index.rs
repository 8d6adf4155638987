//! Reads and writes the list data of matches, without their logs.

use super::error::StoreError;
use super::match_entry::{
    FoundMatch, Identifiers, ListedLog, ListedMatch, MatchOrder, MatchQuery, MatchSummary, called,
};
use super::rows::Rows;
use super::statement::{Built, Row, Value};
use super::store::Store;
use super::transaction::{Transaction, WriteOptions};
use overtrick_core::{Name, folded};
use overtrick_match::ledger::{Listing, MatchId, Outcome, StoredName};

/// The columns of a listed match. A match without events has lost its log, and is not listed.
const LISTED: &str = "SELECT matches.id, game, created_at, \
    (SELECT at FROM events WHERE match_number = matches.number ORDER BY sequence DESC LIMIT 1) \
    AS changed_at, (SELECT max(sequence) FROM events WHERE match_number = matches.number) AS version, \
    (SELECT outcome FROM events WHERE match_number = matches.number ORDER BY sequence DESC LIMIT 1) AS outcome, \
    title, day, location, complete, lowest_wins, external_id, metadata, \
    CASE WHEN game = 'own' THEN (SELECT kind FROM events \
    WHERE match_number = matches.number AND sequence = 1) END AS opening, \
    CASE WHEN game = 'own' THEN (SELECT count(*) FROM events WHERE match_number = matches.number \
    AND kind LIKE '{\"action\":\"redefine\"%') END AS redefined, \
    (SELECT string_agg(name, '\n') FROM (SELECT CAST(name AS text) AS name FROM names \
    WHERE match_number = matches.number AND seat IS NOT NULL ORDER BY seat) AS seated) AS players \
    FROM matches WHERE (SELECT max(sequence) FROM events WHERE match_number = matches.number) IS NOT NULL";

/// Picks the matches of one page before their columns are read. Otherwise, the database could read and sort
/// the columns of every match that passes the filter.
const PICKED: &str = " AND matches.number IN (SELECT matches.number FROM matches WHERE \
    (SELECT max(sequence) FROM events WHERE match_number = matches.number) IS NOT NULL";

/// Tests whether metadata has a key with this value. A number or flag is compared as JSON.
const HAS_ON_SQLITE: &str = " AND EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(metadata) THEN metadata END) \
    WHERE key = ? AND CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' \
    ELSE CAST(value AS text) END = ?)";
const HAS_ON_POSTGRES: &str = " AND metadata IS NOT NULL AND json_member(metadata, ?) = ?";

/// Builds the statement of a query.
fn statement<'q>(query: &'q MatchQuery, has: &str) -> Built<'q> {
    let mut built = Built::new(LISTED);
    let picks = matches!(query.order, MatchOrder::Id(_)) && query.filters();
    if picks {
        built.sql += PICKED;
    }
    let conditions = [
        (" AND external_id = ?", &query.external_id),
        (" AND game = ?", &query.game),
        (" AND day >= ?", &query.from),
        (" AND day <= ?", &query.to),
    ];
    for (condition, value) in conditions {
        if let Some(value) = value {
            built.add(condition, [value.as_str().into()]);
        }
    }
    for (key, value) in &query.metadata {
        built.add(has, [key.as_str().into(), value.as_str().into()]);
    }
    if let Some(complete) = query.complete {
        built.add(" AND complete = ?", [u64::from(complete).into()]);
    }
    if let Some(player) = &query.player {
        let seated = " AND matches.number IN \
            (SELECT match_number FROM names WHERE seat IS NOT NULL AND folded = ?)";
        built.add(seated, [folded(player).into()]);
    }
    match &query.order {
        MatchOrder::Id(after) => {
            if let Some(after) = after {
                built.add(" AND matches.id > ?", [after.as_str().into()]);
            }
            built.sql += " ORDER BY matches.id";
        }
        MatchOrder::Newest(after) => {
            if let Some((day, id)) = after {
                let after = [day.as_str().into(), id.as_str().into()];
                built.add(" AND (day, matches.id) < (?, ?)", after);
            }
            built.sql += " ORDER BY matches.day DESC, matches.id DESC";
        }
    }
    built.add(" LIMIT ?", [query.limit.into()]);
    if picks {
        built.sql += ") ORDER BY matches.id";
    }
    built
}

impl Store {
    /// Returns the matches that a query selects, in the order of the query.
    ///
    /// # Errors
    /// Database errors.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<FoundMatch>, StoreError> {
        let has = if self.is_shared() {
            HAS_ON_POSTGRES
        } else {
            HAS_ON_SQLITE
        };
        let Built { sql, values } = statement(query, has);
        let found = self.rows(sql, &values).await?;
        found.iter().map(found_match).collect()
    }

    /// Returns the matches with one of these ids or external ids, or from one of these source documents.
    ///
    /// # Errors
    /// Database errors.
    pub async fn identified(&self, wanted: &Identifiers) -> Result<Vec<Identifiers>, StoreError> {
        let identified = "SELECT matches.id, external_id, source, count FROM matches \
            WHERE matches.id IN (SELECT value ->> 0 FROM json_each($1)) \
            UNION SELECT matches.id, external_id, source, count FROM matches \
            WHERE external_id IN (SELECT value ->> 0 FROM json_each($2)) \
            UNION SELECT matches.id, external_id, source, count FROM matches \
            WHERE source IN (SELECT value ->> 0 FROM json_each($3))";
        let values = [&wanted.ids, &wanted.external_ids, &wanted.sources].map(Value::column);
        let found = self.rows(identified, &values).await?;
        let read = |row: &Row| {
            Ok(Identifiers {
                ids: vec![row.any_text("id")?],
                external_ids: row.maybe("external_id")?.into_iter().collect(),
                sources: row.maybe("source")?.into_iter().collect(),
                version: row.any_number("count")?,
            })
        };
        found.iter().map(read).collect()
    }

    /// Returns the list data of a match; `None` if there is no such match, or if one of its names is damaged.
    ///
    /// # Errors
    /// Database errors.
    pub async fn listing(&self, id: &MatchId) -> Result<Option<Listing>, StoreError> {
        // This is one statement, so that it reads a single snapshot. Every match has at least one name.
        let found = "SELECT title, day, location, complete, lowest_wins, external_id, metadata, \
            names.number AS name_number, name, folded, seat FROM matches \
            LEFT JOIN names ON match_number = matches.number WHERE id = $1 ORDER BY seat";
        let rows = self.rows(found, &[id.as_str().into()]).await?;
        let mut seats = Vec::new();
        for row in &rows {
            if row.maybe("folded")? != row.maybe("name")?.map(|name| folded(&name)) {
                return Ok(None);
            }
            if row.any_number("seat")? > 0 {
                let number = row.number("name_number")?;
                seats.push(usize::try_from(number).unwrap_or_default());
            }
        }
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(listing(row, seats)?))
    }

    /// Writes list data in one transaction, and skips matches whose logs have changed.
    ///
    /// # Errors
    /// Database errors.
    pub async fn write_listings(&self, listings: Vec<ListedLog>) -> Result<(), StoreError> {
        let mut logs = Vec::new();
        for listed in listings {
            let names = self.log(&listed.id).await?.names;
            logs.push((listed, names));
        }
        let write = self.transact(WriteOptions::IN_ORDER, move |transaction| {
            Box::pin(async move {
                for (listed, names) in &logs {
                    write_listing(transaction, listed, names).await?;
                }
                Ok(0)
            })
        });
        write.await.map(|_| ())
    }
}

fn found_match(row: &Row) -> Result<FoundMatch, StoreError> {
    let opening = row.maybe("opening")?;
    Ok(FoundMatch {
        id: row.any_text("id")?,
        day: row.any_text("day")?,
        listed: listed_match(row, opening.as_deref().and_then(called))?,
        redefined: row.any_number("redefined")? > 0,
    })
}

/// Reads the list data of a match from a row; `None` if a part of it cannot be read.
fn listed_match(row: &Row, called: Option<Name>) -> Result<Option<ListedMatch>, StoreError> {
    let (Ok(id), Ok(Some(created_at)), Ok(Some(changed_at))) = (
        row.id("id"),
        row.moment("created_at"),
        row.moment("changed_at"),
    ) else {
        return Ok(None);
    };
    let outcome = row.maybe("outcome")?;
    let outcome = outcome.and_then(|text| serde_json::from_str::<Outcome>(&text).ok());
    Ok(Some(ListedMatch {
        summary: MatchSummary {
            id,
            game: row.any_text("game")?,
            created_at,
            changed_at,
            version: row.any_number("version")?,
        },
        listing: listing(row, Vec::new())?,
        totals: outcome.map(|outcome| outcome.totals).unwrap_or_default(),
        // Names are separated by line breaks, which no name contains.
        players: row
            .any_text("players")?
            .lines()
            .map(str::to_owned)
            .collect(),
        called,
    }))
}

/// Reads the list data in a row.
fn listing(row: &Row, seats: Vec<usize>) -> Result<Listing, StoreError> {
    Ok(Listing {
        title: row.maybe("title")?,
        day: row.any_text("day")?,
        location: row.maybe("location")?,
        complete: row.any_number("complete")? != 0,
        lowest_wins: row.any_number("lowest_wins")? != 0,
        external_id: row.maybe("external_id")?,
        metadata: row.maybe("metadata")?,
        seats,
    })
}

/// Writes the list data of a match, unless its log has changed.
async fn write_listing(
    transaction: &mut Transaction<'_>,
    listed: &ListedLog,
    names: &[StoredName],
) -> Result<(), StoreError> {
    let id = listed.id.as_str();
    let vacate = "UPDATE names SET seat = NULL \
        WHERE match_number = (SELECT number FROM matches WHERE id = $1 AND count = $2)";
    let values = [id.into(), listed.count.into()];
    if transaction.run(vacate, &values).await? == 0 {
        return Ok(());
    }
    let mut rows = Rows::default();
    rows.add_names(id, names);
    rows.add_listing(id, &listed.listing);
    transaction.write_rows(&rows).await
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;
    use sqlx::sqlite::SqlitePool;

    use super::super::migrate::MIGRATIONS;
    use super::*;

    /// Returns all steps of SQLite's plan for a query, and the top-level steps.
    async fn plan(query: &MatchQuery) -> (Vec<String>, Vec<String>) {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        MIGRATIONS.run(&pool).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {}", statement(query, HAS_ON_SQLITE).sql);
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&pool).await;
        let details = rows.unwrap();
        let steps = details.iter().map(|row| {
            let (parent, detail): (i64, String) = (row.get("parent"), row.get("detail"));
            (parent, detail)
        });
        let steps: Vec<(i64, String)> = steps.collect();
        let outer = steps.iter().filter(|(parent, _)| *parent == 0);
        let outer = outer.map(|(_, detail)| detail.clone()).collect();
        (steps.into_iter().map(|(_, detail)| detail).collect(), outer)
    }

    #[tokio::test]
    async fn lists_use_an_index_instead_of_sorting_all_matches() {
        let text = |text: &str| Some(text.to_owned());
        let newest = MatchOrder::Newest(None);
        for (query, index) in [
            (MatchQuery::default(), "sqlite_autoindex_matches_1"),
            (
                MatchQuery {
                    order: newest.clone(),
                    ..MatchQuery::default()
                },
                "matches_by_day",
            ),
            (
                MatchQuery {
                    order: MatchOrder::Newest(Some(("2026-01-01".to_owned(), "x".to_owned()))),
                    ..MatchQuery::default()
                },
                "matches_by_day",
            ),
            (
                MatchQuery {
                    game: text("a"),
                    order: newest.clone(),
                    ..MatchQuery::default()
                },
                "matches_by_game",
            ),
            (
                MatchQuery {
                    complete: Some(false),
                    order: newest.clone(),
                    ..MatchQuery::default()
                },
                "matches_by_status",
            ),
            (
                MatchQuery {
                    from: text("2026-01-01"),
                    to: text("2026-01-02"),
                    order: newest.clone(),
                    ..MatchQuery::default()
                },
                "matches_by_day",
            ),
            (
                MatchQuery {
                    external_id: text("x"),
                    ..MatchQuery::default()
                },
                "matches_by_external_id",
            ),
        ] {
            let (steps, outer) = plan(&query).await;
            let matches_step = steps.iter().find(|step| step.contains(" matches "));
            assert!(
                matches_step.is_some_and(|step| step.contains(index)),
                "{query:?}: {steps:#?}"
            );
            assert!(
                !outer.iter().any(|step| step.contains("ORDER BY")) || query.external_id.is_some(),
                "{query:?}: {steps:#?}"
            );
        }
        for (query, index) in [
            (
                MatchQuery {
                    game: text("a"),
                    ..MatchQuery::default()
                },
                "matches_of_game",
            ),
            (
                MatchQuery {
                    complete: Some(true),
                    ..MatchQuery::default()
                },
                "matches_of_status",
            ),
            (
                MatchQuery {
                    to: text("2026-01-01"),
                    ..MatchQuery::default()
                },
                "COVERING INDEX matches_day_by_id",
            ),
        ] {
            let (steps, outer) = plan(&query).await;
            let picked = steps.iter().position(|step| step.contains("LIST SUBQUERY"));
            let read = steps.iter().position(|step| step.contains(index));
            assert!(picked.is_some() && picked < read, "{query:?}: {steps:#?}");
            let sorted = steps.iter().filter(|step| step.contains("FOR ORDER BY"));
            // One sort orders the picked matches, and one orders the players by seat.
            assert_eq!(sorted.count(), 2, "{query:?}: {steps:#?}");
            assert!(outer.iter().any(|step| step.contains("FOR ORDER BY")));
        }
        let by_player = MatchQuery {
            player: text("Ann"),
            ..MatchQuery::default()
        };
        let (steps, _) = plan(&by_player).await;
        assert!(
            steps.iter().any(|step| step.contains("names_seated")),
            "{steps:#?}"
        );
    }
}
