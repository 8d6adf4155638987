//! A view of a whole database as of one moment, while others write.

use serde_json::Value as Json;
use sqlx::Transaction;
use sqlx::postgres::PgConnection;

use super::super::error::StoreError;
use super::super::statement::{self, Value, on_postgres, on_sqlite};
use super::super::store::{Database, Store};
use super::super::tables::{Kind, Row, Table, quoted};
use overtrick_match::ledger::hex;

/// A view of a whole database as of one moment: a transaction that reads, on a connection of its own.
pub struct Snapshot(Reading);

enum Reading {
    Sqlite(Transaction<'static, sqlx::Sqlite>),
    Postgres(PgConnection),
}

impl Store {
    /// Everything, as of now.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn snapshot(&self) -> Result<Snapshot, StoreError> {
        Ok(Snapshot(match &self.database {
            Database::Sqlite(sqlite) => Reading::Sqlite(sqlite.snapshot().await?),
            Database::Postgres(postgres) => Reading::Postgres(postgres.snapshot().await?),
        }))
    }
}

impl Snapshot {
    /// At most `limit` rows of a table in the order of their keys, beginning after a key.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn rows(
        &mut self,
        table: &Table,
        after: Option<&Row>,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let key: Vec<String> = table.key_columns().into_iter().map(quoted).collect();
        let key = key.join(", ");
        let beyond = match after {
            Some(after) => {
                let places: Vec<String> = (1..=after.len())
                    .map(|number| format!("${number}"))
                    .collect();
                format!("WHERE ({key}) > ({})", places.join(", "))
            }
            None => String::new(),
        };
        let select = format!(
            "SELECT {} FROM {} {beyond} ORDER BY {key} LIMIT {limit}",
            table.column_list(),
            table.name
        );
        let values = after.into_iter().flatten().map(|value| {
            let number = value.as_u64().map(Value::from);
            number.unwrap_or_else(|| value.as_str().unwrap_or_default().into())
        });
        let found = self.fetch(select, &values.collect::<Vec<_>>()).await?;
        found.iter().map(|row| copied(table, row)).collect()
    }

    /// How many rows a table has.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn count(&mut self, table: &Table) -> Result<u64, StoreError> {
        let count = format!("SELECT count(*) AS counted FROM {}", table.name);
        let rows = self.fetch(count, &[]).await?;
        rows.first().map_or(Ok(0), |row| row.number("counted"))
    }

    async fn fetch(
        &mut self,
        sql: String,
        values: &[Value<'_>],
    ) -> Result<Vec<statement::Row>, StoreError> {
        Ok(match &mut self.0 {
            Reading::Sqlite(reading) => {
                let found = on_sqlite(sql.into(), values).fetch_all(&mut **reading);
                let found = found.await?.into_iter();
                found.map(statement::Row::Sqlite).collect()
            }
            Reading::Postgres(connection) => {
                let found = on_postgres(sql.into(), values).fetch_all(connection);
                let found = found.await?.into_iter();
                found.map(statement::Row::Postgres).collect()
            }
        })
    }
}

/// The values of a row. What is no text of ours is copied as far as it is one: its digest tells.
fn copied(table: &Table, row: &statement::Row) -> Result<Row, StoreError> {
    let value = |(name, kind): &(&str, Kind)| -> Result<Json, StoreError> {
        Ok(match kind {
            Kind::Text => row.plain(name)?.into(),
            Kind::Number => row.any_integer(name)?.into(),
            Kind::Bytes => row.bytes(name)?.map(|bytes| hex(&bytes)).into(),
        })
    };
    table.columns.iter().map(value).collect()
}
