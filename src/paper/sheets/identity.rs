//! The identity of a document: its game, its rules, its match.

use serde_json::Value;

use crate::layout::emblem::Emblem;
use crate::layout::script::isolate;
use crate::layout::words::Words;
use crate::requests::Labels;
use overtrick_core::{Arg, HouseRules, args};
use overtrick_match::MatchGame;
use overtrick_match::describe::value_in_words;
use overtrick_match::document::fingerprint;
use overtrick_match::lang::Language;
use overtrick_own::Definition;

/// The identity of a document.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The game.
    pub game: MatchGame,
    /// The emblem of the game on paper.
    pub emblem: Emblem,
    /// The edition of its scoring.
    pub edition: i64,
    /// The house rules in force.
    pub rules: HouseRules,
    /// The fingerprint of the edition and the house rules.
    pub fingerprint: String,
    /// The default house rules for this table.
    pub defaults: HouseRules,
    /// The labels of the match.
    pub labels: Labels,
}

impl Identity {
    /// Creates the identity of a game with this edition. These house rules are also the defaults.
    pub fn new(game: &MatchGame, edition: i64, rules: HouseRules) -> Identity {
        Identity {
            game: game.clone(),
            emblem: match game {
                MatchGame::Shipped(entry) => Emblem::from_game(entry),
                MatchGame::Own(definition) => Emblem::from_definition(definition),
            },
            edition,
            fingerprint: fingerprint(game.facts(), edition, &rules),
            defaults: rules.clone(),
            rules,
            labels: Labels::default(),
        }
    }

    /// Returns the name of the game for use in a sentence.
    pub fn game_arg(&self, language: &Language) -> Arg {
        match self.game.definition() {
            Some(own) => Arg::from(language.named(own.name())),
            None => self.game.name().into(),
        }
    }

    /// Returns the line with the game, its rules and their author. The author of a custom game is unknown, so
    /// its line has only the game and its rules.
    pub fn text(&self, words: &Words<'_>) -> String {
        if self.game.definition().is_some() {
            return self.brief_text(words);
        }
        let facts = self.game.facts();
        let args = args![
            game: facts.id, edition: self.edition, fingerprint: self.fingerprint.clone(),
            author: words.language.author(facts), source: words.language.rulebook(facts)
        ];
        words.message("identity", args)
    }

    /// Returns a short line with the game and the fingerprint of its rules.
    pub fn brief_text(&self, words: &Words<'_>) -> String {
        let identity = args![
            game: self.game_arg(words.language), edition: self.edition, fingerprint: self.fingerprint.clone()
        ];
        words.message("pad-identity", identity)
    }
}

/// Returns the house rules that differ from the defaults, as one line; `None` if there are none.
pub fn changed_rules(words: &Words<'_>, identity: &Identity) -> Option<String> {
    let rules = rules_list(words, identity, true);
    let here = words.text("house-rules-here");
    (!rules.is_empty()).then(|| format!("{here} {}", rules.join(" · ")))
}

/// Returns the house rules in force, one text for each. If `changed` is set, returns only the rules that
/// differ from the defaults.
pub fn rules_list(words: &Words<'_>, identity: &Identity, changed: bool) -> Vec<String> {
    let (rules, defaults) = (&identity.rules, &identity.defaults);
    if let Some(own) = identity.game.definition() {
        return own_rules(words, own, (rules, defaults), changed);
    }
    let mut parts = Vec::with_capacity(rules.len());
    for (key, value) in rules {
        if matches!(value, Value::Array(items) if items.is_empty()) {
            continue;
        }
        let is_usual = defaults.contains(&(*key, value.clone()));
        // An unchanged rule is left out if it has no value, or if only changed rules are listed.
        if is_usual && (changed || value.is_null()) {
            continue;
        }
        let label = words.caption(key);
        parts.push(match value {
            Value::Bool(true) => label,
            // A rule that is off is listed only if it is on by default.
            Value::Bool(false) if is_usual => continue,
            value => format!("{label} {}", value_text(words, identity.game.id(), value)),
        });
    }
    parts
}

/// Returns the house rules of a custom game, in the order of its definition.
fn own_rules(
    words: &Words<'_>,
    own: &Definition,
    (rules, defaults): (&HouseRules, &HouseRules),
    changed: bool,
) -> Vec<String> {
    let language = words.language;
    let value = |rules: &HouseRules, name: &str| {
        let (_, options) = rules.iter().find(|(key, _)| *key == "options")?;
        options.get(name).cloned()
    };
    let options = own.option_labels().filter_map(|(name, label)| {
        let known = value(rules, name)?;
        if changed && value(defaults, name).as_ref() == Some(&known) {
            return None;
        }
        let text = match &known {
            Value::String(word) => {
                let named = own.words().iter().find(|known| **known == **word);
                let text = named.map_or_else(|| word.clone(), |word| language.named(word));
                isolate(&text).into_owned()
            }
            known => value_text(words, own.id(), known),
        };
        Some(format!("{}: {text}", isolate(&language.named(label))))
    });
    options.collect()
}

fn value_text(words: &Words<'_>, game: &str, value: &Value) -> String {
    let name = value.get("name").and_then(Value::as_str);
    match (value, name) {
        (Value::Null, _) => words.text("none"),
        (_, Some(name)) => isolate(name).into_owned(),
        _ => isolate(&value_in_words(value, game, words.language)).into_owned(),
    }
}
