//! Bulk reads and writes: copies of a whole database, the claim of an import, the size of the database.

use std::time::Duration;

use super::super::error::StoreError;
use super::super::postgres::{GO_ON, SessionClaim};
use super::super::sqlite::FileClaim;
use super::super::statement::{Readers, Value};
use super::super::store::{Database, Store};
use super::super::tables::{CLUSTER_SETTINGS, Kind, Row, TABLES, Table};
use super::super::values::{json, unreadable};
use super::super::write::{Terms, Transaction};

/// How far a copy of a whole database into this one has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyMark {
    /// What the source had when the copy began.
    pub source: String,
    /// The index of the table that is being copied; as many as there are tables, once all are.
    pub table: usize,
    /// The key of the last row of it that was copied.
    pub after: Option<Row>,
}

/// Something to be written, in one transaction.
#[derive(Debug)]
pub enum BulkWrite {
    /// Begins a copy into this database; 1, or 0 if it is not empty.
    BeginCopy {
        /// What the source has.
        source: String,
    },
    /// Empties the database, and begins a copy into it; 1.
    BeginCopyAgain {
        /// What the source has.
        source: String,
    },
    /// Writes copied rows, and how far the copy has come; how many.
    Rows {
        /// Their table.
        table: &'static Table,
        /// The rows.
        rows: Vec<Row>,
        /// How far the copy has come with them.
        mark: CopyMark,
    },
    /// Ends a copy: the database may be used.
    FinishCopy,
}

/// How large a database is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many matches it has.
    pub matches: u64,
    /// How many bytes it takes.
    pub bytes: u64,
}

/// That nobody else writes an import while this is held.
#[derive(Debug)]
pub struct ImportClaim(#[expect(dead_code, reason = "it is held")] Claim);

#[derive(Debug)]
#[expect(dead_code, reason = "they are held")]
enum Claim {
    File(FileClaim),
    Session(SessionClaim),
}

impl Store {
    /// How far a copy into this database has come that was not ended.
    ///
    /// # Errors
    /// Those of the database; a mark that cannot be read.
    pub async fn unfinished_copy(&self) -> Result<Option<CopyMark>, StoreError> {
        let mark = "SELECT source, stage, after FROM copying";
        let Some(row) = self.readers().row(mark, &[]).await? else {
            return Ok(None);
        };
        let after = serde_json::from_str(&row.text("after")?);
        Ok(Some(CopyMark {
            source: row.text("source")?,
            table: usize::try_from(row.number("stage")?).unwrap_or(usize::MAX),
            after: after.map_err(|_| unreadable("a mark of a copy"))?,
        }))
    }

    /// Claims to be the only one who writes an import, of all processes that use the database; waits for
    /// another for so long.
    ///
    /// # Errors
    /// [`Busy`](StoreError::Busy), if another still does.
    pub async fn claim_import(&self, patience: Duration) -> Result<ImportClaim, StoreError> {
        let claim = match &self.database {
            Database::Sqlite(sqlite) => Claim::File(sqlite.claim_import(patience).await?),
            Database::Postgres(postgres) => Claim::Session(postgres.claim_import(patience).await?),
        };
        Ok(ImportClaim(claim))
    }

    /// Writes something.
    ///
    /// # Errors
    /// Those of the database, such as [`Full`](StoreError::Full).
    pub async fn write_bulk(&self, write: BulkWrite) -> Result<u64, StoreError> {
        let terms = match &write {
            BulkWrite::BeginCopyAgain { .. } => Terms {
                erases: true,
                ..Terms::default()
            },
            BulkWrite::BeginCopy { .. } | BulkWrite::Rows { .. } | BulkWrite::FinishCopy => {
                Terms::default()
            }
        };
        self.transact(terms, move |transaction| {
            Box::pin(async move { do_write(transaction, &write).await })
        })
        .await
    }

    /// How large it is. Matches are counted one by one: not to be asked often.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn figures(&self) -> Result<Figures, StoreError> {
        let figures = match self.readers() {
            Readers::Sqlite(_) => {
                "SELECT (SELECT count(*) FROM matches) AS matches, \
                 (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes"
            }
            Readers::Postgres(_) => {
                "SELECT (SELECT count(*) FROM matches) AS matches, \
                 pg_database_size(current_database()) AS bytes"
            }
        };
        let Some(row) = self.readers().row(figures, &[]).await? else {
            return Ok(Figures::default());
        };
        Ok(Figures {
            matches: row.number("matches")?,
            bytes: row.number("bytes")?,
        })
    }
}

/// Writes something; what it comes to.
async fn do_write(transaction: &mut Transaction<'_>, write: &BulkWrite) -> Result<u64, StoreError> {
    match write {
        BulkWrite::BeginCopy { source } => {
            if !is_empty(transaction).await? {
                return Ok(0);
            }
            begin_copy(transaction, source).await
        }
        BulkWrite::BeginCopyAgain { source } => {
            empty(transaction).await?;
            begin_copy(transaction, source).await
        }
        BulkWrite::Rows { table, rows, mark } => {
            insert(transaction, table, rows).await?;
            let set = "UPDATE copying SET stage = $1, after = $2";
            let values = [mark.table.into(), json(&mark.after).into()];
            transaction.run(set, &values).await?;
            Ok(rows.len().try_into().unwrap_or(u64::MAX))
        }
        BulkWrite::FinishCopy => {
            if let Transaction::Postgres(_) = transaction {
                for statement in GO_ON {
                    transaction.run(statement, &[]).await?;
                }
            }
            transaction.run("DELETE FROM copying", &[]).await?;
            Ok(1)
        }
    }
}

/// Whether nothing is stored, not even what is left of deleted matches.
async fn is_empty(transaction: &mut Transaction<'_>) -> Result<bool, StoreError> {
    for table in TABLES.iter().filter(|table| table.name != CLUSTER_SETTINGS) {
        let some = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if transaction.row(some, &[]).await?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Deletes everything.
async fn empty(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    if let Transaction::Postgres(_) = transaction {
        let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        let empty = format!("TRUNCATE {}, copying CASCADE", names.join(", "));
        transaction.run(empty, &[]).await?;
        return Ok(());
    }
    for table in TABLES.iter().rev() {
        let delete = format!("DELETE FROM {}", table.name);
        transaction.run(delete, &[]).await?;
    }
    transaction.run("DELETE FROM copying", &[]).await?;
    Ok(())
}

async fn begin_copy(transaction: &mut Transaction<'_>, source: &str) -> Result<u64, StoreError> {
    transaction.run("DELETE FROM cluster_settings", &[]).await?;
    let begin = "INSERT INTO copying (one, source, stage, after) VALUES (1, $1, 0, 'null')";
    transaction.run(begin, &[source.into()]).await
}

/// Inserts rows, all of which are bound as one parameter.
async fn insert(
    transaction: &mut Transaction<'_>,
    table: &Table,
    rows: &[Row],
) -> Result<(), StoreError> {
    let is_postgres = matches!(transaction, Transaction::Postgres(_));
    let value = |(index, (_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Text => format!("value ->> {index}"),
        Kind::Number => format!("CAST(value ->> {index} AS bigint)"),
        Kind::Bytes if is_postgres => format!("decode(value ->> {index}, 'hex')"),
        Kind::Bytes => format!("unhex(value ->> {index})"),
    };
    let values: Vec<String> = table.columns.iter().enumerate().map(value).collect();
    let insert = format!(
        "INSERT INTO {} ({}) SELECT {} FROM json_each($1)",
        table.name,
        table.column_list(),
        values.join(", ")
    );
    transaction.run(insert, &[Value::rows(&rows)]).await?;
    Ok(())
}
