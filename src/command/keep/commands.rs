//! The one-letter commands at the prompt for a hand. One of them records an irregularity: it shows the remedy
//! in the rules or our suggestion, and the effect on the hand.

use super::Keeping;
use super::ask::rulings;
use super::choices::{Choice, yes_or_no};
use super::hand::{of_match, replacement};
use super::ui::{Question, Stop, Ui, ask, show_text};
use crate::changes::{self, adjustment, last_hand, points};
use crate::error::{CommandError, Outcome};
use crate::grid::{Grid, left};
use crate::output::{self, language};
use crate::own_game::shown;
use crate::rules::Place;
use crate::rules_text::irregularity_text;
use crate::table::sheet;
use overtrick_core::Points;
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::describe::{GameRules, IrregularityText, rules_text};
use overtrick_match::ledger::Change;

/// The letters of the commands. An argument may follow after a space.
const COMMANDS: [&str; 11] = ["u", "y", "e", "?", "r", "k", "a", "f", "n", "s", "q"];

/// Splits a command into its letter and its argument. Only `e` and `?` have an argument. Returns `None` for
/// any other text, which is an answer.
pub fn command(text: &str) -> Option<(&str, &str)> {
    let (letter, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let may_have = letter == "?" || (letter == "e" && rest.parse::<usize>().is_ok());
    (COMMANDS.contains(&letter) && (rest.is_empty() || may_have)).then_some((letter, rest))
}

impl Keeping {
    /// Executes a command.
    ///
    /// # Errors
    /// The terminal or the file failed, or the user quits.
    pub fn carry_out(&mut self, letter: &str, rest: &str) -> Result<(), Stop> {
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
            "a" => self.adjust(None).map(drop),
            "f" => self.finish(),
            "n" => self.rename(),
            "s" => Ok(self.show_sheet()?),
            _ => Err(Stop::Left),
        }
    }

    /// Shows the hands, the standings and the warnings, but not the next step, which the prompt shows.
    fn show_sheet(&self) -> Outcome {
        let scored = self.file.scored()?;
        let mut text = sheet(&scored) + "\n";
        for hand in &scored.hands {
            for warning in &hand.warnings {
                let sentence = sentence!("keep", "in-that-hand", hand: hand.number,
                    reason: language().finding(warning));
                text += &format!("! {sentence}\n");
            }
        }
        show_text(&text)
    }

    /// Makes a change, and shows a message and the totals. Returns whether the change was made.
    fn change(&mut self, change: Change, key: &str) -> Result<bool, Stop> {
        let is_made = self.keep(change)?;
        if is_made {
            show_text(&language().text("keep", key))?;
            self.show_totals()?;
        }
        Ok(is_made)
    }

    /// Returns the list of commands.
    pub fn commands() -> String {
        let lines = language().text("keep", "commands");
        let rows = lines.lines().map(|line| line.splitn(2, '\t').map(left));
        rows.collect::<Grid>().within(output::width() - 3)
    }

    /// Shows the parts of the rules that a word selects, or the list of commands.
    fn show_rule(&self, word: &str) -> Outcome {
        let entry = match &self.game {
            _ if word.is_empty() => return output::text(&Keeping::commands()),
            MatchGame::Shipped(entry) => entry,
            MatchGame::Own(definition) => return output::text(&shown(definition)),
        };
        let facts = entry.facts;
        let rules = GameRules::new(facts, language());
        let text = rules_text(entry, language()).map_err(CommandError::files)?;
        let irregularities = IrregularityText::all(facts, language());
        match Place::find(word, &rules, irregularities, &text) {
            Ok(place) => output::text(&place.text(facts, entry.example)),
            Err(error) => {
                self.ui.show_fault(&error.message);
                Ok(())
            }
        }
    }

    /// Asks for a question about the rules, and shows the ruling.
    fn rule(&self) -> Result<(), Stop> {
        let MatchGame::Shipped(entry) = self.game else {
            self.ui.note("own-unruled");
            return Ok(());
        };
        let mut given = of_match(&self.file.played().document());
        let scored = self.file.scored()?;
        if let Some((_, dealer, _)) = scored.next() {
            let dealer = scored.table.name(dealer).to_string();
            given.push(("dealer".to_owned(), dealer.into()));
        }
        rulings(&self.ui, entry, &self.form, &given)
    }

    /// Adjusts a player's points, or deducts points for an irregularity. Asks for the reason. Returns whether
    /// the points were changed.
    pub(super) fn adjust(&mut self, noted: Option<&IrregularityText>) -> Result<bool, Stop> {
        let (who, how_many) = match noted {
            None => ("whose-points", "how-many-points"),
            Some(_) => ("who-is-penalized", "how-many-lost"),
        };
        let choices = self.player_choices();
        let player = self.ui.choose(who, &choices)?;
        let text = sentence!("keep", how_many, player: player.id.clone());
        let guidance = noted.and_then(|noted| noted.guidance.as_ref());
        let usual = guidance.and_then(|guidance| guidance.adjustment.points);
        let usual = usual.map(|points| (-points).to_string());
        let points = ask_points(&self.ui, &text, usual.as_deref(), noted.is_some())?;
        let sentence = noted.map(|noted| noted.text.as_str());
        let question = language().text("keep", "reason");
        let reason = self.ui.ask_text(&question, sentence)?;
        let after = changes::hands(self.file.played());
        let rule = noted.map(|noted| noted.id);
        let change = adjustment(after, &player.id, points, &reason, rule);
        self.change(change, "adjusted-it")
    }

    /// Finishes the match, or reopens a finished one.
    fn finish(&mut self) -> Result<(), Stop> {
        if self.file.played().document().flag("finished") {
            return self.change(Change::Reopen {}, "reopened").map(drop);
        }
        let choices = yes_or_no();
        let answer = self.ui.choose("finish-it", &choices)?;
        if answer.value == true.into() {
            self.change(Change::Finish {}, "finished")?;
        }
        Ok(())
    }

    fn rename(&mut self) -> Result<(), Stop> {
        let choices = self.player_choices();
        let player = self.ui.choose("whose-name", &choices)?;
        let question = sentence!("keep", "which-name", player: player.id.clone());
        let name = self.ui.ask_text(&question, None)?;
        if let Some(seat) = changes::seat(self.file.played(), &player.id) {
            self.change(Change::Rename { seat, name }, "renamed-it")?;
        }
        Ok(())
    }
}

/// Asks for a number of points, which must not be 0. Lost points are typed as a positive number.
fn ask_points(ui: &Ui, text: &str, usual: Option<&str>, are_lost: bool) -> Result<Json, Stop> {
    let question = Question {
        suggestion: usual,
        ..Question::new(text)
    };
    let fault = if are_lost { "no-lost" } else { "no-points" };
    ask(ui, &question, |text| {
        let points = match points(text) {
            Some(Json::Int(lost)) if are_lost && lost > 0 => Some(Json::Int(-lost)),
            Some(Json::Float(lost)) if are_lost && lost > 0.0 => Some(Json::Float(-lost)),
            Some(Json::Int(0) | Json::Float(0.0)) => None,
            number => number.filter(|_| !are_lost),
        };
        points.ok_or_else(|| sentence!("keep", fault, found: text.to_owned()))
    })
}

/// The id of the remedy that lets the hand stand. Broken rules in the hand then become warnings.
const STANDS: &str = "stands";

impl Keeping {
    /// Shows the remedy for an irregularity, records it in a hand or as a penalty, and shows the effect.
    pub fn note_irregularity(&mut self) -> Result<(), Stop> {
        if let MatchGame::Own(_) = self.game {
            self.ui.note("own-unruled");
            return Ok(());
        }
        let all = IrregularityText::all(self.game.facts(), language());
        let choices = all.iter().map(|one| Choice::word(one.id, &one.text));
        let choices: Vec<Choice> = choices.collect();
        let chosen = self.ui.choose("which-irregularity", &choices)?;
        let Some(noted) = all.iter().find(|one| one.id == chosen.id) else {
            return Ok(());
        };
        output::text(&irregularity_text(noted))?;
        let guidance = noted.guidance.as_ref();
        let may_stand = guidance.is_some_and(|guidance| guidance.irregularities.is_some());
        let kinds = ["penalty", STANDS, "note"].into_iter();
        let kinds = kinds.filter(|kind| *kind != STANDS || may_stand);
        let choice =
            |kind| Choice::word(kind, &language().text("keep", &format!("follows-{kind}")));
        let choices: Vec<Choice> = kinds.map(choice).collect();
        let follows = self.ui.choose("what-follows", &choices)?;
        if follows.id != "penalty" {
            let number = self.ask_hand()?;
            return self.record_in_hand(noted, number, follows.id == STANDS);
        }
        if self.adjust(Some(noted))? {
            let key = match self.file.played().outcome().hands {
                0 => "hand-none",
                _ => "hand-same",
            };
            show_text(&sentence!("keep", key, hand: changes::hands(self.file.played())))?;
        }
        Ok(())
    }

    /// Asks whether the last or the next hand is meant, unless only one of them is possible.
    fn ask_hand(&self) -> Result<usize, Stop> {
        let hands = self.file.played().outcome().hands;
        let is_over = self.file.scored()?.complete;
        let last = (hands > 0).then_some(("hand-last", hands));
        let next = (!is_over).then_some(("hand-next", hands + 1));
        let choice = |(key, hand): (&str, usize)| {
            let text = sentence!("keep", key, hand: hand);
            Choice::word(&hand.to_string(), &text)
        };
        let choices: Vec<Choice> = last.into_iter().chain(next).map(choice).collect();
        let chosen = match &choices[..] {
            [only] => only,
            _ => self.ui.choose("which-hand", &choices)?,
        };
        Ok(chosen.id.parse().unwrap_or(hands))
    }

    /// Records an irregularity in the last or the next hand, and shows its effect on that hand.
    fn record_in_hand(
        &mut self,
        noted: &IrregularityText,
        number: usize,
        stands: bool,
    ) -> Result<(), Stop> {
        let document = self.file.played().document();
        let recorded = number
            .checked_sub(1)
            .and_then(|at| document.list("hands").get(at));
        let before = recorded.or(document.get("current"));
        let mut hand = before.cloned().unwrap_or(Json::EMPTY);
        let note = match hand.text("note") {
            Some(note) => format!("{note}; {}", noted.text),
            None => noted.text.clone(),
        };
        hand.set("note", note);
        if stands {
            hand.set("irregularities", "waived");
        }
        let is_next = recorded.is_none();
        let change = if is_next {
            Change::SetCurrent { hand: Some(hand) }
        } else {
            replacement(number, hand, &noted.text)
        };
        let before = self.scores(number)?;
        if !self.keep(change)? {
            return Ok(());
        }
        let key = match (is_next, stands) {
            (true, true) => "stands-next",
            (true, false) => "noted-next",
            _ if self.scores(number)? == before => "hand-same",
            _ => "hand-anew",
        };
        show_text(&sentence!("keep", key, hand: number))?;
        if key == "hand-anew" {
            output::text(&last_hand(&*self.file.scored()?))?;
        }
        Ok(())
    }

    /// Returns the points of a hand, in seat order.
    fn scores(&self, number: usize) -> Result<Vec<Points>, Stop> {
        let scored = self.file.scored()?;
        let hand = scored.hands.iter().find(|hand| hand.number == number);
        Ok(hand.map(|hand| hand.scores.clone()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_letters_are_commands_and_other_texts_are_answers() {
        assert_eq!(command("u"), Some(("u", "")));
        assert_eq!(command("e 3"), Some(("e", "3")));
        assert_eq!(command("? seven"), Some(("?", "seven")));
        for answer in ["", "ann", "a 3", "un", "2 1 0", "e ann", "g"] {
            assert_eq!(command(answer), None, "{answer:?}");
        }
    }
}
