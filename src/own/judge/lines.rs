//! The reasons of a hand: points, each by its clause.

use overtrick_core::bounds::{MAX_REASONS, faults_of_reasons};
use overtrick_core::prelude::*;

use super::{Judging, WHOLE_TOTAL, seat};
use crate::definition::Definition;
use crate::types::Type;
use crate::value::Expression;

impl Judging<'_> {
    /// Adds the reasons for the points of every player. Those of a side are worked out once, for its first seat.
    pub(super) fn score(&mut self, context: &mut HandContext<'_>) {
        'players: for seat in 0..self.values.players {
            let first = match self.values.sides {
                0 => seat,
                sides => seat % sides,
            };
            let mut applied = false;
            for entry in &self.definition.score {
                if !entry.otherwise {
                    applied = false;
                } else if applied {
                    continue;
                }
                let when = entry.when.as_ref();
                if when.is_some_and(|when| self.values.known(when, first) == 0) {
                    continue;
                }
                applied = true;
                let points = self.values.known(&entry.points, first);
                let with = entry.with.iter();
                let args: Args = with
                    .map(|(name, of)| {
                        let value = self.values.known(of, first);
                        (
                            name.clone(),
                            shown(self.definition, value, of, context.table),
                        )
                    })
                    .collect();
                let reason = Reason::new(entry.clause.clone(), args)
                    .with_message(entry.message.clone())
                    .with_texts(entry.texts.clone());
                let paid = Points::scaled(points, self.definition.scale.max(1));
                context.add(reason.pays(Seat::new(seat), paid));
                // The hand is refused: comparing many more reasons with each other would take long.
                if context.reasons().len() > 2 * MAX_REASONS {
                    break 'players;
                }
                let scored = &mut self.values.scored[seat];
                *scored = WHOLE_TOTAL.clamp(scored.saturating_add(points));
            }
        }
        for fault in faults_of_reasons(context.reasons(), context.table) {
            context.report(fault);
        }
    }
}

/// A value of an expression in a sentence.
pub(super) fn shown(
    definition: &Definition,
    value: i64,
    expression: &Expression,
    table: &Table,
) -> Arg {
    let nobody = Arg::Text("–".into());
    match expression.facts.kind {
        Type::Number(_) => Arg::Int(value),
        Type::Flag => Arg::Word(Name::new(if value == 0 { "no" } else { "yes" })),
        Type::Player => seat(table, value).map_or(nobody, |seat| Arg::from(table.name(seat))),
        Type::Word(_) => {
            let word = definition.word_at(value);
            word.map_or(nobody, |word| Arg::Word(word.clone()))
        }
    }
}
