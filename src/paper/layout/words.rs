//! The words of a document: a language, with the texts that a layout changes.

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
    /// A text as it is printed.
    pub fn format(&self, text: &Text) -> String {
        match text {
            Text::Plain(text) => text.clone(),
            Text::Word(name) => self.language.named(name),
            Text::Ordinal(place) => self.language.ordinal(*place),
            Text::Message(key, args) => match self.template.texts.get(*key) {
                Some(text) => text.clone(),
                None => self.language.format("pad", key, &isolated(args)),
            },
        }
    }

    /// A text, in its short form if it is to be brief and has one.
    pub fn label(&self, text: &Text, brief: bool) -> String {
        if let (Text::Message(key, args), true) = (text, brief) {
            let short = format!("{key}-short");
            if let Some(text) = self.template.texts.get(&short) {
                return text.clone();
            }
            if self.language.has("pad", &short) {
                return self.language.format("pad", &short, &isolated(args));
            }
        }
        self.format(text)
    }

    /// A sentence that is not of pads alone.
    pub fn sentence(&self, section: &str, key: &str, args: &Args) -> String {
        self.language.format(section, key, &isolated(args))
    }

    /// The sentence of a reason.
    pub fn reason(&self, reason: &Reason) -> String {
        let args = isolated(&reason.args).into_owned();
        self.language.reason(&Reason {
            args,
            ..reason.clone()
        })
    }

    /// The sentence of a warning.
    pub fn finding(&self, finding: &Finding) -> String {
        let args = isolated(&finding.args).into_owned();
        self.language.finding(&Finding {
            args,
            ..finding.clone()
        })
    }

    /// The word for an id, or the id itself if there is none.
    pub fn word(&self, id: &str) -> String {
        self.language.word(id)
    }

    /// A message without arguments.
    pub fn text(&self, key: &'static str) -> String {
        self.format(&Text::message(key))
    }

    /// The head of a field, in its short form if it is to be brief and the game has one.
    pub fn short_caption(&self, key: &str, brief: bool) -> String {
        let short = format!("{key}-short");
        let own = format!("{}/{short}", self.template.game);
        if brief && self.language.has("pad", &own) {
            return self.caption(&short);
        }
        self.caption(key)
    }

    /// The head of a field: the game's own text for it, if it has one.
    pub fn caption(&self, key: &str) -> String {
        let own = format!("{}/{key}", self.template.game);
        let key = if self.language.has("pad", &own) {
            own.as_str()
        } else {
            key
        };
        match self.template.texts.get(key) {
            Some(text) => text.clone(),
            None => self.language.text("pad", key),
        }
    }
}
