//! Operations and functions: the types, ranges and steps of what they give.

use overtrick_core::args;

use super::{Allowed, Checker, Wanted, made};
use crate::syntax::{Call, Pair, Part};
use crate::types::{Range, Type};
use crate::value::{Expression, ExpressionFacts, Node, count};

impl Checker<'_> {
    pub(super) fn pair(
        &mut self,
        at: usize,
        pair: Pair,
        parts: &[Part; 2],
        allowed: Allowed,
    ) -> Option<Expression> {
        let [first, second] = parts;
        if allowed.in_turn && pair.is_comparison() && first.of_me() == second.of_me() {
            return self.mistake("own-with-itself", args![at: at]);
        }
        let (one, other, kind) = match pair {
            Pair::Or | Pair::And => {
                let one = self.wanted(first, allowed, Wanted::Flag);
                let other = self.wanted(second, allowed, Wanted::Flag);
                (one?, other?, Type::Flag)
            }
            Pair::Equal | Pair::Unequal => {
                let (one, other) = (self.part(first, allowed), self.part(second, allowed));
                let (one, other) = (one?, other?);
                let (left, right) = (one.facts.kind, other.facts.kind);
                if left.joined(right).is_none() {
                    let args = args![at: second.at, expected: left.kind(), found: right.kind()];
                    return self.mistake("own-type", args);
                }
                if let (Type::Word(left), Type::Word(right)) = (left, right)
                    && !left.meets(&right)
                {
                    return self.mistake("own-never-equal", args![at: at]);
                }
                (one, other, Type::Flag)
            }
            Pair::Less | Pair::LessOrEqual | Pair::Greater | Pair::GreaterOrEqual => {
                let one = self.number(first, allowed);
                let other = self.number(second, allowed);
                (one?.0, other?.0, Type::Flag)
            }
            Pair::Plus | Pair::Minus | Pair::Times | Pair::Divide | Pair::Modulo => {
                let one = self.number(first, allowed);
                let other = self.number(second, allowed);
                let ((one, left), (other, right)) = (one?, other?);
                if matches!(pair, Pair::Divide | Pair::Modulo) && right.least < 1 {
                    let args = args![at: second.at, least: right.least];
                    return self.mistake("own-divisor", args);
                }
                let range = match pair {
                    Pair::Plus => left.plus(right),
                    Pair::Minus => left.minus(right),
                    Pair::Times => left.times(right),
                    Pair::Divide => left.divided_by(right),
                    _ => Some(left.modulo(right)),
                };
                let Some(range) = range else {
                    return self.mistake("own-too-large", args![at: at]);
                };
                (one, other, Type::Number(range))
            }
        };
        let facts = [one.facts, other.facts];
        let node = Node::Pair(pair, Box::new([one.node, other.node]));
        Some(made(node, kind, &facts))
    }

    pub(super) fn call(
        &mut self,
        at: usize,
        call: Call,
        parts: &[Part],
        allowed: Allowed,
    ) -> Option<Expression> {
        match (call, parts) {
            (Call::Min | Call::Max, [first, second]) => {
                let one = self.number(first, allowed);
                let other = self.number(second, allowed);
                let ((one, left), (other, right)) = (one?, other?);
                let facts = [one.facts, other.facts];
                let nodes = Box::new([one.node, other.node]);
                let (node, range) = if call == Call::Min {
                    (Node::Min(nodes), left.min(right))
                } else {
                    (Node::Max(nodes), left.max(right))
                };
                Some(made(node, Type::Number(range), &facts))
            }
            (Call::Abs, [inner]) => {
                let (inner, range) = self.number(inner, allowed)?;
                let node = Node::Abs(Box::new(inner.node));
                Some(made(node, Type::Number(range.abs()), &[inner.facts]))
            }
            (Call::Next, [inner]) => {
                let inner = self.wanted(inner, allowed, Wanted::Player)?;
                let node = Node::Next(Box::new(inner.node));
                Some(made(node, Type::Player, &[inner.facts]))
            }
            (_, [inner]) => self.gathered(at, call, inner, allowed),
            _ => None,
        }
    }

    /// What is asked of each player in turn.
    pub(super) fn gathered(
        &mut self,
        at: usize,
        call: Call,
        inner: &Part,
        allowed: Allowed,
    ) -> Option<Expression> {
        if call == Call::Ours && !allowed.player {
            return self.mistake("own-whose", args![at: at, name: "ours"]);
        }
        let inside = Allowed {
            player: true,
            in_turn: true,
            ..allowed
        };
        let (inner, range) = if call == Call::Count {
            let inner = self.wanted(inner, inside, Wanted::Flag)?;
            (inner, Range::new(0, 1))
        } else {
            self.number(inner, inside)?
        };
        let (least, most) = self.names.players;
        let (fewest, seats) = match (call, self.names.sides) {
            (Call::Ours, 0) => (1, 1),
            (Call::Ours, sides) => (least / sides, most.div_ceil(sides)),
            _ => (least, most),
        };
        let times = Range::new(count(fewest), count(seats));
        let found = match call {
            Call::Most | Call::Least => Some(range),
            _ => range.times(times),
        };
        let Some(found) = found else {
            return self.mistake("own-too-large", args![at: at]);
        };
        let facts = ExpressionFacts {
            kind: Type::Number(found),
            of_player: call == Call::Ours,
            own: 0,
            whole: inner.facts.fields(),
            steps: 1 + inner
                .facts
                .steps
                .saturating_mul(count(seats).unsigned_abs()),
            ..inner.facts
        };
        let node = Box::new(inner.node);
        let node = match call {
            Call::Most => Node::Most(node),
            Call::Least => Node::Least(node),
            Call::Ours => Node::Ours(node),
            _ => Node::Sum(node),
        };
        Some(Expression { node, facts })
    }
}
