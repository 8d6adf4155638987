//! House rules: the options of a match. A game defines each of them in one place.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::form::{Field, Kind};
use super::{HandContext, Table};
pub use crate::{define_house_rules as house_rules, define_numbers as numbers};

/// A house rule of a game: an option of its matches.
#[derive(Debug, Clone, Copy)]
pub struct HouseRule {
    /// Its key and kind.
    pub field: Field,
    /// Its default as JSON; `null` if there is none or it depends on the players.
    pub default: &'static str,
    /// The clause that it decides or changes.
    pub clause: &'static str,
    /// Whether the default is our choice (◇), because the rulebook does not state one.
    pub ours: bool,
    /// Whether it was added after matches had been played without it. If so, the
    /// [fingerprint](crate::judging::fingerprint()) leaves it out when it has its default value.
    pub later: bool,
}

impl HouseRule {
    /// Whether this value is the default.
    pub fn is_default(&self, value: &Value) -> bool {
        serde_json::from_str(self.default).is_ok_and(|usual: Value| usual == *value)
    }
}

/// The house rules in force with their values as JSON.
pub type HouseRules = Vec<(&'static str, Value)>;

/// The resolved house rules of a match. [`house_rules!`](super::house_rules) implements this trait.
pub trait RulesInForce: Sized {
    /// The house rules as written in a document.
    type Options: Default;
    /// The table of the house rules.
    const OPTIONS: &'static [HouseRule];

    /// Resolves the house rules. Reports faulty ones to the context, and uses their defaults.
    fn rules(options: &Self::Options, table: &Table, context: &mut HandContext<'_>) -> Self;

    /// Returns the house rules in force, as JSON, in the order of [`RulesInForce::OPTIONS`].
    fn resolved(&self) -> HouseRules;
}

/// Returns the kind of a whole number in a range.
pub const fn whole(range: &RangeInclusive<i64>) -> Kind {
    Kind::Int(*range.start(), *range.end())
}

/// Defines the house rules of a game: the struct `Options` for the options as written, the struct of the
/// house rules in force, and its implementation of [`RulesInForce`].
///
/// Each line is `name: kind(…), stated CLAUSE;`. `ours` instead of `stated` marks a default that the source
/// does not state (◇), and `later_ours` one that was also added [later](HouseRule::later). The kinds:
///
/// - `number(range, default)`, or `number(range, default; range here, default here)` if the range or the
///   default depends on the table or on another option;
/// - `nullable(range)`, a number or nothing;
/// - `flag(default)`;
/// - `word(Type::Default)`, a word of an enum that `words!` defines;
/// - `numbers(Type)`, an object that `numbers!` defines;
/// - `custom { Wire, default "json", Type = value }` for everything else; `optional Wire = kind` or `depends
///   Wire = kind` if the type alone does not give the kind.
///
/// Options are read in the order of the lines, but lines that end in `read first` are read before the others.
/// An expression may use the names in the parentheses after the struct, and the options that were read
/// before. A `[derived]` line adds a field that is not an option.
#[macro_export]
#[doc(hidden)]
macro_rules! define_house_rules {
    (@wire number $args:tt) => { i64 };
    (@wire nullable $args:tt) => { Option<i64> };
    (@wire flag $args:tt) => { bool };
    (@wire word ($type:ident :: $default:ident)) => { $type };
    (@wire numbers ($type:ident)) => { $crate::json::Json };
    (@wire custom { $need:ident $wire:ty $(= $kind:expr)?, default $($rest:tt)* }) => { $wire };

    (@value numbers ($type:ident)) => { $type };
    (@value custom { $need:ident $wire:ty $(= $kind:expr)?, default $json:literal, $type:ty = $value:expr }) => { $type };
    (@value $kind:ident $args:tt) => { $crate::define_house_rules!(@wire $kind $args) };

    (@field $name:expr, number ($range:expr, $($rest:tt)*)) => {
        $crate::form::Field::optional($name, $crate::whole(&$range))
    };
    (@field $name:expr, nullable ($range:expr)) => {
        $crate::form::Field::optional(
            $name,
            $crate::form::Kind::Nullable(&$crate::whole(&$range)),
        )
    };
    (@field $name:expr, custom { $need:ident $wire:ty $(= $kind:expr)?, default $($rest:tt)* }) => {
        $crate::form::Field::$need($name, $crate::define_object!(@kind $wire $(, $kind)?))
    };
    (@field $name:expr, $kind:ident $args:tt) => {
        $crate::form::Field::optional(
            $name,
            <$crate::define_house_rules!(@value $kind $args) as $crate::form::HasKind>::KIND,
        )
    };

    (@is_ours stated) => { false };
    (@is_ours $mark:ident) => { true };
    (@is_later later_ours) => { true };
    (@is_later $mark:ident) => { false };

    (@default number ($range:expr, $default:tt $($rest:tt)*)) => { stringify!($default) };
    (@default nullable $args:tt) => { "null" };
    (@default flag ($default:literal)) => { stringify!($default) };
    (@default word ($type:ident :: $default:ident)) => {
        $type::QUOTED[$type::$default as usize]
    };
    (@default numbers ($type:ident)) => { $type::DEFAULT };
    (@default custom { $need:ident $wire:ty $(= $kind:expr)?, default $json:literal, $($rest:tt)* }) => { $json };

    (@read $options:ident $context:ident $name:ident number ($range:expr, $default:literal)) => {
        $crate::define_house_rules!(@read $options $context $name number ($range, $default; $range, $default))
    };
    (@read $options:ident $context:ident $name:ident number ($range:expr, $default:tt; $here:expr, $usual:expr)) => {
        $context
            .number(concat!("/", stringify!($name)), &$options.$name, $here)
            .unwrap_or($usual)
    };
    (@read $options:ident $context:ident $name:ident nullable ($range:expr)) => {
        $context.number(
            concat!("/", stringify!($name)),
            &$crate::wire::Given($options.$name.flatten()),
            $range,
        )
    };
    (@read $options:ident $context:ident $name:ident numbers ($type:ident)) => {
        $type::read(stringify!($name), $options.$name.as_ref(), $context)
    };
    (@read $options:ident $context:ident $name:ident custom {
        $need:ident $wire:ty $(= $kind:expr)?, default $json:literal, $type:ty = $value:expr
    }) => { $value };

    (@read $options:ident $context:ident $name:ident $kind:ident ($default:expr)) => {
        $options.$name.unwrap_or($default)
    };

    (@early [$when:ident] $options:ident $context:ident $name:ident $kind:ident $args:tt) => {
        let $name = $crate::define_house_rules!(@read $options $context $name $kind $args);
    };
    (@early [] $($rest:tt)*) => {};
    (@late [] $options:ident $context:ident $name:ident $kind:ident $args:tt) => {
        let $name = $crate::define_house_rules!(@read $options $context $name $kind $args);
    };
    (@late [$when:ident] $($rest:tt)*) => {};

    (
        $(#[$meta:meta])* pub struct $game:ident ($options:ident, $table:ident, $context:ident);
        $($(#[$doc:meta])* $name:ident : $kind:ident $args:tt, $mark:ident $clause:expr $(, read $when:ident)?;)*
        $([derived] $derived:ident : $derived_type:ty = $derive:expr;)*
    ) => {
        /// The house rules of a match, as written.
        #[derive(Debug, Default, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Options {
            $($name: $crate::wire::Given<$crate::define_house_rules!(@wire $kind $args)>),*
        }

        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $game {
            $($(#[$doc])* pub(super) $name: $crate::define_house_rules!(@value $kind $args),)*
            $(pub(super) $derived: $derived_type),*
        }

        impl $crate::RulesInForce for $game {
            type Options = Options;
            const OPTIONS: &'static [$crate::HouseRule] = &[$(
                $crate::HouseRule {
                    field: $crate::define_house_rules!(@field stringify!($name), $kind $args),
                    default: $crate::define_house_rules!(@default $kind $args),
                    clause: $clause,
                    ours: $crate::define_house_rules!(@is_ours $mark),
                    later: $crate::define_house_rules!(@is_later $mark),
                }
            ),*];

            fn rules(
                $options: &Options,
                $table: &$crate::Table,
                $context: &mut $crate::HandContext<'_>,
            ) -> $game {
                let _ = $table;
                $($crate::define_house_rules!(@early [$($when)?] $options $context $name $kind $args);)*
                $($crate::define_house_rules!(@late [$($when)?] $options $context $name $kind $args);)*
                $(let $derived = $derive;)*
                $game { $($name,)* $($derived),* }
            }

            fn resolved(&self) -> $crate::HouseRules {
                vec![$((stringify!($name), serde_json::json!(self.$name))),*]
            }
        }
    };
}

/// Defines an option that is an object of numbers. They share a range, and each has its own default: `pub
/// struct Rates(0..=1000) { game = 1, no_trump "no-trump" = 7 }`.
#[macro_export]
#[doc(hidden)]
macro_rules! define_numbers {
    (@key $field:ident $key:literal) => { $key };
    (@key $field:ident) => { stringify!($field) };
    (@entry $default:literal $($key:tt)+) => {
        concat!("\"", $crate::define_numbers!(@key $($key)+), "\": ", stringify!($default))
    };
    (@default [$($first:tt)+] $([$($next:tt)+])*) => {
        concat!(
            "{", $crate::define_numbers!(@entry $($first)+),
            $(", ", $crate::define_numbers!(@entry $($next)+),)* "}"
        )
    };
    (
        $(#[$meta:meta])* pub struct $name:ident ($range:expr) {
            $($field:ident $($key:literal)? = $default:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            $($(#[serde(rename = $key)])? pub(super) $field: i64),+
        }

        impl $crate::form::HasKind for $name {
            const KIND: $crate::form::Kind = $crate::form::Kind::Object(&[
                $($crate::form::Field::optional(
                    $crate::define_numbers!(@key $field $($key)?),
                    $crate::whole(&$range),
                )),+
            ]);
        }

        impl $name {
            /// The defaults, as JSON.
            const DEFAULT: &'static str =
                $crate::define_numbers!(@default $([$default $field $($key)?])+);

            /// Returns the numbers as arguments of a message, by their names.
            fn args(&self) -> $crate::Args {
                $crate::args![$($field: self.$field),+]
            }

            /// Resolves the option with this name.
            fn read(
                name: &str,
                written: Option<&$crate::json::Json>,
                context: &mut $crate::HandContext<'_>,
            ) -> $name {
                let mut read = |key: &str, usual| {
                    let number = $crate::wire::Given(written.and_then(|numbers| numbers.int(key)));
                    let number = context.number(format_args!("/{name}/{key}"), &number, $range);
                    number.unwrap_or(usual)
                };
                $name {
                    $($field: read($crate::define_numbers!(@key $field $($key)?), $default)),+
                }
            }
        }
    };
}
