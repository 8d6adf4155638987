//! The size of a database, and the claim of an import.

use std::time::Duration;

use super::super::error::StoreError;
use super::super::sqlite::FileClaim;
use super::super::statement::Readers;
use super::super::store::{Database, Store};
use sqlx::postgres::PgConnection;

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
    Session(PgConnection),
}

impl Store {
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
