//! The parts of the help that depend on the games: shell completions and examples.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use clap_complete::{Shell, generate};

use overtrick_core::form::Kind;
use overtrick_core::{Facts, HouseRule};
use overtrick_games as games;

/// The parser for a game. Shells complete only the ids of built-in games, but the command also accepts other
/// names and spellings.
#[derive(Clone, Copy)]
pub struct GameName;

/// Returns the completion script for a shell.
pub fn completions(shell: Shell, mut command: Command) -> String {
    let mut script = Vec::new();
    generate(shell, &mut command, "overtrick", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Fish {
        // The generator omits the values of positional arguments, so add them.
        for command in command.get_subcommands() {
            let words = command.get_positionals().flat_map(Arg::get_possible_values);
            let words: Vec<String> = words.map(|word| word.get_name().to_owned()).collect();
            if !words.is_empty() {
                let (name, words) = (command.get_name(), words.join(" "));
                script += &format!(
                    "complete -c overtrick -n \"__fish_seen_subcommand_from {name}\" -f -a \"{words}\"\n"
                );
            }
        }
    }
    script
}

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let ids = games::all().iter().map(|entry| entry.facts.id);
        Some(Box::new(ids.map(PossibleValue::new)))
    }
}

/// The lines with examples for the help. Each line belongs to the command with which it begins.
const EXAMPLES: &str = include_str!("examples.txt");

/// Returns the examples for a command's help, with `{game}` and `{option}` filled in.
pub fn examples(command: &str) -> String {
    let facts = games::all()[0].facts;
    let option = example_option(facts).unwrap_or_default();
    let lines = EXAMPLES.lines();
    let own = lines.filter(|line| line.split(' ').nth(1) == Some(command));
    let text = own.fold("Examples:".to_owned(), |text, line| text + "\n  " + line);
    text.replace("{game}", facts.id)
        .replace("{option}", &option)
}

/// Returns a game's first on/off house rule, with the opposite of its default.
fn example_option(facts: &'static Facts) -> Option<String> {
    let is_flag = |rule: &&HouseRule| matches!(rule.field.kind, Kind::Flag);
    let rule = facts.options.iter().find(is_flag)?;
    let other = rule.default == "false";
    Some(format!("{}={other}", rule.field.name))
}
