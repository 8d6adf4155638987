//! The sheet of Contract Sabacc: the bid, the pile and the bonus in words, chips of everyone.

use super::pad::write_seats;
use super::{ContractSabacc, clauses};
use overtrick_core::prelude::*;

/// The bonuses, by the messages of their reasons.
const BONUSES: [&str; 4] = [
    clauses::IDIOT_AT_THE_END,
    clauses::MAGICIAN_AT_THE_END,
    clauses::SLAM,
    clauses::GRAND_SLAM,
];

impl HasSheet for ContractSabacc {
    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let args = args![ante: self.ante];
        Pad {
            hand: vec![
                write("bid"),
                write("card-points"),
                write("bonus"),
                write("pot"),
            ],
            seat: vec![write("stake"), write("tricks"), POINTS, TOTAL],
            rows: hands.iter().map(row).collect(),
            legend: vec![Text::Message("contract-sabacc/sheet-made", args)],
            ..Pad::default()
        }
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    let made = |reason: &&Reason| reason.rule == clauses::MADE || reason.rule == clauses::FAILED;
    let result = hand.reasons.iter().find(made);
    if let (Some(result), Some(declarer)) = (result, hand.seat("declarer")) {
        let player = hand.table.name(declarer).to_string();
        let contract = hand.word("contract").unwrap_or_default().to_owned();
        let args = args![player: player, what: contract];
        row.hand.say("bid", "declares", args);
        // Of a pile that was counted card by card, the derivation has the points.
        let recorded = hand
            .record
            .get("card_points")
            .and_then(Json::typed::<Points>);
        let derived = || match result.arg("points") {
            Some(Arg::Points(points)) => Some(*points),
            _ => None,
        };
        if let Some(points) = recorded.or_else(derived) {
            let key = if result.rule == clauses::MADE {
                "contract-sabacc/sheet-points-made"
            } else {
                "contract-sabacc/sheet-points-failed"
            };
            row.hand.say("card-points", key, args![points: points]);
        }
    } else {
        row.hand.say("bid", "contract-sabacc/sheet-void", args![]);
    }
    // The message of a Slam of more than all but three is that of a Slam.
    let mut reasons = hand.reasons.iter();
    let bonus = reasons.find(|reason| reason.is_paid() && BONUSES.contains(&&*reason.message));
    if let Some(bonus) = bonus {
        let word = Text::Word(bonus.message.clone());
        row.hand.set("bonus", Value::text(word));
    }
    if let Some(pot) = hand.detail.int("pot") {
        row.hand
            .say("pot", "contract-sabacc/sheet-pot", args![pot: pot]);
    }
    write_seats(&mut row, hand);
    row
}
