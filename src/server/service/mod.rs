//! What can be done with stored matches, for the API and the command line alike.

mod backup;
mod budget;
mod cache;
pub mod chance;
mod change;
mod copying;
mod create;
mod created;
mod deleting;
mod error;
mod expiry;
mod exports;
mod feed;
mod feed_page;
mod feed_report;
mod figures;
mod following;
mod idempotency;
mod import_batches;
mod import_judging;
mod import_lines;
mod import_storing;
mod imports;
mod join_codes;
mod joining;
mod judged;
mod kept_logs;
mod keys;
mod labels;
mod leases;
mod listing;
mod lists;
mod locks;
mod matches;
mod noted_reads;
mod outside;
mod program_keys;
mod programs;
mod publication_updates;
mod publications;
mod rematches;
mod replay;
mod request;
mod secret;
mod settings;
mod trust;
mod verified;
mod webhooks;

pub use backup::{Depth, restore};
pub use change::Asked;
pub use copying::{Copied, Target, migrate};
pub use created::{Created, Keys};
pub use error::ServiceError;
pub use exports::{ExportForm, damaged_line, document_line, export_line};
pub use feed::Standings;
pub use feed_report::{ChangeReport, Cursor, EventType};
pub use idempotency::Replayed;
pub use import_judging::{JudgedLines, Unjudged};
pub use imports::{Import, ImportReport, ImportedLine, JudgedLine};
pub use join_codes::Guesser;
pub use joining::{JoinCode, Joined};
pub use judged::{counted, note as note_judged, timed};
pub use kept_logs::{JudgedLog, TakenLog};
pub use leases::Lease;
pub use matches::Matches;
pub use outside::{Clock, Random, RandomError, System};
pub use overtrick_match::ledger::Labels;
pub use overtrick_match::ledger::{
    Change, Damage, Edit, Ledger, MatchId, Role, Showing, Timestamp,
};
pub use overtrick_store::{
    Delivery, DeliveryState, Figures, FoundMatch, Idempotency, ListPlace, ListedMatch, MatchOrder,
    MatchQuery, MatchSummary, ProgramKey, Progress, PublishedFilter, PublishedMatch, Scope, Stage,
    StoredAnswer, Webhook, WebhookState,
};
pub use program_keys::{KeyFault, KeyOrder, LONGEST_KEY_NAME, Program, is_program_key};
pub use request::{Caller, ChangeRequest, Precondition};
pub use settings::StoreSettings;
pub use verified::{DamagedMatch, Verified};
pub use webhooks::{BOTH_SIGN, MOST_OF_MATCH, WebhookOrder};
