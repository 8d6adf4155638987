//! `overtrick game`: custom games, whose definitions are files.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use serde_json::json;

use super::changes::Target;
use super::error::{FaultFormat, Outcome};
use super::grid::{Grid, left};
use super::input::Document;
use super::output::{self, language};
use overtrick_core::form::{FieldOf, KindOf, Need};
use overtrick_core::json::Json;
use overtrick_core::judging::utf8;
use overtrick_core::{Name, limited};
use overtrick_match::describe::{PlayerRange, word_in};
use overtrick_match::lang::visible_line;
use overtrick_match::ledger::Change;
use overtrick_own::{Definition, PRESETS, read, read_file};

/// Start, check, show or replace the definition of a custom game. A definition is a TOML or JSON file; a
/// match document contains it in the field definition.
#[derive(Debug, Args)]
pub struct OwnGame {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the definition of a gallery game, for you to edit
    New {
        /// The gallery game to start from
        #[arg(value_parser = PossibleValuesParser::new(PRESETS.iter().map(|(id, _)| *id)))]
        preset: String,
    },
    /// Check a definition, and list all faults with their lines
    Check {
        /// The definition, or - for standard input
        file: String,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the fields of a hand, the house rules and the clauses
    Show {
        /// The definition, or - for standard input
        file: String,
        /// Write the definition as JSON, for a match document
        #[arg(long)]
        json: bool,
    },
    /// Replace the definition of a match in a file, and score the whole match again
    Replace {
        /// The correct definition, or - for standard input
        definition: String,
        #[command(flatten)]
        target: Target,
        /// The reason, which is kept in the history
        #[arg(long)]
        reason: String,
    },
}

impl OwnGame {
    pub fn run(self) -> Outcome {
        match self.command {
            Command::New { preset } => {
                output::data(overtrick_own::preset(&preset).unwrap_or_default())
            }
            Command::Replace {
                definition,
                target,
                reason,
            } => {
                let definition = checked(&definition, FaultFormat::new(target.json))?;
                let definition = definition.json().clone();
                let change = Change::Redefine { definition, reason };
                target.make(change, language().text("keep", "redefined"))
            }
            Command::Check { file, json } => {
                let definition = checked(&file, FaultFormat::new(json))?;
                let figures = json!({"id": definition.id(), "steps": definition.steps()});
                let sentence = sentence!("ui", "own-sound", name: definition.name().clone(),
                    steps: definition.steps(), fields: definition.field_names().count(),
                    clauses: definition.clauses().count());
                output::answer(json, &figures, &sentence)
            }
            Command::Show { file, json } => {
                let definition = checked(&file, FaultFormat::Text)?;
                if json {
                    return output::json(definition.json());
                }
                output::text(&shown(&definition))
            }
        }
    }
}

/// Reads a definition from a file. The error lists all its faults with their lines.
pub fn checked(path: &str, format: FaultFormat) -> Outcome<Definition> {
    let document = Document::read(path, format)?;
    let text = utf8(&document.bytes).map_err(|fault| document.refuse(&[fault]))?;
    let file = read_file(text).map_err(|fault| document.refuse(&[fault]))?;
    read(&file.json).map_err(|faults| {
        let mut faults = limited(faults);
        if format == FaultFormat::Text {
            faults.sort_by_key(|fault| file.line(&fault.pointer));
        }
        let mut error = document.refuse(&faults);
        for hint in &mut error.hints {
            if let Some(line) = file.line(&hint.place) {
                hint.place = format!("{}:{line}: {}", document.name, hint.place);
            }
        }
        error
    })
}

/// Explains the values of a field of a hand, and when the field is needed.
pub fn explained(definition: &Definition, name: &str) -> String {
    let line = definition.with_record_fields(|fields| {
        let field = fields.iter().find(|field| field.name == name);
        field.map(|field| about_field(definition, field))
    });
    line.map_or_else(String::new, |line| visible_line(&format!("{name}: {line}")))
}

fn about_field(definition: &Definition, field: &FieldOf<'_>) -> String {
    let values = values(definition, &field.kind);
    let line = match field.need {
        Need::Required => values,
        Need::Depends => sentence!("ui", "own-depends", values: values),
        Need::Optional => sentence!("ui", "own-optional", values: values),
    };
    line + &about(field.name, definition.field_texts(field.name))
}

/// Returns the label and the explanation of a field or house rule, each preceded by a semicolon.
fn about(name: &str, texts: Option<(&Name, &Name)>) -> String {
    let Some((label, about)) = texts else {
        return String::new();
    };
    let texts = own_label(name, label).into_iter();
    let texts = texts.chain([language().named(about)]);
    let texts = texts.filter(|text| !text.is_empty());
    texts.fold(String::new(), |line, text| line + "; " + &text)
}

/// Returns the label of a field or house rule, unless it equals the name.
pub fn own_label(name: &str, label: &Name) -> Option<String> {
    let label = language().named(label);
    (label != name.replace('_', " ")).then_some(label)
}

/// Returns a summary of the game: the fields of a hand, the house rules, the course of play and the clauses.
pub fn shown(definition: &Definition) -> String {
    let (least, most) = definition.players();
    let mut facts = vec![PlayerRange { least, most }.in_words(language())];
    if definition.sides() > 0 {
        facts.push(sentence!("ui", "own-sides", sides: definition.sides()));
    }
    if definition.lowest_wins() {
        facts.push(language().text("ui", "own-lowest"));
    }
    let name = language().named(definition.name());
    let mut text = format!("{name} · {}\n", facts.join(" · "));
    let mut section = |heading: &str, rows: Vec<(String, String)>| {
        if rows.is_empty() {
            return;
        }
        let rows = rows.into_iter();
        let grid: Grid = rows
            .map(|(name, about)| [left(format!("  {name}")), left(about)])
            .collect();
        text += &format!("\n{}\n{}", language().text("ui", heading), grid.text());
    };
    let record = definition.with_record_fields(|fields| {
        let fields = fields.iter().filter(|field| field.name != "irregularities");
        let row = |field: &FieldOf<'_>| (field.name.to_owned(), about_field(definition, field));
        fields.map(row).collect()
    });
    section("own-record", record);
    let options = definition.with_option_fields(|fields| {
        let rows = fields.iter().map(|field| {
            let default = usual(definition, field.name);
            let line = sentence!("ui", "own-usual", values: values(definition, &field.kind),
                default: default);
            let texts = definition.option_texts(field.name);
            (field.name.to_owned(), line + &about(field.name, texts))
        });
        rows.collect()
    });
    section("own-options", options);
    let json = definition.json();
    let course = ["cards", "hands", "ends", "deals", "leads"].into_iter();
    let course = course.filter_map(|key| Some((key.to_owned(), written(json.get(key)?)?)));
    section("own-course", course.collect());
    let clauses = definition.clauses();
    let clauses = clauses
        .map(|(name, text)| (name.to_owned(), language().named(text)))
        .collect();
    section("own-clauses", clauses);
    text
}

/// Returns the default of a house rule as text. An expression is shown as written in the definition.
fn usual(definition: &Definition, option: &str) -> String {
    let default = definition.default_of(option);
    let word = default.as_ref().and_then(Json::as_text);
    let word = word.and_then(|word| word_in(definition, word, language()));
    word.or_else(|| written(&default?)).unwrap_or_default()
}

/// Returns an expression or a value as written in a definition.
fn written(json: &Json) -> Option<String> {
    match json {
        Json::Text(text) => Some(text.clone()),
        Json::Int(number) => Some(number.to_string()),
        Json::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn values(definition: &Definition, kind: &KindOf<'_>) -> String {
    match kind {
        KindOf::PerPlayer(kind) => {
            let values = values(definition, kind);
            sentence!("ui", "own-each", values: values)
        }
        KindOf::Int(least, most) => sentence!("ui", "own-range", least: *least, most: *most),
        KindOf::Word(words) => {
            let word = |word: &&str| match word_in(definition, word, language()) {
                Some(line) if line != *word => format!("{word} ({line})"),
                _ => (*word).to_owned(),
            };
            words.iter().map(word).collect::<Vec<String>>().join(", ")
        }
        kind => language().word(kind.word()),
    }
}
