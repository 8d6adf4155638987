//! Checks operations and functions, and computes the types, ranges and steps of their results.

use overtrick_core::args;

use super::{Allowed, Checker, FLAG, NUMBER, PLAYER, made};
use crate::syntax::{Pair, Part, Unary};
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
            return self.fault("own-with-itself", args![at: at]);
        }
        let wanted = match pair {
            Pair::Or | Pair::And => FLAG,
            Pair::Equal | Pair::Unequal => None,
            _ => NUMBER,
        };
        let one = self.wanted(first, allowed, wanted);
        let other = self.wanted(second, allowed, wanted);
        let (one, other) = (one?, other?);
        let mut kind = Type::Flag;
        if wanted.is_none() {
            self.joined(&one, &other, second.at)?;
            if let (Type::Word(left), Type::Word(right)) = (one.facts.kind, other.facts.kind)
                && !left.meets(&right)
            {
                return self.fault("own-never-equal", args![at: at]);
            }
        } else if wanted == NUMBER && !pair.is_comparison() {
            let (left, right) = (one.facts.kind.range(), other.facts.kind.range());
            if matches!(pair, Pair::Divide | Pair::Modulo) && right.least < 1 {
                let args = args![at: second.at, least: right.least];
                return self.fault("own-divisor", args);
            }
            let Some(range) = left.combined(pair, right) else {
                return self.fault("own-too-large", args![at: at]);
            };
            kind = Type::Number(range);
        }
        let facts = [one.facts, other.facts];
        let node = Node::Pair(pair, Box::new([one.node, other.node]));
        Some(made(node, kind, &facts))
    }

    pub(super) fn unary(
        &mut self,
        at: usize,
        unary: Unary,
        inner: &Part,
        allowed: Allowed,
    ) -> Option<Expression> {
        let wanted = match unary {
            Unary::Not => FLAG,
            Unary::Next => PLAYER,
            Unary::Negative | Unary::Abs => NUMBER,
            _ => return self.gathered(at, unary, inner, allowed),
        };
        let inner = self.wanted(inner, allowed, wanted)?;
        let kind = match (unary, inner.facts.kind) {
            (Unary::Negative, Type::Number(range)) => Type::Number(range.negative()),
            (Unary::Abs, Type::Number(range)) => Type::Number(range.abs()),
            (_, kind) => kind,
        };
        let node = Node::Unary(unary, Box::new(inner.node));
        Some(made(node, kind, &[inner.facts]))
    }

    /// Checks a function that computes its argument for each player in turn.
    fn gathered(
        &mut self,
        at: usize,
        unary: Unary,
        inner: &Part,
        allowed: Allowed,
    ) -> Option<Expression> {
        if unary == Unary::Ours && !allowed.player {
            return self.fault("own-whose", args![at: at, name: "ours"]);
        }
        let inside = Allowed {
            player: true,
            in_turn: true,
            ..allowed
        };
        let wanted = if unary == Unary::Count { FLAG } else { NUMBER };
        let inner = self.wanted(inner, inside, wanted)?;
        let range = match inner.facts.kind {
            Type::Number(range) => range,
            _ => Range::new(0, 1),
        };
        let (least, most) = self.names.players;
        let (fewest, seats) = match (unary, self.names.sides) {
            (Unary::Ours, 0) => (1, 1),
            (Unary::Ours, sides) => (least / sides, most.div_ceil(sides)),
            _ => (least, most),
        };
        let times = Range::new(count(fewest), count(seats));
        let found = match unary {
            Unary::Most | Unary::Least => Some(range),
            _ => range.combined(Pair::Times, times),
        };
        let Some(found) = found else {
            return self.fault("own-too-large", args![at: at]);
        };
        let facts = ExpressionFacts {
            kind: Type::Number(found),
            of_player: unary == Unary::Ours,
            own: 0,
            whole: inner.facts.fields(),
            steps: 1 + inner
                .facts
                .steps
                .saturating_mul(count(seats).unsigned_abs()),
            ..inner.facts
        };
        let node = Node::Unary(unary, Box::new(inner.node));
        Some(Expression { node, facts })
    }
}
