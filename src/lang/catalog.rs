//! The messages of a language, read from its files.

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::message::Message;
use super::plurals::Plurals;

/// The messages of a language, and how it counts.
pub struct Catalog {
    /// How the language counts.
    pub plurals: Plurals,
    sections: FxHashMap<String, FxHashMap<String, Message>>,
    /// Words that a game has for itself, by the game's id and then by the word's.
    own_words: FxHashMap<String, FxHashMap<String, Message>>,
}

/// A file of a language. Only the first one names the forms of a word.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    forms: Vec<String>,
    #[serde(flatten)]
    sections: FxHashMap<String, FxHashMap<String, String>>,
}

impl Catalog {
    /// Reads the files of a language: the common one, then those of the games.
    ///
    /// # Errors
    /// The first thing that is wrong with them, for whoever edits them.
    pub fn read<'a>(
        tag: &str,
        files: impl IntoIterator<Item = &'a str>,
    ) -> Result<Catalog, String> {
        let mut forms = Vec::new();
        let mut sections: FxHashMap<String, FxHashMap<String, Message>> = FxHashMap::default();
        for text in files {
            let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
            forms.extend(file.forms);
            for (section, texts) in file.sections {
                let messages = sections.entry(section.clone()).or_default();
                messages.reserve(texts.len());
                for (key, text) in texts {
                    let message = Message::read(&key, &text)
                        .map_err(|error| format!("[{section}] {key}: {error}"))?;
                    if messages.contains_key(&key) {
                        return Err(format!("[{section}] {key} is in two files"));
                    }
                    messages.insert(key, message);
                }
            }
        }
        let plurals = Plurals::new(tag, &forms)?;
        let mut own_words: FxHashMap<String, FxHashMap<String, Message>> = FxHashMap::default();
        for (key, word) in sections.get("word").into_iter().flatten() {
            if let Some((game, id)) = key.split_once('/') {
                let of_game = own_words.entry(game.to_owned()).or_default();
                of_game.insert(id.to_owned(), word.clone());
            }
        }
        Ok(Catalog {
            plurals,
            sections,
            own_words,
        })
    }

    /// The word that a game has for an id, where it is not the one of all games.
    pub fn own_word(&self, game: &str, id: &str) -> Option<&Message> {
        self.own_words.get(game)?.get(id)
    }

    /// The message of a section with this key.
    pub fn message(&self, section: &str, key: &str) -> Option<&Message> {
        self.sections.get(section)?.get(key)
    }

    /// Every key of a section, in no order.
    pub fn keys(&self, section: &str) -> impl Iterator<Item = &str> {
        let messages = self.sections.get(section);
        messages
            .into_iter()
            .flat_map(|messages| messages.keys().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: &str = "forms = [\"one\", \"other\"]\n[word]\ntrump = \"trump\"\n";

    #[test]
    fn files_are_merged_by_section() {
        let game = "[word]\nslam = \"slam\"\n[line]\nmade = \"made {bid}\"\n";
        let catalog = Catalog::read("en", [COMMON, game]).unwrap();
        let mut words: Vec<&str> = catalog.keys("word").collect();
        words.sort_unstable();
        assert_eq!(words, ["slam", "trump"]);
        assert!(catalog.message("line", "made").is_some());
        assert!(catalog.message("line", "slam").is_none());
    }

    #[test]
    fn a_game_may_have_a_word_of_its_own() {
        let game = "[word]\n\"a-game/trump\" = \"atout\"\n";
        let catalog = Catalog::read("en", [COMMON, game]).unwrap();
        assert!(catalog.own_word("a-game", "trump").is_some());
        assert!(catalog.own_word("other", "trump").is_none());
        assert!(catalog.message("word", "a-game/trump").is_some());
    }

    #[test]
    fn a_key_that_two_files_have_is_refused() {
        let read = Catalog::read("en", [COMMON, "[word]\ntrump = \"trumps\"\n"]);
        let error = read.err();
        assert_eq!(error.as_deref(), Some("[word] trump is in two files"));
    }

    #[test]
    fn unknown_tags_and_forms_are_refused() {
        assert!(Catalog::read("no such tag", [COMMON]).is_err());
        assert!(Catalog::read("en", ["forms = [\"several\"]"]).is_err());
    }
}
