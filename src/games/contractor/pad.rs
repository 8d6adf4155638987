//! The pad of Contractor: strain and conditions to tick with what they are worth, value, tricks.

use super::clauses;
use super::contract::{Condition, EXTRA_TRICK, KITTY, MOST_EXTRA, Strain};
use super::house_rules::Contractor;
use crate::rules::prelude::*;

/// The rows that a pad has at first; there may be more where there is room.
const ROWS: usize = 6;

impl HasPad for Contractor {
    fn pad(&self, table: &Table) -> Pad {
        let strain = |strain: &Strain| {
            let key = match strain {
                Strain::Diamonds => "strain-diamonds",
                Strain::Hearts => "strain-hearts",
                Strain::Clubs => "strain-clubs",
                Strain::Spades => "strain-spades",
                Strain::NoTrump => "strain-no-trump",
                Strain::Crazytrump => "strain-crazytrump",
                Strain::Nil => "strain-nil",
            };
            let worth = args![worth: self.strain_values.of(*strain)];
            (strain.word(), Text::Message(key, worth))
        };
        let strains: Vec<(&'static str, Text)> = Strain::ALL.iter().map(strain).collect();
        let condition = |condition: &Condition| {
            let key = match condition {
                Condition::SourTrumps => "condition-sour",
                Condition::Exposed => "condition-exposed",
                Condition::AbsolutelySure => "condition-sure",
                Condition::NilWithoutJoker => "condition-joker",
                Condition::Thievery => "condition-thievery",
            };
            let worth = args![worth: condition.worth()];
            (condition.word(), Text::Message(key, worth))
        };
        let mut conditions: Vec<_> = Condition::ALL.iter().map(condition).collect();
        let dealer = args![worth: self.dealers_bonus];
        conditions.push(("dealers_bonus", Text::Message("condition-dealer", dealer)));
        let numbers = |key, most| number_ticks(key, 1..=most, |number| number.to_string());
        let length = match self.hands_planned {
            Some(_) => Length::Fixed,
            // Everybody deals equally often.
            None => Length::Open {
                multiple_of: table.len(),
            },
        };
        let planned = self
            .hands_planned
            .and_then(|hands| usize::try_from(hands).ok());
        let wager = args![wager: self.challenge_points];
        let roles = [
            ("contractor", Text::message("role-contractor")),
            ("challenger", Text::message("role-challenger")),
        ];
        Pad {
            hand: vec![
                ticks("strain", &strains),
                numbers("extra", MOST_EXTRA),
                numbers("foregone", KITTY),
                ticks("conditions", &conditions),
                write("value"),
            ],
            seat: vec![ticks("role", &roles), write("tricks"), POINTS, TOTAL],
            rows: rows(planned.unwrap_or(ROWS), table.len()),
            length,
            legend: vec![
                Text::Message("contractor/legend-value", args![extra: EXTRA_TRICK]),
                Text::Message("contractor/legend-score", wager),
                Text::message("contractor/legend-nil"),
                Text::message("legend-dealer"),
            ],
            ..Pad::default()
        }
    }

    fn fill(&self, pad: &mut Pad, hands: &[PlayedHand<'_>], _detail: &Json) {
        pad.rows = hands.iter().map(row).collect();
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    let contractor = hand.seat("contractor");
    if let Some(contract) = hand.record.get("contract") {
        if let Some(strain) = contract.text("strain") {
            row.hand.tick("strain", [strain]);
        }
        for (field, key) in [("extra", "extra_tricks"), ("foregone", "foregone")] {
            let number = contract.int(key);
            row.hand.tick(field, number.filter(|number| *number > 0));
        }
        let mut ticked = Condition::WORDS.to_vec();
        ticked.retain(|condition| contract.flag(condition));
        if contractor == Some(hand.dealer) {
            ticked.push("dealers_bonus");
        }
        row.hand.tick("conditions", ticked);
    }
    if let Some(value) = hand.detail.int("value") {
        row.hand.write("value", value);
    }
    let challengers = hand.record.list("challengers").iter();
    let challengers: Vec<Seat> = challengers
        .filter_map(|name| hand.table.seat(name.as_text()?))
        .collect();
    for (index, values) in row.seats.iter_mut().enumerate() {
        let seat = Seat::new(index);
        if contractor == Some(seat) {
            values.tick("role", ["contractor"]);
        } else if challengers.contains(&seat) {
            values.tick("role", ["challenger"]);
        }
        let played = || {
            let rules = [clauses::MADE, clauses::FAILED, clauses::OPPONENTS];
            hand.explained(seat, &rules, "tricks")?.number()
        };
        if let Some(tricks) = hand.of_seat("tricks", seat).or_else(played) {
            values.write("tricks", tricks);
        }
    }
    row
}
