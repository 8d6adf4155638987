//! The `overtrick` command.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used))]

/// Returns a sentence from a section of the catalog, with these values filled in.
macro_rules! sentence {
    ($section:expr, $key:expr $(, $name:ident: $value:expr)*) => {
        $crate::output::language().format($section, $key, &overtrick_core::args![$($name: $value),*])
    };
}

/// Creates an error for a failed file, database or connection, with a sentence from the catalog.
macro_rules! failure {
    ($($sentence:tt)*) => { $crate::error::CommandError::files(sentence!($($sentence)*)) };
}

/// Creates an error for wrong usage, with a sentence from the catalog.
macro_rules! misuse {
    ($($sentence:tt)*) => { $crate::error::CommandError::usage(sentence!($($sentence)*)) };
}

/// Writes a sentence from the catalog to standard error.
macro_rules! notice {
    ($($sentence:tt)*) => { $crate::output::message(&sentence!($($sentence)*)) };
}

/// Runs a command that has one of these names. For other patterns, evaluates the given code.
macro_rules! run_named {
    ($command:expr, $($name:ident)*; $($other:pat => $done:expr),*) => {
        match $command {
            $(Command::$name(command) => command.run(),)*
            $($other => $done,)*
        }
    };
}

mod adjudicate;
mod changes;
mod club;
mod compare;
mod database;
mod documents;
mod error;
mod export;
mod game;
mod grid;
mod health;
mod import;
mod input;
mod keep;
mod keys;
mod maintenance;
mod match_file;
mod new;
mod output;
mod own_game;
mod pad;
mod page;
mod print;
mod rules;
mod rules_text;
mod score;
mod serve;
mod table;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use error::Outcome;
use grid::{Grid, left};
use overtrick_match::lang::{self, Language, visible_line};

/// This allocator is fast for many small values on a few threads, as in the service.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Score, judge and settle trick-taking card games played at a real table.
///
/// You write what happened at the table in a match document (overtrick new starts one). Overtrick scores it,
/// and names the rule behind every point. For a FILE, - means standard input.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 80, after_help = EXIT_CODES)]
struct Arguments {
    /// The language of all output
    #[arg(long, global = true, value_name = "LANG", default_value = "en", env = "OVERTRICK_LANG",
          value_parser = PossibleValuesParser::new(Language::tags()))]
    lang: String,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit status:
  0  scored, legal, or done
  1  a record is refused or cannot be read, or a step of a question is illegal
  2  wrong usage, or a question that cannot be read
  3  file, database or network error";

#[derive(Debug, Subcommand)]
enum Command {
    /// Score a match document: hands, totals, standings, and reasons
    Score(score::Score),
    /// Answer a rules question about a bid, a trick, the whole play or a discard
    Adjudicate(adjudicate::Adjudicate),
    /// Compare a match's scores under two sets of house rules, and show the first hand that differs
    Compare(compare::Compare),
    /// Start, check or show a custom game
    Game(own_game::OwnGame),
    /// Start a match document
    New(new::New),
    /// Keep score in a terminal: start a match in a file, or continue one
    Keep(Box<keep::Keep>),
    /// Get a ruling by answering questions
    Ask(keep::ask::Ask),
    /// Record the next hand of a match in a file
    Record(changes::Record),
    /// Undo the last change to a match in a file
    Undo(changes::Undo),
    /// Correct a hand of a match in a file
    Correct(changes::Correct),
    /// Add a penalty to a match in a file
    Adjust(changes::Adjust),
    /// Finish a match in a file
    Finish(changes::Finish),
    /// Correct a player's name in a match in a file
    Rename(changes::Rename),
    /// List the games
    Games(game::Games),
    /// Show a game's rules, its house rules with their defaults, and its irregularities
    Rules(rules::Rules),
    /// Show how to write a hand of a game, or a question about it
    Form(game::Form),
    /// Print the JSON Schema of a game's match document, for completion in editors
    Schema(game::Schema),
    /// Print blank or prefilled score pads as PDF
    Pad(Box<pad::Pad>),
    /// Print a played match as PDF
    Sheet(print::Sheet),
    /// Write the web page as static files that need no server
    Page(page::Page),
    /// Run the server
    Serve(Box<serve::Serve>),
    /// Show the settings of the service, with secrets hidden
    Config(Box<serve::Config>),
    /// Check whether the running service is ready
    Health(Box<health::Health>),
    /// Print the OpenAPI document of the service
    Openapi,
    /// Write a consistent copy of the database
    Backup(maintenance::Backup),
    /// Replace the database with a backup
    Restore(maintenance::Restore),
    /// Check the result in a file, or all stored matches
    Verify(maintenance::Verify),
    /// Delete unused matches
    Prune(maintenance::Prune),
    /// Make, list and revoke API keys
    Keys(keys::Keys),
    /// Write stored matches as match documents
    Export(export::Export),
    /// Store match documents
    Import(import::Import),
    /// Show the season table and the statistics of a club
    Club(Box<club::ClubCommand>),
    /// Print shell completions
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// The groups of commands in the help.
const GROUPS: [(&str, &str); 7] = [
    (
        "Keeping score",
        "keep ask new record undo correct adjust finish rename",
    ),
    (
        "Table",
        "score adjudicate compare verify form games game rules",
    ),
    ("Club", "club"),
    ("Paper", "pad sheet"),
    ("Server", "serve config health keys page"),
    ("Database", "import export backup restore prune"),
    ("For shells and programs", "schema openapi completions help"),
];

/// Returns the command line parser, with the help that groups the commands.
fn command() -> clap::Command {
    let command = Arguments::command().mut_subcommands(|command| {
        let examples = words::examples(command.get_name());
        command.after_help(examples)
    });
    let help = template(&command);
    command.help_template(help)
}

/// Returns the help template: the commands in groups, and then the options.
fn template(command: &clap::Command) -> String {
    let header = command.get_styles().get_header();
    let heading = |text: &str| format!("{header}{text}:{header:#}\n");
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (group, names) in GROUPS {
        text += &heading(group);
        for name in names.split(' ') {
            let subcommand = command.find_subcommand(name);
            let about = subcommand.and_then(clap::Command::get_about);
            let about = about.map_or(
                "Print this message, or the help of a command".to_owned(),
                ToString::to_string,
            );
            text += &Grid::from_iter([[left(format!(" {name:<12}")), left(about)]]).text();
        }
        text.push('\n');
    }
    text + &heading("Options") + "{options}{after-help}"
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

fn main() -> ExitCode {
    let arguments = match parse(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    output::set_language(&arguments.lang);
    let outcome = run(arguments.command);
    outcome.map_or_else(|error| error.print(), |()| ExitCode::SUCCESS)
}

fn run(command: Command) -> Outcome {
    run_named!(
        command,
        Club Score Adjudicate Compare Game New Keep Ask Record Undo Correct Adjust Finish Rename
        Games Rules Form Schema Pad Sheet Page Serve Config Health Backup Restore Verify Prune
        Keys Export Import;
        Command::Openapi => output::data(overtrick_server::openapi_text("")),
        Command::Completions { shell } => output::data(words::completions(shell, crate::command()))
    )
}

fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // The reader may have closed the output, so an error is ignored.
        drop(error.print());
        return ExitCode::SUCCESS;
    }
    // The error quotes the command line, which may have control characters. Parse it again with visible
    // characters in their place.
    let typed = std::env::args_os().map(|typed| visible_line(&typed.to_string_lossy()));
    let visible = parse(typed.map(OsString::from)).err();
    let visible = visible.filter(clap::Error::use_stderr);
    let error = visible.as_ref().unwrap_or(error);
    output::drawing(&lang::visible(&error.render().to_string()));
    ExitCode::from(2)
}
