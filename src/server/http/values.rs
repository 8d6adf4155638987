//! What the parameters of queries are read into: numbers, flags, words, days, games, languages.

use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{KnownFormat, Ref, RefOr, Schema, SchemaFormat, Type};

use crate::http::problem::shortened;
use crate::http::query::{LONGEST, Refusal, Value, unknown};
use overtrick_core::args;
use overtrick_core::openapi::words;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::ledger::Timestamp;
use overtrick_own::OWN;

/// A text of at most so many characters.
#[derive(Debug)]
pub struct Text<const MOST: usize = LONGEST>;

impl<const MOST: usize> Value for Text<MOST> {
    type Of = String;
    const LONGEST: usize = MOST;

    fn read(text: &str) -> Result<String, Refusal> {
        Ok(text.to_owned())
    }

    fn schema() -> RefOr<Schema> {
        text().max_length(Some(MOST)).into()
    }
}

/// A text that must be there, and filled.
#[derive(Debug)]
pub struct Needed;

impl Value for Needed {
    type Of = String;
    const REQUIRED: bool = true;

    fn read(text: &str) -> Result<String, Refusal> {
        if text.is_empty() {
            return Err(("missing-field".into(), args![]));
        }
        Ok(text.to_owned())
    }

    fn schema() -> RefOr<Schema> {
        text().into()
    }
}

/// A whole number of a range.
#[derive(Debug)]
pub struct Whole<const LEAST: usize, const MOST: usize>;

impl<const LEAST: usize, const MOST: usize> Value for Whole<LEAST, MOST> {
    type Of = usize;

    fn read(text: &str) -> Result<usize, Refusal> {
        let number = text.parse().ok();
        let number = number.filter(|number| (LEAST..=MOST).contains(number));
        number.ok_or_else(|| {
            let args = args![found: shortened(text), least: LEAST, most: MOST];
            ("number-parameter".into(), args)
        })
    }

    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer);
        number.minimum(Some(LEAST)).maximum(Some(MOST)).into()
    }
}

/// A flag: without a value it is set.
#[derive(Debug)]
pub struct Flag;

impl Value for Flag {
    type Of = bool;

    fn read(text: &str) -> Result<bool, Refusal> {
        match text {
            "" | "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(unknown(text, ["true", "false"].into_iter())),
        }
    }

    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Boolean).into()
    }
}

/// Lets parameters have the words of enums, each with its schema.
macro_rules! word_values {
    ($($name:ty = $schema:expr;)+) => {$(
        impl $crate::http::query::Value for $name {
            type Of = $name;

            fn read(text: &str) -> Result<$name, $crate::http::query::Refusal> {
                let words = || <$name>::WORDS.iter().copied();
                <$name>::from_word(text)
                    .ok_or_else(|| $crate::http::query::unknown(text, words()))
            }

            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $schema.into()
            }
        }
    )+};
}
pub(crate) use word_values;

/// A day: an ISO date.
#[derive(Debug)]
pub struct Day;

impl Value for Day {
    type Of = String;

    fn read(text: &str) -> Result<String, Refusal> {
        let midnight = format!("{text}T00:00:00.000Z");
        let read = midnight.parse::<Timestamp>();
        read.map(|_| text.to_owned())
            .map_err(|_| ("bad-date".into(), args![found: shortened(text)]))
    }

    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Date);
        text().format(Some(format)).into()
    }
}

/// A game, by its id.
#[derive(Debug)]
pub struct Game;

impl Value for Game {
    type Of = &'static games::Entry;

    fn read(text: &str) -> Result<&'static games::Entry, Refusal> {
        let ids = || games::all().iter().map(|entry| entry.facts.id);
        games::find(text).ok_or_else(|| unknown(text, ids()))
    }

    fn schema() -> RefOr<Schema> {
        Ref::from_schema_name("GameId").into()
    }
}

/// The game of matches, by its id: one that ships, or `own` for all own games.
#[derive(Debug)]
pub struct PlayedGame;

impl PlayedGame {
    /// Every id that a match can have.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        let games = games::all().iter().map(|entry| entry.facts.id);
        games.chain([OWN])
    }
}

impl Value for PlayedGame {
    type Of = &'static str;

    fn read(text: &str) -> Result<&'static str, Refusal> {
        let known = PlayedGame::ids().find(|id| *id == text);
        known.ok_or_else(|| unknown(text, PlayedGame::ids()))
    }

    fn schema() -> RefOr<Schema> {
        Ref::from_schema_name("PlayedGameId").into()
    }
}

/// A language, by its tag.
#[derive(Debug)]
pub struct LanguageTag;

impl Value for LanguageTag {
    type Of = &'static Language;

    fn read(text: &str) -> Result<&'static Language, Refusal> {
        Language::find(text).ok_or_else(|| unknown(text, Language::tags()))
    }

    fn schema() -> RefOr<Schema> {
        words(Language::tags()).into()
    }
}

/// The schema of a text.
pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}
