//! A message of a catalog: text with placeholders for its arguments.

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
    /// A plural form of a word, chosen by a number: `{tricks|trick|tricks}`.
    Form(String, Vec<String>),
}

/// A message, parsed once and rendered many times.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    parts: Vec<Part>,
    /// The game whose own words it uses.
    game: Option<String>,
}

impl Message {
    /// Parses the message of a key, which begins with the game's id if it belongs to a game.
    ///
    /// # Errors
    /// The fault in it, for editors of a catalog.
    pub fn read(key: &str, text: &str) -> Result<Message, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                parts.push(Part::Text(rest[..open].to_owned()));
            }
            let close = rest[open..]
                .find('}')
                .ok_or_else(|| format!("no closing brace after {:?}", &rest[open..]))?;
            parts.push(Part::read(&rest[open + 1..open + close])?);
            rest = &rest[open + close + 1..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        let game = key.split_once('/').map(|(game, _)| game.to_owned());
        Ok(Message { parts, game })
    }

    /// Its parts, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The game whose own words it uses.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }
}

impl Part {
    fn read(inside: &str) -> Result<Part, String> {
        let mut pieces = inside.split('|');
        let name = pieces.next().unwrap_or("");
        let forms: Vec<String> = pieces.map(str::to_owned).collect();
        let plain = name.trim_start_matches(['+', '=']);
        if plain.is_empty() || !plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!("{{{inside}}} names no argument"));
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
