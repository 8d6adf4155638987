//! The checks of a hand, and what may be chosen once.

use overtrick_core::prelude::*;

use super::Judging;
use crate::definition::{Check, Once};
use crate::state::State;
use crate::types::MOST_PLAYERS;

impl Judging<'_> {
    /// Asks the checks that can be asked after this number of fields.
    pub(super) fn checks(&self, fields: usize, context: &mut HandContext<'_>) {
        let checks = self.definition.checks.iter();
        for check in checks.filter(|check| check.stage == fields) {
            let field = &self.definition.fields[check.field];
            let seats = if check.must.facts.of_player {
                0..self.values.players
            } else {
                0..1
            };
            for seat in seats {
                if self.value(Some(&check.must), seat) == Some(0) {
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
                && let Some(chosen) = chosen.get_mut(whose)
            {
                if chosen.has(word) {
                    let field = &self.definition.fields[rule.field].name;
                    let text = self.definition.clause_text(&rule.clause);
                    let breach = Breach::new(rule.clause.clone(), args![]).with_message(text);
                    context.report(breach.into_finding("own-once", format!("/{field}")));
                }
                chosen.add(word);
            }
        }
    }

    /// Whose choice it is: a seat, or the place after all seats for the table.
    pub(super) fn whose(&self, rule: &Once) -> Option<usize> {
        match &rule.per {
            None => Some(MOST_PLAYERS),
            Some(per) => usize::try_from(self.value(Some(per), 0)?).ok(),
        }
    }
}
