//! A match as text for a terminal.

use super::grid::{Grid, fitted, left, right, stacked, wrapped};
use super::output;
use overtrick_core::{Arg, Args, ColumnPlace, Finding, Name, Seat, args};
use overtrick_match::document::{
    NextHandReport, OutlookReport, Scored, ScoredHand, marked_clauses,
};
use overtrick_match::lang::{Language, visible_line};

/// The whole match as text for a terminal.
pub fn table(scored: &Scored, explain: bool, language: &Language) -> String {
    let mut text = sheet(scored, language);
    text += &result(scored, language);
    text += &current(scored, language);
    text += &coming(scored, language);
    text += &warnings(scored, language);
    text += &format!("\n{}\n", rules_line(scored, language));
    if explain {
        let sides = scored.by_side();
        for (hand, of_sides) in scored.hands.iter().zip(&sides.hands) {
            text += &format!("\n{}\n", hand_title(scored, hand, language));
            text += &reasons_grid(&sides, of_sides, language).text();
        }
    } else if !scored.hands.is_empty() {
        text += &format!("{}\n", language.text("ui", "explain-hint"));
    }
    if output::is_terminal() {
        fitted(&text, output::width())
    } else {
        text
    }
}

/// The hands of a match and its standings.
pub fn sheet(scored: &Scored, language: &Language) -> String {
    let mut text = wrapped(&heading(scored, language)) + "\n";
    if scored.hands.is_empty() {
        text += &(language.text("ui", "no-hands") + "\n");
    } else {
        text += &hands_grid(&scored.by_side(), language).text();
    }
    text += &in_brackets(scored, language);
    text += &adjustments(scored, language);
    text += &open(scored, language);
    text += "\n";
    text + &standings_grid(&scored.by_side(), language).text()
}

/// The title, if the match has one, and the game.
pub fn heading(scored: &Scored, language: &Language) -> String {
    let key = if scored.complete {
        "heading-complete"
    } else {
        "heading"
    };
    let game: Arg = match &scored.called {
        Some(called) => Arg::from(visible_line(&language.named(called))),
        None => Arg::from(scored.facts.id),
    };
    let args = args![game: game, hands: scored.hands.len(), players: scored.table.len()];
    let mut line = language.format("ui", key, &args);
    if scored.lowest_wins {
        line += &format!(" · {}", language.text("ui", "own-lowest"));
    }
    match &scored.title {
        Some(title) => format!("{}\n{line}", visible_line(title)),
        None => line,
    }
}

/// The edition and the fingerprint of the house rules, as on pads.
fn rules_line(scored: &Scored, language: &Language) -> String {
    let args = args![edition: scored.edition, fingerprint: scored.fingerprint().to_owned()];
    language.format("ui", "rules-fingerprint", &args)
}

/// One row per hand: the score and total, a dot at the dealer, and the game's own columns.
fn hands_grid(scored: &Scored, language: &Language) -> Grid {
    let seats = scored.table.seats();
    let columns: Vec<SeatColumn> = seats
        .map(|seat| SeatColumn::new(scored, seat, language))
        .collect();
    let mut header = vec![right(language.text("ui", "hand"))];
    header.extend(names_of(scored, ColumnPlace::Before, language).map(left));
    header.extend(scored.table.names().iter().map(right));
    header.extend(names_of(scored, ColumnPlace::After, language).map(right));
    let mut grid = Grid::new();
    grid.set_header(header);
    for hand in &scored.hands {
        let mut row = vec![right(hand.number)];
        let own = |place| of_hand(scored, hand, place, language).into_iter();
        row.extend(own(ColumnPlace::Before).map(left));
        row.extend(
            columns
                .iter()
                .map(|column| right(column.cell(hand, language))),
        );
        row.extend(own(ColumnPlace::After).map(right));
        grid.add_row(row);
    }
    grid
}

/// A player's column, with the widths of its parts.
struct SeatColumn<'a> {
    scored: &'a Scored,
    seat: Seat,
    beside: usize,
    score: usize,
    total: usize,
}

impl SeatColumn<'_> {
    fn new<'a>(scored: &'a Scored, seat: Seat, language: &Language) -> SeatColumn<'a> {
        let width = |text: &dyn Fn(&ScoredHand) -> String| {
            let texts = scored.hands.iter().map(|hand| text(hand).chars().count());
            texts.max().unwrap_or(1)
        };
        SeatColumn {
            scored,
            seat,
            beside: width(&|hand| beside(scored, hand, seat, language)),
            score: width(&|hand| hand.scores[seat.index()].to_string()),
            total: width(&|hand| hand.totals[seat.index()].to_string()),
        }
    }

    fn cell(&self, hand: &ScoredHand, language: &Language) -> String {
        let dot = if hand.dealer == self.seat { "•" } else { " " };
        let score = hand.scores[self.seat.index()].to_string();
        let total = hand.totals[self.seat.index()].to_string();
        let points = format!("{score:>0$}  {total:>1$}", self.score, self.total);
        if self.beside == 0 {
            return format!("{dot} {points}");
        }
        let beside = beside(self.scored, hand, self.seat, language);
        format!("{dot} {beside:>0$} {points}", self.beside)
    }
}

/// The text in brackets, if there is any.
fn in_brackets(scored: &Scored, language: &Language) -> String {
    let names: Vec<String> = names_of(scored, ColumnPlace::Beside, language).collect();
    if names.is_empty() || scored.hands.is_empty() {
        return String::new();
    }
    let args = args![columns: names.join(", ")];
    paragraph(language.format("ui", "in-brackets", &args) + "\n")
}

/// What is still undecided in the match.
fn open(scored: &Scored, language: &Language) -> String {
    let line =
        |(key, args): (Name, Args)| visible_line(&language.format("next", &key, &args)) + "\n";
    paragraph(scored.listed().into_iter().map(line).collect())
}

/// Lines preceded by an empty line, if there are any.
fn paragraph(lines: String) -> String {
    if lines.is_empty() {
        lines
    } else {
        format!("\n{lines}")
    }
}

/// The director's adjustments.
fn adjustments(scored: &Scored, language: &Language) -> String {
    let line = |adjusted: &overtrick_match::document::Adjusted| {
        let args = args![
            player: scored.table.name(adjusted.seat), points: adjusted.points,
            hand: adjusted.after_hand, reason: adjusted.reason.clone()
        ];
        let key = if adjusted.after_hand == 0 {
            "adjustment-first"
        } else {
            "adjustment"
        };
        wrapped(&visible_line(&language.format("ui", key, &args)))
    };
    paragraph(scored.adjustments.iter().map(line).collect())
}

fn standings_grid(scored: &Scored, language: &Language) -> Grid {
    let mut grid = Grid::new();
    for standing in scored.standings() {
        grid.add_row(vec![
            right(language.ordinal(standing.rank)),
            left(scored.table.name(standing.seat)),
            right(standing.total),
        ]);
    }
    grid
}

/// The winners, once the match is over.
pub fn result(scored: &Scored, language: &Language) -> String {
    let players = scored.winners().len();
    let scored = scored.by_side();
    let winners = scored.winners();
    let Some(first) = winners.first() else {
        return String::new();
    };
    let names = winners.iter().map(|seat| scored.table.name(*seat).into());
    let total = scored.totals[first.index()];
    let key = if winners.len() == 1 { "won" } else { "tied" };
    let args = args![players: Arg::List(names.collect()), count: players, total: total];
    format!("\n{}\n", language.format("ui", key, &args))
}

/// The hand being played, and what is missing in it.
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
pub fn coming(scored: &Scored, language: &Language) -> String {
    let next = NextHandReport::new(scored, language);
    let outlook = OutlookReport::new(scored, next.as_ref(), language);
    let next = next.map(|next| next.text.join(". ") + ".");
    let outlook = outlook.map(|outlook| outlook.text.join(" "));
    let lines = next.into_iter().chain(outlook);
    paragraph(lines.map(|line| visible_line(&line) + "\n").collect())
}

/// Warnings about what is unusual or irregular but can be scored.
pub fn warnings(scored: &Scored, language: &Language) -> String {
    let names = scored.table.alike();
    let hands = scored.hands.iter().flat_map(|hand| &hand.warnings);
    let current = scored.current.iter().flat_map(|current| &current.warnings);
    let line = |warning: &Finding| {
        let (pointer, code) = (&warning.pointer, &warning.code);
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

/// The reasons of a hand: players, their points, sentence, rules.
pub fn reasons_grid(scored: &Scored, hand: &ScoredHand, language: &Language) -> Grid {
    let mut grid = Grid::new();
    for reason in &hand.reasons {
        let points = reason.points.iter();
        grid.add_row([
            stacked(
                points
                    .clone()
                    .map(|paid| left(scored.table.name(paid.seat))),
            ),
            stacked(points.map(|paid| right(language.signed(paid.points)))),
            left(language.reason(reason)),
            left(marked_clauses(scored.facts, reason)),
        ]);
    }
    grid
}

/// The keys of the game's own columns at a place.
fn keys_at(scored: &Scored, place: ColumnPlace) -> impl Iterator<Item = &'static str> {
    let columns = scored.facts.columns.iter();
    columns
        .filter(move |column| column.place == place)
        .map(|column| column.key)
}

/// The names of the game's own columns at a place.
fn names_of(
    scored: &Scored,
    place: ColumnPlace,
    language: &Language,
) -> impl Iterator<Item = String> {
    let name = move |key| {
        let name = language.text("column", &format!("{}/{key}", scored.facts.id));
        // Where a narrow column on paper may break it.
        name.replace('\u{ad}', "")
    };
    keys_at(scored, place).map(name)
}

/// The contents of the game's own columns at a place, for one hand.
fn of_hand(
    scored: &Scored,
    hand: &ScoredHand,
    place: ColumnPlace,
    language: &Language,
) -> Vec<String> {
    let figures = keys_at(scored, place).map(|key| hand.figure(key, None));
    figures
        .map(|figure| figure.map_or_else(String::new, |figure| language.arg(figure)))
        .collect()
}

/// The text that the game shows next to a player's points, such as `[3]`; empty if there is none.
fn beside(scored: &Scored, hand: &ScoredHand, seat: Seat, language: &Language) -> String {
    let figures = keys_at(scored, ColumnPlace::Beside)
        .filter_map(|key| hand.figure(key, Some(seat)))
        .map(|figure| format!("[{}]", language.arg(figure)));
    figures.collect::<Vec<String>>().join(" ")
}
