//! Checking expressions: names, types, scopes, ranges and steps.

mod operations;

use std::collections::BTreeMap;

use overtrick_core::{Args, Faults, Finding, args};

use crate::syntax::{Part, PartKind};
use crate::types::{NOBODY, Range, Type, WordSet};
use crate::value::{Expression, ExpressionFacts, Node, Table};

/// The meaning of a name.
#[derive(Debug, Clone)]
pub enum Symbol {
    /// A value with its facts; `None` if the value has a fault or is not checked yet.
    Value(Node, Option<ExpressionFacts>),
    Table(usize),
    /// A name that is defined twice. The second definition is reported as a fault.
    Duplicate,
}

/// The kind of a built-in name, for messages.
pub const BUILT_IN: &str = "a name that every game has";

impl Symbol {
    /// Returns its kind: the key of a word in the language files.
    pub fn word(&self) -> &'static str {
        match self {
            Symbol::Value(Node::Option(_), _) => "an option",
            Symbol::Value(Node::Field(_), _) => "a field",
            Symbol::Value(Node::Let(_), _) => "a let",
            Symbol::Value(Node::Carry(_), _) => "a carry",
            Symbol::Value(..) => BUILT_IN,
            Symbol::Table(_) => "a table",
            Symbol::Duplicate => "a name that is given twice",
        }
    }
}

/// The names of a definition, with the facts of each.
#[derive(Debug, Default)]
pub struct Names {
    pub symbols: BTreeMap<String, Symbol>,
    pub words: Vec<String>,
    pub players: (usize, usize),
    pub sides: usize,
    pub tables: Vec<Table>,
    /// Whether the definition has `cards`, even if it has a fault.
    pub has_cards: bool,
    /// Whether the list of faults is full. Similar names are then not searched for.
    pub is_full: bool,
}

impl Names {
    /// Returns the facts of the value with this name.
    pub fn facts(&self, name: &str) -> Option<ExpressionFacts> {
        match self.symbols.get(name)? {
            Symbol::Value(_, facts) => *facts,
            _ => None,
        }
    }

    /// Sets the facts of a value that is computed before it is used. A use takes one step and names no fields.
    pub fn set_facts(&mut self, name: &str, found: &Expression) {
        if let Some(Symbol::Value(Node::Let(_) | Node::Cards, facts)) = self.symbols.get_mut(name) {
            *facts = Some(ExpressionFacts {
                named: 0,
                steps: 1,
                ..found.facts
            });
        }
    }
}

/// The values that an expression may use.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each allows values that depend on one thing"
)]
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    pub player: bool,
    /// The number of leading fields of the hand that it may use; `None` if it may not use the hand.
    pub fields: Option<usize>,
    pub dealer: bool,
    pub scored: bool,
    /// Whether the expression is computed for each player in turn, with that player as `me`.
    pub in_turn: bool,
}

impl Allowed {
    /// Only values that depend on the players and the options.
    pub const MATCH: Allowed = Allowed {
        player: false,
        fields: None,
        dealer: false,
        scored: false,
        in_turn: false,
    };
    /// Values that are known between two hands.
    pub const BETWEEN: Allowed = Allowed {
        fields: Some(0),
        ..Allowed::MATCH
    };
    /// Values that are known when a hand begins.
    pub const DEAL: Allowed = Allowed {
        dealer: true,
        ..Allowed::BETWEEN
    };
    /// Values from the whole record of a hand, for expressions of the hand.
    pub const RECORD: Allowed = Allowed {
        fields: Some(usize::MAX),
        ..Allowed::DEAL
    };
    /// Values from the whole record of a hand, for expressions of a player.
    pub const PLAYER: Allowed = Allowed::RECORD.of_player(true);
    /// Values that are known after a hand.
    pub const AFTER: Allowed = Allowed {
        scored: true,
        ..Allowed::RECORD
    };

    /// Returns the same values, for an expression of a player or of the hand.
    pub const fn of_player(self, player: bool) -> Allowed {
        Allowed { player, ..self }
    }
}

/// The required type of an expression, ignoring its range; `None` if it may have any type.
pub type Wanted = Option<Type>;

pub const NUMBER: Wanted = Some(Type::Number(Range::new(0, 0)));
pub const FLAG: Wanted = Some(Type::Flag);
pub const PLAYER: Wanted = Some(Type::Player);

/// Checks an expression against the names of a definition.
///
/// # Errors
/// Every fault in the expression, with the position of its character as the argument `at`. The list is empty
/// if every fault was already reported for a name that the expression uses.
pub fn check(
    names: &Names,
    part: &Part,
    allowed: Allowed,
    wanted: Wanted,
) -> Result<Expression, Faults> {
    let mut checker = Checker {
        names,
        faults: Faults::new(),
    };
    match checker.wanted(part, allowed, wanted) {
        Some(expression) if checker.faults.is_empty() => Ok(expression),
        _ => Err(checker.faults),
    }
}

struct Checker<'n> {
    names: &'n Names,
    faults: Faults,
}

impl Checker<'_> {
    fn fault<T>(&mut self, code: &'static str, args: Args) -> Option<T> {
        self.faults.push(Finding::rule(code, "", args));
        None
    }

    fn wanted(&mut self, part: &Part, allowed: Allowed, wanted: Wanted) -> Option<Expression> {
        let found = self.part(part, allowed)?;
        let kind = found.facts.kind;
        let Some(wanted) = wanted.filter(|wanted| wanted.kind() != kind.kind()) else {
            return Some(found);
        };
        let args = args![at: part.at, expected: wanted.kind(), found: kind.kind()];
        let is_number = wanted == Type::Flag && matches!(kind, Type::Number(_));
        let fault = Finding::rule("own-type", "", args);
        let message = is_number.then_some("own-type-flag");
        self.faults.push(fault.with_message(message));
        None
    }

    /// Returns a type for the values of both expressions. `at` is the position of the second expression.
    fn joined(&mut self, one: &Expression, other: &Expression, at: usize) -> Option<Type> {
        let (one, other) = (one.facts.kind, other.facts.kind);
        one.joined(other).or_else(|| {
            let args = args![at: at, expected: one.kind(), found: other.kind()];
            self.fault("own-type", args)
        })
    }

    fn part(&mut self, part: &Part, allowed: Allowed) -> Option<Expression> {
        let at = part.at;
        match &part.kind {
            PartKind::Number(number) => {
                let kind = Type::Number(Range::new(*number, *number));
                Some(made(Node::Const(*number), kind, &[]))
            }
            PartKind::Flag(flag) => Some(made(Node::Const(i64::from(*flag)), Type::Flag, &[])),
            PartKind::Word(word) => {
                let Some(index) = self.names.words.iter().position(|known| known == word) else {
                    return self.fault("own-unknown-word", args![at: at, word: word.clone()]);
                };
                let node = Node::Const(i64::try_from(index).unwrap_or(NOBODY));
                Some(made(node, Type::Word(WordSet::of(&[index])), &[]))
            }
            PartKind::Me => {
                let facts = ExpressionFacts {
                    of_player: true,
                    ..ExpressionFacts::of(Type::Player)
                };
                self.admitted((at, "me"), Node::Me, facts, allowed)
            }
            PartKind::Name(name) => self.name(at, name, allowed),
            PartKind::Table(name, index) => self.table(at, name, index, allowed),
            PartKind::If(parts) => {
                let [condition, first, second] = &**parts;
                let condition = self.wanted(condition, allowed, FLAG);
                let (one, other) = (self.part(first, allowed), self.part(second, allowed));
                let (condition, one, other) = (condition?, one?, other?);
                let kind = self.joined(&one, &other, second.at)?;
                let facts = [condition.facts, one.facts, other.facts];
                let node = Node::If(Box::new([condition.node, one.node, other.node]));
                Some(made(node, kind, &facts))
            }
            PartKind::Unary(unary, inner) => self.unary(at, *unary, inner, allowed),
            PartKind::Pair(pair, parts) => self.pair(at, *pair, parts, allowed),
            PartKind::Of(parts) => {
                let inside = Allowed {
                    player: true,
                    in_turn: false,
                    ..allowed
                };
                let inner = self.part(&parts[0], inside);
                let player = self.wanted(&parts[1], allowed, PLAYER);
                let (inner, player) = (inner?, player?);
                let whole = ExpressionFacts {
                    of_player: false,
                    own: 0,
                    whole: inner.facts.fields(),
                    ..inner.facts
                };
                let kind = inner.facts.kind;
                let node = Node::Of(Box::new([inner.node, player.node]), kind.absent());
                Some(made(node, kind.or_absent(), &[whole, player.facts]))
            }
        }
    }

    fn name(&mut self, at: usize, name: &str, allowed: Allowed) -> Option<Expression> {
        let names = self.names;
        match names.symbols.get(name) {
            None => self.unknown(at, name),
            Some(Symbol::Value(Node::Cards, _)) if !names.has_cards => self.unknown(at, name),
            Some(Symbol::Value(node, facts)) => {
                self.admitted((at, name), node.clone(), (*facts)?, allowed)
            }
            Some(Symbol::Duplicate) => None,
            Some(Symbol::Table(_)) => {
                self.fault("own-table-name", args![at: at, name: name.to_owned()])
            }
        }
    }

    fn unknown<T>(&mut self, at: usize, name: &str) -> Option<T> {
        let names = self.names;
        let known = names.symbols.keys().filter(|known| {
            // Comparing names is slow, so only names with similar lengths are compared.
            !names.is_full && known.len().abs_diff(name.len()) <= 2
        });
        let near = known
            .map(|known| (overtrick_core::distance(name, known), known))
            .filter(|(distance, known)| *distance <= 2 && *distance < known.len())
            .min();
        let mut args = args![at: at, name: name.to_owned()];
        args.extend(
            near.iter()
                .flat_map(|(_, near)| args![near: (*near).clone()]),
        );
        let message = near.map(|_| "own-unknown-name-near");
        let fault = Finding::rule("own-unknown-name", "", args);
        self.faults.push(fault.with_message(message));
        None
    }

    /// Returns the expression, unless it uses a value that is not allowed here.
    fn admitted(
        &mut self,
        (at, name): (usize, &str),
        node: Node,
        facts: ExpressionFacts,
        allowed: Allowed,
    ) -> Option<Expression> {
        let args = || args![at: at, name: name.to_owned()];
        let is_known = |fields: usize| facts.stage() <= fields;
        let is_late = facts.of_hand && !allowed.fields.is_some_and(is_known);
        let is_late = is_late || (facts.dealer && !allowed.dealer);
        if is_late || (facts.scored && !allowed.scored) {
            return self.fault("own-early", args());
        }
        if facts.of_player && !allowed.player {
            return self.fault("own-whose", args());
        }
        Some(Expression { node, facts })
    }

    fn table(
        &mut self,
        at: usize,
        name: &str,
        index: &Part,
        allowed: Allowed,
    ) -> Option<Expression> {
        let inner = self.part(index, allowed);
        let number = match self.names.symbols.get(name) {
            Some(Symbol::Table(number)) => *number,
            Some(Symbol::Duplicate) => return None,
            Some(Symbol::Value(..)) => {
                return self.fault("own-no-table", args![at: at, name: name.to_owned()]);
            }
            None => return self.unknown(at, name),
        };
        let (inner, table) = (inner?, self.names.tables.get(number)?);
        let mut range = table.range();
        match (table.by_word, inner.facts.kind) {
            (false, Type::Number(_)) => {}
            (true, Type::Word(words)) => {
                let has = |word: &usize| table.values.get(*word).is_some_and(Option::is_some);
                let mut gaps = words.iter().filter(|word| !has(word));
                if let Some(word) = gaps.find_map(|word| self.names.words.get(word)) {
                    let args = args![at: at, name: name.to_owned(), word: word.clone()];
                    return self.fault("own-table-gap", args);
                }
                if words.absent {
                    range = range.joined(Range::new(0, 0));
                }
            }
            (by_word, kind) => {
                let expected = if by_word { "word" } else { "whole number" };
                let args = args![at: index.at, expected: expected, found: kind.kind()];
                return self.fault("own-type", args);
            }
        }
        let node = Node::Table(number, Box::new(inner.node));
        Some(made(node, Type::Number(range), &[inner.facts]))
    }
}

/// Creates the expression of an operation, with facts that combine those of its parts.
fn made(node: Node, kind: Type, parts: &[ExpressionFacts]) -> Expression {
    let mut all = ExpressionFacts::of(kind);
    for part in parts {
        all.of_player |= part.of_player;
        all.of_hand |= part.of_hand;
        all.dealer |= part.dealer;
        all.own |= part.own;
        all.whole |= part.whole;
        all.named |= part.named;
        all.totals |= part.totals;
        all.carried |= part.carried;
        all.scored |= part.scored;
        all.steps = all.steps.saturating_add(part.steps);
    }
    Expression { node, facts: all }
}
