//! `overtrick form` and `overtrick schema`: how a hand or a question is written.

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::error::{CommandError, FaultFormat, Outcome};
use super::game::{self, GameChoice};
use super::grid::{Grid, left, wrapped};
use super::{output, words};
use overtrick_core::{Facts, QuestionKind, args};
use overtrick_match::describe::{Example, Examples, fields_in_words, form};
use overtrick_match::lang::Language;
use overtrick_match::{MatchGame, schema};

/// Show how to write a hand of a game: its fields, their values, when each is needed, and complete examples.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick form {game}", "overtrick form {game} --question trick"]))]
pub struct Form {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GAMES, hide_possible_values = true)]
    game: String,
    /// Show how to write a question for overtrick adjudicate
    #[arg(long, value_name = "QUESTION", value_parser = PossibleValuesParser::new(QuestionKind::WORDS))]
    question: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Print the JSON Schema of a game's match document, for editors that complete and check it.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick schema {game} > {game}.schema.json", "overtrick schema --game-file wizard.toml > wizard.schema.json"]))]
pub struct Schema {
    #[command(flatten)]
    game: GameChoice,
}

impl Schema {
    pub fn run(self, language: &Language) -> Outcome {
        match self.game.find(FaultFormat::Text, language)? {
            MatchGame::Own(definition) => {
                output::json(&schema::own_document(&definition, language))
            }
            MatchGame::Shipped(entry) => output::json(&schema::whole_document(entry.facts)),
        }
    }
}

impl Form {
    pub fn run(self, language: &Language) -> Outcome {
        let entry = game::find(&self.game, language)?;
        let facts = entry.facts;
        let examples = Examples::new(entry);
        let (question, examples) = match &self.question {
            None => (None, examples.hands),
            Some(kind) => {
                let question = find_question(facts, kind, language)?;
                (Some(question), examples.of_kind(kind))
            }
        };
        if self.json {
            let examples: Vec<Value> = examples
                .iter()
                .map(|example| example.to_json(language))
                .collect();
            let form = form(facts, question, language);
            return output::json(&json!({ "game": facts.id, "form": form, "examples": examples }));
        }
        output::text(&as_text(facts, question, &examples, language))
    }
}

/// The kind of question that a word names in a game.
fn find_question(
    facts: &Facts,
    word: &str,
    language: &Language,
) -> Result<QuestionKind, CommandError> {
    let mut questions = facts.questions.iter().map(|(kind, _)| *kind);
    questions.find(|kind| kind.word() == word).ok_or_else(|| {
        let known = facts
            .questions
            .iter()
            .map(|(known, _)| known.word().to_owned());
        let known: Vec<String> = known.collect();
        let args = args![game: facts.id, found: word.to_owned(), questions: known];
        CommandError::usage(language.format("finding", "unknown-question", &args))
    })
}

fn as_text(
    facts: &Facts,
    question: Option<QuestionKind>,
    examples: &[Example],
    language: &Language,
) -> String {
    let mut rows = Grid::new();
    for field in fields_in_words(facts, question, language) {
        let name = format!("{}{}", "  ".repeat(field.depth), field.name);
        rows.add_row([name, field.takes, field.need].map(left));
    }
    let mut text = rows.text();
    text += &format!("\n{}", wrapped(&language.text("ui", "form-legend")));
    for example in examples {
        text += &format!("\n{}:\n{}\n", example.title(language), example.text());
    }
    text
}
