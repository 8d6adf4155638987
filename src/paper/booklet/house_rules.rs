//! The house rules that hold at a table, each with the figure by which the text refers to it.

use serde_json::{Map, Value};

use crate::requests::BookletRequest;
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
pub struct HouseRuleInForce {
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
pub struct HouseRulesInForce {
    /// The house rules.
    pub all: Vec<HouseRuleInForce>,
    /// The fingerprints of the rules, of which numbers of players may have different ones.
    pub fingerprints: Vec<String>,
}

impl HouseRulesInForce {
    /// What holds at a table that gives these options.
    ///
    /// # Errors
    /// The faults of the options, if no number of players can have them.
    pub fn new(
        request: &BookletRequest<'_>,
        text: &RulesText,
    ) -> Result<HouseRulesInForce, Vec<Finding>> {
        let (game, language) = (request.game, request.language);
        let by_count = resolved_by_count(game, &request.options)?;
        let (first, given) = &by_count[0];
        let usual = match &request.options {
            options if *options == Json::EMPTY => given.clone(),
            _ => resolved(game, Json::EMPTY, *first)?,
        };
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
        let rules = game.facts.options.iter().map(|rule| {
            let text = HouseRuleText::new(game.facts, rule, language);
            let before = names.iter().take_while(|name| **name != text.name);
            let number = before.count() + 1;
            HouseRuleInForce::new(text, number, (given, &usual), (game.facts.id, language))
        });
        let mut all: Vec<HouseRuleInForce> = rules.collect();
        all.sort_by_key(|rule| rule.number);
        let mut fingerprints = Vec::new();
        for (_, rules) in &by_count {
            let print = fingerprint(game.facts, game.facts.edition, rules);
            if !fingerprints.contains(&print) {
                fingerprints.push(print);
            }
        }
        Ok(HouseRulesInForce { all, fingerprints })
    }

    /// The house rule of this name.
    pub fn find(&self, name: &str) -> Option<&HouseRuleInForce> {
        self.all.iter().find(|rule| rule.name == name)
    }

    /// Whether anything holds that is not usual.
    pub fn is_changed(&self) -> bool {
        self.all.iter().any(|rule| rule.usual.is_some())
    }
}

impl HouseRuleInForce {
    fn new(
        text: HouseRuleText,
        number: usize,
        (given, usual): (&HouseRules, &HouseRules),
        (game, language): (&str, &Language),
    ) -> HouseRuleInForce {
        let in_words = |value: &Value| match value_in_words(value, game, language) {
            none if none.is_empty() => "–".to_owned(),
            words => words,
        };
        let in_rules = |rules: &HouseRules| {
            let (_, value) = rules.iter().find(|(name, _)| *name == text.name)?;
            Some(value.clone())
        };
        let (given, usual) = (in_rules(given), in_rules(usual));
        let (value, usual, here) = match (given, usual) {
            (Some(given), Some(usual)) if given != usual => {
                let (given, usual) = differing(given, usual);
                let value = in_words(&given);
                let here = if value.chars().count() <= SHORT {
                    language.format("booklet", "here", &args![value: value.clone()])
                } else {
                    language.text("booklet", "here-otherwise")
                };
                (value, Some(in_words(&usual)), Some(here))
            }
            _ => (in_words(&text.default), None, None),
        };
        HouseRuleInForce {
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

/// Of two values of one house rule what differs: of objects only those entries.
fn differing(given: Value, usual: Value) -> (Value, Value) {
    let (Value::Object(of_given), Value::Object(of_usual)) = (&given, &usual) else {
        return (given, usual);
    };
    let only = |one: &Map<String, Value>, other: &Map<String, Value>| {
        let mut only = one.clone();
        only.retain(|key, value| other.get(key) != Some(value));
        Value::Object(only)
    };
    (only(of_given, of_usual), only(of_usual, of_given))
}

/// The house rules of these options with a number of players, or why there are none.
fn resolved(game: &Entry, options: Json, players: usize) -> Result<HouseRules, Vec<Finding>> {
    let names: Vec<String> = (1..=players).map(|number| number.to_string()).collect();
    let (table, _) = Table::seat_players(&names);
    (game.resolve)(options, &table)
}

/// The house rules of these options with each number of players that can have them, of which there is one.
///
/// # Errors
/// The faults that they have with the least number, if none can have them.
fn resolved_by_count(
    game: &Entry,
    options: &Json,
) -> Result<Vec<(usize, HouseRules)>, Vec<Finding>> {
    let (least, most) = game.facts.players;
    let mut found = Vec::new();
    let mut faults = None;
    for players in least..=most {
        match resolved(game, options.clone(), players) {
            Ok(rules) => found.push((players, rules)),
            Err(findings) => faults = faults.or(Some(findings)),
        }
    }
    if found.is_empty() {
        return Err(faults.unwrap_or_default());
    }
    Ok(found)
}
