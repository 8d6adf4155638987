//! Examples of correctly written hands and questions.

use serde_json::{Value, json};

use crate::lang::Language;
use overtrick_core::json::Json;
use overtrick_games::Entry;

/// An example of a correctly written hand or question.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The key of its title in the game's language files, or the kind of a question.
    name: String,
    /// The game's id.
    game: &'static str,
    /// The players; a question contains them itself.
    pub players: Vec<String>,
    /// The hand's record, or the whole question.
    pub written: Json,
    is_question: bool,
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
        let game = entry.facts.id;
        let text = |json: &Json, key: &str| json.text(key).unwrap_or_default().to_owned();
        let hands = all.list("hands").iter().map(|example| Example {
            name: text(example, "name"),
            game,
            players: example
                .get("players")
                .and_then(Json::typed)
                .unwrap_or_default(),
            written: example.get("hand").cloned().unwrap_or(Json::EMPTY),
            is_question: false,
        });
        let questions = all.list("questions").iter().map(|question| Example {
            name: text(question, "question"),
            game,
            players: Vec::new(),
            written: question.clone(),
            is_question: true,
        });
        Examples {
            hands: hands.collect(),
            questions: questions.collect(),
        }
    }

    /// The questions of one kind.
    pub fn of_kind(self, kind: &str) -> Vec<Example> {
        let questions = self.questions.into_iter();
        questions
            .filter(|example| example.is_of_kind(kind))
            .collect()
    }
}

impl Example {
    /// Whether it is a question of this kind.
    pub fn is_of_kind(&self, kind: &str) -> bool {
        self.is_question && self.name == kind
    }

    /// The title of the example.
    pub fn title(&self, language: &Language) -> String {
        if self.is_question {
            language.text("question", &self.name)
        } else {
            language.text("example", &format!("{}/{}", self.game, self.name))
        }
    }

    /// The example as JSON; values that fit into a line of 76 characters are on one line.
    pub fn text(&self) -> String {
        in_lines(&self.written, 0)
    }

    /// Its title and contents.
    pub fn to_json(&self, language: &Language) -> Value {
        let written = serde_json::to_value(&self.written).unwrap_or_default();
        if self.is_question {
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
    let inner = " ".repeat(indent + 2);
    let (open, items, close) = match json {
        Json::List(items) => {
            let items = items.iter().map(|item| in_lines(item, indent + 2));
            ('[', items.collect::<Vec<String>>(), ']')
        }
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                let key = Json::from(key.as_str());
                format!("{}: {}", in_one_line(&key), in_lines(value, indent + 2))
            });
            ('{', entries.collect(), '}')
        }
        _ => return line,
    };
    let items = items.join(&format!(",\n{inner}"));
    format!("{open}\n{inner}{items}\n{}{close}", " ".repeat(indent))
}

fn in_one_line(json: &Json) -> String {
    match json {
        Json::List(items) => {
            let items: Vec<String> = items.iter().map(in_one_line).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                format!(
                    "{}: {}",
                    in_one_line(&Json::from(key.as_str())),
                    in_one_line(value)
                )
            });
            format!("{{ {} }}", entries.collect::<Vec<String>>().join(", "))
        }
        json => serde_json::to_string(json).unwrap_or_default(),
    }
}
