//! `overtrick club table`.

use clap::Args;
use serde::Serialize;

use super::super::error::{CommandError, Outcome};
use super::super::grid::{Format, Formats, Grid, left, right, wrapped};
use super::super::input::Document;
use super::{Files, Loaded};
use overtrick_club::{
    DerivationLine, Fraction, LineKind, Row, Rules, Season, SeasonTable, csv_rows, derivation,
    exact, read_rules, shown_column,
};
use overtrick_core::args;
use overtrick_match::lang::{Language, visible_line};

/// Show the table of a season: ranks, figures, evenings. Without --season, that of the latest evening.
#[derive(Debug, Args)]
pub struct Table {
    #[command(flatten)]
    files: Files,
    /// Show why each figure is what it is
    #[arg(long)]
    explain: bool,
    /// Show what would change under other rules: a file with the object "rules" of a season
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    rules: Option<String>,
    /// Show the table as it stood after this day
    #[arg(long, value_name = "DAY")]
    after: Option<String>,
    #[command(flatten)]
    formats: Formats,
}

/// The JSON of two sets of rules.
#[derive(Serialize)]
struct ComparedTables {
    as_written: SeasonTable,
    with_rules: SeasonTable,
}

impl Table {
    pub fn run(self, language: &'static Language) -> Outcome {
        let loaded = self.files.load(&self.formats, language)?;
        let chosen = self.files.season(&loaded);
        let season = chosen.or_else(|| loaded.club.current_season(&loaded.matches));
        let season =
            season.ok_or_else(|| CommandError::usage(language.text("club", "no-seasons")))?;
        let table = self.table(&loaded, season, &season.rules, language)?;
        let is_csv = self.formats.chosen() == Some(Format::Csv);
        if let Some(path) = &self.rules {
            let rules = other_rules(path, &loaded.document, language)?;
            let other = self.table(&loaded, season, &rules, language)?;
            let grid = compared(&table, &other, language);
            let text = || grid.text();
            let figures = ComparedTables {
                as_written: table.clone(),
                with_rules: other,
            };
            return self.formats.write(&grid, &figures, text);
        }
        let grid = if is_csv {
            for_programs(&table)
        } else {
            standings(&table, language)
        };
        self.formats.write(&grid, &table, || {
            let heading = format!("{}: {}", loaded.club.name, table.title);
            let heading = wrapped(&visible_line(&heading));
            let mut text = format!("{heading}\n{}{}", grid.text(), notes(&table, language));
            if self.explain {
                text += &explained(&table, language);
            }
            text
        })
    }

    fn table(
        &self,
        loaded: &Loaded,
        season: &Season,
        rules: &Rules,
        language: &Language,
    ) -> Result<SeasonTable, CommandError> {
        let table = loaded
            .club
            .table(season, rules, &loaded.matches, self.after.as_deref());
        table.map_err(|faults| loaded.document.refuse(&faults, language))
    }
}

/// The rules in a file.
fn other_rules(path: &str, club: &Document, language: &Language) -> Result<Rules, CommandError> {
    let document = Document::read(path, club.format(), language)?;
    let rules = read_rules(&document.json(language)?);
    rules.map_err(|faults| document.refuse(&faults, language))
}

/// All rows, the ranked ones first.
fn rows(table: &SeasonTable) -> impl Iterator<Item = &Row> {
    table.standings.iter().chain(&table.unranked)
}

fn rank(row: &Row, language: &Language) -> String {
    row.rank
        .map_or_else(|| "–".to_owned(), |rank| language.ordinal(rank))
}

/// A column of fractions.
fn column<'r>(
    rows: impl Iterator<Item = &'r Row>,
    value: impl Fn(&'r Row) -> &'r Fraction,
    language: Option<&Language>,
) -> Vec<String> {
    shown_column(&rows.map(value).collect::<Vec<_>>(), language)
}

/// The table for people.
fn standings(table: &SeasonTable, language: &Language) -> Grid {
    let mut grid = Grid::new();
    let head = ["number", "evenings", "wins", "figure"].map(|key| language.text("club", key));
    let [number, evenings, wins, figure] = head.map(right);
    let name = left(language.text("club", "name"));
    let decided = left(language.text("club", "decided-by"));
    grid.set_header([right(""), number, name, evenings, wins, figure, decided]);
    let figures = column(rows(table), |row| &row.figure, Some(language));
    let wins = column(rows(table), |row| &row.wins, Some(language));
    for ((row, figure), wins) in rows(table).zip(figures).zip(wins) {
        let decided = row
            .decided_by
            .map(|tie| language.text("club", &format!("tie-{}", tie.word())));
        grid.add_row([
            right(rank(row, language)),
            right(row.member),
            left(&row.name),
            right(row.evenings),
            right(wins),
            right(figure),
            left(decided.unwrap_or_default()),
        ]);
    }
    grid
}

/// The table for spreadsheets.
fn for_programs(table: &SeasonTable) -> Grid {
    let mut grid = Grid::new();
    let mut rows = csv_rows(table).into_iter();
    grid.set_header(rows.next().unwrap_or_default().into_iter().map(left));
    for row in rows {
        grid.add_row(row.into_iter().map(left));
    }
    grid
}

/// What stands below the table.
fn notes(table: &SeasonTable, language: &Language) -> String {
    let mut notes = Vec::new();
    if table.open > 0 {
        notes.push(language.format("club", "open", &args![count: table.open]));
    }
    if !table.unknown.is_empty() {
        let names = table.unknown.iter().map(|unknown| unknown.name.clone());
        let args = args![count: table.unknown.len(), names: names.collect::<Vec<String>>()];
        notes.push(language.format("club", "guests", &args));
    }
    notes.extend(
        table
            .warnings
            .iter()
            .map(|warning| format!("! {}", warning.in_words(language))),
    );
    let notes = notes.iter().map(|note| wrapped(&visible_line(note)));
    let notes: String = notes.collect();
    if notes.is_empty() {
        notes
    } else {
        format!("\n{notes}")
    }
}

/// The derivation of each figure.
fn explained(table: &SeasonTable, language: &Language) -> String {
    let mut text = String::new();
    for row in rows(table) {
        let mut grid = Grid::new();
        for line in derivation(table, row, language) {
            grid.add_row(derived(line, language));
        }
        text += &format!("\n{}\n{}", visible_line(&row.name), grid.text());
    }
    text
}

fn derived(line: DerivationLine, language: &Language) -> [super::super::grid::Cell; 4] {
    let value = line
        .value
        .map(|value| exact(&value, language))
        .unwrap_or_default();
    let is_match = line.kind == LineKind::Match;
    let day = if is_match {
        String::new()
    } else {
        line.evening
    };
    let value = if is_match { String::new() } else { value };
    [
        left(day),
        left(line.played.unwrap_or_default()),
        left(line.text),
        right(value),
    ]
}

/// Ranks and figures under both sets of rules, in the order of the other one.
fn compared(one: &SeasonTable, other: &SeasonTable, language: &Language) -> Grid {
    let mut grid = Grid::new();
    let head = ["name", "as-written", "", "other-rules", ""].map(|key| match key {
        "" => String::new(),
        key => language.text("club", key),
    });
    let [name, as_written, figure, with_rules, other_figure] = head;
    grid.set_header([
        left(name),
        right(as_written),
        right(figure),
        right(with_rules),
        right(other_figure),
    ]);
    let figures = column(rows(other), |row| &row.figure, Some(language));
    let before = |member: u16| rows(one).find(|row| row.member == member);
    let before: Vec<Option<&Row>> = rows(other).map(|row| before(row.member)).collect();
    let known = before.iter().flatten().copied();
    let mut old_figures = column(known, |row| &row.figure, Some(language)).into_iter();
    for ((row, figure), before) in rows(other).zip(figures).zip(before) {
        grid.add_row([
            left(&row.name),
            right(before.map(|row| rank(row, language)).unwrap_or_default()),
            right(before.and_then(|_| old_figures.next()).unwrap_or_default()),
            right(rank(row, language)),
            right(figure),
        ]);
    }
    grid
}
