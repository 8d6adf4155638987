//! The names of the players on paper, and the letters in the shapes of their seats.

use std::collections::BTreeSet;

/// A player, as named in the header of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The name; `None` on a pad without names.
    pub name: Option<String>,
    /// The letter in the shape of the seat.
    pub initial: String,
}

/// Returns the initial of each name. If a name is missing, or `has` is false for its initial, the letter of
/// the seat is used. If two initials are equal, the letters of all seats are used.
pub fn initials<'a>(
    names: impl IntoIterator<Item = Option<&'a str>>,
    has: impl Fn(char) -> bool,
) -> Vec<String> {
    let initial = |(seat, name): (usize, Option<&str>)| {
        let mut letters = name.unwrap_or("").chars();
        let first = letters.find(|c| c.is_alphanumeric() && !is_leading_vowel(*c));
        match first.filter(|c| has(*c)) {
            Some(c) => c.to_uppercase().collect(),
            None => letter(seat),
        }
    };
    let initials: Vec<String> = names.into_iter().enumerate().map(initial).collect();
    let distinct: BTreeSet<&String> = initials.iter().collect();
    if distinct.len() == initials.len() {
        return initials;
    }
    (0..initials.len()).map(letter).collect()
}

/// Returns the letter of a seat, which is `A` for the first seat.
pub fn letter(seat: usize) -> String {
    ('A'..='Z').nth(seat).map_or_else(String::new, String::from)
}

/// Whether a character is a vowel that is written before its consonant, as in Thai and Lao.
pub fn is_leading_vowel(c: char) -> bool {
    matches!(c, '\u{e40}'..='\u{e44}' | '\u{ec0}'..='\u{ec4}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_differ_and_can_be_printed() {
        let all = |names: [&'static str; 2]| initials(names.map(Some), |_| true);
        assert_eq!(all(["ann", "Bo"]), ["A", "B"]);
        assert_eq!(all(["Karel", "Klára"]), ["A", "B"]);
        assert_eq!(all(["เอก", "Bo"]), ["อ", "B"]);
        assert_eq!(initials([None, Some("Ann")], |_| true), ["A", "B"]);
    }
}
