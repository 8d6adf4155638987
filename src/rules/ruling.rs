//! What breaks a rule at the table.

use super::{Args, Finding};

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
    pub fn said(mut self, message: &'static str) -> Breach {
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
