//! The pad of Contract Sabacc: the bid and the pile of each hand, everyone's chips, and the Ante Pot. The
//! sheet shows the bid, the pile and the bonus in words, and everyone's chips.

use super::score::Bonus;
use super::{Bid, ContractSabacc, Slam, clauses};
use overtrick_core::prelude::*;

/// The box for a hand without a bid, next to the boxes for the bids.
const VOID: &str = "void";

impl HasPad for ContractSabacc {
    fn pad(&self, table: &Table) -> Pad {
        let bids = Bid::ALL.iter().map(|bid| {
            let label = format!("bid-{}", bid.word());
            (bid.word(), Text::of(label, args![stake: bid.stake()]))
        });
        let bids = bids.chain([(VOID, Text::message("bid-void"))]);
        let bonuses = Bonus::ALL.iter().map(|bonus| {
            let label = format!("bonus-{}", bonus.word());
            (bonus.rule(), Text::message(label))
        });
        let slam = match self.slam {
            Slam::AtLeast => "contract-sabacc/legend-slam",
            Slam::Exactly => "contract-sabacc/legend-slam-exactly",
        };
        Pad {
            hand: vec![
                ticks("bid", bids).records(&["contract", "void"]),
                write("card-points").figures(3).records(&["card_points"]),
                ticks("bonus", bonuses).records(&["last_trick"]),
                write("pot"),
            ],
            seat: vec![
                tick("declarer", "declarer", "contract-sabacc/declarer-box").records(&["declarer"]),
                write("contract"),
                write("stake").records(&["stakes"]),
                write("tricks").records(&["tricks"]),
                POINTS,
                TOTAL,
            ],
            rows: rows(table.len(), table.len()),
            length: Length::Rounds,
            legend: vec![
                Text::of("contract-sabacc/legend-made", args![ante: self.ante]),
                Text::message("contract-sabacc/legend-bids"),
                Text::message("contract-sabacc/legend-cards"),
                Text::message("contract-sabacc/legend-bonus"),
                Text::message(slam),
                Text::message("legend-dealer"),
            ],
            ..Pad::default()
        }
    }

    fn fill_rest(&self, row: &mut Row, hand: &PlayedHand<'_>) {
        row.hand.write_known("card-points", card_points(hand));
        if result(hand).is_none() {
            row.hand.tick("bid", [VOID]);
            row.notes.push(Text::message(clauses::VOID));
        }
        row.hand.tick("bonus", bonus(hand));
        if let (Some(bid), Some(declarer)) = (hand.record.text("contract"), hand.seat("declarer")) {
            let letter = format!("bid-{bid}-letter");
            row.seats[declarer.index()].phrase("contract", letter, args![]);
        }
        row.hand.write_known("pot", hand.detail.int("pot"));
        write_seats(row, hand);
    }

    fn sheet(&self, _table: &Table, hands: &[PlayedHand<'_>], _detail: &Json) -> Pad {
        let args = args![ante: self.ante];
        Pad {
            hand: ["bid", "card-points", "bonus", "pot"].map(write).into(),
            seat: vec![write("stake"), write("tricks"), POINTS, TOTAL],
            rows: hands.iter().map(row).collect(),
            legend: vec![Text::of("contract-sabacc/sheet-made", args)],
            ..Pad::default()
        }
    }
}

/// Returns the reason that the contract was made or failed; `None` for a hand without a bid.
fn result<'a>(hand: &'a PlayedHand<'_>) -> Option<&'a Reason> {
    let mut reasons = hand.reasons.iter();
    reasons.find(|reason| [clauses::MADE, clauses::FAILED].contains(&&*reason.rule))
}

/// Returns the points of the declarer's pile, as recorded. If only the cards were recorded, the points come
/// from a reason.
fn card_points(hand: &PlayedHand<'_>) -> Option<Points> {
    let recorded = hand.record.get("card_points").and_then(Json::typed);
    recorded.or_else(|| match result(hand)?.arg("points")? {
        Arg::Points(points) => Some(*points),
        _ => None,
    })
}

/// Returns the bonus that was paid. Every Slam has the same message, whatever its clause.
fn bonus<'a>(hand: &'a PlayedHand<'_>) -> Option<&'a Name> {
    let paid = hand
        .reasons
        .iter()
        .filter(|reason| reason.points.iter().any(|paid| paid.points > Points::ZERO));
    let mut paid = paid.map(|reason| &reason.message);
    paid.find(|message| Bonus::ALL.iter().any(|bonus| *bonus.rule() == ***message))
}

/// Writes the stake and the tricks of each player.
fn write_seats(row: &mut Row, hand: &PlayedHand<'_>) {
    let is_wager = |reason: &&Reason| [clauses::WAGERS, clauses::STAKES].contains(&&*reason.rule);
    for (index, values) in row.seats.iter_mut().enumerate() {
        let seat = Seat::new(index);
        let mut wagers = hand.reasons.iter().filter(is_wager);
        match wagers.find_map(|reason| reason.points_of(seat)) {
            Some(wagered) => values.write("stake", -wagered),
            None => values.clear("stake"),
        }
        values.write_known("tricks", hand.of_seat("tricks", seat));
    }
}

fn row(hand: &PlayedHand<'_>) -> Row {
    let mut row = hand.row();
    if let (Some(result), Some(declarer)) = (result(hand), hand.seat("declarer")) {
        let player = hand.table.name(declarer).to_string();
        let contract = hand.record.text("contract").unwrap_or_default().to_owned();
        let args = args![player: player, what: contract];
        row.hand.phrase("bid", "declares", args);
        if let Some(points) = card_points(hand) {
            let key = match &*result.rule {
                clauses::MADE => "contract-sabacc/sheet-points-made",
                _ => "contract-sabacc/sheet-points-failed",
            };
            row.hand.phrase("card-points", key, args![points: points]);
        }
    } else {
        row.hand
            .phrase("bid", "contract-sabacc/sheet-void", args![]);
    }
    if let Some(bonus) = bonus(hand) {
        row.hand
            .set("bonus", Value::text(Text::Word(bonus.clone())));
    }
    if let Some(pot) = hand.detail.int("pot") {
        row.hand
            .phrase("pot", "contract-sabacc/sheet-pot", args![pot: pot]);
    }
    write_seats(&mut row, hand);
    row
}
