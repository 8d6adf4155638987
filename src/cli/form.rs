//! `overtrick form` and `overtrick schema`: how a hand or a question is written.

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::error::{CommandError, Outcome};
use super::table::{block, grid, left, wrapped};
use super::{game, output};
use crate::describe::{Example, Examples, kind_in_words};
use crate::lang::Language;
use crate::rules::form::{Field, Kind, Need};
use crate::rules::{Facts, QuestionKind, args};
use crate::schema;

/// Show how a hand of a game is written: its fields, what each takes, when it is needed, and examples
/// that score as they stand.
#[derive(Debug, Args)]
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
            let form = schema::form(fields);
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
    add_fields(&mut rows, facts, fields, "", language);
    let mut text = block(&rows);
    text += &format!("\n{}", wrapped(&language.text("ui", "form-legend")));
    for example in examples {
        text += &format!("\n{}:\n{}\n", example.title(language), example.text());
    }
    text
}

/// A row for each field: its name, whether it is needed, what it takes. Fields of an object stand under
/// it, further in.
fn add_fields(
    rows: &mut comfy_table::Table,
    facts: &Facts,
    fields: &[Field],
    indent: &str,
    language: &Language,
) {
    for field in fields {
        let when = format!("{}/{}", facts.id, field.name);
        let need = match field.need {
            Need::Required => language.text("ui", "need-required"),
            Need::Depends if indent.is_empty() && language.has("when", &when) => {
                language.text("when", &when)
            }
            Need::Depends => language.text("ui", "need-depends"),
            Need::Optional => language.text("ui", "need-optional"),
        };
        let name = format!("{indent}{}", field.name);
        let inner = object_fields(&field.kind);
        let takes = match inner {
            Some(_) => language.word(field.kind.word()),
            None => kind_in_words(&field.kind, language),
        };
        rows.add_row([name, takes, need].map(left));
        if let Some(inner) = inner {
            add_fields(rows, facts, inner, &format!("{indent}  "), language);
        }
    }
}

/// The fields of an object, or of the objects of a list.
fn object_fields(kind: &Kind) -> Option<&'static [Field]> {
    match kind {
        Kind::Object(fields) => Some(fields),
        Kind::List(inner) | Kind::Nullable(inner) => object_fields(inner),
        Kind::OneOf(kinds) => kinds.iter().find_map(object_fields),
        _ => None,
    }
}
