//! What can be done with stored matches, for the API and the command line alike.

mod backup;
mod budget;
mod cache;
mod chaining;
pub mod chance;
mod change;
mod create;
mod created;
mod error;
mod expiry;
mod idempotency;
mod join_codes;
mod joining;
mod keys;
mod locks;
mod matches;
mod noted_reads;
mod outside;
mod publication_updates;
mod publications;
mod rematches;
mod replay;
mod request;
mod secret;
mod settings;

pub use crate::ledger::{Change, Damage, Edit, Ledger, MatchId, Role, Showing, Timestamp};
pub use crate::store::{
    Idempotency, ListPlace, MatchSummary, PublishedFilter, PublishedMatch, StoredAnswer,
};
pub use backup::{Depth, Verified, restore};
pub use chaining::DamagedMatch;
pub use created::{Created, Keys};
pub use error::ServiceError;
pub use idempotency::Replayed;
pub use join_codes::Guesser;
pub use joining::{JoinCode, Joined};
pub use matches::Matches;
pub use outside::{Clock, Random, RandomError, System};
pub use request::{Caller, ChangeRequest, Precondition};
pub use settings::StoreSettings;
