//! The pad of Mariash: what is played, each commitment with its doublings, points, who pays.

use super::Mariash;
use overtrick_core::pad::{Field, suit_sign};
use overtrick_core::prelude::*;

/// The rows that a pad has at first; there may be more where there is room.
const ROWS: usize = 6;
/// What a cell of a commitment says of its record.
const COMMITMENT: [&str; 3] = ["commitments", "commitments/by", "commitments/contract"];
/// What the cells of marriages say of a record.
const MARRIAGES: [&str; 3] = ["marriages", "marriages/declarer", "marriages/defense"];

impl HasPad for Mariash {
    fn pad(&self, table: &Table) -> Pad {
        let mut fields: Vec<Field> = vec![
            write("declarer").records(&["declarer"]),
            write("game").records(&["game_type", "trump"]),
            write("open").figures(1).records(&["open_hand"]),
            write("commitment").figures(3).records(&COMMITMENT),
            write("doubles").records(&["doubles", "commitments/doubles"]),
            write("defense").figures(4).records(&COMMITMENT),
            write("defense-doubles").records(&["commitments/doubles"]),
            write("declarer-points")
                .figures(3)
                .records(&["points", "points/declarer"]),
            write("defense-points")
                .figures(3)
                .records(&["points", "points/defense"]),
            write("last-trick").records(&["last_trick", "last_trick/winner"]),
            ticks("seven", &[("seven", sign("7"))]).records(&["last_trick/trump_seven"]),
            write("declarer-tricks").records(&["declarer_tricks"]),
        ];
        if self.marriages {
            for key in ["declarer-marriages", "defense-marriages"] {
                fields.push(write(key).figures(3).records(&MARRIAGES));
            }
        }
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
            Text::message("mariash/legend-marks"),
            Text::message("mariash/legend-fulfilled"),
            Text::Message("mariash/legend-stake", args![stake: self.game_stake]),
        ];
        if table.len() == 4 {
            legend.push(Text::message("mariash/legend-four"));
        }
        legend.push(Text::message("legend-dealer"));
        Pad {
            hand: fields,
            seat: vec![POINTS.figures(4), TOTAL],
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

/// The letter of a commitment: Game has one, the others are numbers.
fn contract_sign(contract: &str) -> Text {
    match contract {
        "seven" => sign("7"),
        "hundred" => sign("100"),
        "hundred-seven" => sign("107"),
        _ => Text::message("contract-game"),
    }
}

/// What is played: the sign of trump, or the letter of a game without it.
fn game_sign(hand: &PlayedHand<'_>) -> Option<Text> {
    match hand.word("game_type")? {
        "misere" => Some(Text::message("type-misere")),
        "slam" => Some(Text::message("type-slam")),
        _ => hand.word("trump").map(suit_sign),
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    let declarer = hand.seat("declarer");
    if let Some(declarer) = declarer {
        row.hand.write("declarer", hand.initial(declarer));
    }
    if let Some(game) = game_sign(hand) {
        row.hand.set("game", Value::text(game));
    }
    if let Some(answer) = hand.word("open_hand") {
        let key = if answer == "accept" {
            "open-accepted"
        } else {
            "open-played"
        };
        row.hand.set("open", Value::text(Text::message(key)));
    }
    write_commitments(&mut row, hand, declarer);
    for (keys, field) in [
        (["declarer-points", "defense-points"], "points"),
        (["declarer-marriages", "defense-marriages"], "marriages"),
    ] {
        let Some(sides) = hand.record.get(field) else {
            continue;
        };
        for (key, side) in keys.into_iter().zip(["declarer", "defense"]) {
            if let Some(points) = sides.int(side) {
                row.hand.write(key, points);
            }
        }
    }
    if let Some(tricks) = hand.number("declarer_tricks") {
        row.hand.write("declarer-tricks", tricks);
    }
    if let Some(last) = hand.record.get("last_trick") {
        let winner = last.text("winner").and_then(|name| hand.table.seat(name));
        if let Some(winner) = winner {
            row.hand.write("last-trick", hand.initial(winner));
        }
        row.hand
            .tick("seven", last.flag("trump_seven").then_some("seven"));
    }
    row
}

/// Writes who committed to what, and how often it was doubled: the declarer in a cell of one commitment,
/// the defense in a cell of one or two lines, each with the initial of the player who made it.
fn write_commitments(row: &mut Row, hand: &PlayedHand<'_>, declarer: Option<Seat>) {
    let mut defense: Vec<(Text, Text)> = Vec::with_capacity(2);
    for commitment in hand.detail.list("commitments") {
        let by = commitment.text("by").and_then(|name| hand.table.seat(name));
        let contract = commitment.text("contract").unwrap_or_default();
        let level = commitment.int("level").unwrap_or(0).clamp(0, 62);
        let times = Text::plain(format!("{}×", 1_i64 << level));
        if by != declarer {
            if defense.len() == 2 {
                row.notes.push(further(commitment));
                continue;
            }
            let who = by.map(|seat| hand.initial(seat)).unwrap_or_default();
            defense.push((contract_by(&who, contract), times));
            continue;
        }
        if hand.word("game_type") == Some("trump") {
            row.hand
                .set("commitment", Value::text(contract_sign(contract)));
        }
        if level > 0 {
            row.hand.set("doubles", Value::text(times));
        }
    }
    let mut defense = defense.into_iter();
    if let Some((contract, times)) = defense.next() {
        let (second, second_times) = defense.next().unzip();
        let [commitment, doubles] = ["defense", "defense-doubles"];
        row.hand.set(
            commitment,
            Value {
                under: second,
                ..Value::text(contract)
            },
        );
        // Where nothing was doubled, nothing is written.
        let once = Text::plain("1×");
        if times != once || second_times.as_ref().is_some_and(|times| *times != once) {
            row.hand.set(
                doubles,
                Value {
                    under: second_times,
                    ..Value::text(times)
                },
            );
        }
    }
}

/// A commitment with the initial of the player who made it.
fn contract_by(who: &str, contract: &str) -> Text {
    match contract_sign(contract) {
        Text::Plain(sign) => Text::plain(format!("{who} {sign}")),
        _ => Text::Message("mariash/game-by", args![who: who.to_owned()]),
    }
}
