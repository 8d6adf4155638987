//! `overtrick club member`, `met`, `most` and `names`: statistics, and names without a member.

use clap::Args;

use super::super::error::Outcome;
use super::super::grid::{Grid, left, right, wrapped};
use super::super::output::language;
use super::{Files, Loaded, member_of};
use overtrick_club::{
    ClubMatch, FigureTable, MemberReport, clause_table, exact, rank_in_words, shown_column,
};
use overtrick_match::lang::visible_line;

/// Show the statistics of a member by season, match, game, opponent and rule. Without --season, all matches
/// are included.
#[derive(Debug, Args)]
pub struct Member {
    /// The number or name of the member
    #[arg(value_name = "NUMBER")]
    who: String,
    #[command(flatten)]
    files: Files,
}

/// Compare two members in each match that both played.
#[derive(Debug, Args)]
pub struct Met {
    /// The number or name of a member
    #[arg(value_name = "A")]
    one: String,
    /// The number or name of another member
    #[arg(value_name = "B")]
    other: String,
    #[command(flatten)]
    files: Files,
}

/// Show how often each rule of a game applied to each member, how often it gave points, and how many points.
/// For each rule, members are sorted by how often it gave them points.
#[derive(Debug, Args)]
pub struct Most {
    /// The id of the game
    game: String,
    #[command(flatten)]
    files: Files,
}

impl Member {
    pub fn run(self) -> Outcome {
        let loaded = self.files.load()?;
        let number = member_of(&loaded.club, &self.who)?;
        let season = loaded.season.as_ref();
        let report = loaded.club.member(number, &loaded.matches, season);
        let Some(report) = report else {
            return Ok(());
        };
        let grid = grid(&report.games_table(|game| language().word(game), language()));
        self.files
            .formats
            .write(&grid, &report, || as_text(&report, &grid, &loaded))
    }
}

/// Converts a table of figures, with the text columns aligned left.
pub fn grid(table: &FigureTable) -> Grid {
    let cell = |(at, text): (usize, &String)| {
        if table.texts.contains(&at) {
            left(text)
        } else {
            right(text)
        }
    };
    let cells = |cells: &Vec<String>| -> Vec<_> { cells.iter().enumerate().map(cell).collect() };
    let grid: Grid = table.rows.iter().map(cells).collect();
    grid.headed(cells(&table.heads))
}

fn as_text(report: &MemberReport, games: &Grid, loaded: &Loaded) -> String {
    let title = sentence!("club", "member-title", number: i64::from(report.number),
        name: report.name.clone(), evenings: report.played.evenings.unwrap_or(0));
    let seasons = report.seasons.iter().map(|season| {
        let title = loaded.club.season(&season.season);
        [
            left(title.map_or(&season.season, |season| &season.title)),
            right(rank_in_words(season.rank, language())),
            right(shown_column(&[&season.figure], Some(language())).concat()),
        ]
    });
    let seasons: Grid = seasons.collect();
    let met = report.met_table(|number| loaded.club.name_of(number).to_owned(), language());
    let met = (!met.rows.is_empty()).then(|| grid(&met).text());
    let clauses = grid(&clause_table(&report.clauses, None, language()));
    let parts = [wrapped(&visible_line(&title)), seasons.text(), games.text()];
    let parts = parts.into_iter().chain(met).chain([clauses.text()]);
    parts.collect::<Vec<String>>().join("\n")
}

impl Met {
    pub fn run(self) -> Outcome {
        let loaded = self.files.load()?;
        let one = member_of(&loaded.club, &self.one)?;
        let other = member_of(&loaded.club, &self.other)?;
        let club = &loaded.club;
        let met = club.met(one, other, &loaded.matches, loaded.season.as_ref());
        let names = [one, other].map(|number| club.name_of(number).to_owned());
        let rows = met.played.iter().map(|played| {
            let totals = [&played.total, &played.other].map(|total| exact(total, language()));
            let game = language().word(&played.game);
            let place = [played.evening.clone(), game, played.id.clone()];
            [place.to_vec(), totals.to_vec()].concat()
        });
        let heads = ["evening", "game", "match"];
        let mut table = FigureTable::new(&[0, 1, 2], &heads, rows, language());
        table.heads.extend(names.clone());
        let grid = grid(&table);
        self.files.formats.write(&grid, &met, || {
            let [one, other] = names;
            let title = sentence!("club", "met-title", one: one, other: other, matches: met.matches,
                above: met.above, below: met.below, equal: met.equal);
            format!("{}\n{}", wrapped(&visible_line(&title)), grid.text())
        })
    }
}

impl Most {
    pub fn run(self) -> Outcome {
        let loaded = self.files.load()?;
        let season = loaded.season.as_ref();
        let most = loaded.club.most(&self.game, &loaded.matches, season);
        let name = |number: u16| loaded.club.name_of(number).to_owned();
        let grid = grid(&clause_table(&most, Some(&name), language()));
        self.files.formats.write(&grid, &most, || {
            if most.is_empty() {
                wrapped(&sentence!("club", "no-game", game: self.game.clone()))
            } else {
                grid.text()
            }
        })
    }
}

/// Lists the names that belong to no member, each with the members whose names are most similar. Without a
/// season, includes the names in all matches.
pub fn names(files: &Files) -> Outcome {
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
        let hint = sentence!("club", "name-hint", file: files.club.clone());
        format!("{}\n{}", grid.text(), wrapped(&hint))
    })
}
