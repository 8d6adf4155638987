//! The sheet of Contractor: the contract, its conditions and challenges in words, tricks of everyone.

use super::Contractor;
use super::pad::tricks_of;
use super::record::{Condition, EXTRA_TRICK};
use overtrick_core::pad::declares;
use overtrick_core::prelude::*;

impl HasSheet for Contractor {
    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let args = args![
            extra: EXTRA_TRICK, bonus: self.dealers_bonus, wager: self.challenge_points
        ];
        Pad {
            hand: vec![
                write("strain"),
                write("extra"),
                write("foregone"),
                write("conditions"),
                write("challenge"),
                write("value"),
            ],
            seat: vec![write("tricks"), POINTS, TOTAL],
            rows: hands.iter().map(row).collect(),
            legend: vec![Text::Message("contractor/sheet-score", args)],
            ..Pad::default()
        }
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    if let Some(contract) = hand.record.get("contract") {
        let contractor = hand.seat("contractor").map(|seat| hand.table.name(seat));
        if let (Some(strain), Some(player)) = (contract.text("strain"), contractor) {
            let words = declares(player, strain, strain);
            row.hand.set("strain", Value::text(words));
        }
        for (field, key, message) in [
            ("extra", "extra_tricks", "contractor/sheet-extra"),
            ("foregone", "foregone", "contractor/sheet-foregone"),
        ] {
            let number = contract.int(key);
            if let Some(number) = number.filter(|number| *number > 0) {
                row.hand.say(field, message, args![number: number]);
            }
        }
        let conditions = Condition::WORDS.iter().copied();
        let conditions: Vec<&'static str> = conditions
            .filter(|condition| contract.flag(condition))
            .collect();
        if !conditions.is_empty() {
            row.hand.say("conditions", "list", args![items: conditions]);
        }
    }
    let challengers = hand.record.list("challengers").iter();
    let challengers = challengers.filter_map(|name| hand.table.seat(name.as_text()?));
    let names: Vec<String> = challengers
        .map(|seat| hand.table.name(seat).to_string())
        .collect();
    if !names.is_empty() {
        row.hand.say(
            "challenge",
            "contractor/sheet-challenged",
            args![players: names],
        );
    }
    if let Some(value) = hand.detail.int("value") {
        let key = if hand.detail.flag("made") {
            "contractor/sheet-made"
        } else {
            "contractor/sheet-failed"
        };
        row.hand.say("value", key, args![value: value]);
    }
    for (index, values) in row.seats.iter_mut().enumerate() {
        if let Some(tricks) = tricks_of(hand, Seat::new(index)) {
            values.write("tricks", tricks);
        }
    }
    row
}
