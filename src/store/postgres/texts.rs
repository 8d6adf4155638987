//! Texts with zero bytes, which PostgreSQL cannot store: titles may have them.

use std::borrow::Cow;

/// What stands before a character that is not itself. It is for private use, and hardly in any text.
const MARK: char = '\u{F8FE}';

/// A text as it is stored.
pub fn stored(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', MARK]) {
        return Cow::Borrowed(text);
    }
    let mut stored = String::with_capacity(text.len() + 4);
    for character in text.chars() {
        match character {
            '\0' => stored.extend([MARK, '0']),
            MARK => stored.extend([MARK, MARK]),
            other => stored.push(other),
        }
    }
    Cow::Owned(stored)
}

/// The text that was stored so.
pub fn read(stored: String) -> String {
    if !stored.contains(MARK) {
        return stored;
    }
    let mut text = String::with_capacity(stored.len());
    let mut characters = stored.chars();
    while let Some(character) = characters.next() {
        match character {
            MARK if characters.next() == Some('0') => text.push('\0'),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_as_it_was_and_stored_without_zero_bytes() {
        for text in [
            "",
            "a\0b",
            "\0",
            "\u{F8FE}",
            "\u{F8FE}0",
            "\0\u{F8FE}0\0",
            "0",
        ] {
            assert!(!stored(text).contains('\0'), "{text:?}");
            assert_eq!(read(stored(text).into_owned()), text);
        }
    }
}
