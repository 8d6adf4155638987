//! The engine that reads and judges documents and answers questions for any [`Game`](crate::Game).
//!
//! The crate `overtrick-games` lists the shipped games, and `overtrick-match` finds the game of a document or
//! a question by its id. The engine itself works for any other game too:
//!
//! ```
//! use overtrick_core::form::Reading;
//! use overtrick_core::judging::{DOCUMENT, Scored, judge, object_entries, read_document, read_json};
//! use overtrick_core::{Points, Seat};
//!
//! mod tricks {
//!     use overtrick_core::clauses;
//!     use overtrick_core::prelude::*;
//!
//!     clauses! { "tricks": TRICK }
//!
//!     house_rules! {
//!         /// A game in which every trick counts one point, or the number of points that the table chooses.
//!         pub struct Tricks(options, table, context);
//!
//!         /// Points for a trick.
//!         trick_points: number(0..=10, 1), stated TRICK;
//!     }
//!
//!     hand_record! {
//!         /// A hand as it was recorded.
//!         pub struct Record {
//!             required tricks: PerPlayer<i64> = Kind::PerPlayer(&Kind::Int(0, 13)),
//!         }
//!     }
//!
//!     impl Game for Tricks {
//!         const FACTS: &'static Facts = &Facts {
//!             id: "tricks",
//!             name: "Tricks",
//!             author: "nobody",
//!             source: "this example",
//!             players: (2, 4),
//!             edition: 2,
//!             clauses: CLAUSES,
//!             ..Facts::of::<Tricks>()
//!         };
//!     }
//!
//!     impl Scoring for Tricks {
//!         type Record = Record;
//!         type State = ();
//!
//!         fn open(&self, _table: &Table) {}
//!
//!         fn judge(&self, _state: &mut (), record: &Record, context: &mut HandContext<'_>) {
//!             let tricks = context.amounts("/tricks", &record.tricks, 0..=13);
//!             // The first edition counted a trick twice.
//!             let times = if context.edition == 1 { 2 } else { 1 };
//!             for (seat, tricks) in context.table.seats().zip(tricks.unwrap_or_default()) {
//!                 let points = Points::whole(times * tricks * self.trick_points);
//!                 context.add(Reason::new(TRICK, args![tricks: tricks]).pays(seat, points));
//!             }
//!         }
//!
//!         fn complete(&self, _state: &()) -> bool {
//!             false
//!         }
//!     }
//!
//!     impl Forecast for Tricks {
//!         fn amounts(&self, hand: &ComingHand<'_, Record>) -> Amounts {
//!             Amounts::tricks(hand.table, 13)
//!         }
//!
//!         fn next(&self, _state: &(), _hand: &ComingHand<'_, Record>) -> NextHand {
//!             NextHand { cards_dealt: 13, ..NextHand::default() }
//!         }
//!     }
//!
//!     impl Adjudicator for Tricks {
//!         const QUESTIONS: &'static [(QuestionKind, &'static [Field])] = &[];
//!
//!         fn adjudicate(&self, _question: &Question, _context: &mut HandContext<'_>) -> Option<Answer> {
//!             None
//!         }
//!     }
//!
//!     impl HasPad for Tricks {
//!         fn pad(&self, table: &Table) -> Pad {
//!             Pad {
//!                 hand: Vec::new(),
//!                 seat: vec![write("tricks"), POINTS, TOTAL],
//!                 rows: rows(1, table.len()),
//!                 length: Length::Open { multiple_of: 1 },
//!                 ..Pad::default()
//!             }
//!         }
//!
//!         fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
//!             Pad { rows: hands.iter().map(PlayedHand::row).collect(), ..Pad::default() }
//!         }
//!     }
//! }
//!
//! let document = r#"{"game": "tricks", "players": ["Ann", "Bo"], "finished": true, "hands": [
//!     {"tricks": {"Ann": 9, "Bo": 4}},
//!     {"tricks": {"Ann": 2, "Bo": 11}}]}"#;
//! let score = |document: &str| -> Scored {
//!     let mut reading = Reading::default();
//!     let entries = object_entries(read_json(document).unwrap()).unwrap();
//!     let document = reading.read_object(DOCUMENT, entries, "");
//!     judge(read_document::<tricks::Tricks>(document, reading)).unwrap()
//! };
//! let scored = score(document);
//! assert_eq!(scored.totals, [Points::whole(11), Points::whole(15)]);
//! assert_eq!(scored.winners(), [Seat::new(1)]);
//! assert_eq!(scored.standings()[1].rank, 2);
//!
//! // A match keeps the edition with which it was opened.
//! let old = document.replace("\"finished\"", "\"edition\": 1, \"finished\"");
//! assert_eq!(score(&old).totals, [Points::whole(22), Points::whole(30)]);
//! ```

mod conflict;
mod finish;
mod hand;
mod head;
mod in_play;
mod input;
mod question;
mod replay;
mod scored;
mod sides;
mod source;
mod unfinished;

pub use in_play::{InPlay, fingerprint};
pub use input::{MAX_BYTES, check_size, invalid_json, object_entries, parse_json, read_json, utf8};
pub use question::{Answered, answer};
pub use replay::judge;
pub use scored::{Adjusted, Scored, ScoredHand, Standing};
pub use source::{
    Adjustment, DOCUMENT, Document, HistoryEntry, Source, fault_order, read_by_fields,
    read_document, resolved_rules, rules_in_force,
};
