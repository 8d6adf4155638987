//! The record of a hand: the fields shared by all games.

use serde::de::DeserializeOwned;

use super::wire::{Given, words};

words! {
    /// The table's decision about illegal steps of a hand.
    pub enum Irregularities {
        /// They stand: they become warnings, and the recorded result counts.
        Waived = "waived",
    }
}

/// The fields of a hand's record that all games share.
#[derive(Debug)]
pub struct Common<'a> {
    /// The dealer, if recorded.
    pub dealer: &'a Given<String>,
    /// A remark.
    pub note: &'a Given<String>,
    /// What the table decided about illegal steps.
    pub irregularities: &'a Given<Irregularities>,
}

/// A hand as recorded: untrusted, with every field optional.
pub trait HandRecord:
    DeserializeOwned + Default + Clone + std::fmt::Debug + Send + Sync + 'static
{
    /// The fields shared by all games.
    fn common(&self) -> Common<'_>;
}

/// Defines the record of a hand: an [`object`](super::object) with the game's fields between the shared ones,
/// `dealer` before them, `note` and `irregularities` after them.
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
