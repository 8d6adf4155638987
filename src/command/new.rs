//! `overtrick new`.

use clap::Args;
use serde::Serialize;

use super::error::{CommandError, FailureKind, FaultFormat, Outcome};
use super::game::{self, Options};
use super::{output, own_game, words};
use overtrick_core::json::Json;
use overtrick_core::{Facts, Game, args};
use overtrick_match::document::{options_object, read_json, score, written_options};
use overtrick_match::lang::Language;
use overtrick_own::Own;
use overtrick_paper::requests::{PadPlayers, split_all};

/// Start a match document with all house rules as they are in force, and no hands yet.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick new {game} --players {players} > saturday.json", "overtrick new {game} --players {players} --option {option}", "overtrick new --game-file wizard.toml --players Ann,Bo,Cy > sunday.json"]))]
pub struct New {
    /// The game, as overtrick games lists it
    #[arg(required_unless_present = "game_file", value_parser = words::GAMES, hide_possible_values = true)]
    game: Option<String>,
    /// The definition of your own game instead, as overtrick game new writes one
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    game_file: Option<String>,
    /// The players in seat order, clockwise or in the game's direction of play, separated by commas; or the
    /// number of players, who are called Player 1, Player 2, …
    #[arg(long, required = true, value_name = "A,B,C|N")]
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
struct Document {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<Json>,
    edition: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    players: Vec<String>,
    options: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_dealer: Option<String>,
    hands: [Json; 0],
}

impl New {
    pub fn run(self, language: &Language) -> Outcome {
        let faults = FaultFormat::new(self.json);
        let (facts, definition) = match (&self.game_file, &self.game) {
            (Some(file), _) => {
                let definition = own_game::checked(file, faults, language)?;
                (Own::FACTS, Some(definition.json().clone()))
            }
            (None, game) => {
                let game = game.as_deref().unwrap_or_default();
                (game::find(game, language)?.facts, None)
            }
        };
        let options = self.options.read(facts, language)?;
        let players = players(&split_all(&self.players), language);
        let texts = (self.title.as_deref(), self.first_dealer.as_deref());
        let rules = (facts, definition, &*options);
        output::json(&document(rules, players, texts, faults, language)?)
    }
}

/// A document without hands, with the definition of an own game, with its title and first dealer, and with all house
/// rules as they are in force. Its faults are reported.
pub fn document(
    (facts, definition, options): (&Facts, Option<Json>, &[(String, Json)]),
    players: Vec<String>,
    (title, first_dealer): (Option<&str>, Option<&str>),
    faults: FaultFormat,
    language: &Language,
) -> Result<impl Serialize, CommandError> {
    let mut document = Document {
        game: facts.id,
        definition,
        edition: facts.edition,
        title: title.map(str::to_owned),
        players,
        options: options_object(options),
        first_dealer: first_dealer.map(str::to_owned),
        hands: [],
    };
    let text = serde_json::to_string(&document).unwrap_or_default();
    let refuse = |findings: Vec<_>| {
        let what = language.text("ui", "this-match");
        // There are no hands yet, so every fault comes from the command line.
        CommandError::of_faults(&what, &findings, faults, language).of_kind(FailureKind::Usage)
    };
    let scored = score(text.as_bytes()).map_err(refuse)?;
    for warning in scored.table.alike() {
        output::message(&format!("overtrick: {}", language.finding(&warning)));
    }
    let json = read_json(&text).map_err(|fault| refuse(vec![fault]))?;
    document.options = written_options(&json).map_err(refuse)?;
    Ok(document)
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
