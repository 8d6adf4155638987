//! The checks of a hand, choices that may be made only once, and the reasons for points.

use overtrick_core::bounds::{MAX_REASONS, faults_of_reasons};
use overtrick_core::prelude::*;

use super::fields::Place;
use super::{Judging, WHOLE_TOTAL, seat};
use crate::definition::{Check, Definition, Once};
use crate::record::{Chosen, State};
use crate::types::{MAX_PLAYERS, Type};
use crate::value::{Expression, count};

impl Judging<'_> {
    /// Whether the field of a check, or a field that the check names, does not apply to the hand.
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

    /// Makes the checks that become possible after this number of fields. Skips checks of fields that do not
    /// apply to the hand.
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
                    let name = || &**context.table.name(Seat::new(seat));
                    let pointer = Place {
                        field: &field.input.name,
                        player: check.must.facts.of_player.then(name),
                    };
                    self.refuse(check, &pointer.to_string(), context);
                }
            }
        }
    }

    fn refuse(&self, check: &Check, pointer: &str, context: &mut HandContext<'_>) {
        let text = self.definition.clause_text(&check.clause);
        let breach = Breach::new(check.clause.clone(), args![]).with_message(text);
        if check.waivable {
            context.irregular(breach, pointer);
        } else {
            context.report(breach.into_finding("own-check", pointer));
        }
    }

    /// Records choices that may be made only once, and reports words that were already chosen.
    pub(super) fn once(&self, fields: usize, state: &mut State, context: &mut HandContext<'_>) {
        let rules = self.definition.once.iter().zip(&mut state.chosen);
        for (rule, chosen) in rules.filter(|(rule, _)| rule.stage == fields) {
            // The seat of the player who chooses, or `MAX_PLAYERS` for the whole table.
            let chooser = match &rule.per {
                None => Some(count(MAX_PLAYERS)),
                per => self.value(per.as_ref(), 0),
            };
            if let Some(chooser) = chooser.and_then(|chooser| usize::try_from(chooser).ok())
                && let Ok(word) = usize::try_from(self.values.now.fields[rule.field][0])
                && self.known[0] & (1 << rule.field) != 0
            {
                let is_again = |known: &&Chosen| known.chooser == chooser && known.word == word;
                match chosen.iter().find(is_again) {
                    Some(before) => self.refuse_again(rule, before, context),
                    None => chosen.push(Chosen {
                        chooser,
                        word,
                        hand: state.hands,
                    }),
                }
            }
        }
    }

    /// Reports a word that was already chosen, with the hand, and with the player if each player has choices.
    fn refuse_again(&self, rule: &Once, before: &Chosen, context: &mut HandContext<'_>) {
        let field = &self.definition.fields[rule.field].input.name;
        let word = self.definition.words.get(before.word);
        let mut args = args![
            word: word.cloned().unwrap_or_default(), hand: before.hand,
            clause: self.definition.clause_text(&rule.clause)
        ];
        let mut message = "own-once";
        if before.chooser < context.table.len() {
            let player = context.table.name(Seat::new(before.chooser)).clone();
            args.extend(args![player: player]);
            message = "own-once-by";
        }
        let breach = Breach::new(rule.clause.clone(), args).with_message(message);
        context.report(breach.into_finding("own-once", format!("/{field}")));
    }

    /// Adds the reasons for the points of every player. All partners get the reasons of the first seat of their side.
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
                if !self.values.holds(entry.when.as_ref(), first) {
                    continue;
                }
                applied = true;
                let points = self.values.eval(&entry.points, first);
                let with = entry.with.iter().map(|(name, of)| {
                    let value = self.values.eval(of, first);
                    let value = shown(self.definition, value, of, context.table);
                    (name.clone(), value)
                });
                let reason = Reason::new(entry.clause.clone(), with.collect())
                    .with_message(entry.message.clone())
                    .with_texts(entry.texts.clone());
                let paid = Points::scaled(points, self.definition.scale.max(1));
                context.add(reason.pays(Seat::new(seat), paid));
                // The hand will be refused, and comparing even more reasons with each other would be slow.
                if context.reasons().len() > 2 * MAX_REASONS {
                    break 'players;
                }
                let scored = &mut self.values.now.scored[seat];
                *scored = WHOLE_TOTAL.clamp(scored.saturating_add(points));
            }
        }
        for fault in faults_of_reasons(context.reasons(), context.table) {
            context.report(fault);
        }
    }
}

/// Returns the value of an expression as an argument of a sentence.
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
