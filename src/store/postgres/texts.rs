//! Escaping of texts with zero bytes, which PostgreSQL cannot store but titles may have.

use std::borrow::Cow;

/// The escape character, from the private-use area, which texts rarely contain.
const MARK: char = '\u{F8FE}';

/// A text in its stored form.
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

/// The text of a stored form.
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
