//! The index of matches: reading and writing the list data, without logs.

use super::super::error::StoreError;
use super::super::match_entry::{
    FoundMatch, Known, ListedLog, MatchOrder, MatchQuery, StoredListing,
};
use super::super::rows::{ListingRows, set_listings, set_seats};
use super::super::statement::{Row, Value};
use super::super::store::Store;
use super::super::write::{Transaction, WriteOptions};
use overtrick_core::folded;
use overtrick_match::ledger::{Listing, MatchId};

/// The columns of a listed match. A match without a last event has lost its log, and is not listed.
const LISTED: &str = "SELECT matches.id, game, created_at, \
    (SELECT at FROM events WHERE match_number = matches.number ORDER BY sequence DESC LIMIT 1) \
    AS changed_at, (SELECT max(sequence) FROM events WHERE match_number = matches.number) AS version, \
    title, day, complete, external_id, metadata, listed, \
    CASE WHEN game = 'own' THEN (SELECT kind FROM events \
    WHERE match_number = matches.number AND sequence = 1) END AS opening, \
    CASE WHEN game = 'own' THEN (SELECT count(*) FROM events WHERE match_number = matches.number \
    AND kind LIKE '{\"action\":\"redefine\"%') END AS redefined, \
    (SELECT CAST(json_group_array(name) AS text) FROM (SELECT CAST(name AS text) AS name FROM names \
    WHERE match_number = matches.number AND seat IS NOT NULL ORDER BY seat) AS seated) AS players \
    FROM matches WHERE (SELECT max(sequence) FROM events WHERE match_number = matches.number) IS NOT NULL";

/// Which matches they are is found out first: otherwise the columns of everything that a filter leaves could be
/// read and sorted by id, of a year of evenings to show one page.
const PICKED: &str = " AND matches.number IN (SELECT matches.number FROM matches WHERE \
    (SELECT max(sequence) FROM events WHERE match_number = matches.number) IS NOT NULL";

/// The statement of a query, with what is bound to it.
fn statement<'q>(query: &'q MatchQuery) -> (String, Vec<Value<'q>>) {
    let mut sql = LISTED.to_owned();
    let mut values = Vec::new();
    let mut bind = |value: Value<'q>| {
        values.push(value);
        format!("${}", values.len())
    };
    let picks = matches!(query.order, MatchOrder::Id(_)) && query.filters();
    if picks {
        sql += PICKED;
    }
    let conditions = [
        ("external_id =", &query.external_id),
        ("game =", &query.game),
        ("day >=", &query.from),
        ("day <=", &query.to),
    ];
    for (condition, value) in conditions {
        if let Some(value) = value {
            sql += &format!(" AND {condition} {}", bind(value.as_str().into()));
        }
    }
    if let Some(complete) = query.complete {
        sql += &format!(" AND complete = {}", bind(u64::from(complete).into()));
    }
    if let Some(player) = &query.player {
        let player = bind(folded(player).into());
        sql += &format!(
            " AND matches.number IN \
             (SELECT match_number FROM names WHERE seat IS NOT NULL AND folded = {player})"
        );
    }
    match &query.order {
        MatchOrder::Id(after) => {
            if let Some(after) = after {
                sql += &format!(" AND matches.id > {}", bind(after.as_str().into()));
            }
            sql += " ORDER BY matches.id";
        }
        MatchOrder::Newest(after) => {
            if let Some((day, id)) = after {
                let (day, id) = (bind(day.as_str().into()), bind(id.as_str().into()));
                sql += &format!(" AND (day, matches.id) < ({day}, {id})");
            }
            sql += " ORDER BY matches.day DESC, matches.id DESC";
        }
    }
    sql += &format!(" LIMIT {}", bind(query.limit.into()));
    if picks {
        sql += ") ORDER BY matches.id";
    }
    (sql, values)
}

impl Store {
    /// The matches that a query asks for, in its order.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn find(&self, query: &MatchQuery) -> Result<Vec<FoundMatch>, StoreError> {
        let (sql, values) = statement(query);
        let found = self.readers().rows(sql, &values).await?;
        found.iter().map(found_match).collect()
    }

    /// The matches that have one of these ids or external ids, or come from one of these documents.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn known(&self, asked: &Known) -> Result<Vec<Known>, StoreError> {
        let known = "SELECT matches.id, external_id, source, count FROM matches \
            WHERE matches.id IN (SELECT value ->> 0 FROM json_each($1)) \
            UNION SELECT matches.id, external_id, source, count FROM matches \
            WHERE external_id IN (SELECT value ->> 0 FROM json_each($2)) \
            UNION SELECT matches.id, external_id, source, count FROM matches \
            WHERE source IN (SELECT value ->> 0 FROM json_each($3))";
        let values = [&asked.ids, &asked.external_ids, &asked.sources].map(Value::column);
        let known = self.readers().rows(known, &values).await?;
        let read = |row: &Row| {
            Ok(Known {
                ids: vec![row.plain_text("id")?],
                external_ids: row.plain("external_id")?.into_iter().collect(),
                sources: row.plain("source")?.into_iter().collect(),
                version: row.any_number("count")?,
            })
        };
        known.iter().map(read).collect()
    }

    /// What lists show of a match, with its digest; nothing, if a name of it is not found.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn listing(&self, id: &MatchId) -> Result<Option<(Listing, String)>, StoreError> {
        // One statement, so that all is of one moment. A match has at least one name.
        let found = "SELECT title, day, complete, external_id, metadata, listed, \
            names.number AS name_number, name, folded, seat FROM matches \
            LEFT JOIN names ON match_number = matches.number WHERE id = $1 ORDER BY seat";
        let rows = self.readers().rows(found, &[id.as_str().into()]).await?;
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

    /// Writes what lists show of those of these matches whose logs are as long as they were, all or none.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn write_listings(&self, listings: Vec<ListedLog>) -> Result<(), StoreError> {
        let mut names = Vec::new();
        for ListedLog { id, .. } in &listings {
            let of_match = self.log(id).await?.names.into_iter();
            names.extend(of_match.map(|name| {
                let text = folded(&name.name);
                (id.to_string(), name.number, text)
            }));
        }
        let write = self.transact(WriteOptions::IN_ORDER, move |transaction| {
            Box::pin(async move { write_listings(transaction, &listings, &names).await })
        });
        write.await.map(|_| ())
    }
}

fn found_match(row: &Row) -> Result<FoundMatch, StoreError> {
    let players = row.plain_text("players")?;
    let stored = StoredListing {
        id: row.plain_text("id")?,
        game: row.plain_text("game")?,
        created_at: row.plain_text("created_at")?,
        changed_at: row.plain_text("changed_at")?,
        version: row.any_number("version")?,
        title: row.maybe("title")?,
        day: row.plain_text("day")?,
        complete: row.any_number("complete")? != 0,
        external_id: row.plain("external_id")?,
        metadata: row.plain("metadata")?,
        players: serde_json::from_str(&players).unwrap_or_default(),
        digest: row.plain_text("listed")?,
        opening: row.plain("opening")?,
        redefined: row.any_number("redefined")?,
    };
    Ok(stored.into())
}

/// A name as names are compared: match, number of the name, text.
type ComparedName = (String, usize, String);

/// Writes what lists show of matches, unless they have changed since.
async fn write_listings(
    transaction: &mut Transaction<'_>,
    listings: &[ListedLog],
    names: &[ComparedName],
) -> Result<u64, StoreError> {
    let unchanged = "SELECT matches.id AS unchanged FROM matches \
        JOIN json_each($1) ON matches.id = value ->> 0 WHERE count = CAST(value ->> 1 AS bigint)";
    let counts = listings.iter().map(|one| (one.id.as_str(), one.count));
    let counts = Value::rows(&counts.collect::<Vec<_>>());
    let unchanged = transaction.rows(unchanged, &[counts]).await?;
    let unchanged = unchanged.iter().map(|row| row.plain_text("unchanged"));
    let unchanged: Vec<String> = unchanged.collect::<Result<_, _>>()?;
    let is_unchanged = |id: &str| unchanged.iter().any(|known| known == id);
    let mut rows = ListingRows::default();
    let mut digests = Vec::new();
    let listings = listings.iter().filter(|one| is_unchanged(one.id.as_str()));
    for one in listings {
        rows.add(one.id.as_str(), &one.listing);
        digests.push((one.id.as_str(), &*one.digest));
    }
    let names = names.iter().filter(|(id, ..)| is_unchanged(id));
    let names: Vec<&ComparedName> = names.collect();
    let matches = rows.matches.iter().map(|row| {
        let title = row.1.map(|title| transaction.stored(title));
        (row.0, title, row.2, row.3, row.4, row.5)
    });
    let matches = Value::rows(&matches.collect::<Vec<_>>());
    let stand = "UPDATE names SET seat = NULL WHERE match_number IN \
        (SELECT matches.number FROM matches JOIN json_each($1) ON matches.id = value ->> 0)";
    let compare = "UPDATE names SET folded = value ->> 2 FROM json_each($1) \
        WHERE match_number = (SELECT number FROM matches WHERE id = value ->> 0) \
        AND names.number = CAST(value ->> 1 AS bigint)";
    let digest = "UPDATE matches SET listed = value ->> 1 FROM json_each($1) \
        WHERE matches.id = value ->> 0";
    let digests = Value::rows(&digests);
    let statements = [
        (stand, Value::column(&unchanged)),
        (compare, Value::rows(&names)),
        (set_listings!("$1"), matches),
        (set_seats!("$1"), Value::rows(&rows.seats)),
        (digest, digests),
    ];
    for (statement, rows) in statements {
        transaction.run(statement, &[rows]).await?;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;
    use sqlx::sqlite::SqlitePool;

    use super::super::super::migrate::MIGRATIONS;
    use super::*;

    /// How SQLite goes about a query: the steps, and those of them that are no part of another.
    async fn plan(query: &MatchQuery) -> (Vec<String>, Vec<String>) {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        MIGRATIONS.run(&pool).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {}", statement(query).0);
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
            // What was picked is in the order of numbers; the players are sorted by their seats.
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
