//! Text to print, not yet in any language.

use crate::rules::Args;

/// Something to print, not yet in any language.
#[derive(Debug, Clone, PartialEq)]
pub enum Text {
    /// As it is: a number, a sign, a name.
    Plain(String),
    /// A message of the languages' `[pad]` section.
    Message(&'static str, Args),
    /// An id that the languages have a word for.
    Word(String),
}

impl Text {
    /// Text as it is.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers and texts are given as they are"
    )]
    pub fn plain(text: impl ToString) -> Text {
        Text::Plain(text.to_string())
    }

    /// A message without arguments.
    pub fn message(key: &'static str) -> Text {
        Text::Message(key, Args::new())
    }
}

/// A sign that needs no language.
pub fn sign(text: &str) -> Text {
    Text::plain(text)
}
