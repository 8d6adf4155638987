//! Checking a file with a match and its claimed result. Everything is recomputed, by the edition and the
//! house rules that the match names, and the first difference is reported.
//!
//! ```
//! use overtrick_match::verify::checked_claims;
//!
//! let game = &overtrick_games::all()[0];
//! let hands = r#""result": {"hands": []}"#;
//! let file = format!(r#"{{"document": {}, {hands}}}"#, game.sample);
//! let (number, checked) = checked_claims(&file, None).next().unwrap();
//! assert_eq!((number, checked.unwrap().difference.is_some()), (1, true));
//! ```

mod claim;
mod report;

pub use claim::{Checked, Difference, checked_claims};
pub use report::{FileReport, shown, verify};
