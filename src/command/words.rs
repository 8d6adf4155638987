//! Words that a shell completes: games, papers, house rules.

use std::ffi::OsStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use overtrick_core::HouseRule;
use overtrick_core::form::Kind;
use overtrick_games as games;
use overtrick_paper::layout::paper::Paper;

/// A text of which shells know the usual words. Others are taken too: the command judges them, and forgives
/// spellings.
#[derive(Clone, Copy)]
pub struct Words(fn() -> Vec<&'static str>);

/// The games.
pub const GAMES: Words = Words(|| games::all().iter().map(|entry| entry.facts.id).collect());
/// The paper sizes.
pub const PAPERS: Words = Words(|| Paper::ALL.iter().map(|paper| paper.id()).collect());
/// The house rules of all games, with their values where they are words.
pub const OPTIONS: Words = Words(|| HOUSE_RULES.iter().map(String::as_str).collect());

static HOUSE_RULES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let games = games::all().iter();
    let rules = games.flat_map(|entry| entry.facts.options);
    let mut all: Vec<String> = rules.flat_map(settings).collect();
    all.sort();
    all.dedup();
    all
});

/// A house rule with each value that it can have; without one if its values are no words.
fn settings(rule: &HouseRule) -> Vec<String> {
    let values: &[&str] = match &rule.field.kind {
        Kind::Flag => &["true", "false"],
        Kind::Word(words) => words,
        _ => &[""],
    };
    let name = rule.field.name;
    values
        .iter()
        .map(|value| format!("{name}={value}"))
        .collect()
}

impl TypedValueParser for Words {
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
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
