//! `overtrick club`: seasons and statistics of a club, from its document and its matches.

mod figures;
mod names;
mod table;

use std::io::BufReader;

use clap::{Args, Subcommand};

use super::documents::Documents;
use super::error::{CommandError, FaultFormat, Hint, Outcome, fault_lines};
use super::grid::Format;
use super::grid::Formats;
use super::input::{Document, open};
use super::output;
use overtrick_club::{Club, ClubMatch, Season, read, read_line, schema};
use overtrick_core::{Faults, args};
use overtrick_match::document::{MOST_BYTES, read_json, utf8};
use overtrick_match::lang::Language;

/// Show the season table of a club, why a figure is what it is, names that belong to nobody, and statistics.
///
/// A club is a document; its matches are those with the label "evening", as overtrick export writes them.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick club table --club club.json --matches season.ndjson",
    "overtrick club table --club club.json --matches season.ndjson --explain",
    "overtrick club names --club club.json --matches season.ndjson",
    "overtrick club name 2 \"Bo A.\" --club club.json",
    "overtrick club member 1 --club club.json --matches season.ndjson",
    "overtrick club met 1 2 --club club.json --matches season.ndjson",
    "overtrick club schema > club.schema.json",
]))]
pub struct ClubCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show the table of a season
    Table(table::Table),
    /// List the names that belong to no member, with the members nearest to them
    Names(names::Names),
    /// Give a member another name, or take one away, in the club document
    Name(names::Name),
    /// Show the figures of a member
    Member(figures::Member),
    /// Show how two members did against each other
    Met(figures::Met),
    /// Show how often each rule of a game gave points, and to whom
    Most(figures::Most),
    /// Print the JSON Schema of the club document
    Schema,
}

impl ClubCommand {
    pub fn run(self, language: &'static Language) -> Outcome {
        match self.command {
            Command::Table(command) => command.run(language),
            Command::Names(command) => command.run(language),
            Command::Name(command) => command.run(language),
            Command::Member(command) => command.run(language),
            Command::Met(command) => command.run(language),
            Command::Most(command) => command.run(language),
            Command::Schema => output::json(&schema()),
        }
    }
}

/// The two files, and the season.
#[derive(Debug, Args)]
struct Files {
    /// The club document, or - for standard input
    #[arg(long, value_name = "FILE")]
    club: String,
    /// The matches as overtrick export writes them, or - for standard input
    #[arg(long, value_name = "FILE")]
    matches: String,
    /// The season, by its id
    #[arg(long, value_name = "ID")]
    season: Option<String>,
}

/// What is in the files.
struct Loaded {
    document: Document,
    club: Club,
    matches: Vec<ClubMatch>,
}

impl Files {
    fn load(&self, formats: &Formats, language: &Language) -> Result<Loaded, CommandError> {
        let faults = FaultFormat::new(formats.chosen() == Some(Format::Json));
        let document = Document::read(&self.club, faults, language)?;
        let club = read(&document.bytes).map_err(|faults| document.refuse(&faults, language))?;
        let matches = read_matches(&self.matches, language)?;
        let loaded = Loaded {
            document,
            club,
            matches,
        };
        if let Some(id) = self
            .season
            .as_ref()
            .filter(|id| loaded.club.season(id).is_none())
        {
            let known = loaded.club.seasons.iter().map(|season| season.id.clone());
            let args = args![found: id.clone(), known: known.collect::<Vec<String>>()];
            return Err(CommandError::usage(language.format(
                "club",
                "no-season",
                &args,
            )));
        }
        Ok(loaded)
    }

    /// The season that was asked for.
    fn season<'l>(&self, loaded: &'l Loaded) -> Option<&'l Season> {
        loaded.club.season(self.season.as_deref()?)
    }
}

/// Reads the matches of the club in an export; the others are passed over.
fn read_matches(path: &str, language: &Language) -> Result<Vec<ClubMatch>, CommandError> {
    let documents = Documents::new(BufReader::new(open(path)?), MOST_BYTES)?;
    let (mut matches, mut hints, mut refused) = (Vec::new(), Vec::new(), 0);
    for text in documents {
        let text = text?;
        match read_match(&text.text) {
            Ok(played) => matches.extend(played),
            Err(faults) => {
                refused += 1;
                let args = args![line: i64::try_from(text.line).unwrap_or(i64::MAX)];
                let line = language.format("club", "line", &args);
                let faults = fault_lines(&faults, language).into_iter();
                hints.extend(faults.map(|hint| Hint {
                    place: format!("{line} {}", hint.place),
                    ..hint
                }));
            }
        }
    }
    if refused == 0 {
        return Ok(matches);
    }
    let args = args![file: path.to_owned(), count: refused];
    let message = language.format("club", "unread", &args);
    Err(CommandError::refused_for(message, hints))
}

fn read_match(text: &[u8]) -> Result<Option<ClubMatch>, Faults> {
    read_line(&read_json(utf8(text)?)?)
}

/// The number of the member with this number or name.
fn member_of(club: &Club, text: &str, language: &Language) -> Result<u16, CommandError> {
    let by_number = text
        .parse()
        .ok()
        .filter(|number| club.member_of(*number).is_some());
    by_number.or_else(|| club.named(text)).ok_or_else(|| {
        let args = args![found: text.to_owned()];
        CommandError::usage(language.format("club", "no-member", &args))
    })
}
