//! The house rules that hold at a table, each with the figure by which the text refers to it.

use serde_json::Value;

use super::order::BookletOrder;
use crate::sheets::draw::Ink;
use overtrick_core::json::Json;
use overtrick_core::text::{Inline, RulesText};
use overtrick_core::{Finding, HouseRules, Table, args};
use overtrick_games::Entry;
use overtrick_match::describe::{HouseRuleText, value_in_words};
use overtrick_match::document::fingerprint;
use overtrick_match::lang::Language;

/// The most letters of a value that stands within a sentence.
const SHORT: usize = 24;

/// A house rule as it holds.
#[derive(Debug, Clone)]
pub struct Holding {
    /// Its key.
    pub name: &'static str,
    /// The figure by which the text refers to it.
    pub number: usize,
    /// What it settles.
    pub about: String,
    /// Whether its default is a choice of ours, ◇.
    pub ours: bool,
    /// What holds, in words.
    pub value: String,
    /// What is usual, in words, where something else holds.
    pub usual: Option<String>,
    /// What holds, for the sentence that it changes, where it is not what is usual.
    pub here: Option<String>,
}

/// All house rules as they hold, in the order in which the text comes to them.
#[derive(Debug, Clone)]
pub struct Holdings {
    /// The accent of the game.
    pub hue: Ink,
    /// The house rules.
    pub all: Vec<Holding>,
    /// Fingerprints of the rules, each with the numbers of players that have it.
    pub fingerprints: Vec<(String, Vec<usize>)>,
}

impl Holdings {
    /// What holds at a table that gives these options.
    ///
    /// # Errors
    /// The faults of the options, if no number of players can have them.
    pub fn of(
        order: &BookletOrder<'_>,
        text: &RulesText,
        hue: Ink,
    ) -> Result<Holdings, Vec<Finding>> {
        let (game, language) = (order.game, order.language);
        let (given, usual) = in_force(game, &order.options)?;
        let mut names: Vec<&'static str> = Vec::new();
        let mentioned = text.pieces().filter_map(|piece| match piece {
            Inline::HouseRule { name, .. } => Some(*name),
            _ => None,
        });
        let known = game.facts.options.iter().map(|rule| rule.field.name);
        for name in mentioned.chain(known) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let rules = game.facts.options.iter();
        let mut all: Vec<Holding> = rules
            .filter_map(|rule| {
                let text = HouseRuleText::of(game.facts, rule, language);
                let number = names.iter().position(|name| *name == text.name)? + 1;
                Some(Holding::of(text, number, (&given, &usual), language))
            })
            .collect();
        all.sort_by_key(|holding| holding.number);
        Ok(Holdings {
            hue,
            all,
            fingerprints: fingerprints(game, &order.options),
        })
    }

    /// The house rule of this name.
    pub fn find(&self, name: &str) -> Option<&Holding> {
        self.all.iter().find(|holding| holding.name == name)
    }

    /// Whether anything holds that is not usual.
    pub fn is_changed(&self) -> bool {
        self.all.iter().any(|holding| holding.usual.is_some())
    }
}

impl Holding {
    fn of(
        text: HouseRuleText,
        number: usize,
        (given, usual): (&HouseRules, &HouseRules),
        language: &Language,
    ) -> Holding {
        let in_rules = |rules: &HouseRules| {
            let mut rules = rules.iter();
            rules
                .find(|(name, _)| *name == text.name)
                .map(|(_, value)| value.clone())
        };
        let (given, usual) = (in_rules(given), in_rules(usual));
        let (value, usual, here) = match (given, usual) {
            (Some(given), Some(usual)) if given != usual => {
                let (given, usual) = differing(given, usual);
                let value = in_words(&given, language);
                let here = if value.chars().count() <= SHORT {
                    language.format("booklet", "here", &args![value: value.clone()])
                } else {
                    language.text("booklet", "here-otherwise")
                };
                (value, Some(in_words(&usual, language)), Some(here))
            }
            _ => (in_words(&text.default, language), None, None),
        };
        Holding {
            name: text.name,
            number,
            about: text.about,
            ours: text.ours,
            value,
            usual,
            here,
        }
    }
}

/// A value in words, a dash for none.
fn in_words(value: &Value, language: &Language) -> String {
    let words = value_in_words(value, language);
    if words.is_empty() {
        "–".to_owned()
    } else {
        words
    }
}

/// Of two values of one house rule what differs: of objects only those entries.
fn differing(given: Value, usual: Value) -> (Value, Value) {
    let (Value::Object(mut given), Value::Object(mut usual)) = (given.clone(), usual.clone())
    else {
        return (given, usual);
    };
    let same: Vec<String> = given
        .iter()
        .filter(|(key, value)| usual.get(*key) == Some(*value))
        .map(|(key, _)| key.clone())
        .collect();
    for key in &same {
        given.remove(key);
        usual.remove(key);
    }
    (Value::Object(given), Value::Object(usual))
}

/// The house rules of these options with a number of players, or why there are none.
fn resolved(game: &Entry, options: &Json, players: usize) -> Result<HouseRules, Vec<Finding>> {
    let names: Vec<String> = (1..=players).map(|number| number.to_string()).collect();
    let (table, _) = Table::seat_players(&names);
    (game.resolve)(options.clone(), &table)
}

/// The house rules of these options and the usual ones, with the first number of players that can
/// have them.
fn in_force(game: &Entry, options: &Json) -> Result<(HouseRules, HouseRules), Vec<Finding>> {
    let (least, most) = game.facts.players;
    let mut faults = None;
    for players in least..=most {
        match resolved(game, options, players) {
            Ok(given) => {
                return Ok((given, resolved(game, &Json::Object(Vec::new()), players)?));
            }
            Err(found) => faults = faults.or(Some(found)),
        }
    }
    Err(faults.unwrap_or_default())
}

/// The fingerprints of a game under these options, each with the numbers of players that have it.
fn fingerprints(game: &Entry, options: &Json) -> Vec<(String, Vec<usize>)> {
    let (least, most) = game.facts.players;
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    for players in least..=most {
        let Ok(rules) = resolved(game, options, players) else {
            continue;
        };
        let print = fingerprint(game.facts.id, game.facts.edition, &rules);
        match found.iter_mut().find(|(same, _)| *same == print) {
            Some((_, counts)) => counts.push(players),
            None => found.push((print, vec![players])),
        }
    }
    found
}
