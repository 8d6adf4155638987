//! What can be done with matches that last: the same for programs, phones and the command line.

mod idempotency;
mod matches;
mod settings;
mod trouble;

pub use crate::ledger::{Change, Edit, MatchId, Role};
pub use idempotency::{Answer, Idempotency, Replayed};
pub use matches::{Created, Keys, Listed, Matches};
pub use settings::StoreSettings;
pub use trouble::Trouble;
