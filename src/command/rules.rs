//! `overtrick rules`: in a terminal, as JSON, or on paper.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::error::{CommandError, Outcome};
use super::game::{self, Options};
use super::grid::wrapped;
use super::output::{Overwrite, language};
use super::place::Place;
use super::print::{self, Paging};
use super::rules_text::{for_terminal, irregularity_text, option_text};
use super::{output, words};
use overtrick_core::Facts;
use overtrick_core::text::{Block, RulesText};
use overtrick_games::Entry;
use overtrick_match::describe::{GameRules, IrregularityText, Writing, rules_text};
use overtrick_match::document::options_object;
use overtrick_paper::booklet::booklet;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::requests::{self, BookletRequest};

/// Show a game's rules, so that a table can learn the game: the text, and the house rules with their
/// defaults.
#[derive(Debug, Args)]
pub struct Rules {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GameName, hide_possible_values = true)]
    game: String,
    /// Show one place: the clause with this id or its last part, a house rule, or the sections in which a
    /// word stands
    #[arg(value_name = "CLAUSE|WORD", conflicts_with_all = ["irregularities", "output"])]
    place: Vec<String>,
    /// Write JSON, including how to write a hand and a question
    #[arg(long)]
    json: bool,
    /// Show what can go wrong at the table, and how the rules treat it
    #[arg(long)]
    irregularities: bool,
    /// Write the rules as a PDF, for a new player; - is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "irregularities"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[arg(long, help = requests::PAPER.help(), default_value = Paper::default().id(),
          requires = "output", ignore_case = true, value_parser = print::papers())]
    paper: Paper,
    /// Make a booklet of half the paper size: two pages on each side, in folding order, on two sheets at
    /// most. Print double-sided, flip on the short edge, stack the sheets and fold them once: A4 makes an A5
    /// booklet
    #[arg(long, requires = "output")]
    fold: bool,
    #[command(flatten)]
    options: Options,
    #[arg(long, help = requests::LINK.help(), value_name = "URL", requires = "output")]
    link: Option<String>,
}

/// The rules of a game as JSON.
#[derive(Serialize)]
struct Whole<'a> {
    /// The worked example, as a match.
    example: Value,
    #[serde(flatten)]
    rules: &'a GameRules,
    /// The text as blocks.
    text: &'a [Block],
    /// How a hand and a question are written.
    #[serde(flatten)]
    writing: Writing,
}

impl Rules {
    pub fn run(self) -> Outcome {
        let entry = game::find(&self.game)?;
        if let Some(output) = &self.output {
            return self.print(entry, output);
        }
        let facts = entry.facts;
        let rules = GameRules::new(facts, language());
        let irregularities = IrregularityText::all(facts, language());
        let text = rules_text(entry, language()).map_err(CommandError::files)?;
        let example = entry.example;
        if !self.place.is_empty() {
            let name = self.place.join(" ");
            let place = Place::find(&name, &rules, irregularities, &text)?;
            if self.json {
                return output::json(&place);
            }
            return output::text(&place.text(facts, example));
        }
        match (self.irregularities, self.json) {
            (true, true) => output::json(&irregularities),
            (true, false) => output::text(&irregularities_text(&rules, &irregularities)),
            (false, true) => {
                let example = serde_json::from_str(example);
                output::json(&Whole {
                    example: example.map_err(CommandError::files)?,
                    rules: &rules,
                    text: &text.blocks,
                    writing: Writing::new(entry, language()),
                })
            }
            (false, false) => output::text(&whole_text(facts, &rules, &text, example)),
        }
    }

    /// Writes the rules of a game as a PDF.
    fn print(&self, game: &'static Entry, output: &Path) -> Outcome {
        let options = options_object(&self.options.read(game.facts)?);
        print::check(output, &self.overwrite)?;
        let paging = Paging::default();
        let setup = PageSetup {
            paper: self.paper,
            ..PageSetup::default()
        };
        paging.print(setup, output, |print| {
            let drawn = booklet(&BookletRequest {
                game,
                options: options.clone(),
                paper: setup.paper,
                fold: self.fold,
                link: self.link.clone(),
                language: print.language,
            });
            drawn.map_err(|error| paging.error(error, &game.into(), setup))
        })
    }
}

fn heading(rules: &GameRules) -> String {
    let silent = language().text("ui", "ours");
    let (name, author) = (&rules.name, &rules.author);
    let title = wrapped(&format!("{name} — {author}"));
    format!("{title}{}{}", wrapped(&rules.source), wrapped(&silent))
}

fn whole_text(facts: &Facts, rules: &GameRules, text: &RulesText, example: &str) -> String {
    let legend = wrapped(&language().text("ui", "rules-legend"));
    let mut text = heading(rules) + &legend + &for_terminal(&text.blocks, example);
    text += &format!("\n{}\n", wrapped(&language().text("ui", "house-rules")));
    text.extend(rules.options.iter().map(|rule| option_text(facts, rule)));
    text
}

fn irregularities_text(rules: &GameRules, irregularities: &[IrregularityText]) -> String {
    let mut text = heading(rules) + "\n";
    text.extend(irregularities.iter().map(irregularity_text));
    text + "\n" + &wrapped(&language().text("ui", "director"))
}
