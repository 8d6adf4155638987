//! The pad of Contractor: the contract as it is written, its value, tricks and challenges.

use super::record::{Condition, EXTRA_TRICK, Strain};
use super::{Contractor, clauses};
use overtrick_core::pad::suit_sign;
use overtrick_core::prelude::*;

/// The rows that a pad has at first; there may be more where there is room.
const ROWS: usize = 6;

impl Condition {
    /// The words beside its box.
    pub(super) fn label(self) -> Text {
        Text::message(match self {
            Condition::SourTrumps => "condition-sour",
            Condition::Exposed => "condition-exposed",
            Condition::AbsolutelySure => "condition-sure",
            Condition::NilWithoutJoker => "condition-joker",
            Condition::Thievery => "condition-thievery",
        })
    }
}

impl HasPad for Contractor {
    fn pad(&self, table: &Table) -> Pad {
        let conditions = Condition::ALL.iter();
        let conditions = conditions.map(|condition| (condition.word(), condition.label()));
        let conditions: Vec<_> = conditions.collect();
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
        let contractor = [("contractor", Text::message("contractor/contractor-box"))];
        let challenges = [("challenger", Text::message("contractor/challenge-box"))];
        let of = |strain: Strain| self.strain_values.of(strain);
        let strains = args![
            diamonds: of(Strain::Diamonds), hearts: of(Strain::Hearts), clubs: of(Strain::Clubs),
            spades: of(Strain::Spades), no_trump: of(Strain::NoTrump),
            crazytrump: of(Strain::Crazytrump), nil: of(Strain::Nil)
        ];
        let worth = args![
            sour: Condition::SourTrumps.worth(), exposed: Condition::Exposed.worth(),
            sure: Condition::AbsolutelySure.worth(), joker: Condition::NilWithoutJoker.worth(),
            thievery: Condition::Thievery.worth()
        ];
        let value = args![extra: EXTRA_TRICK, bonus: self.dealers_bonus];
        Pad {
            hand: vec![
                write("strain")
                    .figures(3)
                    .records(&["contract/strain", "contract"]),
                write("extra")
                    .figures(1)
                    .records(&["contract/extra_tricks"]),
                write("foregone").figures(1).records(&["contract/foregone"]),
                ticks("conditions", &conditions),
                write("value"),
            ],
            seat: vec![
                ticks("contractor", &contractor).records(&["contractor"]),
                ticks("challenge", &challenges).records(&["challengers"]),
                write("contract").figures(3),
                write("tricks").records(&["tricks"]),
                POINTS,
                TOTAL.figures(3),
            ],
            rows: rows(planned.unwrap_or(ROWS), table.len()),
            length,
            legend: vec![
                Text::Message("contractor/legend-strains", strains),
                Text::Message("contractor/legend-conditions", worth),
                Text::Message("contractor/legend-value", value),
                Text::Message("contractor/legend-score", wager),
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
            if let Some(values) = hand
                .seat("contractor")
                .and_then(|seat| row.seats.get_mut(seat.index()))
            {
                values.set("contract", short_contract(contract));
            }
            for (field, key) in [("extra", "extra_tricks"), ("foregone", "foregone")] {
                if contract.int(key) == Some(0) {
                    row.hand.clear(field);
                }
            }
            let mut ticked = Condition::WORDS.to_vec();
            ticked.retain(|condition| contract.flag(condition));
            row.hand.tick("conditions", ticked);
        }
        if let Some(value) = hand.detail.int("value") {
            row.hand.write("value", value);
        }
        for (index, values) in row.seats.iter_mut().enumerate() {
            if let Some(tricks) = tricks_of(hand, Seat::new(index)) {
                values.write("tricks", tricks);
            }
        }
    }
}

/// A contract as the short pad has it: the strain and the extra tricks.
fn short_contract(contract: &Json) -> Value {
    let extra = contract.int("extra_tricks").filter(|extra| *extra > 0);
    Value {
        under: extra.map(|extra| Text::plain(format!("+{extra}"))),
        ..Value::text(strain_sign(contract.text("strain").unwrap_or_default()))
    }
}

/// The tricks of a player, as recorded or else as the derivation tells them.
pub(super) fn tricks_of(hand: &PlayedHand<'_>, seat: Seat) -> Option<i64> {
    let played = || {
        let rules = [clauses::MADE, clauses::FAILED, clauses::OPPONENTS];
        hand.explained(seat, &rules, "tricks")?.number()
    };
    hand.of_seat("tricks", seat).or_else(played)
}

/// The sign of a strain: a suit, or the letters for what is no suit.
fn strain_sign(strain: &str) -> Text {
    match Strain::from_word(strain) {
        Some(Strain::Crazytrump) => Text::message("strain-crazytrump"),
        Some(Strain::Nil) => Text::message("strain-nil"),
        _ => suit_sign(strain),
    }
}
