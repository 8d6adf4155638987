//! What is said, in each language: a catalog of messages is one file of `templates/lang`.
//!
//! A message names its arguments in braces: `{tricks}`. `{tricks|trick|tricks}` chooses a form of a
//! word by that number, in the order of the catalog's `forms`; `{=word}` is the language's word for
//! an id, `{+points}` a number with its sign.

mod message;

use std::fmt::{self, Write};
use std::sync::LazyLock;

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use unic_langid::LanguageIdentifier;

use crate::rules::{Arg, Args, Breach, Clause, Facts, Finding, Line, Points};
use message::Message;

/// The catalogs, the first being the one that every other falls back to.
const CATALOGS: &[(&str, &str)] = &[
    ("en", include_str!("../../templates/lang/en.toml")),
    ("cs", include_str!("../../templates/lang/cs.toml")),
];

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    CATALOGS
        .iter()
        .filter_map(|(tag, text)| Language::read(tag, text).ok())
        .collect()
});

/// A language and all that can be said in it.
pub struct Language {
    tag: &'static str,
    forms: Vec<PluralCategory>,
    plurals: PluralRules,
    ordinals: PluralRules,
    sections: FxHashMap<String, FxHashMap<String, Message>>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Language")
            .field("tag", &self.tag)
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Catalog {
    forms: Vec<String>,
    #[serde(flatten)]
    sections: FxHashMap<String, FxHashMap<String, String>>,
}

impl Language {
    fn read(tag: &'static str, text: &str) -> Result<Language, String> {
        let catalog: Catalog = toml::from_str(text).map_err(|error| error.to_string())?;
        let id: LanguageIdentifier = tag
            .parse()
            .map_err(|_| format!("{tag} is no language tag"))?;
        let plurals =
            PluralRules::create(id.clone(), PluralRuleType::CARDINAL).map_err(str::to_owned)?;
        let ordinals = PluralRules::create(id, PluralRuleType::ORDINAL).map_err(str::to_owned)?;
        let forms: Option<Vec<PluralCategory>> =
            catalog.forms.iter().map(|form| category(form)).collect();
        let forms = forms.ok_or("a plural form that is none")?;
        let mut sections = FxHashMap::default();
        for (section, texts) in catalog.sections {
            let mut messages = FxHashMap::default();
            for (key, text) in texts {
                let message =
                    Message::read(&text).map_err(|fault| format!("{section}.{key}: {fault}"))?;
                messages.insert(key, message);
            }
            sections.insert(section, messages);
        }
        Ok(Language {
            tag,
            forms,
            plurals,
            ordinals,
            sections,
        })
    }

    /// The tags of all languages there are.
    pub fn tags() -> impl Iterator<Item = &'static str> {
        CATALOGS.iter().map(|(tag, _)| *tag)
    }

    /// The catalog of this tag, as it is written.
    pub fn catalog(tag: &str) -> Option<&'static str> {
        CATALOGS
            .iter()
            .find(|(known, _)| *known == tag)
            .map(|(_, text)| *text)
    }

    /// English, which every message is in.
    pub fn english() -> &'static Language {
        &LANGUAGES[0]
    }

    /// The language of this tag (`en`, `en-US`), if there is a catalog of it.
    pub fn find(tag: &str) -> Option<&'static Language> {
        let base = tag.split(['-', '_']).next().unwrap_or(tag);
        LANGUAGES
            .iter()
            .find(|language| language.tag.eq_ignore_ascii_case(base))
    }

    /// Its tag.
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// Every key of a section, sorted.
    pub fn keys(&self, section: &str) -> Vec<&str> {
        let mut keys: Vec<&str> = self
            .sections
            .get(section)
            .into_iter()
            .flat_map(FxHashMap::keys)
            .map(String::as_str)
            .collect();
        keys.sort_unstable();
        keys
    }

    /// Whether this language itself has the message.
    pub fn has(&self, section: &str, key: &str) -> bool {
        self.message(section, key).is_some()
    }

    fn message(&self, section: &str, key: &str) -> Option<&Message> {
        self.sections.get(section)?.get(key)
    }

    /// Says a message; what no catalog has is shown by its key.
    pub fn format(&self, section: &str, key: &str, args: &Args) -> String {
        let mut out = String::with_capacity(48);
        let written = self.write(section, key, args, &mut out);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        out
    }

    /// Writes a message as [`Language::format`] says it.
    ///
    /// # Errors
    /// What it is written to says.
    fn write(&self, section: &str, key: &str, args: &Args, out: &mut dyn Write) -> fmt::Result {
        let english = || Language::english().message(section, key);
        match self.message(section, key).or_else(english) {
            Some(message) => message.write(self, args, out),
            None => out.write_str(key),
        }
    }

    /// A text without arguments, such as a heading.
    pub fn text(&self, section: &str, key: &str) -> String {
        self.format(section, key, &Args::new())
    }

    /// The word for an id: a suit, a contract, a game.
    pub fn word(&self, id: &str) -> String {
        self.text("word", id)
    }

    /// What a field of a game's question or answer is called: the game's own name for it, if it
    /// has one.
    pub fn field(&self, game: &str, key: &str) -> String {
        let own = format!("{game}/{key}");
        if self.has("field", &own) {
            return self.text("field", &own);
        }
        self.text("field", key)
    }

    /// Where a clause comes from. Citations stay as the source has them; what we say of the source
    /// ourselves is put into the language.
    pub fn source(&self, clause: &Clause) -> String {
        self.own("source", clause.id, clause.source)
    }

    /// What a game's rules are called.
    pub fn rulebook(&self, facts: &Facts) -> String {
        self.own("source", facts.id, facts.source)
    }

    /// Who made a game, as far as that is known.
    pub fn author(&self, facts: &Facts) -> String {
        self.own("author", facts.id, facts.author)
    }

    /// This language's own text for something that the games' folders say in English.
    fn own(&self, section: &str, key: &str, english: &str) -> String {
        if self.has(section, key) {
            self.text(section, key)
        } else {
            english.to_owned()
        }
    }

    /// The sentence of a fault or a warning.
    pub fn finding(&self, finding: &Finding) -> String {
        match finding.message {
            Some(message) if self.has("ruling", message) => {
                self.format("ruling", message, &finding.args)
            }
            message => self.format("finding", message.unwrap_or(finding.code), &finding.args),
        }
    }

    /// The sentence of a step of a derivation.
    pub fn line(&self, line: &Line) -> String {
        self.format("line", line.message, &line.args)
    }

    /// Writes the sentence of a step of a derivation.
    ///
    /// # Errors
    /// What it is written to says.
    pub fn write_line(&self, line: &Line, out: &mut dyn Write) -> fmt::Result {
        self.write("line", line.message, &line.args, out)
    }

    /// The sentence of a breach.
    pub fn breach(&self, breach: &Breach) -> String {
        self.format("ruling", breach.message, &breach.args)
    }

    /// A place in the standings: `1st`.
    pub fn ordinal(&self, rank: usize) -> String {
        let category_of_rank = self.ordinals.select(rank).unwrap_or(PluralCategory::OTHER);
        let form = FORMS
            .into_iter()
            .find(|form| category(form).as_ref() == Some(&category_of_rank))
            .unwrap_or("other");
        let form = if self.has("ordinal", form) {
            form
        } else {
            "other"
        };
        self.format("ordinal", form, &vec![("rank", rank.into())])
    }

    /// Points with their sign: `+5`, `−2`, `0`.
    pub fn signed(&self, points: Points) -> String {
        let sign = if points > Points::ZERO { "+" } else { "" };
        format!("{sign}{points}")
    }

    /// Which of the catalog's forms a number takes; what is no number, the form of none.
    fn form(&self, arg: &Arg) -> usize {
        let category = match arg {
            Arg::Points(points) if points.in_halves() % 2 != 0 => {
                let whole = points.in_halves().unsigned_abs() / 2;
                self.plurals.select(format!("{whole}.5").as_str())
            }
            arg => {
                let whole = arg.number().unwrap_or(0);
                self.plurals.select(whole.unsigned_abs())
            }
        };
        let category = category.unwrap_or(PluralCategory::OTHER);
        self.forms
            .iter()
            .position(|form| *form == category)
            .unwrap_or(self.forms.len().saturating_sub(1))
    }

    fn write_arg(&self, arg: &Arg, out: &mut dyn Write) -> fmt::Result {
        match arg {
            Arg::Int(number) if *number < 0 => write!(out, "−{}", number.unsigned_abs()),
            Arg::Int(number) => write!(out, "{number}"),
            Arg::Points(points) => write!(out, "{points}"),
            Arg::Word(word) => self.write_word(word, out),
            Arg::Text(text) => out.write_str(text),
            Arg::List(list) => {
                for (index, item) in list.iter().enumerate() {
                    out.write_str(if index > 0 { ", " } else { "" })?;
                    self.write_arg(item, out)?;
                }
                Ok(())
            }
        }
    }

    fn write_word(&self, id: &str, out: &mut dyn Write) -> fmt::Result {
        self.write("word", id, &Args::new(), out)
    }
}

/// The forms that a language may have, as the catalogs call them.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

fn category(form: &str) -> Option<PluralCategory> {
    Some(match form {
        "zero" => PluralCategory::ZERO,
        "one" => PluralCategory::ONE,
        "two" => PluralCategory::TWO,
        "few" => PluralCategory::FEW,
        "many" => PluralCategory::MANY,
        "other" => PluralCategory::OTHER,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_catalog_reads() {
        for (tag, text) in CATALOGS {
            assert_eq!(Language::read(tag, text).err(), None, "{tag}");
        }
    }

    #[test]
    fn numbers_choose_their_form_by_the_language() {
        let czech = "forms = [\"one\", \"few\", \"many\", \"other\"]\n[line]\nt = \"{n} {n|zdvih|zdvihy|zdvihu|zdvihů}\"";
        let czech = Language::read("cs", czech).unwrap();
        let said = |n: Arg| czech.format("line", "t", &vec![("n", n)]);
        let whole = [0, 1, 2, 4, 5, 11, 22, -3].map(|n: i64| said(n.into()));
        assert_eq!(
            whole,
            [
                "0 zdvihů",
                "1 zdvih",
                "2 zdvihy",
                "4 zdvihy",
                "5 zdvihů",
                "11 zdvihů",
                "22 zdvihů",
                "−3 zdvihy"
            ]
        );
        let halves = [1, 3, 9].map(|n| said(Points::halves(n).into()));
        assert_eq!(halves, ["½ zdvihu", "1½ zdvihu", "4½ zdvihu"]);
        assert_eq!(said(Points::whole(3).into()), "3 zdvihy");
    }

    #[test]
    fn a_tag_with_a_region_finds_its_language() {
        assert_eq!(Language::find("en-GB").map(Language::tag), Some("en"));
        assert_eq!(Language::find("cs_CZ").map(Language::tag), Some("cs"));
        assert!(Language::find("xx").is_none());
    }

    #[test]
    fn places_are_ordinal() {
        let ranks: Vec<String> = [1, 2, 3, 4, 11, 21]
            .map(|rank| Language::english().ordinal(rank))
            .into();
        assert_eq!(ranks, ["1st", "2nd", "3rd", "4th", "11th", "21st"]);
        let czech = Language::find("cs").unwrap();
        assert_eq!(
            [1, 2, 21].map(|rank| czech.ordinal(rank)),
            ["1.", "2.", "21."]
        );
    }
}
