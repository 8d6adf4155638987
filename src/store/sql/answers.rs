//! Answers to requests that may be repeated.

use super::super::error::StoreError;
use super::super::idempotency::{AnsweredRequest, Idempotency, StoredAnswer, StoredOutcome};
use super::super::statement::{Row, Statement, Value, json, unhex, unreadable};
use super::super::store::Store;
use overtrick_match::ledger::{Timestamp, hex};

/// The columns of the answer to a request.
macro_rules! answer {
    ($rest:literal) => {
        concat!(
            "SELECT key, fingerprint, version, status, headers, body, matches.id AS match_id \
             FROM idempotency ",
            $rest
        )
    };
}

impl Store {
    /// The request that had the key of a mark in its stored form, and how it was answered.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn outcome(
        &self,
        request: &Idempotency,
    ) -> Result<Option<AnsweredRequest>, StoreError> {
        let key = (&*request.key).into();
        let Some(id) = &request.changes else {
            let found =
                answer!("LEFT JOIN matches ON matches.number = match_number WHERE key = $1");
            let row = self.readers().row(found, &[key]).await?;
            return row.as_ref().map(answered_request).transpose();
        };
        let found = "SELECT fingerprint, version FROM idempotent_changes \
            JOIN matches ON matches.number = match_number WHERE key = $1 AND matches.id = $2";
        let row = self
            .readers()
            .row(found, &[key, id.as_str().into()])
            .await?;
        let change = |row: &Row| {
            let mark = Idempotency {
                fingerprint: fingerprint(row)?,
                ..request.clone()
            };
            let version = row.number("version")?;
            Ok((mark, StoredOutcome::Version(id.clone(), version)))
        };
        row.as_ref().map(change).transpose()
    }

    /// Stores the answer to a request that changed no match.
    ///
    /// # Errors
    /// [`KeyTaken`](StoreError::KeyTaken).
    pub async fn save_answer(
        &self,
        request: Idempotency,
        at: Timestamp,
        answer: StoredAnswer,
    ) -> Result<(), StoreError> {
        let save = "INSERT INTO idempotency (key, fingerprint, at, status, headers, body) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        let values = [
            request.key.into(),
            hex(&request.fingerprint).into(),
            at.into(),
            u64::from(answer.status).into(),
            json(&answer.headers).into(),
            Value::Bytes(answer.body),
        ];
        let save = Statement::new(save, values);
        self.write_one(save).await
    }

    /// Deletes what is stored of requests from before a moment; how many there were.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn forget_answers(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut forgotten = 0;
        for forget in [
            "DELETE FROM idempotency WHERE at < $1",
            "DELETE FROM idempotent_changes WHERE at < $1",
        ] {
            let forget = Statement::new(forget, [before.into()]);
            forgotten += self.write(vec![forget]).await?;
        }
        Ok(forgotten)
    }
}

fn answered_request(row: &Row) -> Result<AnsweredRequest, StoreError> {
    let broken = || unreadable("an answer");
    let outcome = match row.maybe_number("status")? {
        Some(status) => StoredOutcome::StoredAnswer(StoredAnswer {
            status: u16::try_from(status).map_err(|_| broken())?,
            headers: serde_json::from_str(&row.text("headers")?).map_err(|_| broken())?,
            body: row.bytes("body")?.unwrap_or_default(),
        }),
        None => StoredOutcome::Version(row.id("match_id")?, row.number("version")?),
    };
    let request = Idempotency {
        key: row.text("key")?,
        fingerprint: fingerprint(row)?,
        changes: None,
    };
    Ok((request, outcome))
}

fn fingerprint(row: &Row) -> Result<[u8; 16], StoreError> {
    unhex(&row.text("fingerprint")?).ok_or_else(|| unreadable("an answer"))
}
