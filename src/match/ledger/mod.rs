//! A match as a log of events, and its state after these events. All functions are pure.
//!
//! The log refers to seats by ids (`s1`, `s2`, …) and to names by ids (`n1`, `n2`, …). The names are stored
//! separately, so that renaming, substituting or erasing a person changes no record.
//!
//! ```
//! use overtrick_match::ledger::{Change, Match, MatchId, Opening, Role, Timestamp};
//! use overtrick_core::json::Json;
//!
//! let game = overtrick_games::all()[0].facts;
//! let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
//! let document = Json::object([
//!     ("game", game.id.into()),
//!     ("players", players.iter().copied().collect()),
//!     ("hands", Json::List(Vec::new())),
//! ]);
//! let id = MatchId::read("abcdefghijklmnopqrstuv").unwrap();
//! let at: Timestamp = "2026-11-21T19:00:00.000Z".parse().unwrap();
//! let mut played = Match::begin(&id, &document, Opening::default(), at, Role::Direct).unwrap();
//!
//! let rename = Change::Rename { seat: 1, name: "Anna".into() };
//! played = played.after(rename, at, Role::Score).unwrap();
//! assert_eq!(played.version(), 2);
//! assert_eq!(played.document().get("players").unwrap(), &{
//!     let anna = ["Anna"].into_iter().chain(players[1..].iter().copied());
//!     anna.collect::<Json>()
//! });
//! ```

mod correcting;
mod damage;
mod event;
mod keys;
mod labels;
mod log;
mod outside;
mod people;
mod record;
mod remains;
mod size;
mod state;
mod stored;
mod timestamp;
mod transition;
mod translate;
mod view;

pub use correcting::DocumentDifference;
pub use damage::Damage;
pub use event::{
    Change, Description, Edit, Event, EventKind, Opened, Opening, Outcome, Publication,
    PublishedPart,
};
pub use keys::{MatchId, Role};
pub use labels::Labels;
pub use log::{Match, Replay};
pub use outside::{Bounds, MAX_CLOCK_DIFFERENCE, in_log};
pub use people::{NameEntry, Person, SeatView};
pub use stored::{Digest, SALT, SealedEvent, StoredEvent, StoredHead, StoredLog, StoredName, hex};
pub use timestamp::Timestamp;
pub use transition::check_edits;
pub use view::Listing;
