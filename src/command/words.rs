//! The parts of the help that depend on the games: words for shell completion, and examples.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use clap_complete::{Shell, generate};

use overtrick_core::form::Kind;
use overtrick_core::{Facts, HouseRule};
use overtrick_games as games;

/// The id of a game. Shells complete only the ids of games that ship, but the command accepts other names and
/// spellings too.
#[derive(Clone, Copy)]
pub struct GameName;

/// Returns the script with which a shell completes commands.
pub fn completions(shell: Shell, mut command: Command) -> String {
    let mut script = Vec::new();
    generate(shell, &mut command, "overtrick", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Fish {
        // The generator leaves out arguments without a flag.
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

/// The lines with examples in the help. Each belongs to the command that it begins with.
const EXAMPLES: &str = include_str!("examples.txt");

/// Returns the examples of a command for the help, with `{game}` and `{option}` filled in.
pub fn examples(command: &str) -> String {
    let facts = games::all()[0].facts;
    let option = example_option(facts).unwrap_or_default();
    let lines = EXAMPLES.lines();
    let own = lines.filter(|line| line.split(' ').nth(1) == Some(command));
    let text = own.fold("Examples:".to_owned(), |text, line| text + "\n  " + line);
    text.replace("{game}", facts.id)
        .replace("{option}", &option)
}

/// Returns a game's first on/off house rule, set to the opposite of its default.
fn example_option(facts: &'static Facts) -> Option<String> {
    let is_flag = |rule: &&HouseRule| matches!(rule.field.kind, Kind::Flag);
    let rule = facts.options.iter().find(is_flag)?;
    let other = rule.default == "false";
    Some(format!("{}={other}", rule.field.name))
}
