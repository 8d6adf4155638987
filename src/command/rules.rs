//! `overtrick rules`: in a terminal, as JSON, or on paper.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use serde_json::Value;

use super::error::{CommandError, Outcome};
use super::game::{self, Options};
use super::grid::wrapped;
use super::output::Overwrite;
use super::place::{self, Place};
use super::print::{self, Paging};
use super::rules_text::{for_terminal, irregularity_text, option_text};
use super::{output, words};
use overtrick_core::Facts;
use overtrick_core::text::{Block, RulesText};
use overtrick_games::Entry;
use overtrick_match::describe::{GameRules, IrregularityText, Writing, rules_text};
use overtrick_match::document::options_object;
use overtrick_match::lang::Language;
use overtrick_paper::booklet::booklet;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{self, BookletRequest};

/// Show a game's rules, so that a table can learn the game: the text, and the house rules with their
/// defaults.
#[derive(Debug, Args)]
#[command(after_help = super::words::examples(&["overtrick rules {game}", "overtrick rules {game} declarer",
    "overtrick rules {game} --irregularities",
    "overtrick rules {game} --fold -o rules.pdf"]))]
pub struct Rules {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GAMES, hide_possible_values = true)]
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
    #[command(flatten)]
    printing: Printing,
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
    /// How to write a hand and a question.
    #[serde(flatten)]
    writing: Writing,
}

impl Rules {
    pub fn run(self, language: &Language) -> Outcome {
        let entry = game::find(&self.game, language)?;
        if let Some(output) = &self.printing.output {
            return self.printing.print(entry, output, language);
        }
        let facts = entry.facts;
        let rules = GameRules::new(facts, language);
        let irregularities = IrregularityText::all(facts, language);
        let text = rules_text(entry, language).map_err(CommandError::files)?;
        let example = entry.example;
        if !self.place.is_empty() {
            let place = Place::find(&self.place.join(" "), &rules, irregularities, &text);
            let place = place.map_err(|near| place::unknown(&self.place, near, facts, language))?;
            if self.json {
                return output::json(&place);
            }
            return output::text(&place.text(facts, example, language));
        }
        match (self.irregularities, self.json) {
            (true, true) => output::json(&irregularities),
            (true, false) => output::text(&irregularities_text(&rules, &irregularities, language)),
            (false, true) => {
                let example = serde_json::from_str(example);
                output::json(&Whole {
                    example: example.map_err(CommandError::files)?,
                    rules: &rules,
                    text: &text.blocks,
                    writing: Writing::new(entry, language),
                })
            }
            (false, false) => output::text(&whole_text(facts, &rules, &text, example, language)),
        }
    }
}

fn heading(rules: &GameRules, language: &Language) -> String {
    let silent = language.text("ui", "ours");
    let (name, author) = (&rules.name, &rules.author);
    let title = wrapped(&format!("{name} — {author}"));
    format!("{title}{}{}", wrapped(&rules.source), wrapped(&silent))
}

fn whole_text(
    facts: &Facts,
    rules: &GameRules,
    text: &RulesText,
    example: &str,
    language: &Language,
) -> String {
    let mut shown = heading(rules, language);
    shown += &wrapped(&language.text("ui", "rules-legend"));
    let mut text = shown + &for_terminal(&text.blocks, example);
    text += &format!("\n{}\n", wrapped(&language.text("ui", "house-rules")));
    for rule in &rules.options {
        text += &option_text(facts, rule, language);
    }
    text
}

fn irregularities_text(
    rules: &GameRules,
    irregularities: &[IrregularityText],
    language: &Language,
) -> String {
    let mut text = heading(rules, language) + "\n";
    for irregularity in irregularities {
        text += &irregularity_text(irregularity, language);
    }
    text + "\n" + &wrapped(&language.text("ui", "director"))
}

/// Options for the rules as a PDF.
#[derive(Debug, Args)]
struct Printing {
    /// Write the rules as a PDF, for a new player; - is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "irregularities"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[arg(long, help = requests::PAPER.help(), default_value = Paper::default().id(),
          requires = "output", ignore_case = true,
          value_parser = PossibleValuesParser::new(requests::PAPER.words().iter().copied()))]
    paper: String,
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

impl Printing {
    /// Writes the rules of a game as a PDF.
    fn print(&self, game: &'static Entry, output: &Path, language: &Language) -> Outcome {
        let options = options_object(&self.options.read(game.facts, language)?);
        print::refuse_terminal(output, language)?;
        self.overwrite.check(output, language)?;
        let paging = Paging::plain(self.paper.clone());
        paging.print(output, &game.into(), language, |print| {
            booklet(&BookletRequest {
                game,
                options: options.clone(),
                paper: print.setup.paper,
                fold: self.fold,
                link: self.link.clone(),
                language,
            })
        })
    }
}
