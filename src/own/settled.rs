//! Values that are known before the first hand, because they depend only on the players and the house rules.

use crate::definition::Item;
use crate::game::Own;
use crate::syntax::{Pair, Unary};
use crate::value::{Node, Values};

impl Own {
    /// Returns, for each field, whether it never applies to a hand of this match.
    pub(crate) fn absent_fields(&self) -> Vec<bool> {
        let definition = &self.definition;
        let mut settled = Settled {
            values: self.values(),
            lets: vec![None; definition.lets.len()],
        };
        for item in &definition.order {
            if let Item::Let(index) = item {
                settled.lets[*index] = settled.eval(&definition.lets[*index].node);
            }
        }
        let absent = definition.fields.iter().map(|field| {
            let when = field.when.as_ref();
            when.and_then(|when| settled.eval(&when.node)) == Some(0)
        });
        absent.collect()
    }
}

/// Values of expressions that are known before the first hand.
struct Settled<'a> {
    values: Values<'a>,
    lets: Vec<Option<i64>>,
}

impl Settled<'_> {
    /// Returns the value of an expression, if it is known before the first hand.
    fn eval(&self, node: &Node) -> Option<i64> {
        match node {
            Node::Const(_) | Node::Players | Node::Option(_) => Some(self.values.compute(node, 0)),
            Node::Let(index) => self.lets.get(*index).copied().flatten(),
            Node::Unary(Unary::Not, part) => Some(i64::from(self.eval(part)? == 0)),
            Node::If(parts) => {
                let [condition, first, second] = &**parts;
                let holds = self.eval(condition)? != 0;
                self.eval(if holds { first } else { second })
            }
            Node::Pair(pair, parts) => self.pair(*pair, self.eval(&parts[0]), self.eval(&parts[1])),
            _ => None,
        }
    }

    fn pair(&self, pair: Pair, one: Option<i64>, other: Option<i64>) -> Option<i64> {
        // One part may decide the result even if the other part is unknown.
        match pair {
            Pair::And if one == Some(0) || other == Some(0) => return Some(0),
            Pair::Or if [one, other].into_iter().flatten().any(|part| part != 0) => return Some(1),
            _ => {}
        }
        let parts = Box::new([Node::Const(one?), Node::Const(other?)]);
        Some(self.values.compute(&Node::Pair(pair, parts), 0))
    }
}
