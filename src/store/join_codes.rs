//! Codes for joining a match with a phone.

use super::error::StoreError;
use super::statement::{Row, unreadable};
use super::store::Store;
use super::transaction::{Transaction, WriteOptions};
use overtrick_match::ledger::{MatchId, Role, Timestamp, hex};

/// A stored code for joining a match with a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCode {
    /// A digest of the code.
    pub digest: [u8; 32],
    /// The match.
    pub id: MatchId,
    /// The role.
    pub role: Role,
    /// The generation of the role's key. The code stops working when the role gets a new key.
    pub generation: u32,
    /// The time when the code expires.
    pub until: Timestamp,
}

impl Store {
    /// Stores a code, which replaces the role's earlier code, and deletes expired codes. If `most` codes
    /// remain, the code that expires first is also deleted. Returns `false` if the code is already in use or
    /// the match does not exist.
    ///
    /// # Errors
    /// Database errors.
    pub async fn put_code(
        &self,
        code: StoredCode,
        now: Timestamp,
        most: usize,
    ) -> Result<bool, StoreError> {
        let stored = self.transact(WriteOptions::default(), move |transaction| {
            Box::pin(async move { put_code(transaction, &code, now, most).await })
        });
        stored.await.map(|count| count > 0)
    }

    /// Returns the code with this digest, even if it has expired.
    ///
    /// # Errors
    /// Database errors.
    pub async fn code(&self, digest: [u8; 32]) -> Result<Option<StoredCode>, StoreError> {
        let code = "SELECT id, role, generation, until FROM join_codes \
            JOIN matches ON number = match_number WHERE digest = $1";
        let row = self.row(code, &[hex(&digest).into()]).await?;
        let read = |row: Row| {
            Ok(StoredCode {
                digest,
                id: row.id("id")?,
                role: Role::from_word(&row.text("role")?).ok_or_else(|| unreadable("a role"))?,
                generation: u32::try_from(row.number("generation")?)
                    .map_err(|_| unreadable("a generation"))?,
                until: row.moment("until")?.ok_or_else(|| unreadable("a time"))?,
            })
        };
        row.map(read).transpose()
    }

    /// Deletes the code of a role, if there is one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn revoke_code(&self, id: MatchId, role: Role) -> Result<(), StoreError> {
        let revoke = "DELETE FROM join_codes WHERE role = $2 \
            AND match_number = (SELECT number FROM matches WHERE id = $1)";
        self.write(revoke, [id.to_string().into(), role.word().into()])
            .await
    }
}

/// Deletes expired and surplus codes, and stores a code; returns the number of codes stored, 1 or 0.
async fn put_code(
    transaction: &mut Transaction<'_>,
    code: &StoredCode,
    now: Timestamp,
    most: usize,
) -> Result<u64, StoreError> {
    let (id, role) = (code.id.as_str(), code.role.word());
    let ended = "DELETE FROM join_codes WHERE until <= $1 OR (role = $3 \
        AND match_number = (SELECT number FROM matches WHERE id = $2))";
    let values = [now.into(), id.into(), role.into()];
    transaction.run(ended, &values).await?;
    let too_many = "DELETE FROM join_codes WHERE (SELECT count(*) FROM join_codes) >= $1 \
        AND digest IN (SELECT digest FROM join_codes ORDER BY until LIMIT 1)";
    transaction.run(too_many, &[most.into()]).await?;
    let put = "INSERT INTO join_codes (digest, match_number, role, generation, until) \
        SELECT $1, number, $3, $4, $5 FROM matches WHERE id = $2 ON CONFLICT DO NOTHING";
    let values = [
        hex(&code.digest).into(),
        id.into(),
        role.into(),
        u64::from(code.generation).into(),
        code.until.into(),
    ];
    transaction.run(put, &values).await
}
