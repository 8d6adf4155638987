//! The sheet of Contract Sabacc: the bid, the pile and the bonus in words, chips of everyone.

use super::pad::{bonus, card_points, result, write_seats};
use super::{ContractSabacc, clauses};
use overtrick_core::prelude::*;

impl HasSheet for ContractSabacc {
    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let args = args![ante: self.ante];
        Pad {
            hand: ["bid", "card-points", "bonus", "pot"].map(write).into(),
            seat: vec![write("stake"), write("tricks"), POINTS, TOTAL],
            rows: hands.iter().map(row).collect(),
            legend: vec![Text::Message("contract-sabacc/sheet-made", args)],
            ..Pad::default()
        }
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    if let (Some(result), Some(declarer)) = (result(hand), hand.seat("declarer")) {
        let player = hand.table.name(declarer).to_string();
        let contract = hand.word("contract").unwrap_or_default().to_owned();
        let args = args![player: player, what: contract];
        row.hand.say("bid", "declares", args);
        if let Some(points) = card_points(hand) {
            let key = match &*result.rule {
                clauses::MADE => "contract-sabacc/sheet-points-made",
                _ => "contract-sabacc/sheet-points-failed",
            };
            row.hand.say("card-points", key, args![points: points]);
        }
    } else {
        row.hand.say("bid", "contract-sabacc/sheet-void", args![]);
    }
    if let Some(bonus) = bonus(hand) {
        row.hand
            .set("bonus", Value::text(Text::Word(bonus.clone())));
    }
    if let Some(pot) = hand.detail.int("pot") {
        row.hand
            .say("pot", "contract-sabacc/sheet-pot", args![pot: pot]);
    }
    write_seats(&mut row, hand);
    row
}
