//! What a document states of itself: its game, its rules, its match.

use super::order::Labels;
use super::words::Words;
use crate::rules::pad::Text;
use crate::rules::{Facts, HouseRules, args};

/// What a document states of itself.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The game.
    pub facts: &'static Facts,
    /// The edition of its scoring.
    pub edition: i64,
    /// The house rules in force.
    pub rules: HouseRules,
    /// The fingerprint of edition and house rules.
    pub fingerprint: String,
    /// The default house rules for this table.
    pub defaults: HouseRules,
    /// What is stated of the match.
    pub labels: Labels,
    /// The least size of a pad in millimeters, where it is to be stated.
    pub least: Option<(f32, f32)>,
}

/// How much is printed around a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Everything.
    Full,
    /// The legend and the house rules in short, for a small paper.
    Brief,
}

impl Identity {
    /// The line that names the game, its rules and their author.
    pub fn text(&self, words: &Words<'_>, extent: Extent) -> String {
        let facts = self.facts;
        let text = Text::Message(
            "identity",
            args![
                game: facts.id, edition: self.edition, fingerprint: self.fingerprint.clone(),
                author: words.language.author(facts), source: words.language.rulebook(facts)
            ],
        );
        let text = words.label(&text, extent == Extent::Brief);
        match (self.least_text(words), extent) {
            (Some(least), Extent::Full) => format!("{text} · {least}"),
            _ => text,
        }
    }

    /// The least size of a pad in words.
    pub fn least_text(&self, words: &Words<'_>) -> Option<String> {
        let (width, height) = self.least?;
        let millimeters = |length: f32| format!("{:.0}", length.ceil());
        let args = args![width: millimeters(width), height: millimeters(height)];
        Some(words.format(&Text::Message("least-size", args)))
    }
}
