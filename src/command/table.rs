//! Scored matches as text for a terminal.

use super::grid::{Grid, left, right, stacked, wrapped};
use super::output::{self, language};
use overtrick_core::{Arg, ColumnPlace, Finding, Reason, Seat, args, pad};
use overtrick_match::document::{
    NextHandReport, OutlookReport, Scored, ScoredHand, Standing, marked_clauses,
};
use overtrick_match::lang::visible_line;

/// Returns the whole match as text for a terminal.
pub fn table(scored: &Scored, explain: bool) -> String {
    let mut text = sheet(scored);
    text += &result(scored);
    text += &current(scored);
    text += &coming(scored);
    text += &warnings(scored);
    // Show the edition and the fingerprint of the house rules, like pads do.
    let rules = sentence!("ui", "rules-fingerprint", edition: scored.edition,
        fingerprint: scored.fingerprint().to_owned());
    text += &format!("\n{rules}\n");
    if explain {
        let sides = scored.by_side();
        for (hand, of_sides) in scored.hands.iter().zip(&sides.hands) {
            text += &format!("\n{}\n", hand_title(scored, hand));
            text += &reasons_grid(&sides, of_sides).text();
        }
    } else if !scored.hands.is_empty() {
        text += &format!("{}\n", language().text("ui", "explain-hint"));
    }
    if output::is_terminal() {
        wrapped(&text)
    } else {
        text
    }
}

/// Returns the standings and the hands as Markdown.
pub fn markdown(scored: &Scored) -> String {
    let scored = scored.by_side();
    // A Markdown table must have a header row.
    let standings = standings_grid(&scored).headed([right(""), left(""), right("")]);
    standings.markdown() + "\n" + &hands_grid(&scored).markdown()
}

/// Returns the hands of a match, its adjustments, open decisions and standings.
pub fn sheet(scored: &Scored) -> String {
    let mut text = wrapped(&heading(scored)) + "\n";
    if scored.hands.is_empty() {
        text += &(language().text("ui", "no-hands") + "\n");
    } else {
        text += &hands_grid(&scored.by_side()).text();
    }
    text += &in_brackets(scored);
    text += &adjustments(scored);
    text += &open(scored);
    text += "\n";
    text + &standings_grid(&scored.by_side()).text()
}

/// Returns the title, if there is one, and a line about the game.
pub fn heading(scored: &Scored) -> String {
    let key = if scored.complete {
        "heading-complete"
    } else {
        "heading"
    };
    let game: Arg = match &scored.called {
        Some(called) => Arg::from(visible_line(&language().named(called))),
        None => Arg::from(scored.facts.id),
    };
    let mut line =
        sentence!("ui", key, game: game, hands: scored.hands.len(), players: scored.table.len());
    if scored.lowest_wins {
        line += &format!(" · {}", language().text("ui", "own-lowest"));
    }
    match &scored.title {
        Some(title) => format!("{}\n{line}", visible_line(title)),
        None => line,
    }
}

/// Returns one row per hand, with each player's points, a dot for the dealer, and the special columns.
fn hands_grid(scored: &Scored) -> Grid {
    let seats = scored.table.seats();
    let players: Vec<Vec<String>> = seats.map(|seat| points_of(scored, seat)).collect();
    let header = [right(language().text("ui", "hand"))].into_iter();
    let header = header
        .chain(names_of(scored, ColumnPlace::Before).map(left))
        .chain(scored.table.names().iter().map(right))
        .chain(names_of(scored, ColumnPlace::After).map(right));
    let rows = scored.hands.iter().enumerate().map(|(index, hand)| {
        let mut row = vec![right(hand.number)];
        row.extend(of_hand(scored, hand, ColumnPlace::Before).map(left));
        row.extend(players.iter().map(|points| right(&points[index])));
        row.extend(of_hand(scored, hand, ColumnPlace::After).map(right));
        row
    });
    rows.collect::<Grid>().headed(header)
}

/// Returns a cell for each hand with a dot if the player dealt, the game's text beside the points, the score
/// and the total. The parts are aligned with those of the other hands.
fn points_of(scored: &Scored, seat: Seat) -> Vec<String> {
    let part = |text: &dyn Fn(&ScoredHand) -> String| {
        let texts: Vec<String> = scored.hands.iter().map(|hand| text(hand)).collect();
        let width = texts.iter().map(|text| text.chars().count()).max();
        let width = width.unwrap_or(0);
        texts.into_iter().map(move |text| format!("{text:>width$}"))
    };
    let hands = scored.hands.iter();
    let hands = hands
        .zip(part(&|hand| beside(scored, hand, seat)))
        .zip(part(&|hand| hand.scores[seat.index()].to_string()))
        .zip(part(&|hand| hand.totals[seat.index()].to_string()));
    let cells = hands.map(|(((hand, beside), score), total)| {
        let dot = if hand.dealer == seat { "•" } else { " " };
        let gap = if beside.is_empty() { "" } else { " " };
        format!("{dot} {beside}{gap}{score}  {total}")
    });
    cells.collect()
}

/// Returns a legend for the figures in brackets, if the game has any.
fn in_brackets(scored: &Scored) -> String {
    let names: Vec<String> = names_of(scored, ColumnPlace::Beside).collect();
    if names.is_empty() || scored.hands.is_empty() {
        return String::new();
    }
    paragraph(sentence!("ui", "in-brackets", columns: names.join(", ")) + "\n")
}

/// Returns the decisions that are still open in the match.
fn open(scored: &Scored) -> String {
    let listed = scored.next().into_iter().flat_map(|next| next.2.listed);
    let lines = listed.map(|(key, args)| visible_line(&language().format("next", &key, &args)));
    paragraph(lines.map(|line| line + "\n").collect())
}

/// Adds an empty line before the lines, if there are any.
fn paragraph(lines: String) -> String {
    if lines.is_empty() {
        lines
    } else {
        format!("\n{lines}")
    }
}

/// Returns the director's adjustments, one per line.
fn adjustments(scored: &Scored) -> String {
    let line = |adjusted: &overtrick_match::document::Adjusted| {
        let key = match adjusted.after_hand {
            0 => "adjustment-first",
            _ => "adjustment",
        };
        let line = sentence!("ui", key, player: scored.table.name(adjusted.seat),
            points: adjusted.points, hand: adjusted.after_hand, reason: adjusted.reason.clone());
        wrapped(&visible_line(&line))
    };
    paragraph(scored.adjustments.iter().map(line).collect())
}

fn standings_grid(scored: &Scored) -> Grid {
    let row = |standing: Standing| {
        [
            right(language().ordinal(standing.rank)),
            left(scored.table.name(standing.seat)),
            right(standing.total),
        ]
    };
    scored.standings().into_iter().map(row).collect()
}

/// Returns a line with the winners; an empty text if the match is not over.
pub fn result(scored: &Scored) -> String {
    let players = scored.winners().len();
    let scored = scored.by_side();
    let winners = scored.winners();
    let Some(first) = winners.first() else {
        return String::new();
    };
    let names = winners.iter().map(|seat| scored.table.name(*seat).into());
    let total = scored.totals[first.index()];
    let key = if winners.len() == 1 { "won" } else { "tied" };
    let names = Arg::List(names.collect());
    let line = sentence!("ui", key, players: names, count: players, total: total);
    format!("\n{line}\n")
}

/// Returns a line about the current hand, with its missing fields.
fn current(scored: &Scored) -> String {
    let Some(current) = &scored.current else {
        return String::new();
    };
    let field = |pointer: &String| pointer.trim_start_matches("/current/").replace('/', ".");
    let missing: Vec<String> = current.missing.iter().map(field).collect();
    let key = match missing[..] {
        [] => "current-complete",
        _ => "current",
    };
    let args =
        args![hand: current.number, dealer: scored.table.name(current.dealer), missing: missing];
    format!("\n{}\n", language().format("ui", key, &args))
}

/// Returns the next step, and which players can still win.
pub fn coming(scored: &Scored) -> String {
    let next = NextHandReport::new(scored, language());
    let outlook = OutlookReport::new(scored, next.as_ref(), language());
    let next = next.map(|next| next.text.join(". ") + ".");
    let outlook = outlook.map(|outlook| outlook.text.join(" "));
    let lines = next.into_iter().chain(outlook);
    paragraph(lines.map(|line| visible_line(&line) + "\n").collect())
}

/// Returns warnings about entries that are unusual or irregular but can be scored.
pub fn warnings(scored: &Scored) -> String {
    let names = scored.table.alike();
    let hands = scored.hands.iter().flat_map(|hand| &hand.warnings);
    let current = scored.current.iter().flat_map(|current| &current.warnings);
    let line = |warning: &Finding| {
        let (pointer, code) = (&warning.pointer, &warning.code);
        let line = format!("! {pointer}: {} [{code}]", language().finding(warning));
        visible_line(&line) + "\n"
    };
    paragraph(names.iter().chain(hands).chain(current).map(line).collect())
}

/// Returns the title of a hand, such as "Hand 3, dealt by Ann".
pub fn hand_title(scored: &Scored, hand: &ScoredHand) -> String {
    sentence!("ui", "hand-title", hand: hand.number, dealer: scored.table.name(hand.dealer))
}

/// Returns a table of the reasons for a hand's points: players, points, sentence and rules.
pub fn reasons_grid(scored: &Scored, hand: &ScoredHand) -> Grid {
    let row = |reason: &Reason| {
        let points = reason.points.iter();
        let names = points
            .clone()
            .map(|paid| left(scored.table.name(paid.seat)));
        [
            stacked(names),
            stacked(points.map(|paid| right(pad::signed(paid.points)))),
            left(language().reason(reason)),
            left(marked_clauses(scored.facts, reason)),
        ]
    };
    hand.reasons.iter().map(row).collect()
}

/// Returns the keys of the game's special columns in this position.
fn keys_at(scored: &Scored, place: ColumnPlace) -> impl Iterator<Item = &'static str> {
    let columns = scored.facts.columns.iter();
    columns
        .filter(move |column| column.place == place)
        .map(|column| column.key)
}

/// Returns the names of the game's special columns in this position.
fn names_of(scored: &Scored, place: ColumnPlace) -> impl Iterator<Item = String> {
    let name = move |key| {
        let name = language().text("column", &format!("{}/{key}", scored.facts.id));
        // Remove the soft hyphens, at which a narrow column on paper may break the name.
        name.replace('\u{ad}', "")
    };
    keys_at(scored, place).map(name)
}

/// Returns the contents of the game's special columns in this position for one hand.
fn of_hand(scored: &Scored, hand: &ScoredHand, place: ColumnPlace) -> impl Iterator<Item = String> {
    let text = |figure| language().arg(figure);
    let figures = keys_at(scored, place).map(|key| hand.figure(key, None));
    figures.map(move |figure| figure.map_or_else(String::new, text))
}

/// Returns the text beside a player's points, such as `[3]`; an empty text if the game has none.
fn beside(scored: &Scored, hand: &ScoredHand, seat: Seat) -> String {
    let figures = keys_at(scored, ColumnPlace::Beside)
        .filter_map(|key| hand.figure(key, Some(seat)))
        .map(|figure| format!("[{}]", language().arg(figure)));
    figures.collect::<Vec<String>>().join(" ")
}
