//! Suggestions for unknown words.

/// Other common words for fields, likeliest first.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("bid", &["bids", "contract"]),
    ("call", &["calls", "contract"]),
    ("bidder", &["declarer"]),
    ("caller", &["declarer"]),
    ("player", &["declarer"]),
    ("made", &["tricks", "declarer_tricks"]),
    ("taken", &["tricks", "declarer_tricks"]),
    ("won", &["tricks", "declarer_tricks"]),
    ("score", &["points", "card_points"]),
    ("suit", &["trump"]),
    ("trumps", &["trump"]),
    ("game", &["game_type", "contract"]),
    ("type", &["game_type"]),
    ("double", &["doubles", "doubled"]),
    ("wager", &["stakes"]),
    ("counts", &["discards"]),
    ("comment", &["note"]),
    ("notes", &["note"]),
];

/// The name among these that was probably meant by a key. A typo changes few letters, so a short word with
/// another spelling is not a typo.
pub(super) fn meant<'n>(key: &str, names: &[&'n str]) -> Option<&'n str> {
    let exactly = |word: &str| names.iter().copied().find(|name| *name == word);
    let plain = key.trim().to_lowercase().replace([' ', '-'], "_");
    let synonyms = SYNONYMS.iter().find(|(word, _)| *word == plain);
    exactly(&plain)
        .or_else(|| synonyms?.1.iter().find_map(|word| exactly(word)))
        .or_else(|| near(&plain, names))
}

/// The name nearest to a word, if the difference may be a typo.
fn near<'n>(word: &str, names: &[&'n str]) -> Option<&'n str> {
    let slips = match word.chars().count() {
        0..=3 => 0,
        4..=5 => 1,
        _ => 2,
    };
    let all = names.iter().map(|name| (distance(word, name), *name));
    let (distance, name) = all.min()?;
    // A letter more or less at the end may be a typo in short words too.
    let (short, long) = if name.len() < word.len() {
        (name, word)
    } else {
        (word, name)
    };
    let ends = short.len() >= 2 && long.len() == short.len() + 1 && long.starts_with(short);
    (distance <= slips || ends).then_some(name)
}

/// The number of letters to insert, delete or replace to turn one word into the other (Levenshtein distance).
/// A word of more than 40 bytes is never near.
///
/// ```
/// use overtrick_core::distance;
///
/// assert_eq!(distance("trick", "tricks"), 1);
/// assert_eq!(distance("", "ab"), 2);
/// ```
pub fn distance(one: &str, other: &str) -> usize {
    if one.len() > 40 {
        return usize::MAX;
    }
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggestion_never_leads_astray() {
        const NAMES: &[&str] = &["contract", "void", "tricks", "note"];
        for (key, expected) in [
            ("bid", Some("contract")),
            ("Tricks", Some("tricks")),
            ("trick", Some("tricks")),
            ("trciks", Some("tricks")),
            ("contrakt", Some("contract")),
            ("notes", Some("note")),
            ("voids", Some("void")),
            ("void2", Some("void")),
            ("bad", None),
            ("kind", None),
            ("hand", None),
            ("x", None),
        ] {
            assert_eq!(meant(key, NAMES), expected, "{key}");
        }
    }
}
