//! Initials of players, where there is no room for names.

/// The initial of each name. If two would be equal, or `has` reports that one cannot be printed, or a name is
/// missing, the letters of the seats are used instead.
///
/// ```
/// use overtrick_core::pad::initials;
///
/// let all = |names: [&'static str; 2]| initials(names.map(Some), |_| true);
/// assert_eq!(all(["ann", "Bo"]), ["A", "B"]);
/// assert_eq!(all(["Karel", "Klára"]), ["A", "B"]);
/// assert_eq!(all(["เอก", "Bo"]), ["อ", "B"]);
/// assert_eq!(initials([None, Some("Ann")], |_| true), ["A", "B"]);
/// ```
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
    let distinct = (0..initials.len()).all(|seat| !initials[..seat].contains(&initials[seat]));
    if distinct {
        initials
    } else {
        (0..initials.len()).map(letter).collect()
    }
}

/// The letter of a seat, `A` for the first.
pub fn letter(seat: usize) -> String {
    ('A'..='Z').nth(seat).map_or_else(String::new, String::from)
}

/// Whether a vowel is written before its consonant, as in Thai and Lao.
pub fn is_leading_vowel(c: char) -> bool {
    matches!(c, '\u{e40}'..='\u{e44}' | '\u{ec0}'..='\u{ec4}')
}
