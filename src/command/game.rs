//! `overtrick games`, and a game and its house rules as given on the command line.

use std::sync::Arc;

use clap::Args;

use super::error::{CommandError, FaultFormat, Outcome};
use super::grid::{Grid, left, wrapped};
use super::{output, own_game, words};
use overtrick_core::json::Json;
use overtrick_core::{Facts, args};
use overtrick_games::{self as games, Entry};
use overtrick_match::MatchGame;
use overtrick_match::describe::{GameSummary, PlayerRange};
use overtrick_match::document::read_option;
use overtrick_match::lang::Language;

/// The house rules given on the command line.
#[derive(Debug, Args)]
pub struct Options {
    /// A house rule listed by overtrick rules GAME: key=6, key=one,two or key.part=3; repeatable
    #[arg(long = "option", value_name = "K=V")]
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

/// The game that a command is about: one that ships, or a definition in a file.
#[derive(Debug, Args)]
pub struct GameChoice {
    /// The game, as overtrick games lists it
    #[arg(required_unless_present = "game_file", value_parser = words::GAMES, hide_possible_values = true)]
    game: Option<String>,
    /// The definition of your own game instead, as overtrick game new writes one
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    game_file: Option<String>,
}

impl GameChoice {
    /// The game; the faults of a definition are reported in this format.
    pub fn find(
        &self,
        faults: FaultFormat,
        language: &Language,
    ) -> Result<MatchGame, CommandError> {
        match &self.game_file {
            Some(file) => Ok(Arc::new(own_game::checked(file, faults, language)?).into()),
            None => Ok(find(self.game.as_deref().unwrap_or_default(), language)?.into()),
        }
    }
}

/// The game that is meant: one that ships, one of the gallery, or the definition in a file.
pub fn known(name: &str, language: &Language) -> Result<MatchGame, CommandError> {
    if let Some(entry) = games::meant(name) {
        return Ok(entry.into());
    }
    let preset = overtrick_own::preset_json(&name.to_ascii_lowercase());
    if let Some(definition) = preset.and_then(|json| overtrick_own::read(&json).ok()) {
        return Ok(Arc::new(definition).into());
    }
    if name == "-" || name.contains(['.', '/', '\\']) {
        let definition = own_game::checked(name, FaultFormat::Text, language)?;
        return Ok(Arc::new(definition).into());
    }
    find(name, language).map(MatchGame::from)
}

/// List the games.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick games", "overtrick games --lang cs"]))]
pub struct Games {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(self, language: &Language) -> Outcome {
        if !self.json {
            return output::text(&list_text(games::all(), language));
        }
        let summary = |entry: &Entry| GameSummary::new(entry.facts, language);
        output::json(
            &games::all()
                .iter()
                .map(summary)
                .collect::<Vec<GameSummary>>(),
        )
    }
}

fn list_text(games: &[Entry], language: &Language) -> String {
    let mut grid = Grid::new();
    let head = ["games-game", "games-players", "games-about"];
    grid.set_header(head.map(|key| left(language.text("ui", key))));
    for game in games {
        let facts = game.facts;
        let row = [
            facts.id.to_owned(),
            PlayerRange::new(facts).in_words(language),
            language.text("game", facts.id),
        ];
        grid.add_row(row.map(left));
    }
    let hint = wrapped(&language.text("ui", "games-hint"));
    format!("{}\n{hint}", grid.text())
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    /// This many entries: those of the registry, repeated, each under its own id.
    fn made_up(count: usize) -> Vec<Entry> {
        let models = games::all().iter().cycle().enumerate();
        let entry = |(index, model): (usize, &Entry)| {
            let id: &str = Box::leak(format!("made-up-{index:02}").into_boxed_str());
            let own = format!("game = {:?}", model.facts.id);
            let layout = model.layout.replace(&own, &format!("game = {id:?}"));
            let mut entry = *model;
            entry.facts = Box::leak(Box::new(Facts { id, ..*model.facts }));
            entry.layout = layout.leak();
            entry.languages = &[];
            entry
        };
        models.map(entry).take(count).collect()
    }

    #[test]
    fn twelve_games_are_listed_within_80_columns() {
        let games = made_up(12);
        for tag in Language::tags() {
            let text = list_text(&games, Language::find(tag).unwrap());
            assert!(text.lines().all(|line| line.graphemes(true).count() <= 80));
            for game in &games {
                assert!(text.contains(game.facts.id), "{tag}: {text}");
            }
        }
    }
}
