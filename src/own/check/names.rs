//! What a name stands for, and what a table has.

use overtrick_core::args;

use super::{Allowed, Checker, Symbol, made, of_kind};
use crate::syntax::Part;
use crate::types::{MAX_TOTAL, Range, Type};
use crate::value::{Expression, ExpressionFacts, Node, Table, count};

impl Checker<'_> {
    pub(super) fn name(&mut self, at: usize, name: &str, allowed: Allowed) -> Option<Expression> {
        let names = self.names;
        let Some(symbol) = names.symbols.get(name).copied() else {
            return self.unknown(at, name);
        };
        let hand = |kind: Type| ExpressionFacts {
            of_hand: true,
            ..of_kind(kind)
        };
        let any_total = Type::Number(Range::new(-MAX_TOTAL, MAX_TOTAL));
        let (node, facts) = match symbol {
            Symbol::Players => {
                let range = Range::new(count(names.players.0), count(names.players.1));
                (Node::Players, of_kind(Type::Number(range)))
            }
            Symbol::Hand => {
                let range = Range::new(1, count(overtrick_core::bounds::MAX_HANDS) + 1);
                (Node::Hand, hand(Type::Number(range)))
            }
            Symbol::Cards if !names.has_cards => return self.unknown(at, name),
            Symbol::Cards => (
                Node::Cards,
                ExpressionFacts {
                    named: 0,
                    steps: 1,
                    ..names.cards?
                },
            ),
            Symbol::Dealer => (Node::Dealer, hand(Type::Player)),
            Symbol::Total => {
                let facts = ExpressionFacts {
                    of_player: true,
                    totals: true,
                    ..hand(any_total)
                };
                (Node::Total, facts)
            }
            Symbol::Scored => {
                let facts = ExpressionFacts {
                    of_player: true,
                    scored: true,
                    ..hand(any_total)
                };
                (Node::Scored, facts)
            }
            Symbol::Option(index) => (Node::Option(index), of_kind((*names.options.get(index)?)?)),
            Symbol::Field(index) => {
                let (kind, each) = (*names.fields.get(index)?)?;
                let bit = 1u64.checked_shl(u32::try_from(index).ok()?)?;
                let facts = ExpressionFacts {
                    of_player: each,
                    own: if each { bit } else { 0 },
                    whole: if each { 0 } else { bit },
                    named: bit,
                    ..hand(kind)
                };
                (Node::Field(index), facts)
            }
            Symbol::Let(index) => {
                let facts = ExpressionFacts {
                    named: 0,
                    steps: 1,
                    ..(*names.lets.get(index)?)?
                };
                (Node::Let(index), facts)
            }
            Symbol::Carry(index) => {
                let (kind, each) = (*names.carry.get(index)?)?;
                let facts = ExpressionFacts {
                    of_player: each,
                    carried: true,
                    ..hand(kind)
                };
                (Node::Carry(index), facts)
            }
            Symbol::Twice => return None,
            Symbol::Table(_) => {
                return self.mistake("own-table-name", args![at: at, name: name.to_owned()]);
            }
        };
        self.admitted((at, name), node, facts, allowed)
    }

    pub(super) fn unknown<T>(&mut self, at: usize, name: &str) -> Option<T> {
        let names = self.names;
        let known = names.symbols.keys().filter(|known| {
            // Each comparison takes long beside the rest, and names that are far longer are not near.
            !names.is_full && known.len().abs_diff(name.len()) <= 2
        });
        let near = known
            .map(|known| (overtrick_core::distance(name, known), known))
            .filter(|(distance, known)| *distance <= 2 && *distance < known.len())
            .min();
        match near {
            Some((_, near)) => {
                let args = args![at: at, name: name.to_owned(), near: near.clone()];
                self.mistake("own-unknown-name-near", args)
            }
            None => self.mistake("own-unknown-name", args![at: at, name: name.to_owned()]),
        }
    }

    /// The node, unless what it rests on may not be used here.
    pub(super) fn admitted(
        &mut self,
        (at, name): (usize, &str),
        node: Node,
        facts: ExpressionFacts,
        allowed: Allowed,
    ) -> Option<Expression> {
        let args = || args![at: at, name: name.to_owned()];
        let last = 64 - facts.fields().leading_zeros();
        let late = usize::try_from(last).is_ok_and(|last| last > allowed.fields);
        if (facts.of_hand && !allowed.hand) || late || (facts.scored && !allowed.scored) {
            return self.mistake("own-early", args());
        }
        if facts.of_player && !allowed.player {
            return self.mistake("own-whose", args());
        }
        Some(Expression { node, facts })
    }

    pub(super) fn table(
        &mut self,
        at: usize,
        name: &str,
        index: &Part,
        allowed: Allowed,
    ) -> Option<Expression> {
        let inner = self.part(index, allowed);
        let Some(symbol) = self.names.symbols.get(name) else {
            return self.unknown(at, name);
        };
        let Symbol::Table(number) = *symbol else {
            if *symbol == Symbol::Twice {
                return None;
            }
            return self.mistake("own-no-table", args![at: at, name: name.to_owned()]);
        };
        let (inner, table) = (inner?, self.names.tables.get(number)?);
        let mut range = table.range();
        let node = match (table, inner.facts.kind) {
            (Table::Numbers(_), Type::Number(_)) => Node::Numbers(number, Box::new(inner.node)),
            (Table::Words(values), Type::Word(words)) => {
                let gap = words
                    .iter()
                    .find(|word| values.get(*word).is_none_or(Option::is_none));
                if let Some(word) = gap.and_then(|word| self.names.words.get(word)) {
                    let args = args![at: at, name: name.to_owned(), word: word.clone()];
                    return self.mistake("own-table-gap", args);
                }
                if words.absent {
                    range = range.joined(Range::new(0, 0));
                }
                Node::Words(number, Box::new(inner.node))
            }
            (table, kind) => {
                let expected = match table {
                    Table::Numbers(_) => "whole number",
                    Table::Words(_) => "word",
                };
                let args = args![at: index.at, expected: expected, found: kind.kind()];
                return self.mistake("own-type", args);
            }
        };
        Some(made(node, Type::Number(range), &[inner.facts]))
    }
}
