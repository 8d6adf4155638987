//! A match for people: in a terminal, or as Markdown.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table as Grid, presets};

use super::output;
use crate::document::{Scored, ScoredHand};
use crate::lang::Language;
use crate::rules::{Arg, Points, Seat, args};

/// The whole match for a terminal.
pub fn table(scored: &Scored, explain: bool, language: &Language) -> String {
    let mut text = heading(scored, language) + "\n\n";
    if scored.hands.is_empty() {
        text += &(language.text("ui", "no-hands") + "\n");
    } else {
        text += &block(&hands_grid(scored, language));
    }
    text += &adjustments(scored, language);
    text += "\n";
    text += &block(&standings_grid(scored, language));
    text += &result(scored, language);
    text += &current(scored, language);
    text += &warnings(scored, language);
    text += &format!("\n{}\n", rules_line(scored, language));
    if explain {
        for hand in &scored.hands {
            text += &format!("\n{}\n", hand_title(scored, hand, language));
            text += &block(&lines_grid(scored, hand, language));
        }
    } else if !scored.hands.is_empty() {
        text += &format!("{}\n", language.text("ui", "explain-hint"));
    }
    text
}

/// A grid without borders, its columns two spaces apart.
pub fn grid() -> Grid {
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(output::width());
    grid
}

/// A grid as text, without spaces at the ends of lines.
pub fn block(grid: &Grid) -> String {
    grid.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Text wrapped to the width of the output.
pub fn wrapped(text: &str) -> String {
    let mut grid = grid();
    grid.add_row([text]);
    block(&grid)
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
        .collect()
}

fn heading(scored: &Scored, language: &Language) -> String {
    let key = if scored.complete {
        "heading-complete"
    } else {
        "heading"
    };
    let args = args![game: scored.facts.id, hands: scored.hands.len(), players: scored.table.len()];
    let line = language.format("ui", key, &args);
    match &scored.title {
        Some(title) => format!("{title}\n{line}"),
        None => line,
    }
}

/// The edition and the fingerprint of the house rules, as pads have them.
fn rules_line(scored: &Scored, language: &Language) -> String {
    let args = args![edition: scored.edition, fingerprint: scored.fingerprint.clone()];
    language.format("ui", "rules-fingerprint", &args)
}

/// A row for each hand: the score and the total of each player, and a dot at the dealer.
fn hands_grid(scored: &Scored, language: &Language) -> Grid {
    let seats: Vec<Seat> = scored.table.seats().collect();
    let width = |points: &dyn Fn(&ScoredHand) -> Points| {
        scored
            .hands
            .iter()
            .map(|hand| points(hand).to_string().chars().count())
            .max()
            .unwrap_or(1)
    };
    let widths: Vec<(usize, usize)> = seats
        .iter()
        .map(|seat| {
            (
                width(&|hand| hand.scores[seat.index()]),
                width(&|hand| hand.totals[seat.index()]),
            )
        })
        .collect();
    let mut grid = grid();
    let mut header =
        vec![Cell::new(language.text("ui", "hand")).set_alignment(CellAlignment::Right)];
    header.extend(
        scored
            .table
            .names()
            .iter()
            .map(|name| Cell::new(name).set_alignment(CellAlignment::Right)),
    );
    grid.set_header(header);
    for hand in &scored.hands {
        let mut row = vec![Cell::new(hand.number).set_alignment(CellAlignment::Right)];
        for (seat, (points, total)) in seats.iter().zip(&widths) {
            let dot = if hand.dealer == *seat { "•" } else { " " };
            let score = hand.scores[seat.index()].to_string();
            let sum = hand.totals[seat.index()].to_string();
            let cell = format!("{dot} {score:>points$}  {sum:>total$}");
            row.push(Cell::new(cell).set_alignment(CellAlignment::Right));
        }
        grid.add_row(row);
    }
    grid
}

fn adjustments(scored: &Scored, language: &Language) -> String {
    let line = |adjusted: &crate::document::Adjusted| {
        let args = args![
            player: scored.table.name(adjusted.seat), points: adjusted.points,
            hand: adjusted.after_hand, reason: adjusted.reason.clone()
        ];
        let key = if adjusted.after_hand == 0 {
            "adjustment-first"
        } else {
            "adjustment"
        };
        format!("{}\n", language.format("ui", key, &args))
    };
    let lines: String = scored.adjustments.iter().map(line).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("\n{lines}")
    }
}

fn standings_grid(scored: &Scored, language: &Language) -> Grid {
    let mut grid = grid();
    for standing in scored.standings() {
        grid.add_row(vec![
            Cell::new(language.ordinal(standing.rank)).set_alignment(CellAlignment::Right),
            Cell::new(scored.table.name(standing.seat)),
            Cell::new(standing.total).set_alignment(CellAlignment::Right),
        ]);
    }
    grid
}

fn result(scored: &Scored, language: &Language) -> String {
    let winners = scored.winners();
    let Some(first) = winners.first() else {
        return String::new();
    };
    let names: Vec<Arg> = winners
        .iter()
        .map(|seat| Arg::from(scored.table.name(*seat)))
        .collect();
    let total = scored.totals[first.index()];
    let key = if winners.len() == 1 { "won" } else { "tied" };
    format!(
        "\n{}\n",
        language.format("ui", key, &args![players: Arg::List(names), total: total])
    )
}

fn current(scored: &Scored, language: &Language) -> String {
    let Some(current) = &scored.current else {
        return String::new();
    };
    let missing: Vec<String> = current
        .missing
        .iter()
        .map(|pointer| pointer.trim_start_matches("/current/").replace('/', "."))
        .collect();
    let key = if missing.is_empty() {
        "current-complete"
    } else {
        "current"
    };
    let args =
        args![hand: current.number, dealer: scored.table.name(current.dealer), missing: missing];
    format!("\n{}\n", language.format("ui", key, &args))
}

fn warnings(scored: &Scored, language: &Language) -> String {
    let hands = scored.hands.iter().flat_map(|hand| &hand.warnings);
    let current = scored.current.iter().flat_map(|current| &current.warnings);
    let lines: Vec<String> = hands
        .chain(current)
        .map(|warning| {
            format!(
                "! {}: {} [{}]\n",
                warning.pointer,
                language.finding(warning),
                warning.code
            )
        })
        .collect();
    if lines.is_empty() {
        String::new()
    } else {
        format!("\n{}", lines.concat())
    }
}

/// "Hand 3, dealt by Ann".
pub fn hand_title(scored: &Scored, hand: &ScoredHand, language: &Language) -> String {
    language.format(
        "ui",
        "hand-title",
        &args![hand: hand.number, dealer: scored.table.name(hand.dealer)],
    )
}

/// The score lines of a hand: player, points, sentence, rule.
pub fn lines_grid(scored: &Scored, hand: &ScoredHand, language: &Language) -> Grid {
    let mut grid = grid();
    for line in &hand.lines {
        grid.add_row(vec![
            Cell::new(scored.table.name(line.seat)),
            Cell::new(language.signed(line.points)).set_alignment(CellAlignment::Right),
            Cell::new(language.line(line)),
            Cell::new(line.rule),
        ]);
    }
    grid
}

/// The whole match as Markdown.
pub fn markdown(scored: &Scored, explain: bool, language: &Language) -> String {
    let mut text = String::new();
    for line in heading(scored, language).lines() {
        text += &format!(
            "{}
",
            escape(line)
        );
    }
    text += "\n";
    let names: Vec<String> = scored
        .table
        .names()
        .iter()
        .map(|name| escape(name))
        .collect();
    text += &format!(
        "| {} | {} | {} |\n",
        language.text("ui", "hand"),
        language.text("ui", "dealer"),
        names.join(" | ")
    );
    text += &format!("| ---: | --- |{}\n", " ---: |".repeat(names.len()));
    for hand in &scored.hands {
        let cells = hand
            .scores
            .iter()
            .zip(&hand.totals)
            .map(|(score, total)| format!(" {score} ({total}) |"));
        let dealer = escape(scored.table.name(hand.dealer));
        text += &format!(
            "| {} | {dealer} |{}\n",
            hand.number,
            cells.collect::<String>()
        );
    }
    text += "\n";
    for standing in scored.standings() {
        let name = escape(scored.table.name(standing.seat));
        text += &format!(
            "- {} {name}: {}\n",
            language.ordinal(standing.rank),
            standing.total
        );
    }
    for note in [
        adjustments(scored, language),
        result(scored, language),
        current(scored, language),
    ] {
        for line in note.lines().filter(|line| !line.is_empty()) {
            text += &format!("\n{}\n", escape(line));
        }
    }
    for warning in warnings(scored, language)
        .lines()
        .filter(|line| !line.is_empty())
    {
        text += &format!("\n> {}\n", escape(warning));
    }
    text += &format!("\n{}\n", rules_line(scored, language));
    if explain {
        for hand in &scored.hands {
            text += &format!("\n**{}**\n\n", escape(&hand_title(scored, hand, language)));
            for line in &hand.lines {
                let name = escape(scored.table.name(line.seat));
                let sentence = escape(&language.line(line));
                text += &format!(
                    "- {name} {}: {sentence} (`{}`)\n",
                    language.signed(line.points),
                    line.rule
                );
            }
        }
    }
    text
}

/// Text with its markup escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(
            letter,
            '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' | '#' | '&'
        ) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_markup_stay_text() {
        assert_eq!(escape("<b>|*Bo*|"), "\\<b\\>\\|\\*Bo\\*\\|");
    }
}
