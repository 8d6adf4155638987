//! `overtrick keep`: keeping score in a terminal.

pub mod ask;
mod choices;
mod commands;
mod entry;
mod hand;
mod irregularity;
mod place;
mod prompt;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::error::{CommandError, Outcome};
use super::faults::FaultFormat;
use super::game::{self, Options};
use super::match_file::{MatchFile, is_absent};
use super::new::{document, players};
use super::table::{coming, heading, notice, result, wrapped};
use super::{changes, output, own_game, words as shell_words};
use choices::Choice;
use hand::Hand;
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_games::{self as games, Entry as GameEntry};
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_server::Form;
use prompt::{Prompt, Prompter, Reply, as_typed};

/// Keep score in a terminal: begin a match in a file, or go on with one.
///
/// Says what is next, asks for the hand field by field, shows its points and why, and writes the file after each
/// hand. Answers can be typed ahead, separated by spaces. The file is a match document: every other command
/// reads it.
///
/// At the question for a hand, single letters are commands: ? lists them. At every question, < goes back one,
/// + goes to another field, ? explains, Ctrl-C stops; what was typed is kept.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&[
    "overtrick keep friday.json",
    "overtrick keep new.json --game {game} --players {players}",
    "overtrick keep sunday.json --game-file wizard.toml --players Ann,Bo,Cy",
]))]
pub struct Keep {
    /// The file; a new one begins a match
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game of a new match [default: asked]
    #[arg(long, value_name = "GAME", value_parser = shell_words::GAMES, hide_possible_values = true)]
    game: Option<String>,
    /// The definition of your own game for a new match, as overtrick game new writes one
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    game_file: Option<String>,
    /// The players of a new match in seat order, separated by commas [default: asked]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C|N")]
    players: Vec<String>,
    #[command(flatten)]
    options: Options,
    /// Who deals first in a new match [default: the first player]
    #[arg(long, value_name = "PLAYER")]
    first_dealer: Option<String>,
    /// The title of a new match
    #[arg(long)]
    title: Option<String>,
}

/// A match being kept.
struct Keeping {
    file: MatchFile,
    /// What was typed for the next hand when somebody else was faster.
    typed: String,
    game: MatchGame,
    form: Form,
    prompter: Prompter,
    language: &'static Language,
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Stop,
}

impl Keep {
    pub fn run(self, language: &'static Language) -> Outcome {
        let prompter = Prompter::new();
        let file = if is_absent(&self.file) {
            match self.begin(&prompter, language)? {
                Some(file) => file,
                None => return Ok(()),
            }
        } else {
            MatchFile::read(&self.file, FaultFormat::Text, language)?
        };
        let game = file.played().match_game().clone();
        let mut keeping = Keeping {
            form: form(&game),
            game,
            typed: String::new(),
            file,
            prompter,
            language,
        };
        keeping.run()
    }

    /// Begins a match; `None` if the user stops.
    fn begin(
        &self,
        prompter: &Prompter,
        language: &'static Language,
    ) -> Result<Option<MatchFile>, CommandError> {
        let game = match (&self.game_file, &self.game) {
            (Some(file), _) => {
                let definition = own_game::checked(file, FaultFormat::Text, language)?;
                MatchGame::Own(Arc::new(definition))
            }
            (None, Some(id)) => MatchGame::Shipped(game::find(id, language)?),
            (None, None) => match ask_game(prompter, language)? {
                Some(entry) => MatchGame::Shipped(entry),
                None => return Ok(None),
            },
        };
        let definition = game.definition();
        let definition = definition.map(|definition| definition.json().clone());
        let options = self.options.read(game.facts(), language)?;
        let mut given = self.players.clone();
        loop {
            if given.is_empty() {
                match ask_players(prompter, game.players(), language)? {
                    Some(names) => given = names,
                    None => return Ok(None),
                }
            }
            let texts = (self.title.as_deref(), self.first_dealer.as_deref());
            let named = players(&given, language);
            let rules = (game.facts(), definition.clone(), &*options);
            let made = document(rules, named, texts, FaultFormat::Text, language);
            match made {
                Ok(made) => {
                    let text = serde_json::to_string(&made).unwrap_or_default();
                    let json: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
                    return MatchFile::create(&self.file, &json, FaultFormat::Text, language)
                        .map(Some);
                }
                // What was asked for can be answered again.
                Err(CommandError::Usage(None)) if self.players.is_empty() => given.clear(),
                Err(error) => return Err(error),
            }
        }
    }
}

/// The order in which the fields of a hand are asked for.
fn form(game: &MatchGame) -> Form {
    match game {
        MatchGame::Shipped(entry) => Form::new(entry),
        MatchGame::Own(definition) => {
            Form::in_order(definition.field_names().map(str::to_owned).collect())
        }
    }
}

fn ask_game(
    prompter: &Prompter,
    language: &'static Language,
) -> Result<Option<&'static GameEntry>, CommandError> {
    let choice = |entry: &GameEntry| {
        let id = entry.facts.id;
        Choice::word(id, &language.word(id))
    };
    let all: Vec<Choice> = games::all().iter().map(choice).collect();
    let chosen = choose(
        prompter,
        &language.text("keep", "which-game"),
        &all,
        language,
    )?;
    Ok(chosen.and_then(|choice| games::find(&choice.id)))
}

/// Asks for one of some choices; `None` if the user stops or goes back.
fn choose<'a>(
    prompter: &Prompter,
    label: &str,
    choices: &'a [Choice],
    language: &'static Language,
) -> Result<Option<&'a Choice>, CommandError> {
    let labels: Vec<String> = choices.iter().map(|choice| choice.label.clone()).collect();
    let prompt = Prompt {
        label,
        help: &language.text("keep", "help-choice"),
        typed: "",
        offered: None,
        choices: &labels,
        check: &|text| choices::chosen(choices, text, language).map(drop),
        told: &|text| choices::in_full(choices, text, language),
    };
    Ok(match prompter.ask(&prompt)? {
        Reply::Said(text) => choices::chosen(choices, &text, language).ok(),
        Reply::Back(_) | Reply::Stopped => None,
    })
}

/// Asks for a text that is not empty; `None` if the user stops or goes back.
fn ask_text(
    prompter: &Prompter,
    label: &str,
    offered: Option<&str>,
    language: &'static Language,
) -> Result<Option<String>, CommandError> {
    let needed = language.text("keep", "answer-needed");
    let check = |text: &str| {
        let is_said = !text.trim().is_empty();
        is_said.then_some(()).ok_or_else(|| needed.clone())
    };
    ask_checked(prompter, label, offered, &check)
}

/// Asks for a text that a check accepts; `None` if the user goes back or stops.
fn ask_checked(
    prompter: &Prompter,
    label: &str,
    offered: Option<&str>,
    check: &dyn Fn(&str) -> Result<(), String>,
) -> Result<Option<String>, CommandError> {
    let prompt = Prompt {
        label,
        help: "",
        typed: "",
        offered,
        choices: &[],
        check,
        told: &as_typed,
    };
    Ok(match prompter.ask(&prompt)? {
        Reply::Said(text) => Some(text.trim().to_owned()),
        Reply::Back(_) | Reply::Stopped => None,
    })
}

/// Asks for the players, separated by commas, or by spaces if there is no comma.
fn ask_players(
    prompter: &Prompter,
    (least, most): (usize, usize),
    language: &'static Language,
) -> Result<Option<Vec<String>>, CommandError> {
    let args = args![least: least, most: most];
    let label = language.format("keep", "which-players", &args);
    let said = ask_text(prompter, &label, None, language)?;
    Ok(said.map(|said| {
        let separator = if said.contains(',') { ',' } else { ' ' };
        let names = said.split(separator).map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }))
}

impl Keeping {
    fn run(&mut self) -> Outcome {
        let language = self.language;
        if self.file.was_edited {
            notice(&language.text("keep", "edited"));
        }
        let scored = self.file.played().scored();
        if let Ok(scored) = scored {
            output::text(&wrapped(&heading(&scored, language)))?;
        }
        if self.file.played().outcome().hands > 0 {
            output::text(&changes::totals(self.file.played(), language))?;
        }
        loop {
            if self.next()? == Next::Stop {
                let args = args![file: self.file.name().to_owned()];
                notice(&language.format("keep", "kept", &args));
                return Ok(());
            }
        }
    }

    /// Says what is next, and carries out what the user wants.
    fn next(&mut self) -> Result<Next, CommandError> {
        let language = self.language;
        let played = self.file.played();
        // A definition may have been replaced, or put back.
        if self.game.definition().is_some() {
            self.game = played.match_game().clone();
            self.form = form(&self.game);
        }
        let Ok(scored) = played.scored() else {
            return Err(CommandError::Files(language.text("keep", "unscored")));
        };
        let is_over = scored.complete;
        if is_over {
            output::text(&wrapped(&result(&scored, language)))?;
        } else {
            output::text(&wrapped(&coming(&scored, language)))?;
        }
        let key = if is_over { "what-over" } else { "what-next" };
        let args = args![hand: changes::hands(played) + 1];
        let prompt = Prompt {
            label: &language.format("keep", key, &args),
            help: &language.text("keep", "help-commands"),
            typed: &self.typed,
            offered: None,
            choices: &[],
            check: &|text| self.is_understood(text, is_over),
            told: &as_typed,
        };
        if self.prompter.wait(&prompt, || self.file.is_stale())? {
            self.take_over()?;
            return Ok(Next::GoOn);
        }
        let text = match self.prompter.ask(&prompt)? {
            Reply::Said(text) => text.trim().to_owned(),
            Reply::Back(_) => return Ok(Next::GoOn),
            Reply::Stopped => return Ok(Next::Stop),
        };
        // Somebody else may have changed the match meanwhile: what was typed is offered again.
        self.typed.clear();
        if self.take_over()? {
            self.typed = text;
            return Ok(Next::GoOn);
        }
        match commands::command(&text, &self.game) {
            Some((command, rest)) => self.carry_out(command, rest),
            None if is_over => Ok(Next::Stop),
            None => {
                let hand = Hand::new(self, &text);
                hand.enter()
            }
        }
    }

    /// Takes over what somebody else has changed, and says so; returns whether there is something.
    fn take_over(&mut self) -> Result<bool, CommandError> {
        let is_new = self.file.refresh()?;
        if is_new {
            notice(&self.language.text("keep", "changed"));
            output::text(&changes::totals(self.file.played(), self.language))?;
        }
        Ok(is_new)
    }

    /// A command, or the beginning of a hand, if one can follow.
    fn is_understood(&self, text: &str, is_over: bool) -> Result<(), String> {
        let text = text.trim();
        if is_over && !text.is_empty() && commands::command(text, &self.game).is_none() {
            return Err(self.language.text("keep", "match-over"));
        }
        Ok(())
    }
}
