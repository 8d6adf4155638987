//! The tokens of an expression: numbers, words, names and signs.

use overtrick_core::{Finding, args};

use super::{Fault, MAX_CHARACTERS, MAX_NUMBER, limit};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(i64),
    Word(String),
    Name(String),
    Sign(&'static str),
    End,
}

const SIGNS: &[&str] = &[
    "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ",",
];

/// Signs from other programming languages, each with its replacement in this language.
const FIXES: &[(&str, &str)] = &[
    ("&&", "and"),
    ("||", "or"),
    ("<>", "!="),
    ("=", "=="),
    ("!", "not"),
    ("%", "mod"),
    ("×", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
];

/// Quotation marks that are not used in this language, opening and closing.
const QUOTES: &[(char, char)] = &[('"', '"'), ('“', '”'), ('„', '“'), ('‘', '’'), ('’', '’')];

/// Returns a foreign sign at the beginning of a text, and its replacement.
fn replacement(text: &str) -> Option<(String, String)> {
    if let Some((sign, write)) = FIXES.iter().find(|(sign, _)| text.starts_with(*sign)) {
        return Some(((*sign).to_owned(), (*write).to_owned()));
    }
    let (open, close) = QUOTES.iter().find(|(open, _)| text.starts_with(*open))?;
    let word = text[open.len_utf8()..].split(*close).next()?;
    Some((format!("{open}{word}{close}"), format!("'{word}'")))
}

/// Returns the fault for an unexpected token.
pub(super) fn unexpected(at: usize, found: &str, expected: &'static str) -> Finding {
    let args = args![at: at, found: found.to_owned(), expected: expected];
    let at_end = found.is_empty().then_some("own-syntax-end");
    Finding::rule("own-syntax", "", args).with_message(at_end)
}

/// Returns the tokens of a text, each with the position of its first character, from 1. The last token marks the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Fault> {
    let characters = text.chars().count();
    if characters > MAX_CHARACTERS {
        return Err(limit("", "characters", characters, MAX_CHARACTERS).into());
    }
    let mut tokens = Vec::new();
    let (mut at, mut rest) = (1, text);
    while let Some(letter) = rest.chars().next() {
        let run = |test: fn(char) -> bool| {
            let end = rest.find(|letter| !test(letter));
            &rest[..end.unwrap_or(rest.len())]
        };
        let found = if letter.is_ascii_whitespace() {
            run(|letter| letter.is_ascii_whitespace())
        } else if letter.is_ascii_digit() {
            let digits = run(|letter| letter.is_ascii_digit());
            let number = digits.parse().ok().filter(|number| *number <= MAX_NUMBER);
            let large = || {
                let args = args![at: at, found: digits.to_owned()];
                Finding::rule("own-number", "", args)
            };
            tokens.push((at, Token::Number(number.ok_or_else(large)?)));
            digits
        } else if letter.is_ascii_lowercase() {
            let name = run(|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
            });
            tokens.push((at, Token::Name(name.to_owned())));
            name
        } else if let Some(word) = rest.strip_prefix('\'') {
            let Some((word, _)) = word.split_once('\'') else {
                return Err(Finding::rule("own-quote", "", args![at: at]).into());
            };
            tokens.push((at, Token::Word(word.to_owned())));
            &rest[..word.len() + 2]
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            // A sign of this language takes precedence (`!=` over `!`), except that `<>` is foreign although
            // `<` is a sign.
            let foreign = replacement(rest)
                .filter(|(found, _)| sign.is_none_or(|sign| *found == "<>" && *sign == "<"));
            if let Some((found, write)) = foreign {
                let args = args![at: at, found: found, write: write];
                let fault = Finding::rule("own-syntax", "", args);
                return Err(fault.with_message("own-syntax-write").into());
            }
            let Some(sign) = sign else {
                return Err(unexpected(at, &letter.to_string(), "value").into());
            };
            tokens.push((at, Token::Sign(sign)));
            *sign
        };
        at += found.chars().count();
        rest = &rest[found.len()..];
    }
    tokens.push((at, Token::End));
    Ok(tokens)
}
