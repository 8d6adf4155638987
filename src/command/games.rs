//! `overtrick games`.

use clap::Args;

use super::error::Outcome;
use super::formats::Formats;
use super::grid::{Grid, left};
use super::table::wrapped;
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::{GameSummary, PlayerRange};
use overtrick_match::lang::Language;

/// List the games.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick games", "overtrick games --lang cs"]))]
pub struct Games {
    #[command(flatten)]
    formats: Formats,
}

impl Games {
    pub fn run(self, language: &Language) -> Outcome {
        let summaries = games::all().iter();
        let summaries = summaries.map(|entry| GameSummary::new(entry.facts, language));
        let summaries: Vec<GameSummary> = summaries.collect();
        self.formats
            .write(&grid(games::all(), language), &summaries, || {
                table(games::all(), language)
            })
    }
}

fn table(games: &[Entry], language: &Language) -> String {
    let hint = wrapped(&language.text("ui", "games-hint"));
    format!("{}\n{hint}", grid(games, language).text())
}

fn grid(games: &[Entry], language: &Language) -> Grid {
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
    grid
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
