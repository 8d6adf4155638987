//! Records an irregularity: shows the remedy of the rules or our suggestion, records it, and shows its effect on the
//! hand.

use super::Keeping;
use super::choices::Choice;
use super::hand::replacement;
use super::ui::{Stop, show_text};
use crate::changes::{self, last_hand};
use crate::output::{self, language};
use crate::rules_text::irregularity_text;
use overtrick_core::Points;
use overtrick_core::json::Json;
use overtrick_match::MatchGame;
use overtrick_match::describe::IrregularityText;
use overtrick_match::ledger::Change;

/// The remedy that scores the hand anyway. Broken rules in the hand become warnings.
const STANDS: &str = "stands";

impl Keeping {
    /// Shows the remedy for an irregularity, records it in the hand or as a penalty, and shows the effect on the hand.
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

    /// Asks for the hand, the last or the next one, unless only one of them is possible.
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

    /// Records an irregularity in the last or the next hand, and shows its effect on the hand.
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

    /// The points of a hand, in seat order.
    fn scores(&self, number: usize) -> Result<Vec<Points>, Stop> {
        let scored = self.file.scored()?;
        let hand = scored.hands.iter().find(|hand| hand.number == number);
        Ok(hand.map(|hand| hand.scores.clone()).unwrap_or_default())
    }
}
