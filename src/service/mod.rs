//! What can be done with matches that last: the same for programs, phones and the command line.

mod cache;
mod clock;
mod error;
mod idempotency;
mod keys;
mod locks;
mod matches;
mod rematch;
mod restore;
mod secret;
mod settings;

pub use crate::ledger::{Change, Edit, Ledger, MatchId, Role};
pub use crate::store::{MatchSummary, StoredAnswer};
pub use clock::{now, rfc3339};
pub use error::ServiceError;
pub use idempotency::{Idempotency, Replayed};
pub use keys::Keys;
pub use matches::{Created, Matches};
pub use restore::{BackupError, restore};
pub use settings::StoreSettings;
