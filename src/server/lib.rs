//! The service: stored matches with an HTTP API, a page for phones, and public pages. Each module contains
//! the handlers, operations and rules for one purpose.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

mod access;
mod app;
mod assets;
pub mod bounds;
mod change_feed;
mod club;
mod error;
mod exports;
mod http;
mod idempotency;
mod imports;
mod limits;
mod maintenance;
mod matches;
mod openapi;
mod paper;
mod publish;
mod replication;
mod rules;
pub mod settings;
pub mod system;
pub mod system_fonts;
mod webhooks;

pub use access::caller::Caller;
pub use access::secret::random_id;
pub use app::base_url::{BaseUrl, on_this_machine, url_at};
pub use app::routes::app;
pub use app::server::{Running, StartError, start, start_with};
pub use app::state::Service;
pub use assets::folder;
pub use assets::forms::{Condition, Form};
pub use club::pages::print_season;
pub use error::ServiceError;
pub use exports::endpoints::{document_line, log_line};
pub use imports::judging::{JudgedLines, Unjudged, is_log, labeled};
pub use imports::service::{ImportOptions, ImportOutcome, ImportReport, ImportedLine};
pub use maintenance::{DamagedMatch, Verified};
pub use maintenance::{Depth, restore};
pub use matches::change::{ChangeRequest, Precondition};
pub use matches::create::Created;
pub use matches::service::MatchService;
pub use openapi::document::text as openapi_text;
pub use overtrick_match::ledger::{
    Change, Damage, Description, Labels, MatchId, PublishedPart, Role, Timestamp,
};
pub use overtrick_store::{
    Idempotency, ListPlace, MatchQuery, PublishedFilter, Scope, StoreSettings,
};
pub use system::{Clock, Random, System};
