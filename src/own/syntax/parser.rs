//! Parsing tokens into a tree, within limits.

use overtrick_core::{Finding, args};

use super::tokens::{Token, tokens, unexpected};
use super::{
    CALLS, COMPARISON, Call, Fault, MAX_DEPTH, MAX_PARTS, OPERATORS, Part, PartKind, Unary,
    is_keyword, limit,
};

/// Reads an expression.
///
/// # Errors
/// The first mistake of syntax, or a limit that the expression exceeds.
pub fn parse(text: &str) -> Result<Part, Fault> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        place: 0,
        parts: 0,
        open: 0,
    };
    let part = parser.expression(0)?;
    match parser.peek() {
        Token::End => Ok(part),
        _ => Err(parser.unexpected("operator").into()),
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    place: usize,
    parts: usize,
    /// The number of nested expressions that are being read.
    open: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        // The last token is always the end, and parsing never advances beyond it.
        &self.tokens[self.place].1
    }

    fn at(&self) -> usize {
        self.tokens[self.place].0
    }

    fn advance(&mut self) {
        self.place = (self.place + 1).min(self.tokens.len() - 1);
    }

    fn unexpected(&self, expected: &'static str) -> Finding {
        let found = match self.peek() {
            Token::Number(number) => number.to_string(),
            Token::Word(word) => format!("'{word}'"),
            _ => self.sign().to_owned(),
        };
        unexpected(self.at(), &found, expected)
    }

    /// Returns the next token if it is a sign or a name; otherwise an empty text.
    fn sign(&self) -> &str {
        match self.peek() {
            Token::Name(name) => name,
            Token::Sign(sign) => sign,
            _ => "",
        }
    }

    /// Skips this sign or name if it is next, and returns whether it was.
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.sign() == sign;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Fault> {
        let found = self.takes(sign);
        found
            .then_some(())
            .ok_or_else(|| self.unexpected(sign).into())
    }

    fn part(&mut self, at: usize, kind: PartKind) -> Result<Part, Fault> {
        let mut part = Part { at, kind, depth: 1 };
        let depths = part.parts().iter().map(|part| part.depth);
        part.depth += depths.max().unwrap_or(0);
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(limit("", "parts", self.parts, MAX_PARTS).into());
        }
        if part.depth > MAX_DEPTH {
            return Err(limit("", "depth", part.depth, MAX_DEPTH).into());
        }
        Ok(part)
    }

    /// Reads an expression until an operator that does not bind more tightly than `strength`.
    fn expression(&mut self, strength: u8) -> Result<Part, Fault> {
        self.open += 1;
        // Nested parentheses do not create parts, so they are limited here.
        if self.open > 2 * MAX_PARTS {
            return Err(limit("", "depth", self.open, MAX_DEPTH).into());
        }
        let part = self.operations(strength);
        self.open -= 1;
        part
    }

    fn operations(&mut self, strength: u8) -> Result<Part, Fault> {
        let mut left = self.prefix()?;
        let mut compared = false;
        let operator = |sign: &str| {
            let mut operators = OPERATORS.iter();
            operators.find(|(known, _, own)| *known == sign && *own > strength)
        };
        while let Some((_, pair, own)) = operator(self.sign()) {
            if *own == COMPARISON && compared {
                return Err(Finding::rule("own-chain", "", args![at: self.at()]).into());
            }
            // A comparison may not directly follow another comparison.
            compared = *own == COMPARISON;
            let at = self.at();
            self.advance();
            let right = self.expression(*own)?;
            left = self.part(at, PartKind::Pair(*pair, Box::new([left, right])))?;
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Result<Part, Fault> {
        let at = self.at();
        if self.takes("if") {
            let condition = self.expression(0)?;
            self.expect("then")?;
            let first = self.expression(0)?;
            self.expect("else")?;
            let second = self.expression(0)?;
            return self.part(at, PartKind::If(Box::new([condition, first, second])));
        }
        if self.takes("not") {
            let part = self.expression(3)?;
            return self.part(at, PartKind::Unary(Unary::Not, Box::new(part)));
        }
        if self.takes("-") {
            // Unary minus binds more tightly than any binary operator.
            let part = self.expression(7)?;
            return self.part(at, PartKind::Unary(Unary::Negative, Box::new(part)));
        }
        let part = self.primary()?;
        let at = self.at();
        if self.takes("of") {
            let player = self.primary()?;
            return self.part(at, PartKind::Of(Box::new([part, player])));
        }
        Ok(part)
    }

    fn primary(&mut self) -> Result<Part, Fault> {
        let at = self.at();
        if self.takes("(") {
            let part = self.expression(0)?;
            self.expect(")")?;
            return Ok(part);
        }
        let kind = match self.peek() {
            Token::Number(number) => PartKind::Number(*number),
            Token::Word(word) => PartKind::Word(word.clone()),
            Token::Name(name) => match name.as_str() {
                "true" => PartKind::Flag(true),
                "false" => PartKind::Flag(false),
                "me" => PartKind::Me,
                name if let Some((_, call)) = CALLS.iter().find(|(known, _)| *known == name) => {
                    return self.call(at, *call);
                }
                name if is_keyword(name) => return Err(self.unexpected("value").into()),
                name => return self.named(at, name.to_owned()),
            },
            Token::Sign(_) | Token::End => return Err(self.unexpected("value").into()),
        };
        self.advance();
        self.part(at, kind)
    }

    /// Reads a name, or a value of a table.
    fn named(&mut self, at: usize, name: String) -> Result<Part, Fault> {
        self.advance();
        if self.takes("[") {
            let index = self.expression(0)?;
            self.expect("]")?;
            return self.part(at, PartKind::Table(name, Box::new(index)));
        }
        if self.sign() == "(" {
            let known = CALLS.iter().map(|(known, _)| (*known).to_owned());
            let known: Vec<String> = known.collect();
            let args = args![at: at, name: name, known: known];
            return Err(Finding::rule("own-no-function", "", args).into());
        }
        self.part(at, PartKind::Name(name))
    }

    fn call(&mut self, at: usize, call: Call) -> Result<Part, Fault> {
        self.advance();
        self.expect("(")?;
        let first = self.expression(0)?;
        let kind = match call {
            Call::Unary(unary) => PartKind::Unary(unary, Box::new(first)),
            Call::Pair(pair) => {
                self.expect(",")?;
                PartKind::Pair(pair, Box::new([first, self.expression(0)?]))
            }
        };
        self.expect(")")?;
        self.part(at, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pair;
    use super::*;

    /// Returns the expression with parentheses around every operation.
    fn shape(text: &str) -> String {
        fn shown(part: &Part) -> String {
            match &part.kind {
                PartKind::Number(number) => number.to_string(),
                PartKind::Flag(flag) => flag.to_string(),
                PartKind::Word(word) => format!("'{word}'"),
                PartKind::Name(name) => name.clone(),
                PartKind::Me => "me".to_owned(),
                PartKind::Table(name, index) => format!("{name}[{}]", shown(index)),
                PartKind::If(parts) => {
                    let [condition, first, second] = &**parts;
                    format!(
                        "({} ? {} : {})",
                        shown(condition),
                        shown(first),
                        shown(second)
                    )
                }
                PartKind::Unary(Unary::Not, part) => format!("(not {})", shown(part)),
                PartKind::Unary(Unary::Negative, part) => format!("(-{})", shown(part)),
                PartKind::Unary(unary, part) => format!("{unary:?}({})", shown(part)),
                PartKind::Pair(pair @ (Pair::Min | Pair::Max), parts) => {
                    format!("{pair:?}({}, {})", shown(&parts[0]), shown(&parts[1]))
                }
                PartKind::Pair(pair, parts) => {
                    format!("({} {pair:?} {})", shown(&parts[0]), shown(&parts[1]))
                }
                PartKind::Of(parts) => format!("({} of {})", shown(&parts[0]), shown(&parts[1])),
            }
        }
        match parse(text) {
            Ok(part) => shown(&part),
            Err(mistake) => format!("{} {:?}", mistake.code, mistake.args.first()),
        }
    }

    #[test]
    fn operators_have_the_precedence_of_the_language() {
        assert_eq!(shape("a or b and c"), "(a Or (b And c))");
        assert_eq!(shape("not a == b and c"), "((not (a Equal b)) And c)");
        assert_eq!(
            shape("a - b - c * d mod e"),
            "((a Minus b) Minus ((c Times d) Modulo e))"
        );
        assert_eq!(shape("-a * b"), "((-a) Times b)");
        assert_eq!(shape("-a of b + 1"), "((-(a of b)) Plus 1)");
        assert_eq!(shape("a < b or c > d"), "((a Less b) Or (c Greater d))");
        assert_eq!(shape("if a then b else c + 1"), "(a ? b : (c Plus 1))");
        assert_eq!(
            shape("if a then if b then 1 else 2 else 3 or d"),
            "(a ? (b ? 1 : 2) : (3 Or d))"
        );
        assert_eq!(
            shape("1 + if a then b else c * 2"),
            "(1 Plus (a ? b : (c Times 2)))"
        );
        assert_eq!(
            shape("min(a, 2) + t[x - 1]"),
            "(Min(a, 2) Plus t[(x Minus 1)])"
        );
        assert_eq!(
            shape("(a or b) and 'x' == c"),
            "((a Or b) And ('x' Equal c))"
        );
        assert_eq!(shape("(a of b) of me"), "((a of b) of me)");
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        let mistake = |text: &str| {
            let mistake = parse(text).unwrap_err();
            let message = mistake.message.unwrap_or(mistake.code).to_string();
            (message, mistake.args[0].1.number().unwrap_or_default())
        };
        assert_eq!(mistake("a < b < c"), ("own-chain".to_owned(), 7));
        assert_eq!(mistake("a < b == c"), ("own-chain".to_owned(), 7));
        assert_eq!(mistake("1 + "), ("own-syntax-end".to_owned(), 5));
        assert_eq!(mistake("1 ? 2"), ("own-syntax".to_owned(), 3));
        assert_eq!(mistake("a 'b"), ("own-quote".to_owned(), 3));
        assert_eq!(mistake("a + 1000000000001"), ("own-number".to_owned(), 5));
        assert_eq!(mistake("abs(1, 2)"), ("own-syntax".to_owned(), 6));
        assert_eq!(mistake("a b"), ("own-syntax".to_owned(), 3));
        assert_eq!(mistake("1 + avg(got)"), ("own-no-function".to_owned(), 5));
    }

    #[test]
    fn limits_are_exact() {
        let sum = |count: usize| vec!["1"; count].join("*");
        assert!(parse(&sum(24)).is_ok());
        assert_eq!(parse(&sum(25)).unwrap_err().code, "own-limit");
        let wide = |count: usize| vec!["(1+1+1+1+1+1+1+1)"; count].join("+");
        assert!(parse(&wide(6)).is_ok());
        assert_eq!(parse(&wide(7)).unwrap_err().args[1].1.number(), Some(97));
        let long = format!("1{}", " ".repeat(399));
        assert!(parse(&long).is_ok());
        assert_eq!(parse(&format!("{long} ")).unwrap_err().code, "own-limit");
        for nested in ["(", "-", "not ", "if ", "abs(", "t["] {
            assert!(parse(&nested.repeat(400 / nested.len())).is_err());
        }
        assert!(parse(&format!("{}1{}", "(".repeat(199), ")".repeat(199))).is_err());
    }
}
