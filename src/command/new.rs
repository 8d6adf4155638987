//! `overtrick new`, and the options of a new match.

use clap::Args;
use clap::builder::{StringValueParser, TypedValueParser};

use super::error::{CommandError, FailureKind, FaultFormat, Outcome};
use super::game::{GameChoice, Options};
use super::output::{self, language};
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::document::{options_object, score, written_options};
use overtrick_paper::requests::{PadPlayers, split_names};

/// Start a match document, which has all house rules and no hands.
#[derive(Debug, Args)]
#[command(mut_arg("players", |players| players.required(true)))]
pub struct New {
    #[command(flatten)]
    game: GameChoice,
    #[command(flatten)]
    beginning: Beginning,
    /// Also write faults as JSON
    #[arg(long)]
    json: bool,
}

/// The options of a new match.
#[derive(Debug, Args)]
pub struct Beginning {
    /// The players in seat order (clockwise, or in the game's direction of play), separated by commas; or the
    /// number of players, who are then named Player 1, Player 2, …
    #[arg(long, value_name = "A,B,C|N", value_parser = players())]
    pub players: Option<PadPlayers>,
    #[command(flatten)]
    pub options: Options,
    /// The title of the match
    #[arg(long)]
    pub title: Option<String>,
    /// The player who deals first [default: the first player]
    #[arg(long, value_name = "PLAYER")]
    pub first_dealer: Option<String>,
}

impl New {
    pub fn run(self) -> Outcome {
        let faults = FaultFormat::new(self.json);
        let game = self.game.find(faults)?;
        let players = self.beginning.players.as_ref();
        let players = players.unwrap_or(&PadPlayers::Anyone);
        output::json(&self.beginning.document(&game, players, faults)?)
    }
}

impl Beginning {
    /// Returns a document with all house rules in force, and without hands.
    ///
    /// # Errors
    /// The faults of the command line.
    pub fn document(
        &self,
        game: &MatchGame,
        players: &PadPlayers,
        faults: FaultFormat,
    ) -> Outcome<Json> {
        let facts = game.facts();
        let options = options_object(&self.options.read(facts)?);
        let own = game.definition();
        let text = |text: &Option<String>| text.clone().map(Json::from);
        let entries = [
            ("game", Some(facts.id.into())),
            ("definition", own.map(|own| own.json().clone())),
            ("edition", Some(Json::Int(facts.edition))),
            ("title", text(&self.title)),
            ("players", Some(names(players).into_iter().collect())),
            ("options", Some(options)),
            ("first_dealer", text(&self.first_dealer)),
            ("hands", Some(Json::List(Vec::new()))),
        ];
        let given = entries.into_iter();
        let mut document = Json::object(given.filter_map(|(key, value)| Some((key, value?))));
        let refuse = |findings: Vec<_>| {
            let what = language().text("ui", "this-match");
            // The document has no hands yet, so every fault comes from the command line.
            CommandError::of_faults(&what, &findings, faults).of_kind(FailureKind::Usage)
        };
        let scored = score(&serde_json::to_vec(&document).unwrap_or_default()).map_err(refuse)?;
        for warning in scored.table.alike() {
            output::message(&format!("overtrick: {}", language().finding(&warning)));
        }
        document.set("options", written_options(&document).map_err(refuse)?);
        Ok(document)
    }
}

/// Parses the names or the number of the players.
pub fn players() -> impl TypedValueParser<Value = PadPlayers> {
    StringValueParser::new().map(|text| PadPlayers::from_texts(split_names(&text)))
}

/// Returns the names of the players. If only their number is given, they are named Player 1, Player 2, …
fn names(players: &PadPlayers) -> Vec<String> {
    match players {
        PadPlayers::Count(count) => {
            let name = |number| sentence!("ui", "erased", number: number);
            // Names after this limit are not needed, because the match is refused anyway.
            (1..=MAX_NAMED.min(*count)).map(name).collect()
        }
        PadPlayers::Named(names) => names.clone(),
        PadPlayers::Anyone => Vec::new(),
    }
}

/// The maximum number of numbered names. It exceeds the number of players in any game.
const MAX_NAMED: usize = 100;
