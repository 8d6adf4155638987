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
        let wanted = match pair {
            Pair::Or | Pair::And => Wanted::Flag,
            Pair::Equal | Pair::Unequal => Wanted::Any,
            _ => Wanted::Number,
        };
        let one = self.wanted(first, allowed, wanted);
        let other = self.wanted(second, allowed, wanted);
        let (one, other) = (one?, other?);
        let mut kind = Type::Flag;
        if wanted == Wanted::Any {
            self.joined(&one, &other, second.at)?;
            if let (Type::Word(left), Type::Word(right)) = (one.facts.kind, other.facts.kind)
                && !left.meets(&right)
            {
                return self.mistake("own-never-equal", args![at: at]);
            }
        } else if wanted == Wanted::Number && !pair.is_comparison() {
            let (left, right) = (one.facts.kind.range(), other.facts.kind.range());
            if matches!(pair, Pair::Divide | Pair::Modulo) && right.least < 1 {
                let args = args![at: second.at, least: right.least];
                return self.mistake("own-divisor", args);
            }
            let Some(range) = left.combined(pair, right) else {
                return self.mistake("own-too-large", args![at: at]);
            };
            kind = Type::Number(range);
        }
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
            _ => range.combined(Pair::Times, times),
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
