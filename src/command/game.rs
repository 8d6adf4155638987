//! A game and its house rules, as given on the command line.

use clap::Args;

use super::error::CommandError;
use super::words;
use overtrick_core::json::Json;
use overtrick_core::{Facts, args};
use overtrick_games::{self as games, Entry};
use overtrick_match::document::read_option;
use overtrick_match::lang::Language;

/// The house rules given on the command line.
#[derive(Debug, Args)]
pub struct Options {
    /// A house rule listed by overtrick rules GAME: key=6, key=one,two or key.part=3; repeatable
    #[arg(long = "option", value_name = "K=V", value_parser = words::OPTIONS, hide_possible_values = true)]
    pub options: Vec<String>,
}

impl Options {
    /// Reads the house rules, each with its value.
    pub fn read(
        &self,
        facts: &Facts,
        language: &Language,
    ) -> Result<Vec<(String, Json)>, CommandError> {
        let unreadable = |option: &String| {
            let args = args![found: option.clone()];
            CommandError::usage(language.format("ui", "option-form", &args))
        };
        let options = self.options.iter();
        options
            .map(|option| read_option(facts, option).ok_or_else(|| unreadable(option)))
            .collect()
    }
}

/// The game with this id or name, in any spelling; otherwise a usage error that lists the games.
pub fn find(id: &str, language: &Language) -> Result<&'static Entry, CommandError> {
    games::meant(id).ok_or_else(|| {
        if id == overtrick_own::OWN {
            return CommandError::usage(language.text("ui", "own-is-a-file"));
        }
        let games = games::all().iter();
        let games: Vec<String> = games.map(|entry| entry.facts.id.to_owned()).collect();
        let args = args![found: id.to_owned(), games: games];
        CommandError::usage(language.format("finding", "unknown-game", &args))
    })
}
