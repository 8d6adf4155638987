//! The rules of a game as text for a terminal.

use super::grid::{Cell, Grid, filled, indented, left, right, wrapped};
use super::output::{self, language};
use overtrick_core::Facts;
use overtrick_core::text::{Block, Heading, Inline, Table};
use overtrick_match::describe::{GuidanceText, HouseRuleText, IrregularityText};

/// Returns the mark for our own rules, about cases that the rulebook leaves open.
pub fn mark(ours: bool) -> &'static str {
    if ours { "◇ " } else { "" }
}

/// Returns a house rule with its default, its meaning and the clause that it settles.
pub fn option_text(facts: &Facts, rule: &HouseRuleText) -> String {
    let settles = sentence!("ui", "settles", clause: rule.clause.to_owned());
    let (mark, name) = (mark(rule.ours), rule.name);
    let mut rules = facts.options.iter();
    let fact = rules.find(|fact| fact.field.name == name);
    let default = fact.map_or("", |fact| fact.default);
    let about = format!("{}; {}. {settles}", rule.about, rule.values);
    wrapped(&format!("{mark}{name} = {default}")) + &indented(about)
}

/// Returns the blocks of a text, wrapped to the width of the output. `example` is the text of the worked example.
pub fn for_terminal(blocks: &[Block], example: &str) -> String {
    let mut out = String::new();
    for block in blocks {
        out.push('\n');
        out += &match block {
            Block::Heading(heading) => underlined(heading),
            Block::Paragraph { text } => wrapped(&plain(text)),
            Block::List { items, ordered } => list(items, *ordered),
            Block::Table(table) => grid(table).text(),
            Block::Example => record_lines(example),
            // The terminal shows the description of the figure in its place.
            Block::Figure { alt, caption, .. } => wrapped(&format!("[{alt}] {}", plain(caption))),
        };
    }
    out
}

/// Returns an underlined heading.
pub fn underlined(heading: &Heading) -> String {
    let text = wrapped(&heading.text);
    let line = if heading.level == 2 { "─" } else { "┄" };
    let width = text.lines().map(|line| line.chars().count()).max();
    format!("{text}{}\n", line.repeat(width.unwrap_or(0)))
}

/// Returns text with full ids in its references, so that a search for an id finds them.
fn plain(text: &[Inline]) -> String {
    // A non-breaking space keeps the mark on the same line as the id.
    let joined = |ours: bool| mark(ours).replace(' ', "\u{a0}");
    let piece = |piece: &Inline| match piece {
        Inline::Text { text } | Inline::Strong { text } => text.clone(),
        Inline::Clause { id, ours } => format!("[{}{id}]", joined(*ours)),
        Inline::HouseRule { name, ours } => format!("({}{name})", joined(*ours)),
    };
    text.iter().map(piece).collect()
}

fn list(items: &[Vec<Inline>], ordered: bool) -> String {
    let rows = (1..).zip(items).map(|(number, item)| {
        let sign = if ordered {
            format!("{number}.")
        } else {
            "•".to_owned()
        };
        [left(sign), left(plain(item))]
    });
    rows.collect::<Grid>().text()
}

/// Returns a table with lines between its rows.
fn grid(table: &Table) -> Grid {
    let cell = |(text, is_right): (&Vec<Inline>, &bool)| -> Cell {
        let text = plain(text);
        if *is_right { right(text) } else { left(text) }
    };
    let row = |cells: &Vec<Vec<Inline>>| -> Vec<Cell> {
        cells.iter().zip(&table.right).map(cell).collect()
    };
    let grid: Grid = table.rows.iter().map(row).collect();
    grid.headed(row(&table.head)).ruled()
}

/// Returns an indented record. Lines that are too long are continued with a deeper indent.
fn record_lines(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let record = line.trim_start();
        let indent = " ".repeat(2 + line.len() - record.len());
        let room = output::width().saturating_sub(indent.len() + 2);
        for (number, part) in filled(record, room).iter().enumerate() {
            let deeper = if number == 0 { "" } else { "  " };
            out += &format!("{indent}{deeper}{part}\n");
        }
    }
    out
}

/// Returns our suggestion, marked as such.
fn suggestion(guidance: &GuidanceText) -> String {
    sentence!("ui", "guidance", suggestion: guidance.text.clone())
}

/// Returns our suggestion, how to let the step stand, and the adjustment as JSON. The JSON is not wrapped, so
/// that it can be copied.
pub fn guidance_text(guidance: &GuidanceText) -> String {
    let mut text = wrapped(&suggestion(guidance));
    if guidance.irregularities.is_some() {
        text += &wrapped(&language().text("ui", "guidance-stands"));
    }
    let penalty = if guidance.adjustment.points.is_some() {
        "guidance-penalty"
    } else {
        "guidance-penalty-balanced"
    };
    text += &wrapped(&language().text("ui", penalty));
    let adjustment = serde_json::to_string_pretty(&guidance.adjustment).unwrap_or_default();
    for line in adjustment.lines() {
        text += &format!("  {line}\n");
    }
    text
}

/// Returns an irregularity with its remedy.
pub fn irregularity_text(irregularity: &IrregularityText) -> String {
    let (id, clause) = (irregularity.id, irregularity.clause);
    let remedy = match &irregularity.remedy {
        Some(remedy) => format!("{} ({})", remedy.text, remedy.source),
        None => irregularity.guidance.iter().map(suggestion).collect(),
    };
    let paragraphs = [irregularity.text.clone(), remedy].map(indented);
    wrapped(&format!("{id} ({clause})")) + &paragraphs.concat()
}
