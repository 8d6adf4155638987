//! The club document, and which matches belong to the club.

use super::error::StoreError;
use super::statement::Row;
use super::store::Store;
use super::transaction::WriteOptions;

/// The club document with its version, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredClub {
    /// How often it was written.
    pub version: u64,
    /// The document as JSON.
    pub document: String,
}

impl Store {
    /// The version of the club document; `None` if there is none.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn club_version(&self) -> Result<Option<u64>, StoreError> {
        let row = self.row("SELECT version FROM club", &[]).await?;
        row.map(|row| row.number("version")).transpose()
    }

    /// The club document, if there is one.
    ///
    /// # Errors
    /// Those of the database.
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

    /// Writes the club document in the place of a version, or of none. Durable when answered.
    ///
    /// # Errors
    /// [`StoreError::VersionConflict`] if it has another version; those of the database.
    pub async fn put_club(&self, document: String, before: Option<u64>) -> Result<(), StoreError> {
        let written = self.transact(WriteOptions::default(), move |transaction| {
            Box::pin(async move {
                match before {
                    None => {
                        let insert = "INSERT INTO club (number, version, document) \
                            VALUES (1, 1, $1) ON CONFLICT DO NOTHING";
                        transaction.run(insert, &[document.into()]).await
                    }
                    Some(version) => {
                        let update = "UPDATE club SET version = version + 1, document = $1 \
                            WHERE version = $2";
                        transaction
                            .run(update, &[document.into(), version.into()])
                            .await
                    }
                }
            })
        });
        match written.await? {
            0 => Err(StoreError::VersionConflict),
            _ => Ok(()),
        }
    }

    /// The ids of the matches with the label `evening`, each with the number of its events, in the order of the ids.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn club_matches(&self) -> Result<Vec<(String, u64)>, StoreError> {
        let labeled = "SELECT id, count FROM matches WHERE metadata LIKE '%\"evening\":\"%' AND count > 0 \
            ORDER BY id";
        let rows = self.rows(labeled, &[]).await?;
        let read = |row: &Row| Ok((row.any_text("id")?, row.any_number("count")?));
        rows.iter().map(read).collect()
    }
}
