//! What is wrong, or odd, in what was entered.

use super::Args;

/// Whether a fault can be seen from the form alone or needs a rule, the options or the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Not JSON, a wrong type, an unknown or missing field: 400 in HTTP.
    Shape,
    /// Against a rule of the game or of the match: 422 in HTTP.
    Rule,
}

/// One fault or warning: a stable code, where it is, and the figures to say it with.
///
/// The sentence comes from the `[finding]` section of a language's catalog, under the code.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// A stable, short id such as `tricks-sum`.
    pub code: &'static str,
    /// Seen from the form, or against a rule.
    pub class: Class,
    /// A JSON pointer (RFC 6901) to the place in what was entered.
    pub pointer: String,
    /// The clause of the game's catalog that it rests on, where there is one.
    pub rule: Option<&'static str>,
    /// The message of the catalog that says it, where it is not the one named by the code.
    pub message: Option<&'static str>,
    /// The figures and names of its sentence.
    pub args: Args,
}

impl Finding {
    /// A fault of form.
    pub fn shape(code: &'static str, pointer: impl Into<String>, args: Args) -> Finding {
        let pointer = pointer.into();
        Finding {
            code,
            class: Class::Shape,
            pointer,
            rule: None,
            message: None,
            args,
        }
    }

    /// A fault against a rule.
    pub fn rule(code: &'static str, pointer: impl Into<String>, args: Args) -> Finding {
        Finding {
            class: Class::Rule,
            ..Finding::shape(code, pointer, args)
        }
    }

    /// The same, resting on a clause.
    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Finding {
        self.rule = Some(rule);
        self
    }

    /// The same, below this place.
    #[must_use]
    pub fn under(mut self, place: &str) -> Finding {
        self.pointer.insert_str(0, place);
        self
    }
}

/// One segment of a JSON pointer, escaped.
pub fn segment(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
