//! The sheet of Mariash: what was played and each commitment with its outcome in words, units of everyone.

use super::Mariash;
use overtrick_core::pad::declares;
use overtrick_core::prelude::*;

/// The phrases of the commitments of the defense; there is a note under the row for each that is left.
const DEFENSE: [&str; 4] = [
    "defense",
    "defense-second",
    "defense-third",
    "defense-fourth",
];

impl HasSheet for Mariash {
    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let fields = ["game", "open", "commitment"].into_iter();
        let after = ["points", "marriages", "last-trick", "declarer-tricks"];
        let fields = fields.chain(DEFENSE).chain(after).map(write);
        Pad {
            hand: fields.collect(),
            seat: vec![POINTS, TOTAL],
            rows: hands.iter().map(row).collect(),
            legend: vec![Text::Message(
                "mariash/sheet-score",
                args![stake: self.game_stake],
            )],
            ..Pad::default()
        }
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    let declarer = hand.seat("declarer");
    let game_type = hand.word("game_type").unwrap_or_default();
    if let Some(declarer) = declarer {
        let name = hand.table.name(declarer);
        let words = match hand.word("trump").filter(|_| game_type == "trump") {
            Some(trump) => declares(name, trump, &format!("mariash/{trump}")),
            None => declares(name, game_type, game_type),
        };
        row.hand.set("game", Value::text(words));
    }
    if let Some(answer) = hand.word("open_hand") {
        let key = match answer {
            "accept" => "mariash/sheet-open-accepted",
            _ => "mariash/sheet-open-played",
        };
        row.hand.say("open", key, args![]);
    }
    say_commitments(&mut row, hand, declarer);
    for (field, message) in [
        ("points", "mariash/sheet-points"),
        ("marriages", "mariash/sheet-marriages"),
    ] {
        let sides = hand.record.get(field);
        let sides = sides.and_then(|sides| Some((sides.int("declarer")?, sides.int("defense")?)));
        if let Some((declarer, defense)) = sides {
            let args = args![declarer: declarer, defense: defense];
            row.hand.say(field, message, args);
        }
    }
    if let Some(tricks) = hand.number("declarer_tricks") {
        let (field, args) = ("declarer-tricks", args![tricks: tricks]);
        row.hand.say(field, "mariash/sheet-tricks", args);
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
        row.hand.say("last-trick", key, args![player: player]);
    }
    row
}

/// Writes who committed to what, how often it was doubled, and whether it was fulfilled.
fn say_commitments(row: &mut Row, hand: &PlayedHand<'_>, declarer: Option<Seat>) {
    let mut defense = DEFENSE.into_iter();
    for commitment in hand.detail.list("commitments") {
        let by = commitment.text("by").unwrap_or_default();
        let own = hand.table.seat(by) == declarer;
        let trump = hand.word("game_type") == Some("trump");
        let key = match (trump, own, commitment.flag("fulfilled")) {
            (false, _, true) => "mariash/sheet-whole-won",
            (false, _, false) => "mariash/sheet-whole-lost",
            (true, true, true) => "mariash/sheet-won",
            (true, true, false) => "mariash/sheet-lost",
            (true, false, true) => "mariash/sheet-won-by",
            (true, false, false) => "mariash/sheet-lost-by",
        };
        let contract = commitment.text("contract").unwrap_or_default().to_owned();
        // What was not doubled says nothing of it.
        let times = commitment.int("multiplier").filter(|times| *times > 1);
        let times = times.map_or_else(String::new, |times| format!("\u{a0}{times}×"));
        let args = args![player: by.to_owned(), what: contract, times: times];
        let own = own.then_some("commitment");
        match own.or_else(|| defense.next()) {
            Some(place) => row.hand.say(place, key, args),
            None => row.notes.push(Text::Message(key, args)),
        }
    }
}
