//! Matches: opening, reading, changing, watching.

use std::sync::Arc;

use tokio::sync::watch;

use super::{Answer, Idempotency, Replayed, StoreSettings, Trouble};
use crate::ledger::{Change, Ledger, MatchId, Role};
use crate::rules::json::Json;

/// All matches of a store; cheap to clone.
#[derive(Debug, Clone)]
pub struct Matches {}

/// The keys of a match, one for each role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// To look on.
    pub view: String,
    /// To record.
    pub score: String,
    /// To direct.
    pub direct: String,
}

/// A match that was opened.
#[derive(Debug, Clone)]
pub struct Created {
    /// Its id.
    pub id: MatchId,
    /// Its keys.
    pub keys: Keys,
    /// Its version: 1.
    pub version: u64,
    /// The match.
    pub ledger: Arc<Ledger>,
}

/// A match in the list of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: MatchId,
    /// Its game.
    pub game: String,
    /// When it was opened.
    pub created_at: String,
    /// When it last changed.
    pub changed_at: String,
    /// Its version.
    pub version: u64,
}

#[expect(clippy::unused_async, reason = "the signatures come first")]
#[expect(unused_variables, reason = "the signatures come first")]
impl Matches {
    /// Opens the store, brings its tables up to date and reads the secret, or makes one.
    pub async fn open(settings: StoreSettings) -> Result<Matches, Trouble> {
        Err(unfinished())
    }
    /// Opens a match from a document, which may have hands already. An `id` in it is not kept.
    pub async fn create(
        &self,
        document: &Json,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, Trouble> {
        Err(unfinished())
    }
    /// The match as it stands.
    pub async fn read(&self, id: &str) -> Result<Arc<Ledger>, Trouble> {
        Err(unfinished())
    }
    /// The match as it would stand after a change, without recording it.
    pub async fn check(&self, id: &str, change: Change, now: &str) -> Result<Ledger, Trouble> {
        Err(unfinished())
    }
    /// Makes a change to the match at the expected version; durable when this returns.
    pub async fn change(
        &self,
        id: &str,
        expected: u64,
        by: Role,
        change: Change,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Arc<Ledger>, Trouble> {
        Err(unfinished())
    }
    /// Opens another match of the same players under the same house rules.
    pub async fn rematch(
        &self,
        id: &str,
        now: &str,
        idempotency: Option<&Idempotency>,
    ) -> Result<Created, Trouble> {
        Err(unfinished())
    }
    /// Deletes a match and all that is known of it.
    pub async fn delete(&self, id: &str) -> Result<(), Trouble> {
        Err(unfinished())
    }
    /// Matches in the order of their ids, after one of them.
    pub async fn list(&self, after: Option<&str>, limit: usize) -> Result<Vec<Listed>, Trouble> {
        Err(unfinished())
    }
    /// The key of a role in one of its generations.
    pub fn key(&self, id: &str, role: Role, generation: u32) -> String {
        String::new()
    }
    /// The keys that are in force; nothing for a role whose key was revoked.
    pub fn keys(&self, ledger: &Ledger) -> Vec<(Role, Option<String>)> {
        Vec::new()
    }
    /// Replaces the key of a role, and gives the new one.
    pub async fn renew(
        &self,
        id: &str,
        role: Role,
        by: Role,
        now: &str,
    ) -> Result<String, Trouble> {
        Err(unfinished())
    }
    /// Takes the key of a role away until it is renewed.
    pub async fn revoke(&self, id: &str, role: Role, by: Role, now: &str) -> Result<(), Trouble> {
        Err(unfinished())
    }
    /// Which role a key opens a match for.
    pub async fn role_of(&self, id: &str, key: &str) -> Result<Option<Role>, Trouble> {
        Err(unfinished())
    }
    /// The versions of a match as they come.
    pub fn watch(&self, id: &str) -> watch::Receiver<u64> {
        watch::channel(0).1
    }
    /// What came of a request that was made before; to be asked before any precondition. `create`,
    /// `change` and `rematch` keep it by themselves.
    pub async fn replayed(&self, idempotency: &Idempotency) -> Result<Option<Replayed>, Trouble> {
        Err(unfinished())
    }
    /// Keeps an answer to a request that changes no match.
    pub async fn keep(
        &self,
        idempotency: &Idempotency,
        answer: &Answer,
        now: &str,
    ) -> Result<(), Trouble> {
        Err(unfinished())
    }
    /// A secret of the instance for another purpose, such as signing cookies; 32 bytes.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        [0; 32]
    }
    /// Whether the store can be read and written.
    pub async fn health(&self) -> Result<(), Trouble> {
        Err(unfinished())
    }
    /// Writes what waits and closes the store.
    pub async fn close(&self) {}
}

fn unfinished() -> Trouble {
    Trouble::Store("not built yet".to_owned())
}
