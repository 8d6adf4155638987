//! Stores the club document, and lists the matches of the club.

use std::sync::Arc;

use super::error::StoreError;
use super::match_entry::BulkChange;
use super::match_log::write_bulk;
use super::statement::Row;
use super::store::Store;
use super::transaction::WriteOptions;

/// The club document with its version, which begins at 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredClub {
    /// How many times it has been written.
    pub version: u64,
    /// The document as JSON.
    pub document: String,
}

/// Writes the document if the stored version is `$3`.
const PUT: &str = "INSERT INTO club (number, version, document) VALUES (1, $2, $1) \
    ON CONFLICT (number) DO UPDATE SET version = $2, document = $1 WHERE club.version = $3";

impl Store {
    /// Returns the version of the club document; 0 if there is none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn club_version(&self) -> Result<u64, StoreError> {
        let row = self.row("SELECT version FROM club", &[]).await?;
        row.map_or(Ok(0), |row| row.number("version"))
    }

    /// Returns the club document, if there is one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn club(&self) -> Result<Option<StoredClub>, StoreError> {
        let row = self.row("SELECT version, document FROM club", &[]).await?;
        let read = |row: Row| {
            Ok(StoredClub {
                version: row.number("version")?,
                document: row.text("document")?,
            })
        };
        row.map(read).transpose()
    }

    /// Replaces the club document durably if its version is `before`; version 0 means that there is no document yet.
    /// The events in `erasing`, which erase a person from matches, are written in the same transaction.
    ///
    /// # Errors
    /// [`StoreError::VersionConflict`] if the document or a match has another version; other database errors.
    pub async fn put_club(
        &self,
        document: String,
        before: u64,
        erasing: Option<Arc<BulkChange>>,
    ) -> Result<(), StoreError> {
        let options = WriteOptions {
            in_order: erasing.is_some(),
            erases: erasing.is_some(),
        };
        let written = self.transact(options, move |transaction| {
            Box::pin(async move {
                if let Some(erasing) = erasing {
                    write_bulk(transaction, &erasing).await?;
                }
                let values = [document.into(), (before + 1).into(), before.into()];
                match transaction.run(PUT, &values).await? {
                    0 => Err(StoreError::VersionConflict),
                    written => Ok(written),
                }
            })
        });
        written.await.map(drop)
    }

    /// Returns the id and the number of events of each match with the label `evening`, ordered by id.
    ///
    /// # Errors
    /// Database errors.
    pub async fn club_matches(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let labeled = "SELECT id, count FROM matches WHERE metadata LIKE '%\"evening\":\"%' AND count > 0 \
            ORDER BY id";
        let rows = self.rows(labeled, &[]).await?;
        let read = |row: &Row| Ok((row.any_text("id")?, row.any_number("count")?));
        rows.iter().map(read).collect()
    }
}
