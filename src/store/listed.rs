//! Queries for the list data of matches.

use sqlx::sqlite::{Sqlite, SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Row};

use super::error::StoreError;
use super::lists::{FoundMatch, Known, MatchOrder, MatchQuery, StoredListing};
use super::values;
use overtrick_core::folded;

/// The columns of a listed match. A match without its last event has lost its log and is not listed.
const LISTED: &str = "SELECT matches.id, game, created_at, events.at AS changed_at, \
    sequence AS version, title, day, complete, \
    external_id, metadata, listed, (SELECT json_group_array(name) FROM \
    (SELECT CAST(name AS TEXT) AS name FROM names \
    WHERE match_number = matches.number AND seat IS NOT NULL ORDER BY seat)) AS players \
    FROM matches JOIN events ON match_number = matches.number AND sequence = \
    (SELECT max(sequence) FROM events WHERE match_number = matches.number) WHERE true";

/// Selects the matches first: otherwise SQLite could read and sort all columns of every filtered match to
/// show one page.
const PICKED: &str = " AND matches.number IN (SELECT matches.number FROM matches \
    WHERE EXISTS (SELECT 1 FROM events WHERE match_number = matches.number)";

/// The SQL of a query.
pub fn statement(query: &MatchQuery) -> QueryBuilder<Sqlite> {
    let mut sql = QueryBuilder::new(LISTED);
    let picks = matches!(query.order, MatchOrder::Id(_)) && query.filters();
    if picks {
        sql.push(PICKED);
    }
    let mut and = |condition: &'static str, value: Option<&String>| {
        if let Some(value) = value {
            sql.push(condition).push_bind(value.clone());
        }
    };
    and(" AND external_id = ", query.external_id.as_ref());
    and(" AND game = ", query.game.as_ref());
    and(" AND day >= ", query.from.as_ref());
    and(" AND day <= ", query.to.as_ref());
    if let Some(complete) = query.complete {
        sql.push(" AND complete = ").push_bind(i64::from(complete));
    }
    if let Some(player) = &query.player {
        sql.push(" AND matches.number IN (SELECT match_number FROM names WHERE seat IS NOT NULL AND folded = ")
            .push_bind(folded(player))
            .push(")");
    }
    match &query.order {
        MatchOrder::Id(after) => {
            if let Some(after) = after {
                sql.push(" AND matches.id > ").push_bind(after.clone());
            }
            sql.push(" ORDER BY matches.id LIMIT ");
        }
        MatchOrder::Newest(after) => {
            if let Some((day, id)) = after {
                sql.push(" AND (day, matches.id) < (")
                    .push_bind(day.clone());
                sql.push(", ").push_bind(id.clone()).push(")");
            }
            sql.push(" ORDER BY matches.day DESC, matches.id DESC LIMIT ");
        }
    }
    sql.push_bind(i64::try_from(query.limit).unwrap_or(i64::MAX));
    if picks {
        sql.push(") ORDER BY matches.id");
    }
    sql
}

/// The matches found by a query.
pub async fn find(readers: &SqlitePool, query: &MatchQuery) -> Result<Vec<FoundMatch>, StoreError> {
    let found = statement(query).build().fetch_all(readers).await?;
    found.iter().map(listed).collect()
}

fn listed(row: &SqliteRow) -> Result<FoundMatch, StoreError> {
    let players = values::text(row, "players")?;
    let stored = StoredListing {
        id: values::text(row, "id")?,
        game: values::text(row, "game")?,
        created_at: values::text(row, "created_at")?,
        changed_at: values::text(row, "changed_at")?,
        version: values::any_number(row, "version")?,
        title: values::any_text(row, "title")?,
        day: values::text(row, "day")?,
        complete: values::any_number(row, "complete")? != 0,
        external_id: values::any_text(row, "external_id")?,
        metadata: values::any_text(row, "metadata")?,
        players: serde_json::from_str(&players).unwrap_or_default(),
        digest: values::text(row, "listed")?,
    };
    Ok(stored.into())
}

/// The stored matches with one of these identifiers.
pub async fn known(readers: &SqlitePool, asked: &Known) -> Result<Vec<Known>, StoreError> {
    let found = "SELECT id, external_id, source FROM matches \
        WHERE id IN (SELECT value FROM json_each(?1)) \
        OR external_id IN (SELECT value FROM json_each(?2)) \
        OR source IN (SELECT value FROM json_each(?3))";
    let found = sqlx::query(found)
        .bind(values::json(&asked.ids))
        .bind(values::json(&asked.external_ids))
        .bind(values::json(&asked.sources));
    let found = found.fetch_all(readers).await?;
    let known = found.iter().map(|row| {
        let (external_id, source): (Option<String>, Option<String>) =
            (row.try_get("external_id")?, row.try_get("source")?);
        Ok(Known {
            ids: vec![row.try_get("id")?],
            external_ids: external_id.into_iter().collect(),
            sources: source.into_iter().collect(),
        })
    });
    known.collect()
}

#[cfg(test)]
mod tests {
    use super::super::migrate::MIGRATIONS;
    use super::*;

    /// SQLite's plan of a query: all steps, and the top-level ones.
    async fn plan(query: &MatchQuery) -> (Vec<String>, Vec<String>) {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        MIGRATIONS.run(&pool).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {}", statement(query).sql().as_str());
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
    async fn no_list_reads_all_matches_and_sorts_them() {
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
            let of_matches = steps.iter().find(|step| step.contains(" matches "));
            assert!(
                of_matches.is_some_and(|step| step.contains(index)),
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
            // The selected matches are in the order of numbers; players are sorted by seat.
            assert_eq!(sorted.count(), 2, "{query:?}: {steps:#?}");
            assert!(outer.iter().any(|step| step.contains("FOR ORDER BY")));
        }
        let of_player = MatchQuery {
            player: text("Ann"),
            ..MatchQuery::default()
        };
        let (steps, _) = plan(&of_player).await;
        assert!(
            steps.iter().any(|step| step.contains("names_seated")),
            "{steps:#?}"
        );
    }
}
