//! Reading the messages of a language, and its plural rules. Files are read line by line, in a subset of TOML.
//!
//! An offline phone reads these files before it shows its first score, so unnecessary copies are avoided.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::Language;
use overtrick_core::Arg;
use overtrick_core::message::Message;

/// The messages of a section by their keys.
pub type Texts = FxHashMap<&'static str, Text>;

/// A message as written in its file. It is parsed when it is first shown, because most messages are never shown.
pub struct Text {
    key: &'static str,
    written: Cow<'static, str>,
    message: OnceLock<Option<Message>>,
}

impl Text {
    /// Returns the parsed message. A test ensures that every shipped message can be parsed.
    fn message(&self) -> Option<&Message> {
        let read = || Message::read(self.key, &self.written).ok();
        self.message.get_or_init(read).as_ref()
    }
}

impl Language {
    /// Reads the files of a language: the common one, then those of the games.
    ///
    /// # Errors
    /// The first fault in the files, as text for their editors; placeholders within messages are not checked.
    pub(super) fn read(
        tag: &'static str,
        files: impl IntoIterator<Item = &'static str>,
    ) -> Result<Language, String> {
        let mut forms = Vec::new();
        let mut sections: FxHashMap<&'static str, Texts> = FxHashMap::default();
        for file in files {
            let mut section = "";
            for line in lines(file) {
                match line? {
                    Line::Section(name) => section = name,
                    Line::Forms(plural_forms) => forms.extend(plural_forms),
                    Line::Text(key, written) => {
                        let texts = sections.entry(section).or_default();
                        let text = Text {
                            key,
                            written,
                            message: OnceLock::new(),
                        };
                        if texts.insert(key, text).is_some() {
                            return Err(format!("[{section}] {key} is defined twice"));
                        }
                    }
                }
            }
        }
        let words = sections.get("word").into_iter().flat_map(FxHashMap::keys);
        let own_words = words.filter_map(|key| Some((key.split_once('/')?, *key)));
        let own_words = own_words.collect();
        Ok(Language {
            tag,
            forms,
            sections,
            own_words,
        })
    }

    /// Returns the index of the plural form for a number.
    pub(super) fn form(&self, arg: &Arg) -> usize {
        let category = category(self.tag, arg);
        let form = self.forms.iter().position(|form| *form == category);
        form.unwrap_or(self.forms.len().saturating_sub(1))
    }

    /// Returns the plural category of a rank: `one` for 1st and 21st in English.
    pub(super) fn form_of_rank(&self, rank: usize) -> &'static str {
        match (self.tag, rank % 10, rank % 100) {
            (_, _, 11..=13) => OTHER,
            ("en", 1, _) => "one",
            ("en", 2, _) => "two",
            ("en", 3, _) => "few",
            _ => OTHER,
        }
    }

    /// Returns the game's own word for an id, if it has one.
    pub(super) fn own_word(&self, game: &str, id: &str) -> Option<&Message> {
        self.own_message("word", self.own_words.get(&(game, id))?)
    }

    /// Returns the message with this key in a section of this language, without the fallback to English.
    pub(super) fn own_message(&self, section: &str, key: &str) -> Option<&Message> {
        self.sections.get(section)?.get(key)?.message()
    }

    /// Whether this language has the message, without the fallback to English.
    pub fn has(&self, section: &str, key: &str) -> bool {
        let texts = self.sections.get(section);
        texts.is_some_and(|texts| texts.contains_key(key))
    }

    /// Returns every key of a section, sorted.
    pub fn keys(&self, section: &str) -> Vec<&str> {
        let texts = self.sections.get(section).into_iter();
        let mut keys: Vec<&str> = texts.flat_map(FxHashMap::keys).copied().collect();
        keys.sort_unstable();
        keys
    }
}

/// A parsed line.
#[derive(Debug, PartialEq)]
pub enum Line<'a> {
    /// The section of the following texts: `[line]`.
    Section(&'a str),
    /// The plural forms of a word: `forms = ["one", "other"]`.
    Forms(Vec<&'a str>),
    /// A key and its text: `made = "bid {bid}"`, `"a-game/trump" = "atout"`.
    Text(&'a str, Cow<'a, str>),
}

/// Returns the lines of a file, without empty ones and comments.
///
/// # Errors
/// The line that cannot be read, as text for its editor.
pub fn lines(text: &str) -> impl Iterator<Item = Result<Line<'_>, String>> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    let entries = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    entries.map(|(number, line)| {
        read(line).ok_or_else(|| format!("line {number} is neither [section] nor key = \"text\""))
    })
}

fn read(line: &str) -> Option<Line<'_>> {
    if let Some(section) = line.strip_prefix('[') {
        return section.strip_suffix(']').map(Line::Section);
    }
    let (key, value) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\" = ")?,
        None => line.split_once(" = ")?,
    };
    if key == "forms" {
        // Such a list has the same form as in JSON.
        return serde_json::from_str(value).ok().map(Line::Forms);
    }
    Some(Line::Text(key, unquoted(value)?))
}

/// Removes the quotes of a text and resolves its escapes.
fn unquoted(value: &str) -> Option<Cow<'_, str>> {
    let inside = value.strip_prefix('"')?.strip_suffix('"')?;
    if !inside.contains(['\\', '"']) {
        return Some(Cow::Borrowed(inside));
    }
    // A quoted text uses the escapes of JSON.
    serde_json::from_str(value).ok().map(Cow::Owned)
}

/// The plural category that every language has.
const OTHER: &str = "other";

/// Returns the plural category of a number in a language, as named in Unicode's CLDR. An argument that is not
/// a number is treated as 0.
fn category(tag: &str, arg: &Arg) -> &'static str {
    let whole = match arg {
        Arg::Points(points) if points.in_units(2) % 2 != 0 => None,
        Arg::Decimal(number) if number.fract() != 0.0 => None,
        Arg::Decimal(number) => number.abs().to_string().parse().ok(),
        arg => Some(arg.number().unwrap_or(0).unsigned_abs()),
    };
    match (tag, whole) {
        (_, Some(1)) => "one",
        ("cs", Some(2..=4)) => "few",
        ("cs", None) => "many",
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use overtrick_core::Points;

    impl Language {
        /// Returns the faults in the placeholders of all messages.
        pub fn faults(&self) -> Vec<String> {
            let texts = self.sections.values().flat_map(FxHashMap::values);
            let read = |text: &Text| Message::read(text.key, &text.written).err();
            texts
                .filter_map(|text| Some(format!("{}: {}", text.key, read(text)?)))
                .collect()
        }
    }

    const COMMON: &str = "forms = [\"one\", \"other\"]\n[word]\ntrump = \"trump\"\n";

    #[test]
    fn files_are_merged_by_section() {
        let game = "[word]\nslam = \"slam\"\n[line]\nmade = \"made {bid}\"\n";
        let language = Language::read("en", [COMMON, game]).unwrap();
        assert_eq!(language.keys("word"), ["slam", "trump"]);
        assert!(language.own_message("line", "made").is_some());
        assert!(language.own_message("line", "slam").is_none());
    }

    #[test]
    fn a_game_may_have_a_word_of_its_own() {
        let game = "[word]\n\"a-game/trump\" = \"atout\"\n";
        let language = Language::read("en", [COMMON, game]).unwrap();
        assert!(language.own_word("a-game", "trump").is_some());
        assert!(language.own_word("other", "trump").is_none());
        assert!(language.own_message("word", "a-game/trump").is_some());
    }

    #[test]
    fn a_duplicate_key_is_refused() {
        let read = Language::read("en", [COMMON, "[word]\ntrump = \"trumps\"\n"]);
        let error = read.err();
        assert_eq!(error.as_deref(), Some("[word] trump is defined twice"));
    }

    #[test]
    fn the_files_of_every_language_are_read_like_toml() {
        let mut texts = 0;
        for file in Language::tags().flat_map(Language::files) {
            let whole: toml::Table = toml::from_str(file).unwrap();
            let mut section = "";
            for line in lines(file) {
                match line.unwrap() {
                    Line::Section(name) => section = name,
                    Line::Forms(forms) => {
                        let expected: Vec<toml::Value> =
                            forms.into_iter().map(Into::into).collect();
                        assert_eq!(whole["forms"].as_array(), Some(&expected));
                    }
                    Line::Text(key, text) => {
                        assert_eq!(
                            whole[section][key].as_str(),
                            Some(&*text),
                            "[{section}] {key}"
                        );
                        texts += 1;
                    }
                }
            }
            let keys = whole.values().filter_map(toml::Value::as_table);
            let keys: usize = keys.map(toml::Table::len).sum();
            texts -= keys;
        }
        assert_eq!(texts, 0, "texts that TOML does not read");
    }

    #[test]
    fn every_language_has_rules_for_all_its_forms() {
        for tag in Language::tags() {
            let language = Language::read(tag, Language::files(tag)).unwrap();
            let halves = (-3..=222).map(|halves| Arg::Points(Points::halves(halves)));
            let used: BTreeSet<usize> = halves.map(|number| language.form(&number)).collect();
            let all: BTreeSet<usize> = (0..language.forms.len()).collect();
            assert_eq!(used, all, "{tag}: {:?}", language.forms);
            let used: BTreeSet<&str> = (1..=113).map(|rank| language.form_of_rank(rank)).collect();
            let all: BTreeSet<&str> = language.keys("ordinal").into_iter().collect();
            assert_eq!(used, all, "{tag}: ordinals");
        }
    }

    #[test]
    fn escapes_stand_for_their_letters() {
        let read = |line| lines(line).next().unwrap();
        let text = |text: &'static str| Ok(Line::Text("a/b", text.into()));
        assert_eq!(read(r#""a/b" = "over\u00adbid""#), text("over\u{ad}bid"));
        assert_eq!(read(r#""a/b" = "say \"no\"""#), text("say \"no\""));
        assert_eq!(read(r##""a/b" = "# = []""##), text("# = []"));
    }

    #[test]
    fn an_unreadable_line_is_reported() {
        for line in [
            "a",
            "a = b",
            "a = \"b",
            "a = \"b\" # c",
            "[a",
            "forms = [one]",
            "a = \"b\"c\"",
        ] {
            let text = format!("# first\n\n{line}\n");
            let error = lines(&text).next().unwrap().unwrap_err();
            assert!(error.starts_with("line 3 is neither"), "{line}: {error}");
        }
    }
}
