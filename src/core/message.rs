//! A message of a language file or of a custom game's definition: text with placeholders for its arguments.

use super::args::conversions;
use super::bounds::allocated;

/// A part of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Literal text.
    Text(String),
    /// An argument: `{tricks}`.
    Arg(String),
    /// A number with its sign: `{+points}`.
    Signed(String),
    /// The word for an id: `{=suit}`.
    Word(String),
    /// The form of a word that fits a number: `{tricks|trick|tricks}`.
    Form(String, Vec<String>),
}

/// A message, parsed once and rendered many times.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    parts: Vec<Part>,
    /// The id of the game whose words it uses.
    game: Option<String>,
}

impl Message {
    /// Parses a message. If it belongs to a game, its key begins with the game's id and a slash.
    ///
    /// # Errors
    /// A description of the mistake, for editors of the language files.
    pub fn read(key: &str, text: &str) -> Result<Message, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, marked)) = rest.split_once('{') {
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            let unclosed = || format!("no closing brace after {:?}", &rest[before.len()..]);
            let (inside, after) = marked.split_once('}').ok_or_else(unclosed)?;
            parts.push(Part::read(inside)?);
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        let game = key.split_once('/').map(|(game, _)| game.to_owned());
        Ok(Message { parts, game })
    }

    /// Returns a message of literal text, without placeholders.
    pub fn plain(text: impl Into<String>) -> Message {
        Message::from(vec![Part::Text(text.into())])
    }

    /// Returns the approximate heap memory of the message, in bytes.
    pub fn memory(&self) -> usize {
        let texts = self.parts.iter().map(|part| match part {
            Part::Text(text) | Part::Arg(text) | Part::Signed(text) | Part::Word(text) => {
                allocated(text.capacity())
            }
            Part::Form(text, forms) => {
                let forms: usize = forms.iter().map(|form| 24 + allocated(form.len())).sum();
                allocated(text.capacity()) + forms
            }
        });
        allocated(self.parts.capacity() * size_of::<Part>()) + texts.sum::<usize>()
    }

    /// Returns its parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the message with each argument replaced by the parts that `value` returns. An argument without
    /// a value stays.
    #[must_use]
    pub fn filled(&self, value: impl Fn(&str) -> Option<Vec<Part>>) -> Message {
        let mut parts: Vec<Part> = Vec::with_capacity(self.parts.len());
        let filled = self.parts.iter().flat_map(|part| {
            let filled = part.argument().and_then(&value);
            filled.unwrap_or_else(|| vec![part.clone()])
        });
        for part in filled {
            match (parts.last_mut(), part) {
                (Some(Part::Text(before)), Part::Text(text)) => before.push_str(&text),
                (_, part) => parts.push(part),
            }
        }
        let game = self.game.clone();
        Message { parts, game }
    }

    /// Returns the id of the game whose words it uses.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }
}

conversions! { Message:
    Vec<Part>: parts => Message { parts, game: None };
}

/// A text with its translations, for example from a custom game's definition.
///
/// ```
/// use overtrick_core::message::{Message, Texts};
///
/// let texts = Texts {
///     own: Some(Message::plain("red")),
///     others: vec![("cs".into(), Message::plain("červená"))],
/// };
/// assert_eq!(texts.in_language("cs"), Some(&Message::plain("červená")));
/// assert_eq!(texts.in_language("en"), Some(&Message::plain("red")));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Texts {
    /// The text for languages without a translation; `None` if the language files contain the text.
    pub own: Option<Message>,
    /// The translations, each with the tag of its language.
    pub others: Vec<(Box<str>, Message)>,
}

impl Texts {
    /// Returns the text in a language.
    pub fn in_language(&self, tag: &str) -> Option<&Message> {
        let mut others = self.others.iter();
        let found = others.find(|(known, _)| **known == *tag);
        found.map(|(_, message)| message).or(self.own.as_ref())
    }
}

impl Part {
    /// Returns the name of the argument; `None` for literal text.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Part::Text(_) => None,
            Part::Arg(name) | Part::Signed(name) | Part::Word(name) | Part::Form(name, _) => {
                Some(name)
            }
        }
    }

    fn read(inside: &str) -> Result<Part, String> {
        let mut pieces = inside.split('|');
        let name = pieces.next().unwrap_or("");
        let forms: Vec<String> = pieces.map(str::to_owned).collect();
        let plain = name.trim_start_matches(['+', '=']);
        if plain.is_empty() || !plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!("{{{inside}}} has no name of an argument"));
        }
        Ok(match (name.as_bytes()[0], forms.is_empty()) {
            (b'+', _) => Part::Signed(plain.to_owned()),
            (b'=', _) => Part::Word(plain.to_owned()),
            (_, true) => Part::Arg(plain.to_owned()),
            (_, false) => Part::Form(plain.to_owned(), forms),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_in_order() {
        let message =
            Message::read("a-game/key", "{who} took {n|one|more}, {+points}: {=suit}.").unwrap();
        let name = str::to_owned;
        assert_eq!(
            message.parts(),
            [
                Part::Arg(name("who")),
                Part::Text(name(" took ")),
                Part::Form(name("n"), vec![name("one"), name("more")]),
                Part::Text(name(", ")),
                Part::Signed(name("points")),
                Part::Text(name(": ")),
                Part::Word(name("suit")),
                Part::Text(name(".")),
            ]
        );
    }

    #[test]
    fn a_malformed_message_is_refused() {
        assert!(Message::read("a-game/key", "{bid").is_err());
        assert!(Message::read("a-game/key", "{} tricks").is_err());
    }
}
