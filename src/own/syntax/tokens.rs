//! The tokens of an expression: numbers, words, names and signs.

use overtrick_core::args;

use super::{MAX_CHARACTERS, MAX_NUMBER, Mistake};

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

/// Signs of other languages, each with what this one has in its place.
const INSTEAD: &[(&str, &str)] = &[
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

/// The quotes of other languages, opening and closing.
const QUOTES: &[(char, char)] = &[('"', '"'), ('“', '”'), ('„', '“'), ('‘', '’'), ('’', '’')];

/// The sign of another language with which these letters begin, and what stands in its place here.
fn instead(letters: &[char]) -> Option<(String, String)> {
    let begins = |sign: &str| {
        let mut signs = sign.chars().enumerate();
        signs.all(|(index, sign)| letters.get(index) == Some(&sign))
    };
    if let Some((sign, write)) = INSTEAD.iter().find(|(sign, _)| begins(sign)) {
        return Some(((*sign).to_owned(), (*write).to_owned()));
    }
    let (first, rest) = letters.split_first()?;
    let (open, close) = QUOTES.iter().find(|(open, _)| open == first)?;
    let word: String = rest.iter().take_while(|letter| *letter != close).collect();
    Some((format!("{open}{word}{close}"), format!("'{word}'")))
}

/// What is found where something else is expected.
pub(super) fn unexpected(at: usize, found: &str, expected: &'static str) -> Mistake {
    let message = if found.is_empty() {
        "own-syntax-end"
    } else {
        "own-syntax"
    };
    Mistake::new(
        message,
        args![at: at, found: found.to_owned(), expected: expected],
    )
}

/// The tokens of a text, each with the place of its first character, from 1; the last is its end.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Mistake> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() > MAX_CHARACTERS {
        let args = args![what: "characters", found: letters.len(), most: MAX_CHARACTERS];
        return Err(Mistake::new("own-limit", args));
    }
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(letter) = letters.get(place).copied() {
        let start = place;
        let run = |test: &dyn Fn(char) -> bool| {
            let rest = letters[start..].iter();
            rest.take_while(|letter| test(**letter)).collect::<String>()
        };
        let (token, length) = if letter.is_ascii_whitespace() {
            place += 1;
            continue;
        } else if letter.is_ascii_digit() {
            let digits = run(&|letter| letter.is_ascii_digit());
            let number = digits.parse().ok().filter(|number| *number <= MAX_NUMBER);
            let large = || Mistake::new("own-number", args![at: start + 1, found: digits.clone()]);
            (Token::Number(number.ok_or_else(large)?), digits.len())
        } else if letter.is_ascii_lowercase() {
            let name = run(&|letter| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_'
            });
            let length = name.len();
            (Token::Name(name), length)
        } else if letter == '\'' {
            let rest = letters[start + 1..].iter();
            let word: String = rest.take_while(|letter| **letter != '\'').collect();
            let length = word.chars().count() + 2;
            if start + length > letters.len() {
                return Err(Mistake::new("own-quote", args![at: start + 1]));
            }
            (Token::Word(word), length)
        } else {
            let sign = SIGNS.iter().find(|sign| {
                let mut signs = sign.chars().enumerate();
                signs.all(|(index, sign)| letters.get(start + index) == Some(&sign))
            });
            // Longer signs first: `!=` is one, `!` is not.
            let foreign = instead(&letters[start..]);
            let foreign =
                foreign.filter(|(found, _)| sign.is_none_or(|sign| *found == "<>" && *sign == "<"));
            if let Some((found, write)) = foreign {
                let args = args![at: start + 1, found: found, write: write];
                return Err(Mistake::new("own-syntax-write", args));
            }
            let Some(sign) = sign else {
                return Err(unexpected(start + 1, &letter.to_string(), "value"));
            };
            (Token::Sign(sign), sign.len())
        };
        tokens.push((start + 1, token));
        place += length;
    }
    tokens.push((letters.len() + 1, Token::End));
    Ok(tokens)
}
