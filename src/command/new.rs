//! `overtrick new`.

use clap::Args;
use serde::Serialize;

use super::error::{CommandError, Outcome};
use super::faults::{FaultFormat, report_faults};
use super::game::{self, Options};
use super::{output, words};
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::document::{options_in_force, options_object, score};
use overtrick_match::lang::Language;
use overtrick_paper::requests::PadPlayers;

/// Start a match document with all house rules as they are in force, and no hands yet.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick new {game} --players {players} > saturday.json", "overtrick new {game} --players {players} --option {option}"]))]
pub struct New {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GAMES, hide_possible_values = true)]
    game: String,
    /// The players in seat order, clockwise or in the game's direction of play, separated by commas; or the
    /// number of players, who are called Player 1, Player 2, …
    #[arg(long, required = true, value_delimiter = ',', value_name = "A,B,C|N")]
    players: Vec<String>,
    #[command(flatten)]
    options: Options,
    /// The title of the match
    #[arg(long)]
    title: Option<String>,
    /// Who deals first [default: the first player]
    #[arg(long, value_name = "PLAYER")]
    first_dealer: Option<String>,
    /// Write faults as JSON, too
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    edition: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    players: Vec<String>,
    options: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_dealer: Option<&'a str>,
    hands: [Json; 0],
}

impl New {
    pub fn run(self, language: &Language) -> Outcome {
        let facts = game::find(&self.game, language)?.facts;
        let options = self.options.read(facts, language)?;
        let players = players(&self.players, language);
        let mut document = Document {
            game: facts.id,
            edition: facts.edition,
            title: self.title.as_deref(),
            players,
            options: options_object(&options),
            first_dealer: self.first_dealer.as_deref(),
            hands: [],
        };
        let text = serde_json::to_string(&document).unwrap_or_default();
        let refuse = |findings: Vec<_>| {
            let (what, faults) = (
                language.text("ui", "this-match"),
                FaultFormat::of(self.json),
            );
            let reported = report_faults(&what, &findings, faults, language);
            // There are no hands yet, so every fault comes from the command line.
            reported.err().unwrap_or(CommandError::Usage(None))
        };
        let scored = score(text.as_bytes()).map_err(refuse)?;
        for warning in scored.table.alike() {
            output::message(&format!("overtrick: {}", language.finding(&warning)));
        }
        let (_, in_force) = options_in_force(text.as_bytes()).map_err(refuse)?;
        let in_force = in_force.into_iter();
        let in_force = in_force.map(|(key, value)| (key.to_owned(), to_json(&value)));
        document.options = Json::Object(in_force.collect());
        output::json(&document)
    }
}

/// The players as given on the command line: names, or how many.
pub fn players(given: &[String], language: &Language) -> Vec<String> {
    match PadPlayers::from_texts(given.to_vec()) {
        PadPlayers::Count(count) => {
            // More than any game has are refused as too many.
            let numbers = 1..=count.min(MOST_NAMED);
            let name = |number: usize| language.format("service", "erased", &args![number: number]);
            numbers.map(name).collect()
        }
        PadPlayers::Named(names) => names.iter().map(|name| name.trim().to_owned()).collect(),
        PadPlayers::Anyone => Vec::new(),
    }
}

/// The most players that are named by their numbers; no game has so many.
const MOST_NAMED: usize = 100;

/// Converts a house rule's value.
pub fn to_json(value: &serde_json::Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap_or(Json::Null)
}
