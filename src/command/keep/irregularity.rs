//! Noting an irregularity: what the rules or we suggest, how it is recorded, and what it does to the hand.

use super::choices::Choice;
use super::{Keeping, choose};
use crate::changes::{self, last_hand};
use crate::error::{CommandError, Outcome};
use crate::output;
use crate::rules_text::irregularity_text;
use crate::table::{notice, wrapped};
use overtrick_core::json::Json;
use overtrick_core::{Points, args};
use overtrick_match::MatchGame;
use overtrick_match::describe::IrregularityText;
use overtrick_match::ledger::{Change, Edit};

/// What follows an irregularity.
const PENALTY: &str = "penalty";
const STANDS: &str = "stands";
const NOTE: &str = "note";

impl Keeping {
    /// Shows what to do about an irregularity, records it in the hand or as a penalty, and says what that does
    /// to the hand.
    pub fn note_irregularity(&mut self) -> Outcome {
        let language = self.language;
        if let MatchGame::Own(_) = self.game {
            notice(&language.text("keep", "own-unruled"));
            return Ok(());
        }
        let all = IrregularityText::all(self.game.facts(), language);
        let choice = |one: &IrregularityText| Choice::word(one.id, &one.text);
        let choices: Vec<Choice> = all.iter().map(choice).collect();
        let label = language.text("keep", "which-irregularity");
        let Some(chosen) = choose(&self.prompter, &label, &choices, language)? else {
            return Ok(());
        };
        let Some(noted) = all.iter().find(|one| one.id == chosen.id) else {
            return Ok(());
        };
        output::text(&irregularity_text(noted, language))?;
        let Some(what) = self.follows(noted)? else {
            return Ok(());
        };
        if what == PENALTY {
            let guidance = noted.guidance.as_ref();
            let points = guidance.map(|guidance| guidance.adjustment.points.to_string());
            if self.adjust(Some(noted.id), &noted.text, points.as_deref())? {
                let args = args![hand: changes::hands(self.file.played())];
                let key = if self.file.played().outcome().hands == 0 {
                    "hand-none"
                } else {
                    "hand-same"
                };
                output::text(&wrapped(&language.format("keep", key, &args)))?;
            }
            return Ok(());
        }
        let Some(number) = self.which_hand()? else {
            return Ok(());
        };
        self.record_in_hand(noted, number, what == STANDS)
    }

    /// Asks what follows; `None` if the user goes back or stops.
    fn follows(&self, noted: &IrregularityText) -> Result<Option<&'static str>, CommandError> {
        let language = self.language;
        let guidance = noted.guidance.as_ref();
        let may_stand = guidance.is_some_and(|guidance| guidance.irregularities.is_some());
        let kinds = [PENALTY, STANDS, NOTE].into_iter();
        let kinds = kinds.filter(|kind| *kind != STANDS || may_stand);
        let choices = kinds.map(|kind| {
            let label = language.text("keep", &format!("follows-{kind}"));
            (kind, Choice::word(kind, &label))
        });
        let (kinds, choices): (Vec<&'static str>, Vec<Choice>) = choices.unzip();
        let label = language.text("keep", "what-follows");
        let chosen = choose(&self.prompter, &label, &choices, language)?;
        Ok(chosen.and_then(|chosen| kinds.into_iter().find(|kind| *kind == chosen.id)))
    }

    /// Asks for the hand: the last one or the next; `None` if the user goes back or stops.
    fn which_hand(&self) -> Result<Option<usize>, CommandError> {
        let language = self.language;
        let hands = self.file.played().outcome().hands;
        let is_over = self
            .file
            .played()
            .scored()
            .is_ok_and(|scored| scored.complete);
        let mut choices = Vec::new();
        for (number, key, is_there) in [
            (hands, "hand-last", hands > 0),
            (hands + 1, "hand-next", !is_over),
        ] {
            if is_there {
                let label = language.format("keep", key, &args![hand: number]);
                choices.push(Choice::word(&number.to_string(), &label));
            }
        }
        if let [only] = &choices[..] {
            return Ok(only.id.parse().ok());
        }
        let label = language.text("keep", "which-hand");
        let chosen = choose(&self.prompter, &label, &choices, language)?;
        Ok(chosen.and_then(|chosen| chosen.id.parse().ok()))
    }

    /// Records an irregularity in a hand, the last one or the next, and says what it does to it.
    fn record_in_hand(&mut self, noted: &IrregularityText, number: usize, stands: bool) -> Outcome {
        let language = self.language;
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
        set(&mut hand, "note", note.into());
        if stands {
            set(&mut hand, "irregularities", "waived".into());
        }
        let args = args![hand: number];
        if recorded.is_none() {
            if self.keep(Change::SetCurrent { hand: Some(hand) })? {
                let key = if stands { "stands-next" } else { "noted-next" };
                output::text(&wrapped(&language.format("keep", key, &args)))?;
            }
            return Ok(());
        }
        let scores = self.scores(number);
        let edits = vec![Edit::Replace {
            hand: number,
            with: hand,
        }];
        let reason = noted.text.clone();
        if !self.keep(Change::Correct { edits, reason })? {
            return Ok(());
        }
        if self.scores(number) == scores {
            return output::text(&wrapped(&language.format("keep", "hand-same", &args)));
        }
        output::text(&wrapped(&language.format("keep", "hand-anew", &args)))?;
        output::text(&last_hand(self.file.played(), language))
    }

    /// The points of a hand, in seat order.
    fn scores(&self, number: usize) -> Vec<Points> {
        let scored = self.file.played().scored().ok();
        let hand = scored
            .as_ref()
            .and_then(|scored| scored.hands.get(number.checked_sub(1)?));
        hand.map(|hand| Vec::clone(&hand.scores))
            .unwrap_or_default()
    }
}

/// Sets a field of a hand.
fn set(hand: &mut Json, key: &str, value: Json) {
    let place = [super::place::Step::Key(key.to_owned())];
    super::place::put(hand, &place, value);
}
