//! Data that several instances of the service share through their database besides matches, and how each
//! follows the commits of the others.

use std::time::Duration;

use tokio::sync::mpsc;

use super::error::StoreError;
use super::future::StoreFuture;
use super::right::Right;
use super::statement::{Readers, Row, Statement, Statements};
use super::values;
use overtrick_match::ledger::{MatchId, Role, Timestamp, hex};

/// A commit to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its position in commit order.
    pub position: u64,
    /// The match.
    pub id: MatchId,
    /// The version after it; `None` if the match was deleted.
    pub version: Option<u64>,
}

/// The commits after a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commits {
    /// In commit order.
    pub commits: Vec<Commit>,
    /// A number that changes whenever an API key is made, renewed or revoked.
    pub program_keys: u64,
}

/// A notice from the database about commits of any instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Matches were changed or deleted.
    Committed(Vec<Commit>),
    /// API keys were made, renewed or revoked.
    ProgramKeys,
    /// The next match after this one was opened.
    Next(MatchId),
    /// Some notices may be lost: read the commits.
    Lost,
}

/// A join code as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCode {
    /// A digest of the code.
    pub digest: [u8; 32],
    /// The match.
    pub id: MatchId,
    /// The role.
    pub role: Role,
    /// The generation of the role's key: if the key changes, the code stops working.
    pub generation: u32,
    /// When it expires.
    pub until: Timestamp,
}

/// The data that instances of the service on one database share besides matches.
pub trait SharedStore: Statements {
    /// Whether other instances may write to the database, so that data in memory can be outdated.
    fn is_shared(&self) -> bool;

    /// Subscribes to notices of commits of any instance, including this one. Lost notices are found with
    /// [`SharedStore::commits`]. The channel is closed when the store is.
    fn notices(&self) -> StoreFuture<'_, mpsc::Receiver<Notice>>;

    /// At most `limit` commits after a position, in order.
    fn commits(&self, after: u64, limit: usize) -> StoreFuture<'_, Commits>;

    /// The stored digest of the secret from which this database's keys were made, if any.
    fn secret_digest(&self) -> StoreFuture<'_, Option<String>> {
        Box::pin(secret(self.readers()))
    }

    /// Stores the digest of the secret, unless one is stored already; `replaces` overwrites it.
    fn note_secret_digest(&self, digest: String, replaces: bool) -> StoreFuture<'_, ()> {
        let note = if replaces {
            "INSERT INTO cluster_settings (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        } else {
            "INSERT INTO cluster_settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
        };
        let note = Statement::new(note, [SECRET.into(), digest.into()]);
        self.write_one(note, Right::default())
    }

    /// Acquires or renews a lease for a duration measured by the database's clock; returns whether the holder
    /// has it. An expired lease of another holder is taken over.
    fn lease<'a>(&'a self, name: &'a str, holder: &'a str, time: Duration)
    -> StoreFuture<'a, bool>;

    /// Releases a lease, if the holder has it.
    fn release<'a>(&'a self, name: &'a str, holder: &'a str) -> StoreFuture<'a, ()>;

    /// Stores a code in place of the role's previous one, and deletes expired codes. If there are more than
    /// `most` codes, the one that expires first is deleted. Returns whether it was stored: it is not if
    /// another match has the same code, or there is no such match.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn put_code(
        &self,
        code: StoredCode,
        now: Timestamp,
        most: usize,
        right: Right,
    ) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let stored = self.write(put_code(&code, now, most), right);
            stored.await.map(|count| count > 0)
        })
    }

    /// The code with a digest, even if it has expired.
    fn code(&self, digest: [u8; 32]) -> StoreFuture<'_, Option<StoredCode>> {
        Box::pin(code(self.readers(), digest))
    }

    /// Revokes the code of a role, if there is one.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn revoke_code(&self, id: MatchId, role: Role, right: Right) -> StoreFuture<'_, ()> {
        let revoke = "DELETE FROM join_codes WHERE role = $2 \
            AND match_number = (SELECT number FROM matches WHERE id = $1)";
        let revoke = Statement::new(revoke, [id.to_string().into(), role.word().into()]);
        self.write_one(revoke, right)
    }

    /// Records a match as the next one after another.
    ///
    /// # Errors
    /// [`NoRight`](super::StoreError::NoRight).
    fn put_next(&self, id: MatchId, next: MatchId, right: Right) -> StoreFuture<'_, ()> {
        let put = "INSERT INTO next_matches (match_number, next_id) \
            SELECT number, $2 FROM matches WHERE id = $1 \
            ON CONFLICT (match_number) DO UPDATE SET next_id = excluded.next_id";
        let put = Statement::new(put, [id.to_string().into(), next.to_string().into()]);
        self.write_one(put, right)
    }

    /// The latest match recorded as the next one after this.
    fn next<'a>(&'a self, id: &'a MatchId) -> StoreFuture<'a, Option<MatchId>> {
        Box::pin(next(self.readers(), id))
    }
}

/// The name of the setting that holds the secret's digest.
const SECRET: &str = "secret";

async fn secret(readers: Readers<'_>) -> Result<Option<String>, StoreError> {
    let digest = "SELECT value FROM cluster_settings WHERE name = $1";
    let row = readers.row(digest, &[SECRET.into()]).await?;
    row.map(|row| row.text("value")).transpose()
}

async fn next(readers: Readers<'_>, id: &MatchId) -> Result<Option<MatchId>, StoreError> {
    let next = "SELECT next_id FROM next_matches \
        JOIN matches ON number = match_number WHERE id = $1";
    let row = readers.row(next, &[id.as_str().into()]).await?;
    row.map(|row| row.id("next_id")).transpose()
}

async fn code(readers: Readers<'_>, digest: [u8; 32]) -> Result<Option<StoredCode>, StoreError> {
    let code = "SELECT id, role, generation, until FROM join_codes \
        JOIN matches ON number = match_number WHERE digest = $1";
    let row = readers.row(code, &[hex(&digest).into()]).await?;
    let read = |row: Row| {
        Ok(StoredCode {
            digest,
            id: row.id("id")?,
            role: Role::from_word(&row.text("role")?)
                .ok_or_else(|| values::unreadable("a role"))?,
            generation: row.small("generation")?,
            until: values::time(&row.text("until")?)?,
        })
    };
    row.map(read).transpose()
}

/// Makes room for a code and stores it.
fn put_code(code: &StoredCode, now: Timestamp, most: usize) -> Vec<Statement> {
    let (id, role) = (code.id.to_string(), code.role.word());
    let ended = "DELETE FROM join_codes WHERE until <= $1 OR (role = $3 \
        AND match_number = (SELECT number FROM matches WHERE id = $2))";
    let ended = Statement::new(ended, [now.into(), id.clone().into(), role.into()]);
    let too_many = "DELETE FROM join_codes WHERE (SELECT count(*) FROM join_codes) >= $1 \
        AND digest IN (SELECT digest FROM join_codes ORDER BY until LIMIT 1)";
    let too_many = Statement::new(too_many, [most.into()]);
    let put = "INSERT INTO join_codes (digest, match_number, role, generation, until) \
        SELECT $1, number, $3, $4, $5 FROM matches WHERE id = $2 ON CONFLICT DO NOTHING";
    let values = [
        hex(&code.digest).into(),
        id.into(),
        role.into(),
        u64::from(code.generation).into(),
        code.until.into(),
    ];
    vec![ended, too_many, Statement::new(put, values)]
}
