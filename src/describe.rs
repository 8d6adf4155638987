//! Games in the words of a language: their rules, house rules and irregularities, as data.

use serde::Serialize;
use serde_json::{Value, json};

use crate::games::Entry;
use crate::lang::Language;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::text::RulesText;
use crate::rules::{Facts, HouseRule, Irregularity, args};

/// A game in a list of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The game in one sentence.
    pub about: String,
    /// The author of the game.
    pub author: String,
    /// The current edition of its scoring.
    pub edition: i64,
    /// The id, as documents have it.
    pub id: &'static str,
    /// The name.
    pub name: String,
    /// The numbers of players.
    pub players: PlayerRange,
    /// The rulebook.
    pub source: String,
}

/// The numbers of players that a game can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct PlayerRange {
    /// The fewest.
    pub least: usize,
    /// The most.
    pub most: usize,
}

/// A game with its clauses and house rules.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct GameRules {
    /// The author of the game.
    pub author: String,
    /// The rules that scores and rulings rest on.
    pub clauses: Vec<ClauseText>,
    /// The current edition of its scoring.
    pub edition: i64,
    /// The id, as documents have it.
    pub id: &'static str,
    /// The name.
    pub name: String,
    /// The house rules.
    pub options: Vec<HouseRuleText>,
    /// The rulebook.
    pub source: String,
}

/// A rule of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct ClauseText {
    /// A stable id.
    pub id: &'static str,
    /// Whether the rulebook is silent, and this project decided.
    pub ours: bool,
    /// The place in the rulebook.
    pub source: String,
    /// The rule.
    pub text: String,
}

/// A house rule of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct HouseRuleText {
    /// What it settles, in one sentence.
    pub about: String,
    /// The id of the clause that it changes.
    pub clause: &'static str,
    /// The value in force without it.
    #[cfg_attr(feature = "server", schema(required))]
    pub default: Value,
    /// The key in a document's `options`.
    pub name: &'static str,
    /// Whether the rulebook is silent, and this project decided.
    pub ours: bool,
    /// What it may be, in words.
    pub values: String,
}

/// Something that can go wrong at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct IrregularityText {
    /// The id of the clause that it breaks.
    pub clause: &'static str,
    /// A stable id.
    pub id: &'static str,
    /// What the rulebook does about it; `null` if it is silent.
    #[cfg_attr(feature = "server", schema(required))]
    pub remedy: Option<RemedyText>,
    /// What happened.
    pub text: String,
}

/// What a rulebook does about an irregularity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct RemedyText {
    /// The place in the rulebook.
    pub source: &'static str,
    /// The remedy.
    pub text: String,
}

/// The rules of a game as a text in a language, or in English, if the language has none.
///
/// # Errors
/// The faults of the text, each with its file and line; a test keeps them out of what is shipped.
///
/// ```
/// use overtrick::describe::rules_text;
/// use overtrick::lang::Language;
///
/// for entry in overtrick::games::all() {
///     assert!(rules_text(entry, Language::english()).unwrap().sections().len() > 8);
/// }
/// ```
pub fn rules_text(entry: &Entry, language: &Language) -> Result<RulesText, String> {
    let tags = [language.tag(), Language::english().tag()];
    let mut texts = tags
        .iter()
        .filter_map(|tag| Some((tag, entry.rules_text(tag)?)));
    let (tag, text) = texts.next().unwrap_or((&"en", ""));
    RulesText::read(text, entry.facts).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let folder = entry.folder;
        format!(
            "templates/games/{folder}/rules.{tag}.md: {}",
            faults.join("; ")
        )
    })
}

impl GameSummary {
    /// A game in the words of a language.
    pub fn of(facts: &Facts, language: &Language) -> GameSummary {
        GameSummary {
            about: language.text("game", facts.id),
            author: language.author(facts),
            edition: facts.edition,
            id: facts.id,
            name: language.word(facts.id),
            players: PlayerRange::of(facts),
            source: language.rulebook(facts),
        }
    }
}

impl PlayerRange {
    /// The numbers of players of a game.
    pub fn of(facts: &Facts) -> PlayerRange {
        let (least, most) = facts.players;
        PlayerRange { least, most }
    }
}

impl GameRules {
    /// A game in the words of a language.
    pub fn of(facts: &Facts, language: &Language) -> GameRules {
        let clauses = facts.all_clauses().map(|clause| ClauseText {
            id: clause.id,
            ours: clause.ours,
            source: language.source(clause),
            text: language.text("clause", clause.id),
        });
        let options = facts.options.iter();
        let options = options.map(|rule| HouseRuleText::of(facts, rule, language));
        GameRules {
            author: language.author(facts),
            clauses: clauses.collect(),
            edition: facts.edition,
            id: facts.id,
            name: language.word(facts.id),
            options: options.collect(),
            source: language.rulebook(facts),
        }
    }
}

impl HouseRuleText {
    /// A house rule of a game in the words of a language.
    pub fn of(facts: &Facts, rule: &HouseRule, language: &Language) -> HouseRuleText {
        HouseRuleText {
            about: language.text("option", &format!("{}/{}", facts.id, rule.field.name)),
            clause: rule.clause,
            default: serde_json::from_str(rule.default).unwrap_or_default(),
            name: rule.field.name,
            ours: rule.ours,
            values: values(&rule.field.kind, language),
        }
    }
}

impl IrregularityText {
    /// All irregularities of a game in the words of a language.
    pub fn all(facts: &Facts, language: &Language) -> Vec<IrregularityText> {
        let text = |irregularity: &Irregularity| IrregularityText {
            clause: irregularity.clause,
            id: irregularity.id,
            remedy: irregularity.remedy.map(|source| RemedyText {
                source,
                text: language.text("remedy", irregularity.id),
            }),
            text: language.text("irregularity", irregularity.id),
        };
        facts.irregularities.iter().map(text).collect()
    }
}

/// A hand or a question that is written as it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The key of its title in the game's language files, or the kind of a question.
    name: String,
    /// The game's id.
    game: &'static str,
    /// Who plays; in a question they stand in it.
    pub players: Vec<String>,
    /// The hand's record, or the whole question.
    pub written: Json,
    is_question: bool,
}

/// The examples of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Examples {
    /// A hand of each kind.
    pub hands: Vec<Example>,
    /// A question of each kind.
    pub questions: Vec<Example>,
}

impl Examples {
    /// The examples of a game.
    ///
    /// ```
    /// use overtrick::describe::Examples;
    ///
    /// assert!(!Examples::of(&overtrick::games::all()[0]).hands.is_empty());
    /// ```
    pub fn of(entry: &Entry) -> Examples {
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

    /// The questions of a kind.
    pub fn of_kind(self, kind: &str) -> Vec<Example> {
        let questions = self.questions.into_iter();
        questions.filter(|example| example.name == kind).collect()
    }
}

impl Example {
    /// What it is an example of.
    pub fn title(&self, language: &Language) -> String {
        if self.is_question {
            language.text("question", &self.name)
        } else {
            language.text("example", &format!("{}/{}", self.game, self.name))
        }
    }

    /// The example as JSON: what fits into a line of 76 characters stands in one.
    pub fn text(&self) -> String {
        in_lines(&self.written, 0)
    }

    /// Its title and what is written.
    pub fn to_json(&self, language: &Language) -> Value {
        let written = serde_json::to_value(&self.written).unwrap_or_default();
        if self.is_question {
            return json!({ "title": self.title(language), "question": written });
        }
        json!({ "title": self.title(language), "players": self.players, "hand": written })
    }
}

/// JSON that is read by people: lists and objects in one line where they fit, at this indent.
fn in_lines(json: &Json, indent: usize) -> String {
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

/// What a field of this kind takes, in words.
pub fn kind_in_words(kind: &Kind, language: &Language) -> String {
    match kind {
        Kind::PerPlayer(inner) => {
            let value = kind_in_words(inner, language);
            language.format("ui", "per-player", &args![value: value])
        }
        Kind::OneOf(kinds) => {
            let kinds: Vec<String> = kinds
                .iter()
                .map(|kind| kind_in_words(kind, language))
                .collect();
            kinds.join(" | ")
        }
        kind => values(kind, language),
    }
}

/// What a field may hold, in words.
fn values(kind: &Kind, language: &Language) -> String {
    match kind {
        Kind::Word(words) => words.join(" | "),
        Kind::Int(least, most) | Kind::Number(least, most) => {
            language.format("ui", "range", &args![least: *least, most: *most])
        }
        Kind::List(kind) => language.format("ui", "list-of", &args![items: values(kind, language)]),
        Kind::Nullable(kind) => {
            language.format("ui", "or-null", &args![value: values(kind, language)])
        }
        Kind::Object(fields) => {
            let field =
                |field: &Field| format!("{}: {}", field.name, values(&field.kind, language));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        kind => language.word(kind.word()),
    }
}
