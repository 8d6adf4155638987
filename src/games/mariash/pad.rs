//! The pad of Mariash: what is played, each commitment with its doublings, points, who pays.

use super::house_rules::Mariash;
use crate::rules::pad::Field;
use crate::rules::prelude::*;

/// The rows that a pad has at first; there may be more where there is room.
const ROWS: usize = 6;
/// The fields of commitments: the declarer's, then the defense's.
const COMMITMENTS: [(&str, &str); 3] = [
    ("declarer-contract", "declarer-doubles"),
    ("defense-contract", "defense-doubles"),
    ("second-contract", "second-doubles"),
];

impl HasPad for Mariash {
    fn pad(&self, table: &Table) -> Pad {
        let types = [
            ("trump", Text::message("type-trump")),
            ("misere", Text::message("type-misere")),
            ("slam", Text::message("type-slam")),
        ];
        let suits = [
            ("clubs", sign("♣")),
            ("spades", sign("♠")),
            ("hearts", sign("♥")),
            ("diamonds", sign("♦")),
        ];
        let contracts = [
            ("game", Text::message("contract-game")),
            ("seven", sign("7")),
            ("hundred", sign("100")),
            ("hundred-seven", sign("107")),
        ];
        let mut fields: Vec<Field> = vec![
            ticks("type", &types),
            ticks("suit", &suits),
            ticks("open", &[("open", Text::message("open-hand-short"))]),
        ];
        for (contract, doubles) in COMMITMENTS {
            fields.push(ticks(contract, &contracts));
            let levels = 1..=self.max_doubles;
            fields.push(number_ticks(doubles, levels, |level| {
                format!("{}×", 1_i64 << level)
            }));
        }
        fields.push(write("declarer-points"));
        fields.push(write("defense-points"));
        let length = match self.hands_planned {
            Some(_) => Length::Fixed,
            None => Length::Open { multiple_of: 1 },
        };
        let planned = self
            .hands_planned
            .and_then(|hands| usize::try_from(hands).ok());
        let mut legend = vec![
            Text::Message(
                "mariash/legend-rates",
                args![
                    game: self.rates.game, seven: self.rates.seven, hundred: self.rates.hundred,
                    hundred_seven: self.rates.hundred_seven, misere: self.rates.misere,
                    slam: self.rates.slam
                ],
            ),
            Text::message("mariash/legend-fulfilled"),
            Text::Message("mariash/legend-stake", args![stake: self.game_stake]),
        ];
        if table.len() == 4 {
            legend.push(Text::message("mariash/legend-four"));
        }
        legend.push(Text::message("legend-dealer"));
        Pad {
            hand: fields,
            seat: vec![ticks("role", &[("declarer", sign(""))]), POINTS, TOTAL],
            rows: rows(planned.unwrap_or(ROWS), table.len()),
            length,
            legend,
            ..Pad::default()
        }
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        pad.rows = hands.iter().map(row).collect();
    }
}

/// A commitment for which there is no line.
fn further(commitment: &Json) -> Text {
    let text = |key: &str| commitment.text(key).unwrap_or_default().to_owned();
    let multiplier = commitment.int("multiplier").unwrap_or(1);
    let args = args![by: text("by"), contract: text("contract"), multiplier: multiplier];
    Text::Message("mariash/further", args)
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    let declarer = hand.seat("declarer");
    for (field, key) in [("type", "game_type"), ("suit", "trump")] {
        if let Some(word) = hand.word(key) {
            row.hand.tick(field, [word]);
        }
    }
    if hand.record.get("open_hand").is_some() {
        row.hand.tick("open", ["open"]);
    }
    let mut of_defense = 1;
    for commitment in hand.detail.list("commitments") {
        let by = commitment.text("by").and_then(|name| hand.table.seat(name));
        let own = by == declarer;
        let Some((contract, doubles)) = COMMITMENTS.get(if own { 0 } else { of_defense }) else {
            row.notes.push(further(commitment));
            continue;
        };
        if !own {
            of_defense += 1;
        }
        let name = commitment.text("contract");
        if hand.word("game_type") == Some("trump") {
            row.hand.tick(contract, name);
        }
        let level = commitment.int("level").unwrap_or(0);
        row.hand.tick(doubles, 1..=level);
    }
    if let Some(points) = hand.record.get("points") {
        for (field, key) in [
            ("declarer-points", "declarer"),
            ("defense-points", "defense"),
        ] {
            if let Some(points) = points.int(key) {
                row.hand.write(field, points);
            }
        }
    }
    if let Some(marriages) = hand.record.get("marriages") {
        let of = |side: &str| marriages.int(side).unwrap_or(0);
        let args = args![declarer: of("declarer"), defense: of("defense")];
        row.notes.push(Text::Message("mariash/marriages-of", args));
    }
    if let Some(tricks) = hand.number("declarer_tricks") {
        let args = args![tricks: tricks];
        row.notes
            .push(Text::Message("mariash/declarer-tricks", args));
    }
    if let Some(last) = hand.record.get("last_trick")
        && let Some(winner) = last.text("winner")
    {
        let key = if last.flag("trump_seven") {
            "mariash/last-trick-seven"
        } else {
            "mariash/last-trick"
        };
        row.notes
            .push(Text::Message(key, args![player: winner.to_owned()]));
    }
    for (index, values) in row.seats.iter_mut().enumerate() {
        if declarer == Some(Seat::new(index)) {
            values.tick("role", ["declarer"]);
        }
    }
    row
}
