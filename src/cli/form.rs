//! `overtrick form` and `overtrick schema`: how a hand or a question is written.

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::error::{CommandError, Outcome};
use super::table::{block, grid, left, wrapped};
use super::{game, output};
use crate::describe::{Example, Examples, fields_in_words, form};
use crate::lang::Language;
use crate::rules::form::Field;
use crate::rules::{Facts, QuestionKind, args};
use crate::schema;

/// Show how a hand of a game is written: its fields, what each takes, when it is needed, and examples
/// that score as they stand.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick form {game}", "overtrick form {game} --question trick"]))]
pub struct Form {
    /// The game, as overtrick games lists it
    game: String,
    /// How a question for overtrick adjudicate is written
    #[arg(long, value_name = "QUESTION", value_parser = PossibleValuesParser::new(QuestionKind::WORDS))]
    question: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Print the JSON Schema of a game's match document, with which an editor completes and checks it.
#[derive(Debug, Args)]
#[command(after_help = super::examples::of(&["overtrick schema {game} > {game}.schema.json"]))]
pub struct Schema {
    /// The game, as overtrick games lists it
    game: String,
}

impl Schema {
    pub fn run(self, language: &Language) -> Outcome {
        let facts = game::find(&self.game, language)?.facts;
        output::json(&schema::whole_document(facts))
    }
}

impl Form {
    pub fn run(self, language: &Language) -> Outcome {
        let entry = game::find(&self.game, language)?;
        let facts = entry.facts;
        let examples = Examples::of(entry);
        let (fields, examples) = match &self.question {
            None => (facts.record, examples.hands),
            Some(kind) => (question(facts, kind, language)?, examples.of_kind(kind)),
        };
        if self.json {
            let examples: Vec<Value> = examples
                .iter()
                .map(|example| example.to_json(language))
                .collect();
            let form = form(facts, fields, language);
            return output::json(&json!({ "game": facts.id, "form": form, "examples": examples }));
        }
        output::text(&as_text(facts, fields, &examples, language))
    }
}

/// The fields of a question of this kind.
fn question(
    facts: &Facts,
    kind: &str,
    language: &Language,
) -> Result<&'static [Field], CommandError> {
    let mut questions = facts.questions.iter();
    let found = questions.find(|(known, _)| known.word() == kind);
    found.map(|(_, fields)| *fields).ok_or_else(|| {
        let known = facts
            .questions
            .iter()
            .map(|(known, _)| known.word().to_owned());
        let known: Vec<String> = known.collect();
        let args = args![game: facts.id, found: kind.to_owned(), questions: known];
        CommandError::usage(language.format("finding", "unknown-question", &args))
    })
}

fn as_text(facts: &Facts, fields: &[Field], examples: &[Example], language: &Language) -> String {
    let mut rows = grid();
    for field in fields_in_words(facts, fields, language) {
        let name = format!("{}{}", "  ".repeat(field.depth), field.name);
        rows.add_row([name, field.takes, field.need].map(left));
    }
    let mut text = block(&rows);
    text += &format!("\n{}", wrapped(&language.text("ui", "form-legend")));
    for example in examples {
        text += &format!("\n{}:\n{}\n", example.title(language), example.text());
    }
    text
}
