//! `overtrick form` and `overtrick schema`: how a hand or a question is written.

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::error::{FaultFormat, Outcome};
use super::game::{self, GameChoice};
use super::grid::{Grid, left, wrapped};
use super::output::{self, language};
use super::words;
use overtrick_core::{Arg, Facts, QuestionKind};
use overtrick_match::describe::{Example, Examples, fields_in_words, form};
use overtrick_match::{MatchGame, schema};

/// Show how to write a hand of a game: its fields, their values, when each is needed, and complete examples.
#[derive(Debug, Args)]
pub struct Form {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GameName, hide_possible_values = true)]
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
pub struct Schema {
    #[command(flatten)]
    game: GameChoice,
}

impl Schema {
    pub fn run(self) -> Outcome {
        match self.game.find(FaultFormat::Text)? {
            MatchGame::Own(definition) => {
                output::json(&schema::own_document(&definition, language()))
            }
            MatchGame::Shipped(entry) => output::json(&schema::whole_document(entry.facts)),
        }
    }
}

impl Form {
    pub fn run(self) -> Outcome {
        let entry = game::find(&self.game)?;
        let facts = entry.facts;
        let all = Examples::new(entry, language());
        let (question, examples): (_, Vec<&Example>) = match &self.question {
            None => (None, all.hands.iter().collect()),
            Some(kind) => {
                let question = find_question(facts, kind)?;
                (Some(question), all.of_kind(question).collect())
            }
        };
        if self.json {
            let examples: Vec<Value> = examples.into_iter().map(Example::to_json).collect();
            let form = form(facts, question, language());
            return output::json(&json!({ "game": facts.id, "form": form, "examples": examples }));
        }
        output::text(&as_text(facts, question, &examples))
    }
}

/// Finds a kind of question of a game by its word.
fn find_question(facts: &Facts, word: &str) -> Outcome<QuestionKind> {
    let questions = || facts.questions.iter().map(|(kind, _)| *kind);
    let found = questions().find(|kind| kind.word() == word);
    found.ok_or_else(|| {
        misuse!("finding", "unknown-question", game: facts.id, found: word.to_owned(),
            questions: Arg::texts(questions().map(QuestionKind::word)))
    })
}

fn as_text(facts: &Facts, question: Option<QuestionKind>, examples: &[&Example]) -> String {
    let rows = fields_in_words(facts, question, language()).into_iter();
    let rows = rows.map(|field| {
        let name = format!("{}{}", "  ".repeat(field.depth), field.name);
        [name, field.takes, field.need].map(left)
    });
    let mut text = rows.collect::<Grid>().text();
    text += &format!("\n{}", wrapped(&language().text("ui", "form-legend")));
    for example in examples {
        text += &format!("\n{}:\n{}\n", example.title, example.text());
    }
    text
}
