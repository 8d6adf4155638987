//! The commands at the question for a hand: single letters.

use super::Keeping;
use super::ask::{of_match, rulings};
use super::choices::yes_or_no;
use super::ui::{Question, Stop, Ui, ask};
use crate::changes::{self, adjustment, points};
use crate::error::{CommandError, Outcome};
use crate::grid::{Grid, fitted, left};
use crate::output;
use crate::own_game::shown;
use crate::place::{Place, unknown};
use crate::table::sheet;
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::describe::{GameRules, IrregularityText, rules_text};
use overtrick_match::ledger::Change;

/// The letters of the commands; what follows a letter and a space belongs to the command.
const COMMANDS: [&str; 11] = ["u", "y", "e", "?", "r", "k", "a", "f", "n", "s", "q"];

/// The letter of the command that a text names, and the rest of it. Only `e` and `?` take one: any other text of
/// several words answers questions.
pub fn command(text: &str) -> Option<(&str, &str)> {
    let (letter, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let takes = letter == "?" || (letter == "e" && rest.parse::<usize>().is_ok());
    (COMMANDS.contains(&letter) && (rest.is_empty() || takes)).then_some((letter, rest))
}

impl Keeping {
    /// Carries out a command.
    ///
    /// # Errors
    /// The terminal or the file failed, or the user leaves.
    pub fn carry_out(&mut self, letter: &str, rest: &str) -> Result<(), Stop> {
        let language = self.language;
        match letter {
            "u" => self.change(Change::Undo {}, "undone").map(drop),
            "y" => self.change(Change::Redo {}, "redone").map(drop),
            "e" => {
                let last = self.file.played().outcome().hands;
                self.edit(rest.parse().unwrap_or(last))
            }
            "?" => Ok(self.show_rule(rest)?),
            "r" => self.rule(),
            "k" => self.note_irregularity(),
            "a" => self.adjust().map(drop),
            "f" => self.finish(),
            "n" => self.rename(),
            "s" => {
                // What is next is said with the question.
                if let Ok(scored) = self.file.played().scored() {
                    let warnings = scored.hands.iter().flat_map(|hand| {
                        let said = hand
                            .warnings
                            .iter()
                            .map(|warning| language.finding(warning));
                        said.map(|said| {
                            let args = args![hand: hand.number, said: said];
                            format!("! {}\n", language.format("keep", "in-that-hand", &args))
                        })
                    });
                    let sheet = sheet(&scored, language) + "\n" + &warnings.collect::<String>();
                    output::text(&fitted(&sheet, output::width()))?;
                }
                Ok(())
            }
            _ => Err(Stop::Left),
        }
    }

    /// Makes a change, and says what was done; returns whether it was made.
    fn change(&mut self, change: Change, key: &str) -> Result<bool, Stop> {
        let is_made = self.keep(change)?;
        if is_made {
            self.ui.tell(key, &args![])?;
            self.show_totals()?;
        }
        Ok(is_made)
    }

    /// The list of commands.
    pub fn commands(&self) -> String {
        let mut grid = Grid::new();
        for line in self.language.text("keep", "commands").lines() {
            grid.add_row(line.splitn(2, '\t').map(left));
        }
        grid.within(output::width() - 3)
    }

    /// What the rules say of a word.
    fn show_rule(&self, word: &str) -> Outcome {
        let language = self.language;
        let entry = match &self.game {
            _ if word.is_empty() => return output::text(&self.commands()),
            MatchGame::Shipped(entry) => entry,
            MatchGame::Own(definition) => return output::text(&shown(definition, language)),
        };
        let facts = entry.facts;
        let rules = GameRules::new(facts, language);
        let text = rules_text(entry, language).map_err(CommandError::files)?;
        let irregularities = IrregularityText::all(facts, language);
        match Place::find(word, &rules, irregularities, &text) {
            Ok(place) => output::text(&place.text(facts, entry.example, language)),
            Err(near) => {
                let unknown = unknown(&[word.to_owned()], near, facts, language);
                self.ui.say_fault(&unknown.message);
                Ok(())
            }
        }
    }

    /// Rules on a call or a card.
    fn rule(&self) -> Result<(), Stop> {
        let MatchGame::Shipped(entry) = self.game else {
            self.ui.note("own-unruled", &args![]);
            return Ok(());
        };
        let mut known = of_match(&self.file.played().document());
        if let Ok(scored) = self.file.played().scored()
            && let Some((_, dealer, _)) = scored.next()
        {
            let dealer = scored.table.name(dealer).to_string();
            known.push(("dealer".to_owned(), dealer.into()));
        }
        rulings(&self.ui, entry, &self.form, &known)
    }

    /// Adjusts a player's points for a reason; returns whether it was done.
    fn adjust(&mut self) -> Result<bool, Stop> {
        let language = self.language;
        let choices = self.player_choices();
        let player = self.ui.choose("whose-points", &choices)?;
        let args = args![player: player.id.clone()];
        let text = language.format("keep", "how-many-points", &args);
        let points = ask_points(&self.ui, &text, None, "no-points")?;
        let reason = self.ui.ask_text("reason", &args![], None)?;
        let after = changes::hands(self.file.played());
        let change = adjustment(after, &player.id, points, &reason, None);
        self.change(change, "adjusted-it")
    }

    /// Takes points off a player for an irregularity; returns whether it was done.
    pub(super) fn penalize(&mut self, noted: &IrregularityText) -> Result<bool, Stop> {
        let language = self.language;
        let choices = self.player_choices();
        let player = self.ui.choose("who-is-penalized", &choices)?;
        let args = args![player: player.id.clone()];
        let text = language.format("keep", "how-many-lost", &args);
        let guidance = noted.guidance.as_ref();
        let usual = guidance.and_then(|guidance| guidance.adjustment.points);
        let usual = usual.map(|points| points.to_string());
        let usual = usual.map(|points| points.trim_start_matches(['-', '\u{2212}']).to_owned());
        let lost = ask_points(&self.ui, &text, usual.as_deref(), "no-lost")?;
        let points = match lost {
            Json::Int(lost) => Json::Int(-lost),
            Json::Float(lost) => Json::Float(-lost),
            other => other,
        };
        let reason = self.ui.ask_text("reason", &args![], Some(&noted.text))?;
        let after = changes::hands(self.file.played());
        let change = adjustment(after, &player.id, points, &reason, Some(noted.id));
        self.change(change, "adjusted-it")
    }

    /// Finishes the match, or goes on with a finished one.
    fn finish(&mut self) -> Result<(), Stop> {
        if self.file.played().document().flag("finished") {
            return self.change(Change::Reopen {}, "reopened").map(drop);
        }
        let choices = yes_or_no(self.language);
        let answer = self.ui.choose("finish-it", &choices)?;
        if answer.value == true.into() {
            self.change(Change::Finish {}, "finished")?;
        }
        Ok(())
    }

    fn rename(&mut self) -> Result<(), Stop> {
        let choices = self.player_choices();
        let player = self.ui.choose("whose-name", &choices)?;
        let args = args![player: player.id.clone()];
        let name = self.ui.ask_text("which-name", &args, None)?;
        if let Some(seat) = changes::seat(self.file.played(), &player.id) {
            self.change(Change::Rename { seat, name }, "renamed-it")?;
        }
        Ok(())
    }
}

/// Asks for a number of points that is not 0; with `no-lost`, one above it.
fn ask_points(ui: &Ui, text: &str, usual: Option<&str>, fault: &str) -> Result<Json, Stop> {
    let question = Question {
        suggestion: usual,
        ..Question::new(text)
    };
    ask(ui, &question, |text| {
        let is_loss = fault == "no-lost";
        let number = points(text).filter(|points| match points {
            Json::Int(number) => *number > 0 || (*number < 0 && !is_loss),
            Json::Float(number) => *number > 0.0 || (*number < 0.0 && !is_loss),
            _ => false,
        });
        let args = args![found: text.to_owned()];
        number.ok_or_else(|| ui.language.format("keep", fault, &args))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_letters_are_commands_and_anything_longer_answers() {
        assert_eq!(command("u"), Some(("u", "")));
        assert_eq!(command("e 3"), Some(("e", "3")));
        assert_eq!(command("? seven"), Some(("?", "seven")));
        for answers in ["", "ann", "a 3", "un", "2 1 0", "e ann", "g"] {
            assert_eq!(command(answers), None, "{answers:?}");
        }
    }
}
