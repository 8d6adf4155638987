//! `overtrick club names` and `overtrick club name`.

use std::path::Path;

use clap::Args;

use super::super::error::{CommandError, FaultFormat, Outcome};
use super::super::grid::wrapped;
use super::super::input::Document;
use super::super::output::{self, language, part_of};
use super::Files;
use super::figures::grid;
use overtrick_club::{ClubMatch, FigureTable, document_with_name, read};
use overtrick_core::args;
use overtrick_match::describe::in_lines;
use overtrick_store::put_in_place;

/// Give a member another name in the club document, so that all matches with that name are the member's.
#[derive(Debug, Args)]
pub struct Name {
    /// The number of the member
    number: u16,
    /// The other name
    #[arg(value_name = "NAME")]
    other: String,
    /// The club document, which is changed
    #[arg(long, value_name = "FILE")]
    club: String,
    /// Take the name away again
    #[arg(long)]
    remove: bool,
}

/// Lists the names that belong to no member, with the members nearest to them. Without a season, of all matches.
pub fn list(files: &Files) -> Outcome {
    let loaded = files.load()?;
    let season = loaded.season.as_ref();
    let of_season = |played: &&ClubMatch| season.is_none_or(|season| season.has(played));
    let unknown = loaded.club.unknown(loaded.matches.iter().filter(of_season));
    let rows = unknown.iter().map(|unknown| {
        let nearest = unknown.nearest.iter();
        let nearest = nearest.map(|number| format!("{number} {}", loaded.club.name_of(*number)));
        let nearest: Vec<String> = nearest.collect();
        let matches = unknown.matches.len().to_string();
        vec![unknown.name.clone(), matches, nearest.join(", ")]
    });
    let heads = ["name", "matches", "nearest"];
    let grid = grid(&FigureTable::new(&[0, 2], &heads, rows, language()));
    files.formats.write(&grid, &unknown, || {
        if unknown.is_empty() {
            return wrapped(&language().text("club", "no-unknown"));
        }
        let args = args![file: files.club.clone()];
        let hint = language().format("club", "name-hint", &args);
        format!("{}\n{}", grid.text(), wrapped(&hint))
    })
}

impl Name {
    pub fn run(self) -> Outcome {
        let document = Document::read(&self.club, FaultFormat::Text)?;
        read(&document.bytes).map_err(|faults| document.refuse(&faults))?;
        let json = document.json()?;
        let changed = document_with_name(&json, self.number, &self.other, !self.remove);
        let changed = changed.map_err(|faults| document.refuse(&faults))?;
        let path = Path::new(&self.club);
        let part = part_of(path);
        let failed = |error| CommandError::files(format!("{}: {error}", self.club));
        std::fs::write(&part, in_lines(&changed, 0) + "\n").map_err(failed)?;
        put_in_place(&part, path).map_err(failed)?;
        let key = if self.remove {
            "name-removed"
        } else {
            "name-added"
        };
        let args = args![name: self.other, number: i64::from(self.number)];
        output::line(&language().format("club", key, &args))
    }
}
