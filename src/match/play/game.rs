//! The data that a page needs to enter and judge a hand of a game.

use serde::Serialize;
use serde_json::Value;

use crate::describe::{GameRules, IrregularityText, PlayerRange, QuestionWriting, Writing};
use crate::lang::Language;
use crate::schema;
use overtrick_games::Entry;

/// A game: its rules, its questions, the form of a record, and the JSON Schemas.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Game))]
pub struct GameText {
    #[serde(flatten)]
    rules: GameRules,
    /// The game in one sentence.
    about: String,
    /// One hand of each kind.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    examples: Value,
    /// The fields of a hand's record, in the order of entry.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    form: Value,
    /// Whether points may be halves.
    halves: bool,
    /// The irregularities that can happen at the table.
    irregularities: Vec<IrregularityText>,
    /// The possible numbers of players.
    players: PlayerRange,
    /// The kinds of questions.
    questions: Vec<QuestionWriting>,
    /// JSON Schemas of the game-specific parts of a match document.
    schemas: GameSchemas,
}

/// JSON Schemas of the game-specific parts of a match document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct GameSchemas {
    /// The schema of the hand being played.
    current: Value,
    /// The schema of the house rules.
    options: Value,
    /// The schema of a hand's record.
    record: Value,
}

impl GameText {
    /// Creates the data of a game in a language.
    pub fn new(entry: &Entry, language: &Language) -> GameText {
        let facts = entry.facts;
        let Writing {
            examples,
            form,
            questions,
        } = Writing::new(entry, language);
        GameText {
            rules: GameRules::new(facts, language),
            about: language.text("game", facts.id),
            examples,
            form,
            halves: facts.halves,
            irregularities: IrregularityText::all(facts, language),
            players: PlayerRange::new(facts),
            questions,
            schemas: GameSchemas {
                current: schema::with_dialect(schema::object(facts.record, false)),
                options: schema::with_dialect(schema::options(facts)),
                record: schema::with_dialect(schema::object(facts.record, true)),
            },
        }
    }
}
