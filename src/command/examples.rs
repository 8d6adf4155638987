//! Examples at the end of a command's help. The game used in them comes from the registry.

use overtrick_core::form::Kind;
use overtrick_core::{Facts, HouseRule};
use overtrick_games as games;

/// The players' names in examples.
const PLAYERS: [&str; 4] = ["Ann", "Bo", "Cy", "Dee"];

/// The examples as help shows them, with `{game}`, `{players}` and `{option}` filled in.
pub fn of(lines: &[&str]) -> String {
    let facts = games::all().first().map(|entry| entry.facts);
    let id = facts.map_or("", |facts| facts.id);
    let least = facts.map_or(2, |facts| facts.players.0);
    let players: Vec<&str> = PLAYERS.into_iter().take(least).collect();
    let option = facts.and_then(option).unwrap_or_default();
    let mut text = "Examples:".to_owned();
    for line in lines {
        let line = line.replace("{game}", id).replace("{option}", &option);
        text += &format!("\n  {}", line.replace("{players}", &players.join(",")));
    }
    text
}

/// A game's first on/off house rule, set to the opposite of its default.
fn option(facts: &'static Facts) -> Option<String> {
    let is_flag = |rule: &&HouseRule| matches!(rule.field.kind, Kind::Flag);
    let rule = facts.options.iter().find(is_flag)?;
    let other = rule.default == "false";
    Some(format!("{}={other}", rule.field.name))
}
