//! Text to print, not yet in any language.

use crate::rules::Args;

/// A text to print, not yet in any language.
///
/// ```
/// use overtrick::rules::pad::Text;
///
/// assert_eq!(Text::plain(13), Text::Plain("13".into()));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Text {
    /// Text that is the same in every language: a number, a sign, a name.
    Plain(String),
    /// A message of the `[pad]` section of a language.
    Message(&'static str, Args),
    /// An id that every language has a word for.
    Word(String),
}

impl Text {
    /// Text that is the same in every language.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "callers give numbers and texts"
    )]
    pub fn plain(text: impl ToString) -> Text {
        Text::Plain(text.to_string())
    }

    /// A message without arguments.
    pub fn message(key: &'static str) -> Text {
        Text::Message(key, Args::new())
    }
}

/// A sign that is the same in every language.
pub fn sign(text: &str) -> Text {
    Text::plain(text)
}
