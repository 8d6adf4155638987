//! Typed arguments of a message: the core names figures and players, a language makes the sentence.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::Points;

/// One figure, name or word that a sentence needs.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// A whole number.
    Int(i64),
    /// Points, perhaps with a half.
    Points(Points),
    /// An id of the project's own (a suit, a contract, a bid) that each language has a word for.
    Word(&'static str),
    /// A player's name, or text that somebody wrote; shown as it is.
    Text(Arc<str>),
    /// Several, in order.
    List(Vec<Arg>),
}

/// The arguments of a message, in the order in which they are said.
pub type Args = Vec<(&'static str, Arg)>;

/// Builds [`Args`]: `args![bid: 2, took: 3]`.
#[macro_export]
#[doc(hidden)]
macro_rules! message_args {
    ($($name:ident : $value:expr),* $(,)?) => {
        vec![$((stringify!($name), $crate::rules::Arg::from($value))),*] as $crate::rules::Args
    };
}
pub use crate::message_args as args;

impl Arg {
    /// The number in it, if it is one; half points count as their whole part.
    pub fn number(&self) -> Option<i64> {
        match self {
            Arg::Int(number) => Some(*number),
            Arg::Points(points) => Some(points.in_halves() / 2),
            _ => None,
        }
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Arg {
        Arg::Int(number)
    }
}

impl From<i32> for Arg {
    fn from(number: i32) -> Arg {
        Arg::Int(number.into())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Arg {
        Arg::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<Points> for Arg {
    fn from(points: Points) -> Arg {
        Arg::Points(points)
    }
}

impl From<&'static str> for Arg {
    fn from(word: &'static str) -> Arg {
        Arg::Word(word)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text.into())
    }
}

impl From<Arc<str>> for Arg {
    fn from(text: Arc<str>) -> Arg {
        Arg::Text(text)
    }
}

impl From<&Arc<str>> for Arg {
    fn from(text: &Arc<str>) -> Arg {
        Arg::Text(text.clone())
    }
}

impl<T: Into<Arg>> From<Vec<T>> for Arg {
    fn from(list: Vec<T>) -> Arg {
        Arg::List(list.into_iter().map(Into::into).collect())
    }
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Arg::Int(number) => serializer.serialize_i64(*number),
            Arg::Points(points) => points.serialize(serializer),
            Arg::Word(word) => serializer.serialize_str(word),
            Arg::Text(text) => serializer.serialize_str(text),
            Arg::List(list) => list.serialize(serializer),
        }
    }
}
