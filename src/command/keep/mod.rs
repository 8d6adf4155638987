//! `overtrick keep`: score-keeping in a terminal.

pub mod ask;
mod choices;
mod commands;
mod entry;
mod hand;
mod next;
mod place;
mod ui;
mod words;

use std::path::PathBuf;

use clap::Args;

use super::error::{FailureKind, FaultFormat, Outcome};
use super::game;
use super::match_file::{MatchFile, is_absent};
use super::new::Beginning;
use super::output::{self, language};
use super::table::{coming, heading, result};
use super::{changes, words as shell_words};
use choices::Choice;
use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::MatchGame;
use overtrick_paper::requests::{PadPlayers, split_names};
use overtrick_server::Form;
use ui::{Question, Stop, Ui, ask, show_text};

/// Keep score in a terminal: start a match in a file, or continue one.
///
/// Shows the next step, asks for the hand field by field, shows its points and the reasons, and writes the
/// file after each hand. You can type several answers at once, separated by spaces. The file is a match
/// document, which all other commands can read.
///
/// At the prompt for a hand, single letters are commands; ? lists them. At each question, < goes back one
/// question, + goes to another field, ? explains, Esc quits and keeps your answers.
#[derive(Debug, Args)]
pub struct Keep {
    /// The file of the match; a new match is started if it does not exist
    file: PathBuf,
    /// The game of a new match: an id from overtrick games, a gallery game such as wizard, or the file of a
    /// custom game [default: ask]
    #[arg(long, value_name = "GAME|FILE", value_parser = shell_words::GameName, hide_possible_values = true)]
    game: Option<String>,
    /// The file of a custom game, in place of --game
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    game_file: Option<String>,
    #[command(flatten)]
    beginning: Beginning,
}

/// The state while the user keeps score: the match and its game.
struct Keeping {
    file: MatchFile,
    game: MatchGame,
    form: Form,
    ui: Ui,
}

impl Keep {
    pub fn run(self) -> Outcome {
        let ui = Ui::new();
        let file = if is_absent(&self.file) {
            match self.begin(&ui) {
                Err(Stop::Failed(error)) => return Err(error),
                Err(_) => {
                    ui.note("left");
                    return Ok(());
                }
                Ok(file) => file,
            }
        } else {
            MatchFile::read(&self.file, FaultFormat::Text)?
        };
        let game = file.played().match_game().clone();
        let keeping = Keeping {
            form: form(&game),
            game,
            file,
            ui,
        };
        keeping.run()
    }

    /// Begins a match.
    fn begin(&self, ui: &Ui) -> Result<MatchFile, Stop> {
        let game = match (&self.game_file, &self.game) {
            (Some(file), _) => game::own(file, FaultFormat::Text)?,
            (None, Some(name)) => game::meant(name, FaultFormat::Text)?,
            (None, None) => {
                let choices = games::all().iter().map(|entry| entry.facts.id);
                let choice = |id| Choice::word(id, &language().word(id));
                let choices: Vec<Choice> = choices.map(choice).collect();
                let chosen = ui.choose("which-game", &choices)?;
                MatchGame::Shipped(game::find(&chosen.id)?)
            }
        };
        let document = ask_document(ui, &game, &self.beginning)?;
        Ok(MatchFile::create(&self.file, &document, FaultFormat::Text)?)
    }
}

/// Makes a match document without hands. Asks for the players unless they are given.
fn ask_document(ui: &Ui, game: &MatchGame, beginning: &Beginning) -> Result<Json, Stop> {
    loop {
        let players = match &beginning.players {
            None => ask_players(ui, game.players())?,
            Some(given) => given.clone(),
        };
        match beginning.document(game, &players, FaultFormat::Text) {
            // Let the user answer the questions again.
            Err(error) if error.kind == FailureKind::Usage && beginning.players.is_none() => {
                ui.show_fault(&error.in_sentences());
            }
            made => return Ok(made?),
        }
    }
}

/// Returns the form, which defines the order of a hand's fields.
fn form(game: &MatchGame) -> Form {
    match game {
        MatchGame::Shipped(entry) => Form::new(entry),
        MatchGame::Own(definition) => {
            Form::in_order(definition.field_names().map(str::to_owned).collect())
        }
    }
}

/// Asks for the names of the players, separated by commas, or by spaces if there is no comma.
fn ask_players(ui: &Ui, (least, most): (usize, usize)) -> Result<PadPlayers, Stop> {
    let key = if least == most {
        "which-players-exact"
    } else {
        "which-players"
    };
    let answer = ui.ask_text(&sentence!("keep", key, least: least, most: most), None)?;
    let mut names = split_names(&answer);
    if let [only] = &names[..] {
        names = only.split_whitespace().map(str::to_owned).collect();
    }
    Ok(PadPlayers::from_texts(names))
}

impl Keeping {
    fn run(mut self) -> Outcome {
        if self.file.was_edited {
            self.ui.note("edited");
        }
        let scored = self.file.scored()?;
        show_text(&heading(&scored))?;
        if self.file.played().outcome().hands > 0 {
            self.show_totals()?;
        }
        loop {
            match self.next() {
                Ok(()) | Err(Stop::Back) => {}
                Err(Stop::Failed(error)) => return Err(error),
                Err(Stop::Left) => {
                    let sentence = sentence!("keep", "kept", file: self.file.name.clone());
                    self.ui.show(&sentence);
                    return Ok(());
                }
            }
        }
    }

    fn show_totals(&self) -> Outcome {
        let scored = self.file.scored()?;
        output::text(&changes::totals(&scored))
    }

    /// Shows the next step, and executes a command or enters a hand.
    fn next(&mut self) -> Result<(), Stop> {
        if self.file.refresh()? {
            self.ui.note("changed");
            self.show_totals()?;
        }
        let played = self.file.played();
        // Another program may have replaced the definition.
        if self.game.definition().is_some() {
            self.game = played.match_game().clone();
            self.form = form(&self.game);
        }
        let scored = self.file.scored()?;
        let is_over = scored.complete;
        let (key, sentences) = if is_over {
            ("what-over", result(&scored))
        } else {
            ("what-next", coming(&scored))
        };
        show_text(&sentences)?;
        let text = sentence!("keep", key, hand: changes::hands(played) + 1);
        let question = Question {
            help: "help-commands",
            explain: &Keeping::commands,
            ..Question::new(&text)
        };
        // Further words are the argument of a command, or further answers.
        let text = ask(&self.ui, &question, |text| {
            let is_meant = !is_over || text.is_empty() || commands::command(text).is_some();
            let fault = || language().text("keep", "match-over");
            is_meant.then(|| text.to_owned()).ok_or_else(fault)
        })?;
        match commands::command(&text) {
            Some((command, rest)) => self.carry_out(command, rest),
            None if is_over => Err(Stop::Left),
            None => self.enter(&text),
        }
    }
}
