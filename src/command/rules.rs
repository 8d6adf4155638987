//! `overtrick rules`: shows all rules or a part of them, in a terminal, as JSON, or on paper.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::error::{CommandError, Outcome};
use super::game::{self, Options};
use super::grid::wrapped;
use super::output::{self, Overwrite, language};
use super::print::{self, Paging};
use super::rules_text::{for_terminal, irregularity_text, mark, option_text};
use super::words;
use overtrick_core::text::{Block, Heading, Inline, RulesText};
use overtrick_core::{Arg, Facts, distance};
use overtrick_games::Entry;
use overtrick_match::describe::{
    ClauseText, GameRules, HouseRuleText, IrregularityText, Writing, rules_text,
};
use overtrick_match::document::options_object;
use overtrick_paper::booklet::booklet;
use overtrick_paper::layout::paper::{PageSetup, Paper};
use overtrick_paper::requests::{self, BookletRequest};

/// Show a game's rules, in a text that also suits new players, and its house rules with their defaults.
#[derive(Debug, Args)]
pub struct Rules {
    /// The game, as listed by overtrick games
    #[arg(value_parser = words::GameName, hide_possible_values = true)]
    game: String,
    /// Show only one part: a clause (by its id or the last part of the id), a house rule, or the sections
    /// that contain a word
    #[arg(value_name = "CLAUSE|WORD", conflicts_with_all = ["irregularities", "output"])]
    place: Vec<String>,
    /// Write JSON, including how to write a hand and a question
    #[arg(long)]
    json: bool,
    /// Show the irregularities that can happen at the table, and their remedies
    #[arg(long)]
    irregularities: bool,
    /// Write the rules for a new player as a PDF; - is standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "irregularities"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[arg(long, help = requests::PAPER.help(), default_value = Paper::default().id(),
          requires = "output", ignore_case = true, value_parser = print::papers())]
    paper: Paper,
    /// Make a booklet of half the paper size (A5 from A4), with two pages per side in folding order, on at most two
    /// sheets. Print it double-sided, flipped on the short edge, then stack the sheets and fold them once
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
    /// The worked example, as a match document.
    example: Value,
    #[serde(flatten)]
    rules: &'a GameRules,
    /// The text of the rules, in blocks.
    text: &'a [Block],
    /// The description of how to write a hand and a question.
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

/// The parts of the rules that a name or a word selects.
#[derive(Serialize)]
pub struct Place<'a> {
    clauses: Vec<&'a ClauseText>,
    options: Vec<&'a HouseRuleText>,
    irregularities: Vec<IrregularityText>,
    /// The sections that contain a word.
    sections: Vec<Section<'a>>,
    /// The headings of the sections that refer to the clauses or the house rule.
    stands_in: Vec<&'a str>,
}

/// A section of the rules. The introduction has no heading.
#[derive(Serialize)]
struct Section<'a> {
    heading: Option<&'a Heading>,
    blocks: &'a [Block],
}

impl<'a> Place<'a> {
    /// Finds clauses, house rules and irregularities by their id or the last part of it. If there are none,
    /// finds the sections and the irregularities that contain the word.
    ///
    /// # Errors
    /// A usage error, with the most similar id, if nothing is found.
    pub fn find(
        name: &str,
        rules: &'a GameRules,
        irregularities: Vec<IrregularityText>,
        text: &'a RulesText,
    ) -> Outcome<Place<'a>> {
        let is_meant = |id: &str| id == name || last(id) == name;
        let settles = |id: &str| {
            let mut options = rules.options.iter();
            options.any(|rule| rule.name == name && rule.clause == id)
        };
        let clauses = rules.clauses.iter();
        let clauses = clauses.filter(|clause| is_meant(clause.id) || settles(clause.id));
        let clauses: Vec<&ClauseText> = clauses.collect();
        let is_of_clause = |id: &str| clauses.iter().any(|clause| clause.id == id);
        let is_named = !clauses.is_empty() || irregularities.iter().any(|one| is_meant(one.id));
        let ids = irregularities.iter().map(|irregularity| irregularity.id);
        let ids = ids.chain(rules.clauses.iter().map(|clause| clause.id));
        let ids = ids.chain(rules.options.iter().map(|rule| rule.name));
        // The id that is most similar to the name, either as a whole or in its last part.
        let near = ids.min_by_key(|id| distance(name, last(id)).min(distance(name, id)));
        let is_shown = |irregularity: &IrregularityText| {
            let (id, clause) = (irregularity.id, irregularity.clause);
            let is_of_word = !is_named && last(id).split('-').any(|word| word == name);
            is_meant(id) || is_of_clause(clause) || is_of_word
        };
        let irregularities = irregularities.into_iter().filter(is_shown);
        let irregularities: Vec<IrregularityText> = irregularities.collect();
        let options = rules.options.iter();
        let options = options.filter(|rule| rule.name == name || is_of_clause(rule.clause));
        let states = |piece: &Inline| match piece {
            Inline::Clause { id, .. } => is_of_clause(id),
            Inline::HouseRule { name: option, .. } => *option == name,
            Inline::Text { .. } | Inline::Strong { .. } => false,
        };
        let (mut sections, mut stands_in) = (Vec::new(), Vec::new());
        for section in sections_of(text) {
            let texts = || section.blocks.iter().flat_map(Block::texts);
            if is_named && texts().any(|text| text.iter().any(states)) {
                stands_in.extend(section.heading.map(|heading| heading.text.as_str()));
            } else if !is_named && section.has(name) {
                sections.push(section);
            }
        }
        if sections.is_empty() && irregularities.is_empty() && !is_named {
            return Err(
                misuse!("ui", "no-place", game: rules.id, found: name.to_owned(),
                near: near.unwrap_or_default().to_owned()),
            );
        }
        Ok(Place {
            options: options.collect(),
            clauses,
            irregularities,
            sections,
            stands_in,
        })
    }

    /// Returns the parts as text for a terminal.
    pub fn text(&self, facts: &Facts, example: &str) -> String {
        let mut parts = Vec::new();
        for clause in &self.clauses {
            let ClauseText { id, source, .. } = clause;
            let title = format!("{}{id} ({source})", mark(clause.ours));
            parts.push(wrapped(&title) + &wrapped(&clause.text));
        }
        for section in &self.sections {
            let heading = section.heading.cloned().map(Block::Heading);
            let blocks = heading.into_iter().chain(section.blocks.iter().cloned());
            let blocks: Vec<Block> = blocks.collect();
            let text = for_terminal(&blocks, example);
            parts.push(text.trim_start_matches('\n').to_owned());
        }
        parts.extend(self.options.iter().map(|rule| option_text(facts, rule)));
        parts.extend(self.irregularities.iter().map(irregularity_text));
        if !self.stands_in.is_empty() {
            let sections = Arg::texts(self.stands_in.iter().copied());
            parts.push(wrapped(&sentence!("ui", "stands-in", sections: sections)));
        }
        parts.join("\n")
    }
}

/// Returns the last part of an id.
fn last(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

/// Returns the introduction and the sections.
fn sections_of(text: &RulesText) -> impl Iterator<Item = Section<'_>> {
    let introduction = Section {
        heading: None,
        blocks: text.introduction(),
    };
    let sections = text.sections().into_iter();
    let section = |(heading, blocks)| Section {
        heading: Some(heading),
        blocks,
    };
    [introduction].into_iter().chain(sections.map(section))
}

impl Section<'_> {
    /// Whether the section contains these words in sequence. The last one may be only the beginning of a word.
    fn has(&self, words: &str) -> bool {
        let wanted = words.to_lowercase();
        let has = |text: &str| {
            let text = text.to_lowercase();
            let mut found = text.match_indices(&wanted);
            found.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
        };
        let joined = |text: &[Inline]| text.iter().map(Inline::words).collect::<String>();
        let headings = self.heading.into_iter();
        let mut questions = headings.flat_map(|one| one.questions.iter().chain([&one.text]));
        let mut texts = self.blocks.iter().flat_map(Block::texts);
        questions.any(|text| has(text)) || texts.any(|text| has(&joined(text)))
    }
}
