//! How far the webhooks of the settings file have come.

use super::super::error::StoreError;
use super::super::statement::Statement;
use super::super::store::Store;

impl Store {
    /// Returns the position of the last change that a webhook is done with; `None` for a new webhook.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn webhook_cursor(&self, webhook: &str) -> Result<Option<u64>, StoreError> {
        let cursor = "SELECT position FROM webhook_cursors WHERE webhook = $1";
        let row = self.readers().row(cursor, &[webhook.into()]).await?;
        row.map(|row| row.number("position")).transpose()
    }

    /// Lets a new webhook begin after this position. One that has begun stays where it is.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn begin_webhook(&self, webhook: String, position: u64) -> Result<(), StoreError> {
        let begin = "INSERT INTO webhook_cursors (webhook, position) VALUES ($1, $2) \
            ON CONFLICT (webhook) DO NOTHING";
        let begin = Statement::new(begin, [webhook.into(), position.into()]);
        self.write_one(begin).await
    }

    /// Stores the position of the last change that a webhook is done with. It never moves back: a server that
    /// no longer sends may store its last position late.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn put_webhook_cursor(
        &self,
        webhook: String,
        position: u64,
    ) -> Result<(), StoreError> {
        let put = "UPDATE webhook_cursors SET position = $2 WHERE webhook = $1 AND position < $2";
        let put = Statement::new(put, [webhook.into(), position.into()]);
        self.write_one(put).await
    }
}
