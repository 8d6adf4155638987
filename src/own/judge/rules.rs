//! The checks of a hand, and what may be chosen once.

use super::Judging;
use crate::definition::{Check, Once};
use crate::record::{Chosen, State};
use crate::types::MAX_PLAYERS;
use overtrick_core::prelude::*;

impl Judging<'_> {
    /// Whether a hand does not have the field of a check, or one that the check names.
    fn lacks(&self, check: &Check, seat: usize) -> bool {
        let facts = &check.must.facts;
        let named = facts.named | 1 << check.field;
        let mine = if facts.of_player {
            facts.own | 1 << check.field
        } else {
            0
        };
        let of_all = self.absent[..self.values.players].iter();
        let of_all = of_all.fold(u64::MAX, |all, absent| all & absent);
        named & (of_all | mine & self.absent[seat]) != 0
    }

    /// Asks the checks that can be asked after this number of fields, where the hand has the fields that they name.
    pub(super) fn checks(&self, fields: usize, context: &mut HandContext<'_>) {
        let checks = self.definition.checks.iter();
        for check in checks.filter(|check| check.stage == fields) {
            let field = &self.definition.fields[check.field];
            let seats = match (check.must.facts.of_player, field.by_side) {
                (false, _) => 1,
                (true, true) => self.values.sides,
                (true, false) => self.values.players,
            };
            for seat in 0..seats {
                if !self.lacks(check, seat) && self.value(Some(&check.must), seat) == Some(0) {
                    let pointer = if check.must.facts.of_player {
                        let name = context.table.name(Seat::new(seat));
                        format!("/{}/{}", field.name, segment(name))
                    } else {
                        format!("/{}", field.name)
                    };
                    self.refuse(check, &pointer, context);
                }
            }
        }
    }

    pub(super) fn refuse(&self, check: &Check, pointer: &str, context: &mut HandContext<'_>) {
        let text = self.definition.clause_text(&check.clause);
        let breach = Breach::new(check.clause.clone(), args![]).with_message(text);
        if check.waivable {
            context.irregular(breach, pointer);
        } else {
            context.report(breach.into_finding("own-check", pointer));
        }
    }

    /// Takes note of words that may be chosen once, and reports those that were chosen before.
    pub(super) fn once(&self, fields: usize, state: &mut State, context: &mut HandContext<'_>) {
        let rules = self.definition.once.iter().zip(&mut state.chosen);
        for (rule, chosen) in rules.filter(|(rule, _)| rule.stage == fields) {
            if let Some(whose) = self.whose(rule)
                && let Ok(word) = usize::try_from(self.values.fields[rule.field][0])
                && self.known[0] & (1 << rule.field) != 0
            {
                let mut before = chosen.iter();
                let before = before.find(|known| known.whose == whose && known.word == word);
                match before {
                    Some(before) => self.refuse_again(rule, before, context),
                    None => chosen.push(Chosen {
                        whose,
                        word,
                        hand: state.hands,
                    }),
                }
            }
        }
    }

    /// Reports a word that was chosen before: by whom, where that counts, and in which hand.
    fn refuse_again(&self, rule: &Once, before: &Chosen, context: &mut HandContext<'_>) {
        let field = &self.definition.fields[rule.field].name;
        let word = self.definition.words.get(before.word);
        let mut args = args![
            word: word.cloned().unwrap_or_default(), hand: before.hand,
            clause: self.definition.clause_text(&rule.clause)
        ];
        let mut message = "own-once";
        if before.whose < context.table.len() {
            let player = context.table.name(Seat::new(before.whose)).clone();
            args.extend(args![player: player]);
            message = "own-once-by";
        }
        let breach = Breach::new(rule.clause.clone(), args).with_message(message);
        context.report(breach.into_finding("own-once", format!("/{field}")));
    }

    /// Whose choice it is: a seat, or the place after all seats for the table.
    pub(super) fn whose(&self, rule: &Once) -> Option<usize> {
        match &rule.per {
            None => Some(MAX_PLAYERS),
            Some(per) => usize::try_from(self.value(Some(per), 0)?).ok(),
        }
    }
}
