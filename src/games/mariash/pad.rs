//! The pad of Mariash: what is played, points, and of each player the commitment with its doublings, who
//! took the last trick, and who pays.

use super::Mariash;
use overtrick_core::pad::{Field, suit_sign};
use overtrick_core::prelude::*;

/// The rows that a pad has at first; there may be more where there is room.
const ROWS: usize = 6;
/// What a player's cell of commitments says of a record.
const COMMITMENT: [&str; 5] = [
    "commitments",
    "commitments/by",
    "commitments/contract",
    "commitments/doubles",
    "doubles",
];

impl HasPad for Mariash {
    fn pad(&self, table: &Table) -> Pad {
        let games = [
            ("misere", Text::message("type-misere")),
            ("slam", Text::message("type-slam")),
        ];
        let answers = [
            ("play", Text::message("open-played")),
            ("accept", Text::message("open-accepted")),
        ];
        let declarer = [("declarer", Text::message("mariash/declarer-box"))];
        let last_trick = [("winner", Text::message("mariash/last-trick-box"))];
        let side = |key, records: &'static [&'static str]| write(key).figures(3).records(records);
        let mut fields: Vec<Field> = vec![
            write("trump").figures(1).records(&["trump"]),
            ticks("game", &games).records(&["game_type"]),
            ticks("open", &answers).records(&["open_hand"]),
            side("declarer-points", &["points/declarer", "points"]),
            side("defense-points", &["points/defense", "points"]),
            ticks("seven", &[("seven", Text::message("mariash/seven-box"))])
                .records(&["last_trick/trump_seven"]),
            write("declarer-tricks").records(&["declarer_tricks"]),
        ];
        if self.marriages {
            fields.extend([
                side("declarer-marriages", &["marriages/declarer", "marriages"]),
                side("defense-marriages", &["marriages/defense", "marriages"]),
            ]);
        }
        let length = match self.hands_planned {
            Some(_) => Length::Fixed,
            None => Length::Open { multiple_of: 1 },
        };
        let rates = &self.rates;
        let rates = args![
            game: rates.game, seven: rates.seven, hundred: rates.hundred,
            hundred_seven: rates.hundred_seven, misere: rates.misere, slam: rates.slam
        ];
        let mut legend = vec![
            Text::Message("mariash/legend-rates", rates),
            Text::message("mariash/legend-contract"),
            Text::message("mariash/legend-fulfilled"),
            Text::Message("mariash/legend-stake", args![stake: self.game_stake]),
        ];
        legend.extend((table.len() == 4).then(|| Text::message("mariash/legend-four")));
        legend.push(Text::message("legend-dealer"));
        Pad {
            hand: fields,
            seat: vec![
                ticks("declarer", &declarer).records(&["declarer"]),
                ticks("last-trick", &last_trick).records(&["last_trick/winner", "last_trick"]),
                write("contract").figures(3),
                write("commitment").figures(5).records(&COMMITMENT),
                POINTS,
                TOTAL,
            ],
            rows: rows(self.hands_planned().unwrap_or(ROWS), table.len()),
            length,
            legend,
            record_legend: vec![Text::message("mariash/legend-marks")],
            ..Pad::default()
        }
    }

    /// Writes what each player committed to, and how often it was doubled; of a second commitment a note tells.
    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        for commitment in hand.detail.list("commitments") {
            let by = hand.table.seat(commitment.text("by").unwrap_or_default());
            let contract = commitment.text("contract").unwrap_or_default();
            let doubled = commitment.int("multiplier").filter(|times| *times > 1);
            let doubled = doubled.map(|times| Text::plain(format!("×{times}")));
            let Some(values) = by.and_then(|by| row.seats.get_mut(by.index())) else {
                continue;
            };
            if values.get("commitment").is_some() {
                row.notes.push(further(commitment));
                continue;
            }
            let value = |text, under| Value {
                text,
                under,
                ..Value::default()
            };
            let short = short_contract(hand, contract);
            values.set("contract", value(Some(short), doubled.clone()));
            // What a Misère or a Slam is, its box says.
            let commitment = match contract {
                "misere" | "slam" => value(doubled, None),
                _ => value(Some(contract_sign(contract)), doubled),
            };
            values.set("commitment", commitment);
        }
    }
}

/// A commitment for which there is no line.
fn further(commitment: &Json) -> Text {
    let text = |key: &str| commitment.text(key).unwrap_or_default().to_owned();
    let multiplier = commitment.int("multiplier").unwrap_or(1);
    let args = args![by: text("by"), contract: text("contract"), multiplier: multiplier];
    Text::Message("mariash/further", args)
}

/// A commitment as it is written: Game has a word, the others are numbers.
fn contract_sign(contract: &str) -> Text {
    match contract {
        "seven" => sign("7"),
        "hundred" => sign("100"),
        "hundred-seven" => sign("107"),
        _ => Text::message("contract-game"),
    }
}

/// A commitment as the short pad has it: the suit of the trump game, and what is won with it.
fn short_contract(hand: &PlayedHand<'_>, contract: &str) -> Text {
    let suit = hand.word("trump").map(suit_sign);
    match (contract_sign(contract), suit) {
        (Text::Plain(number), Some(Text::Plain(suit))) => Text::plain(format!("{suit}{number}")),
        (Text::Message(..), Some(suit)) => suit,
        (what, _) => what,
    }
}
