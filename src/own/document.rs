//! A match document with the definition of a custom game.

use std::sync::Arc;

use overtrick_core::form::{Field, Kind, Reading};
use overtrick_core::json::Json;
use overtrick_core::judging::{self, Scored, object_entries, read_by_fields};
use overtrick_core::{FactsOf, Faults, Finding, Game, Table, with_hints};

use crate::definition::Definition;
use crate::game::{OWN, Options, Own};
use crate::read::read;

/// The additional fields in match documents of custom games.
pub const DOCUMENT: &[Field] = &[Field::required("definition", Kind::Any)];

/// Whether a match document is of a custom game.
pub fn is_own(document: &Json) -> bool {
    document.text("game") == Some(OWN)
}

/// Reads the definition in a match document.
///
/// # Errors
/// Every fault of the definition, below `/definition`.
pub fn read_in_match(definition: &Json) -> Result<Arc<Definition>, Faults> {
    let under = |fault: Finding| fault.under("/definition");
    let read = read(definition).map(Arc::new);
    read.map_err(|faults| faults.into_iter().map(under).collect())
}

/// Reads and judges a match document of a custom game. `known` is its definition, if the definition was already read.
///
/// # Errors
/// Every fault of the definition, below `/definition`. If the definition has no fault, every fault of the document.
pub fn score(document: Json, known: Option<&Arc<Definition>>) -> Result<Scored, Vec<Finding>> {
    let entries = object_entries(document)?;
    let fields: Vec<Field> = judging::DOCUMENT.iter().chain(DOCUMENT).copied().collect();
    let mut reading = Reading::default();
    let mut document = reading.read_object(&fields, entries, "");
    let definition = match document.take("definition") {
        Some(_) if let Some(known) = known => Some(known.clone()),
        None => {
            reading.findings.push(Finding::missing("/definition"));
            None
        }
        Some(definition) => read_in_match(&definition)
            .map_err(|faults| reading.findings.extend(faults))
            .ok(),
    };
    // The rest of the document cannot be read without the definition.
    let Some(definition) = definition else {
        return Err(reading.findings);
    };
    let options = |reading: &mut Reading, json: Json| read_options(reading, &definition, json);
    let source = definition
        .with_record_fields(|record| read_by_fields::<Own>(document, reading, record, options));
    judging::judge(source).map_err(|findings| {
        definition.with_record_fields(|record| {
            let facts = FactsOf {
                record,
                ..*Own::FACTS
            };
            with_hints(findings, &facts, &fields)
        })
    })
}

/// Reads the house rules of a custom game. Reports faulty house rules and leaves them out.
fn read_options(reading: &mut Reading, definition: &Arc<Definition>, json: Json) -> Options {
    let written =
        definition.with_option_fields(|fields| reading.read_typed(fields, json, "/options"));
    Options {
        definition: definition.clone(),
        written,
    }
}

/// Returns a custom game with the house rules that are in force for these players.
///
/// # Errors
/// Every fault of the house rules.
pub fn rules_in_force(
    definition: &Arc<Definition>,
    options: Json,
    table: &Table,
) -> Result<Own, Vec<Finding>> {
    let mut reading = Reading::default();
    let options = read_options(&mut reading, definition, options);
    judging::resolved_rules(&options, table, reading)
}
