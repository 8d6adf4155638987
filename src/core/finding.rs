//! Faults and warnings.

use super::{Args, Name};

/// Whether a fault lies in the form of the input or breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The input is not JSON, or a field is unknown, missing or of the wrong type. HTTP status 400.
    Shape,
    /// The input breaks a rule of the game or of matches. HTTP status 422.
    Rule,
}

/// All faults of an input.
pub type Faults = Vec<Finding>;

impl From<Finding> for Faults {
    fn from(fault: Finding) -> Faults {
        vec![fault]
    }
}

/// A fault or a warning: a stable code, a place in the input, and the arguments of its sentence.
///
/// The sentence is the message with this code in the `[finding]` section of a language. It explains what to
/// correct.
///
/// ```
/// use overtrick_core::{Class, Finding, args};
///
/// let fault = Finding::rule("tricks-sum", "/tricks", args![sum: 12, cards: 13]);
/// let fault = fault.by("a-game/tricks").under("/hands/0");
/// assert_eq!(fault.class, Class::Rule);
/// assert_eq!(fault.pointer, "/hands/0/tricks");
/// assert_eq!(fault.rule.unwrap(), "a-game/tricks");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// A stable, short id such as `tricks-sum`.
    pub code: Name,
    /// Whether it concerns the form or breaks a rule.
    pub class: Class,
    /// A JSON pointer (RFC 6901) to its place in the input.
    pub pointer: String,
    /// The id of the clause behind it, if there is one.
    pub rule: Option<Name>,
    /// The key of its message, if it differs from the code.
    pub message: Option<Name>,
    /// The arguments of its sentence.
    pub args: Args,
}

impl Finding {
    /// A fault in the form of the input.
    pub fn shape(code: impl Into<Name>, pointer: impl Into<String>, args: Args) -> Finding {
        let pointer = pointer.into();
        Finding {
            code: code.into(),
            class: Class::Shape,
            pointer,
            rule: None,
            message: None,
            args,
        }
    }

    /// A fault that breaks a rule.
    pub fn rule(code: impl Into<Name>, pointer: impl Into<String>, args: Args) -> Finding {
        Finding {
            class: Class::Rule,
            ..Finding::shape(code, pointer, args)
        }
    }

    /// Adds the clause behind the finding.
    #[must_use]
    pub fn by(mut self, rule: impl Into<Name>) -> Finding {
        self.rule = Some(rule.into());
        self
    }

    /// Prefixes its pointer with `parent`.
    #[must_use]
    pub fn under(mut self, parent: &str) -> Finding {
        self.pointer.insert_str(0, parent);
        self
    }
}

/// A key as a segment of a JSON pointer, with `~` and `/` escaped.
///
/// ```
/// use overtrick_core::segment;
///
/// assert_eq!(segment("Ann/Bo"), "Ann~1Bo");
/// ```
pub fn segment(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
