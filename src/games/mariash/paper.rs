//! The pad of Mariash: the contract and the points, and for each player the commitment with its doublings, the last
//! trick and the payment. The sheet has the contract and the outcome of each commitment in words, and everyone's units.

use super::Mariash;
use overtrick_core::pad::{Field, declares, suit_sign};
use overtrick_core::prelude::*;

/// The least number of rows on a pad; it has more if there is room.
const ROWS: usize = 6;
/// The fields of a record that come from a player's commitment cell.
const COMMITMENT: [&str; 5] = [
    "commitments",
    "commitments/by",
    "commitments/contract",
    "commitments/doubles",
    "doubles",
];

impl HasPad for Mariash {
    fn pad(&self, table: &Table) -> Pad {
        let games = ["misere", "slam"].map(|word| (word, Text::message(format!("type-{word}"))));
        let answers = [
            ("play", Text::message("open-played")),
            ("accept", Text::message("open-accepted")),
        ];
        let side = |key, records: &'static [&'static str]| write(key).figures(3).records(records);
        let mut fields: Vec<Field> = vec![
            write("trump").figures(1).records(&["trump"]),
            ticks("game", games).records(&["game_type"]),
            ticks("open", answers).records(&["open_hand"]),
            side("declarer-points", &["points/declarer", "points"]),
            side("defense-points", &["points/defense", "points"]),
            tick("seven", "seven", "mariash/seven-box").records(&["last_trick/trump_seven"]),
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
        let mut legend = vec![
            Text::of("mariash/legend-rates", self.rates.args()),
            Text::message("mariash/legend-contract"),
            Text::message("mariash/legend-fulfilled"),
            Text::of("mariash/legend-stake", args![stake: self.game_stake]),
        ];
        legend.extend((table.len() == 4).then(|| Text::message("mariash/legend-four")));
        legend.push(Text::message("legend-dealer"));
        Pad {
            hand: fields,
            seat: vec![
                tick("declarer", "declarer", "mariash/declarer-box").records(&["declarer"]),
                tick("last-trick", "winner", "mariash/last-trick-box")
                    .records(&["last_trick/winner", "last_trick"]),
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

    /// Writes each player's commitment and its doublings. A player's second commitment becomes a note.
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
            // For a Misère or a Slam, the ticked box already names the game.
            let commitment = match contract {
                "misere" | "slam" => value(doubled, None),
                _ => value(Some(contract_sign(contract)), doubled),
            };
            values.set("commitment", commitment);
        }
    }

    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let fields = ["game", "open", "commitment"].into_iter();
        let after = ["points", "marriages", "last-trick", "declarer-tricks"];
        let fields = fields.chain(DEFENSE).chain(after).map(write);
        let args = args![stake: self.game_stake];
        Pad {
            hand: fields.collect(),
            seat: vec![POINTS, TOTAL],
            rows: hands.iter().map(row).collect(),
            legend: vec![Text::of("mariash/sheet-score", args)],
            ..Pad::default()
        }
    }
}

/// Returns the note about a commitment that has no cell of its own.
fn further(commitment: &Json) -> Text {
    let text = |key: &str| commitment.text(key).unwrap_or_default().to_owned();
    let multiplier = commitment.int("multiplier").unwrap_or(1);
    let args = args![by: text("by"), contract: text("contract"), multiplier: multiplier];
    Text::of("mariash/further", args)
}

/// Returns the sign of a contract: a word for Game, a number for the others.
fn contract_sign(contract: &str) -> Text {
    match contract {
        "seven" => Text::plain("7"),
        "hundred" => Text::plain("100"),
        "hundred-seven" => Text::plain("107"),
        _ => Text::message("contract-game"),
    }
}

/// Returns the short form of a contract: the sign of the trump suit, then a number unless the contract is Game.
fn short_contract(hand: &PlayedHand<'_>, contract: &str) -> Text {
    let suit = hand.record.text("trump").map(suit_sign);
    match (contract_sign(contract), suit) {
        (Text::Plain(number), Some(Text::Plain(suit))) => Text::plain(format!("{suit}{number}")),
        (Text::Message(..), Some(suit)) => suit,
        (what, _) => what,
    }
}

/// The fields for the commitments of the defense. Any other commitment becomes a note under the row.
const DEFENSE: [&str; 4] = [
    "defense",
    "defense-second",
    "defense-third",
    "defense-fourth",
];

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    let declarer = hand.seat("declarer");
    let game_type = hand.record.text("game_type").unwrap_or_default();
    if let Some(declarer) = declarer {
        let name = hand.table.name(declarer);
        let words = match hand.record.text("trump").filter(|_| game_type == "trump") {
            Some(trump) => declares(name, trump, &format!("mariash/{trump}")),
            None => declares(name, game_type, game_type),
        };
        row.hand.set("game", Value::text(words));
    }
    if let Some(answer) = hand.record.text("open_hand") {
        let key = match answer {
            "accept" => "mariash/sheet-open-accepted",
            _ => "mariash/sheet-open-played",
        };
        row.hand.phrase("open", key, args![]);
    }
    write_outcomes(&mut row, hand, declarer);
    for (field, message) in [
        ("points", "mariash/sheet-points"),
        ("marriages", "mariash/sheet-marriages"),
    ] {
        let sides = hand.record.get(field);
        let sides = sides.and_then(|sides| Some((sides.int("declarer")?, sides.int("defense")?)));
        if let Some((declarer, defense)) = sides {
            let args = args![declarer: declarer, defense: defense];
            row.hand.phrase(field, message, args);
        }
    }
    if let Some(tricks) = hand.record.int("declarer_tricks") {
        let (field, args) = ("declarer-tricks", args![tricks: tricks]);
        row.hand.phrase(field, "mariash/sheet-tricks", args);
    }
    if let Some(last) = hand.record.get("last_trick")
        && let Some(winner) = last.text("winner").and_then(|name| hand.table.seat(name))
    {
        let key = if last.flag("trump_seven") {
            "mariash/sheet-last-seven"
        } else {
            "mariash/sheet-last"
        };
        let player = hand.table.name(winner).to_string();
        row.hand.phrase("last-trick", key, args![player: player]);
    }
    row
}

/// Writes each commitment with its player, its doublings and its outcome.
fn write_outcomes(row: &mut Row, hand: &PlayedHand<'_>, declarer: Option<Seat>) {
    let mut defense = DEFENSE.into_iter();
    for commitment in hand.detail.list("commitments") {
        let by = commitment.text("by").unwrap_or_default();
        let own = hand.table.seat(by) == declarer;
        let trump = hand.record.text("game_type") == Some("trump");
        let key = match (trump, own, commitment.flag("fulfilled")) {
            (false, _, true) => "mariash/sheet-whole-won",
            (false, _, false) => "mariash/sheet-whole-lost",
            (true, true, true) => "mariash/sheet-won",
            (true, true, false) => "mariash/sheet-lost",
            (true, false, true) => "mariash/sheet-won-by",
            (true, false, false) => "mariash/sheet-lost-by",
        };
        let contract = commitment.text("contract").unwrap_or_default().to_owned();
        // The multiplier is shown only if the commitment was doubled.
        let times = commitment.int("multiplier").filter(|times| *times > 1);
        let times = times.map_or_else(String::new, |times| format!("\u{a0}{times}×"));
        let args = args![player: by.to_owned(), what: contract, times: times];
        let own = own.then_some("commitment");
        match own.or_else(|| defense.next()) {
            Some(place) => row.hand.phrase(place, key, args),
            None => row.notes.push(Text::of(key, args)),
        }
    }
}
