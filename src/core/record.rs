//! The record of a hand: the fields that it has in every game.

use serde::de::DeserializeOwned;

use super::wire::{Given, words};

words! {
    /// What the table decided about illegal steps of a hand.
    pub enum Irregularities {
        /// It let them stand: they become warnings, and what was recorded counts.
        Waived = "waived",
    }
}

/// The fields that a hand's record has in every game.
#[derive(Debug)]
pub struct Common<'a> {
    /// Who dealt, where it is recorded.
    pub dealer: &'a Given<String>,
    /// A remark.
    pub note: &'a Given<String>,
    /// What became of illegal steps.
    pub irregularities: &'a Given<Irregularities>,
}

/// A hand as it was recorded: untrusted, everything optional.
pub trait HandRecord:
    DeserializeOwned + Default + Clone + std::fmt::Debug + Send + Sync + 'static
{
    /// The fields that every game has.
    fn common(&self) -> Common<'_>;
}

/// Defines the record of a hand: an [`object`](super::object) with the fields of its game between
/// those of every game, `dealer` before them, `note` and `irregularities` after them.
#[macro_export]
#[doc(hidden)]
macro_rules! define_hand_record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::define_object! {
            $(#[$meta])*
            $vis struct $name {
                optional dealer: String = $crate::form::Kind::Player,
                $($fields)*
                optional note: String,
                optional irregularities: $crate::Irregularities,
            }
        }

        impl $crate::HandRecord for $name {
            fn common(&self) -> $crate::Common<'_> {
                $crate::Common {
                    dealer: &self.dealer,
                    note: &self.note,
                    irregularities: &self.irregularities,
                }
            }
        }
    };
}
pub use crate::define_hand_record as hand_record;
