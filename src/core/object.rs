//! Objects in documents: one list of fields defines both the type that reads them and the table for forms,
//! help texts and schemas.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::form::{Field, HasKind, Kind};
use super::wire::{Given, words};
pub use crate::{define_hand_record as hand_record, define_object as object};

/// A word or an object, such as a call.
#[derive(Debug, Clone)]
pub enum WordOr<W, T> {
    /// One of the words.
    Word(W),
    /// The object.
    Object(T),
}

impl<W: HasKind, T: HasKind> HasKind for WordOr<W, T> {
    const KIND: Kind = Kind::OneOf(&[W::KIND, T::KIND]);
}

impl<'de, W: Deserialize<'de>, T: Deserialize<'de>> Deserialize<'de> for WordOr<W, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WordOr<W, T>, D::Error> {
        struct Either<W, T>(PhantomData<(W, T)>);
        impl<'de, W: Deserialize<'de>, T: Deserialize<'de>> Visitor<'de> for Either<W, T> {
            type Value = WordOr<W, T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or an object")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<WordOr<W, T>, E> {
                W::deserialize(text.into_deserializer()).map(WordOr::Word)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WordOr<W, T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(WordOr::Object)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}

/// Defines an object: a struct with optional fields, and the table of its fields as `FIELDS`.
///
/// Each field is `required`, `depends` or `optional`: see [`Need`](super::form::Need). `= Kind::…` states the
/// kind of a field if its type does not determine it. Fields are `pub(super)` unless the struct has another
/// visibility after its name, as in `struct Name(pub)`.
///
/// ```
/// use overtrick_core::form::Kind;
/// use overtrick_core::{Fields, object};
///
/// object! {
///     /// A bid.
///     pub struct Bid(pub) {
///         /// The bidder.
///         required player: String = Kind::Player,
///         /// Whether it was doubled.
///         optional doubled: bool,
///     }
/// }
/// assert_eq!(Bid::FIELDS[1].name, "doubled");
/// assert!(serde_json::from_str::<Bid>(r#"{"player": "Ann", "overbid": 1}"#).is_err());
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! define_object {
    (@kind $type:ty, $kind:expr) => { $kind };
    (@kind $type:ty) => { <$type as $crate::form::HasKind>::KIND };
    ($(#[$meta:meta])* $vis:vis struct $name:ident ($seen:vis) {
        $($(#[$doc:meta])* $need:ident $field:ident : $type:ty $(= $kind:expr)?),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $vis struct $name {
            $($(#[$doc])* $seen $field: $crate::wire::Given<$type>),*
        }

        impl $crate::Fields for $name {
            const FIELDS: &'static [$crate::form::Field] = &[$(
                $crate::form::Field::$need(
                    stringify!($field),
                    $crate::define_object!(@kind $type $(, $kind)?),
                )
            ),*];

            fn given(&self) -> Vec<&'static str> {
                let fields = [$((stringify!($field), self.$field.is_some())),*];
                let given = fields.into_iter().filter(|(_, is_given)| *is_given);
                given.map(|(field, _)| field).collect()
            }
        }

        impl $crate::form::HasKind for $name {
            const KIND: $crate::form::Kind =
                $crate::form::Kind::Object(<$name as $crate::Fields>::FIELDS);
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::define_object! { $(#[$meta])* $vis struct $name (pub(super)) { $($fields)* } }
    };
}

words! {
    /// The table's decision about illegal steps of a hand.
    pub enum Irregularities {
        /// Illegal steps stand: they are only warnings, and the recorded result is used.
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
    /// The table's decision about illegal steps.
    pub irregularities: &'a Given<Irregularities>,
}

/// An object of a document, with its field table.
pub trait Fields {
    /// The fields, in the order of entry.
    const FIELDS: &'static [Field];

    /// Returns the names of the fields that are present, in the same order.
    fn given(&self) -> Vec<&'static str>;
}

/// A hand as recorded: untrusted, with every field optional.
pub trait HandRecord:
    Fields + DeserializeOwned + Default + Clone + fmt::Debug + Send + Sync + 'static
{
    /// Returns the fields shared by all games.
    fn common(&self) -> Common<'_>;
}

/// Defines the record of a hand: an [`object`](super::object) with the shared field `dealer`, the game's
/// fields, and the shared fields `note` and `irregularities`, in this order.
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
