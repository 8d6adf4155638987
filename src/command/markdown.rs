//! A match as Markdown.

use super::rules_text::mark;
use super::table::{
    adjustments, beside, coming, current, hand_title, heading, in_brackets, names_of, of_hand,
    open, result, rules_line, warnings,
};
use overtrick_core::{ColumnPlace, Seat};
use overtrick_match::document::{Scored, ScoredHand, clauses_of};
use overtrick_match::lang::Language;

/// The whole match as Markdown.
pub fn markdown(scored: &Scored, explain: bool, language: &Language) -> String {
    let mut text = String::new();
    for line in heading(scored, language).lines() {
        text += &(escape(line) + "\n");
    }
    text += "\n";
    let sides = scored.by_side();
    let name = |seat: Seat| escape(sides.table.name(seat));
    let names: Vec<String> = sides.table.seats().map(name).collect();
    let (hand, dealer) = (language.text("ui", "hand"), language.text("ui", "dealer"));
    let own = |place| names_of(scored, place, language).map(|name| escape(&name));
    let before: Vec<String> = own(ColumnPlace::Before).collect();
    let after: Vec<String> = own(ColumnPlace::After).collect();
    let header = [
        vec![hand, dealer],
        before.clone(),
        names.clone(),
        after.clone(),
    ]
    .concat();
    text += &format!("| {} |\n", header.join(" | "));
    let (words, figures) = (" --- |".repeat(1 + before.len()), names.len() + after.len());
    text += &format!("| ---: |{words}{}\n", " ---: |".repeat(figures));
    for (hand, of_sides) in scored.hands.iter().zip(&sides.hands) {
        let dealer = escape(scored.table.name(hand.dealer));
        let cells = hand_cells(&sides, of_sides, dealer, language);
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text += "\n";
    for standing in sides.standings() {
        let (rank, name) = (language.ordinal(standing.rank), name(standing.seat));
        text += &format!("- {rank} {name}: {}\n", standing.total);
    }
    let notes = in_brackets(scored, language) + &adjustments(scored, language);
    let notes = notes + &open(scored, language) + &result(scored, language);
    let notes = notes + &current(scored, language) + &coming(scored, language);
    for (mark, notes) in [("", notes), ("> ", warnings(scored, language))] {
        for line in notes.lines().filter(|line| !line.is_empty()) {
            text += &format!("\n{mark}{}\n", escape(line));
        }
    }
    text += &format!("\n{}\n", rules_line(scored, language));
    if explain {
        for (hand, of_sides) in scored.hands.iter().zip(&sides.hands) {
            text += &format!("\n**{}**\n\n", escape(&hand_title(scored, hand, language)));
            for reason in &of_sides.reasons {
                let points = reason.points.iter();
                let points = points
                    .map(|paid| format!("{} {}", name(paid.seat), language.signed(paid.points)));
                let points: Vec<String> = points.collect();
                let points = points.join(", ");
                let sentence = escape(&language.reason(reason));
                let clauses = clauses_of(reason).into_iter().map(|clause| {
                    let mark = mark(scored.facts.is_reading(clause));
                    format!("{mark}`{clause}`")
                });
                let clauses: Vec<String> = clauses.collect();
                let clauses = clauses.join(", ");
                text += &format!("- {points}: {sentence} ({clauses})\n");
            }
        }
    }
    text
}

/// The cells of a hand as Markdown, with its dealer.
fn hand_cells(
    scored: &Scored,
    hand: &ScoredHand,
    dealer: String,
    language: &Language,
) -> Vec<String> {
    let own = |place| {
        let texts = of_hand(scored, hand, place, language).into_iter();
        texts.map(|text| escape(&text))
    };
    let player = |seat: Seat| {
        let (score, total) = (hand.scores[seat.index()], hand.totals[seat.index()]);
        let beside = escape(&beside(scored, hand, seat, language));
        format!("{beside} {score} ({total})")
            .trim_start()
            .to_owned()
    };
    let mut cells = vec![hand.number.to_string(), dealer];
    cells.extend(own(ColumnPlace::Before));
    cells.extend(scored.table.seats().map(player));
    cells.extend(own(ColumnPlace::After));
    cells
}

/// Text with its markup escaped.
pub fn escape(text: &str) -> String {
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
