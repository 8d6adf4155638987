//! Instructions for writing hands of a game and questions about it: fields, conditions for fields, and examples.

use serde::Serialize;
use serde_json::{Value, json};

use crate::lang::Language;
use overtrick_core::form::{Field, FieldOf, Kind, KindOf, Need};
use overtrick_core::json::Json;
use overtrick_core::{Facts, FactsOf, QuestionKind, args};
use overtrick_games::Entry;

/// Instructions for writing a hand of a game and questions about the game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Writing {
    /// One hand of each kind.
    pub examples: Value,
    /// The fields of a hand's record, in the order of entry.
    pub form: Value,
    /// The kinds of questions.
    pub questions: Vec<QuestionWriting>,
}

/// A kind of question about a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = QuestionForm))]
pub struct QuestionWriting {
    /// Questions of this kind.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub examples: Value,
    /// Its fields, in the order of entry.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub form: Value,
    /// The kind of question.
    pub question: QuestionKind,
}

/// A field as a row of a table. If it is an object, the fields of the object follow in indented rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldText {
    /// Its name.
    pub name: &'static str,
    /// The number of objects that contain it.
    pub depth: usize,
    /// The values that it accepts.
    pub takes: String,
    /// When it is required, in words.
    pub need: String,
}

impl Writing {
    /// Describes how to write hands and questions of a game in a language.
    ///
    /// ```
    /// use overtrick_match::describe::Writing;
    /// use overtrick_match::lang::Language;
    ///
    /// let writing = Writing::new(&overtrick_games::all()[0], Language::english());
    /// assert!(!writing.questions.is_empty());
    /// ```
    pub fn new(entry: &Entry, language: &Language) -> Writing {
        let facts = entry.facts;
        let examples = Examples::new(entry, language);
        let questions = facts.questions.iter().map(|(kind, _)| QuestionWriting {
            examples: examples.of_kind(*kind).map(Example::to_json).collect(),
            form: form(facts, Some(*kind), language),
            question: *kind,
        });
        Writing {
            questions: questions.collect(),
            form: form(facts, None, language),
            examples: examples.hands.iter().map(Example::to_json).collect(),
        }
    }
}

/// Returns the fields of a question as JSON, or those of a hand's record if `question` is `None`. If a field
/// is only sometimes required, a sentence explains when.
pub fn form(facts: &FactsOf<'_>, question: Option<QuestionKind>, language: &Language) -> Value {
    let entry = |field: &FieldOf<'_>| {
        let mut entry = form_field(field);
        if let Some(when) = when(facts, question, field, language) {
            entry["when"] = json!(when);
        }
        entry
    };
    fields_of(facts, question).iter().map(entry).collect()
}

fn fields_of<'a>(facts: &FactsOf<'a>, question: Option<QuestionKind>) -> &'a [FieldOf<'a>] {
    let Some(question) = question else {
        return facts.record;
    };
    let mut questions = facts.questions.iter();
    let found = questions.find(|(kind, _)| *kind == question);
    found.map_or(&[], |(_, fields)| fields)
}

fn form_field(field: &FieldOf<'_>) -> Value {
    let mut entry = form_kind(&field.kind);
    entry["name"] = field.name.into();
    entry["need"] = field.need.word().into();
    entry
}

fn form_kind(kind: &KindOf<'_>) -> Value {
    let mut entry = json!({ "kind": kind.word() });
    match kind {
        KindOf::Int(least, most) | KindOf::Number(least, most) => {
            entry["least"] = (*least).into();
            entry["most"] = (*most).into();
        }
        KindOf::Word(words) => entry["words"] = json!(words),
        KindOf::PerPlayer(inner) | KindOf::ById(inner) | KindOf::List(inner) => {
            entry["of"] = form_kind(inner);
        }
        KindOf::Object(fields) => entry["fields"] = fields.iter().map(form_field).collect(),
        KindOf::OneOf(kinds) => entry["one_of"] = kinds.iter().map(form_kind).collect(),
        KindOf::Nullable(inner) => {
            entry = form_kind(inner);
            entry["nullable"] = true.into();
        }
        KindOf::Any | KindOf::Text | KindOf::Flag | KindOf::Player | KindOf::Card => {}
    }
    entry
}

/// Returns the sentence that explains when a field is required, if there is one. A field of a question and a
/// field of a record have different sentences, even if they have the same name.
fn when(
    facts: &FactsOf<'_>,
    question: Option<QuestionKind>,
    field: &FieldOf<'_>,
    language: &Language,
) -> Option<String> {
    let key = match question {
        Some(question) => format!("{}/{}/{}", facts.id, question.word(), field.name),
        None => format!("{}/{}", facts.id, field.name),
    };
    let has_text = field.need == Need::Depends && language.has("when", &key);
    has_text.then(|| language.text("when", &key))
}

/// Returns a row for each field of a question, or of a hand's record if `question` is `None`.
pub fn fields_in_words(
    facts: &Facts,
    question: Option<QuestionKind>,
    language: &Language,
) -> Vec<FieldText> {
    let mut rows = Vec::new();
    for field in fields_of(facts, question) {
        let when = when(facts, question, field, language);
        add_field(&mut rows, field, 0, when, language);
    }
    rows
}

/// Adds the rows of a field and of the fields in it.
fn add_field(
    rows: &mut Vec<FieldText>,
    field: &Field,
    depth: usize,
    when: Option<String>,
    language: &Language,
) {
    let need = || language.text("ui", &format!("need-{}", field.need.word()));
    let need = when.unwrap_or_else(need);
    let inner = object_fields(&field.kind);
    let takes = match inner {
        Some(_) => language.word(field.kind.word()),
        None => kind_in_words(&field.kind, language),
    };
    rows.push(FieldText {
        name: field.name,
        depth,
        takes,
        need,
    });
    for field in inner.into_iter().flatten() {
        add_field(rows, field, depth + 1, None, language);
    }
}

/// Returns the fields of an object, or of the objects in a list.
fn object_fields(kind: &Kind) -> Option<&'static [Field]> {
    match kind {
        Kind::Object(fields) => Some(fields),
        Kind::List(inner) | Kind::Nullable(inner) => object_fields(inner),
        Kind::OneOf(kinds) => kinds.iter().find_map(object_fields),
        _ => None,
    }
}

/// Describes the values that a field of this kind accepts.
pub(super) fn kind_in_words(kind: &Kind, language: &Language) -> String {
    let format = |key, args| language.format("ui", key, &args);
    match kind {
        Kind::PerPlayer(item) => format("per-player", args![value: kind_in_words(item, language)]),
        Kind::OneOf(kinds) => {
            let kinds = kinds.iter().map(|kind| kind_in_words(kind, language));
            kinds.collect::<Vec<String>>().join(" | ")
        }
        Kind::Word(words) => words.join(" | "),
        Kind::Int(least, most) | Kind::Number(least, most) => {
            format("range", args![least: *least, most: *most])
        }
        Kind::List(item) => format("list-of", args![items: kind_in_words(item, language)]),
        Kind::Nullable(kind) => format("or-null", args![value: kind_in_words(kind, language)]),
        Kind::Object(fields) => {
            let field = |it: &Field| format!("{}: {}", it.name, kind_in_words(&it.kind, language));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        kind => language.word(kind.word()),
    }
}

/// Returns the value of a house rule in words; empty if it is not set.
///
/// ```
/// use overtrick_match::describe::value_in_words;
/// use overtrick_match::lang::Language;
///
/// let words = |value| value_in_words(&value, "a-game", Language::english());
/// assert_eq!(words(serde_json::json!(-2)), "−2");
/// assert_eq!(words(serde_json::json!([1, true])), "1, yes");
/// assert_eq!(words(serde_json::json!("no-trump")), "no-trump");
/// assert_eq!(words(serde_json::Value::Null), "");
/// ```
pub fn value_in_words(value: &Value, game: &str, language: &Language) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(is_so) => language.text("ui", if *is_so { "yes" } else { "no" }),
        Value::Number(number) => number.to_string().replace('-', "−"),
        Value::String(word) => language.word_in(game, word),
        Value::Array(items) => {
            let item = |item| value_in_words(item, game, language);
            items.iter().map(item).collect::<Vec<String>>().join(", ")
        }
        Value::Object(entries) => {
            let entry = |(name, item): (&String, &Value)| {
                let name = language.word(&name.replace('_', "-"));
                format!("{name} {}", value_in_words(item, game, language))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            entries.join(", ")
        }
    }
}

/// An example of a correctly written hand or question.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Its title.
    pub title: String,
    /// The players; empty for a question, because `written` already contains them.
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
    /// Creates the examples of a game, with titles in a language.
    ///
    /// ```
    /// use overtrick_match::describe::Examples;
    /// use overtrick_match::lang::Language;
    ///
    /// let game = &overtrick_games::all()[0];
    /// assert!(!Examples::new(game, Language::english()).hands.is_empty());
    /// ```
    pub fn new(entry: &Entry, language: &Language) -> Examples {
        let all: Json = serde_json::from_str(entry.examples).unwrap_or(Json::Null);
        let text = |json: &Json, key: &str| json.text(key).unwrap_or_default().to_owned();
        let players = |example: &Json| example.get("players")?.typed();
        let hand = |example: &Json| {
            let name = format!("{}/{}", entry.facts.id, text(example, "name"));
            Example {
                title: language.text("example", &name),
                players: players(example).unwrap_or_default(),
                written: example.get("hand").cloned().unwrap_or(Json::EMPTY),
            }
        };
        let question = |question: &Json| Example {
            title: language.text("question", &text(question, "question")),
            players: Vec::new(),
            written: question.clone(),
        };
        Examples {
            hands: all.list("hands").iter().map(hand).collect(),
            questions: all.list("questions").iter().map(question).collect(),
        }
    }

    /// Returns the questions of one kind.
    pub fn of_kind(&self, kind: QuestionKind) -> impl Iterator<Item = &Example> {
        let is_of_kind = move |it: &&Example| it.written.text("question") == Some(kind.word());
        self.questions.iter().filter(is_of_kind)
    }
}

impl Example {
    /// Returns the example as JSON. Values that fit into 76 characters are on one line.
    pub fn text(&self) -> String {
        in_lines(&self.written, 0)
    }

    /// Returns its title and contents as JSON.
    pub fn to_json(&self) -> Value {
        let written = serde_json::to_value(&self.written).unwrap_or_default();
        if self.written.get("question").is_some() {
            return json!({ "title": self.title, "question": written });
        }
        json!({ "title": self.title, "players": self.players, "hand": written })
    }
}

/// Formats JSON for people at this indent. An inner list or object is on one line if it fits.
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

/// Returns the items of a list or the entries of an object, between the two brackets; `None` for other values.
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
