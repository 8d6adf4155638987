//! `overtrick games`, `form` and `schema`; and the game and house rules given on the command line.

use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::error::{FaultFormat, Outcome};
use super::grid::{Grid, left, wrapped};
use super::output::{self, language};
use super::{own_game, words};
use overtrick_core::json::Json;
use overtrick_core::{Arg, Facts, QuestionKind};
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::{
    Example, Examples, GameSummary, PlayerRange, fields_in_words, form,
};
use overtrick_match::document::read_option;
use overtrick_match::lang::Language;
use overtrick_match::{MatchGame, schema};

/// The house rules from the command line.
#[derive(Debug, Args)]
pub struct Options {
    /// A house rule from overtrick rules GAME: key=6, key=one,two or key.part=3; can be repeated
    #[arg(long = "option", value_name = "K=V")]
    pub options: Vec<String>,
}

impl Options {
    /// Returns the name and the value of each house rule.
    pub fn read(&self, facts: &Facts) -> Outcome<Vec<(String, Json)>> {
        let unreadable = |option: &String| misuse!("ui", "option-form", found: option.clone());
        let options = self.options.iter();
        options
            .map(|option| read_option(facts, option).ok_or_else(|| unreadable(option)))
            .collect()
    }
}

/// Finds a game by id, ignoring case and separators. If there is none, the error lists the games.
pub fn find(id: &str) -> Outcome<&'static Entry> {
    games::meant(id).ok_or_else(|| {
        if id == overtrick_own::OWN {
            return misuse!("ui", "own-is-a-file");
        }
        misuse!("finding", "unknown-game", found: id.to_owned(), games: ids())
    })
}

/// The choice of a game on the command line.
#[derive(Debug, Args)]
pub struct GameChoice {
    /// The game: an id from overtrick games, a gallery game such as wizard, or the file of a custom game
    #[arg(value_name = "GAME|FILE", value_parser = words::GameName, hide_possible_values = true,
          required_unless_present = "game_file")]
    game: Option<String>,
    /// The file of a custom game, in place of GAME|FILE
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    game_file: Option<String>,
}

impl GameChoice {
    /// Finds the game. Reports faults in a definition in this format.
    pub fn find(&self, faults: FaultFormat) -> Outcome<MatchGame> {
        match &self.game_file {
            Some(file) => own(file, faults),
            None => meant(self.game.as_deref().unwrap_or_default(), faults),
        }
    }
}

/// Returns the ids of the built-in games.
fn ids() -> Arg {
    Arg::texts(games::all().iter().map(|entry| entry.facts.id))
}

/// Reads a custom game from a file.
pub fn own(file: &str, faults: FaultFormat) -> Outcome<MatchGame> {
    Ok(MatchGame::Own(Arc::new(own_game::checked(file, faults)?)))
}

/// Finds a built-in game, a gallery game, or the definition in a file. Reports faults in a definition in this
/// format.
pub fn meant(name: &str, faults: FaultFormat) -> Outcome<MatchGame> {
    if let Some(entry) = games::meant(name) {
        return Ok(entry.into());
    }
    let preset = overtrick_own::preset_json(&name.to_ascii_lowercase());
    if let Some(definition) = preset.and_then(|json| overtrick_own::read(&json).ok()) {
        return Ok(MatchGame::Own(Arc::new(definition)));
    }
    if name == "-" || name.contains(['.', '/', '\\']) {
        return own(name, faults);
    }
    if name == overtrick_own::OWN {
        return find(name).map(MatchGame::from);
    }
    let presets = Arg::texts(overtrick_own::PRESETS.iter().map(|(id, _)| *id));
    Err(
        misuse!("ui", "unknown-game-or-file", found: name.to_owned(), games: ids(),
            presets: presets),
    )
}

/// List the games.
#[derive(Debug, Args)]
pub struct Games {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(self) -> Outcome {
        if !self.json {
            return output::text(&list_text(games::all(), language()));
        }
        let games = games::all().iter();
        let summaries = games.map(|entry| GameSummary::new(entry.facts, language()));
        output::json(&summaries.collect::<Vec<GameSummary>>())
    }
}

fn list_text(games: &[Entry], language: &Language) -> String {
    let row = |game: &Entry| {
        let facts = game.facts;
        [
            facts.id.to_owned(),
            PlayerRange::new(facts).in_words(language),
            language.text("game", facts.id),
        ]
        .map(left)
    };
    let head = ["games-game", "games-players", "games-about"];
    let grid: Grid = games.iter().map(row).collect();
    let grid = grid.headed(head.map(|key| left(language.text("ui", key))));
    let hint = wrapped(&language.text("ui", "games-hint"));
    format!("{}\n{hint}", grid.text())
}

/// Show how to write a hand of a game: the fields, their values, when each field is needed, and complete examples.
#[derive(Debug, Args)]
pub struct Form {
    /// The game, as listed by overtrick games
    #[arg(value_parser = words::GameName, hide_possible_values = true)]
    game: String,
    /// Show how to write a question for overtrick adjudicate
    #[arg(long, value_name = "QUESTION", value_parser = PossibleValuesParser::new(QuestionKind::WORDS))]
    question: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Print the JSON Schema of a game's match document, for completion and checks in editors.
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
        let entry = find(&self.game)?;
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

/// Finds a kind of question by its name among those of a game.
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

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    /// Returns this many games: copies of the registered games, each with a different id.
    fn made_up(count: usize) -> Vec<Entry> {
        let models = games::all().iter().cycle().enumerate();
        let entry = |(index, model): (usize, &Entry)| {
            let id: &str = Box::leak(format!("made-up-{index:02}").into_boxed_str());
            let own = format!("game = {:?}", model.facts.id);
            let layout = model.layout.replace(&own, &format!("game = {id:?}"));
            let mut entry = *model;
            entry.facts = Box::leak(Box::new(Facts { id, ..*model.facts }));
            entry.layout = layout.leak();
            entry.languages = &[];
            entry
        };
        models.map(entry).take(count).collect()
    }

    #[test]
    fn twelve_games_are_listed_within_80_columns() {
        let games = made_up(12);
        for tag in Language::tags() {
            let text = list_text(&games, Language::find(tag).unwrap());
            assert!(text.lines().all(|line| line.graphemes(true).count() <= 80));
            for game in &games {
                assert!(text.contains(game.facts.id), "{tag}: {text}");
            }
        }
    }
}
