//! The house rules in force in a match.

use serde::de::DeserializeOwned;

use crate::form::{Field, Reading};
use crate::json::Json;
use crate::{Finding, Game, LeftOut, OptionsContext, Table};

/// Reads the house rules of a document. Faulty ones are reported and left out.
pub(super) fn read_options<G: Game>(reading: &mut Reading, options: Json) -> G::Options
where
    G::Options: DeserializeOwned,
{
    let fields: Vec<Field> = G::FACTS.options.iter().map(|rule| rule.field).collect();
    reading.read_typed(&fields, options, "/options")
}

/// The game under these house rules. Faulty ones are reported and replaced by their defaults.
pub(super) fn resolve<G: Game>(
    options: &G::Options,
    table: &Table,
    left_out: &LeftOut,
    findings: &mut Vec<Finding>,
) -> G {
    let mut context = OptionsContext::new(left_out);
    let game = G::rules(options, table, &mut context);
    findings.append(&mut context.findings);
    game
}

/// The game with its house rules in force for these players.
///
/// # Errors
/// Every fault of the house rules.
pub fn rules_in_force<G: Game>(options: Json, table: &Table) -> Result<G, Vec<Finding>>
where
    G::Options: DeserializeOwned,
{
    let mut reading = Reading::default();
    let options = read_options::<G>(&mut reading, options);
    resolved_rules(&options, table, reading)
}

/// The game under house rules that were read, in force for these players.
///
/// # Errors
/// Every fault of reading and of the house rules.
pub fn resolved_rules<G: Game>(
    options: &G::Options,
    table: &Table,
    reading: Reading,
) -> Result<G, Vec<Finding>> {
    let Reading {
        mut findings,
        left_out,
    } = reading;
    let game = resolve::<G>(options, table, &left_out, &mut findings);
    if findings.is_empty() {
        Ok(game)
    } else {
        Err(findings)
    }
}
