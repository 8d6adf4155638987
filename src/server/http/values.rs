//! Values of parameters: days, games, languages.

use std::ops::Deref;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{KnownFormat, SchemaFormat, Type};

use overtrick_core::openapi::words;
use overtrick_core::schemas;
use overtrick_core::wire::word;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_match::ledger::Timestamp;
use overtrick_own::OWN;

/// A day, as an ISO date.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub String);

impl Deref for Day {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
        let text = String::deserialize(deserializer)?;
        let midnight = format!("{text}T00:00:00.000Z").parse::<Timestamp>();
        midnight.map_err(|_| D::Error::custom("bad-date"))?;
        Ok(Day(text))
    }
}

/// The game of a match: the id of a built-in game, or `own` for any custom game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(as = PlayedGameId)]
pub struct PlayedGame(pub &'static str);

static PLAYED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let games = games::all().iter().map(|entry| entry.facts.id);
    games.chain([OWN]).collect()
});

impl PlayedGame {
    /// Returns every game id that a match can have.
    pub fn ids() -> &'static [&'static str] {
        &PLAYED
    }

    /// Returns the built-in game, or `None` for a custom game.
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

/// A built-in game, by its id.
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(as = GameId, value_type = String)]
pub struct ShippedGame(pub &'static games::Entry);

impl<'de> Deserialize<'de> for ShippedGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShippedGame, D::Error> {
        let ids = &PLAYED[..games::all().len()];
        word(deserializer, games::find, ids).map(ShippedGame)
    }
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

/// A position in a list. Clients get it as a cursor and send it back unchanged.
#[derive(Debug)]
pub struct Place<T>(pub T);

impl<T: Serialize> Place<T> {
    /// Returns the cursor to this position.
    pub fn cursor(&self) -> String {
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&self.0).unwrap_or_default())
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Place<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place<T>, D::Error> {
        let text = URL_SAFE_NO_PAD.decode(String::deserialize(deserializer)?);
        let place = serde_json::from_slice(&text.unwrap_or_default());
        place
            .map(Place)
            .map_err(|_| D::Error::custom("cursor-form"))
    }
}

schemas! {
    Day = text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
    Lang = words(Language::tags());
}

/// Returns the schema of a string.
pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}
