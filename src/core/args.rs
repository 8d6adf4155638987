//! Typed arguments of messages. The core provides numbers and names; the language files contain the sentences.

use std::fmt::Display;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::bounds::allocated;
use super::{Name, Points};

/// A number, name or word in a sentence.
///
/// ```
/// use overtrick_core::{Arg, Points};
///
/// assert_eq!(Arg::from(3), Arg::Int(3));
/// assert_eq!(Arg::from("spades"), Arg::Word("spades".into()));
/// assert_eq!(Arg::from(vec![1, 2]), Arg::List([Arg::Int(1), Arg::Int(2)].into()));
/// assert_eq!(Arg::from(Points::halves(3)).number(), Some(1));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Arg {
    /// A whole number.
    Int(i64),
    /// Points, possibly with a fraction.
    Points(Points),
    /// A decimal number from the input, shown with the decimal separator of the language.
    #[serde(serialize_with = "as_text")]
    Decimal(f64),
    /// An id, such as a suit or a contract. Each language has a word for it.
    Word(Name),
    /// A player's name or other text that is shown unchanged.
    Text(Arc<str>),
    /// Several arguments, in order.
    List(Arc<[Arg]>),
}

/// The arguments of a message, each with its name.
pub type Args = Vec<(Name, Arg)>;

/// Builds [`Args`].
///
/// ```
/// use overtrick_core::{Arg, args};
///
/// let args = args![bid: 2, player: "Ann".to_owned()];
/// assert_eq!(args[0], ("bid".into(), Arg::Int(2)));
/// assert_eq!(args[1], ("player".into(), Arg::Text("Ann".into())));
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! message_args {
    ($($name:ident : $value:expr),* $(,)?) => {
        vec![$(($crate::Name::new(stringify!($name)), $crate::Arg::from($value))),*] as $crate::Args
    };
}
pub use crate::message_args as args;

/// Returns the approximate memory use of arguments, in bytes, without their names and texts, which are shared.
pub fn memory_of(args: &Args) -> usize {
    let lists = args.iter().map(|(_, arg)| match arg {
        Arg::List(items) => allocated(size_of_val(&**items)),
        _ => 0,
    });
    let lists: usize = lists.sum();
    allocated(args.capacity() * size_of::<(Name, Arg)>()) + lists
}

impl Arg {
    /// Returns a list of texts that are shown unchanged.
    pub fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Arg {
        let texts = texts.into_iter();
        Arg::List(texts.map(|text| Arg::Text(text.into())).collect())
    }

    /// Returns a whole number or points as an integer, rounded toward zero; `None` for any other argument.
    pub fn number(&self) -> Option<i64> {
        match self {
            Arg::Int(number) => Some(*number),
            Arg::Points(points) => Some(points.in_units(2) / 2),
            _ => None,
        }
    }
}

/// Implements [`From`] for a type. Syntax: `Type: from: value => expression;`.
macro_rules! conversions {
    ($type:ty: $($from:ty: $value:ident => $made:expr;)+) => {
        $(impl From<$from> for $type {
            fn from($value: $from) -> $type {
                $made
            }
        })+
    };
}
pub(crate) use conversions;

conversions! { Arg:
    i64: number => Arg::Int(number);
    i32: number => Arg::Int(number.into());
    u64: number => Arg::Int(i64::try_from(number).unwrap_or(i64::MAX));
    usize: number => Arg::Int(i64::try_from(number).unwrap_or(i64::MAX));
    Points: points => Arg::Points(points);
    f64: number => Arg::Decimal(number);
    &'static str: word => Arg::Word(word.into());
    Name: word => Arg::Word(word);
    String: text => Arg::Text(text.into());
    Arc<str>: text => Arg::Text(text);
    &Arc<str>: text => Arg::Text(text.clone());
}

impl<T: Into<Arg>> From<Vec<T>> for Arg {
    fn from(list: Vec<T>) -> Arg {
        Arg::List(list.into_iter().map(Into::into).collect())
    }
}

fn as_text<S: Serializer>(number: impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&number)
}
