//! The messages of a language, read from its files.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::file::{Line, lines};
use super::plurals::Plurals;
use overtrick_core::message::Message;

/// The messages of a language, and its plural rules.
pub struct Catalog {
    /// The plural rules of the language.
    pub plurals: Plurals,
    sections: FxHashMap<&'static str, Texts>,
    /// Words specific to a game, by game id and word id.
    own_words: FxHashMap<&'static str, Texts>,
}

type Texts = FxHashMap<&'static str, Text>;

/// A message as in its file. It is parsed when it is first shown, because most never are.
struct Text {
    key: &'static str,
    written: Cow<'static, str>,
    message: OnceLock<Option<Message>>,
}

impl Text {
    fn new(key: &'static str, written: Cow<'static, str>) -> Text {
        let message = OnceLock::new();
        Text {
            key,
            written,
            message,
        }
    }

    /// The parsed message. A test ensures that every shipped message can be parsed.
    fn message(&self) -> Option<&Message> {
        let read = || Message::read(self.key, &self.written).ok();
        self.message.get_or_init(read).as_ref()
    }
}

impl Catalog {
    /// Reads the files of a language: the common one, then those of the games.
    ///
    /// # Errors
    /// The first fault in the files, for their editors; placeholders within messages are not checked.
    pub fn read(
        tag: &str,
        files: impl IntoIterator<Item = &'static str>,
    ) -> Result<Catalog, String> {
        let mut forms = Vec::new();
        let mut sections: FxHashMap<&'static str, Texts> = FxHashMap::default();
        for file in files {
            let mut section = "";
            for line in lines(file) {
                match line? {
                    Line::Section(name) => section = name,
                    Line::Forms(of_words) => forms.extend(of_words),
                    Line::Text(key, text) => {
                        let texts = sections.entry(section).or_default();
                        if texts.insert(key, Text::new(key, text)).is_some() {
                            return Err(format!("[{section}] {key} is there twice"));
                        }
                    }
                }
            }
        }
        let plurals = Plurals::new(tag, &forms)?;
        let mut own_words: FxHashMap<&'static str, Texts> = FxHashMap::default();
        for (key, word) in sections.get("word").into_iter().flatten() {
            if let Some((game, id)) = key.split_once('/') {
                let own = Text::new(key, word.written.clone());
                own_words.entry(game).or_default().insert(id, own);
            }
        }
        Ok(Catalog {
            plurals,
            sections,
            own_words,
        })
    }

    /// A game's own word for an id, if it differs from the common one.
    pub fn own_word(&self, game: &str, id: &str) -> Option<&Message> {
        self.own_words.get(game)?.get(id)?.message()
    }

    /// The message with this key in a section.
    pub fn message(&self, section: &str, key: &str) -> Option<&Message> {
        self.sections.get(section)?.get(key)?.message()
    }

    /// Whether a section has a message with this key.
    pub fn has(&self, section: &str, key: &str) -> bool {
        let texts = self.sections.get(section);
        texts.is_some_and(|texts| texts.contains_key(key))
    }

    /// Every key of a section, in no particular order.
    pub fn keys(&self, section: &str) -> impl Iterator<Item = &str> {
        let texts = self.sections.get(section);
        texts.into_iter().flat_map(|texts| texts.keys().copied())
    }

    /// The faults in the placeholders of its messages.
    #[cfg(test)]
    pub fn faults(&self) -> Vec<String> {
        let texts = self.sections.values().flat_map(FxHashMap::values);
        let read = |text: &Text| Message::read(text.key, &text.written).err();
        texts
            .filter_map(|text| Some(format!("{}: {}", text.key, read(text)?)))
            .collect()
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
    fn a_key_that_is_there_twice_is_refused() {
        let read = Catalog::read("en", [COMMON, "[word]\ntrump = \"trumps\"\n"]);
        let error = read.err();
        assert_eq!(error.as_deref(), Some("[word] trump is there twice"));
    }

    #[test]
    fn unknown_tags_and_forms_are_refused() {
        assert!(Catalog::read("no such tag", [COMMON]).is_err());
        assert!(Catalog::read("en", ["forms = [\"several\"]"]).is_err());
    }
}
