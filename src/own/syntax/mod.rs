//! The syntax of expressions: parsing texts into trees, within limits.

mod parser;
mod tokens;

use overtrick_core::{Finding, args};

pub use parser::parse;

/// The most characters of an expression.
pub const MAX_CHARACTERS: usize = 400;
/// The most parts of an expression: numbers, words, names and operations.
pub const MAX_PARTS: usize = 96;
/// The deepest nesting of an expression.
pub const MAX_DEPTH: usize = 24;
/// The greatest number in an expression. The least is its negative.
pub const MAX_NUMBER: i64 = 1_000_000_000_000;

/// A fault of an expression. It is boxed because an unboxed fault would use too much stack in the recursive parser.
pub type Fault = Box<Finding>;

/// Returns the fault for a value that exceeds a limit.
pub fn limit(pointer: &str, what: &'static str, found: usize, most: usize) -> Finding {
    let args = args![what: what, found: found, most: most];
    Finding::rule("own-limit", pointer, args)
}

/// A part of an expression, with the position of its first character, from 1.
#[derive(Debug, Clone)]
pub struct Part {
    pub at: usize,
    pub kind: PartKind,
    depth: usize,
}

/// Parts are equal if their contents are equal, regardless of their positions.
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
    Unary(Unary, Box<Part>),
    Pair(Pair, Box<[Part; 2]>),
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
    Min,
    Max,
}

/// An operation on one value, or on the values of all players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Not,
    Negative,
    Abs,
    Next,
    Sum,
    Count,
    Most,
    Least,
    Ours,
}

/// The precedence of comparisons.
const COMPARISON: u8 = 4;

/// Every operator between two values, with its precedence. A higher precedence binds more tightly.
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

/// An operation that is written as a function.
#[derive(Debug, Clone, Copy)]
enum Call {
    Unary(Unary),
    Pair(Pair),
}

/// Every function with its name.
const CALLS: &[(&str, Call)] = &[
    ("min", Call::Pair(Pair::Min)),
    ("max", Call::Pair(Pair::Max)),
    ("abs", Call::Unary(Unary::Abs)),
    ("next", Call::Unary(Unary::Next)),
    ("sum", Call::Unary(Unary::Sum)),
    ("count", Call::Unary(Unary::Count)),
    ("most", Call::Unary(Unary::Most)),
    ("least", Call::Unary(Unary::Least)),
    ("ours", Call::Unary(Unary::Ours)),
];

/// Words of the language that cannot be names.
const KEYWORDS: &[&str] = &[
    "if", "then", "else", "or", "and", "not", "mod", "of", "true", "false", "me",
];

/// Whether a word is a keyword or the name of a function.
pub fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name) || CALLS.iter().any(|(known, _)| *known == name)
}

/// Whether a text is a name: see [`is_id`].
pub fn is_name(name: &str) -> bool {
    is_id(name, b'_')
}

/// Whether a text has at most 32 lowercase letters, digits and this sign, and begins with a letter.
pub fn is_id(id: &str, sign: u8) -> bool {
    let starts = id.starts_with(|letter: char| letter.is_ascii_lowercase());
    let follows =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == sign;
    starts && id.len() <= 32 && id.bytes().all(follows)
}

impl Part {
    /// Returns `x` if the part is `x of me`, and otherwise the part itself.
    pub fn of_me(&self) -> &Part {
        match &self.kind {
            PartKind::Of(parts) if parts[1].kind == PartKind::Me => &parts[0],
            _ => self,
        }
    }

    /// Returns the parts directly inside this part.
    fn parts(&self) -> &[Part] {
        match &self.kind {
            PartKind::Table(_, part) | PartKind::Unary(_, part) => std::slice::from_ref(part),
            PartKind::If(parts) => &**parts,
            PartKind::Pair(_, parts) | PartKind::Of(parts) => &**parts,
            _ => &[],
        }
    }

    /// Passes every name in this part to `visit`, except the names of tables.
    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        if let PartKind::Name(name) = &self.kind {
            visit(name);
        }
        self.parts().iter().for_each(|part| part.names(visit));
    }
}
