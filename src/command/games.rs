//! `overtrick games`.

use clap::Args;

use super::error::Outcome;
use super::output;
use super::table::{block, grid, left, wrapped};
use overtrick_core::{Facts, args};
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::GameSummary;
use overtrick_match::lang::Language;

/// List the games.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick games", "overtrick games --lang cs"]))]
pub struct Games {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(self, language: &Language) -> Outcome {
        if self.json {
            let games = games::all().iter();
            let games = games.map(|entry| GameSummary::of(entry.facts, language));
            return output::json(&games.collect::<Vec<GameSummary>>());
        }
        output::text(&table(games::all(), language))
    }
}

fn table(games: &[Entry], language: &Language) -> String {
    let mut grid = grid();
    for game in games {
        let facts = game.facts;
        let row = [
            facts.id.to_owned(),
            players(facts, language),
            language.text("game", facts.id),
        ];
        grid.add_row(row.map(left));
    }
    let hint = wrapped(&language.text("ui", "games-hint"));
    format!("{}\n{hint}", block(&grid))
}

fn players(facts: &Facts, language: &Language) -> String {
    let (least, most) = facts.players;
    let key = if least == most {
        "players-exact"
    } else {
        "players"
    };
    language.format("ui", key, &args![least: least, most: most])
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;
    use crate::made_up;

    #[test]
    fn twelve_games_are_listed_within_80_columns() {
        let games = made_up::entries(12);
        for tag in Language::tags() {
            let text = table(&games, Language::find(tag).unwrap());
            assert!(text.lines().all(|line| line.graphemes(true).count() <= 80));
            for game in &games {
                assert!(text.contains(game.facts.id), "{tag}: {text}");
            }
        }
    }
}
