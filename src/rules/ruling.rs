//! Rulings: what was allowed of what was said or played, and what was not.

use super::json::Json;
use super::{Args, Finding, Seat};

/// Why a call or a card was not allowed: the clause it breaks, and the figures of its sentence.
///
/// The sentence comes from the `[ruling]` section of a language's catalog, under `message`.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    /// The clause of the game's catalog.
    pub rule: &'static str,
    /// The message that says it; often named as the clause is.
    pub message: &'static str,
    /// The figures and names of its sentence.
    pub args: Args,
}

impl Breach {
    /// A breach said by the message that is named as its clause is.
    pub fn of(rule: &'static str, args: Args) -> Breach {
        Breach {
            rule,
            message: rule,
            args,
        }
    }

    /// The same, said by another message.
    #[must_use]
    pub fn with_message(mut self, message: &'static str) -> Breach {
        self.message = message;
        self
    }

    /// The fault of a record in which this happened.
    pub fn into_finding(self, code: &'static str, pointer: impl Into<String>) -> Finding {
        let finding = Finding::rule(code, pointer, self.args).by(self.rule);
        Finding {
            message: Some(self.message),
            ..finding
        }
    }
}

/// The ruling on one call or card.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    /// Of a card: the trick, from 1.
    pub trick: Option<usize>,
    /// Its place among the calls, or in its trick, from 0.
    pub index: usize,
    /// What it breaks; nothing, if it is legal.
    pub breach: Option<Breach>,
    /// Of a revoke: the cards that could have been played.
    pub could_play: Vec<String>,
    /// Of a revoke that a later card proves: its trick, from 1, and its place there.
    pub proven_by: Option<(usize, usize)>,
    /// What else the ruling says, such as the cards that must be shown.
    pub more: Vec<(&'static str, Json)>,
}

impl Ruling {
    /// The ruling on the step at this index.
    pub fn new(index: usize, breach: Option<Breach>) -> Ruling {
        Ruling {
            trick: None,
            index,
            breach,
            could_play: Vec::new(),
            proven_by: None,
            more: Vec::new(),
        }
    }
}

/// Who may speak or play now, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    /// Whose turn it is.
    pub seat: Seat,
    /// `calls`, `bids` or `cards`, each with its value.
    pub choices: Vec<(&'static str, Json)>,
}

impl Next {
    /// The turn of this player, with one kind of choices.
    pub fn of(seat: Seat, key: &'static str, choices: Json) -> Next {
        Next {
            seat,
            choices: vec![(key, choices)],
        }
    }
}

/// The answer to a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// A ruling for every step.
    pub rulings: Vec<Ruling>,
    /// Who may go on, and how; empty when it is over.
    pub next: Vec<Next>,
    /// What came of it.
    pub outcome: Vec<(&'static str, Json)>,
}

impl Answer {
    /// Whether every step was legal.
    pub fn is_legal(&self) -> bool {
        self.rulings.iter().all(|ruling| ruling.breach.is_none())
    }
}
