//! Values of parameters: days, games, languages.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{KnownFormat, Ref, SchemaFormat, Type};
use validator::ValidationError;

use overtrick_core::openapi::words;
use overtrick_core::wire::word;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::ledger::Timestamp;
use overtrick_own::OWN;

/// Checks an ISO date.
///
/// # Errors
/// It is not one.
pub fn check_day(text: &str) -> Result<(), ValidationError> {
    let midnight = format!("{text}T00:00:00.000Z").parse::<Timestamp>();
    midnight
        .map(drop)
        .map_err(|_| ValidationError::new("bad-date"))
}

/// The schema of an ISO date.
pub fn day_schema() -> ObjectBuilder {
    text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
}

/// The game of a match: the id of one that ships, or `own` for every custom game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedGame(pub &'static str);

static PLAYED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let games = games::all().iter().map(|entry| entry.facts.id);
    games.chain([OWN]).collect()
});

impl PlayedGame {
    /// Every id that a match can have.
    pub fn ids() -> &'static [&'static str] {
        &PLAYED
    }

    /// The game, unless it is a custom one.
    pub fn shipped(self) -> Option<&'static games::Entry> {
        games::find(self.0)
    }
}

impl<'de> Deserialize<'de> for PlayedGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayedGame, D::Error> {
        let find = |text: &str| PLAYED.iter().find(|id| **id == text).copied();
        word(deserializer, find, &PLAYED).map(PlayedGame)
    }
}

/// The schema of the game of a match.
pub fn played_game_schema() -> Ref {
    Ref::from_schema_name("PlayedGameId")
}

/// A game that ships, by its id.
#[derive(Debug, Clone, Copy)]
pub struct ShippedGame(pub &'static games::Entry);

impl<'de> Deserialize<'de> for ShippedGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShippedGame, D::Error> {
        let ids = &PLAYED[..games::all().len()];
        word(deserializer, games::find, ids).map(ShippedGame)
    }
}

/// The schema of a game that ships.
pub fn game_schema() -> Ref {
    Ref::from_schema_name("GameId")
}

/// A language, by its tag.
#[derive(Debug, Clone, Copy)]
pub struct Lang(pub &'static Language);

static TAGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| Language::tags().collect());

impl<'de> Deserialize<'de> for Lang {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lang, D::Error> {
        word(deserializer, Language::find, &TAGS).map(Lang)
    }
}

/// The schema of a language.
pub fn lang_schema() -> ObjectBuilder {
    words(Language::tags())
}

/// The schema of a text.
pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}
