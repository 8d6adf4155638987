//! `overtrick club table`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use super::super::error::{CommandError, Outcome};
use super::super::grid::{Format, Grid, left, right, wrapped};
use super::super::input::Document;
use super::super::output::language;
use super::super::print;
use super::figures::grid;
use super::{Files, Loaded};
use overtrick_club::{
    Fraction, MEMBER_COLUMNS, Row, Rules, Season, SeasonTable, derivation, rank_in_words,
    read_rules, season_table, shown_column,
};
use overtrick_match::lang::visible_line;
use overtrick_paper::PrintError;
use overtrick_server::print_season;

/// Show the ranks, figures and evenings of a season. Without --season, the season of the latest evening is shown.
#[derive(Debug, Args)]
pub struct Table {
    #[command(flatten)]
    files: Files,
    /// Explain each figure
    #[arg(long)]
    explain: bool,
    /// Compare with the rules in this file, which has the object "rules" of a season
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    rules: Option<String>,
    /// Show the table as it was after this day
    #[arg(long, value_name = "DAY")]
    after: Option<String>,
    /// Write the table to this PDF
    #[arg(long, value_name = "PDF", conflicts_with = "rules")]
    pdf: Option<PathBuf>,
}

impl Table {
    pub fn run(self) -> Outcome {
        let loaded = self.files.load()?;
        let current = || loaded.club.current_season(&loaded.matches);
        let season = loaded.season.as_ref().or_else(current);
        let season =
            season.ok_or_else(|| CommandError::usage(language().text("club", "no-seasons")))?;
        let table = self.table(&loaded, season)?;
        if let Some(file) = &self.pdf {
            let drawn = print_season(&table, &loaded.club.name, language());
            let drawn = drawn.map_err(|error| match error {
                PrintError::Faults(faults) => loaded.document.refuse(&faults),
                error => CommandError::files(format!("{error:?}")),
            })?;
            return print::write(&drawn, file);
        }
        if let Some(path) = &self.rules {
            let season = Season {
                rules: other_rules(path, &loaded.document)?,
                ..season.clone()
            };
            let other = self.table(&loaded, &season)?;
            let grid = compared(&table, &other);
            let figures = BTreeMap::from([("as_written", table), ("with_rules", other)]);
            return self.files.formats.write(&grid, &figures, || grid.text());
        }
        let grid = if self.files.formats.chosen() == Some(Format::Csv) {
            grid(&season_table(&table, None))
        } else {
            let mut standings = season_table(&table, Some(language()));
            let rows = standings.rows.iter_mut().chain([&mut standings.heads]);
            rows.for_each(|row| row.truncate(MEMBER_COLUMNS));
            grid(&standings)
        };
        self.files.formats.write(&grid, &table, || {
            let heading = format!("{}: {}", loaded.club.name, table.title);
            let heading = wrapped(&visible_line(&heading));
            let notes = table.notes(language()).into_iter();
            let notes: String = notes.map(|note| wrapped(&visible_line(&note))).collect();
            let gap = if notes.is_empty() { "" } else { "\n" };
            let mut text = format!("{heading}\n{}{gap}{notes}", grid.text());
            if self.explain {
                text += &explained(&table);
            }
            text
        })
    }

    fn table(&self, loaded: &Loaded, season: &Season) -> Outcome<SeasonTable> {
        let (club, after) = (&loaded.club, self.after.as_deref());
        let table = club.table(season, &loaded.matches, after);
        table.map_err(|faults| loaded.document.refuse(&faults))
    }
}

/// Reads rules from a file.
fn other_rules(path: &str, club: &Document) -> Outcome<Rules> {
    let document = Document::read(path, club.faults)?;
    let rules = read_rules(&document.json()?);
    rules.map_err(|faults| document.refuse(&faults))
}

/// Returns an explanation of each figure.
fn explained(table: &SeasonTable) -> String {
    let mut text = String::new();
    for row in table.rows() {
        let lines = derivation(table, row, language()).into_iter().map(|line| {
            let played = line.played.unwrap_or_default();
            [
                left(line.day),
                left(played),
                left(line.text),
                right(line.shown),
            ]
        });
        let grid: Grid = lines.collect();
        text += &format!("\n{}\n{}", visible_line(&row.name), grid.text());
    }
    text
}

/// Returns each member's rank and figure in `one` and in `other`, sorted by the rank in `other`.
fn compared(one: &SeasonTable, other: &SeasonTable) -> Grid {
    let [name, as_written, other_rules] =
        ["name", "as-written", "other-rules"].map(|key| language().text("club", key));
    let blank = || right("");
    let head = [
        left(name),
        right(as_written),
        blank(),
        right(other_rules),
        blank(),
    ];
    let before = |row: &Row| one.rows().find(|before| before.member == row.member);
    let ranked = other.rows().filter_map(before).map(|row| &row.figure);
    let old_figures = shown_column(&ranked.collect::<Vec<&Fraction>>(), Some(language()));
    let mut old_figures = old_figures.into_iter();
    let figures = other.column(|row| &row.figure, Some(language()));
    let rows = other.rows().zip(figures).map(|(row, figure)| {
        let before = before(row);
        let old_rank = before.map(|before| rank_in_words(before.rank, language()));
        let old_figure = before.and_then(|_| old_figures.next());
        [
            left(&row.name),
            right(old_rank.unwrap_or_default()),
            right(old_figure.unwrap_or_default()),
            right(rank_in_words(row.rank, language())),
            right(figure),
        ]
    });
    rows.collect::<Grid>().headed(head)
}
