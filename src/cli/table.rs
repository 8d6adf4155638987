//! A match for people: in a terminal, or as Markdown.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table as Grid, presets};

use super::output;
use crate::document::{NextHandReport, OutlookReport, Scored, ScoredHand};
use crate::lang::{Language, visible, visible_line};
use crate::rules::{Arg, Finding, Points, Seat, args};

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
    text += &coming(scored, language);
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

/// A cell of one line. Its text is made visible here already, where the widths of columns come from it.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cells are made of figures and of names alike"
)]
pub fn left(text: impl ToString) -> Cell {
    Cell::new(visible_line(&text.to_string()))
}

/// A cell whose text ends at its right.
pub fn right(text: impl ToString) -> Cell {
    left(text).set_alignment(CellAlignment::Right)
}

/// Text wrapped to the width of the output.
pub fn wrapped(text: &str) -> String {
    let mut grid = grid();
    grid.add_row([visible(text)]);
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
        Some(title) => format!("{}\n{line}", visible_line(title)),
        None => line,
    }
}

/// The edition and the fingerprint of the house rules, as pads have them.
fn rules_line(scored: &Scored, language: &Language) -> String {
    let args = args![edition: scored.edition, fingerprint: scored.fingerprint().to_owned()];
    language.format("ui", "rules-fingerprint", &args)
}

/// A row for each hand: the score and the total of each player, and a dot at the dealer.
fn hands_grid(scored: &Scored, language: &Language) -> Grid {
    let width = |points: &dyn Fn(&ScoredHand) -> Points| {
        let figures = scored.hands.iter().map(|hand| points(hand).to_string());
        figures
            .map(|figure| figure.chars().count())
            .max()
            .unwrap_or(1)
    };
    let columns = scored.table.seats().map(|seat| {
        let score = width(&|hand| hand.scores[seat.index()]);
        (seat, score, width(&|hand| hand.totals[seat.index()]))
    });
    let columns: Vec<(Seat, usize, usize)> = columns.collect();
    let mut grid = grid();
    let mut header = vec![right(language.text("ui", "hand"))];
    header.extend(scored.table.names().iter().map(right));
    grid.set_header(header);
    for hand in &scored.hands {
        let mut row = vec![right(hand.number)];
        for (seat, points, total) in &columns {
            let dot = if hand.dealer == *seat { "•" } else { " " };
            let score = hand.scores[seat.index()].to_string();
            let sum = hand.totals[seat.index()].to_string();
            row.push(right(format!("{dot} {score:>points$}  {sum:>total$}")));
        }
        grid.add_row(row);
    }
    grid
}

/// Lines after an empty one, if there are any.
fn paragraph(lines: String) -> String {
    if lines.is_empty() {
        lines
    } else {
        format!("\n{lines}")
    }
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
        visible_line(&language.format("ui", key, &args)) + "\n"
    };
    paragraph(scored.adjustments.iter().map(line).collect())
}

fn standings_grid(scored: &Scored, language: &Language) -> Grid {
    let mut grid = grid();
    for standing in scored.standings() {
        grid.add_row(vec![
            right(language.ordinal(standing.rank)),
            left(scored.table.name(standing.seat)),
            right(standing.total),
        ]);
    }
    grid
}

fn result(scored: &Scored, language: &Language) -> String {
    let winners = scored.winners();
    let Some(first) = winners.first() else {
        return String::new();
    };
    let names = winners.iter().map(|seat| scored.table.name(*seat).into());
    let total = scored.totals[first.index()];
    let key = if winners.len() == 1 { "won" } else { "tied" };
    let args = args![players: Arg::List(names.collect()), total: total];
    format!("\n{}\n", language.format("ui", key, &args))
}

fn current(scored: &Scored, language: &Language) -> String {
    let Some(current) = &scored.current else {
        return String::new();
    };
    let field = |pointer: &String| pointer.trim_start_matches("/current/").replace('/', ".");
    let missing: Vec<String> = current.missing.iter().map(field).collect();
    let key = if missing.is_empty() {
        "current-complete"
    } else {
        "current"
    };
    let args =
        args![hand: current.number, dealer: scored.table.name(current.dealer), missing: missing];
    format!("\n{}\n", language.format("ui", key, &args))
}

/// What comes next, and who can still win.
fn coming(scored: &Scored, language: &Language) -> String {
    let next = NextHandReport::of(scored, language);
    let next = next.map(|next| next.text.join(". ") + ".");
    let outlook = OutlookReport::of(scored, language);
    let outlook = outlook.map(|outlook| outlook.text.join(" "));
    let lines = next.into_iter().chain(outlook);
    paragraph(lines.map(|line| visible_line(&line) + "\n").collect())
}

fn warnings(scored: &Scored, language: &Language) -> String {
    let names = scored.table.alike();
    let hands = scored.hands.iter().flat_map(|hand| &hand.warnings);
    let current = scored.current.iter().flat_map(|current| &current.warnings);
    let line = |warning: &Finding| {
        let (pointer, code) = (&warning.pointer, warning.code);
        let line = format!("! {pointer}: {} [{code}]", language.finding(warning));
        visible_line(&line) + "\n"
    };
    paragraph(names.iter().chain(hands).chain(current).map(line).collect())
}

/// "Hand 3, dealt by Ann".
pub fn hand_title(scored: &Scored, hand: &ScoredHand, language: &Language) -> String {
    let args = args![hand: hand.number, dealer: scored.table.name(hand.dealer)];
    language.format("ui", "hand-title", &args)
}

/// The score lines of a hand: player, points, sentence, rule.
pub fn lines_grid(scored: &Scored, hand: &ScoredHand, language: &Language) -> Grid {
    let mut grid = grid();
    for line in &hand.lines {
        grid.add_row(vec![
            left(scored.table.name(line.seat)),
            right(language.signed(line.points)),
            left(language.line(line)),
            left(line.rule),
        ]);
    }
    grid
}

/// The whole match as Markdown.
pub fn markdown(scored: &Scored, explain: bool, language: &Language) -> String {
    let mut text = String::new();
    for line in heading(scored, language).lines() {
        text += &(escape(line) + "\n");
    }
    text += "\n";
    let name = |seat: Seat| escape(scored.table.name(seat));
    let names: Vec<String> = scored.table.seats().map(name).collect();
    let (hand, dealer) = (language.text("ui", "hand"), language.text("ui", "dealer"));
    text += &format!("| {hand} | {dealer} | {} |\n", names.join(" | "));
    text += &format!("| ---: | --- |{}\n", " ---: |".repeat(names.len()));
    for hand in &scored.hands {
        let cells = hand.scores.iter().zip(&hand.totals);
        let cells = cells.map(|(score, total)| format!(" {score} ({total}) |"));
        let (dealer, cells) = (name(hand.dealer), cells.collect::<String>());
        text += &format!("| {} | {dealer} |{cells}\n", hand.number);
    }
    text += "\n";
    for standing in scored.standings() {
        let (rank, name) = (language.ordinal(standing.rank), name(standing.seat));
        text += &format!("- {rank} {name}: {}\n", standing.total);
    }
    let notes = adjustments(scored, language) + &result(scored, language);
    let notes = notes + &current(scored, language) + &coming(scored, language);
    for (mark, notes) in [("", notes), ("> ", warnings(scored, language))] {
        for line in notes.lines().filter(|line| !line.is_empty()) {
            text += &format!("\n{mark}{}\n", escape(line));
        }
    }
    text += &format!("\n{}\n", rules_line(scored, language));
    if explain {
        for hand in &scored.hands {
            text += &format!("\n**{}**\n\n", escape(&hand_title(scored, hand, language)));
            for line in &hand.lines {
                let (name, points) = (name(line.seat), language.signed(line.points));
                let sentence = escape(&language.line(line));
                text += &format!("- {name} {points}: {sentence} (`{}`)\n", line.rule);
            }
        }
    }
    text
}

/// Text with its markup escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"|*_`<>[]\#&".contains(letter) {
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
