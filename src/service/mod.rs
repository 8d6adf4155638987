//! What can be done with matches that last: the same for programs, phones and the command line.

mod clock;
mod idempotency;
mod keys;
mod matches;
mod memory;
mod rematch;
mod restore;
mod secret;
mod settings;
mod trouble;
mod turns;

pub use crate::ledger::{Change, Edit, Ledger, MatchId, Role};
pub use crate::store::{Answer, Listed};
pub use clock::{now, rfc3339};
pub use idempotency::{Idempotency, Replayed};
pub use keys::Keys;
pub use matches::{Created, Matches};
pub use restore::{Unsound, restore};
pub use settings::StoreSettings;
pub use trouble::Trouble;
