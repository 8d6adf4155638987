//! `overtrick club`: seasons and statistics of a club, from its document and its matches.

mod figures;
mod service;
mod table;

use std::io::BufReader;
use std::path::Path;

use clap::{Args, Subcommand};

use super::documents::Documents;
use super::error::{CommandError, FaultFormat, Hint, Outcome, fault_lines};
use super::grid::{Format, Formats};
use super::input::{self, Document, open};
use super::output::{self, part_of};
use overtrick_club::{
    Club, ClubMatch, Season, document_with_name, read, read_line, read_totals, schema,
};
use overtrick_core::{Faults, Finding};
use overtrick_match::describe::in_lines;
use overtrick_match::document::{FilePlace, MAX_BYTES, read_json, utf8};
use overtrick_store::put_in_place;

/// Show the season table and the statistics of a club, explain their figures, and find names without a member.
///
/// The club has a document. Its matches are those with the label "evening" in the output of overtrick export.
#[derive(Debug, Args)]
pub struct ClubCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show the table of a season
    Table(table::Table),
    /// List the names without a member, with the most similar members
    Names(Files),
    /// Add or remove another name for a member in the club document
    Name(Name),
    /// Show the statistics of a member
    Member(figures::Member),
    /// Compare two members in the matches that both played
    Met(figures::Met),
    /// Show how often each rule of a game gave points to each member
    Most(figures::Most),
    /// Convert a spreadsheet of totals to matches for overtrick import
    Totals(Totals),
    /// Open the tables of a round
    Open(service::Open),
    /// Finish the tables of a round
    End(service::End),
    /// List the tables of an evening
    Evening(service::Service),
    /// Write all data about a member as JSON
    Data(service::Data),
    /// Erase a member from the club document and from all matches
    Erase(service::Erase),
    /// Print the JSON Schema of the club document
    Schema,
}

impl ClubCommand {
    pub fn run(self) -> Outcome {
        run_named!(
            self.command,
            Table Name Member Met Most Totals Open End Data Erase;
            Command::Names(files) => figures::names(&files),
            Command::Evening(service) => service.list_evening(),
            Command::Schema => output::json(&schema())
        )
    }
}

/// Convert a spreadsheet of totals to matches for overtrick import.
///
/// The CSV file has the columns evening, round, table, game, player and total, and one row per player in seat order.
/// The player is a member's number, or a name. The rows of each table become a finished match without hands.
#[derive(Debug, Args)]
pub struct Totals {
    /// The CSV file, or - for standard input
    #[arg(value_name = "CSV")]
    file: String,
    /// The club document
    #[arg(long, value_name = "FILE")]
    club: String,
}

impl Totals {
    pub fn run(self) -> Outcome {
        let document = Document::read(&self.club, FaultFormat::Text)?;
        let club = read(&document.bytes).map_err(|faults| document.refuse(&faults))?;
        let matches = read_totals(&input::read(&self.file)?, &club).map_err(|faults| {
            let message =
                sentence!("club", "unread-totals", file: self.file.clone(), count: faults.len());
            let hints = faults.into_iter();
            let hints = hints.flat_map(|(place, fault)| hints_in(&place, &[fault]));
            CommandError::refused_for(message, hints.collect())
        })?;
        let line = |json| serde_json::to_string(json).unwrap_or_default() + "\n";
        let lines: String = matches.iter().map(|(_, json)| line(json)).collect();
        output::data(&lines)
    }
}

/// Add another name for a member to the club document. All matches under that name then count for the member.
#[derive(Debug, Args)]
struct Name {
    /// The number of the member
    number: u16,
    /// The other name
    #[arg(value_name = "NAME")]
    other: String,
    /// The club document to change
    #[arg(long, value_name = "FILE")]
    club: String,
    /// Remove the name
    #[arg(long)]
    remove: bool,
}

impl Name {
    fn run(self) -> Outcome {
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
        output::line(&sentence!("club", key, name: self.other, number: i64::from(self.number)))
    }
}

/// The club document, the matches, and the season.
#[derive(Debug, Args)]
struct Files {
    /// The club document, or - for standard input
    #[arg(long, value_name = "FILE")]
    club: String,
    /// The matches in the format of overtrick export, or - for standard input
    #[arg(long, value_name = "FILE")]
    matches: String,
    /// The id of the season
    #[arg(long, value_name = "ID")]
    season: Option<String>,
    #[command(flatten)]
    formats: Formats,
}

/// The contents of the files.
struct Loaded {
    document: Document,
    club: Club,
    matches: Vec<ClubMatch>,
    /// The season from the command line.
    season: Option<Season>,
}

impl Files {
    fn load(&self) -> Outcome<Loaded> {
        let faults = FaultFormat::new(self.formats.chosen() == Some(Format::Json));
        let document = Document::read(&self.club, faults)?;
        let club = read(&document.bytes).map_err(|faults| document.refuse(&faults))?;
        let matches = read_matches(&self.matches)?;
        let season = self.season.as_ref().map(|id| {
            club.season(id).cloned().ok_or_else(|| {
                let seasons = club.seasons.iter().map(|season| season.id.clone());
                misuse!("club", "no-season", found: id.clone(),
                    known: seasons.collect::<Vec<String>>())
            })
        });
        Ok(Loaded {
            season: season.transpose()?,
            document,
            club,
            matches,
        })
    }
}

/// Reads the club's matches from an export, and skips all others.
fn read_matches(path: &str) -> Outcome<Vec<ClubMatch>> {
    let documents = Documents::new(BufReader::new(open(path)?), MAX_BYTES)?;
    let (mut matches, mut hints, mut refused) = (Vec::new(), Vec::new(), 0);
    for text in documents {
        let text = text?;
        match read_match(&text.text) {
            Ok(played) => matches.extend(played),
            Err(faults) => {
                refused += 1;
                hints.extend(hints_in(&text.line.into(), &faults));
            }
        }
    }
    if refused == 0 {
        return Ok(matches);
    }
    let message = sentence!("club", "unread", file: path.to_owned(), count: refused);
    Err(CommandError::refused_for(message, hints))
}

/// Returns hints about the faults in a line of a file.
fn hints_in(place: &FilePlace, faults: &[Finding]) -> Vec<Hint> {
    let line = sentence!("club", "line", line: place.line);
    let hints = fault_lines(faults).into_iter().map(|hint| Hint {
        place: format!("{line} {}", place.column.as_ref().unwrap_or(&hint.place)),
        ..hint
    });
    hints.collect()
}

fn read_match(text: &[u8]) -> Result<Option<ClubMatch>, Faults> {
    read_line(&read_json(utf8(text)?)?)
}

/// Finds a member by number or name, and returns the number.
fn member_of(club: &Club, text: &str) -> Outcome<u16> {
    let number = text.parse().ok();
    let number = number.filter(|number| club.member_of(*number).is_some());
    number
        .or_else(|| club.named(text))
        .ok_or_else(|| misuse!("club", "no-member", found: text.to_owned()))
}
