//! The words of a document: texts from its language, and texts from its layout that replace them.

use super::script::isolated;
use super::template::Template;
use overtrick_core::pad::Text;
use overtrick_core::{Args, Finding, Reason};
use overtrick_match::lang::Language;

/// The words of a document.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The language.
    pub language: &'a Language,
    /// The layout.
    pub template: &'a Template,
}

impl Words<'_> {
    /// Returns a text as it is printed.
    pub fn format(&self, text: &Text) -> String {
        match text {
            Text::Plain(text) => text.clone(),
            Text::Word(name) => self.language.named(name),
            Text::Ordinal(place) => self.language.ordinal(*place),
            Text::Message(key, args) => self.printed(key, args),
        }
    }

    /// Returns the text of a key, from the layout if it has one, and otherwise from the language.
    fn printed(&self, key: &str, args: &Args) -> String {
        let own = self.template.texts.get(key).cloned();
        own.unwrap_or_else(|| self.language.format("pad", key, &isolated(args)))
    }

    /// Returns a text, in its short form if `brief` is set and there is one.
    pub fn label(&self, text: &Text, brief: bool) -> String {
        if let (Text::Message(key, args), true) = (text, brief) {
            let short = format!("{key}-short");
            if self.template.texts.contains_key(&short) || self.language.has("pad", &short) {
                return self.printed(&short, args);
            }
        }
        self.format(text)
    }

    /// Returns a reason as a sentence.
    pub fn reason(&self, reason: &Reason) -> String {
        let mut reason = reason.clone();
        reason.args = isolated(&reason.args).into_owned();
        self.language.reason(&reason)
    }

    /// Returns a warning as a sentence.
    pub fn finding(&self, finding: &Finding) -> String {
        let mut finding = finding.clone();
        finding.args = isolated(&finding.args).into_owned();
        self.language.finding(&finding)
    }

    /// Returns a message with arguments.
    pub fn message(&self, key: &'static str, args: Args) -> String {
        self.format(&Text::of(key, args))
    }

    /// Returns a message without arguments.
    pub fn text(&self, key: &'static str) -> String {
        self.format(&Text::message(key))
    }

    /// Returns the caption of a field, in its short form if `brief` is set and the game has one.
    pub fn short_caption(&self, key: &str, brief: bool) -> String {
        let short = format!("{key}-short");
        let is_short = brief && self.language.has("pad", &self.game_key(&short));
        self.caption(if is_short { &short } else { key })
    }

    /// Returns the caption of a field, from the game's own texts if they have one.
    pub fn caption(&self, key: &str) -> String {
        let own = self.game_key(key);
        let has_own = self.language.has("pad", &own);
        self.printed(if has_own { &own } else { key }, &Args::new())
    }

    /// Returns the key of the game's own text.
    fn game_key(&self, key: &str) -> String {
        format!("{}/{key}", self.template.game)
    }
}
