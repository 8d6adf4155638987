//! `overtrick club names` and `overtrick club name`.

use std::path::Path;

use clap::Args;

use super::super::error::{CommandError, FaultFormat, Outcome};
use super::super::grid::{Formats, Grid, left, right, wrapped};
use super::super::input::Document;
use super::super::output::{self, NewFile};
use super::{Files, Loaded};
use overtrick_club::{ClubMatch, Unknown, document_with_name, read};
use overtrick_core::args;
use overtrick_match::describe::in_lines;
use overtrick_match::document::guard;
use overtrick_match::lang::Language;
use overtrick_store::put_in_place;

/// List the names that belong to no member, with the members nearest to them. Without --season, of all matches.
#[derive(Debug, Args)]
pub struct Names {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    formats: Formats,
}

/// Give a member another name in the club document, so that all matches with that name are the member's.
#[derive(Debug, Args)]
pub struct Name {
    /// The number of the member
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u16))]
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

impl Names {
    pub fn run(self, language: &'static Language) -> Outcome {
        let loaded = self.files.load(&self.formats, language)?;
        let season = self.files.season(&loaded);
        let of_season = |played: &&ClubMatch| season.is_none_or(|season| season.has(played));
        let unknown = loaded.club.unknown(loaded.matches.iter().filter(of_season));
        let grid = grid(&unknown, &loaded, language);
        self.formats.write(&grid, &unknown, || {
            if unknown.is_empty() {
                return wrapped(&language.text("club", "no-unknown"));
            }
            let args = args![file: self.files.club.clone()];
            let hint = language.format("club", "name-hint", &args);
            format!("{}\n{}", grid.text(), wrapped(&hint))
        })
    }
}

fn grid(unknown: &[Unknown], loaded: &Loaded, language: &Language) -> Grid {
    let mut grid = Grid::new();
    let [name, matches, nearest] =
        ["name", "matches", "nearest"].map(|key| language.text("club", key));
    grid.set_header([left(name), right(matches), left(nearest)]);
    for unknown in unknown {
        let nearest = unknown.nearest.iter().map(|number| {
            let member = loaded.club.member_of(*number);
            format!("{number} {}", member.map_or("", |member| &member.name))
        });
        grid.add_row([
            left(guard(&unknown.name)),
            right(unknown.matches.len()),
            left(nearest.collect::<Vec<String>>().join(", ")),
        ]);
    }
    grid
}

impl Name {
    pub fn run(self, language: &'static Language) -> Outcome {
        let document = Document::read(&self.club, FaultFormat::Text, language)?;
        read(&document.bytes).map_err(|faults| document.refuse(&faults, language))?;
        let json = document.json(language)?;
        let changed = document_with_name(&json, self.number, &self.other, !self.remove);
        let changed = changed.map_err(|faults| document.refuse(&faults, language))?;
        let path = Path::new(&self.club);
        let part = NewFile::new(path).part;
        let failed = |error| CommandError::files(format!("{}: {error}", self.club));
        std::fs::write(&part, in_lines(&changed, 0) + "\n").map_err(failed)?;
        put_in_place(&part, path).map_err(failed)?;
        let key = if self.remove {
            "name-removed"
        } else {
            "name-added"
        };
        let args = args![name: self.other, number: i64::from(self.number)];
        output::line(&language.format("club", key, &args))
    }
}
