//! `overtrick rules`: in a terminal, as JSON or Markdown, or on paper.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
use super::rules_text::{
    as_markdown, default, for_terminal, irregularity_text, mark, option_text, remedy,
};
use super::{output, words};
use overtrick_core::json::Json;
use overtrick_core::text::{Block, RulesText};
use overtrick_core::{Facts, Table, args};
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::{GameRules, IrregularityText, Writing, rules_text};
use overtrick_match::document::{fingerprint, options_object};
use overtrick_match::lang::{Language, visible};
use overtrick_paper::booklet::booklet;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{self, BookletRequest};

/// Show a game's rules, so that a table can learn the game: the text, and the house rules with their
/// defaults.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
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
    #[arg(value_name = "CLAUSE|WORD", conflicts_with_all = ["markdown", "irregularities", "output"])]
    place: Vec<String>,
    /// Write JSON, including how to write a hand and a question
    #[arg(long)]
    json: bool,
    /// Write Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Show what can go wrong at the table, and how the rules treat it
    #[arg(long)]
    irregularities: bool,
    /// Print the text directly, without a pager
    #[arg(long)]
    no_pager: bool,
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
            return page_text(&place.text(facts, example, language), !self.no_pager);
        }
        match (self.markdown, self.json, self.irregularities) {
            (true, ..) => {
                let blocks = as_markdown(&text, example);
                output::text(&markdown(facts, &rules, &blocks, &irregularities, language))
            }
            (_, true, false) => {
                let example = serde_json::from_str(example);
                output::json(&Whole {
                    example: example.map_err(CommandError::files)?,
                    rules: &rules,
                    text: &text.blocks,
                    writing: Writing::new(entry, language),
                })
            }
            (_, true, true) => output::json(&irregularities),
            (_, false, true) => {
                output::text(&irregularities_text(&rules, &irregularities, language))
            }
            (_, false, false) => {
                let shown = whole_text(facts, &rules, &text, example, language);
                page_text(&shown, !self.no_pager)
            }
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
    text + "\n" + &wrapped(&default_fingerprints(facts, language))
}

/// The fingerprints of the default house rules, which may depend on the number of players.
fn default_fingerprints(facts: &Facts, language: &Language) -> String {
    let (least, most) = facts.players;
    let mut fingerprints: Vec<(String, Vec<usize>)> = Vec::new();
    for count in least..=most {
        let Some(fingerprint) = default_fingerprint(facts, count) else {
            continue;
        };
        let mut known = fingerprints.iter_mut();
        match known.find(|(same, _)| *same == fingerprint) {
            Some((_, counts)) => counts.push(count),
            None => fingerprints.push((fingerprint, vec![count])),
        }
    }
    let line = |(fingerprint, counts): (String, Vec<usize>)| {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let args = args![edition: facts.edition, fingerprint: fingerprint, players: counts];
        language.format("ui", "rules-fingerprint-usual", &args)
    };
    let lines: Vec<String> = fingerprints.into_iter().map(line).collect();
    lines.join(" ")
}

fn default_fingerprint(facts: &Facts, count: usize) -> Option<String> {
    let names: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let (table, _) = Table::seat_players(&names);
    let resolve = games::find(facts.id)?.resolve;
    let rules = resolve(Json::Object(Vec::new()), &table).ok()?;
    Some(fingerprint(facts, facts.edition, &rules))
}

fn markdown(
    facts: &Facts,
    rules: &GameRules,
    blocks: &str,
    irregularities: &[IrregularityText],
    language: &Language,
) -> String {
    let heading = |key| format!("\n## {}\n\n", language.text("ui", key));
    let GameRules {
        name,
        author,
        source,
        ..
    } = rules;
    let silent = language.text("ui", "ours");
    let mut text = format!("# {name}\n\n{author}. {source}.\n\n{silent}\n{blocks}");
    text += &heading("clauses");
    for clause in &rules.clauses {
        let (mark, id) = (mark(clause.ours), clause.id);
        text += &format!("- {mark}`{id}` ({}): {}\n", clause.source, clause.text);
    }
    text += &heading("house-rules");
    for rule in &rules.options {
        let (mark, name, default) = (mark(rule.ours), rule.name, default(facts, rule));
        let values = rule.values.replace('|', "/");
        let settles = format!("{}; {values}. `{}`", rule.about, rule.clause);
        text += &format!("- {mark}`{name}` = `{default}`: {settles}\n");
    }
    text += &heading("what-goes-wrong");
    for irregularity in irregularities {
        let (clause, what) = (irregularity.clause, &irregularity.text);
        text += &format!("- `{clause}`: {what} {}\n", remedy(irregularity, language));
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
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "markdown", "irregularities"])]
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
        paging.print(1, output, &game.into(), language, |print| {
            booklet(&BookletRequest {
                game,
                options,
                paper: print.setup.paper,
                fold: self.fold,
                link: self.link.clone(),
                language,
            })
        })
    }
}

/// The default pager; it prints short texts directly.
const USUAL: &str = "less -FRX";

/// Shows a text in the user's pager; prints it if the output is not a terminal or no pager can be started.
fn page_text(text: &str, wanted: bool) -> Outcome {
    let shown = wanted && output::is_terminal() && run_pager(&visible(text)).is_some();
    if shown { Ok(()) } else { output::text(text) }
}

/// The pager and its arguments; `None` if the user has turned it off.
fn pager(named: Option<OsString>) -> Option<Vec<String>> {
    let named = match named {
        Some(named) => named.into_string().ok()?,
        None => USUAL.to_owned(),
    };
    let words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
    (!words.is_empty()).then_some(words)
}

/// Shows a text in the pager, if it can be started.
fn run_pager(text: &str) -> Option<()> {
    let words = pager(std::env::var_os("PAGER"))?;
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    let mut child = command.args(arguments).stdin(Stdio::piped()).spawn().ok()?;
    // Writing fails if the user leaves the pager before the end of the text.
    drop(child.stdin.take()?.write_all(text.as_bytes()));
    child.wait().ok()?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(named: &str) -> Option<Vec<String>> {
        pager(Some(named.into()))
    }

    #[test]
    fn a_pager_is_the_one_that_is_named_or_the_usual_one() {
        assert_eq!(pager(None).unwrap(), ["less", "-FRX"]);
        assert_eq!(words("more -d").unwrap(), ["more", "-d"]);
        assert_eq!(words(" "), None);
    }
}
