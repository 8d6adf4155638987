//! Checked expressions and their values.

use std::cell::Cell;

use crate::syntax::{Pair, Unary};
use crate::types::{MAX_PLAYERS, NOBODY, Range, Type};

/// A checked expression.
#[derive(Debug, Clone, Default)]
pub struct Expression {
    pub node: Node,
    /// The facts that do not depend on a match.
    pub facts: ExpressionFacts,
}

/// The facts of an expression that do not depend on a match.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is whether the value depends on one thing"
)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ExpressionFacts {
    pub kind: Type,
    /// Whether it depends on the player for whom it is computed.
    pub of_player: bool,
    /// Whether it depends on the hand.
    pub of_hand: bool,
    /// Whether it depends on the dealer.
    pub dealer: bool,
    /// The fields of which it needs only that player's value, as bits.
    pub own: u64,
    /// The fields of which it needs all values, as bits.
    pub whole: u64,
    /// The fields that it names directly, not through a let, as bits.
    pub named: u64,
    pub totals: bool,
    /// Whether it depends on values that are carried from the previous hand.
    pub carried: bool,
    pub scored: bool,
    /// The maximum number of steps to compute it for a player.
    pub steps: u64,
}

impl ExpressionFacts {
    /// Returns the facts of a value of this type that depends on nothing.
    pub fn of(kind: Type) -> ExpressionFacts {
        ExpressionFacts {
            kind,
            steps: 1,
            ..ExpressionFacts::default()
        }
    }

    /// Returns the facts of a value of this type that depends on the hand.
    pub fn of_hand(kind: Type) -> ExpressionFacts {
        ExpressionFacts {
            of_hand: true,
            ..ExpressionFacts::of(kind)
        }
    }

    /// Returns the fields that it needs, as bits.
    pub fn fields(&self) -> u64 {
        self.own | self.whole
    }

    /// Returns the number of fields after which the value is known.
    pub fn stage(&self) -> usize {
        let fields = 64 - self.fields().leading_zeros();
        usize::try_from(fields).unwrap_or(64)
    }
}

#[derive(Debug, Clone)]
pub enum Node {
    Const(i64),
    Players,
    Hand,
    Cards,
    Dealer,
    Me,
    Total,
    Scored,
    Option(usize),
    Field(usize),
    Let(usize),
    Carry(usize),
    /// A table, and the index in it: a number or a word.
    Table(usize, Box<Node>),
    If(Box<[Node; 3]>),
    Unary(Unary, Box<Node>),
    Pair(Pair, Box<[Node; 2]>),
    /// A value of another player, and the value to use if there is no such player.
    Of(Box<[Node; 2]>, i64),
}

impl Default for Node {
    fn default() -> Node {
        Node::Const(0)
    }
}

/// A value for each player. A value of the hand or the match is the same for all players.
pub type Seats = [i64; MAX_PLAYERS];

/// A table of a definition.
#[derive(Debug, Clone)]
pub struct Table {
    /// Whether the values are indexed by word. Otherwise, they are indexed by number, from 0, and a number
    /// outside the table gives the first or the last value.
    pub by_word: bool,
    /// The values. A word of the definition may have no value.
    pub values: Vec<Option<i64>>,
}

impl Table {
    pub fn range(&self) -> Range {
        let values = self.values.iter().flatten().copied();
        let least = values.clone().min().unwrap_or_default();
        Range::new(least, values.max().unwrap_or_default())
    }

    /// Returns the value for a number or a word.
    fn at(&self, index: i64) -> i64 {
        let index = if self.by_word { index } else { index.max(0) };
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let last = self.values.last().filter(|_| !self.by_word);
        self.values
            .get(index)
            .or(last)
            .copied()
            .flatten()
            .unwrap_or(0)
    }
}

/// The values of a hand that become known while it is judged.
#[derive(Debug, Clone, Default)]
pub struct HandValues {
    pub cards: i64,
    pub dealer: i64,
    pub scored: Seats,
    pub fields: Vec<Seats>,
    pub lets: Vec<Seats>,
}

/// The values that an expression can use.
#[derive(Debug, Clone, Default)]
pub struct Values<'a> {
    pub tables: &'a [Table],
    pub players: usize,
    /// The number of sides, or 0 if all players play alone.
    pub sides: usize,
    pub options: &'a [i64],
    /// The number of the hand, from 1.
    pub hand: i64,
    pub now: HandValues,
    pub totals: Seats,
    pub carry: Vec<Seats>,
    /// The steps taken so far. Computing one part of an expression is one step.
    pub steps: Cell<u64>,
}

impl Values<'_> {
    /// Returns the value of an expression for a player. All values that it uses must be known.
    pub fn eval(&self, expression: &Expression, me: usize) -> i64 {
        let value = self.compute(&expression.node, me);
        debug_assert!(expression.facts.kind.has(value), "{value}: {expression:?}");
        value
    }

    /// Whether a condition holds for a player; true without a condition.
    pub fn holds(&self, when: Option<&Expression>, me: usize) -> bool {
        when.is_none_or(|when| self.eval(when, me) != 0)
    }

    /// Returns the value of an expression for a player.
    pub fn compute(&self, node: &Node, me: usize) -> i64 {
        self.steps.set(self.steps.get() + 1);
        let of_seat = |values: &[Seats], index: usize| {
            let values = values.get(index);
            values.and_then(|seats| seats.get(me)).copied().unwrap_or(0)
        };
        // A value that depends on unknown fields may be outside its range. The value is not used, but the
        // operations must not rely on ranges.
        match node {
            Node::Const(value) => *value,
            Node::Players => count(self.players),
            Node::Hand => self.hand,
            Node::Cards => self.now.cards,
            Node::Dealer => self.now.dealer,
            Node::Me => count(me),
            Node::Total => of_seat(&[self.totals], 0),
            Node::Scored => of_seat(&[self.now.scored], 0),
            Node::Option(index) => self.options.get(*index).copied().unwrap_or(0),
            Node::Field(index) => of_seat(&self.now.fields, *index),
            Node::Let(index) => of_seat(&self.now.lets, *index),
            Node::Carry(index) => of_seat(&self.carry, *index),
            Node::Table(table, index) => {
                let index = self.compute(index, me);
                self.tables.get(*table).map_or(0, |table| table.at(index))
            }
            Node::If(parts) => {
                let [condition, first, second] = &**parts;
                let holds = self.compute(condition, me) != 0;
                self.compute(if holds { first } else { second }, me)
            }
            Node::Unary(unary, part) => self.unary(*unary, part, me),
            Node::Pair(pair, parts) => self.pair(*pair, parts, me),
            Node::Of(parts, nobody) => {
                let player = usize::try_from(self.compute(&parts[1], me)).ok();
                let player = player.filter(|player| *player < self.players);
                player.map_or(*nobody, |player| self.compute(&parts[0], player))
            }
        }
    }

    fn unary(&self, unary: Unary, part: &Node, me: usize) -> i64 {
        let all = (0..self.players).map(|seat| self.compute(part, seat));
        match unary {
            Unary::Not => i64::from(self.compute(part, me) == 0),
            Unary::Negative => self.compute(part, me).saturating_neg(),
            Unary::Abs => self.compute(part, me).saturating_abs(),
            Unary::Next => match usize::try_from(self.compute(part, me)) {
                Ok(seat) => count((seat + 1) % self.players.max(1)),
                Err(_) => NOBODY,
            },
            Unary::Sum | Unary::Count => all.fold(0, i64::saturating_add),
            Unary::Ours => {
                let ours = side(self.players, self.sides, me);
                ours.fold(0, |sum, seat| sum.saturating_add(self.compute(part, seat)))
            }
            Unary::Most => all.max().unwrap_or(0),
            Unary::Least => all.min().unwrap_or(0),
        }
    }

    fn pair(&self, pair: Pair, parts: &[Node; 2], me: usize) -> i64 {
        let one = self.compute(&parts[0], me);
        // If the first part decides the result, the second part is not computed.
        match pair {
            Pair::Or if one != 0 => return 1,
            Pair::And if one == 0 => return 0,
            _ => {}
        }
        let other = self.compute(&parts[1], me);
        match pair {
            Pair::Or | Pair::And => i64::from(other != 0),
            Pair::Equal => i64::from(one == other),
            Pair::Unequal => i64::from(one != other),
            Pair::Less => i64::from(one < other),
            Pair::LessOrEqual => i64::from(one <= other),
            Pair::Greater => i64::from(one > other),
            Pair::GreaterOrEqual => i64::from(one >= other),
            Pair::Plus => one.saturating_add(other),
            Pair::Minus => one.saturating_sub(other),
            Pair::Times => one.saturating_mul(other),
            Pair::Divide => one.div_euclid(other.max(1)),
            Pair::Modulo => one.rem_euclid(other.max(1)),
            Pair::Min => one.min(other),
            Pair::Max => one.max(other),
        }
    }

    /// Returns the value of an expression for every player. All values that it uses must be known.
    pub fn eval_seats(&self, expression: &Expression) -> Seats {
        let seats = self.seats(expression);
        let mut known = seats.iter().take(self.players);
        debug_assert!(
            known.all(|value| expression.facts.kind.has(*value)),
            "{seats:?}: {expression:?}"
        );
        seats
    }

    /// Returns the value for every player.
    pub fn seats(&self, expression: &Expression) -> Seats {
        if !expression.facts.of_player {
            return [self.compute(&expression.node, 0); MAX_PLAYERS];
        }
        let mut seats = [0; MAX_PLAYERS];
        for (seat, value) in seats.iter_mut().enumerate().take(self.players) {
            *value = self.compute(&expression.node, seat);
        }
        seats
    }
}

/// Converts a number of players, seats or hands to a value.
pub fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the seats that share a score with this one, including this one. Without sides, returns only this seat.
pub fn side(players: usize, sides: usize, seat: usize) -> impl Iterator<Item = usize> {
    let distance = if sides == 0 { players.max(1) } else { sides };
    (seat % distance..players).step_by(distance)
}
