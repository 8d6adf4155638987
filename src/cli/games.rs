//! `overtrick games`.

use clap::Args;
use comfy_table::Cell;
use serde_json::{Value, json};

use super::table::{block, grid, wrapped};
use super::{Outcome, output};
use crate::games;
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
        let mut grid = grid();
        for entry in games::all() {
            let facts = entry.facts;
            let row = [
                facts.id.to_owned(),
                players(facts, language),
                language.text("game", facts.id),
            ];
            grid.add_row(row.map(Cell::new));
        }
        output::text(&format!(
            "{}
{}",
            block(&grid),
            wrapped(&language.text("ui", "games-hint"))
        ))
    }
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
