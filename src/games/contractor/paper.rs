//! The pad of Contractor, with the contract, its value, the tricks and the challenges. The sheet has the
//! contract, its conditions and the challenges in words.

use super::record::{Condition, Strain};
use super::{Contractor, clauses};
use overtrick_core::pad::{declares, suit_sign};
use overtrick_core::prelude::*;

/// The least number of rows on a pad; it has more if there is room.
const ROWS: usize = 6;

impl HasPad for Contractor {
    fn pad(&self, table: &Table) -> Pad {
        let conditions = Condition::FLAGS.iter().map(|condition| {
            let word = condition.word();
            (word, Text::message(format!("condition-{word}")))
        });
        let length = match self.hands_planned {
            Some(_) => Length::Fixed,
            // The number of hands must let everyone deal equally often.
            None => Length::Open {
                multiple_of: table.len(),
            },
        };
        let wager = args![wager: self.challenge_points];
        let worth = args![
            sour: Condition::SourTrumps.worth(), exposed: Condition::Exposed.worth(),
            sure: Condition::AbsolutelySure.worth(), joker: Condition::NilWithoutJoker.worth(),
            thievery: Condition::Thievery.worth()
        ];
        let extra = Condition::ExtraTricks.worth();
        let value = args![extra: extra, bonus: self.dealers_bonus];
        let of_contract = |key, figures, records| write(key).figures(figures).records(records);
        Pad {
            hand: vec![
                of_contract("strain", 3, &["contract/strain", "contract"]),
                of_contract("extra", 1, &["contract/extra_tricks"]),
                of_contract("foregone", 1, &["contract/foregone"]),
                ticks("conditions", conditions),
                write("value"),
            ],
            seat: vec![
                tick("contractor", "contractor", "contractor/contractor-box")
                    .records(&["contractor"]),
                tick("challenge", "challenger", "contractor/challenge-box")
                    .records(&["challengers"]),
                write("contract").figures(3),
                write("tricks").records(&["tricks"]),
                POINTS,
                TOTAL.figures(3),
            ],
            rows: rows(self.planned().unwrap_or(ROWS), table.len()),
            length,
            legend: vec![
                Text::of("contractor/legend-strains", self.strain_values.args()),
                Text::of("contractor/legend-conditions", worth),
                Text::of("contractor/legend-value", value),
                Text::of("contractor/legend-score", wager),
                Text::message("contractor/legend-nil"),
                Text::message("legend-dealer"),
            ],
            ..Pad::default()
        }
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        if let Some(contract) = hand.record.get("contract") {
            if let Some(strain) = contract.text("strain") {
                row.hand.set("strain", Value::text(strain_sign(strain)));
            }
            if let Some(seat) = hand.seat("contractor") {
                row.seats[seat.index()].set("contract", short_contract(contract));
            }
            for (field, key) in [("extra", "extra_tricks"), ("foregone", "foregone")] {
                if contract.int(key) == Some(0) {
                    row.hand.clear(field);
                }
            }
            row.hand.tick("conditions", conditions_of(contract));
        }
        row.hand.write_known("value", hand.detail.int("value"));
        write_tricks(row, hand);
    }

    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let args = args![
            extra: Condition::ExtraTricks.worth(), bonus: self.dealers_bonus,
            wager: self.challenge_points
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
            legend: vec![Text::of("contractor/sheet-score", args)],
            ..Pad::default()
        }
    }
}

/// Returns the short form of a contract: the strain and the extra tricks.
fn short_contract(contract: &Json) -> Value {
    let extra = contract.int("extra_tricks").filter(|extra| *extra > 0);
    Value {
        under: extra.map(|extra| Text::plain(format!("+{extra}"))),
        ..Value::text(strain_sign(contract.text("strain").unwrap_or_default()))
    }
}

/// Returns the conditions of a recorded contract.
fn conditions_of(contract: &Json) -> Vec<&'static str> {
    let conditions = Condition::FLAGS.iter().map(|condition| condition.word());
    conditions.filter(|word| contract.flag(word)).collect()
}

/// Writes the tricks of each player, from the record or, if missing, from the reasons.
fn write_tricks(row: &mut Row, hand: &PlayedHand<'_>) {
    const RULES: [&str; 3] = [clauses::MADE, clauses::FAILED, clauses::OPPONENTS];
    for (index, values) in row.seats.iter_mut().enumerate() {
        let seat = Seat::new(index);
        let played = || hand.explained(seat, &RULES, "tricks")?.number();
        values.write_known("tricks", hand.of_seat("tricks", seat).or_else(played));
    }
}

/// Returns the sign of a strain: the sign of a suit, or letters for another strain.
fn strain_sign(strain: &str) -> Text {
    match Strain::from_word(strain) {
        Some(Strain::Crazytrump) => Text::message("strain-crazytrump"),
        Some(Strain::Nil) => Text::message("strain-nil"),
        _ => suit_sign(strain),
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
                row.hand.phrase(field, message, args![number: number]);
            }
        }
        let conditions = conditions_of(contract);
        if !conditions.is_empty() {
            row.hand
                .phrase("conditions", "list", args![items: conditions]);
        }
    }
    let challengers = hand.record.list("challengers").iter();
    let challengers = challengers.filter_map(|name| hand.table.seat(name.as_text()?));
    let names: Vec<Arg> = challengers
        .map(|seat| hand.table.name(seat).into())
        .collect();
    if !names.is_empty() {
        let args = args![players: names];
        row.hand
            .phrase("challenge", "contractor/sheet-challenged", args);
    }
    if let Some(value) = hand.detail.int("value") {
        let key = if hand.detail.flag("made") {
            "contractor/sheet-made"
        } else {
            "contractor/sheet-failed"
        };
        row.hand.phrase("value", key, args![value: value]);
    }
    write_tricks(&mut row, hand);
    row
}
