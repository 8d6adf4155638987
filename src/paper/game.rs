//! The game of a pad or a sheet: one that ships, or one that its table brings along.

use std::sync::Arc;

use overtrick_core::json::Json;
use overtrick_core::pad::Pad;
use overtrick_core::{Arg, Facts, Faults, Finding, Game, HouseRules, Table, args};
use overtrick_games::{Entry, PadRules};
use overtrick_match::MatchGame;
use overtrick_match::lang::Language;
use overtrick_own::{Definition, Own, rules_in_force};

use crate::layout::generated::generated;
use crate::layout::script::takes_hyphen;
use crate::layout::template::{Template, TemplateError};

/// The players of a pad of an own game, where no number is given and its rules allow so many.
const PLAYERS: usize = 4;

/// The game of a pad or a sheet.
///
/// ```
/// use overtrick_match::lang::Language;
/// use overtrick_paper::PaperGame;
///
/// let game = PaperGame::from(&overtrick_games::all()[0]);
/// assert_eq!(game.facts().id, overtrick_games::all()[0].facts.id);
/// assert!(!game.name(Language::english()).is_empty());
/// ```
#[derive(Debug, Clone, Copy)]
pub enum PaperGame<'a> {
    /// A game that ships.
    Shipped(&'a Entry),
    /// An own game, by its definition.
    Own(&'a Arc<Definition>),
}

impl<'a> From<&'a Entry> for PaperGame<'a> {
    fn from(entry: &'a Entry) -> PaperGame<'a> {
        PaperGame::Shipped(entry)
    }
}

impl<'a> From<&'a Arc<Definition>> for PaperGame<'a> {
    fn from(definition: &'a Arc<Definition>) -> PaperGame<'a> {
        PaperGame::Own(definition)
    }
}

impl<'a> From<&'a MatchGame> for PaperGame<'a> {
    fn from(game: &'a MatchGame) -> PaperGame<'a> {
        match game {
            MatchGame::Shipped(entry) => PaperGame::Shipped(entry),
            MatchGame::Own(definition) => PaperGame::Own(definition),
        }
    }
}

impl<'a> PaperGame<'a> {
    /// All that can be said of it without its definition.
    pub fn facts(&self) -> &'static Facts {
        match self {
            PaperGame::Shipped(entry) => entry.facts,
            PaperGame::Own(_) => Own::FACTS,
        }
    }

    /// The game that ships, if it is one.
    pub fn shipped(&self) -> Option<&'a Entry> {
        match *self {
            PaperGame::Shipped(entry) => Some(entry),
            PaperGame::Own(_) => None,
        }
    }

    /// What it is called in a sentence.
    pub fn called(&self) -> Arg {
        match self {
            PaperGame::Shipped(entry) => Arg::from(entry.facts.id),
            PaperGame::Own(definition) => Arg::from(definition.name().to_owned()),
        }
    }

    /// What it is called.
    pub fn name(&self, language: &Language) -> String {
        match self {
            PaperGame::Shipped(entry) => language.word(entry.facts.id),
            PaperGame::Own(definition) => definition.name().to_owned(),
        }
    }

    /// The fewest and the most players.
    pub(crate) fn players(&self) -> (usize, usize) {
        match self {
            PaperGame::Shipped(entry) => entry.facts.players,
            PaperGame::Own(definition) => definition.players(),
        }
    }

    /// The number of players of a pad, where none is given.
    pub(crate) fn usual_players(&self) -> Result<usize, TemplateError> {
        match self {
            PaperGame::Shipped(entry) => Ok(Template::from_game(entry)?.players),
            PaperGame::Own(definition) => {
                let (least, most) = definition.players();
                Ok(PLAYERS.max(least).min(most))
            }
        }
    }

    /// The house rules in force, as its pads need them.
    pub(crate) fn pad_rules(
        &self,
        options: Json,
        table: &Table,
    ) -> Result<Box<dyn PadRules>, Faults> {
        match self {
            PaperGame::Shipped(entry) => (entry.pad_rules)(options, table),
            PaperGame::Own(definition) => Ok(Box::new(rules_in_force(definition, options, table)?)),
        }
    }

    /// The usual house rules for these players.
    pub(crate) fn usual_rules(&self, table: &Table) -> HouseRules {
        let rules = self.pad_rules(Json::EMPTY, table);
        rules.map_or_else(|_| Vec::new(), |rules| rules.in_force())
    }

    /// The layout of a pad: one of the table's, or the game's own.
    ///
    /// # Errors
    /// It cannot be read, or does not fit this blank pad.
    pub(crate) fn template(
        &self,
        given: Option<&str>,
        blank: &Pad,
    ) -> Result<Template, TemplateError> {
        let mut template = match (given, self) {
            (Some(text), _) => Template::read(text)?,
            (None, PaperGame::Shipped(entry)) => Template::from_game(entry)?,
            (None, PaperGame::Own(_)) => generated(self.facts().id, blank),
        };
        template.check(self.facts().id, blank)?;
        if let PaperGame::Own(definition) = self {
            for (key, label) in definition.labels() {
                template
                    .texts
                    .entry(key.to_owned())
                    .or_insert_with(|| breakable(&label));
            }
        }
        Ok(template)
    }

    /// The game whose pads a camera can read.
    ///
    /// # Errors
    /// It is an own game: a camera knows the boxes of the games that ship.
    pub(crate) fn scanned(&self) -> Result<&'a Entry, Faults> {
        let unscanned = || vec![Finding::rule("own-unscanned", "/scan", args![])];
        self.shipped().ok_or_else(unscanned)
    }
}

/// A label whose long words can be broken where a column is narrow: what a table writes has no hyphens of its own.
fn breakable(label: &str) -> String {
    const LONG: usize = 8;
    const PART: usize = 5;
    const SOFT_HYPHEN: char = '\u{ad}';
    let word = |word: &str| -> String {
        let letters = word.chars().count();
        if letters <= LONG || !takes_hyphen(word) {
            return word.to_owned();
        }
        let broken = word.chars().enumerate().flat_map(|(index, letter)| {
            let breaks = index > 0 && index.is_multiple_of(PART) && letters - index > 2;
            breaks.then_some(SOFT_HYPHEN).into_iter().chain([letter])
        });
        broken.collect()
    };
    let words: Vec<String> = label.split_whitespace().map(word).collect();
    words.join(" ")
}
