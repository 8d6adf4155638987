//! The commands at the question for a hand: single letters.

use std::path::Path;

use super::choices::Choice;
use super::{Keeping, Next, ask, ask_checked, ask_text, choose};
use crate::changes::{self, adjustment, points};
use crate::error::CommandError;
use crate::faults::FaultFormat;
use crate::grid::{Grid, left};
use crate::output;
use crate::own_game::{checked, shown};
use crate::place::Place;
use crate::table::{fitted, notice, sheet, warnings, wrapped};
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::describe::{GameRules, IrregularityText, rules_text};
use overtrick_match::ledger::Change;

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Undo,
    Redo,
    Edit,
    Rule,
    Ruling,
    Irregularity,
    Adjust,
    Finish,
    Rename,
    Redefine,
    Sheet,
    Quit,
}

/// The letters of the commands; what follows a letter and a space belongs to the command.
const COMMANDS: [(&str, Command); 12] = [
    ("u", Command::Undo),
    ("y", Command::Redo),
    ("e", Command::Edit),
    ("?", Command::Rule),
    ("r", Command::Ruling),
    ("k", Command::Irregularity),
    ("a", Command::Adjust),
    ("f", Command::Finish),
    ("n", Command::Rename),
    ("g", Command::Redefine),
    ("s", Command::Sheet),
    ("q", Command::Quit),
];

/// The command that a text names in a match of this game, and the rest of it. Only `e`, `?` and `g` take one: any other
/// text of several words answers questions.
pub fn command<'a>(text: &'a str, game: &MatchGame) -> Option<(Command, &'a str)> {
    let (letter, rest) = text.split_once(' ').unwrap_or((text, ""));
    let known = COMMANDS.iter().find(|(known, _)| *known == letter);
    let command = known.map(|(_, command)| *command)?;
    let rest = rest.trim();
    let takes = match command {
        Command::Edit => rest.parse::<usize>().is_ok(),
        Command::Rule => true,
        Command::Redefine => rest.contains(['.', '/', '\\']),
        _ => false,
    };
    // A game that ships has no definition: there the letter answers.
    let is_there = command != Command::Redefine || game.definition().is_some();
    (is_there && (rest.is_empty() || takes)).then_some((command, rest))
}

impl Keeping {
    /// Carries out a command.
    ///
    /// # Errors
    /// The terminal or the file failed.
    pub fn carry_out(&mut self, command: Command, rest: &str) -> Result<Next, CommandError> {
        let language = self.language;
        match command {
            Command::Quit => return Ok(Next::Stop),
            Command::Undo => {
                self.change(Change::Undo {}, "undone")?;
            }
            Command::Redo => {
                self.change(Change::Redo {}, "redone")?;
            }
            Command::Edit => {
                let last = self.file.played().outcome().hands;
                return self.edit(rest.parse().unwrap_or(last));
            }
            Command::Rule => self.show_rule(rest)?,
            Command::Ruling => self.rule()?,
            Command::Irregularity => self.note_irregularity()?,
            Command::Adjust => {
                self.adjust(None, "", None)?;
            }
            Command::Finish => self.finish()?,
            Command::Rename => self.rename()?,
            Command::Redefine => self.redefine(rest)?,
            Command::Sheet => {
                // What is next is said with the question.
                if let Ok(scored) = self.file.played().scored() {
                    let sheet = sheet(&scored, language) + &warnings(&scored, language);
                    output::text(&fitted(&sheet, output::width()))?;
                }
            }
        }
        Ok(Next::GoOn)
    }

    /// Makes a change, and says what was done; returns whether it was made.
    fn change(&mut self, change: Change, key: &str) -> Result<bool, CommandError> {
        let is_made = self.keep(change)?;
        if is_made {
            let said = self.language.text("keep", key);
            output::text(&wrapped(&said))?;
            output::text(&changes::totals(self.file.played(), self.language))?;
        }
        Ok(is_made)
    }

    /// The list of commands, or what the rules say of a word.
    fn show_rule(&self, word: &str) -> Result<(), CommandError> {
        let language = self.language;
        if word.is_empty() {
            let mut grid = Grid::new();
            let (all, own) = ("commands", "commands-own");
            let (all, own) = (language.text("keep", all), language.text("keep", own));
            let mut lines: Vec<&str> = all.lines().collect();
            if self.game.definition().is_some() {
                // Before the letter that ends.
                let end = lines.iter().position(|line| line.starts_with('q'));
                lines.insert(end.unwrap_or(lines.len()), &own);
            }
            for line in lines {
                grid.add_row(line.splitn(2, '\t').map(left));
            }
            return output::text(&grid.text());
        }
        let entry = match &self.game {
            MatchGame::Shipped(entry) => entry,
            MatchGame::Own(definition) => return output::text(&shown(definition, language)),
        };
        let facts = entry.facts;
        let rules = GameRules::new(facts, language);
        let text = rules_text(entry, language).map_err(CommandError::Files)?;
        let irregularities = IrregularityText::all(facts, language);
        match Place::find(word, &rules, irregularities, &text) {
            Ok(place) => output::text(&place.text(facts, entry.example, language)),
            Err(near) => {
                let named = [word.to_owned()];
                if let CommandError::Usage(Some(message)) =
                    crate::place::unknown(&named, near, facts, language)
                {
                    notice(&format!("! {message}"));
                }
                Ok(())
            }
        }
    }

    /// Rules on a call or a card.
    fn rule(&self) -> Result<(), CommandError> {
        let MatchGame::Shipped(entry) = self.game else {
            notice(&self.language.text("keep", "own-unruled"));
            return Ok(());
        };
        let document = self.file.played().document();
        let scored = self.file.played().scored().ok();
        let dealer = scored.as_ref().and_then(|scored| {
            let (_, dealer, _) = scored.next()?;
            Some(scored.table.name(dealer).to_string())
        });
        let known = |key: &str| {
            document
                .get(key)
                .map(|value| (key.to_owned(), value.clone()))
        };
        let known = ["game", "players", "options"].into_iter().filter_map(known);
        ask::rulings(
            entry,
            &self.form,
            &self.prompter,
            (known.collect(), dealer),
            self.language,
        )
    }

    /// Adjusts a player's points, for an irregularity or for a reason that is asked for; returns whether it was
    /// done.
    pub(super) fn adjust(
        &mut self,
        rule: Option<&str>,
        reason: &str,
        penalty: Option<&str>,
    ) -> Result<bool, CommandError> {
        let language = self.language;
        let choices = self.player_choices();
        let label = language.text("keep", "whose-points");
        let Some(player) = choose(&self.prompter, &label, &choices, language)? else {
            return Ok(false);
        };
        let (prompter, label) = (&self.prompter, language.text("keep", "how-many-points"));
        let Some(given) = ask::number(prompter, &label, penalty, language)? else {
            return Ok(false);
        };
        let Some(given) = points(&given).filter(|points| *points != Json::Int(0)) else {
            return Ok(false);
        };
        let offered = Some(reason).filter(|reason| !reason.is_empty());
        let label = language.text("keep", "reason");
        let Some(reason) = ask_text(prompter, &label, offered, language)? else {
            return Ok(false);
        };
        let after = changes::hands(self.file.played());
        let change = adjustment(after, &player.id, given, &reason, rule);
        self.change(change, "adjusted-it")
    }

    /// Finishes the match, or goes on with a finished one.
    fn finish(&mut self) -> Result<(), CommandError> {
        let language = self.language;
        if self.file.played().document().flag("finished") {
            return self.change(Change::Reopen {}, "reopened").map(|_| ());
        }
        let yes = [("yes", true), ("no", false)].map(|(id, value)| Choice {
            label: language.text("ui", id),
            id: id.to_owned(),
            value: value.into(),
        });
        let label = language.text("keep", "finish-it");
        let answer = choose(&self.prompter, &label, &yes, language)?;
        if answer.is_some_and(|answer| answer.id == "yes") {
            self.change(Change::Finish {}, "finished")?;
        }
        Ok(())
    }

    /// Puts the definition in a file in place of that of the match, for a reason that is asked for.
    fn redefine(&mut self, file: &str) -> Result<(), CommandError> {
        let language = self.language;
        let is_there = |file: &str| {
            let args = args![file: file.trim().to_owned()];
            let is_file = Path::new(file.trim()).is_file();
            is_file
                .then_some(())
                .ok_or_else(|| language.format("keep", "no-definition", &args))
        };
        let label = language.text("keep", "which-definition");
        let file = match file {
            "" => ask_checked(&self.prompter, &label, None, &is_there)?,
            file => match is_there(file) {
                Ok(()) => Some(file.to_owned()),
                Err(message) => {
                    notice(&format!("! {message}"));
                    None
                }
            },
        };
        let Some(file) = file else {
            return Ok(());
        };
        let definition = match checked(&file, FaultFormat::Text, language) {
            Ok(definition) => definition,
            // Its faults have been shown, and the match is as it was.
            Err(CommandError::Refused) => return Ok(()),
            Err(CommandError::Files(message)) => {
                notice(&format!("! {message}"));
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let label = language.text("keep", "reason");
        let Some(reason) = ask_text(&self.prompter, &label, None, language)? else {
            return Ok(());
        };
        let definition = definition.json().clone();
        self.change(Change::Redefine { definition, reason }, "redefined")
            .map(|_| ())
    }

    fn rename(&mut self) -> Result<(), CommandError> {
        let language = self.language;
        let choices = self.player_choices();
        let label = language.text("keep", "whose-name");
        let Some(player) = choose(&self.prompter, &label, &choices, language)? else {
            return Ok(());
        };
        let args = args![player: player.id.clone()];
        let label = language.format("keep", "which-name", &args);
        let name = ask_text(&self.prompter, &label, None, language)?;
        let seat = changes::seat(self.file.played(), &player.id);
        match (seat, name) {
            (Some(seat), Some(name)) => {
                let change = Change::Rename { seat, name };
                self.change(change, "renamed-it").map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use overtrick_games as games;
    use overtrick_own::{read, read_file};

    fn own() -> MatchGame {
        let file = read_file(overtrick_own::preset("wizard").unwrap()).unwrap();
        Arc::new(read(&file.json).unwrap()).into()
    }

    #[test]
    fn single_letters_are_commands_and_anything_longer_answers() {
        let (shipped, own) = (MatchGame::from(&games::all()[0]), own());
        for game in [&shipped, &own] {
            assert_eq!(command("u", game), Some((Command::Undo, "")));
            assert_eq!(command("e 3", game), Some((Command::Edit, "3")));
            assert_eq!(command("? seven", game), Some((Command::Rule, "seven")));
            for answers in ["", "ann", "a 3", "un", "2 1 0", "e ann", "g 3", "g ann bo"] {
                assert_eq!(command(answers, game), None, "{answers:?}");
            }
        }
        for (text, file) in [("g", ""), ("g our game.toml", "our game.toml")] {
            assert_eq!(command(text, &own), Some((Command::Redefine, file)));
            assert_eq!(command(text, &shipped), None, "{text:?} answers");
        }
    }
}
