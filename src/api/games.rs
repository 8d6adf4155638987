//! `/games`: the games and their rules.

use actix_web::HttpRequest;
use actix_web::web::Path;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::responses::{NotAcceptable, NotFound};
use super::schema;
use crate::describe::{GameRules, GameSummary, IrregularityText, PlayerRange};
use crate::games::{self, Entry};
use crate::http::answer::{Answer, in_language};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::request;
use crate::lang::Language;
use crate::rules::{Facts, QuestionKind, args};

/// Every game.
#[derive(Debug, Serialize, ToSchema)]
struct Games {
    /// In the order of the registry.
    games: Vec<GameSummary>,
}

/// A game: its rules, what can be asked of it, the form of a record, and the JSON Schemas.
#[derive(Debug, Serialize, ToSchema)]
struct Game {
    #[serde(flatten)]
    rules: GameRules,
    /// The game in one sentence.
    about: String,
    /// The fields of a hand's record, in the order in which they are asked for.
    #[schema(value_type = Vec<Object>)]
    form: Value,
    /// Whether points come in halves.
    halves: bool,
    /// What can go wrong at the table.
    irregularities: Vec<IrregularityText>,
    /// The numbers of players.
    players: PlayerRange,
    /// What can be asked for a ruling on.
    questions: Vec<Question>,
    /// JSON Schemas of what a match document has of this game.
    schemas: GameSchemas,
}

/// A question that can be asked of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QuestionForm)]
struct Question {
    /// Its fields, in the order in which they are asked for.
    #[schema(value_type = Vec<Object>)]
    form: Value,
    /// What is asked.
    question: QuestionKind,
}

/// JSON Schemas of what a match document has of a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameSchemas {
    /// Of the hand being played.
    current: Value,
    /// Of the house rules.
    options: Value,
    /// Of a hand's record.
    record: Value,
}

/// The games.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", operation_id = "listGames", responses(
    (status = 200, description = "Every game", body = Games),
    NotAcceptable,
))]
pub async fn list(request: HttpRequest) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let games = games::all().iter();
    let games = games.map(|entry| GameSummary::of(entry.facts, language));
    Ok(in_language(language).json(Games {
        games: games.collect(),
    }))
}

/// One game: its rules, its house rules, what can go wrong, the form of a record, and the JSON
/// Schemas of options and records.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games", operation_id = "getGame",
    params(("game" = String, Path, description = "The game's id")), responses(
    (status = 200, description = "The game", body = Game),
    NotFound, NotAcceptable,
))]
pub async fn one(request: HttpRequest, game: Path<String>) -> Answer {
    let language = request::accepts(&request, "application/json")?;
    let game = find(&game)?;
    Ok(in_language(language).json(Game::of(game.facts, language)))
}

/// The game of an id.
///
/// # Errors
/// 404.
pub fn find(id: &str) -> Result<&'static Entry, Problem> {
    let unknown = || Problem::new(ProblemKind::NotFound).with_args(args![found: id.to_owned()]);
    games::find(id).ok_or_else(unknown)
}

impl Game {
    fn of(facts: &Facts, language: &Language) -> Game {
        let questions = facts.questions.iter().map(|(kind, fields)| Question {
            form: schema::form(fields),
            question: *kind,
        });
        Game {
            rules: GameRules::of(facts, language),
            about: language.text("game", facts.id),
            form: schema::form(facts.record),
            halves: facts.halves,
            irregularities: IrregularityText::all(facts, language),
            players: PlayerRange::of(facts),
            questions: questions.collect(),
            schemas: GameSchemas {
                current: with_dialect(schema::object(facts.record, false)),
                options: with_dialect(schema::options(facts)),
                record: with_dialect(schema::object(facts.record, true)),
            },
        }
    }
}

fn with_dialect(mut schema: Value) -> Value {
    schema["$schema"] = json!(schema::DIALECT);
    schema
}
