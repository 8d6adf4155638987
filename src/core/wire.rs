//! Types for reading untrusted records. Every field is optional, and no rule of the game is checked yet.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use derive_more::Deref;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::form::{HasKind, Kind, MAX_ENTRIES};

/// An optional field. Unlike an `Option`, it refuses `null`.
///
/// A struct with such fields needs `#[serde(default, deny_unknown_fields)]`.
///
/// ```
/// use overtrick_core::wire::Given;
///
/// #[derive(Default, serde::Deserialize)]
/// #[serde(default, deny_unknown_fields)]
/// struct Record {
///     tricks: Given<i64>,
/// }
///
/// let read = |text| serde_json::from_str::<Record>(text).map(|record| record.tricks);
/// assert_eq!(read(r#"{"tricks": 3}"#).unwrap(), Given(Some(3)));
/// assert_eq!(read("{}").unwrap(), Given(None));
/// assert!(read(r#"{"tricks": null}"#).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Deref)]
pub struct Given<T>(pub Option<T>);

impl<T> Default for Given<T> {
    fn default() -> Given<T> {
        Given(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given<T>, D::Error> {
        T::deserialize(deserializer).map(|value| Given(Some(value)))
    }
}

/// A value for each named player, in the order written. Duplicate names are refused.
///
/// ```
/// use overtrick_core::wire::PerPlayer;
///
/// let bids: PerPlayer<i64> = serde_json::from_str(r#"{"Ann": 2, "Bo": 0}"#).unwrap();
/// assert_eq!(bids.iter().nth(1).unwrap().1, &0);
/// assert!(serde_json::from_str::<PerPlayer<i64>>(r#"{"Ann": 2, "Ann": 0}"#).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerPlayer<T>(pub Vec<(Arc<str>, T)>);

impl<T> PerPlayer<T> {
    /// Returns the entries, in the order written.
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &T)> {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl<T: Serialize> Serialize for PerPlayer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A name that is read directly into an `Arc<str>`, without a copy.
struct Name(Arc<str>);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        word(deserializer, |text| Some(Name(text.into())), &[])
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerPlayer<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerPlayer<T>, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = PerPlayer<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object from players to values")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PerPlayer<T>, A::Error> {
                let mut entries: Vec<(Arc<str>, T)> = Vec::with_capacity(4);
                while let Some((Name(name), value)) = map.next_entry::<Name, T>()? {
                    if entries.len() == MAX_ENTRIES {
                        return Err(A::Error::custom("too many entries"));
                    }
                    if entries.iter().any(|(known, _)| *known == name) {
                        return Err(A::Error::custom("a name is written twice"));
                    }
                    entries.push((name, value));
                }
                Ok(PerPlayer(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T: HasKind> HasKind for PerPlayer<T> {
    const KIND: Kind = Kind::PerPlayer(&T::KIND);
}

/// Defines an enum of the words that a field accepts. Each variant has a spelling.
///
/// The spelling is used in JSON, and is the key of the word in the language files.
///
/// ```
/// use overtrick_core::wire::words;
///
/// words! {
///     /// A call.
///     pub enum Call {
///         /// No bid.
///         Pass = "pass",
///         /// A double.
///         Double = "double",
///     }
/// }
///
/// assert_eq!(Call::WORDS, ["pass", "double"]);
/// assert_eq!(Call::from_word("double"), Some(Call::Double));
/// assert_eq!(serde_json::to_string(&Call::Pass).unwrap(), r#""pass""#);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! define_words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        $vis enum $name { $($(#[$doc])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// Every variant, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            /// Every spelling, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// Every spelling as JSON, in the same order.
            pub const QUOTED: &'static [&'static str] = &[$(concat!("\"", $word, "\"")),+];

            /// Returns the spelling.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// Returns the variant with this spelling.
            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
        }

        impl $crate::form::HasKind for $name {
            const KIND: $crate::form::Kind = $crate::form::Kind::Word($name::WORDS);
        }

        impl From<$name> for $crate::Arg {
            fn from(word: $name) -> $crate::Arg {
                $crate::Arg::from(word.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $crate::wire::word(deserializer, $name::from_word, $name::WORDS)
            }
        }
    };
}
pub use crate::define_words as words;

/// Reads a string and looks it up with `known`. Refuses an unknown string, and lists the known `words`.
pub fn word<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    known: impl Fn(&str) -> Option<T>,
    words: &'static [&'static str],
) -> Result<T, D::Error> {
    struct Spelling<F, T>(F, &'static [&'static str], PhantomData<T>);
    impl<F: Fn(&str) -> Option<T>, T> Visitor<'_> for Spelling<F, T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a known word")
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).ok_or_else(|| E::unknown_variant(text, self.1))
        }
    }
    deserializer.deserialize_str(Spelling(known, words, PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_numbers_are_read_as_such() {
        for text in ["null", "2.0", "\"2\""] {
            assert!(serde_json::from_str::<Given<i64>>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn too_many_players_are_refused() {
        let many: Vec<String> = (0..17).map(|n| format!("\"p{n}\": 1")).collect();
        assert!(
            serde_json::from_str::<PerPlayer<i64>>(&format!("{{{}}}", many.join(","))).is_err()
        );
    }
}
