//! Queries for the list data of matches.

use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row};

use super::super::error::StoreError;
use super::super::lists::{FoundMatch, Known, MatchOrder, MatchQuery, StoredListing};
use super::connection::Query;
use super::pool::Pool;
use super::rows::{any_number, size, text};
use super::texts::{read, stored};
use overtrick_core::folded;

/// The columns of a listed match. A match without its last event has lost its log and is not listed.
const LISTED: &str = "SELECT matches.id, game, created_at, last.at AS changed_at, \
    last.sequence AS version, title, day, complete, \
    external_id, metadata, listed, array(SELECT name FROM names \
    WHERE match_number = matches.number AND seat IS NOT NULL ORDER BY seat) AS players \
    FROM matches CROSS JOIN LATERAL (SELECT at, sequence FROM events \
    WHERE match_number = matches.number ORDER BY sequence DESC LIMIT 1) AS last WHERE true";

/// A bound value.
#[derive(Clone)]
enum Value {
    Text(String),
    Number(i64),
}

/// A statement under construction, with its bound values.
struct Statement {
    sql: String,
    values: Vec<Value>,
}

impl Statement {
    fn push(&mut self, sql: &str) -> &mut Statement {
        self.sql += sql;
        self
    }

    fn bind(&mut self, value: Value) -> &mut Statement {
        self.values.push(value);
        self.sql += &format!("${}", self.values.len());
        self
    }

    fn text(&mut self, text: &str) -> &mut Statement {
        self.bind(Value::Text(stored(text).into_owned()))
    }

    /// Planned for its values each time: there are many variants, and lists are rarely read.
    fn query(&self) -> Query<'static> {
        let query = sqlx::query(AssertSqlSafe(self.sql.clone())).persistent(false);
        let values = self.values.iter().cloned();
        values.fold(query, |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        })
    }
}

/// The SQL of a query.
fn statement(query: &MatchQuery) -> Statement {
    let mut sql = Statement {
        sql: LISTED.to_owned(),
        values: Vec::new(),
    };
    let mut and = |condition: &'static str, value: Option<&String>| {
        if let Some(value) = value {
            sql.push(condition).text(value);
        }
    };
    and(" AND external_id = ", query.external_id.as_ref());
    and(" AND game = ", query.game.as_ref());
    and(" AND day >= ", query.from.as_ref());
    and(" AND day <= ", query.to.as_ref());
    if let Some(complete) = query.complete {
        let complete = Value::Number(i64::from(complete));
        sql.push(" AND complete = ").bind(complete);
    }
    if let Some(player) = &query.player {
        sql.push(" AND matches.number IN (SELECT match_number FROM names WHERE seat IS NOT NULL AND folded = ")
            .text(&folded(player))
            .push(")");
    }
    match &query.order {
        MatchOrder::Id(after) => {
            if let Some(after) = after {
                sql.push(" AND matches.id > ").text(after);
            }
            sql.push(" ORDER BY matches.id LIMIT ");
        }
        MatchOrder::Newest(after) => {
            if let Some((day, id)) = after {
                sql.push(" AND (day, matches.id) < (").text(day);
                sql.push(", ").text(id).push(")");
            }
            sql.push(" ORDER BY matches.day DESC, matches.id DESC LIMIT ");
        }
    }
    sql.bind(Value::Number(size(query.limit)));
    sql
}

/// The matches found by a query.
pub async fn find(pool: &Pool, query: &MatchQuery) -> Result<Vec<FoundMatch>, StoreError> {
    let statement = statement(query);
    let found = pool.rows(|| statement.query());
    found.await?.iter().map(listed).collect()
}

fn listed(row: &PgRow) -> Result<FoundMatch, StoreError> {
    let stored = StoredListing {
        id: text(row, "id")?,
        game: text(row, "game")?,
        created_at: text(row, "created_at")?,
        changed_at: text(row, "changed_at")?,
        version: any_number(row, "version")?,
        title: row.try_get::<Option<String>, _>("title")?.map(read),
        day: text(row, "day")?,
        complete: any_number(row, "complete")? != 0,
        external_id: row.try_get("external_id")?,
        metadata: row.try_get("metadata")?,
        players: row.try_get("players")?,
        digest: text(row, "listed")?,
    };
    Ok(stored.into())
}

/// The stored matches with one of these identifiers.
pub async fn known(pool: &Pool, asked: &Known) -> Result<Vec<Known>, StoreError> {
    let found = "SELECT id, external_id, source FROM matches \
        WHERE id = ANY ($1) OR external_id = ANY ($2) OR source = ANY ($3)";
    let found = pool.rows(|| {
        sqlx::query(found)
            .bind(&*asked.ids)
            .bind(&*asked.external_ids)
            .bind(&*asked.sources)
    });
    let known = found.await?;
    let known = known.iter().map(|row| {
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
