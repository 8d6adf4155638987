//! The syntax of expressions: text to a tree, within limits.

mod parser;
mod tokens;

use overtrick_core::{Args, args};

pub use parser::parse;

/// The most characters of an expression.
pub const MAX_CHARACTERS: usize = 400;
/// The most parts of an expression: numbers, words, names and operations.
pub const MAX_PARTS: usize = 96;
/// The deepest nesting of an expression.
pub const MAX_DEPTH: usize = 24;
/// The greatest number that an expression may have, either way.
pub const MAX_NUMBER: i64 = 1_000_000_000_000;

/// A mistake in an expression: its code, and the arguments of its sentence. `at` is among them: the place of a
/// character, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    pub code: &'static str,
    pub args: Args,
}

impl Mistake {
    pub fn new(code: &'static str, args: Args) -> Mistake {
        Mistake { code, args }
    }

    /// More of something than an expression may have.
    fn limit(what: &'static str, found: usize, most: usize) -> Mistake {
        Mistake::new("own-limit", args![what: what, found: found, most: most])
    }
}

/// A part of an expression with the place of its first character, from 1.
#[derive(Debug, Clone)]
pub struct Part {
    pub at: usize,
    pub kind: PartKind,
    depth: usize,
}

/// Parts are equal if they say the same, wherever they stand.
impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.kind == other.kind
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum PartKind {
    Number(i64),
    Flag(bool),
    Word(String),
    Name(String),
    Me,
    Table(String, Box<Part>),
    If(Box<[Part; 3]>),
    Not(Box<Part>),
    Negative(Box<Part>),
    Pair(Pair, Box<[Part; 2]>),
    Call(Call, Vec<Part>),
    Of(Box<[Part; 2]>),
}

/// An operation on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
}

/// How tightly a comparison binds.
const COMPARISON: u8 = 4;

/// Every operation on two values, with how tightly it binds.
const OPERATORS: &[(&str, Pair, u8)] = &[
    ("or", Pair::Or, 1),
    ("and", Pair::And, 2),
    ("==", Pair::Equal, COMPARISON),
    ("!=", Pair::Unequal, COMPARISON),
    ("<", Pair::Less, COMPARISON),
    ("<=", Pair::LessOrEqual, COMPARISON),
    (">", Pair::Greater, COMPARISON),
    (">=", Pair::GreaterOrEqual, COMPARISON),
    ("+", Pair::Plus, 5),
    ("-", Pair::Minus, 5),
    ("*", Pair::Times, 6),
    ("/", Pair::Divide, 6),
    ("mod", Pair::Modulo, 6),
];

impl Pair {
    /// Whether it compares two values.
    pub fn is_comparison(self) -> bool {
        let mut operators = OPERATORS.iter();
        operators.any(|(_, pair, strength)| *pair == self && *strength == COMPARISON)
    }
}

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Min,
    Max,
    Abs,
    Next,
    Sum,
    Count,
    Most,
    Least,
    Ours,
}

/// Every function with its name and its number of arguments.
const CALLS: &[(&str, Call, usize)] = &[
    ("min", Call::Min, 2),
    ("max", Call::Max, 2),
    ("abs", Call::Abs, 1),
    ("next", Call::Next, 1),
    ("sum", Call::Sum, 1),
    ("count", Call::Count, 1),
    ("most", Call::Most, 1),
    ("least", Call::Least, 1),
    ("ours", Call::Ours, 1),
];

/// Words of the language that no name may be.
const KEYWORDS: &[&str] = &[
    "if", "then", "else", "or", "and", "not", "mod", "of", "true", "false", "me",
];

/// Whether the language uses a word itself.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name) || CALLS.iter().any(|(known, ..)| *known == name)
}

/// Whether it is a name: a lower-case letter, then such letters, digits and underscores, at most 32 of them.
pub fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let follows =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_';
    starts && name.len() <= 32 && name.bytes().all(follows)
}

impl Part {
    /// The value that is asked of `me`; the part itself, if it asks nobody.
    pub fn of_me(&self) -> &Part {
        match &self.kind {
            PartKind::Of(parts) if parts[1].kind == PartKind::Me => &parts[0],
            _ => self,
        }
    }

    /// The parts of which it is made.
    fn parts(&self) -> &[Part] {
        match &self.kind {
            PartKind::Table(_, part) | PartKind::Not(part) | PartKind::Negative(part) => {
                std::slice::from_ref(part)
            }
            PartKind::If(parts) => &**parts,
            PartKind::Pair(_, parts) | PartKind::Of(parts) => &**parts,
            PartKind::Call(_, parts) => parts,
            _ => &[],
        }
    }

    /// Passes every name in it to `seen`, except those of tables.
    pub fn names(&self, seen: &mut dyn FnMut(&str)) {
        if let PartKind::Name(name) = &self.kind {
            seen(name);
        }
        self.parts().iter().for_each(|part| part.names(seen));
    }
}
