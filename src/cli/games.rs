//! `overtrick games`.

use clap::Args;
use comfy_table::Cell;
use serde_json::{Value, json};

use super::table::{block, grid, wrapped};
use super::{Outcome, output};
use crate::games::{self, Entry};
use crate::lang::Language;
use crate::rules::{Facts, args};

/// List the games.
#[derive(Debug, Args)]
pub struct Games {
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(self, language: &Language) -> Outcome {
        if self.json {
            let list: Vec<Value> = games::all()
                .iter()
                .map(|entry| as_json(entry.facts, language))
                .collect();
            return output::json(&list);
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
        grid.add_row(row.map(Cell::new));
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

/// A game in a list.
pub(crate) fn as_json(facts: &Facts, language: &Language) -> Value {
    json!({
        "id": facts.id, "name": language.word(facts.id), "author": language.author(facts),
        "source": language.rulebook(facts),
        "players": { "least": facts.players.0, "most": facts.players.1 },
        "edition": facts.edition, "about": language.text("game", facts.id),
    })
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;
    use crate::games::made_up;

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
