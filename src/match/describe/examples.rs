//! Examples of correctly written hands and questions.

use serde_json::{Value, json};

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_games::Entry;

/// An example of a correctly written hand or question.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The section of the language files with its title: `example` or `question`.
    section: &'static str,
    /// The key of its title, which for a question is its kind.
    key: String,
    /// The players; a question contains them itself.
    pub players: Vec<String>,
    /// The hand's record, or the whole question.
    pub written: Json,
}

/// The examples of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Examples {
    /// One hand of each kind.
    pub hands: Vec<Example>,
    /// One question of each kind.
    pub questions: Vec<Example>,
}

impl Examples {
    /// The examples of a game.
    ///
    /// ```
    /// use overtrick_match::describe::Examples;
    ///
    /// assert!(!Examples::new(&overtrick_games::all()[0]).hands.is_empty());
    /// ```
    pub fn new(entry: &Entry) -> Examples {
        let all: Json = serde_json::from_str(entry.examples).unwrap_or(Json::Null);
        let text = |json: &Json, key: &str| json.text(key).unwrap_or_default().to_owned();
        let players = |example: &Json| example.get("players")?.typed();
        let hand = |example: &Json| Example {
            section: "example",
            key: format!("{}/{}", entry.facts.id, text(example, "name")),
            players: players(example).unwrap_or_default(),
            written: example.get("hand").cloned().unwrap_or(Json::EMPTY),
        };
        let question = |question: &Json| Example {
            section: "question",
            key: text(question, "question"),
            players: Vec::new(),
            written: question.clone(),
        };
        Examples {
            hands: all.list("hands").iter().map(hand).collect(),
            questions: all.list("questions").iter().map(question).collect(),
        }
    }

    /// The questions of one kind.
    pub fn of_kind(&self, kind: &str) -> Vec<Example> {
        let mut questions = self.questions.clone();
        questions.retain(|example| example.key == kind);
        questions
    }
}

impl Example {
    /// The title of the example.
    pub fn title(&self, language: &Language) -> String {
        language.text(self.section, &self.key)
    }

    /// The example as JSON; values that fit into a line of 76 characters are on one line.
    pub fn text(&self) -> String {
        in_lines(&self.written, 0)
    }

    /// Its title and contents.
    pub fn to_json(&self, language: &Language) -> Value {
        let written = serde_json::to_value(&self.written).unwrap_or_default();
        if self.section == "question" {
            return json!({ "title": self.title(language), "question": written });
        }
        json!({ "title": self.title(language), "players": self.players, "hand": written })
    }
}

/// Formats JSON for people at this indent: lists and objects within it are on one line if they fit.
///
/// ```
/// use overtrick_match::describe::in_lines;
///
/// let json = serde_json::from_str(r#"{"bids": {"Ann": 1, "Bo": 2}}"#).unwrap();
/// assert_eq!(in_lines(&json, 0), "{\n  \"bids\": { \"Ann\": 1, \"Bo\": 2 }\n}");
/// ```
pub fn in_lines(json: &Json, indent: usize) -> String {
    let line = in_one_line(json);
    if indent > 0 && indent + line.chars().count() <= 76 {
        return line;
    }
    let Some((open, items, close)) = parts(json, |item| in_lines(item, indent + 2)) else {
        return line;
    };
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 2));
    let items = items.join(&format!(",\n{inner}"));
    format!("{open}\n{inner}{items}\n{outer}{close}")
}

fn in_one_line(json: &Json) -> String {
    match parts(json, in_one_line) {
        Some(('[', items, _)) => format!("[{}]", items.join(", ")),
        Some((_, entries, _)) => format!("{{ {} }}", entries.join(", ")),
        None => serde_json::to_string(json).unwrap_or_default(),
    }
}

/// The items of a list or the entries of an object, between its brackets.
fn parts(json: &Json, write: impl Fn(&Json) -> String) -> Option<(char, Vec<String>, char)> {
    match json {
        Json::List(items) => Some(('[', items.iter().map(write).collect(), ']')),
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                let key = in_one_line(&Json::from(key.as_str()));
                format!("{key}: {}", write(value))
            });
            Some(('{', entries.collect(), '}'))
        }
        _ => None,
    }
}
