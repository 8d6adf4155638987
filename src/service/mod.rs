//! What can be done with stored matches, for the API and the command line alike.

mod cache;
mod change;
mod clock;
mod create;
mod created;
mod error;
mod idempotency;
mod in_flight;
mod keys;
mod locks;
mod matches;
mod random;
mod rematch;
mod replay;
mod request;
mod restore;
mod secret;
mod settings;
mod verify;

pub use crate::ledger::{Change, Edit, Ledger, MatchId, Role, Timestamp};
pub use crate::store::{MatchSummary, StoredAnswer};
pub use clock::Clock;
pub use created::{Created, Keys};
pub use error::ServiceError;
pub use idempotency::{Idempotency, Replayed};
pub use matches::Matches;
pub use random::{Random, RandomError};
pub use request::{Caller, ChangeRequest, Precondition};
pub use restore::restore;
pub use settings::StoreSettings;
pub use verify::BackupError;
