//! `overtrick rules`.

use clap::Args;

use super::error::Outcome;
use super::table::{block, grid, left, wrapped};
use super::{game, output};
use crate::describe::{GameRules, HouseRuleText, IrregularityText};
use crate::document::fingerprint;
use crate::games;
use crate::lang::Language;
use crate::rules::json::Json;
use crate::rules::{Facts, Table, args};

/// Show a game's rules, its house rules with their defaults, and what can go wrong.
#[derive(Debug, Args)]
pub struct Rules {
    /// The game, as overtrick games lists it
    game: String,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// As Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// What can go wrong at the table, and what the source says of it
    #[arg(long)]
    irregularities: bool,
}

impl Rules {
    pub fn run(self, language: &Language) -> Outcome {
        let facts = game::find(&self.game, language)?.facts;
        let rules = GameRules::of(facts, language);
        let irregularities = IrregularityText::all(facts, language);
        if self.markdown {
            return output::text(&markdown(facts, &rules, &irregularities, language));
        }
        match (self.json, self.irregularities) {
            (true, false) => output::json(&rules),
            (true, true) => output::json(&irregularities),
            (false, true) => output::text(&irregularities_text(&rules, &irregularities, language)),
            (false, false) => output::text(&rules_text(facts, &rules, language)),
        }
    }
}

/// The mark of a rule on which the rulebook is silent.
fn mark(ours: bool) -> &'static str {
    if ours { "◇ " } else { "" }
}

/// The default of a house rule, as the game's facts write it.
fn default<'a>(facts: &'a Facts, rule: &HouseRuleText) -> &'a str {
    let mut rules = facts.options.iter();
    let rule = rules.find(|fact| fact.field.name == rule.name);
    rule.map_or("", |rule| rule.default)
}

/// An indented paragraph, wrapped to the width of the output.
fn indented(text: String) -> String {
    let mut grid = grid();
    grid.add_row([left(" "), left(text)]);
    block(&grid)
}

fn heading(rules: &GameRules, language: &Language) -> String {
    let silent = language.text("ui", "ours");
    let (name, author) = (&rules.name, &rules.author);
    format!(
        "{name} — {author}\n{}{}",
        wrapped(&rules.source),
        wrapped(&silent)
    )
}

fn rules_text(facts: &Facts, rules: &GameRules, language: &Language) -> String {
    let mut text = heading(rules, language);
    text += &format!("\n{}\n\n", language.text("ui", "clauses"));
    for clause in &rules.clauses {
        let title = format!("{}{} ({})\n", mark(clause.ours), clause.id, clause.source);
        text += &(title + &indented(clause.text.clone()));
    }
    text += &format!("\n{}\n\n", language.text("ui", "house-rules"));
    for rule in &rules.options {
        let settles = language.format("ui", "settles", &args![clause: rule.clause.to_owned()]);
        let title = format!(
            "{}{} = {}",
            mark(rule.ours),
            rule.name,
            default(facts, rule)
        );
        let about = format!("{}; {}. {settles}", rule.about, rule.values);
        text += &(wrapped(&title) + &indented(about));
    }
    text + "\n" + &wrapped(&default_fingerprints(facts, language))
}

/// The fingerprints of the defaults, which may differ by the number of players.
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
    Some(fingerprint(facts.id, facts.edition, &rules))
}

fn markdown(
    facts: &Facts,
    rules: &GameRules,
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
    let mut text = format!("# {name}\n\n{author}. {source}.\n\n{silent}\n");
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
        let mut grid = grid();
        for paragraph in [irregularity.text.clone(), remedy(irregularity, language)] {
            grid.add_row([left(" "), left(paragraph)]);
        }
        let (id, clause) = (irregularity.id, irregularity.clause);
        text += &format!("{id} ({clause})\n{}", block(&grid));
    }
    text + "\n" + &wrapped(&language.text("ui", "director"))
}

fn remedy(irregularity: &IrregularityText, language: &Language) -> String {
    match &irregularity.remedy {
        Some(remedy) => format!("{} ({})", remedy.text, remedy.source),
        None => language.text("ui", "no-remedy"),
    }
}
