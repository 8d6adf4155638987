//! A game as a page asks for it: all that entering and judging a hand takes.

use serde::Serialize;
use serde_json::{Value, json};

use crate::describe::{GameRules, IrregularityText, PlayerRange, QuestionWriting, Writing};
use crate::lang::Language;
use crate::schema;
use overtrick_games::Entry;

/// A game: its rules, what can be asked of it, the form of a record, and the JSON Schemas.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Game))]
pub struct GameText {
    #[serde(flatten)]
    rules: GameRules,
    /// The game in one sentence.
    about: String,
    /// A hand of each kind, as it is written.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    examples: Value,
    /// The fields of a hand's record, in the order in which they are asked for.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    form: Value,
    /// Whether points come in halves.
    halves: bool,
    /// What can go wrong at the table.
    irregularities: Vec<IrregularityText>,
    /// The numbers of players.
    players: PlayerRange,
    /// What can be asked for a ruling on.
    questions: Vec<QuestionWriting>,
    /// JSON Schemas of what a match document has of this game.
    schemas: GameSchemas,
}

/// JSON Schemas of what a match document has of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct GameSchemas {
    /// Of the hand being played.
    current: Value,
    /// Of the house rules.
    options: Value,
    /// Of a hand's record.
    record: Value,
}

impl GameText {
    /// The game in a language.
    pub fn of(entry: &Entry, language: &Language) -> GameText {
        let facts = entry.facts;
        let Writing {
            examples,
            form,
            questions,
        } = Writing::of(entry, language);
        GameText {
            rules: GameRules::of(facts, language),
            about: language.text("game", facts.id),
            examples,
            form,
            halves: facts.halves,
            irregularities: IrregularityText::all(facts, language),
            players: PlayerRange::of(facts),
            questions,
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
