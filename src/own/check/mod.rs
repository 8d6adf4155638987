//! Checking expressions: names, types, scopes, ranges and steps.

mod names;
mod operations;

use std::collections::HashMap;

use overtrick_core::args;

use crate::syntax::{Mistake, Part, PartKind};
use crate::types::{NOBODY, Range, Type, WordSet};
use crate::value::{Expression, ExpressionFacts, Node, Table};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    Players,
    Hand,
    Cards,
    Dealer,
    Total,
    Scored,
    Option(usize),
    Field(usize),
    Let(usize),
    Carry(usize),
    Table(usize),
    /// A name that is given twice, which is a fault itself.
    Twice,
}

impl Symbol {
    /// What it is, as a word of the language files.
    pub fn word(self) -> &'static str {
        match self {
            Symbol::Option(_) => "an option",
            Symbol::Field(_) => "a field",
            Symbol::Let(_) => "a let",
            Symbol::Carry(_) => "a carry",
            Symbol::Table(_) => "a table",
            Symbol::Twice => "a name that is given twice",
            _ => "a name that every game has",
        }
    }
}

/// The names that every definition has.
pub const GIVEN: &[(&str, Symbol)] = &[
    ("players", Symbol::Players),
    ("hand", Symbol::Hand),
    ("cards", Symbol::Cards),
    ("dealer", Symbol::Dealer),
    ("total", Symbol::Total),
    ("scored", Symbol::Scored),
];

/// The names of a definition, with what is known of each.
#[derive(Debug, Default)]
pub struct Names {
    pub symbols: HashMap<String, Symbol>,
    pub words: Vec<String>,
    pub players: (usize, usize),
    pub sides: usize,
    pub tables: Vec<Table>,
    /// The types of the options; `None` of faulty ones, here and below.
    pub options: Vec<Option<Type>>,
    /// The types of the fields, and whether each player has a value.
    pub fields: Vec<Option<(Type, bool)>>,
    pub carry: Vec<Option<(Type, bool)>>,
    /// What is known of the lets that were checked; `None` of faulty ones.
    pub lets: Vec<Option<ExpressionFacts>>,
    /// What is known of `cards`.
    pub cards: Option<ExpressionFacts>,
    /// Whether the definition has `cards`, even faulty ones.
    pub has_cards: bool,
    /// Whether as many faults were found as are listed, so that likely names are looked for no longer.
    pub is_full: bool,
}

/// What an expression may rest on.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of one thing whether an expression may rest on it"
)]
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    pub player: bool,
    pub hand: bool,
    /// The number of fields, from the first.
    pub fields: usize,
    pub scored: bool,
    /// Whether it is asked of each player in turn, who is `me`.
    pub in_turn: bool,
}

impl Allowed {
    /// The players and the options.
    pub const MATCH: Allowed = Allowed {
        player: false,
        hand: false,
        fields: 0,
        scored: false,
        in_turn: false,
    };
    /// What is known when a hand begins.
    pub const DEAL: Allowed = Allowed {
        hand: true,
        ..Allowed::MATCH
    };
    /// Everything that a hand records, for the hand.
    pub const RECORD: Allowed = Allowed {
        fields: usize::MAX,
        ..Allowed::DEAL
    };
    /// Everything that a hand records, for a player.
    pub const PLAYER: Allowed = Allowed {
        player: true,
        ..Allowed::RECORD
    };
    /// What is known after a hand.
    pub const AFTER: Allowed = Allowed {
        scored: true,
        ..Allowed::RECORD
    };
}

/// The kind of value that an expression must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Number,
    Flag,
    Player,
    Any,
}

impl Wanted {
    fn word(self) -> &'static str {
        match self {
            Wanted::Number => "whole number",
            Wanted::Flag => "flag",
            Wanted::Player => "player",
            Wanted::Any => "anything",
        }
    }

    fn admits(self, kind: Type) -> bool {
        match self {
            Wanted::Number => matches!(kind, Type::Number(_)),
            Wanted::Flag => kind == Type::Flag,
            Wanted::Player => kind == Type::Player,
            Wanted::Any => true,
        }
    }
}

/// Checks an expression against the names of a definition.
///
/// # Errors
/// Every mistake in it; none if only names are at fault whose own mistakes were listed.
pub fn check(
    names: &Names,
    part: &Part,
    allowed: Allowed,
    wanted: Wanted,
) -> Result<Expression, Vec<Mistake>> {
    let mut checker = Checker {
        names,
        mistakes: Vec::new(),
    };
    match checker.wanted(part, allowed, wanted) {
        Some(expression) if checker.mistakes.is_empty() => Ok(expression),
        _ => Err(checker.mistakes),
    }
}

struct Checker<'n> {
    names: &'n Names,
    mistakes: Vec<Mistake>,
}

impl Checker<'_> {
    fn mistake<T>(&mut self, code: &'static str, args: overtrick_core::Args) -> Option<T> {
        self.mistakes.push(Mistake::new(code, args));
        None
    }

    fn wanted(&mut self, part: &Part, allowed: Allowed, wanted: Wanted) -> Option<Expression> {
        let found = self.part(part, allowed)?;
        if wanted.admits(found.facts.kind) {
            return Some(found);
        }
        let args = args![at: part.at, expected: wanted.word(), found: found.facts.kind.kind()];
        let is_counted = wanted == Wanted::Flag && matches!(found.facts.kind, Type::Number(_));
        let code = if is_counted {
            "own-type-flag"
        } else {
            "own-type"
        };
        self.mistake(code, args)
    }

    fn number(&mut self, part: &Part, allowed: Allowed) -> Option<(Expression, Range)> {
        let found = self.wanted(part, allowed, Wanted::Number)?;
        match found.facts.kind {
            Type::Number(range) => Some((found, range)),
            _ => None,
        }
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
                    return self.mistake("own-unknown-word", args![at: at, word: word.clone()]);
                };
                let node = Node::Const(i64::try_from(index).unwrap_or(NOBODY));
                Some(made(node, Type::Word(WordSet::one(index)), &[]))
            }
            PartKind::Me => {
                let facts = ExpressionFacts {
                    of_player: true,
                    ..of_kind(Type::Player)
                };
                self.admitted((at, "me"), Node::Me, facts, allowed)
            }
            PartKind::Name(name) => self.name(at, name, allowed),
            PartKind::Table(name, index) => self.table(at, name, index, allowed),
            PartKind::If(parts) => {
                let [condition, first, second] = &**parts;
                let condition = self.wanted(condition, allowed, Wanted::Flag);
                let (one, other) = (self.part(first, allowed), self.part(second, allowed));
                let (condition, one, other) = (condition?, one?, other?);
                let Some(kind) = one.facts.kind.joined(other.facts.kind) else {
                    let expected = one.facts.kind.kind();
                    let found = other.facts.kind.kind();
                    let args = args![at: second.at, expected: expected, found: found];
                    return self.mistake("own-type", args);
                };
                let facts = [condition.facts, one.facts, other.facts];
                let node = Node::If(Box::new([condition.node, one.node, other.node]));
                Some(made(node, kind, &facts))
            }
            PartKind::Not(inner) => {
                let inner = self.wanted(inner, allowed, Wanted::Flag)?;
                let node = Node::Not(Box::new(inner.node));
                Some(made(node, Type::Flag, &[inner.facts]))
            }
            PartKind::Negative(inner) => {
                let (inner, range) = self.number(inner, allowed)?;
                let node = Node::Negative(Box::new(inner.node));
                let kind = Type::Number(range.negative());
                Some(made(node, kind, &[inner.facts]))
            }
            PartKind::Pair(pair, parts) => self.pair(at, *pair, parts, allowed),
            PartKind::Call(call, parts) => self.call(at, *call, parts, allowed),
            PartKind::Of(parts) => {
                let inside = Allowed {
                    player: true,
                    in_turn: false,
                    ..allowed
                };
                let inner = self.part(&parts[0], inside);
                let player = self.wanted(&parts[1], allowed, Wanted::Player);
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
}

fn of_kind(kind: Type) -> ExpressionFacts {
    ExpressionFacts {
        kind,
        ..ExpressionFacts::default()
    }
}

/// An operation on parts of which this is known.
fn made(node: Node, kind: Type, parts: &[ExpressionFacts]) -> Expression {
    let mut all = of_kind(kind);
    for part in parts {
        all.of_player |= part.of_player;
        all.of_hand |= part.of_hand;
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
