//! The house rules in force at a table, each with the number by which the text refers to it.

use serde_json::{Map, Value};

use crate::requests::BookletRequest;
use overtrick_core::json::Json;
use overtrick_core::text::{Inline, RulesText};
use overtrick_core::{Finding, HouseRules, Table, args};
use overtrick_games::Entry;
use overtrick_match::describe::{HouseRuleText, value_in_words};
use overtrick_match::document::fingerprint;
use overtrick_match::lang::Language;

/// The most letters of a value that is printed within a sentence.
const SHORT: usize = 24;

/// A house rule in force.
#[derive(Debug, Clone)]
pub struct HouseRuleInForce {
    /// Its description.
    pub text: HouseRuleText,
    /// The number by which the text refers to it.
    pub number: usize,
    /// The value in force, in words.
    pub value: String,
    /// The usual value in words, if a different value is in force.
    pub usual: Option<String>,
    /// A short form of the value in force for use within the text, if it is not the usual value.
    pub here: Option<String>,
}

/// All house rules in force, in the order in which the text mentions them.
#[derive(Debug, Clone)]
pub struct HouseRulesInForce {
    /// The house rules.
    pub all: Vec<HouseRuleInForce>,
    /// The fingerprints of the rules for all possible numbers of players, without duplicates.
    pub fingerprints: Vec<String>,
}

impl HouseRulesInForce {
    /// Reads the house rules in force under the options of a request.
    ///
    /// # Errors
    /// The faults of the options, if no number of players allows them.
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
        let rules = (1..).zip(names).filter_map(|(number, name)| {
            let mut known = game.facts.options.iter();
            let rule = known.find(|rule| rule.field.name == name)?;
            let text = HouseRuleText::new(game.facts, rule, language);
            let words = (game.facts.id, language);
            Some(HouseRuleInForce::new(text, number, (given, &usual), words))
        });
        let all = rules.collect();
        let mut fingerprints = Vec::new();
        for (_, rules) in &by_count {
            let print = fingerprint(game.facts, game.facts.edition, rules);
            if !fingerprints.contains(&print) {
                fingerprints.push(print);
            }
        }
        Ok(HouseRulesInForce { all, fingerprints })
    }

    /// Returns the house rule of this name.
    pub fn find(&self, name: &str) -> Option<&HouseRuleInForce> {
        self.all.iter().find(|rule| rule.text.name == name)
    }

    /// Whether any house rule has a value other than the usual one.
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
            text,
            number,
            value,
            usual,
            here,
        }
    }
}

/// Returns the parts in which two values of a house rule differ. For objects, these are the differing entries.
fn differing(given: Value, usual: Value) -> (Value, Value) {
    let (Value::Object(left), Value::Object(right)) = (&given, &usual) else {
        return (given, usual);
    };
    let only = |one: &Map<String, Value>, other: &Map<String, Value>| {
        let mut only = one.clone();
        only.retain(|key, value| other.get(key) != Some(value));
        Value::Object(only)
    };
    (only(left, right), only(right, left))
}

/// Returns the house rules under these options for a number of players, or the faults of the options.
fn resolved(game: &Entry, options: Json, players: usize) -> Result<HouseRules, Vec<Finding>> {
    let names: Vec<String> = (1..=players).map(|number| number.to_string()).collect();
    let (table, _) = Table::seat_players(&names);
    (game.resolve)(options, &table)
}

/// Returns the house rules under these options for each number of players that allows them. The list is never
/// empty.
///
/// # Errors
/// The faults for the smallest number of players, if no number allows the options.
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
