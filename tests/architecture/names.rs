//! Finds names of games in shared code.

use overtrick_core::form::{Field, Kind};
use overtrick_core::french::Trump;
use overtrick_games as games;

/// A word that belongs to a game: its id, its name, or a contract.
#[derive(Debug)]
pub struct GameWord {
    /// The folder of the game.
    folder: String,
    /// The word in lower case, split at hyphens and spaces.
    parts: Vec<String>,
    /// Whether it is the game's id or name, which may also be joined otherwise in a folder or type name.
    names_game: bool,
}

/// The words of every registered game: its id, its name, and its hyphenated contracts.
pub fn game_words() -> Vec<GameWord> {
    let mut words = Vec::new();
    for entry in games::all() {
        let folder = entry.facts.id.replace('-', "_");
        let mut add = |word: &str, names_game: bool| {
            let parts = word.to_lowercase();
            let parts = parts.split(['-', ' ']).map(str::to_owned).collect();
            words.push(GameWord {
                folder: folder.clone(),
                parts,
                names_game,
            });
        };
        add(entry.facts.id, true);
        add(entry.facts.name, true);
        for contract in contracts(entry.facts.record) {
            // A word of several card games belongs to none of them.
            let is_shared = Trump::WORDS.contains(&contract);
            if contract.contains('-') && !is_shared {
                add(contract, false);
            }
        }
    }
    words
}

/// The contracts in the fields of a record.
fn contracts(record: &[Field]) -> Vec<&'static str> {
    let fields = record.iter();
    fields
        .flat_map(|field| match field.kind {
            kind if field.name.starts_with("contract") => words(&kind),
            kind => nested(&kind),
        })
        .collect()
}

/// The contracts in the objects within a kind.
fn nested(kind: &Kind) -> Vec<&'static str> {
    match kind {
        Kind::Object(fields) => contracts(fields),
        Kind::List(kind) | Kind::PerPlayer(kind) | Kind::Nullable(kind) => nested(kind),
        Kind::OneOf(kinds) => kinds.iter().flat_map(nested).collect(),
        _ => Vec::new(),
    }
}

/// All words that a kind permits.
fn words(kind: &Kind) -> Vec<&'static str> {
    match kind {
        Kind::Word(words) => words.to_vec(),
        Kind::Object(fields) => fields.iter().flat_map(|field| words(&field.kind)).collect(),
        Kind::List(kind) | Kind::PerPlayer(kind) | Kind::Nullable(kind) => words(kind),
        Kind::OneOf(kinds) => kinds.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}

/// The lines of a file that name a game to which the file does not belong. The registry may name each game
/// once.
pub fn places_that_name_a_game(file: &str, text: &str, words: &[GameWord]) -> Vec<String> {
    let of_a_game = file
        .strip_prefix("src/games/")
        .filter(|rest| rest.contains('/'));
    let own = |word: &GameWord| {
        of_a_game
            .is_some_and(|rest| !word.names_game || rest.split('/').next() == Some(&word.folder))
    };
    let mut registered: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        let Some(word) = words.iter().find(|word| !own(word) && word.is_in(&lower)) else {
            continue;
        };
        if file == "src/games/lib.rs" && !registered.contains(&word.folder.as_str()) {
            registered.push(&word.folder);
            continue;
        }
        found.push(format!("{file}:{}: {}", number + 1, line.trim()));
    }
    found
}

impl GameWord {
    /// Whether a lower-case line contains this word, and not only as part of a longer word.
    fn is_in(&self, line: &str) -> bool {
        let (first, others) = self.parts.split_first().expect("a word has a part");
        line.match_indices(first.as_str()).any(|(start, _)| {
            let before = line[..start].chars().next_back();
            let mut rest = &line[start + first.len()..];
            for part in others {
                let parted = if self.names_game {
                    Some(rest.strip_prefix(['-', '_', ' ']).unwrap_or(rest))
                } else {
                    rest.strip_prefix('-')
                };
                let Some(after) = parted.and_then(|rest| rest.strip_prefix(part.as_str())) else {
                    return false;
                };
                rest = after;
            }
            let after = rest.chars().next();
            [before, after]
                .iter()
                .flatten()
                .all(|near| !near.is_alphanumeric())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, names_game: bool) -> GameWord {
        GameWord {
            folder: text.replace('-', "_"),
            parts: text.split('-').map(str::to_owned).collect(),
            names_game,
        }
    }

    #[test]
    fn a_game_is_found_in_every_spelling() {
        let words = [word("red-nine", true)];
        let named = |line: &str| !places_that_name_a_game("src/x.rs", line, &words).is_empty();
        for line in ["red-nine", "Red Nine", "RedNine::new", "a red_nine/cases"] {
            assert!(named(line), "{line}");
        }
        for line in ["infrared-nine", "red-nineteen", "nine red"] {
            assert!(!named(line), "{line}");
        }
        let own = places_that_name_a_game("src/games/red_nine/mod.rs", "red-nine", &words);
        assert!(own.is_empty());
        let registry = "red_nine,\n// red-nine";
        let found = places_that_name_a_game("src/games/lib.rs", registry, &words);
        assert_eq!(found, ["src/games/lib.rs:2: // red-nine"]);
    }

    #[test]
    fn a_contract_is_found_by_its_id() {
        let words = [word("take-all", false)];
        let named =
            |file: &str, line: &str| !places_that_name_a_game(file, line, &words).is_empty();
        assert!(named("templates/web/js/x.js", "'take-all': 1"));
        assert!(!named("templates/web/js/x.js", "take all of them"));
        assert!(!named("src/games/another/mod.rs", "take-all"));
    }
}
